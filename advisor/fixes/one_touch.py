"""Edits of One-Touch Setup as JSON. The layout of the file stays as it is.

Values that come from a template or are looked up during the set-up are not edited, nor are duplicate settings.
"""

import json
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache

from msgspec import Struct

from advisor.facts import Fact
from advisor.fixes.edits import Change, Content, Editing, Refusal, checked_change, edit, open_source
from advisor.fixes.notes_ini import key_of, name_error, value_error
from advisor.pack import builtin
from advisor.readers.domino import one_touch as reader
from advisor.readers.json_tree import Branch, Entry, JsonValue, Scalar, is_object, parse
from advisor.source import Source, Span

FORMAT = reader.READER.name

_TASKS = "servertasks"  # a parameter of its own, too
_UNDER = ("serversetup", "notesini")
_SERVER = ("serversetup", "server")
_UNICODE = ("utf-8", "utf-16-le", "utf-16-be")  # in all other encodings letters beyond ASCII are escaped
_TEMPLATE = re.compile(r"\{\{|\$\{|\{%|\A@\w+:")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?")
_PREFIXES = ("ini.", "one_touch.")
_NO_TEXT = "the value reads as that of a template"
_NO_JSON = "it is no JSON to its end (line {})"
_TWICE = "{} stands {} times in it, and which of them counts is not known"
_OF_A_TEMPLATE = "its value comes from a template or from elsewhere (line {})"
_NO_VALUE = "{} is no single value (line {})"
_NO_PART = "it has no notesINI to put a setting into"
_TAKEN = "{} is set already, on line {}"
_MISSING = "{} is not set in its notesINI"


Members = list[tuple[Branch, Entry]]  # those that give a setting, each with its object


class _Setup(Struct, frozen=True):
    """A One-Touch file."""

    raw: bytes
    source: Source
    settings: Branch | None  # its notesINI
    members: Mapping[str, Members]  # by name of the setting
    content: Content  # keys and values in order
    values: Mapping[str, list[str]]  # by key
    numbers: bool  # figures are JSON numbers

    def of(self, name: str) -> Members:
        """Return the members that set a setting."""
        return self.members.get(name.lower(), [])

    def line(self, entry: Entry) -> int:
        """Return the line on which a member begins."""
        return self.source.position(entry.at[0])[0]


def _set(setup: _Setup, name: str, value: str) -> Change | Refusal:
    members = setup.of(name)
    if slip := value_error(value) or _why_not(setup, name, members) or _NO_TEXT * bool(_TEMPLATE.search(value)):
        return Refusal(slip)
    if not members:
        return _new(setup, name, value)
    entry, source = members[0][1], setup.source
    if isinstance(entry.value, Scalar) and entry.value.text == value:
        return Change((), frozenset(), ())
    number = isinstance(entry.value, Scalar) and entry.value.bare and bool(_NUMBER.fullmatch(entry.value.text or ""))
    change = edit(source, _whole(entry.value), _written(value, number, source))
    return checked_change(setup.raw, [change], {key_of(name)}, [(key_of(name), value)])


def _removed(setup: _Setup, name: str) -> Change | Refusal:
    members = setup.of(name)
    if slip := _why_not(setup, name, members):
        return Refusal(slip)
    changes = [edit(setup.source, _with_comma(part, entry), "") for part, entry in members]
    return checked_change(setup.raw, changes, {key_of(name)}, [])


def _renamed(setup: _Setup, old: str, new: str) -> Change | Refusal:
    members = setup.of(old)
    if slip := name_error(new) or _why_not(setup, old, members):
        return Refusal(slip)
    if not members or members[0][0] is not setup.settings:
        return Refusal(_MISSING.format(old))
    entry = members[0][1]
    others = setup.of(new) if key_of(old) != key_of(new) else []
    if others:
        return Refusal(_TAKEN.format(new, setup.line(others[0][1])))
    change = edit(setup.source, entry.at, _written(new, False, setup.source)[1:-1])
    keys = {key_of(old), key_of(new)}
    return checked_change(
        setup.raw, [change], keys, [(key_of(new), value) for value in setup.values.get(key_of(old), [])]
    )


