"""Documents: reads those of the Domino Directory that speak of a server; tells which of them counts and what it says.

Of several copies of a server document the newest counts. Of configuration documents only the most specific one does:
the server's own, else its group's, else the one for all servers; two of one rank leave its items unknown. Only a
file of the configuration collector shows that a server is in a group: of a group's document that came otherwise nobody
can say whether it counts, unless it and the one for all servers say the same.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from advisor.derive.context import Context
from advisor.derive.sites import SILENT
from advisor.facts import Complete, Document, Fact
from advisor.known import Facts
from advisor.servers.documents import newest
from advisor.values.names import abbreviated, collected
from advisor.values.printing import listed

SPECIFIC = "the configuration document of the server"
_GROUP = "the configuration document of a group"
_ALL = "the configuration document for all servers"
_SOME_GROUP = "the configuration document of a group that the server may be in or not"
NO_MORE_SPECIFIC = "no more specific configuration document was given"
_OF_A_GROUP = "a group has a configuration document of its own, and no file tells whether the server is in it"
_ALL_ALIKE = "the configuration documents of groups and for all servers say so alike; no more specific one was given"
_CUT = "a file of documents is cut, and a more specific configuration document may have stood in what is missing"
_FORMATS = {"dxl", "document properties"}
_TWO_GROUPS = "two groups' configuration documents were given, and which of them counts is not defined"


def derive(facts: Facts, _: Context) -> Iterator[Fact | Complete]:
    """`doc.server.…` and `doc.config.…` of the documents that count, and which configuration document that is."""
    yield from _speaking(list(newest([document for document in facts.documents if document.form == "server"])))
    own = _own_name(facts)
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
    """What a server document says without what Internet Site documents say instead, where these count."""
    loaded = {item.text.strip() for item in items if isinstance(item, Fact) and item.key == "doc.server.ldisite"}
    for item in items:
        if loaded != {"1"} or isinstance(item, Complete) or item.key not in SILENT:
            yield item


def are_cut(facts: Facts) -> bool:
    """Whether a file of documents ends before its end: there may have been more of them, and more in the last."""
    return any(fact.text in _FORMATS for fact in facts.each("cut.format"))


def _own_name(facts: Facts) -> str:
    """The first part of the server's name: a flat name is a server's where it is this one's, and else a group's."""
    return abbreviated(facts.ask("ini.servername").text or "").partition("/")[0].casefold()


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
    """What documents of groups say that the server may be in or not, beside those that count if it is not."""
    copies: dict[str, list[Document]] = {}
    for document in groups:
        copies.setdefault(document.server, []).append(document)
    each = [*copies.values(), of_all]
    items_of_each = [[item for item in newest(documents) if isinstance(item, Fact)] for documents in each]
    said_by = Counter(chain.from_iterable({(item.key, item.text) for item in items} for items in items_of_each))
    doubt = f"{_OF_A_GROUP}: {listed(copies)}"
    for item in chain.from_iterable(items_of_each):
        if said_by[item.key, item.text] == len(each):
            yield item._replace(presumed=True, note=_ALL_ALIKE)
        else:
            yield item._replace(doubt=doubt)


def _of_rank(rank: str, documents: list[Document], cut: bool) -> Iterator[Fact | Complete]:
    """The rank, and what the documents of that rank say. cut: whether a more specific one may have been cut off."""
    yield Fact("config_document.rank", rank, documents[-1].source, documents[-1].span)
    names = {document.server.casefold() for document in documents}
    doubt = _TWO_GROUPS if rank == _GROUP and len(names) > 1 else ""
    for item in newest(documents):
        if isinstance(item, Complete) or rank == SPECIFIC:
            yield item
        elif doubt or cut:
            yield item._replace(doubt=doubt or _CUT)
        else:
            yield item._replace(presumed=True, note=f"{rank} says so; {NO_MORE_SPECIFIC}")
