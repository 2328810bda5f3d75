"""Read a server's console.log or a captured console: the last start, the last listings, trouble and states.

A line may begin with a process, a date, or both. The readers of `show server`, `show stat` and others read the output
of these commands. Only the last listing of each kind is used, and none from before the last start. The same applies to
the states of Traveler and DAOS. Trouble is counted from the first line on, because a crash comes before the start.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers import transcript
from advisor.readers.console import _console
from advisor.readers.console._console import lines
from advisor.readers.console._log_messages import states, troubles
from advisor.readers.interface import ConsoleListing, Item, Reader
from advisor.readers.transcript import NUL, Damage, Line, part
from advisor.source import Source, Span

_START = re.compile(
    rb"(?:(?:Lotus|IBM|HCL) )?Domino\s?(?:\(r\)|\xc2\xae|\xae)? Server(?: \((?P<bits>[0-9]{2}) Bit\))?,"
    rb" (?:Release|Build) (?P<release>[^\s,][^,]{0,60}?),? [A-Z][a-z]{2,15} [0-9]{1,2}, [0-9]{4}"
)
_PROCESS = re.compile(rb"\s*\[[0-9A-Fa-f]{2,8}:[0-9A-Fa-f]{2,8}-[0-9A-Fa-f]{2,16}\]")
_COMMAND = re.compile(rb">\s*[A-Za-z].*")  # a message may follow the prompt too, but it has its date first
_EVERYTHING = {"", "*"}
_NOTES = b"[notes]"
ANOTHER = "a NOTES.INI begins here; it was not read, give it a file of its own"
_SOON = 60  # lines within which the output of a command begins
_LOOKED_AT = 20  # lines of a head that are looked at


class Listing(NamedTuple):
    """The output of a command, from `begin` to `end`. what, which: the command and its argument."""

    what: str
    which: str
    begin: int
    end: int


class Log(NamedTuple):
    """A file since the last start. start: the facts of its line. other: where a NOTES.INI begins, and the log ends."""

    start: list[Fact]
    listings: list[Listing]
    damage: Damage
    other: Diagnostic | None


def recognises(head: bytes, catalogue: Catalogue) -> bool:
    """Return whether a console line comes first, then a start, a listing with its command, or lines with processes.

    A single listing is left to its own reader.
    """
    source = Source.of("", head)
    raw_lines = [line for line in islice(source.data.splitlines(), _LOOKED_AT) if line.strip()]
    first = next(lines(source), None)
    if not raw_lines or not first or not (_PROCESS.match(raw_lines[0]) or _of_console(first)):
        return False
    if 2 * sum(bool(_PROCESS.match(line)) for line in raw_lines) < len(raw_lines):
        log = _log(source)
        has_listing = any(_kinds(source, listing) for listing in log.listings)
        if not log.start and not has_listing and not any(states(source)):
            return False
    return not any(reader.recognises(head, catalogue) for reader, _ in _console.listings())


def read(source: Source, catalogue: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the last start, the last listing of each kind and all trouble. Of two facts for a key the later is used."""
    log = _log(source)
    if not log.other:
        yield from _last_facts(source, log, catalogue)
        return
    yield from (
        item for item in _last_facts(part(source, log.other.offset), log, catalogue) if not isinstance(item, Complete)
    )
    yield log.other


