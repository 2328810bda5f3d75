"""Belonging: gives the files that lie above servers, or tell of another than they lie with, to those they tell of."""

from advisor.facts import Fact
from advisor.servers.parsed import DIRECTORY, ParsedFile, ServerFiles, tells_of_a_machine
from advisor.servers.walk import Unread
from advisor.values.names import abbreviated

_OF_ANOTHER = "a console's output of another server, which is not in this run"


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


def without_consoles(files: list[ParsedFile], servers: list[ServerFiles]) -> list[ParsedFile]:
    """What is left when each console's output that names a server of the run has been added to its files."""
    by_first_part: dict[str, list[ServerFiles]] = {}
    for server in servers:
        by_first_part.setdefault(_first_part(_name(server)), []).append(server)
    left = []
    for file in files:
        named = "" if file.input.alone else on_console(file)
        theirs = [server for server in by_first_part.get(_first_part(named), ()) if _alike(named, _name(server))]
        if len(theirs) == 1:
            theirs[0].files.append(file)
        else:
            left.append(file)
    return left


def send_home(server: ServerFiles, servers: list[ServerFiles], unread: list[Unread]) -> None:
    """What a console printed of another server than this is that one's; of one not in the run it is left out."""
    name = _name(server)
    for file in [file for file in server.files if name and _alike(on_console(file), name) is False]:
        server.files.remove(file)
        theirs = [other for other in servers if _alike(on_console(file), _name(other))]
        if len(theirs) == 1:
            theirs[0].files.append(file)
        else:
            unread.append(Unread(file.path, None, _OF_ANOTHER))


def _name(server: ServerFiles) -> str:
    return server.name or next((file.name for file in server.files if file.name), "")


def on_console(file: ParsedFile) -> str:
    """The server that a console's output names, abbreviated."""
    named = (item.text for item in file.items if isinstance(item, Fact) and item.key == "console.server_name")
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
