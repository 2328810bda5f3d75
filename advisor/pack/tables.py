"""Tables of figures that documents print, row by row, and their page docs/tables.md."""

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.json import decode
from msgspec.structs import replace

from advisor.pack import Pack
from advisor.values.markdown import cell, code, plain

KINDS = ("text", "count", "number")
ABOUT_ROWS = ("section", "errs", "right")  # what stands in a row and is no column

Cell = str | int | Decimal


class FigureColumn(Struct, frozen=True):
    """A column; table_files.ColumnForm describes each field."""

    type: str
    says: str
    unit: str = ""
    gaps: bool = False


class FigureRow(Mapping[str, Cell]):
    """Maps a column to its cell: the corrected one if the print is wrong, else the printed one. Gaps are left out.

    printed: the cells of the document. errs: maps a column to the mistake in its print. section: the row's section, if
    it differs from the table's.
    """

    __slots__ = ("_cells", "errs", "printed", "section")

    def __init__(self, printed: dict[str, Cell], right: dict[str, Cell], errs: dict[str, str], section: str) -> None:
        self.printed, self.errs, self.section = printed, errs, section
        self._cells = printed | right

    def __getitem__(self, column: str) -> Cell:
        return self._cells[column]

    def __iter__(self) -> Iterator[str]:
        return iter(self._cells)

    def __len__(self) -> int:
        return len(self._cells)

    def __repr__(self) -> str:
        return f"FigureRow({self._cells!r})"

    def __hash__(self) -> int:
        return hash(tuple(self._cells.items()))

    def number(self, column: str) -> Decimal:
        """Return a count or number. Raises KeyError for a gap, TypeError for a text."""
        cell = self._cells[column]
        if isinstance(cell, str):
            raise TypeError(f"{column} is a text: {cell}")
        return Decimal(cell)

    def count(self, column: str) -> int:
        """Return a count. Raises KeyError for a gap, TypeError for another type."""
        cell = self._cells[column]
        if not isinstance(cell, int):
            raise TypeError(f"{column} is no count: {cell}")
        return cell

    def text(self, column: str) -> str:
        """Return a cell as printed, `0.890` with its last digit; "" for a gap."""
        return str(self._cells.get(column, ""))

    def as_printed(self) -> "FigureRow":
        """Return the row with the printed mistakes."""
        return FigureRow(self.printed, {}, self.errs, self.section)


class FigureTable(Struct, frozen=True):
    """A table; table_files.TableFile describes each field."""

    name: str
    title: str
    source: str
    section: str
    era: tuple[str, ...]
    says: str
    columns: dict[str, FigureColumn]
    rows: tuple[FigureRow, ...]
    platform: str = ""
    axis: str = ""
    by: tuple[str, ...] = ()
    unasked: str = ""

    def find(self, **cells: Cell) -> FigureRow:
        """Return the first row with these cells. Raises KeyError if there is none."""
        for row in self.rows:
            if all(row.get(column) == cell for column, cell in cells.items()):
                return row
        raise KeyError(f"{self.name} has no row with {cells}")

    def curves(self) -> dict[tuple[Cell, ...], tuple[FigureRow, ...]]:
        """Return the rows of each curve in the order of the axis, by the cells of the columns `by`."""
        rows_by_curve: dict[tuple[Cell, ...], tuple[FigureRow, ...]] = {}
        for row in self.rows:
            if self.axis in row:
                curve = tuple(row[column] for column in self.by)
                rows_by_curve[curve] = (*rows_by_curve.get(curve, ()), row)
        return rows_by_curve

    def as_printed(self) -> "FigureTable":
        """Return the table with the printed mistakes."""
        return replace(self, rows=tuple(row.as_printed() for row in self.rows))


def from_json(rows: list[dict[str, Any]]) -> dict[str, FigureTable]:
    """Return tables by name, from their JSON form."""
    return {row["name"]: _table(row) for row in rows}


def _table(data: dict[str, Any]) -> FigureTable:
    columns = {name: FigureColumn(**column) for name, column in data["columns"].items()}
    rows = tuple(_row(row, columns) for row in data["rows"])
    lists = {name: tuple(data.get(name, ())) for name in ("era", "by")}
    return FigureTable(**data | lists | {"columns": columns, "rows": rows})


