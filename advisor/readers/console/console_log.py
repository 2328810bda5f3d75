"""Read a server's console.log or a captured console: the last start, the last listings, trouble and states.

A line may begin with a process, a date, or both. The readers of `show server`, `show stat` and others read the output
of these commands. Only the last listing of each kind is used, and none from before the last start. The same applies to
the states of Traveler and DAOS. Trouble is counted from the first line on, because a crash comes before the start.
"""

import re
import zlib
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers import transcript
from advisor.readers.console import _console
from advisor.readers.console._console import BEFORE, lines
from advisor.readers.interface import ConsoleListing, Item, Reader
from advisor.readers.transcript import NUL, Damage, Line, part
from advisor.source import Source, Span
from advisor.values.dates import order_of


class TroubleKind(Struct, frozen=True):
    """A kind of trouble. words: each such line contains one of them, case-sensitive. pattern: of the message.

    of_java: whether a message of a Java program is accepted. of_data: a pattern of the messages that put data at risk,
    if the kind also has milder messages. causes: words for what a message names, each with its pattern; the first that
    matches is used.
    """

    name: str
    words: tuple[bytes, ...]
    pattern: re.Pattern[bytes]
    of_java: bool = False
    of_data: re.Pattern[bytes] | None = None
    causes: tuple[tuple[str, re.Pattern[bytes]], ...] = ()


