"""Documents: gives those of the Domino Directory that were read to the servers of the run that they speak of.

A server document goes to the server it names, a configuration document to the one it names, or to all where it is for
all or for a group; a group's that a server collected goes to that server. What speaks of other servers is counted.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from advisor.facts import Document, Facts
from advisor.servers.parsed import ParsedFile, documents_of
from advisor.servers.walk import Unread
from advisor.values.names import abbreviated, collected

_NONE = "it holds no server or configuration document"
_OF_NOBODY = "no document in it speaks of a server of this run"


def hand_out(documents: list[tuple[Document, Facts]], servers: dict[str, list[Facts]]) -> Iterator[Unread]:
    """Adds each document to the servers it speaks of.

    documents: each with the facts of the server whose file it came in. servers: by name in lower case, abbreviated.
    """
    everybody = list(servers.values())
    strangers: Counter[str] = Counter()
    for document, home in documents:
        of_group = _collected_of_group(document)
        named = (of_group or abbreviated(document.server)).casefold()
        if not named or (of_group and not _by_first_part(named, servers)):
            home.documents.append(document)
        elif named in servers:
            _add(document, servers[named])
        elif own := _by_first_part(named, servers):
            _add(document, own)
        elif document.form == "config" and "/" not in named:
            _add(document, [facts for of_one in everybody for facts in of_one])
        else:
            strangers[document.source.path] += 1
    for path, number in strangers.items():
        what = "1 document speaks" if number == 1 else f"{number} documents speak"
        yield Unread(path, None, f"{what} of servers that are not in this run")


def unspoken(loose: list[ParsedFile], named: set[str]) -> Iterator[Unread]:
    """The files that make up no server and speak of none in the run, but for those whose paths are `named` already."""
    for file in loose:
        if file.path not in named:
            yield Unread(file.path, None, _OF_NOBODY if documents_of(file) else _NONE)


def _collected_of_group(document: Document) -> str:
    """The server that collected the document of a group it is in, or nothing."""
    match = collected(document.source.path)
    return match["server"] if match and match["kind"].lower() == "configgroup" else ""


def _by_first_part(named: str, servers: dict[str, list[Facts]]) -> list[Facts] | None:
    """The only server called so in its first part: the configuration collector's files are named without the rest."""
    if "/" in named:
        return None
    fitting = [facts for name, facts in servers.items() if name.partition("/")[0] == named]
    return fitting[0] if len(fitting) == 1 else None


def _add(document: Document, servers: Iterable[Facts]) -> None:
    for facts in servers:
        facts.documents.append(document)
