"""`domlint fix`: print the plan that fixes the findings of servers and, with --write, edit their files."""

import ntpath
import os
import posixpath
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Annotated

import typer
from msgspec import Struct
from msgspec.structs import replace

from advisor import __version__
from advisor.cli import console, errors, fix_scripts, inputs, options
from advisor.cli.check_run import LoadedRun, load_run, named_inputs
from advisor.cli.console import Progress
from advisor.cli.errors import INTERNAL, NOTHING_READ, WRONG_USE, Faults, WrongUse
from advisor.cli.fix_scripts import WantedScript, made_scripts, put_scripts, refuse_to_replace
from advisor.cli.output import Output, write_product
from advisor.cli.run_options import CheckOptions, CheckPlan, configuration, plan_check, refuse_found, rules_for_edits
from advisor.configuration.selection import rules_to_run
from advisor.facts import PARTITION
from advisor.fixes.edits import Refusal
from advisor.fixes.notes_ini import NotesIni, read_notes_ini
from advisor.fixes.plan import REFUSED, SCHEMA_VERSION, WRITTEN, EditedFile, Plan, ServerPlan, total
from advisor.fixes.planner import FileToWrite, PlannedServer, Planner, PlanScope
from advisor.fixes.proposals import proposals, shared_files
from advisor.fixes.scripts import WORDS
from advisor.fixes.steps import with_cluster_turns, with_machine_plans
from advisor.fixes.trial import Trials, barred_keys
from advisor.fixes.write import write_edited
from advisor.judging.assess import Assessment, judged, judged_clusters
from advisor.pack import Rule
from advisor.report import masking, run_report, server_report
from advisor.report.identity import Owner
from advisor.report.model import NOTHING_RECOGNISED, Program
from advisor.values.printing import from_here, printable_path
from advisor.writers.plan import RENDERERS

LEFT, DONE = 1, 0


_FORMATS = tuple(RENDERERS)


_TARGETS = (
    f"Print the commands to type at one target: {', '.join(WORDS)}. aix:now.sh writes now.sh and now.back.sh, which "
    "undoes it. May be repeated, each with a file."
)
Script = Annotated[
    list[str] | None,
    typer.Option(metavar="TARGET[:FILE]", help=_TARGETS, autocompletion=options.completion(WORDS)),
]
WayBack = Annotated[bool, typer.Option("--way-back", help="With --script: print the commands that undo it.")]
Only = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="With --script: print the commands for this server only."),
]
Formats = Annotated[list[str] | None, options.format_option(_FORMATS)]
Write = Annotated[bool, typer.Option("--write", help="Edit the files. The old file is kept beside the new one.")]
Unsafe = Annotated[bool, typer.Option("--unsafe", help="Include edits that need a decision or an outage.")]
Down = Annotated[
    bool,
    typer.Option("--server-is-down", help="The server does not run: write even if pid.nbf is there."),
]


@options.command(
    "domlint fix notes.ini", "domlint fix notes.ini --write", "domlint fix servers/ --script console:now.txt"
)
def fix(
    paths: options.Paths = None,
    format: Formats = None,
    output_file: options.OutputFile = None,
    select: options.Select = None,
    ignore: options.Ignore = None,
    write: Write = False,
    unsafe: Unsafe = False,
    server_is_down: Down = False,
    script: Script = None,
    way_back: WayBack = False,
    only: Only = None,
    release: options.Release = None,
    platform: options.Platform = None,
    bits: options.Bits = None,
    config: options.Config = None,
    isolated: options.Isolated = False,
    rules: options.Rules = None,
    server: options.ServerName = None,
    with_folder: options.WithFolder = False,
    stdin_name: options.StdinName = inputs.STDIN,
    color: options.Color = "auto",
    profile: options.ProfileName = None,
    anonymize: options.Anonymize = False,
) -> int:
    """Print a plan that fixes the findings: edits as a diff, commands to type, and what to do by hand.

    domlint runs no command and writes no file without --write. A server must be down while its NOTES.INI is edited.

    Exit code: 0 nothing to do or all written, 1 a plan is left, 2 refused or unreadable input, 3 nothing recognised,
    4 a bug of domlint.
    """
    if server_is_down and not write:
        raise WrongUse(["--server-is-down says that files may be written: add --write, or leave it out"])
    wanted = fix_scripts.wanted_scripts(script, way_back, only, write=write)
    check_options = CheckOptions.of(locals())
    if not anonymize:
        return fix_servers(check_options, wanted, write=write, unsafe=unsafe, server_is_down=server_is_down)
    if write or wanted:
        raise WrongUse(["--anonymize is for a plan that is given away: leave out --write and --script"])
    from advisor.cli.anonymized_copy import anonymized_options  # few plans are anonymized

    with anonymized_options(check_options) as copy_options:
        return fix_servers(copy_options, wanted, write=write, unsafe=unsafe, server_is_down=server_is_down)


