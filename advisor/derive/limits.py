"""Limits: reads what bounds the server's files and processes; gives the smaller of what runs and what is set.

systemd gives a service limits of its own: what limits.conf allows counts only where no unit is known, and what a shell
allows is a hint at most.
"""

import re
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

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


_MOST = {"open_files": 1048576, "tasks": 4194304}  # the value of a limit that is unlimited
_SET_BY = {  # the keys that set each limit, and their places in words
    "open_files": {
        "unit.open_files": "LimitNOFILE of {unit}",
        "container.open_files": "nofile of the container",
        "kernel.file_max": "fs.file-max of the kernel",
    },
    "tasks": {
        "unit.tasks_max": "TasksMax of {unit}",
        "unit.processes": "LimitNPROC of {unit}",
        "kernel.pid_max": "kernel.pid_max",
        "kernel.threads_max": "kernel.threads-max",
    },
}


class Limit(Struct, frozen=True):
    """A known limit: the figure, the fact, and its place in words."""

    figure: int
    fact: Fact
    place: str


@derived("limit.open_files", "limit.tasks")
def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield each limit with its place. `limit.tasks_said` has both in words."""
    unit = facts.ask("unit.name").text
    for name, most in _MOST.items():
        key = f"limit.{name}"
        running = list(_known(facts, {f"process.{name}": "the limits of the running server"}, most))
        near = [*running, *_known(facts, _SET_BY[name], most)]
        own = [limit for limit in near if not limit.fact.key.startswith("kernel.")]
        far = [] if own or unit else list(_known(facts, {f"login.{name}": "limits.conf"}, most))
        limits = [*far, *near] if own or far else []
        doubt = _doubt(facts, name, running, near, bool(limits))
        if doubt:
            yield from (replace(doubt, key=in_doubt) for in_doubt in (key, f"{key}_set_by"))
        elif limits:
            least = min(limits, key=lambda limit: limit.figure)
            yield Fact(key, str(least.figure), made_from=(least.fact,))
            yield Fact(f"{key}_set_by", _place(least, unit), made_from=(least.fact,))
        if name == "tasks":
            yield from _said([limit for limit in near if limit.fact.key == "unit.tasks_max"] if doubt else limits, unit)


def _said(sure: list[Limit], unit: str | None) -> Iterator[Fact]:
    """Yield the least of what is known for certain: where the limit is in doubt, no more than that."""
    if sure:
        least = min(sure, key=lambda limit: limit.figure)
        words = f"{least.figure} processes and threads, by {_place(least, unit)}"
        yield Fact("limit.tasks_said", words, made_from=(least.fact,))


def _place(limit: Limit, unit: str | None) -> str:
    return limit.place.replace("{unit}", unit or "the unit")


def _doubt(facts: Facts, name: str, running: list[Limit], near: list[Limit], is_known: bool) -> Fact | None:
    """Return a fact with the reason why a limit is unknown, or None."""
    unit_is_cut = any(fact.text == _UNIT for fact in facts.each("cut.format"))
    if unit_is_cut and not any(limit.fact.key.startswith("unit.") for limit in near):
        return Fact("", "", doubt=_UNIT_CUT)
    if running:
        return None
    places = [*_SET_BY[name], f"process.{name}"]
    doubtful = [fact for place in places for fact in facts.of(SERVER, place) if fact.doubt]
    of_unit = [fact for fact in doubtful if fact.key.startswith("unit.")]
    if of_unit or (doubtful and not is_known):
        first = (of_unit or doubtful)[0]
        return Fact("", "", made_from=(first,), doubt=first.doubt)
    if is_known:
        return None
    processes, shells = facts.of(SERVER, f"process.{name}"), facts.of(SERVER, f"shell.{name}")
    logins = tuple(_of_accounts(facts, f"login.{name}"))
    for given, doubt in ((processes, _DIFFER), (shells, _OF_A_SHELL), (logins, _SYSTEMD)):
        if given:
            return Fact("", "", made_from=given, doubt=doubt)
    return None


def _known(facts: Facts, places: dict[str, str], most: int) -> Iterator[Limit]:
    """Yield the limits that are known. places: in words, by key. most: the value without a limit."""
    for key, words in places.items():
        for fact in _given(facts, key):
            figure = most if fact.text == "unlimited" else values.whole(fact.text)
            if figure is not None and not fact.doubt:
                yield Limit(figure, fact, words)


def _given(facts: Facts, key: str) -> list[Fact]:
    """Return what counts of all that was given of a key."""
    if key.startswith("login."):
        return _of_accounts(facts, key)[-1:]
    if key.startswith("container."):
        containers = facts.subjects("container") or []
        return list(facts.of(containers[0], key))[:1] if len(containers) == 1 else []
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
