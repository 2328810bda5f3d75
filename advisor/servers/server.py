"""Servers: the files that were gathered in, the servers they make up out, each with its name and its files' facts."""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from advisor import masking, readers
from advisor.facts import Complete, Diagnostic, Document, Fact, Facts
from advisor.pack import Catalogue
from advisor.readers import Item
from advisor.servers.gather import InputFile, Unread
from advisor.servers.grouping import SET_UP, ParsedFile, ServerFiles, documents_of, files_by_server
from advisor.values.names import abbreviated

# What names a server, first come first: keys, the document between them, and how a report calls each.
_FIRST = {"ini.servername": "ServerName", "one_touch.server_name": "serverSetup.server.name"}
_BY_DOCUMENT = "the server document"
_LAST = {"ini.keyfilename_owner": "KeyFileName_Owner", "ini.serverkeyfilename_owner": "ServerKeyFileName_Owner"}
_RANK = [*_FIRST.values(), _BY_DOCUMENT, *_LAST.values()]


class Server(NamedTuple):
    """One server, or one client: its name, by what it is named, its files and their facts.

    plain_name: as the files give it. told_apart: another one has the same name, so the folder was added to it.
    """

    name: str
    named_by: str
    files: tuple[InputFile, ...]
    facts: Facts
    plain_name: str
    told_apart: bool = False


def group(files: list[InputFile], catalogue: Catalogue) -> tuple[list[Server], list[Unread]]:
    """The servers in the order of their first file, and what was left: copies, and the parts that could not be read."""
    unread: list[Unread] = []
    read = [_read(given, unread, catalogue) for given in files]
    teams, loose = files_by_server(read, unread)
    servers = [_server(team, catalogue) for team in teams]
    by_name: dict[str, list[Facts]] = {}
    for server in servers:
        by_name.setdefault(server.plain_name.casefold(), []).append(server.facts)
    homes = {id(one): server.facts for team, server in zip(teams, servers, strict=True) for one in team.files}
    homes |= {id(one): Facts() for one in loose}
    papers: list[tuple[Document, Facts]] = []
    for one in (one for one in read if id(one) in homes):
        if one.given.reader.FORMAT in SET_UP:  # it speaks of the server that it sets up, whomever it names
            homes[id(one)].documents.extend(documents_of(one))
        else:
            papers += [(document, homes[id(one)]) for document in documents_of(one)]
    if papers or loose:
        from advisor.servers.documents import hand_out, unspoken

        unread += hand_out(papers, by_name)
        servers = [_with_papers(server, loose) for server in servers]
        told = {one.path for one in unread} | {given.source.path for server in servers for given in server.files}
        unread += unspoken(loose, told)
    return _told_apart(servers), unread


def _read(given: InputFile, unread: list[Unread], catalogue: Catalogue) -> ParsedFile:
    items = tuple(readers.facts_of(given.reader, given.source, catalogue))
    facts = Facts()
    facts.add(item for item in items if not isinstance(item, Diagnostic | Document))
    for item in items:
        if isinstance(item, Diagnostic):
            unread.append(Unread(given.source.path, given.source.position(item.offset)[0], item.reason, True))
    name, named_by = _named(items, facts)
    return ParsedFile(given, items, masking.shown(catalogue, abbreviated(name)) if name else "", named_by)


def _named(items: tuple[Item, ...], facts: Facts) -> tuple[str, str]:
    """The server's name by one file, and what gives it; two empty texts where nothing does."""
    for key, label in _FIRST.items():
        if text := facts.ask(key).text:
            return text, label
    papers = (item for item in items if isinstance(item, Document) and item.form == "server" and item.server)
    named = {abbreviated(item.server).casefold(): item.server for item in papers}
    if len(named) == 1:
        return named.popitem()[1], _BY_DOCUMENT
    for key, label in _LAST.items():
        if text := facts.ask(key).text:
            return text, label
    return "", ""


def _server(team: ServerFiles, catalogue: Catalogue) -> Server:
    facts = Facts()
    runs = any(one.given.reader.FORMAT == "notes.ini" for one in team.files)
    for one in team.files:
        set_up = runs and one.given.reader.FORMAT in SET_UP  # NOTES.INI has since told what became of its settings
        facts.add(
            item
            for item in one.items
            if not isinstance(item, Diagnostic | Document) and not (set_up and _of_notes_ini(item))
        )
    files = tuple(one.given for one in team.files)
    if team.name:
        name = masking.shown(catalogue, team.name)
        return Server(name, _BY_DOCUMENT, files, facts, name)
    by_document = {one.name.casefold() for one in team.files if one.named_by == _BY_DOCUMENT}
    if named := [one for one in team.files if one.name and (one.named_by != _BY_DOCUMENT or len(by_document) == 1)]:
        best = min(named, key=lambda one: _RANK.index(one.named_by))
        return Server(best.name, best.named_by, files, facts, best.name)
    folder = files[0].folder_name
    return Server(folder, "folder", files, facts, folder)


def _with_papers(server: Server, loose: list[ParsedFile]) -> Server:
    """The server with those of the files that make up none whose documents speak of it."""
    spoken = {id(document) for document in server.facts.documents}
    papers = [one.given for one in loose if any(id(document) in spoken for document in documents_of(one))]
    return server._replace(files=(*server.files, *(given._replace(role="context") for given in papers)))


def _of_notes_ini(item: Fact | Complete) -> bool:
    return (item.key if isinstance(item, Fact) else item.prefix).startswith("ini.")


def _told_apart(servers: list[Server]) -> list[Server]:
    """Servers of one name are kept, with the folder added to the name, or the file where folders do not part them."""
    for part in (_folder, _path, _number(servers)):
        names = Counter(server.name.casefold() for server in servers)
        if len(names) == len(servers):
            return servers
        servers = [
            server
            if names[server.name.casefold()] == 1
            else server._replace(name=f"{server.plain_name} ({part(server)})", told_apart=True)
            for server in servers
        ]
    return servers


def _folder(server: Server) -> str:
    path = server.files[0].source.path
    return path.rpartition("/")[0] or path


def _path(server: Server) -> str:
    return server.files[0].source.path


def _number(servers: list[Server]) -> Callable[[Server], str]:
    order = {id(server.facts): str(number) for number, server in enumerate(servers, start=1)}
    return lambda server: order[id(server.facts)]
