"""Typed: a value out of a file in, the same out as it is typed in a command; None where it cannot be typed safely.

A value is never trusted: a mount point may be called `; rm -rf /`. What has control characters, line ends or signs
that turn the direction of writing, or begins with a dash, as options do, is typed nowhere.

- Domino's console. Known (HCL's help, Set Configuration): `set config NAME=VALUE` takes the rest of the line, commas
  and blanks with it; and a line that begins with `$` or `#` is a shell's or the Server Controller's, so that the
  console knows no comments. Assumed: other commands part their words at blanks. Nothing is known of quotes, of
  blanks at the ends, nor of `<`, `>`, `|`, `;`, `%`, `$` inside a line, and what is copied from here may pass through
  a script's shell first; so a value of anything but letters, digits, blanks between and a few marks is not typed.
  Programs read 255 bytes of a setting at most, so no longer line is typed.
- sh, ksh, bash (AIX, Linux and other UNIX, mdadm): between single quotes nothing has a meaning but the quote itself,
  for a shell that one types into neither.
- PowerShell (Windows): the same, a quote being doubled. It hands double quotes, and a backslash behind a blank's word,
  on to programs damaged. Windows PowerShell 5.1 reads a script as the machine's code page, where bytes of UTF-8 are
  typographic quotes, which it takes for quotes: nothing but ASCII is typed. Options begin with `/` too.
- The RAID controllers' tools run in all of these and in cmd.exe, which share no quoting: only what needs none is
  typed.
"""

import re
from collections.abc import Callable

from advisor.values.printing import printable
from advisor.values.targets import IN_ANY_SHELL, IN_SH

_CONSOLE = re.compile(r"[\w .,:/\\*@+=()-]+")
_PLAIN_IN_SH = re.compile(r"[A-Za-z0-9_.,:/+@-][A-Za-z0-9_.,:/+=@-]*")
_PLAIN_IN_POWERSHELL = re.compile(r"[A-Za-z][A-Za-z0-9_.:/\\-]*|0|[1-9][0-9]{0,8}")  # `1kb` and `007` are numbers
_PLAIN_ANYWHERE = re.compile(r"[A-Za-z0-9_.:/-]+")
_NOT_IN_POWERSHELL = re.compile(r'[^ -~]|"|^/| .*\\$')
_DASHES = tuple("-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d")
_IN_AN_OPTION = re.compile(r"(?:^|\s)-\S*$")  # PowerShell parts the word of an option at a dot and at a quote
_PLAIN_IN_AN_OPTION = re.compile(r"[A-Za-z0-9]+")

Quote = Callable[[str], str | None]


def _on_the_console(value: str) -> str | None:
    return value if _CONSOLE.fullmatch(value) else None


def _in_sh(value: str) -> str | None:
    return value if _PLAIN_IN_SH.fullmatch(value) else "'" + value.replace("'", "'\\''") + "'"


def _in_powershell(value: str) -> str | None:
    if _NOT_IN_POWERSHELL.search(value):
        return None
    return value if _PLAIN_IN_POWERSHELL.fullmatch(value) else "'" + value.replace("'", "''") + "'"


def _in_any_shell(value: str) -> str | None:
    return value if _PLAIN_ANYWHERE.fullmatch(value) else None


_QUOTES: dict[str, Quote] = {
    "console": _on_the_console,
    **dict.fromkeys(IN_SH, _in_sh),
    "windows": _in_powershell,
    **dict.fromkeys(IN_ANY_SHELL, _in_any_shell),
}

_READ_BY_POWERSHELL = ("windows", *IN_ANY_SHELL)
_LONGEST_LINE = 255  # bytes, of what is typed on the console
_SETS = re.compile(r"set config \S*=", re.IGNORECASE)


def typed(target: str, before: str, value: str) -> str | None:
    """A value as it is typed behind `before`, the command so far; None where that is not safe."""
    if not value or not value.isprintable() or value != value.strip() or value.startswith(_DASHES):
        return None
    if target == "console" and (len((before + value).encode()) > _LONGEST_LINE or not _one_word(before, value)):
        return None
    if target in _READ_BY_POWERSHELL and _IN_AN_OPTION.search(before) and not _PLAIN_IN_AN_OPTION.fullmatch(value):
        return None
    return _QUOTES[target](value)


def _one_word(before: str, value: str) -> bool:
    """Whether a command takes the value as one: a blank parts the words of all but `set config`."""
    return " " not in value or bool(_SETS.fullmatch(before))


_NO_ASCII = re.compile(r"[^ -~]")
_NOT_PLAIN = re.compile(r"[^A-Za-z0-9_ .,:/=+@-]")


def comment(target: str, text: str) -> str:
    """A text as a comment of a script on one line; "" where there is none, as on Domino's console.

    cmd.exe knows no `#`: it says so of the line, and does nothing, because no sign in it has a meaning there.
    """
    if target == "console":
        return ""
    if target in IN_ANY_SHELL:
        return f"# {_NOT_PLAIN.sub('_', text)}"
    shown = printable(text)
    return f"# {_NO_ASCII.sub('_', shown) if target == 'windows' else shown}"