_OBJECT_MISSING = "attachment object missing"
_NO_THREADS = (  # how the Java machines of all releases say that they could start no further thread
    b"nable to create native thread",
    b"nable to create new native thread",
    b"nable to create a new native thread",
    b"Failed to create a thread",
    b"Failed to fork OS thread",
    b"cannot create anymore threads",
)
_TROUBLE_KINDS = (
    TroubleKind(
        "crash",
        (b"PANIC: ", b"Panic: "),
        re.compile(rb"P(?:ANIC|anic): (?!Process \S.{0,300} has terminated abnormally)\S"),  # then the server goes on
        causes=(
            (
                "disk space",
                re.compile(rb".{0,300}\b(?:insufficient disk space|disk is full|no space left)\b", re.IGNORECASE),
            ),
            ("open files", re.compile(rb".{0,300}\btoo many open files\b", re.IGNORECASE)),
            ("shared memory", re.compile(rb".{0,200}(?:\bto shared memory|\bAccessAllProtected\b)", re.IGNORECASE)),
            ("memory", re.compile(rb".{0,200}\binsufficient memory\b", re.IGNORECASE)),
        ),
    ),
    TroubleKind(
        "transaction log full",
        (b"Log file is full",),
        re.compile(rb"(?:.{0,200}\W)?Recovery Manager ?: Log file is full"),
    ),
    TroubleKind(
        "out of memory",
        (
            b"nsufficient ",
            b"of memory segments",
            b"of Memory Segments",
            b" HANDLES!",
            b"of system memory",
            b"end Memory",
            b"emory Is Low for Indexing",
            b"emory is low for indexing",
            b"ot enough memory for ",
            b"o shared memory [",
        ),
        re.compile(
            rb".{0,400}(?:(?<!ID table - )\binsufficient memory\b|\bout of system memory|\bout of backend memory"
            rb"|\bOUT OF (?:SHARED|PRIVATE) HANDLES!"
            rb"|\bmaximum number of memory segments that Notes can support has been exceeded"
            rb"|\bError attaching to shared memory \["
            rb"|\bmemory is low for indexing\b|\bnot enough memory for full text indexing or search\b)",
            re.IGNORECASE,
        ),
    ),
    TroubleKind(
        "damage",
        (
            b" is damaged",
            b"is corrupt --",
            b"integrity has been lost",
            b"nvalid CNO vector",
            b"ormat is incorrect",
            b"nvalid on disk structure",
            b"-tree structure is invalid",
        ),
        re.compile(
            rb".{0,400}(?:\bDocument NT[0-9A-F]{2,8} in database .{1,300} is damaged"
            rb"|\bContainer integrity has been lost|\bInvalid CNO vector"
            rb"|\bcannot be read due to an? invalid on disk structure|\bB-tree structure is invalid"
            rb"|\bPage format is incorrect|\bdatabase is corrupt -- Cannot allocate space)",
            re.IGNORECASE,
        ),
        of_data=re.compile(
            rb".{0,400}(?:\bDocument NT[0-9A-F]{2,8} in|\bdatabase is corrupt -- Cannot)", re.IGNORECASE
        ),
        causes=(("disk space", re.compile(rb".{0,400}\bCannot allocate space\b", re.IGNORECASE)),),
    ),
    TroubleKind(
        "process ended",
        (b"has terminated abnormally",),
        re.compile(rb"(?:.{0,200}\W)?Process \S.{0,300} has terminated abnormally"),
    ),
    TroubleKind(
        _OBJECT_MISSING,
        (b".nlo", b".NLO"),
        re.compile(
            rb".{0,400}(?:\bhas a reference to .{1,300}\.nlo\b.{0,20} does not exist"
            rb"|\bwas unable to open or read the file .{1,300}\.nlo\b|\bDAOS Repair: Missing Object \S"
            rb"|\b(?:Error|Unable to open) \w.{1,300}\.nlo\b.{0,20} (?:does not exist|file truncated|not found)\b)",
            re.IGNORECASE,
        ),
    ),
    TroubleKind(
        "semaphore timeout",
        (b"WAITING FOR ",),
        re.compile(rb".{0,200}\bWAITING FOR (?:\w+ LOCK ON )?(?:FRW|RW)?SEM 0x[0-9A-Fa-f]{1,8}\b"),
    ),
    TroubleKind(
        "java threads", _NO_THREADS, re.compile(rb".{0,400}(?:" + b"|".join(_NO_THREADS) + rb")\b"), of_java=True
    ),
    TroubleKind(
        "java heap",
        (b"OutOfMemoryError", b"Out Of Memory Exception"),
        re.compile(
            rb"(?!.{0,400}(?:" + b"|".join(_NO_THREADS) + rb"))"
            rb"(?:HTTP (?:JVM: (?:.{0,200}\W)?OutOfMemoryError\b|Web Server: (?:.{0,200}\W)?Out Of Memory Exception\b)"
            rb"|.{0,400}\bjava\.lang\.OutOfMemoryError\b)"
        ),
        of_java=True,
        causes=(
            ("Metaspace", re.compile(rb".{0,500}OutOfMemoryError: (?:Metaspace|Compressed class space)\b")),
            ("Traveler", re.compile(rb"(?:\w+ )?Traveler: ")),
            ("agents", re.compile(rb"(?:AMgr|Agent Manager|RunJava|Addin)\b")),
            ("HTTP", re.compile(rb".{0,60}?\bHTTP (?:JVM|Web Server)\b")),
        ),
    ),
    TroubleKind(
        "open files", (b"oo many open files",), re.compile(rb".{0,400}\b[Tt]oo many open files\b"), of_java=True
    ),
    TroubleKind(
        "port in use",
        (b"port is in use on this system", b"port may be in use"),
        re.compile(
            rb".{0,200}\b(?:[Tt]he requested TCP/IP port is in use on this system"
            rb"|[Uu]nable to [Bb]ind (?:to )?port [0-9]{1,5}, port may be in use)\b"
        ),
    ),
)
_LIST_OF_OBJECTS = re.compile(rb"\btell[ \t]+daosmgr[ \t]+listnlo\b([^\r\n]{0,1000})", re.IGNORECASE)
_OBJECTS_LISTED = re.compile(rb"DAOSMGR: ListNLO completed[^0-9]{1,6}0*[1-9][0-9,.]{0,12} entr")
_PRINTED = re.compile(rb".{0,300}(?:\bprinting|\bmessage box):")
_PROGRAM_OUTPUT = re.compile(rb".{0,300}(?:\bprinting|\bJVM|\bmessage box):")
_OTHER_SERVER = re.compile(  # what another server said, or may have said
    rb".{0,400}\bRemote system reports:|(?:Replicator: )?Unable to replicate\b|Replicator was unable to\b"
    rb"|Router: .{0,300}\btransfer.{0,200}\bto \S"
)
_TYPED_TEXT = re.compile(  # what somebody typed, broadcast or wrote
    rb"> ?\S|broadcast\b|Broadcast message\b|Remote console command issued by\b|.{0,300}\bSubject:", re.IGNORECASE
)
_DATABASE = re.compile(  # a name with a path or in quotes: what it says is no message
    rb"([\\/'\"])[^\\/'\":;,()]{1,200}?\.n[st]f\b", re.IGNORECASE
)
DAY = re.compile(
    rb"(?:^|\r)[ \t]*(?:\[[0-9A-Fa-f:-]{5,40}\][ \t]*)?"
    rb"(?P<day>[0-9]{1,4}[-./][0-9]{1,2}[-./][0-9]{1,4})\.?,? [0-9]{1,2}[:.]",
    re.M,
)
_LINE_END = re.compile(rb"[\r\n]")
_MAX_MESSAGE_BYTES = 4096  # bytes of a line; the message is at its beginning
_LOOKED_BACK = 64 * 1024  # bytes above a line without a date in which the last date is looked for


