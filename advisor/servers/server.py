"""Server: makes servers of the files that were read, each with its name and what its files tell."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from advisor.facts import NOW, ONCE_SET, Complete, Diagnostic, Document, Fact, Facts, View
from advisor.pack import Catalogue
from advisor.readers import Item
from advisor.servers.gathered import InputFile
from advisor.servers.grouping import files_by_server
from advisor.servers.parsed import (
    BY_DOCUMENT,
    CUT,
    FIRST,
    LAST,
    SET_UP,
    ParsedFile,
    ServerFiles,
    documents_of,
    holds_documents,
)
from advisor.servers.reading import Reading
from advisor.servers.walk import Unread

_RANK = [*FIRST.values(), BY_DOCUMENT, *LAST.values()]


class Given(NamedTuple):
    """What makes up a server, so that its facts can be had when its turn comes.

    group: its files, which may be in brief. documents: those that speak of it, each with the file it is in and its
    number there. more: what else the run tells of it. whole: the server's facts are all there are. set_up: it is set
    up, so that what it was set up from is history. hosts: the machines that are surely its own, where files name any.
    """

    group: ServerFiles
    documents: tuple[tuple[ParsedFile, int], ...] = ()
    more: tuple[Fact, ...] = ()
    whole: bool = True
    set_up: bool = False
    hosts: tuple[str, ...] = ()


class Server(NamedTuple):
    """One server, or one client: its name, by what it is named, its files and their facts.

    views: as it runs now; what the next start will change makes up a second one. plain_name: as the files give it.
    given: what makes it up. told_apart: another one has that name and comes first, so the folder was added to it.
    error: why it could not be judged, a bug. upgraded: its views were it another release, where that is asked for.
    """

    name: str
    named_by: str
    files: tuple[InputFile, ...]
    views: tuple[View, ...]
    plain_name: str
    given: Given
    told_apart: bool = False
    error: str = ""
    upgraded: tuple[View, ...] = ()

    @property
    def facts(self) -> Facts:
        """What is known of the server as it runs now."""
        return self.views[0].facts


def group(reading: Reading) -> tuple[list[Server], list[Unread]]:
    """The servers in the order of their first file, and what was left: copies, and the parts that could not be read.

    Of several servers the facts are at first those that the others ask for; `again` gives all of them.
    """
    unread = list(reading.unread)
    grouped, loose = files_by_server(reading.files, unread, reading.catalogue)
    if len(reading.files) > 1:
        from advisor.servers.overtaken import drop  # late: a file alone is overtaken by none

        unread += dict.fromkeys(part for of_one in grouped for part in drop(of_one.files))
    if any(file.format == "nsd" for file in reading.files):
        from advisor.servers.nsds import older  # late: few servers come with one

        unread += [part for of_one in grouped for part in older(of_one.files)]
    asked: dict[int, tuple[Item, ...]] = {}
    servers = [_server(of_one, reading.catalogue, len(grouped) == 1, asked) for of_one in grouped]
    if any(file.hosts for file in reading.files):
        from advisor.servers.hosts import of_others  # late: few files name a machine

        unread += of_others((one.given.group.files, one.given.hosts) for one in servers)
    homes = {id(file): server for server in servers for file in server.given.group.files if holds_documents(file)}
    history = {id(file) for server in servers if server.given.set_up for file in _set_up_from(server)}
    counting = (homes.keys() | set(map(id, loose))) - history
    files = [file for file in reading.files if id(file) in counting]
    for file in files:
        if file.format in SET_UP:  # it speaks of the server that it sets up, whomever it names
            homes[id(file)].facts.documents.extend(documents_of(file))
    speaking = [file for file in files if file.format not in SET_UP]
    if loose or any(map(documents_of, speaking)):
        servers, more = _handed_out(servers, homes, speaking, loose)
        unread += [*more, *_unspoken(loose, servers, [*unread, *more])]
    servers = _with_places(servers, files)
    return _named_apart(servers) if len(servers) > 1 else servers, unread


def _handed_out(
    servers: list[Server], homes: dict[int, Server], files: list[ParsedFile], loose: list[ParsedFile]
) -> tuple[list[Server], list[Unread]]:
    """The servers with the documents that speak of them, and a word on those that speak of others.

    homes: the server of each file that makes up one, by its identity. files: those whose documents name whom they
    speak of. loose: those of them that make up no server.
    """
    from advisor.servers.documents import Placed, Spoken, hand_out
    from advisor.servers.nearest import way

    spoken = [Spoken(one.plain_name, way(one.files[0]), one.facts) for one in servers]
    of_nobody = Facts()
    given = [
        Placed(document, way(file.input), homes[id(file)].facts if id(file) in homes else of_nobody)
        for file in files
        for document in documents_of(file)
    ]
    unread = list(hand_out(given, spoken))
    of_loose = {id(document): file for file in loose for document in documents_of(file)}
    return [_with_documents(server, of_loose) for server in servers], unread


def _unspoken(loose: list[ParsedFile], servers: list[Server], unread: list[Unread]) -> Iterator[Unread]:
    """A word on each file that makes up no server, where neither a server has it nor anything is said of it yet."""
    from advisor.servers.documents import unspoken

    given = {file.path for server in servers for file in server.files if file.role == "context"}
    return unspoken(loose, {part.path for part in unread} | given)


def _set_up_from(server: Server) -> Iterator[ParsedFile]:
    return (file for file in server.given.group.files if file.format in SET_UP)


def _with_places(servers: list[Server], files: list[ParsedFile]) -> list[Server]:
    """The servers, of which it is known in which file, and where in it, each of their documents stands."""
    places = {id(document): (file, at) for file in files for at, document in enumerate(documents_of(file))}
    return [
        _given(server, documents=tuple(places[id(document)] for document in server.facts.documents))
        for server in servers
    ]


def _given(server: Server, **told: Any) -> Server:
    """The server with more of what makes it up."""
    return server._replace(given=server.given._replace(**told))


def _server(group: ServerFiles, catalogue: Catalogue, alone: bool, asked: dict[int, tuple[Item, ...]]) -> Server:
    """A server by what its files tell others; with all that they tell, where there are no others.

    asked: what others ask of files, by their identity: thousands of servers may stand in one.
    """
    whole = alone and not any(file.brief for file in group.files)
    name, named_by = _name(group)
    set_up = any(file.set_up for file in group.files)
    given = Given(group, whole=whole, set_up=set_up, hosts=_own_hosts(group, name if named_by != "folder" else ""))
    if whole:
        facts = facts_of(given, [file.items for file in group.files], catalogue)
    else:
        from advisor.servers import brief

        for file in group.files:
            if id(file) not in asked:
                asked[id(file)] = tuple(brief.asked(item for item in file.items if not isinstance(item, Document)))
        facts = facts_of(given, [asked[id(file)] for file in group.files], catalogue)
    files, views = tuple(file.input for file in group.files), (View(NOW, facts),)
    return Server(name, named_by, files, views, name, given)


def _own_hosts(group: ServerFiles, name: str) -> tuple[str, ...]:
    if not any(file.hosts for file in group.files):
        return ()
    from advisor.servers.hosts import own_hosts  # late: few files name a machine

    return own_hosts(group.files, name)


def _name(group: ServerFiles) -> tuple[str, str]:
    """The server's name by its files, or its folder's, and what gives it."""
    if group.name:
        return group.name, BY_DOCUMENT
    by_document = {file.name.casefold() for file in group.files if file.named_by == BY_DOCUMENT}
    naming = [file for file in group.files if file.name and (file.named_by != BY_DOCUMENT or len(by_document) == 1)]
    if naming:
        best = min(naming, key=lambda file: _RANK.index(file.named_by))
        return best.name, best.named_by
    return group.files[0].input.place.name, "folder"


def facts_of(given: Given, items: list[tuple[Item, ...]], catalogue: Catalogue) -> Facts:
    """What the files of a server tell. items: those of each file."""
    facts = Facts()
    if given.hosts:
        from advisor.servers.hosts import told_of

        own = zip(given.group.files, items, strict=True)
        items = [told_of(file, of_file, given.hosts) for file, of_file in own]
    if any(file.format == "nsd" for file in given.group.files):
        from advisor.servers.nsds import counting  # late: few servers come with one

        items = counting(given.group.files, items)
    for file, of_file in zip(given.group.files, items, strict=True):
        told = (item for item in of_file if not isinstance(item, Diagnostic | Document))
        facts.add(map(_as_history, told) if given.set_up and file.format in SET_UP else told)
    _withhold(facts, catalogue)
    return facts


def _withhold(facts: Facts, catalogue: Catalogue) -> None:
    """Takes back what files call complete where another that tells of the same is cut: that may have held it."""
    cut = {fact.text for fact in facts.each(CUT)}
    if cut:
        formats = {complete.prefix: catalogue.kind_of_evidence(complete.prefix).formats for complete in facts.completes}
        facts.completes[:] = [one for one in facts.completes if cut.isdisjoint(formats[one.prefix])]


def _with_documents(server: Server, of_loose: dict[int, ParsedFile]) -> Server:
    """The server with those of the files that make up none whose documents speak of it.

    of_loose: the file of each of their documents, by the document's identity.
    """
    spoken = (of_loose[id(document)] for document in server.facts.documents if id(document) in of_loose)
    speaking = list({id(file): file for file in spoken}.values())
    if cut := [item for file in speaking for item in file.items if isinstance(item, Fact) and item.key == CUT]:
        from advisor.servers.brief import apart

        server.facts.add(apart(cut))
        server = _given(server, more=(*server.given.more, *apart(cut)))
    return server._replace(files=(*server.files, *(file.input._replace(role="context") for file in speaking)))


def _as_history(item: Fact | Complete) -> Fact | Complete:
    """A setting that was set up once is none of the server's any more: it stands under its name in the set-up file."""
    if isinstance(item, Fact) and item.key.startswith("ini."):
        return item._replace(key=f"{ONCE_SET}{item.key[4:]}")
    return item


def _named_apart(servers: list[Server]) -> list[Server]:
    """Each with a name of its own."""
    from advisor.servers.naming import names, place  # late: a server alone has its name

    shown = names([one.plain_name for one in servers], [place(one.files[0], one.named_by) for one in servers])
    pairs = zip(servers, shown, strict=True)
    return [one._replace(name=name, told_apart=name != one.plain_name) for one, name in pairs]
