"""Measured: a step whose result is read off a table's curve, between two rows where need be, and not past its ends."""

import re
from decimal import Decimal

from advisor.pack.tables import Cell, FigureRow, FigureTable
from advisor.sizing import interpolating
from advisor.sizing.interpolating import BeyondRows
from advisor.sizing.step import SizingCurve, SizingFigure, SizingStep
from advisor.values.printing import counted

LINE = "on the line between two rows"
_AXES = {"standbys": "standby servers"}  # those that are not called as people would
_NUMBERED = re.compile(r"([a-z])(\d)")
_UNIT = re.compile(r"_(percent|kb_s|ms|s)$")


def curve_step(title: str, table: FigureTable, column: str, at: int, *curve: Cell) -> SizingStep:
    """The column where the table's axis is `at`, on the curve of these cells of `by`; no result past the ends."""
    axis = SizingFigure(_AXES.get(table.axis, table.axis), at, table.columns[table.axis].unit)
    points = tuple((row.number(table.axis), row.number(column)) for row in table.curves()[curve] if column in row)
    measured = SizingCurve(axis.name, table.columns[column].unit, Decimal(at), points)
    try:
        found = interpolating.on(table, column, at, *curve)
    except BeyondRows as past:
        nothing = of_table(title, LINE, (axis,), None, table, column)
        return nothing._replace(beyond=past_the_end(at, axis.unit, past), curve=measured)
    rows = list(dict.fromkeys((found.low, found.high)))
    figures = (axis, *(row_figure(row, table, column) for row in rows))
    formula = LINE if found.interpolated else "as measured"
    step = of_table(title, formula, figures, found.value, table, column, rows[0])
    between = interpolating.words(found, table)
    return step._replace(interpolated=between, reservation=errors(rows, column), curve=measured)


def past_the_end(at: int, unit: str, past: BeyondRows) -> str:
    """`401 users are beyond the last measured row (400 users)`."""
    return f"{counted(at, unit)} {'is' if at == 1 else 'are'} {past}"


def of_table(
    title: str,
    formula: str,
    figures: tuple[SizingFigure, ...],
    result: Decimal | str | None,
    table: FigureTable,
    column: str,
    row: FigureRow | None = None,
) -> SizingStep:
    """A step in the unit of a column, on the word of its table, or of the passage that a row stands in."""
    section = (row.section if row else "") or table.section
    unit = table.columns[column].unit
    return SizingStep(title, formula, figures, result, unit, table.source, section, era=table.era)


def figure(row: FigureRow, table: FigureTable, column: str, name: str = "") -> SizingFigure:
    """A cell as a figure of a step. name: what it is called there, if not as the column."""
    return SizingFigure(name or _plain(column), row[column], table.columns[column].unit, table.name)


def row_figure(row: FigureRow, table: FigureTable, column: str) -> SizingFigure:
    """A cell that is named with its place on the axis."""
    place = counted(row.number(table.axis), table.columns[table.axis].unit)
    return figure(row, table, column, f"{_plain(column)} at {place}")


def _plain(column: str) -> str:
    """A column's name without its unit, in words."""
    return _NUMBERED.sub(r"\1 \2", _UNIT.sub("", column).replace("_", " ")).replace("config ", "configuration ")


def errors(rows: list[FigureRow], *columns: str) -> str:
    """What speaks against these cells of the print, each sentence once."""
    found = [row.errs[column] for row in rows for column in columns if column in row.errs]
    return "; ".join(dict.fromkeys(found))
