"""The files of rules/tables/: their form, the checks of their cells, and how they become JSON. Imports pydantic."""

import re
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from advisor.pack import tables
from advisor.pack.rule_files import Place, RulebookError, field, load
from advisor.pack.tables import ABOUT_ROWS
from advisor.values import release
from advisor.values.near import closest, suggestion
from advisor.values.scales import Platform
from advisor.values.toml import kind_of, line_of, quoted, text_of
from advisor.values.toml_forms import Form

Kind = Literal[tables.KINDS]  # type: ignore[valid-type]

# A table with nothing but its defaults. Any: the form narrows their types to what may be written.
_TABLE: Any = tables.FigureTable("", "", "", "", (), "", {}, ())


class ColumnForm(Form):
    """A column: what its cells are. Numbers keep the digits of the print: 0.890 is not 0.89."""

    type: Kind = Field(description="text; count, a whole number of things; number")
    says: str = Field(min_length=3, description="what the column tells, where its name does not")
    unit: str = Field("", description="of a count or a number: users, MB, s, % …")
    gaps: bool = Field(False, description="true where the document leaves cells empty or says n.a.")


class TableFile(Form):
    """A file of tables/. A row holds columns, as printed; where the print is wrong, what is wrong and what is right."""

    title: str = Field(min_length=10, description="what a list of tables calls it")
    source: str = Field(description="the name of a source of rules/sources/")
    section: str = Field(min_length=5, description="the passage; a row may name another one of that document")
    era: tuple[str, ...] = Field(min_length=1, description="the releases of Domino that it speaks of")
    platform: Literal[Platform, "os2", "netware", ""] = Field(_TABLE.platform, description="the one it speaks of")
    says: str = Field(min_length=20, description="what was measured or is recommended, on what")
    axis: str = Field(_TABLE.axis, description="the column along which values between two rows may be interpolated")
    by: tuple[str, ...] = Field(_TABLE.by, description="columns that tell one curve along the axis from another")
    unasked: str = Field(_TABLE.unasked, description="why nothing asks for the table, where nothing does")
    columns: dict[str, ColumnForm] = Field(min_length=1, description="each by its name in rows")
    row: list[dict[str, Any]] = Field(min_length=1, description="columns, besides section, errs, right")


_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_COLUMN = re.compile(r"[a-z][a-z0-9_]*")
Slip = tuple[Place, str]


def slips(path: Path, file: TableFile, sources: set[str]) -> list[Slip]:
    """Return the errors in a table file with their locations. sources: the names of all sources."""
    return [*_of_name(path), *_of_source(file, sources), *_of_columns(file), *_of_rows(file), *_of_axis(file)]


def _of_name(path: Path) -> Iterator[Slip]:
    if not _NAME.fullmatch(path.stem):
        yield (), f"{quoted(path.stem)} is no name for a table: small letters, digits and hyphens"


def _of_source(file: TableFile, sources: set[str]) -> Iterator[Slip]:
    if file.source not in sources:
        yield ("source",), f'no source is called "{file.source}"{suggestion(closest(file.source, sources))}'
    for number, name in enumerate(file.era):
        if release.parse(name) is None:
            yield ("era", number), f"{quoted(name)} is no release"


def _of_columns(file: TableFile) -> Iterator[Slip]:
    for name, column in file.columns.items():
        if not _COLUMN.fullmatch(name) or name in ABOUT_ROWS:
            yield ("columns", name), f"{quoted(name)} is no name for a column"
        if bool(column.unit) == (column.type == "text"):
            yield ("columns", name), "a text has no unit" if column.unit else "it has no unit"
        if not any(name in row for row in file.row):
            yield ("columns", name), "no row has it"
    if file.axis and (file.axis not in file.columns or file.columns[file.axis].type == "text"):
        yield ("axis",), f"{quoted(file.axis)} is no column of counts or numbers"
    if file.by and not file.axis:
        yield ("by",), "there is no axis"
    yield from ((("by", number), f"{quoted(name)} is no column") for number, name in _strange(file.by, file.columns))


def _strange(names: Iterable[str], columns: dict[str, ColumnForm]) -> list[tuple[int, str]]:
    return [(number, name) for number, name in enumerate(names) if name not in columns]


def _of_rows(file: TableFile) -> Iterator[Slip]:
    row_numbers: dict[str, int] = {}
    for number, row in enumerate(file.row):
        row_location = ("row", number)
        yield from ((row_location + location, problem) for location, problem in _of_row(row, file.columns))
        first = row_numbers.setdefault(repr(sorted(_cells(row).items())), number)
        if first < number:
            yield row_location, f"it is row {first + 1} again"


