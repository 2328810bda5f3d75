"""Read storage.toml: arrays and volumes that an administrator describes.

A wrong field is reported with its line. The other fields count.
"""

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.source import Source
from advisor.values import paths, raid
from advisor.values.near import closest, suggestion
from advisor.values.toml import NotToml, line_of, toml_in

_TABLE = re.compile(rb"(?>[ \t]*(?:#[^\r\n]*|[\w-]+[ \t]*=[^\r\n]*)?(?:\r?\n|\r))*+[ \t]*\[\[(?:array|volume)\]\]")
_BARE = "JBOD"  # one disk, of which no level is told, has no redundancy; what is below a virtual one nobody knows
_MAX_REASON = 400  # characters of what is said of a place: a name that somebody wrote may be thousands


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether a file is TOML whose first table is an array or a volume."""
    data = Source.of("", head).data
    return (b"[[array]]" in data or b"[[volume]]" in data) and _TABLE.match(data) is not None


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield `array.…` of each array, `volume.…` of each volume, and the read share of a controller's cache."""
    text = source.text(0, len(source.data))
    try:
        data = toml_in(text)
    except NotToml as slip:
        yield _form_error(_offset(source, slip.line or 1), str(slip))
        return
    arrays = list(_tables(source, text, data, "array"))
    volumes = list(_tables(source, text, data, "volume"))
    yield from (*arrays, *volumes)
    for name in [name for name in data if name not in {"array", "volume"}]:
        yield _form_error(_line_start(source, _Table(text, ()), (name,)), _no_table(name))
    if volumes and not any(isinstance(item, Diagnostic) for item in volumes):
        yield Complete("volume.", source)


def _tables(source: Source, text: str, data: dict[str, Any], kind: str) -> Iterator[Fact | Diagnostic]:
    """Yield the facts of all tables of a kind."""
    rows = data.get(kind, [])
    if not isinstance(rows, list):
        yield _form_error(
            _line_start(source, _Table(text, ()), (kind,)), f"[{kind}]: write [[{kind}]], in two brackets"
        )
        return
    names: set[str] = set()
    for number, row in enumerate(rows):
        table = _Table(text, (kind, number))
        yield from _table(source, table, row)
        yield from _duplicate_name(source, table, row, names)


def _duplicate_name(source: Source, table: "_Table", row: Any, names: set[str]) -> Iterator[Diagnostic]:
    """Yield a diagnostic for a second table with the same name."""
    field = "name" if table.place[0] == "array" else "mount"
    name = row.get(field) if isinstance(row, dict) else None
    if isinstance(name, str):
        same = name.casefold() if field == "name" else paths.named(name)
        if same in names:
            yield _form_error(_line_start(source, table, (field,)), f"{field}: {name} stands here for a second time")
        names.add(same)


class _Table(Struct, frozen=True):
    """A table in the text of a file, with its path in the parsed data."""

    text: str
    place: tuple[str | int, ...]


def _table(source: Source, table: _Table, row: Any) -> Iterator[Fact | Diagnostic]:
    """Yield the valid fields of a table as facts, and each invalid field as a diagnostic."""
    from advisor.readers.volumes._storage_form import wrong_fields  # only this format needs pydantic

    kind = str(table.place[0])
    if wrong := wrong_fields(kind, row):
        slips = [(_line_start(source, table, field), reason) for field, reason in wrong]
        yield from (_form_error(offset, reason) for offset, reason in sorted(slips, key=lambda slip: slip[0]))
        names = {field[0] for field, _ in wrong if field}
        row = {name: value for name, value in row.items() if name not in names} if isinstance(row, dict) else {}
    key = "name" if kind == "array" else "mount"
    if isinstance(row.get(key), str):
        subject = Subject(kind, row[key] if kind == "array" else paths.named(row[key]))
        if kind == "array":  # whoever names two arrays says that they are two sets of disks
            yield _fact(source, subject, "group", row[key], _line_start(source, table, ("name",)))
        for name, text in _texts(row, kind):
            yield _fact(source, subject, name, text, _line_start(source, table, (name,)))
        if row.get("disks") == 1 and "level" not in row and row.get("media") != "virtual":
            yield _fact(source, subject, "level", _BARE, _line_start(source, table, ("disks",)))


def _no_table(name: str) -> str:
    near = closest(name, ("array", "volume"))
    return f"there is no table {name}{suggestion(near and f'[[{near}]]')}"


def unrecognised(source: Source, catalogue: Catalogue) -> list[tuple[int, str]]:
    """Return line and reason for each error in a storage.toml that is not recognised by its first table."""
    slips = [item for item in read(source, catalogue) if isinstance(item, Diagnostic)]
    rows = sorted((source.position(slip.offset)[0], slip.reason) for slip in slips)
    return rows or [(1, "its first table is neither [[array]] nor [[volume]]")]


def _form_error(offset: int, reason: str) -> Diagnostic:
    """Return a diagnostic that the author of the file should fix."""
    return Diagnostic(offset, reason if len(reason) <= _MAX_REASON else f"{reason[: _MAX_REASON - 1]}…", own=True)


def _texts(row: dict[str, Any], kind: str) -> Iterator[tuple[str, str]]:
    """Yield the fields of a table as texts, with sizes and levels normalised."""
    for name, value in row.items():
        if isinstance(value, bool):
            yield name, "yes" if value else "no"
        elif isinstance(value, list):
            yield name, ", ".join(value)
        elif kind == "array" and name == "level":
            yield name, raid.level(value) or value
        elif name in {"stripe", "block"}:
            yield name, raid.size(value) or value
        elif kind == "volume" and name == "mount":
            yield name, paths.named(value)
        elif name == "file_system":
            yield name, value.lower()
        else:
            yield name, str(value)


def _fact(source: Source, subject: Subject, name: str, text: str, start: int) -> Fact:
    ends = source.line_starts[source.position(start)[0] :][:1] or [len(source.data)]
    span = (start, start + len(source.data[start : ends[0]].rstrip(b"\r\n")))
    unheard = raid.unheard_level(text) if name == "level" and raid.level(text) is None else ""
    return Fact(f"{subject.kind}.{name}", text, source, span, subject, doubt=unheard)


def _line_start(source: Source, table: _Table, field: tuple[int | str, ...]) -> int:
    return _offset(source, line_of(table.text, (*table.place, *field)))


def _offset(source: Source, line: int) -> int:
    starts = source.line_starts
    return starts[min(line, len(starts)) - 1]


READER = Reader(
    __name__,
    "storage.toml",
    recognises,
    read,
    signs=(b"[[array]]", b"[[volume]]"),
    needs_whole_head=True,
    must_be_whole=True,
)
