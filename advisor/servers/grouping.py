"""Grouping: puts the files that were read together into those of each server.

A server begins at a NOTES.INI or a One-Touch file. Its folder, and every sub-folder that has none of its own, belong to
it; a second NOTES.INI of the same name, or of none, is a copy. What tells of the machine above several servers is each
one's; above a single one everything is. Where an argument holds neither, each server document begins one. What a
console printed goes to the server it names.
"""

from typing import NamedTuple

from advisor.facts import Document, Fact
from advisor.readers import Item, Reader, family_of
from advisor.servers.gather import InputFile
from advisor.servers.walk import Unread
from advisor.values.names import abbreviated

SET_UP = {"one-touch json", "one-touch env"}  # what a server was set up from
ANCHORS = {"notes.ini", *SET_UP}
DIRECTORY = {"dxl", "document properties"}  # what holds documents that speak of servers by name, wherever it lies
_OF_ANOTHER = "a console's output of another server, which is not in this run"
_COPY = "a copy of notes.ini"


_OF_A_MACHINE = {"aix", "raid", "volumes"}  # readers' families


class ParsedFile(NamedTuple):
    """A file with all that its reader told, and the server's name that it gives; "" where it gives none."""

    input: InputFile
    items: tuple[Item, ...]
    name: str
    named_by: str

    @property
    def format(self) -> str:
        """The format of its reader."""
        return self.input.reader.FORMAT

    @property
    def path(self) -> str:
        """Its path as printed."""
        return self.input.source.path


class ServerFiles(NamedTuple):
    """The files of one server. name: where a server document begins it."""

    files: list[ParsedFile]
    name: str = ""


class _Rest(NamedTuple):
    """What of an argument belongs to no server yet. anchored: whether the argument holds a NOTES.INI or its like."""

    files: list[ParsedFile]
    anchored: bool


def files_by_server(files: list[ParsedFile], unread: list[Unread]) -> tuple[list[ServerFiles], list[ParsedFile]]:
    """The servers' files in the order of their first one, and the files that make up none but may speak of some.

    unread: takes what belongs to no server of the run.
    """
    servers, rests = _begun_by_anchors(files, unread)
    taken = {file.name.casefold() for server in servers for file in server.files}
    left: list[_Rest] = []
    for rest in rests:
        begun, others = ([], rest.files) if rest.anchored else _begun_by_documents(rest.files, taken)
        servers += begun
        taken |= {server.name.casefold() for server in begun}
        left.append(_Rest(others, rest.anchored))
    loose: list[ParsedFile] = []
    for rest in sorted(left, key=_of_documents_only):  # the order of the arguments decides nothing
        beside_others = bool(servers or rest.anchored)
        loose += [file for file in rest.files if _only_speaks(file, beside_others)]
        servers += _unanchored([file for file in rest.files if not _only_speaks(file, beside_others)])
    for server in servers:
        _send_home(server, servers, unread)
    order = {id(file): number for number, file in enumerate(files)}
    return sorted(servers, key=lambda server: order[id(server.files[0])]), loose


def _begun_by_anchors(files: list[ParsedFile], unread: list[Unread]) -> tuple[list[ServerFiles], list[_Rest]]:
    """The servers that a NOTES.INI or a One-Touch file begins, and the rest of each argument."""
    servers: list[ServerFiles] = []
    rests: list[_Rest] = []
    by_argument: dict[int, list[ParsedFile]] = {}
    for file in files:
        if not file.input.alone:
            by_argument.setdefault(file.input.argument, []).append(file)
        elif file.format in ANCHORS:
            servers.append(ServerFiles([file]))
        else:
            rests.append(_Rest([file], False))
    for of_argument in by_argument.values():
        anchored, rest = _anchored(of_argument, unread)
        servers += anchored
        rests.append(_Rest(rest, bool(anchored)))
    return servers, rests


def _anchored(files: list[ParsedFile], unread: list[Unread]) -> tuple[list[ServerFiles], list[ParsedFile]]:
    """The files of one folder argument put together by what begins a server, and those above or beside all of them."""
    owners: dict[tuple[str, ...], list[ParsedFile]] = {}
    rest: list[ParsedFile] = []
    begun_in: list[tuple[tuple[str, ...], list[ParsedFile]]] = []  # each server, and the folder it begins in
    by_folder: dict[tuple[str, ...], list[ParsedFile]] = {}
    for file in files:
        by_folder.setdefault(file.input.folder, []).append(file)
    for folder in sorted(by_folder, key=lambda parts: (len(parts), parts)):
        owner = _nearest(owners, folder)
        anchors = [file for file in by_folder[folder] if file.format in ANCHORS]
        first = _first_anchor(anchors)
        if first and not (owner and _same_server(first, owner[0])):
            owners[folder] = owner = [first]
            begun_in.append((folder, owner))
            anchors.remove(first)
        for anchor in anchors:
            if not owner or not _same_server(anchor, owner[0]):
                begun_in.append((folder, [anchor]))
            elif anchor.format in SET_UP:
                owner.append(anchor)
            elif anchor.input.role != "itself":
                unread.append(Unread(anchor.path, None, _COPY))
            else:
                begun_in.append((folder, [anchor]))
        (rest if owner is None else owner).extend(file for file in by_folder[folder] if file.format not in ANCHORS)
    rest = _without_those_above(rest, begun_in)
    return [ServerFiles(of_server) for _, of_server in begun_in], rest


