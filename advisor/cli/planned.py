"""Planned: a run's servers, judged as `check` judges them, as the plan of what puts them right; and files written."""

from collections.abc import Mapping

from advisor import __version__
from advisor.cli import edited, telling
from advisor.cli.console import Progress
from advisor.cli.guard import NOTHING_READ, WRONG_USE, Faults, WrongUse
from advisor.cli.outputs import Output, on, put
from advisor.cli.run import Begun, begin, given
from advisor.cli.scripted import WantedScript, made_scripts, put_scripts, refuse_to_replace
from advisor.cli.settled import Asked, Settled, configuration, judging_edits, refuse_found, settled
from advisor.configuration.selection import rules_to_run
from advisor.facts import PARTITION
from advisor.fixes.plan import REFUSED, SCHEMA_VERSION, Plan, ServerPlan, total
from advisor.fixes.planner import Planned, Planner, Selected
from advisor.fixes.proposals import proposals, shared_files
from advisor.fixes.steps import with_cluster_turns, with_machine_plans
from advisor.fixes.trial import Trials, barred_keys
from advisor.judging.assess import Assessment, judged
from advisor.judging.clusters import judged_clusters
from advisor.judging.run import Run
from advisor.pack import Rule
from advisor.report import making, masking, parts
from advisor.report.identity import Owner
from advisor.report.report import NOTHING_RECOGNISED, Program
from advisor.values.printing import printable_path
from advisor.writers import plans

LEFT, DONE = 1, 0


def fix(asked: Asked, typed: list[WantedScript], *, write: bool, unsafe: bool, server_is_down: bool) -> int:
    """Prints the plan, with `write` makes its edits; the exit code. Raises WrongUse, and then nothing was written.

    typed: the scripts that are asked for; then the plan is printed only where a format is asked for too.
    """
    if write or typed:
        refuse_found(asked)
    todo = settled(asked, plans.FORMATS, [file for one in typed for file in one.outputs])
    of_plan = _of_plan(asked, todo, typed)
    refuse_to_replace(typed)
    trouble = telling.Troubles()
    with Progress() as progress:
        begun = begin(asked, todo, progress)
        planner = _planner(begun, asked, todo, unsafe=unsafe)
        made = _made(begun, planner, progress, write=write)
    if write:
        made = edited.all_written(made, server_is_down=server_is_down)
    plan = _plan(begun, made, planner.judges.rules, writes=write, nothing=given(asked, todo))
    typed_lines = made_scripts(typed, plan.servers, unsafe=unsafe)
    for output in of_plan:
        writer = plans.writer(output.format)
        put(iter([writer.render(plan, on(output, todo.options))]), output, trouble, for_people=writer.FOR_PEOPLE)
    put_scripts(typed_lines, trouble)
    telling.tell(plan.unread)
    for error in plan.errors:
        telling.tell_error(error)
    code = _exit_code(plan, trouble)
    nothing_typed = typed and not any(lines.forward for _, lines in typed_lines)
    return DONE if nothing_typed and code == LEFT else code


def _of_plan(asked: Asked, todo: Settled, typed: list[WantedScript]) -> list[Output]:
    """Where the plan goes. Raises WrongUse where a script goes there too."""
    if typed and not asked.format and asked.output_file is None:
        return []
    outputs = [one for one in todo.outputs if one.format in plans.FORMATS]
    if any(not one.file for one in outputs) and any(not one.file for one in typed):
        raise WrongUse(["--script and --format: only one can go to standard output; give one of them a file"])
    return outputs


def _planner(begun: Begun, asked: Asked, todo: Settled, *, unsafe: bool) -> Planner:
    """Return what makes the plans. A selection and a profile decide only which findings are planned."""
    rules = judging_edits(asked, todo)
    barred_files = shared_files(begun.run.servers)
    selected = Selected(frozenset(rule.id for rule in todo.rules), unsafe, barred_files, _ignored(asked, todo, rules))
    return Planner(Trials(begun.run, rules), begun.ground._replace(rules=tuple(rules)), selected)


