"""Assign files above servers, or files that name another server, to the servers that they describe."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from msgspec import Struct

from advisor.facts import Complete, Document, Fact
from advisor.readers import Reader
from advisor.servers.model import (
    CONSOLE_NAME,
    DIRECTORY,
    DIRECTORY_SET,
    NEWER_COPY,
    STATISTICS_DIRECTORY,
    STATISTICS_NAME,
    InputFile,
    ParsedFile,
    ServerFiles,
    Unread,
    describes_machine,
)
from advisor.servers.reading import content_of
from advisor.values.names import abbreviated, collected
from advisor.values.paths import WINDOWS_PATH, comparable

WINDOWS, UNIX = "Windows", "UNIX"
_FAMILIES = {"windows": WINDOWS, "aix": UNIX, "linux": UNIX}
_FORMATS = dict.fromkeys(("df", "iscsiadm", "lsblk", "lsblk text", "mount", "multipath", "mdadm", "mdstat"), UNIX)


def platform_of_reader(reader: Reader) -> str:
    """Return the platform of a reader's tool, or "" for tools of several platforms."""
    return _FAMILIES.get(reader.family) or _FORMATS.get(reader.name, "")


def platform_of_paths(directories: Iterable[str]) -> str:
    """Return the platform of a server by its data directories, or "" if they name none or several."""
    platforms = {WINDOWS if WINDOWS_PATH.match(path) else UNIX * path.startswith("/") for path in directories}
    return platforms.pop() if len(platforms) == 1 else ""


def alike(first: str, second: str) -> bool:
    """Return whether two platforms may belong to one machine. An unknown platform ("") fits any."""
    return not first or not second or first == second


T = TypeVar("T")
FolderPath = tuple[str, ...]


def way(file: InputFile) -> FolderPath:
    """Return the folders of a file, from the root of the given path."""
    return file.place.root + file.folder


class Nearest(Generic[T]):
    """Things in folders, found by the folder that they share with another place. Each costs its folder's depth."""

    def __init__(self, things: Iterable[tuple[FolderPath, T]]) -> None:
        self.all = list(things)
        self._below: dict[FolderPath, list[T]] = {}

    def of(self, place: FolderPath) -> list[T]:
        """Return the values whose folders share the longest beginning with `place`."""
        if len(self.all) < 2:
            return [thing for _, thing in self.all]
        if not self._below:
            for folder, thing in self.all:
                for depth in range(len(folder) + 1):
                    self._below.setdefault(folder[:depth], []).append(thing)
        depth = next(depth for depth in range(len(place), -1, -1) if place[:depth] in self._below)
        return self._below[place[:depth]]


_OF_ANOTHER = "{} of another server, which is not in this run"
_OF_SEVERAL = "{} of another server, of which several lie equally near"
_OF_ANOTHER_PLATFORM = "it tells of a machine with {}, and no server below this folder runs on one: not used"
_OF_ONE_PROCESS = {
    "process limits": "of which server's process it tells nobody knows: put it into the folder of that server"
}


def assign_files_above(
    files: list[ParsedFile], new_servers: list[tuple[tuple[str, ...], list[ParsedFile]]], unread: list[Unread]
) -> list[ParsedFile]:
    """Add each file above servers to the servers it describes, and return the remaining files.

    unread: receives files about one process above several servers, and files about a machine of another platform.
    """
    platform_of: dict[int, str] = {}
    below: dict[tuple[str, ...], list[list[ParsedFile]]] = {}
    for folder, of_server in new_servers:
        for depth in range(len(folder) + 1):
            below.setdefault(folder[:depth], []).append(of_server)
    remaining = []
    for file in files:
        servers = below.get(file.input.folder, [])
        is_theirs = describes_machine(file.input.reader) or (len(servers) == 1 and not _names_a_server(file))
        if len(servers) > 1 and file.format in _OF_ONE_PROCESS:
            unread.append(Unread(file.path, None, _OF_ONE_PROCESS[file.format]))
        elif servers and is_theirs:
            fitting_servers = _on_its_platform(file, servers, platform_of) if len(servers) > 1 else servers
            for of_server in fitting_servers:
                of_server.append(file)
            if not fitting_servers:
                platform = platform_of_reader(file.input.reader)
                unread.append(Unread(file.path, None, _OF_ANOTHER_PLATFORM.format(platform)))
        else:
            remaining.append(file)
    return remaining


