"""`domlint diff`: compare the configuration of two servers, side by side."""

from pathlib import Path
from typing import Annotated, NamedTuple

import typer

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
from advisor.cli.options import guarded
from advisor.cli.output import Output, keep_apart, outputs, write_product
from advisor.cli.run_options import configuration
from advisor.comparing.difference import GivenServer, compare_servers, has_differences
from advisor.derive import Overrides
from advisor.judging.run import Run
from advisor.pack import Catalogue, Pack
from advisor.report import masking
from advisor.report.server_report import failure
from advisor.servers.arguments import is_address, missing
from advisor.servers.server import Server
from advisor.values.names import abbreviated
from advisor.values.near import closest, suggestion
from advisor.values.printing import listed, printable, printable_paths
from advisor.writers.difference import RENDERERS
from advisor.writers.options import Options

app = typer.Typer(add_completion=False, rich_markup_mode="rich")
_FORMATS = tuple(RENDERERS)
_TWO = "Two files or folders with one server each; or files and folders, then the names of two servers."
_EXAMPLES = options.examples("domlint diff mail01/ mail02/", "domlint diff servers/ Mail01/Acme Mail02/Acme")


Servers = Annotated[list[str], typer.Argument(metavar="A B|PATHS A B", help=_TWO)]
Formats = Annotated[list[str] | None, options.format_option(_FORMATS)]


@app.command(cls=options.Command, epilog=_EXAMPLES)
@guarded
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
) -> int:
    """Compare the configuration of two servers: effective settings, documents, tasks and storage.

    A setting that was not collected on one side is no difference, nor is one that each server must have for itself,
    such as its name. To compare two reports, use `domlint compare`.

    Exit code: 0 no difference, 1 differences, 2 wrong use or unreadable input, 3 nothing recognised, 4 a bug.
    """
    faults = Faults()
    none: list[Output] = []
    wanted = faults.tried(lambda: outputs(format, output_file, _FORMATS), none)
    asked = AskedDiff(servers, release, platform, config, isolated, rules, with_folder)
    return diff_servers(asked, wanted, Options(color=color), faults)


_WRONG_NUMBER = (
    "diff takes two files or folders, or files and folders and the names of two servers; domlint compare takes reports"
)
_MAX_NAMED = 5


class AskedDiff(NamedTuple):
    """The options of `domlint diff`."""

    words: list[str]
    release: str | None = None
    platform: str | None = None
    config: Path | None = None
    isolated: bool = False
    rules: Path | None = None
    with_folder: bool = False


class FoundServer(NamedTuple):
    """A server with its derived facts, and its name on the command line."""

    server: Server
    given: str
    catalogue: Catalogue


def diff_servers(asked: AskedDiff, wanted: list[Output], said: Options, faults: Faults) -> int:
    """Print two servers side by side and return the exit code. Raises WrongUse before anything is written."""
    if len(asked.words) < 2:
        faults.add(_WRONG_NUMBER)
    paths, names = (asked.words[:-2], asked.words[-2:]) if len(asked.words) > 2 else (asked.words, [])
    if len(asked.words) == 2 and len(missing([asked.words[1]])) == 1 and not missing([asked.words[0]]):
        faults.add(_WRONG_NUMBER)
    inputs.must_be_there(paths, faults)
    keep_apart(wanted, [(path, "it is compared") for path in paths if path != "-"], lambda _: False, faults)
    overrides = faults.tried(lambda: inputs.overrides(asked.release, asked.platform, None), Overrides())
    site = configuration(asked.config, asked.isolated, faults)
    pack = inputs.pack_of(asked.rules, faults, site)
    faults.stop()
    overrides, trouble = overrides._replace(servers=site.servers), Troubles()
    with Progress() as progress:
        reading = _Reading(pack, overrides, asked.with_folder, progress, trouble)
        each = [reading.named(paths, names)] if names else list(map(reading.alone, paths, _names_in_report(paths)))
    found = [one for of_path in each for one in of_path]
    if len(found) < 2:
        empty = [] if names else [inputs.as_typed(path) for path, there in zip(paths, each, strict=True) if not there]
        console.error(f"{listed(empty)}: {NOTHING_HERE}" if empty else NOTHING_HERE)
        if any(path.endswith((".json", ".ndjson")) for path in paths):
            console.error("to compare two reports of domlint check, use domlint compare")
        return NOTHING_READ
    return _write_difference(found, pack, wanted, said, trouble)


