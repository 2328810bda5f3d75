"""Signs: what in servers' files tells their machine, and which servers of a run are on one by it.

Servers are on one machine where their files show the same controller, the same system and partition of it, or the same
host, or where a file of the machine lies above them all. Host names that differ tell them apart, whatever they share,
and so do platforms. A file above them proves little, and so does one of which each has a copy.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from advisor.facts import Fact
from advisor.known import Facts
from advisor.pack import Catalogue
from advisor.servers import platforms
from advisor.servers.hosts import foreign_hosts
from advisor.servers.parsed import CONTROLLER, DIRECTORY_SET, HOST, SYSTEM, ParsedFile, tells_of_a_machine
from advisor.servers.server import Server, at_hand
from advisor.servers.walk import Unread
from advisor.source import Seal

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
    platform = platforms.of_paths(fact.text for fact in facts.each(DIRECTORY_SET))
    for file in server.given.group.files:
        if times.get(id(file.input), 0) > 1 and _may_be_of(file, server, platform):
            signs[ABOVE, file.path] = ()
    return Marked(server, facts, signs, named, platform)


def _may_be_of(file: ParsedFile, server: Server, platform: str) -> bool:
    """Whether a file tells of a machine, and of none that is surely not the server's."""
    return (
        tells_of_a_machine(file.input.reader)
        and platforms.alike(platforms.of_reader(file.input.reader), platform)
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