def _of_row(row: dict[str, Any], columns: dict[str, ColumnForm]) -> Iterator[Slip]:
    cells = _cells(row)
    yield from _of_cells(cells, columns, ())
    for name, column in columns.items():
        if name not in cells and not column.gaps:
            yield (), f"{name} is missing; where the document leaves it out, its column says gaps = true"
    if not isinstance(row.get("section", "none"), str):
        yield ("section",), "a text in quotes is wanted"
    tables = {name: row.get(name, {}) for name in ("errs", "right")}
    if wrong := [name for name, table in tables.items() if not isinstance(table, dict)]:
        yield from (((name,), f"a table is wanted, not {kind_of(tables[name])}") for name in wrong)
        return
    yield from _of_errors(tables["errs"], columns)
    yield from _of_cells(tables["right"], columns, ("right",))
    for name in tables["right"]:
        if name not in tables["errs"]:
            yield ("right", name), "errs does not say what is wrong in the print"
        elif name in cells and tables["right"][name] == cells[name]:
            yield ("right", name), "that is what the row has already"


def _of_errors(errs: dict[str, Any], columns: dict[str, ColumnForm]) -> Iterator[Slip]:
    for name, why in errs.items():
        if name not in columns:
            yield ("errs", name), f"there is no such column{suggestion(closest(name, columns))}"
        if not isinstance(why, str) or not why.strip():
            yield ("errs", name), "a text is wanted that says what is wrong"


def _of_cells(cells: dict[str, Any], columns: dict[str, ColumnForm], within: Place) -> Iterator[Slip]:
    for name, cell in cells.items():
        if name not in columns:
            yield (*within, name), f"there is no such column{suggestion(closest(name, columns))}"
        elif not _FITS[columns[name].type](cell):
            yield (*within, name), f"{_WANTED[columns[name].type]} is wanted, not {_kind(cell)}"


def _kind(cell: Any) -> str:
    return f"the number {cell}" if isinstance(cell, Decimal) else kind_of(cell)


def _is_number(cell: Any) -> bool:
    return isinstance(cell, int | Decimal) and not isinstance(cell, bool) and Decimal(cell).is_finite()


_FITS: dict[str, Callable[[Any], bool]] = {
    "text": lambda cell: isinstance(cell, str) and bool(cell.strip()),
    "count": lambda cell: isinstance(cell, int) and not isinstance(cell, bool) and cell >= 0,
    "number": _is_number,
}
_WANTED = {"text": "a text in quotes", "count": "a whole number from 0", "number": "a number, without quotes"}


def _of_axis(file: TableFile) -> Iterator[Slip]:
    """Check that the axis rises along each curve. Rows without a printed value are on no curve."""
    last: dict[str, tuple[int, Any]] = {}
    for number, row in enumerate(file.row):
        position = row.get(file.axis)
        if not _is_number(position):
            continue
        curve = repr([row.get(name) for name in file.by])
        before, value = last.get(curve, (number, None))
        if value is not None and position <= value:
            problem = f"{file.axis} is the axis, and {position} is not above row {before + 1}'s {value}"
            yield ("row", number, file.axis), problem
        last[curve] = number, position


def _cells(row: dict[str, Any]) -> dict[str, Any]:
    return {name: cell for name, cell in row.items() if name not in ABOUT_ROWS}


def compile_tables(folder: Path, sources: Iterable[str]) -> list[dict[str, Any]]:
    """Return a row for each file of a rules folder's tables/, ordered by file name. Raises RulebookError.

    sources: the names of all sources.
    """
    source_names = set(sources)
    return [_compiled(path, source_names) for path in sorted((folder / "tables").glob("*.toml"))]


def _compiled(path: Path, sources: set[str]) -> dict[str, Any]:
    file = load(path, TableFile, parse_float=Decimal)
    if errors := slips(path, file, sources):
        text = text_of(path.read_bytes())
        lines = (f"{path}:{line_of(text, location)}: {field(location)}: {problem}" for location, problem in errors)
        raise RulebookError("\n".join(lines))
    written = file.model_dump(exclude_defaults=True, exclude={"row"}, mode="json")
    return {"name": path.stem} | written | {"rows": [_row(row) for row in file.row]}


def _row(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row for JSON, with numbers as texts to keep the printed digits."""
    return {name: _row(cell) if isinstance(cell, dict) else _written(cell) for name, cell in row.items()}


def _written(cell: Any) -> Any:
    return str(cell) if isinstance(cell, Decimal) else cell
