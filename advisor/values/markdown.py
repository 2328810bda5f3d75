"""Markdown: text out of files as it stands in CommonMark: as words that have no meaning there, or as code."""

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
    """A value as it stands in a sentence for `plain`: one with backticks between longer runs of them."""
    if "`" not in value:
        return value
    ticks = "`" * max(3, *(1 + len(run) for run in _TICKS.findall(value)))
    return f"{ticks} {value} {ticks}"


def plain(text: str) -> str:
    """A text on one line of which no sign has a meaning; `code` in it stays code, and so does what is `quoted`."""
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
    """The parts in a row; two codes next to each other are not one."""
    shown = ""
    for part in parts:
        shown += "<!-- -->" * (shown.endswith("`") and part.startswith("`")) + part
    return shown


def _words(text: str) -> str:
    """Words with their signs escaped; what would be a link stands as code."""
    made, end = [], 0
    for found in _LINKS.finditer(text):
        made += [_marked(text[end : found.start()]), code(found[0])]
        end = found.end()
    marked = _joined(part for part in (*made, _marked(text[end:])) if part)
    return _BEGINS.sub(lambda found: f"{found[1] or found[3] or ''}\\{found[2] or found[4]}", marked)


def _marked(text: str) -> str:
    return _MARKS.sub(r"\\\g<0>", text)


def cell(text: str) -> str:
    """A text in a cell of a table, which no sign in it ends."""
    return plain(text).replace("|", r"\|")


def code(text: str) -> str:
    """A text as code, which nothing in it ends."""
    if not text:
        return ""
    shown = printable(text)
    ticks = "`" * (1 + max((len(run) for run in _TICKS.findall(shown)), default=0))
    blank = " " if shown.startswith(("`", " ")) or shown.endswith(("`", " ")) else ""
    return f"{ticks}{blank}{shown}{blank}{ticks}"


def block(lines: Iterable[str], language: str = "") -> Iterator[str]:
    """Lines as a block of code, which none of them ends."""
    told = [printable(line) for line in lines]
    ticks = "`" * max(3, *(1 + len(run) for line in told for run in _TICKS.findall(line)), 0)
    yield from (f"{ticks}{language}", *told, ticks)
