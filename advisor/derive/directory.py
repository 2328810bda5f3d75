"""Directory: documents of which a server may have many, as subjects: connections, global domains, TLS credentials.

And for other steps: the documents of a kind that speak of the server, each in its newest copy.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from advisor.derive.context import Context
from advisor.facts import Document, Fact, Subject
from advisor.known import Facts
from advisor.pack import Catalogue
from advisor.values.names import abbreviated

_NAMED_BY = {  # kind: the keys of which the first that is set names a subject
    "connection": ("connection.destination",),
    "global_domain": ("global_domain.name",),
    "certstore": ("certstore.provider",),
}
_WHOM = "the document is for a group or for several servers, and no file tells whether for this one"


class Speaking(NamedTuple):
    """A document with its items by key. doubt: why nobody can say whether it speaks of the server, or ""."""

    document: Document
    items: dict[str, Fact]
    doubt: str

    def text(self, key: str) -> str:
        """The text of an item, or "" where it is missing or in doubt."""
        fact = self.items.get(key)
        return fact.text.strip() if fact and not fact.doubt else ""

    def place(self) -> Fact:
        """Where the document begins."""
        return Fact(self.document.form, "", self.document.source, self.document.span)


def derive(facts: Facts, context: Context) -> Iterator[Fact]:
    """`connection.…`, `global_domain.…` and `certstore.…` of each document."""
    for kind, naming in _NAMED_BY.items():
        taken: dict[str, int] = {}
        for given in of_kind(facts, kind, context.catalogue):
            name = next(filter(None, map(given.text, naming)), "")
            yield from as_subject(given, Subject(kind, once(abbreviated(name), taken)))


def of_kind(facts: Facts, kind: str, catalogue: Catalogue) -> Iterator[Speaking]:
    """The documents of a kind, each in its newest copy; of several equally new ones the first."""
    newest: dict[object, Document] = {}
    for document in facts.documents:
        if document.form == kind:
            same = document.unid or frozenset((fact.key, fact.text) for fact in document.items)
            if same not in newest or newest[same].written < document.written:
                newest[same] = document
    if not newest:
        return
    own = _own_names(facts)
    keys = [key for key in catalogue.keys if key.startswith(f"{kind}.") and catalogue.keys[key].item]
    for document in newest.values():
        yield Speaking(document, dict(_items(document, keys)), _doubt(document, own))


def as_subject(given: Speaking, subject: Subject) -> Iterator[Fact]:
    """The items of a document as facts of a subject; of one that nobody can say is the server's, all in doubt."""
    for key, text, source, span, _, made_from, presumed, note, doubt, host in given.items.values():
        yield Fact(key, text, source, span, subject, made_from, presumed, note, doubt or given.doubt, host)


def once(name: str, taken: dict[str, int]) -> str:
    """A name, or `name (2)` where it is taken; it is then. taken: with the last number that was put behind each."""
    free, number = name, taken.get(name.casefold(), 1)
    while free.casefold() in taken:
        number += 1
        free = f"{name} ({number})"
    taken[name.casefold()] = number
    taken.setdefault(free.casefold(), 1)
    return free


def _items(document: Document, keys: list[str]) -> Iterator[tuple[str, Fact]]:
    """The items by key, the first of each; of a document that was read to its end those of `keys` that it has not."""
    for fact in reversed(document.items):
        yield fact.key, fact
    if document.whole:
        known = {fact.key for fact in document.items}
        yield from ((key, Fact(key, "", document.source, document.span)) for key in keys if key not in known)


def _own_names(facts: Facts) -> set[str]:
    """The server's names, in lower case, as far as they are told."""
    told = [facts.ask(key).text or "" for key in ("ini.servername", "one_touch.server_name")]
    told += [document.server for document in facts.documents if document.form == "server"]
    return {abbreviated(name).casefold() for name in told if name}


def _doubt(document: Document, own: set[str]) -> str:
    """Why nobody can say that a document speaks of the server. A site that is for all servers is for this one."""
    names, of_servers = _named(document.server)
    first_parts = {name.partition("/")[0] for name in own}
    if not names or names & (own | first_parts) or (names == {"*"} and document.form in {"site", "global_domain"}):
        return ""
    return "" if not own and of_servers else _WHOM


@lru_cache(maxsize=4096)  # a document that names many servers is asked for each of them
def _named(whom: str) -> tuple[frozenset[str], bool]:
    """Whom a document names, in lower case, and whether all of these are surely servers."""
    names = frozenset(abbreviated(name).casefold() for name in whom.split(",") if name.strip())
    return names, all("/" in name and "*" not in name for name in names)
