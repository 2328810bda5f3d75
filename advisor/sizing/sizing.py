"""Sizing: a plan becomes the answer that `domlint size` prints."""

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal

from msgspec.structs import asdict

from advisor import __version__
from advisor.pack.catalogue import Publication
from advisor.pack.tables import Cell, table
from advisor.sizing import memory, storage, systems
from advisor.sizing.errata import NOTHING, differences
from advisor.sizing.figures import Figures
from advisor.sizing.method import CoveredSteps, covered_steps, steps
from advisor.sizing.model import (
    NOT_MEASURED,
    SCHEMA_VERSION,
    CitedWork,
    PlannedUsers,
    PrintDifference,
    SizedCurve,
    SizedFigure,
    SizedPoint,
    SizedPrediction,
    SizedServer,
    SizedStep,
    Sizing,
    SizingCurve,
    SizingStep,
)
from advisor.sizing.plan import Load, SizePlan
from advisor.sizing.predictions import ClusterRequest, LoggingRequest, predicted_steps
from advisor.values.printing import listed
from advisor.values.release import parse


def echo_plan(plan: SizePlan) -> Iterator[SizedFigure]:
    """Yield what the plan states about all servers."""
    if not plan.users:
        return
    yield SizedFigure("users", sum(plan.users.values()), "users")
    yield SizedFigure("data", "critical" if plan.critical else "not critical")
    stated = {
        ("databases", "databases"): plan.databases or None,
        ("growth", "%"): plan.growth_percent or None,
        ("drive", "GB"): plan.drive_gb,
        ("disk operations", "a second"): plan.disk_operations,
        ("a drive bears", "a second"): plan.drive_operations,
    }
    for (name, unit), value in stated.items():
        if value is not None:
            yield SizedFigure(name, json_figure(value), unit)
    if plan.system:
        yield SizedFigure("system", plan.system)
    for of, size in plan.space_mb.items():
        yield SizedFigure(f"space for {of.replace('_', ' ')}", size, "MB")


def echo_cluster(request: ClusterRequest) -> Iterator[SizedFigure]:
    """Yield what [predict.cluster] asks for."""
    yield SizedFigure("kind", request.kind)
    yield SizedFigure("users", request.users, "users")
    if request.standbys:
        yield SizedFigure("standby servers", request.standbys)
        yield SizedFigure("Cluster Replicators", request.replicators)


def echo_logging(request: LoggingRequest) -> Iterator[SizedFigure]:
    """Yield what [predict.logging] asks for."""
    yield SizedFigure("users", request.users, "users")
    for name in ("drive", "platform", "workload"):
        if value := getattr(request, name):
            yield SizedFigure(name, value)
    if request.within_s is not None:
        yield SizedFigure("response within", json_number(request.within_s), "s")


def echo_server(load: Load) -> SizedServer:
    """Return a server of the plan with its users."""
    users = tuple(PlannedUsers(kind, count) for kind, count in load.users.items())
    return SizedServer(load.name, load.servers, users, load.databases)


def json_figure(value: Cell) -> int | float | str:
    """Return a figure as a JSON value."""
    return json_number(value) if isinstance(value, Decimal) else value


def json_number(value: Decimal) -> int | float:
    """Return a number as int if it is whole, else as float."""
    return int(value) if value == int(value) else float(value)


_SIZE_TITLES = (
    systems.SYSTEMS,
    memory.LEAST_MEMORY,
    memory.RECOMMENDED_MEMORY,
)  # the tables that decide the number and size of servers


def sizing_of(plan: SizePlan, printed: bool, publications: Mapping[str, Publication]) -> Sizing:
    """Return the answer to a plan. printed: with the errors of the papers. Raises CannotSize."""
    figures = Figures(printed)
    worked_out = steps(plan, figures) if plan.users else None
    found = worked_out.steps if worked_out else []
    differing = list(_errata(plan, worked_out, printed)) if worked_out else []
    differences_by_step = {(each.server, each.title, each.of): each for each in reversed(differing)}
    tests = predicted_steps(plan.predict)
    every = [*found, *(step for predicted in tests.values() for step in predicted)]
    return Sizing(
        SCHEMA_VERSION,
        __version__,
        printed,
        plan.release,
        tuple(echo_plan(plan)),
        tuple(_notes(plan, every, printed, publications)),
        tuple(map(echo_server, systems.server_loads(plan, figures) if plan.users else ())),
        tuple(_step(each, {} if printed else differences_by_step) for each in found),
        tuple(
            SizedPrediction(of, tuple(_echo_prediction(plan, of)), tuple(_step(step, {}) for step in predicted))
            for of, predicted in tests.items()
        ),
        tuple(differing),
        tuple(_cited(every, publications)),
        next((str(each.result) for each in found if each.title == storage.RAID_LEVEL), ""),
    )


def _echo_prediction(plan: SizePlan, of: str) -> Iterator[SizedFigure]:
    if of == "cluster" and plan.predict.cluster:
        yield from echo_cluster(plan.predict.cluster)
    if of == "logging" and plan.predict.logging:
        yield from echo_logging(plan.predict.logging)


def _errata(plan: SizePlan, found: CoveredSteps, printed: bool) -> Iterator[PrintDifference]:
    """Yield the differences of the corrected and the printed results."""
    other = covered_steps(plan, Figures(not printed))
    return differences(other, found) if printed else differences(found, other)


