"""Hold only those lines of a large console log that its reader uses, so that a log of any size needs little memory.

The log is read in blocks. Words of trouble and of states are searched in the bytes, and one regular expression runs
over all lines that are dated messages of one day. Typed, undated and start lines are examined line by line.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from advisor.readers.console._console import BEFORE, show_command
from advisor.readers.console.console_log import DAY, dated_above
from advisor.source import HEAD, Source, Span

# One of these is in each line of a trouble or a state: the words of `_trouble` and `_states`, or parts of several.
# A search for a text takes half the time of a pattern; the two patterns stand for four short texts.
NEEDLES = (
    b"Log file is full", b"nsufficient ", b"emory", b" HANDLES!", b" is damaged", b"is corrupt --",
    b"integrity has been lost", b"nvalid CNO vector", b"ormat is incorrect", b"nvalid on disk structure",
    b"-tree structure is invalid", b"has terminated abnormally", b"WAITING FOR ", b"native thread",
    b"Failed to create a thread", b"cannot create anymore threads", b"oo many open files",
    b"port is in use on this system", b"overall status", b"atalog", b"ATALOG",
)  # fmt: skip
PATTERNS = (re.compile(rb"P(?:ANIC|anic): "), re.compile(rb"\.(?:nlo|NLO)"))
LISTING = 256 * 1024  # bytes below a command that are held: what it printed
_BLOCK = 1024 * 1024  # bytes that are searched at once
_LINE_END = re.compile(rb"\r\n|\n|\r")
_PROCESS = rb"[ \t]*+(?:\[[0-9A-Fa-f:-]{5,40}+\][ \t]*+)?"
_MESSAGE = (  # no prompt, command or start
    rb"\.?,? [0-9:.]{7,8}(?: ?[AaPp][Mm])?+[ \t]++(?![\s\[]|[sS][hH]|Lotus|IBM|HCL|Domino)[^\s=:>]{0,80}+(?!>)[^\r\n]*+"
)
_RUN = re.compile(  # messages of one day, or one line that is something else
    rb"[\r\n]*+(?:(?P<first>" + _PROCESS + rb"(?P<day>[0-9]{1,4}[-./][0-9]{1,2}[-./][0-9]{1,4})" + _MESSAGE + rb")"
    rb"(?:[\r\n]++" + _PROCESS + rb"(?P=day)" + _MESSAGE + rb")*+|(?P<other>[^\r\n]++))"
)
_NO_MESSAGE = re.compile(rb"\[|[^\s=:>]{0,80}>|sh|(?:Lotus|IBM|HCL|Domino)\b", re.IGNORECASE)


class Excerpt(Source):
    """A log of which only some lines are held.

    Line numbers are those of the file; offsets are those of the held text.
    """

    __slots__ = ("_first", "_numbers")

    def __init__(self, path: str, data: bytes, encoding: str = "ascii", mark: str = "") -> None:
        super().__init__(path, data, encoding, mark)
        self._first: list[int] = [1]  # the number of each run's first line in the held text
        self._numbers: list[int] = [1]  # the number of the same line in the file

    def number_runs(self, first: list[int], numbers: list[int]) -> None:
        """Set the line number of each run of held lines: in the held text (`first`) and in the file (`numbers`)."""
        self._first, self._numbers = first, numbers

    def seal(self, size: int | None = None) -> int:
        """Return a number that stays equal while the beginning of the log is unchanged."""
        return super().seal(min(HEAD, HEAD if size is None else size))

    def position(self, offset: int) -> Span:
        """Return line and column in the file for an offset in the held text."""
        line, column = super().position(offset)
        run = bisect_right(self._first, line) - 1
        return line - self._first[run] + self._numbers[run], column

    def line_text(self, line: int) -> str:
        """Return the text of a line of the file, or "" for a line that is not held."""
        run = bisect_right(self._numbers, line) - 1
        kept_line = line - self._numbers[run] + self._first[run]
        is_held = run + 1 == len(self._first) or kept_line < self._first[run + 1]
        return super().line_text(kept_line) if is_held else ""


def excerpt(path: str, chunks: Iterable[bytes]) -> Source:
    """Return the relevant lines of a log. The head is held unchanged, and so is a whole log in UTF-16."""
    blocks = _blocks(chunks)
    first = next(blocks, b"")
    if Source.of("", first[:HEAD]).encoding.startswith("utf-16"):
        return Source.of(path, b"".join((first, *blocks)))
    sieve = _Sieve()
    sieve.add(first, HEAD)
    for block in blocks:
        sieve.add(block)
    source = Excerpt.of(path, bytes(sieve.kept))
    source.number_runs(sieve.first, sieve.numbers)
    return source


def _blocks(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the bytes in blocks of whole lines."""
    kept = bytearray()
    for chunk in chunks:
        kept += chunk
        if len(kept) >= _BLOCK and (end := _last_line_end(kept)):
            yield bytes(kept[:end])
            del kept[:end]
    if kept:
        yield bytes(kept)


