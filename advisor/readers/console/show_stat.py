"""Reads the lines `Name = value` of `show stat` of a server's console into one fact a statistic, numbers plain.

A listing closes with a count (`512 statistics found`), which tells whether it is complete.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from advisor.facts import MAYBE_CUT, Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.console import _console
from advisor.readers.console._console import lines, typed
from advisor.readers.console._figures import Signs, figure, plain, signs
from advisor.readers.transcript import Damage, Line
from advisor.source import Source, Span

FORMAT = "show stat"
SIGNS = (b"=",)
ENDS = rb"\d statistics? found\.?"

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
_SHORT = "more statistics were found than stand above"


class Statistic(NamedTuple):
    """One line. doubt: why its value may be cut."""

    name: str
    facility: str
    value: str
    span: Span
    doubt: str


class Statistics(NamedTuple):
    """What a file holds. counted: how many statistics each closing line tells of. asked: what was typed."""

    statistics: list[Statistic]
    counted: list[int]
    asked: list[str]
    damage: Damage


def recognises(head: bytes, _: Catalogue) -> bool:
    """The first lines are statistics, among them one that only Domino has, or a sign of the console stands by them."""
    source = Source.of("", head)
    first = list(islice(lines(source), _LOOKED_AT))
    content = [line for line in first if not (typed(line, _COMMAND) or _FOUND.fullmatch(line.data))]
    fits = [begins(line) for line in content]
    if not all(fits[:2]) or sum(not fit for fit in fits) > len(fits) // 4 or not fits:
        return False
    console = len(content) < len(first) or bool(source.data[: content[0].start].strip())
    telling = console or any(_TELLING.match(line.data) for line in content)
    return telling and not _console.captured(source, _COMMAND)


def read(source: Source, catalogue: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """A fact for every statistic; one that may be either of two numbers, or cut, is in doubt, so nobody rests on it."""
    listing = _listing(source)
    proven = _proven(listing.statistics)
    for statistic in listing.statistics:
        entry = catalogue.keys.get("stat." + statistic.name)
        whole = entry is not None and entry.whole
        text, doubt = (statistic.value, "") if _names_release(statistic) else plain(statistic.value, proven, whole)
        yield Fact("stat." + statistic.name, text, source, statistic.span, doubt=statistic.doubt or doubt)
    yield from listing.damage.verdict(Complete("stat.", source) if _covers_all(listing) else None)


def begins(line: Line) -> bool:
    """Whether a line is a statistic and not a setting (sysctl and Java write theirs small) or program text."""
    match = _STATISTIC.fullmatch(line.data)
    if not match or match["facility"].islower() or line.holds_nul:
        return False
    return not _CODE.fullmatch(match["value"] or b"")


def _listing(source: Source) -> Statistics:
    listing = Statistics([], [], [], Damage())
    closed = 0
    for line in lines(source):
        match = _STATISTIC.fullmatch(line.data)
        if match and not line.holds_nul:
            listing.statistics.append(_statistic(line, match))
        elif count := _FOUND.fullmatch(line.data):
            counted, read = int(re.sub(rb"\D", b"", count[1]) or b"0"), len(listing.statistics) - closed
            listing.counted.append(counted)
            listing.damage.add(line.diagnostic(_SHORT) if counted > read else None)
            closed = len(listing.statistics)
        elif command := typed(line, _COMMAND):
            listing.asked.append((command["which"] or b"").decode("ascii", "replace").strip())
        else:
            listing.damage.add(_console.foreign(line, "statistic"))
    return listing


def _statistic(line: Line, match: re.Match[bytes]) -> Statistic:
    value, span = line.group(match, "value")
    name = line.group(match, "name").text.lower()
    return Statistic(name, name.partition(".")[0], value, span, "" if line.ended else MAYBE_CUT)


def _proven(statistics: list[Statistic]) -> Signs:
    """What the numbers of a listing prove of its locale; a release is not a number, and a cut one proves nothing."""
    sure = (statistic for statistic in statistics if not (statistic.doubt or _names_release(statistic)))
    return signs(filter(None, (figure(statistic.value) for statistic in sure)))


def _names_release(statistic: Statistic) -> bool:
    return "version" in statistic.name or "release" in statistic.name


def _covers_all(listing: Statistics) -> bool:
    """A single listing that its count proves complete, not asked for by name, with what every server has."""
    facilities = {statistic.facility for statistic in listing.statistics}
    complete = listing.counted == [len(listing.statistics)] and not any(listing.asked)
    return complete and facilities >= _EVERYWHERE