def _notes(
    plan: SizePlan, sizing_steps: list[SizingStep], printed: bool, publications: Mapping[str, Publication]
) -> Iterator[str]:
    era = listed(sorted({release for step in sizing_steps for release in step.era}, key=_release_line))
    dates = sorted(publications[step.source].date for step in sizing_steps)
    first, last = _month_words(dates[0]), _month_words(dates[-1])
    printed_when = f"from {first} to {last}" if first != last else f"in {first}"
    sizing = [step for step in sizing_steps if step.title in _SIZE_TITLES] or sizing_steps
    planned = "" if not plan.release or _same_era(plan.release, sizing) else f" You plan for {plan.release}."
    yield (
        f"The figures are of Domino {era}, measured on machines of their day and printed {printed_when}."
        f"{planned} They must not be taken for today's: a server of today holds many more users, and each "
        "of them asks for more."
    )
    if printed:
        yield "As printed, errors and all; what is right stands below, and without --as-printed domlint goes by that."
        yield from _mixture_notes(sizing_steps)
    spread = any(step.title == systems.SERVERS and step.result != 1 for step in sizing_steps)
    if spread and not plan.servers:
        yield "The users are spread evenly; name servers in the plan ([[server]]) to place them otherwise."
    if plan.users and not plan.databases:
        yield from _database_notes(plan)
    yield from _limit_notes(plan, sizing_steps)


def _month_words(day: str) -> str:
    """Return `August 1999`, or the year if there is no month."""
    year, *month = day.split("-")
    return f"{date(int(year), int(month[0]), 1):%B} {year}" if month else year


def _mixture_notes(sizing_steps: list[SizingStep]) -> Iterator[str]:
    """Yield the note that the paper has one memory figure for several workloads."""
    least = {step.server for step in sizing_steps if step.title == memory.LEAST_MEMORY}
    mixed = dict.fromkeys(step.server for step in sizing_steps if step.title == memory.RECOMMENDED_MEMORY)
    if alone := [server for server in mixed if server not in least]:
        yield f"Of memory the paper has one figure for users of several workloads, and not two: {listed(alone)}."


def _database_notes(plan: SizePlan) -> Iterator[str]:
    """Yield the note that no databases are planned for users of shared databases."""
    row = table("data-volume").find(of=storage.DATABASES)
    kinds = [row["kind"] for row in table("users-conversion").rows if row["workload"] in storage.WITH_DATABASES]
    asking = [str(kind) for kind in kinds if kind in plan.users]
    if asking:
        yield (
            f"The plan names no discussion databases for its {listed(asking)} users, so that the data volume has no "
            f"space for them; the paper takes {row['each_mb']} MB for each (databases)."
        )


def _limit_notes(plan: SizePlan, sizing_steps: list[SizingStep]) -> Iterator[str]:
    systems_by_server: dict[str, list[str]] = {}
    for step in sizing_steps:
        if step.title == systems.HOLDING_SYSTEMS:
            name = f"{step.of} ({step.reservation})" if step.reservation else step.of
            systems_by_server.setdefault(step.server, []).append(name)
    for step in sizing_steps:
        if (step.title, step.of) == (systems.HOLDING_SYSTEMS, plan.system) and step.reservation:
            yield f"{step.server}: {step.of}: {step.reservation}."
        if step.title == systems.SYSTEM_SHARE and step.beyond:
            fitting = listed(systems_by_server.get(step.server, []))
            yield f"{step.server}: {step.result} of a system is {step.beyond}; of those measured, {fitting} would."
    yield from _processor_notes(sizing_steps)


def _processor_notes(sizing_steps: list[SizingStep]) -> Iterator[str]:
    """Yield the servers whose processors exceed a limit, grouped by the highest limit exceeded."""
    over: dict[str, tuple[Decimal, str]] = {}
    for step in sizing_steps:
        if step.title == systems.ROOM_BELOW_LIMIT and step.beyond:
            limit = next(Decimal(figure.value) for figure in step.figures if figure.name == "limit")
            over[step.server] = max(over.get(step.server, (limit, step.of)), (limit, step.of))
    for limit, name in dict.fromkeys(over.values()):
        servers = [server for server, limit_and_name in over.items() if limit_and_name == (limit, name)]
        whose = "its" if len(servers) == 1 else "their"
        yield f"{listed(servers)}: {whose} processors are busier than {limit} %, the {name} limit."


def _same_era(release: str, sizing_steps: list[SizingStep]) -> bool:
    """Return whether a document covers the release, by its first two numbers."""
    return _release_line(release)[:-1] in [_release_line(era)[:-1] for step in sizing_steps for era in step.era]


def _release_line(release: str) -> list[int]:
    """Return the first three numbers of a release."""
    major, minor, maintenance, *_ = [*(parse(release) or []), 0, 0, 0]
    return [major, minor, maintenance]


def _step(step: SizingStep, differences_by_step: Mapping[tuple[str, str, str], PrintDifference]) -> SizedStep:
    """Return a step as JSON has it, with its difference from the print."""
    other = differences_by_step.get((step.server, step.title, step.of))
    difference = f"{other.printed}: {other.why}" if other and other.printed != NOTHING else other.why if other else ""
    figures = tuple(SizedFigure(each.name, json_figure(each.value), each.unit, each.table) for each in step.figures)
    result, unit = (NOT_MEASURED, "") if step.result is None else (json_figure(step.result), step.unit)
    in_json = {"figures": figures, "result": result, "unit": unit, "curve": _curve(step.curve) if step.curve else None}
    return SizedStep(**asdict(step) | in_json | {"differs_from_print": difference})


def _curve(curve: SizingCurve) -> SizedCurve:
    points = tuple(SizedPoint(json_number(at), json_number(value)) for at, value in curve.points)
    return SizedCurve(curve.axis, curve.unit, json_number(curve.at), points)


def _cited(sizing_steps: list[SizingStep], publications: Mapping[str, Publication]) -> Iterator[CitedWork]:
    for source in dict.fromkeys(step.source for step in sizing_steps):
        work = publications[source]
        yield CitedWork(source, work.title, work.publisher, work.date)
