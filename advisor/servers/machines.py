"""Machines: which servers of a run share one, by what their files say, and the settings of the partitions there."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from advisor import values
from advisor.facts import PARTITION, Fact, Subject
from advisor.known import Facts
from advisor.pack import Catalogue
from advisor.servers import belonging
from advisor.servers.belonging import Nearest, Way, way
from advisor.servers.brief import apart
from advisor.servers.naming import rank
from advisor.servers.outdated import foreign_hosts
from advisor.servers.parsed import CONSOLE_NAME, CONTROLLER, DIRECTORY_SET, HOST, SYSTEM, ParsedFile, tells_of_a_machine
from advisor.servers.partition_settings import DAOS_OF_PARTITIONS, OF_PARTITIONS, PORT_OF_PARTITIONS, WEB_OF_PARTITIONS
from advisor.servers.server import Server, at_hand
from advisor.servers.walk import Unread
from advisor.source import Seal
from advisor.values.paths import comparable, same_path
from advisor.values.printing import listed

MOST = 32  # servers on one machine; more of them come with copies of one file
ABOVE, COPY = "file", "copy"
WEAK = {ABOVE, COPY}  # signs that a file gives which was put there by somebody
_A_SERIAL = r"(?=.*\d)(?!(.)\1*$)[\w-]{2,}"  # not REDACTED, N/A, 2B******* or 00000000
_A_BOX = re.compile(r"(?:\w+ )?(?:MSA|RAID Array)")  # of disks outside the server: several machines may use one
_ANY_HOST = re.compile(r"(?:localhost|loopback)\b.*|[\W\d_]*", re.IGNORECASE)

Sign = tuple[str, str]  # what kind of thing tells a machine, and which one


class Marked(NamedTuple):
    """A server with its facts, what tells its machine, and the facts of that.

    host: the only one that its files name, or "". platform: Windows or UNIX, or "".
    """

    server: Server
    facts: Facts
    signs: dict[Sign, tuple[Fact, ...]]
    host: str
    platform: str


def members(servers: list[Server], catalogue: Catalogue) -> list[Marked]:
    """The servers that have signs, in their order, each with these."""
    times: dict[int, int] = {}  # how many servers a file of the machine belongs to
    for server in servers:
        for file in server.files:
            times[id(file)] = times.get(id(file), 0) + 1
    marked = (_member(server, at_hand(server, catalogue), times) for server in servers)
    found = [one for one in marked if one.signs]
    _weaken(found)
    return found


def _member(server: Server, facts: Facts, times: dict[int, int]) -> Marked:
    signs: dict[Sign, tuple[Fact, ...]] = {}
    for controller in facts.subjects("controller") or []:
        serial, model = (facts.of(controller, key) for key in CONTROLLER)
        if serial and re.fullmatch(_A_SERIAL, serial[0].text) and not (model and _A_BOX.match(model[0].text)):
            signs["controller", serial[0].text] = serial
    system, partition = map(facts.ask, SYSTEM)  # partitions of a system are machines of their own
    if partition.text and re.fullmatch(_A_SERIAL, system.text or ""):
        signs["system", f"{system.text} {partition.text}"] = system.facts + partition.facts
    host = facts.ask(HOST)
    named = "" if _ANY_HOST.fullmatch(host.text or "") else (host.text or "").casefold()
    if named:
        signs["host", named] = host.facts
    platform = belonging.of_paths(fact.text for fact in facts.each(DIRECTORY_SET))
    for file in server.given.group.files:
        if times.get(id(file.input), 0) > 1 and _may_be_of(file, server, platform):
            signs[ABOVE, file.path] = ()
    return Marked(server, facts, signs, named, platform)


def _may_be_of(file: ParsedFile, server: Server, platform: str) -> bool:
    """Whether a file tells of a machine, and of none that is surely not the server's."""
    return (
        tells_of_a_machine(file.input.reader)
        and belonging.alike(belonging.of_reader(file.input.reader), platform)
        and not foreign_hosts(file, server.given.hosts)
    )


def _weaken(members: list[Marked]) -> None:
    """What all who bear it read in one file, or in copies of one, byte for byte, is a sign of that file."""
    bearing: dict[Sign, list[Marked]] = {}
    for member in members:
        for sign in member.signs:
            bearing.setdefault(sign, []).append(member)
    for sign, group in bearing.items():
        if sign[0] != ABOVE and len(group) > 1 and len(set().union(*(_read_in(one, sign) for one in group))) == 1:
            for member in group:
                member.signs[COPY, " ".join(sign)] = member.signs.pop(sign)


