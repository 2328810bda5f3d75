"""Scripts: servers' plans in, what is typed at one target out, with what takes it back. Nothing is ever run.

Of each step that is asked for what changes something is typed, in the plan's order; what a person does is not.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from advisor.fixes.plan import ServerPlan, WorkStep
from advisor.fixes.restarts import of_unit
from advisor.fixes.typed_steps import (
    THEN,
    TypedStep,
    agreeing,
    last_restart,
    later,
    left_out,
    notes,
    numbered,
    typed_steps,
    untyped,
)
from advisor.values.printing import listed
from advisor.values.targets import IN_ANY_SHELL, IN_SH, TARGETS
from advisor.values.typed import comment

POWERSHELL = "powershell"  # as people call the target `windows`
WORDS = (*TARGETS, POWERSHELL)
_UNREAD = "It is not executable, so that nobody runs it unread."
_OPENINGS = {
    **dict.fromkeys(
        IN_SH,
        (
            f"Read it, then run it as root with sh or ksh. {_UNREAD}",
            "Do not paste it: set -e ends the shell at the first command that fails, and that would be yours.",
        ),
    ),
    "windows": (f"Read it, then run it in a PowerShell of an administrator. {_UNREAD}",),
    **dict.fromkeys(
        IN_ANY_SHELL,
        ("Type it line by line as root or administrator, and look at what each one says: nothing stops it.",),
    ),
}
_FIRST = {**dict.fromkeys(IN_SH, "set -eu"), "windows": "$ErrorActionPreference = 'Stop'"}
_COUNTS = {
    "none": "takes effect at once",
    "task": "takes effect when the task is restarted",
    "server": "takes effect when the server is restarted",
    "down": "done while the server is down",
    "system": "takes effect when the machine is rebooted",
    "rebuild": "takes effect when the array is built anew",
}
_MACHINE = "the machine of "
_STOP = "Stop the server first: it must be down for what follows."
_ASKED = "The server must be down now. Enter goes on, Ctrl-C ends it. "
_WAITS = {
    **dict.fromkeys(IN_SH, f"printf '{_ASKED}'; read -r answer"),  # where nobody types anything, set -e ends it
    "windows": f"$null = Read-Host '{_ASKED.strip()}'",
}
_ALL = {
    "the server is": "the servers are",
    "the server": "the servers",
    "The server": "The servers",
    "it must": "they must",
}
_ONE = re.compile("|".join(_ALL))
_EXPORT = "It holds for this shell alone: it belongs in what starts the server."
_VMO = "vmo asks for a confirmation where a tunable is restricted: answer it."


class Scripts(NamedTuple):
    """What is typed at a target, and what takes it back; "" where nothing is.

    servers: those with something to type. notes: what somebody has to know besides, a sentence a line.
    """

    forward: str
    back: str
    servers: tuple[str, ...]
    notes: tuple[str, ...]


class _Part(NamedTuple):
    """What stands under one comment. again: whether a line is typed behind a change as behind its way back.

    prose: what the plan says to do, as a comment; it may hold a condition that no command can check.
    units: lines that restart the server by its unit, behind everything; waits: what the step waits for.
    """

    head: str
    lines: tuple[tuple[str, bool], ...]
    lacking: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    waits: str = "none"
    prose: str = ""


_Found = list[tuple[str, list[TypedStep]]]  # by servers' names
_Way = Callable[[str, list[TypedStep]], list[_Part]]


def scripts(servers: Iterable[ServerPlan], target: str, *, unsafe: bool) -> Scripts:
    """What is typed at a target on these servers. unsafe: whether steps that are a judgement or an outage are too."""
    plans = list(servers)
    asked = ("safe", "unsafe") if unsafe else ("safe",)
    found: _Found = []
    told: list[str] = []
    for one in plans:
        kind = "cluster " if one.cluster else _MACHINE if one.machine else ""
        name = f"{kind}{one.name}"
        every = typed_steps(one, target, asked)
        behind = [step for step in every if step.step.behind]
        kept, clashes = agreeing([step for step in every if not step.step.behind])
        found += [(name, kept)] if kept else []
        told += [
            f"{name}: {note}" for note in (*clashes, *notes(kept, target), *later(behind), *untyped(one, target, asked))
        ]
    names = tuple(name for name, _ in found)
    told += left_out(plans, target, asked)
    return Scripts(_text(found, target, _forward), _text(found, target, _backward), names, tuple(told))


def _text(found: _Found, target: str, way: _Way) -> str:
    """A script, with a heading for each server where there are several; "" where nothing is typed."""
    parts = [(name, _once(way(name, steps))) for name, steps in found]
    if not any(part.lines for _, ones in parts for part in ones):
        return ""
    lines = list(_opening([name for name, _ in found], target, way))
    for name, ones in parts:
        lines += ["", comment(target, f"==== {name} ====")] if len(parts) > 1 else []
        lines += [_FIRST[target]] if target in _FIRST else []
        lines += _under(name, ones, target)
        lines += _last(name, ones, target)
    return "".join(f"{line}\n" for line in lines if line or target != "console")


def _opening(names: list[str], target: str, way: _Way) -> Iterator[str]:
    what = "the commands that take it back" if way is _backward else "the commands"
    yield comment(target, f"domlint fix: {what} for {listed(names)}. domlint has run none of them.")
    for sentence in _OPENINGS.get(target, ()):
        yield comment(target, sentence)
    if len(names) > 1 and target != "console":
        yield comment(target, "Each part is for its server's machine: cut them apart. The next line stops all.")
        yield "exit 1"


def _of(name: str, text: str) -> str:
    """What is said of the server, said of all that are on a machine."""
    if not name.startswith(_MACHINE):
        return text
    return _ONE.sub(lambda match: _ALL[match[0]], text)


def _last(name: str, parts: list[_Part], target: str) -> Iterator[str]:
    """What is restarted behind everything that is typed, once: typed where the server is a unit of systemd."""
    restart = last_restart(part.waits for part in parts if part.lines or part.units)
    units = () if restart == "system" else dict.fromkeys(line for part in parts for line in part.units)
    if restart or units:
        yield from ("", comment(target, f"Then {_of(name, THEN.get(restart, THEN['server']))}{':' if units else '.'}"))
    yield from units


def _under(name: str, parts: list[_Part], target: str) -> Iterator[str]:
    stopped = False
    for part in parts:
        yield from ("", comment(target, part.head))
        if part.prose and target != "console":
            yield comment(target, _of(name, part.prose))
        if part.waits == "down" and part.lines and not stopped and target != "console":
            yield from (comment(target, _of(name, _STOP)), *([_of(name, _WAITS[target])] if target in _WAITS else []))
            stopped = True
        if target in IN_SH and any(line.startswith("export ") for line, _ in part.lines):
            yield comment(target, _EXPORT)
        if any(line.startswith("vmo ") for line, _ in part.lines):
            yield comment(target, _VMO)
        yield from (line for line, _ in part.lines)
        for command in part.lacking:
            yield comment(target, f"Not taken back here: {command}. The plan's way back says more.")


def _forward(name: str, steps: list[TypedStep]) -> list[_Part]:
    """The commands as the plan has them."""
    return [
        _Part(
            f"{_head(name, one.step)}: {_of(name, _conditions(one))}",
            tuple((line.command, line.back == line.command) for line in one.lines if not of_unit(line)),
            units=tuple(line.command for line in one.lines if of_unit(line)),
            waits=one.step.restart,
            prose=one.step.summary,
        )
        for one in steps
    ]


def _backward(name: str, steps: list[TypedStep]) -> list[_Part]:
    """What takes them back, the last one first; what restarts something stands behind what it is restarted for."""
    parts = []
    for step, typed, _ in reversed(steps):
        lines = [line for line in typed if not of_unit(line)]
        units = tuple(line.back for line in typed if of_unit(line) and line.back)
        changes = [(line.back, False) for line in reversed(lines) if line.back and line.back != line.command]
        again = [(line.back, True) for line in lines if line.back and line.back == line.command]
        lacking = tuple(line.command for line in lines if not line.back)
        if lacking and not changes:  # a restart, or an outage, that would change nothing
            again, units = [], ()
        parts.append(_Part(f"Takes back {_head(name, step)}", (*changes, *again), lacking, units, step.restart))
    return parts


def _once(parts: list[_Part]) -> list[_Part]:
    """What is restarted several times is restarted behind the last change alone."""
    later: set[str] = set()
    kept = []
    for part in reversed(parts):
        lines = tuple((line, again) for line, again in part.lines if not (again and line in later))
        later.update(line for line, again in lines if again)
        kept.append(part._replace(lines=lines))
    return kept[::-1]


def _head(name: str, step: WorkStep) -> str:
    rule = f"{step.rule} (a rule of the site's own: {step.origin})" if step.origin else step.rule
    return f"{step.number}. {rule} {step.name}, {name}"


def _conditions(one: TypedStep) -> str:
    """What restarts, and what has to be done before, elsewhere."""
    after = f"after {numbered(one.before)}" if one.before else ""
    first = f"after {listed(one.step.first)} (not selected)" if one.step.first else ""
    unsafe = "unsafe" if one.step.safety == "unsafe" else ""
    return ", ".join(part for part in (_COUNTS[one.step.restart], after, first, unsafe) if part)
