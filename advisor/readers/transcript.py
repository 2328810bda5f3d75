"""Split the saved output of a tool into lines and words with locations, and report damage.

Every reader of a tool's output uses this module, so that all agree on lines, prompts, NUL bytes, a cut end and the
beginning of another tool's output.
"""

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, count, islice
from typing import NamedTuple, TypeVar

from advisor.facts import Complete, Diagnostic
from advisor.source import Source, Span, decode

# Before a command: `#`, `[root@mail ~]#`, `mail ~ #`, `mail:/root>`, `PS C:\Program Files>`; not `<pre>`.
PROMPT = r"#?(?:\[[^\]]{1,80}\]|PS [A-Z]:[^<>|]{0,80}|(?!<)\S{1,80}(?: [~/]\S{0,80})?)?\s?[#$%>]\s*+"
_SIGN = re.compile(r"[#$%>]")
_ANOTHER = re.compile(r"(?!##)(?:\[[^\]]{1,80}\]|\S{1,80})?[#$]\s+\S.*")  # a percentage or `>` need no command after
_BEFORE = r"[^;&|]{1,200}[;&|]{1,2}\s*+"  # another command on the line


def may_have_prompt(text: str) -> bool:
    """Return whether a line may contain a prompt. This fast check avoids patterns for most lines."""
    return _SIGN.search(text) is not None


def typed(text: str, command: str) -> bool:
    """Return whether a line is only a prompt, or a typed command (a pattern): `root@mail:~# sudo df -k`.

    The command may be one of several: `# date; df -k && df -i`.
    """
    return _typed(command).fullmatch(text) is not None


@cache
def _typed(command: str) -> re.Pattern[str]:
    called_command = rf"(?:sudo\s+)?(?:\S{{1,80}}[/\\])?{command}(?:[\s;&|].*)?"
    return re.compile(rf"{PROMPT}|(?:{PROMPT}(?:{_BEFORE}){{0,8}})?{called_command}")


def typed_another(text: str, command: str) -> bool:
    """Return whether a line is another command after its prompt. A loop over this command is not another one."""
    return (
        may_have_prompt(text)
        and _ANOTHER.fullmatch(text) is not None
        and not re.search(rf"(?<![\w.-])(?:{command})(?![\w.-])", text)
    )


def command_line(names: bytes) -> bytes:
    """Return a pattern for `begins`: a command line with arguments after any prompt. names: a pattern of tools."""
    return rb"(?:[^\r\n]{0,60}[#$>%] ?)?(?:sudo +)?(?:\S{0,80}[/\\])?(?:" + names + rb")(?:64)?(?:\.exe)? +[-/\w]"


NUL = "the line holds NUL bytes and was not read"
NUL_FROM_HERE = "NUL bytes stand here; from this line on nothing was read"
CUT = "the file ends in the middle of this line; if nothing is missing, end the line with a line end"
ANOTHER_COMMAND = "here somebody typed another command; what it printed was not read"

_LINE = re.compile(rb"(?>[ \t]*+[\r\n]++)*+([^\r\n]*+)")  # with the lines of blanks before it
_LINE_END = re.compile(rb"[\r\n]")
_NONE_BELOW = re.compile(rb"(?:\r\n?|\n)[ \t]*+[\r\n#]")
_WORD = re.compile(rb"\S+")
_RARE_BLANK = re.compile(r"[^\S \t\r\n\v\f]")  # what only text knows for a blank: out of a web page, or of damage
_RARE_BLANKS = {"cp1252": rb"[\s\x1c-\x1f\xa0]+"}  # by encoding; in UTF-8:
_UTF_8_BLANKS = (
    rb"(?:[\s\x1c-\x1f]|\xc2[\x85\xa0]|\xe1\x9a\x80|\xe2(?:\x80[\x80-\x8a\xa8\xa9\xaf]|\x81\x9f)|\xe3\x80\x80)+"
)
_AIX_ERROR = re.compile(r"\b\d{4}-\d{3}\b")  # the number that AIX gives its messages

_SHORT = 200  # characters of a line that are counted anew for each piece of it
TYPED = 400  # lines that may be typed above what is printed; each reader looks at them

T = TypeVar("T")


class Word(NamedTuple):
    """A piece of a line with its location."""

    text: str
    span: Span


