"""Scripts: servers' plans in, what is typed at one target out, with what takes it back. Nothing is ever run.

Of each step that is asked for what changes something is typed, in the plan's order; what a person does is not.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from advisor.fixes.plan import ServerPlan, WorkStep
from advisor.report.finding import CommandLine
from advisor.values.printing import listed, number
from advisor.values.targets import IN_ANY_SHELL, IN_SH, TARGETS
from advisor.values.typed import comment

POWERSHELL = "powershell"  # as people call the target `windows`
WORDS = (*TARGETS, POWERSHELL)
_ALSO = {"aix": ("unix",), "linux": ("unix",)}  # what is typed there besides
_UNREAD = "It is not executable, so that nobody runs it unread."
_OPENINGS = {
    **dict.fromkeys(
        IN_SH,
        (
            f"Read it, then run it as root with sh or ksh and its file's name. {_UNREAD}",
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
    "none": "counts at once",
    "task": "counts when the task is restarted",
    "server": "counts when the server is restarted",
    "system": "counts when the machine is rebooted",
    "rebuild": "wants the array built anew",
}
_THEN = {"server": "restart the server", "system": "reboot the machine"}
_RESTARTS = ("restart ", "load ", "tell ")


class Scripts(NamedTuple):
    """What is typed at a target, and what takes it back; "" where nothing is.

    servers: those with something to type. notes: what somebody has to know besides, a sentence a line.
    """

    forward: str
    back: str
    servers: tuple[str, ...]
    notes: tuple[str, ...]


class _Piece(NamedTuple):
    """A step, and those of its commands that are typed at the target."""

    step: WorkStep
    lines: tuple[CommandLine, ...]


class _Part(NamedTuple):
    """What stands under one comment. again: whether a line is typed behind a change as behind its way back."""

    head: str
    lines: tuple[tuple[str, bool], ...]
    restart: str = ""
    lacking: tuple[str, ...] = ()


_Way = Callable[[str, list[_Piece]], list[_Part]]


def scripts(servers: Iterable[ServerPlan], target: str, *, unsafe: bool) -> Scripts:
    """What is typed at a target on these servers. unsafe: whether steps that are a judgement or an outage are too."""
    plans = list(servers)
    asked = ("safe", "unsafe") if unsafe else ("safe",)
    found = {_name(one): _pieces(one, target, asked) for one in plans}
    found = {name: pieces for name, pieces in found.items() if pieces}
    notes = [note for name, pieces in found.items() for note in _notes(name, pieces, target)]
    return Scripts(
        _text(found, target, _forward),
        _text(found, target, _backward),
        tuple(found),
        (*notes, *_left_out(plans, target, asked)),
    )


def _name(server: ServerPlan) -> str:
    return f"{'cluster ' * server.cluster}{server.name}"


def _pieces(server: ServerPlan, target: str, safeties: Iterable[str]) -> list[_Piece]:
    """The steps of these safeties that type something."""
    there = (target, *_ALSO.get(target, ()))
    steps = [step for step in server.steps if step.safety in safeties]
    pieces = [
        _Piece(step, tuple(one for one in step.commands if one.target in there and not one.looks)) for step in steps
    ]
    return [one for one in pieces if one.lines]


def _text(found: dict[str, list[_Piece]], target: str, way: _Way) -> str:
    """A script, with a heading for each server where there are several; "" where nothing is typed."""
    parts = {name: _once(way(name, pieces)) for name, pieces in found.items()}
    if not any(part.lines for ones in parts.values() for part in ones):
        return ""
    lines = list(_opening(list(found), target, way))
    for name, ones in parts.items():
        lines += [comment(target, f"==== {name} ====")] if len(parts) > 1 else []
        lines += [*_opened(target), *_under(ones, target)]
    return "".join(f"{line}\n" for line in lines if line)


def _opening(names: list[str], target: str, way: _Way) -> Iterator[str]:
    what = "takes it back" if way is _backward else "is typed"
    yield comment(target, f"domlint fix: what {what} on {listed(names)}. domlint has run none of it.")
    for sentence in _OPENINGS.get(target, ()):
        yield comment(target, sentence)
    if len(names) > 1 and target != "console":
        yield comment(target, "Each part is for its server's machine: cut them apart. The next line stops all.")
        yield "exit 1"


def _opened(target: str) -> Iterator[str]:
    if target in _FIRST:
        yield _FIRST[target]


def _under(parts: list[_Part], target: str) -> Iterator[str]:
    for restart, ones in groupby(parts, key=lambda part: part.restart):
        for part in ones:
            yield comment(target, part.head)
            for line, _ in part.lines:
                if target in IN_SH and line.startswith("export "):
                    yield comment(target, "It holds for this shell alone: it belongs in what starts the server.")
                yield line
            for command in part.lacking:
                yield comment(target, f"Nothing that can be typed takes this back: {command}")
        if restart in _THEN:
            yield comment(target, f"Then {_THEN[restart]}.")


def _forward(name: str, pieces: list[_Piece]) -> list[_Part]:
    """The commands as the plan has them."""
    return [
        _Part(
            f"{_head(name, one.step)}: {_conditions(one.step)}",
            tuple((line.command, line.back == line.command) for line in one.lines),
            one.step.restart,
        )
        for one in pieces
    ]


def _backward(name: str, pieces: list[_Piece]) -> list[_Part]:
    """What takes them back, the last one first; what restarts something stands behind what it is restarted for."""
    parts = []
    for step, lines in reversed(pieces):
        changes = [(line.back, False) for line in reversed(lines) if line.back and line.back != line.command]
        again = [(line.back, True) for line in lines if line.back and line.back == line.command]
        lacking = tuple(line.command for line in lines if not line.back)
        parts.append(_Part(f"Takes back {_head(name, step)}", (*changes, *again), step.restart, lacking))
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
    return f"{step.number}. {step.rule} {step.name}, {name}"


def _conditions(step: WorkStep) -> str:
    """What restarts, and what has to be done before or besides."""
    after = f"after step {' and '.join(map(str, step.after))}" if step.after else ""
    return ", ".join(
        part for part in (_COUNTS[step.restart], after, "unsafe" if step.safety == "unsafe" else "") if part
    )


def _notes(name: str, pieces: list[_Piece], target: str) -> Iterator[str]:
    """What the script cannot say for itself: on the console all, elsewhere what is in doubt."""
    for step, lines in pieces:
        elsewhere = sorted({one.target for one in step.commands if not one.looks} - {one.target for one in lines})
        if elsewhere:
            yield f"{name}, step {step.number}, {step.name}: a part of it is typed elsewhere: {listed(elsewhere)}"
        if target == "console":
            yield from _of_the_console(name, step, lines)
        for line in lines:
            if not line.back:
                yield f"{name}, step {step.number}, {step.name}: nothing that can be typed takes back {line.command}"
    restarts = {step.restart for step, _ in pieces}
    then = "system" if "system" in restarts else "server" if "server" in restarts else ""
    if then and target == "console":
        yield f"{name}: then {_THEN[then]}, once"


def _of_the_console(name: str, step: WorkStep, lines: tuple[CommandLine, ...]) -> Iterator[str]:
    """What a comment says elsewhere."""
    if step.after:
        yield f"{name}, step {step.number}, {step.name}: it comes after step {' and '.join(map(str, step.after))}"
    if step.restart == "task" and not any(line.command.lower().startswith(_RESTARTS) for line in lines):
        yield f"{name}, step {step.number}, {step.name}: it counts when the task is restarted"


def _left_out(plans: list[ServerPlan], target: str, asked: tuple[str, ...]) -> Iterator[str]:
    """How much else of the plan types something there."""
    others = {safety: sum(len(_pieces(one, target, [safety])) for one in plans) for safety in ("unsafe", "manual")}
    if others["unsafe"] and "unsafe" not in asked:
        yield f"{number(others['unsafe'], 'unsafe step')} left out; read the plan, then say --unsafe"
    if others["manual"]:
        yield f"{number(others['manual'], 'step')} done by hand left out; the plan has what is typed for those"
