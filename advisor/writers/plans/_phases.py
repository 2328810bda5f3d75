"""Phases: a server's steps by what they wait for, with what is stopped before them and restarted behind them, once."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from advisor.fixes.plan import ServerPlan, WorkStep
from advisor.fixes.restarts import of_task, of_unit, unit_of
from advisor.report.finding import CommandLine
from advisor.values.printing import listed

_HEADINGS = {
    "none": "Needs no restart",
    "task": "With a restart of a task",
    "server": "With a restart of the server",
    "down": "While the server is down",
    "system": "With a reboot of the machine",
    "rebuild": "With a rebuild of the array, and the data restored from a backup",
}
_BELOW = {
    "down": "the stop and start below is one; do these before it",
    "system": "the reboot below is one; do these before it",
}


class Phase(NamedTuple):
    """Steps that wait for the same.

    first, last: what is done once before and behind them, "" where nothing is; stops, starts: how that is typed.
    """

    heading: str
    steps: list[WorkStep]
    first: str = ""
    last: str = ""
    stops: tuple[CommandLine, ...] = ()
    starts: tuple[CommandLine, ...] = ()


def phases(server: ServerPlan) -> Iterator[Phase]:
    """The steps by what they wait for, in the order of the work. One stop does for all that wait for one."""
    waits = {step.restart for step in server.steps}
    for restart, found in groupby(server.steps, key=lambda step: step.restart):
        steps = list(found)
        if restart == "task":
            yield _of_tasks(steps)
            continue
        below = next((_BELOW[one] for one in _BELOW if one in waits), "") if restart == "server" else ""
        heading = f"{_HEADINGS[restart]}{f' ({below})' if below else ''}"
        phase = Phase(heading, steps) if below else _stopping(Phase(heading, steps), server, waits)
        yield _of_members(phase) if server.cluster else phase


def _stopping(phase: Phase, server: ServerPlan, waits: set[str]) -> Phase:
    """It with what is done once before its steps, and behind them."""
    restart = phase.steps[0].restart
    if restart == "server":
        return phase._replace(last="Restart the server once, behind all of these.", starts=_typed(server, "restart"))
    if restart == "down" and "system" in waits:
        first = "Stop the server first."
        return phase._replace(first=first, last="Leave it down until the reboot below.", stops=_typed(server, "stop"))
    if restart == "down":
        first, last = "Stop the server once, first.", "Start the server, behind all of these."
        return phase._replace(first=first, last=last, stops=_typed(server, "stop"), starts=_typed(server, "start"))
    return phase._replace(last="Reboot the machine once, behind all of these.") if restart == "system" else phase


def _typed(server: ServerPlan, verb: str) -> tuple[CommandLine, ...]:
    """The line for each unit of systemd that steps restart."""
    lines = (line for step in server.steps if not step.done for line in step.commands if of_unit(line))
    return tuple(dict.fromkeys(CommandLine(line.target, f"systemctl {verb} {unit_of(line)}") for line in lines))


def _of_members(phase: Phase) -> Phase:
    """What is said of a server, said of a cluster's members."""
    of = (text.replace("the server", "each member") for text in (phase.heading, phase.first, phase.last))
    heading, first, last = of
    return phase._replace(heading=heading, first=first, last=last)


def _of_tasks(steps: list[WorkStep]) -> Phase:
    """Steps that wait for tasks, and the restart of each task, which is named once."""
    lines = dict.fromkeys(one for step in steps if not step.done for line in step.commands if (one := of_task(line)))
    if not lines:
        return Phase(_HEADINGS["task"], steps)
    tasks = f"task{'s' * (len(lines) > 1)} {listed(lines)}"
    told = listed(f"`restart task {one}`" for one in lines)
    once = f"Restart the {tasks} once, behind all of these; on the console: {told}"
    others = any(not step.done and not any(map(of_task, step.commands)) for step in steps)
    return Phase(f"With a restart of the {tasks}{', or of the task that a step names' * others}", steps, last=once)


def typed(step: WorkStep) -> list[CommandLine]:
    """What is typed for a step, or takes it back; without a restart that is named behind all that wait for it."""
    once = {"task": of_task, "server": of_unit, "down": of_unit, "system": of_unit}.get(step.restart)
    return [one for one in step.commands if not (once and once(one))]
