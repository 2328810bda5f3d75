"""Machines: finds the servers of a run on one machine, its partitions, and tells each of what the others are set to.

Servers are on one machine where their files show the same controller, the same system and partition of it, or the same
host, or where a file of the machine lies above them all. Host names that differ tell them apart, whatever they share.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from advisor import values
from advisor.facts import OF_PARTITIONS, PARTITION, Fact, Facts, Subject
from advisor.servers.brief import apart
from advisor.servers.naming import rank
from advisor.servers.nearest import Nearest, Way, way
from advisor.servers.parsed import CONTROLLER, HOST, SYSTEM, tells_of_a_machine
from advisor.servers.server import Server
from advisor.servers.walk import Unread
from advisor.values.paths import same_path
from advisor.values.printing import listed

_MOST = 32  # servers on one machine; more of them come with copies of one file
_A_SERIAL = r"(?=.*\d)(?!(.)\1*$)[\w-]{2,}"  # not REDACTED, N/A, 2B******* or 00000000
_A_BOX = re.compile(r"(?:\w+ )?(?:MSA|RAID Array)")  # of disks outside the server: several machines may use one
_ANY_HOST = re.compile(r"(?:localhost|loopback)\b.*|[\W\d_]*", re.IGNORECASE)
_ABOVE = "file"

Sign = tuple[str, str]  # what kind of thing tells a machine, and which one


class _Member(NamedTuple):
    """A server with what tells its machine, and the facts of that. host: the only one that its files name, or ""."""

    server: Server
    signs: dict[Sign, tuple[Fact, ...]]
    host: str


def join(servers: list[Server]) -> list[Unread]:
    """Adds `machine.servers` to each server of a machine, and the settings of the others as subjects of their own.

    Before anything is derived. Gives a word on servers that were not joined, because there are too many of them.
    """
    members = _members(sorted(servers, key=rank))
    unread = list(_without_copies(members))
    for group, sign in _machines(members):
        if len({_who(member) for member in group}) > _MOST:
            unread.append(_too_many(group, sign))
            continue
        surely = _grouped(group, lambda sign: sign[0] != _ABOVE)
        apart, named = _standing(group, surely)
        by_name = _by_name(group)
        for member in group:
            number = surely.get(id(member.server), -1)
            sure = named.get(number, {}).values()
            near = [(one, surely.get(id(one.server)) == number) for one in _beside(member, by_name)]
            others = near + [(group[at], at in sure) for at in sorted({*apart, *sure})]
            if neighbours := _neighbours(member, others):
                _tell(member.server, _facts(member, sign, neighbours))
            elif copies := _maybe_copies(member, [group[at] for at in apart]):
                _tell(member.server, _in_doubt(member, copies))
    return unread


def _tell(server: Server, facts: Iterable[Fact]) -> None:
    """Adds what the run tells of a server, which bears no more of the others' files than lines."""
    of_run = apart(facts)
    server.facts.add(of_run)
    server.given.more.extend(of_run)


def _members(servers: list[Server]) -> list[_Member]:
    times: dict[int, int] = {}  # how many servers a file of the machine belongs to
    for server in servers:
        for file in server.files:
            times[id(file)] = times.get(id(file), 0) + 1
    return [_member(server, times) for server in servers]


def _member(server: Server, times: dict[int, int]) -> _Member:
    signs: dict[Sign, tuple[Fact, ...]] = {}
    for controller in server.facts.subjects("controller") or []:
        serial, model = (server.facts.of(controller, key) for key in CONTROLLER)
        if serial and re.fullmatch(_A_SERIAL, serial[0].text) and not (model and _A_BOX.match(model[0].text)):
            signs["controller", serial[0].text] = serial
    system, partition = map(server.facts.ask, SYSTEM)  # partitions of a system are machines of their own
    if partition.text and re.fullmatch(_A_SERIAL, system.text or ""):
        signs["system", f"{system.text} {partition.text}"] = system.facts + partition.facts
    host = server.facts.ask(HOST)
    named = "" if _ANY_HOST.fullmatch(host.text or "") else (host.text or "").casefold()
    if named:
        signs["host", named] = host.facts
    for file in server.files:
        if times[id(file)] > 1 and tells_of_a_machine(file.reader):
            signs[_ABOVE, file.path] = ()
    return _Member(server, signs, named)


