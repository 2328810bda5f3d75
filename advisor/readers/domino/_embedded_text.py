"""Map texts in YAML or JSON strings, for example the keys of a config map, to locations in the file."""

import re
from array import array
from base64 import b64decode
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from advisor.facts import Diagnostic
from advisor.source import Source, Span

_PLAIN = re.compile(rb"\S")
_SINGLE = re.compile(rb"''|[^\s']+|'")
_DOUBLE = re.compile(rb"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)|[^\s\\]+|\\", re.DOTALL)
_TOKENS = {'"': _DOUBLE, "'": _SINGLE}
_ESCAPED = {
    b"0": b"\0", b"a": b"\a", b"b": b"\b", b"e": b"\x1b", b"N": "\x85".encode(), b"_": "\xa0".encode(),
    b"L": "\u2028".encode(), b"P": "\u2029".encode(),
}  # fmt: skip
_ESCAPED_BLANKS = b"tnvfr \n\r\t"  # after a backslash: a blank, or a line that goes on


class EmbeddedText(Source):
    """A text that is part of another file. places: returns the offset of each byte in the file."""

    __slots__ = ("_file", "_find", "_found", "_left_out")

    def __init__(self, file: Source, text: bytes, places: "Callable[[], array[int]]") -> None:
        plain = Source.of(file.path, text)
        super().__init__(file.path, plain.data, plain.encoding, plain.mark)
        self._file = file
        self._find = places
        self._found: array[int] | None = None
        self._left_out = len(text) - len(plain.data)  # a byte order mark

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column in the file of an offset into the text."""
        return self._file.position(self.place(offset))

    def line_text(self, line: int) -> str:
        """Return a line of the file."""
        return self._file.line_text(line)

    def excerpt(self, offset: int) -> tuple[str, int]:
        """Return the text's own line, without the file's escapes, so that a secret is recognised in it."""
        number, column = super().position(offset)
        return super().line_text(number), column - 1

    def place(self, offset: int) -> int:
        """Return the file's offset of one into the text."""
        if self._found is None:
            self._found = self._find()[self._left_out :]
        return self._found[min(offset, len(self._found) - 1)] if self._found else 0


def embedded_text(file: Source, text: bytes, span: Span, quote: str = "") -> EmbeddedText:
    """Return the text of a string. span: its location without the quotes. quote: the quotes, or "".

    YAML folds lines and removes indents, so blanks are skipped and all other characters are counted.
    """
    between_quotes = quote in _TOKENS
    places = (
        partial(_escaped_offsets, file, text, span, quote)
        if between_quotes
        else partial(_unescaped_offsets, file, text, span)
    )
    return EmbeddedText(file, text, places)


def _unescaped_offsets(file: Source, text: bytes, span: Span) -> "array[int]":
    """Return the offsets of a text without escapes. Its lines, or its words if folded, are in the file."""
    places = array("q")
    offset = span[0]
    for match in re.finditer(rb"\s+|\S[^\r\n]*", text):
        line = match[0]
        begin = _next_nonblank(file, offset, span)
        if line[:1].isspace():
            places.extend([offset] * len(line))
        elif file.data.startswith(line, begin):
            offset = begin + len(line)
            places.extend(range(begin, offset))
        else:
            for word in re.findall(rb"\s+|\S+", line):
                begin = _next_nonblank(file, offset, span)
                as_written = file.data.startswith(word, begin)
                places.extend(range(begin, begin + len(word)) if as_written else [offset] * len(word))
                offset = begin + len(word) if as_written else offset
    return places


def _next_nonblank(file: Source, begin: int, span: Span) -> int:
    """Return the offset of the next character that is not blank."""
    match = _PLAIN.search(file.data, begin, span[1])
    return match.start() if match else span[1]


def _escaped_offsets(file: Source, text: bytes, span: Span, quote: str) -> "array[int]":
    """Return the offset of each byte of a quoted text."""
    places = array("q")
    offset, number = span[0], 0
    written = _nonblank_offsets(file, span, quote)
    for begin, end in (match.span() for match in re.finditer(rb"\s+|\S+", text)):
        if text[begin : begin + 1].isspace():
            places.extend([offset] * (end - begin))
            continue
        offsets_of_word = written[number : number + end - begin]
        number += len(offsets_of_word)
        offset = offsets_of_word[-1] if offsets_of_word else offset
        places += offsets_of_word
        places.extend([offset] * (end - begin - len(offsets_of_word)))
        offset = min(offset + 1, span[1])
    return places


def _nonblank_offsets(file: Source, span: Span, quote: str) -> "array[int]":
    """Return the offset of each byte that is not blank."""
    offsets = array("q")
    for match in _TOKENS[quote].finditer(file.data, *span):
        begin, end = match.span()
        token = match[0]
        if token == b"''" and quote == "'":
            offsets.append(begin)
        elif token[:1] == b"\\" and quote == '"' and len(token) > 1:
            offsets.extend([begin] * _byte_count(token[1:]))
        else:
            offsets.extend(range(begin, end))
    return offsets


def _byte_count(escaped: bytes) -> int:
    """Return the number of bytes that an escape produces, blanks excluded."""
    if escaped in _ESCAPED:
        return len(_ESCAPED[escaped])
    if len(escaped) > 1:
        code = int(escaped[1:], 16)
        if 0xD800 <= code < 0xE000:
            return 2  # half of a pair, which together takes four
        blank = code < 0x80 and bytes([code]).isspace()
        return 0 if blank else 1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4
    return 0 if escaped in _ESCAPED_BLANKS else 1


_NO_BASE64 = "what a key of binaryData holds is not base64; it was not read"
DUPLICATE_KEY = "a key of this name follows in the same map; the last one is read, and this one is not"
NO_SECRETS = "a Kubernetes Secret; it is left unread"


class MapKey(NamedTuple):
    """A key's text, and the name of the key. map: the number of its config map in the file, and its name."""

    name: str
    text: EmbeddedText
    map: tuple[int, str] = (0, "")


class MapKeyPlace(NamedTuple):
    """A key whose text has no direct location in the file."""

    name: str
    map: tuple[int, str]
    begin: int


class OpenedMap(Source):
    """A config map, as a file, whose keys were found. held: these, without copies; stopped: what was not read."""

    __slots__ = ("held", "stopped")

    def __init__(self, file: Source, held: tuple[MapKey, ...], stopped: tuple[Diagnostic, ...]) -> None:
        super().__init__(file.path, file.data, file.encoding, file.mark)
        self.keys = file.keys
        self.held = held
        self.stopped = stopped


def base64_key(source: Source, key: MapKeyPlace, value: str, stopped: list[Diagnostic]) -> Iterator[MapKey]:
    """Yield a key of binaryData (base64). All of its text is located at the beginning of the key."""
    try:
        text = b64decode("".join(value.split()), validate=True)
    except ValueError:
        stopped.append(Diagnostic(key.begin, _NO_BASE64))
        return
    yield MapKey(key.name, EmbeddedText(source, text, partial(_same_offset, key.begin, len(text))), key.map)


def _same_offset(begin: int, length: int) -> "array[int]":
    return array("q", [begin]) * length
