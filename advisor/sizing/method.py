"""Method: a plan → every step of capacity planning, for all servers and for each."""

from collections.abc import Iterator

from advisor.sizing import drives, headroom, memory, operations, systems, users, volume
from advisor.sizing.figures import Figures, Worked
from advisor.sizing.plan import CannotSize, Load, SizePlan, Slip


def steps(plan: SizePlan, figures: Figures) -> list[Worked]:
    """All steps, in the method's order. Raises CannotSize where the tables do not reach: all places of it."""
    found = of_all(plan, figures)
    slips: list[Slip] = []
    for load in systems.loads(plan, figures):
        try:
            found += _of(plan, load, figures)
        except CannotSize as slip:
            slips += slip.slips
    if slips:
        raise CannotSize(slips)
    return found


def of_all(plan: SizePlan, figures: Figures) -> list[Worked]:
    """The steps that are about all servers. Raises CannotSize where the plan's system was not measured with it."""
    found = [*users.growing(plan, figures), *users.converting(plan, figures), *systems.selecting(plan, figures)]
    return [*found, drives.level(plan, figures), *operations.penalties(figures)]


def _of(plan: SizePlan, load: Load, figures: Figures) -> Iterator[Worked]:
    """The steps of one server."""
    yield from systems.holding(plan, load, figures)
    yield from headroom.headroom(plan, load, figures)
    yield from memory.memory(plan, load, figures)
    yield volume.page_file(plan, load, figures)
    yield from volume.space(plan, load, figures)
    yield from drives.drives(plan, load, figures)
    yield drives.system_volume(load, figures)
    yield from operations.operations(plan, load, figures)