def _last_facts(source: Source, log: Log, catalogue: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    started = max((fact.span[0] for fact in log.start if fact.span), default=-1)
    items: list[Item] = [
        *log.start,
        *troubles(source, started),
        *states(source, started),
        *log.damage.verdict(Complete("trouble.", source)),
    ]
    for reader, spans in _last(source, log.listings, catalogue).items():
        items += reader.read(_only(source, spans), catalogue)
    latest: dict[tuple[Subject, str], Fact] = {}
    for fact in sorted((item for item in items if isinstance(item, Fact)), key=_place):
        latest[fact.subject, fact.key] = fact._replace(source=source)
    yield from latest.values()
    yield from (Complete(item.prefix, source) for item in items if isinstance(item, Complete))
    yield from {item.offset: item for item in items if isinstance(item, Diagnostic)}.values()


def _of_console(line: Line) -> bool:
    """Return whether only a console prints this line: it has a date, a typed command, or the start message."""
    if line.dated or _console.shown(line) or _COMMAND.fullmatch(line.data) or _START.fullmatch(line.data):
        return True
    return b"/" in line.data and transcript.typed(line.text, "server")


def _log(source: Source) -> Log:
    log = Log([], [], Damage(), None)
    listing: Listing | None = None
    end = len(source.data)
    for line in lines(source):
        if line.data.lower() == _NOTES:
            end = line.start
            log = log._replace(other=Diagnostic(end, ANOTHER, lost=True))
            break
        start, command = _START.fullmatch(line.data), _console.shown(line)
        if start or command or _COMMAND.fullmatch(line.data):
            if listing:
                log.listings.append(listing._replace(end=line.start))
            listing = Listing(*command, line.start, 0) if command else None
        if start:
            log.listings.clear()
            log.start[:] = _started(line, start)
        if line.holds_nul:
            log.damage.add(line.diagnostic(NUL))
    if listing:
        log.listings.append(listing._replace(end=end))
    return log


def _started(line: Line, start: re.Match[bytes]) -> list[Fact]:
    words = {name: line.group(start, name) for name, value in start.groupdict().items() if value is not None}
    return [Fact("console." + name, word.text, line.source, word.span) for name, word in words.items()]


def _last(source: Source, listings: list[Listing], catalogue: Catalogue) -> dict[Reader, list[Span]]:
    """Return the last listings of each reader, without the lines that follow them in the log."""
    last_listings: dict[Reader, dict[str, Listing]] = {}
    for listing in listings:
        for reader, kind in _kinds(source, listing):
            which = listing.which if kind.depends_on_argument else ""
            of_kind = last_listings.setdefault(reader, {})
            if which in _EVERYTHING and kind.is_complete:
                of_kind.clear()
            of_kind.pop(which, None)
            of_kind[which] = listing
    return {
        reader: [_trimmed(source, reader, listing, catalogue) for listing in of_kind.values()]
        for reader, of_kind in last_listings.items()
    }


def _kinds(source: Source, listing: Listing) -> list[tuple[Reader, ConsoleListing]]:
    """Return the readers whose output begins soon after the command; none if the server refused the command."""
    soon = list(islice(lines(part(source, listing.end, listing.begin)), 1, _SOON))
    asked = ((reader, kind) for reader, kind in _console.listings() if listing.what in kind.words)
    return [(reader, kind) for reader, kind in asked if any(map(kind.begins, soon))]


def _trimmed(source: Source, reader: Reader, listing: Listing, catalogue: Catalogue) -> Span:
    """Return the span of a listing. It ends at the first foreign line after the last fact."""
    items = list(reader.read(part(source, listing.end, listing.begin), catalogue.with_every_statistic()))
    read = max((_place(item)[1] for item in items if isinstance(item, Fact)), default=0)
    strange = (item for item in items if isinstance(item, Diagnostic) and item.reason.startswith(_console.NO_LINE))
    behind = (item.offset for item in strange if item.offset >= read)
    return listing.begin, min(listing.end, listing.begin + min(behind, default=listing.end))


def _only(source: Source, spans: list[Span]) -> Source:
    """Return the source with only these parts, each at its offset."""
    pieces, offset = [], 0
    for begin, end in spans:
        pieces += [b"\n" * (begin - offset), source.data[begin:end]]
        offset = end
    return Source(source.path, b"".join(pieces), source.encoding, source.mark)


def _place(fact: Fact) -> Span:
    return fact.span or (0, 0)


READER = Reader(
    __name__, "console log", recognises, read, signs=(b":", b">", b"/", b"sh", b"domino"), grows=True, is_long=True
)
