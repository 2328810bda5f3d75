"""Split the output of a tool that prints `Key : value` lines below headings into blocks and rows.

Most RAID tools print this way. A reader names the lines that begin a block; other lines belong to the block above.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from advisor.facts import Diagnostic, Fact, Subject
from advisor.readers.transcript import Line, Word, before_nul, lines, part
from advisor.source import Source, Span
from advisor.values import raid

_RULER = re.compile(rb"[\s=*#_+-]*")


class Row(Struct, frozen=True):
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


class Block(Struct, frozen=True):
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
    name, _, after = line.data.partition(sign)
    value = after.strip()
    first, last = line.span
    key = " ".join(line.source.text(first, first + len(name)).lower().split())
    if not value:
        return Row(line, key, "", line.span)
    start = last - len(after.lstrip())
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


class Statement(NamedTuple):
    """A value that a tool prints. key: of the catalogue. text: None if the tool's word is unknown."""

    key: str
    text: str | None
    span: Span


def facts(source: Source, subject: Subject, statements: Iterable[Statement]) -> Iterator[Fact]:
    """Yield the facts of a subject: values whose words are known. An unknown RAID level is in doubt."""
    for key, text, span in statements:
        if text:
            yield Fact(key, text, source, span, subject)
        elif key == "array.level" and any(map(str.isalnum, level := source.text(*span).strip())):
            yield Fact(key, "", source, span, subject, doubt=raid.unheard_level(level))


_ALERT = "its own check (S.M.A.R.T.) warns"


class PhysicalDisk(Struct, frozen=True):
    """A disk as a tool lists it. place: bay, slot or port in the tool's words. group: the disks of its array.

    state: the tool's word. health: its meaning, None if unknown. warns: the location of a failure prediction.
    media_errors: the count and its location.
    """

    controller: str
    place: str
    group: str
    state: str
    health: str | None
    span: Span
    warns: Span | None = None
    media_errors: tuple[str, Span] | None = None


def disk_facts(source: Source, disk: PhysicalDisk) -> Iterator[Fact]:
    """Yield `disk.health`, also in the tool's own words, the disk's controller and group, and its media errors."""
    subject = Subject("disk", f"{disk.controller} disk {disk.place}")
    yield from facts(source, subject, _disk_statements(disk))


def _disk_statements(disk: PhysicalDisk) -> Iterator[Statement]:
    failing = disk.warns is not None and disk.health != "failed"
    span = disk.warns if failing and disk.warns else disk.span
    if failing or disk.health:
        words = f"{disk.state}, {_ALERT}" if failing and disk.health != "failing" else disk.state
        yield Statement("disk.health", "failing" if failing else disk.health, span)
        yield Statement("disk.health_said", words.strip(", "), span)
        yield Statement("disk.controller", disk.controller, disk.span)
        yield Statement("disk.group", disk.group, disk.span)
    if disk.media_errors:
        yield Statement("disk.media_errors", *disk.media_errors)


def health_statements(said: str, span: Span, rebuilt: Mapping[str, Row | Word], word: str) -> Iterator[Statement]:
    """Yield the health of an array, also in the tool's own words.

    A degraded array is rebuilding if one of its disks is: the array's own state does not say so. rebuilt: these disks,
    by enclosure and slot. word: what the tool calls their state.
    """
    health = raid.health(said)
    if health == "degraded" and rebuilt:
        health, said, span = "rebuilding", f"{said}, {word} {', '.join(rebuilt)}", next(iter(rebuilt.values())).span
    yield Statement("array.health", health, span)
    yield Statement("array.health_said", said, span)


def is_alert(text: str) -> bool:
    """Return whether a value warns of a failure: `Yes`, or a count above zero."""
    return text.lower() == "yes" or bool(_COUNT.fullmatch(text) and int(text))


def error_count(text: str, span: Span) -> tuple[str, Span] | None:
    """Return a number of errors with its location, or None for another text."""
    return (text, span) if _COUNT.fullmatch(text) else None


_COUNT = re.compile(r"[0-9]{1,9}")
ENDS_EARLY = "the output ends before its last line"
_WORD = re.compile(r"[a-z]+", re.IGNORECASE)
_QUOTED = " \t>*#=-_`"
_NUMBER = re.compile(r"(\d{1,9})\b")


def first_texts(source: Source) -> Iterator[str]:
    """Return the texts of the first lines, without quotation marks and underlines of an e-mail."""
    texts = (row.text.strip(_QUOTED) for row in rows(part(source, 4000)))
    return (text for text in texts if text)


def health(text: str) -> str | None:
    """Return the health: `Okay (OKY)` is ok, `Degraded ( Rebuild : 12 % )` is rebuilding, unknown words are None."""
    word = _WORD.match(text)
    state = raid.health(word[0]) if word else None
    return "rebuilding" if state == "degraded" and "rebuild" in text.lower() else state


def number(text: str) -> str | None:
    """Return `10 percent` → `10`."""
    match = _NUMBER.match(text)
    return match[1] if match else None


def readable_blocks(source: Source, begins: dict[str, str]) -> tuple[list[Block], list[Diagnostic]]:
    """Return the blocks up to a line with NUL bytes, without a last line that may be truncated."""
    readable, nul = before_nul(source)
    listed = list(blocks(readable, begins))
    if not readable.data.endswith((b"\n", b"\r")):
        listed = _without_last_line(listed)
    return listed, [nul] if nul else []


def _without_last_line(listed: list[Block]) -> list[Block]:
    """Return the blocks without the last line: `RAID level : 1` at the end may be a truncated `RAID level : 10`."""
    if not listed or listed[-1].kind == "end":
        return listed
    last = listed[-1]
    return [*listed[:-1], replace(last, rows=last.rows[:-1])] if last.rows else listed[:-1]


def cut(source: Source, listed: list[Block], after: tuple[str, ...]) -> Block | None:
    """Return the last block if the output ends within or directly after the arrays, else None.

    after: the kinds of block that follow all arrays.
    """
    for block in reversed(listed):
        if block.kind in after:
            return None
        if block.kind in ("found", "controller"):
            break
    ends = source.data[len(source.data.rstrip()) :].splitlines(keepends=True)
    in_list = bool(listed) and listed[-1].kind in ("logical", "members")
    finished = in_list and len(ends) > 1 and ends[-1].endswith((b"\n", b"\r"))  # a blank line closes a list
    return None if finished or not listed else listed[-1]
