"""Edits NOTES.INI: bytes and what a setting is to be in, edits out; what follows is read by the reader of the format.

A setting that stands twice gets its value in both lines: which of them Domino takes is written nowhere.
"""

import re

from advisor.fixes.at_once import Editing
from advisor.fixes.edits import Change, Edit, Refusal, Told, changing, edit
from advisor.fixes.setting_lines import (
    IniLine,
    NotesIni,
    begins_a_block,
    is_unended,
    key_of,
    name_of,
    prevailing_end,
    read,
)
from advisor.readers.domino import notes_ini as reader
from advisor.report.finding import SettingEdit

EDITS = reader.READER.name
LONGEST = 255  # bytes of a value: programs read no more of it

_NO_TEXT = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\ud800-\udfff]")
_NO_NAME = re.compile(r"[=\t]|\A[;#:\[]")
_NO_PLACE = "it has no line of [Notes] and no setting, so nothing tells where one belongs"
_IN_ANOTHER = "line {} stands below another heading than [Notes], where Domino may not look; change it by hand"
_BEHIND_HEADING = "line {} holds [Notes] and a setting, because a line end was lost"
_BLANK = "on line {} a blank stands before the equals sign, so Domino may not know the setting; take that out first"
_BLOCK = "line {} begins a key of several lines"
_NOT_ALIKE = "it stands on lines {} with different values, and which of them counts is not known"
_TAKEN = "{} is set already, on line {}"
_MISSING = "{} is not set in it"


def told(raw: bytes) -> Told | Refusal:
    """What the file says."""
    file = read(raw)
    return file if isinstance(file, Refusal) else file.told


def _change(file: NotesIni, one: SettingEdit) -> Change | Refusal:
    """What a change does to the file, which is not read again yet."""
    if one.action == "set":
        return _set(file, one.name, one.to)
    return _renamed(file, one.name, one.to) if one.action == "rename" else _removed(file, one.name)


def _set(file: NotesIni, name: str, value: str) -> Change | Refusal:
    lines = file.of(name)
    if slip := why_no_value(value):
        return Refusal(slip)
    if refusal := _why_not(file, lines) or _blank(file, lines):
        return refusal
    if not lines:
        return _new(file, name, value)
    return _changing(file, [edit(file.source, line.value, value) for line in lines], name, [value] * len(lines))


def _removed(file: NotesIni, name: str) -> Change | Refusal:
    lines = file.of(name)
    if refusal := _why_not(file, lines):
        return refusal
    return _changing(file, [edit(file.source, (line.start, line.behind), "") for line in lines], name, [])


def _renamed(file: NotesIni, old: str, new: str) -> Change | Refusal:
    lines, others = file.of(old), file.of(new) if key_of(old) != key_of(new) else []
    values = file.values.get(key_of(old), [])
    if slip := why_no_name(new):
        return Refusal(slip)
    if refusal := _why_not(file, lines):
        return refusal
    if not lines:
        return Refusal(_MISSING.format(old))
    if others:
        return Refusal(_TAKEN.format(new, others[0].number))
    if len({*values}) > 1:
        return Refusal(_NOT_ALIKE.format(", ".join(str(line.number) for line in lines)))
    return _changing(file, [edit(file.source, name_of(file, line), new) for line in lines], old, values, new)


def why_no_value(value: str) -> str:
    """Why a text can be no setting's value; "" where it can."""
    if _NO_TEXT.search(value):
        return "the value holds characters that no line of NOTES.INI can"
    if value != value.strip():
        return "the value begins or ends with a blank"
    too_long = len(value.encode()) > LONGEST
    return f"the value is longer than {LONGEST} bytes, and programs read no more" if too_long else ""


def why_no_name(name: str) -> str:
    """Why a text can be no setting's name; "" where it can."""
    fits = name and name == name.strip() and not _NO_NAME.search(name) and not _NO_TEXT.search(name)
    return "" if fits and len(name.encode()) <= LONGEST else "its new name can be no setting's"


def _why_not(file: NotesIni, lines: list[IniLine]) -> Refusal | None:
    """Why these lines of a setting are not touched; None where they are."""
    for line in lines:
        if not line.own:
            return Refusal(_IN_ANOTHER.format(line.number), by_hand=True)
        if line == file.heading:
            return Refusal(_BEHIND_HEADING.format(line.number))
        if begins_a_block(file, line):
            return Refusal(_BLOCK.format(line.number))
    return None


def _blank(file: NotesIni, lines: list[IniLine]) -> Refusal | None:
    """Why a setting that is written with a blank behind its name gets no value."""
    names = {line.number: file.source.data[slice(*name_of(file, line))] for line in lines}
    number = next((number for number, name in names.items() if name != name.rstrip()), 0)
    return Refusal(_BLANK.format(number)) if number else None


def _new(file: NotesIni, name: str, value: str) -> Change | Refusal:
    """The line of a setting that the file does not have, behind the last one of its section."""
    end = prevailing_end(file.source.data)
    own = (line for line in reversed(file.lines) if line.own and line.key and not begins_a_block(file, line))
    last = next(own, file.heading)
    if last is None:
        return Refusal(_NO_PLACE)
    if slip := why_no_name(name):
        return Refusal(slip)
    text = f"{name}={value}"
    if not is_unended(file.source, last):
        at, text = last.behind, text + end
    elif last == file.heading:
        at, text = last.end, end + text
    else:  # before the last line, which may be cut
        at, text = last.start, text + end
    return _changing(file, [edit(file.source, (at, at), text)], name, [value])


def _changing(
    file: NotesIni, edits: list[Edit | Refusal], old: str, values: list[str], new: str = ""
) -> Change | Refusal:
    """The change after which the setting has these values. new: the name that it has afterwards, if another."""
    key = key_of(new or old)
    return changing(file.raw, edits, {key_of(old), key}, [(key, value) for value in values])


_EDITING = Editing(read, _change, told)
set_value, removed = _EDITING.set_value, _EDITING.removed
renamed, several, edits = _EDITING.renamed, _EDITING.several, _EDITING.edits
