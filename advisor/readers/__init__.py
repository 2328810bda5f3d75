"""Readers: one module a format, in the folder of its family: FORMAT, `recognises(head)` and `read(source)`.

A reader is imported only when its turn comes: the one the file's name suggests first, until one recognises the file.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from advisor.facts import Complete, Diagnostic, Document, Fact
from advisor.pack import Catalogue
from advisor.source import Source, Stream

HEAD = 64 * 1024  # bytes that decide what a file is

Item = Fact | Complete | Diagnostic | Document


class Reader(Protocol):
    """What a module of this folder offers."""

    FORMAT: str  # STREAMED = True beside it: files may be too large to hold, so that `read` is given a Stream

    def recognises(self, head: bytes, catalogue: Catalogue) -> bool:
        """Whether a file that begins with these bytes is of this format."""

    def read(self, source: Source, catalogue: Catalogue) -> Iterable[Item]:
        """The facts of a file of this format; never raises on bad input, but yields Broken."""


@cache
def _families() -> dict[str, str]:
    """The name of each reader module and of the folder, its family, in which it lies."""
    paths = Path(__file__).parent.glob("*/*.py")
    return {path.stem: path.parent.name for path in paths if not path.stem.startswith("_")}


@cache
def names() -> tuple[str, ...]:
    """The names of the reader modules."""
    return tuple(sorted(_families()))


def reader(name: str) -> Reader:
    """The reader module of a name."""
    return cast(Reader, import_module(f"advisor.readers.{_families()[name]}.{name}"))


def recognise(file_name: str, head: bytes, catalogue: Catalogue) -> Reader | None:
    """The reader that takes a file, or None."""
    plain = file_name.lower().replace(".", "_")
    likely_first = sorted(names(), key=lambda name: name not in plain)
    return next((found for found in map(reader, likely_first) if found.recognises(head, catalogue)), None)


def source_of(found: Reader, path: str, head: bytes, chunks: Callable[[], Iterator[bytes]]) -> Source:
    """The file that a reader takes, of which the head was read; `chunks` yields its bytes from the beginning."""
    if getattr(found, "STREAMED", False):
        return Stream(path, chunks)
    return Source.of(path, head if len(head) < HEAD else b"".join(chunks()))


def facts_of(found: Reader, source: Source, catalogue: Catalogue) -> Iterator[Item]:
    """What a reader tells of a file; of one in which another tool's output begins, only what stands before that."""
    if found.FORMAT == "notes.ini":  # anything may stand there, and a check of it alone is to do little
        yield from found.read(source, catalogue)
        return
    from advisor.readers import _first_lines

    other = _first_lines.another(found.FORMAT, source.data)
    if other is None:
        yield from found.read(source, catalogue)
        return
    at, tool = other
    before = Source(source.path, source.data[:at], source.encoding, source.mark)
    for item in found.read(before, catalogue):
        ends_here = isinstance(item, Diagnostic) and item.offset >= at
        if not (isinstance(item, Complete) or ends_here):
            yield item
    yield Diagnostic(at, f"here the output of {tool} begins; it was not read, give it a file of its own")
