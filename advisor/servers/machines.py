"""Group the servers of a run by machine, and read the settings of the partitions on it."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from advisor import values
from advisor.facts import PARTITION, Answer, Fact, Facts, Subject
from advisor.pack import Catalogue
from advisor.servers import belonging
from advisor.servers.belonging import FolderPath, Nearest, way
from advisor.servers.model import (
    CONSOLE_NAME,
    CONTROLLER,
    DAOS_OF_PARTITIONS,
    DIRECTORY_SET,
    HOST,
    OF_PARTITIONS,
    PORT_OF_PARTITIONS,
    SYSTEM,
    WEB_OF_PARTITIONS,
    ParsedFile,
    Server,
    Unread,
    describes_machine,
    rank,
)
from advisor.servers.outdated import foreign_hosts
from advisor.servers.reading import apart, detached_answer
from advisor.servers.server import at_hand
from advisor.source import Seal
from advisor.values.paths import comparable, same_path
from advisor.values.printing import decimal, listed

MOST = 32  # servers on one machine; more of them come with copies of one file
ABOVE, COPY = "file", "copy"
WEAK = {ABOVE, COPY}  # signs that a file gives which was put there by somebody
_A_SERIAL = r"(?=.*\d)(?!(.)\1*$)[\w-]{2,}"  # not REDACTED, N/A, 2B******* or 00000000
_A_BOX = re.compile(r"(?:\w+ )?(?:MSA|RAID Array)")  # of disks outside the server: several machines may use one
_EVERY_ADDRESS = re.compile(r"\s*\d+\s*,\s*(?:0\.0\.0\.0|0|)\s*(?::|$)")
_VOLUME_LISTINGS = {"mount": re.compile(rb"node +mounted +mounted over"), "df": re.compile(rb"Filesystem")}
_ANY_HOST = re.compile(r"(?:localhost|loopback)\b.*|[\W\d_]*", re.IGNORECASE)

Sign = tuple[str, str]  # the kind of a fact that identifies a machine, and its text


class Marked(Struct, frozen=True):
    """A server with its facts, and the signs of its machine with their facts.

    host: the only host name in its files, or "". platform: Windows or UNIX, or "".
    """

    server: Server
    facts: Facts
    signs: dict[Sign, tuple[Fact, ...]]
    host: str
    platform: str


def members(servers: list[Server], catalogue: Catalogue) -> list[Marked]:
    """Return the servers that have signs of their machine, in order."""
    times: dict[int, int] = {}  # how many servers a file of the machine belongs to
    for server in servers:
        for file in server.files:
            times[id(file)] = times.get(id(file), 0) + 1
    marked = (_member(server, at_hand(server, catalogue), times) for server in servers)
    marked_members = [member for member in marked if member.signs]
    _weaken_signs(marked_members)
    return marked_members


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
    host_name = "" if _ANY_HOST.fullmatch(host.text or "") else (host.text or "").casefold()
    if host_name:
        signs["host", host_name] = host.facts
    signs |= _volume_listings(server, facts)
    platform = belonging.platform_of_paths(fact.text for fact in facts.each(DIRECTORY_SET))
    for file in server.given.files:
        if times.get(id(file.input), 0) > 1 and _may_be_of(file, server, platform):
            signs[ABOVE, file.path] = ()
    return Marked(server, facts, signs, host_name, platform)


def _volume_listings(server: Server, facts: Facts) -> dict[Sign, tuple[Fact, ...]]:
    """Return a sign for each listing of volumes that has the one of a partition's data directory.

    Only free space, or the dates of AIX, tell the listing of one machine from that of a machine set up like it.
    """
    directory = facts.ask(_DIRECTORY).text or ""
    if not directory.startswith("/") or values.whole(facts.ask(_NUMBER).text) is None:
        return {}
    signs: dict[Sign, tuple[Fact, ...]] = {}
    for file in server.given.files:
        if file.format not in _VOLUME_LISTINGS or file.brief:
            continue
        for fact in (item for item in file.items if isinstance(item, Fact) and item.key == "volume.device"):
            mount = fact.subject.name
            is_below = f"{directory}/".startswith(f"{mount}/") and mount != "/"
            if is_below and fact.source and _VOLUME_LISTINGS[file.format].search(fact.source.data):
                signs["volumes", str(fact.source.seal())] = (fact,)
    return signs


def _may_be_of(file: ParsedFile, server: Server, platform: str) -> bool:
    """Return whether a file describes a machine that may be the server's."""
    return (
        describes_machine(file.input.reader)
        and belonging.alike(belonging.platform_of_reader(file.input.reader), platform)
        and not foreign_hosts(file, server.given.hosts)
    )


