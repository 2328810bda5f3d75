"""Teams: the files that were read in; which of them make up one server, out.

A server begins at a NOTES.INI or a One-Touch file. Its folder, and every sub-folder that has none of its own, belong to
it; a second NOTES.INI of the same name, or of none, is a copy. Where an argument holds neither, each server document
begins one. What a console printed goes to the server it names.
"""

from typing import NamedTuple

from advisor.facts import Document, Fact
from advisor.readers import Item
from advisor.servers.gather import InputFile, Unread
from advisor.values.names import abbreviated

SET_UP = {"one-touch json", "one-touch env"}  # what a server was set up from
ANCHORS = {"notes.ini", *SET_UP}
_OF_ANOTHER = "a console's output of another server, which is not in this run"
PAPERS = {"dxl", "document properties"}  # what speaks of servers by name, wherever it lies


class ParsedFile(NamedTuple):
    """A file with its facts and the name it gives."""

    given: InputFile
    items: tuple[Item, ...]
    name: str
    named_by: str


class ServerFiles(NamedTuple):
    """The files of one server. name: where a server document begins it."""

    files: list[ParsedFile]
    name: str = ""


def files_by_server(read: list[ParsedFile], unread: list[Unread]) -> tuple[list[ServerFiles], list[ParsedFile]]:
    """The teams in the order of their first file, and the files that make up no server but may speak of some."""
    teams: list[ServerFiles] = []
    rests: list[tuple[list[ParsedFile], bool]] = []
    for one in read:
        if one.given.alone and one.given.reader.FORMAT in ANCHORS:
            teams.append(ServerFiles([one]))
        elif one.given.alone:
            rests.append(([one], False))
    for argument in dict.fromkeys(one.given.argument for one in read if not one.given.alone):
        of_argument = [one for one in read if one.given.argument == argument and not one.given.alone]
        anchored, rest = _anchored(of_argument, unread)
        teams += anchored
        rests.append((rest, bool(anchored)))
    taken = {one.name.casefold() for team in teams for one in team.files}
    left: list[tuple[list[ParsedFile], bool]] = []
    for rest, has_anchor in rests:
        begun, others = ([], rest) if has_anchor else _begun_by_documents(rest, taken)
        teams += begun
        taken |= {team.name.casefold() for team in begun}
        left.append((others, has_anchor))
    loose: list[ParsedFile] = []
    for others, has_anchor in sorted(left, key=_papers_only):  # the order of the arguments decides nothing
        of_others = bool(teams or has_anchor)
        loose += [one for one in others if _only_speaks(one, of_others)]
        teams += _unanchored([one for one in others if not _only_speaks(one, of_others)])
    for team in teams:
        _send_home(team, teams, unread)
    order = {id(one): number for number, one in enumerate(read)}
    return sorted(teams, key=lambda team: order[id(team.files[0])]), loose


def _anchored(read: list[ParsedFile], unread: list[Unread]) -> tuple[list[ServerFiles], list[ParsedFile]]:
    """The files of one folder argument put together by what begins a server, and those above or beside all of them."""
    owners: dict[tuple[str, ...], list[ParsedFile]] = {}
    teams: list[ServerFiles] = []
    rest: list[ParsedFile] = []
    for folder in sorted({one.given.folder for one in read}, key=lambda parts: (len(parts), parts)):
        above = _nearest(owners, folder)
        anchors = [one for one in read if one.given.folder == folder and one.given.reader.FORMAT in ANCHORS]
        first = _first_anchor(anchors)
        if first and not (above and _same(first, above[0])):
            owners[folder] = above = [first]
            teams.append(ServerFiles(above))
            anchors.remove(first)
        for one in anchors:
            if not above or not _same(one, above[0]):
                teams.append(ServerFiles([one]))
            elif one.given.reader.FORMAT in SET_UP:
                above.append(one)
            elif one.given.role != "itself":
                unread.append(Unread(one.given.source.path, None, "a copy of notes.ini"))
            else:
                teams.append(ServerFiles([one]))
        others = [one for one in read if one.given.folder == folder and one.given.reader.FORMAT not in ANCHORS]
        (rest if above is None else above).extend(others)
    return teams, rest


def _nearest(owners: dict[tuple[str, ...], list[ParsedFile]], folder: tuple[str, ...]) -> list[ParsedFile] | None:
    """The team of the folder itself or of the nearest one above."""
    for depth in range(len(folder), -1, -1):
        if folder[:depth] in owners:
            return owners[folder[:depth]]
    return None


