"""Drives: how many of one size the data volume takes on each RAID level, and which level the paper takes."""

from collections.abc import Iterator
from decimal import Decimal

from advisor.sizing import as_printed
from advisor.sizing.figures import Figures, Worked, cell, given, rounded, worked
from advisor.sizing.levels import Level, fewest, levels, usable
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
    needed, size = needed_gb(plan, load, figures), drive_gb(plan, figures)
    counts = for_space(plan, load, figures)
    for one in levels(figures):
        told = (given("needed", needed, "GB"), given("drive", size, "GB"))
        formula, ground = "fewest whose usable space is at least what is needed", (one.table, one.row)
        yield worked(load.name, raid(one.name), TITLE, formula, told, counts[one.name], "drives", ground)
    for one in levels(figures):
        space = rounded(_usable(one, counts[one.name], figures) * size, Decimal("0.1"))
        told = (given("drives", counts[one.name], "drives"), given("drive", size, "GB"))
        yield worked(load.name, raid(one.name), USABLE, _formula(one, figures), told, space, "GB", (one.table, one.row))


def for_space(plan: SizePlan, load: Load, figures: Figures) -> dict[str, int]:
    """By the level's name the drives that hold the data volume."""
    data = needed_gb(plan, load, figures) / drive_gb(plan, figures)
    return {
        one.name: max(one.least, as_printed.fewest(data)) if _is_slip(one, figures) else fewest(one, data)
        for one in levels(figures)
    }


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
        reservation=row.errs.get("drives", ""),
    )


def drive_gb(plan: SizePlan, figures: Figures) -> Decimal:
    """The size of a drive: the plan's, else the case study's."""
    return plan.drive_gb or figures.table("case-study-drives").rows[0].number("drive_gb")


def raid(name: str) -> str:
    """`RAID 5`."""
    return f"RAID {name}"


def _usable(one: Level, count: int, figures: Figures) -> Decimal:
    return as_printed.usable(count) if _is_slip(one, figures) else usable(one, count)


def _formula(one: Level, figures: Figures) -> str:
    if one.parity:
        return as_printed.FORMULA if _is_slip(one, figures) else "(drives - parity drives of each array) * size"
    return "drives * size" if one.copies == 1 else "drives * size / copies"


def _is_slip(one: Level, figures: Figures) -> bool:
    """Whether it is the level whose space the paper works out wrongly, as printed: that of the case study."""
    return figures.printed and one.name == figures.table("case-study-level").rows[0]["level"]