def fix_servers(
    check_options: CheckOptions, wanted: list[WantedScript], *, write: bool, unsafe: bool, server_is_down: bool
) -> int:
    """Print the plan, make its edits with `write`, and return the exit code. Raises WrongUse before it writes anything.

    wanted: the scripts to print or write. With scripts, the plan is printed only if a format is given too.
    """
    if write or wanted:
        refuse_found(check_options)
    check_plan = plan_check(check_options, _FORMATS, [output for script in wanted for output in script.outputs])
    plan_outputs = _plan_outputs(check_options, check_plan, wanted)
    refuse_to_replace(wanted)
    trouble = errors.Troubles()
    with Progress() as progress:
        loaded = load_run(check_options, check_plan, progress)
        planner = _planner(loaded, check_options, check_plan, unsafe=unsafe)
        planned = _plan_servers(loaded, planner, progress, write=write)
    if write:
        planned = write_files(planned, server_is_down=server_is_down)
    inputs_given = named_inputs(check_options, check_plan)
    plan = _whole_plan(loaded, planned, planner.trials.rules, writes=write, inputs_given=inputs_given)
    scripts = made_scripts(wanted, plan.servers, unsafe=unsafe)
    write_product(plan, RENDERERS, plan_outputs, check_plan.options, trouble)
    put_scripts(scripts, trouble)
    errors.print_unread(plan.unread)
    for error in plan.errors:
        errors.print_error(error)
    code = _exit_code(plan, trouble)
    nothing_typed = wanted and not any(lines.forward for _, lines in scripts)
    return DONE if nothing_typed and code == LEFT else code


def _plan_outputs(check_options: CheckOptions, check_plan: CheckPlan, wanted: list[WantedScript]) -> list[Output]:
    """Return the outputs of the plan. Raises WrongUse if a script goes to the same place."""
    if wanted and not check_options.format and check_options.output_file is None:
        return []
    outputs = [output for output in check_plan.outputs if output.format in _FORMATS]
    if any(not output.file for output in outputs) and any(not script.file for script in wanted):
        raise WrongUse(["--script and --format: only one can go to standard output; give one of them a file"])
    return outputs


def _planner(loaded: LoadedRun, check_options: CheckOptions, check_plan: CheckPlan, *, unsafe: bool) -> Planner:
    """Return what makes the plans. A selection and a profile decide only which findings are planned."""
    rules = rules_for_edits(check_options, check_plan)
    selected = PlanScope(
        frozenset(rule.id for rule in check_plan.rules),
        unsafe,
        shared_files(loaded.run.servers),
        _ignored(check_options, check_plan, rules),
    )
    return Planner(Trials(loaded.run, rules), replace(loaded.context, rules=tuple(rules)), selected)


def _ignored(check_options: CheckOptions, check_plan: CheckPlan, rules: list[Rule]) -> dict[str, str]:
    """Return the path of a configuration that was found, by the ids of the rules that it ignores.

    These rules check edits nevertheless. rules: that check edits.
    """
    path = check_plan.decisions.config
    if check_options.config or path is None:
        return {}
    site = configuration(None, check_options.isolated, Faults())
    kept = {rule.id for rule in rules_to_run(rules, replace(site, select=()), (), (), lambda _: None, practice=True)}
    return {rule.id: printable_path(path) for rule in rules if rule.id not in kept}


def _plan_servers(loaded: LoadedRun, planner: Planner, progress: Progress, *, write: bool) -> list[PlannedServer]:
    """Return the plans of the servers, then of the clusters. write: keep the new content of files."""
    run, rules, plans = loaded.run, planner.trials.rules, list[PlannedServer]()
    printed = masking.server_names(planner.catalogue, run.servers)
    names = {server.name: name for server, name in zip(run.servers, printed, strict=True)}
    for assessment, name in zip(judged(run, rules), printed, strict=True):
        if isinstance(assessment, Assessment):
            partitions = assessment.server.facts.subjects(PARTITION) or ()
            neighbours = frozenset(names[other.name] for other in partitions if other.name in names)
            planned = replace(planner.of_server(assessment, name), beside=neighbours)
            plans.append(planned if write else replace(planned, writes=()))
        else:
            part, unread = run_report.unchecked_part(assessment, name, planner.context)
            run.unread += unread
            plans.append(PlannedServer(ServerPlan(name), errors=part.errors))
        progress.server_checked()
    order = list(names)
    for server, barred in barred_keys(run, planner.trials).items():  # their edits together cause a cluster's finding
        index = order.index(server)
        if again := planner.again(server, names[server], barred):
            plans[index] = replace(again, beside=plans[index].beside, writes=again.writes if write else ())
    return [*plans, *_plan_clusters(loaded, planner, names)]


