"""Grouping: puts the files that were read together into those of each server.

A server begins at a NOTES.INI or a One-Touch file. Its folder, and every sub-folder that has none of its own, belong to
it; a second NOTES.INI of the same name is a copy, and so is one of none that says nothing else. What tells of the
machine above several servers is each one's; above a single one all is that names no other. Where an argument holds
neither, each server document begins one. What a console printed goes to the server it names.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from advisor.pack import Catalogue
from advisor.servers.parsed import ANCHORS, DIRECTORY, ParsedFile, ServerFiles
from advisor.servers.walk import Unread
from advisor.values.names import abbreviated

_NSD = "nsd"  # of which a server may have left several


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
        begun, others = _begun_by_folders(rest.files, taken)
        if not rest.anchored:
            named = {*taken, *(server.name.casefold() for server in begun)}
            more, others = _begun_by_documents(others, named)
            begun += more
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
        from advisor.servers.anchored import anchored  # late: a file that is given alone lies in no folder

        begun, rest = anchored(of_argument, unread, catalogue)
        servers += begun
        rests.append(_Rest(rest, bool(begun)))
    return servers, rests


def _of_documents_only(rest: _Rest) -> bool:
    return all(file.format in DIRECTORY for file in rest.files)


def _only_speaks(file: ParsedFile, beside_others: bool) -> bool:
    """Whether a file makes up no server: one of documents, where there are servers to speak of or it holds none."""
    return file.format in DIRECTORY and (beside_others or not file.documents)


def _begun_by_folders(files: list[ParsedFile], taken: set[str]) -> tuple[list[ServerFiles], list[ParsedFile]]:
    """The folders that are a server each, as their documents name one that no other folder's do, and the other files.

    A folder of documents alone is none: it may hold what speaks of any server.
    """
    if not all(file.input.folder for file in files):
        return [], files
    folders = list(_folders(files))
    named = [{name.casefold(): name for file in of_one for name in _server_names(file)} for of_one in folders]
    times = Counter(name for names in named for name in names)
    begun = []
    for of_folder, names in zip(folders, named, strict=True):
        [(key, name)] = names.items() if len(names) == 1 else [("", "")]
        only_speaks = all(file.format in DIRECTORY for file in of_folder)
        if not (only_speaks or times[key] != 1 or key in taken):
            begun.append(ServerFiles(of_folder, name))
    used = {id(file) for server in begun for file in server.files}
    return begun, [file for file in files if id(file) not in used]


def _folders(files: list[ParsedFile], depth: int = 0) -> Iterator[list[ParsedFile]]:
    """The files of each folder that may be a server. depth: of how many folders they have the same."""
    below: dict[str, list[ParsedFile]] = {}
    for file in files:
        below.setdefault(file.input.folder[depth], []).append(file)
    for of_folder in below.values():
        if _are_several(of_folder, depth + 1):
            yield from _folders(of_folder, depth + 1)
        else:
            yield of_folder


def _are_several(files: list[ParsedFile], depth: int) -> bool:
    """Whether a folder holds folders alone, of which two have a file of one format and differ in more than a date."""
    if any(len(file.input.folder) == depth for file in files):
        return False
    from advisor.values.days import on_the_way  # late: folders in folders are few

    listings = (file for file in files if file.format not in {*DIRECTORY, _NSD})
    held = {(on_the_way(file.input.folder[depth])[1], file.format) for file in listings}
    return len({format for _, format in held}) < len(held)


def _begun_by_documents(files: list[ParsedFile], taken: set[str]) -> tuple[list[ServerFiles], list[ParsedFile]]:
    """The servers that a document names and no other file begins, and the other files; the only server gets all."""
    spelling: dict[str, str] = {}
    naming: dict[str, dict[int, ParsedFile]] = {}
    for file in files:
        for name in _server_names(file):
            spelling.setdefault(name.casefold(), name)
            naming.setdefault(name.casefold(), {})[id(file)] = file
    new = [name for name in spelling if name not in taken]
    if len(spelling) == len(new) == 1:
        return [ServerFiles(files, spelling[new[0]])], []
    used = {number for name in new for number in naming[name]}
    begun = [ServerFiles(list(naming[name].values()), spelling[name]) for name in new]
    return begun, [file for file in files if id(file) not in used]


def _server_names(file: ParsedFile) -> list[str]:
    return [abbreviated(one.server) for one in file.documents if one.form == "server" and one.server]


def _unanchored(files: list[ParsedFile]) -> list[ServerFiles]:
    """The argument's folder is a server, or where it holds only sub-folders each of these."""
    beside = any(not file.input.folder for file in files)
    folders: dict[str, list[ParsedFile]] = {}
    for file in files:
        folders.setdefault("" if beside else file.input.folder[0], []).append(file)
    return [server for of_folder in folders.values() for server in _of_folder(of_folder)]


def _of_folder(files: list[ParsedFile]) -> list[ServerFiles]:
    """One server, unless a format other than NSDs comes twice or files name two: then each file is on its own."""
    from advisor.servers.belonging import on_console  # late: a NOTES.INI begins a server

    formats = [file.format for file in files if file.format != _NSD]
    consoles = {name.casefold() for file in files if (name := on_console(file))}
    if len(set(formats)) == len(formats) and len(consoles) < 2:
        return [ServerFiles(files)]
    return [ServerFiles([file]) for file in files]
