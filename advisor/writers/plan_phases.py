"""Phases of a plan: steps by what they wait for. Each stop and each restart is named once."""

from collections.abc import Container, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from advisor.fixes.plan import ServerPlan, WorkStep, restarted_task, restarted_unit, restarts_unit
from advisor.fixes.steps import STOPS, stopped_servers
from advisor.report.finding import CommandLine
from advisor.values.printing import listed

_PROJECT, _TODAY = "project", "today"
_URGENT = {"critical", "high"}
_HEADINGS = {
    _TODAY: "Today, before any maintenance window",
    "none": "Needs no restart",
    "task": "With a restart of a task",
    "server": "With a restart of the server",
    "down": "While the server is down",
    "system": "With a reboot of the machine",
    "rebuild": "Projects: a rebuild of the array, with the data restored from a backup",
    _PROJECT: "Projects: an upgrade or new hardware",
}
_BEHIND = {
    "task": "After the restart of the task",
    **dict.fromkeys(STOPS, "After the start of the server"),
    "rebuild": "After the rebuild of the array",
}
_BELOW = {
    "down": "do these first; the stop and start below makes them effective",
    "system": "do these first; the reboot below makes them effective",
}


_BEFORE_SET_UP = "Before the server is set up"


class Phase(NamedTuple):
    """Steps that wait for the same.

    first, last: what is done once before and after them, "" where nothing is; stops, starts: how that is typed.
    """

    heading: str
    steps: list[WorkStep]
    first: str = ""
    last: str = ""
    stops: tuple[CommandLine, ...] = ()
    starts: tuple[CommandLine, ...] = ()


def phases(server: ServerPlan) -> Iterator[Phase]:
    """Yield the steps by what they wait for, in order. All steps that need a stop share one."""
    if server.set_up:
        yield from [Phase(_BEFORE_SET_UP, list(server.steps))] if server.steps else []
        return
    waits = {step.restart for step in server.steps if not step.behind}
    today = _of_today(server.steps)
    for (restart, behind), found in groupby(server.steps, key=lambda step: _waits_for(step, today)):
        steps = list(found)
        if behind:
            yield _worded_for(Phase(behind, steps), server)
            continue
        if restart == "task":
            yield _of_tasks(steps)
            continue
        if asks := _asked(steps):
            yield Phase("Before the stop", [], "Ask the server while it still runs, and keep what it says.", stops=asks)
        below = _below(server, waits) if restart == "server" else ""
        phase = Phase(f"{_HEADINGS[restart]}{f' ({below})' if below else ''}", steps)
        yield _worded(phase if below else _stopping(phase, server, waits), server)
    if server.in_turn:
        yield _in_turn(server)


def _asked(steps: list[WorkStep]) -> tuple[CommandLine, ...]:
    """Return the commands to type on the console before the server is stopped."""
    lines = (line for step in steps if not step.done for line in step.commands if _asks(step, line))
    return tuple(dict.fromkeys(lines))


def _asks(step: WorkStep, line: CommandLine) -> bool:
    """Return whether a command needs the console of a server that is down in this phase."""
    return step.restart == "down" and line.looks and line.target == "console"


def _of_today(steps: Sequence[WorkStep]) -> set[int]:
    """Return the numbers of the steps against critical and high findings that need no restart, and of those before."""
    today: set[int] = set()
    for step in reversed(steps):
        is_urgent = any(finding.severity in _URGENT for finding in step.findings)
        if step.restart == "none" and not (step.behind or step.project) and (is_urgent or step.number in today):
            today |= {step.number, *step.after}
    return today


def _waits_for(step: WorkStep, today: Container[int]) -> tuple[str, str]:
    """Return what a step waits for, and the heading of a step to do after that."""
    if step.number in today:
        return _TODAY, ""
    if step.project:
        return _PROJECT, ""
    return ("", _BEHIND[step.restart]) if step.behind else (step.restart, "")


def _below(server: ServerPlan, waits: set[str]) -> str:
    """Return the other stop that also restarts the server, or ""."""
    if server.stopped_with:
        return "do these before the machine's work above; the stop and start there makes them effective"
    return next((_BELOW[one] for one in _BELOW if one in waits), "")


