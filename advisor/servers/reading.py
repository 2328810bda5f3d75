"""Read the files of a run for the first time, and hold all items or only those that other servers need."""

from binascii import crc32
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from sys import intern
from typing import Any, TypeVar

from msgspec.structs import replace

from advisor import readers
from advisor.facts import HOST_NAME, Answer, Complete, Diagnostic, Document, Fact, Facts
from advisor.pack import Catalogue
from advisor.readers import Item
from advisor.servers import model
from advisor.servers.model import (
    BROKEN_FILE,
    BY_DOCUMENT,
    DAOS_OF_PARTITIONS,
    FIRST,
    LAST,
    LEFT_BY_SET_UP,
    NOT_READ,
    OF_PARTITIONS,
    PORT_OF_PARTITIONS,
    READER_RAISED,
    WEB_OF_PARTITIONS,
    FileItems,
    InputFile,
    ParsedFile,
    Unread,
    number_of_facts,
    parted,
)
from advisor.source import Source, Span, Stream
from advisor.values.names import abbreviated
from advisor.values.printing import what_was_raised

HELD = 12 * 1024**2  # bytes, about, that are held from the first pass to the second: all that one file may tell
_OF_A_FACT = 400  # bytes, with its texts and its place
_LONGEST_QUOTE = 120  # characters
AnyItem = TypeVar("AnyItem", Fact, Complete, Document, Fact | Complete)
_NAMING = {*FIRST, *LAST, *LEFT_BY_SET_UP}  # keys


class Reading:
    """The files of a run with their items, and the parts that could not be read.

    left: the number of bytes that may still be held. A larger file holds only what other servers need, and is parsed
    again when its server is checked.
    """

    def __init__(self, catalogue: Catalogue, held: int | None = None) -> None:
        self.catalogue = catalogue
        self.files: list[ParsedFile] = []
        self.unread: list[Unread] = []
        self.left = HELD if held is None else held

    def take(self, file: InputFile, source: Source) -> None:
        """Read a file. The items of a pipe are always held. A bug loses only that file."""
        self._read(file, lambda: source)

    def open(self, file: InputFile) -> None:
        """Read a file that was found before."""
        self._read(file, file.opened)

    def _read(self, file: InputFile, opened: Callable[[], Source]) -> None:
        try:
            self._take(file, opened())
        except OSError as slip:  # it was there when it was found
            self.unread.append(Unread(file.path, None, slip.strerror or str(slip), True, NOT_READ))
        except Exception as slip:
            self.unread.append(internal_error_remark(file, what_was_raised(slip)))

    def _take(self, file: InputFile, source: Source) -> None:
        read_items = readers.facts_of(file.reader, source, self.catalogue)
        items: list[Item] = []
        size = source.size
        for item in read_items:
            if isinstance(item, Fact):
                size += _OF_A_FACT
            elif self._is_unread(item, file, source):
                continue
            else:
                size += _OF_A_FACT * number_of_facts(item)
            items.append(item)
            if size > self.left and not file.once:
                readable = (item for item in read_items if not self._is_unread(item, file, source))
                self.files.append(_in_brief(file, source, items, readable))
                return
        if not file.once:
            self.left -= size
        naming = [
            item for item in items if isinstance(item, Document) or (isinstance(item, Fact) and item.key in _NAMING)
        ]
        of_file = (*parted(items), *_named(naming), _is_set_up(file, naming))
        self.files.append(ParsedFile(file, *of_file, hosts=_hosts(items)))

    def _is_unread(self, item: Item, file: InputFile, source: Source) -> bool:
        """Record what could not be read, and return whether the item is a diagnostic."""
        if not isinstance(item, Diagnostic):
            return False
        line, _ = source.position(item.offset)
        status = BROKEN_FILE * item.own or NOT_READ * (item.lost or (item.left and file.reader.must_be_whole))
        self.unread.append(Unread(source.path, line, _reason(item, source), item.problem, status))
        return True


def internal_error_remark(file: InputFile, why: str) -> Unread:
    """Return a remark on a file that was not read because of a bug."""
    return Unread(file.path, None, f"internal error: {why}; please report it", True, READER_RAISED)


def read(files: list[InputFile], catalogue: Catalogue) -> Reading:
    """Read files that were found before."""
    reading = Reading(catalogue)
    for file in files:
        reading.take(file, file.opened())
    return reading


