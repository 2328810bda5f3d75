"""Read the bytes of one file into text, with line and column of every offset."""

import codecs
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Self

from advisor.values import key_signs

Span = tuple[int, int]
Seal = int  # the number of bytes, and behind it the 32 bits of their checksum: each file of a run bears one
HEAD = 64 * 1024  # bytes of a file that decide what it is
_NAME_TO_VALUE = 64  # bytes that may stand between a setting's name and its value: blanks, quotes, = or :

_BY_LETTERS = {"utf-8", "utf-16-le", "utf-16-be", "cp1252"}  # whose bytes tell where a letter begins
_LINE_END = re.compile(rb"\r\n|\n|\r")
_END_OF_FILE = b"\x1a"  # ^Z, which editors of DOS write as the last byte, and some repeat up to a full block

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class Source:
    """One file as it was found.

    path: as printed, relative and with `/`.
    data: the file's bytes without a byte order mark and without ^Z at the end; a UTF-16 file is held here as UTF-8, so
          that spans are byte offsets into `data` for every encoding (lines and columns stay the same).
    encoding: how `data` stood in the file: `ascii`, `utf-8`, `utf-16-le`, `utf-16-be`, `cp1252`, `lmbcs`, or
          `unknown` for bytes that fit none of them.
    mark: the byte order mark's encoding, or "" without one.
    skipped: the bytes of the file before the part that was read; 0 but for a large log.
    ended: ^Z stands behind `data`, so the file is not cut.
    keys: the private keys in it, of which `data` has asterisks, so that nothing of them can be shown.
    """

    __slots__ = (
        "_last",
        "_line_starts",
        "data",
        "encoding",
        "ended",
        "keys",
        "mark",
        "path",
        "skipped",
    )  # a run of thousands of files holds one of each

    def __init__(self, path: str, data: bytes, encoding: str = "ascii", mark: str = "") -> None:
        self._line_starts: list[int] | None = None
        self._last: tuple[int, int] = (-1, 0)  # an offset that was placed, and the characters before it in its line
        self.path = path
        self.data = data
        self.encoding = encoding
        self.mark = mark
        self.ended = False
        self.keys: tuple[Any, ...] = ()
        self.skipped = 0

    @classmethod
    def of(cls, path: str, raw: bytes) -> Self:
        """Return a source for a file's raw bytes, with its encoding. It never raises, because all bytes are valid."""
        data, encoding, mark, ended, keys = (_settled if len(raw) <= HEAD else _settled.__wrapped__)(raw)
        source = cls(path, data, encoding, mark)
        source.ended = ended
        source.keys = keys
        return source

    def part(self, begin: int, end: int) -> "Source":
        """Return the part between two offsets as a source of its own."""
        piece = Source(self.path, self.data[begin:end], self.encoding, self.mark)
        piece.ended = self.ended and end >= len(self.data)
        of_piece = (key for key in self.keys if key.begin < end and begin < key.end)
        piece.keys = tuple(key._replace(begin=key.begin - begin, end=key.end - begin) for key in of_piece)
        return piece

    @property
    def size(self) -> int:
        """Return the number of held bytes."""
        return len(self.data)

    def seal(self, size: int | None = None) -> Seal:
        """Return a checksum of the held bytes, or of the first `size` bytes. A stream must be read before."""
        return _seal(self.data[:size])

    @property
    def ends_within_a_line(self) -> bool:
        """Return whether the last line has no line end and no ^Z follows it."""
        return not self.ended and self.last_line_is_open

    @property
    def last_line_is_open(self) -> bool:
        """Return whether no line end follows the last line. In a CRLF file, a final CR is half a line end."""
        last = self.data[-1:]
        return bool(last) and last != b"\n" and (last != b"\r" or b"\n" in self.data)

    @property
    def line_starts(self) -> list[int]:
        """Return the offset of each line's first byte."""
        if self._line_starts is None:
            self._line_starts = [0, *(end.end() for end in _LINE_END.finditer(self.data))]
        return self._line_starts

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column of a byte offset, both from 1. Columns count characters, not bytes."""
        starts = self.line_starts
        line = bisect_right(starts, offset)
        start = starts[line - 1]
        if self.encoding == "ascii":
            return line, offset - start + 1
        start_offset, before = (
            self._last if start <= self._last[0] <= offset else (start, 0)
        )  # of a long line what is new
        before += len(self.text(start_offset, offset))
        if self.encoding in _BY_LETTERS and not 0x80 <= self.data[offset : offset + 1].ljust(1)[0] < 0xC0:
            self._last = offset, before
        return line, before + 1

    def line_text(self, line: int) -> str:
        """Return the text of a line (from 1), without its end."""
        start = self.line_starts[line - 1]
        end = self.line_starts[line] if line < len(self.line_starts) else len(self.data)
        return self.text(start, end).rstrip("\r\n")

    def raw(self, start: int, end: int) -> bytes:
        """Return the bytes between two offsets."""
        return self.data[start:end]

    def name_before(self, name: str, offset: int) -> Span | None:
        """Return the span of a setting's name before its value's offset, ignoring case, or None."""
        name_bytes = name.lower().encode()
        begin = max(0, offset - len(name_bytes) - _NAME_TO_VALUE)
        index = self.raw(begin, offset).lower().rfind(name_bytes)
        return None if index < 0 else (begin + index, begin + index + len(name_bytes))

    def excerpt(self, _: int) -> tuple[str, int] | None:
        """Return the excerpt around an offset and the number of characters before it; None for the whole line."""
        return None

    def text(self, start: int, end: int) -> str:
        r"""Return the text between two offsets. Invalid bytes are printed as `\xNN`."""
        return decode(self.data[start:end], self.encoding)


class Stream(Source):
    """A file that may be too large to hold: it is read once, and only the lines with facts are kept.

    chunks: opens the file and yields its bytes; may raise OSError. Spans are offsets into the kept text.
    """

    __slots__ = ("_places", "_text", "chunks")

    def __init__(self, path: str, chunks: Callable[[], Iterator[bytes]]) -> None:
        from array import array  # few files are read so, and each import costs at every start

        super().__init__(path, b"", "utf-8")
        self.chunks = chunks
        self._text = bytearray()  # pieces of lines, each with a line end behind it
        self._places = array("q")  # of each piece its offset in that, its line and its column

    @property
    def size(self) -> int:
        """Return the number of held bytes, including the index of lines."""
        return len(self._text) + self._places.itemsize * len(self._places)

    def seal(self, size: int | None = None) -> Seal:
        """Return a checksum of the held bytes, or of the first `size` bytes. A stream must be read before."""
        return _seal(self._text[:size])

    def keep(self, line: int, column: int, text: bytes) -> int:
        """Keep a piece of a line and return its offset. Line and column count from 1 and never decrease."""
        start = len(self._text)
        self._places.extend((start, line, column))
        self._text += text + b"\n"
        return start

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column in the file for an offset into the kept text."""
        start, line, column = self._place(self._piece(offset))
        return line, column + len(self.text(start, offset))

    def line_text(self, line: int) -> str:
        """Return the text of a line if it was kept from its first column, else ""."""
        lines = memoryview(self._places)[1::3]
        first, behind = bisect_left(lines, line), bisect_right(lines, line)
        full_pieces = (piece for piece in range(first, behind) if self._place(piece)[2] == 1)
        return next(map(self._piece_text, full_pieces), "")

    def excerpt(self, offset: int) -> tuple[str, int]:
        """Return the kept text around an offset, and the number of characters before it."""
        piece = self._piece(offset)
        return self._piece_text(piece), len(self.text(self._place(piece)[0], offset))

    def _piece(self, offset: int) -> int:
        return bisect_right(memoryview(self._places)[::3], offset) - 1

    def _place(self, piece: int) -> tuple[int, int, int]:
        start, line, column = self._places[3 * piece : 3 * piece + 3]
        return start, line, column

    def _piece_text(self, piece: int) -> str:
        last = 3 * piece + 3 == len(self._places)
        end = len(self._text) if last else self._place(piece + 1)[0]
        return self.text(self._place(piece)[0], end - 1)

    def raw(self, start: int, end: int) -> bytes:
        """Return the bytes between two offsets."""
        return bytes(self._text[start:end])

    def text(self, start: int, end: int) -> str:
        """Return the text between two offsets."""
        return bytes(self._text[start:end]).decode("utf-8", "backslashreplace")


