"""Messages of a console log about trouble (crashes, resources, damage, waits, ports) and about states.

Lines are searched by words in the whole text, so a log of any length takes little time. Output of agents and Java
programs is ignored, and so are messages about another server. States are those of Traveler (`tell traveler status`) and
of the DAOS catalog; the last one since the start counts.
"""

import re
import zlib
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from advisor.facts import Fact, Subject
from advisor.readers.console._console import BEFORE
from advisor.source import Source, Span
from advisor.values.dates import order_of


class TroubleKind(NamedTuple):
    """A kind of trouble. words: one of them stands in each such line, in this spelling. pattern: of the message.

    of_java: whether a Java program may say it, for it is Java's own word; else what one prints is left out.
    of_data: a pattern of the messages by which data is at stake, where others of the kind tell of less.
    """

    name: str
    words: tuple[bytes, ...]
    pattern: re.Pattern[bytes]
    of_java: bool = False
    of_data: re.Pattern[bytes] | None = None


_NO_THREADS = (  # how the Java machines of all releases say that they could start no further thread
    b"unable to create native thread",
    b"unable to create new native thread",
    b"Failed to create a thread",
    b"cannot create anymore threads",
)
_TROUBLE_KINDS = (
    TroubleKind(
        "crash",
        (b"PANIC: ", b"Panic: "),
        re.compile(rb"P(?:ANIC|anic): (?!Process \S.{0,300} has terminated abnormally)\S"),  # then the server goes on
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
        ),
        re.compile(
            rb".{0,400}(?:(?<!ID table - )\binsufficient memory\b|\bout of system memory|\bout of backend memory"
            rb"|\bOUT OF (?:SHARED|PRIVATE) HANDLES!"
            rb"|\bmaximum number of memory segments that Notes can support has been exceeded"
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
    ),
    TroubleKind(
        "process ended",
        (b"has terminated abnormally",),
        re.compile(rb"(?:.{0,200}\W)?Process \S.{0,300} has terminated abnormally"),
    ),
    TroubleKind(
        "attachment object missing",
        (b".nlo", b".NLO"),
        re.compile(
            rb".{0,400}(?:\bhas a reference to .{1,300}\.nlo\b.{0,20} does not exist"
            rb"|\bwas unable to open or read the file .{1,300}\.nlo\b|\bDAOS Repair: Missing Object \S)",
            re.IGNORECASE,
        ),
    ),
    TroubleKind(
        "semaphore timeout",
        (b"WAITING FOR ",),
        re.compile(rb".{0,200}\bWAITING FOR (?:\w+ LOCK ON )?(?:FRW|RW)?SEM 0x[0-9A-Fa-f]{1,8}\b"),
    ),
    TroubleKind(
        "java threads",
        _NO_THREADS,
        re.compile(rb".{0,400}(?:" + b"|".join(_NO_THREADS) + rb")\b"),
        of_java=True,
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
    ),
    TroubleKind(
        "open files", (b"oo many open files",), re.compile(rb".{0,400}\b[Tt]oo many open files\b"), of_java=True
    ),
    TroubleKind(
        "port in use",
        (b"port is in use on this system",),
        re.compile(rb".{0,200}\b[Tt]he requested TCP/IP port is in use on this system\b"),
    ),
)
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
_LONGEST = 4096  # bytes of a line; the message stands at its beginning
_LOOKED_BACK = 64 * 1024  # bytes above a line without a date in which the last date is looked for


