"""Group the files that were read by server: by the nearest NOTES.INI or One-Touch file above them."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from advisor.facts import MAYBE_CUT, Fact
from advisor.pack import Catalogue
from advisor.servers.belonging import assign_consoles, assign_files_above, move_consoles, on_console
from advisor.servers.model import ANCHORS, DIRECTORY, NOT_READ, SET_UP, ParsedFile, ServerFiles, Unread, all_items, spot
from advisor.values.names import abbreviated
from advisor.values.paths import kept_of

_COPY = "a copy of notes.ini"
_KEPT = "a copy of {}, kept by `domlint fix`"
_ANOTHER = "another NOTES.INI without a server's name: not checked (it differs from {})"


def anchored(
    files: list[ParsedFile], unread: list[Unread], catalogue: Catalogue
) -> tuple[list[ServerFiles], list[ParsedFile]]:
    """Group the files of one argument by server; return the servers and the files outside all of them."""
    by_folder: dict[tuple[str, ...], list[ParsedFile]] = {}
    for file in files:
        by_folder.setdefault(file.input.folder, []).append(file)
    argument = _Argument(unread, catalogue)
    for folder in sorted(by_folder, key=lambda parts: (len(parts), parts)):
        argument.take(folder, by_folder[folder])
    rest = argument.rest
    if rest:
        rest = assign_files_above(rest, [(server.folder, server.files) for server in argument.new_servers], unread)
    return [ServerFiles(server.files, copies=tuple(server.copies)) for server in argument.new_servers], rest


class _NewServer(Struct, frozen=True):
    """A server as its files come together. folder: it begins there. copies: places of further NOTES.INI of its own."""

    folder: tuple[str, ...]
    files: list[ParsedFile]
    copies: list[str]


class _Argument:
    """The files of a folder argument, grouped folder by folder from the top down.

    owners: maps a folder to the server that owns the files below it. rest: files of no server. known: the settings of
    servers' own NOTES.INI, for comparison with copies.
    """

    def __init__(self, unread: list[Unread], catalogue: Catalogue) -> None:
        self.unread, self.catalogue = unread, catalogue
        self.new_servers: list[_NewServer] = []
        self.owners: dict[tuple[str, ...], _NewServer] = {}
        self.rest: list[ParsedFile] = []
        self.known: dict[int, dict[str, set[str]]] = {}

    def take(self, folder: tuple[str, ...], files: list[ParsedFile]) -> None:
        """Assign the files of a folder to their servers."""
        owner = self._nearest(folder)
        anchors = self._without_kept([file for file in files if file.format in ANCHORS])
        first = _first_anchor(anchors)
        if first and not (owner and _same_server(first, owner.files[0])):
            self.owners[folder] = owner = self._begin(folder, first)
            anchors.remove(first)
        for anchor in anchors:
            self._take_further(folder, anchor, owner)
        (owner.files if owner else self.rest).extend(file for file in files if file.format not in ANCHORS)

    def _without_kept(self, anchors: list[ParsedFile]) -> list[ParsedFile]:
        """Leave out the backups that `domlint fix` keeps next to a file."""
        if len(anchors) == 1:
            return anchors
        anchor_by_name = {file.input.name.lower(): file for file in anchors}
        pairs = [(file, anchor_by_name.get(kept_of(file.input.name))) for file in anchors]
        copies = [(file, original) for file, original in pairs if original and file.input.role != "itself"]
        self.unread += [Unread(file.path, None, _KEPT.format(original.input.name)) for file, original in copies]
        removed = {id(file) for file, _ in copies}
        return [file for file in anchors if id(file) not in removed]

    def _nearest(self, folder: tuple[str, ...]) -> _NewServer | None:
        """Return the server that begins in the folder or in the nearest folder above, or None."""
        above = (folder[:depth] for depth in range(len(folder), -1, -1))
        return next((self.owners[parent] for parent in above if parent in self.owners), None)

    def _begin(self, folder: tuple[str, ...], anchor: ParsedFile) -> _NewServer:
        self.new_servers.append(_NewServer(folder, [anchor], []))
        return self.new_servers[-1]

    def _take_further(self, folder: tuple[str, ...], anchor: ParsedFile, owner: _NewServer | None) -> None:
        """Assign a file that may begin a server and is not the first such file of its folder."""
        if not owner or not _same_server(anchor, owner.files[0]):
            self._begin(folder, anchor)
        elif anchor.format in SET_UP:
            owner.files.append(anchor)
        elif anchor.input.role == "itself":
            self._begin(folder, anchor)
        else:
            owner.copies.append(spot(anchor.input))
            self.unread.append(self._beside(anchor, owner.files[0]))

    def _beside(self, second: ParsedFile, first: ParsedFile) -> Unread:
        """Return the remark for a second NOTES.INI of a server."""
        if second.name:
            return Unread(second.path, None, _COPY)
        try:
            of_first = self._known(first)
            settings = _settings(second, self.catalogue)
        except OSError as error:  # it was there a moment ago
            return Unread(second.path, None, error.strerror or str(error), True, NOT_READ)
        if all(_is_among(item, of_first.get(item.key, set())) for item in settings):
            return Unread(second.path, None, _COPY)
        return Unread(second.path, None, _ANOTHER.format(first.path), True)

    def _known(self, first: ParsedFile) -> dict[str, set[str]]:
        """Return the values of each setting in a server's own NOTES.INI."""
        if id(first) not in self.known:
            of_first: dict[str, set[str]] = {}
            for item in _settings(first, self.catalogue):
                of_first.setdefault(item.key, set()).add(item.text.strip())
            self.known[id(first)] = of_first
        return self.known[id(first)]