def _plan_clusters(loaded: LoadedRun, planner: Planner, names: Mapping[str, str]) -> list[PlannedServer]:
    """Return the plans of the clusters."""
    plans = []
    catalogue = planner.catalogue
    for assessment in judged_clusters(loaded.run, planner.trials.rules):
        name = masking.name(catalogue, assessment.cluster.name)
        part = server_report.cluster_part(name, assessment.judged, planner.context)
        findings = [finding for finding in part.findings if finding.rule in planner.scope.rules]
        members = tuple(names[member.name] for member in assessment.cluster.members)
        found = proposals(findings, assessment.judged, Owner(cluster=name), catalogue, None)
        plans.append(planner.of_cluster(part, ServerPlan(name, cluster=True, servers=members), found))
    return plans


def _whole_plan(
    loaded: LoadedRun, planned: list[PlannedServer], rules: list[Rule], *, writes: bool, inputs_given: str
) -> Plan:
    """Return the plan of all servers and clusters. rules: that check edits. inputs_given: as an error names them."""
    catalogue = loaded.context.pack.catalogue
    unread = masking.unread_parts(catalogue, [*loaded.unread, *loaded.run.unread])
    machines = [{one.plan.name, *one.beside} for one in planned]
    servers = tuple(with_cluster_turns(with_machine_plans([one.plan for one in planned], machines, rules)))
    server_errors = [error for one in planned for error in one.errors]
    plan_errors = run_report.troubles_of(unread, server_errors, "" if loaded.run.servers else inputs_given)
    return Plan(
        SCHEMA_VERSION,
        complete=not plan_errors,
        tool=Program("domlint", __version__, loaded.context.pack.facts_date),
        config=loaded.context.decisions.config,
        writes=writes,
        servers=servers,
        numbers=total(servers),
        unread=tuple(unread),
        errors=plan_errors,
    )


def _exit_code(plan: Plan, trouble: errors.Troubles) -> int:
    """Return 2 if a file was refused, not read or not written, 1 if steps are left, and 0 if none is left."""
    if any(error.internal for error in plan.errors):
        return INTERNAL
    if trouble.messages or any(error.what != NOTHING_RECOGNISED for error in plan.errors):
        return WRONG_USE
    if any(file.state == REFUSED for server in plan.servers for file in server.files):
        return WRONG_USE
    if plan.errors:
        return NOTHING_READ
    return DONE if all(step.done for server in plan.servers for step in server.steps) else LEFT


PID = "pid.nbf"  # in the data directory of a server that runs, or that ended without taking it away
_DEPTH = 2  # of Domino/Data: a home directory with a copy of a NOTES.INI is not searched whole


def pid_of(write: FileToWrite) -> str:
    """Return the path of pid.nbf of a running server, in the folder of NOTES.INI or in its Directory=; else "".

    On Windows NOTES.INI is in the program folder, the data directory often below it, beside it or on another drive.
    """
    if write.file.reader.name != _NOTES_INI:
        return ""
    path = Path(write.file.place.path, write.file.name)
    given = write.file.place.path if write.file.role == "itself" else str(Path(*write.file.place.root))
    entries = (entry for folder in _folders(path, write.was, given) for entry in _entries(folder))
    return next((str(entry) for entry in entries if entry.name.lower() == PID), "")


def _folders(path: Path, was: bytes, given: str) -> Iterator[Path]:
    """Yield the folders that may be the data directory: at and below NOTES.INI or its target, and Directory=."""
    for own in dict.fromkeys((path.parent, path.resolve().parent)):
        for folder, below, _ in os.walk(own):  # what cannot be read is left out: nothing can be written there either
            yield Path(folder)
            if len(Path(folder).relative_to(own).parts) == _DEPTH:
                below.clear()
    file = read_notes_ini(was)
    settings = file.content if isinstance(file, NotesIni) else ()
    for directory in [value for key, value in settings if key == "ini.directory" and value]:
        if named := near(directory, given, os.name):
            yield Path(named)
        if name := PureWindowsPath(directory).name:  # a copy of both folders, side by side; knows / and \
            yield from (entry for entry in _entries(path.parent.parent) if entry.name.lower() == name.lower())


