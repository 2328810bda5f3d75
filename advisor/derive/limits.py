"""Limits: reads what bounds the server's files and processes; gives the smaller of what runs and what is set.

systemd gives a service limits of its own: what limits.conf allows counts only where no unit is known, and what a shell
allows is a hint at most.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor import values
from advisor.derive.context import Context, derived
from advisor.facts import SERVER, Fact, Facts, Subject

_UNIT = "systemd unit"  # the format, as its reader is called
_UNIT_CUT = "the listing of the systemd unit is cut, and what is missing may have set it"
_USERS = ("notes", "domino", "*")  # whom Domino runs as where no unit tells


_OF_A_SHELL = (
    "`ulimit -a` tells of the shell in which it was typed, and systemd gives a server limits of its own; take"
    " /proc/PID/limits of the process `server`"
)
_DIFFER = "the limits of several processes were given and differ; take /proc/PID/limits of the process `server`"
_SYSTEMD = (
    "the unit does not set it, and systemd does not go by limits.conf; take /proc/PID/limits of the process `server`"
)


class Bounds(NamedTuple):
    """A place that may set a limit. most: the value without a limit. Each key has the words for its place."""

    most: int
    running: tuple[tuple[str, str], ...]
    set: tuple[tuple[str, str], ...]
    logins: tuple[tuple[str, str], ...]
    shell: str


_OF_THE_PROCESS = "the limits of the running server"
_OF_LOGINS = "limits.conf"
_BOUNDS = {
    "limit.open_files": Bounds(
        1048576,
        (("process.open_files", _OF_THE_PROCESS),),
        (("unit.open_files", "LimitNOFILE of {unit}"), ("kernel.file_max", "fs.file-max of the kernel")),
        (("login.open_files", _OF_LOGINS),),
        "shell.open_files",
    ),
    "limit.tasks": Bounds(
        4194304,
        (("process.tasks", _OF_THE_PROCESS),),
        (
            ("unit.tasks_max", "TasksMax of {unit}"),
            ("unit.processes", "LimitNPROC of {unit}"),
            ("kernel.pid_max", "kernel.pid_max"),
            ("kernel.threads_max", "kernel.threads-max"),
        ),
        (("login.tasks", _OF_LOGINS),),
        "shell.tasks",
    ),
}


class Limit(NamedTuple):
    """A known limit: the figure, the fact, and its place in words."""

    figure: int
    fact: Fact
    place: str


@derived("limit.open_files", "limit.tasks")
def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield each limit with its place. `limit.tasks_said` has both in words."""
    unit = facts.ask("unit.name").text
    for key, bounds in _BOUNDS.items():
        running = list(_known(facts, bounds.running, bounds.most))
        near = [*running, *_known(facts, bounds.set, bounds.most)]
        own = [one for one in near if not one.fact.key.startswith("kernel.")]
        far = [] if own or unit else list(_known(facts, bounds.logins, bounds.most))
        limits = [*far, *near] if own or far else []
        doubt = _doubt(facts, key, bounds, running, near, bool(limits))
        if doubt:
            yield from (Fact(name, "", made_from=doubt.made_from, doubt=doubt.doubt) for name in (key, f"{key}_set_by"))
        elif limits:
            least = min(limits, key=_figure)
            yield Fact(key, str(least.figure), made_from=(least.fact,))
            yield Fact(f"{key}_set_by", _place(least, unit), made_from=(least.fact,))
        if key == "limit.tasks":
            yield from _said([one for one in near if one.fact.key == "unit.tasks_max"] if doubt else limits, unit)


def _said(sure: list[Limit], unit: str | None) -> Iterator[Fact]:
    """Yield the least of what is known for certain: where the limit is in doubt, no more than that."""
    if sure:
        least = min(sure, key=_figure)
        words = f"{least.figure} processes and threads, by {_place(least, unit)}"
        yield Fact("limit.tasks_said", words, made_from=(least.fact,))


def _figure(limit: Limit) -> int:
    return limit.figure


def _place(limit: Limit, unit: str | None) -> str:
    return limit.place.replace("{unit}", unit or "the unit")


def _doubt(
    facts: Facts, key: str, bounds: Bounds, running: list[Limit], near: list[Limit], is_known: bool
) -> Fact | None:
    """Return why a limit is unknown, with the facts about it, or None."""
    if _a_unit_is_cut(facts) and not any(one.fact.key.startswith("unit.") for one in near):
        return Fact(key, "", doubt=_UNIT_CUT)
    if running:
        return None
    places = [place for place, _ in (*bounds.set, *bounds.running)]
    doubtful = [fact for place in places for fact in facts.of(SERVER, place) if fact.doubt]
    of_unit = [fact for fact in doubtful if fact.key.startswith("unit.")]
    if of_unit or (doubtful and not is_known):
        first = (of_unit or doubtful)[0]
        return Fact(key, "", made_from=(first,), doubt=first.doubt)
    processes = () if is_known else facts.of(SERVER, bounds.running[0][0])
    shells = () if is_known else facts.of(SERVER, bounds.shell)
    logins = () if is_known else _of_accounts(facts, bounds.logins[0][0])
    for given, why in ((processes, _DIFFER), (shells, _OF_A_SHELL), (logins, _SYSTEMD)):
        if given:
            return Fact(key, "", made_from=tuple(given), doubt=why)
    return None


def _a_unit_is_cut(facts: Facts) -> bool:
    return any(fact.text == _UNIT for fact in facts.each("cut.format"))


def _known(facts: Facts, places: tuple[tuple[str, str], ...], most: int) -> Iterator[Limit]:
    for key, words in places:
        for fact in _given(facts, key):
            figure = most if fact.text == "unlimited" else values.whole(fact.text)
            if figure is not None and not fact.doubt:
                yield Limit(figure, fact, words)


def _given(facts: Facts, key: str) -> list[Fact]:
    """Return what counts of all that was given of a key."""
    if key.startswith("login."):
        return _of_accounts(facts, key)[-1:]
    limits = list(facts.of(SERVER, key))
    if key.startswith("process."):
        sure = [fact for fact in limits if not fact.doubt]
        return sure if len({fact.text for fact in sure}) == 1 else []
    if key.startswith("kernel."):
        written = sorted((fact for fact in limits if _is_configured(fact)), key=_rank)
        return [*(fact for fact in limits if not _is_configured(fact)), *written[-1:]]
    return limits


def _is_configured(fact: Fact) -> bool:
    """Return whether a file sets the limit at the next start, in contrast to what `sysctl -a` printed."""
    return bool(fact.source and fact.source.path.endswith(".conf"))


def _rank(fact: Fact) -> tuple[bool, str]:
    """Return the position of a file in the order of reading: by name, regardless of the folder."""
    name = re.split(r"[/\\]", fact.source.path)[-1] if fact.source else ""
    return name == "sysctl.conf", name


def _of_accounts(facts: Facts, key: str) -> list[Fact]:
    """Return what limits.conf, and then the files of limits.d, give the account that Domino runs as.

    The last counts.
    """
    said = facts.ask("unit.user").text
    found = (facts.of(Subject("account", user), key) for user in ((said,) if said else ()) + _USERS)
    told = next((told for told in found if told), ())
    return sorted(told, key=lambda fact: (not _rank(fact)[1].startswith("limits."), _rank(fact)))
