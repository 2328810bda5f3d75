"""Volume: the paging file, and the disk space of the data volume that it lies on."""

from collections.abc import Iterator
from decimal import Decimal
from math import ceil

from advisor.sizing.figures import MB_OF_GB, PERCENT, Figures, Worked, cell, given, worked
from advisor.sizing.memory import recommended
from advisor.sizing.plan import Load, SizePlan
from advisor.sizing.step import SizingFigure
from advisor.sizing.users import real_users

PAGE_FILE, SPACE, TOTAL = "Paging file", "Data volume", "total"
DATABASES = "discussion database"
WITH_DATABASES = ("maildb", "discdb")  # the workloads whose users share them
_HUNDRED = 100  # MB to which the paging file is rounded up


def page_file(plan: SizePlan, load: Load, figures: Figures) -> Worked:
    """Memory and a part of it, rounded up to whole hundreds."""
    rule = figures.table("page-file")
    row = rule.rows[0]
    memory = recommended(plan, load, figures)
    exact = memory + ceil(memory * row.number("more_percent") / PERCENT)
    told = (given("memory", memory, "MB"), cell(row, "more_percent", rule, "added"), given("sum", exact, "MB"))
    result = ceil(Decimal(exact) / _HUNDRED) * _HUNDRED
    return worked(load.name, "", PAGE_FILE, "memory + part of it, in whole hundreds", told, result, "MB", (rule, row))


def space(plan: SizePlan, load: Load, figures: Figures) -> Iterator[Worked]:
    """What each workload, the databases and the paging file take, and their sum."""
    rule = figures.table("data-volume")
    wanted: dict[str, int] = {DATABASES: load.databases, **real_users(load, figures)}
    total = 0
    sizes = {row.text("of"): row for row in rule.rows}
    for of, count in wanted.items():
        if of in sizes and count:
            size = _size(plan, of) or cell(sizes[of], "each_mb", rule, "for each")
            total += count * int(size.value)
            told = (given("number", count), size)
            result = Decimal(count * int(size.value)) / MB_OF_GB
            yield worked(load.name, of, SPACE, "number * space for each", told, result, "GB", (rule, sizes[of]))
    paging = int(page_file(plan, load, figures).step.result or 0)
    result = Decimal(total + paging) / MB_OF_GB
    told = (given("data", Decimal(total) / MB_OF_GB, "GB"), given("paging file", paging, "MB"))
    yield worked(load.name, TOTAL, SPACE, "sum", told, result, "GB", (rule, None))


def needed_gb(plan: SizePlan, load: Load, figures: Figures) -> Decimal:
    """The space of the data volume, in GB."""
    *_, last = space(plan, load, figures)
    return Decimal(last.step.result or 0)


def _size(plan: SizePlan, of: str) -> SizingFigure | None:
    size = plan.space_mb.get(of.replace(" ", "_"))
    return None if size is None else given("for each", size, "MB")