def _row(data: dict[str, Any], columns: dict[str, FigureColumn]) -> FigureRow:
    printed = {name: _cell(cell, columns[name]) for name, cell in data.items() if name not in ABOUT_ROWS}
    right = {name: _cell(cell, columns[name]) for name, cell in data.get("right", {}).items()}
    return FigureRow(printed, right, data.get("errs", {}), data.get("section", ""))


def _cell(cell: Any, column: FigureColumn) -> Cell:
    """Return a cell. A number is a text in JSON, so that it keeps its digits."""
    return Decimal(cell) if column.type == "number" else cell


@cache
def tables() -> dict[str, FigureTable]:
    """Return the built-in tables by name."""
    return from_json(decode(Path(__file__).with_name("tables.json").read_bytes()))


def table(name: str) -> FigureTable:
    """Return a built-in table. Raises KeyError."""
    return tables()[name]


PAGE = "docs/tables.md"

_ENDS = ("percent", "mb", "gb", "kb", "s")  # of names of columns, which their units say

_INTRODUCTION = """\
# Tables of figures

The figures of the papers that sizing and predictions go by, a table a passage, as printed.
Generated by `domlint rules build` out of `rules/tables/`. Do not edit.

A figure in ~~strokes~~ is wrong in the print: the right one stands below its table, and domlint goes by that.
Of a figure with a star the print says something that does not fit, and no right one is known."""


def page(tables: Iterable[FigureTable], pack: Pack) -> str:
    """Return the whole page: the tables by source and name."""
    return "\n".join(_lines(sorted(tables, key=lambda table: (table.source, table.name)), pack)) + "\n"


def _lines(tables: list[FigureTable], pack: Pack) -> Iterator[str]:
    yield _INTRODUCTION
    for source, of_it in groupby(tables, key=lambda table: table.source):
        cited = pack.sources[source]
        yield from ("", f"## {plain(cited.title)}", "", f"{plain(cited.publisher)}, {cited.date}. {cited.url}".rstrip())
        for table in of_it:
            yield from ("", *_table_lines(table))


def _table_lines(table: FigureTable) -> Iterator[str]:
    yield from (f'### <a id="{table.name}"></a>{plain(table.title)}', "", plain(table.says), "")
    spoken_of = f"release {' and '.join(table.era)}" + (f" on {table.platform}" if table.platform else "")
    along = f"; between rows along {code(table.axis)}" if table.axis else ""
    yield from (f"{code(table.name)}: {plain(table.section)}; {spoken_of}{along}.", "")
    elsewhere = any(row.section for row in table.rows)
    heads = [_head(name, column) for name, column in table.columns.items()] + ["section"] * elsewhere
    yield _row_line(heads)
    yield "|---" * len(heads) + "|"
    for row in table.rows:
        yield _row_line([*(_shown(row, name) for name in table.columns), *([cell(row.section)] * elsewhere)])
    if errors := [line for number, row in enumerate(table.rows, 1) for line in _errors(number, row)]:
        yield from ("", "Of these:", "", *errors)


def _head(name: str, column: FigureColumn) -> str:
    words = name.split("_")
    if len(words) > 1 and words[-1] in _ENDS:
        words.pop()
    return cell(" ".join(words)) + (f" ({cell(column.unit)})" if column.unit and column.unit not in words else "")


def _row_line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _shown(row: FigureRow, column: str) -> str:
    text = cell(str(row.printed.get(column, "")))
    if column not in row.errs:
        return text
    return f"~~{text}~~" if _is_righted(row, column) and text else f"{text}\\*"


def _is_righted(row: FigureRow, column: str) -> bool:
    return row.get(column) != row.printed.get(column)


def _errors(number: int, row: FigureRow) -> Iterator[str]:
    for column, why in row.errs.items():
        right = f" Right: {row[column]}." if _is_righted(row, column) else ""
        yield f"- row {number}, {column.replace('_', ' ')}: {plain(why)}.{right}"
