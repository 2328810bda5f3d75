"""The options of a run: a command line and its configuration as what a check is to do.

All errors in them are found here, before any file is read or written, so that no output looks like a report.
"""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

from advisor import limits, writers
from advisor.cli import inputs
from advisor.cli.errors import Faults, WrongUse
from advisor.cli.output import Output, keep_apart, needs, outputs
from advisor.configuration import decisions, file, selection
from advisor.configuration.decisions import Decisions
from advisor.configuration.site import Configuration
from advisor.derive import Overrides
from advisor.pack import Pack, Rule
from advisor.report.server_report import EDITS, OUTLIERS
from advisor.servers.arguments import missing
from advisor.servers.exclude import Exclude
from advisor.servers.server import Server
from advisor.values import release
from advisor.values.paths import NOT_THERE, files_below
from advisor.values.printing import listed
from advisor.writers.options import Options

if TYPE_CHECKING:
    from advisor.pack.profiles import Profile
    from advisor.report.server_report import FindsEdits


_FOUND = (
    "{0} was found, not named, and {1} would decide what --write and --script do; read {0}, then say --config {0}, "
    "or --isolated to do without"
)


class Asked(NamedTuple):
    """The options of `domlint check` with their defaults."""

    paths: list[str] | None = None
    format: list[str] | None = None
    output_file: str | None = None
    select: list[str] | None = None
    ignore: list[str] | None = None
    fail_on: str | None = None
    min_severity: str | None = None
    strict: bool | None = None
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
    full: bool = False
    summary: bool = False
    color: str = "auto"
    group_by: str = ""
    profile: str | None = None
    as_release: str | None = None
    jobs: int | None = None
    dask: str | None = None
    outliers: bool = False


class Settled(NamedTuple):
    """What a check does. rules: the rules that run, with the site's figures; pack: all rules.

    needs: what the run is asked for beside the formats, a word of `RunContext.needs` each. edits: finds the edits of
    findings, if a format needs them.
    """

    arguments: list[str]
    outputs: list[Output]
    overrides: Overrides
    pack: Pack
    rules: list[Rule]
    decisions: Decisions
    exclude: Exclude
    options: Options
    fail_on: str
    strict: bool
    as_release: str = ""
    needs: frozenset[str] = frozenset()
    edits: "FindsEdits | None" = None


def settled(
    asked: Asked, formats: Sequence[str] = writers.FORMATS, beside: Sequence[Output] = (), *, again: bool = False
) -> Settled:
    """Return what to do by the command line and the configuration. Raises WrongUse with all their faults.

    formats: those that may be asked for. beside: outputs of no format. again: of all rules that nobody at this command
    line ignores; what should be known though nothing is wrong was said before.
    """
    faults = Faults()
    arguments = asked.paths or ["."]
    inputs.must_be_there(arguments, faults)
    wanted: list[Output] = faults.tried(lambda: outputs(asked.format, asked.output_file, formats), [])
    wanted += beside
    if asked.server is not None and not asked.server.strip():
        faults.add("--server: the name is empty")
    overrides = faults.tried(lambda: inputs.overrides(asked.release, asked.platform, asked.bits), Overrides())
    site = configuration(asked.config, asked.isolated, faults)
    if again:
        asked, site = asked._replace(select=None, profile=None), _all_of_its_rules(site, named=bool(asked.config))
    if site.path and not asked.config and _lies_in(site.folder, arguments, asked.with_folder):
        faults.note(f"{site.path} lies in what is checked, and was used; --isolated does without")
    as_release = ""
    if asked.as_release is not None:
        as_release = checked_as_release(asked.as_release, asked.baseline, faults)
        site = without_baseline(site, faults)
    pack = inputs.pack_of(asked.rules, faults, site)
    if asked.dask is not None:
        from advisor.cli import engines  # late: a run is seldom carried out elsewhere

        engines.check_dask(asked.dask, asked.jobs, faults)
    if asked.full and asked.summary:
        faults.add("--full and --summary: one asks for everything and the other for totals; leave one of them out")
    profile, to_run, decided = _judged_by(asked, pack, site, faults)
    if any(output.file for output in wanted):
        keep_apart(
            wanted, _files_read(asked, site), lambda folder: _is_checked(folder, arguments, asked.with_folder), faults
        )
    asked_for = _needs(asked, site, faults)
    faults.in_lines(site.path or "")
    if again:
        faults.notes.clear()
    faults.stop()
    layers = (asked, profile, site) if asked.profile is not None else (asked, site, profile)
    least, fail_on = _first_set("min_severity", layers, "info"), _first_set("fail_on", layers, "medium")
    return Settled(
        arguments,
        wanted,
        overrides._replace(servers=site.servers),
        pack,
        to_run,
        decided,
        Exclude(site.exclude, site.folder),
        Options(
            quiet=asked.quiet,
            full=asked.full,
            summary=asked.summary,
            color=asked.color,
            group_by=asked.group_by,
            min_severity=least,
            fail_on=fail_on,
            docs_url=site.docs_url,
        ),
        fail_on,
        _first_set("strict", layers, False),
        as_release,
        asked_for,
    )


