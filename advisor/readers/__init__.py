"""Recognise the format of a file and read its facts: one module a format, in the folder of its family.

A reader is imported only when its turn comes. The reader that the file's name suggests is the first.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from errno import EFBIG
from itertools import chain

from advisor import limits
from advisor.facts import Complete, Diagnostic
from advisor.pack import Catalogue
from advisor.readers.interface import Item, Reader
from advisor.readers.registry import by_file_name, family, likely_first, names, reader, suggested
from advisor.source import HEAD, Source, Stream

__all__ = [
    "HEAD", "Item", "Reader", "facts_of", "family", "names", "reader", "recognise", "source_of", "suggested",
]  # fmt: skip

_SHORT_HEAD = 4 * 1024  # bytes
_PRINTED = {"aix", "console", "linux", "raid", "volumes", "windows"}  # families of what programs print, line by line
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
PACKED = (*ZIPS, GZIP, *OTHERWISE_PACKED)
_NEWEST_PART = (
    f"larger than {limits.MAX_CONSOLE_LOG_BYTES // 1024**2} MB:"
    " only the newest part was read, and line numbers begin there"
)
_TAR = b"ustar"  # behind the first file's name


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
        from advisor.readers.console._log_excerpt import excerpt  # late: few runs have a log

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
    skipped = held_bytes = 0
    for piece in chunks:
        pieces.append(piece)
        held_bytes += len(piece)
        while held_bytes - len(pieces[0]) >= most:
            skipped += len(pieces[0])
            held_bytes -= len(pieces.popleft())
    return iter(pieces), skipped


def _whole(chunks: Iterator[bytes], reader: Reader) -> bytes:
    """Return all bytes of a file. They are counted while reading, because the system's file size may be wrong."""
    is_notes_ini = reader.key == "notes_ini"
    held, largest = bytearray(), limits.MAX_NOTES_INI_BYTES if is_notes_ini else limits.MAX_WHOLE_FILE_BYTES
    for piece in chunks:
        held += piece
        if len(held) > largest:
            most = f"{largest // 1024**2} MB, the most that is read of this format ({reader.name})"
            raise OSError(EFBIG, f"larger than {most}")
    return bytes(held)


def facts_of(reader: Reader, source: Source, catalogue: Catalogue) -> Iterator[Item]:
    """Yield the content of a file. If the output of another tool begins in it, only the part before is read."""
    if source.skipped:
        yield Diagnostic(0, _NEWEST_PART, problem=False)
    yield from _facts_of(reader, source, catalogue)


def _facts_of(reader: Reader, source: Source, catalogue: Catalogue) -> Iterator[Item]:
    read_file = _read_up_to_other_output if reader.begins or reader.open_ended else _read_to_end
    if _is_small(reader, source):
        return iter(read_file(reader, source, catalogue))
    from advisor.readers.bounds import bounded, most_short_lines, of_the_first_lines  # late: most NOTES.INI are small

    if reader.key == "notes_ini":
        most = limits.MAX_NOTES_INI_LINES
    else:
        most = most_short_lines(source)
        most = most if reader.is_long else min(most, limits.MAX_LISTING_LINES)
    if reader.key == "notes_ini" or (reader.family in _PRINTED and not reader.reports_cut):
        return bounded(of_the_first_lines(source, lambda first: read_file(reader, first, catalogue), most))
    return bounded(read_file(reader, source, catalogue))


def _is_small(reader: Reader, source: Source) -> bool:
    """Return whether a file is a NOTES.INI that can exceed no limit. Every line with NUL bytes is reported."""
    return reader.key == "notes_ini" and source.size <= SMALL and b"\0" not in source.data


def _read_up_to_other_output(reader: Reader, source: Source, catalogue: Catalogue) -> Iterator[Item]:
    """Yield what a file contains above the output of another tool. Reading NOTES.INI alone imports none of this."""
    from advisor.readers.boundaries import boundary
    from advisor.readers.bounds import down_to_few_lines
    from advisor.readers.transcript import part

    other = boundary(reader, down_to_few_lines(source))
    if other is None:
        yield from _read_with_hosts(reader, source, lambda file: _read_to_end(reader, file, catalogue))
        return
    before_other = part(source, other.offset)
    for item in _read_with_hosts(reader, before_other, lambda file: reader.read(file, catalogue)):
        ends_here = isinstance(item, Diagnostic) and item.offset >= other.offset
        if not (isinstance(item, Complete) or ends_here):
            yield item
    yield Diagnostic(
        other.offset, f"here the output of {other.tool} begins; it was not read, give it a file of its own"
    )


def _read_with_hosts(reader: Reader, source: Source, read: Callable[[Source], Iterable[Item]]) -> Iterable[Item]:
    """Return what `read` yields, with the machine that a tool's output names. A server's console names none."""
    if not reader.begins:
        return read(source)
    from advisor.readers.hosts import with_hosts

    return with_hosts(source, read)


def _read_to_end(reader: Reader, source: Source, catalogue: Catalogue) -> Iterable[Item]:
    """Return what a reader yields. If the file ends within a line, the facts of that line are in doubt."""
    items = reader.read(source, catalogue)
    if not (source.ends_within_a_line or reader.reports_cut):
        return items
    from advisor.readers import boundaries

    facts_of_cut = (
        boundaries.facts_of_cut_lines if boundaries.is_cut(reader, source) else boundaries.facts_of_cut_structure
    )
    return facts_of_cut(source, items, reader.name)
