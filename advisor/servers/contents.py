"""Contents: opens a file, on the disk, from a pipe or in an archive, and gives its head, its reader and its text."""

import os
import stat
from collections.abc import Iterator
from errno import EFBIG, EINVAL, ELOOP
from functools import partial
from pathlib import Path
from typing import IO

from advisor import readers
from advisor.pack import Catalogue
from advisor.readers import Reader
from advisor.servers.walk import LARGEST, NO_FILE, TOO_LARGE, Chunks, FoundFile
from advisor.source import Source, Stream

_NO_WAITING = getattr(os, "O_NONBLOCK", 0)  # for whoever writes into a pipe
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_BECAME_A_LINK = "it became a link while the folder was gone through, which is not followed"
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
    stream = file.path.open("rb") if file.once else plain_file(file.path, file.role != "itself" and not file.linked)
    kept = False
    try:
        head = stream.read(readers.HEAD)
        reader, head = recognised(file.path.name, head, iter(partial(stream.read, readers.HEAD), b""), catalogue)
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
    if file.taken_by is not None:
        head, reader = head_of(chunks), readers.reader(file.taken_by) if file.taken_by else None
    else:
        reader, head = recognised(file.path.name, head_of(chunks), behind_head(chunks), catalogue)
    return head, reader, _text(reader, file, head, chunks) if reader else None


def recognised(name: str, head: bytes, rest: Iterator[bytes], catalogue: Catalogue) -> tuple[Reader | None, bytes]:
    """The reader that takes a file, also behind blanks and remarks of any length, and what was read of it.

    Where none takes it that is its head, or what of it tells more. rest: the bytes that follow the head, in
    pieces. Raises OSError, Padded where all that is looked through tells nothing, or hides a server below other text.
    """
    if packing(head):
        return None, head
    if reader := readers.recognise(name, head, catalogue):
        return reader, head
    told, begun = b"", head
    from advisor.servers import below  # late, as the next: few files are such

    if len(head) >= readers.HEAD:
        from advisor.servers import padding

        most = padding.MOST if readers.suggested(name) else padding.FEW
        told, begun = padding.telling(head, rest, most)
        if told and (reader := readers.recognise(name, told, catalogue)):
            return reader, begun
        if below.is_looked_for(name):
            begun = padding.filled(begun, rest, most)
    if below.is_looked_for(name) and (reader := below.reader_of(name, begun, catalogue)):
        return reader, begun
    return None, head if packing(told) else told or head


def behind_head(chunks: Chunks) -> Iterator[bytes]:
    """What follows a file's head, a piece at a time."""
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
    with plain_file(path) as stream:
        yield from pieces(stream)


def plain_file(path: str | Path, no_link: bool = False) -> IO[bytes]:
    """A file, opened, that was seen to be an ordinary one: a pipe or a link that took its place since is not read.

    Raises OSError; without it whoever may write to the folder would have the run wait for ever, or read another file.
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


def pieces(stream: IO[bytes], read: int = 0) -> Iterator[bytes]:
    """The bytes of an open file, a piece at a time. read: how many of them were taken before.

    Raises OSError (EFBIG) where there are more than a file may have: a pipe does not tell its size beforehand.
    """
    while piece := stream.read(readers.HEAD):
        read += len(piece)
        if read > LARGEST:
            raise OSError(EFBIG, TOO_LARGE)
        yield piece