@lru_cache(4)
def _read(raw: bytes) -> _Setup | Refusal:
    source = open_source(raw)
    if isinstance(source, Refusal):
        return source
    parsed = parse(source)
    root = parsed.values[0] if parsed.values else None
    if parsed.diagnostics or not is_object(root):
        at = parsed.diagnostics[0].offset if parsed.diagnostics else 0
        return Refusal(_NO_JSON.format(source.position(at)[0]))
    settings = [*_all(root, _UNDER), *_all(root, _UNDER[1:])]
    server = _all(root, _SERVER)
    for name, parts in (("notesINI", settings), ("server", server)):
        if len(parts) > 1:
            return Refusal(_TWICE.format(name, len(parts)))
    found = reader.read(source, builtin().catalogue)
    content = tuple((one.key, one.text) for one in found if isinstance(one, Fact) and one.key.startswith(_PREFIXES))
    members: dict[str, Members] = defaultdict(list)
    for part, entry in _setting(own := next(iter(settings), None), next(iter(server), None)):
        members[_plain(entry)].append((part, entry))
    values: dict[str, list[str]] = defaultdict(list)
    for key, text in content:
        values[key].append(text)
    return _Setup(raw, source, own, members, content, values, _has_numbers(own))


def _setting(settings: Branch | None, server: Branch | None) -> Iterator[tuple[Branch, Entry]]:
    """Yield the members that are settings: all of notesINI, and the tasks of the server."""
    for part in filter(None, (settings, server)):
        yield from ((part, one) for one in part.entries if part is settings or _plain(one) == _TASKS)


def _all(root: Branch, way: tuple[str, ...]) -> list[Branch]:
    """Return the objects at a path of names, which are case-insensitive."""
    here = [root]
    for name in way:
        here = [one.value for branch in here for one in branch.entries if _plain(one) == name and is_object(one.value)]
    return here


def _plain(entry: Entry) -> str:
    return entry.name.strip().lower()


def _why_not(setup: _Setup, name: str, members: list[tuple[Branch, Entry]]) -> str:
    """Return why a setting is not edited, or ""."""
    if len(members) > 1:
        return _TWICE.format(name, len(members))
    for _, entry in members:
        if not isinstance(entry.value, Scalar):
            return _NO_VALUE.format(name, setup.line(entry))
        if _TEMPLATE.search(f"{entry.value.text or ''}") or _TEMPLATE.search(entry.name):
            return _OF_A_TEMPLATE.format(setup.line(entry))
    return ""


def _new(setup: _Setup, name: str, value: str) -> Change | Refusal:
    """Return the change that adds a member after the last one, with the same separator."""
    part, source = setup.settings, setup.source
    if part is None:
        return Refusal(_NO_PART)
    if slip := name_error(name):
        return Refusal(slip)
    key, number = _written(name, False, source), setup.numbers
    if not part.entries:
        at, text = part.span[0] + 1, f"{key}: {_written(value, number, source)}"
    else:
        last = part.entries[-1]
        at = _whole(last.value)[1]
        colon = source.text(last.at[1] + 1, _whole(last.value)[0])
        text = f"{_between(source, part)}{key}{colon}{_written(value, number, source)}"
    return checked_change(setup.raw, [edit(source, (at, at), text)], {key_of(name)}, [(key_of(name), value)])


def _between(source: Source, part: Branch) -> str:
    """Return the separator before the last member of an object."""
    begin = part.entries[-1].at[0] - 1
    if len(part.entries) > 1:
        return source.text(_whole(part.entries[-2].value)[1], begin)
    return "," + source.text(part.span[0] + 1, begin)


def _has_numbers(part: Branch | None) -> bool:
    """Return whether figures of an object are JSON numbers rather than strings."""
    scalars = [one for one in (part.values if part else ()) if isinstance(one, Scalar)]
    figures = [one.bare for one in scalars if _NUMBER.fullmatch(one.text or "")]
    return bool(figures) and all(figures)


def _with_comma(part: Branch, entry: Entry) -> Span:
    """Return the span of a member with its comma: up to the next one, or from the end of the one before."""
    number = bisect_left(part.entries, entry.at, key=lambda one: one.at)
    if number + 1 < len(part.entries):
        return entry.at[0] - 1, part.entries[number + 1].at[0] - 1
    before = _whole(part.entries[number - 1].value)[1] if number else part.span[0] + 1
    return before, _whole(entry.value)[1]


def _whole(value: JsonValue) -> Span:
    """Return the span of a value with the quotes of a string."""
    begin, end = value.span
    return (begin - 1, end + 1) if isinstance(value, Scalar) and not value.bare else (begin, end)


def _written(text: str, number: bool, source: Source) -> str:
    """Return a text as JSON. Characters that the encoding may not hold are escaped."""
    if number and _NUMBER.fullmatch(text):
        return text
    return json.dumps(text, ensure_ascii=source.encoding not in _UNICODE)


EDITOR = Editing(_read, _set, _removed, _renamed)
