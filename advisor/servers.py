"""Servers: the files that were read in, the servers they make up out, each with its name and its files' facts.

A server begins at a NOTES.INI. Its folder, and every sub-folder that has none of its own, belong to it; a second
NOTES.INI of the same name, or of none, is a copy.
"""

import re
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from advisor import masking, readers
from advisor.facts import Broken, Fact, Facts, Whole
from advisor.gather import Given, Unread
from advisor.pack import Catalogue

ANCHORS = {"notes.ini"}
_NAMING = ("ini.servername", "ini.keyfilename_owner", "ini.serverkeyfilename_owner")
_LABELS = {
    "ini.servername": "ServerName",
    "ini.keyfilename_owner": "KeyFileName_Owner",
    "ini.serverkeyfilename_owner": "ServerKeyFileName_Owner",
}


class Server(NamedTuple):
    """One server, or one client: its name, by what it is named, its files and their facts.

    plain_name: as the files give it. told_apart: another one has the same name, so the folder was added to it.
    """

    name: str
    named_by: str
    files: tuple[Given, ...]
    facts: Facts
    plain_name: str
    told_apart: bool = False


class _Read(NamedTuple):
    """A file with its facts and the name it gives."""

    given: Given
    items: tuple[Fact | Whole | Broken, ...]
    name: str
    named_by: str


def group(files: list[Given], catalogue: Catalogue) -> tuple[list[Server], list[Unread]]:
    """The servers in the order of their first file, and what was left: copies, and the parts that could not be read."""
    unread: list[Unread] = []
    read = [_read(given, unread, catalogue) for given in files]
    teams: list[list[_Read]] = [[one] for one in read if one.given.alone]
    for argument in dict.fromkeys(one.given.argument for one in read if not one.given.alone):
        teams += _teams([one for one in read if one.given.argument == argument and not one.given.alone], unread)
    order = {id(one): number for number, one in enumerate(read)}
    teams.sort(key=lambda team: order[id(team[0])])
    return _told_apart([_server(team) for team in teams]), unread


def abbreviated(name: str) -> str:
    """`CN=Mail01/O=Acme` as `Mail01/Acme`, the way administrators write it."""
    return "/".join(re.sub(r"^\s*(?:CN|OU\d?|O|C)=", "", part, flags=re.IGNORECASE).strip() for part in name.split("/"))


def _read(given: Given, unread: list[Unread], catalogue: Catalogue) -> _Read:
    items = tuple(readers.facts_of(given.reader, given.source))
    for item in items:
        if isinstance(item, Broken):
            unread.append(Unread(given.source.path, given.source.position(item.offset)[0], item.reason, True))
    facts = Facts()
    facts.add(item for item in items if not isinstance(item, Broken))
    for key in _NAMING:
        if text := facts.ask(key).text:
            return _Read(given, items, masking.shown(catalogue, abbreviated(text)), _LABELS[key])
    return _Read(given, items, "", "")


def _teams(read: list[_Read], unread: list[Unread]) -> list[list[_Read]]:
    """The files of one folder argument, put together by server."""
    owners: dict[tuple[str, ...], list[_Read]] = {}
    teams: list[list[_Read]] = []
    rest: list[_Read] = []
    for folder in sorted({one.given.folder for one in read}, key=lambda parts: (len(parts), parts)):
        above = _nearest(owners, folder)
        anchors = [one for one in read if one.given.folder == folder and one.given.reader.FORMAT in ANCHORS]
        first = _first_anchor(anchors)
        if first and not (above and _same(first, above[0])):
            owners[folder] = above = [first]
            teams.append(above)
            anchors.remove(first)
        for one in anchors:
            if above and _same(one, above[0]) and one.given.role != "itself":
                unread.append(Unread(one.given.source.path, None, "a copy of notes.ini"))
            else:
                teams.append([one])
        others = [one for one in read if one.given.folder == folder and one.given.reader.FORMAT not in ANCHORS]
        (rest if above is None else above).extend(others)
    formats = [one.given.reader.FORMAT for one in rest]
    if len(set(formats)) == len(formats):
        return teams + ([rest] if rest else [])
    return teams + [[one] for one in rest]


def _nearest(owners: dict[tuple[str, ...], list[_Read]], folder: tuple[str, ...]) -> list[_Read] | None:
    """The team of the folder itself or of the nearest one above."""
    for depth in range(len(folder), -1, -1):
        if folder[:depth] in owners:
            return owners[folder[:depth]]
    return None


def _first_anchor(anchors: list[_Read]) -> _Read | None:
    """The file called notes.ini, else the only one; several by other names are each judged on their own."""
    called = [one for one in anchors if one.given.name.lower() == "notes.ini"]
    if called:
        return called[0]
    return anchors[0] if len(anchors) == 1 else None


def _same(one: _Read, other: _Read) -> bool:
    return not one.name or one.name.casefold() == other.name.casefold()


def _server(team: list[_Read]) -> Server:
    facts = Facts()
    for one in team:
        facts.add(item for item in one.items if not isinstance(item, Broken))
    first = team[0]
    named = next((one for one in team if one.name), None)
    files = tuple(one.given for one in team)
    if named is None:
        return Server(first.given.folder_name, "folder", files, facts, first.given.folder_name)
    return Server(named.name, named.named_by, files, facts, named.name)


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