@lru_cache(2)  # every reader asks what a file's head is
def _settled(raw: bytes) -> "tuple[bytes, str, str, bool, tuple[Any, ...]]":
    """Return the bytes to hold, without private keys, and encoding, mark, `ended` and `keys` of the source."""
    mark = next((name for sign, name in _MARKS if raw.startswith(sign)), "")
    encoding = mark or _wide_without_mark(raw)
    if encoding.startswith("utf-16"):
        text = raw[2 if mark else 0 :].decode(encoding, "replace").encode("utf-8", "replace")
        data = _before_end_of_file(text)
    else:
        text = raw[3:] if mark else raw
        data = _before_end_of_file(text)
        encoding = _narrow_encoding(data)
    ended = len(data) < len(text)
    if key_signs.may_hold_key(data):
        from advisor.values import private_keys  # few files are such

        shown, keys = private_keys.hide(data)
        return shown, encoding, mark, ended, keys
    return data, encoding, mark, ended, ()


def _before_end_of_file(text: bytes) -> bytes:
    """Return a file's bytes without the ^Z at its end and the NUL bytes behind that."""
    data = text.rstrip(_END_OF_FILE + b"\0")
    return data if text.startswith(_END_OF_FILE, len(data)) else text


def _seal(data: bytes | bytearray) -> Seal:
    from binascii import crc32  # one file alone is not read twice

    return len(data) << 32 | crc32(data)


def decode(data: bytes, encoding: str) -> str:
    """Return bytes as text, in the encoding determined by `Source.of`."""
    if encoding == "ascii":
        return data.decode("ascii", "backslashreplace")
    if encoding == "cp1252":
        return data.decode("cp1252")
    if encoding == "lmbcs":
        from advisor.values import lmbcs

        return lmbcs.decode(data)
    return data.decode("utf-8", "backslashreplace")


def _wide_without_mark(raw: bytes) -> str:
    """Return the UTF-16 encoding of a text without mark, or "". Most of every second byte at its beginning is NUL."""
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
    if _is(data, "utf-8"):
        return "utf-8"
    from advisor.values.lmbcs import is_lmbcs  # few files are neither

    if is_lmbcs(data):
        return "lmbcs"
    return "cp1252" if _is(data, "cp1252") else "unknown"


def _is(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True
