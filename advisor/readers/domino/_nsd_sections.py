"""Sections: parts an NSD at its header lines, as it is read, and passes over those that only fill it.

`<@@ ------ System Data -> INI -> notes.ini (Time 12:23:01) ------ @@>` begins a section.
"""

import codecs
import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor import limits
from advisor.readers.domino._nsd_servers import Servers

_HEADER = re.compile(rb"^<@@ -[^\r\n]{0,4000}+\r?\n", re.MULTILINE)
_PASSED_OVER = re.compile(  # hundreds of megabytes of nothing that a reader takes
    r"^Notes (?:Data|Memory|User|Network)|stack|memcheck|process(?! limits)|thread|listing|\bopen\b|handle",
    re.IGNORECASE,
)
_WANTED = re.compile(r"notes\.ini|limit|disk|\bserver statistics", re.IGNORECASE)
_OF_PROCESSES = re.compile(r"^(?!.*(?:stack|memory|thread)).*process", re.IGNORECASE)
TOO_LARGE = f"the section has more than {limits.MAX_NSD_SECTION_BYTES // 1024**2} MB; what follows in it was not read"
_LONGEST_HEADER = 4096  # bytes of a line that may go on in the next piece
_MARKS = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be", codecs.BOM_UTF8: "utf-8"}
_LONGEST_MARK = len(codecs.BOM_UTF8)


class NsdSection(NamedTuple):
    """A section that may tell something. line: its first one, in the file. ended: whether another begins behind it.

    text: nothing of one that is passed over, or tells no more than which processes are servers. servers: their numbers.
    whole: whether all of it is held.
    """

    title: str
    line: int
    text: bytes
    ended: bool
    servers: frozenset[str] = frozenset()
    whole: bool = True

    @property
    def last_line(self) -> int:
        """The number of its last line."""
        return self.line + self.text.count(b"\n")


class _Held:
    """The section that is read at the moment, as much of it as is held."""

    def __init__(self, title: str, line: int) -> None:
        self.title, self.line = title, line
        self.wanted = bool(_WANTED.search(title)) or not _PASSED_OVER.search(title)
        self.text = bytearray()
        self.whole = True
        self._filled = False
        self.servers = Servers(title.encode())
        self._seen = self.wanted or bool(_OF_PROCESSES.search(title))

    def take(self, piece: bytes) -> None:
        """Takes in what goes on, as long as it is not too much."""
        self._filled = self._filled or bool(piece.strip())
        if self._seen:
            self.servers.see(piece)
        if self.wanted:
            room = max(0, limits.MAX_NSD_SECTION_BYTES - len(self.text))
            self.whole = self.whole and len(piece) <= room
            self.text += piece[:room]

    def section(self, ended: bool) -> Iterator[NsdSection]:
        """Itself, where there is something in it."""
        if self._filled:
            servers = frozenset(self.servers.numbers)
            yield NsdSection(self.title, self.line, bytes(self.text), ended and self.whole, servers, self.whole)


def sections(chunks: Iterator[bytes]) -> Iterator[NsdSection]:
    """The sections that may tell something, the text above the first header among them; UTF-16 comes as UTF-8."""
    held, line, rest = _Held("", 1), 1, b""
    within = False  # a line whose beginning was let go
    for chunk in _narrow(chunks):
        rest += chunk
        while header := _HEADER.search(rest, within):
            within = False
            held.take(rest[: header.start()])
            yield from held.section(ended=True)
            line += rest.count(b"\n", 0, header.end())
            held = _Held(_title(header[0]), line)
            rest = rest[header.end() :]
        done = _whole_lines(rest)
        held.take(rest[:done])
        line += rest.count(b"\n", 0, done)
        within = not rest.endswith(b"\n", 0, done) if done else within
        rest = rest[done:]
    held.take(rest)
    yield from held.section(ended=False)


def _whole_lines(text: bytes) -> int:
    """Up to where a text can be let go: behind its last line end, or all of a line too long for a header."""
    done = text.rfind(b"\n") + 1
    return len(text) if len(text) - done > _LONGEST_HEADER else done


def _title(header: bytes) -> str:
    """`<@@ ------ Notes Data (Time 12:00:00) ------ @@>` as `Notes Data`."""
    text = header.strip()
    if not text.startswith(b"<@@ -"):
        return ""
    if text.endswith(b"- @@>"):
        text = text[: -len(b" @@>")].rstrip(b"-")
    text = text.removeprefix(b"<@@ ").lstrip(b"-").strip()
    if text.endswith(b")") and (time := text.find(b"(Time ", text.rfind(b")", 0, -1) + 1)) >= 0:
        text = text[:time].rstrip()
    return text.decode("utf-8", "replace")


def _narrow(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """The same text without a byte order mark, as UTF-8 where the mark is UTF-16's."""
    first = b""
    while len(first) < _LONGEST_MARK and (chunk := next(chunks, b"")):
        first += chunk
    mark = next((mark for mark in _MARKS if first.startswith(mark)), b"")
    encoding = _MARKS.get(mark, "")
    if not encoding.startswith("utf-16"):
        yield first[len(mark) :]
        yield from chunks
        return
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    yield decoder.decode(first[len(mark) :]).encode("utf-8", "replace")
    for chunk in chunks:
        yield decoder.decode(chunk).encode("utf-8", "replace")
