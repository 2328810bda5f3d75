"""Archives: what is packed in a .zip, .tar or .tar.gz, read as if it lay in a folder; nothing is written to the disk.

An archive may come from anybody, so all that it says of itself is held against limits, and bytes are counted as they
come.
"""

import re
import zlib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

from advisor.readers import GZIP, OTHERWISE_PACKED, ZIPS
from advisor.servers.walk import LARGEST, TOO_LARGE, Allowance, Chunks

KINDS = {"zip", "tar", "tar.gz"}  # what is read
MEMBERS = 20_000
FEW = 200  # files that any archive may hold, and one more for each so many bytes of it: of servers' files that are
EACH = 128  # much alike one comes to 110 to 220 in a .tar.gz, and to 500 and more in a .zip; but
MANY = 1_000  # no more than these, and one for each so many bytes
EACH_OF_MANY = 512
MEMBER = LARGEST  # bytes of a member
TOTAL = 4 * 1024**3  # bytes of all members that are looked through
RATIO = 200  # times its packed size; real logs and listings come to 30
FREE = 4 * 1024**2  # bytes that may be packed as closely as anybody likes
FREE_OF_ALL = 4 * 1024**2  # bytes that any archive may unpack to: servers' files that are much alike come to 35 times
RATIO_OF_ALL = 30  # it in a .tar.gz; and so many times its size: of listings and logs one comes to 6 to 21
DEPTH = 32  # folders
WITHIN = 1  # archives in an archive, one in the other
HELD = 64 * 1024**2  # bytes of a .zip in an archive, whose end is read first

UNPACKED = "unpack it and give the folder, of which all is read"  # what to do about it

_BLOCK = 512
_DRIVE = re.compile(r"[A-Za-z]:")
_NOT_PLAIN = re.compile(r"[\x00-\x1f\x7f-\x9f]")


class Broken(OSError):
    """An archive that cannot be read, or not on: the reason."""


def allowed(size: int) -> Allowance:
    """What may be looked through of an archive of so many bytes, and of those in it: a small one costs little."""
    files = min(MEMBERS, FEW + size // EACH, MANY + size // EACH_OF_MANY)
    bytes = FREE_OF_ALL + RATIO_OF_ALL * size
    much = "it holds more than 4 GB" if bytes > TOTAL else f"it unpacks to more than {RATIO_OF_ALL} times its size"
    return Allowance(min(bytes, TOTAL), f"{much}: the rest of it was not read; {UNPACKED}", files)


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
    if len(parts) > DEPTH:
        return f"more than {DEPTH} folders deep"
    return parts or "it has no name"


def too_much(size: int, packed: int) -> str:
    """Why a member is not unpacked; "" where it may be."""
    if size > MEMBER:
        return TOO_LARGE
    return f"it unpacks to more than {RATIO} times its size" if size > max(FREE, RATIO * packed) else ""
