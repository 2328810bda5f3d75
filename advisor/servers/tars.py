"""Tars: the files in a .tar archive, plain or packed as a whole, read a piece at a time.

In a plain one each is read where it lies. Of one that is packed as a whole those that a reader takes are kept, packed:
to find one again all before it would have to be unpacked once more.
"""

import gzip
import tarfile
import zlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import IO, Any, cast

from advisor.readers import HEAD
from advisor.servers.archives import FREE, MEMBER, MEMBERS, RATIO, TOTAL, Broken, Packed, Refused, way_of

_HEADER = 64 * 1024  # bytes of one that tells a long name


class _Header(tarfile.TarInfo):
    """A member's header, none of which may be large. What tarfile passes over, a damaged one or none, is said."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> "_Header":
        try:
            return super().frombuf(buf, encoding, errors)
        except tarfile.EOFHeaderError:  # type: ignore[attr-defined]
            raise
        except tarfile.HeaderError as error:
            raise Broken(None, "the archive ends early or is damaged: not all of it was read") from error

    def _proc_member(self, tarfile_: tarfile.TarFile) -> Any:
        if self.type in {b"L", b"K", b"x", b"g", b"X"} and self.size > _HEADER:
            raise Broken(None, "a header in the archive is larger than 64 kB: the rest of it was not read")
        return super()._proc_member(tarfile_)  # type: ignore[misc]


class _Counted:
    """An archive's bytes as they are unpacked. Raises Broken where they are more than they may be."""

    def __init__(self, stream: Any, packed: int, whole: bool) -> None:
        self.stream = stream
        self.most = TOTAL if whole else min(TOTAL, max(16 * FREE, RATIO * packed))
        self.count = 0

    def read(self, size: int) -> bytes:
        """The next bytes."""
        try:
            piece = cast(bytes, self.stream.read1(size))  # all that there is before an early end
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise Broken(None, "the archive ends early or is damaged: not all of it was read") from error
        self.count += len(piece)
        if self.count > self.most:
            what = (
                "it holds more than 4 GB" if self.most == TOTAL else f"it unpacks to more than {RATIO} times its size"
            )
            raise Broken(None, f"{what}: the rest of it was not read")
        return piece


def members(path: Path, packed_as: str) -> Iterator[Packed | Refused]:
    """The files in their order there, and those that are not read. Raises Broken where it ends early; OSError."""
    whole = packed_as == "tar"
    with path.open("rb") if whole else gzip.open(path) as stream:
        counted = cast(IO[bytes], _Counted(stream, path.stat().st_size, whole))
        number = 0
        try:
            with tarfile.open(fileobj=counted, mode="r|", tarinfo=_Header, errorlevel=0) as archive:
                while one := archive.next():
                    archive.members = []  # type: ignore[attr-defined]  # it keeps all of them
                    number += 1
                    if number > MEMBERS:
                        raise Broken(None, f"it holds more than {MEMBERS:,} files: the rest of them was not read")
                    yield from _of_tar(path, archive, one, whole)
        except tarfile.TarError as error:
            raise Broken(None, "the archive ends early or is damaged: not all of it was read") from error
        while not whole and counted.read(HEAD):  # at its very end stands the checksum
            pass


def _of_tar(path: Path, archive: tarfile.TarFile, one: tarfile.TarInfo, whole: bool) -> Iterator[Packed | Refused]:
    """What a member comes to; nothing for a folder."""
    parts = way_of(one.name, windows=False)
    if one.isdir():
        return
    if isinstance(parts, str):
        yield Refused(one.name, parts)
    elif not one.isreg():
        yield Refused(one.name, "a link or a device, which is not followed")
    elif one.sparse is not None or one.size > MEMBER:
        yield Refused(one.name, "larger than 1 GB" if one.size > MEMBER else "a sparse file")
    elif whole:
        yield Packed(parts, one.size, partial(_cut_out, path, one.offset_data, one.size))
    else:
        passing = _Repacked(cast(IO[bytes], archive.extractfile(one)))
        yield Packed(parts, one.size, passing, passing.keep)


def _cut_out(path: Path, at: int, size: int) -> Iterator[bytes]:
    with path.open("rb") as stream:
        stream.seek(at)
        yield from _exactly(stream, size)


def _exactly(stream: IO[bytes], size: int) -> Iterator[bytes]:
    while size > 0:
        piece = stream.read(min(size, HEAD))
        if not piece:
            raise Broken(None, "the archive ends within this file")
        size -= len(piece)
        yield piece


class _Repacked:
    """The bytes of a member that passes by once: what is read of it is packed again, and so can be read again."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream: IO[bytes] | None = stream
        self._packed: list[bytes] = []

    def __reduce__(self) -> tuple[Any, ...]:
        return _repacked, (self._packed,)

    def __call__(self) -> Iterator[bytes]:
        at = 0
        while True:
            for packed in self._packed[at:]:
                at += 1
                yield zlib.decompress(packed)
            piece = self._next()
            if not piece:
                return
            at += 1
            self._packed.append(zlib.compress(piece, 1))
            yield piece

    def _next(self) -> bytes:
        try:
            piece = self._stream.read(HEAD) if self._stream else b""
        except tarfile.TarError as error:
            raise Broken(None, "the archive ends within this file") from error
        if not piece:
            self._stream = None
        return piece

    def keep(self) -> None:
        """Reads what is left of it, before what stands behind it is read."""
        for _ in self():
            pass


def _repacked(packed: list[bytes]) -> _Repacked:
    kept = _Repacked(cast(IO[bytes], None))
    kept._packed = packed
    return kept
