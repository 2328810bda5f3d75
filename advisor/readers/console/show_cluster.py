"""Read `show cluster` of a server's console: the cluster and its members.

The format is that of HCL's help. The list of members is complete if it has as many rows as the count above it.
"""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from advisor.facts import MAYBE_CUT, Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.console import _console
from advisor.readers.console._console import lines, typed
from advisor.readers.interface import ConsoleListing, Reader
from advisor.readers.transcript import Damage, Line
from advisor.source import Source

_COMMAND = rb"sh(?:o|ow)?\s+cl\w*"
_TITLE = re.compile(rb"Cluster Information", re.IGNORECASE)
_HEADING = re.compile(
    rb"Cluster name: (?P<cluster_name>\S[^,:]{0,200}), Server name: (?P<console_server_name>\S[^,:]{0,200})"
)
_THRESHOLD = re.compile(rb"Server availability threshold: (?P<console_availability_threshold>[0-9]{1,3})")
_INDEX = re.compile(rb"Server availability index: (?P<cluster_availability_index>[0-9]{1,3})(?:\s.*)?")
_MEMBERS = re.compile(rb"Cluster members \((?P<cluster_members>[0-9]{1,3})\)\.\.\.")
_MEMBER = re.compile(rb"server: (?P<name>\S[^,:]{0,200}), availability index: (?P<state>\S.*)")
_UNREACHABLE = re.compile(rb"\bUNREACHABLE\b", re.IGNORECASE)
_FIELD = re.compile(rb"Server (?:cluster|availability) [a-z ]{1,60}:(?: \S.*)?")
_SHORT = "the members are not as many as are counted"


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the cluster's name comes first, below the command and the title, then a field of the server."""
    source = Source.of("", head)
    content = (line for line in _console.opening(source) if not (typed(line, _COMMAND) or _TITLE.fullmatch(line.data)))
    heading, field = next(content, None), next(content, None)
    if not heading or not field or not _HEADING.fullmatch(heading.data) or not _FIELD.fullmatch(field.data):
        return False
    return not _console.captured(source, _COMMAND)


def begins(line: Line) -> bool:
    """Return whether the output begins with this line."""
    return bool(_TITLE.fullmatch(line.data) or _HEADING.fullmatch(line.data))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the facts of the listing. Of the availability indexes only the server's own is used."""
    damage = Damage()
    counted: Fact | None = None
    members: list[Fact] = []
    unreachable: list[Fact] = []
    inside = True
    for line in lines(source):
        inside = inside and not _console.other_command(line, _COMMAND)
        damage.add(_console.another_shown(line, _COMMAND))
        if not inside or typed(line, _COMMAND) or _TITLE.fullmatch(line.data):
            continue
        if not line.holds_nul and (member := _MEMBER.fullmatch(line.data)):
            members.append(_fact(line, member, "name"))
            if _UNREACHABLE.search(member["state"]):
                unreachable.append(members[-1])
        elif facts := _facts(line):
            yield from facts
            counted = next((fact for fact in facts if fact.key == "cluster.members"), counted)
        elif not _FIELD.fullmatch(line.data):
            damage.add(_console.foreign(line, "line of the listing"))
    if members and counted and counted.text == str(len(members)):
        yield _names(source, members, "cluster.member_names")
        if unreachable:
            yield _names(source, unreachable, "cluster.unreachable")
        else:
            yield replace(_names(source, members, "cluster.unreachable"), text="none")
    elif members or (counted and int(counted.text)):  # without members there is no fact
        damage.add(Diagnostic(_place(counted, members), _SHORT))
    yield from damage.verdict()


def _facts(line: Line) -> list[Fact]:
    """Return the facts of a line other than members. The groups of the pattern are the keys."""
    if line.holds_nul:
        return []
    patterns = (_HEADING, _THRESHOLD, _INDEX, _MEMBERS)
    match = next(filter(None, (pattern.fullmatch(line.data) for pattern in patterns)), None)
    return [_fact(line, match, group) for group in match.groupdict()] if match else []


def _fact(line: Line, match: re.Match[bytes], group: str) -> Fact:
    text, span = line.group(match, group)
    cut = not line.ended and span[1] == line.span[1]
    return Fact(group.replace("_", ".", 1), text, line.source, span, doubt=MAYBE_CUT if cut else "")


def _names(source: Source, members: list[Fact], key: str) -> Fact:
    spans = [member.span for member in members if member.span]
    place = (spans[0][0], spans[-1][1])
    return Fact(key, ",".join(member.text for member in members), source, place)


def _place(counted: Fact | None, members: list[Fact]) -> int:
    first = counted or members[0]
    return first.span[0] if first.span else 0


READER = Reader(
    __name__, "show cluster", recognises, read, signs=(b"cluster name:",), console=ConsoleListing(("cl",), begins)
)
