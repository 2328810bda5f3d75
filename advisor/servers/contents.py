"""Contents: opens a file, on the disk, from a pipe or in an archive, and gives its head, its reader and its text."""

from collections.abc import Iterator
from errno import EFBIG
from functools import partial
from pathlib import Path
from typing import IO

from advisor import readers
from advisor.pack import Catalogue
from advisor.readers import Reader
from advisor.servers.walk import LARGEST, TOO_LARGE, Chunks, FoundFile
from advisor.source import Source, Stream

_FILLED = b"\0\0\0\0"  # what a tar's first block holds somewhere


class Lost(OSError):
    """Of a file that a reader takes not all could be read."""


def contents(file: FoundFile, catalogue: Catalogue) -> tuple[bytes, Reader | None, Source | None]:
    """A file's head, the reader that takes it, and its text.

    A pipe tells its bytes once: where they are read later, its handle stays open for them. Raises OSError, Lost where
    it is known already that a reader takes it.
    """
    if file.chunks:
        return _of_chunks(file, file.chunks, catalogue)
    stream = file.path.open("rb")
    kept = False
    try:
        head = stream.read(readers.HEAD)
        reader = None if packing(head) else readers.recognise(file.path.name, head, catalogue)
        if reader is None:
            return head, None, None
        chunks = partial(_rest, head, stream) if file.once else partial(from_the_beginning, str(file.path))
        source = _text(reader, file, head, chunks)
        kept = file.once and isinstance(source, Stream)
        return head, reader, source
    finally:
        if not kept:
            stream.close()


def _of_chunks(file: FoundFile, chunks: Chunks, catalogue: Catalogue) -> tuple[bytes, Reader | None, Source | None]:
    head = head_of(chunks)
    reader = None if packing(head) else readers.recognise(file.path.name, head, catalogue)
    return head, reader, _text(reader, file, head, chunks) if reader else None


def _text(reader: Reader, file: FoundFile, head: bytes, chunks: Chunks) -> Source:
    try:
        return readers.source_of(reader, file.printed, head, chunks)
    except OSError as error:
        raise Lost(error.errno, error.strerror or str(error)) from error


def packing(head: bytes) -> str:
    """What an archive that begins so is packed as, as `archives.kind` tells; "" where it is none."""
    if not (head.startswith(readers.PACKED) or _FILLED in head[:512]):
        return ""
    from advisor.servers.archives import kind  # late: few files look like one

    return kind(head)


def head_of(chunks: Chunks) -> bytes:
    """The first bytes, of which formats are known."""
    head = b""
    for piece in chunks():
        head += piece
        if len(head) >= readers.HEAD:
            break
    return head[: readers.HEAD]


def opened(chunks: Chunks, shown: str, taken_by: str) -> Source:
    """The text of a file as it stands now. shown: its path as printed."""
    return readers.source_of(readers.reader(taken_by), shown, head_of(chunks), chunks)


def _rest(head: bytes, stream: IO[bytes]) -> Iterator[bytes]:
    """All bytes of an open file of which the head was read."""
    with stream:
        yield head
        yield from pieces(stream, len(head))


def from_the_beginning(path: str) -> Iterator[bytes]:
    """All bytes of a file, a piece at a time."""
    with Path(path).open("rb") as stream:
        yield from pieces(stream)


def pieces(stream: IO[bytes], read: int = 0) -> Iterator[bytes]:
    """The bytes of an open file, a piece at a time. read: how many of them were taken before.

    Raises OSError (EFBIG) where there are more than a file may have: a pipe does not tell its size beforehand.
    """
    while piece := stream.read(readers.HEAD):
        read += len(piece)
        if read > LARGEST:
            raise OSError(EFBIG, TOO_LARGE)
        yield piece
