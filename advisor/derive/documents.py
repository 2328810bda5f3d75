"""Documents of the Domino Directory: which ones apply to the server, and their items."""

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from advisor.derive.context import Context, derived
from advisor.facts import Complete, Document, Fact, Facts, Subject
from advisor.pack import Catalogue
from advisor.servers.belonging import newest
from advisor.values.names import abbreviated, collected
from advisor.values.printing import listed

_NAMED_BY = {  # kind: the keys of which the first that is set names a subject
    "connection": ("connection.destination",),
    "global_domain": ("global_domain.name",),
    "certstore": ("certstore.provider",),
}
_WHOM = "the document is for a group or for several servers, and no file tells whether for this one"


class Speaking(Struct, frozen=True):
    """A document with its items by key. doubt: why nobody can say whether it speaks of the server, or ""."""

    document: Document
    items: dict[str, Fact]
    doubt: str

    def text(self, key: str) -> str:
        """Return the text of an item, or "" where it is missing or in doubt."""
        fact = self.items.get(key)
        return fact.text.strip() if fact and not fact.doubt else ""

    def place(self) -> Fact:
        """Return where the document begins."""
        return Fact(self.document.form, "", self.document.source, self.document.span)


@derived(
    "connection.destination", "connection.files", "connection.interval", "connection.port", "connection.replicates",
    "connection.server", "connection.times", "connection.type", "global_domain.aliases", "global_domain.domains",
    "global_domain.internet_domain", "global_domain.name", "certstore.challenge", "certstore.key_type",
    "certstore.provider", "certstore.status",
)  # fmt: skip
def derive_directory(facts: Facts, context: Context) -> Iterator[Fact]:
    """Yield `connection.…`, `global_domain.…` and `certstore.…` of each document."""
    for kind, naming in _NAMED_BY.items():
        taken: dict[str, int] = {}
        for given in of_kind(facts, kind, context.catalogue):
            name = next(filter(None, map(given.text, naming)), "")
            yield from as_subject(given, Subject(kind, once(abbreviated(name), taken)))


def of_kind(facts: Facts, kind: str, catalogue: Catalogue) -> Iterator[Speaking]:
    """Yield the documents of a kind, each in its newest copy; of several equally new ones the first."""
    newest: dict[object, Document] = {}
    for document in facts.documents:
        if document.form == kind:
            same = document.unid or frozenset((fact.key, fact.text) for fact in document.items)
            if same not in newest or newest[same].written < document.written:
                newest[same] = document
    if not newest:
        return
    own = own_names(facts)
    keys = _keys_of_items(kind, catalogue)
    for document in newest.values():
        yield Speaking(document, dict(_items(document, keys)), _doubt(document, own))


@cache
def _keys_of_items(kind: str, catalogue: Catalogue) -> list[str]:
    return [key for key, entry in catalogue.keys.items() if key.startswith(f"{kind}.") and entry.item]


def as_subject(given: Speaking, subject: Subject) -> Iterator[Fact]:
    """Yield the items of a document as facts of a subject, in doubt if the document may be about another server."""
    for item in given.items.values():
        yield replace(item, subject=subject, doubt=item.doubt or given.doubt)


def once(name: str, taken: dict[str, int]) -> str:
    """Return a name, or `name (2)` where it is taken.

    taken: each name with the last number that was appended to it; the new name is added.
    """
    free, number = name, taken.get(name.casefold(), 1)
    while free.casefold() in taken:
        number += 1
        free = f"{name} ({number})"
    taken[name.casefold()] = number
    taken.setdefault(free.casefold(), 1)
    return free


def _items(document: Document, keys: list[str]) -> Iterator[tuple[str, Fact]]:
    """Yield the items by key, the first of each.

    Of a document that was read to its end those of `keys` that it has not.
    """
    for fact in reversed(document.items):
        yield fact.key, fact
    if document.whole:
        known = {fact.key for fact in document.items}
        yield from ((key, Fact(key, "", document.source, document.span)) for key in keys if key not in known)


