"""Settled: a command line and its configuration, as what a check is to do, before any file is read or written.

Whatever is wrong with either is found here, so that nothing looks like a report that is none.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePath
from typing import NamedTuple

from advisor.cli import inputs
from advisor.cli.guard import Faults
from advisor.cli.outputs import Output, keep_apart, outputs
from advisor.configuration import decisions, file, selection
from advisor.configuration.decisions import Decisions
from advisor.configuration.site import Configuration
from advisor.derive import Overrides
from advisor.pack import Pack, Rule
from advisor.servers.walk import Exclude
from advisor.writers._options import Options


class Asked(NamedTuple):
    """What `domlint check` is asked on the command line, with the defaults of its options."""

    paths: list[str] | None = None
    format: list[str] | None = None
    output_file: str | None = None
    select: list[str] | None = None
    ignore: list[str] | None = None
    fail_on: str = "medium"
    min_severity: str = "info"
    strict: bool = False
    release: str | None = None
    platform: str | None = None
    bits: str | None = None
    config: Path | None = None
    isolated: bool = False
    rules: Path | None = None
    server: str | None = None
    with_folder: bool = False
    baseline: Path | None = None
    stdin_name: str = inputs.STDIN
    quiet: bool = False
    color: str = "auto"
    group_by: str = ""


class Settled(NamedTuple):
    """What a check is to do. rules: those that run, with the site's figures; pack: all of them.

    notes: what should be known of it on standard error, though nothing is wrong.
    """

    arguments: list[str]
    outputs: list[Output]
    overrides: Overrides
    pack: Pack
    rules: list[Rule]
    decisions: Decisions
    exclude: Exclude
    options: Options
    notes: tuple[str, ...] = ()


def settled(asked: Asked) -> Settled:
    """Everything that the command line and the configuration say. Raises WrongUse with all that is wrong with them."""
    faults = Faults()
    arguments = asked.paths or ["."]
    inputs.must_be_there(arguments, faults)
    wanted: list[Output] = faults.tried(lambda: outputs(asked.format, asked.output_file), [])
    overrides = faults.tried(lambda: inputs.overrides(asked.release, asked.platform, asked.bits), Overrides())
    pack = inputs.pack_of(asked.rules, faults)
    site = configuration(asked.config, asked.isolated, faults)
    overrides = overrides._replace(servers=site.servers)
    to_run = _to_run(asked, pack, site, faults)
    decided = decisions.decide(site, pack.rules, asked.baseline, bool(asked.select or asked.ignore), faults.add)
    if any(output.file for output in wanted):
        keep_apart(wanted, _read(asked, site), faults)
    faults.stop()
    return Settled(
        arguments,
        wanted,
        overrides,
        pack,
        to_run,
        decided,
        Exclude(site.exclude, site.folder),
        Options(quiet=asked.quiet, color=asked.color, group_by=asked.group_by, min_severity=asked.min_severity),
        tuple(_notes(asked, decided)),
    )


def _notes(asked: Asked, decided: Decisions) -> Iterator[str]:
    if decided.baseline and asked.baseline and not decided.baseline.complete:
        yield f"--baseline {asked.baseline.as_posix()}: that report was not whole; what it missed counts as new"


def _read(asked: Asked, site: Configuration) -> list[tuple[str, str]]:
    """The files that a run reads, as far as the command line names them, each with what it is."""
    files = [(path, "it is read as an input") for path in asked.paths or [] if path not in {"", "-"}]
    if site.path:
        files.append((str(site.folder / PurePath(site.path).name), "it is the configuration"))
    if asked.baseline:
        files.append((str(asked.baseline), "it is the baseline"))
    with suppress(OSError):
        files += [(str(path), "it is a rule") for path in asked.rules.rglob("*.toml")] if asked.rules else []
    return files


def configuration(config: Path | None, isolated: bool, faults: Faults) -> Configuration:
    """The configuration that counts."""
    if config and isolated:
        faults.add("--config and --isolated: one asks for a configuration file and the other for none")
    return file.configuration(config, isolated, faults.add)


def _to_run(asked: Asked, pack: Pack, site: Configuration, faults: Faults) -> list[Rule]:
    """The rules that run. A selection that leaves none would look like a server without findings."""
    chosen, ignored = inputs.words(asked.select), inputs.words(asked.ignore)
    if asked.select and not chosen:
        faults.add("--select: no rule is named")
    before = len(faults.messages)
    rules = selection.rules_to_run(pack.rules, site, chosen, ignored, faults.add)
    if not rules and len(faults.messages) == before:
        faults.add("no rule is left to run: what is selected is ignored too")
    return rules
