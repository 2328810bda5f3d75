"""Assign the documents of the Domino Directory to the servers of the run.

A server document belongs to the server that it names. A configuration document belongs to the server it names, or to
all servers if it applies to all or to a group. A group document that was collected for one server belongs to that
server. Other documents may name several servers. If several servers have the same name, the nearest one in the folders
receives the document. Documents of servers outside the run are counted.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from advisor.facts import Complete, Document, Fact
from advisor.servers.belonging import Nearest, Way
from advisor.servers.brief import content_of
from advisor.servers.model import ParsedFile
from advisor.servers.walk import NEWER_COPY, Unread
from advisor.values.names import abbreviated, collected

_NAME_ONE = {"server": "server document", "config": "configuration document"}  # kinds that name one server or group
_NONE = "it holds no document that tells of servers"
_OF_NOBODY = "no document in it speaks of a server of this run"
_REPLACED = "the {} was not used: {} {}"


class Placed(NamedTuple):
    """A document that was read, the folders down to its file, and those of the server whose file it came in."""

    document: Document
    way: Way
    home: list[Document]


class Spoken(NamedTuple):
    """A server that documents may name, with its folders and its documents."""

    name: str
    way: Way
    documents: list[Document]


class _ForAll:
    """The documents for all servers or for a group. Equal documents from several replicas are used once.

    Only the newest configuration documents are used.
    """

    def __init__(self, documents: Iterable[Document]) -> None:
        self.newest: dict[str, str] = {}  # when it was saved, by whom it is for
        for document in documents:
            if document.form == "config":
                self.newest[document.server] = max(document.written, self.newest.get(document.server, ""))
        self._known: set[tuple[str, int]] = set()

    def says_more(self, document: Document) -> bool:
        """Return whether a document is the newest and its content is new."""
        content = f"{document.form} {document.server}", content_of(document)
        outdated = document.form == "config" and document.written != self.newest[document.server]
        if outdated or content in self._known:
            return False
        self._known.add(content)
        return True


class _Servers:
    """The servers of a run by their names in lower case, and by the first parts of these."""

    def __init__(self, servers: Iterable[Spoken]) -> None:
        by_name: dict[str, list[tuple[Way, list[Document]]]] = {}
        self.name_of: dict[int, str] = {}
        for server in servers:
            by_name.setdefault(server.name.casefold(), []).append((server.way, server.documents))
            self.name_of[id(server.documents)] = server.name.casefold()
        self.by_name = {name: Nearest(of_one) for name, of_one in by_name.items()}
        self._of_all: dict[tuple[int, Way], list[list[Document]]] = {}
        self.by_first_part: dict[str, list[str]] = {}
        for name in self.by_name:
            self.by_first_part.setdefault(name.partition("/")[0], []).append(name)

    def beside(self, given: Placed, name: str) -> list[list[Document]]:
        """Return the servers of a name that a document describes: the server it came with, else the nearest."""
        if self.name_of.get(id(given.home)) == name:
            return [given.home]
        return self.by_name[name].of(given.way)

    def everybody(self, given: Placed, for_all: _ForAll) -> list[list[Document]]:
        """Return all servers, or only the document's own server if its content is already known.

        A document that came with one of several snapshots of a server is not used for servers of another day.
        """
        own_name = self.name_of.get(id(given.home), "")
        of_one_day = bool(own_name) and len(self.by_name[own_name].all) > 1
        if not of_one_day and not for_all.says_more(given.document):
            return [given.home] * bool(own_name)
        cache_key = (id(given.home), given.way)
        if cache_key not in self._of_all:  # of a file's documents many are for all
            of_each = (self.beside(given, name) for name in self.by_name)
            self._of_all[cache_key] = [
                server_documents
                for own_name in of_each
                if len(own_name) == 1 or not of_one_day
                for server_documents in own_name
            ]
        return self._of_all[cache_key]


def _give(document: Document, servers: Iterable[list[Document]]) -> None:
    for documents in servers:
        documents.append(document)


def hand_out(documents: list[Placed], servers: list[Spoken]) -> Iterator[Unread]:
    """Add each document to the servers that it names; yield a remark for documents of servers outside this run."""
    among = _Servers(servers)
    for_all = _ForAll(given.document for given in documents)
    strangers: Counter[str] = Counter()
    for given in documents:
        document = given.document
        if document.form not in _NAME_ONE:
            if not _hand_out_to_several(given, among, for_all):
                strangers[document.source.path] += 1
            continue
        of_group = _collected_of_group(document)
        server_name = (of_group or abbreviated(document.server)).casefold()
        only = server_name if server_name in among.by_name else _by_first_part(server_name, among)
        if not server_name or (of_group and not _by_first_part(server_name, among)):
            given.home.append(document)
        elif only:
            _give(document, among.beside(given, only))
        elif document.form == "config" and "/" not in server_name:
            _give(document, among.everybody(given, for_all))
        else:
            strangers[document.source.path] += 1
    for path, number in strangers.items():
        remark = "1 document speaks" if number == 1 else f"{number} documents speak"
        yield Unread(path, None, f"{remark} of servers that are not in this run")
    yield from dict.fromkeys(_replaced(documents, servers))


def _replaced(documents: list[Placed], servers: list[Spoken]) -> Iterator[Unread]:
    """Yield each document that came with its server and is older than a different copy from another folder."""
    documents_by_home: dict[int, set[int]] = {}
    for placed in documents:
        documents_by_home.setdefault(id(placed.home), set()).add(id(placed.document))
    for server in servers:
        own_documents = documents_by_home.get(id(server.documents), set())
        copies_by_name: dict[tuple[str, str], list[Document]] = {}
        for document in server.documents:
            if document.form in _NAME_ONE:
                copies_by_name.setdefault((document.form, abbreviated(document.server).casefold()), []).append(document)
        has_specific = any(form == "config" and "/" in name for form, name in copies_by_name)
        for (form, name), copies in copies_by_name.items():
            newest = max(copies, key=lambda document: document.written)
            counting = [document for document in copies if document.written == newest.written]
            is_general = form == "config" and "/" not in name
            if (is_general and has_specific) or any(id(document) in own_documents for document in counting):
                continue
            for document in copies:
                if id(document) in own_documents and content_of(document) != content_of(newest):
                    reason = _REPLACED.format(_NAME_ONE[form], newest.source.path, NEWER_COPY)
                    yield Unread(document.source.path, None, reason)


def _hand_out_to_several(given: Placed, among: _Servers, for_all: _ForAll) -> bool:
    """Add a document to each server it names, or to all servers; return whether a server received it."""
    document = given.document
    names = [abbreviated(name).casefold() for name in document.server.split(",") if name.strip()]
    only = {name if name in among.by_name else _by_first_part(name, among) for name in names} - {""}
    if not names:
        given.home.append(document)
    elif any("*" in name or ("/" not in name and not _by_first_part(name, among)) for name in names):
        _give(document, among.everybody(given, for_all))
    else:
        _give(
            document,
            (documents_of_server for name in sorted(only) for documents_of_server in among.beside(given, name)),
        )
    return not names or bool(only) or any("*" in name or "/" not in name for name in names)


def unassigned_files(loose: list[ParsedFile], reported_paths: set[str]) -> Iterator[Unread]:
    """Yield a remark for each file that forms no server and names no server of the run, except the paths in `named`."""
    for file in loose:
        if file.path not in reported_paths:
            yield Unread(file.path, None, _OF_NOBODY if file.documents else _NONE)


def _collected_of_group(document: Document) -> str:
    """Return the server for which a group document was collected, or ""."""
    match = collected(document.source.path)
    return match["server"] if match and match["kind"].lower() == "configgroup" else ""


def _by_first_part(first_part: str, among: _Servers) -> str:
    """Return the only name with this first part, or "". The configuration collector omits the rest in file names."""
    fitting = among.by_first_part.get(first_part, [])
    return fitting[0] if len(fitting) == 1 else ""


def newest(copies: list[Document]) -> Iterator[Fact | Complete]:
    """Yield the items of the newest copy, or of all equally new copies."""
    newest = max((document.written for document in copies), default="")
    for document in copies:
        if document.written == newest:
            yield from document.items
            if document.whole:
                yield Complete(f"doc.{document.form}.", document.source)