def _read_in(member: Marked, sign: Sign) -> set[Seal]:
    """What tells the files apart that a server's sign stands in."""
    brief = {file.path: file.seal for file in member.server.given.group.files if file.brief}
    sources = [fact.source for fact in member.signs[sign] if fact.source]
    return {brief.get(source.path) or source.seal() for source in sources}


def without_copies(members: list[Marked]) -> Iterator[Unread]:
    """Takes away the signs that more servers bear than a machine has, copies of one file, with a word on each."""
    bearing: dict[Sign, list[Marked]] = {}
    for member in members:
        for sign in member.signs:
            bearing.setdefault(sign, []).append(member)
    for sign, group in bearing.items():
        if len(group) > MOST and len({who(member) for member in group}) > MOST:
            yield too_many(group, sign)
            for member in group:
                del member.signs[sign]


def machines(members: list[Marked]) -> Iterator[tuple[list[Marked], Sign]]:
    """The members of each machine with more than one, and a sign that they share."""
    numbers = grouped(members, lambda sign: True)
    groups: dict[int, list[Marked]] = {}
    for member in members:
        if member.signs:
            groups.setdefault(numbers[id(member.server)], []).append(member)
    for group in groups.values():
        for of_host in _apart(group, lambda one: one.host):
            for part in _apart(of_host, lambda one: one.platform):
                if len(part) > 1:
                    yield part, _shared(part)


def _apart(group: list[Marked], told: Callable[[Marked], str]) -> list[list[Marked]]:
    """A group by what its members tell, where they do not all tell the same; who tells nothing is then in none."""
    kinds = sorted({told(member) for member in group} - {""})
    return [group] if len(kinds) < 2 else [[one for one in group if told(one) == kind] for kind in kinds]


def _shared(group: list[Marked]) -> Sign:
    """The sign that most members have, the first of equal ones."""
    counts: dict[Sign, int] = {}
    for sign in (sign for member in group for sign in member.signs):
        counts[sign] = counts.get(sign, 0) + 1
    return max(counts, key=lambda sign: counts[sign])


def grouped(members: list[Marked], counts: Callable[[Sign], bool]) -> dict[int, int]:
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


def who(member: Marked) -> str:
    """By what a server is told from others; a folder's name may be another one's too."""
    server = member.server
    return (server.name if server.named_by == "folder" else server.plain_name).casefold()


def too_many(group: list[Marked], sign: Sign) -> Unread:
    """One word on servers that would be too many for a machine."""
    kind, which = sign
    fact = next((fact for member in group for fact in member.signs.get(sign, ())), None)
    path = fact.source.path if fact and fact.source else which
    what = {"controller": f"controller {which}", "system": f"system {which}", "host": f"host {which}"}.get(kind, "file")
    number = sum(sign in member.signs for member in group)
    return Unread(path, None, f"{number} servers come with this {what}: no machine has as many, so they are not joined")


_DIRECTORY, _NUMBER = "ini.directory", "ini.partitionnumber"
_DOUBTS = {
    _DIRECTORY: "{} may be copies of one server: they have one data directory",
    _NUMBER: "{} may be alone on machines of their own: they have one partition number",
}


def join(servers: list[Server], catalogue: Catalogue) -> tuple[list[Server], list[Unread]]:
    """The servers, each on a machine with others told `machine.servers` and their settings as subjects of their own.

    Before anything is derived. And a word on servers that were not joined, because there are too many of them.
    """
    found = members(sorted(servers, key=rank), catalogue)
    unread = list(without_copies(found))
    told: dict[int, tuple[Fact, ...]] = {}
    for group, sign in machines(found):
        if len({who(member) for member in group}) > MOST:
            unread.append(too_many(group, sign))
        else:
            told |= {id(server): facts for server, facts in _told(group, sign)}
    return [_knowing(server, told.get(id(server), ())) for server in servers], unread


def _told(group: list[Marked], sign: Sign) -> Iterator[tuple[Server, tuple[Fact, ...]]]:
    """What the run tells each server of a machine, which bears no more of the others' files than lines."""
    surely = grouped(group, lambda sign: sign[0] not in WEAK)
    standing, named = _standing(group, surely)
    by_name = _by_name(group)
    for member in group:
        number = surely.get(id(member.server), -1)
        sure = named.get(number, {}).values()
        near = [(one, surely.get(id(one.server)) == number) for one in _beside(member, by_name)]
        others = near + [(group[at], at in sure) for at in sorted({*standing, *sure})]
        if neighbours := _neighbours(member, others):
            yield member.server, apart(_facts(member, sign, neighbours))
        elif copies := _maybe_copies(member, [group[at] for at in standing]):
            yield member.server, apart(_in_doubt(member, copies))


