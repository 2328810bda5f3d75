"""Storage: the data volume with its paging file, and the drives of each RAID level for space and operations."""

from collections.abc import Iterator
from decimal import Decimal
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from advisor.pack.tables import FigureRow, FigureTable
from advisor.sizing.figures import MB_OF_GB, PERCENT, Figures, cell, given, rounded, sizing_step
from advisor.sizing.memory import real_users, recommended_mb
from advisor.sizing.model import SizingFigure, SizingStep
from advisor.sizing.plan import Load, SizePlan

_LEAST_DRIVES = {"10": 4, "1E": 3}  # of fewer they are RAID 1; no document says so


class RaidLevel(Struct, frozen=True):
    """A RAID level, with its table row."""

    name: str
    copies: int  # how often data is stored
    parity: int  # parity drives of each array
    least: int  # drives of an array
    most: int  # drives of an array
    even: bool  # drives are added in whole sets of copies
    table: FigureTable
    row: FigureRow


def raid_levels(figures: Figures) -> tuple[RaidLevel, ...]:
    """Return the RAID levels of the method's paper, then those that only the paper of R5 has."""
    ours, others = figures.table("raid-levels"), figures.table("io-raid-levels")
    most = figures.table("array-controllers").rows[0].count("drives")
    found = []
    for row in ours.rows:
        copies, least = row.count("copies"), row.count("least_drives") if "least_drives" in row else 1
        found.append(RaidLevel(row.text("level"), copies, row.count("parity_drives"), least, most, True, ours, row))
    for row in others.rows:
        if "usable_percent" in row:
            name, copies = row.text("level"), PERCENT // row.count("usable_percent")
            found.append(RaidLevel(name, copies, 0, _LEAST_DRIVES[name], most, row.text("odd") != "yes", others, row))
    return tuple(found)


def raid_level(name: str, figures: Figures) -> RaidLevel:
    """Return a RAID level by its name."""
    return next(level for level in raid_levels(figures) if level.name == name)


def fewest_drives(level: RaidLevel, data: Decimal) -> int:
    """Return the fewest drives that hold the data (in drives), in as few arrays as possible."""
    if not level.parity:
        return possible_drives(level, ceil(data * level.copies))
    drives = max(ceil(data), 1)
    return possible_drives(level, drives + level.parity * ceil(Decimal(drives) / (level.most - level.parity)))


def possible_drives(level: RaidLevel, drives: int) -> int:
    """Return the next number of drives that the level can be made of."""
    sets = level.copies if level.even else 1
    return max(ceil(Decimal(drives) / sets) * sets, level.least)


def usable_drives(level: RaidLevel, drives: int) -> Decimal:
    """Return the space for data, in drives."""
    return Decimal(drives - level.parity * ceil(Decimal(drives) / level.most)) / level.copies


PRINTED_FORMULA = "drives * size * drives/(drives + 1)"


def printed_usable_drives(drives: int) -> Decimal:
    """Return the usable space of RAID 5 as the paper misprints it, in drives: n/(n+1) instead of (n-1)/n."""
    return Decimal(drives * drives) / (drives + 1)


def printed_fewest_drives(data: Decimal) -> int:
    """Return the fewest drives that hold the data by the misprinted formula."""
    count = max(int(data), 1)
    while printed_usable_drives(count) < data:
        count += 1
    return count


PAGE_FILE, DATA_VOLUME, VOLUME_TOTAL = "Paging file", "Data volume", "total"
DATABASES = "discussion database"
WITH_DATABASES = ("maildb", "discdb")  # the workloads whose users share them
_PAGE_FILE_STEP_MB = 100  # MB to which the paging file is rounded up


def page_file_step(plan: SizePlan, load: Load, figures: Figures) -> SizingStep:
    """Return the size of the paging file: the memory and a part of it, rounded up to whole hundreds of MB."""
    rule = figures.table("page-file")
    row = rule.rows[0]
    memory = recommended_mb(plan, load, figures)
    exact = memory + ceil(memory * row.number("more_percent") / PERCENT)
    inputs = (given("memory", memory, "MB"), cell(row, "more_percent", rule, "added"), given("sum", exact, "MB"))
    result = ceil(Decimal(exact) / _PAGE_FILE_STEP_MB) * _PAGE_FILE_STEP_MB
    return sizing_step(
        load.name, "", PAGE_FILE, "memory + part of it, in whole hundreds", inputs, result, "MB", (rule, row)
    )


