"""The lines of a NOTES.INI: bytes in, lines out, with the setting on each, and whether Domino looks for one there."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from advisor.facts import Fact
from advisor.fixes.edits import Refusal, Told, opened
from advisor.pack import builtin
from advisor.readers.domino import notes_ini as reader
from advisor.source import Source, Span

_HEADER = b"[notes]"
_BRACKET = re.compile(rb"\[")
_LINE_END = re.compile(rb"\r\n|\n|\r")
_NULS = "line {} holds NUL bytes, so the file is damaged"
_NOT_FIRST = "[Notes] does not stand first in it"


class IniLine(NamedTuple):
    """A line of the file by offsets of its source. end: without its line end; behind: where the next one begins.

    key: of the setting on it, or ""; value: its place. own: it stands where Domino looks for settings.
    """

    number: int
    start: int
    end: int
    behind: int
    key: str
    value: Span
    own: bool


class NotesIni(NamedTuple):
    """A NOTES.INI. lines: those with a setting or a heading. heading: that of [Notes], if it has one.

    told: its settings with their values, in order. by_key: the lines of each setting, values: what they say.
    """

    raw: bytes
    source: Source
    lines: tuple[IniLine, ...]
    heading: IniLine | None
    told: Told
    by_key: Mapping[str, list[IniLine]]
    values: Mapping[str, list[str]]

    def of(self, name: str) -> list[IniLine]:
        """The lines that set a setting."""
        return self.by_key.get(key_of(name), [])


def key_of(name: str) -> str:
    """The key of a setting's fact."""
    return f"ini.{name.lower()}"


@lru_cache(4)  # what one fix gives the next one begins with
def read(raw: bytes) -> NotesIni | Refusal:
    """The file of these bytes, or why none of it is edited."""
    source = opened(raw)
    if isinstance(source, Refusal):
        return source
    if nul := source.data.find(b"\0") + 1:
        return Refusal(_NULS.format(source.position(nul - 1)[0]))
    found = reader.read(source, builtin().catalogue)
    settings = [item for item in found if isinstance(item, Fact) and item.key.startswith("ini.")]
    parted = _lines(source, settings)
    if isinstance(parted, Refusal):
        return parted
    told = tuple((fact.key, fact.text) for fact in settings)
    by_key: dict[str, list[IniLine]] = {}
    values: dict[str, list[str]] = {}
    for line in parted[0]:
        if line.key:
            by_key.setdefault(line.key, []).append(line)
    for key, text in told:
        values.setdefault(key, []).append(text)
    return NotesIni(raw, source, *parted, told, by_key, values)


def _lines(source: Source, settings: list[Fact]) -> tuple[tuple[IniLine, ...], IniLine | None] | Refusal:
    """The lines with a setting or a heading, and that of [Notes]; a fragment is of it down to its first heading."""
    keys = {bisect_right(source.line_starts, fact.span[0]): fact.key for fact in settings if fact.span}
    heads = [number for number in _with_brackets(source) if _bare(source, number).startswith(b"[")]
    notes = next((number for number in heads if _bare(source, number).lower().startswith(_HEADER)), 0)
    numbers = sorted({*keys, *heads})
    if notes and notes != numbers[0]:
        return Refusal(_NOT_FIRST)
    last = min((number for number in heads if number != notes), default=len(source.line_starts) + 1)
    lines = tuple(_line(source, number, keys.get(number, ""), number < last) for number in numbers)
    return lines, lines[0] if notes else None


def _with_brackets(source: Source) -> list[int]:
    """The numbers of the lines that hold a bracket somewhere."""
    return sorted({bisect_right(source.line_starts, found.start()) for found in _BRACKET.finditer(source.data)})


def _line(source: Source, number: int, key: str, own: bool) -> IniLine:
    start, behind = _span(source, number)
    end = start + len(source.data[start:behind].rstrip(b"\r\n"))
    return IniLine(number, start, end, behind, key, _value(source.data, start, end) if key else (end, end), own)


def _span(source: Source, number: int) -> Span:
    """Where a line begins, and where the next one does."""
    starts = source.line_starts
    return starts[number - 1], starts[number] if number < len(starts) else len(source.data)


def _value(data: bytes, start: int, end: int) -> Span:
    """A value's place between its blanks: of other bytes that the reader takes for one, LMBCS may begin a letter."""
    begin = data.index(b"=", start) + 1
    begin += len(data[begin:end]) - len(data[begin:end].lstrip(b" \t"))
    return begin, begin + len(data[begin:end].rstrip(b" \t"))


def name_of(file: NotesIni, line: IniLine) -> Span:
    """A name's place, with the blanks between it and the equals sign."""
    text = file.source.data[line.start : line.end].partition(b"=")[0]
    return line.start + len(text) - len(text.lstrip()), line.start + len(text)


def _bare(source: Source, number: int) -> bytes:
    return source.data[slice(*_span(source, number))].strip()


def begins_a_block(file: NotesIni, line: IniLine) -> bool:
    """Whether a setting goes on in the lines behind it, as a private key does."""
    return bool(line.key) and _bare(file.source, line.number).endswith(b"----")


def is_unended(source: Source, line: IniLine) -> bool:
    """Whether it is the last line of a file, and has no end."""
    return line.behind == len(source.data) and source.last_line_is_open


@lru_cache(4)
def prevailing_end(data: bytes) -> str:
    """How most lines of a file end."""
    ends = Counter(_LINE_END.findall(data)).most_common(1)
    return ends[0][0].decode() if ends else "\n"
