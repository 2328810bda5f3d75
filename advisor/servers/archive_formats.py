"""The files in .zip and .tar archives, read a piece at a time and within limits."""

import gzip
import io
import re
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import IO, Any, cast

from msgspec import Struct

from advisor import limits
from advisor.readers import HEAD
from advisor.servers.contents import TOO_LARGE, Allowance, Chunks, plain_file

_DRIVE = re.compile(r"[A-Za-z]:")
_NOT_PLAIN = re.compile(r"[\x00-\x1f\x7f-\x9f]")


class Broken(OSError):
    """An archive that cannot be read, or not on: the reason."""


class Counted:
    """The bytes of a ZIP member. Each byte counts once against the archive's limit, however often it is read."""

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
    """The bytes of a member of a stream.

    They are compressed in memory as they are read, so that they can be read again.
    """

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._packed: list[bytes] = []

    def __reduce__(self) -> tuple[Any, ...]:
        return _repacked, (self._packed,)

    def __call__(self) -> Iterator[bytes]:
        """Yield all bytes from the beginning. Unread bytes are fetched only as far as the caller reads."""
        index = 0
        while True:
            for packed in self._packed[index:]:
                index += 1
                yield zlib.decompress(packed)
            piece = next(self._pieces, b"")
            if not piece:
                return
            index += 1
            self._packed.append(zlib.compress(piece, 1))
            yield piece

    def keep(self) -> None:
        """Read the remaining bytes before the next member is read."""
        for _ in self():
            pass


def _repacked(packed: list[bytes]) -> Repacked:
    repacked = Repacked(iter(()))
    repacked._packed = packed
    return repacked


class Packed(Struct, frozen=True):
    """A file in an archive: its path there, its unpacked size in bytes, and its bytes.

    keep: of a file in a stream, holds the bytes for later reading; raises Broken if the file is incomplete.
    """

    parts: tuple[str, ...]
    size: int
    chunks: Chunks
    keep: Callable[[], None] | None = None


class Refused(Struct, frozen=True):
    """A member that is not read, and why."""

    name: str
    reason: str


def way_of(name: str, windows: bool) -> tuple[str, ...] | str:
    """Return the path parts of a member, or the reason why its name is refused."""
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


Opener = Callable[[], IO[bytes]]  # opens an archive's bytes, as often as it is called


def zip_members(opener: Opener, allowance: Allowance) -> Iterator[Packed | Refused]:
    """Yield the members in order, and the refused ones. Raises Broken or OSError if the archive cannot be read."""
    with opener() as stream:
        _hold_directory(stream)
        try:
            with zipfile.ZipFile(stream) as archive:
                entries = archive.infolist()
        except (zipfile.BadZipFile, NotImplementedError, ValueError, UnicodeDecodeError) as error:
            raise Broken(None, "a zip archive without its end, or a damaged one: none of it was read") from error
    for member in (member for member in entries if not member.is_dir()):
        parts = way_of(member.orig_filename, windows=True)
        reason = parts if isinstance(parts, str) else _why_not(member)
        if reason or isinstance(parts, str):
            yield Refused(member.filename, reason)
        elif (member.external_attr >> 28) not in {0, 8}:
            yield Refused(member.filename, "a link or a device, which is not followed")
        else:
            location = (member.header_offset, member.compress_size, member.file_size, member.CRC, member.compress_type)
            yield Packed(parts, member.file_size, Counted(partial(_unzipped, opener, *location), allowance))


def _why_not(member: zipfile.ZipInfo) -> str:
    if member.flag_bits & 1:
        return "it is locked with a password"
    if member.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        return "it is packed in a way that domlint does not read"
    return TOO_LARGE if member.file_size > limits.MAX_FILE_BYTES else ""


def _hold_directory(stream: IO[bytes]) -> None:
    """Raise Broken if the table of contents exceeds the limit, because it is read at once."""
    size = stream.seek(0, 2)
    stream.seek(max(0, size - 66_000))
    tail = stream.read()
    offset = tail.rfind(b"PK\x05\x06")
    if offset < 0 or len(tail) < offset + 22:
        return
    directory_size = int.from_bytes(tail[offset + 12 : offset + 16], "little")
    larger = tail.rfind(b"PK\x06\x06", 0, offset)  # zip64
    if larger >= 0:
        directory_size = int.from_bytes(tail[larger + 40 : larger + 48], "little")
    if directory_size > limits.MAX_ZIP_DIRECTORY_BYTES and directory_size != 0xFFFFFFFF:
        raise Broken(None, "a zip archive whose table of contents is larger than 16 MB: none of it was read")