def _weaken_signs(members: list[Marked]) -> None:
    """Replace a sign by a weak one if all servers with this sign read it from one file or from equal copies."""
    bearing: dict[Sign, list[Marked]] = {}
    for member in members:
        for sign in member.signs:
            bearing.setdefault(sign, []).append(member)
    for sign, group in bearing.items():
        if sign[0] != ABOVE and len(group) > 1 and len(set().union(*(_read_in(marked, sign) for marked in group))) == 1:
            for member in group:
                member.signs[COPY, " ".join(sign)] = member.signs.pop(sign)


def _read_in(member: Marked, sign: Sign) -> set[Seal]:
    """Return the seals of the files that contain a server's sign."""
    brief = {file.path: file.seal for file in member.server.given.files if file.brief}
    sources = [fact.source for fact in member.signs[sign] if fact.source]
    return {brief.get(source.path) or source.seal() for source in sources}


def without_copies(members: list[Marked]) -> Iterator[Unread]:
    """Remove signs that more servers have than a machine can hold, and yield a remark for each."""
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
    """Yield the members of each machine that has several, and a sign that they share."""
    numbers = grouped(members, lambda sign: True)
    groups: dict[int, list[Marked]] = {}
    for member in members:
        if member.signs:
            groups.setdefault(numbers[id(member.server)], []).append(member)
    for group in groups.values():
        for of_host in _apart(group, lambda marked: marked.host):
            for part in _apart(of_host, lambda marked: marked.platform):
                if len(part) > 1:
                    yield part, _shared(part)


def _apart(group: list[Marked], value_of: Callable[[Marked], str]) -> list[list[Marked]]:
    """Split a group by a value of its members if they differ. Members without a value are then dropped."""
    kinds = sorted({value_of(member) for member in group} - {""})
    return [group] if len(kinds) < 2 else [[marked for marked in group if value_of(marked) == kind] for kind in kinds]


def _shared(group: list[Marked]) -> Sign:
    """Return the sign that most members have; the first of equal ones."""
    counts: dict[Sign, int] = {}
    for sign in (sign for member in group for sign in member.signs):
        counts[sign] = counts.get(sign, 0) + 1
    return max(counts, key=lambda sign: counts[sign])


def grouped(members: list[Marked], counts: Callable[[Sign], bool]) -> dict[int, int]:
    """Return a number for each server, equal for servers that are connected by accepted signs."""
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
    """Return the name that identifies a server. A folder's name may occur twice."""
    server = member.server
    return (server.name if server.named_by == "folder" else server.plain_name).casefold()


def too_many(group: list[Marked], sign: Sign) -> Unread:
    """Return a remark on more servers than one machine can hold."""
    kind, which = sign
    fact = next((fact for member in group for fact in member.signs.get(sign, ())), None)
    path = fact.source.path if fact and fact.source else which
    sign_text = {"controller": f"controller {which}", "system": f"system {which}", "host": f"host {which}"}.get(
        kind, "file"
    )
    number = sum(sign in member.signs for member in group)
    return Unread(
        path, None, f"{number} servers come with this {sign_text}: no machine has as many, so they are not joined"
    )


_DIRECTORY, _NUMBER = "ini.directory", "ini.partitionnumber"
_DOUBTS = {
    _DIRECTORY: "{} may be copies of one server: they have one data directory",
    _NUMBER: "{} may be alone on machines of their own: they have one partition number",
}


def join(servers: list[Server], catalogue: Catalogue) -> tuple[list[Server], list[Unread]]:
    """Add `machine.servers` and the partitions' settings to servers on a shared machine.

    Runs before derivation. Also returns remarks on servers that were not joined because they are too many.
    """
    marked_members = members(sorted(servers, key=rank), catalogue)
    unread = list(without_copies(marked_members))
    facts_by_server: dict[int, tuple[Fact, ...]] = {}
    for group, sign in machines(marked_members):
        if len({who(member) for member in group}) > MOST:
            unread.append(too_many(group, sign))
        else:
            facts_by_server |= {id(server): facts for server, facts in _machine_facts(group, sign)}
    return [_with_machine_facts(server, facts_by_server.get(id(server), ())) for server in servers], unread


