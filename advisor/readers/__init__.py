"""Readers: one module a format. Each has FORMAT, `recognises(head)` and `read(source)`; found by the folder's names.

A reader is imported only when its turn comes: the one the file's name suggests first, until one recognises the file.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from advisor.facts import Broken, Document, Fact, Whole
from advisor.source import Source, Stream

_SHARED = {"blocks"}  # what several readers read with
HEAD = 64 * 1024  # bytes that decide what a file is

Item = Fact | Whole | Broken | Document


class Reader(Protocol):
    """What a module of this folder offers."""

    FORMAT: str  # STREAMED = True beside it: files may be too large to hold, so that `read` is given a Stream

    def recognises(self, head: bytes) -> bool:
        """Whether a file that begins with these bytes is of this format."""

    def read(self, source: Source) -> Iterable[Item]:
        """The facts of a file of this format; never raises on bad input, but yields Broken."""


@cache
def names() -> tuple[str, ...]:
    """The names of the reader modules."""
    stems = (path.stem for path in Path(__file__).parent.glob("*.py"))
    return tuple(sorted(stem for stem in stems if not stem.startswith("_") and stem not in _SHARED))


def reader(name: str) -> Reader:
    """The reader module of a name."""
    return cast(Reader, import_module(f"advisor.readers.{name}"))


def recognise(file_name: str, head: bytes) -> Reader | None:
    """The reader that takes a file, or None."""
    plain = file_name.lower().replace(".", "_")
    likely_first = sorted(names(), key=lambda name: name not in plain)
    return next((found for found in map(reader, likely_first) if found.recognises(head)), None)


def source_of(found: Reader, path: str, head: bytes, chunks: Callable[[], Iterator[bytes]]) -> Source:
    """The file that a reader takes, of which the head was read; `chunks` yields its bytes from the beginning."""
    if getattr(found, "STREAMED", False):
        return Stream(path, chunks)
    return Source.of(path, head if len(head) < HEAD else b"".join(chunks()))


def facts_of(found: Reader, source: Source) -> Iterator[Item]:
    """What a reader tells of a file; of one in which another tool's output begins, only what stands before that."""
    if found.FORMAT == "notes.ini":  # anything may stand there, and a check of it alone is to do little
        yield from found.read(source)
        return
    from advisor.readers import _first_lines

    other = _first_lines.another(found.FORMAT, source.data)
    if other is None:
        yield from found.read(source)
        return
    at, tool = other
    before = Source(source.path, source.data[:at], source.encoding, source.mark)
    for item in found.read(before):
        ends_here = isinstance(item, Broken) and item.offset >= at
        if not (isinstance(item, Whole) or ends_here):
            yield item
    yield Broken(at, f"here the output of {tool} begins; it was not read, give it a file of its own")
