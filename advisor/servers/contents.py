"""Open a file on disk, from a pipe or in an archive, and return its head, its reader and its text."""

import os
import re
import stat
import zlib
from collections.abc import Callable, Iterator
from errno import EFBIG, EINVAL, ELOOP
from functools import partial
from itertools import islice
from pathlib import Path, PurePath
from typing import IO, Any, Literal, NamedTuple, cast

from msgspec import Struct

from advisor import limits, readers
from advisor.pack import Catalogue
from advisor.readers import GZIP, HEAD, OTHERWISE_PACKED, ZIPS, Reader
from advisor.source import Source, Stream

_NO_WAITING = getattr(os, "O_NONBLOCK", 0)  # for whoever writes into a pipe
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_BECAME_A_LINK = "it became a link while the folder was gone through, which is not followed"
TOO_LARGE = "larger than 1 GB"
NO_FILE = "a pipe, a socket or a device, which is read only when it is named itself"
_REST = "the rest of it was not read; unpack it and check the folder"
_TOO_MUCH_UNPACKED = f"it unpacks to more than 1 GB: {_REST}"
_TOO_MANY_TAKEN = f"it holds more than {limits.MAX_ARCHIVE_FILES:,} files that domlint reads: {_REST}"
Role = Literal["itself", "folder", "context"]


class BelowOtherText(OSError):
    """A NOTES.INI or DXL begins in the file below other text, so that no reader takes it."""


Chunks = Callable[[], Iterator[bytes]]  # a file's bytes from the beginning, as often as it is called; OSError


class HeldBytes:
    """The bytes of a file that was read once, so that a later change of the file does not matter."""

    __slots__ = ("data", "on_disk")

    def __init__(self, data: bytes, *, on_disk: bool = False) -> None:
        self.data = data
        self.on_disk = on_disk  # a file in a folder of this machine, not in an archive or at an address

    def __call__(self) -> Iterator[bytes]:
        """Yield all bytes."""
        yield self.data


class ArchiveLimit(OSError):
    """An archive has more than is read of one; the message names the limit."""


class Allowance:
    """The remaining limits of an archive, including archives inside it.

    stopped: a limit was reached and reported; nothing more of the archive is read.
    """

    def __init__(self, archive: str) -> None:
        self.archive = archive  # its path as printed
        self.bytes = limits.MAX_UNPACKED_BYTES
        self.files = limits.MAX_ARCHIVE_FILES
        self.stopped = False

    def unpack(self, size: int) -> None:
        """Count bytes that were unpacked. Raises ArchiveLimit if they are too many."""
        self.bytes -= size
        if self.bytes < 0:
            raise ArchiveLimit(None, _TOO_MUCH_UNPACKED)

    def take_file(self) -> None:
        """Count a file that a reader takes. Raises ArchiveLimit if there are too many."""
        self.files -= 1
        if self.files < 0:
            raise ArchiveLimit(None, _TOO_MANY_TAKEN)


class FoundFile(Struct, frozen=True):
    """A file to examine. printed: its path in reports. size: in bytes.

    once: it is a pipe and can be read only once. linked: a followed link. chunks: yields the bytes of a file in an
    archive. depth: the number of nested archives. allowance: the remaining limits of the outermost archive. taken_by:
    the reader of a streamed member, "" for no reader, None if not examined.
    """

    path: Path
    printed: str
    size: int
    role: Role = "folder"
    once: bool = False
    linked: bool = False
    chunks: Chunks | None = None
    depth: int = 0
    allowance: Allowance | None = None
    taken_by: str | None = None


class Lost(OSError):
    """Of a file that a reader takes not all could be read."""


def plain_file(path: str | Path, no_link: bool = False) -> IO[bytes]:
    """Open an ordinary file. A pipe or a link that replaced it meanwhile is refused.

    Raises OSError. Otherwise anyone who can write to the folder could block the run or redirect it to another file.
    """
    try:
        stream = open(path, "rb", opener=lambda name, flags: os.open(name, flags | _NO_WAITING | _NO_LINK * no_link))  # noqa: SIM115
    except OSError as error:
        if no_link and error.errno == ELOOP:
            raise OSError(ELOOP, _BECAME_A_LINK) from None
        raise
    if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
        stream.close()
        raise OSError(EINVAL, NO_FILE)
    return stream


