"""Read an NSD, which Notes System Diagnostic writes about a server and its machine.

A header line begins each section; the section ends at the next header. The readers of NOTES.INI, of `show stat` and of
some commands read their sections. Stacks, memory dumps and listings are skipped by their titles. A file may have
hundreds of megabytes: one section is held at a time, and only its first megabytes. `[  server:4711]` names a server's
process in titles and in NSD's own table of processes. On UNIX the table of `ps` is there too. A line above the limits
of a process names it: `PID 4711 server`, `/proc/4711/limits`. Of several NOTES.INI the first with the standard section
title is used, else the first of all. A NOTES.INI with another server name or directory belongs to another partition:
neither this NOTES.INI nor what follows about a server is used.
"""

import codecs
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from advisor import limits
from advisor.facts import MAYBE_CUT, SERVER, Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers import registry
from advisor.readers.domino import notes_ini
from advisor.readers.interface import Item, Reader
from advisor.readers.transcript import CUT, beginnings, part
from advisor.source import Source, Span, Stream
from advisor.values.printing import listed, number, printable

_SERVER_PROCESS = re.compile(rb"\[[ \t]*server[ \t]*:[ \t]*0*([1-9][0-9]{0,9})\]")
_SERVER_AT_END = re.compile(
    rb"server:0*+([1-9][0-9]{0,9})\][ \t]*+(?::[ \t]*+)?\r?$", re.MULTILINE
)  # begins with letters: fast
_PROCESS_ROW = re.compile(  # a row of NSD's own table, in which the number stands twice, or a line above limits
    rb"[ \t]*(?:->[ \t]*)?0*([1-9][0-9]{0,9})[ \t][^\[\r\n]{1,80}\[[ \t]*server:0*\1\]|[ \t]*\[[ \t]*server:"
)
_PID_LINE = re.compile(rb"PID[ \t:=#]*0*([1-9][0-9]{0,9})[ \t:,-]+\[?server\b")
_PROCESS = re.compile(
    rb"(?:\bPID[ \t:=#]*|/proc/|\[[ \t]*[\w.-]{1,40}[ \t]*:[ \t]*|\bprocess[ \t]+|\bproc[ \t]+[\w.-]{1,40}/)"
    rb"0*([1-9][0-9]{0,9})\b",
    re.IGNORECASE,
)
_COMMANDS = {b"cmd", b"command", b"args"}
_ROW = re.compile(rb"(?:Max [a-z]|Limit {2})")
_KIND = "process"
_SEVERAL_SERVERS = (
    "several servers run on the machine, and their limits differ or were not all given; take /proc/PID/limits of this"
    " server's process `server`"
)


class ServerProcesses:
    """The numbers of the processes that are servers, as they are seen in a section's title and in its lines."""

    def __init__(self, title: bytes = b"") -> None:
        self.numbers = {match[1].decode("ascii") for match in _SERVER_PROCESS.finditer(title)}
        self._columns: tuple[int, int] | None = None  # of a table of `ps`: the number's and the command's

    def see(self, text: bytes) -> None:
        """Examine whole lines."""
        rows = (
            match
            for match in _SERVER_AT_END.finditer(text)
            if _PROCESS_ROW.match(text, _line_begin(text, match.start()))
        )
        self.numbers |= {match[1].decode("ascii") for matches in (rows, _PID_LINE.finditer(text)) for match in matches}
        if b"PID" in text or (self._columns and b"/server" in text):
            for line in text.splitlines():
                self._see_row(line.split())

    def _see_row(self, cells: list[bytes]) -> None:
        """Examine a row of `ps`. On AIX, the date of an older process contains a blank before the command."""
        if b"PID" in cells and cells[-1].lower() in _COMMANDS:
            self._columns = cells.index(b"PID"), len(cells) - 1
        elif self._columns:
            number, command = self._columns
            program = next((cell for cell in cells[command : command + 2] if cell.startswith(b"/")), b"")
            if program.endswith(b"/server") and cells[number].isdigit():
                self.numbers.add(str(int(cells[number])))


def _line_begin(text: bytes, offset: int) -> int:
    return max(text.rfind(b"\n", 0, offset), text.rfind(b"\r", 0, offset)) + 1


def _limits_subject(title: str, text: Source, begin: int) -> Subject:
    """Return the process of the limits at an offset, from the line above them or the section's title."""
    above = text.data[:begin].rstrip()
    line = above[_line_begin(above, len(above)) :].strip()
    match = None if _ROW.match(line) else _PROCESS.search(line)
    match = match or _PROCESS.search(title.encode())
    return Subject(_KIND, match[1].decode("ascii")) if match else SERVER


