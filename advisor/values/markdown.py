"""Format text from files for CommonMark: as words without special meaning, or as code."""

import re
from collections.abc import Iterable, Iterator

from advisor.values.printing import printable

# What has a meaning wherever it stands; of marks that have one in some places alone, those places.
_MARKS = re.compile(r"\\(?=[!-/:-@\[-`{-~]|$)|[`*<\[$]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|&(?=#|\w+;)|~(?=~)|(?<=~)~")
_BEGINS = re.compile(r"^(\s*)([-+=>#])|^(\s*\d+)([.)])(?=\s|$)")  # a list, a heading, a quotation
# What GitHub and GitLab make links of without any mark, or tell somebody of: addresses, people, issues by their number.
_LINKS = re.compile(
    r"(?:[a-z][a-z0-9+.-]{0,30}://|www\.)[^\s`|]*[^\s`|.,;:!?)]|@(?=[a-z0-9])|(?<!&)[#!](?=\d)", re.IGNORECASE
)
_TICKS = re.compile(r"`+")
_QUOTED = re.compile(r"(?<!`)(`{3,}) (.*?) \1(?!`)")


def quoted(value: str) -> str:
    """Return a value for a sentence that `plain` formats. A value with backticks gets longer runs of them around it."""
    if "`" not in value:
        return value
    ticks = "`" * max(3, *(1 + len(run) for run in _TICKS.findall(value)))
    return f"{ticks} {value} {ticks}"


def plain(text: str) -> str:
    """Return a text on one line with all signs escaped. `code` in it and `quoted` values stay code."""
    shown, end = "", 0
    for match in _QUOTED.finditer(text):
        shown += _plain(text[end : match.start()]) + code(match[2])
        end = match.end()
    return shown + _plain(text[end:])


def _plain(text: str) -> str:
    parts = printable(text).split("`")
    if len(parts) % 2 == 0:
        return _words(printable(text))
    return _joined(code(part) if number % 2 else _words(part) for number, part in enumerate(parts))


def _joined(parts: Iterable[str]) -> str:
    """Return the joined parts. A comment separates two adjacent code spans."""
    shown = ""
    for part in parts:
        shown += "<!-- -->" * (shown.endswith("`") and part.startswith("`")) + part
    return shown


def _words(text: str) -> str:
    """Return words with their signs escaped, and links as code."""
    made, end = [], 0
    for link in _LINKS.finditer(text):
        made += [_marked(text[end : link.start()]), code(link[0])]
        end = link.end()
    marked = _joined(part for part in (*made, _marked(text[end:])) if part)
    return _BEGINS.sub(lambda link: f"{link[1] or link[3] or ''}\\{link[2] or link[4]}", marked)


def _marked(text: str) -> str:
    return _MARKS.sub(r"\\\g<0>", text)


def cell(text: str) -> str:
    """Return a text for a table cell, which no sign in the text ends."""
    return plain(text).replace("|", r"\|")


def code(text: str) -> str:
    """Return a text as code, which no sign in the text ends."""
    if not text:
        return ""
    shown = printable(text)
    ticks = "`" * (1 + max((len(run) for run in _TICKS.findall(shown)), default=0))
    blank = " " if shown.startswith(("`", " ")) or shown.endswith(("`", " ")) else ""
    return f"{ticks}{blank}{shown}{blank}{ticks}"


def block(lines: Iterable[str], language: str = "") -> Iterator[str]:
    """Yield lines as a code block, which no line ends."""
    printed_lines = [printable(line) for line in lines]
    ticks = "`" * max(3, *(1 + len(run) for line in printed_lines for run in _TICKS.findall(line)), 0)
    yield from (f"{ticks}{language}", *printed_lines, ticks)
