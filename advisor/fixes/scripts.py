"""Scripts of a plan: the commands that are typed at one target, in order."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from advisor.fixes.plan import ServerPlan, WorkStep, restarts_unit
from advisor.report.finding import CommandLine
from advisor.values.printing import listed, number
from advisor.values.typed import IN_ANY_SHELL, IN_SH, TARGETS, comment

THEN = {"server": "restart the server", "down": "start the server", "system": "reboot the machine"}
_ALSO = {"aix": ("unix",), "linux": ("unix",)}  # what is typed there besides
_RESTARTS = ("restart ", "load ", "tell ")
_SETS = re.compile(r"set config ([^=]+)=", re.IGNORECASE)


class TypedStep(NamedTuple):
    """A step with the commands for the target."""

    step: WorkStep
    lines: tuple[CommandLine, ...]
    before: tuple[int, ...] = ()  # numbers of steps that come first, at other targets


def typed_steps(server: ServerPlan, target: str, safeties: Iterable[str]) -> list[TypedStep]:
    """Return the steps of these safeties with commands that change something at the target."""
    targets = (target, *_ALSO.get(target, ()))
    steps = [step for step in server.steps if step.safety in safeties]
    lines = [tuple(one for one in step.commands if one.target in targets and not one.looks) for step in steps]
    own_numbers = {step.number for step, typed in zip(steps, lines, strict=True) if typed and not step.behind}
    return [
        TypedStep(step, typed, tuple(one for one in step.after if one not in own_numbers))
        for step, typed in zip(steps, lines, strict=True)
        if typed
    ]


def without_conflicts(steps: list[TypedStep]) -> tuple[list[TypedStep], list[str]]:
    """Return the steps without those that undo a setting of an earlier one, and a note for each of these."""
    set_by_name: dict[str, tuple[int, str]] = {}
    kept, notes = [], []
    for typed in steps:
        sets = {match[1].lower(): line for line in typed.lines if (match := _SETS.match(line.command))}
        undone = [
            set_by_name[name][0] for name, line in sets.items() if not _follows(line, set_by_name.get(name, (0, ""))[1])
        ]
        if undone:
            notes.append(f"{step_label(typed.step)}: it sets what step {undone[0]} sets, and was left out; {_AGAIN}")
            continue
        set_by_name |= {name: (typed.step.number, line.command) for name, line in sets.items()}
        kept.append(typed)
    return kept, notes


_AGAIN = "when that is done, gather the files and ask again"


def _follows(line: CommandLine, earlier: str) -> bool:
    """Return whether a command equals an earlier one or continues from its result."""
    return earlier in {"", line.command, line.back}


def step_label(step: WorkStep) -> str:
    """Return `step 2, http-heap-below-default`."""
    return f"step {step.number}, {step.name}"


def target_notes(steps: list[TypedStep], target: str) -> Iterator[str]:
    """Yield notes: on the console all of them, because it has no comments; elsewhere doubts only."""
    for typed in steps:
        elsewhere = {line.target for line in typed.step.commands if not line.looks} - {
            line.target for line in typed.lines
        }
        if elsewhere:
            yield f"{step_label(typed.step)}: a part of it is typed elsewhere: {listed(sorted(elsewhere))}"
        if target == "console":
            yield from _of_the_console(typed)
        for line in typed.lines:
            if not line.back and not restarts_unit(line):
                yield f"{step_label(typed.step)}: its way back does not take back {line.command}"
    if target == "console" and (restart := last_restart(typed.step.restart for typed in steps)):
        yield f"then {THEN['server' if restart == 'down' else restart]}, once"


def _of_the_console(typed: TypedStep) -> Iterator[str]:
    """Yield what a comment says in other scripts."""
    if typed.before:
        yield f"{step_label(typed.step)}: it comes after {step_numbers(typed.before)}"
    if typed.step.first:
        yield f"{step_label(typed.step)}: it comes after {listed(typed.step.first)}, not selected"
    if typed.step.restart == "task" and not any(line.command.lower().startswith(_RESTARTS) for line in typed.lines):
        yield f"{step_label(typed.step)}: it takes effect when the task is restarted"


def untyped_notes(server: ServerPlan, target: str, safeties: Iterable[str]) -> Iterator[str]:
    """Yield why steps of the console have no command."""
    for step in server.steps if target == "console" else ():
        if step.not_typed and step.safety in safeties:
            yield f"{step_label(step)}: nothing is typed: {step.not_typed}"


def later_notes(steps: Iterable[TypedStep]) -> Iterator[str]:
    """Yield commands that must wait until another step is in effect."""
    for typed in steps:
        waits = f"{step_numbers(typed.step.after)} took effect" if typed.step.after else "what it waits for is over"
        commands = listed(line.command for line in typed.lines)
        yield f"{step_label(typed.step)}: left out; type it once {waits}: {commands}"


def step_numbers(steps: tuple[int, ...]) -> str:
    """Return `step 1` or `steps 1 and 3`."""
    return f"step{'s' * (len(steps) > 1)} {listed(map(str, steps))}"


def last_restart(waits: Iterable[str]) -> str:
    """Return the one restart that covers all: `system`, `server`, or ""."""
    waits = {*waits}
    return next((restart for restart in reversed(THEN) if restart in waits), "")


def left_out_notes(servers: list[ServerPlan], target: str, included: tuple[str, ...]) -> Iterator[str]:
    """Yield how many further steps have commands for the target."""
    unsafe, manual = (sum(len(typed_steps(server, target, [safety])) for server in servers) for safety in _OTHERS)
    if unsafe and "unsafe" not in included:
        yield f"{number(unsafe, 'unsafe step')} left out; read the plan, then say --unsafe"
    if manual:
        yield f"{number(manual, 'step')} done by hand left out; the plan has what is typed for those"


_OTHERS = ("unsafe", "manual")


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


class Scripts(Struct, frozen=True):
    """The commands for a target, and those that undo them."""

    forward: str  # "" if there are none
    back: str  # "" if there are none
    servers: tuple[str, ...]  # those with commands
    notes: tuple[str, ...]  # sentences for standard error


class _Part(Struct, frozen=True):
    """The commands under one comment."""

    head: str  # the comment
    lines: tuple[tuple[str, bool], ...]  # each with whether it is repeated after each change
    lacking: tuple[str, ...] = ()  # commands that cannot be undone
    units: tuple[str, ...] = ()  # restarts of the server by its unit, after all other commands
    waits: str = "none"  # what the step waits for
    prose: str = ""  # a comment with what the plan says to do


_Found = list[tuple[str, list[TypedStep]]]  # by servers' names
_Way = Callable[[str, list[TypedStep]], list[_Part]]


def scripts(servers: Iterable[ServerPlan], target: str, *, unsafe: bool) -> Scripts:
    """Return the script for a target on these servers. unsafe: include unsafe steps."""
    plans = list(servers)
    included = ("safe", "unsafe") if unsafe else ("safe",)
    steps_by_name: _Found = []
    notes: list[str] = []
    for plan in plans:
        kind = "cluster " if plan.cluster else _MACHINE if plan.machine else ""
        name = f"{kind}{plan.name}"
        all_steps = typed_steps(plan, target, included)
        later = [step for step in all_steps if step.step.behind]
        kept, clashes = without_conflicts([step for step in all_steps if not step.step.behind])
        steps_by_name += [(name, kept)] if kept else []
        notes += [
            f"{name}: {note}"
            for note in (
                *clashes,
                *target_notes(kept, target),
                *later_notes(later),
                *untyped_notes(plan, target, included),
            )
        ]
    names = tuple(name for name, _ in steps_by_name)
    notes += left_out_notes(plans, target, included)
    return Scripts(_text(steps_by_name, target, _forward), _text(steps_by_name, target, _backward), names, tuple(notes))


def _text(steps_by_name: _Found, target: str, way: _Way) -> str:
    """Return a script, with a heading for each server if there are several; "" without commands."""
    parts = [(name, _once(way(name, steps))) for name, steps in steps_by_name]
    if not any(part.lines for _, parts_of_server in parts for part in parts_of_server):
        return ""
    lines = list(_opening([name for name, _ in steps_by_name], target, way))
    for name, parts_of_server in parts:
        lines += ["", comment(target, f"==== {name} ====")] if len(parts) > 1 else []
        lines += [_FIRST[target]] if target in _FIRST else []
        lines += _under(name, parts_of_server, target)
        lines += _last(name, parts_of_server, target)
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
    """Return a text about the server as one about all servers of the machine."""
    if not name.startswith(_MACHINE):
        return text
    return _ONE.sub(lambda match: _ALL[match[0]], text)


def _last(name: str, parts: list[_Part], target: str) -> Iterator[str]:
    """Yield the restart after all commands, once."""
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
    """Return the commands of the plan."""
    return [
        _Part(
            f"{_head(name, typed.step)}: {_of(name, _conditions(typed))}",
            tuple((line.command, line.back == line.command) for line in typed.lines if not restarts_unit(line)),
            units=tuple(line.command for line in typed.lines if restarts_unit(line)),
            waits=typed.step.restart,
            prose=typed.step.summary,
        )
        for typed in steps
    ]


def _backward(name: str, steps: list[TypedStep]) -> list[_Part]:
    """Return the commands that undo the plan, the last step first; restarts follow the changes."""
    parts = []
    for step, typed, _ in reversed(steps):
        lines = [line for line in typed if not restarts_unit(line)]
        units = tuple(line.back for line in typed if restarts_unit(line) and line.back)
        changes = [(line.back, False) for line in reversed(lines) if line.back and line.back != line.command]
        again = [(line.back, True) for line in lines if line.back and line.back == line.command]
        lacking = tuple(line.command for line in lines if not line.back)
        if lacking and not changes:  # a restart, or an outage, that would change nothing
            again, units = [], ()
        parts.append(_Part(f"Takes back {_head(name, step)}", (*changes, *again), lacking, units, step.restart))
    return parts


def _once(parts: list[_Part]) -> list[_Part]:
    """Return the parts with each restart only after its last change."""
    restarted: set[str] = set()
    kept = []
    for part in reversed(parts):
        lines = tuple((line, again) for line, again in part.lines if not (again and line in restarted))
        restarted.update(line for line, again in lines if again)
        kept.append(replace(part, lines=lines))
    return kept[::-1]


def _head(name: str, step: WorkStep) -> str:
    rule = f"{step.rule} (a rule of the site's own: {step.origin})" if step.origin else step.rule
    return f"{step.number}. {rule} {step.name}, {name}"


def _conditions(typed: TypedStep) -> str:
    """Return what restarts, and what must be done first at other targets."""
    after = f"after {step_numbers(typed.before)}" if typed.before else ""
    first = f"after {listed(typed.step.first)} (not selected)" if typed.step.first else ""
    unsafe = "unsafe" if typed.step.safety == "unsafe" else ""
    return ", ".join(part for part in (_COUNTS[typed.step.restart], after, first, unsafe) if part)