def judging_edits(asked: Asked, todo: Settled) -> list[Rule]:
    """Return the rules that judge edits: all but those that the command line, or a configuration it names, ignores.

    A selection, a profile, and a configuration that was found leave none out, so that no edit causes an unseen finding.
    """
    wider = settled(asked._replace(format=None, output_file=None), again=True)
    every = {rule.id: rule for rule in (*wider.rules, *todo.rules)}
    return [every[rule.id] for rule in todo.pack.rules if rule.id in every]


def with_edits(asked: Asked, todo: Settled) -> Settled:
    """Return what a check is to do, with the edits of findings if a format needs them. A what-if report has none."""
    if EDITS not in needs(todo.outputs) or todo.as_release:
        return todo
    from advisor.fixes.finding_edits import FindingEdits  # late: one format needs them

    return todo._replace(edits=FindingEdits(tuple(judging_edits(asked, todo))))


def _judged_by(
    asked: Asked, pack: Pack, site: Configuration, faults: Faults
) -> tuple["Profile | None", list[Rule], Decisions]:
    """Return the profile, the rules that run, and the decisions about their findings."""
    profile = _profile(asked, site, pack, faults)
    to_run = _to_run(asked, pack, site, faults, profile)
    decided = decisions.decide(site, pack.rules, asked.baseline, bool(asked.select or asked.ignore), faults.add)
    if profile:
        to_run, decided = _with_profile(profile, to_run, decided, pack, asked, faults)
    if decided.baseline and not decided.baseline.complete:
        _, label = decisions.baseline_of(site, asked.baseline)
        faults.note(f"{label}: that report was incomplete; what it missed counts as new")
    return profile, to_run, decided


def _needs(asked: Asked, site: Configuration, faults: Faults) -> frozenset[str]:
    """Return what the run needs besides the needs of formats."""
    if not asked.outliers:
        return frozenset()
    if asked.as_release is not None:
        faults.add("fleet compares servers as they run now, and upgrade as another release: use one of them")
    ignored = selection.OUT_OF_LINE.named_in((*site.ignore, *inputs.words(asked.ignore)))
    return frozenset() if ignored else frozenset({OUTLIERS})


def _first_set(field: str, layers: tuple[Any, ...], otherwise: Any) -> Any:
    """Return the first value that is set for a field; command line, profile and configuration use the same names."""
    said = (getattr(layer, field, None) for layer in layers)
    return next((one for one in said if one is not None), otherwise)


def _profile(asked: Asked, site: Configuration, pack: Pack, faults: Faults) -> "Profile | None":
    """Return the named profile; None in most runs."""
    if asked.profile is None and site.profile is None:
        return None
    from advisor.configuration.decisions import chosen_profile

    return chosen_profile(pack, asked.profile, site, faults.add)


def _files_read(asked: Asked, site: Configuration) -> list[tuple[str, str]]:
    """Return the files that the command line and the configuration name, each with its role."""
    files = [(path, "it is read as an input") for path in asked.paths or [] if path not in {"", "-"}]
    if site.path:
        files.append((str(site.folder / PurePath(site.path).name), "it is the configuration"))
    baseline, _ = decisions.baseline_of(site, asked.baseline)
    if baseline:
        files.append((str(baseline), "it is the baseline"))
    folders = [asked.rules] if asked.rules else [folder for folder, _ in inputs.folders_of(site)]
    with suppress(OSError):
        below = (path for folder in folders for path in files_below(folder, limits.MAX_FOLDER_DEPTH))
        files += [(str(path), "it is a rule") for path in below if path.suffix == ".toml"]
    return files


def configuration(config: Path | None, isolated: bool, faults: Faults) -> Configuration:
    """Return the configuration to use."""
    if config and isolated:
        faults.add("--config and --isolated: one asks for a configuration file and the other for none")
    for path in missing([str(config)] if config else []):
        faults.add(f"--config {path}: {NOT_THERE}; leave it out and domlint looks for one itself")
        return Configuration()
    return file.configuration(config, isolated, faults.add, faults.note)