def _machine_facts(group: list[Marked], sign: Sign) -> Iterator[tuple[Server, tuple[Fact, ...]]]:
    """Yield each server with the facts about its machine. The facts hold only the lines of other servers' files."""
    surely = grouped(group, lambda sign: sign[0] not in WEAK)
    representatives, first_by_name = _representatives(group, surely)
    by_name = _by_name(group)
    for member in group:
        number = surely.get(id(member.server), -1)
        sure = first_by_name.get(number, {}).values()
        near = [(neighbour, surely.get(id(neighbour.server)) == number) for neighbour in _beside(member, by_name)]
        other_members = near + [(group[index], index in sure) for index in sorted({*representatives, *sure})]
        if neighbours := _neighbours(member, other_members):
            yield member.server, apart(_facts(member, sign, neighbours))
        elif copies := _possible_copies(member, [group[index] for index in representatives]):
            yield member.server, apart(_in_doubt(member, copies))


def changed_partition_facts(more: tuple[Fact, ...], name: str, facts: Facts) -> tuple[Fact, ...]:
    """Return the machine facts of a server after another server on it changed. facts: from that server's files only."""
    subject = Subject(PARTITION, name)
    presumed_by_key = {fact.key: fact.presumed for fact in more if fact.subject == subject}
    settings = [
        *_set_to(facts, (*OF_PARTITIONS, *PORT_OF_PARTITIONS), subject),
        *_document_settings(facts, WEB_OF_PARTITIONS, subject),
    ]
    new_facts = apart(
        replace(fact, presumed=presumed_by_key[fact.key]) for fact in settings if fact.key in presumed_by_key
    )
    return (*(fact for fact in more if fact.subject != subject), *new_facts)


def _with_machine_facts(server: Server, facts: tuple[Fact, ...]) -> Server:
    """Return the server with the facts from the run added."""
    if not facts:
        return server
    if server.views:
        server.facts.add(facts)
    return replace(server, given=replace(server.given, more=(*server.given.more, *facts)))


def _representatives(group: list[Marked], surely: dict[int, int]) -> tuple[list[int], dict[int, dict[str, int]]]:
    """Return which members represent each name, by index; other snapshots of a server are not examined.

    The first list has up to two members of each name with different data directories. The mapping has, for each number
    of a machine, the first member of each name that comes from a file.
    """
    indexes_by_name: dict[str, list[int]] = {}
    first_by_name: dict[int, dict[str, int]] = {}
    for index, member in enumerate(group):
        alike = indexes_by_name.setdefault(who(member), [])
        if len(alike) < 2 and not any(
            _same_directory(group[index_of_same].facts, member.facts) for index_of_same in alike
        ):
            alike.append(index)
        number = surely.get(id(member.server))
        if number is not None and member.server.named_by != "folder":
            first_by_name.setdefault(number, {}).setdefault(who(member), index)
    return [index for alike in indexes_by_name.values() for index in alike], first_by_name


def _by_name(group: list[Marked]) -> dict[str, Nearest[Marked]]:
    placed_by_name: dict[str, list[tuple[FolderPath, Marked]]] = {}
    for member in group:
        placed_by_name.setdefault(who(member), []).append((way(member.server.files[0]), member))
    return {name: Nearest(of_one) for name, of_one in placed_by_name.items()}


def _beside(member: Marked, by_name: dict[str, Nearest[Marked]]) -> Iterator[Marked]:
    """Yield the snapshot nearest to a member for each other name that has several snapshots."""
    for name, snapshots in by_name.items():
        if name != who(member) and len(snapshots.all) > 1:
            nearest = snapshots.of(way(member.server.files[0]))
            yield from nearest if len(nearest) == 1 else ()