_FILLED = b"\0\0\0\0"  # what a tar's first block holds somewhere


class Contents(NamedTuple):
    """A file's head, the reader that takes it, its text, and its bytes if they are held."""

    head: bytes
    reader: Reader | None = None
    source: Source | None = None
    held: HeldBytes | None = None


def contents(file: FoundFile, catalogue: Catalogue, *, hold: bool) -> Contents:
    """Open a file. hold: keep the bytes of a small file, so that it is read once.

    The handle of a pipe stays open for later reading. Raises OSError, or Lost if a reader for the file is already
    known.
    """
    hold = hold and not file.once and file.size <= limits.MAX_HELD_FILE_BYTES
    if file.chunks:
        return _contents_of_chunks(file, file.chunks, catalogue, hold=hold)
    stream = file.path.open("rb") if file.once else plain_file(file.path, file.role != "itself" and not file.linked)
    is_kept = False
    try:
        head = _head(stream, readers.HEAD if file.once else file.size)
        reader, head = recognised(file.path.name, head, iter(partial(stream.read, readers.HEAD), b""), catalogue)
        if reader is None:
            return Contents(head)
        if file.once:
            source = _text(reader, file, head, partial(_rest, head, stream))
            is_kept = isinstance(source, Stream)
            return Contents(head, reader, source)
        held_bytes = _all_bytes(head, iter(partial(stream.read, readers.HEAD), b""), on_disk=True) if hold else None
        return Contents(head, reader, _text(reader, file, head, held_bytes or FileBytes(str(file.path))), held_bytes)
    finally:
        if not is_kept:
            stream.close()


def _contents_of_chunks(file: FoundFile, chunks: Chunks, catalogue: Catalogue, *, hold: bool) -> Contents:
    if file.taken_by is not None:
        head, reader = head_of(chunks), readers.reader(file.taken_by) if file.taken_by else None
    else:
        reader, head = recognised(file.path.name, head_of(chunks), after_head(chunks), catalogue)
    if reader is None:
        return Contents(head)
    held_bytes = _all_bytes(b"", chunks()) if hold else None
    return Contents(head, reader, _text(reader, file, head, held_bytes or chunks), held_bytes)


def _all_bytes(read_so_far: bytes, rest: Iterator[bytes], *, on_disk: bool = False) -> HeldBytes | None:
    """Return all bytes of a file, or None if it has become too large to be held. read_so_far: its first bytes.

    Raises Lost if the file cannot be read to its end.
    """
    read, size = [read_so_far], len(read_so_far)
    try:
        for piece in rest:
            read.append(piece)
            size += len(piece)
            if size > limits.MAX_HELD_FILE_BYTES:
                return None
    except OSError as error:
        raise Lost(error.errno, error.strerror or str(error)) from error
    return HeldBytes(b"".join(read), on_disk=on_disk)


