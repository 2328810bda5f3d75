"""Reading: a family of readers, each of whose formats is a label, and what every reader promises of any bytes."""

from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from advisor import readers
from advisor.facts import Complete, Diagnostic, Document, Fact
from advisor.source import Stream
from fuzzing import corpus, mutations
from fuzzing.shares import one_in

CATALOGUE = corpus.CATALOGUE
# Names of which nobody has a list: of settings, variables, statistics, items, parameters, AIX's tunables and filesets.
FAMILIES = (
    "ini.", "aix.env.", "stat.", "doc.", "one_touch.", "aix.vmo.", "aix.vmo_boot.", "aix.vmo_default.", "aix.nextboot.",
    "aix.nextboot_ignored.", "aix.lastboot.", "aix.tunables.", "aix.sys0.", "aix.fileset.", "aix.fileset_state.",
    "aix.apar.",
)  # fmt: skip
OF_THE_FILE = "notes_ini."  # its encoding, line ends and heading
# One in so many inputs is looked at for another tool's output, read twice, shown to all readers, and goes to a report.
BOUNDED, AGAIN, TAKEN, WHOLE = 4, 8, 24, 64


class Readers(NamedTuple):
    """The readers of some folders of advisor/readers, as a family."""

    folders: tuple[str, ...]

    def names(self):
        """The names of their modules, by their formats."""
        found = (name for name in readers.names() if readers.family(name) in self.folders)
        return {readers.reader(name).name: name for name in found}

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
        assert reader.recognises(data[: readers.HEAD], CATALOGUE) in (True, False)
        holds_read(reader, data)
        if one_in(TAKEN, data, "taken"):
            holds_taken(name, data)
        if one_in(WHOLE, data, "whole"):
            from fuzzing.whole import holds_whole  # late: what it imports is not to steer a guided run

            holds_whole(name, data)


@cache
def _names(family):
    return family.names()


@cache
def _material(family, label):
    others = [corpus.seeds(name)[0] for name in readers.names()]
    return mutations.material(family.seeds(label), others)


def holds_taken(name, data):
    """The reader that takes a file is the same whenever it is asked for, and another than this keeps its promises too."""
    head = data[: readers.HEAD]
    taker, again = (readers.recognise(f"{name}.txt", head, CATALOGUE) for _ in range(2))
    assert taker is again, "another reader takes it the second time"
    other = readers.recognise("evidence.txt", head, CATALOGUE)
    assert (other is None) == (taker is None), "its name decides whether anybody takes it"
    for one in {taker, other} - {None, readers.reader(name)}:
        holds_read(one, data)


def told(reader, data, pieces=0):
    """The file as its reader sees it, and what that tells. pieces: bytes that are read at a time."""
    parts = [data[at : at + pieces] for at in range(0, len(data), pieces)] if pieces else [data]
    source = readers.source_of(reader, "file", data[: readers.HEAD], lambda: iter(parts))
    tells = readers.facts_of if one_in(BOUNDED, data, "bounded") else _reads
    return source, list(tells(reader, source, CATALOGUE))


def _reads(reader, source, catalogue):
    return reader.read(source, catalogue)


def holds_read(reader, data):
    """What a reader tells of a file has its place in it, and is the same whenever it is read."""
    source, items = told(reader, data)
    holds_items(source, items)
    if not one_in(AGAIN, data, "again"):
        return
    assert plain(told(reader, data)[1]) == plain(items), "it tells something else the second time"
    if isinstance(source, Stream):
        for pieces in (1, 7):
            assert plain(told(reader, data, pieces)[1]) == plain(items), f"{pieces} bytes at a time tell something else"


def plain(items):
    """What is told, without the sources, which are made anew."""
    return [_plain(item) for item in items]


def _plain(item):
    if isinstance(item, Diagnostic):
        return item
    if isinstance(item, Document):
        return replace(item, source=None, items=tuple(plain(item.items)))
    if isinstance(item, Complete):
        return replace(item, source=None)
    return replace(item, source=None, made_from=tuple(plain(item.made_from)))


def holds_items(source, items):
    """Every fact has a key of the catalogue's kinds, and a place that can be shown."""
    lines = last_line(source)
    holds_apart(item for item in items if isinstance(item, Fact))
    for item in items:
        if isinstance(item, Fact):
            assert known(item.key), f"the catalogue does not know {item.key}"
            holds_fact(item, lines)
        elif isinstance(item, Document):
            holds_place(item.source, item.span, lines)
            holds_apart(item.items)
            for fact in item.items:
                assert known(fact.key), f"the catalogue does not know {fact.key}"
                holds_fact(fact, lines)
        elif isinstance(item, Diagnostic):
            holds_place(source, item.quote or (item.offset, item.offset), lines)
        else:
            assert isinstance(item, Complete), item
            assert item.source, "what is complete has no source"


def holds_apart(facts):
    """Places of one key and subject are the same, or have nothing in common."""
    spans = {}
    for fact in facts:
        if fact.span:
            spans.setdefault((fact.key, fact.subject, id(fact.source)), set()).add(fact.span)
    for of_one, places in spans.items():
        for (_, end), (begin, _) in pairwise(sorted(places)) if len(places) > 1 else ():
            assert end <= begin, f"two places of {of_one[:2]} overlap: {end}, {begin}"


@lru_cache(10_000)  # made-up settings have names without end
def known(key):
    """Whether the catalogue knows a key, or names of its kind that nobody has a list of."""
    return key in CATALOGUE.keys or key.startswith(FAMILIES)


def holds_fact(fact, lines):
    """A fact has a key, a text and a place; one that was made has those that it was made from."""
    assert type(fact.text) is str, "its text is none"
    if fact.span is not None:
        holds_place(fact.source, fact.span, lines)
    else:
        assert fact.made_from or fact.key.startswith(OF_THE_FILE), f"{fact.key} has no place"
        for origin in fact.made_from:
            holds_fact(origin, lines)


def last_line(source):
    """The number of the file's last line; of a stream, of which not all is held, none."""
    return None if isinstance(source, Stream) else len(source.line_starts)


def holds_place(source, span, lines):
    """A piece of the file that begins and ends between characters, in a line that can be shown."""
    begin, end = span
    size = len(source._text) if isinstance(source, Stream) else len(source.data)
    assert 0 <= begin <= end <= size, f"{span} is outside the file, which has {size} bytes"
    if source.encoding.startswith("utf"):  # UTF-16 is held as UTF-8
        for at in span:
            assert not b"\x80" <= source.raw(at, at + 1) < b"\xc0", f"{at} lies within a character"
    line, column = source.position(begin)
    assert line >= 1, line
    assert column >= 1, column
    assert lines is None or line <= lines, f"line {line} is outside the file"
    assert type(source.line_text(line)) is str
