"""Read NOTES.INI: its settings with their locations, and the form of the file where Domino may fail on it.

Grammar, from real files: a `[Notes]` line, then `name=value` lines. Names are case-insensitive; the first `=` splits.
Lines that begin with `;`, `#` or `:` are disabled. A fragment, as documentation prints it, has no `[Notes]` line.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from advisor import limits
from advisor.facts import BLANK, Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.source import Source, Span, decode

_HEADER = b"[notes]"
_OFF = (b";", b"#", b":")
_LINE_ENDS = {b"\r\n": "CRLF", b"\n": "LF", b"\r": "CR"}
_LONGEST_NAME = 255
_TOO_LONG = f"the line is longer than {limits.MAX_NOTES_INI_LINE_BYTES // 1024} KB and was not read"
_FEW = 3  # settings that show what all are like
# The lines of a file: of a plain one the name with its equals sign and the value, of another its text; how it ends.
_LINES = re.compile(rb"(?:([\w$][^=\s]{0,99}=)([^\r\n]*)|([^\r\n]*))(\r\n|\r|\n|\Z)")
_ANY_LINES = re.compile(rb"()()([^\r\n]*)(\r\n|\r|\n|\Z)")
_MAX_VALUE_BYTES = limits.MAX_NOTES_INI_LINE_BYTES - 100  # of a line that the pattern takes
_CONSOLE = re.compile(rb"^[ \t]*(?:\[[^\]\r\n]{1,80}\][ \t]*)?(?:>|sh(?:o|ow)?[ \t]+co)", re.IGNORECASE | re.MULTILINE)
_DASHES = b"----"  # around the words that begin or end a block
_NUL = "the line holds NUL bytes and was not read"
_SET_UP = ("ini.directory", "ini.kittype")  # what set-up leaves in every file, client's or server's, of every release
_NO_NOTES_INI = "most of its lines are no settings, so the settings that it lacks are unknown"
_UNKNOWN_ENCODING = "it holds bytes of no known encoding, so the settings that it lacks are unknown"
_KEY_BLOCK = rb"(?i)----.*PRIVATE KEY( BLOCK)? ?----"  # of few files: compiled when a line begins as one does
_BROKEN = "lines that are none of a private key stand within one; they were not read"
_BLOCK_NAME = "The block BEGIN PRIVATE KEY"
_BARE_NAME = "A block of base64"
_OF_MAIL = (
    "it is quoted-printable, as mail carries text, with =3D for each equals sign; it was not read, give the file itself"
)
_LINE_CUT = "the file ends in the middle of a line"


def recognises(head: bytes, catalogue: Catalogue) -> bool:
    """Return whether a file begins with `[Notes]`, or at least half of its lines are settings known to Domino."""
    data = Source.of("", head).data
    telling = (line for line in map(bytes.strip, data.splitlines()) if line and not line.startswith(_OFF))
    first = next(telling, b"")
    if not first or first.lower().startswith(_HEADER):
        return bool(first)
    if first.startswith((b"[", b"{", b"<")) or _CONSOLE.search(data):
        return False  # what `show config` prints on a console looks alike
    lines = [first, *telling]
    names = Counter(line.partition(b"=")[0] for line in lines if b"=" in line)  # thousands may be one
    hits = sum(many for name, many in names.items() if catalogue.knows(name.strip().decode("ascii", "replace").lower()))
    return 2 * hits > len(lines) or (hits > 1 and 2 * hits == len(lines))  # of two lines both


def read(source: Source, catalogue: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the settings as `ini.<name in lower case>`, and the file's form as `notes_ini.…`."""
    if _is_quoted_printable(source.data):
        yield Diagnostic(0, _OF_MAIL, lost=True)
        return
    form = _Form(source)
    encoding, offset = source.encoding, 0
    lines = _ANY_LINES if source.keys or b"\0" in source.data else _LINES
    for name, value, other, end in lines.findall(source.data):
        start = offset
        offset += len(name) + len(value) + len(other) + len(end)
        if end not in form.ends:
            form.take_end(end, (start, offset - len(end)))
        if not name:
            yield from _other_line(form, other, start, end)
        elif len(value) > _MAX_VALUE_BYTES:
            yield from _other_line(form, name + value, start, end)
        else:
            text = value.strip()
            begin = start + len(name) + (len(value) - len(value.lstrip()) if len(text) < len(value) else 0)
            key = _key(name[:-1], encoding)
            form.settings += 1
            form.set_up.discard(key)
            yield Fact(key, decode(text, encoding), source, (begin, begin + len(text)))
    yield from form.facts()
    yield from form.key_facts()
    yield from form.verdict()


