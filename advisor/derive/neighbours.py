"""Neighbours: reads what the other servers on the machine are set to, and gives where their data and logs lie.

And what they share with this server: a directory or a partition number of which each partition must have its own. That
each must have a directory of its own for view or full-text indexes, no page says.
"""

from collections.abc import Iterator
from typing import NamedTuple

from advisor import values
from advisor.derive import directories
from advisor.derive.context import Context
from advisor.derive.lodgers import OF_NEIGHBOURS
from advisor.derive.mount_points import MountPoints
from advisor.facts import PARTITION, SERVER, Answer, Complete, Fact, Subject
from advisor.known import Facts
from advisor.servers.partition_settings import OF_PARTITIONS
from advisor.values.paths import WINDOWS_PATH, comparable
from advisor.values.printing import listed

_KEYS = ("ini.directory", "transaction_log.path", "view_rebuild.path")
_LODGERS = dict(zip(OF_NEIGHBOURS, _KEYS, strict=True))  # what of a neighbour lies on disks, and by which key
_LOG = "transaction log directory"
_DAOS = "DAOS directory"
_MUST_DIFFER = {
    "data directory": "ini.directory",
    _LOG: "transaction_log.path",
    _DAOS: "daos.path",
    "partition number": "ini.partitionnumber",
}


def _stores_no_objects(facts: Facts) -> bool:
    """Whether DAOS stores nothing: it is off unless it was switched on."""
    on = facts.ask("ini.daosenable")
    return on.text == "0" or on.absent


_SWITCHED = {_LOG: directories.writes_no_log, _DAOS: _stores_no_objects}  # whether a server has no such directory


class _Shared(NamedTuple):
    """Something that two servers have in common. facts: where both files say so."""

    what: str
    value: str
    server: str
    facts: tuple[Fact, ...]


def derive(facts: Facts, context: Context) -> Iterator[Fact]:
    """`partition.databases` and its like of each neighbour, `machine.shares`, `.shares_log` and `.shares_daos`."""
    shared: list[_Shared] = []
    apart = dict.fromkeys(_MUST_DIFFER, True)  # whether all neighbours are known to have another one
    for subject in facts.subjects(PARTITION) or []:
        neighbour = _settings_of(facts, subject, context)
        yield from _lodgers_of(neighbour, subject)
        for what, key in _MUST_DIFFER.items():
            own, other = _own(facts, what, key), _own(neighbour, what, key)
            same = _same(own, other)
            apart[what] = apart[what] and same is False
            if same:
                shared.append(_Shared(what, own.text or "", subject.name, own.facts + other.facts))
    yield from _shares(shared, apart)


def lodgers(facts: Facts) -> Iterator[tuple[str, str, str, Fact]]:
    """What of the neighbours lies where: whose it is, `databases` or its like, the path, and the fact that tells.

    What lies in this server's own directory is told as shared, and is no lodger beside it.
    """
    own = {what: comparable(facts.ask(key).text or "") for what, key in _LODGERS.items()}
    mounts = MountPoints(volume for volume in facts.subjects("volume") or [] if volume.name != "/")
    for subject in facts.subjects(PARTITION) or []:
        for what in _LODGERS:
            for fact in facts.of(subject, f"{PARTITION}.{what}"):
                if comparable(fact.text) != own[what] and _has_a_volume(facts, mounts, fact.text):
                    yield subject.name, what, fact.text, fact


def _has_a_volume(facts: Facts, mounts: MountPoints, path: str) -> bool:
    """Whether this server's files may tell the volume of a neighbour's directory.

    storage.toml names one server's volumes: what lies on none of them need not lie on /, as by a mount table it does.
    """
    told = mounts.above(path) is not None
    return told or not path.startswith("/") or bool(facts.of(Subject("volume", "/"), "volume.device"))


def _settings_of(facts: Facts, subject: Subject, context: Context) -> Facts:
    """What a neighbour's NOTES.INI says, as facts of its own, with the directories that follow from it."""
    neighbour = Facts()
    for name in OF_PARTITIONS:
        for fact in facts.of(subject, f"{PARTITION}.{name}"):
            absent = (Complete(f"ini.{name}", fact.source),) if fact.source else ()
            of_ini = all(origin.key.startswith("ini.") for origin in fact.made_from)
            neighbour.add(fact.made_from if of_ini else (fact._replace(key=f"ini.{name}", subject=SERVER),))
            neighbour.add(absent if not fact.made_from else ())
    neighbour.add(directories.derive(neighbour, context))
    return neighbour


def _lodgers_of(neighbour: Facts, subject: Subject) -> Iterator[Fact]:
    for what, key in _LODGERS.items():
        answer = neighbour.ask(key)
        if answer.text and not (what == "transaction-log" and directories.writes_no_log(neighbour)):
            yield Fact(f"{PARTITION}.{what}", answer.text, subject=subject, made_from=answer.facts)


def _own(facts: Facts, what: str, key: str) -> Answer:
    """What a server has of that kind; absent where it has none."""
    answer = facts.ask(key)
    if what in _SWITCHED:
        if _SWITCHED[what](facts):
            return Answer(absent=True)
        return answer if answer.text and _from_the_root(answer.text) else Answer()
    return Answer(absent=True) if answer.text == "0" else answer


def _from_the_root(path: str) -> bool:
    return path.startswith("/") or bool(WINDOWS_PATH.match(path))


def _same(own: Answer, other: Answer) -> bool | None:
    """Whether both have the same; None where that of one is not known."""
    if own.absent or other.absent:
        return False
    if own.text is None or other.text is None:
        return None
    return _comparable(own.text) == _comparable(other.text)


def _comparable(text: str) -> str:
    number = values.whole(text)
    return comparable(text) if number is None else str(number)


def _shares(shared: list[_Shared], apart: dict[str, bool]) -> Iterator[Fact]:
    """`the data directory /local/data and the partition number 1 with P2/Acme`, or none where nothing is shared."""
    origins = tuple(dict.fromkeys(fact for one in shared for fact in one.facts))
    if shared:
        yield Fact("machine.shares", _in_words(shared), made_from=origins)
    elif all(apart.values()):
        yield Fact("machine.shares", "none")
    for key, what in (("machine.shares_log", _LOG), ("machine.shares_daos", _DAOS)):
        facts = tuple(fact for one in shared if one.what == what for fact in one.facts)
        if facts or apart[what]:
            yield Fact(key, "yes" if facts else "no", made_from=tuple(dict.fromkeys(facts)))


def _in_words(shared: list[_Shared]) -> str:
    by_thing: dict[str, list[str]] = {}
    for one in shared:
        by_thing.setdefault(f"the {one.what} {one.value}", []).append(one.server)
    by_servers: dict[str, list[str]] = {}
    for thing, servers in by_thing.items():
        by_servers.setdefault(listed(servers), []).append(thing)
    return "; ".join(f"{listed(things)} with {servers}" for servers, things in by_servers.items())