def _is_process_limit(fact: Fact) -> bool:
    """Return whether a fact is a limit of a process."""
    return fact.key.startswith("process.")


def _server_limits(process_limits: list[Fact], servers: set[str]) -> Iterator[Fact]:
    """Yield the limits of the server's process, or of all processes if the server's is unknown.

    If there are several servers, a limit is certain only if it is known and equal for all of them.
    """
    server_facts = [fact for fact in process_limits if fact.subject.kind == _KIND and fact.subject.name in servers]
    alike: dict[tuple[str, str], set[str]] = {}  # which servers say the same
    for fact in server_facts:
        alike.setdefault((fact.key, fact.text), set()).add(fact.subject.name)
    for fact in server_facts or process_limits:
        doubt = _SEVERAL_SERVERS if server_facts and len(alike[fact.key, fact.text]) < len(servers) else ""
        yield replace(fact, subject=SERVER, doubt=fact.doubt or doubt)


_HEADER = re.compile(rb"^<@@ -[^\r\n]{0,4000}+\r?\n", re.MULTILINE)
_IGNORED = re.compile(  # hundreds of megabytes of nothing that a reader takes
    r"^Notes (?:Data|Memory|User|Network)|stack|memcheck|process(?! limits)|thread|listing|\bopen\b|handle",
    re.IGNORECASE,
)
_WANTED = re.compile(r"notes\.ini|limit|disk|\bserver statistics", re.IGNORECASE)
_OF_PROCESSES = re.compile(r"^(?!.*(?:stack|memory|thread)).*process", re.IGNORECASE)
_TOO_LARGE = f"the section has more than {limits.MAX_NSD_SECTION_BYTES // 1024**2} MB; what follows in it was not read"
_LONGEST_HEADER = 4096  # bytes of a line that may go on in the next piece
_BYTE_ORDER_MARKS = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be", codecs.BOM_UTF8: "utf-8"}
_MARK_BYTES = len(codecs.BOM_UTF8)


class NsdSection(Struct, frozen=True):
    """A section that may contain facts. line: its first line in the file. ended: whether another section follows.

    text: empty for a skipped section, or one that only shows server processes. servers: their process numbers. whole:
    whether all of it is held.
    """

    title: str
    line: int
    text: bytes
    ended: bool
    servers: frozenset[str] = frozenset()
    whole: bool = True

    @property
    def last_line(self) -> int:
        """Return the number of the last line."""
        return self.line + self.text.count(b"\n")


class _OpenSection:
    """The section that is read at the moment, as much of it as is held."""

    def __init__(self, title: str, line: int) -> None:
        self.title, self.line = title, line
        self.is_wanted = bool(_WANTED.search(title)) or not _IGNORED.search(title)
        self.text = bytearray()
        self.whole = True
        self._filled = False
        self.servers = ServerProcesses(title.encode())
        self._seen = self.is_wanted or bool(_OF_PROCESSES.search(title))

    def take(self, piece: bytes) -> None:
        """Add a piece of the section, up to the size limit."""
        self._filled = self._filled or bool(piece.strip())
        if self._seen:
            self.servers.see(piece)
        if self.is_wanted:
            room = max(0, limits.MAX_NSD_SECTION_BYTES - len(self.text))
            self.whole = self.whole and len(piece) <= room
            self.text += piece[:room]

    def section(self, ended: bool) -> Iterator[NsdSection]:
        """Yield the section if it is not empty."""
        if self._filled:
            servers = frozenset(self.servers.numbers)
            yield NsdSection(self.title, self.line, bytes(self.text), ended and self.whole, servers, self.whole)


def nsd_sections(chunks: Iterator[bytes]) -> Iterator[NsdSection]:
    """Yield the sections that may contain facts, and the text above the first header. UTF-16 is converted to UTF-8."""
    section, line, buffer = _OpenSection("", 1), 1, b""
    within = False  # a line whose beginning was let go
    for chunk in _as_utf8(chunks):
        buffer += chunk
        while header := _HEADER.search(buffer, within):
            within = False
            section.take(buffer[: header.start()])
            yield from section.section(ended=True)
            line += buffer.count(b"\n", 0, header.end())
            section = _OpenSection(_title(header[0]), line)
            buffer = buffer[header.end() :]
        done = _whole_lines(buffer)
        section.take(buffer[:done])
        line += buffer.count(b"\n", 0, done)
        within = not buffer.endswith(b"\n", 0, done) if done else within
        buffer = buffer[done:]
    section.take(buffer)
    yield from section.section(ended=False)


