"""Open a file on disk, from a pipe or in an archive, and return its head, its reader and its text."""

import os
from collections.abc import Iterator
from errno import EFBIG
from functools import partial
from itertools import islice
from typing import IO, NamedTuple

from advisor import limits, readers
from advisor.pack import Catalogue
from advisor.readers import Reader
from advisor.servers.walk import TOO_LARGE, Chunks, FoundFile, HeldBytes, Lost, plain_file
from advisor.source import Source, Stream

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
        return _of_chunks(file, file.chunks, catalogue, hold=hold)
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
        held_bytes = _held(head, iter(partial(stream.read, readers.HEAD), b""), on_disk=True) if hold else None
        return Contents(head, reader, _text(reader, file, head, held_bytes or FileBytes(str(file.path))), held_bytes)
    finally:
        if not is_kept:
            stream.close()


def _of_chunks(file: FoundFile, chunks: Chunks, catalogue: Catalogue, *, hold: bool) -> Contents:
    if file.taken_by is not None:
        head, reader = head_of(chunks), readers.reader(file.taken_by) if file.taken_by else None
    else:
        reader, head = recognised(file.path.name, head_of(chunks), behind_head(chunks), catalogue)
    if reader is None:
        return Contents(head)
    held_bytes = _held(b"", chunks()) if hold else None
    return Contents(head, reader, _text(reader, file, head, held_bytes or chunks), held_bytes)


def _held(begun: bytes, rest: Iterator[bytes], *, on_disk: bool = False) -> HeldBytes | None:
    """Return all bytes of a file, or None if it has become too large to be held. begun: what was read of it.

    Raises Lost if the file cannot be read to its end.
    """
    read, size = [begun], len(begun)
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
    from advisor.servers import unrecognised  # late: most files have a reader

    begun = head
    if len(head) >= readers.HEAD and unrecognised.may_be_a_config_map(name):
        begun += b"".join(islice(rest, limits.MAX_CONFIG_MAP_BYTES // readers.HEAD))
    if unrecognised.is_looked_for(name) and (reader := unrecognised.reader_of(name, begun, catalogue)):
        return reader, begun
    return None, head


def _head(stream: IO[bytes], size: int) -> bytes:
    """Return the first bytes of a file. To ask for a few bytes is much faster than to ask for 64 KB of a small file.

    size: the bytes that the file had when it was found. It may have grown since.
    """
    head = stream.read(min(size + 1, readers.HEAD))
    return head if len(head) <= size else head + stream.read(readers.HEAD - len(head))


def behind_head(chunks: Chunks) -> Iterator[bytes]:
    """Yield the bytes after a file's head, a piece at a time."""
    begun = 0
    for piece in chunks():
        if rest := piece[max(0, readers.HEAD - begun) :]:
            yield rest
        begun += len(piece)


def _text(reader: Reader, file: FoundFile, head: bytes, chunks: Chunks) -> Source:
    try:
        return readers.source_of(reader, file.printed, head, chunks)
    except OSError as error:
        raise Lost(error.errno, error.strerror or str(error)) from error


def packing(head: bytes) -> str:
    """Return the kind of archive with these first bytes, as `archives.kind` does, or ""."""
    if not (head.startswith(readers.PACKED) or _FILLED in head[:512]):
        return ""
    from advisor.servers.archive_formats import kind  # late: few files look like one

    return kind(head)


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
        yield from pieces(stream, len(head))


class FileBytes:
    """The bytes of a file on disk, as often as they are asked for."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __call__(self) -> Iterator[bytes]:
        """Yield all bytes, a piece at a time. Raises OSError."""
        with plain_file(self.path) as stream:
            yield from pieces(stream)

    def last_chunks(self, most: int) -> tuple[Iterator[bytes], int]:
        """Return the last bytes of the file, a piece at a time, and the number of bytes before. Raises OSError."""
        stream = plain_file(self.path)
        skipped = max(0, stream.seek(0, os.SEEK_END) - most)
        stream.seek(skipped)
        return self._pieces(stream), skipped

    def _pieces(self, stream: IO[bytes]) -> Iterator[bytes]:
        with stream:
            yield from pieces(stream)


def pieces(stream: IO[bytes], read: int = 0) -> Iterator[bytes]:
    """Yield the bytes of an open file, a piece at a time. read: the number of bytes already read.

    Raises OSError (EFBIG) if the file exceeds the size limit, since the size of a pipe is unknown.
    """
    while piece := stream.read(readers.HEAD):
        read += len(piece)
        if read > limits.MAX_FILE_BYTES:
            raise OSError(EFBIG, TOO_LARGE)
        yield piece
