"""Reads a file's chunks as UTF-8 in even pieces, and keeps at hand the lines around a place.

Places are counted in bytes of UTF-8. Pieces are of one length however the file is read, so that nothing depends on it.
"""

import codecs
import re
from collections.abc import Iterable, Iterator

from advisor.source import Stream
from advisor.values.private_keys import hide_in

PIECE = 64 * 1024  # bytes
REACH = 1000  # bytes of a line that are kept on each side of a place, to be shown
_BEFORE = 8 * REACH  # bytes of what is behind that are at hand: a tag may have begun there
_DECLARED = re.compile(rb"\s*<\?xml[^>]{0,80}\sencoding\s*=\s*[\"']([\w.-]{1,40})[\"']")
_NARROW = ("iso-8859-", "windows-125", "cp125", "latin")  # of a letter a byte; all others are read as UTF-8


def pieces(stream: Stream) -> Iterator[tuple[bytes, bytes]]:
    """Each piece of a file with the one that follows it."""
    held = b""
    try:
        for piece in hide_in(_utf8(_even(stream.chunks()))):
            if held:
                yield held, piece
            held = piece
    except OSError:
        yield held, b""
        raise
    yield held, b""


def _even(chunks: Iterable[bytes]) -> Iterator[bytes]:
    rest = b""
    try:
        for chunk in chunks:
            data = rest + chunk
            whole = len(data) - len(data) % PIECE
            yield from (data[start : start + PIECE] for start in range(0, whole, PIECE))
            rest = data[whole:]
    except OSError:
        yield rest
        raise
    yield rest


def _utf8(raw_pieces: Iterable[bytes]) -> Iterator[bytes]:
    decoder: codecs.IncrementalDecoder | None = None
    for number, piece in enumerate(raw_pieces):
        if number == 0:
            decoder = _decoder(piece)
        yield decoder.decode(piece).encode("utf-8", "replace") if decoder else piece


def _decoder(head: bytes) -> codecs.IncrementalDecoder | None:
    """What makes characters of a file that begins so; None for UTF-8. A mark is no character."""
    declared = _DECLARED.match(head)
    name = declared[1].decode("ascii", "replace").lower() if declared else ""
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        name = "utf-16"
    elif head[:2] in {b"<\0", b"\0<"}:
        name = "utf-16-le" if head[0] else "utf-16-be"
    elif head.startswith(codecs.BOM_UTF8):
        name = "utf-8-sig"
    elif not name.startswith(_NARROW):
        return None
    try:
        return codecs.getincrementaldecoder(name)("replace")
    except LookupError:
        return None


class Window:
    """The bytes around the place at which a file is read."""

    def __init__(self) -> None:
        self._data, self._start, self._end = b"", 0, 0

    def move(self, piece: bytes, following: bytes) -> None:
        """Goes on to the next piece; `following` is the one after it."""
        behind = self._data[max(0, self._end - _BEFORE) : self._end]
        self._start += self._end - len(behind)
        self._end = len(behind) + len(piece)
        self._data = behind + piece + following[: 2 * REACH]

    def around(self, offset: int) -> tuple[bytes, bytes]:
        """What stands on the line before a byte of the file, and from it on; of a long line only what is near."""
        at = offset - self._start
        if not 0 <= at <= len(self._data):
            return b"", b""
        first = max(0, at - REACH)
        line_end = max(self._data.rfind(b"\r", first, at), self._data.rfind(b"\n", first, at))
        begin = line_end + 1 if line_end >= 0 else first
        next_ends = self._data.find(b"\r", at, at + REACH), self._data.find(b"\n", at, at + REACH)
        end = min([next_end for next_end in next_ends if next_end >= 0], default=at + REACH)
        return _whole(self._data[begin:at]), _whole(self._data[at:end])


def _whole(text: bytes) -> bytes:
    """Without the part of a letter at either end."""
    return text if text.isascii() else text.decode("utf-8", "ignore").encode("utf-8")