def space_steps(plan: SizePlan, load: Load, figures: Figures) -> Iterator[SizingStep]:
    """Yield the space of each workload, of the databases and of the paging file, and their sum."""
    rule = figures.table("data-volume")
    wanted: dict[str, int] = {DATABASES: load.databases, **real_users(load, figures)}
    total = 0
    sizes = {row.text("of"): row for row in rule.rows}
    for of, count in wanted.items():
        if of in sizes and count:
            size = _planned_size(plan, of) or cell(sizes[of], "each_mb", rule, "for each")
            total += count * int(size.value)
            inputs = (given("number", count), size)
            result = Decimal(count * int(size.value)) / MB_OF_GB
            yield sizing_step(
                load.name, of, DATA_VOLUME, "number * space for each", inputs, result, "GB", (rule, sizes[of])
            )
    paging = int(page_file_step(plan, load, figures).result or 0)
    result = Decimal(total + paging) / MB_OF_GB
    inputs = (given("data", Decimal(total) / MB_OF_GB, "GB"), given("paging file", paging, "MB"))
    yield sizing_step(load.name, VOLUME_TOTAL, DATA_VOLUME, "sum", inputs, result, "GB", (rule, None))


def needed_gb(plan: SizePlan, load: Load, figures: Figures) -> Decimal:
    """Return the space of the data volume, in GB."""
    *_, last = space_steps(plan, load, figures)
    return Decimal(last.result or 0)


def _planned_size(plan: SizePlan, of: str) -> SizingFigure | None:
    size = plan.space_mb.get(of.replace(" ", "_"))
    return None if size is None else given("for each", size, "MB")


RAID_LEVEL, DRIVES, USABLE_SPACE, SYSTEM_VOLUME = "RAID level", "Drives", "Usable space", "System volume"


def level_step(plan: SizePlan, figures: Figures) -> SizingStep:
    """Return the recommended RAID level. As printed it is the level of the case study."""
    data = "critical" if plan.critical else "not critical"
    choice = figures.table("case-study-level" if figures.printed and plan.critical else "raid-choice")
    row = choice.find(data=data)
    return sizing_step(
        "", "", RAID_LEVEL, "by how critical the data is", (given("data", data),), row.text("level"), "", (choice, row)
    )


def drive_steps(plan: SizePlan, load: Load, figures: Figures) -> Iterator[SizingStep]:
    """Yield the fewest drives of each RAID level that hold the data volume, and their usable space."""
    needed, size = needed_gb(plan, load, figures), drive_gb(plan, figures)
    counts = drives_for_space(plan, load, figures)
    for level in raid_levels(figures):
        inputs = (given("needed", needed, "GB"), given("drive", size, "GB"))
        formula, ground = "fewest whose usable space is at least what is needed", (level.table, level.row)
        yield sizing_step(
            load.name, raid_name(level.name), DRIVES, formula, inputs, counts[level.name], "drives", ground
        )
    for level in raid_levels(figures):
        space = rounded(_usable_drives(level, counts[level.name], figures) * size, Decimal("0.1"))
        inputs = (given("drives", counts[level.name], "drives"), given("drive", size, "GB"))
        name, formula, ground = raid_name(level.name), _usable_formula(level, figures), (level.table, level.row)
        yield sizing_step(load.name, name, USABLE_SPACE, formula, inputs, space, "GB", ground)


def drives_for_space(plan: SizePlan, load: Load, figures: Figures) -> dict[str, int]:
    """Return the drives that hold the data volume, by RAID level."""
    data = needed_gb(plan, load, figures) / drive_gb(plan, figures)
    return {
        level.name: max(level.least, printed_fewest_drives(data))
        if _is_misprinted(level, figures)
        else fewest_drives(level, data)
        for level in raid_levels(figures)
    }


def system_volume_step(load: Load, figures: Figures) -> SizingStep:
    """Return the drives of the volume with the operating system and the Domino programs."""
    volume = figures.table("system-volume")
    row = volume.rows[0]
    inputs, formula, drives = (cell(row, "drives", volume),), "as the paper has it", row.count("drives")
    step = sizing_step(load.name, "", SYSTEM_VOLUME, formula, inputs, drives, "drives", (volume, row))
    return replace(step, reservation=row.errs.get("drives", ""))


def drive_gb(plan: SizePlan, figures: Figures) -> Decimal:
    """Return the size of a drive: the plan's, or else the case study's."""
    return plan.drive_gb or figures.table("case-study-drives").rows[0].number("drive_gb")


def raid_name(name: str) -> str:
    """Return `RAID 5`."""
    return f"RAID {name}"


