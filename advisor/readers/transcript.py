"""Transcript: reads what a tool printed, as somebody saved it, into lines with words and places, and names its damage.

Every reader of a tool's output rests on this module, so that all mean the same by a line, a prompt, NUL bytes, an end
that is cut, and the place where another tool's output begins.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from advisor.facts import Diagnostic
from advisor.source import Source, Span

NUL = "the line holds NUL bytes and was not read"
NUL_FROM_HERE = "NUL bytes stand here; from this line on nothing was read"
CUT = "the file ends within this line: it may go on"
ANOTHER_COMMAND = "here somebody typed another command; what it printed was not read"

_LINE = re.compile(rb"[^\r\n]+")
_LINE_END = re.compile(rb"[\r\n]")
_WORD = re.compile(rb"\S+")
# Before a command: `#`, `[root@mail ~]#`, `mail:/root>`, `C:\Tools>`, `PS C:\Program Files>`.
PROMPT = r"(?:\[[^\]]{1,80}\]|PS [A-Z]:[^<>|]{0,80}|\S{1,80})?[#$%>]\s*"


class Word(NamedTuple):
    """A piece of a line and where it stands."""

    text: str
    span: Span


class Line:
    """A line that holds more than blanks.

    span: from its first character to its last, without the blanks around. indent: the columns before it, a tab counting
    to the next eighth. dated: what was passed over before it held a date.
    """

    def __init__(self, source: Source, span: Span, indent: int, dated: bool = False) -> None:
        self.source = source
        self.span = span
        self.indent = indent
        self.dated = dated

    @property
    def start(self) -> int:
        """The offset of its first character."""
        return self.span[0]

    @cached_property
    def data(self) -> bytes:
        """Its bytes."""
        return self.source.data[self.span[0] : self.span[1]]

    @cached_property
    def text(self) -> str:
        """Its characters."""
        return self.source.text(*self.span)

    @cached_property
    def words(self) -> list[Word]:
        """What stands between its blanks."""
        spans = (found.span() for found in _WORD.finditer(self.source.data, *self.span))
        return [Word(self.source.text(*span), span) for span in spans]

    @cached_property
    def ended(self) -> bool:
        """Whether a line end follows."""
        return _LINE_END.search(self.source.data, self.span[1]) is not None

    @property
    def holds_nul(self) -> bool:
        """Whether NUL bytes spoilt it."""
        return b"\0" in self.data

    def piece(self, start: int, end: int) -> Word:
        """A part of it by its characters, of which some take several bytes: of a match on `text`."""
        first, last = self.span
        single = len(self.text) == last - first
        at, to = (start, end) if single else (len(self.text[:start].encode()), len(self.text[:end].encode()))
        return Word(self.text[start:end], (min(first + at, last), min(first + to, last)))

    def joined(self, words: list[Word]) -> Word:
        """From the first of some words to the last, with the blanks between."""
        span = (words[0].span[0], words[-1].span[1])
        return Word(self.source.text(*span), span)


def lines(source: Source, passed_over: re.Pattern[bytes] | None = None) -> Iterator[Line]:
    """Every line that holds more than blanks. passed_over: what may stand before each, with a group `date`."""
    for found in _LINE.finditer(source.data):
        before = passed_over.match(found[0]) if passed_over else None
        skipped = before.end() if before else 0
        bare = found[0][skipped:]
        text = bare.strip()
        if text:
            start = found.start() + skipped + len(bare) - len(bare.lstrip())
            dated = bool(before and before["date"])
            yield Line(source, (start, start + len(text)), _columns(bare), dated)


def _columns(line: bytes) -> int:
    """How far a line is set in; a tab counts to the next eighth column."""
    expanded = line.expandtabs()
    return len(expanded) - len(expanded.lstrip())


def typed(text: str, command: str) -> bool:
    """Whether a line is only a prompt, or the command (a pattern) as somebody typed it: `root@mail:~# sudo df -k`."""
    return bool(re.fullmatch(rf"{PROMPT}|(?:{PROMPT})?(?:sudo\s+)?(?:\S{{1,80}}[/\\])?{command}(?:\s.*)?", text))


def first_printed(head: bytes, command: str, count: int) -> list[Line]:
    """The first lines of a file's head that were not typed."""
    return list(islice((line for line in lines(Source.of("", head)) if not typed(line.text, command)), count))


def before_nul(source: Source) -> tuple[Source, Diagnostic | None]:
    """The file down to the line that NUL bytes spoilt: where lines explain each other, none behind it counts."""
    nul = source.data.find(b"\0")
    if nul < 0:
        return source, None
    begin = max(source.data.rfind(end, 0, nul) for end in (b"\n", b"\r")) + 1
    return part(source, begin), Diagnostic(nul, NUL_FROM_HERE)


def part(source: Source, end: int) -> Source:
    """The file down to an offset, with all places as they were."""
    return Source(source.path, source.data[:end], source.encoding, source.mark)
