"""Operations: what reads and writes become on each RAID level, most of which ask for several at each write."""

from collections.abc import Iterator
from decimal import Decimal
from math import ceil

from advisor.pack.tables import FigureRow
from advisor.sizing.drives import for_space, raid
from advisor.sizing.figures import PERCENT, Figures, Worked, cell, given, rounded, worked
from advisor.sizing.levels import level, possible
from advisor.sizing.plan import Load, SizePlan

EACH, TITLE, SPINDLES, BOTH = (
    "Disk operations for each one asked for",
    "Disk operations a second",
    "Drives for these operations",
    "Drives for space and operations",
)


def penalties(figures: Figures) -> Iterator[Worked]:
    """What one operation becomes, by workload and level."""
    shares, raids = figures.table("io-read-write"), figures.table("io-raid-levels")
    for row in shares.rows:
        for one in raids.rows:
            told = (
                cell(row, "reads_percent", shares, "reads"),
                cell(row, "writes_percent", shares, "writes"),
                cell(one, "operations", raids, "operations of a write"),
            )
            formula, each = "reads + writes * operations of a write", _each(row, one)
            yield worked("", _of(row, one), EACH, formula, told, each, "operations", (raids, one))


def operations(plan: SizePlan, load: Load, figures: Figures) -> Iterator[Worked]:
    """How many that makes a second, and drives that bear them, where the plan says how many there are."""
    shares, raids = figures.table("io-read-write"), figures.table("io-raid-levels")
    pairs = [(row, one) for row in shares.rows for one in raids.rows] if plan.disk_operations else []
    wanted = plan.disk_operations or Decimal(0)
    for row, one in pairs:
        told = (given("asked for", wanted, "a second"), given("for each", _each(row, one)))
        total, formula = rounded(wanted * _each(row, one)), "asked for * for each"
        yield worked(load.name, _of(row, one), TITLE, formula, told, total, "a second", (raids, one))
    if plan.disk_operations and plan.drive_operations:
        yield from _spindles(plan, load, figures)


def _spindles(plan: SizePlan, load: Load, figures: Figures) -> Iterator[Worked]:
    """The drives that bear the operations of each workload; then, of each level, those that have the space as well."""
    shares, raids = figures.table("io-read-write"), figures.table("io-raid-levels")
    wanted, bears = plan.disk_operations or Decimal(0), plan.drive_operations or Decimal(1)
    most: dict[str, tuple[int, str]] = {}
    for row in shares.rows:
        for one in raids.rows:
            name, total = one.text("level"), wanted * _each(row, one)
            told = (given("operations", rounded(total), "a second"), given("a drive bears", bears, "a second"))
            count = possible(level(name, figures), ceil(total / bears))
            formula = "operations / what a drive bears, rounded up to what the level can be made of"
            yield worked(load.name, _of(row, one), SPINDLES, formula, told, count, "drives", (raids, one))
            most[name] = max(most.get(name, (0, "")), (count, row.text("workload")), key=lambda found: found[0])
    space = for_space(plan, load, figures)
    for one in raids.rows:
        name = one.text("level")
        busiest, workload = most[name]
        told = (given("for the space", space[name], "drives"), given(f"for {workload}", busiest, "drives"))
        formula = "the larger of both, of the workload that asks for most"
        yield worked(load.name, raid(name), BOTH, formula, told, max(space[name], busiest), "drives", (raids, one))


def _of(workload: FigureRow, level: FigureRow) -> str:
    return f"{workload.text('workload')}, {raid(level.text('level'))}"


def _each(workload: FigureRow, level: FigureRow) -> Decimal:
    writes, reads = workload.number("writes_percent") / PERCENT, workload.number("reads_percent") / PERCENT
    return reads + writes * level.number("operations")
