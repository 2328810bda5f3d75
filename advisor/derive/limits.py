"""Limits: reads what bounds the server's files and processes; gives the smaller of what runs and what is set.

systemd gives a service limits of its own. What a shell or limits.conf allows counts only where nothing nearer is known.
"""

from collections.abc import Iterator
from typing import NamedTuple

from advisor import values
from advisor.derive.context import Context
from advisor.facts import SERVER, Fact, Facts, Subject

_UNIT = "systemd unit"  # the format, as its reader is called
_CUT = "the listing of the systemd unit is cut, and what is missing may have set it"
_USERS = ("notes", "domino", "*")  # whom Domino runs as where no unit tells


class Bounds(NamedTuple):
    """Where a limit may stand. most: what there is without one. Each key goes with the words of its place."""

    most: int
    running: tuple[tuple[str, str], ...]
    set: tuple[tuple[str, str], ...]
    elsewhere: tuple[tuple[str, str], ...]


_OF_THE_PROCESS = "the limits of the running server"
_OF_A_SHELL = "`ulimit -a`, in the shell it was typed in"
_OF_LOGINS = "limits.conf"
_BOUNDS = {
    "limit.open_files": Bounds(
        1048576,
        (("process.open_files", _OF_THE_PROCESS),),
        (("unit.open_files", "LimitNOFILE of {unit}"), ("kernel.file_max", "fs.file-max of the kernel")),
        (("shell.open_files", _OF_A_SHELL), ("login.open_files", _OF_LOGINS)),
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
        (("shell.tasks", _OF_A_SHELL), ("login.tasks", _OF_LOGINS)),
    ),
}


class Limit(NamedTuple):
    """A limit that is known: the figure, the fact, and where it stands, in words."""

    figure: int
    fact: Fact
    place: str


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """Each limit, with the place where it stands."""
    unit = facts.ask("unit.name").text or "the unit"
    for key, bounds in _BOUNDS.items():
        near = [*_known(facts, bounds.running, bounds.most), *_known(facts, bounds.set, bounds.most)]
        own = [one for one in near if not one.fact.key.startswith("kernel.")]
        far = [] if own else list(_known(facts, bounds.elsewhere, bounds.most))[:1]
        if _a_unit_is_cut(facts) and not any(one.fact.key.startswith("unit.") for one in near):
            yield from (Fact(name, "", doubt=_CUT) for name in (key, f"{key}_set_by"))
        elif told := [*far, *(near if own or far else [])]:
            least = min(told, key=lambda one: one.figure)
            yield Fact(key, str(least.figure), made_from=(least.fact,))
            yield Fact(f"{key}_set_by", least.place.replace("{unit}", unit), made_from=(least.fact,))


def _a_unit_is_cut(facts: Facts) -> bool:
    return any(fact.text == _UNIT for fact in facts.each("cut.format"))


def _known(facts: Facts, places: tuple[tuple[str, str], ...], most: int) -> Iterator[Limit]:
    for key, words in places:
        told = _of_accounts(facts, key) if key.startswith("login.") else facts.of(SERVER, key)
        for fact in told:
            figure = most if fact.text == "unlimited" else values.whole(fact.text)
            if figure is not None and not fact.doubt:
                yield Limit(figure, fact, words)


def _of_accounts(facts: Facts, key: str) -> tuple[Fact, ...]:
    """What limits.conf gives the account that Domino runs as."""
    said = facts.ask("unit.user").text
    found = (facts.of(Subject("account", user), key) for user in ((said,) if said else ()) + _USERS)
    return next((told for told in found if told), ())
