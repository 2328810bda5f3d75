"""Units: reads the services of systemd that were given; gives what the one that starts this server makes of it.

A drop-in goes before its unit's file, the later by name before the earlier; `systemctl show` tells what became of all.
"""

import re
from collections.abc import Iterable, Iterator

from advisor.derive.context import Context
from advisor.derive.directories import is_inside
from advisor.facts import Fact, Facts, Subject

_KEYS = (
    "unit.open_files", "unit.processes", "unit.tasks_max", "unit.timeout_stop_seconds", "unit.restart",
    "unit.user",
)  # fmt: skip
_TELLING = ("unit.starts", "unit.description")
_DOMINO = re.compile(r"domino|rc_domino|/notes/latest/", re.IGNORECASE)
_NO_SERVER = re.compile(r"domino[\w.-]*(?:backup|nginx|tika|snmp|ctl|download|container)", re.IGNORECASE)
_MOST = {  # what stands for no bound: the kernel's own, and seconds without end
    "unit.open_files": "1048576",
    "unit.processes": "4194304",
    "unit.tasks_max": "4194304",
    "unit.timeout_stop_seconds": "2147483647",
}
_NO_NAME = "domino.service"  # as set-up scripts call it


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`unit.name` and the unit's settings, as they hold for this server."""
    unit = _of_this_server(facts)
    if unit is None:
        return
    told = [fact for key in (*_TELLING, *_KEYS) for fact in _files_of(facts, unit, key)]
    yield Fact("unit.name", unit.name or _NO_NAME, made_from=tuple(told[:1]))
    for key in _KEYS:
        yield from _settled(_in_order(facts, unit, _files_of(facts, unit, key)), key)


def _of_this_server(facts: Facts) -> Subject | None:
    """The only service that starts a Domino server, or the one of several with a path in the data directory."""
    units = [unit for unit in facts.subjects("unit") or [] if unit.name or not _named(facts)]
    starting = [unit for unit in units if _starts_domino(facts, unit)]
    if len(starting) < 2:
        return starting[0] if starting else None
    own = [unit for unit in starting if _lies_in_the_data_directory(facts, unit)]
    return own[0] if len(own) == 1 else None


def _named(facts: Facts) -> bool:
    return any(unit.name and _starts_domino(facts, unit) for unit in facts.subjects("unit") or [])


def _starts_domino(facts: Facts, unit: Subject) -> bool:
    said = " ".join([unit.name, *(fact.text for key in _TELLING for fact in facts.of(unit, key))])
    return bool(_DOMINO.search(said)) and not _NO_SERVER.match(unit.name)


def _lies_in_the_data_directory(facts: Facts, unit: Subject) -> bool:
    data = facts.ask("ini.directory").text
    paths = [fact.text for key in ("unit.pid_file", "unit.directory") for fact in facts.of(unit, key)]
    return bool(data) and any(is_inside(path, data or "") for path in paths)


def _files_of(facts: Facts, unit: Subject, key: str) -> list[Fact]:
    """What the unit's files say of a key, with those drop-ins whose names do not tell of which unit they are."""
    nameless = Subject(unit.kind)
    others = () if unit == nameless or facts.of(nameless, "unit.starts") else facts.of(nameless, key)
    return [*facts.of(unit, key), *others]


def _in_order(facts: Facts, unit: Subject, told: Iterable[Fact]) -> list[Fact]:
    """The facts of a key, in the order in which systemd takes their files; `systemctl show` goes before all."""
    shown = {fact.source.path for fact in _files_of(facts, unit, "unit.shown") if fact.source}
    starts = {fact.source.path for fact in _files_of(facts, unit, "unit.starts") if fact.source}
    if shown:
        return [fact for fact in told if fact.source and fact.source.path in shown]
    return sorted(told, key=lambda fact: _rank(fact, starts))


def _rank(fact: Fact, starts: set[str]) -> tuple[bool, str]:
    path = fact.source.path if fact.source else ""
    main = path in starts
    return not main, "" if main else re.split(r"[/\\]", path)[-1]


def _settled(told: list[Fact], key: str) -> Iterator[Fact]:
    """The last of some facts counts; an empty one takes back those before it."""
    if told and told[-1].text.strip():
        last = told[-1]
        without = last.text in {"infinity", "unlimited"}
        text, note = (_MOST[key], last.text) if without and key in _MOST else (last.text, "")
        yield Fact(key, text, made_from=(last,), doubt=last.doubt, note=note)
