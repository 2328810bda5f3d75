"""Read `show stat` of a server's console into facts with plain numbers.

A server prints more than a thousand statistics, and rules use a few dozen. Only these become facts, and the first of
each facility, which proves that the facility is there. `domlint facts` shows all of them. A listing ends with a count
(`512 statistics found`), which shows whether it is complete.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from msgspec import Struct

from advisor.facts import MAYBE_CUT, Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.console import _console
from advisor.readers.console._console import lines, typed
from advisor.readers.interface import ConsoleListing, Reader
from advisor.readers.locale_numbers import NOTHING_PROVEN, Signs, figure, is_ambiguous, plain, signs
from advisor.readers.transcript import Damage, Line
from advisor.source import Source, Span

_STATISTIC = re.compile(rb"(?P<name>(?P<facility>[A-Za-z][\w$-]{0,40})\.\S(?:.*?\S)?)\s+=(?:\s+(?P<value>\S.*))?")
# The lines of a listing. The first two groups are name and value in the form in which a server prints nearly all
# statistics: ASCII, with one blank on each side of the sign. Every other line takes the longer way.
_LINE = re.compile(
    rb"(?>[ \t]*+[\r\n]++)*+[ \t]*+"
    rb"(?:([A-Za-z][\w$-]{0,40}+\.[!-<>-~]{2,}+) = ([!-~](?:[ -~]*[!-~])?)[ \t]*+(?=[\r\n])|[^\r\n]++)"
)
_FOUND = re.compile(rb"([0-9.,]{1,12}) statistics? found\.?", re.IGNORECASE)
_COMMAND = rb"sh(?:o|ow)?\s+stat?\w*(?P<which>\s.*)?"
_DOMINO_STATISTIC = re.compile(
    rb"Server\.(?:Task|ElapsedTime|MailBoxes|Sessions|Users|Trans\.|Version\.|Availability|BootID|CPU\.|OpenRequest)"
    rb"|Database\.(?:Database\.|DbCache\.|BufferPool|NIFPool|NSF|RM\.|DAOS)|Mem\.(?:Allocated|Free|PhysicalRAM|Availability)"
    rb"|Mail\.(?:Mailbox\.|Waiting|Dead|Deliver|Transfer|Total|Average|Hold|Peak)|Disk\.\S+\.(?:Free|Size|Type)"
    rb"|Replica\.(?:Docs|Cluster|Failed|Successful)\b|NET\.\S+\.(?:Bytes|Sessions)|Domino\.(?:Cache|Command|Requests)\."
    rb"|Platform\.(?:LogicalDisk|Memory|Network|PagingFile|Process|System)\.|Stats\.Time\.|Agent\.(?:Daily|Hourly)\.",
    re.IGNORECASE,
)
_EVERYWHERE = frozenset({"database", "disk", "mem", "server"})  # no server runs without these statistics
_CODE = re.compile(rb"[\"'({\[].*|.*[;{\\,(]")
_HEAD_LINES = 20  # lines of a head that are looked at
_SHORT = "more statistics were found than stand above"


# What derivations ask for beside the statistics of the catalogue: statistics, families of them, and endings.
_DERIVED_FROM = frozenset(
    {
        "domino.cache.user cache.maxsize",
        "http.workers", "mail.dead", "mail.delivered", "mail.totalrouted", "mail.transferred", "mail.waiting",
        "mail.waitingforschedule", "mail.waitingnotscheduled", "mem.physicalram",
        "platform.memory.pagespersec.avg", "platform.memory.ram.availmbytes",
        "platform.memory.ram.availmbytes.avg", "platform.memory.ram.totalmbytes",
        "platform.pagingfile.total.pctutil.avg", "platform.system.pctcombinedcpuutil",
        "platform.system.pctcombinedcpuutil.avg", "platform.system.totalutil", "platform.system.totalutil.avg",
        "replica.successful", "sem.timeouts", "server.cpu.type", "server.elapsedtime", "server.elapsedtimedays",
        "server.mailboxes", "server.name", "server.path.data", "server.time.start", "server.version.notes",
        "stats.time.current", "traveler.availability.index.current", "traveler.constrained.state",
    }
)  # fmt: skip
_DERIVED_FROM_FAMILIES = (
    "disk.", "health.", "platform.logicaldisk.", "platform.physicaldisk.", "replica.cluster.", "smtp.dnsbl.",
    "traveler.memory.java.", "traveler.push.",
)  # fmt: skip
_DERIVED_FROM_ENDINGS = (".sessions.inbound.total",)


class Statistic(Struct, frozen=True):
    """One line. doubt: why its value may be cut."""

    name: str
    value: str
    span: Span
    doubt: str = ""


class Statistics(Struct, frozen=True):
    """The content of a file. counted: the count in each closing line. asked: the typed commands."""

    statistics: list[Statistic]
    counted: list[int]
    asked: list[str]
    damage: Damage


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the first lines are statistics, with one that only Domino has or with a sign of the console."""
    source = Source.of("", head)
    first = list(islice(lines(source), _HEAD_LINES))
    content = [line for line in first if not (typed(line, _COMMAND) or _FOUND.fullmatch(line.data))]
    fits = [begins(line) for line in content]
    if not all(fits[:2]) or sum(not fit for fit in fits) > len(fits) // 4 or not fits:
        return False
    console = len(content) < len(first) or bool(source.data[: content[0].start].strip())
    is_of_domino = console or any(_DOMINO_STATISTIC.match(line.data) for line in content)
    return is_of_domino and not _console.captured(source, _COMMAND)