def _settings(file: ParsedFile, catalogue: Catalogue) -> list[Fact]:
    return [item for item in all_items(file, catalogue) if isinstance(item, Fact) and item.key.startswith("ini.")]


def _is_among(setting: Fact, texts: set[str]) -> bool:
    """Return whether the other file has this value, or a value that begins with it if the setting may be truncated."""
    text = setting.text.strip()
    return text in texts or (setting.doubt == MAYBE_CUT and any(other_text.startswith(text) for other_text in texts))


def _first_anchor(anchors: list[ParsedFile]) -> ParsedFile | None:
    """Return the file named notes.ini, else the only NOTES.INI, else the only file, else None."""
    named_notes_ini = [anchor for anchor in anchors if anchor.input.name.lower() == "notes.ini"]
    if named_notes_ini:
        return named_notes_ini[0]
    running = [anchor for anchor in anchors if anchor.format not in SET_UP] or anchors
    return running[0] if len(running) == 1 else None


def _same_server(anchor: ParsedFile, owner: ParsedFile) -> bool:
    """Return whether two files are of one server: one names no server, or both name the same."""
    named_by_set_up = anchor.format in SET_UP and not owner.name
    return not anchor.name or named_by_set_up or anchor.name.casefold() == owner.name.casefold()


_NSD = "nsd"  # of which a server may have left several


class _Rest(Struct, frozen=True):
    """The files of an argument that belong to no server.

    anchored: whether the argument contains a NOTES.INI or One-Touch file.
    """

    files: list[ParsedFile]
    anchored: bool


def files_by_server(
    files: list[ParsedFile], unread: list[Unread], catalogue: Catalogue
) -> tuple[list[ServerFiles], list[ParsedFile]]:
    """Return the servers' files in the order of their first file, and files that form no server.

    unread: receives the files that belong to no server of the run.
    """
    servers, rests = _servers_by_anchor(files, unread, catalogue)
    used_names = {file.name.casefold() for server in servers for file in server.files}
    remaining: list[_Rest] = []
    for rest in rests:
        new_servers, other_files = _servers_by_folder(rest.files, used_names)
        if not rest.anchored:
            known_names = {*used_names, *(server.name.casefold() for server in new_servers)}
            more, other_files = _servers_by_document(other_files, known_names)
            new_servers += more
        servers += new_servers
        used_names |= {server.name.casefold() for server in new_servers}
        remaining.append(_Rest(other_files, rest.anchored))
    if servers and any(rest.files for rest in remaining):
        remaining = [_Rest(assign_consoles(rest.files, servers), rest.anchored) for rest in remaining]
    unassigned: list[ParsedFile] = []
    for rest in sorted(remaining, key=_are_only_documents):  # the order of the arguments decides nothing
        beside_others = bool(servers or rest.anchored)
        unassigned += [file for file in rest.files if _holds_only_documents(file, beside_others)]
        servers += _unanchored([file for file in rest.files if not _holds_only_documents(file, beside_others)])
    if len(files) > 1:
        move_consoles(servers, unread)
    order = {id(file): number for number, file in enumerate(files)}
    return sorted(servers, key=lambda server: order[id(server.files[0])]), unassigned


