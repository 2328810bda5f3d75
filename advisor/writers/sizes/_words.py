"""Words: what the text and the page say alike of an answer: what it comes to, figures, limits, and headings."""

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


def total(sizing: Sizing) -> str:
    """`1.69 systems: 2 servers.`; "" where no users are planned for."""
    if not sizing.steps:
        return ""
    needed = result(by_place(sizing), "", systems.SERVERS)
    planned = sum(server.servers for server in sizing.servers)
    other = f"; the plan has {planned:,}" if planned != needed else ""
    taken = _of_systems(result(by_place(sizing), "", systems.SYSTEMS, systems.SYSTEMS_TOTAL))
    return f"{begun(taken)}: {number(figure(needed), 'server')}{other}."


def _of_systems(share: float | str) -> str:
    """`1.69 systems`, `1 system`, `0.83 of a system`."""
    if isinstance(share, str) or share >= 1:
        return counted(share, "systems")
    return f"{_share(share)} of a system"


def _share(share: float | str) -> str:
    """`0.83`; of one that is too small for its two places: `less than 0.01`."""
    return figure(share) if share else "less than 0.01"


def needs(sizing: Sizing) -> Iterator[Need]:
    """Of each server what it needs."""
    steps = by_place(sizing)
    for server in sizing.servers:
        least = result(steps, server.name, memory.LEAST_MEMORY, memory.MEMORY_TOTAL)
        most = result(steps, server.name, memory.RECOMMENDED_MEMORY, memory.MEMORY_TOTAL)
        count, why = _drives(sizing, steps, server.name)
        yield Need(
            server.name,
            _share(result(steps, server.name, systems.SYSTEM_SHARE)),
            f"{f'{figure(least)} to {figure(most)}' if least else figure(most)} MB",
            f"{figure(result(steps, server.name, storage.PAGE_FILE))} MB",
            f"{figure(result(steps, server.name, storage.DATA_VOLUME, storage.VOLUME_TOTAL))} GB",
            count,
            why,
        )


def _drives(sizing: Sizing, steps: Steps, server: str) -> tuple[str, str]:
    """`6`; where operations are known too the larger of both, and `for the space 5, for Webmail 6`."""
    level = f"RAID {sizing.level}"
    both = steps.get((server, storage.DRIVES_FOR_BOTH, level))
    if both is None:
        return figure(result(steps, server, storage.DRIVES, level)), ""
    return figure(both.result), ", ".join(f"{one.name} {figure(one.value)}" for one in both.figures)


def uses(sizing: Sizing) -> dict[str, float]:
    """The processor use of each server, in percent."""
    return {step.server: float(step.result) for step in sizing.steps if step.title == systems.PROCESSOR_USE}


def limits(sizing: Sizing) -> list[tuple[str, float]]:
    """The limits of processor use, the lower first: `comfortable`, 50."""
    found = {step.of: _limit(step) for step in sizing.steps if step.title == systems.ROOM_BELOW_LIMIT}
    return sorted(found.items(), key=lambda one: one[1])


def _limit(step: SizedStep) -> float:
    return next(float(figure.value) for figure in step.figures if figure.name == "limit")


def by_place(sizing: Sizing) -> Steps:
    """The steps, of several in one place the first: there may be thousands."""
    return {(one.server, one.title, one.of): one for one in reversed(sizing.steps)}


def result(steps: Steps, server: str, title: str, of: str = "") -> float | str:
    """What a step gives; "" where there is none."""
    found = steps.get((server, title, of))
    return found.result if found else ""


def figure(value: float | str) -> str:
    """`1,600`, `0.83`."""
    return value if isinstance(value, str) else f"{value:,}"


def result_in_words(step: SizedStep) -> str:
    """`1,600 users`, `1 drive`."""
    return counted(step.result, step.unit)


def figure_in_words(told: SizedFigure) -> str:
    """`users a system 1,920`, `at 150 users: 64 MB`, `price of a user 9.40 $`."""
    unit = "" if told.unit in {"times", *told.name.split()} else told.unit
    parts = ":" * any(map(str.isdigit, told.name))
    value = f"{told.value:,.2f}" if unit == "$" and not isinstance(told.value, str) else told.value
    return f"{told.name}{parts} {counted(value, unit)}"


def eras(alike: Iterable[SizedStep]) -> str:
    """`Domino 4.5, 5.0`: the releases that some steps speak of."""
    return f"Domino {', '.join(dict.fromkeys(release for step in alike for release in step.era))}"


def sections(alike: Iterable[SizedStep]) -> str:
    """The passages that some steps go by."""
    return "; ".join(dict.fromkeys(step.section for step in alike))


def remarks(step: SizedStep) -> list[str]:
    """What goes past a limit, what was measured, what speaks against the figure, and what the print has instead."""
    named = {"measured": step.measured, "but": step.reservation, "print": step.differs_from_print}
    return [*filter(None, [step.beyond]), *(f"{name}: {says}" for name, says in named.items() if says)]
