"""Archives: what is packed in a .zip, .tar or .tar.gz, read as if it lay in a folder; nothing is written to the disk.

An archive may come from anybody, so all that it says of itself is held against limits, and bytes are counted as they
come.
"""

import re
import zlib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

from advisor import limits
from advisor.readers import GZIP, OTHERWISE_PACKED, ZIPS
from advisor.servers.walk import Allowance, Chunks

KINDS = {"zip", "tar", "tar.gz"}  # what is read
_BLOCK = 512
_DRIVE = re.compile(r"[A-Za-z]:")
_NOT_PLAIN = re.compile(r"[\x00-\x1f\x7f-\x9f]")


class Broken(OSError):
    """An archive that cannot be read, or not on: the reason."""


class Counted:
    """The bytes of a ZIP's member. However often they are read, each byte counts once against the archive's limit."""

    def __init__(self, chunks: Chunks, allowance: Allowance) -> None:
        self.chunks = chunks
        self.allowance = allowance
        self.counted = 0

    def __call__(self) -> Iterator[bytes]:
        """Yield the member's bytes from the beginning. Raises ArchiveLimit."""
        end = 0
        for piece in self.chunks():
            end += len(piece)
            if end > self.counted:
                self.allowance.unpack(end - self.counted)
                self.counted = end
            yield piece


class Repacked:
    """The bytes of a member that passes by once: what is read of it is packed again, and so can be read again."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._packed: list[bytes] = []

    def __reduce__(self) -> tuple[Any, ...]:
        return _repacked, (self._packed,)

    def __call__(self) -> Iterator[bytes]:
        """All of them from the beginning; of those that are not read yet as many as are asked for."""
        at = 0
        while True:
            for packed in self._packed[at:]:
                at += 1
                yield zlib.decompress(packed)
            piece = next(self._pieces, b"")
            if not piece:
                return
            at += 1
            self._packed.append(zlib.compress(piece, 1))
            yield piece

    def keep(self) -> None:
        """Reads what is left of it, before what stands behind it is read."""
        for _ in self():
            pass


def _repacked(packed: list[bytes]) -> Repacked:
    kept = Repacked(iter(()))
    kept._packed = packed
    return kept


class Packed(NamedTuple):
    """A file in an archive: its path there, its size in bytes unpacked, and its bytes, as often as they are asked for.

    keep: of one that is gone when the next is asked for; keeps it for later, raises Broken where it is not whole.
    """

    parts: tuple[str, ...]
    size: int
    chunks: Chunks
    keep: Callable[[], None] | None = None


class Refused(NamedTuple):
    """A member that is not read, and why."""

    name: str
    reason: str


def kind(head: bytes) -> str:
    """What a file that begins so is: one of KINDS, words for another archive, or "" for none."""
    if head.startswith(ZIPS):
        return "zip"
    if head.startswith(GZIP):
        return "tar.gz" if _is_tar(_begun(zlib.decompressobj(31), head)) else "packed with gzip"
    return next((words for sign, words in OTHERWISE_PACKED.items() if head.startswith(sign)), "tar" * _is_tar(head))


def _begun(unpacker: Any, head: bytes) -> bytes:
    try:
        return cast(bytes, unpacker.decompress(head, _BLOCK))
    except zlib.error:
        return b""


def _is_tar(head: bytes) -> bool:
    """Whether its first block is a tar's header: the sum of its bytes stands in it."""
    block = head[:_BLOCK]
    if len(block) < _BLOCK or not re.fullmatch(rb" *[0-7]{1,8}[\0 ]*", block[148:156].lstrip(b"\0")):
        return False
    told = int(block[148:156].strip(b"\0 "), 8)
    return told == sum(block[:148]) + 8 * 32 + sum(block[156:])


def way_of(name: str, windows: bool) -> tuple[str, ...] | str:
    """The way to a member, or why it is none."""
    if _NOT_PLAIN.search(name):
        return "its name holds control characters"
    if windows:
        name = name.replace("\\", "/")
    parts = tuple(part for part in name.split("/") if part not in {"", "."})
    if name.startswith("/") or ".." in parts or _DRIVE.match(name):
        return "its name leads out of the archive"
    if len(parts) > limits.MAX_ARCHIVE_DEPTH:
        return f"more than {limits.MAX_ARCHIVE_DEPTH} folders deep"
    return parts or "it has no name"