def own_names(facts: Facts) -> set[str]:
    """Return the known names of the server, in lower case."""
    names = [facts.ask(key).text or "" for key in ("ini.servername", "one_touch.server_name")]
    names += [document.server for document in facts.documents if document.form == "server"]
    return {abbreviated(name).casefold() for name in names if name}


def _doubt(document: Document, own: set[str]) -> str:
    """Return why it is unknown whether a document is about the server.

    A site that is for all servers is for this one.
    """
    names, of_servers = _named(document.server)
    first_parts = {name.partition("/")[0] for name in own}
    if not names or names & (own | first_parts) or (names == {"*"} and document.form in {"site", "global_domain"}):
        return ""
    return "" if not own and of_servers else _WHOM


@lru_cache(maxsize=4096)  # a document that names many servers is asked for each of them
def _named(whom: str) -> tuple[frozenset[str], bool]:
    """Return the names in a document, in lower case, and whether all of them are surely servers."""
    names = frozenset(abbreviated(name).casefold() for name in whom.split(",") if name.strip())
    return names, all("/" in name and "*" not in name for name in names)


_LOADED = "doc.server.ldisite"
_WEB = {  # what Internet Site documents say instead: items of the server document, and the key that says the same
    "doc.server.http_allowanonymous": "site.tcp_anonymous",
    "doc.server.http_tcpnp": "site.tcp_password",
    "doc.server.http_sslanonymous": "site.tls_anonymous",
    "doc.server.http_sslbearertoken": "site.bearer_token",
    "doc.server.http_enablesessionauth": "site.sessions",
    "doc.server.http_sslkeyfile": "site.key_file",
    "doc.server.sslcipherlist": "site.ciphers",
}
SILENT = {*_WEB, "doc.server.http_sslcert", "doc.server.http_homeurl", "doc.server.http_databasebrowsing"}
_OWN = "server document"
SITE_DOCUMENT = "Internet Site document"


@derived(
    "site.bearer_token", "site.ciphers", "site.default", "site.document", "site.hosts", "site.key_file",
    "site.name", "site.protocol", "site.servers", "site.sessions", "site.tcp_anonymous", "site.tcp_password",
    "site.tls_anonymous", "site.tls_password",
)  # fmt: skip
def derive_sites(facts: Facts, context: Context) -> Iterator[Fact]:
    """Yield `site.…` of each Internet Site document, or of the server document's own HTTP."""
    loaded = facts.ask(_LOADED)
    if loaded.text == "1":
        taken: dict[str, int] = {}
        for given in of_kind(facts, "site", context.catalogue):
            named = given.text("site.name") or given.text("site.hosts") or "without a name"
            subject = Subject("site", once(f"{given.text('site.protocol')} {named}".strip(), taken))
            yield from as_subject(given, subject)
            at = given.items.get("site.name", given.place())
            yield Fact("site.document", f"{SITE_DOCUMENT} {named}", subject=subject, made_from=(at,))
    elif loaded.text == "0" or loaded.absent:
        yield from _of_server_document(facts, Subject("site", f"web of the {_OWN}"))


def _of_server_document(facts: Facts, subject: Subject) -> Iterator[Fact]:
    answers = {key: facts.ask(item) for item, key in _WEB.items()}
    origins = next((answer.facts for answer in answers.values() if answer.facts), ())
    if not origins:
        return
    yield Fact("site.protocol", "web", subject=subject, made_from=origins)
    yield Fact("site.document", _OWN, subject=subject, made_from=origins)
    for key, answer in answers.items():
        if answer.facts:
            yield Fact(key, answer.text or "", subject=subject, made_from=answer.facts, doubt=answer.trouble)


SPECIFIC = "the configuration document of the server"
_GROUP = "the configuration document of a group"
_ALL = "the configuration document for all servers"
_SOME_GROUP = "the configuration document of a group that the server may be in or not"
NO_MORE_SPECIFIC = "no more specific configuration document was given"
_OF_A_GROUP = "a group has a configuration document of its own, and no file tells whether the server is in it"
_ALL_ALIKE = "the configuration documents of groups and for all servers say so alike; no more specific one was given"
_FILE_CUT = "a file of documents is cut, and a more specific configuration document may have stood in what is missing"
_FORMATS = {"dxl", "document properties"}
_TWO_GROUPS = "two groups' configuration documents were given, and which of them counts is not defined"


