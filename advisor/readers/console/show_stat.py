"""`show stat` of a server's console: its lines `Name = value` in, one fact a statistic out, numbers made plain.

A listing closes with a count (`512 statistics found`), which tells whether it came whole.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.console import _console
from advisor.readers.console._console import Said, said, typed
from advisor.readers.console._figures import Signs, figure, signs, told
from advisor.source import Source, Span

FORMAT = "show stat"

_STATISTIC = re.compile(rb"(?P<name>(?P<facility>[A-Za-z][\w$-]{0,40})\.\S(?:.*?\S)?)\s+=(?:\s+(?P<value>\S.*))?")
_FOUND = re.compile(rb"([0-9.,]{1,12}) statistics? found\.?", re.IGNORECASE)
_COMMAND = rb"sh(?:o|ow)?\s+stat?\w*(?P<which>\s.*)?"
_TELLING = re.compile(
    rb"Server\.(?:Task|ElapsedTime|MailBoxes|Sessions|Users|Trans\.|Version\.|Availability|BootID|CPU\.|OpenRequest)"
    rb"|Database\.(?:Database\.|DbCache\.|BufferPool|NIFPool|NSF|RM\.|DAOS)|Mem\.(?:Allocated|Free|PhysicalRAM|Availability)"
    rb"|Mail\.(?:Mailbox\.|Waiting|Dead|Deliver|Transfer|Total|Average|Hold|Peak)|Disk\.\S+\.(?:Free|Size|Type)"
    rb"|Replica\.(?:Docs|Cluster|Failed|Successful)\b|NET\.\S+\.(?:Bytes|Sessions)|Domino\.(?:Cache|Command|Requests)\."
    rb"|Platform\.(?:LogicalDisk|Memory|Network|PagingFile|Process|System)\.|Stats\.Time\.|Agent\.(?:Daily|Hourly)\.",
    re.IGNORECASE,
)
_EVERYWHERE = frozenset({"database", "disk", "mem", "server"})  # no server runs without these statistics
_CODE = re.compile(rb"[\"'({\[].*|.*[;{\\,(]")
_LOOKED_AT = 20  # lines of a head that are looked at


class Statistic(NamedTuple):
    """One line. doubt: why its value may not be the whole."""

    name: str
    facility: str
    value: str
    span: Span
    doubt: str


class Listing(NamedTuple):
    """What a file holds. counted: by each closing line, what it says and how many were read. asked: what was typed."""

    statistics: list[Statistic]
    counted: list[tuple[Said, int, int]]
    asked: list[str]
    broken: list[Diagnostic]


def recognises(head: bytes, _: Catalogue) -> bool:
    """The first lines are statistics, among them one that only Domino has, or a sign of the console stands by them."""
    source = Source.of("", head)
    first = list(islice(said(source), _LOOKED_AT))
    content = [line for line in first if not (typed(line, _COMMAND) or _FOUND.fullmatch(line.data))]
    fits = [begins(line) for line in content]
    if not all(fits[:2]) or sum(not fit for fit in fits) > len(fits) // 4 or not fits:
        return False
    console = len(content) < len(first) or bool(source.data[: content[0].start].strip())
    told = console or (len(fits) > 1 and any(_TELLING.match(line.data) for line in content))
    return told and not _console.captured(source, _COMMAND)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """A fact for every statistic; one that may be either of two numbers, or cut, is in doubt, so nobody rests on it."""
    listing = _listing(source)
    proven = _proven(listing.statistics)
    for one in listing.statistics:
        text, doubt = (one.value, "") if _names_release(one) else told(one.value, proven)
        yield Fact("stat." + one.name, text, source, one.span, doubt=one.doubt or doubt)
    short = (line for line, says, were in listing.counted if says > were)
    broken = [
        *listing.broken,
        *(Diagnostic(line.start, "more statistics were found than stand above") for line in short),
    ]
    if broken:
        yield min(broken)
    elif _covers_all(listing):
        yield Complete("stat.", source)


def begins(line: Said) -> bool:
    """Whether a line is a statistic and not a setting (sysctl and Java write theirs small) or program text."""
    found = _STATISTIC.fullmatch(line.data)
    if not found or found["facility"].islower() or b"\0" in line.data:
        return False
    return not _CODE.fullmatch(found["value"] or b"")


def _listing(source: Source) -> Listing:
    listing = Listing([], [], [], [])
    closed = 0
    for line in said(source):
        found, count = _STATISTIC.fullmatch(line.data), _FOUND.fullmatch(line.data)
        if found and b"\0" not in line.data:
            listing.statistics.append(_statistic(source, line, found))
        elif count:
            says = int(re.sub(rb"\D", b"", count[1]) or b"0")
            listing.counted.append((line, says, len(listing.statistics) - closed))
            closed = len(listing.statistics)
        elif command := typed(line, _COMMAND):
            listing.asked.append((command["which"] or b"").decode("ascii", "replace").strip())
        elif broken := _console.foreign(line, "statistic"):
            listing.broken.append(broken)
    return listing


def _statistic(source: Source, line: Said, found: re.Match[bytes]) -> Statistic:
    value = found["value"] is not None
    span = line.span(found, "value") if value else (line.start + len(line.data),) * 2
    name = source.text(*line.span(found, "name")).lower()
    doubt = "" if line.ended else _console.MAYBE_CUT
    return Statistic(name, name.partition(".")[0], source.text(*span), span, doubt)


def _proven(statistics: list[Statistic]) -> Signs:
    """What the numbers of a listing prove of its locale; a release is not a number, and a cut one proves nothing."""
    figures = (figure(one.value) for one in statistics if not one.doubt and not _names_release(one))
    return signs(one for one in figures if one)


def _names_release(one: Statistic) -> bool:
    return "version" in one.name or "release" in one.name


def _covers_all(listing: Listing) -> bool:
    """One listing that came whole, not asked for by name, with what every server has: all of its facilities."""
    if len(listing.counted) != 1 or any(listing.asked):
        return False
    _, says, were = listing.counted[0]
    facilities = {one.facility for one in listing.statistics}
    return says == were == len(listing.statistics) and facilities >= _EVERYWHERE