def _first_anchor(anchors: list[ParsedFile]) -> ParsedFile | None:
    """The file called notes.ini, else the only NOTES.INI, else the only one; several are each judged on their own."""
    called = [one for one in anchors if one.given.name.lower() == "notes.ini"]
    if called:
        return called[0]
    running = [one for one in anchors if one.given.reader.FORMAT not in SET_UP] or anchors
    return running[0] if len(running) == 1 else None


def _same(one: ParsedFile, other: ParsedFile) -> bool:
    return not one.name or one.name.casefold() == other.name.casefold()


def _papers_only(group: tuple[list[ParsedFile], bool]) -> bool:
    return all(one.given.reader.FORMAT in PAPERS for one in group[0])


def _only_speaks(one: ParsedFile, of_others: bool) -> bool:
    """Whether a file makes up no server: one of documents, where there are servers to speak of or it holds none."""
    return one.given.reader.FORMAT in PAPERS and (of_others or not documents_of(one))


def _begun_by_documents(rest: list[ParsedFile], taken: set[str]) -> tuple[list[ServerFiles], list[ParsedFile]]:
    """A team for each server that a document names and that no other file begins; the only one gets all files."""
    written: dict[str, str] = {}
    naming: dict[str, dict[int, ParsedFile]] = {}
    for one in rest:
        for name in map(abbreviated, _server_names(one)):
            written.setdefault(name.casefold(), name)
            naming.setdefault(name.casefold(), {})[id(one)] = one
    new = [name for name in written if name not in taken]
    if len(written) == len(new) == 1:
        return [ServerFiles(rest, written[new[0]])], []
    used = {number for name in new for number in naming[name]}
    begun = [ServerFiles(list(naming[name].values()), written[name]) for name in new]
    return begun, [one for one in rest if id(one) not in used]


def _server_names(one: ParsedFile) -> list[str]:
    return [document.server for document in documents_of(one) if document.form == "server" and document.server]


def documents_of(one: ParsedFile) -> list[Document]:
    """The documents of the Domino Directory that a file holds."""
    return [item for item in one.items if isinstance(item, Document)]


def _unanchored(rest: list[ParsedFile]) -> list[ServerFiles]:
    """The argument's folder is one, or where it holds only sub-folders each of these."""
    beside = any(not one.given.folder for one in rest)
    folders: dict[str, list[ParsedFile]] = {}
    for one in rest:
        folders.setdefault("" if beside else one.given.folder[0], []).append(one)
    return [team for found in folders.values() for team in _of_folder(found)]


def _of_folder(found: list[ParsedFile]) -> list[ServerFiles]:
    """One team, unless a format comes twice or consoles name two servers: then each file is on its own."""
    formats = [one.given.reader.FORMAT for one in found]
    consoles = {name.casefold() for one in found if (name := _on_console(one))}
    if len(set(formats)) == len(formats) and len(consoles) < 2:
        return [ServerFiles(found)]
    return [ServerFiles([one]) for one in found]


def _send_home(team: ServerFiles, teams: list[ServerFiles], unread: list[Unread]) -> None:
    """What a console printed of another server than the team's is that one's; of one not in the run it is left out."""
    name = _name(team)
    for one in [one for one in team.files if name and _alike(_on_console(one), name) is False]:
        team.files.remove(one)
        theirs = [other for other in teams if _alike(_on_console(one), _name(other))]
        if len(theirs) == 1:
            theirs[0].files.append(one)
        else:
            unread.append(Unread(one.given.source.path, None, _OF_ANOTHER))


def _name(team: ServerFiles) -> str:
    return team.name or next((one.name for one in team.files if one.name), "")


def _on_console(one: ParsedFile) -> str:
    """The server that a console's output names, abbreviated."""
    named = (item.text for item in one.items if isinstance(item, Fact) and item.key == "console.server_name")
    return abbreviated(next(named, ""))


def _alike(name: str, other: str) -> bool | None:
    """Whether two names are one server's; a name without its organization may be. None where one is not known."""
    one, two = name.casefold(), other.casefold()
    if not one or not two:
        return None
    return one == two if "/" in one and "/" in two else one.partition("/")[0] == two.partition("/")[0]
