"""Teams: the files that were read in; which of them make up one server, out.

A server begins at a NOTES.INI or a One-Touch file. Its folder, and every sub-folder that has none of its own, belong to
it; a second NOTES.INI of the same name, or of none, is a copy. Where an argument holds neither, each server document
begins one.
"""

from typing import NamedTuple

from advisor.facts import Document
from advisor.gather import Given, Unread
from advisor.names import abbreviated
from advisor.readers import Item

SET_UP = {"one-touch json", "one-touch env"}  # what a server was set up from
ANCHORS = {"notes.ini", *SET_UP}
PAPERS = {"dxl", "document properties"}  # what speaks of servers by name, wherever it lies


class Read(NamedTuple):
    """A file with its facts and the name it gives."""

    given: Given
    items: tuple[Item, ...]
    name: str
    named_by: str


class Team(NamedTuple):
    """The files of one server. name: where a server document begins it."""

    files: list[Read]
    name: str = ""


def teams_of(read: list[Read], unread: list[Unread]) -> tuple[list[Team], list[Read]]:
    """The teams in the order of their first file, and the files that make up no server but may speak of some."""
    teams: list[Team] = []
    rests: list[tuple[list[Read], bool]] = []
    for one in read:
        if one.given.alone and one.given.reader.FORMAT in ANCHORS:
            teams.append(Team([one]))
        elif one.given.alone:
            rests.append(([one], False))
    for argument in dict.fromkeys(one.given.argument for one in read if not one.given.alone):
        of_argument = [one for one in read if one.given.argument == argument and not one.given.alone]
        anchored, rest = _anchored(of_argument, unread)
        teams += anchored
        rests.append((rest, bool(anchored)))
    loose: list[Read] = []
    taken = {one.name.casefold() for team in teams for one in team.files}
    for rest, has_anchor in rests:
        begun, left = ([], rest) if has_anchor else _begun_by_documents(rest, taken)
        teams += begun
        further = [one for one in left if not (one.given.reader.FORMAT in PAPERS and (teams or has_anchor))]
        loose += [one for one in left if one not in further]
        teams += _unanchored(further)
    order = {id(one): number for number, one in enumerate(read)}
    return sorted(teams, key=lambda team: order[id(team.files[0])]), loose


def _anchored(read: list[Read], unread: list[Unread]) -> tuple[list[Team], list[Read]]:
    """The files of one folder argument put together by what begins a server, and those above or beside all of them."""
    owners: dict[tuple[str, ...], list[Read]] = {}
    teams: list[Team] = []
    rest: list[Read] = []
    for folder in sorted({one.given.folder for one in read}, key=lambda parts: (len(parts), parts)):
        above = _nearest(owners, folder)
        anchors = [one for one in read if one.given.folder == folder and one.given.reader.FORMAT in ANCHORS]
        first = _first_anchor(anchors)
        if first and not (above and _same(first, above[0])):
            owners[folder] = above = [first]
            teams.append(Team(above))
            anchors.remove(first)
        for one in anchors:
            if not above or not _same(one, above[0]):
                teams.append(Team([one]))
            elif one.given.reader.FORMAT in SET_UP:
                above.append(one)
            elif one.given.role != "itself":
                unread.append(Unread(one.given.source.path, None, "a copy of notes.ini"))
            else:
                teams.append(Team([one]))
        others = [one for one in read if one.given.folder == folder and one.given.reader.FORMAT not in ANCHORS]
        (rest if above is None else above).extend(others)
    return teams, rest


def _nearest(owners: dict[tuple[str, ...], list[Read]], folder: tuple[str, ...]) -> list[Read] | None:
    """The team of the folder itself or of the nearest one above."""
    for depth in range(len(folder), -1, -1):
        if folder[:depth] in owners:
            return owners[folder[:depth]]
    return None


def _first_anchor(anchors: list[Read]) -> Read | None:
    """The file called notes.ini, else the only NOTES.INI, else the only one; several are each judged on their own."""
    called = [one for one in anchors if one.given.name.lower() == "notes.ini"]
    if called:
        return called[0]
    running = [one for one in anchors if one.given.reader.FORMAT not in SET_UP] or anchors
    return running[0] if len(running) == 1 else None


def _same(one: Read, other: Read) -> bool:
    return not one.name or one.name.casefold() == other.name.casefold()


def _begun_by_documents(rest: list[Read], taken: set[str]) -> tuple[list[Team], list[Read]]:
    """A team for each server that a document names and that no other file begins; the only one gets all files."""
    names = {abbreviated(name): one for one in rest for name in _server_names(one)}
    new = {name: one for name, one in names.items() if name.casefold() not in taken}
    if len(names) == len(new) == 1:
        return [Team(rest, next(iter(new)))], []
    begun = [Team([one], name) for name, one in new.items()]
    used = {id(one) for one in new.values()}
    return begun, [one for one in rest if id(one) not in used]


def _server_names(one: Read) -> list[str]:
    return [item.server for item in one.items if isinstance(item, Document) and item.form == "server" and item.server]


def _unanchored(rest: list[Read]) -> list[Team]:
    """One team, unless a format comes twice: then each file is on its own."""
    formats = [one.given.reader.FORMAT for one in rest]
    if len(set(formats)) == len(formats):
        return [Team(rest)] if rest else []
    return [Team([one]) for one in rest]
