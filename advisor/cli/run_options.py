"""The options of a check, and what it does by them and the configuration.

All errors in them are found here, before any file is read or written, so that no output looks like a report.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path, PurePath
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from advisor import limits, writers
from advisor.cli import inputs
from advisor.cli.errors import Faults, WrongUse
from advisor.cli.output import Output, keep_apart, needs, wanted_outputs
from advisor.configuration import decisions, file, selection
from advisor.configuration.decisions import Decisions, apply_profile, chosen_profile
from advisor.configuration.site import Configuration
from advisor.derive import Overrides
from advisor.pack import Pack, Rule
from advisor.pack.profiles import Profile
from advisor.report.server_report import EDITS, OUTLIERS, FindsEdits
from advisor.servers.arguments import missing
from advisor.servers.exclude import Exclude
from advisor.servers.model import Server
from advisor.values import release
from advisor.values.paths import NOT_THERE, files_below
from advisor.values.printing import listed
from advisor.writers import Options

AS_RELEASE = "--as-release"
_FOUND = (
    "{0} was found, not named, and {1} would decide what --write and --script do; read {0}, then say --config {0}, "
    "or --isolated to do without"
)
_NO_BASELINE = "a baseline is about today's findings, and this report only about what an upgrade would change"


class CheckOptions(Struct, frozen=True):
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
    group_by: str | None = None
    profile: str | None = None
    as_release: str | None = None
    jobs: int | None = None
    dask: str | None = None
    outliers: bool = False

    @classmethod
    def of(cls, parameters: Mapping[str, Any]) -> Self:
        """Return the options among the parameters of a command, by name. The other options keep their defaults."""
        return cls(**{name: parameters[name] for name in cls.__struct_fields__ if name in parameters})


class CheckPlan(Struct, frozen=True):
    """What a check does, by its options and the configuration."""

    arguments: list[str]  # paths and addresses to read
    outputs: list[Output]
    overrides: Overrides  # what options and configuration state about servers
    pack: Pack  # all rules
    rules: list[Rule]  # the rules that run, with the figures of the site and the profile
    decisions: Decisions
    exclude: Exclude
    options: Options  # of the writers
    fail_on: str
    strict: bool
    as_release: str = ""
    needs: frozenset[str] = frozenset()  # as in `RunContext`, besides the needs of the formats
    edits: FindsEdits | None = None  # finds the edits of findings, if a format needs them


def plan_check(
    options: CheckOptions,
    formats: Sequence[str] = writers.FORMATS,
    more_outputs: Sequence[Output] = (),
    *,
    all_rules: bool = False,
) -> CheckPlan:
    """Return what a check does. Raises WrongUse with all errors in the options and the configuration.

    formats: the formats that --format accepts. more_outputs: files that are written in no format of these. all_rules:
    plan to run all rules that neither the command line nor a configuration named there ignores, without notes.
    """
    faults = Faults()
    arguments = options.paths or ["."]
    inputs.must_be_there(arguments, faults)
    wanted = [*wanted_outputs(options.format, options.output_file, formats, faults), *more_outputs]
    if options.server is not None and not options.server.strip():
        faults.add("--server: the name is empty")
    overrides = faults.tried(lambda: inputs.overrides(options.release, options.platform, options.bits), Overrides())
    site = configuration(options.config, options.isolated, faults)
    if all_rules:
        options = replace(options, select=None, profile=None)
        site = replace(site, select=(), profile=None, ignore=site.ignore if options.config else ())
    if site.path and not options.config and _lies_in(site.folder, arguments, options.with_folder):
        faults.note(f"{site.path} lies in what is checked, and was used; --isolated does without")
    as_release = ""
    if options.as_release is not None:
        as_release = checked_as_release(options.as_release, options.baseline, faults)
        site = without_baseline(site, faults)
    pack = inputs.pack_of(options.rules, faults, site)
    if options.dask is not None:
        _check_dask(options.dask, options.jobs, faults)
    if options.full and options.summary:
        faults.add("--full and --summary: one asks for everything and the other for totals; leave one of them out")
    releases = inputs.releases_of(site, faults)
    profile, rules, decided = _rules_and_decisions(options, pack, site, faults)
    pack = pack.without_practice({rule.id for rule in rules})
    _keep_inputs(options, site, wanted, faults)
    run_needs = _needs(options, site, faults)
    faults.in_lines(site.path or "")
    if all_rules:
        faults.notes.clear()
    faults.stop()
    layers = (options, profile, site) if options.profile is not None else (options, site, profile)
    writer_options = Options(
        quiet=options.quiet,
        full=options.full,
        summary=options.summary,
        color=options.color,
        group_by=options.group_by or "",
        min_severity=_first_set("min_severity", layers, "info"),
        fail_on=_first_set("fail_on", layers, "medium"),
        docs_url=site.docs_url,
    )
    return CheckPlan(
        arguments,
        wanted,
        replace(overrides, servers=site.servers, releases=releases),
        pack,
        rules,
        decided,
        Exclude(site.exclude, site.folder),
        writer_options,
        writer_options.fail_on,
        _first_set("strict", layers, False),
        as_release,
        run_needs,
    )


def _keep_inputs(options: CheckOptions, site: Configuration, wanted: list[Output], faults: Faults) -> None:
    """Add a fault for each output that would replace an input or another output."""
    if not any(output.file for output in wanted):
        return

    def is_checked(folder: Path) -> bool:
        with suppress(OSError, ValueError):
            return _lies_in(folder.resolve(), options.paths or ["."], options.with_folder)
        return False

    keep_apart(wanted, _files_read(options, site), is_checked, faults)


def _check_dask(scheduler: str, jobs: int | None, faults: Faults) -> None:
    """Add faults of the options for a run on Dask."""
    if not scheduler.strip():
        faults.add("--dask needs the address of a scheduler, such as tcp://host:8786")
    if jobs is not None:
        faults.add("--jobs and --dask: the scheduler decides how many workers there are; leave one of them out")
    if find_spec("distributed") is None:
        faults.add("--dask needs dask.distributed: pip install 'domlint[dask]'")


def dask_address(engine: str | None, scheduler: str | None) -> str | None:
    """Return the address of the Dask scheduler that the old options --engine and --scheduler name. Raises WrongUse."""
    if engine != "dask" and scheduler is not None:
        raise WrongUse(["--scheduler needs --engine dask; the new form of both is --dask ADDRESS"])
    if engine == "dask" and not scheduler:
        raise WrongUse(["--engine dask needs --scheduler ADDRESS; the new form of both is --dask tcp://host:8786"])
    return scheduler


def rules_for_edits(options: CheckOptions, plan: CheckPlan) -> list[Rule]:
    """Return the rules that check edits: all that neither the command line nor a configuration named there ignores.

    A selection, a profile and a configuration that was found exclude no rule, so that no edit causes an unseen finding.
    """
    wider = plan_check(replace(options, format=None, output_file=None), all_rules=True)
    every = {rule.id: rule for rule in (*wider.rules, *plan.rules)}
    return [every[rule.id] for rule in plan.pack.rules if rule.id in every]


def with_edits(options: CheckOptions, plan: CheckPlan) -> CheckPlan:
    """Return the plan with what finds edits, if a format needs them. A report for another release has no edits."""
    if EDITS not in needs(plan.outputs) or plan.as_release:
        return plan
    from advisor.fixes.finding_edits import FindingEdits  # one format of twelve needs edits

    return replace(plan, edits=FindingEdits(tuple(rules_for_edits(options, plan))))


def _rules_and_decisions(
    options: CheckOptions, pack: Pack, site: Configuration, faults: Faults
) -> tuple[Profile | None, list[Rule], Decisions]:
    """Return the profile, the rules that run, and the decisions about their findings."""
    profile = None
    if options.profile is not None or site.profile is not None:
        profile = chosen_profile(pack, options.profile, site, faults.add)
    rules = _rules_to_run(options, pack, site, faults, profile)
    decided = decisions.decide(site, pack.rules, options.baseline, bool(options.select or options.ignore), faults.add)
    if profile:
        selected = bool(rules)
        rules, decided = apply_profile(profile, rules, decided, pack, chosen=bool(options.select))
        if selected and not rules:
            faults.add(f"no rule is left to run: the profile {profile.name} leaves out all that are selected")
    if decided.baseline and not decided.baseline.complete:
        _, label = decisions.baseline_of(site, options.baseline)
        faults.note(f"{label}: that report was incomplete; what it missed counts as new")
    return profile, rules, decided


def _needs(options: CheckOptions, site: Configuration, faults: Faults) -> frozenset[str]:
    """Return what the run needs besides the needs of formats."""
    if not options.outliers:
        return frozenset()
    if options.as_release is not None:
        faults.add("fleet compares servers as they run now, and upgrade as another release: use one of them")
    ignored = selection.OUT_OF_LINE.named_in((*site.ignore, *inputs.words(options.ignore)))
    return frozenset() if ignored else frozenset({OUTLIERS})


def _first_set(field: str, layers: tuple[Any, ...], default: Any) -> Any:
    """Return the first value that is set for a field; command line, profile and configuration use the same names."""
    values = (getattr(layer, field, None) for layer in layers)
    return next((value for value in values if value is not None), default)


def _files_read(options: CheckOptions, site: Configuration) -> list[tuple[str, str]]:
    """Return the files that the command line and the configuration name, each with its role."""
    files = [(path, "it is read as an input") for path in options.paths or [] if path not in {"", "-"}]
    if site.path:
        files.append((str(site.folder / PurePath(site.path).name), "it is the configuration"))
    baseline, _ = decisions.baseline_of(site, options.baseline)
    if baseline:
        files.append((str(baseline), "it is the baseline"))
    if site.releases:
        files.append((str(site.folder / site.releases), "it is the list of fix packs"))
    folders = [options.rules] if options.rules else [folder for folder, _ in inputs.folders_of(site)]
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


def refuse_found(options: CheckOptions) -> None:
    """Raise WrongUse if a configuration that was not named would decide what is written or typed.

    Its own rules do, and what it states about servers: their release decides which settings are obsolete.
    """
    if options.config:
        return
    site = configuration(None, options.isolated, Faults())
    deciding = ["its own rules"] * bool(site.rules and not options.rules) + ["its [servers]"] * bool(site.servers)
    if deciding:
        raise WrongUse([_FOUND.format(site.path, listed(deciding))])


def must_be_one(name: str | None, servers: list[Server]) -> None:
    """Raise WrongUse if `--server` is given and the files hold several servers."""
    if name and len(servers) > 1:
        raise WrongUse([f"--server names one server, but the files hold {len(servers)}"])


def _lies_in(folder: Path, arguments: list[str], with_folder: bool) -> bool:
    """Return whether a folder is, or is inside, a folder that is checked."""
    for path in (Path(argument) for argument in arguments if argument not in {"", "-"}):
        with suppress(OSError, ValueError):  # a name that no path can have
            checked = path.resolve() if path.is_dir() else path.resolve().parent if with_folder else None
            if checked and folder.is_relative_to(checked):
                return True
    return False


def _rules_to_run(
    options: CheckOptions, pack: Pack, site: Configuration, faults: Faults, profile: Profile | None
) -> list[Rule]:
    """Return the rules that run. An empty selection is a fault: its report would have no findings."""
    chosen, ignored = inputs.words(options.select), inputs.words(options.ignore)
    if options.select and not chosen:
        faults.add("--select: no rule is named")
    if options.ignore and not ignored:
        faults.add("--ignore: no rule is named")
    before = len(faults.messages)
    every = [profile.tuned(rule) for rule in pack.rules] if profile else pack.rules
    practice = profile is not None and profile.practice
    also: frozenset[str] = frozenset()
    if options.as_release is not None:
        from advisor.report.upgrade_items import upgrade_rules  # reads a list that only `domlint upgrade` needs

        also = upgrade_rules()
    rules = selection.rules_to_run(every, site, chosen, ignored, faults.add, practice=practice, also=also)
    if not rules and len(faults.messages) == before:
        faults.add("no rule is left to run: what is selected is ignored too")
    return rules


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
    return replace(site, baseline=None)