def _without_copies(members: list[_Member]) -> Iterator[Unread]:
    """Takes away the signs that more servers bear than a machine has, copies of one file, with a word on each."""
    bearing: dict[Sign, list[_Member]] = {}
    for member in members:
        for sign in member.signs:
            bearing.setdefault(sign, []).append(member)
    for sign, group in bearing.items():
        if len(group) > _MOST and len({_who(member) for member in group}) > _MOST:
            yield _too_many(group, sign)
            for member in group:
                del member.signs[sign]


def _machines(members: list[_Member]) -> Iterator[tuple[list[_Member], Sign]]:
    """The members of each machine with more than one, and a sign that they share."""
    numbers = _grouped(members, lambda sign: True)
    groups: dict[int, list[_Member]] = {}
    for member in members:
        if member.signs:
            groups.setdefault(numbers[id(member.server)], []).append(member)
    for group in groups.values():
        hosts = {member.host for member in group if member.host}
        parts = [group] if len(hosts) < 2 else [[one for one in group if one.host == host] for host in sorted(hosts)]
        for part in parts:
            if len(part) > 1:
                yield part, _shared(part)


def _shared(group: list[_Member]) -> Sign:
    """The sign that most members have, the first of equal ones."""
    counts: dict[Sign, int] = {}
    for sign in (sign for member in group for sign in member.signs):
        counts[sign] = counts.get(sign, 0) + 1
    return max(counts, key=lambda sign: counts[sign])


def _grouped(members: list[_Member], counts: Callable[[Sign], bool]) -> dict[int, int]:
    """A number for each server, the same for those that hang together by signs that count."""
    first_of: dict[Sign, Sign] = {}  # a sign → another one of the same machine, in the end always the same
    order: dict[Sign, int] = {}
    counted = [(member, [sign for sign in member.signs if counts(sign)]) for member in members]
    for _, signs in counted:
        for sign in signs:
            order.setdefault(sign, len(order))
            first_of.setdefault(sign, sign)
            first_of[_first(first_of, sign)] = _first(first_of, signs[0])
    return {id(member.server): order[_first(first_of, signs[0])] for member, signs in counted if signs}


def _first(first_of: dict[Sign, Sign], sign: Sign) -> Sign:
    while first_of[sign] != sign:
        first_of[sign] = sign = first_of[first_of[sign]]
    return sign


def _who(member: _Member) -> str:
    """By what a server is told from others; a folder's name may be another one's too."""
    server = member.server
    return (server.name if server.named_by == "folder" else server.plain_name).casefold()


def _standing(group: list[_Member], surely: dict[int, int]) -> tuple[list[int], dict[int, dict[str, int]]]:
    """Who of a machine may stand for each name, by their places; the other snapshots of a server need not be looked at.

    First those of each name in two data directories, of which one is not the asking server's; then by what tells surely
    of a machine the first of each name that a file gives.
    """
    apart: dict[str, list[int]] = {}
    named: dict[int, dict[str, int]] = {}
    for at, member in enumerate(group):
        alike = apart.setdefault(_who(member), [])
        if len(alike) < 2 and not any(_same_directory(group[one].server.facts, member.server.facts) for one in alike):
            alike.append(at)
        number = surely.get(id(member.server))
        if number is not None and member.server.named_by != "folder":
            named.setdefault(number, {}).setdefault(_who(member), at)
    return [at for alike in apart.values() for at in alike], named


def _by_name(group: list[_Member]) -> dict[str, Nearest[_Member]]:
    ways: dict[str, list[tuple[Way, _Member]]] = {}
    for member in group:
        ways.setdefault(_who(member), []).append((way(member.server.files[0]), member))
    return {name: Nearest(of_one) for name, of_one in ways.items()}


