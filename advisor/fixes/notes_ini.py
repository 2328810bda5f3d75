"""Edits of a NOTES.INI: its lines, and what a change does to them."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct

from advisor.facts import Fact
from advisor.fixes.edits import Change, Content, Edit, Editing, Refusal, checked_change, edit, open_source
from advisor.pack import builtin
from advisor.readers.domino import notes_ini as reader
from advisor.source import Source, Span

_HEADER = b"[notes]"
_BRACKET = re.compile(rb"\[")
_LINE_END = re.compile(rb"\r\n|\n|\r")
_NULS = "line {} holds NUL bytes, so the file is damaged"
_NOT_FIRST = "[Notes] does not stand first in it"


class IniLine(Struct, frozen=True):
    """A line of the file, by offsets of its source."""

    number: int
    start: int
    end: int  # without the line end
    next_start: int  # start of the next line
    key: str  # of its setting, or ""
    value: Span  # the span of the value
    own: bool  # Domino looks for settings here


class NotesIni(Struct, frozen=True):
    """A NOTES.INI."""

    raw: bytes
    source: Source
    lines: tuple[IniLine, ...]  # those with a setting or a heading
    heading: IniLine | None  # the line [Notes]
    content: Content  # settings and values in order
    by_key: Mapping[str, list[IniLine]]  # lines of each setting
    values: Mapping[str, list[str]]  # values of each setting

    def of(self, name: str) -> list[IniLine]:
        """Return the lines that set a setting."""
        return self.by_key.get(key_of(name), [])


def key_of(name: str) -> str:
    """Return the key of a setting's fact."""
    return f"ini.{name.lower()}"


@lru_cache(4)  # what one fix gives the next one begins with
def read_notes_ini(raw: bytes) -> NotesIni | Refusal:
    """Read a NOTES.INI; a Refusal if it cannot be edited."""
    source = open_source(raw)
    if isinstance(source, Refusal):
        return source
    if nul := source.data.find(b"\0") + 1:
        return Refusal(_NULS.format(source.position(nul - 1)[0]))
    found = reader.read(source, builtin().catalogue)
    settings = [item for item in found if isinstance(item, Fact) and item.key.startswith("ini.")]
    parted = _lines(source, settings)
    if isinstance(parted, Refusal):
        return parted
    content = tuple((fact.key, fact.text) for fact in settings)
    by_key: dict[str, list[IniLine]] = {}
    values: dict[str, list[str]] = {}
    for line in parted[0]:
        if line.key:
            by_key.setdefault(line.key, []).append(line)
    for key, text in content:
        values.setdefault(key, []).append(text)
    return NotesIni(raw, source, *parted, content, by_key, values)


def _lines(source: Source, settings: list[Fact]) -> tuple[tuple[IniLine, ...], IniLine | None] | Refusal:
    """Return the lines with a setting or a heading, and that of [Notes]. A fragment ends at its first heading."""
    keys = {bisect_right(source.line_starts, fact.span[0]): fact.key for fact in settings if fact.span}
    brackets = {bisect_right(source.line_starts, found.start()) for found in _BRACKET.finditer(source.data)}
    heads = [number for number in sorted(brackets) if _stripped_line(source, number).startswith(b"[")]
    notes = next((number for number in heads if _stripped_line(source, number).lower().startswith(_HEADER)), 0)
    numbers = sorted({*keys, *heads})
    if notes and notes != numbers[0]:
        return Refusal(_NOT_FIRST)
    last = min((number for number in heads if number != notes), default=len(source.line_starts) + 1)
    lines = tuple(_ini_line(source, number, keys.get(number, ""), number < last) for number in numbers)
    return lines, lines[0] if notes else None


def _ini_line(source: Source, number: int, key: str, own: bool) -> IniLine:
    start, next_start = _line_span(source, number)
    end = start + len(source.data[start:next_start].rstrip(b"\r\n"))
    return IniLine(
        number, start, end, next_start, key, _value_span(source.data, start, end) if key else (end, end), own
    )


def _line_span(source: Source, number: int) -> Span:
    """Return the start of a line and of the next one."""
    starts = source.line_starts
    return starts[number - 1], starts[number] if number < len(starts) else len(source.data)


def _value_span(data: bytes, start: int, end: int) -> Span:
    """Return the span of a value without blanks. Other white space may be part of an LMBCS character."""
    begin = data.index(b"=", start) + 1
    begin += len(data[begin:end]) - len(data[begin:end].lstrip(b" \t"))
    return begin, begin + len(data[begin:end].rstrip(b" \t"))


def name_span(file: NotesIni, line: IniLine) -> Span:
    """Return the span of a name, with the blanks before the equals sign."""
    text = file.source.data[line.start : line.end].partition(b"=")[0]
    return line.start + len(text) - len(text.lstrip()), line.start + len(text)


def _stripped_line(source: Source, number: int) -> bytes:
    return source.data[slice(*_line_span(source, number))].strip()


def begins_a_block(file: NotesIni, line: IniLine) -> bool:
    """Return whether a setting continues on the following lines, as a private key does."""
    return bool(line.key) and _stripped_line(file.source, line.number).endswith(b"----")


def is_unended(source: Source, line: IniLine) -> bool:
    """Return whether it is the last line of the file and has no line end."""
    return line.next_start == len(source.data) and source.last_line_is_open


