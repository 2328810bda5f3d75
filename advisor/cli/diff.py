"""`domlint diff`: compare the configuration of two servers, side by side."""

from itertools import islice
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from msgspec import Struct
from msgspec.structs import replace

from advisor.cli import console, errors, inputs, options
from advisor.cli.console import Progress
from advisor.cli.errors import (
    FINDINGS,
    FINE,
    INTERNAL,
    NOTHING_HERE,
    NOTHING_READ,
    WRONG_USE,
    Faults,
    Troubles,
    WrongUse,
)
from advisor.cli.output import Output, keep_apart, wanted_outputs, write_product
from advisor.cli.run_options import configuration
from advisor.comparing.difference import GivenServer, compare_servers, has_differences
from advisor.derive import Overrides
from advisor.judging.run import Run
from advisor.pack import Catalogue, Pack
from advisor.report import masking
from advisor.report.server_report import failure
from advisor.servers.arguments import is_address, missing
from advisor.servers.model import Server
from advisor.values.names import abbreviated
from advisor.values.near import closest, suggestion
from advisor.values.printing import listed, printable, printable_paths
from advisor.writers import Options
from advisor.writers.difference import RENDERERS

_FORMATS = tuple(RENDERERS)
_TWO = "Two files or folders with one server each; or files and folders, then the names of two servers."


Servers = Annotated[list[str], typer.Argument(metavar="A B|PATHS A B", help=_TWO)]
Formats = Annotated[list[str] | None, options.format_option(_FORMATS)]


@options.command("domlint diff mail01/ mail02/", "domlint diff servers/ Mail01/Acme Mail02/Acme")
def diff(
    servers: Servers,
    format: Formats = None,
    output_file: options.OutputFile = None,
    release: options.Release = None,
    platform: options.Platform = None,
    config: options.Config = None,
    isolated: options.Isolated = False,
    rules: options.Rules = None,
    with_folder: options.WithFolder = False,
    color: options.Color = "auto",
    anonymize: options.Anonymize = False,
) -> int:
    """Compare the configuration of two servers: effective settings, documents, tasks and storage.

    A setting that was not collected on one side is no difference, nor is one that each server must have for itself,
    such as its name. To compare two reports, use `domlint compare`.

    Exit code: 0 no difference, 1 differences, 2 wrong use or unreadable input, 3 nothing recognised, 4 a bug.
    """
    compared = DiffOptions(servers, format, output_file, release, platform, config, isolated, rules, with_folder, color)
    if not anonymize:
        return compare_given(compared)
    from advisor.cli.anonymized_copy import anonymized_paths, refuse_configuration  # few reports are anonymized

    refuse_configuration(config)
    faults = Faults()
    paths, names = _paths_and_names(servers, faults)
    faults.stop()
    with anonymized_paths(paths, with_folder=with_folder, names=names) as (copied, table):
        words = [*copied, *map(table.replace, names)]
        return compare_given(replace(compared, servers=words, isolated=True))


class DiffOptions(Struct, frozen=True):
    """The options of `domlint diff`."""

    servers: list[str]
    format: list[str] | None
    output_file: str | None
    release: str | None
    platform: str | None
    config: Path | None
    isolated: bool
    rules: Path | None
    with_folder: bool
    color: str


def compare_given(given: DiffOptions) -> int:
    """Compare two servers, write the difference and return the exit code. Raises WrongUse."""
    faults = Faults()
    outputs = wanted_outputs(given.format, given.output_file, _FORMATS, faults)
    paths, names = _paths_and_names(given.servers, faults)
    inputs.must_be_there(paths, faults)
    keep_apart(outputs, [(path, "it is compared") for path in paths if path != "-"], lambda _: False, faults)
    overrides = faults.tried(lambda: inputs.overrides(given.release, given.platform, None), Overrides())
    site = configuration(given.config, given.isolated, faults)
    pack = inputs.pack_of(given.rules, faults, site)
    faults.stop()
    trouble = Troubles()
    with Progress() as progress:
        reader = ServerReader(
            pack.catalogue, replace(overrides, servers=site.servers), given.with_folder, progress, trouble
        )
        if names:
            found = reader.named(paths, names)
            empty = []
        else:
            plain = [path.removeprefix("file://") for path in paths]
            shown_paths = printable_paths([inputs.as_typed(path) if is_address(path) else path for path in plain])
            by_path = {path: reader.alone(path, shown) for path, shown in zip(paths, shown_paths, strict=True)}
            found = [server for path in paths if (server := by_path[path])]
            empty = [path for path in paths if not by_path[path]]
    if len(found) < 2:
        return _nothing_to_compare(paths, empty)
    return _write_difference(found, pack, outputs, Options(color=given.color), trouble)


def _paths_and_names(words: list[str], faults: Faults) -> tuple[list[str], list[str]]:
    """Return the paths, and the names of the two servers if there are more than two words."""
    is_path_and_name = len(words) == 2 and len(missing([words[1]])) == 1 and not missing([words[0]])
    if len(words) < 2 or is_path_and_name:
        faults.add(_WRONG_NUMBER)
    return (words[:-2], words[-2:]) if len(words) > 2 else (words, [])