def _unzipped(opener: Opener, offset: int, packed: int, size: int, checksum: int, method: int) -> Iterator[bytes]:
    """Yield the bytes of a member. Raises Broken if they differ from the archive's directory."""
    unpacker = zlib.decompressobj(-15) if method == zipfile.ZIP_DEFLATED else None
    actual_checksum, count = 0, 0
    with opener() as stream:
        stream.seek(offset)
        header = stream.read(30)
        if header[:4] != b"PK\x03\x04":
            raise Broken(None, "the archive is damaged at this file")
        stream.seek(int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little"), 1)
        for piece in _unpacked(stream, packed, unpacker):
            actual_checksum, count = zlib.crc32(piece, actual_checksum), count + len(piece)
            if count > size:
                break
            yield piece
    if count != size or actual_checksum != checksum:
        raise Broken(None, "the archive is damaged at this file")


def _unpacked(stream: IO[bytes], packed: int, unpacker: Any) -> Iterator[bytes]:
    """Yield the unpacked pieces, none much larger than a head."""
    while packed > 0 and (raw := stream.read(min(packed, HEAD))):
        packed -= len(raw)
        if unpacker is None:
            yield raw
            continue
        try:
            while piece := unpacker.decompress(raw, HEAD):
                yield piece
                raw = unpacker.unconsumed_tail
        except zlib.error as error:
            raise Broken(None, "the archive is damaged at this file") from error


_MAX_READS_AT_END = 100  # times that nothing was read
_HEADER = 64 * 1024  # bytes of a header with a long name


class _Header(tarfile.TarInfo):
    """A member's header of limited size. A damaged or missing header raises an error; tarfile would skip it."""

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
        self.reads_at_end = 0
        self.allowance = allowance

    def read(self, size: int) -> bytes:
        """Return the next bytes."""
        try:
            piece = cast(bytes, self.stream.read1(size))  # all that there is before an early end
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise Broken(None, "the archive ends early or is damaged: not all of it was read") from error
        self.reads_at_end = 0 if piece else self.reads_at_end + 1
        if self.reads_at_end > _MAX_READS_AT_END:  # tarfile would look for what a made-up size promises
            raise Broken(None, "the archive ends early or is damaged: not all of it was read")
        self.allowance.unpack(len(piece))
        return piece


class _Streamed(io.RawIOBase):
    """The bytes of a tar inside an archive, as a file that is read from beginning to end."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._rest = b""

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Return how many bytes were written into a buffer; 0 at the end."""
        self._rest = self._rest or next(self._pieces, b"")
        size = min(len(buffer), len(self._rest))
        buffer[:size], self._rest = self._rest[:size], self._rest[size:]
        return size


def tar_members(
    path: Path, packed_as: str, allowance: Allowance, chunks: Chunks | None = None
) -> Iterator[Packed | Refused]:
    """Yield the members in order, and the refused ones. Raises Broken if the archive ends early, or OSError.

    chunks: the archive's bytes if it is inside another archive.
    """
    plain = packed_as == "tar"
    with io.BufferedReader(_Streamed(chunks()), HEAD) if chunks else plain_file(path) as stream:
        unpacked = stream if plain else gzip.GzipFile(fileobj=stream)
        counted = cast(IO[bytes], _Counted(unpacked, allowance))
        try:
            with tarfile.open(fileobj=counted, mode="r|", tarinfo=_Header, errorlevel=0) as archive:
                while member := archive.next():
                    archive.members = []  # type: ignore[attr-defined]  # it keeps all of them
                    yield from _tar_member(path, archive, member, plain and not chunks)
        except tarfile.TarError as error:
            raise Broken(None, "the archive ends early or is damaged: not all of it was read") from error
        while (chunks or not plain) and counted.read(HEAD):  # at its very end stands the checksum
            pass


def _tar_member(
    path: Path, archive: tarfile.TarFile, member: tarfile.TarInfo, is_file_on_disk: bool
) -> Iterator[Packed | Refused]:
    """Yield the file for a member, or why it is refused. Yield nothing for a folder."""
    parts = way_of(member.name, windows=False)
    if member.isdir():
        return
    if isinstance(parts, str):
        yield Refused(member.name, parts)
    elif not member.isreg():
        yield Refused(member.name, "a link or a device, which is not followed")
    elif member.sparse is not None or member.size > limits.MAX_FILE_BYTES:
        yield Refused(member.name, TOO_LARGE if member.size > limits.MAX_FILE_BYTES else "a sparse file")
    elif is_file_on_disk:
        yield Packed(parts, member.size, partial(_cut_out, path, member.offset_data, member.size))
    else:
        passing = Repacked(_passing(cast(IO[bytes], archive.extractfile(member))))
        yield Packed(parts, member.size, passing, passing.keep)


def _passing(stream: IO[bytes]) -> Iterator[bytes]:
    try:
        while piece := stream.read(HEAD):
            yield piece
    except tarfile.TarError as error:
        raise Broken(None, "the archive ends within this file") from error


def _cut_out(path: Path, offset: int, size: int) -> Iterator[bytes]:
    with plain_file(path) as stream:
        stream.seek(offset)
        yield from _exactly(stream, size)


def _exactly(stream: IO[bytes], size: int) -> Iterator[bytes]:
    while size > 0:
        piece = stream.read(min(size, HEAD))
        if not piece:
            raise Broken(None, "the archive ends within this file")
        size -= len(piece)
        yield piece
