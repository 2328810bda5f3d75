"""Typed steps: a server's plan in, the steps of it that type something at one target out, and what to know of those."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from advisor.fixes.plan import ServerPlan, WorkStep
from advisor.fixes.restarts import of_unit
from advisor.report.finding import CommandLine
from advisor.values.printing import listed, number

THEN = {"server": "restart the server", "down": "start the server", "system": "reboot the machine"}
_ALSO = {"aix": ("unix",), "linux": ("unix",)}  # what is typed there besides
_RESTARTS = ("restart ", "load ", "tell ")
_SETS = re.compile(r"set config ([^=]+)=", re.IGNORECASE)


class TypedStep(NamedTuple):
    """A step, and those of its commands that are typed at the target. before: steps that come first, elsewhere."""

    step: WorkStep
    lines: tuple[CommandLine, ...]
    before: tuple[int, ...] = ()


def typed_steps(server: ServerPlan, target: str, safeties: Iterable[str]) -> list[TypedStep]:
    """The steps of these safeties that change something by a command, each with its commands."""
    there = (target, *_ALSO.get(target, ()))
    steps = [step for step in server.steps if step.safety in safeties]
    lines = [tuple(one for one in step.commands if one.target in there and not one.looks) for step in steps]
    here = {step.number for step, typed in zip(steps, lines, strict=True) if typed and not step.behind}
    return [
        TypedStep(step, typed, tuple(one for one in step.after if one not in here))
        for step, typed in zip(steps, lines, strict=True)
        if typed
    ]


def agreeing(found: list[TypedStep]) -> tuple[list[TypedStep], list[str]]:
    """The steps without those that set what an earlier one has set otherwise, and a sentence on each of these.

    Both start from what the files say, so that the second would undo the first, unless it starts from the first.
    """
    done: dict[str, tuple[int, str]] = {}
    kept, notes = [], []
    for one in found:
        sets = {match[1].lower(): line for line in one.lines if (match := _SETS.match(line.command))}
        undone = [done[name][0] for name, line in sets.items() if not _follows(line, done.get(name, (0, ""))[1])]
        if undone:
            notes.append(f"{called(one.step)}: it sets what step {undone[0]} sets, and was left out; {_AGAIN}")
            continue
        done |= {name: (one.step.number, line.command) for name, line in sets.items()}
        kept.append(one)
    return kept, notes


_AGAIN = "when that is done, gather the files and ask again"


def _follows(line: CommandLine, earlier: str) -> bool:
    """Whether a line says what an earlier one said, or was made of what that one leaves."""
    return earlier in {"", line.command, line.back}


def called(step: WorkStep) -> str:
    """A step as a sentence on standard error begins: `step 2, http-heap-below-default`."""
    return f"step {step.number}, {step.name}"


def notes(found: list[TypedStep], target: str) -> Iterator[str]:
    """What has to be known besides: on the console, which knows no comments, all; elsewhere what is in doubt."""
    for one in found:
        elsewhere = {line.target for line in one.step.commands if not line.looks} - {line.target for line in one.lines}
        if elsewhere:
            yield f"{called(one.step)}: a part of it is typed elsewhere: {listed(sorted(elsewhere))}"
        if target == "console":
            yield from _of_the_console(one)
        for line in one.lines:
            if not line.back and not of_unit(line):
                yield f"{called(one.step)}: its way back does not take back {line.command}"
    if target == "console" and (then := last_restart(one.step.restart for one in found)):
        yield f"then {THEN['server' if then == 'down' else then]}, once"


def _of_the_console(one: TypedStep) -> Iterator[str]:
    """What a comment says elsewhere."""
    if one.before:
        yield f"{called(one.step)}: it comes after {numbered(one.before)}"
    if one.step.first:
        yield f"{called(one.step)}: it comes after {listed(one.step.first)}, not selected"
    if one.step.restart == "task" and not any(line.command.lower().startswith(_RESTARTS) for line in one.lines):
        yield f"{called(one.step)}: it takes effect when the task is restarted"


def untyped(server: ServerPlan, target: str, safeties: Iterable[str]) -> Iterator[str]:
    """Why nothing is typed for steps that the console could do."""
    for step in server.steps if target == "console" else ():
        if step.not_typed and step.safety in safeties:
            yield f"{called(step)}: nothing is typed: {step.not_typed}"


def later(found: Iterable[TypedStep]) -> Iterator[str]:
    """What is typed once something else is in effect, which no script waits for."""
    for one in found:
        waits = f"{numbered(one.step.after)} took effect" if one.step.after else "what it waits for is over"
        yield f"{called(one.step)}: left out; type it once {waits}: {listed(line.command for line in one.lines)}"


def numbered(steps: tuple[int, ...]) -> str:
    """`step 1`, `steps 1 and 3`."""
    return f"step{'s' * (len(steps) > 1)} {listed(map(str, steps))}"


def last_restart(waits: Iterable[str]) -> str:
    """The restart that does for all that steps wait for: `system`, `server`, or ""."""
    waits = {*waits}
    return next((restart for restart in reversed(THEN) if restart in waits), "")


def left_out(servers: list[ServerPlan], target: str, asked: tuple[str, ...]) -> Iterator[str]:
    """How much else of the plan types something there."""
    unsafe, manual = (sum(len(typed_steps(one, target, [safety])) for one in servers) for safety in _OTHERS)
    if unsafe and "unsafe" not in asked:
        yield f"{number(unsafe, 'unsafe step')} left out; read the plan, then say --unsafe"
    if manual:
        yield f"{number(manual, 'step')} done by hand left out; the plan has what is typed for those"


_OTHERS = ("unsafe", "manual")