def _without_those_above(
    files: list[ParsedFile], begun_in: list[tuple[tuple[str, ...], list[ParsedFile]]]
) -> list[ParsedFile]:
    """What is left when each file above servers that counts for them has been added to their files."""
    below: dict[tuple[str, ...], list[list[ParsedFile]]] = {}
    for folder, of_server in begun_in:
        for depth in range(len(folder) + 1):
            below.setdefault(folder[:depth], []).append(of_server)
    left = []
    for file in files:
        servers = below.get(file.input.folder, [])
        if servers and (file.format not in DIRECTORY if len(servers) == 1 else tells_of_a_machine(file.input.reader)):
            for of_server in servers:
                of_server.append(file)
        else:
            left.append(file)
    return left


def _nearest(owners: dict[tuple[str, ...], list[ParsedFile]], folder: tuple[str, ...]) -> list[ParsedFile] | None:
    """The files of the server that begins in the folder itself or in the nearest one above."""
    for depth in range(len(folder), -1, -1):
        if folder[:depth] in owners:
            return owners[folder[:depth]]
    return None


def _first_anchor(anchors: list[ParsedFile]) -> ParsedFile | None:
    """The file called notes.ini, else the only NOTES.INI, else the only one; several are each judged on their own."""
    called = [anchor for anchor in anchors if anchor.input.name.lower() == "notes.ini"]
    if called:
        return called[0]
    running = [anchor for anchor in anchors if anchor.format not in SET_UP] or anchors
    return running[0] if len(running) == 1 else None


def _same_server(anchor: ParsedFile, owner: ParsedFile) -> bool:
    return not anchor.name or anchor.name.casefold() == owner.name.casefold()


def _of_documents_only(rest: _Rest) -> bool:
    return all(file.format in DIRECTORY for file in rest.files)


def _only_speaks(file: ParsedFile, beside_others: bool) -> bool:
    """Whether a file makes up no server: one of documents, where there are servers to speak of or it holds none."""
    return file.format in DIRECTORY and (beside_others or not documents_of(file))


def _begun_by_documents(files: list[ParsedFile], taken: set[str]) -> tuple[list[ServerFiles], list[ParsedFile]]:
    """The servers that a document names and no other file begins, and the other files; the only server gets all."""
    spelling: dict[str, str] = {}
    naming: dict[str, dict[int, ParsedFile]] = {}
    for file in files:
        for name in map(abbreviated, _server_names(file)):
            spelling.setdefault(name.casefold(), name)
            naming.setdefault(name.casefold(), {})[id(file)] = file
    new = [name for name in spelling if name not in taken]
    if len(spelling) == len(new) == 1:
        return [ServerFiles(files, spelling[new[0]])], []
    used = {number for name in new for number in naming[name]}
    begun = [ServerFiles(list(naming[name].values()), spelling[name]) for name in new]
    return begun, [file for file in files if id(file) not in used]


def _server_names(file: ParsedFile) -> list[str]:
    return [document.server for document in documents_of(file) if document.form == "server" and document.server]


def tells_of_a_machine(reader: Reader) -> bool:
    """Whether a reader's files are about the machine, whichever server they came with."""
    return family_of(reader) in _OF_A_MACHINE


def documents_of(file: ParsedFile) -> list[Document]:
    """The documents of the Domino Directory that a file holds."""
    return [item for item in file.items if isinstance(item, Document)]


def _unanchored(files: list[ParsedFile]) -> list[ServerFiles]:
    """The argument's folder is a server, or where it holds only sub-folders each of these."""
    beside = any(not file.input.folder for file in files)
    folders: dict[str, list[ParsedFile]] = {}
    for file in files:
        folders.setdefault("" if beside else file.input.folder[0], []).append(file)
    return [server for of_folder in folders.values() for server in _of_folder(of_folder)]


def _of_folder(files: list[ParsedFile]) -> list[ServerFiles]:
    """One server, unless a format comes twice or consoles name two: then each file is on its own."""
    formats = {file.format for file in files}
    consoles = {name.casefold() for file in files if (name := _on_console(file))}
    if len(formats) == len(files) and len(consoles) < 2:
        return [ServerFiles(files)]
    return [ServerFiles([file]) for file in files]


def _send_home(server: ServerFiles, servers: list[ServerFiles], unread: list[Unread]) -> None:
    """What a console printed of another server than this is that one's; of one not in the run it is left out."""
    name = _name(server)
    for file in [file for file in server.files if name and _alike(_on_console(file), name) is False]:
        server.files.remove(file)
        theirs = [other for other in servers if _alike(_on_console(file), _name(other))]
        if len(theirs) == 1:
            theirs[0].files.append(file)
        else:
            unread.append(Unread(file.path, None, _OF_ANOTHER))


def _name(server: ServerFiles) -> str:
    return server.name or next((file.name for file in server.files if file.name), "")


def _on_console(file: ParsedFile) -> str:
    """The server that a console's output names, abbreviated."""
    named = (item.text for item in file.items if isinstance(item, Fact) and item.key == "console.server_name")
    return abbreviated(next(named, ""))


def _alike(name: str, other: str) -> bool | None:
    """Whether two names are one server's; a name without its organization may be. None where one is not known."""
    first, second = name.casefold(), other.casefold()
    if not first or not second:
        return None
    return first == second if "/" in first and "/" in second else first.partition("/")[0] == second.partition("/")[0]