def told_anew(more: tuple[Fact, ...], name: str, facts: Facts) -> tuple[Fact, ...]:
    """What the run tells a server, once another on its machine is set otherwise. facts: the other's files' alone."""
    subject = Subject(PARTITION, name)
    before = {fact.key: fact.presumed for fact in more if fact.subject == subject}
    told = [
        *_set_to(facts, (*OF_PARTITIONS, *PORT_OF_PARTITIONS), subject),
        *_of_document(facts, WEB_OF_PARTITIONS, subject),
    ]
    anew = apart(fact._replace(presumed=before[fact.key]) for fact in told if fact.key in before)
    return (*(fact for fact in more if fact.subject != subject), *anew)


def _knowing(server: Server, told: tuple[Fact, ...]) -> Server:
    """The server with what the run tells of it, now and when its files are read again."""
    if not told:
        return server
    if server.views:
        server.facts.add(told)
    return server._replace(given=server.given._replace(more=(*server.given.more, *told)))


def _standing(group: list[Marked], surely: dict[int, int]) -> tuple[list[int], dict[int, dict[str, int]]]:
    """Who of a machine may stand for each name, by their places; the other snapshots of a server need not be looked at.

    First those of each name in two data directories, of which one is not the asking server's; then by what tells surely
    of a machine the first of each name that a file gives.
    """
    apart: dict[str, list[int]] = {}
    named: dict[int, dict[str, int]] = {}
    for at, member in enumerate(group):
        alike = apart.setdefault(who(member), [])
        if len(alike) < 2 and not any(_same_directory(group[one].facts, member.facts) for one in alike):
            alike.append(at)
        number = surely.get(id(member.server))
        if number is not None and member.server.named_by != "folder":
            named.setdefault(number, {}).setdefault(who(member), at)
    return [at for alike in apart.values() for at in alike], named


def _by_name(group: list[Marked]) -> dict[str, Nearest[Marked]]:
    ways: dict[str, list[tuple[Way, Marked]]] = {}
    for member in group:
        ways.setdefault(who(member), []).append((way(member.server.files[0]), member))
    return {name: Nearest(of_one) for name, of_one in ways.items()}


def _beside(member: Marked, by_name: dict[str, Nearest[Marked]]) -> Iterator[Marked]:
    """Of each other name that has several snapshots the one beside this: that of the same day."""
    for name, snapshots in by_name.items():
        if name != who(member) and len(snapshots.all) > 1:
            beside = snapshots.of(way(member.server.files[0]))
            yield from beside if len(beside) == 1 else ()


def _neighbours(member: Marked, others: Iterable[tuple[Marked, bool]]) -> list[Marked]:
    """The other servers on the machine, each name once: another snapshot of a server is no partition.

    So is what has no name, or only lies below the same file, and the same data directory or partition number: that may
    be a copy, or another machine's; set-up on Windows numbers a server 1 that is alone. Of one directory a partition
    number of its own tells that it is none, and of one number a host that the files of both name. others: each with
    whether more than a file above them, or one that each has a copy of, says that it is on this machine.
    """
    found: dict[str, Marked] = {}
    for other, sure in others:
        if who(other) == who(member):
            continue
        named = "folder" not in (member.server.named_by, other.server.named_by)
        own, its = member.facts, other.facts
        no_copy = _other_number(own, its) and (named or _prints_other_name(own, its))
        one_host = named and _on_one_host(member, other) and not _same_directory(own, its)
        if (named and sure) or no_copy or one_host or not _in_common(own, its):
            found.setdefault(who(other), other)
    return list(found.values())


def _maybe_copies(member: Marked, standing: list[Marked]) -> dict[str, str]:
    """The servers with another name of which nothing tells whether they are on this machine, and what each has of its.

    Those with the same data directory, which may be copies; where there are none, those with the same number.
    """
    own = member.facts
    others = [other for other in standing if who(other) != who(member)]
    found = {other.server.name: common for other in others if (common := _in_common(own, other.facts))}
    return {name: common for name, common in found.items() if common == _DIRECTORY} or found


def _in_doubt(member: Marked, copies: dict[str, str]) -> Iterator[Fact]:
    """What is not known of a machine with servers that may be copies, standing at what they have in common."""
    common = next(iter(copies.values()))
    doubt = _DOUBTS[common].format(listed(sorted((member.server.name, *copies))))
    at = member.facts.first(common) or Fact("", "")
    for key in ("machine.servers", "machine.shares", "machine.shares_log", "machine.shares_port"):
        yield Fact(key, "", at.source, at.span, doubt=doubt)


def _on_one_host(first: Marked, second: Marked) -> bool:
    """Whether the files of two servers name one host.

    A file above both may be of one of them: then each must have an address of its own, as partitions have.
    """
    if not first.host or first.host != second.host:
        return False
    if not (_is_named_above(first) or _is_named_above(second)):
        return True
    addresses = [server.facts.ask("ini.tcpip_tcpipaddress").text for server in (first, second)]
    return all(addresses) and addresses[0] != addresses[1]