def _in_brief(file: InputFile, source: Source, items: list[Item], rest: Iterator[Item]) -> ParsedFile:
    """Return a file that holds only what other servers need. rest: the items after `items`."""
    hosts: dict[str, None] = {}
    brief_items = [*shared_items(_collecting_hosts(chain(items, rest), hosts), FIRST_KEYS)]
    of_file = (*shared_content(brief_items), *_named(brief_items), _is_set_up(file, brief_items))
    return ParsedFile(file, *of_file, source.seal(), tuple(hosts))


def _hosts(items: Iterable[Item]) -> tuple[str, ...]:
    """Return the host names in a file."""
    facts = (item for item in items if isinstance(item, Fact) and (item.host or item.key == HOST_NAME))
    return tuple(dict.fromkeys(host for fact in facts if (host := fact.host or fact.text)))


def _collecting_hosts(items: Iterable[Item], hosts: dict[str, None]) -> Iterator[Item]:
    """Yield the items, and add the machines that they name to `hosts`."""
    for item in items:
        if isinstance(item, Fact) and (host := item.host or (item.text if item.key == HOST_NAME else "")):
            hosts[host] = None
        yield item


def _reason(diagnostic: Diagnostic, source: Source) -> str:
    """Return why a part could not be read, with a quote from the file."""
    if diagnostic.quote is None:
        return diagnostic.reason
    return f"{diagnostic.reason}: {source.text(*diagnostic.quote)[:_LONGEST_QUOTE]}"


def _named(items: Iterable[Item]) -> tuple[str, str]:
    """Return the abbreviated server name in one file and the kind of its source, or two empty texts."""
    facts = Facts()
    facts.add(item for item in items if isinstance(item, Fact) and item.key in _NAMING)
    for key, label in FIRST.items():
        if text := facts.ask(key).text:
            return abbreviated(text), label
    documents = (item for item in items if isinstance(item, Document) and item.form == "server" and item.server)
    names = {abbreviated(document.server).casefold(): document.server for document in documents}
    if len(names) == 1:
        return abbreviated(names.popitem()[1]), BY_DOCUMENT
    for key, label in LAST.items():
        if text := facts.ask(key).text:
            return abbreviated(text), label
    return "", ""


def _is_set_up(file: InputFile, items: Iterable[Item]) -> bool:
    if file.reader.name not in {"notes.ini", "nsd"}:
        return False
    setup_facts = (item for item in items if isinstance(item, Fact) and item.key in LEFT_BY_SET_UP)
    return any(fact.text.strip() not in {"", "0"} for fact in setup_facts)


SHARED_KEYS = frozenset(
    {
        *(f"ini.{name}" for name in OF_PARTITIONS + PORT_OF_PARTITIONS),
        *(f"doc.server.{name}" for name in WEB_OF_PARTITIONS + DAOS_OF_PARTITIONS),
        *model.CLUSTER_NAMED_BY, *model.CONTROLLER, *model.SYSTEM,
        model.HOST, model.PORTS, model.CUT,
        model.CONSOLE_NAME, model.STATISTICS_NAME, model.STATISTICS_DIRECTORY,
    }
)  # fmt: skip
FIRST_KEYS = SHARED_KEYS | model.LEFT_BY_SET_UP  # with what is asked of a file only as it is read


def shared_items(items: Iterable[Item], keys: frozenset[str] = SHARED_KEYS) -> Iterator[Fact | Complete | Document]:
    """Yield the documents, and the facts that other servers need or that have one of the keys."""
    for item in items:
        if isinstance(item, Fact):
            if item.key in keys:
                yield item
        elif isinstance(item, Document):
            yield reduced_document(item)
        elif isinstance(item, Complete) and _covers_shared_key(item.prefix):
            yield item


def shared_content(items: Iterable[Item]) -> tuple[FileItems, tuple[Document, ...]]:
    """Return the facts and the documents of a file to hold in memory."""
    facts, documents = parted(shared_items(items))
    return LineExcerpts().moved(facts), LineExcerpts().moved(documents)


@cache
def _covers_shared_key(prefix: str) -> bool:
    return any(key.startswith(prefix) for key in SHARED_KEYS)