def _all_of_its_rules(site: Configuration, *, named: bool) -> Configuration:
    """Return the configuration without a selection; a configuration that was not named ignores nothing either."""
    return site._replace(select=(), profile=None, ignore=site.ignore if named else ())


def refuse_found(asked: Asked) -> None:
    """Raise WrongUse if a configuration that was not named would decide what is written or typed.

    That is by rules of its own, and by what it tells of servers: by their release a setting is obsolete, or not yet.
    """
    if asked.config:
        return
    site = configuration(None, asked.isolated, Faults())
    deciding = ["its own rules"] * bool(site.rules and not asked.rules) + ["its [servers]"] * bool(site.servers)
    if deciding:
        raise WrongUse([_FOUND.format(site.path, listed(deciding))])


def must_be_one(name: str | None, servers: list[Server]) -> None:
    """Raise WrongUse if `--server` is given and the files hold several servers."""
    if name and len(servers) > 1:
        raise WrongUse([f"--server names one server, but the files hold {len(servers)}"])


def _is_checked(folder: Path, arguments: list[str], with_folder: bool) -> bool:
    with suppress(OSError, ValueError):
        return _lies_in(folder.resolve(), arguments, with_folder)
    return False


def _lies_in(folder: Path, arguments: list[str], with_folder: bool) -> bool:
    """Return whether a folder is, or is inside, a folder that is checked."""
    for path in (Path(argument) for argument in arguments if argument not in {"", "-"}):
        with suppress(OSError, ValueError):  # a name that no path can have
            checked = path.resolve() if path.is_dir() else path.resolve().parent if with_folder else None
            if checked and folder.is_relative_to(checked):
                return True
    return False


def _with_profile(
    profile: "Profile", rules: list[Rule], decided: Decisions, pack: Pack, asked: Asked, faults: Faults
) -> tuple[list[Rule], Decisions]:
    """Return the rules and decisions that the profile leaves. Rules named on the command line stay."""
    from advisor.configuration.decisions import apply_profile

    kept, decided = apply_profile(profile, rules, decided, pack, chosen=bool(asked.select))
    if rules and not kept:
        faults.add(f"no rule is left to run: the profile {profile.name} leaves out all that are selected")
    return kept, decided


def _to_run(asked: Asked, pack: Pack, site: Configuration, faults: Faults, profile: "Profile | None") -> list[Rule]:
    """Return the rules that run. An empty selection is a fault: its report would have no findings."""
    chosen, ignored = inputs.words(asked.select), inputs.words(asked.ignore)
    if asked.select and not chosen:
        faults.add("--select: no rule is named")
    if asked.ignore and not ignored:
        faults.add("--ignore: no rule is named")
    before = len(faults.messages)
    every = [profile.tuned(rule) for rule in pack.rules] if profile else pack.rules
    rules = selection.rules_to_run(every, site, chosen, ignored, faults.add)
    if not rules and len(faults.messages) == before:
        faults.add("no rule is left to run: what is selected is ignored too")
    return rules


AS_RELEASE = "--as-release"
_NO_BASELINE = "a baseline is about today's findings, and this report only about what an upgrade would change"


def checked_as_release(text: str, baseline: Path | None, faults: Faults) -> str:
    """Return the release to check as. Add a fault if it is no release, and a note if no rule knows the release yet."""
    if baseline:
        faults.add(f"{AS_RELEASE} and --baseline: {_NO_BASELINE}")
    named = faults.tried(lambda: release_to_upgrade_to(text), "")
    if named and release.is_beyond(named):
        faults.note(f"{AS_RELEASE} {named}: the rules cover releases up to {release.NEWEST}")
    return named


def release_to_upgrade_to(text: str) -> str:
    """Return the release that an argument names. Raises WrongUse."""
    named = inputs.release_named(AS_RELEASE, text, "14.5")
    if meant := release.instead_of(named):
        raise WrongUse([f"{AS_RELEASE}: there is no Domino {named}; did you mean {meant}?"])
    return named


def without_baseline(site: Configuration, faults: Faults) -> Configuration:
    """Return the configuration without its baseline."""
    if site.baseline is None:
        return site
    faults.note(f"{site.at('baseline')}: the baseline was not used: {_NO_BASELINE}")
    return site._replace(baseline=None)