def troubles(source: Source, started: int = -1) -> Iterator[Fact]:
    """Yield for each kind the number of lines, and the first and the last line with its printed date.

    A line without a date has the date of the last line above, or "". Also yields whether the server started since, the
    last date of the log, and the order of day and month. started: the offset of the last start, or -1.
    """
    if end := dated_above(source, (len(source.data), len(source.data))):
        yield Fact("logged.end", source.text(*end), source, end)
    trouble_facts = [fact for kind in _TROUBLE_KINDS for fact in _trouble_facts(source, kind, started)]
    if trouble_facts and end:
        yield Fact("logged.order", order_of(_days(source)), source, end)
    yield from trouble_facts


def _trouble_facts(source: Source, kind: TroubleKind, started: int) -> Iterator[Fact]:
    lines = sorted(_trouble_lines(source.data, kind))
    if lines:
        subject = Subject("trouble", kind.name)
        dates = _dates(source, lines)
        yield Fact("logged.count", str(len(lines)), source, lines[0], subject)
        yield Fact("logged.first", dates[0], source, lines[0], subject)
        yield Fact("logged.last", dates[-1], source, lines[-1], subject)
        of_data = kind.of_data and any(kind.of_data.match(source.data, *line) for line in lines)
        yield Fact("logged.of_data", "yes" if of_data else "no", source, lines[-1], subject)
        causes = dict.fromkeys(_cause(source.data, kind, line) for line in lines)
        yield Fact("logged.causes", ", ".join(causes), source, lines[-1], subject)
        yield Fact("logged.started", "yes" if started > lines[-1][0] else "no", source, lines[-1], subject)
        yield Fact("logged.lines", _checksums(source.data, lines, dates), source, lines[0], subject)


def _cause(data: bytes, kind: TroubleKind, line: Span) -> str:
    """Return what a message names as the cause, or "other"."""
    return next((name for name, pattern in kind.causes if pattern.match(data, *line)), "other")


def _checksums(data: bytes, lines: list[Span], dates: list[str]) -> str:
    """Return checksums of the lines with their dates: `3f00aa12 77ab10ff*2`, where *2 marks two equal lines."""
    counts = Counter(
        zlib.crc32(data[slice(*line)], zlib.crc32(date.encode())) for line, date in zip(lines, dates, strict=True)
    )
    return " ".join(f"{number:08x}" + (f"*{times}" if times > 1 else "") for number, times in counts.items())


def _days(source: Source) -> Iterator[str]:
    """Yield the days of the log's lines in order, each once."""
    last = b""
    for match in DAY.finditer(source.data):
        if match["day"] != last:
            last = match["day"]
            yield last.decode("ascii")


def _trouble_lines(data: bytes, kind: TroubleKind) -> set[Span]:
    """Return the spans of the messages of a kind, without process, date and blanks."""
    messages: set[Span] = set()
    for word in kind.words:
        for line in lines_with(data, word):
            message = message_span(data, line)
            text = _DATABASE.sub(rb"\1.nsf", data[slice(*message)])
            said_elsewhere = (_PRINTED if kind.of_java else _PROGRAM_OUTPUT).match(text) or _OTHER_SERVER.match(text)
            said_elsewhere = said_elsewhere or _TYPED_TEXT.match(text)
            if kind.pattern.match(text) and not said_elsewhere:
                messages.add(message)
    return messages | set(_missing_objects_listed(data)) if kind.name == _OBJECT_MISSING else messages


def _missing_objects_listed(data: bytes) -> Iterator[Span]:
    """Yield the messages that end a list of missing attachment objects, if it has any.

    They do not say which objects were listed: the command above does, if it was typed less than 64 KB before.
    """
    for line in lines_with(data, b"ListNLO completed"):
        message = message_span(data, line)
        commands = _LIST_OF_OBJECTS.findall(data, max(0, line[0] - _LOOKED_BACK), line[0])
        if _OBJECTS_LISTED.match(data, *message) and commands and b"missing" in commands[-1].lower().split():
            yield message


def lines_with(data: bytes, word: bytes) -> Iterator[Span]:
    """Yield the lines that contain a word, each once. Of a very long line, only the beginning."""
    end = 0
    while (offset := data.find(word, end)) >= 0:
        begin = _line_begin(data, offset, end)
        closing = _LINE_END.search(data, offset)
        end = closing.start() if closing else len(data)
        yield begin, min(end, begin + _MAX_MESSAGE_BYTES)


def _line_begin(data: bytes, offset: int, least: int = 0) -> int:
    """Return the beginning of the line with this offset. least: the smallest possible offset."""
    return max(data.rfind(b"\n", least, offset), data.rfind(b"\r", least, offset), least - 1) + 1


