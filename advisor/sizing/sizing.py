"""Sizing: a plan → the answer, with what has to be known of its figures."""

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal

from advisor import __version__
from advisor.pack.citations import Publication
from advisor.pack.tables import table
from advisor.sizing import drives, headroom, holders, memory, restated, systems, volume
from advisor.sizing.answer import (
    NOT_MEASURED,
    SCHEMA_VERSION,
    CitedWork,
    PrintDifference,
    SizedCurve,
    SizedFigure,
    SizedPoint,
    SizedPrediction,
    SizedStep,
    Sizing,
)
from advisor.sizing.differing import NOTHING, differences
from advisor.sizing.figures import Figures, Worked
from advisor.sizing.method import Reached, reached, steps
from advisor.sizing.plan import Load, SizePlan
from advisor.sizing.predicting import predicted
from advisor.sizing.restated import plain, plain_number
from advisor.sizing.step import SizingCurve
from advisor.values.printing import listed
from advisor.values.release import parse

_SIZING = (systems.TITLE, memory.LEAST, memory.RECOMMENDED)  # what tells how many and how large servers are


def sized(plan: SizePlan, printed: bool, publications: Mapping[str, Publication]) -> Sizing:
    """The answer. printed: as the papers have it, errors and all. Raises CannotSize."""
    figures = Figures(printed)
    worked_out = steps(plan, figures) if plan.users else None
    found = worked_out.steps if worked_out else []
    differing = list(_differing(plan, worked_out, printed)) if worked_out else []
    otherwise = {(one.server, one.title, one.of): one for one in reversed(differing)}
    tests = {of: [Worked("", "", step, step.era) for step in told] for of, told in predicted(plan.predict).items()}
    every = [*found, *(one for told in tests.values() for one in told)]
    return Sizing(
        SCHEMA_VERSION,
        __version__,
        printed,
        plan.release,
        tuple(restated.plan_figures(plan)),
        tuple(_notes(plan, every, printed, publications)),
        tuple(map(restated.server, _loads(plan, figures))),
        tuple(_step(one, {} if printed else otherwise) for one in found),
        tuple(
            SizedPrediction(of, tuple(_asked(plan, of)), tuple(_step(one, {}) for one in told))
            for of, told in tests.items()
        ),
        tuple(differing),
        tuple(_cited(every, publications)),
        next((str(one.step.result) for one in found if one.step.title == drives.LEVEL), ""),
    )


def _asked(plan: SizePlan, of: str) -> Iterator[SizedFigure]:
    if of == "cluster" and plan.predict.cluster:
        yield from restated.cluster_figures(plan.predict.cluster)
    if of == "logging" and plan.predict.logging:
        yield from restated.logging_figures(plan.predict.logging)


def _loads(plan: SizePlan, figures: Figures) -> tuple[Load, ...]:
    return systems.loads(plan, figures) if plan.users else ()


def _differing(plan: SizePlan, found: Reached, printed: bool) -> Iterator[PrintDifference]:
    """What is right against the print, whichever of the two was found."""
    other = reached(plan, Figures(not printed))
    return differences(other, found) if printed else differences(found, other)


def _notes(
    plan: SizePlan, found: list[Worked], printed: bool, publications: Mapping[str, Publication]
) -> Iterator[str]:
    era = listed(sorted({release for one in found for release in one.era}, key=_begins))
    dates = sorted(publications[one.step.source].date for one in found)
    first, last = _month(dates[0]), _month(dates[-1])
    printed_when = f"from {first} to {last}" if first != last else f"in {first}"
    sizing = [one for one in found if one.step.title in _SIZING] or found
    planned = "" if not plan.release or _same_era(plan.release, sizing) else f" You plan for {plan.release}."
    yield (
        f"The figures are of Domino {era}, measured on machines of their day and printed {printed_when}."
        f"{planned} They must not be taken for today's: a server of today holds many more users, and each "
        "of them asks for more."
    )
    if printed:
        yield "As printed, errors and all; what is right stands below, and without --as-printed domlint goes by that."
        yield from _of_mixtures(found)
    spread = any(one.step.title == systems.SERVERS and one.step.result != 1 for one in found)
    if spread and not plan.servers:
        yield "The users are spread evenly; name servers in the plan ([[server]]) to place them otherwise."
    if plan.users and not plan.databases:
        yield from _of_databases(plan)
    yield from _of_limits(plan, found)


