"""Operations: what reads and writes become on each RAID level, most of which ask for several at each write."""

from collections.abc import Iterator
from decimal import Decimal
from math import ceil

from advisor.pack.tables import FigureRow
from advisor.sizing.figures import PERCENT, Figures, Worked, cell, given, rounded, worked
from advisor.sizing.plan import Load, SizePlan

EACH, TITLE, SPINDLES = (
    "Disk operations for each one asked for",
    "Disk operations a second",
    "Drives for these operations",
)


def penalties(figures: Figures) -> Iterator[Worked]:
    """What one operation becomes, by workload and level."""
    shares, levels = figures.table("io-read-write"), figures.table("io-raid-levels")
    for row in shares.rows:
        for level in levels.rows:
            told = (
                cell(row, "reads_percent", shares, "reads"),
                cell(row, "writes_percent", shares, "writes"),
                cell(level, "operations", levels, "operations of a write"),
            )
            formula, each = "reads + writes * operations of a write", _each(row, level)
            yield worked("", _of(row, level), EACH, formula, told, each, "operations", (levels, level))


def operations(plan: SizePlan, load: Load, figures: Figures) -> Iterator[Worked]:
    """How many that makes a second, and drives that bear them, where the plan says how many there are."""
    shares, levels = figures.table("io-read-write"), figures.table("io-raid-levels")
    pairs = [(row, level) for row in shares.rows for level in levels.rows] if plan.disk_operations else []
    wanted = plan.disk_operations or Decimal(0)
    for row, level in pairs:
        told = (given("asked for", wanted, "a second"), given("for each", _each(row, level)))
        total, formula = rounded(wanted * _each(row, level)), "asked for * for each"
        yield worked(load.name, _of(row, level), TITLE, formula, told, total, "a second", (levels, level))
    for row, level in pairs if plan.drive_operations else []:
        total, bears = wanted * _each(row, level), plan.drive_operations or Decimal(1)
        told = (given("operations", rounded(total), "a second"), given("a drive bears", bears, "a second"))
        formula, count = "operations / what a drive bears, rounded up", ceil(total / bears)
        yield worked(load.name, _of(row, level), SPINDLES, formula, told, count, "drives", (levels, level))


def _of(workload: FigureRow, level: FigureRow) -> str:
    return f"{workload.text('workload')}, RAID {level.text('level')}"


def _each(workload: FigureRow, level: FigureRow) -> Decimal:
    writes, reads = workload.number("writes_percent") / PERCENT, workload.number("reads_percent") / PERCENT
    return reads + writes * level.number("operations")
