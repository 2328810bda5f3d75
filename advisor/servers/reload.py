"""Read the files of each server a second time, when the server is checked."""

import pickle
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from copy import copy
from typing import Generic, TypeVar

from msgspec.structs import replace

from advisor import readers
from advisor.facts import NOW, Diagnostic, Document, Fact, View
from advisor.pack import Catalogue
from advisor.readers import Item
from advisor.servers.model import (
    ANCHORS,
    NOT_READ,
    FileItems,
    ParsedFile,
    ReloadsServers,
    Server,
    Unread,
    number_of_facts,
    parted,
)
from advisor.servers.reading import detached_document
from advisor.servers.server import as_it_stands, facts_of
from advisor.source import Source

_FACTS = 40_000  # of files that are read again and belong to several servers, held for the next one: 1 MB has 30,000
_PACKED = 8 * 1024**2  # bytes of such documents that are held packed
_CHANGED = "it changed while domlint was reading; check it again"

What = TypeVar("What")
FileContent = tuple[FileItems, tuple[Document, ...]]  # separated once for all servers in the file


class BoundedCache(Generic[What]):
    """A cache of limited size. The newest entry is kept even if it exceeds the limit."""

    def __init__(self, most: int) -> None:
        self.left = most
        self.entries: dict[object, tuple[What, int]] = {}

    def get(self, key: object) -> What | None:
        """Return the cached value of a key, or None."""
        return self.entries[key][0] if key in self.entries else None

    def put(self, key: object, value: What, size: int) -> What:
        """Cache a value under a key, and drop the oldest entries if the limit is exceeded."""
        while self.entries and self.left < size:
            self.left += self.entries.pop(next(iter(self.entries)))[1]
        self.entries[key] = value, size
        self.left -= size
        return value


class Reloader:
    """Reads dropped files again. A bounded amount of content is cached for servers that share files."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.files: BoundedCache[FileContent] = BoundedCache(_FACTS)
        self.packed: BoundedCache[list[bytes]] = BoundedCache(_PACKED)

    def whole(self, server: Server) -> tuple[Server, list[Unread]]:
        """Return a server with all facts of its files, documents and other servers, and what cannot be read now."""
        given = server.given
        unread: list[Unread] = []
        if given.whole:
            return server, unread
        own_content = {file.input.which: self._content(file, unread) for file in given.files}
        facts = facts_of(given, [own_content[file.input.which][0] for file in given.files], self.catalogue)
        for file, number in given.documents:
            content = own_content.get(file.input.which)
            documents = [self._document(file, number, unread)] if content is None else content[1][number : number + 1]
            facts.documents += [
                as_it_stands(document, file, given, self.catalogue) for document in documents if document
            ]
        facts.add(given.more)
        now = View(NOW, facts)
        return replace(server, views=(now,), given=replace(given, whole=True)), unread

    def items(self, file: ParsedFile) -> FileItems:
        """Return the items of one of the server's own files. Raises OSError."""
        unread: list[Unread] = []
        items, _ = self._content(file, unread)
        if unread:
            raise OSError(0, unread[-1].reason)
        return items

    def _content(self, file: ParsedFile, unread: list[Unread]) -> FileContent:
        """Return all items and documents of a file, or none if it can no longer be read."""
        if not file.brief:
            return file.items, file.documents
        content = self.files.get(file.input.which)
        return self._read(file, unread) if content is None else content

    def _read(self, file: ParsedFile, unread: list[Unread]) -> FileContent:
        items = tuple(self._each(file, unread))
        if _changed(unread):
            items = ()
        content = parted(items)
        return self.files.put(file.input.which, content, sum(map(number_of_facts, items))) if file.shared else content

    def _each(self, file: ParsedFile, unread: list[Unread]) -> Iterator[Item]:
        """Yield the items of a file while reading it again."""
        try:
            source = file.input.opened()
            for item in readers.facts_of(file.input.reader, source, self.catalogue):
                if isinstance(item, Diagnostic) and item.lost:
                    unread.append(Unread(file.path, source.position(item.offset)[0], item.reason, True, NOT_READ))
                    return
                yield item
        except OSError as error:
            unread.append(Unread(file.path, None, error.strerror or str(error), True, NOT_READ))
            return
        if not _is_the_same(source, file):
            unread.append(Unread(file.path, None, _CHANGED, True, NOT_READ))

    def _document(self, file: ParsedFile, number: int, unread: list[Unread]) -> Document | None:
        """Return a document from a file of another server. If the file was dropped, the document has its own text."""
        return self._unpacked(file, number, unread) if file.brief else file.documents[number]

    def _unpacked(self, file: ParsedFile, number: int, unread: list[Unread]) -> Document | None:
        """Return a document of a file that is read again once for all servers that its documents name."""
        packed = self.packed.get(file.input.which)
        if packed is None:
            documents = (item for item in self._each(file, unread) if isinstance(item, Document))
            packed = [zlib.compress(pickle.dumps(detached_document(document)), 1) for document in documents]
            if _changed(unread):
                packed = []
            self.packed.put(file.input.which, packed, sum(map(len, packed)))
        document = pickle.loads(zlib.decompress(packed[number])) if number < len(packed) else None  # noqa: S301 our own
        return document if isinstance(document, Document) else None