def _usable_drives(level: RaidLevel, count: int, figures: Figures) -> Decimal:
    return printed_usable_drives(count) if _is_misprinted(level, figures) else usable_drives(level, count)


def _usable_formula(level: RaidLevel, figures: Figures) -> str:
    if level.parity:
        return PRINTED_FORMULA if _is_misprinted(level, figures) else "(drives - parity drives of each array) * size"
    return "drives * size" if level.copies == 1 else "drives * size / copies"


def _is_misprinted(level: RaidLevel, figures: Figures) -> bool:
    """Return whether the paper's misprinted formula applies to this level."""
    return figures.printed and level.name == figures.table("case-study-level").rows[0]["level"]


OPERATIONS_EACH, OPERATIONS, DRIVES_FOR_OPERATIONS, DRIVES_FOR_BOTH = (
    "Disk operations for each one asked for",
    "Disk operations a second",
    "Drives for these operations",
    "Drives for space and operations",
)


def penalty_steps(figures: Figures) -> Iterator[SizingStep]:
    """Yield the disk operations that one requested operation causes, by workload and RAID level."""
    shares, raids = figures.table("io-read-write"), figures.table("io-raid-levels")
    for row in shares.rows:
        for level in raids.rows:
            inputs = (
                cell(row, "reads_percent", shares, "reads"),
                cell(row, "writes_percent", shares, "writes"),
                cell(level, "operations", raids, "operations of a write"),
            )
            formula, each = "reads + writes * operations of a write", _disk_operations(row, level)
            of = _workload_and_level(row, level)
            yield sizing_step("", of, OPERATIONS_EACH, formula, inputs, each, "operations", (raids, level))


def operation_steps(plan: SizePlan, load: Load, figures: Figures) -> Iterator[SizingStep]:
    """Yield the disk operations a second, and the drives that sustain them, if the plan gives operations."""
    shares, raids = figures.table("io-read-write"), figures.table("io-raid-levels")
    pairs = [(row, level) for row in shares.rows for level in raids.rows] if plan.disk_operations else []
    wanted = plan.disk_operations or Decimal(0)
    for row, level in pairs:
        inputs = (given("asked for", wanted, "a second"), given("for each", _disk_operations(row, level)))
        total, formula = rounded(wanted * _disk_operations(row, level)), "asked for * for each"
        yield sizing_step(
            load.name, _workload_and_level(row, level), OPERATIONS, formula, inputs, total, "a second", (raids, level)
        )
    if plan.disk_operations and plan.drive_operations:
        yield from _drives_for_operations(plan, load, figures)


def _drives_for_operations(plan: SizePlan, load: Load, figures: Figures) -> Iterator[SizingStep]:
    """Yield the drives for the operations of each workload, then for space and operations together."""
    shares, raids = figures.table("io-read-write"), figures.table("io-raid-levels")
    wanted, bears = plan.disk_operations or Decimal(0), plan.drive_operations or Decimal(1)
    most: dict[str, tuple[int, str]] = {}
    for row in shares.rows:
        for level in raids.rows:
            name, total = level.text("level"), wanted * _disk_operations(row, level)
            inputs = (given("operations", rounded(total), "a second"), given("a drive bears", bears, "a second"))
            count = possible_drives(raid_level(name, figures), ceil(total / bears))
            formula = "operations / what a drive bears, rounded up to what the level can be made of"
            of, ground = _workload_and_level(row, level), (raids, level)
            yield sizing_step(load.name, of, DRIVES_FOR_OPERATIONS, formula, inputs, count, "drives", ground)
            most[name] = max(most.get(name, (0, "")), (count, row.text("workload")), key=lambda found: found[0])
    space = drives_for_space(plan, load, figures)
    for level in raids.rows:
        name = level.text("level")
        busiest, workload = most[name]
        inputs = (given("for the space", space[name], "drives"), given(f"for {workload}", busiest, "drives"))
        formula, both = "the larger of both, of the workload that asks for most", max(space[name], busiest)
        yield sizing_step(load.name, raid_name(name), DRIVES_FOR_BOTH, formula, inputs, both, "drives", (raids, level))


def _workload_and_level(workload: FigureRow, raid_level: FigureRow) -> str:
    return f"{workload.text('workload')}, {raid_name(raid_level.text('level'))}"


def _disk_operations(workload: FigureRow, raid_level: FigureRow) -> Decimal:
    writes, reads = workload.number("writes_percent") / PERCENT, workload.number("reads_percent") / PERCENT
    return reads + writes * raid_level.number("operations")