class Line:
    """A line that holds more than blanks.

    span: from its first character to its last, without the blanks around. data: its bytes. begin: the offset from which
    the columns before it count. dated: what was passed over before it held a date.
    """

    def __init__(self, source: Source, span: Span, data: bytes, begin: int, dated: bool = False) -> None:
        self.source = source
        self.span = span
        self.data = data
        self.begin = begin
        self.dated = dated
        self._text: str | None = None  # made when they are asked for; Python's own cached_property locks each time
        self._words: list[Word] | None = None
        self._edges: Sequence[int] | None = None
        self._indent = -1

    @property
    def start(self) -> int:
        """Return the offset of the first character."""
        return self.span[0]

    @property
    def text(self) -> str:
        """Return the text."""
        if self._text is None:
            self._text = decode(self.data, self.source.encoding)
        return self._text

    @property
    def indent(self) -> int:
        """Return the number of columns before the text. A tab advances to the next multiple of eight."""
        if self._indent < 0:
            self._indent = len(self.source.data[self.begin : self.span[0]].expandtabs())
        return self._indent

    @property
    def words(self) -> list[Word]:
        r"""Return the words between blanks. The blanks are those of `\s` in patterns for `text`."""
        if self._words is None:
            if _RARE_BLANK.search(self.text):
                self._words = list(self._between_rare_blanks())
            else:
                spans = [match.span() for match in _WORD.finditer(self.source.data, *self.span)]
                self._words = [Word(self.source.text(*span), span) for span in spans]
        return self._words

    def _between_rare_blanks(self) -> Iterator[Word]:
        begin, end = self.span
        blanks = re.finditer(_RARE_BLANKS.get(self.source.encoding, _UTF_8_BLANKS), self.data)
        for start, stop in (*((begin + blank.start(), begin + blank.end()) for blank in blanks), (end, end)):
            if begin < start:
                yield Word(self.source.text(begin, start), (begin, start))
            begin = stop

    @property
    def ended(self) -> bool:
        """Return whether a line end follows; otherwise the line may be truncated."""
        return _LINE_END.search(self.source.data, self.span[1]) is not None

    @property
    def goes_on(self) -> bool:
        """Return whether a shell continues the line: it ends with an odd number of backslashes."""
        backslashes = len(self.data) - len(self.data.rstrip(b"\\"))
        return backslashes % 2 == 1 and self.source.data[self.span[1] : self.span[1] + 1] in {b"", b"\r", b"\n"}

    @property
    def takes_the_next(self) -> bool:
        """Return whether a shell joins the next line, because that line is neither empty nor a comment."""
        return self.goes_on and not _NONE_BELOW.match(self.source.data, self.span[1])

    @property
    def holds_nul(self) -> bool:
        """Return whether the line contains NUL bytes."""
        return b"\0" in self.data

    def begins(self, pattern: bytes) -> bool:
        """Return whether a reader's `begins` pattern matches here."""
        return _beginning(pattern).match(self.source.data, self.start) is not None

    def group(self, match: re.Match[str] | re.Match[bytes], name: int | str = 0) -> Word:
        """Return the text and place of a group of a match on `text` or `data`. A group without text is at the end."""
        start, end = match.span(name)
        if start < 0:
            return Word("", (self.span[1], self.span[1]))
        if isinstance(match.string, str):
            return self.piece(start, end)
        first = self.span[0]
        return Word(decode(self.data[start:end], self.source.encoding), (first + start, first + end))

    def piece(self, start: int, end: int) -> Word:
        """Return a part of its text, by its characters, of which some take several bytes."""
        first, last = self.span
        begin, to = self._bytes_before(start), self._bytes_before(end)
        return Word(self.text[start:end], (min(first + begin, last), min(first + to, last)))

    def cell(self, start: int, end: int) -> Word:
        """Return the text between two characters, without the blanks around."""
        text = self.text[start:end]
        first = start + len(text) - len(text.lstrip())
        return self.piece(first, max(first, start + len(text.rstrip())))

    def fields(self, separator: str) -> list[Word]:
        """Return the texts between separators."""
        ends = [match.start() for match in re.finditer(re.escape(separator), self.text)]
        starts = [0, *(end + len(separator) for end in ends)]
        return [self.piece(start, end) for start, end in zip(starts, [*ends, len(self.text)], strict=True)]

    def _bytes_before(self, index: int) -> int:
        """Return the number of bytes before a character. A line may be a long row with thousands of cells."""
        text = self.text
        if len(text) == len(self.data):
            return index
        if len(text) <= _SHORT:
            return len(text[:index].encode())
        if self._edges is None:
            self._edges = array("q", accumulate((len(character.encode()) for character in text), initial=0))
        return self._edges[min(index, len(text))]

    def joined(self, words: list[Word]) -> Word:
        """Return from the first of some words to the last, with the blanks between."""
        span = (words[0].span[0], words[-1].span[1])
        return Word(self.source.text(*span), span)

    def diagnostic(self, reason: str) -> Diagnostic:
        """Return a diagnostic that the line could not be read, and why."""
        return Diagnostic(self.start, reason)


class Command(Line):
    """A line on which somebody typed the tool's own command."""


class Damage:
    """Collects the unreadable parts of a file. first: the first such part, the only one to be reported."""

    def __init__(self) -> None:
        self.first: Diagnostic | None = None

    def add(self, diagnostic: Diagnostic | None) -> None:
        """Record an unreadable part, or nothing for None."""
        self.first = self.first or diagnostic

    def collect(self, items: Iterable[T | Diagnostic]) -> Iterator[T]:
        """Yield what was read, and keep what was not."""
        for item in items:
            if isinstance(item, Diagnostic):
                self.add(item)
            else:
                yield item

    def verdict(self, *complete: Complete | None) -> Iterator[Diagnostic | Complete]:
        """Yield the first damage; without damage, the given complete prefixes."""
        yield from filter(None, [self.first] if self.first else complete)


