"""Quote a value from a file for use in a command, or return None if that is not safe.

A value is never trusted: a mount point may be called `; rm -rf /`. A value with control characters, line ends or
characters that change the writing direction is refused, and so is one that begins with a dash, like an option.

Domino's console. Known (HCL's help, Set Configuration): `set config NAME=VALUE` uses the rest of the line, including
commas and blanks. A line that begins with `$` or `#` belongs to a shell or the Server Controller, so the console has no
comments. Assumed: other commands separate words at blanks. Unknown: quotes, blanks at the ends, and `<`, `>`, `|`, `;`,
`%`, `$` inside a line. The text may also be copied through a script's shell. Therefore only letters, digits, inner
blanks and a few marks are accepted. Programs read at most 255 bytes of a setting, so a longer line is refused.

sh, ksh, bash (AIX, Linux and other UNIX, mdadm): between single quotes only the quote itself is special, also in an
interactive shell.

PowerShell (Windows): the same, with a doubled quote. It passes double quotes, and a final backslash of a word with
blanks, to programs incorrectly. Windows PowerShell 5.1 reads a script in the machine's code page, in which bytes of
UTF-8 are typographic quotes, which it accepts as quotes. Therefore only ASCII is accepted. Options begin with `/` too.

The tools of RAID controllers run in all of these and in cmd.exe, which have no common quoting. Only values that need no
quotes are accepted.
"""

import re

from advisor.values.printing import printable

IN_SH = ("unix", "aix", "linux", "mdadm")
IN_ANY_SHELL = ("ssacli", "storcli", "megacli", "arcconf", "ipssend")  # the RAID controllers' tools run in all of them
TARGETS = ("console", *IN_SH, "windows", *IN_ANY_SHELL)

PLACES = (
    "NOTES.INI", "Server document", "Configuration document", "Program document", "Web Site document",
    "Connection document", "databases", "Domino console", "One-Touch JSON", "AIX", "Linux", "Windows", "UNIX",
    "controller", "storage", "machine", "network",
    "input file",  # what domlint was given is to be mended
    "nobody",  # a decision, a case with the vendor, a contract
)  # fmt: skip
# What the catalogue calls the documents of the Domino Directory → the place.
DOCUMENTS = {
    "Server document": "Server document",
    "Configuration Settings document": "Configuration document",
    "Program document": "Program document",
    "Internet Site document": "Web Site document",
    "Web Site document": "Web Site document",
    "Connection document": "Connection document",
}


_CONSOLE = r"[\w .,:/\\*@+=()-]+"
_PLAIN_IN_SH = r"[A-Za-z0-9_.,:/+@-][A-Za-z0-9_.,:/+=@-]*"
_PLAIN_IN_POWERSHELL = r"[A-Za-z][A-Za-z0-9_.:/\\-]*|0|[1-9][0-9]{0,8}"  # `1kb` and `007` are numbers
_PLAIN_ANYWHERE = r"[A-Za-z0-9_.:/-]+"
_NOT_IN_POWERSHELL = r'[^ -~]|"|^/| .*\\$'
_DASHES = tuple("-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d")
_IN_AN_OPTION = r"(?:^|\s)-\S*$"  # PowerShell parts the word of an option at a dot and at a quote
_PLAIN_IN_AN_OPTION = r"[A-Za-z0-9]+"

_READ_BY_POWERSHELL = ("windows", *IN_ANY_SHELL)
_LONGEST_LINE = 255  # bytes, of what is typed on the console
_SETS = r"(?i)set config \S*="


def typed(target: str, before: str, value: str) -> str | None:
    """Return a value as typed after `before`, the command so far, or None if that is not safe."""
    if not value or not value.isprintable() or value != value.strip() or value.startswith(_DASHES):
        return None
    if target == "console" and (len((before + value).encode()) > _LONGEST_LINE or not _one_word(before, value)):
        return None
    if (
        target in _READ_BY_POWERSHELL
        and re.search(_IN_AN_OPTION, before)
        and not re.fullmatch(_PLAIN_IN_AN_OPTION, value)
    ):
        return None
    if target in IN_SH:
        return value if re.fullmatch(_PLAIN_IN_SH, value) else "'" + value.replace("'", "'\\''") + "'"
    if target == "windows":
        return _in_powershell(value)
    return value if re.fullmatch(_CONSOLE if target == "console" else _PLAIN_ANYWHERE, value) else None


def _in_powershell(value: str) -> str | None:
    if re.search(_NOT_IN_POWERSHELL, value):
        return None
    return value if re.fullmatch(_PLAIN_IN_POWERSHELL, value) else "'" + value.replace("'", "''") + "'"


def _one_word(before: str, value: str) -> bool:
    """Return whether the command reads the value as one word. Only `set config` accepts blanks."""
    return " " not in value or bool(re.fullmatch(_SETS, before))


_NO_ASCII = r"[^ -~]"
_NOT_PLAIN = r"[^A-Za-z0-9_ .,:/=+@-]"


def comment(target: str, text: str) -> str:
    """Return a text as a comment line of a script, or "" for Domino's console, which has no comments.

    cmd.exe has no `#`: it reports the line as an unknown command, which is harmless because the signs in it are
    removed.
    """
    if target == "console":
        return ""
    if target in IN_ANY_SHELL:
        return f"# {re.sub(_NOT_PLAIN, '_', text)}"
    shown = printable(text)
    return f"# {re.sub(_NO_ASCII, '_', shown) if target == 'windows' else shown}"