@derived("doc.", "config_document.rank")
def derive_documents(facts: Facts, _: Context) -> Iterator[Fact | Complete]:
    """Yield `doc.server.…` and `doc.config.…` of the documents that count, and which configuration document that is."""
    yield from _speaking(list(newest([document for document in facts.documents if document.form == "server"])))
    own = abbreviated(facts.ask("ini.servername").text or "").partition("/")[0].casefold()
    by_rank: dict[str, list[Document]] = {}
    for document in facts.documents:
        if document.form == "config":
            by_rank.setdefault(_rank(document, own), []).append(document)
    cut = are_cut(facts)
    for rank in (SPECIFIC, _GROUP):
        if documents := by_rank.get(rank):
            yield from _of_rank(rank, documents, cut)
            return
    if groups := by_rank.get(_SOME_GROUP):
        yield from _of_some_group(groups, by_rank.get(_ALL, []))
    elif documents := by_rank.get(_ALL):
        yield from _of_rank(_ALL, documents, cut)


def _speaking(items: list[Fact | Complete]) -> Iterator[Fact | Complete]:
    """Yield what a server document says without what Internet Site documents say instead, where these count."""
    loaded = {item.text.strip() for item in items if isinstance(item, Fact) and item.key == "doc.server.ldisite"}
    for item in items:
        if loaded != {"1"} or isinstance(item, Complete) or item.key not in SILENT:
            yield item


def are_cut(facts: Facts) -> bool:
    """Return whether a file of documents ends before its end.

    There may have been more of them, and more in the last.
    """
    return any(fact.text in _FORMATS for fact in facts.each("cut.format"))


def _rank(document: Document, own: str) -> str:
    if document.server == "*":
        return _ALL
    if "/" in document.server or abbreviated(document.server).casefold() == own:
        return SPECIFIC
    match = collected(document.source.path)
    kind = match["kind"].lower() if match else ""
    if kind == "configspecific":
        return SPECIFIC
    of_another = match and own and match["server"].casefold() != own
    return _GROUP if kind == "configgroup" and not of_another else _SOME_GROUP


def _of_some_group(groups: list[Document], of_all: list[Document]) -> Iterator[Fact]:
    """Yield what documents of groups say that the server may be in or not, beside those that count if it is not."""
    copies: dict[str, list[Document]] = {}
    for document in groups:
        copies.setdefault(document.server, []).append(document)
    each = [*copies.values(), of_all]
    items_of_each = [[item for item in newest(documents) if isinstance(item, Fact)] for documents in each]
    said_by = Counter(chain.from_iterable({(item.key, item.text) for item in items} for items in items_of_each))
    doubt = f"{_OF_A_GROUP}: {listed(copies)}"
    for item in chain.from_iterable(items_of_each):
        if said_by[item.key, item.text] == len(each):
            yield replace(item, presumed=True, note=_ALL_ALIKE)
        else:
            yield replace(item, doubt=doubt)


def _of_rank(rank: str, documents: list[Document], cut: bool) -> Iterator[Fact | Complete]:
    """Yield the rank, and what the documents of that rank say.

    cut: whether a more specific one may have been cut off.
    """
    yield Fact("config_document.rank", rank, documents[-1].source, documents[-1].span)
    names = {document.server.casefold() for document in documents}
    doubt = _TWO_GROUPS if rank == _GROUP and len(names) > 1 else ""
    for item in newest(documents):
        if isinstance(item, Complete) or rank == SPECIFIC:
            yield item
        elif doubt or cut:
            yield replace(item, doubt=doubt or _FILE_CUT)
        else:
            notes = filter(None, (item.note, f"{rank} says so", NO_MORE_SPECIFIC))
            yield replace(item, presumed=True, note="; ".join(notes))
