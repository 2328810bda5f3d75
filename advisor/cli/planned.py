"""Planned: a run's servers, judged as `check` judges them, as the plan of what puts them right; and files written."""

from collections import Counter
from datetime import datetime
from pathlib import Path

from advisor import __version__
from advisor.cli import inputs
from advisor.cli.guard import NOTHING_READ, WRONG_USE, WrongUse
from advisor.cli.outputs import on, put
from advisor.cli.progress import Progress
from advisor.cli.run import Begun, begun_with, given
from advisor.cli.settled import Asked, Settled, settled
from advisor.fixes.edits import Refusal
from advisor.fixes.plan import EDIT, REFUSED, SCHEMA_VERSION, WRITTEN, EditedFile, Numbers, Plan, ServerPlan
from advisor.fixes.planning import Planned, Planner, Selected, ToWrite
from advisor.fixes.proposals import proposals
from advisor.fixes.trial import Judges
from advisor.judging.assess import Assessment, judged, judged_clusters
from advisor.judging.precedents import Precedents
from advisor.report import making, masking, parts
from advisor.report.identity import Owner
from advisor.report.report import NOTHING_RECOGNISED, Program, Trouble
from advisor.writers import plans

LEFT, DONE = 1, 0
_LIVE = "pid.nbf"  # beside the NOTES.INI of a server that runs, or that ended without taking it away


def fix(asked: Asked, *, write: bool, unsafe: bool, server_is_down: bool) -> int:
    """Prints the plan, with `write` makes its edits; the exit code. Raises WrongUse, and then nothing was written."""
    todo = settled(asked, plans.FORMATS)
    trouble = inputs.Troubles()
    with Progress() as progress:
        begun = begun_with(asked, todo, progress)
        made = _made(begun, asked, todo, progress, unsafe=unsafe)
    if write and not server_is_down:
        _refuse_live(made)
    made = [_written(one) for one in made] if write else made
    plan = _plan(begun, made, writes=write, nothing=given(asked, todo))
    for output in todo.outputs:
        writer = plans.writer(output.format)
        put(writer.render(plan, on(output, todo.options)), output, trouble, for_people=writer.FOR_PEOPLE)
    inputs.tell(plan.unread)
    for error in plan.errors:
        inputs.tell_error(error)
    return _exit_code(plan, trouble)


def _made(begun: Begun, asked: Asked, todo: Settled, progress: Progress, *, unsafe: bool) -> list[Planned]:
    """The plan of each server in its turn, then of the clusters. All rules judge, so that nothing new goes unseen."""
    run, ground, catalogue = begun.run, begun.ground, begun.ground.pack.catalogue
    wider = settled(asked._replace(select=None, format=None, output_file=None), again=True) if asked.select else todo
    every = {rule.id: rule for rule in (*wider.rules, *todo.rules)}
    rules = [rule for rule in todo.pack.rules if rule.id in every]
    rules = [every[rule.id] for rule in rules]
    files = Counter(file.path for server in run.servers for file in server.files)
    shared = frozenset(path for path, count in files.items() if count > 1)
    wanted = Selected(frozenset(rule.id for rule in todo.rules), unsafe, shared)
    precedents = Precedents(rules)
    ground = ground._replace(rules=tuple(rules))
    planner = Planner(Judges(run, rules, precedents), ground, wanted)
    names = masking.server_names(catalogue, run.servers)
    made = []
    for one, name in zip(judged(run, rules, precedents), names, strict=True):
        if isinstance(one, Assessment):
            made.append(planner.of_server(one, name))
        else:
            part, unread = making.of_lost(one, name, ground)
            run.unread += unread
            made.append(Planned(ServerPlan(name), errors=part.errors))
        progress.judged()
    return [*made, *_of_clusters(begun, planner)]


def _of_clusters(begun: Begun, planner: Planner) -> list[Planned]:
    """What there is to do of clusters, when all servers had their turn."""
    made = []
    catalogue = planner.catalogue
    for one in judged_clusters(begun.run, planner.judges.rules):
        name = masking.name(catalogue, one.cluster.name)
        part = parts.of_cluster(name, one.judged, planner.ground)
        found = [finding for finding in part.findings if finding.rule in planner.wanted.rules]
        made.append(planner.of_cluster(part, name, proposals(found, one.judged, Owner(cluster=name), catalogue, None)))
    return made


def _plan(begun: Begun, made: list[Planned], *, writes: bool, nothing: str) -> Plan:
    catalogue = begun.ground.pack.catalogue
    unread = masking.unread_parts(catalogue, [*begun.unread, *begun.run.unread])
    errors = [*making.of_files(unread), *(error for one in made for error in one.errors)]
    if not errors and nothing and not begun.run.servers:
        errors = [Trouble(NOTHING_RECOGNISED, nothing, making.NOTHING)]
    return Plan(
        SCHEMA_VERSION,
        complete=not errors,
        tool=Program("domlint", __version__, begun.ground.pack.facts_date),
        config=begun.ground.decisions.config,
        writes=writes,
        servers=tuple(one.plan for one in made),
        numbers=_numbers(made),
        unread=tuple(unread),
        errors=tuple(dict.fromkeys(errors)),
    )


def _numbers(made: list[Planned]) -> Numbers:
    steps = [step for one in made for step in one.plan.steps]
    labels = Counter(step.safety for step in steps)
    edits = [step for step in steps if step.kind == EDIT]
    included = sum(step.included for step in edits)
    return Numbers(labels["safe"], labels["unsafe"], labels["manual"], included, len(edits) - included)


def _refuse_live(made: list[Planned]) -> None:
    """Raises WrongUse where a file to be written lies in a live server's folder: nothing is written then."""
    live = [write.file.path for one in made for write in one.writes if _is_live(Path(write.file.place.path))]
    if live:
        raise WrongUse(
            [
                f"{path}: {_LIVE} lies beside it, as in the folder of a server that runs, and a running server writes "
                "NOTES.INI anew; stop the server, then add --server-is-down; nothing was written"
                for path in live
            ]
        )


def _is_live(folder: Path) -> bool:
    try:
        return any(path.name.lower() == _LIVE for path in folder.iterdir())
    except OSError:
        return False


def _written(one: Planned) -> Planned:
    """A server's part once its files are written, or the reason why not."""
    by_path = {write.file.path: write for write in one.writes}
    files = tuple(_write(file, by_path[file.path]) for file in one.plan.files)
    done = {file.path for file in files if file.state == WRITTEN}
    steps = tuple(step._replace(done=step.included and step.file in done) for step in one.plan.steps)
    return one._replace(plan=one.plan._replace(files=files, steps=steps))


def _write(file: EditedFile, write: ToWrite) -> EditedFile:
    from advisor.fixes.writing import write as written  # late: mostly a plan is printed

    place = write.file.place
    within = None if write.file.role == "itself" else Path(*place.root)
    kept = written(Path(place.path, write.file.name), write.was, write.new, datetime.now(), within)
    if isinstance(kept, Refusal):
        return file._replace(state=REFUSED, why=kept.why)
    return file._replace(state=WRITTEN, backup=_beside(file.path, kept.name))


def _beside(path: str, name: str) -> str:
    """The path of a file beside another, as it is printed."""
    return f"{path.rpartition('/')[0]}/{name}".lstrip("/") if "/" in path else name


def _exit_code(plan: Plan, trouble: inputs.Troubles) -> int:
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
