"""Figures of the tables: cells, corrected or as printed, and values interpolated between measured rows."""

import re
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from advisor.pack import tables
from advisor.pack.tables import Cell, FigureRow, FigureTable
from advisor.sizing.model import SizingCurve, SizingFigure, SizingStep
from advisor.values.printing import counted

CENTS = Decimal("0.01")
PERCENT = 100
MB_OF_GB = 1000  # as makers of drives have it, and the paper


class Figures(Struct, frozen=True):
    """The tables of figures, either corrected or as printed (`printed`: with the errors of the print)."""

    printed: bool = False

    def table(self, name: str) -> FigureTable:
        """Return a table by name. Raises KeyError."""
        found = tables.table(name)
        return found.as_printed() if self.printed else found


def sizing_step(
    server: str,
    of: str,
    title: str,
    formula: str,
    figures: tuple[SizingFigure, ...],
    result: Decimal | int | str,
    unit: str,
    ground: tuple[FigureTable, FigureRow | None],
    interpolated: str = "",
    beyond: str = "",
    reservation: str = "",
) -> SizingStep:
    """Return a step whose figures or method come from a table. The row, or else the table, gives the section."""
    table, row = ground
    section = (row.section if row is not None else "") or table.section
    value = Decimal(result) if isinstance(result, int) else result
    step = SizingStep(title, formula, figures, value, unit, table.source, section, interpolated, beyond, table.era)
    return replace(step, reservation=reservation, server=server, of=of)


def given(name: str, value: Decimal | int | str, unit: str = "") -> SizingFigure:
    """Return a figure of the plan or of an earlier step."""
    return SizingFigure(name, value, unit)


def cell(row: FigureRow, column: str, table: FigureTable, name: str = "") -> SizingFigure:
    """Return a table cell as a figure."""
    return SizingFigure(name or column.replace("_", " "), row[column], table.columns[column].unit, table.name)


def rounded(value: Decimal, to: Decimal = CENTS) -> Decimal:
    """Round to cents, half up, as the papers do."""
    return value.quantize(to, ROUND_HALF_UP)


class BeyondRows(ValueError):
    """A value before the first or after the last measured row. The message is the end of a sentence."""


class Interpolation(Struct, frozen=True):
    """A value and the two rows around it. Both rows are the same if a row has exactly this position."""

    value: Decimal
    low: FigureRow
    high: FigureRow

    @property
    def interpolated(self) -> bool:
        """Return whether the value is between two rows."""
        return self.low is not self.high


def value_on(table: FigureTable, column: str, at: Decimal | int, *curve: Cell) -> Interpolation:
    """Return the value of a column where the axis is `at`, on the curve of these cells of the table's `by`.

    Raises BeyondRows, and KeyError if there is no such curve.
    """
    return interpolate(table.curves()[curve], table.axis, column, Decimal(at), table.columns[table.axis].unit)


def interpolate(rows: Sequence[FigureRow], axis: str, column: str, at: Decimal, unit: str = "") -> Interpolation:
    """Return the value of a column where the axis is `at`. Rows without the column are skipped.

    The rows are in the order of the axis; `unit` is the unit of the axis. A value at a row is as printed; a value
    between two rows has one digit more. Raises BeyondRows.
    """
    known = [row for row in rows if column in row]
    if not known or at < known[0].number(axis):
        raise BeyondRows(_beyond_text("before the first measured row", known[:1], axis, unit))
    for low, high in pairwise([known[0], *known]):
        if at == high.number(axis):
            return Interpolation(high.number(column), high, high)
        if at < high.number(axis):
            return Interpolation(_on_line(low, high, axis, column, at), low, high)
    raise BeyondRows(_beyond_text("beyond the last measured row", known[-1:], axis, unit))


