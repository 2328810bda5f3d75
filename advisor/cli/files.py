"""`domlint files`: which files check would read, with their format and server, and which it would not read."""

import os
import sys
from collections.abc import Iterator

from advisor import terminal
from advisor.cli import console, errors, options
from advisor.cli.check_run import load_run
from advisor.cli.console import Progress
from advisor.cli.errors import FINE, NOTHING_HERE, NOTHING_READ, WRONG_USE, WrongUse
from advisor.cli.run_options import CheckOptions, plan_check
from advisor.pack import Catalogue
from advisor.report import masking
from advisor.servers.model import Server, Unread
from advisor.terminal import rendered, wrap
from advisor.values.printing import spot


@options.command("domlint files servers/", "domlint files servers.zip")
def files(
    paths: options.Paths = None,
    with_folder: options.WithFolder = False,
    rules: options.Rules = None,
    config: options.Config = None,
    isolated: options.Isolated = False,
) -> int:
    """List the files that check would read, with their format and server. Nothing is checked.

    Exit code: 0 a server was found, 2 wrong use or unreadable input, 3 nothing recognised, 4 a bug of domlint.
    """
    return show(CheckOptions(paths=paths, with_folder=with_folder, rules=rules, config=config, isolated=isolated))


def show(check_options: CheckOptions) -> int:
    """Print the list and return the exit code. Raises WrongUse."""
    if check_options.format or check_options.output_file:
        raise WrongUse(["--list-files prints a list of its own: leave out --format and --output-file"])
    plan, trouble = plan_check(check_options), errors.Troubles()
    with Progress() as progress:
        run, unread, context = load_run(check_options, plan, progress)
    catalogue = context.pack.catalogue
    unread = masking.unread_parts(catalogue, unread + run.unread)
    console.out("".join(_folded(_lines(run.servers, unread, catalogue))))
    errors.print_unread(unread, trouble)
    if trouble.messages:
        return WRONG_USE
    if run.servers or check_options.with_folder:
        return FINE
    console.error(NOTHING_HERE)
    return NOTHING_READ


def _folded(lines: Iterator[str]) -> Iterator[str]:
    """Yield lines as wide as the terminal or COLUMNS. In a pipe a line is a file, for other programs."""
    if not (terminal.is_terminal(sys.stdout) or os.environ.get("COLUMNS")):
        yield from (f"{line}\n" for line in lines)
        return
    width = terminal.width(sys.stdout)
    for line in lines:
        yield rendered(wrap([(line, "")], width, 6), colour=False, width=width)


def _lines(servers: list[Server], unread: list[Unread], catalogue: Catalogue) -> Iterator[str]:
    width = max((len(file.reader.name) for server in servers for file in server.files), default=0)
    for name, server in zip(masking.server_names(catalogue, servers), servers, strict=True):
        yield name
        yield from (f"  {file.reader.name:<{width}}  {file.path}" for file in server.files)
    if unread:
        yield "not read, or only in part"
        yield from (f"  {spot(part.path, part.line)}: {part.reason}" for part in unread)