def _servers_by_anchor(
    files: list[ParsedFile], unread: list[Unread], catalogue: Catalogue
) -> tuple[list[ServerFiles], list[_Rest]]:
    """Return the servers with a NOTES.INI or One-Touch file, and the other files of each argument."""
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
        new_servers, rest = anchored(of_argument, unread, catalogue)
        servers += new_servers
        rests.append(_Rest(rest, bool(new_servers)))
    return servers, rests


def _are_only_documents(rest: _Rest) -> bool:
    return all(file.format in DIRECTORY for file in rest.files)


def _holds_only_documents(file: ParsedFile, beside_others: bool) -> bool:
    """Return whether a file with documents forms no server: there are other files, or it contains no document."""
    return file.format in DIRECTORY and (beside_others or not file.documents)


def _servers_by_folder(files: list[ParsedFile], used_names: set[str]) -> tuple[list[ServerFiles], list[ParsedFile]]:
    """Return a server for each folder whose documents name a server of their own, and the other files.

    A folder that contains only documents is no server, because its documents may describe any server.
    """
    if not all(file.input.folder for file in files):
        return [], files
    folders = list(_folders(files))
    names_by_folder = [{name.casefold(): name for file in of_one for name in _server_names(file)} for of_one in folders]
    times = Counter(name for names in names_by_folder for name in names)
    new_servers = []
    for of_folder, names in zip(folders, names_by_folder, strict=True):
        [(key, name)] = names.items() if len(names) == 1 else [("", "")]
        only_speaks = all(file.format in DIRECTORY for file in of_folder)
        if not (only_speaks or times[key] != 1 or key in used_names):
            new_servers.append(ServerFiles(of_folder, name))
    used = {id(file) for server in new_servers for file in server.files}
    return new_servers, [file for file in files if id(file) not in used]


def _folders(files: list[ParsedFile], depth: int = 0) -> Iterator[list[ParsedFile]]:
    """Yield the files of each folder that may be a server. depth: the number of folders that all files share."""
    below: dict[str, list[ParsedFile]] = {}
    for file in files:
        below.setdefault(file.input.folder[depth], []).append(file)
    for of_folder in below.values():
        if _are_several(of_folder, depth + 1):
            yield from _folders(of_folder, depth + 1)
        else:
            yield of_folder


def _are_several(files: list[ParsedFile], depth: int) -> bool:
    """Return whether a folder contains only the folders of several servers.

    This is so if two of them have a file of one format and their names differ not only in a date.
    """
    if any(len(file.input.folder) == depth for file in files):
        return False
    from advisor.values.dates import on_the_way

    listings = (file for file in files if file.format not in {*DIRECTORY, _NSD})
    named_formats = {(on_the_way(file.input.folder[depth])[1], file.format) for file in listings}
    return len({format for _, format in named_formats}) < len(named_formats)


def _servers_by_document(files: list[ParsedFile], used_names: set[str]) -> tuple[list[ServerFiles], list[ParsedFile]]:
    """Return a server for each name in documents without other files, and the other files. A single server gets all."""
    spelling: dict[str, str] = {}
    naming: dict[str, dict[int, ParsedFile]] = {}
    for file in files:
        for name in _server_names(file):
            spelling.setdefault(name.casefold(), name)
            naming.setdefault(name.casefold(), {})[id(file)] = file
    new = [name for name in spelling if name not in used_names]
    if len(spelling) == len(new) == 1:
        return [ServerFiles(files, spelling[new[0]])], []
    used = {number for name in new for number in naming[name]}
    new_servers = [ServerFiles(list(naming[name].values()), spelling[name]) for name in new]
    return new_servers, [file for file in files if id(file) not in used]


def _server_names(file: ParsedFile) -> list[str]:
    return [
        abbreviated(document.server) for document in file.documents if document.form == "server" and document.server
    ]


def _unanchored(files: list[ParsedFile]) -> list[ServerFiles]:
    """Return one server for the argument's folder, or one for each sub-folder if it contains only sub-folders."""
    has_own_files = any(not file.input.folder for file in files)
    folders: dict[str, list[ParsedFile]] = {}
    for file in files:
        folders.setdefault("" if has_own_files else file.input.folder[0], []).append(file)
    return [server for of_folder in folders.values() for server in _servers_of_folder(of_folder)]


def _servers_of_folder(files: list[ParsedFile]) -> list[ServerFiles]:
    """Return one server, or one per file if a format other than NSD occurs twice or files name two servers."""
    formats = [file.format for file in files if file.format != _NSD]
    consoles = {name.casefold() for file in files if (name := on_console(file))}
    if len(set(formats)) == len(formats) and len(consoles) < 2:
        return [ServerFiles(files)]
    return [ServerFiles([file]) for file in files]
