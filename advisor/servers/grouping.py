"""Grouping: puts the files that were read together into those of each server.

A server begins at a NOTES.INI or a One-Touch file. Its folder, and every sub-folder that has none of its own, belong to
it; a second NOTES.INI of the same name is a copy, and so is one of none that says nothing else. What tells of the
machine above several servers is each one's; above a single one all is that names no other. Where an argument holds
neither, each server document begins one. What a console printed goes to the server it names.
"""

from typing import NamedTuple

from advisor.facts import MAYBE_CUT, Fact
from advisor.pack import Catalogue
from advisor.servers.parsed import ANCHORS, DIRECTORY, SET_UP, ParsedFile, ServerFiles, all_items, documents_of
from advisor.servers.walk import NOT_READ, Unread
from advisor.values.names import abbreviated

_COPY = "a copy of notes.ini"
_ANOTHER = "another NOTES.INI without a server's name: not judged (it differs from {})"


class _Rest(NamedTuple):
    """What of an argument belongs to no server yet. anchored: whether the argument holds a NOTES.INI or its like."""

    files: list[ParsedFile]
    anchored: bool


def files_by_server(
    files: list[ParsedFile], unread: list[Unread], catalogue: Catalogue
) -> tuple[list[ServerFiles], list[ParsedFile]]:
    """The servers' files in the order of their first one, and the files that make up none but may speak of some.

    unread: takes what belongs to no server of the run.
    """
    servers, rests = _begun_by_anchors(files, unread, catalogue)
    taken = {file.name.casefold() for server in servers for file in server.files}
    left: list[_Rest] = []
    for rest in rests:
        begun, others = ([], rest.files) if rest.anchored else _begun_by_documents(rest.files, taken)
        servers += begun
        taken |= {server.name.casefold() for server in begun}
        left.append(_Rest(others, rest.anchored))
    if servers and any(rest.files for rest in left):
        from advisor.servers.belonging import without_consoles  # late: mostly each file has its server by now

        left = [_Rest(without_consoles(rest.files, servers), rest.anchored) for rest in left]
    loose: list[ParsedFile] = []
    for rest in sorted(left, key=_of_documents_only):  # the order of the arguments decides nothing
        beside_others = bool(servers or rest.anchored)
        loose += [file for file in rest.files if _only_speaks(file, beside_others)]
        servers += _unanchored([file for file in rest.files if not _only_speaks(file, beside_others)])
    if len(files) > 1:
        from advisor.servers.belonging import send_home  # late: a file alone tells of no other server than its own

        send_home(servers, unread)
    order = {id(file): number for number, file in enumerate(files)}
    return sorted(servers, key=lambda server: order[id(server.files[0])]), loose


def _begun_by_anchors(
    files: list[ParsedFile], unread: list[Unread], catalogue: Catalogue
) -> tuple[list[ServerFiles], list[_Rest]]:
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
        anchored, rest = _anchored(of_argument, unread, catalogue)
        servers += anchored
        rests.append(_Rest(rest, bool(anchored)))
    return servers, rests


def _anchored(
    files: list[ParsedFile], unread: list[Unread], catalogue: Catalogue
) -> tuple[list[ServerFiles], list[ParsedFile]]:
    """The files of one folder argument put together by what begins a server, and those above or beside all of them."""
    owners: dict[tuple[str, ...], list[ParsedFile]] = {}
    rest: list[ParsedFile] = []
    begun_in: list[tuple[tuple[str, ...], list[ParsedFile]]] = []  # each server, and the folder it begins in
    known: dict[int, dict[str, set[str]]] = {}
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
                unread.append(_beside(anchor, owner[0], known, catalogue))
            else:
                begun_in.append((folder, [anchor]))
        (rest if owner is None else owner).extend(file for file in by_folder[folder] if file.format not in ANCHORS)
    if rest:
        from advisor.servers.belonging import without_those_above  # late: mostly each file has its server by now

        rest = without_those_above(rest, begun_in)
    return [ServerFiles(of_server) for _, of_server in begun_in], rest


def _beside(
    second: ParsedFile, first: ParsedFile, known: dict[int, dict[str, set[str]]], catalogue: Catalogue
) -> Unread:
    """What a second NOTES.INI of a server is called. known: takes the settings of each first one."""
    if second.name:
        return Unread(second.path, None, _COPY)
    try:
        if id(first) not in known:
            known[id(first)] = {}
            for item in _settings(first, catalogue):
                known[id(first)].setdefault(item.key, set()).add(item.text.strip())
        of_first = known[id(first)]
        if all(_is_among(item, of_first.get(item.key, set())) for item in _settings(second, catalogue)):
            return Unread(second.path, None, _COPY)
    except OSError as error:  # it was there a moment ago
        return Unread(second.path, None, error.strerror or str(error), True, NOT_READ)
    return Unread(second.path, None, _ANOTHER.format(first.path), True)


def _settings(file: ParsedFile, catalogue: Catalogue) -> list[Fact]:
    return [item for item in all_items(file, catalogue) if isinstance(item, Fact) and item.key.startswith("ini.")]


def _is_among(setting: Fact, texts: set[str]) -> bool:
    """Whether a value is one of those of the other file; one that may be cut is where one of them begins like it."""
    text = setting.text.strip()
    return text in texts or (setting.doubt == MAYBE_CUT and any(other.startswith(text) for other in texts))


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
    """Whether two are of one server: one of them names none, or both name the same; a NOTES.INI is nobody's set-up."""
    named_by_set_up = anchor.format in SET_UP and not owner.name
    return not anchor.name or named_by_set_up or anchor.name.casefold() == owner.name.casefold()


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


def _unanchored(files: list[ParsedFile]) -> list[ServerFiles]:
    """The argument's folder is a server, or where it holds only sub-folders each of these."""
    beside = any(not file.input.folder for file in files)
    folders: dict[str, list[ParsedFile]] = {}
    for file in files:
        folders.setdefault("" if beside else file.input.folder[0], []).append(file)
    return [server for of_folder in folders.values() for server in _of_folder(of_folder)]


def _of_folder(files: list[ParsedFile]) -> list[ServerFiles]:
    """One server, unless a format comes twice or consoles name two: then each file is on its own."""
    from advisor.servers.belonging import on_console  # late: a NOTES.INI begins a server

    formats = {file.format for file in files}
    consoles = {name.casefold() for file in files if (name := on_console(file))}
    if len(formats) == len(files) and len(consoles) < 2:
        return [ServerFiles(files)]
    return [ServerFiles([file]) for file in files]
