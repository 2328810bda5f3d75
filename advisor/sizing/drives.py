"""Drives: how many of one size the data volume takes on each RAID level, and which level the paper takes."""

from collections.abc import Iterator
from decimal import Decimal
from math import ceil

from advisor.pack.tables import FigureRow
from advisor.sizing import as_printed
from advisor.sizing.figures import Figures, Worked, cell, given, rounded, worked
from advisor.sizing.plan import Load, SizePlan
from advisor.sizing.volume import needed_gb

LEVEL, TITLE, USABLE, SYSTEM = "RAID level", "Drives", "Usable space", "System volume"


def level(plan: SizePlan, figures: Figures) -> Worked:
    """The level by how critical the data is. As printed it is that of the case study."""
    data = "critical" if plan.critical else "not critical"
    choice = figures.table("case-study-level" if figures.printed and plan.critical else "raid-choice")
    row = choice.find(data=data)
    return worked(
        "", "", LEVEL, "by how critical the data is", (given("data", data),), row.text("level"), "", (choice, row)
    )


def drives(plan: SizePlan, load: Load, figures: Figures) -> Iterator[Worked]:
    """Of each level the fewest drives that hold the data volume, and what they hold."""
    levels = figures.table("raid-levels")
    needed, size = needed_gb(plan, load, figures), drive_gb(plan, figures)
    fewest = [(row, _fewest(row, needed / size, figures)) for row in levels.rows]
    for row, count in fewest:
        told = (given("needed", needed, "GB"), given("drive", size, "GB"))
        formula = "fewest whose usable space is at least what is needed"
        yield worked(load.name, _raid(row), TITLE, formula, told, count, "drives", (levels, row))
    for row, count in fewest:
        usable = rounded(_usable(row, count, figures) * size, Decimal("0.1"))
        told = (given("drives", count, "drives"), given("drive", size, "GB"))
        yield worked(load.name, _raid(row), USABLE, _formula(row, figures), told, usable, "GB", (levels, row))


def system_volume(load: Load, figures: Figures) -> Worked:
    """The drives of the volume with the operating system and Domino's programs."""
    volume = figures.table("system-volume")
    row = volume.rows[0]
    told = (cell(row, "drives", volume),)
    formula = "as the paper has it"
    return worked(
        load.name,
        "",
        SYSTEM,
        formula,
        told,
        row.count("drives"),
        "drives",
        (volume, row),
        beyond=row.errs.get("drives", ""),
    )


def drive_gb(plan: SizePlan, figures: Figures) -> Decimal:
    """The size of a drive: the plan's, else the case study's."""
    return plan.drive_gb or figures.table("case-study-drives").rows[0].number("drive_gb")


def _raid(row: FigureRow) -> str:
    return f"RAID {row.text('level')}"


def _fewest(row: FigureRow, data: Decimal, figures: Figures) -> int:
    """data: the space needed, in drives. Of more drives than a controller takes each array has parity of its own."""
    parity, copies = row.count("parity_drives"), row.count("copies")
    least = row.count("least_drives") if "least_drives" in row else 1
    if _is_slip(row, figures):
        return max(least, as_printed.fewest(data))
    most = figures.table("array-controllers").rows[0].count("drives")
    whole, rest = divmod(max(ceil(data), 1), most - parity) if parity else (0, max(ceil(data), 1))
    return whole * most + (max(rest * copies + parity, least) if rest else 0)


def _usable(row: FigureRow, count: int, figures: Figures) -> Decimal:
    parity = row.count("parity_drives")
    if _is_slip(row, figures):
        return as_printed.usable(count)
    most = figures.table("array-controllers").rows[0].count("drives")
    return Decimal(count - parity * ceil(Decimal(count) / most)) / row.count("copies")


def _formula(row: FigureRow, figures: Figures) -> str:
    if row.count("parity_drives"):
        return as_printed.FORMULA if _is_slip(row, figures) else "(drives - parity drives of each array) * size"
    return "drives * size" if row.count("copies") == 1 else "drives * size / copies"


def _is_slip(row: FigureRow, figures: Figures) -> bool:
    """Whether it is the level whose space the paper works out wrongly, as printed: that of the case study."""
    return figures.printed and row["level"] == figures.table("case-study-level").rows[0]["level"]