def _neighbours(member: Marked, others: Iterable[tuple[Marked, bool]]) -> list[Marked]:
    """Return the other servers on the machine, one for each name.

    Another snapshot of the same server is no partition. A server without a name of its own, or with only a file above
    as its sign, is left out if its data directory or partition number is the same: it may be a copy or on another
    machine. Windows setup gives partition number 1 to a single server. A server is no copy if its partition number
    differs, or if the files of both name one host and the data directories differ. others: each server with whether a
    strong sign connects it.
    """
    neighbours: dict[str, Marked] = {}
    for other, sure in others:
        if who(other) == who(member):
            continue
        is_named = "folder" not in (member.server.named_by, other.server.named_by)
        own_facts, other_facts = member.facts, other.facts
        no_copy = _other_number(own_facts, other_facts) and (is_named or _prints_other_name(own_facts, other_facts))
        one_host = is_named and _on_one_host(member, other) and not _same_directory(own_facts, other_facts)
        if (is_named and sure) or no_copy or one_host or not _in_common(own_facts, other_facts):
            neighbours.setdefault(who(other), other)
    return list(neighbours.values())


def _possible_copies(member: Marked, representatives: list[Marked]) -> dict[str, str]:
    """Return the servers that may be copies or partitions, by name, with the setting they share.

    Servers with the same data directory come first; if there are none, servers with the same partition number.
    """
    own_facts = member.facts
    other_members = [other for other in representatives if who(other) != who(member)]
    shared_setting = {
        other.server.name: common for other in other_members if (common := _in_common(own_facts, other.facts))
    }
    return {name: common for name, common in shared_setting.items() if common == _DIRECTORY} or shared_setting


def _in_doubt(member: Marked, copies: dict[str, str]) -> Iterator[Fact]:
    """Yield the machine facts as unknown because some servers may be copies, at the line of the shared setting."""
    common = next(iter(copies.values()))
    doubt = _DOUBTS[common].format(listed(sorted((member.server.name, *copies))))
    origin = member.facts.first(common) or Fact("", "")
    for key in ("machine.servers", "machine.shares", "machine.shares_log", "machine.shares_port"):
        yield Fact(key, "", origin.source, origin.span, doubt=doubt)


def _on_one_host(first: Marked, second: Marked) -> bool:
    """Return whether the files of two servers name one host.

    If a file above both may belong to only one of them, each must be bound to an address, as partitions are. Both may
    be bound to one by mistake, if their data directories are side by side.
    """
    if not first.host or first.host != second.host:
        return False
    if not (_is_named_above(first) or _is_named_above(second)):
        return True
    addresses = [server.facts.ask("ini.tcpip_tcpipaddress").text for server in (first, second)]
    if not all(addresses) or addresses[0] != addresses[1]:
        return all(addresses)
    return not _EVERY_ADDRESS.match(addresses[0] or "") and _side_by_side(first.facts, second.facts)


def _is_named_above(member: Marked) -> bool:
    """Return whether a file above several servers names the member's host."""
    above = {path for kind, path in member.signs if kind == ABOVE}
    return any(fact.source and fact.source.path in above for fact in member.facts.ask(HOST).facts)


def _other_number(first: Facts, second: Facts) -> bool:
    """Return whether both have a partition number and the numbers differ, which copies of a server do not."""
    numbers = [values.whole(facts.ask(_NUMBER).text) for facts in (first, second)]
    return None not in numbers and numbers[0] != numbers[1]


def _prints_other_name(first: Facts, second: Facts) -> bool:
    """Return whether both consoles print a name and the names differ."""
    names = [{fact.text.casefold() for fact in facts.each(CONSOLE_NAME)} for facts in (first, second)]
    return all(names) and names[0].isdisjoint(names[1])


def _in_common(first: Facts, second: Facts) -> str:
    """Return the shared setting that makes copies or separate machines possible, or ""."""
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
    """Yield `machine.servers` and the settings of each neighbour; an empty text means unset."""
    names = sorted((member.server.name, *(other.server.name for other in neighbours)))
    note = f"{listed(names)} are on one machine: {_WORDS[sign[0]]}"
    yield Fact("machine.servers", str(len(names)), made_from=member.signs.get(sign, ()), note=note)
    for other in neighbours:
        subject = Subject(PARTITION, other.server.name)
        surely = sign[0] not in WEAK or _other_number(member.facts, other.facts)
        for fact in _set_to(other.facts, OF_PARTITIONS, subject):
            yield replace(fact, presumed=not surely and fact.key == f"{PARTITION}.partitionnumber")
        beside = sign[0] == ABOVE and _side_by_side(member.facts, other.facts)
        if surely or beside or _on_one_host(member, other):
            of_ports = (
                *_set_to(other.facts, PORT_OF_PARTITIONS, subject),
                *_document_settings(other.facts, WEB_OF_PARTITIONS, subject),
            )
            yield from (replace(fact, presumed=not surely) for fact in of_ports)


