"""Reduce a file to the facts that other servers need, with only the lines that contain them.

Servers are named and grouped into machines and clusters by these facts. The remaining facts of a file are read when its
server is checked.
"""

from binascii import crc32
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from sys import intern

from advisor.facts import Answer, Complete, Document, Fact
from advisor.readers import Item
from advisor.servers import model
from advisor.servers.model import DAOS_OF_PARTITIONS, OF_PARTITIONS, PORT_OF_PARTITIONS, WEB_OF_PARTITIONS, Told, parted
from advisor.source import Source, Span, Stream

ASKED = frozenset(
    {
        *(f"ini.{name}" for name in OF_PARTITIONS + PORT_OF_PARTITIONS),
        *(f"doc.server.{name}" for name in WEB_OF_PARTITIONS + DAOS_OF_PARTITIONS),
        *model.CLUSTER_NAMED_BY, *model.CONTROLLER, *model.SYSTEM,
        model.HOST, model.PORTS, model.CUT,
        model.CONSOLE_NAME, model.STATISTICS_NAME, model.STATISTICS_DIRECTORY,
    }
)  # fmt: skip
AT_ONCE = ASKED | model.LEFT_BY_SET_UP  # with what is asked of a file only as it is read


def asked(items: Iterable[Item], keys: frozenset[str] = ASKED) -> Iterator[Fact | Complete | Document]:
    """Yield the documents, and the facts that other servers need or that have one of the keys."""
    for item in items:
        if isinstance(item, Fact):
            if item.key in keys:
                yield item
        elif isinstance(item, Document):
            yield reduced_document(item)
        elif isinstance(item, Complete) and _tells_of_asked(item.prefix):
            yield item


def held(items: Iterable[Item]) -> tuple[Told, tuple[Document, ...]]:
    """Return the facts and the documents of a file to hold in memory."""
    items_held, documents = parted(asked(items))
    return tuple(Lines().told(items_held)), tuple(Lines().documents(documents))


@cache
def _tells_of_asked(prefix: str) -> bool:
    return any(key.startswith(prefix) for key in ASKED)


def reduced_document(document: Document) -> Document:
    """Return a document with only the items that other servers need."""
    items = tuple(fact for fact in document.items if fact.key in ASKED)
    return document._replace(items=items, content=content_of(document))


def content_of(document: Document) -> int:
    """Return a number that is equal for documents with equal content, in any process."""
    return document.content or hash(frozenset(map(_checksum, document.items))) or 1


def _checksum(fact: Fact) -> int:
    return crc32(f"{fact.key}\0{fact.text}".encode("utf-8", "backslashreplace"))


def apart(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Return the same facts with their own texts, so that the texts of their files can be dropped."""
    return Lines().facts(tuple(facts))


def answer_apart(answer: Answer) -> Answer:
    """Return the same answer with its own text."""
    return answer._replace(facts=apart(answer.facts), where=None)


def document_apart(document: Document) -> Document:
    """Return the same document with its own text."""
    (same,) = Lines().documents([document])
    return same


def _no_more() -> Iterator[bytes]:
    return iter(())


class Lines:
    """Move facts to texts that contain only the lines, or parts of lines, with these facts: one text per file."""

    def __init__(self) -> None:
        self.texts: dict[int, Source] = {}  # by the source's identity; one of which no line is held has none
        self.begins: dict[tuple[int, int, int], int] = {}  # of source, line and column, in its text
        self.sources: list[Source] = []  # held as long as their identity counts

    def told(self, items: Sequence[Fact | Complete]) -> Iterator[Fact | Complete]:
        """Return the facts and the complete prefixes in order."""
        self._keep([location for item in items for location in _places(item)])
        return (self._fact(item) if isinstance(item, Fact) else self._complete(item) for item in items)

    def documents(self, documents: Sequence[Document]) -> Iterator[Document]:
        """Return the documents in order."""
        self._keep([location for document in documents for location in _places(document)])
        return map(self._document, documents)

    def facts(self, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
        """Return the facts in order."""
        self._keep([location for fact in facts for location in _places(fact)])
        return tuple(map(self._fact, facts))

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

    def _complete(self, complete: Complete) -> Complete:
        return complete._replace(source=self._text(complete.source))

    def _document(self, document: Document) -> Document:
        facts, span = tuple(map(self._fact, document.items)), self._span(document.source, document.span)
        return document._replace(items=facts, source=self._text(document.source), span=span)

    def _fact(self, fact: Fact) -> Fact:
        return fact._replace(
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
