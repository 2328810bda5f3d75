"""Tars: the files in a .tar archive, plain or packed as a whole, read a piece at a time.

In a plain one each is read where it lies. Of one that is packed as a whole those that a reader takes are kept, packed:
to find one again all before it would have to be unpacked once more.
"""

import gzip
import io
import tarfile
import zlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import IO, Any, cast

from advisor import limits
from advisor.readers import HEAD
from advisor.servers.archives import Broken, Packed, Refused, Repacked, way_of
from advisor.servers.contents import plain_file
from advisor.servers.walk import TOO_LARGE, Allowance, Chunks

_BEHIND_END = 100  # times that nothing was read
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
    """An archive's bytes as they are unpacked, counted against its limit. Raises ArchiveLimit."""

    def __init__(self, stream: Any, allowance: Allowance) -> None:
        self.stream = stream
        self.behind_end = 0
        self.allowance = allowance

    def read(self, size: int) -> bytes:
        """The next bytes."""
        try:
            piece = cast(bytes, self.stream.read1(size))  # all that there is before an early end
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise Broken(None, "the archive ends early or is damaged: not all of it was read") from error
        self.behind_end = 0 if piece else self.behind_end + 1
        if self.behind_end > _BEHIND_END:  # tarfile would look for what a made-up size promises
            raise Broken(None, "the archive ends early or is damaged: not all of it was read")
        self.allowance.unpack(len(piece))
        return piece


class _Streamed(io.RawIOBase):
    """The bytes of a tar that lies in an archive, as a file that is read from its beginning to its end."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._left = b""

    def readable(self) -> bool:
        """Nothing else."""
        return True

    def readinto(self, buffer: Any) -> int:
        """How many bytes were written into a buffer; 0 at the end."""
        self._left = self._left or next(self._pieces, b"")
        size = min(len(buffer), len(self._left))
        buffer[:size], self._left = self._left[:size], self._left[size:]
        return size


def members(
    path: Path, packed_as: str, allowance: Allowance, chunks: Chunks | None = None
) -> Iterator[Packed | Refused]:
    """The files in their order there, and those that are not read. Raises Broken where it ends early; OSError.

    chunks: the archive's bytes if it is in another archive.
    """
    plain = packed_as == "tar"
    with io.BufferedReader(_Streamed(chunks()), HEAD) if chunks else plain_file(path) as stream:
        unpacked = stream if plain else gzip.GzipFile(fileobj=stream)
        counted = cast(IO[bytes], _Counted(unpacked, allowance))
        try:
            with tarfile.open(fileobj=counted, mode="r|", tarinfo=_Header, errorlevel=0) as archive:
                while one := archive.next():
                    archive.members = []  # type: ignore[attr-defined]  # it keeps all of them
                    yield from _of_tar(path, archive, one, plain and not chunks)
        except tarfile.TarError as error:
            raise Broken(None, "the archive ends early or is damaged: not all of it was read") from error
        while (chunks or not plain) and counted.read(HEAD):  # at its very end stands the checksum
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
    elif one.sparse is not None or one.size > limits.MAX_FILE_BYTES:
        yield Refused(one.name, TOO_LARGE if one.size > limits.MAX_FILE_BYTES else "a sparse file")
    elif whole:
        yield Packed(parts, one.size, partial(_cut_out, path, one.offset_data, one.size))
    else:
        passing = Repacked(_passing(cast(IO[bytes], archive.extractfile(one))))
        yield Packed(parts, one.size, passing, passing.keep)


def _passing(stream: IO[bytes]) -> Iterator[bytes]:
    try:
        while piece := stream.read(HEAD):
            yield piece
    except tarfile.TarError as error:
        raise Broken(None, "the archive ends within this file") from error


def _cut_out(path: Path, at: int, size: int) -> Iterator[bytes]:
    with plain_file(path) as stream:
        stream.seek(at)
        yield from _exactly(stream, size)


def _exactly(stream: IO[bytes], size: int) -> Iterator[bytes]:
    while size > 0:
        piece = stream.read(min(size, HEAD))
        if not piece:
            raise Broken(None, "the archive ends within this file")
        size -= len(piece)
        yield piece