def troubles(source: Source, started: int = -1) -> Iterator[Fact]:
    """Of each kind how many lines there are, the first and the last of them, each with its date as it is printed.

    A line without one has the date of the last line above it; where there is none, the text is empty. Also whether the
    server was started since (started: where the log says so last, or -1), the date at which the log ends, and where it
    tells of trouble the order in which day and month stand.
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
        yield Fact("logged.started", "yes" if started > lines[-1][0] else "no", source, lines[-1], subject)
        yield Fact("logged.lines", _checksums(source.data, lines, dates), source, lines[0], subject)


def _checksums(data: bytes, lines: list[Span], dates: list[str]) -> str:
    """What tells each line, with its date, from others: `3f00aa12 77ab10ff*2`, for one that comes twice."""
    counts = Counter(
        zlib.crc32(data[slice(*line)], zlib.crc32(date.encode())) for line, date in zip(lines, dates, strict=True)
    )
    return " ".join(f"{number:08x}" + (f"*{times}" if times > 1 else "") for number, times in counts.items())


def _days(source: Source) -> Iterator[str]:
    """The days of the log's lines, one after the other, each once."""
    last = b""
    for match in DAY.finditer(source.data):
        if match["day"] != last:
            last = match["day"]
            yield last.decode("ascii")


def _trouble_lines(data: bytes, kind: TroubleKind) -> set[Span]:
    """Where the lines of a kind stand, without process, date and blanks."""
    found: set[Span] = set()
    for word in kind.words:
        for line in lines_with(data, word):
            message = message_span(data, line)
            text = _DATABASE.sub(rb"\1.nsf", data[slice(*message)])
            said_elsewhere = (_PRINTED if kind.of_java else _PROGRAM_OUTPUT).match(text) or _OTHER_SERVER.match(text)
            said_elsewhere = said_elsewhere or _TYPED_TEXT.match(text)
            if kind.pattern.match(text) and not said_elsewhere:
                found.add(message)
    return found


def lines_with(data: bytes, word: bytes) -> Iterator[Span]:
    """The lines that a word stands in, each once, however often it does; of a very long one the beginning."""
    end = 0
    while (at := data.find(word, end)) >= 0:
        begin = _line_begin(data, at, end)
        closing = _LINE_END.search(data, at)
        end = closing.start() if closing else len(data)
        yield begin, min(end, begin + _LONGEST)


def _line_begin(data: bytes, offset: int, least: int = 0) -> int:
    """Where the line begins that an offset is in. least: an offset that it does not begin before."""
    return max(data.rfind(b"\n", least, offset), data.rfind(b"\r", least, offset), least - 1) + 1


def message_span(data: bytes, line: Span) -> Span:
    """What a line says behind process and date."""
    before = BEFORE.match(data, *line)
    begin = before.end() if before else line[0]
    return begin, begin + len(data[begin : line[1]].rstrip())


def _dates(source: Source, messages: list[Span]) -> list[str]:
    """When each line was printed, by itself or by the last dated line above it; "" where none is dated."""
    dates: list[str] = []
    above = 0
    for message in messages:
        date = dated_above(source, message, above)
        dates.append(source.text(*date) if date else dates[-1] if dates else "")
        above = message[1]
    return dates


def dated_above(source: Source, message: Span, above: int = 0) -> Span | None:
    """Where the date of a line stands, or that of the last dated line above it, behind the offset `above`."""
    end = message[1]
    least = max(above, _line_begin(source.data, message[0], above) - _LOOKED_BACK)
    while end > least:
        begin = _line_begin(source.data, end, least)
        before = BEFORE.match(source.data, begin, end)
        if before and before["date"]:
            return before.start("date"), before.start("date") + len(before["date"].rstrip())
        end = begin - 1
    return None


class StateMessage(NamedTuple):
    """Something that has states. words: one of them stands in each such line. Of the pattern the first group is it."""

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
    """Each state, as the last line since the start tells it. started: where the log last says so, or -1."""
    for state in _STATE_MESSAGES:
        spans = [span for word in state.words for span in _state_spans(source.data, state, word) if span[0] > started]
        if spans:
            last = max(spans)
            yield Fact(state.key, re.sub(r"[_-]", " ", source.text(*last).lower()), source, last)


def _state_spans(data: bytes, state: StateMessage, word: bytes) -> Iterator[Span]:
    for line in lines_with(data, word):
        if match := state.pattern.fullmatch(data, *message_span(data, line)):
            yield match.span(1)