def message_span(data: bytes, line: Span) -> Span:
    """Return the span of a line after process and date."""
    before = BEFORE.match(data, *line)
    begin = before.end() if before else line[0]
    return begin, begin + len(data[begin : line[1]].rstrip())


def _dates(source: Source, messages: list[Span]) -> list[str]:
    """Return the date of each line, from the line or the last dated line above, or ""."""
    dates: list[str] = []
    above = 0
    for message in messages:
        date = dated_above(source, message, above)
        dates.append(source.text(*date) if date else dates[-1] if dates else "")
        above = message[1]
    return dates


def dated_above(source: Source, message: Span, above: int = 0) -> Span | None:
    """Return the span of a line's date, or of the last date above it, after the offset `above`."""
    end = message[1]
    least = max(above, _line_begin(source.data, message[0], above) - _LOOKED_BACK)
    while end > least:
        begin = _line_begin(source.data, end, least)
        before = BEFORE.match(source.data, begin, end)
        if before and before["date"]:
            return before.start("date"), before.start("date") + len(before["date"].rstrip())
        end = begin - 1
    return None


class StateMessage(Struct, frozen=True):
    """A message about a state, which the first group of the pattern matches.

    words: each such line contains one of them.
    """

    key: str
    words: tuple[bytes, ...]
    pattern: re.Pattern[bytes]


_STATE_MESSAGES = (
    StateMessage(
        "console.traveler_status",
        (b"overall status",),
        re.compile(
            rb"(?:Traveler: )?"
            rb"(?:The overall status of (?:\w+ ){1,3}Traveler is|(?:\w+ ){1,3}Traveler overall status is)"
            rb" (green|yellow|red)\b\.?",
            re.IGNORECASE,
        ),
    ),
    StateMessage(
        "console.daos_catalog",
        (b"atalog", b"ATALOG"),
        re.compile(
            rb"(?!.{0,200}\bnot\b).{0,80}?\bDAOS\w*\b.{0,80}?\bcatalog\b.{0,40}?"
            rb"\b(needs[ _-]resync(?:hronization)?|synchronized|resyncing|rebuilding|unavailable)\b\W{0,3}",
            re.IGNORECASE,
        ),
    ),
)


def states(source: Source, started: int = -1) -> Iterator[Fact]:
    """Yield each state from the last line since the start. started: the offset of the last start, or -1."""
    for state in _STATE_MESSAGES:
        spans = [span for word in state.words for span in _state_spans(source.data, state, word) if span[0] > started]
        if spans:
            last = max(spans)
            yield Fact(state.key, re.sub(r"[_-]", " ", source.text(*last).lower()), source, last)


def _state_spans(data: bytes, state: StateMessage, word: bytes) -> Iterator[Span]:
    for line in lines_with(data, word):
        if match := state.pattern.fullmatch(data, *message_span(data, line)):
            yield match.span(1)


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
_HEAD_LINES = 20  # lines of a head that are looked at


class Listing(Struct, frozen=True):
    """The output of a command, from `begin` to `end`. what, which: the command and its argument."""

    what: str
    which: str
    begin: int
    end: int


class Log(Struct, frozen=True):
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
    raw_lines = [line for line in islice(source.data.splitlines(), _HEAD_LINES) if line.strip()]
    first = next(lines(source), None)
    if not raw_lines or not first or not (_PROCESS.match(raw_lines[0]) or _is_console_line(first)):
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
        items += reader.read(_only_parts(source, spans), catalogue)
    latest: dict[tuple[Subject, str], Fact] = {}
    for fact in sorted((item for item in items if isinstance(item, Fact)), key=_place):
        latest[fact.subject, fact.key] = replace(fact, source=source)
    yield from latest.values()
    yield from (Complete(item.prefix, source) for item in items if isinstance(item, Complete))
    yield from {item.offset: item for item in items if isinstance(item, Diagnostic)}.values()


def _is_console_line(line: Line) -> bool:
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
            log = replace(log, other=Diagnostic(end, ANOTHER, lost=True))
            break
        start, command = _START.fullmatch(line.data), _console.shown(line)
        if start or command or _COMMAND.fullmatch(line.data):
            if listing:
                log.listings.append(replace(listing, end=line.start))
            listing = Listing(*command, line.start, 0) if command else None
        if start:
            log.listings.clear()
            log.start[:] = _started(line, start)
        if line.holds_nul:
            log.damage.add(line.diagnostic(NUL))
    if listing:
        log.listings.append(replace(listing, end=end))
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
    foreign_offsets = (item.offset for item in strange if item.offset >= read)
    return listing.begin, min(listing.end, listing.begin + min(foreign_offsets, default=listing.end))


def _only_parts(source: Source, spans: list[Span]) -> Source:
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
