"""Method: a plan → every step of capacity planning, for all servers and for each."""

from collections.abc import Iterator
from typing import NamedTuple

from advisor.sizing import memory, storage, systems
from advisor.sizing.figures import Figures, Worked
from advisor.sizing.plan import CannotSize, Load, PlanError, SizePlan


class Reached(NamedTuple):
    """The steps as far as the tables reach, in the method's order.

    servers: the names of all. slips: of each that they do not reach what is wrong, and where in the plan.
    """

    steps: list[Worked]
    servers: tuple[str, ...]
    slips: dict[str, tuple[PlanError, ...]]


def reached(plan: SizePlan, figures: Figures) -> Reached:
    """All steps that there are. Raises CannotSize where the plan's system was not measured with it."""
    found, slips = of_all(plan, figures), {}
    loads = systems.server_loads(plan, figures)
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
    found = [
        *memory.growth_steps(plan, figures),
        *memory.conversion_steps(plan, figures),
        *systems.system_steps(plan, figures),
    ]
    return [*found, storage.level_step(plan, figures), *storage.penalty_steps(figures)]


def _of(plan: SizePlan, load: Load, figures: Figures) -> Iterator[Worked]:
    """The steps of one server."""
    yield from systems.holding_steps(plan, load, figures)
    yield from systems.headroom_steps(plan, load, figures)
    yield from memory.memory_steps(plan, load, figures)
    yield storage.page_file_step(plan, load, figures)
    yield from storage.space_steps(plan, load, figures)
    yield from storage.drive_steps(plan, load, figures)
    yield storage.system_volume_step(load, figures)
    yield from storage.operation_steps(plan, load, figures)
