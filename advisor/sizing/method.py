"""Method: a plan → every step of capacity planning, for all servers and for each."""

from collections.abc import Iterator
from typing import NamedTuple

from advisor.sizing import drives, headroom, memory, operations, systems, users, volume
from advisor.sizing.figures import Figures, Worked
from advisor.sizing.plan import CannotSize, Load, SizePlan, Slip


class Reached(NamedTuple):
    """The steps as far as the tables reach, in the method's order.

    servers: the names of all. slips: of each that they do not reach what is wrong, and where in the plan.
    """

    steps: list[Worked]
    servers: tuple[str, ...]
    slips: dict[str, tuple[Slip, ...]]


def reached(plan: SizePlan, figures: Figures) -> Reached:
    """All steps that there are. Raises CannotSize where the plan's system was not measured with it."""
    found, slips = of_all(plan, figures), {}
    loads = systems.loads(plan, figures)
    for load in loads:
        try:
            found += list(_of(plan, load, figures))
        except CannotSize as slip:
            slips[load.name] = slip.slips
    return Reached(found, tuple(load.name for load in loads), slips)


def steps(plan: SizePlan, figures: Figures) -> Reached:
    """All steps. Raises CannotSize where the tables do not reach: all places of it."""
    found = reached(plan, figures)
    if found.slips:
        raise CannotSize(slip for slips in found.slips.values() for slip in slips)
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
