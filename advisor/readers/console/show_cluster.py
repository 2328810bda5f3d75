"""`show cluster` of a server's console: the cluster that it is in and its members in, one fact a field out.

As the maker's help prints it. The list of members closes with the count that stands above it.
"""

import re
from collections.abc import Iterator

from advisor.facts import Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.console import _console
from advisor.readers.console._console import Said, said, typed
from advisor.source import Source

FORMAT = "show cluster"

_COMMAND = rb"sh(?:o|ow)?\s+cl\w*"
_TITLE = re.compile(rb"Cluster Information")
_HEADING = re.compile(
    rb"Cluster name: (?P<cluster_name>\S[^,:]{0,200}), Server name: (?P<console_server_name>\S[^,:]{0,200})"
)
_THRESHOLD = re.compile(rb"Server availability threshold: (?P<console_availability_threshold>[0-9]{1,3})")
_MEMBERS = re.compile(rb"Cluster members \((?P<cluster_members>[0-9]{1,3})\)\.\.\.")
_MEMBER = re.compile(rb"server: (?P<name>\S[^,:]{0,200}), availability index: \S.*")
_FIELD = re.compile(rb"Server (?:cluster|availability) [a-z ]{1,60}: \S.*")
_SHORT = "the members are not as many as are counted"


def recognises(head: bytes, _: Catalogue) -> bool:
    """Below what was typed and the title, the cluster's name comes first, and then a field of the server."""
    source = Source.of("", head)
    content = (line for line in said(source) if not (typed(line, _COMMAND) or _TITLE.fullmatch(line.data)))
    heading, field = next(content, None), next(content, None)
    if not heading or not field or not _HEADING.fullmatch(heading.data) or not _FIELD.fullmatch(field.data):
        return False
    return not _console.captured(source, _COMMAND)


def begins(line: Said) -> bool:
    """Whether the output begins with this line."""
    return bool(_TITLE.fullmatch(line.data) or _HEADING.fullmatch(line.data))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Diagnostic]:
    """The facts of the listing. Availability changes by the minute and is left to `show server`."""
    broken: Diagnostic | None = None
    counted: Fact | None = None
    members: list[Fact] = []
    inside = True
    for line in said(source):
        inside = inside and not _console.other_command(line, _COMMAND)
        if not broken and _console.shown(line) and not typed(line, _COMMAND):
            broken = Diagnostic(line.start, _console.UNREAD)
        if not inside or typed(line, _COMMAND) or _TITLE.fullmatch(line.data):
            continue
        if b"\0" not in line.data and (member := _MEMBER.fullmatch(line.data)):
            members.append(_fact(source, line, member, "name"))
        elif told := _told(source, line):
            yield from told
            counted = next((fact for fact in told if fact.key == "cluster.members"), counted)
        elif not _FIELD.fullmatch(line.data):
            broken = broken or _console.foreign(line, "line of the listing")
    if counted and counted.text == str(len(members)):
        yield _names(source, members)
    elif counted or members:
        broken = broken or Diagnostic(_place(counted, members), _SHORT)
    if broken:
        yield broken


def _told(source: Source, line: Said) -> list[Fact]:
    """What a line tells beside the members; its groups are the keys."""
    if b"\0" in line.data:
        return []
    found = _HEADING.fullmatch(line.data) or _THRESHOLD.fullmatch(line.data) or _MEMBERS.fullmatch(line.data)
    return [_fact(source, line, found, group) for group in found.groupdict()] if found else []


def _fact(source: Source, line: Said, found: re.Match[bytes], group: str) -> Fact:
    span = line.span(found, group)
    cut = not line.ended and span[1] == line.start + len(line.data)
    key = group.replace("_", ".", 1)
    return Fact(key, source.text(*span), source, span, doubt=_console.MAYBE_CUT if cut else "")


def _names(source: Source, members: list[Fact]) -> Fact:
    spans = [member.span for member in members if member.span]
    place = (spans[0][0], spans[-1][1])
    return Fact("cluster.member_names", ",".join(member.text for member in members), source, place)


def _place(counted: Fact | None, members: list[Fact]) -> int:
    first = counted or members[0]
    return first.span[0] if first.span else 0
