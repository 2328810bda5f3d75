"""Figures: the tables that a method goes by, right or as printed, and steps that name them as their ground."""

from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

from advisor.pack import tables
from advisor.pack.tables import FigureRow, FigureTable
from advisor.sizing.step import SizingFigure, SizingStep

CENTS = Decimal("0.01")
WHOLE = Decimal(1)
PERCENT = 100
MB_OF_GB = 1000  # as makers of drives have it, and the paper


class Figures(NamedTuple):
    """Where figures come from. printed: with the print's errors."""

    printed: bool = False

    def table(self, name: str) -> FigureTable:
        """A table. Raises KeyError."""
        found = tables.table(name)
        return found.as_printed() if self.printed else found


class Worked(NamedTuple):
    """A step of a sizing. server: "" where it is about all of them. of: which of several of the title, such as a kind.

    era: the releases that its tables speak of.
    """

    server: str
    of: str
    step: SizingStep
    era: tuple[str, ...]


def worked(
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
) -> Worked:
    """A step whose figures, or method, come from a table; the row says where in the document, else the table does."""
    table, row = ground
    section = (row.section if row is not None else "") or table.section
    told = Decimal(result) if isinstance(result, int) else result
    step = SizingStep(title, formula, figures, told, unit, table.source, section, interpolated, beyond)
    step = step._replace(reservation=reservation)
    return Worked(server, of, step, table.era)


def given(name: str, value: Decimal | int | str, unit: str = "") -> SizingFigure:
    """A figure of the plan, or of a step before."""
    return SizingFigure(name, value, unit)


def cell(row: FigureRow, column: str, table: FigureTable, name: str = "") -> SizingFigure:
    """A figure of a table."""
    return SizingFigure(name or column.replace("_", " "), row[column], table.columns[column].unit, table.name)


def rounded(value: Decimal, to: Decimal = CENTS) -> Decimal:
    """To cents, halves up, as the papers have it."""
    return value.quantize(to, ROUND_HALF_UP)
