"""Changed: a server as it would be with other bytes in some of its files, before anything is derived."""

from collections.abc import Mapping
from copy import copy
from typing import TYPE_CHECKING

from advisor.facts import Document, Fact
from advisor.known import NOW, View
from advisor.pack import Catalogue
from advisor.readers import Item
from advisor.servers.parsed import ANCHORS, ParsedFile
from advisor.servers.server import Server, facts_of

if TYPE_CHECKING:
    from advisor.servers.again import Again


class HeldFiles:
    """All that the files of a judged server tell. again: reads what the run holds in brief once more; OSError."""

    def __init__(self, server: Server, catalogue: Catalogue, again: "Again | None") -> None:
        self.server, self.catalogue = server, catalogue
        self.items = [again.items(file) if again else file.items for file in server.given.group.files]
        self.documents = list(server.facts.documents)

    @property
    def files(self) -> list[ParsedFile]:
        """The server's own files, in the order of `items`."""
        return self.server.given.group.files

    def of(self, server: Server) -> "HeldFiles":
        """The same files of a server that is told something else by the run."""
        other = copy(self)
        other.server = server
        return other

    def with_told(self, told: Mapping[str, tuple[Item, ...]], keys: frozenset[str]) -> Server:
        """The server whose files of these paths tell something else. keys: of what changes there.

        What a listing prints of such a key it printed before the change, so that it tells nothing any more.
        """
        items = [
            told[file.path] if file.path in told else _still(file, of_file, keys)
            for file, of_file in zip(self.files, self.items, strict=True)
        ]
        facts = facts_of(self.server.given, items, self.catalogue)
        facts.documents += self._documents(told)
        facts.add(self.server.given.more)
        return self.server._replace(views=(View(NOW, facts),))

    def _documents(self, told: Mapping[str, tuple[Item, ...]]) -> list[Document]:
        """Those that speak of the server; of a changed file as it has them now."""
        found = []
        for (file, number), document in zip(self.server.given.documents, self.documents, strict=False):
            own = [item for item in told.get(file.path, ()) if isinstance(item, Document)]
            found += own[number : number + 1] if file.path in told else [document]
        return found


def _still(file: ParsedFile, items: tuple[Item, ...], keys: frozenset[str]) -> tuple[Item, ...]:
    """What a file that is as it was still tells."""
    if file.format in ANCHORS:
        return items
    return tuple(item for item in items if not (isinstance(item, Fact) and item.key in keys))
