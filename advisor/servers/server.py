"""Build the servers of the run from the files, each with its name and facts."""

import os
from collections.abc import Iterator, Sequence
from itertools import count

from msgspec.structs import replace

from advisor.facts import NOW, ONCE_SET, Complete, Document, Fact, Facts, View
from advisor.pack import Catalogue
from advisor.readers import Item
from advisor.servers.belonging import NamedServer, PlacedDocument, assign_documents, newest, unassigned_files, way
from advisor.servers.grouping import files_by_server
from advisor.servers.model import (
    BY_DOCUMENT,
    CUT,
    FIRST,
    LAST,
    SET_UP,
    InputFile,
    ParsedFile,
    Server,
    ServerFiles,
    Unread,
    folded,
    rank,
)
from advisor.servers.outdated import counting, drop, foreign_machine_remarks, items_of_own_machine, older, own_hosts
from advisor.servers.reading import Reading, apart, reduced_document, shared_items
from advisor.values.printing import printable_path

BY_SET_UP = "the set-up file wrote it, and nobody has changed it since"
_TELLS = (Fact, Complete)  # the items that facts are made of
_RANK = [*FIRST.values(), BY_DOCUMENT, *LAST.values()]


def group(reading: Reading) -> tuple[list[Server], list[Unread]]:
    """Return the servers in the order of their first file, and the remarks on copies and unread parts.

    A single server has its facts. For several servers, `at_hand` returns the facts that other servers need.
    """
    unread = list(reading.unread)
    grouped, unassigned = files_by_server(reading.files, unread, reading.catalogue)
    if len(reading.files) > 1:
        unread += dict.fromkeys(part for of_one in grouped for part in drop(of_one.files))
    if any(file.format == "nsd" for file in reading.files):
        unread += [part for of_one in grouped for part in older(of_one.files)]
    servers = [_server(of_one, len(grouped) == 1) for of_one in grouped]
    if any(file.hosts for file in reading.files):
        unread += foreign_machine_remarks((one.given.files, one.given.hosts) for one in servers)
    server_by_file = {
        id(file): index for index, one in enumerate(servers) for file in one.given.files if file.documents
    }
    with_documents = server_by_file.keys() | set(map(id, unassigned))
    files = [file for file in reading.files if id(file) in with_documents]
    if files or unassigned:
        servers, more = _with_documents_assigned(servers, server_by_file, files, unassigned, reading.catalogue)
        unread += [*more, *_unassigned_remarks(unassigned, servers, [*unread, *more])]
    if len(servers) > 1:
        return _named_apart(servers), unread
    return [_with_facts(one, reading.catalogue) if one.given.whole else one for one in servers], unread


def _with_documents_assigned(
    servers: list[Server],
    server_by_file: dict[int, int],
    files: list[ParsedFile],
    unassigned: list[ParsedFile],
    catalogue: Catalogue,
) -> tuple[list[Server], list[Unread]]:
    """Return the servers with the documents about them, and remarks on other documents.

    server_by_file: maps the identity of a file to the index of its server. files: the files with documents.
    unassigned: the files with documents that belong to no server.
    """
    of_each: list[list[Document]] = [[] for _ in servers]
    of_nobody: list[Document] = []
    placed, history = [], []
    for file in files:
        home = of_each[server_by_file[id(file)]] if id(file) in server_by_file else of_nobody
        if file.format in SET_UP and id(file) in server_by_file and servers[server_by_file[id(file)]].given.set_up:
            history.append((file, home))
        elif file.format in SET_UP:  # it speaks of the server that it sets up, whomever it names
            home.extend(file.documents)
        else:
            placed += [PlacedDocument(document, way(file.input), home) for document in file.documents]
    spoken = [
        NamedServer(server.plain_name, way(server.files[0]), documents)
        for server, documents in zip(servers, of_each, strict=True)
    ]
    unread = list(assign_documents(placed, spoken))
    for file, home in history:
        home += [document for document in file.documents if not any(other.form == document.form for other in home)]
    places = {id(document): (file, index) for file in files for index, document in enumerate(file.documents)}
    given_out = ([places[id(document)] for document in documents] for documents in of_each)
    return [_with_documents(*of_one, unassigned) for of_one in zip(servers, given_out, strict=True)], unread