_WRONG_NUMBER = (
    "diff takes two files or folders, or files and folders and the names of two servers; domlint compare takes reports"
)
_MAX_NAMED = 5


def _nothing_to_compare(paths: list[str], empty: list[str]) -> int:
    """Print that two servers were not found, and return the exit code. empty: the paths without a server."""
    where = listed(map(inputs.as_typed, empty))
    console.error(f"{where}: {NOTHING_HERE}" if where else NOTHING_HERE)
    if any(path.endswith((".json", ".ndjson")) for path in paths):
        console.error("to compare two reports of domlint check, use domlint compare")
    return NOTHING_READ


class FoundServer(NamedTuple):
    """A server with its derived facts."""

    server: Server
    given: str  # its path or name on the command line
    catalogue: Catalogue  # with the public names of its run


def _write_difference(
    found: list[FoundServer], pack: Pack, outputs: list[Output], writer_options: Options, trouble: Troubles
) -> int:
    """Write the comparison of two servers and return the exit code."""
    for server, _, catalogue in found:
        if server.error:
            errors.print_error(failure(server.name, server, catalogue))
    if any(server.error for server, _, _ in found):
        return INTERNAL
    left, right = (one.catalogue for one in found)
    catalogue = pack.catalogue.of_run(left.public | right.public, left.ports | right.ports)
    names = [masking.server_names(catalogue, [one.server])[0] for one in found]
    sides = [
        GivenServer(name, one.given, one.server.facts, len(one.server.files))
        for name, one in zip(names, found, strict=True)
    ]
    comparison = compare_servers(sides[0], sides[1], pack, catalogue)
    write_product(comparison, RENDERERS, outputs, writer_options, trouble)
    if trouble.messages:
        return WRONG_USE
    return FINDINGS if has_differences(comparison.numbers) else FINE


class ServerReader:
    """Reads the servers that the command line names."""

    def __init__(
        self, catalogue: Catalogue, overrides: Overrides, with_folder: bool, progress: Progress, trouble: Troubles
    ) -> None:
        self.catalogue, self.overrides, self.with_folder = catalogue, overrides, with_folder
        self.progress, self.trouble = progress, trouble

    def alone(self, path: str, shown: str) -> FoundServer | None:
        """Return the only server of a path; None if it has none. Raises WrongUse if it has several."""
        run = self._run([path])
        if len(run.servers) > 1:
            names = listed((printable(server.name) for server in run.servers), _MAX_NAMED)
            raise WrongUse([f"{inputs.as_typed(path)} holds {len(run.servers)} servers; name two behind it: {names}"])
        return next(iter(self._derived(run, {server.name: shown for server in run.servers})), None)

    def named(self, paths: list[str], names: list[str]) -> list[FoundServer]:
        """Return two servers by name; none if the paths have no server. Raises WrongUse."""
        run = self._run(paths)
        if not run.servers:
            return []
        faults = Faults()
        wanted = [self._full_name(run, name, faults) for name in names]
        faults.stop()
        if wanted[0] == wanted[1]:
            raise WrongUse([f"{printable(names[0])} and {printable(names[1])} are one server; name two"])
        found = {one.server.name: one for one in self._derived(run, dict(zip(wanted, names, strict=True)))}
        return [found[name] for name in wanted]

    def _run(self, paths: list[str]) -> Run:
        """Read the paths and print what could not be read."""
        seen = self.progress.file_read
        reading, unread = inputs.read(paths, self.catalogue, with_folder=self.with_folder, seen=seen)
        run = Run(reading, self.overrides)
        errors.print_unread(masking.unread_parts(self.catalogue, [*unread, *run.unread]), self.trouble)
        return run

    def _derived(self, run: Run, given: dict[str, str]) -> list[FoundServer]:
        """Derive the facts of some servers. given: their names on the command line, by their names in the run."""
        catalogue = masking.of_run(self.catalogue, run.servers)
        derived = (server for server in run.derived() if server.name in given)
        return [FoundServer(server, printable(given[server.name]), catalogue) for server in islice(derived, len(given))]

    def _full_name(self, run: Run, name: str, faults: Faults) -> str:
        """Return the name of the server that a name, or the first part of a name, means; "" after a fault."""
        plain = abbreviated(name).casefold()
        names = [server.name for server in run.servers]
        equal = [full for full in names if full.casefold() == plain]
        found = equal or [full for full in names if full.partition("/")[0].casefold() == plain]
        if len(found) == 1:
            return found[0]
        if found:
            faults.add(f"{printable(name)} may be {listed(map(printable, found), _MAX_NAMED)}")
        else:
            first_parts = {full.partition("/")[0]: full for full in names}
            meant = closest(name, names) or first_parts.get(closest(name, first_parts) or "")
            others = f"there are {listed(map(printable, names), _MAX_NAMED)}"
            faults.add(f"no server is called {printable(name)}{suggestion(meant and printable(meant), others)}")
        return ""
