"""Blocks: the output of a tool that prints `Key : value` below headings in; its blocks with their rows and places out.

Six RAID tools print so. A reader names the lines that begin a block; every other line belongs to the block above it.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.source import Source, Span

_LINE = re.compile(rb"[^\r\n]+")
_RULER = re.compile(rb"[\s=*#_+-]*")


class Row(NamedTuple):
    """One line. key: in lower case, blanks squeezed, up to the sign; value: what stands behind it, "" without a sign.

    text: the whole line without its indent. span: of the value, or of the text where there is none.
    """

    indent: int
    key: str
    value: str
    text: str
    span: Span


class Block(NamedTuple):
    """A heading and the rows below it. kind: as the reader called it. found: how the heading matched."""

    kind: str
    found: re.Match[str]
    row: Row
    rows: list[Row]

    def row_of(self, *keys: str) -> Row | None:
        """The first row with one of these keys."""
        return next((row for row in self.rows if row.key in keys), None)


def rows(source: Source, sign: bytes = b":") -> Iterator[Row]:
    """Every line but empty ones and rulers (`-----`, `====`)."""
    for line in _LINE.finditer(source.data):
        bare = line[0].strip()
        if _RULER.fullmatch(bare):
            continue
        begin = line.start() + len(line[0]) - len(line[0].lstrip())
        key, parted, value = bare.partition(sign)
        text = source.text(begin, begin + len(bare))
        end = begin + len(bare)
        if parted and value.strip():
            start = begin + len(key) + len(sign) + len(value) - len(value.lstrip())
            span = (start, end)
        else:
            span = (begin, end)
        plain = " ".join(source.text(begin, begin + len(key)).lower().split())
        yield Row(_indent(line[0]), plain, source.text(*span) if value.strip() else "", text, span)


def blocks(source: Source, begins: dict[str, str], sign: bytes = b":") -> Iterator[Block]:
    """The blocks in the order of the file. begins: kind of block → pattern of the whole heading, in any case."""
    patterns = {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in begins.items()}
    current: Block | None = None
    for row in rows(source, sign):
        matches = ((kind, pattern.fullmatch(row.text)) for kind, pattern in patterns.items())
        heading = next(((kind, found) for kind, found in matches if found), None)
        if heading:
            if current:
                yield current
            current = Block(heading[0], heading[1], row, [])
        elif current:
            current.rows.append(row)
    if current:
        yield current


def _indent(line: bytes) -> int:
    """How far a line is set in; a tab counts as eight blanks."""
    return len(line.expandtabs()) - len(line.expandtabs().lstrip())