@lru_cache(4)
def prevailing_end(data: bytes) -> str:
    """Return the most frequent line end of a file."""
    ends = Counter(_LINE_END.findall(data)).most_common(1)
    return ends[0][0].decode() if ends else "\n"


FORMAT = reader.READER.name
LONGEST = 255  # bytes of a value: programs read no more of it

_NO_TEXT = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\ud800-\udfff]")
_NO_NAME = re.compile(r"[=\t]|\A[;#:\[]")
_NO_PLACE = "it has no line of [Notes] and no setting, so nothing tells where one belongs"
_IN_ANOTHER = "line {} stands below another heading than [Notes], where Domino may not look; change it by hand"
_BEHIND_HEADING = "line {} holds [Notes] and a setting, because a line end was lost"
_BLANK = "on line {} there is a space before the equals sign, so Domino may not know the setting; take that out first"
_BLOCK = "line {} begins a key of several lines"
_NOT_ALIKE = "it stands on lines {} with different values, and which of them counts is not known"
_TAKEN = "{} is set already, on line {}"
_MISSING = "{} is not set in it"


def _set_value(file: NotesIni, name: str, value: str) -> Change | Refusal:
    lines = file.of(name)
    if slip := value_error(value):
        return Refusal(slip)
    if refusal := _refusal_of_lines(file, lines) or _blank_before_equals(file, lines):
        return refusal
    if not lines:
        return _new_line(file, name, value)
    return _change_to_values(file, [edit(file.source, line.value, value) for line in lines], name, [value] * len(lines))


def _remove(file: NotesIni, name: str) -> Change | Refusal:
    lines = file.of(name)
    if refusal := _refusal_of_lines(file, lines):
        return refusal
    return _change_to_values(file, [edit(file.source, (line.start, line.next_start), "") for line in lines], name, [])


def _rename(file: NotesIni, old: str, new: str) -> Change | Refusal:
    lines, others = file.of(old), file.of(new) if key_of(old) != key_of(new) else []
    values = file.values.get(key_of(old), [])
    if slip := name_error(new):
        return Refusal(slip)
    if refusal := _refusal_of_lines(file, lines):
        return refusal
    if not lines:
        return Refusal(_MISSING.format(old))
    if others:
        return Refusal(_TAKEN.format(new, others[0].number))
    if len({*values}) > 1:
        return Refusal(_NOT_ALIKE.format(", ".join(str(line.number) for line in lines)))
    return _change_to_values(file, [edit(file.source, name_span(file, line), new) for line in lines], old, values, new)


def value_error(value: str) -> str:
    """Return why a text cannot be the value of a setting, or ""."""
    if _NO_TEXT.search(value):
        return "the value holds characters that no line of NOTES.INI can"
    if value != value.strip():
        return "the value begins or ends with a blank"
    too_long = len(value.encode()) > LONGEST
    return f"the value is longer than {LONGEST} bytes, and programs read no more" if too_long else ""


def name_error(name: str) -> str:
    """Return why a text cannot be the name of a setting, or ""."""
    fits = name and name == name.strip() and not _NO_NAME.search(name) and not _NO_TEXT.search(name)
    return "" if fits and len(name.encode()) <= LONGEST else "its new name can be no setting's"


def _refusal_of_lines(file: NotesIni, lines: list[IniLine]) -> Refusal | None:
    """Return why these lines of a setting are not edited, or None."""
    for line in lines:
        if not line.own:
            return Refusal(_IN_ANOTHER.format(line.number), by_hand=True)
        if line == file.heading:
            return Refusal(_BEHIND_HEADING.format(line.number))
        if begins_a_block(file, line):
            return Refusal(_BLOCK.format(line.number))
    return None


def _blank_before_equals(file: NotesIni, lines: list[IniLine]) -> Refusal | None:
    """Return a Refusal if a blank is between the name and the equals sign."""
    names = {line.number: file.source.data[slice(*name_span(file, line))] for line in lines}
    number = next((number for number, name in names.items() if name != name.rstrip()), 0)
    return Refusal(_BLANK.format(number)) if number else None


def _new_line(file: NotesIni, name: str, value: str) -> Change | Refusal:
    """Return the change that adds a setting after the last one of its section."""
    end = prevailing_end(file.source.data)
    own = (line for line in reversed(file.lines) if line.own and line.key and not begins_a_block(file, line))
    last = next(own, file.heading)
    if last is None:
        return Refusal(_NO_PLACE)
    if slip := name_error(name):
        return Refusal(slip)
    text = f"{name}={value}"
    if not is_unended(file.source, last):
        at, text = last.next_start, text + end
    elif last == file.heading:
        at, text = last.end, end + text
    else:  # before the last line, which may be cut
        at, text = last.start, text + end
    return _change_to_values(file, [edit(file.source, (at, at), text)], name, [value])


def _change_to_values(
    file: NotesIni, edits: list[Edit | Refusal], old: str, values: list[str], new: str = ""
) -> Change | Refusal:
    """Return the change after which the setting has these values. new: its new name, if it is renamed."""
    key = key_of(new or old)
    return checked_change(file.raw, edits, {key_of(old), key}, [(key, value) for value in values])


EDITOR = Editing(read_notes_ini, _set_value, _remove, _rename)
