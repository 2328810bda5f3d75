"""Source: the bytes of one file and where things stand in it; bytes in, text, lines and columns out."""

import codecs
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple, Self

Span = tuple[int, int]

_LINE_END = re.compile(rb"\r\n|\n|\r")

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class Source:
    """One file as it was found.

    path: as printed, relative and with `/`.
    data: the file's bytes without a byte order mark; a UTF-16 file is held here as UTF-8, so that
          spans are byte offsets into `data` for every encoding (lines and columns stay the same).
    encoding: how `data` stood in the file: `ascii`, `utf-8`, `utf-16-le`, `utf-16-be`, `cp1252`, or
          `unknown` for bytes that fit none of them.
    mark: the byte order mark's encoding, or "" without one.
    """

    def __init__(self, path: str, data: bytes, encoding: str = "ascii", mark: str = "") -> None:
        self.path = path
        self.data = data
        self.encoding = encoding
        self.mark = mark

    @classmethod
    def of(cls, path: str, raw: bytes) -> Self:
        """Settles the encoding of a file's raw bytes. Never raises: every sequence of bytes is a source."""
        mark = next((name for sign, name in _MARKS if raw.startswith(sign)), "")
        encoding = mark or _wide_without_mark(raw)
        if encoding.startswith("utf-16"):
            text = raw[2 if mark else 0 :].decode(encoding, "replace")
            return cls(path, text.encode("utf-8", "replace"), encoding, mark)
        data = raw[3:] if mark else raw
        return cls(path, data, _narrow_encoding(data), mark)

    @cached_property
    def line_starts(self) -> list[int]:
        """The offset of each line's first byte."""
        return [0, *(end.end() for end in _LINE_END.finditer(self.data))]

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a byte offset, both from 1; columns count characters, not bytes."""
        line = bisect_right(self.line_starts, offset)
        start = self.line_starts[line - 1]
        return line, (offset - start if self.encoding == "ascii" else len(self.text(start, offset))) + 1

    def line_text(self, line: int) -> str:
        """The text of a line (from 1), without its end."""
        start = self.line_starts[line - 1]
        end = self.line_starts[line] if line < len(self.line_starts) else len(self.data)
        return self.text(start, end).rstrip("\r\n")

    def text(self, start: int, end: int) -> str:
        r"""The characters between two offsets; bytes that fit no encoding are printed as `\xNN`."""
        return decode(self.data[start:end], self.encoding)


class _Kept(NamedTuple):
    """A piece of a line. start: its offset among all that was kept; line and column: where it stands in the file."""

    start: int
    line: int
    column: int


class Stream(Source):
    """A file that may be too large to hold: read once, front to back; only what facts stand on is kept.

    chunks: opens the file and yields its bytes; OSError where it cannot. Spans are offsets into what was kept.
    """

    def __init__(self, path: str, chunks: Callable[[], Iterator[bytes]]) -> None:
        super().__init__(path, b"", "utf-8")
        self.chunks = chunks
        self._text = bytearray()
        self._pieces: list[_Kept] = []

    def keep(self, line: int, column: int, text: bytes) -> int:
        """Keeps a piece of a line, both counted from 1, and returns its offset."""
        start = len(self._text)
        self._pieces.append(_Kept(start, line, column))
        self._text += text + b"\n"
        return start

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column in the file of an offset into what was kept."""
        start, line, column = self._pieces[bisect_right(self._pieces, offset, key=lambda piece: piece.start) - 1]
        return line, column + len(self.text(start, offset))

    def line_text(self, line: int) -> str:
        """The text of a line, as far as it was kept from its first column on."""
        for number, piece in enumerate(self._pieces):
            if piece.line == line and piece.column == 1:
                end = self._pieces[number + 1].start if number + 1 < len(self._pieces) else len(self._text)
                return self.text(piece.start, end).rstrip("\n")
        return ""

    def text(self, start: int, end: int) -> str:
        """The characters between two offsets."""
        return bytes(self._text[start:end]).decode("utf-8", "backslashreplace")


def decode(data: bytes, encoding: str) -> str:
    """Bytes as characters, in the encoding that `Source.of` settled on."""
    if encoding == "ascii":
        return data.decode("ascii", "backslashreplace")
    if encoding == "cp1252":
        return data.decode("cp1252")
    return data.decode("utf-8", "backslashreplace")


def _wide_without_mark(raw: bytes) -> str:
    """UTF-16 without a mark shows as a NUL in most second bytes of its first characters, and hardly elsewhere."""
    head = raw[:128]
    half = len(head) // 2
    if half < 4:
        return ""
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if odd > 0.6 * half and even < 0.1 * half:
        return "utf-16-le"
    if even > 0.6 * half and odd < 0.1 * half:
        return "utf-16-be"
    return ""


def _narrow_encoding(data: bytes) -> str:
    if data.isascii():
        return "ascii"
    for encoding in ("utf-8", "cp1252"):
        try:
            data.decode(encoding)
        except UnicodeDecodeError:
            continue
        return encoding
    return "unknown"
