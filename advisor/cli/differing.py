"""Differing: two servers are found among the files of the command line, read, and printed side by side."""

from pathlib import Path
from typing import NamedTuple

from advisor.cli import console, inputs, telling
from advisor.cli.console import Progress
from advisor.cli.guard import FINDINGS, FINE, INTERNAL, NOTHING_HERE, NOTHING_READ, WRONG_USE, Faults, WrongUse
from advisor.cli.outputs import Output, keep_apart, on, put
from advisor.cli.settled import configuration
from advisor.cli.telling import Troubles
from advisor.comparing.difference import GivenServer, compare_servers, has_differences
from advisor.derive import Overrides
from advisor.judging.run import Run
from advisor.pack import Catalogue, Pack
from advisor.report import masking
from advisor.report.troubles import failure
from advisor.servers.arguments import is_address, missing
from advisor.servers.server import Server
from advisor.values.names import abbreviated
from advisor.values.near import closest, suggestion
from advisor.values.printing import listed, printable, printable_paths
from advisor.writers import differences
from advisor.writers._options import Options

_TWO = (
    "diff takes two files or folders, or files and folders and the names of two servers; domlint compare takes reports"
)
_MOST_NAMED = 5


class AskedDiff(NamedTuple):
    """What `domlint diff` is asked on the command line."""

    words: list[str]
    release: str | None = None
    platform: str | None = None
    config: Path | None = None
    isolated: bool = False
    rules: Path | None = None
    with_folder: bool = False


class FoundServer(NamedTuple):
    """A server with every derived fact, its name as it is shown, and what the command line calls it."""

    server: Server
    given: str
    catalogue: Catalogue


def differing(asked: AskedDiff, wanted: list[Output], said: Options, faults: Faults) -> int:
    """Prints the two side by side; the exit code. Raises WrongUse, and then nothing was written."""
    if len(asked.words) < 2:
        faults.add(_TWO)
    paths, names = (asked.words[:-2], asked.words[-2:]) if len(asked.words) > 2 else (asked.words, [])
    if len(asked.words) == 2 and len(missing([asked.words[1]])) == 1 and not missing([asked.words[0]]):
        faults.add(_TWO)
    inputs.must_be_there(paths, faults)
    keep_apart(wanted, [(path, "it is compared") for path in paths if path != "-"], lambda _: False, faults)
    overrides = faults.tried(lambda: inputs.overrides(asked.release, asked.platform, None), Overrides())
    site = configuration(asked.config, asked.isolated, faults)
    pack = inputs.pack_of(asked.rules, faults, site)
    faults.stop()
    overrides, trouble = overrides._replace(servers=site.servers), Troubles()
    with Progress() as progress:
        reading = _Reading(pack, overrides, asked.with_folder, progress, trouble)
        each = [reading.named(paths, names)] if names else list(map(reading.alone, paths, _in_a_report(paths)))
    found = [one for of_path in each for one in of_path]
    if len(found) < 2:
        empty = [] if names else [inputs.as_typed(path) for path, there in zip(paths, each, strict=True) if not there]
        console.error(f"{listed(empty)}: {NOTHING_HERE}" if empty else NOTHING_HERE)
        if any(path.endswith((".json", ".ndjson")) for path in paths):
            console.error("to compare two reports of domlint check, use domlint compare")
        return NOTHING_READ
    return _printed(found, pack, wanted, said, trouble)


def _in_a_report(paths: list[str]) -> list[str]:
    """Of an absolute path its end, however it was typed; an address without its secrets."""
    files = [path.removeprefix("file://") for path in paths]
    return printable_paths([inputs.as_typed(path) if is_address(path) else path for path in files])


def _printed(found: list[FoundServer], pack: Pack, wanted: list[Output], said: Options, trouble: Troubles) -> int:
    for one in found:
        if one.server.error:
            telling.tell_error(failure(one.server.name, one.server, one.catalogue))
    if any(one.server.error for one in found):
        return INTERNAL
    catalogue = pack.catalogue.of_run(
        found[0].catalogue.public | found[1].catalogue.public, found[0].catalogue.ports | found[1].catalogue.ports
    )
    sides = [_side(one, catalogue) for one in found]
    told = compare_servers(sides[0], sides[1], pack, catalogue)
    for output in wanted:
        writer = differences.writer(output.format)
        put(iter([writer.render(told, on(output, said))]), output, trouble, for_people=writer.FOR_PEOPLE)
    if trouble.messages:
        return WRONG_USE
    return FINDINGS if has_differences(told.numbers) else FINE


def _side(one: FoundServer, catalogue: Catalogue) -> GivenServer:
    (name,) = masking.server_names(catalogue, [one.server])
    return GivenServer(name, one.given, one.server.facts, len(one.server.files))


class _Reading:
    """Reads what is asked for."""

    def __init__(
        self, pack: Pack, overrides: Overrides, with_folder: bool, progress: Progress, trouble: Troubles
    ) -> None:
        self.catalogue, self.overrides, self.with_folder = pack.catalogue, overrides, with_folder
        self.progress, self.trouble = progress, trouble

    def alone(self, path: str, as_shown: str) -> list[FoundServer]:
        """The only server of a path; none where nothing is recognised there."""
        run = self._run([path])
        if len(run.servers) > 1:
            shown = listed((printable(one.name) for one in run.servers), _MOST_NAMED)
            raise WrongUse([f"{inputs.as_typed(path)} holds {len(run.servers)} servers; name two behind it: {shown}"])
        return self._derived(run, {one.name: as_shown for one in run.servers})

    def named(self, paths: list[str], names: list[str]) -> list[FoundServer]:
        """Two servers by name."""
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
        telling.tell(masking.unread_parts(self.catalogue, [*unread, *run.unread]), self.trouble)
        return run

    def _derived(self, run: Run, given: dict[str, str]) -> list[FoundServer]:
        """Of a run's servers those that are asked for: of the others nothing is held."""
        catalogue = masking.of_run(self.catalogue, run.servers)
        found = []
        for server in run.derived():
            if server.name in given:
                found.append(FoundServer(server, printable(given[server.name]), catalogue))
                if len(found) == len(given):
                    break
        return found

    def _meant(self, run: Run, name: str, faults: Faults) -> str:
        """The server of a name, in whole or in its first part."""
        plain = abbreviated(name).casefold()
        names = [server.name for server in run.servers]
        whole = [one for one in names if one.casefold() == plain]
        found = whole or [one for one in names if one.partition("/")[0].casefold() == plain]
        if len(found) == 1:
            return found[0]
        if found:
            faults.add(f"{printable(name)} may be {listed(map(printable, found), _MOST_NAMED)}")
        else:
            first = {one.partition("/")[0]: one for one in names}
            meant = closest(name, names) or first.get(closest(name, first) or "")
            others = f"there are {listed(map(printable, names), _MOST_NAMED)}"
            faults.add(f"no server is called {printable(name)}{suggestion(meant and printable(meant), others)}")
        return ""