def near(directory: str, given: str, system: str) -> str | None:
    """Return the folder that Directory= names if it is safe to look there, else None: a file may name any path.

    That is below the folder that holds the one that was given; on Windows also on a drive, whose letter is ours. A
    path on a network would be mounted, or told who we are, by looking.
    """
    if system == "nt":
        drive, rest = ntpath.splitdrive(directory)
        return directory if len(drive) == len("C:") and drive[0].isalpha() and rest[:1] in {"\\", "/"} else None
    path, above = posixpath.normpath(directory), PurePosixPath(given).parent
    within = above if above != above.parent else PurePosixPath(given)
    return path if PurePosixPath(path).is_relative_to(within) else None


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except (OSError, ValueError):
        return []


_NOTES_INI = "notes.ini"
_MUST_BE_DOWN = "writing NOTES.INI: the server must be down; a running server overwrites the file"
_OTHERWISE = "{} is the same file, and was written with other edits"


def write_files(plans: list[PlannedServer], *, server_is_down: bool) -> list[PlannedServer]:
    """Write the files of plans and return the plans. Raises WrongUse before writing if a server may be running."""
    if not server_is_down:
        refuse_live(plans)
        if any(write.file.reader.name == _NOTES_INI for planned in plans for write in planned.writes):
            console.error(_MUST_BE_DOWN)
    done: dict[Path, _Done] = {}
    return [_write_server(planned, done) for planned in plans]


def refuse_live(plans: list[PlannedServer]) -> None:
    """Raise WrongUse if a file to write belongs to a server that may be running."""
    live = [
        (write.file.path, from_here(Path(pid)))
        for planned in plans
        for write in planned.writes
        if (pid := pid_of(write))
    ]
    if live:
        raise WrongUse(
            [
                f"{path}: {printable_path(pid.as_posix())} is there, so the server may be running, and a running "
                "server overwrites NOTES.INI: stop it, then add --server-is-down; nothing was written"
                for path, pid in live
            ]
        )


class _Done(Struct, frozen=True):
    """A file that was written, under any of its names."""

    new: bytes
    file: EditedFile


def _write_server(planned: PlannedServer, earlier: dict[Path, _Done]) -> PlannedServer:
    """Write the files of a server and return its plan. earlier: the files written before, by real path."""
    by_path = {write.file.path: write for write in planned.writes}
    written = (_write_file(file, by_path[file.path], earlier) for file in planned.plan.files)
    files = (*written, *(_refused(file, file.why) for file in planned.refused))
    done = {file.path for file in files if file.state == WRITTEN}
    steps = tuple(replace(step, done=step.included and step.file in done) for step in planned.plan.steps)
    return replace(planned, plan=replace(planned.plan, files=files, steps=steps))


def _write_file(file: EditedFile, write: FileToWrite, earlier: dict[Path, _Done]) -> EditedFile:
    """Write a file and print a message at once, so that it appears even if no report can be printed."""
    path = Path(write.file.place.path, write.file.name)
    real = Path(os.path.realpath(path))
    if real in earlier:  # under another name, by a link
        done = earlier[real]
        if write.new != done.new:
            return _refused(file, _OTHERWISE.format(done.file.path))
        return replace(file, state=WRITTEN, backup=done.file.backup, target=done.file.target or done.file.path)
    link = path.is_symlink()
    within = None if write.file.role == "itself" else Path(*write.file.place.root)
    kept = write_edited(path, write.was, write.new, datetime.now(), within)
    if isinstance(kept, Refusal):
        return _refused(file, f"{_link_to(real)}: {kept.why}" if link else kept.why)
    beside = file.path[: file.path.rfind("/") + 1] + kept.name
    written = replace(file, state=WRITTEN, backup=_shown(kept) if link else beside, target=_shown(real) if link else "")
    console.error(f"{file.path}: written; {_link_to(real) + '; ' if link else ''}the old file is {written.backup}")
    earlier[real] = _Done(write.new, written)
    return written


def _refused(file: EditedFile, why: str) -> EditedFile:
    console.error(f"{file.path}: not written: {why}")
    return replace(file, state=REFUSED, why=why)


def _link_to(real: Path) -> str:
    return f"it is a link to {_shown(real)}"


def _shown(real: Path) -> str:
    """Return a path as it is printed."""
    return printable_path(str(from_here(real)))
