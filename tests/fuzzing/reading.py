"""Reading: a family of readers, each of whose formats is a label, and what every reader promises of any bytes."""

from functools import cache
from typing import NamedTuple

from advisor import readers
from advisor.facts import Complete, Diagnostic, Document, Fact
from advisor.source import Source, Stream
from fuzzing import corpus, mutations
from fuzzing.shares import one_in
from fuzzing.whole import holds_whole

CATALOGUE = corpus.CATALOGUE
KINDS = {key.partition(".")[0] for key in (*CATALOGUE.keys, *CATALOGUE.evidence)}
OF_THE_FILE = "notes_ini."  # its encoding, line ends and heading
AGAIN, WHOLE = 8, 100  # one in so many inputs is read twice, and goes all the way to a report


class Readers(NamedTuple):
    """The readers of some folders of advisor/readers, as a family."""

    folders: tuple[str, ...]

    def names(self):
        """The names of their modules, by their formats."""
        found = (name for name in readers.names() if readers.family(name) in self.folders)
        return {readers.reader(name).FORMAT: name for name in found}

    def labels(self):
        """Their formats."""
        return list(_names(self))

    def seeds(self, label):
        """Files that a reader takes."""
        return corpus.seeds(_names(self)[label])

    def made(self, label, random):
        """A file as it comes, or comes to be."""
        return mutations.made(_material(self, label), random)

    def mutated(self, label, data, random):
        """Another one of it."""
        return mutations.mutated(_material(self, label), data, random)

    def hold(self, label, data):
        """Reads a file as that reader does, and now and then goes all the way to a report."""
        name = _names(self)[label]
        reader = readers.reader(name)
        taker = recognised(name, data)
        holds_read(reader, data)
        if taker not in (None, reader):
            holds_read(taker, data)
        if taker and one_in(WHOLE, data, "whole"):
            holds_whole(taker, name, data)


@cache
def _names(family):
    return family.names()


@cache
def _material(family, label):
    others = [corpus.seeds(name)[0] for name in readers.names()]
    return mutations.material(family.seeds(label), others)


def recognised(name, data):
    """The reader that takes a file, which is the same whenever it is asked for."""
    head = data[: readers.HEAD]
    taker = readers.recognise(f"{name}.txt", head, CATALOGUE)
    if one_in(AGAIN, data, "taken"):
        assert readers.recognise(f"{name}.txt", head, CATALOGUE) is taker, "another reader takes it the second time"
        other = readers.recognise("evidence.txt", head, CATALOGUE)
        assert (other is None) == (taker is None), "its name decides whether anybody takes it"
    return taker


def told(reader, data, pieces=0):
    """The file as its reader sees it, and what that tells. pieces: bytes that are read at a time."""
    parts = [data[at : at + pieces] for at in range(0, len(data), pieces)] if pieces else [data]
    source = readers.source_of(reader, "file", data[: readers.HEAD], lambda: iter(parts))
    return source, list(readers.facts_of(reader, source, CATALOGUE))


def holds_read(reader, data):
    """What a reader tells of a file has its place in it, and is the same whenever it is read."""
    source, items = told(reader, data)
    holds_items(source, items)
    again = one_in(AGAIN, data, "again")
    if again:
        assert plain(told(reader, data)[1]) == plain(items), "it tells something else the second time"
    if again and isinstance(source, Stream):
        for pieces in (1, 7):
            assert plain(told(reader, data, pieces)[1]) == plain(items), f"{pieces} bytes at a time tell something else"


def plain(items):
    """What is told, without the sources, which are made anew."""
    return [_plain(item) for item in items]


def _plain(item):
    if isinstance(item, Diagnostic):
        return item
    if isinstance(item, Document):
        return item._replace(source=None, items=tuple(plain(item.items)))
    if isinstance(item, Complete):
        return item._replace(source=None)
    return item._replace(source=None, made_from=tuple(plain(item.made_from)))


def holds_items(source, items):
    """Every fact has a key of the catalogue's kinds, and a place that can be shown."""
    spans = {}
    for item in items:
        if isinstance(item, Fact):
            holds_fact(source, item, spans)
        elif isinstance(item, Document):
            holds_place(source, item.span)
            of_document = {}
            for fact in item.items:
                holds_fact(source, fact, of_document)
        elif isinstance(item, Diagnostic):
            holds_place(source, (item.offset, item.offset))
            if item.quote:
                holds_place(source, item.quote)
        else:
            assert isinstance(item, Complete), item
            assert item.source, "what is complete has no source"


def holds_fact(source, fact, spans):
    """spans: those of the facts before it, by subject and key."""
    assert fact.key.partition(".")[0] in KINDS, f"the catalogue knows no key like {fact.key}"
    assert type(fact.text) is str, "its text is none"
    if fact.span is None:
        assert fact.made_from or fact.key.startswith(OF_THE_FILE), f"{fact.key} has no place"
        return
    holds_place(fact.source or source, fact.span)


def holds_place(source, span):
    """A piece of the file that begins and ends between characters, in a line that can be shown."""
    begin, end = span
    size = len(source._text) if isinstance(source, Stream) else len(source.data)
    assert 0 <= begin <= end <= size, f"{span} is outside the file, which has {size} bytes"
    if source.encoding == "utf-8":
        for at in span:
            assert source.raw(at, at + 1) < b"\x80" or source.raw(at, at + 1) >= b"\xc0", (
                f"{at} lies within a character"
            )
    line, column = source.position(begin)
    assert line >= 1, line
    assert column >= 1, column
    if not isinstance(source, Stream):
        assert line <= len(source.line_starts), f"line {line} is outside the file"


def source_of(data):
    """A file that is held whole, whatever reads it."""
    return Source.of("file", data)
