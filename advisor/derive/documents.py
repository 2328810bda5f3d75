"""Documents: those of the Domino Directory that speak of a server in; which of them counts and what it says, out.

Of several copies of a server document the newest counts. Of configuration documents only the most specific one does:
the server's own, else its group's, else the one for all servers; two of one rank leave its items unknown.
"""

from collections.abc import Iterator

from advisor.facts import Document, Fact, Facts, Whole

_SPECIFIC, _GROUP, _ALL = (
    "the configuration document of the server",
    "the configuration document of a group",
    ("the configuration document for all servers"),
)
_NO_MORE_SPECIFIC = "no more specific configuration document was given"
_TWO_GROUPS = "two groups' configuration documents were given, and which of them counts is not defined"


def derive(facts: Facts) -> Iterator[Fact | Whole]:
    """`doc.server.…` and `doc.config.…` of the documents that count, and which configuration document that is."""
    yield from _told([one for one in facts.documents if one.form == "server"])
    ranks = [(_rank(one), one) for one in facts.documents if one.form == "config"]
    for rank in (_SPECIFIC, _GROUP, _ALL):
        found = [one for of_rank, one in ranks if of_rank == rank]
        if found:
            yield from _of_rank(rank, found)
            return


def _rank(document: Document) -> str:
    if document.server == "*":
        return _ALL
    return _SPECIFIC if "/" in document.server or _collected(document, "configspecific") else _GROUP


def _collected(document: Document, kind: str) -> bool:
    return document.source.path.rpartition("/")[2].lower().startswith(kind)


def _of_rank(rank: str, found: list[Document]) -> Iterator[Fact | Whole]:
    yield Fact("config_document.rank", rank, found[-1].source, found[-1].span)
    doubt = _TWO_GROUPS if rank == _GROUP and len({one.server.casefold() for one in found}) > 1 else ""
    for item in _told(found):
        if isinstance(item, Whole):
            yield item
        elif doubt:
            yield item._replace(doubt=doubt)
        elif rank == _SPECIFIC:
            yield item
        else:
            yield item._replace(presumed=True, note=f"{rank} says so; {_NO_MORE_SPECIFIC}")


def _told(copies: list[Document]) -> Iterator[Fact | Whole]:
    """What the newest copy says; of several equally new ones, what each says."""
    newest = max((one.written for one in copies), default="")
    for document in copies:
        if document.written == newest:
            yield from document.items
            if document.whole:
                yield Whole(f"doc.{document.form}.", document.source)