def _kept_in_documents(item: Fact, catalogue: Catalogue) -> bool:
    """Return whether only a document has an item. Domino copies other items to NOTES.INI, which then counts."""
    return item.key in catalogue.keys and not catalogue.keys[item.key].setting


def as_it_stands(document: Document, file: ParsedFile, given: ServerFiles, catalogue: Catalogue) -> Document:
    """Return a document with the items that are true of the server now.

    If the server is set up, a document of its setup file is assumed to be unchanged. Items that NOTES.INI has too are
    removed.
    """
    if not (given.set_up and file.format in SET_UP):
        return document
    kept_items = (item for item in document.items if _kept_in_documents(item, catalogue))
    return replace(document, items=tuple(replace(item, presumed=True, note=BY_SET_UP) for item in kept_items))


def _unassigned_remarks(unassigned: list[ParsedFile], servers: list[Server], unread: list[Unread]) -> Iterator[Unread]:
    """Yield a remark on each file that belongs to no server and has no remark yet."""
    context_paths = {file.path for server in servers for file in server.files if file.role == "context"}
    return unassigned_files(unassigned, {part.path for part in unread} | context_paths)


def _server(group: ServerFiles, alone: bool) -> Server:
    """Return a server with these files. alone: the run has no other server."""
    whole = alone and not any(file.brief for file in group.files)
    name, named_by = name_of(group)
    set_up = any(file.set_up for file in group.files)
    hosts = own_hosts(group.files, name if named_by != "folder" else "")
    given = replace(group, whole=whole, set_up=set_up, hosts=hosts)
    return Server(name, named_by, tuple([file.input for file in group.files]), (), name, given)


def _with_facts(server: Server, catalogue: Catalogue) -> Server:
    """Return a single server with all facts of its files."""
    given = server.given
    facts = facts_of(given, [file.items for file in given.files], catalogue)
    facts.documents += [as_it_stands(file.documents[index], file, given, catalogue) for file, index in given.documents]
    facts.add(given.more)
    return replace(server, views=(View(NOW, facts),))


def at_hand(server: Server, catalogue: Catalogue) -> Facts:
    """Return all facts of a server that is being checked, else the facts that other servers need."""
    if server.views:
        return server.facts
    given = server.given
    facts = facts_of(given, [tuple(shared_items(file.items)) for file in given.files], catalogue)
    facts.documents += [as_it_stands(file.documents[index], file, given, catalogue) for file, index in given.documents]
    facts.add(newest([reduced_document(document) for document in facts.documents if document.form == "server"]))
    facts.add(given.more)
    return facts


def name_of(group: ServerFiles) -> tuple[str, str]:
    """Return the server's name from its files or its folder, and the kind of its source."""
    if group.name:
        return group.name, BY_DOCUMENT
    by_document = {file.name.casefold() for file in group.files if file.named_by == BY_DOCUMENT}
    naming = [file for file in group.files if file.name and (file.named_by != BY_DOCUMENT or len(by_document) == 1)]
    if naming:
        best = min(naming, key=lambda file: _RANK.index(file.named_by))
        return best.name, best.named_by
    return group.files[0].input.place.name, "folder"


def facts_of(given: ServerFiles, items: list[tuple[Item, ...]], catalogue: Catalogue) -> Facts:
    """Return the facts of a server's files. items: one tuple for each file."""
    facts = Facts()
    if given.hosts:
        own = zip(given.files, items, strict=True)
        items = [items_of_own_machine(file, of_file, given.hosts) for file, of_file in own]
    if any(file.format == "nsd" for file in given.files):
        items = counting(given.files, items)
    for file, of_file in zip(given.files, items, strict=True):
        kept_items = [item for item in of_file if isinstance(item, _TELLS)]
        facts.add(map(_as_history, kept_items) if given.set_up and file.format in SET_UP else kept_items)
    _withhold(facts, catalogue)
    return facts


