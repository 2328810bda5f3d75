"""A step of sizing: what was worked out, by which formula, from which figures, and on whose word."""

from decimal import Decimal
from typing import NamedTuple

from advisor.pack.tables import Cell


class SizingFigure(NamedTuple):
    """A figure that goes into a step. table: the name of the one it stands in, "" for what the plan says."""

    name: str
    value: Cell
    unit: str = ""
    table: str = ""


class SizingCurve(NamedTuple):
    """What a step is read off: the points that were measured, in the order of the table's axis.

    axis, unit: the names of the table's axis and of the points' unit. at: where on the axis the step asks.
    """

    axis: str
    unit: str
    at: Decimal
    points: tuple[tuple[Decimal, Decimal], ...]


class SizingStep(NamedTuple):
    """One result. source, section: the document and the passage that the method or the figures come from.

    result: None where the tables do not reach; `beyond` then says why not. formula: in words and signs.
    interpolated: between which rows, "" where every figure stands in a table as it is. beyond: what of it goes past
    what was measured. measured: what was measured beside what is worked out. reservation: what speaks against taking
    the figure as it stands.
    era: the releases of Domino that the figures speak of, where the step itself says so. curve: that it is read off.
    """

    title: str
    formula: str
    figures: tuple[SizingFigure, ...]
    result: Decimal | str | None
    unit: str
    source: str
    section: str
    interpolated: str = ""
    beyond: str = ""
    era: tuple[str, ...] = ()
    measured: str = ""
    reservation: str = ""
    curve: SizingCurve | None = None
