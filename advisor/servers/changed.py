"""Return a server as it would be with changed bytes in some of its files, before derivation."""

from collections.abc import Mapping
from copy import copy
from typing import TYPE_CHECKING

from advisor.facts import Document, Fact
from advisor.known import NOW, View
from advisor.pack import Catalogue
from advisor.readers import Item
from advisor.servers.model import ANCHORS, ParsedFile
from advisor.servers.server import Server, as_it_stands, facts_of

if TYPE_CHECKING:
    from advisor.servers.again import Again


class HeldFiles:
    """All items of the files of a checked server. again: reads the dropped files once more; raises OSError."""

    def __init__(self, server: Server, catalogue: Catalogue, again: "Again | None") -> None:
        self.server, self.catalogue = server, catalogue
        self.items = [again.items(file) if again else file.items for file in server.given.group.files]
        self.documents = list(server.facts.documents)

    @property
    def files(self) -> list[ParsedFile]:
        """Return the server's own files, in the order of `items`."""
        return self.server.given.group.files

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
            items_by_path[file.path] if file.path in items_by_path else _still(file, of_file, keys)
            for file, of_file in zip(self.files, self.items, strict=True)
        ]
        facts = facts_of(self.server.given, items, self.catalogue)
        facts.documents += self._documents(items_by_path)
        facts.add(self.server.given.more)
        return self.server._replace(views=(View(NOW, facts),))

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


def _still(file: ParsedFile, items: tuple[Item, ...], keys: frozenset[str]) -> tuple[Item, ...]:
    """Return the items of an unchanged file, without those that the change outdates."""
    if file.format in ANCHORS:
        return items
    return tuple(item for item in items if not (isinstance(item, Fact) and item.key in keys))
