"""Split the output of a tool that prints `Key : value` lines below headings into blocks and rows.

Most RAID tools print this way. A reader names the lines that begin a block; other lines belong to the block above.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.readers.transcript import Line, Word, lines
from advisor.source import Source, Span

_RULER = re.compile(rb"[\s=*#_+-]*")


class Row(NamedTuple):
    """A line. key: in lower case, blanks collapsed, up to the sign. value: the text after the sign, or "".

    span: the location of the value, or of the line if it has no value.
    """

    line: Line
    key: str
    value: str
    span: Span

    @property
    def text(self) -> str:
        """Return the line without its indent."""
        return self.line.text

    @property
    def indent(self) -> int:
        """Return the indent in columns."""
        return self.line.indent


class Block(NamedTuple):
    """A heading and the rows below it. kind: as the reader called it. match: of the heading."""

    kind: str
    match: re.Match[str]
    row: Row
    rows: list[Row]

    def group(self, name: int | str) -> Word:
        """Return the text and the location of a group in the heading's pattern."""
        return self.row.line.group(self.match, name)

    def row_of(self, *keys: str) -> Row | None:
        """Return the first row with one of these keys."""
        return next((row for row in self.rows if row.key in keys), None)


def rows(source: Source, sign: bytes = b":") -> Iterator[Row]:
    """Yield every line but empty ones and rulers (`-----`, `====`)."""
    for line in lines(source):
        if not _RULER.fullmatch(line.data):
            yield _row(line, sign)


def _row(line: Line, sign: bytes) -> Row:
    name, _, behind = line.data.partition(sign)
    value = behind.strip()
    first, last = line.span
    key = " ".join(line.source.text(first, first + len(name)).lower().split())
    if not value:
        return Row(line, key, "", line.span)
    start = last - len(behind.lstrip())
    return Row(line, key, line.source.text(start, last), (start, last))


def blocks(source: Source, begins: dict[str, str], sign: bytes = b":") -> Iterator[Block]:
    """Yield the blocks in the order of the file. begins: kind of block → pattern of the whole heading, in any case."""
    patterns = {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in begins.items()}
    block: Block | None = None
    for row in rows(source, sign):
        matches = ((kind, pattern.fullmatch(row.text)) for kind, pattern in patterns.items())
        heading = next(((kind, match) for kind, match in matches if match), None)
        if heading:
            if block:
                yield block
            block = Block(*heading, row, [])
        elif block:
            block.rows.append(row)
    if block:
        yield block