def _month(day: str) -> str:
    """`August 1999`; of a year alone the year."""
    year, *month = day.split("-")
    return f"{date(int(year), int(month[0]), 1):%B} {year}" if month else year


def _of_mixtures(found: list[Worked]) -> Iterator[str]:
    """As printed, that a server has one figure of memory."""
    least = {one.server for one in found if one.step.title == memory.LEAST}
    mixed = dict.fromkeys(one.server for one in found if one.step.title == memory.RECOMMENDED)
    if alone := [server for server in mixed if server not in least]:
        yield f"Of memory the paper has one figure for users of several workloads, and not two: {listed(alone)}."


def _of_databases(plan: SizePlan) -> Iterator[str]:
    """That users of shared databases have none."""
    row = table("data-volume").find(of=volume.DATABASES)
    kinds = [one["kind"] for one in table("users-conversion").rows if one["workload"] in volume.WITH_DATABASES]
    asking = [str(kind) for kind in kinds if kind in plan.users]
    if asking:
        yield (
            f"The plan names no discussion databases for its {listed(asking)} users, so that the data volume has no "
            f"space for them; the paper takes {row['each_mb']} MB for each (databases)."
        )


def _of_limits(plan: SizePlan, found: list[Worked]) -> Iterator[str]:
    held: dict[str, list[str]] = {}
    for one in found:
        if one.step.title == holders.TITLE:
            told = f"{one.of} ({one.step.reservation})" if one.step.reservation else one.of
            held.setdefault(one.server, []).append(told)
    for one in found:
        if (one.step.title, one.of) == (holders.TITLE, plan.system) and one.step.reservation:
            yield f"{one.server}: {one.of}: {one.step.reservation}."
        if one.step.title == systems.LOAD and one.step.beyond:
            those = listed(held.get(one.server, []))
            yield f"{one.server}: {one.step.result} of a system is {one.step.beyond}; of those measured, {those} would."
    yield from _of_processors(found)


def _of_processors(found: list[Worked]) -> Iterator[str]:
    """Whose processors are over a limit; of both limits the upper one, once for all servers."""
    over: dict[str, tuple[Decimal, str]] = {}
    for one in found:
        if one.step.title == headroom.ROOM and one.step.beyond:
            limit = next(Decimal(figure.value) for figure in one.step.figures if figure.name == "limit")
            over[one.server] = max(over.get(one.server, (limit, one.of)), (limit, one.of))
    for limit, name in dict.fromkeys(over.values()):
        servers = [server for server, passed in over.items() if passed == (limit, name)]
        whose = "its" if len(servers) == 1 else "their"
        yield f"{listed(servers)}: {whose} processors are busier than {limit} %, the {name} limit."


def _same_era(release: str, found: list[Worked]) -> bool:
    """Whether one of the documents speaks of the release, by its first two numbers."""
    return _begins(release)[:-1] in [_begins(era)[:-1] for one in found for era in one.era]


def _begins(release: str) -> list[int]:
    """Its first three numbers; the last is that of a maintenance release."""
    major, minor, maintenance, *_ = [*(parse(release) or []), 0, 0, 0]
    return [major, minor, maintenance]


def _step(one: Worked, otherwise: Mapping[tuple[str, str, str], PrintDifference]) -> SizedStep:
    step = one.step
    other = otherwise.get((one.server, step.title, one.of))
    told = f"{other.printed}: {other.why}" if other and other.printed != NOTHING else other.why if other else ""
    return SizedStep(
        one.server,
        step.title,
        one.of,
        step.formula,
        tuple(SizedFigure(figure.name, plain(figure.value), figure.unit, figure.table) for figure in step.figures),
        NOT_MEASURED if step.result is None else plain(step.result),
        "" if step.result is None else step.unit,
        step.source,
        step.section,
        one.era,
        step.interpolated,
        told,
        step.beyond,
        step.measured,
        step.reservation,
        _curve(step.curve) if step.curve else None,
    )


def _curve(curve: SizingCurve) -> SizedCurve:
    points = tuple(SizedPoint(plain_number(at), plain_number(value)) for at, value in curve.points)
    return SizedCurve(curve.axis, curve.unit, plain_number(curve.at), points)


def _cited(found: list[Worked], publications: Mapping[str, Publication]) -> Iterator[CitedWork]:
    for source in dict.fromkeys(one.step.source for one in found):
        work = publications[source]
        yield CitedWork(source, work.title, work.publisher, work.date)