def _side_by_side(first: Facts, second: Facts) -> bool:
    """Return whether the data directories differ and have the same parent, which is usual for partitions."""
    paths = [comparable(facts.ask("ini.directory").text or "").replace("\\", "/") for facts in (first, second)]
    above, names = zip(*((path.rpartition("/")[0], path) for path in paths), strict=True)
    return all(names) and names[0] != names[1] and above[0] == above[1]


def _set_to(facts: Facts, names: Iterable[str], subject: Subject) -> Iterator[Fact]:
    """Yield the settings from a server's NOTES.INI, or for DAOS from its document. An empty text means unset."""
    for name in names:
        answer = facts.ask(f"ini.{name}")
        yield from (Fact(f"{PARTITION}.{name}", fact.text, subject=subject, made_from=(fact,)) for fact in answer.facts)
        if not answer.absent or answer.facts:
            continue
        if name in DAOS_OF_PARTITIONS and facts.documents:
            yield from _document_settings(facts, (name,), subject)
        elif not (facts.documents and name.startswith("translog")):
            yield Fact(f"{PARTITION}.{name}", "", answer.where, subject=subject)


def _document_settings(facts: Facts, names: Iterable[str], subject: Subject) -> Iterator[Fact]:
    """Yield the settings from the server document, if there is exactly one."""
    documents = [document for document in facts.documents if document.form == "server"]
    for document in documents if len(documents) == 1 else ():
        fact_by_name = {fact.key.rpartition(".")[2]: fact for fact in document.items}
        for name in names:
            if name in fact_by_name:
                yield Fact(
                    f"{PARTITION}.{name}", fact_by_name[name].text, subject=subject, made_from=(fact_by_name[name],)
                )
            elif document.whole:
                yield Fact(f"{PARTITION}.{name}", "", document.source, subject=subject)


class Pools(NamedTuple):
    """What a server's buffer pool may take, now and as the release that is asked for."""

    now: Answer
    upgraded: Answer


def neighbours(facts: Facts) -> list[str]:
    """Return the names of the other servers on the machine."""
    return [subject.name for subject in facts.subjects(PARTITION) or []]


def pool(facts: Facts) -> Answer:
    """Return the maximum size of a server's buffer pool, after derivation."""
    return detached_answer(facts.ask("buffer_pool.most_mb"))


def pools(server: Server) -> Pools:
    """Return the maximum buffer pools of a server as it is now, and as the requested release."""
    return Pools(pool(server.facts), pool((server.upgraded or server.views)[0].facts))


def together(facts: Facts, pools: list[Answer]) -> Iterator[Fact]:
    """Yield `machine.buffer_pools_mb`, `_set`, `_percent` and `_aim` if the pools of all partitions are known.

    facts: of one partition. pools: of all partitions.
    """
    if not all(pool.text for pool in pools):
        return
    origins = tuple(fact for pool in pools for fact in pool.facts)
    total = sum(int(pool.text or 0) for pool in pools)
    yield Fact("machine.buffer_pools_mb", str(total), made_from=origins)
    yield Fact("machine.buffer_pools_set", "yes" if all(map(_is_set, pools)) else "no", made_from=origins)
    memory = facts.ask("machine.memory")
    size = values.whole(memory.text)
    if size and not any(fact.presumed for fact in memory.facts):
        percent = decimal(100 * total / size)
        yield Fact("machine.buffer_pools_percent", percent, made_from=origins + memory.facts)
        aim = f"{size // 4} to {size * 3 // 8} MB of {size} MB"  # HCL: 1/4 to 3/8 of the memory for all together
        yield Fact("machine.buffer_pools_aim", aim, made_from=memory.facts)


def _is_set(pool: Answer) -> bool:
    """Return whether the size of a pool is set, in bytes or MB."""
    return any(origin.key.startswith("ini.nsf_buffer_pool_size") for fact in pool.facts for origin in fact.made_from)