def _is_named_above(member: Marked) -> bool:
    """Whether a file that lies above several servers names the host of one."""
    above = {path for kind, path in member.signs if kind == ABOVE}
    return any(fact.source and fact.source.path in above for fact in member.facts.ask(HOST).facts)


def _other_number(first: Facts, second: Facts) -> bool:
    """Whether both have a partition number, and not the same one: two partitions have, copies of a server have not."""
    numbers = [values.whole(facts.ask(_NUMBER).text) for facts in (first, second)]
    return None not in numbers and numbers[0] != numbers[1]


def _prints_other_name(first: Facts, second: Facts) -> bool:
    """Whether the consoles of both print a name, and not the same one."""
    names = [{fact.text.casefold() for fact in facts.each(CONSOLE_NAME)} for facts in (first, second)]
    return all(names) and names[0].isdisjoint(names[1])


def _in_common(first: Facts, second: Facts) -> str:
    """The setting by which two may be copies of one server, or alone on two machines; "" where none is the same."""
    if _same_directory(first, second):
        return _DIRECTORY
    numbers = [values.whole(facts.ask(_NUMBER).text) for facts in (first, second)]
    return _NUMBER if numbers[0] and numbers[0] == numbers[1] else ""


def _same_directory(first: Facts, second: Facts) -> bool:
    paths = [facts.ask(_DIRECTORY).text or "" for facts in (first, second)]
    return same_path(*paths)


_WORDS = {
    "controller": "their files show one controller",
    "system": "their files show one system and partition of it",
    "host": "their files name one host",
    ABOVE: "a file of the machine lies above them",
    COPY: "the same listing lies in their folders",
}


def _facts(member: Marked, sign: Sign, neighbours: list[Marked]) -> Iterator[Fact]:
    """`machine.servers`, and of each neighbour, a subject, what it is set to; an empty text where it sets nothing."""
    names = sorted((member.server.name, *(other.server.name for other in neighbours)))
    note = f"{listed(names)} are on one machine: {_WORDS[sign[0]]}"
    yield Fact("machine.servers", str(len(names)), made_from=member.signs.get(sign, ()), note=note)
    for other in neighbours:
        subject = Subject(PARTITION, other.server.name)
        surely = sign[0] not in WEAK or _other_number(member.facts, other.facts)
        for fact in _set_to(other.facts, OF_PARTITIONS, subject):
            yield fact._replace(presumed=not surely and fact.key == f"{PARTITION}.partitionnumber")
        beside = sign[0] == ABOVE and _side_by_side(member.facts, other.facts)
        if surely or beside or _on_one_host(member, other):
            of_ports = (
                *_set_to(other.facts, PORT_OF_PARTITIONS, subject),
                *_of_document(other.facts, WEB_OF_PARTITIONS, subject),
            )
            yield from (fact._replace(presumed=not surely) for fact in of_ports)


def _side_by_side(first: Facts, second: Facts) -> bool:
    """Whether their data directories differ and lie in one directory, as those of a machine's partitions mostly do."""
    paths = [comparable(facts.ask("ini.directory").text or "").replace("\\", "/") for facts in (first, second)]
    above, names = zip(*((path.rpartition("/")[0], path) for path in paths), strict=True)
    return all(names) and names[0] != names[1] and above[0] == above[1]


def _set_to(facts: Facts, names: Iterable[str], subject: Subject) -> Iterator[Fact]:
    """What a server's NOTES.INI says of settings, else of DAOS its document; an empty text where nothing is said."""
    for name in names:
        answer = facts.ask(f"ini.{name}")
        yield from (Fact(f"{PARTITION}.{name}", fact.text, subject=subject, made_from=(fact,)) for fact in answer.facts)
        if not answer.absent or answer.facts:
            continue
        if name in DAOS_OF_PARTITIONS and facts.documents:
            yield from _of_document(facts, (name,), subject)
        elif not (facts.documents and name.startswith("translog")):
            yield Fact(f"{PARTITION}.{name}", "", answer.where, subject=subject)


def _of_document(facts: Facts, names: Iterable[str], subject: Subject) -> Iterator[Fact]:
    """What a server's document says; nothing of one of which there are none, or several."""
    documents = [document for document in facts.documents if document.form == "server"]
    for document in documents if len(documents) == 1 else ():
        told = {fact.key.rpartition(".")[2]: fact for fact in document.items}
        for name in names:
            if name in told:
                yield Fact(f"{PARTITION}.{name}", told[name].text, subject=subject, made_from=(told[name],))
            elif document.whole:
                yield Fact(f"{PARTITION}.{name}", "", document.source, subject=subject)