def lines(
    source: Source,
    passed_over: re.Pattern[bytes] | None = None,
    remarks: bytes = b"",
    begin: int = 0,
    end: int | None = None,
) -> Iterator[Line]:
    """Yield every line that is not blank.

    passed_over: a pattern for text before each line, with a group `date`. remarks: the first characters of lines to
    skip. begin, end: the offsets between which whole lines are read.
    """
    stop = len(source.data) if end is None else end
    for match in (_line_after(remarks) if remarks else _LINE).finditer(source.data, begin, stop):
        text, first, dated = match[1], match.start(1), False
        if passed_over and (before := passed_over.match(text)):
            text, first, dated = text[before.end() :], first + before.end(), bool(before["date"])
        data = text.strip()
        if not data or data[:1] in remarks:
            continue
        if b" " < data[:1] < b"\x7f" or decode(data, source.encoding).strip():  # else of rare blanks alone
            start = first + text.index(data)
            yield Line(source, (start, start + len(data)), data, first, dated)


@cache
def _line_after(remarks: bytes) -> re.Pattern[bytes]:
    """Return a pattern for a line and the comments before it, which may be thousands."""
    return re.compile(rb"(?>[ \t]*+(?:[%s][^\r\n]*+)?[\r\n]++)*+([^\r\n]*+)" % re.escape(remarks))


def printed(source: Source, command: str, most: int | None = None) -> Iterator[Line | Diagnostic]:
    """Yield every line that a command (a pattern) printed, and the command itself, if lines are independent.

    Lines with NUL bytes and the output of other commands are reported as diagnostics. most: the maximum of lines to
    examine.
    """
    is_own_output = True
    for line in islice(lines(source), most):
        prompted = may_have_prompt(line.text)
        if line.holds_nul:
            yield line.diagnostic(NUL)
        elif prompted and typed(line.text, "(?!)"):
            continue
        elif typed(line.text, command):
            is_own_output = True
            yield Command(source, line.span, line.data, line.begin)
        elif is_own_output and prompted and typed_another(line.text, command):
            is_own_output = False
            yield line.diagnostic(ANOTHER_COMMAND)
        elif is_own_output:
            yield line


def opening(head: bytes) -> Iterator[Line]:
    """Yield the first lines of a file's head. After this many typed lines, output is unlikely."""
    return islice(_lines_of(head), TYPED)


def first_printed(head: bytes, command: str, most: int) -> list[Line]:
    """Return the first lines of a file's head that were not typed."""
    first = islice(_lines_of(head), TYPED + most)
    return list(islice((line for line in first if not typed(line.text, command)), most))


def _lines_of(head: bytes) -> Iterator[Line]:
    """Yield the lines of a head, cached, because dozens of readers examine them."""
    known_lines, more = _lines_so_far(head)
    for index in count():
        if index == len(known_lines):
            if (line := next(more, None)) is None:
                return
            known_lines.append(line)
        yield known_lines[index]


@lru_cache(maxsize=1)
def _lines_so_far(head: bytes) -> tuple[list[Line], Iterator[Line]]:
    return [], lines(Source.of("", head))


def foreign(line: Line, tool: str) -> Diagnostic:
    """Return why a line of a tool's file could not be read: an error, another command, cut, or an unknown line."""
    if typed_another(line.text, tool):
        return line.diagnostic(ANOTHER_COMMAND)
    if line.text.startswith(f"{tool}:") or _AIX_ERROR.search(line.text):
        return line.diagnostic(f"{tool} printed an error")
    return line.diagnostic(f"this is no line that {tool} prints" if line.ended else CUT)


def before_nul(source: Source) -> tuple[Source, Diagnostic | None]:
    """Return the file up to the first line with NUL bytes, for formats in which lines depend on each other."""
    nul = source.data.find(b"\0")
    if nul < 0:
        return source, None
    begin = max(source.data.rfind(end, 0, nul) for end in (b"\n", b"\r")) + 1
    return part(source, begin), Diagnostic(nul, NUL_FROM_HERE)


def part(source: Source, end: int, begin: int = 0) -> Source:
    """Return the file down to an offset, or from one to another; places count from where the part begins."""
    return source.part(begin, end)


def beginnings(source: Source, pattern: bytes) -> Iterator[int]:
    """Yield the offsets of the lines that match a reader's `begins`, indented at most like a heading."""
    return (match.start() for match in _line_beginning(pattern).finditer(source.data))


@cache
def _beginning(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(rb"(?:" + pattern + rb")", re.MULTILINE | re.IGNORECASE)


@cache
def _line_beginning(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(rb"^(?=[^\r\n])[ \t]{0,40}+(?:" + pattern + rb")", re.MULTILINE | re.IGNORECASE)