def _last_line_end(kept: bytearray) -> int:
    """Return the offset after the last line end, of which CR as the last byte may be half; 0 without one."""
    return (kept.rfind(b"\n") + 1) or (kept.rfind(b"\r", 0, len(kept) - 1) + 1)


class _Sieve:
    """The lines of a log that are held so far. first, numbers: as `Excerpt.number_runs` takes them."""

    def __init__(self) -> None:
        self.kept = bytearray()
        self.first, self.numbers = [1], [1]
        self._kept_lines = self._lines = 0  # line ends so far
        self._day = b""
        self._listing = 0  # bytes of a listing that are still to be held
        self._has_nul = False

    def add(self, block: bytes, least: int = 0) -> None:
        """Hold the relevant lines of a block, and at least this many bytes of its beginning."""
        offset = 0
        for start, end in self._relevant_lines(block, max(least, self._listing)):
            if end <= offset:
                continue
            begin = max(start, offset)
            self._lines += _line_ends(block, offset, begin)
            if self._lines - self._kept_lines != self.numbers[-1] - self.first[-1]:
                self.first.append(self._kept_lines + 1)
                self.numbers.append(self._lines + 1)
            self.kept += block[begin:end]
            ends = _line_ends(block, begin, end)
            self._lines += ends
            self._kept_lines += ends
            offset = end
        self._lines += _line_ends(block, offset, len(block))

    def _relevant_lines(self, block: bytes, least: int) -> list[Span]:
        """Return the lines that matter, in their order; they may overlap."""
        listings = [(0, least)] if least else []
        places = [*_with_needles(block)]
        for match in _RUN.finditer(block):
            if match["day"]:
                if match["day"] != self._day:
                    self._day = match["day"]
                    places.append(match.start("first"))
            elif self._is_relevant(match["other"]):
                places.append(match.start("other"))
                if show_command().fullmatch(_message(match["other"])):
                    listings.append((match.start("other"), match.start("other") + LISTING))
        if not self._has_nul and (nul := block.find(b"\0")) >= 0:
            self._has_nul = True
            places.append(nul)
        self._listing = max([0, *(end - len(block) for _, end in listings)])
        places.append(max(0, len(block.rstrip(b"\r\n")) - 1))  # the log may end in the last line
        lines = [*_whole_lines(block, sorted(places))]
        lines.append((lines[-1][0], len(block)))
        places = [*_dates(Source("", block), lines)]
        ends = [(begin, _line_end(block, min(end, len(block)) - 1)) for begin, end in listings]
        return sorted((*ends, *lines, *_whole_lines(block, sorted(places))))

    def _is_relevant(self, line: bytes) -> bool:
        """Return whether a line is no message, or a message of another day than the line before."""
        if (dated := DAY.match(line)) and dated["day"] != self._day:
            self._day = dated["day"]
            return True
        return _NO_MESSAGE.match(_message(line)) is not None


def _message(line: bytes) -> bytes:
    before = BEFORE.match(line)
    return (line[before.end() :] if before else line).strip()


def _with_needles(block: bytes) -> Iterator[int]:
    for needle in NEEDLES:
        offset = block.find(needle)
        while offset >= 0:
            yield offset
            offset = block.find(needle, _line_end(block, offset))
    for pattern in PATTERNS:
        yield from (match.start() for match in pattern.finditer(block))


def _whole_lines(block: bytes, places: Iterable[int]) -> Iterator[Span]:
    """Yield the lines that some offsets are in, each with its end. places: in ascending order."""
    end = 0
    for place in places:
        if place >= end:
            begin = max(block.rfind(b"\n", end, place), block.rfind(b"\r", end, place), end - 1) + 1
            end = _line_end(block, place)
            yield begin, end


def _dates(source: Source, lines: Iterable[Span]) -> Iterator[int]:
    """Yield where the dates are that count for some lines: their own, or those of the last dated lines above them."""
    above = 0
    for begin, end in lines:
        if date := dated_above(source, (begin, begin + len(source.data[begin:end].rstrip(b"\r\n"))), above):
            yield date[0]
        above = end


def _line_end(block: bytes, offset: int) -> int:
    """Return the offset after the end of the line that an offset is in."""
    closing = _LINE_END.search(block, offset)
    return closing.end() if closing else len(block)


def _line_ends(block: bytes, begin: int, end: int) -> int:
    returns = block.count(b"\r", begin, end)
    return block.count(b"\n", begin, end) + (returns and returns - block.count(b"\r\n", begin, end))