def _on_its_platform(
    file: ParsedFile, servers: list[list[ParsedFile]], known: dict[int, str]
) -> list[list[ParsedFile]]:
    """Return the servers that may run on the platform of a file. known: a cache of each server's platform."""
    platform = platform_of_reader(file.input.reader)
    if not platform:
        return servers
    for of_server in servers:
        if id(of_server) not in known:
            known[id(of_server)] = platform_of_paths(_texts(of_server[0], DIRECTORY_SET))
    return [of_server for of_server in servers if alike(platform, known[id(of_server)])]


def _names_a_server(file: ParsedFile) -> bool:
    return file.format in DIRECTORY or bool(on_console(file))


class _Named:
    """The servers of a run, to be found by what a console calls them."""

    def __init__(self, servers: list[ServerFiles]) -> None:
        by_name: dict[str, list[tuple[FolderPath, ServerFiles]]] = {}
        for server in servers:
            by_name.setdefault(_name(server).casefold(), []).append((way(server.files[0].input), server))
        self.by_first_part: dict[str, dict[str, Nearest[ServerFiles]]] = {}
        for name, of_one in by_name.items():
            self.by_first_part.setdefault(_first_part(name), {})[name] = Nearest(of_one)
        self.by_directory: dict[str, list[tuple[FolderPath, ServerFiles]]] = {}
        for server in servers:
            self.by_directory.setdefault(_directory(server), []).append((way(server.files[0].input), server))

    def of(self, file: ParsedFile) -> list[ServerFiles]:
        """Return the servers that a file may describe. If several have that name or directory, return the nearest."""
        named, place = on_console(file), way(file.input)
        fitting = [
            nearest for name, nearest in self.by_first_part.get(_first_part(named), {}).items() if _alike(named, name)
        ]
        if not named and (path := _path(file, STATISTICS_DIRECTORY)):
            fitting = [Nearest(self.by_directory.get(path, []))]
        return [server for nearest in fitting for server in nearest.of(place)]


def assign_consoles(files: list[ParsedFile], servers: list[ServerFiles]) -> list[ParsedFile]:
    """Add console output to the server that it names, and return the remaining files."""
    named_servers = _Named(servers)
    remaining = []
    for file in files:
        fitting_servers = [] if file.input.alone else named_servers.of(file)
        if len(fitting_servers) == 1:
            fitting_servers[0].files.append(file)
        else:
            remaining.append(file)
    return remaining


def move_consoles(servers: list[ServerFiles], unread: list[Unread]) -> None:
    """Move console output to the server that it names. Output of a server outside the run is left out."""
    named_servers: _Named | None = None
    for server in servers:
        name, directory = _name(server), _directory(server)
        for file in [file for file in server.files if _is_from_other_server(file, name, directory)]:
            server.files.remove(file)
            named_servers = named_servers or _Named(servers)
            fitting_servers = named_servers.of(file)
            if len(fitting_servers) == 1:
                fitting_servers[0].files.append(file)
            else:
                output = "an NSD" if file.format == "nsd" else "a console's output"
                unread.append(Unread(file.path, None, (_OF_SEVERAL if fitting_servers else _OF_ANOTHER).format(output)))


def _name(server: ServerFiles) -> str:
    return server.name or next((file.name for file in server.files if file.name), "")


def _directory(server: ServerFiles) -> str:
    """Return the data directory in the server's NOTES.INI, normalised for comparison."""
    return _path(server.files[0], DIRECTORY_SET)


def _is_from_other_server(file: ParsedFile, name: str, directory: str) -> bool:
    """Return whether console output is from a server with another name or another data directory."""
    if console_name := on_console(file):
        return bool(name) and _alike(console_name, name) is False
    path = "" if file.format == "nsd" or not directory else _path(file, STATISTICS_DIRECTORY)
    return bool(path) and path != directory


def _path(file: ParsedFile, key: str) -> str:
    """Return a normalised path if the file contains exactly one value for the key, else ""."""
    paths = {comparable(text) for text in _texts(file, key)}
    return paths.pop() if len(paths) == 1 else ""


def on_console(file: ParsedFile) -> str:
    """Return the abbreviated server name in console output, statistics or the NOTES.INI of an NSD, or ""."""
    if file.format == "nsd":
        return file.name
    console_names = _texts(file, CONSOLE_NAME) or _texts(file, STATISTICS_NAME)
    return abbreviated(console_names[0]) if console_names else ""