def _other_line(form: "_Form", text: bytes, start: int, end: bytes) -> Iterator[Fact | Diagnostic]:
    """Yield what a line holds that is not plainly `name=value`. end: how it ends."""
    source, span = form.source, (start, start + len(text))
    if not form.settings and text.strip().lower().startswith(_HEADER):
        form.header = True
        heading = text.lower().index(_HEADER) + len(_HEADER)  # settings after it, where line ends were lost
        start, text = start + heading, text[heading:]
    stripped = text.strip()
    if (source.keys or stripped.startswith(_DASHES)) and form.is_of_a_key(stripped, start):
        return
    if not stripped or stripped.startswith(_OFF):
        return
    if b"\0" in text:
        form.damaged = True
        form.without_setting(span)
        yield Diagnostic(start + text.index(b"\0"), _NUL)
    elif len(text) > limits.MAX_NOTES_INI_LINE_BYTES:
        form.damaged = True
        yield Diagnostic(start, _TOO_LONG, left=True)
    elif setting := _setting(source, text, start):
        form.settings += 1
        form.set_up.discard(setting.key)
        yield setting
        if setting.doubt:
            yield Fact("notes_ini.blank_before_equals", setting.key, source, (start, start + text.index(b"=")))
    elif end and not form.begins_a_key(span):  # else it is cut, and may have become one
        form.without_setting(span)


def _is_quoted_printable(data: bytes) -> bool:
    """Return whether nine of ten values begin as they do where mail wrote an equals sign as its number."""
    if data.count(b"=3D") + data.count(b"=3d") < _FEW:  # of nearly all files
        return False
    begins = re.findall(rb"(?im)(?:^|(?<=\r))[^=\r\n]+=(?![ \t]*(?:[\r\n]|\Z))(3D)?", data)
    return len(begins) >= _FEW and 10 * sum(map(bool, begins)) >= 9 * len(begins)