def _names_in_report(paths: list[str]) -> list[str]:
    """Return the paths as reports show them: the end of an absolute path, an address without secrets."""
    files = [path.removeprefix("file://") for path in paths]
    return printable_paths([inputs.as_typed(path) if is_address(path) else path for path in files])


def _write_difference(
    found: list[FoundServer], pack: Pack, wanted: list[Output], said: Options, trouble: Troubles
) -> int:
    for one in found:
        if one.server.error:
            errors.print_error(failure(one.server.name, one.server, one.catalogue))
    if any(one.server.error for one in found):
        return INTERNAL
    catalogue = pack.catalogue.of_run(
        found[0].catalogue.public | found[1].catalogue.public, found[0].catalogue.ports | found[1].catalogue.ports
    )
    sides = [_side(one, catalogue) for one in found]
    told = compare_servers(sides[0], sides[1], pack, catalogue)
    write_product(told, RENDERERS, wanted, said, trouble)
    if trouble.messages:
        return WRONG_USE
    return FINDINGS if has_differences(told.numbers) else FINE


def _side(one: FoundServer, catalogue: Catalogue) -> GivenServer:
    (name,) = masking.server_names(catalogue, [one.server])
    return GivenServer(name, one.given, one.server.facts, len(one.server.files))


class _Reading:
    """Read the two servers that the command line names."""

    def __init__(
        self, pack: Pack, overrides: Overrides, with_folder: bool, progress: Progress, trouble: Troubles
    ) -> None:
        self.catalogue, self.overrides, self.with_folder = pack.catalogue, overrides, with_folder
        self.progress, self.trouble = progress, trouble

    def alone(self, path: str, as_shown: str) -> list[FoundServer]:
        """Return the only server of a path; none if no file is recognised."""
        run = self._run([path])
        if len(run.servers) > 1:
            shown = listed((printable(one.name) for one in run.servers), _MAX_NAMED)
            raise WrongUse([f"{inputs.as_typed(path)} holds {len(run.servers)} servers; name two behind it: {shown}"])
        return self._derived(run, {one.name: as_shown for one in run.servers})

    def named(self, paths: list[str], names: list[str]) -> list[FoundServer]:
        """Return two servers by name. Raises WrongUse."""
        run = self._run(paths)
        if not run.servers:
            return []
        faults = Faults()
        wanted = [self._meant(run, name, faults) for name in names]
        faults.stop()
        if wanted[0] == wanted[1]:
            raise WrongUse([f"{printable(names[0])} and {printable(names[1])} are one server; name two"])
        found = {one.server.name: one for one in self._derived(run, dict(zip(wanted, names, strict=True)))}
        return [found[name] for name in wanted]

    def _run(self, paths: list[str]) -> Run:
        seen = self.progress.file_read
        reading, unread = inputs.read(paths, self.catalogue, with_folder=self.with_folder, seen=seen)
        run = Run(reading, self.overrides)
        errors.print_unread(masking.unread_parts(self.catalogue, [*unread, *run.unread]), self.trouble)
        return run

    def _derived(self, run: Run, given: dict[str, str]) -> list[FoundServer]:
        """Derive the servers that are asked for, and forget the other servers."""
        catalogue = masking.of_run(self.catalogue, run.servers)
        found = []
        for server in run.derived():
            if server.name in given:
                found.append(FoundServer(server, printable(given[server.name]), catalogue))
                if len(found) == len(given):
                    break
        return found

    def _meant(self, run: Run, name: str, faults: Faults) -> str:
        """Return the server with a name, which may be only the first part of the name."""
        plain = abbreviated(name).casefold()
        names = [server.name for server in run.servers]
        whole = [one for one in names if one.casefold() == plain]
        found = whole or [one for one in names if one.partition("/")[0].casefold() == plain]
        if len(found) == 1:
            return found[0]
        if found:
            faults.add(f"{printable(name)} may be {listed(map(printable, found), _MAX_NAMED)}")
        else:
            first = {one.partition("/")[0]: one for one in names}
            meant = closest(name, names) or first.get(closest(name, first) or "")
            others = f"there are {listed(map(printable, names), _MAX_NAMED)}"
            faults.add(f"no server is called {printable(name)}{suggestion(meant and printable(meant), others)}")
        return ""