def _stopping(phase: Phase, server: ServerPlan, waits: set[str]) -> Phase:
    """Return a phase with the sentences and commands before and after its steps."""
    restart = phase.steps[0].restart
    if restart == "server":
        last = "" if server.in_turn else f"Restart the server once, after all of these{_while_others_run(server)}."
        return phase._replace(last=last, starts=_unit_commands(server, "restart"))
    if restart == "down":
        phase = phase._replace(first=_stop(server), stops=_unit_commands(server, "stop"))
        if "system" in waits:
            return phase._replace(last="Leave it down until the reboot below.")
        if server.stopped_with:
            return phase._replace(last="Start the server when the machine's work is done, too.")
        return phase._replace(last="Start the server, after all of these.", starts=_unit_commands(server, "start"))
    if restart == "system":
        return phase._replace(last=f"Reboot the machine once, after all of these{_while_others_run(server)}.")
    return phase


def _stop(server: ServerPlan) -> str:
    if server.stopped_with:
        return "Stop the server once, for these and the machine's work above."
    return f"Stop the server once, first{_while_others_run(server)}."


def _while_others_run(server: ServerPlan) -> str:
    return f", while the other members of {server.in_cluster} run" if server.in_cluster else ""


def _in_turn(server: ServerPlan) -> Phase:
    """Return how members of a cluster are restarted."""
    sentence = (
        f"Stop and start {listed(server.in_turn)} one after the other, each once for all that its own part says. Go on "
        "to the next when `show cluster` on another member prints an availability index for the one before."
    )
    return Phase("One member after the other", [], sentence)


def _worded(phase: Phase, server: ServerPlan) -> Phase:
    """Return a phase worded for a cluster's members, or for the servers that stop with their machine."""
    if server.machine:
        return _of_machine(phase, listed(stopped_servers(server, phase.steps)), phase.steps[0].restart)
    return _worded_for(phase, server)


def _worded_for(phase: Phase, server: ServerPlan) -> Phase:
    """Return a phase worded for all servers of a machine, or for each member of a cluster."""
    if server.machine:
        return phase._replace(heading=phase.heading.replace("the server", "the servers"))
    if not server.cluster:
        return phase
    texts = (text.replace("the server", "each member") for text in (phase.heading, phase.first, phase.last))
    heading, first, last = texts
    return phase._replace(heading=heading.replace("member is", "member, in its turn, is"), first=first, last=last)


def _of_machine(phase: Phase, names: str, restart: str) -> Phase:
    """Return a phase that names the servers that a machine's work stops."""
    heading = phase.heading.replace("the server", "the servers").replace("servers is", "servers are")
    first, last = (text.replace("the server", names) for text in (phase.first, phase.last))
    if restart == "server" and last:
        last = f"Restart {names} once, after all of these and of what in their own parts below needs a restart."
    if restart == "down":
        first = f"Stop {names} once, for these steps and for those of their own parts below that need a restart."
    if restart == "rebuild":
        first = f"{names} are down meanwhile."
    if restart == "system":
        last = f"Reboot the machine once, after all of these: it stops {names}."
    return phase._replace(heading=heading, first=first, last=last)


def _unit_commands(server: ServerPlan, verb: str) -> tuple[CommandLine, ...]:
    """Return the command for each systemd unit that steps restart."""
    lines = (line for step in server.steps if not step.done for line in step.commands if restarts_unit(line))
    return tuple(dict.fromkeys(CommandLine(line.target, f"systemctl {verb} {restarted_unit(line)}") for line in lines))


def _of_tasks(steps: list[WorkStep]) -> Phase:
    """Return the phase of steps that need restarts of tasks; each restart is named once."""
    lines = dict.fromkeys(
        one for step in steps if not step.done for line in step.commands if (one := restarted_task(line))
    )
    if not lines:
        return Phase(_HEADINGS["task"], steps)
    tasks = f"task{'s' * (len(lines) > 1)} {listed(lines)}"
    commands = listed(f"`restart task {one}`" for one in lines)
    once = f"Restart the {tasks} once, after all of these; on the console: {commands}"
    others = any(not step.done and not any(map(restarted_task, step.commands)) for step in steps)
    return Phase(f"With a restart of the {tasks}{', or of the task that a step names' * others}", steps, last=once)


def step_commands(step: WorkStep) -> list[CommandLine]:
    """Return the commands of a step, or of its undo.

    Without restarts that follow all steps that wait for them, and without commands before the stop.
    """
    once = {"task": restarted_task, "server": restarts_unit, "down": restarts_unit, "system": restarts_unit}.get(
        step.restart
    )
    return [one for one in step.commands if not (once and once(one)) and not _asks(step, one)]