class _Form:
    """The form of a file, taken in line by line. set_up: the keys that set-up leaves and that were not found yet."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.header = self.damaged = False
        self.settings = 0
        self.no_settings: list[Fact] = []  # lines, of very many the first
        self.lost = 0  # how many there are
        self.set_up = set(_SET_UP)
        self.ends: dict[bytes, Fact] = {}
        self.keys = list(reversed(source.keys))  # those that end after what was read

    def take_end(self, end: bytes, span: Span) -> None:
        """Record the line end at its first use. span: the line before it."""
        half_of_one = span[1] + len(end) == len(self.source.data) and self.source.last_line_is_open
        if end and not half_of_one:
            self.ends[end] = Fact("notes_ini.line_end", _LINE_ENDS[end], self.source, span)

    def without_setting(self, span: Span) -> None:
        """Record a line that is not a setting."""
        self.lost += 1
        if self.lost <= limits.MAX_NOTES_INI_OTHER_LINES:
            self.no_settings.append(Fact("notes_ini.line", self.source.text(*span).strip(), self.source, span))

    def is_of_a_key(self, stripped: bytes, start: int) -> bool:
        """Return whether a line is part of a private key that spans several lines and is no setting."""
        while self.keys and self.keys[-1].end < start:
            self.keys.pop()
        if self.keys and self.keys[-1].begin <= start:
            return True
        return stripped.startswith(_DASHES) and bool(re.match(_KEY_BLOCK, stripped))

    def begins_a_key(self, span: Span) -> bool:
        """Return whether a private key begins on a line."""
        return bool(self.keys) and span[0] <= self.keys[-1].begin <= span[1]

    def key_facts(self) -> Iterator[Fact | Diagnostic]:
        """Yield the private keys that span several lines, and diagnostics for keys with other text inside."""
        source = self.source
        for key in source.keys:
            if b"\n" not in (lines := source.data[key.begin : key.end].replace(b"\r", b"\n")):
                continue
            if key.broken:
                self.damaged = True
                yield Diagnostic(source.line_starts[source.position(key.begin)[0]], _BROKEN)
            if key.clear:
                begin = source.line_starts[source.position(key.begin)[0] - 1]
                span = (begin, key.begin + lines.index(b"\n"))
                if key.bare and _is_value(source.raw(*span), key.begin - begin):
                    continue
                yield Fact("notes_ini.key_block", _BARE_NAME if key.bare else _BLOCK_NAME, source, span)

    @property
    def readable(self) -> bool:
        """Return whether most lines are settings and the encoding is known."""
        return self.settings >= max(1, self.lost) and self.source.encoding != "unknown"

    def facts(self) -> Iterator[Fact]:
        """Yield `notes_ini.…`. If the file is truncated, missing properties are unknown."""
        source, ends = self.source, list(self.ends.values())
        cut = _LINE_CUT if source.ends_within_a_line else ""
        for key, text in (
            ("header", _yes_or_no(self.header)),
            ("encoding", source.encoding),
            ("byte_order_mark", _yes_or_no(bool(source.mark))),
            ("utf_16", _yes_or_no(source.encoding.startswith("utf-16"))),
        ):
            yield Fact(f"notes_ini.{key}", text, source, _first_character(source))
        mixed, lines, kinds = len(ends) > 1, tuple(self.no_settings), " and ".join(fact.text for fact in ends) or "none"
        yield _lines_fact("mixed_line_ends", _yes_or_no(mixed), tuple(ends[1:] or ends), source, "" if mixed else cut)
        yield _lines_fact("line_ends", kinds, tuple(ends), source)
        yield _lines_fact("lines_without_setting", str(self.lost), lines, source, "" if lines else cut)

    def verdict(self) -> Iterator[Complete | Diagnostic]:
        """Yield the complete prefixes, or why the file is no NOTES.INI. Settings are complete only after setup."""
        if self.source.encoding == "unknown":
            yield Diagnostic(0, _UNKNOWN_ENCODING)
        elif self.lost > self.settings:
            yield Diagnostic(0, _NO_NOTES_INI)
        if self.damaged or not self.readable:
            return
        yield Complete("setting.", self.source)
        yield Complete("json_key.", self.source)  # it has none
        if not self.set_up:
            yield Complete("ini.", self.source)


def _is_value(line: bytes, key: int) -> bool:
    """Return whether a key without BEGIN is the value of a setting, which reports it under the setting's name."""
    return b"=" in line[:key] and line[key:].startswith(b"****") and not line.lstrip().startswith(_OFF)


def _setting(source: Source, text: bytes, start: int) -> Fact | None:
    """Return one `name=value` line as a fact whose span is the value; None for a line that is no setting."""
    name, equals, value = text.partition(b"=")
    key_text = name.strip()
    if not equals or not key_text or len(key_text) > _LONGEST_NAME or key_text.startswith(b"["):
        return None
    begin = start + len(name) + 1 + len(value) - len(value.lstrip())
    stripped = value.strip()
    doubt = "" if name == name.rstrip() else BLANK
    shown = decode(stripped, source.encoding)
    return Fact(_key(key_text, source.encoding), shown, source, (begin, begin + len(stripped)), doubt=doubt)


@lru_cache(8192)  # of a fleet, each server has the same settings
def _key(name: bytes, encoding: str) -> str:
    return "ini." + decode(name, encoding).lower()


def _first_character(source: Source) -> Span:
    """Return the span of the first character. UTF-16 is held as UTF-8."""
    if source.encoding.startswith("utf"):
        return 0, len(source.text(0, 4)[:1].encode())
    return 0, min(len(source.data), 1)


def _lines_fact(key: str, text: str, lines: tuple[Fact, ...], source: Source, doubt: str = "") -> Fact:
    return Fact(f"notes_ini.{key}", text, source, None, made_from=lines, doubt=doubt)


def _yes_or_no(so: bool) -> str:
    return "yes" if so else "no"


READER = Reader(
    __name__, "notes.ini", recognises, read, signs=(b"[notes]", b"="), needs_whole_head=True, must_be_whole=True
)
