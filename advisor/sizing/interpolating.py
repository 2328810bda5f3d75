"""Between two rows of a table: a straight line along its axis, which ends where the rows end."""

from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from advisor.pack.tables import Cell, FigureRow, FigureTable
from advisor.values.printing import counted


class BeyondRows(ValueError):
    """A value before the first row or behind the last one; the text says which, as the end of a sentence."""


class Between(NamedTuple):
    """A value and the two rows that it was taken from: the same one twice where a row is at that very place."""

    value: Decimal
    low: FigureRow
    high: FigureRow

    @property
    def interpolated(self) -> bool:
        """Whether it stands in no row."""
        return self.low is not self.high


def on(table: FigureTable, column: str, at: Decimal | int, *curve: Cell) -> Between:
    """The column's value where the table's axis is `at`, on the curve of these cells of the table's `by`.

    Raises BeyondRows, and KeyError where there is no such curve.
    """
    return between(table.curves()[curve], table.axis, column, Decimal(at), table.columns[table.axis].unit)


def between(rows: Sequence[FigureRow], axis: str, column: str, at: Decimal, unit: str = "") -> Between:
    """The column's value where the axis is `at`, of rows in the axis's order; those without the column are passed over.

    unit: of the axis. It is as printed at a row, and has one digit more between two. Raises BeyondRows.
    """
    known = [row for row in rows if column in row]
    if not known or at < known[0].number(axis):
        raise BeyondRows(_end("before the first measured row", known[:1], axis, unit))
    for low, high in pairwise([known[0], *known]):
        if at == high.number(axis):
            return Between(high.number(column), high, high)
        if at < high.number(axis):
            return Between(_line(low, high, axis, column, at), low, high)
    raise BeyondRows(_end("beyond the last measured row", known[-1:], axis, unit))


def reached(rows: Sequence[FigureRow], axis: str, column: str, value: Decimal) -> Between:
    """How far the axis goes until the column first exceeds a value: a Between of the axis. Raises BeyondRows.

    It is cut to whole numbers: between two rows nobody has seen where the column rises.
    """
    known = [row for row in rows if column in row]
    if not known or known[0].number(column) > value:
        raise BeyondRows("before the first measured row" if known else "without a measured row")
    for low, high in pairwise(known):
        if high.number(column) > value:
            share = (value - low.number(column)) / (high.number(column) - low.number(column))
            place = low.number(axis) + share * (high.number(axis) - low.number(axis))
            return Between(place // 1, low, low if share == 0 else high)
    raise BeyondRows("beyond the last measured row")


def words(found: Between, table: FigureTable) -> str:
    """Between which rows a value was interpolated, "" where it stands in one."""
    if not found.interpolated:
        return ""
    unit = table.columns[table.axis].unit
    return f"between {found.low.number(table.axis):,} and {found.high.number(table.axis):,} {unit}"


def _line(low: FigureRow, high: FigureRow, axis: str, column: str, at: Decimal) -> Decimal:
    start, end = low.number(column), high.number(column)
    share = (at - low.number(axis)) / (high.number(axis) - low.number(axis))
    return (start + share * (end - start)).quantize(Decimal(1).scaleb(_digits(start, end)))


def _digits(*numbers: Decimal) -> int:
    """The exponent of the last digit to give, one more than the print has, as long as there is a fraction at all."""
    return min(int(number.as_tuple().exponent) for number in numbers) - 1


def _end(where: str, rows: Sequence[FigureRow], axis: str, unit: str) -> str:
    return f"{where} ({counted(rows[0].number(axis), unit)})" if rows else "without a measured row"
