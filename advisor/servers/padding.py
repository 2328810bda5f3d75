"""Padding: of a file's first bytes those that tell its format, without blanks, remarks and the ends of long lines.

What a file is, its head decides, and a reader passes over as many blanks and remarks as stand in front of what it
reads. So a head that is hardly more than these says nothing yet, and what follows it does.
"""

import re
from collections.abc import Iterator
from errno import EFBIG

from advisor.readers import HEAD
from advisor.servers.walk import Padded
from advisor.source import Source

MOST = 16 * 1024**2  # bytes that are looked through of a file whose name says what it is; of few formats more is read
FEW = MOST // 4  # of any other
_STEPS = (MOST // 64, MOST // 16, FEW, MOST)  # each looks through all before it again: a third more in all
_LINE = 1000  # bytes of a line that are looked at
_REASON = "nothing but blanks and remarks in its first {} MB; it is not read any further"
_BLANK = b" \t\r\n\f\v\0"
_BEGINS_LINE = rb"(?:\A|(?<=[\r\n]))"
_COMMENTS = re.compile(rb"<!--(?s:.*?-->|.*+)")
_INSTRUCTIONS = re.compile(rb"<\?(?s:.*?\?>|.*+)")
_REMARKS = re.compile(_BEGINS_LINE + rb"(?>[ \t\f\v\0]*+(?:[;#:][^\r\n]*+)?(?:\r\n?|\n))++")
_LAST_REMARK = re.compile(_BEGINS_LINE + rb"[ \t\f\v\0]*+[;#:][^\r\n]*+\Z")
_BLANKS = re.compile(rb"(?<![\s\0])[\s\0]{200,}+")
_LONG_TEXTS = re.compile(rb"\"[^\"\r\n]{%d,}+\"|'[^'\r\n]{%d,}+'" % (_LINE, _LINE))
_LONG_LINES = re.compile(_BEGINS_LINE + rb"([^\r\n]{%d})[^\r\n]++" % _LINE)


def telling(head: bytes, rest: Iterator[bytes], most: int = MOST) -> tuple[bytes, bytes]:
    """The head of what tells the format, b"" where that is what the file began with; and all that was looked through.

    head: a file's, which no reader takes; rest: the bytes that follow it, piece by piece. Raises Padded, OSError.
    """
    if 4 * len(_telling(head)) > 3 * HEAD:
        return b"", head
    begun, told = head, b""
    for size in (size for size in _STEPS if size <= most):
        begun = filled(begun, rest, size)
        told = _telling(begun)
        if len(told) >= HEAD or len(begun) < size:
            return told[:HEAD], begun
    if not told.strip(_BLANK):
        raise Padded(EFBIG, _REASON.format(most // 1024**2))
    return told, begun


def filled(begun: bytes, rest: Iterator[bytes], size: int) -> bytes:
    """What was read of a file and what follows it, so many bytes at least, where there are as many."""
    held = bytearray(begun)
    while len(held) < size and (piece := next(rest, b"")):
        held += piece
    return bytes(held)


def _telling(begun: bytes) -> bytes:
    """The bytes, in UTF-8, without what tells nothing."""
    text = Source.of("", begun).data
    if text.lstrip(_BLANK).startswith(b"<"):
        text = _INSTRUCTIONS.sub(b"", _COMMENTS.sub(b"", text))
    text = _LAST_REMARK.sub(b"", _REMARKS.sub(b"", text))
    text = _LONG_TEXTS.sub(b'""', _BLANKS.sub(b"\n", text))
    return _LONG_LINES.sub(rb"\1", text)