def _ignored(asked: Asked, todo: Settled, judging: list[Rule]) -> dict[str, str]:
    """The ids of the rules that judge although a configuration ignores them that nobody named, with its path."""
    if asked.config or todo.decisions.config is None:
        return {}
    site = configuration(None, asked.isolated, Faults())
    left = {rule.id for rule in rules_to_run(judging, site._replace(select=()), (), (), lambda _: None)}
    return {rule.id: printable_path(todo.decisions.config) for rule in judging if rule.id not in left}


def _made(begun: Begun, planner: Planner, progress: Progress, *, write: bool) -> list[Planned]:
    """The plan of each server in its turn, then of the clusters. write: the bytes of files are held to the end."""
    run, judges, made = begun.run, planner.judges, []
    printed = masking.server_names(planner.catalogue, run.servers)
    names = {server.name: name for server, name in zip(run.servers, printed, strict=True)}
    for one, name in zip(judged(run, judges.rules), printed, strict=True):
        if isinstance(one, Assessment):
            planned = planner.of_server(one, name)._replace(beside=_beside(one, names))
            made.append(planned if write else planned._replace(writes=()))
        else:
            part, unread = making.of_lost(one, name, planner.ground)
            run.unread += unread
            made.append(Planned(ServerPlan(name), errors=part.errors))
        progress.server_checked()
    _again(run, made, planner, names, write=write)
    return [*made, *_of_clusters(begun, planner, names)]


def _again(run: Run, made: list[Planned], planner: Planner, names: Mapping[str, str], *, write: bool) -> None:
    """Plans members anew whose edits together would bring something in their cluster."""
    of_names = list(names)
    for server, found in barred_keys(run, planner.judges).items():
        at = of_names.index(server)
        if planned := planner.again(server, names[server], found):
            made[at] = planned._replace(beside=made[at].beside, writes=planned.writes if write else ())


def _beside(one: Assessment, names: Mapping[str, str]) -> frozenset[str]:
    """The other servers on the machine, as they are printed."""
    return frozenset(names[other.name] for other in one.server.facts.subjects(PARTITION) or () if other.name in names)


def _of_clusters(begun: Begun, planner: Planner, names: Mapping[str, str]) -> list[Planned]:
    """What there is to do of clusters, when all servers had their turn."""
    made = []
    catalogue = planner.catalogue
    for one in judged_clusters(begun.run, planner.judges.rules):
        name = masking.name(catalogue, one.cluster.name)
        part = parts.of_cluster(name, one.judged, planner.ground)
        found = [finding for finding in part.findings if finding.rule in planner.wanted.rules]
        members = tuple(names[member.name] for member in one.cluster.members)
        asked = proposals(found, one.judged, Owner(cluster=name), catalogue, None)
        made.append(planner.of_cluster(part, ServerPlan(name, cluster=True, servers=members), asked))
    return made


def _plan(begun: Begun, made: list[Planned], rules: list[Rule], *, writes: bool, nothing: str) -> Plan:
    """All of it. rules: those that judged."""
    catalogue = begun.ground.pack.catalogue
    unread = masking.unread_parts(catalogue, [*begun.unread, *begun.run.unread])
    of_servers = [error for one in made for error in one.errors]
    servers = tuple(
        with_cluster_turns(
            with_machine_plans([one.plan for one in made], [{one.plan.name, *one.beside} for one in made], rules)
        )
    )
    errors = making.troubles_of(unread, of_servers, "" if begun.run.servers else nothing)
    return Plan(
        SCHEMA_VERSION,
        complete=not errors,
        tool=Program("domlint", __version__, begun.ground.pack.facts_date),
        config=begun.ground.decisions.config,
        writes=writes,
        servers=servers,
        numbers=total(servers),
        unread=tuple(unread),
        errors=errors,
    )


def _exit_code(plan: Plan, trouble: telling.Troubles) -> int:
    """2 where something was refused, could not be read or not be printed; 1 with a plan left; 0 with nothing left."""
    files = [file for server in plan.servers for file in server.files]
    if any(error.internal for error in plan.errors):
        from advisor.cli.guard import INTERNAL

        return INTERNAL
    if trouble.messages or any(error.what != NOTHING_RECOGNISED for error in plan.errors):
        return WRONG_USE
    if any(file.state == REFUSED for file in files):
        return WRONG_USE
    if plan.errors:
        return NOTHING_READ
    return DONE if all(step.done for server in plan.servers for step in server.steps) else LEFT