def _changed(unread: list[Unread]) -> bool:
    """Return whether the file changed since the first reading; it may now belong to another server."""
    return bool(unread) and unread[-1].reason == _CHANGED


def _is_the_same(source: Source, file: ParsedFile) -> bool:
    """Return whether a file is unchanged since the first reading. For a growing log, only the beginning is compared."""
    if source.skipped:  # the newest part of a large log, which a running server goes on to write
        return True
    grows = file.input.reader.grows
    return file.seal is not None and file.seal == source.seal(file.seal >> 32 if grows else None)


def drop_items(servers: list[Server]) -> None:
    """Drop the items of each file that can be read again. Facts for other servers have been taken by then."""
    emptied: dict[int, ParsedFile] = {}  # by the identity of the file, of which servers may have many documents
    servers_in = Counter(id(file) for server in servers for file in server.given.files)
    for index, server in enumerate(servers):
        if not server.given.whole:
            own_files = server.given.files
            files = {id(file): file for file in (*own_files, *(file for file, _ in server.given.documents))}
            for number, file in files.items():
                if number not in emptied:
                    emptied[number] = _without_content(file, shared=servers_in[number] > 1)
            servers[index] = _without_items(server, emptied)


def _without_items(server: Server, emptied: dict[int, ParsedFile]) -> Server:
    files = [emptied[id(file)] for file in server.given.files]
    documents = tuple([(emptied[id(file)], number) for file, number in server.given.documents])
    return replace(server, views=(), given=replace(server.given, files=files, documents=documents))


def _without_content(file: ParsedFile, *, shared: bool) -> ParsedFile:
    return replace(file, items=(), documents=(), shared=shared) if file.brief else file


class HeldFiles:
    """All items of the files of a checked server. again: reads the dropped files once more; raises OSError."""

    def __init__(self, server: Server, catalogue: Catalogue, again: ReloadsServers | None) -> None:
        self.server, self.catalogue = server, catalogue
        self.items = [again.items(file) if again else file.items for file in server.given.files]
        self.documents = list(server.facts.documents)

    @property
    def files(self) -> list[ParsedFile]:
        """Return the server's own files, in the order of `items`."""
        return self.server.given.files

    def of(self, server: Server) -> "HeldFiles":
        """Return the same files for a server with other facts from the run."""
        changed = copy(self)
        changed.server = server
        return changed

    def with_changed_items(self, items_by_path: Mapping[str, tuple[Item, ...]], keys: frozenset[str]) -> Server:
        """Return the server with new items for the files with these paths. keys: the keys that change.

        A listing was printed before the change, so its facts with these keys are removed.
        """
        items = [
            items_by_path[file.path] if file.path in items_by_path else _items_after_change(file, of_file, keys)
            for file, of_file in zip(self.files, self.items, strict=True)
        ]
        facts = facts_of(self.server.given, items, self.catalogue)
        facts.documents += self._documents(items_by_path)
        facts.add(self.server.given.more)
        return replace(self.server, views=(View(NOW, facts),))

    def _documents(self, items_by_path: Mapping[str, tuple[Item, ...]]) -> list[Document]:
        """Return the documents about the server, taken from the changed files where there are any."""
        documents = []
        for (file, number), document in zip(self.server.given.documents, self.documents, strict=False):
            changed_documents = [item for item in items_by_path.get(file.path, ()) if isinstance(item, Document)]
            documents += [
                as_it_stands(changed, file, self.server.given, self.catalogue)
                for changed in (changed_documents[number : number + 1] if file.path in items_by_path else [document])
            ]
        return documents


def _items_after_change(file: ParsedFile, items: tuple[Item, ...], keys: frozenset[str]) -> tuple[Item, ...]:
    """Return the items of an unchanged file, without those that the change outdates."""
    if file.format in ANCHORS:
        return items
    return tuple(item for item in items if not (isinstance(item, Fact) and item.key in keys))
