"""Read `show directory` of a server's console: the number of databases and the oldest format (ODS).

Domino 5 has ODS 41. Templates do not count, and neither do .ns4 databases, which keep the format of R4 on purpose.
"""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.console import _console
from advisor.readers.interface import ConsoleListing, Reader
from advisor.readers.transcript import Damage, Line
from advisor.source import Source

_COMMAND = rb"sh(?:o|ow)?\s+di(?:r\w*)?(?:\s.*)?"
_HEADING = re.compile(rb"DbName\s+Version\s+Log\S*\s.*")
_ROW = re.compile(rb"(?P<name>\S(?:.*?\S)??)\s++V[0-9]{1,2}(?:\.[0-9]{1,2})?:\s?(?P<ods>[0-9]{1,3})\s.*")
_OTHER_LINES = re.compile(rb"Total files:.*|\[columns continued\]|State\s+Objects\s.*|Unread Marks\s.*")
_IGNORED = (b".ntf", b".ns4")
_OF_R5 = 41


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the heading comes first, below the command."""
    return _console.first_fits(head, _COMMAND, begins)


def begins(line: Line) -> bool:
    """Return whether the output begins with this line."""
    return bool(_HEADING.fullmatch(line.data))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield `ods.…`. If a database is listed twice, the later row is used."""
    damage = Damage()
    rows: dict[bytes, tuple[int, Line]] = {}
    for line in _console.listing_lines(source, _COMMAND, damage):
        if _HEADING.fullmatch(line.data) or _OTHER_LINES.fullmatch(line.data):
            continue
        if not line.holds_nul and (row := _ROW.fullmatch(line.data)):
            rows[row["name"].lower()] = (int(row["ods"]), line)
        else:
            damage.add(_console.foreign(line, "line of a list of databases"))
    yield from _database_facts([row for name, row in rows.items() if not name.endswith(_IGNORED)])
    yield from damage.verdict()


def _database_facts(rows: list[tuple[int, Line]]) -> Iterator[Fact]:
    """Yield the number of databases, of those older than R5, and the oldest format with its line."""
    if rows:
        oldest, line = min(rows, key=lambda row: row[0])
        older = sum(ods < _OF_R5 for ods, _ in rows)
        counts = {"ods.databases": len(rows), "ods.before_r5": older, "ods.oldest": oldest}
        yield from (Fact(key, str(number), line.source, line.span) for key, number in counts.items())


READER = Reader(
    __name__,
    "show directory",
    recognises,
    read,
    signs=(b"dbname",),
    console=ConsoleListing(("dir",), begins, depends_on_argument=True),
)
