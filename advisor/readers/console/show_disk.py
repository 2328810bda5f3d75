"""Read `show disk` and `show diskspace` of a server's console: the free space of drives or directories in bytes.

A line contains all drives of Windows in MB, or the file system of one directory. The output has no end mark, so no
location becomes absent.
"""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.console import _console
from advisor.readers.interface import ConsoleListing, Reader
from advisor.readers.transcript import Damage, Line, Word
from advisor.source import Source
from advisor.values.paths import named

_COMMAND = rb"sh(?:o|ow)?\s+dis\w*(?:\s.*)?"
_DRIVES = re.compile(
    rb"Drive:\s*Space \(MB\):(?P<drives>(?>,?\s*+\([A-Z]:?\)\s*+[0-9][0-9.,]{0,20}+)++)", re.IGNORECASE
)
_DRIVE = re.compile(rb"\((?P<place>[A-Z]):?\)\s*(?P<free>[0-9](?:[0-9.,]{0,20}[0-9])?)", re.IGNORECASE)
_PLACE = re.compile(
    rb"(?P<free>[0-9](?:[0-9.,'\s]{0,26}[0-9])?) bytes available on (?:(?:the )?(?:disk|drive)\s+)?"
    rb"(?P<quote>['\"]?)(?P<place>\S.*?)(?P=quote)\.?",
    re.IGNORECASE,
)
_MEGABYTE = 1024**2
_LETTER = re.compile(r"[A-Za-z]")
_SIGNS = (b"space (mb)", b"bytes available")


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether a line of free space comes first, below the command."""
    return _console.first_fits(head, _COMMAND, begins)


def begins(line: Line) -> bool:
    """Return whether the output begins with this line."""
    return bool(_DRIVES.fullmatch(line.data) or _PLACE.fullmatch(line.data))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the free space of every drive or directory. If one is printed twice, the later value is used."""
    damage = Damage()
    latest: dict[Subject, Fact] = {}
    for line in _console.listing_lines(source, _COMMAND, damage):
        if facts := _facts(line):
            latest |= {fact.subject: fact for fact in facts}
        else:
            damage.add(_console.foreign(line, "line of free space"))
    yield from latest.values()
    yield from damage.verdict()


def _facts(line: Line) -> list[Fact]:
    """Return the facts of a line: several drives in MB, or one directory in bytes."""
    if line.holds_nul:
        return []
    if drives := _DRIVES.fullmatch(line.data):
        matches = _DRIVE.finditer(line.data, *drives.span("drives"))
        return [_fact(line, line.group(match, "place"), line.group(match, "free"), _MEGABYTE) for match in matches]
    if match := _PLACE.fullmatch(line.data):
        return [_fact(line, line.group(match, "place"), line.group(match, "free"), 1)]
    return []


def _fact(line: Line, path: Word, free: Word, unit: int) -> Fact:
    """Return the free space as a fact. The counts have no decimals, so each sign separates thousands."""
    name = f"{path.text}:" if _LETTER.fullmatch(path.text) else path.text
    count = int(re.sub(r"\D", "", free.text))
    return Fact("space.free", str(count * unit), line.source, free.span, Subject("space", named(name)))


READER = Reader(
    __name__,
    "show disk",
    recognises,
    read,
    signs=_SIGNS,
    ends=rb"bytes available on [^\r\n]*'",
    console=ConsoleListing(("dis",), begins, depends_on_argument=True, is_complete=False),
)