def _texts(file: ParsedFile, key: str) -> list[str]:
    items = (item for item in file.items if isinstance(item, Fact) and item.key == key)
    return [item.text for item in items if item.text and not item.doubt]


def _alike(name: str, other: str) -> bool | None:
    """Return whether two names may be one server's, or None if one is unknown. A missing organization fits any."""
    first, second = name.casefold(), other.casefold()
    if not first or not second:
        return None
    return first == second if "/" in first and "/" in second else _first_part(first) == _first_part(second)


def _first_part(name: str) -> str:
    """Return a name without its organization, in lower case."""
    return name.casefold().partition("/")[0]


_NAME_ONE = {"server": "server document", "config": "configuration document"}  # kinds that name one server or group
_NONE = "it holds no document that tells of servers"
_OF_NOBODY = "no document in it speaks of a server of this run"
_REPLACED = "the {} was not used: {} {}"


class PlacedDocument(Struct, frozen=True):
    """A document that was read, the folders down to its file, and those of the server whose file it came in."""

    document: Document
    way: FolderPath
    home: list[Document]


class NamedServer(Struct, frozen=True):
    """A server that documents may name, with its folders and its documents."""

    name: str
    way: FolderPath
    documents: list[Document]


class _GeneralDocuments:
    """The documents for all servers or for a group. Equal documents from several replicas are used once.

    Only the newest configuration documents are used.
    """

    def __init__(self, documents: Iterable[Document]) -> None:
        self.newest: dict[str, str] = {}  # when it was saved, by whom it is for
        for document in documents:
            if document.form == "config":
                self.newest[document.server] = max(document.written, self.newest.get(document.server, ""))
        self._known: set[tuple[str, int]] = set()

    def is_new(self, document: Document) -> bool:
        """Return whether a document is the newest and its content is new."""
        content = f"{document.form} {document.server}", content_of(document)
        outdated = document.form == "config" and document.written != self.newest[document.server]
        if outdated or content in self._known:
            return False
        self._known.add(content)
        return True


class _Servers:
    """The servers of a run by their names in lower case, and by the first parts of these."""

    def __init__(self, servers: Iterable[NamedServer]) -> None:
        by_name: dict[str, list[tuple[FolderPath, list[Document]]]] = {}
        self.name_of: dict[int, str] = {}
        for server in servers:
            by_name.setdefault(server.name.casefold(), []).append((server.way, server.documents))
            self.name_of[id(server.documents)] = server.name.casefold()
        self.by_name = {name: Nearest(of_one) for name, of_one in by_name.items()}
        self._of_all: dict[tuple[int, FolderPath], list[list[Document]]] = {}
        self.by_first_part: dict[str, list[str]] = {}
        for name in self.by_name:
            self.by_first_part.setdefault(name.partition("/")[0], []).append(name)

    def beside(self, given: PlacedDocument, name: str) -> list[list[Document]]:
        """Return the servers of a name that a document describes: the server it came with, else the nearest."""
        if self.name_of.get(id(given.home)) == name:
            return [given.home]
        return self.by_name[name].of(given.way)

    def everybody(self, given: PlacedDocument, for_all: _GeneralDocuments) -> list[list[Document]]:
        """Return all servers, or only the document's own server if its content is already known.

        A document that came with one of several snapshots of a server is not used for servers of another day.
        """
        own_name = self.name_of.get(id(given.home), "")
        of_one_day = bool(own_name) and len(self.by_name[own_name].all) > 1
        if not of_one_day and not for_all.is_new(given.document):
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


def assign_documents(documents: list[PlacedDocument], servers: list[NamedServer]) -> Iterator[Unread]:
    """Add each document to the servers that it names; yield a remark for documents of servers outside this run."""
    among = _Servers(servers)
    for_all = _GeneralDocuments(given.document for given in documents)
    strangers: Counter[str] = Counter()
    for given in documents:
        document = given.document
        if document.form not in _NAME_ONE:
            if not _assign_to_several(given, among, for_all):
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


def _replaced(documents: list[PlacedDocument], servers: list[NamedServer]) -> Iterator[Unread]:
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


def _assign_to_several(given: PlacedDocument, among: _Servers, for_all: _GeneralDocuments) -> bool:
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


def unassigned_files(unassigned: list[ParsedFile], reported_paths: set[str]) -> Iterator[Unread]:
    """Yield a remark for each file that forms no server and names no server, except `reported_paths`."""
    for file in unassigned:
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