def read(source: Source, catalogue: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield a fact for each statistic that is asked for; in doubt if it may be either of two numbers, or cut."""
    listing = _listing(source)
    statistics = listing.statistics if catalogue.every_statistic else _used_statistics(listing.statistics, catalogue)
    proven: Signs | None = None
    for statistic in statistics:
        text, doubt = statistic.value, ""
        if not _names_release(statistic):
            entry = catalogue.keys.get("stat." + statistic.name)
            is_full = entry is not None and entry.whole
            if proven is None and is_ambiguous(text, is_full):
                proven = _proven(listing.statistics)
            text, doubt = plain(text, proven or NOTHING_PROVEN, is_full)
        yield Fact("stat." + statistic.name, text, source, statistic.span, doubt=statistic.doubt or doubt)
    yield from listing.damage.verdict(Complete("stat.", source) if _covers_all(listing) else None)


def _used_statistics(statistics: Iterable[Statistic], catalogue: Catalogue) -> Iterator[Statistic]:
    """Yield the statistics that rules or derivations use, and the first statistic of each facility."""
    facilities: set[str] = set()
    names_used = _DERIVED_FROM.union(key.removeprefix("stat.") for key in catalogue.keys if key.startswith("stat."))
    for statistic in statistics:
        name = statistic.name
        facility = name.partition(".")[0]
        if facility not in facilities:
            facilities.add(facility)
            yield statistic
        elif name in names_used or name.startswith(_DERIVED_FROM_FAMILIES) or name.endswith(_DERIVED_FROM_ENDINGS):
            yield statistic


def begins(line: Line) -> bool:
    """Return whether a line is a statistic and not a setting (sysctl and Java write theirs small) or program text."""
    match = _STATISTIC.fullmatch(line.data)
    if not match or match["facility"].islower() or line.holds_nul:
        return False
    return not _CODE.fullmatch(match["value"] or b"")


def _listing(source: Source) -> Statistics:
    listing = Statistics([], [], [], Damage())
    statistics, closed = listing.statistics, 0
    for match in _LINE.finditer(source.data):
        name, value = match.groups()
        if name:
            statistics.append(Statistic(name.decode("ascii").lower(), value.decode("ascii"), match.span(2)))
            continue
        for line in lines(source, *match.span()):
            closed = _take(line, listing, closed)
    return listing


def _take(line: Line, listing: Statistics, closed: int) -> int:
    """Add a line to the listing and return how many statistics the counts so far cover."""
    match = _STATISTIC.fullmatch(line.data)
    if match and not line.holds_nul:
        listing.statistics.append(_statistic(line, match))
    elif count := _FOUND.fullmatch(line.data):
        counted, read = int(re.sub(rb"\D", b"", count[1]) or b"0"), len(listing.statistics) - closed
        listing.counted.append(counted)
        listing.damage.add(line.diagnostic(_SHORT) if counted > read else None)
        return len(listing.statistics)
    elif command := typed(line, _COMMAND):
        listing.asked.append((command["which"] or b"").decode("ascii", "replace").strip())
    else:
        listing.damage.add(_console.foreign(line, "statistic"))
    return closed


def _statistic(line: Line, match: re.Match[bytes]) -> Statistic:
    value, span = line.group(match, "value")
    return Statistic(line.group(match, "name").text.lower(), value, span, "" if line.ended else MAYBE_CUT)


def _proven(statistics: list[Statistic]) -> Signs:
    """Return what the numbers of a listing prove about its locale. Releases and truncated numbers prove nothing."""
    sure = (statistic for statistic in statistics if not (statistic.doubt or _names_release(statistic)))
    return signs(filter(None, (figure(statistic.value) for statistic in sure)))


def _names_release(statistic: Statistic) -> bool:
    return "version" in statistic.name or "release" in statistic.name


def _covers_all(listing: Statistics) -> bool:
    """Return whether a single full listing has the counted statistics, among them those of every server."""
    if listing.counted != [len(listing.statistics)] or any(listing.asked):
        return False
    return {statistic.name.partition(".")[0] for statistic in listing.statistics} >= _EVERYWHERE


READER = Reader(
    __name__,
    "show stat",
    recognises,
    read,
    signs=(b"=",),
    ends=rb"\d statistics? found\.?",
    console=ConsoleListing(("sta",), begins, has_heading=False, depends_on_argument=True),
)
