"""`domlint fix`: print the plan that fixes the findings of servers and, with --write, make its edits."""

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from advisor import __version__
from advisor.cli import check, errors, fix_files, fix_scripts, options
from advisor.cli.console import Progress
from advisor.cli.errors import NOTHING_READ, WRONG_USE, Faults, WrongUse
from advisor.cli.fix_scripts import WantedScript, made_scripts, put_scripts, refuse_to_replace
from advisor.cli.options import guarded
from advisor.cli.output import Output, write_product
from advisor.cli.run import Begun, begin, given
from advisor.cli.run_options import Asked, Settled, configuration, judging_edits, refuse_found, settled
from advisor.configuration.selection import rules_to_run
from advisor.facts import PARTITION
from advisor.fixes.plan import REFUSED, SCHEMA_VERSION, Plan, ServerPlan, total
from advisor.fixes.planner import Planned, Planner, Selected
from advisor.fixes.proposals import proposals, shared_files
from advisor.fixes.scripts import WORDS
from advisor.fixes.steps import with_cluster_turns, with_machine_plans
from advisor.fixes.trial import Trials, barred_keys
from advisor.judging.assess import Assessment, judged
from advisor.judging.clusters import judged_clusters
from advisor.judging.run import Run
from advisor.pack import Rule
from advisor.report import masking, run_report, server_report
from advisor.report.identity import Owner
from advisor.report.model import NOTHING_RECOGNISED, Program
from advisor.values.printing import printable_path
from advisor.writers.plan import RENDERERS

LEFT, DONE = 1, 0


app = typer.Typer(add_completion=False, rich_markup_mode="rich")
_FORMATS = tuple(RENDERERS)
_DEFAULT: Any = check._DEFAULT


def _target_words(incomplete: str) -> list[str]:
    """Complete the name of a target."""
    return [name for name in WORDS if name.startswith(incomplete)]