def reduced_document(document: Document) -> Document:
    """Return a document with only the items that other servers need."""
    items = tuple(fact for fact in document.items if fact.key in SHARED_KEYS)
    return replace(document, items=items, content=content_of(document))


def content_of(document: Document) -> int:
    """Return a number that is equal for documents with equal content, in any process."""
    return document.content or hash(frozenset(map(_checksum, document.items))) or 1


def _checksum(fact: Fact) -> int:
    return crc32(f"{fact.key}\0{fact.text}".encode("utf-8", "backslashreplace"))


def apart(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Return the same facts with their own texts, so that the texts of their files can be dropped."""
    return LineExcerpts().moved(tuple(facts))


def detached_answer(answer: Answer) -> Answer:
    """Return the same answer with its own text."""
    return replace(answer, facts=apart(answer.facts), where=None)


def detached_document(document: Document) -> Document:
    """Return the same document with its own text."""
    return LineExcerpts().moved([document])[0]


def _no_more() -> Iterator[bytes]:
    return iter(())


class LineExcerpts:
    """Move facts to texts that contain only the lines, or parts of lines, with these facts: one text per file."""

    def __init__(self) -> None:
        self.texts: dict[int, Source] = {}  # by the source's identity; one of which no line is held has none
        self.begins: dict[tuple[int, int, int], int] = {}  # of source, line and column, in its text
        self.sources: list[Source] = []  # held as long as their identity counts

    def moved(self, items: Sequence[AnyItem]) -> tuple[AnyItem, ...]:
        """Return facts, complete prefixes or documents in order, on the new texts."""
        self._keep([location for item in items for location in _places(item)])
        return tuple(map(self._moved, items))

    def _keep(self, places: list[tuple[Source, Span]]) -> None:
        """Keep each line that contains one of the locations. The lines stay in the file's order."""
        pieces = {(id(source), *_piece(source, span[0])[:2]): (source, span[0]) for source, span in places}
        for piece_key in sorted(pieces):
            source, offset = pieces[piece_key]
            _, column, text, _ = _piece(source, offset)
            if piece_key not in self.begins:
                kept_text = self.texts.setdefault(id(source), Stream(source.path, _no_more))
                self.sources.append(source)
                if isinstance(kept_text, Stream):
                    self.begins[piece_key] = kept_text.keep(
                        piece_key[1], column, text.encode("utf-8", "backslashreplace")
                    )

    def _text(self, source: Source) -> Source:
        if id(source) not in self.texts:
            self.texts[id(source)] = Source(source.path, b"")
            self.sources.append(source)
        return self.texts[id(source)]

    def _moved(self, item: Any) -> Any:
        if isinstance(item, Fact):
            return self._fact(item)
        if isinstance(item, Document):
            facts, span = tuple(map(self._fact, item.items)), self._span(item.source, item.span)
            return replace(item, items=facts, source=self._text(item.source), span=span)
        return replace(item, source=self._text(item.source))

    def _fact(self, fact: Fact) -> Fact:
        return replace(
            fact,
            key=intern(fact.key),
            text=intern(fact.text),  # a fleet's directories and ports are mostly the same
            source=fact.source and self._text(fact.source),
            span=self._span(fact.source, fact.span) if fact.source and fact.span else fact.span,
            made_from=tuple(map(self._fact, fact.made_from)),
        )

    def _span(self, source: Source, span: Span) -> Span:
        line, column, text, before = _piece(source, span[0])
        begin = self.begins[id(source), line, column] + len(text[:before].encode("utf-8", "backslashreplace"))
        length = len(source.text(*span).encode("utf-8", "backslashreplace"))
        return begin, begin + length


def _places(item: Item) -> Iterator[tuple[Source, Span]]:
    """Yield the locations of an item and of the facts it was made from."""
    if isinstance(item, Document):
        yield item.source, item.span
        for fact in item.items:
            yield from _places(fact)
    elif isinstance(item, Fact):
        if item.source and item.span:
            yield item.source, item.span
        for fact in item.made_from:
            yield from _places(fact)


def _piece(source: Source, offset: int) -> tuple[int, int, str, int]:
    """Return the line, the column where the excerpt begins, the excerpt, and the characters before the offset."""
    line, column = source.position(offset)
    if shown := source.excerpt(offset):
        text, before = shown
        return line, column - before, text, before
    return line, 1, source.line_text(line), column - 1
