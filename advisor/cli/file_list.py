"""File list: which files a check would read, each with its reader, by server; and what it would not read, and why."""

import os
import sys
from collections.abc import Iterator

from advisor.cli import screen, streams, telling
from advisor.cli.guard import FINE, NOTHING_HERE, NOTHING_READ, WRONG_USE, WrongUse
from advisor.cli.progress import Progress
from advisor.cli.run import begun_with
from advisor.cli.settled import Asked, settled
from advisor.pack import Catalogue
from advisor.report import masking
from advisor.servers.server import Server
from advisor.servers.walk import Unread
from advisor.values.printing import spot
from advisor.writers._lines import flowed


def show(asked: Asked) -> int:
    """Prints the list, and judges nothing; the exit code is the check's as far as files decide it. Raises WrongUse."""
    if asked.format or asked.output_file:
        raise WrongUse(["--list-files prints a list of its own: leave out --format and --output-file"])
    todo, trouble = settled(asked), telling.Troubles()
    with Progress() as progress:
        run, unread, ground = begun_with(asked, todo, progress)
    catalogue = ground.pack.catalogue
    unread = masking.unread_parts(catalogue, unread + run.unread)
    streams.out("".join(f"{line}\n" for line in _folded(_lines(run.servers, unread, catalogue))))
    telling.tell(unread, trouble)
    if trouble.messages:
        return WRONG_USE
    if run.servers or asked.with_folder:
        return FINE
    streams.error(NOTHING_HERE)
    return NOTHING_READ


def _folded(lines: Iterator[str]) -> Iterator[str]:
    """Lines no wider than a terminal, or than COLUMNS says; elsewhere a program may read them, and a line is a file."""
    if not (screen.is_terminal(sys.stdout) or os.environ.get("COLUMNS")):
        yield from lines
        return
    from advisor.writers._terminal import drawn

    width = screen.width(sys.stdout)
    for line in lines:
        yield drawn(flowed([(line, "")], width, 6), in_colour=False).removesuffix("\n")


def _lines(servers: list[Server], unread: list[Unread], catalogue: Catalogue) -> Iterator[str]:
    width = max((len(file.reader.FORMAT) for server in servers for file in server.files), default=0)
    for name, server in zip(masking.server_names(catalogue, servers), servers, strict=True):
        yield name
        yield from (f"  {file.reader.FORMAT:<{width}}  {file.path}" for file in server.files)
    if unread:
        yield "not read, or not to its end"
        yield from (f"  {spot(part.path, part.line)}: {part.reason}" for part in unread)