def axis_reached(rows: Sequence[FigureRow], axis: str, column: str, value: Decimal) -> Interpolation:
    """Return the position on the axis where the column first exceeds a value, cut to a whole number.

    Raises BeyondRows.
    """
    known = [row for row in rows if column in row]
    if not known or known[0].number(column) > value:
        raise BeyondRows("before the first measured row" if known else "without a measured row")
    for low, high in pairwise(known):
        if high.number(column) > value:
            share = (value - low.number(column)) / (high.number(column) - low.number(column))
            place = low.number(axis) + share * (high.number(axis) - low.number(axis))
            return Interpolation(place // 1, low, low if share == 0 else high)
    raise BeyondRows("beyond the last measured row")


def interpolation_words(found: Interpolation, table: FigureTable) -> str:
    """Return between which rows a value was interpolated, "" if it is in a row."""
    if not found.interpolated:
        return ""
    unit = table.columns[table.axis].unit
    return f"between {found.low.number(table.axis):,} and {found.high.number(table.axis):,} {unit}"


def _on_line(low: FigureRow, high: FigureRow, axis: str, column: str, at: Decimal) -> Decimal:
    start, end = low.number(column), high.number(column)
    share = (at - low.number(axis)) / (high.number(axis) - low.number(axis))
    return (start + share * (end - start)).quantize(Decimal(1).scaleb(_digits(start, end)))


def _digits(*numbers: Decimal) -> int:
    """Return the exponent of the last digit to print: one digit more than the table has, if it has a fraction."""
    return min(int(number.as_tuple().exponent) for number in numbers) - 1


def _beyond_text(where: str, rows: Sequence[FigureRow], axis: str, unit: str) -> str:
    return f"{where} ({counted(rows[0].number(axis), unit)})" if rows else "without a measured row"


ON_THE_LINE = "on the line between two rows"
_AXES = {"standbys": "standby servers"}  # those that are not called as people would
_NUMBERED = re.compile(r"([a-z])(\d)")
_UNIT = re.compile(r"_(percent|kb_s|ms|s)$")


def curve_step(title: str, table: FigureTable, column: str, at: int, *curve: Cell) -> SizingStep:
    """Return the step for a column where the axis is `at`. Beyond the measured rows it has no result."""
    axis = SizingFigure(_AXES.get(table.axis, table.axis), at, table.columns[table.axis].unit)
    points = tuple((row.number(table.axis), row.number(column)) for row in table.curves()[curve] if column in row)
    measured = SizingCurve(axis.name, table.columns[column].unit, Decimal(at), points)
    try:
        found = value_on(table, column, at, *curve)
    except BeyondRows as past:
        nothing = table_step(title, ON_THE_LINE, (axis,), None, table, column)
        return replace(nothing, beyond=beyond_text(at, axis.unit, past), curve=measured)
    rows = list(dict.fromkeys((found.low, found.high)))
    figures = (axis, *(axis_figure(row, table, column) for row in rows))
    formula = ON_THE_LINE if found.interpolated else "as measured"
    step = table_step(title, formula, figures, found.value, table, column, rows[0])
    between = interpolation_words(found, table)
    return replace(step, interpolated=between, reservation=print_errors(rows, column), curve=measured)


def beyond_text(at: int, unit: str, past: BeyondRows) -> str:
    """Return `401 users are beyond the last measured row (400 users)`."""
    return f"{counted(at, unit)} {'is' if at == 1 else 'are'} {past}"


def table_step(
    title: str,
    formula: str,
    figures: tuple[SizingFigure, ...],
    result: Decimal | str | None,
    table: FigureTable,
    column: str,
    row: FigureRow | None = None,
) -> SizingStep:
    """Return a step in the unit of a column. The row, or else the table, gives the section."""
    section = (row.section if row else "") or table.section
    unit = table.columns[column].unit
    return SizingStep(title, formula, figures, result, unit, table.source, section, era=table.era)


def table_figure(row: FigureRow, table: FigureTable, column: str, name: str = "") -> SizingFigure:
    """Return a table cell as a figure. Its name is the column's without the unit, if no other is given."""
    return SizingFigure(name or _words_of_column(column), row[column], table.columns[column].unit, table.name)


def axis_figure(row: FigureRow, table: FigureTable, column: str) -> SizingFigure:
    """Return a table cell as a figure that is named with its position on the axis."""
    place = counted(row.number(table.axis), table.columns[table.axis].unit)
    return table_figure(row, table, column, f"{_words_of_column(column)} at {place}")


def _words_of_column(column: str) -> str:
    """Return the name of a column in words, without its unit."""
    return _NUMBERED.sub(r"\1 \2", _UNIT.sub("", column).replace("_", " ")).replace("config ", "configuration ")


def print_errors(rows: list[FigureRow], *columns: str) -> str:
    """Return the errata of these cells, each sentence once."""
    found = [row.errs[column] for row in rows for column in columns if column in row.errs]
    return "; ".join(dict.fromkeys(found))
