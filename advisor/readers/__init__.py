"""Recognise the format of a file and read its facts: one module a format, in the folder of its family.

A reader is imported only when its turn comes. The reader that the file's name suggests is the first.
"""

from collections import deque
from collections.abc import Callable, Iterator
from errno import EFBIG
from itertools import chain

from advisor import limits
from advisor.facts import Diagnostic
from advisor.pack import Catalogue
from advisor.readers.interface import Item, Reader
from advisor.readers.registry import by_file_name, family, likely_first, names, reader, suggested
from advisor.source import HEAD, Source, Stream

__all__ = [
    "HEAD", "Item", "Reader", "facts_of", "family", "names", "reader", "recognise", "source_of", "suggested",
]  # fmt: skip

_SHORT_HEAD = 4 * 1024  # bytes
SMALL = 2_999  # bytes of a NOTES.INI that can exceed no limit: it has fewer than 1,000 lines
# How files begin that are packed, and what they are called.
ZIPS = (b"PK\x03\x04", b"PK\x05\x06")
GZIP = b"\x1f\x8b"
OTHERWISE_PACKED = {
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!\x1a\x07": "a rar archive",
    b"MSCF\0\0\0\0": "a cab archive",
    b"BZh": "packed with bzip2",
    b"\xfd7zXZ\0": "packed with xz",
    b"\x28\xb5\x2f\xfd": "packed with zstd",
    b"\x1f\x9d": "packed with compress",
}
_NEWEST_PART = (
    f"larger than {limits.MAX_CONSOLE_LOG_BYTES // 1024**2} MB:"
    " only the newest part was read, and line numbers begin there"
)
_TAR = b"ustar"  # after the first file's name


def recognise(file_name: str, head: bytes, catalogue: Catalogue) -> Reader | None:
    """Return the reader of a file, or None. No reader accepts an archive: its files may be in it uncompressed."""
    if head.startswith(ZIPS) or head[257:262] == _TAR:
        return None
    begin = head if len(head) <= _SHORT_HEAD or suggested(file_name) else _first_lines(head)
    lowered = Source.of("", head).data.lower()
    for name in likely_first(file_name, lowered):
        candidate = reader(name)
        if begin is not head and not _may_take(candidate, begin, lowered, catalogue):
            continue
        if candidate.recognises(head, catalogue):
            return candidate
    named = by_file_name(file_name, head)
    return reader(named) if named else None


def _may_take(reader: Reader, begin: bytes, lowered: bytes, catalogue: Catalogue) -> bool:
    """Return whether a reader may take a long text. begin: its first lines. lowered: its head in lower case."""
    if reader.needs_whole_head:
        return any(sign in lowered for sign in reader.signs)
    return reader.recognises(begin, catalogue)


def _first_lines(head: bytes) -> bytes:
    """Return the first lines of a long text, which are enough for most readers to reject it; else the whole head."""
    if b"\0" in head[:_SHORT_HEAD]:
        return head
    return head[: head.rfind(b"\n", 0, _SHORT_HEAD) + 1 or _SHORT_HEAD]


def source_of(reader: Reader, path: str, head: bytes, chunks: Callable[[], Iterator[bytes]]) -> Source:
    """Return the file for a reader, after its head was read. `chunks` yields the file's bytes from the beginning.

    Raises OSError, with EFBIG if the file is larger than the limit for files that are held completely.
    """
    if reader.is_stream:
        return Stream(path, chunks)
    if reader.grows and len(head) >= HEAD:
        from advisor.readers.console._log_excerpt import excerpt

        newest, skipped = newest_part(chunks, limits.MAX_CONSOLE_LOG_BYTES)
        source = excerpt(path, newest)
        source.skipped = skipped
        return source
    return Source.of(path, head if len(head) < HEAD else _whole(chunks(), reader))


def newest_part(chunks: Callable[[], Iterator[bytes]], most: int) -> tuple[Iterator[bytes], int]:
    """Return the last bytes of a log, from the beginning of a line on, and the number of bytes before them.

    A file on disk is read from there; of any other the bytes before are read and dropped.
    """
    if last_chunks := getattr(chunks, "last_chunks", None):
        pieces, skipped = last_chunks(most)
    else:
        pieces, skipped = _last_pieces(chunks(), most)
    if not skipped:
        return pieces, 0
    first = next(pieces, b"")
    begin = first.find(b"\n") + 1
    return chain((first[begin:],), pieces), skipped + begin


def _last_pieces(chunks: Iterator[bytes], most: int) -> tuple[Iterator[bytes], int]:
    pieces: deque[bytes] = deque()
    skipped = total = 0
    for piece in chunks:
        pieces.append(piece)
        total += len(piece)
        while total - len(pieces[0]) >= most:
            skipped += len(pieces[0])
            total -= len(pieces.popleft())
    return iter(pieces), skipped


def _whole(chunks: Iterator[bytes], reader: Reader) -> bytes:
    """Return all bytes of a file. They are counted while reading, because the system's file size may be wrong."""
    is_notes_ini = reader.key == "notes_ini"
    data, largest = bytearray(), limits.MAX_NOTES_INI_BYTES if is_notes_ini else limits.MAX_WHOLE_FILE_BYTES
    for piece in chunks:
        data += piece
        if len(data) > largest:
            most = f"{largest // 1024**2} MB, the most that is read of this format ({reader.name})"
            raise OSError(EFBIG, f"larger than {most}")
    return bytes(data)


def facts_of(reader: Reader, source: Source, catalogue: Catalogue) -> Iterator[Item]:
    """Yield the content of a file. If the output of another tool begins in it, only the part before is read."""
    if source.skipped:
        yield Diagnostic(0, _NEWEST_PART, problem=False)
    if _is_small(reader, source) and not source.ends_within_a_line:
        yield from reader.read(source, catalogue)
        return
    if reader.key == "notes_ini" and not source.ends_within_a_line:
        from advisor.readers.bounds import settings_of_the_first_lines  # a small NOTES.INI needs no limit

        yield from settings_of_the_first_lines(reader, source, catalogue)
        return
    from advisor.readers.tool_output import bounded_facts  # most runs have only one NOTES.INI

    yield from bounded_facts(reader, source, catalogue)


def _is_small(reader: Reader, source: Source) -> bool:
    """Return whether a file is a NOTES.INI that can exceed no limit. Every line with NUL bytes is reported."""
    return reader.key == "notes_ini" and source.size <= SMALL and b"\0" not in source.data