def _whole_lines(text: bytes) -> int:
    """Return the offset up to which a text can be dropped: after the last line end, or a line too long for a header."""
    done = text.rfind(b"\n") + 1
    return len(text) if len(text) - done > _LONGEST_HEADER else done


def _title(header: bytes) -> str:
    """Return `<@@ ------ Notes Data (Time 12:00:00) ------ @@>` as `Notes Data`."""
    text = header.strip()
    if not text.startswith(b"<@@ -"):
        return ""
    if text.endswith(b"- @@>"):
        text = text[: -len(b" @@>")].rstrip(b"-")
    text = text.removeprefix(b"<@@ ").lstrip(b"-").strip()
    if text.endswith(b")") and (time := text.find(b"(Time ", text.rfind(b")", 0, -1) + 1)) >= 0:
        text = text[:time].rstrip()
    return text.decode("utf-8", "replace")


def _as_utf8(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the text without its byte order mark, converted to UTF-8 if the mark is UTF-16's."""
    first = b""
    while len(first) < _MARK_BYTES and (chunk := next(chunks, b"")):
        first += chunk
    mark = next((mark for mark in _BYTE_ORDER_MARKS if first.startswith(mark)), b"")
    encoding = _BYTE_ORDER_MARKS.get(mark, "")
    if not encoding.startswith("utf-16"):
        yield first[len(mark) :]
        yield from chunks
        return
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    yield decoder.decode(first[len(mark) :]).encode("utf-8", "replace")
    for chunk in chunks:
        yield decoder.decode(chunk).encode("utf-8", "replace")


_CALLED = re.compile(r"notes\.ini|->\s*INI\b", re.IGNORECASE)
_PARTITION_SETTINGS = re.compile(
    rb"^[ \t]*(ServerName|Directory)[ \t]*=[ \t]*+([^\r\n]*+)\r?$", re.MULTILINE | re.IGNORECASE
)
ANOTHER_SERVER = "another server's NOTES.INI begins here; nothing is read of it, nor what follows of a server"


def _is_notes_ini_title(title: str) -> bool:
    """Return whether a section is called a NOTES.INI."""
    return bool(_CALLED.search(title))


class Partitions:
    """Whose the NOTES.INIs are. several: whether one was another server's. began: how many lines into its section."""

    def __init__(self) -> None:
        self.several = False
        self.began = 0
        self._first: dict[bytes, bytes] = {}

    def see(self, text: Source, inis: list[Span], is_titled: bool) -> None:
        """Examine the NOTES.INI of a section.

        is_titled: the section has the title of NOTES.INI; in other sections they are compared only with each other.
        """
        first = self._first if is_titled else {}
        for begin, end in inis:
            names = {
                match[1].lower(): match[2].rstrip().lower()
                for match in _PARTITION_SETTINGS.finditer(text.data, begin, end)
            }
            if not self.several and any(first[name] != names[name] for name in first.keys() & names.keys()):
                self.several, self.began = True, text.position(begin)[0]
            first = first or names
        self._first = first if is_titled else self._first


_TOOLS = ("df", "free", "lsps", "oslevel", "process_limits", "prtconf", "ulimit")  # readers of what NSD runs
_SIGN = re.compile(rb"^<@@ -{2,8} [^\r\n]{1,200} -{2,8} @@>[ \t]*\r?$", re.MULTILINE)
_HEAD = "Notes System Diagnostic"
_FROM_NUMBERS_ON = re.compile(r"[\s:\[(]*\b(?:0x)?[0-9a-fA-F]*\d.*")
_LONGEST_TITLE = 200  # characters that are looked at
_SIGN_WITHIN = 4096  # bytes of a head in which the first header stands
_STATISTICS = re.compile(r"\bserver statistics$", re.IGNORECASE)
_NOTES = rb"\[Notes\][ \t]*\r?$"
_FACTS = {  # to the end of a character
    "nsd.release": re.compile(
        rb"^(?:Domino|Notes) Version\s*:\s*(Release [^|\r\n]{1,60}[\x80-\xbf]{0,3})", re.MULTILINE | re.IGNORECASE
    ),
    "nsd.system": re.compile(rb"^OS\s*:\s*(Linux|AIX|SunOS|Windows)\b", re.MULTILINE | re.IGNORECASE),
    "nsd.started": re.compile(rb"^Start Time\s*:\s*([^\r\n]{10,40}[\x80-\xbf]{0,3})", re.MULTILINE | re.IGNORECASE),
    "machine.host_name": re.compile(rb"^Host ?Name\s*:\s*([\w.-]{1,100})", re.MULTILINE | re.IGNORECASE),
}


class _Portion(Struct, frozen=True):
    """A part of a section that a reader takes, from `begin` on."""

    begin: int
    reader: Reader


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether a complete header, alone on its line, is near the beginning. Other texts may quote one."""
    return bool(_SIGN.search(Source.of("", head).data[:_SIGN_WITHIN]))


def read(source: Source, catalogue: Catalogue) -> Iterator[Item]:
    """Yield the first NOTES.INI, the first output of each command, the release, system and host name."""
    stream = source if isinstance(source, Stream) else Stream(source.path, lambda: iter([source.data]))
    known_groups: set[str] = set()
    servers: set[str] = set()
    process_limits: list[Fact] = []
    settings: list[Item] = []  # of a section that is not called a NOTES.INI
    partitions = Partitions()
    passed, last = Counter[str](), 1
    for section in nsd_sections(stream.chunks()):
        servers |= section.servers
        found = _read_section(section, catalogue, partitions)
        items = [
            item
            for item in found
            if not _is_known(item, known_groups) and not (partitions.several and _is_statistic(item))
        ]
        matter = _topic(section.title)
        if matter and not items and not section.servers and (matter in passed or len(passed) < limits.MAX_NSD_KINDS):
            passed[matter] += 1
        last = section.last_line
        is_titled, first = _is_notes_ini_title(section.title), not settings
        known_groups |= {
            _group(item) for item in items if isinstance(item, Fact) and (is_titled or _group(item) != "ini")
        }
        for item in _on_stream(stream, section, items):
            if isinstance(item, Fact) and _is_process_limit(item):
                process_limits.append(item)
            elif not is_titled and _is_setting(item):
                settings += [item] * first
            else:
                yield item
        if not section.ended and any(isinstance(item, Fact) and item.key.startswith("ini.") for item in items):
            why = CUT if section.whole else _TOO_LARGE
            yield Diagnostic(stream.keep(section.last_line, 1, b""), why, left=not section.whole)
        if partitions.began:
            yield Diagnostic(stream.keep(section.line + partitions.began - 1, 1, b""), ANOTHER_SERVER)
            partitions.began = 0
    yield from _server_limits(process_limits, servers)
    if "ini" not in known_groups:
        yield from settings
    if passed:
        kinds = listed(printable(name) for name, _ in passed.most_common()).encode()
        begin = stream.keep(last, 1, kinds)
        reason = f"{number(passed.total(), 'section')} that domlint does not read"
        yield Diagnostic(begin, reason, problem=False, quote=(begin, begin + len(kinds)))


def _topic(title: str) -> str:
    """Return the topic of a section: its title without process numbers; "" for the NSD's own header."""
    if title.startswith(_HEAD):
        return ""
    return _FROM_NUMBERS_ON.sub("", title.partition("->")[0][:_LONGEST_TITLE]).strip()[:40]


def _group(item: Fact) -> str:
    """Return a key for items that are taken from one section only: a NOTES.INI, or a subject's key."""
    return "ini" if item.key.startswith("ini.") else f"{item.subject} {item.key}"


def _is_known(item: Item, known_groups: set[str]) -> bool:
    """Return whether an earlier section contains the item."""
    if isinstance(item, Fact):
        return _group(item) in known_groups and not _is_process_limit(item)  # several have limits
    return "ini" in known_groups


def _is_statistic(item: Item) -> bool:
    """Return whether an item describes the server, not its machine or processes."""
    return isinstance(item, Fact) and item.key.startswith("stat.")


def _is_setting(item: Item) -> bool:
    """Return whether an item comes from the reader of NOTES.INI."""
    return not isinstance(item, Fact) or item.key.startswith("ini.")


def _read_section(
    section: NsdSection, catalogue: Catalogue, partitions: Partitions
) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the items of a section. Of several NOTES.INI in it, only the first is read."""
    text = Source.of("", section.text)
    for key, pattern in _FACTS.items():
        if match := pattern.search(text.data):
            yield Fact(key, text.text(*match.span(1)).strip(), text, match.span(1))
    portions = list(_portions(section, text))
    ends = [*(portion.begin for portion in portions[1:]), len(text.data)]
    inis = [
        (portion.begin, end) for portion, end in zip(portions, ends, strict=False) if portion.reader is notes_ini.READER
    ]
    partitions.see(text, inis, _is_notes_ini_title(section.title))
    for index, (portion, end) in enumerate(zip(portions, ends, strict=False)):
        if portion.reader is notes_ini.READER and portion.begin > inis[0][0]:
            continue
        items = portion.reader.read(part(text, end, portion.begin), catalogue)
        if portion.reader is notes_ini.READER:
            yield from _settings(items, section.ended or index + 1 < len(portions), end - portion.begin, portion.begin)
        else:
            facts = (_moved(item, portion.begin) for item in items if isinstance(item, Fact))
            yield from (_with_process(fact, section, text, portion.begin) for fact in facts)


def _with_process(fact: Fact, section: NsdSection, text: Source, begin: int) -> Fact:
    """Return a process limit with its process as the subject, or another fact unchanged."""
    return replace(fact, subject=_limits_subject(section.title, text, begin)) if _is_process_limit(fact) else fact


def _portions(section: NsdSection, text: Source) -> Iterator[_Portion]:
    """Yield the portions of a section with their readers. A portion ends where the next begins."""
    portions = [_Portion(match.start(), reader) for begins, reader in _tools() for match in begins.finditer(text.data)]
    settings = list(beginnings(text, _NOTES))
    if settings or _is_notes_ini_title(section.title):
        portions += [_Portion(begin, notes_ini.READER) for begin in settings or [0]]
    if _STATISTICS.search(section.title):
        portions.append(_Portion(0, registry.reader("show_stat")))
    for _, alike in groupby(sorted(portions, key=lambda portion: portion.begin), key=_kind):
        yield next(alike)


def _kind(portion: _Portion) -> tuple[str, int]:
    """Return a key that is equal for adjacent portions of one output. Each process and server has its own."""
    is_separate = portion.reader.name in {"process limits", notes_ini.READER.name}
    return portion.reader.name, portion.begin if is_separate else 0


@cache
def _tools() -> tuple[tuple[re.Pattern[bytes], Reader], ...]:
    """Return the pattern for the beginning of each tool's output, indented or not, and its reader."""
    readers = [registry.reader(name) for name in _TOOLS]
    return tuple(
        (re.compile(rb"(?mi)^[ \t]{0,20}(?:%s)" % reader.begins), reader) for reader in readers if reader.begins
    )


def _settings(items: Iterable[Item], ended: bool, length: int, begin: int) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the settings of a NOTES.INI. If the file ends in it, the last may be truncated and none is absent.

    Only diagnostics about limits are kept, because other lines in an NSD are not settings.
    """
    for item in items:
        if isinstance(item, Fact) and item.key.startswith("ini."):
            cut = not ended and item.span is not None and item.span[1] >= length
            yield _moved(replace(item, doubt=MAYBE_CUT) if cut else item, begin)
        elif isinstance(item, Complete) and ended:
            yield item
        elif isinstance(item, Diagnostic) and item.left:
            yield replace(item, offset=item.offset + begin)


def _moved(fact: Fact, by: int) -> Fact:
    """Return a fact of a portion with its location in the section."""
    return replace(fact, span=fact.span and (fact.span[0] + by, fact.span[1] + by))


def _on_stream(
    stream: Stream, section: NsdSection, items: list[Fact | Complete | Diagnostic]
) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the items located on the stream. Only the lines with facts are kept."""
    text = Source.of("", section.text)
    spans = [item.span for item in items if isinstance(item, Fact) and item.span]
    lines = {text.position(span[0])[0]: True for span in spans}
    places = {text.position(item.offset)[0]: False for item in items if isinstance(item, Diagnostic)}
    begins = {
        line: stream.keep(section.line + line - 1, 1, text.line_text(line).encode("utf-8", "backslashreplace") * shown)
        for line, shown in sorted({**places, **lines}.items())
    }
    for item in items:
        if isinstance(item, Fact):
            yield _fact_on_stream(stream, text, begins, item)
        elif isinstance(item, Complete):
            yield replace(item, source=stream)
        else:
            yield replace(item, offset=begins[text.position(item.offset)[0]])


def _fact_on_stream(stream: Stream, text: Source, begins: dict[int, int], fact: Fact) -> Fact:
    if fact.span is None:
        return replace(fact, source=stream)
    line, column = text.position(fact.span[0])
    shown = text.line_text(line)
    start = begins[line] + len(shown[: column - 1].encode("utf-8", "backslashreplace"))
    length = len(text.text(*fact.span).encode("utf-8", "backslashreplace"))
    end = begins[line] + len(shown.encode("utf-8", "backslashreplace"))
    return replace(fact, source=stream, span=(start, min(start + length, end)))


READER = Reader(
    __name__, "nsd", recognises, read, signs=(b"<@@",), reports_cut=True, must_be_whole=True, is_stream=True
)