def recognised(name: str, head: bytes, rest: Iterator[bytes], catalogue: Catalogue) -> tuple[Reader | None, bytes]:
    """Return the reader that takes a file, or None, and the bytes that were read of it.

    rest: the bytes that follow the head, in pieces. Only a config map is looked through further than its head.
    Raises OSError, BelowOtherText.
    """
    if packing(head):
        return None, head
    if reader := readers.recognise(name, head, catalogue):
        return reader, head
    read_so_far = head
    if len(head) >= readers.HEAD and may_be_a_config_map(name):
        read_so_far += b"".join(islice(rest, limits.MAX_CONFIG_MAP_BYTES // readers.HEAD))
    if is_looked_for(name) and (reader := reader_of(name, read_so_far, catalogue)):
        return reader, read_so_far
    return None, head


def _head(stream: IO[bytes], size: int) -> bytes:
    """Return the first bytes of a file. To ask for a few bytes is much faster than to ask for 64 KB of a small file.

    size: the bytes that the file had when it was found. It may have grown since.
    """
    head = stream.read(min(size + 1, readers.HEAD))
    return head if len(head) <= size else head + stream.read(readers.HEAD - len(head))


def after_head(chunks: Chunks) -> Iterator[bytes]:
    """Yield the bytes after a file's head, a piece at a time."""
    read_so_far = 0
    for piece in chunks():
        if rest := piece[max(0, readers.HEAD - read_so_far) :]:
            yield rest
        read_so_far += len(piece)


def _text(reader: Reader, file: FoundFile, head: bytes, chunks: Chunks) -> Source:
    try:
        return readers.source_of(reader, file.printed, head, chunks)
    except OSError as error:
        raise Lost(error.errno, error.strerror or str(error)) from error


def packing(head: bytes) -> str:
    """Return the kind of archive with these first bytes: one of KINDS, words for another archive, or ""."""
    if head.startswith(ZIPS):
        return "zip"
    if head.startswith(GZIP):
        return "tar.gz" if _is_tar(_first_block(zlib.decompressobj(31), head)) else "packed with gzip"
    other_kind = next((words for sign, words in OTHERWISE_PACKED.items() if head.startswith(sign)), "")
    return other_kind or "tar" * (_FILLED in head[:_BLOCK] and _is_tar(head))


def head_of(chunks: Chunks) -> bytes:
    """Return the first bytes, by which formats are recognised."""
    head = b""
    for piece in chunks():
        head += piece
        if len(head) >= readers.HEAD:
            break
    return head[: readers.HEAD]


def opened(chunks: Chunks, shown: str, taken_by: str) -> Source:
    """Return the current text of a file. shown: its path as printed."""
    return readers.source_of(readers.reader(taken_by), shown, head_of(chunks), chunks)


def _rest(head: bytes, stream: IO[bytes]) -> Iterator[bytes]:
    """Yield all bytes of an open file whose head was already read."""
    with stream:
        yield head
        yield from stream_pieces(stream, len(head))


class FileBytes:
    """The bytes of a file on disk, as often as they are asked for."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __call__(self) -> Iterator[bytes]:
        """Yield all bytes, a piece at a time. Raises OSError."""
        with plain_file(self.path) as stream:
            yield from stream_pieces(stream)

    def last_chunks(self, most: int) -> tuple[Iterator[bytes], int]:
        """Return the last bytes of the file, a piece at a time, and the number of bytes before. Raises OSError."""
        stream = plain_file(self.path)
        skipped = max(0, stream.seek(0, os.SEEK_END) - most)
        stream.seek(skipped)
        return self._pieces(stream), skipped

    def _pieces(self, stream: IO[bytes]) -> Iterator[bytes]:
        with stream:
            yield from stream_pieces(stream)


def stream_pieces(stream: IO[bytes], read: int = 0) -> Iterator[bytes]:
    """Yield the bytes of an open file, a piece at a time. read: the number of bytes already read.

    Raises OSError (EFBIG) if the file exceeds the size limit, since the size of a pipe is unknown.
    """
    while piece := stream.read(readers.HEAD):
        read += len(piece)
        if read > limits.MAX_FILE_BYTES:
            raise OSError(EFBIG, TOO_LARGE)
        yield piece


NOT_FIRST = "its [Notes] stands below other text: it must be the first line, but for remarks"
_NOT_FIRST_IN_DXL = "its DXL stands below other text: it must be the first in the file"
_HEADER = b"[notes]"
_MAX_SEARCHED_LINES = 40  # after the header
_MAX_SEARCHED_BYTES = 8192  # after the header
_MIN_KNOWN_SETTINGS = 3
_SETTINGS, _DOCUMENTS, _MAPS = "settings", "documents", "maps"
_BY_SUFFIX = {  # of a file's name: what is looked for
    "": (_MAPS, _SETTINGS, _DOCUMENTS),
    ".ini": (_SETTINGS,),
    ".dxl": (_DOCUMENTS,),
    ".xml": (_DOCUMENTS,),
    **dict.fromkeys((".yaml", ".yml", ".json"), (_MAPS,)),
}
_BEGINNING = 512  # bytes, which show whether it is text
_REMARK = (b";", b"#")
_NAMESPACE = b"http://www.lotus.com/dxl"
_DXL = (
    rb"<(?:database|document|note)\s[^<>]{0,1000}xmlns=[\"']%s[\"'][^<>]{0,1000}>\s{0,200}<(?:databaseinfo|document|note|item)"
    % re.escape(_NAMESPACE)
)


def is_looked_for(name: str) -> bool:
    """Return whether files with this name are searched for formats."""
    return PurePath(name.lower()).suffix in _BY_SUFFIX


def may_be_a_config_map(name: str) -> bool:
    """Return whether a file of this name may be a config map, of which the kind is often below a long `data`."""
    return _MAPS in _BY_SUFFIX.get(PurePath(name.lower()).suffix, ())


def reader_of(name: str, text: bytes, catalogue: Catalogue) -> Reader | None:
    """Return the reader of config maps if a long text is one. Raises BelowOtherText."""
    looked_for = _BY_SUFFIX.get(PurePath(name.lower()).suffix, ())
    encoding = Source.of("", text[:_BEGINNING]).encoding
    if b"\0" in text[:_BEGINNING] and not encoding.startswith("utf-16"):
        return None  # a program's, or a picture
    data = Source.of("", text).data
    if _MAPS in looked_for and len(text) > HEAD and b"ConfigMap" in data:
        reader = readers.reader("config_map")
        if reader.recognises(data, catalogue):
            return reader
    if _SETTINGS in looked_for and _holds_settings(data, catalogue):
        raise BelowOtherText(None, NOT_FIRST)
    if _DOCUMENTS in looked_for and _NAMESPACE in data and re.search(_DXL, data):
        raise BelowOtherText(None, _NOT_FIRST_IN_DXL)
    return None


def _holds_settings(data: bytes, catalogue: Catalogue) -> bool:
    """Return whether a header line is followed by lines that are mostly settings known to Domino."""
    low = data.lower()
    offset = low.find(_HEADER)
    while offset >= 0:
        begins_line, after_header = low[max(offset - 1, 0) : offset] in {b"", b"\n", b"\r"}, offset + len(_HEADER)
        offset = low.find(_HEADER, after_header)
        end = min(offset, after_header + _MAX_SEARCHED_BYTES) if offset >= 0 else after_header + _MAX_SEARCHED_BYTES
        if begins_line and _are_settings(data[after_header:end], catalogue):
            return True
    return False


def _are_settings(after_header: bytes, catalogue: Catalogue) -> bool:
    stripped = (line.strip() for line in islice(after_header.splitlines(), 1, _MAX_SEARCHED_LINES))
    lines = [line for line in stripped if line and not line.startswith(_REMARK)]
    names = (line.partition(b"=")[0].strip().decode("ascii", "replace").lower() for line in lines if b"=" in line)
    known_count = sum(catalogue.knows(name) for name in names)
    return known_count >= _MIN_KNOWN_SETTINGS and 2 * known_count > len(lines)


KINDS = {"zip", "tar", "tar.gz"}  # what is read
_BLOCK = 512


def _first_block(unpacker: Any, head: bytes) -> bytes:
    try:
        return cast(bytes, unpacker.decompress(head, _BLOCK))
    except zlib.error:
        return b""


def _is_tar(head: bytes) -> bool:
    """Return whether the first block is a tar header with a correct checksum."""
    block = head[:_BLOCK]
    if len(block) < _BLOCK or not re.fullmatch(rb" *[0-7]{1,8}[\0 ]*", block[148:156].lstrip(b"\0")):
        return False
    checksum = int(block[148:156].strip(b"\0 "), 8)
    return checksum == sum(block[:148]) + 8 * 32 + sum(block[156:])