def _withhold(facts: Facts, catalogue: Catalogue) -> None:
    """Remove the complete prefixes of formats of which a truncated file exists, because it may have had more."""
    cut = {fact.text for fact in facts.each(CUT)}
    if cut:
        formats = {complete.prefix: catalogue.kind_of_evidence(complete.prefix).formats for complete in facts.completes}
        facts.keep_complete(lambda complete: cut.isdisjoint(formats[complete.prefix]))


def _with_documents(server: Server, documents: list[tuple[ParsedFile, int]], unassigned: list[ParsedFile]) -> Server:
    """Return the server with the documents about it, and with the files of these documents."""
    makes_up_none = set(map(id, unassigned))
    speaking = list({id(file): file for file, _ in documents if id(file) in makes_up_none}.values())
    given = replace(server.given, documents=tuple(documents))
    if cut := [item for file in speaking for item in file.items if isinstance(item, Fact) and item.key == CUT]:
        given = replace(given, more=(*given.more, *apart(cut)))
    files = (*server.files, *(replace(file.input, role="context") for file in speaking))
    return replace(server, files=files, given=given)


def _as_history(item: Fact | Complete) -> Fact | Complete:
    """Return a setting that was used once at setup under its name in the setup file."""
    if isinstance(item, Fact) and item.key.startswith("ini."):
        return replace(item, key=f"{ONCE_SET}{item.key[4:]}")
    return item


def _named_apart(servers: list[Server]) -> list[Server]:
    """Return the servers with unique names."""
    pairs = zip(servers, display_names([server.plain_name for server in servers], servers), strict=True)
    return [replace(server, name=name, has_suffix=name != server.plain_name) for server, name in pairs]


def display_names(plain: Sequence[str], servers: Sequence[Server]) -> list[str]:
    """Return unique and stable names in the same order. Case is ignored.

    Of several servers with one name, the one nearest to the argument's root keeps the name. The others get their folder
    appended, or the end of the argument's path if only that is unique. The working directory, the spelling of paths and
    the order of files do not change a name. A further server in a deeper folder changes no other name.
    """
    alike: dict[str, list[int]] = {}
    for number, name in enumerate(plain):
        alike.setdefault(name.casefold(), []).append(number)
    shown = list(plain)
    used_names = set(alike)
    for group in alike.values():
        folders: set[tuple[tuple[str, ...], tuple[str, ...]]] = set()  # of the servers that have their names
        for number in sorted(group, key=lambda number: rank(servers[number])) if len(group) > 1 else ():
            first = servers[number].files[0]
            folder, same_folder = (first.place.root, first.folder), (first.place.root, folded(first.folder))
            if folders:
                longer = _longer(plain[number], first, shares_folder=not folders.isdisjoint((folder, same_folder)))
                shown[number] = next(name for name in longer if name.casefold() not in used_names)
                used_names.add(shown[number].casefold())
                folders.add(same_folder)
            folders.add(folder)
    return shown


def _longer(name: str, first: InputFile, shares_folder: bool) -> Iterator[str]:
    """Yield the name with longer and longer suffixes. first: the server's first file.

    shares_folder: another server of that name begins in the same folder.
    """
    root, archived = first.place.root, first.place.archived
    below = (*first.folder, first.name) if shares_folder else first.folder
    for length in range(len(root) + 1):
        tail = root[len(root) - length :]
        if tail or below:
            yield f"{name} ({_way((*tail, *below), archived)})"
    for number in count(2):
        yield f"{name} ({_way((*first.folder, first.name), archived)}, {number})"


def _way(parts: tuple[str, ...], archived: bool) -> str:
    joined = printable_path("/".join(part.strip(os.sep) for part in parts))
    return joined.replace("!/", "!").removesuffix("!") if archived else joined
