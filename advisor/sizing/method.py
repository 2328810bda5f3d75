"""Method: a plan → every step of capacity planning, for all servers and for each."""

from collections.abc import Iterator

from msgspec import Struct

from advisor.sizing import memory, storage, systems
from advisor.sizing.figures import Figures
from advisor.sizing.model import SizingStep
from advisor.sizing.plan import CannotSize, Load, PlanError, SizePlan


class CoveredSteps(Struct, frozen=True):
    """The steps that the tables cover."""

    steps: list[SizingStep]  # in the order of the method
    servers: tuple[str, ...]  # names of all servers
    slips: dict[str, tuple[PlanError, ...]]  # errors of each server that the tables do not cover


def covered_steps(plan: SizePlan, figures: Figures) -> CoveredSteps:
    """Return all steps that the tables cover. Raises CannotSize if the planned system was not measured."""
    found, slips = of_all(plan, figures), {}
    loads = systems.server_loads(plan, figures)
    for load in loads:
        try:
            found += list(_of(plan, load, figures))
        except CannotSize as error:
            slips[load.name] = error.slips
    return CoveredSteps(found, tuple(load.name for load in loads), slips)


def steps(plan: SizePlan, figures: Figures) -> CoveredSteps:
    """Return all steps. Raises CannotSize with all errors if the tables do not cover the plan."""
    found = covered_steps(plan, figures)
    if found.slips:
        raise CannotSize(slip for slips in found.slips.values() for slip in slips)
    return found


def of_all(plan: SizePlan, figures: Figures) -> list[SizingStep]:
    """Return the steps about all servers. Raises CannotSize if the planned system was not measured."""
    found = [
        *memory.growth_steps(plan, figures),
        *memory.conversion_steps(plan, figures),
        *systems.system_steps(plan, figures),
    ]
    return [*found, storage.level_step(plan, figures), *storage.penalty_steps(figures)]


def _of(plan: SizePlan, load: Load, figures: Figures) -> Iterator[SizingStep]:
    """Yield the steps of one server."""
    yield from systems.holding_steps(plan, load, figures)
    yield from systems.headroom_steps(plan, load, figures)
    yield from memory.memory_steps(plan, load, figures)
    yield storage.page_file_step(plan, load, figures)
    yield from storage.space_steps(plan, load, figures)
    yield from storage.drive_steps(plan, load, figures)
    yield storage.system_volume_step(load, figures)
    yield from storage.operation_steps(plan, load, figures)
