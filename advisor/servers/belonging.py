"""Assign files above servers, or files that name another server, to the servers that they describe."""

from collections.abc import Iterable
from typing import Generic, TypeVar

from advisor.facts import Fact
from advisor.readers import Reader
from advisor.servers.model import (
    CONSOLE_NAME,
    DIRECTORY,
    DIRECTORY_SET,
    STATISTICS_DIRECTORY,
    STATISTICS_NAME,
    InputFile,
    ParsedFile,
    ServerFiles,
    tells_of_a_machine,
)
from advisor.servers.walk import Unread
from advisor.values.names import abbreviated
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
Way = tuple[str, ...]


def way(file: InputFile) -> Way:
    """Return the folders of a file, from the root of the given path."""
    return file.place.root + file.folder


class Nearest(Generic[T]):
    """Things in folders, found by the folder that they share with another place. Each costs its folder's depth."""

    def __init__(self, things: Iterable[tuple[Way, T]]) -> None:
        self.all = list(things)
        self._below: dict[Way, list[T]] = {}

    def of(self, place: Way) -> list[T]:
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
    "process limits": "of which server's process it tells nobody knows: put it into the folder of that server",
}


def without_those_above(
    files: list[ParsedFile], begun_in: list[tuple[tuple[str, ...], list[ParsedFile]]], unread: list[Unread]
) -> list[ParsedFile]:
    """Add each file above servers to the servers it describes, and return the remaining files.

    unread: receives files about one process above several servers, and files about a machine of another platform.
    """
    platform_of: dict[int, str] = {}
    below: dict[tuple[str, ...], list[list[ParsedFile]]] = {}
    for folder, of_server in begun_in:
        for depth in range(len(folder) + 1):
            below.setdefault(folder[:depth], []).append(of_server)
    remaining = []
    for file in files:
        servers = below.get(file.input.folder, [])
        is_theirs = tells_of_a_machine(file.input.reader) or (len(servers) == 1 and not _names_whom_it_is_of(file))
        if len(servers) > 1 and file.format in _OF_ONE_PROCESS:
            unread.append(Unread(file.path, None, _OF_ONE_PROCESS[file.format]))
        elif servers and is_theirs:
            fitting_servers = _of_its_platform(file, servers, platform_of) if len(servers) > 1 else servers
            for of_server in fitting_servers:
                of_server.append(file)
            if not fitting_servers:
                platform = platform_of_reader(file.input.reader)
                unread.append(Unread(file.path, None, _OF_ANOTHER_PLATFORM.format(platform)))
        else:
            remaining.append(file)
    return remaining


def _of_its_platform(
    file: ParsedFile, servers: list[list[ParsedFile]], known: dict[int, str]
) -> list[list[ParsedFile]]:
    """Return the servers that may run on the platform of a file. known: a cache of each server's platform."""
    platform = platform_of_reader(file.input.reader)
    if not platform:
        return servers
    for of_server in servers:
        if id(of_server) not in known:
            known[id(of_server)] = platform_of_paths(_told(of_server[0], DIRECTORY_SET))
    return [of_server for of_server in servers if alike(platform, known[id(of_server)])]


def _names_whom_it_is_of(file: ParsedFile) -> bool:
    return file.format in DIRECTORY or bool(on_console(file))


class _Named:
    """The servers of a run, to be found by what a console calls them."""

    def __init__(self, servers: list[ServerFiles]) -> None:
        by_name: dict[str, list[tuple[Way, ServerFiles]]] = {}
        for server in servers:
            by_name.setdefault(_name(server).casefold(), []).append((way(server.files[0].input), server))
        self.by_first_part: dict[str, dict[str, Nearest[ServerFiles]]] = {}
        for name, of_one in by_name.items():
            self.by_first_part.setdefault(_first_part(name), {})[name] = Nearest(of_one)
        self.by_directory: dict[str, list[tuple[Way, ServerFiles]]] = {}
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


def without_consoles(files: list[ParsedFile], servers: list[ServerFiles]) -> list[ParsedFile]:
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


def send_home(servers: list[ServerFiles], unread: list[Unread]) -> None:
    """Move console output to the server that it names. Output of a server outside the run is left out."""
    named_servers: _Named | None = None
    for server in servers:
        name, directory = _name(server), _directory(server)
        for file in [file for file in server.files if _is_of_another(file, name, directory)]:
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


def _is_of_another(file: ParsedFile, name: str, directory: str) -> bool:
    """Return whether console output is from a server with another name or another data directory."""
    if console_name := on_console(file):
        return bool(name) and _alike(console_name, name) is False
    path = "" if file.format == "nsd" or not directory else _path(file, STATISTICS_DIRECTORY)
    return bool(path) and path != directory


def _path(file: ParsedFile, key: str) -> str:
    """Return a normalised path if the file contains exactly one value for the key, else ""."""
    paths = {comparable(text) for text in _told(file, key)}
    return paths.pop() if len(paths) == 1 else ""


def on_console(file: ParsedFile) -> str:
    """Return the abbreviated server name in console output, statistics or the NOTES.INI of an NSD, or ""."""
    if file.format == "nsd":
        return file.name
    console_names = _told(file, CONSOLE_NAME) or _told(file, STATISTICS_NAME)
    return abbreviated(console_names[0]) if console_names else ""


def _told(file: ParsedFile, key: str) -> list[str]:
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
