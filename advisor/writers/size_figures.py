"""What the text and the page of `domlint size` share: totals, needs of servers, limits, and figures in words."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from advisor.sizing import memory, storage, systems
from advisor.sizing.model import SizedFigure, SizedStep, Sizing
from advisor.values.printing import begun, counted, number

Steps = dict[tuple[str, str, str], SizedStep]  # by server, title and what they are of


class Need(NamedTuple):
    """What a server needs, in words. share: of a system. drives: of the plan's RAID level, beside why."""

    name: str
    share: str
    memory: str
    page_file: str
    space: str
    drives: str
    why: str


def total_line(sizing: Sizing) -> str:
    """Return `1.69 systems: 2 servers.`; "" where no users are planned for."""
    if not sizing.steps:
        return ""
    needed = result_of(steps_by_place(sizing), "", systems.SERVERS)
    planned = sum(server.servers for server in sizing.servers)
    other = f"; the plan has {planned:,}" if planned != needed else ""
    taken = _of_systems(result_of(steps_by_place(sizing), "", systems.SYSTEMS, systems.SYSTEMS_TOTAL))
    return f"{begun(taken)}: {number(number_in_words(needed), 'server')}{other}."


def _of_systems(share: float | str) -> str:
    """Return `1.69 systems`, `1 system`, `0.83 of a system`."""
    if isinstance(share, str) or share >= 1:
        return counted(share, "systems")
    return f"{_share(share)} of a system"


def _share(share: float | str) -> str:
    """Return `0.83`; of one that is too small for its two places: `less than 0.01`."""
    return number_in_words(share) if share else "less than 0.01"


def server_needs(sizing: Sizing) -> Iterator[Need]:
    """Yield the needs of each server."""
    steps = steps_by_place(sizing)
    for server in sizing.servers:
        least = result_of(steps, server.name, memory.LEAST_MEMORY, memory.MEMORY_TOTAL)
        most = result_of(steps, server.name, memory.RECOMMENDED_MEMORY, memory.MEMORY_TOTAL)
        count, why = _drives(sizing, steps, server.name)
        yield Need(
            server.name,
            _share(result_of(steps, server.name, systems.SYSTEM_SHARE)),
            f"{f'{number_in_words(least)} to {number_in_words(most)}' if least else number_in_words(most)} MB",
            f"{number_in_words(result_of(steps, server.name, storage.PAGE_FILE))} MB",
            f"{number_in_words(result_of(steps, server.name, storage.DATA_VOLUME, storage.VOLUME_TOTAL))} GB",
            count,
            why,
        )


def _drives(sizing: Sizing, steps: Steps, server: str) -> tuple[str, str]:
    """Return `6`; where operations are known too the larger of both, and `for the space 5, for Webmail 6`."""
    level = f"RAID {sizing.level}"
    both = steps.get((server, storage.DRIVES_FOR_BOTH, level))
    if both is None:
        return number_in_words(result_of(steps, server, storage.DRIVES, level)), ""
    return number_in_words(both.result), ", ".join(f"{one.name} {number_in_words(one.value)}" for one in both.figures)


def processor_uses(sizing: Sizing) -> dict[str, float]:
    """Return the processor use of each server in percent."""
    return {step.server: float(step.result) for step in sizing.steps if step.title == systems.PROCESSOR_USE}


def processor_limits(sizing: Sizing) -> list[tuple[str, float]]:
    """Return the limits of processor use, the lowest first: `comfortable`, 50."""
    found = {step.of: _limit(step) for step in sizing.steps if step.title == systems.ROOM_BELOW_LIMIT}
    return sorted(found.items(), key=lambda one: one[1])


def _limit(step: SizedStep) -> float:
    return next(float(figure.value) for figure in step.figures if figure.name == "limit")


def steps_by_place(sizing: Sizing) -> Steps:
    """Return the steps by server, title and subject; the first if several are equal."""
    return {(one.server, one.title, one.of): one for one in reversed(sizing.steps)}


def result_of(steps: Steps, server: str, title: str, of: str = "") -> float | str:
    """Return the result of a step; "" if there is none."""
    found = steps.get((server, title, of))
    return found.result if found else ""


def number_in_words(value: float | str) -> str:
    """Return `1,600`, `0.83`."""
    return value if isinstance(value, str) else f"{value:,}"


def result_in_words(step: SizedStep) -> str:
    """Return `1,600 users`, `1 drive`."""
    return counted(step.result, step.unit)


def figure_in_words(told: SizedFigure) -> str:
    """Return `users a system 1,920`, `at 150 users: 64 MB`, `price of a user 9.40 $`."""
    unit = "" if told.unit in {"times", *told.name.split()} else told.unit
    parts = ":" * any(map(str.isdigit, told.name))
    value = f"{told.value:,.2f}" if unit == "$" and not isinstance(told.value, str) else told.value
    return f"{told.name}{parts} {counted(value, unit)}"


def releases_in_words(alike: Iterable[SizedStep]) -> str:
    """Return `Domino 4.5, 5.0`: the releases that some steps speak of."""
    return f"Domino {', '.join(dict.fromkeys(release for step in alike for release in step.era))}"


def sections_in_words(alike: Iterable[SizedStep]) -> str:
    """Return the sections that steps are based on."""
    return "; ".join(dict.fromkeys(step.section for step in alike))


def step_remarks(step: SizedStep) -> list[str]:
    """Return the remarks on a step: exceeded limits, measurements, reservations, and differences from the print."""
    named = {"measured": step.measured, "but": step.reservation, "print": step.differs_from_print}
    return [*filter(None, [step.beyond]), *(f"{name}: {says}" for name, says in named.items() if says)]
