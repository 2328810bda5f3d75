"""Clusters: the servers of a run in; those that are members of one, and what can be said of them together, out."""

from collections.abc import Iterator
from typing import NamedTuple

from advisor import values
from advisor.facts import Answer, Fact, Facts, Subject
from advisor.servers.server import Server

_NAMED_BY = ("cluster.name", "doc.server.clustername")
_LESS = 0.9  # below this share of the largest memory a member is of another class: 1023 MB and 1 GB are not


class Cluster(NamedTuple):
    """A cluster of which two members or more were given."""

    name: str
    members: tuple[Server, ...]
    facts: Facts


def join(servers: list[Server]) -> list[Cluster]:
    """The clusters of the run, in the order of their first member. Copies of one server are no two members."""
    by_name: dict[str, list[tuple[str, Server]]] = {}
    for server in (server for server in servers if not server.told_apart):
        named = next((text for key in _NAMED_BY if (text := server.facts.ask(key).text)), None)
        if named:
            by_name.setdefault(named.casefold(), []).append((named, server))
    return [_cluster(found[0][0], [server for _, server in found]) for found in by_name.values() if len(found) > 1]


def _cluster(name: str, members: list[Server]) -> Cluster:
    facts = Facts()
    facts.add(_facts(Subject("cluster", name), members))
    return Cluster(name, tuple(members), facts)


def _facts(cluster: Subject, members: list[Server]) -> Iterator[Fact]:
    """`cluster.differ` and `cluster.differences`; that they do not is known only where all told of every matter."""
    naming = tuple(fact for server in members for fact in _naming(server))
    yield Fact("cluster.name", cluster.name, subject=cluster, made_from=naming)
    yield Fact("cluster.members_given", str(len(members)), subject=cluster, made_from=naming)
    told = {what: [_told(server.facts, key) for server in members] for what, key in _MATTERS.items()}
    apart = {what: found for what, found in told.items() if _differ(what, found)}
    if apart:
        words = "; ".join(f"{what} {_listed(members, found)}" for what, found in apart.items())
        origins = tuple(fact for found in apart.values() for reading in found for fact in reading.facts)
        yield Fact("cluster.differences", words, subject=cluster, made_from=origins)
        yield Fact("cluster.differ", "yes", subject=cluster, made_from=origins)
    elif all(all(one.text for one in found) or all(one.absent for one in found) for found in told.values()):
        origins = tuple(fact for found in told.values() for reading in found for fact in reading.facts)
        yield Fact("cluster.differ", "no", subject=cluster, made_from=origins or naming)


_MEMORY = "memory in MB"
_MATTERS = {
    "release": "release",
    _MEMORY: "machine.memory",
    "availability threshold": "ini.server_availability_threshold",
}


def _naming(server: Server) -> tuple[Fact, ...]:
    return next((reading.facts for key in _NAMED_BY if (reading := server.facts.ask(key)).text), ())


def _told(facts: Facts, key: str) -> Answer:
    """What a member's files say; a floor of the release, or what is presumed, is no word on it."""
    reading = facts.ask(key)
    unsure = any(fact.presumed for fact in reading.facts) or (reading.text or "").endswith(values.AT_LEAST)
    return Answer() if unsure else reading


def _differ(what: str, found: list[Answer]) -> bool:
    known = {reading.text for reading in found if reading.text}
    if what != _MEMORY:
        return len(known) > 1
    sizes = [float(text) for text in known if text.replace(".", "", 1).isdecimal()]
    return len(sizes) > 1 and min(sizes) < _LESS * max(sizes)


def _listed(members: list[Server], found: list[Answer]) -> str:
    """`14.5 on Mail01/Acme, 12.0.2 on Mail02/Acme`."""
    pairs = zip(members, found, strict=True)
    return ", ".join(f"{reading.text} on {server.name}" for server, reading in pairs if reading.text)
