"""Belonging: gives the files that lie above servers, or tell of another than they lie with, to those they tell of."""

from advisor.facts import Fact
from advisor.servers.nearest import Nearest, Way, way
from advisor.servers.parsed import CONSOLE_NAME, DIRECTORY, ParsedFile, ServerFiles, tells_of_a_machine
from advisor.servers.walk import Unread
from advisor.values.names import abbreviated

_OF_ANOTHER = "{} of another server, which is not in this run"
_OF_SEVERAL = "{} of another server, of which several lie equally near"


def without_those_above(
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
        theirs = tells_of_a_machine(file.input.reader) or (len(servers) == 1 and not _names_whom_it_is_of(file))
        if servers and theirs:
            for of_server in servers:
                of_server.append(file)
        else:
            left.append(file)
    return left


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

    def of(self, named: str, file: ParsedFile) -> list[ServerFiles]:
        """Those that a file may speak of; of several of one name those beside it."""
        fitting = [one for name, one in self.by_first_part.get(_first_part(named), {}).items() if _alike(named, name)]
        return [server for one in fitting for server in one.of(way(file.input))]


def without_consoles(files: list[ParsedFile], servers: list[ServerFiles]) -> list[ParsedFile]:
    """What is left when each console's output that names a server of the run has been added to its files."""
    known = _Named(servers)
    left = []
    for file in files:
        named = "" if file.input.alone else on_console(file)
        theirs = known.of(named, file)
        if len(theirs) == 1:
            theirs[0].files.append(file)
        else:
            left.append(file)
    return left


def send_home(servers: list[ServerFiles], unread: list[Unread]) -> None:
    """What a console printed of another server than it came with is that one's; else it is left out."""
    known: _Named | None = None
    for server in servers:
        name = _name(server)
        for file in [file for file in server.files if name and _alike(on_console(file), name) is False]:
            server.files.remove(file)
            known = known or _Named(servers)
            theirs = known.of(on_console(file), file)
            if len(theirs) == 1:
                theirs[0].files.append(file)
            else:
                what = "an NSD" if file.format == "nsd" else "a console's output"
                unread.append(Unread(file.path, None, (_OF_SEVERAL if theirs else _OF_ANOTHER).format(what)))


def _name(server: ServerFiles) -> str:
    return server.name or next((file.name for file in server.files if file.name), "")


def on_console(file: ParsedFile) -> str:
    """The server that a console's output, or the NOTES.INI in an NSD, names, abbreviated."""
    if file.format == "nsd":
        return file.name
    named = (item.text for item in file.items if isinstance(item, Fact) and item.key == CONSOLE_NAME)
    return abbreviated(next(named, ""))


def _alike(name: str, other: str) -> bool | None:
    """Whether two names are one server's; a name without its organization may be. None where one is not known."""
    first, second = name.casefold(), other.casefold()
    if not first or not second:
        return None
    return first == second if "/" in first and "/" in second else _first_part(first) == _first_part(second)


def _first_part(name: str) -> str:
    """A name without its organization."""
    return name.casefold().partition("/")[0]
