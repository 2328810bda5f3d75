"""Tables: the columns of what PowerShell prints of objects, and the values of each row.

Columns stand where the ruler says. Numbers are set to the right, everything else to the left; a value that is wider
than its column is cut (`ST2000DM00...`), or pushes what follows to the right.
"""

import re
from bisect import bisect_left, bisect_right
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from advisor.readers.transcript import Line
from advisor.readers.windows._records import Fields, kind_of, named, split
from advisor.source import Span

RULER = re.compile(r"-{2,}(?: +(?:-{2,}|\.{3}))*")
_CELL = re.compile(r"\{[^{}]*\}|\S+")
_CUT = ("...", "\u2026")
_MAY_BE_CUT = ("operationalstatus", "healthstatus", "friendlyname", "filesystemtype", "sizeremaining", "partitionstyle")

_FEW = 3  # columns of a table in which one blank between values may be all there is

Block = list[Line]


class Column(NamedTuple):
    """One column of a table. start, end: of its ruler, in characters from the line's beginning."""

    name: str
    start: int
    end: int


def columns_of(block: Block) -> tuple[list[Column], str, Block] | None:
    """A table's columns, what its rows are about, and these; None where it is none of ours."""
    at = next((at for at, line in enumerate(block[:4]) if at and RULER.fullmatch(line.text)), None)
    if at is None:
        return None
    ruler, heading = block[at], block[:at]
    columns = []
    for match in re.finditer(r"\S+", ruler.text):
        start, end = (ruler.indent + edge for edge in match.span())
        columns.append(Column(_whole("".join(_slice(line, start, end) for line in heading)), start, end))
    kind = kind_of(frozenset(column.name for column in columns))
    return (columns, kind, block[at + 1 :]) if kind else None


def _whole(heading: str) -> str:
    """A column's name, also where it was cut: `Operational...`."""
    name = named(heading)
    begin = next((name.removesuffix(sign) for sign in _CUT if name.endswith(sign)), "")
    return next((one for one in _MAY_BE_CUT if begin and one.startswith(begin)), name)


def _slice(line: Line, start: int, end: int) -> str:
    return line.text[max(start - line.indent, 0) : max(end - line.indent, 0)].strip()


def cells(line: Line, columns: list[Column]) -> Fields:
    """The values of a row: each word belongs to the column whose ruler it stands under, else to its neighbour's."""
    words = [match.span() for match in _CELL.finditer(line.text)]
    of_words = [_column_of(line.indent + start, line.indent + end, columns) for start, end in words]
    for at in range(len(words)):
        of_words[at] = of_words[at] or _beside(at, words, of_words) or _left_of(line.indent + words[at][0], columns)
    fields: Fields = {}
    for column, run in groupby(zip(of_words, words, strict=True), key=lambda pair: pair[0]):
        spans = [span for _, span in run]
        word = line.piece(spans[0][0], spans[-1][1])
        if column and word.text.strip("\0") not in {"", *_CUT}:
            fields.setdefault(column.name, []).extend(split(word))
    return fields


def collapsed(line: Line, columns: list[Column]) -> bool:
    """Whether of the blanks between a row's values one each is left, as mail does: it has them all, far to the left."""
    if line.indent + len(line.text) > columns[-1].start or len(columns) <= _FEW or "  " in line.text:
        return False
    return len(line.words) >= len(columns) - 1


def _beside(at: int, words: list[Span], of_words: list[Column | None]) -> Column | None:
    """The column of the word that stands one blank before or behind a word."""
    if at and words[at][0] - words[at - 1][1] == 1:
        return of_words[at - 1]
    return of_words[at + 1] if at + 1 < len(words) and words[at + 1][0] - words[at][1] == 1 else None


def _column_of(start: int, end: int, columns: list[Column]) -> Column | None:
    """The column whose ruler a word covers most of."""
    first = bisect_right(columns, start, key=attrgetter("end"))
    behind = bisect_left(columns, end, lo=first, key=attrgetter("start"))
    under = columns[first:behind]
    return max(under, key=lambda one: min(end, one.end) - max(start, one.start), default=None)


def _left_of(start: int, columns: list[Column]) -> Column | None:
    before = bisect_right(columns, start, key=attrgetter("start"))
    return columns[before - 1] if before else None
