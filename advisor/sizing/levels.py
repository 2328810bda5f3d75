"""Levels: of each RAID level how its drives are used, and the fewest that hold some data or bear some operations."""

from decimal import Decimal
from math import ceil
from typing import NamedTuple

from advisor.pack.tables import FigureRow, FigureTable
from advisor.sizing.figures import PERCENT, Figures

_FEWEST = {"10": 4, "1E": 3}  # of fewer they are RAID 1; no document says so


class Level(NamedTuple):
    """A RAID level. parity: drives of each array that hold parity. most: the drives of an array.

    even: drives come in whole sets of copies. table, row: where it stands.
    """

    name: str
    copies: int
    parity: int
    least: int
    most: int
    even: bool
    table: FigureTable
    row: FigureRow


def levels(figures: Figures) -> tuple[Level, ...]:
    """Those of the method's paper, then those that only the paper of R5 has."""
    ours, others = figures.table("raid-levels"), figures.table("io-raid-levels")
    most = figures.table("array-controllers").rows[0].count("drives")
    found = []
    for row in ours.rows:
        copies, least = row.count("copies"), row.count("least_drives") if "least_drives" in row else 1
        found.append(Level(row.text("level"), copies, row.count("parity_drives"), least, most, True, ours, row))
    for row in others.rows:
        if "usable_percent" in row:
            name, copies = row.text("level"), PERCENT // row.count("usable_percent")
            found.append(Level(name, copies, 0, _FEWEST[name], most, row.text("odd") != "yes", others, row))
    return tuple(found)


def level(name: str, figures: Figures) -> Level:
    """One of them."""
    return next(one for one in levels(figures) if one.name == name)


def fewest(one: Level, data: Decimal) -> int:
    """The fewest drives with so much space, in drives. As few arrays as there can be share them."""
    if not one.parity:
        return possible(one, ceil(data * one.copies))
    drives = max(ceil(data), 1)
    return possible(one, drives + one.parity * ceil(Decimal(drives) / (one.most - one.parity)))


def possible(one: Level, drives: int) -> int:
    """So many drives, or the next number that the level can be made of."""
    sets = one.copies if one.even else 1
    return max(ceil(Decimal(drives) / sets) * sets, one.least)


def usable(one: Level, drives: int) -> Decimal:
    """What is left for data, in drives."""
    return Decimal(drives - one.parity * ceil(Decimal(drives) / one.most)) / one.copies