def _beside(member: _Member, by_name: dict[str, Nearest[_Member]]) -> Iterator[_Member]:
    """Of each other name that has several snapshots the one beside this: that of the same day."""
    for name, snapshots in by_name.items():
        if name != _who(member) and len(snapshots.all) > 1:
            beside = snapshots.of(way(member.server.files[0]))
            yield from beside if len(beside) == 1 else ()


def _neighbours(member: _Member, others: Iterable[tuple[_Member, bool]]) -> list[Server]:
    """The other servers on the machine, each name once: another snapshot of a server is no partition.

    So is what has no name, or only lies below the same file, and the same data directory: that may be a copy, or
    another machine's; a partition number of its own tells that it is none. others: each with whether more than a file
    above them says that it is on this machine.
    """
    found: dict[str, Server] = {}
    for other, sure in others:
        if _who(other) == _who(member):
            continue
        named = "folder" not in (member.server.named_by, other.server.named_by)
        own, its = member.server.facts, other.server.facts
        if (named and (sure or _other_number(own, its))) or not _same_directory(own, its):
            found.setdefault(_who(other), other.server)
    return list(found.values())


def _maybe_copies(member: _Member, standing: list[_Member]) -> list[str]:
    """The servers with another name, and the same data directory, of which nothing tells whether they are copies."""
    own = member.server.facts
    others = (other.server for other in standing if _who(other) != _who(member))
    return list(dict.fromkeys(server.name for server in others if _same_directory(own, server.facts)))


def _in_doubt(member: _Member, copies: list[str]) -> Iterator[Fact]:
    """What is not known of a machine with servers that may be copies of one, standing at the directory they have."""
    doubt = f"{listed(sorted((member.server.name, *copies)))} may be copies of one server: they have one data directory"
    at = member.server.facts.first("ini.directory") or Fact("", "")
    for key in ("machine.servers", "machine.shares", "machine.shares_log"):
        yield Fact(key, "", at.source, at.span, doubt=doubt)


def _other_number(first: Facts, second: Facts) -> bool:
    """Whether both have a partition number, and not the same one: two partitions have, copies of a server have not."""
    numbers = [values.whole(facts.ask("ini.partitionnumber").text) for facts in (first, second)]
    return None not in numbers and numbers[0] != numbers[1]


def _same_directory(first: Facts, second: Facts) -> bool:
    paths = [facts.ask("ini.directory").text or "" for facts in (first, second)]
    return same_path(*paths)


_WORDS = {
    "controller": "their files show one controller",
    "system": "their files show one system and partition of it",
    "host": "their files name one host",
    _ABOVE: "a file of the machine lies above them",
}


def _facts(member: _Member, sign: Sign, neighbours: list[Server]) -> Iterator[Fact]:
    """`machine.servers`, and of each neighbour, a subject, what it is set to; an empty text where it sets nothing."""
    names = sorted((member.server.name, *(server.name for server in neighbours)))
    note = f"{listed(names)} are on one machine: {_WORDS[sign[0]]}"
    yield Fact("machine.servers", str(len(names)), made_from=member.signs.get(sign, ()), note=note)
    for server in neighbours:
        subject = Subject(PARTITION, server.name)
        for name in OF_PARTITIONS:
            answer = server.facts.ask(f"ini.{name}")
            yield from (
                Fact(f"{PARTITION}.{name}", fact.text, subject=subject, made_from=(fact,)) for fact in answer.facts
            )
            by_document = bool(server.facts.documents) and name.startswith("translog")
            if answer.absent and not answer.facts and not by_document:
                yield Fact(f"{PARTITION}.{name}", "", answer.where, subject=subject)


def _too_many(group: list[_Member], sign: Sign) -> Unread:
    """One word on servers that would be too many for a machine."""
    kind, which = sign
    fact = next((fact for member in group for fact in member.signs.get(sign, ())), None)
    path = fact.source.path if fact and fact.source else which
    what = {"controller": f"controller {which}", "system": f"system {which}", "host": f"host {which}"}.get(kind, "file")
    number = sum(sign in member.signs for member in group)
    return Unread(path, None, f"{number} servers come with this {what}: no machine has as many, so they are not joined")
