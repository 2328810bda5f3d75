"""Users: real ones, with those to come, as the NotesBench users that they stand for."""

from collections.abc import Iterator
from decimal import Decimal

from advisor.sizing.figures import Figures, Worked, cell, given, worked
from advisor.sizing.plan import Load, SizePlan

GROWN, TITLE = "Users with growth", "NotesBench users"


def growing(plan: SizePlan, figures: Figures) -> Iterator[Worked]:
    """Each kind's users with those to come; nothing where none are."""
    conversion = figures.table("users-conversion")
    for kind, count in plan.users.items() if plan.growth_percent else ():
        told = (given("users", count, "users"), given("growth", plan.growth_percent, "%"))
        ground = (conversion, conversion.find(kind=kind))
        yield worked("", kind, GROWN, "users + growth", told, plan.grown(count), "users", ground)


def converting(plan: SizePlan, figures: Figures) -> Iterator[Worked]:
    """Each kind as NotesBench users."""
    conversion = figures.table("users-conversion")
    for kind, count in plan.users.items():
        row = conversion.find(kind=kind)
        told = (given("users", plan.grown(count), "users"), cell(row, "factor", conversion))
        result = plan.grown(count) * row.number("factor")
        yield worked("", kind, TITLE, "users * factor", told, result, "users", (conversion, row))


def benchmark_users(users: dict[str, int], figures: Figures) -> dict[str, Decimal]:
    """NotesBench users by workload. users: with those to come."""
    conversion = figures.table("users-conversion")
    found: dict[str, Decimal] = {}
    for kind, count in users.items():
        row = conversion.find(kind=kind)
        workload = row.text("workload")
        found[workload] = found.get(workload, Decimal(0)) + count * row.number("factor")
    return found


def real_users(load: Load, figures: Figures) -> dict[str, int]:
    """Real users of a server by workload."""
    conversion = figures.table("users-conversion")
    found: dict[str, int] = {}
    for kind, count in load.users.items():
        workload = conversion.find(kind=kind).text("workload")
        found[workload] = found.get(workload, 0) + count
    return found
