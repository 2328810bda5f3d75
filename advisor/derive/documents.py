"""Documents: those of the Domino Directory that speak of a server in; which of them counts and what it says, out.

Of several copies of a server document the newest counts. Of configuration documents only the most specific one does:
the server's own, else its group's, else the one for all servers; two of one rank leave its items unknown. Only a
file of the configuration collector shows that a server is in a group: of a group's document that came otherwise nobody
can say whether it counts, unless it and the one for all servers say the same.
"""

from collections.abc import Iterator

from advisor.facts import Complete, Document, Fact, Facts
from advisor.values.names import abbreviated, collected

_SPECIFIC, _GROUP, _ALL = (
    "the configuration document of the server",
    "the configuration document of a group",
    ("the configuration document for all servers"),
)
_SOME_GROUP = "the configuration document of a group that the server may be in or not"
_NO_MORE_SPECIFIC = "no more specific configuration document was given"
_OF_A_GROUP = "a group has a configuration document of its own, and no file tells whether the server is in it"
_ALL_ALIKE = "the configuration documents of groups and for all servers say so alike; no more specific one was given"
_TWO_GROUPS = "two groups' configuration documents were given, and which of them counts is not defined"


def derive(facts: Facts) -> Iterator[Fact | Complete]:
    """`doc.server.…` and `doc.config.…` of the documents that count, and which configuration document that is."""
    yield from _told([one for one in facts.documents if one.form == "server"])
    own = _own_name(facts)
    by_rank: dict[str, list[Document]] = {}
    for one in facts.documents:
        if one.form == "config":
            by_rank.setdefault(_rank(one, own), []).append(one)
    for rank in (_SPECIFIC, _GROUP):
        if found := by_rank.get(rank):
            yield from _of_rank(rank, found)
            return
    if groups := by_rank.get(_SOME_GROUP):
        yield from _of_some_group(groups, by_rank.get(_ALL, []))
    elif found := by_rank.get(_ALL):
        yield from _of_rank(_ALL, found)


def _own_name(facts: Facts) -> str:
    """The first part of the server's name: a flat name is a server's where it is this one's, and else a group's."""
    return abbreviated(facts.ask("ini.servername").text or "").partition("/")[0].casefold()


def _rank(document: Document, own: str) -> str:
    if document.server == "*":
        return _ALL
    if "/" in document.server or abbreviated(document.server).casefold() == own:
        return _SPECIFIC
    found = collected(document.source.path)
    kind = found["kind"].lower() if found else ""
    if kind == "configspecific":
        return _SPECIFIC
    of_another = found and own and found["server"].casefold() != own
    return _GROUP if kind == "configgroup" and not of_another else _SOME_GROUP


def _of_some_group(groups: list[Document], of_all: list[Document]) -> Iterator[Fact]:
    """What documents of groups say that the server may be in or not, beside those that count if it is not."""
    names = list(dict.fromkeys(one.server for one in groups))
    copies = [[one for one in groups if one.server == name] for name in names] + [of_all]
    told = [[item for item in _told(of_one) if isinstance(item, Fact)] for of_one in copies]
    said = [{(item.key, item.text) for item in items} for items in told]
    for item in (item for items in told for item in items):
        if all((item.key, item.text) in pairs for pairs in said):
            yield item._replace(presumed=True, note=_ALL_ALIKE)
        else:
            yield item._replace(doubt=f"{_OF_A_GROUP}: {', '.join(names)}")


def _of_rank(rank: str, found: list[Document]) -> Iterator[Fact | Complete]:
    yield Fact("config_document.rank", rank, found[-1].source, found[-1].span)
    doubt = _TWO_GROUPS if rank == _GROUP and len({one.server.casefold() for one in found}) > 1 else ""
    for item in _told(found):
        if isinstance(item, Complete):
            yield item
        elif doubt:
            yield item._replace(doubt=doubt)
        elif rank == _SPECIFIC:
            yield item
        else:
            yield item._replace(presumed=True, note=f"{rank} says so; {_NO_MORE_SPECIFIC}")


def _told(copies: list[Document]) -> Iterator[Fact | Complete]:
    """What the newest copy says; of several equally new ones, what each says."""
    newest = max((one.written for one in copies), default="")
    for document in copies:
        if document.written == newest:
            yield from document.items
            if document.whole:
                yield Complete(f"doc.{document.form}.", document.source)