_TARGETS = (
    f"Print the commands to type at one target: {', '.join(WORDS)}. aix:now.sh writes now.sh and now.back.sh, which "
    "undoes it. May be repeated, each with a file."
)
Script = Annotated[
    list[str] | None,
    typer.Option(metavar="TARGET[:FILE]", help=_TARGETS, autocompletion=_target_words),
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


@app.command(
    cls=options.Command,
    epilog=options.examples(
        "domlint fix notes.ini", "domlint fix notes.ini --write", "domlint fix servers/ --script console:now.txt"
    ),
)
@guarded
def fix(
    paths: options.Paths = None,
    format: Formats = _DEFAULT.format,
    output_file: check.OutputFile = _DEFAULT.output_file,
    select: options.Select = _DEFAULT.select,
    ignore: options.Ignore = _DEFAULT.ignore,
    write: Write = False,
    unsafe: Unsafe = False,
    server_is_down: Down = False,
    script: Script = None,
    way_back: WayBack = False,
    only: Only = None,
    release: options.Release = _DEFAULT.release,
    platform: options.Platform = _DEFAULT.platform,
    bits: options.Bits = _DEFAULT.bits,
    config: options.Config = _DEFAULT.config,
    isolated: options.Isolated = _DEFAULT.isolated,
    rules: options.Rules = _DEFAULT.rules,
    server: check.ServerName = _DEFAULT.server,
    with_folder: options.WithFolder = _DEFAULT.with_folder,
    stdin_name: check.StdinName = _DEFAULT.stdin_name,
    color: options.Color = _DEFAULT.color,
    profile: check.ProfileName = _DEFAULT.profile,
) -> int:
    """Print a plan that fixes the findings: edits as a diff, commands to type, and what to do by hand.

    domlint runs no command and writes no file without --write. A server must be down while its NOTES.INI is edited.

    Exit code: 0 nothing to do or all written, 1 a plan is left, 2 refused or unreadable input, 3 nothing recognised,
    4 a bug of domlint.
    """
    asked = Asked(
        paths=paths,
        format=format,
        output_file=output_file,
        select=select,
        ignore=ignore,
        release=release,
        platform=platform,
        bits=bits,
        config=config,
        isolated=isolated,
        rules=rules,
        server=server,
        with_folder=with_folder,
        stdin_name=stdin_name,
        color=color,
        profile=profile,
    )
    if server_is_down and not write:
        raise WrongUse(["--server-is-down says that files may be written: add --write, or leave it out"])
    typed = fix_scripts.wanted_scripts(script, way_back, only, write=write)
    return fix_servers(asked, typed, write=write, unsafe=unsafe, server_is_down=server_is_down)


def fix_servers(asked: Asked, typed: list[WantedScript], *, write: bool, unsafe: bool, server_is_down: bool) -> int:
    """Prints the plan, with `write` makes its edits; the exit code. Raises WrongUse, and then nothing was written.

    typed: the scripts that are asked for; then the plan is printed only where a format is asked for too.
    """
    if write or typed:
        refuse_found(asked)
    todo = settled(asked, _FORMATS, [file for one in typed for file in one.outputs])
    of_plan = _of_plan(asked, todo, typed)
    refuse_to_replace(typed)
    trouble = errors.Troubles()
    with Progress() as progress:
        begun = begin(asked, todo, progress)
        planner = _planner(begun, asked, todo, unsafe=unsafe)
        made = _plans_of_servers(begun, planner, progress, write=write)
    if write:
        made = fix_files.write_files(made, server_is_down=server_is_down)
    plan = _whole_plan(begun, made, planner.judges.rules, writes=write, nothing=given(asked, todo))
    typed_lines = made_scripts(typed, plan.servers, unsafe=unsafe)
    write_product(plan, RENDERERS, of_plan, todo.options, trouble)
    put_scripts(typed_lines, trouble)
    errors.print_unread(plan.unread)
    for error in plan.errors:
        errors.print_error(error)
    code = _exit_code(plan, trouble)
    nothing_typed = typed and not any(lines.forward for _, lines in typed_lines)
    return DONE if nothing_typed and code == LEFT else code


def _of_plan(asked: Asked, todo: Settled, typed: list[WantedScript]) -> list[Output]:
    """Return the outputs of the plan. Raises WrongUse if a script goes to the same place."""
    if typed and not asked.format and asked.output_file is None:
        return []
    outputs = [one for one in todo.outputs if one.format in _FORMATS]
    if any(not one.file for one in outputs) and any(not one.file for one in typed):
        raise WrongUse(["--script and --format: only one can go to standard output; give one of them a file"])
    return outputs


def _planner(begun: Begun, asked: Asked, todo: Settled, *, unsafe: bool) -> Planner:
    """Return what makes the plans. A selection and a profile decide only which findings are planned."""
    rules = judging_edits(asked, todo)
    barred_files = shared_files(begun.run.servers)
    selected = Selected(frozenset(rule.id for rule in todo.rules), unsafe, barred_files, _ignored(asked, todo, rules))
    return Planner(Trials(begun.run, rules), begun.context._replace(rules=tuple(rules)), selected)


def _ignored(asked: Asked, todo: Settled, judging: list[Rule]) -> dict[str, str]:
    """Return the rules that a configuration which was not named ignores, by id, with its path. They run."""
    if asked.config or todo.decisions.config is None:
        return {}
    site = configuration(None, asked.isolated, Faults())
    left = {rule.id for rule in rules_to_run(judging, site._replace(select=()), (), (), lambda _: None)}
    return {rule.id: printable_path(todo.decisions.config) for rule in judging if rule.id not in left}


def _plans_of_servers(begun: Begun, planner: Planner, progress: Progress, *, write: bool) -> list[Planned]:
    """Return the plans of the servers, then of the clusters. write: keep the new content of files."""
    run, judges, made = begun.run, planner.judges, []
    printed = masking.server_names(planner.catalogue, run.servers)
    names = {server.name: name for server, name in zip(run.servers, printed, strict=True)}
    for one, name in zip(judged(run, judges.rules), printed, strict=True):
        if isinstance(one, Assessment):
            planned = planner.of_server(one, name)._replace(beside=_beside(one, names))
            made.append(planned if write else planned._replace(writes=()))
        else:
            part, unread = run_report.failed_server_part(one, name, planner.context)
            run.unread += unread
            made.append(Planned(ServerPlan(name), errors=part.errors))
        progress.server_checked()
    _plan_again(run, made, planner, names, write=write)
    return [*made, *_of_clusters(begun, planner, names)]


def _plan_again(run: Run, made: list[Planned], planner: Planner, names: Mapping[str, str], *, write: bool) -> None:
    """Plan members again if their edits together would cause a finding of their cluster."""
    of_names = list(names)
    for server, found in barred_keys(run, planner.judges).items():
        at = of_names.index(server)
        if planned := planner.again(server, names[server], found):
            made[at] = planned._replace(beside=made[at].beside, writes=planned.writes if write else ())


def _beside(one: Assessment, names: Mapping[str, str]) -> frozenset[str]:
    """Return the printed names of the other servers on the machine."""
    return frozenset(names[other.name] for other in one.server.facts.subjects(PARTITION) or () if other.name in names)


def _of_clusters(begun: Begun, planner: Planner, names: Mapping[str, str]) -> list[Planned]:
    """Return the plans of the clusters."""
    made = []
    catalogue = planner.catalogue
    for one in judged_clusters(begun.run, planner.judges.rules):
        name = masking.name(catalogue, one.cluster.name)
        part = server_report.cluster_part(name, one.judged, planner.context)
        found = [finding for finding in part.findings if finding.rule in planner.wanted.rules]
        members = tuple(names[member.name] for member in one.cluster.members)
        asked = proposals(found, one.judged, Owner(cluster=name), catalogue, None)
        made.append(planner.of_cluster(part, ServerPlan(name, cluster=True, servers=members), asked))
    return made


def _whole_plan(begun: Begun, made: list[Planned], rules: list[Rule], *, writes: bool, nothing: str) -> Plan:
    """Return the plan of all servers and clusters. rules: the rules that judge edits."""
    catalogue = begun.context.pack.catalogue
    unread = masking.unread_parts(catalogue, [*begun.unread, *begun.run.unread])
    of_servers = [error for one in made for error in one.errors]
    servers = tuple(
        with_cluster_turns(
            with_machine_plans([one.plan for one in made], [{one.plan.name, *one.beside} for one in made], rules)
        )
    )
    errors = run_report.troubles_of(unread, of_servers, "" if begun.run.servers else nothing)
    return Plan(
        SCHEMA_VERSION,
        complete=not errors,
        tool=Program("domlint", __version__, begun.context.pack.facts_date),
        config=begun.context.decisions.config,
        writes=writes,
        servers=servers,
        numbers=total(servers),
        unread=tuple(unread),
        errors=errors,
    )


def _exit_code(plan: Plan, trouble: errors.Troubles) -> int:
    """Return 2 if a file was refused, not read or not written, 1 if steps are left, and 0 if none is left."""
    files = [file for server in plan.servers for file in server.files]
    if any(error.internal for error in plan.errors):
        from advisor.cli.errors import INTERNAL

        return INTERNAL
    if trouble.messages or any(error.what != NOTHING_RECOGNISED for error in plan.errors):
        return WRONG_USE
    if any(file.state == REFUSED for file in files):
        return WRONG_USE
    if plan.errors:
        return NOTHING_READ
    return DONE if all(step.done for server in plan.servers for step in server.steps) else LEFT
