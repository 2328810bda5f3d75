"""Sizing: a plan → the answer, with what has to be known of its figures."""

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal

from advisor import __version__
from advisor.pack.citations import Publication
from advisor.pack.tables import Cell
from advisor.sizing import drives, headroom, systems
from advisor.sizing.answer import (
    NOT_MEASURED,
    SCHEMA_VERSION,
    CitedWork,
    PrintDifference,
    SizedFigure,
    SizedPrediction,
    SizedServer,
    SizedStep,
    Sizing,
)
from advisor.sizing.differing import differences
from advisor.sizing.figures import Figures, Worked
from advisor.sizing.method import of_all, steps
from advisor.sizing.plan import CannotSize, Load, SizePlan
from advisor.sizing.predicting import predicted
from advisor.values.printing import listed
from advisor.values.release import parse


def sized(plan: SizePlan, printed: bool, publications: Mapping[str, Publication]) -> Sizing:
    """The answer. printed: as the papers have it, errors and all. Raises CannotSize."""
    figures = Figures(printed)
    found = steps(plan, figures) if plan.users else []
    differing = [] if printed or not plan.users else list(differences(found, _printed(plan)))
    tests = {of: [Worked("", "", step, step.era) for step in told] for of, told in predicted(plan.predict).items()}
    every = [*found, *(one for told in tests.values() for one in told)]
    return Sizing(
        SCHEMA_VERSION,
        __version__,
        printed,
        plan.release,
        tuple(_notes(plan, every, printed, publications)),
        tuple(SizedServer(load.name, load.servers) for load in _loads(plan, figures)),
        tuple(_step(one, differing) for one in found),
        tuple(SizedPrediction(of, tuple(_step(one, ()) for one in told)) for of, told in tests.items()),
        tuple(differing),
        tuple(_cited(every, publications)),
        next((str(one.step.result) for one in found if one.step.title == drives.LEVEL), ""),
    )


def _loads(plan: SizePlan, figures: Figures) -> tuple[Load, ...]:
    return systems.loads(plan, figures) if plan.users else ()


def _printed(plan: SizePlan) -> list[Worked]:
    """The steps as the papers have them; where their figures go too far for a server those of all servers."""
    try:
        return steps(plan, Figures(printed=True))
    except CannotSize:
        return of_all(plan, Figures(printed=True))


def _notes(
    plan: SizePlan, found: list[Worked], printed: bool, publications: Mapping[str, Publication]
) -> Iterator[str]:
    era = listed(sorted({release for one in found for release in one.era}, key=_begins))
    dates = sorted(publications[one.step.source].date for one in found)
    planned = f" You plan for {plan.release}." if plan.release and not _same_era(plan.release, found) else ""
    yield (
        f"The figures are of Domino {era}, measured on machines of their day and printed from {dates[0]} to "
        f"{dates[-1]}.{planned} They must not be taken for today's: a server of today holds many more users, and each "
        "of them asks for more."
    )
    if printed:
        yield "As printed, errors and all; without --as-printed domlint goes by what is right and lists what differs."
    if plan.users and not plan.servers:
        yield "The users are spread evenly; name servers in the plan ([[server]]) to place them otherwise."
    yield from _of_limits(found)


def _of_limits(found: list[Worked]) -> Iterator[str]:
    for one in found:
        if one.step.title == systems.LOAD and one.step.beyond:
            held = listed(
                other.of for other in found if (other.server, other.step.title) == (one.server, systems.HOLDING)
            )
            yield f"{one.server}: {one.step.result} of a system is {one.step.beyond}; of those measured, {held} would."
        if one.step.title == headroom.ROOM and one.step.beyond:
            limit = next(figure for figure in one.step.figures if figure.name == "limit")
            yield f"{one.server}: its processors are busier than {limit.value} %, the {one.of} limit."


def _same_era(release: str, found: list[Worked]) -> bool:
    """Whether one of the documents speaks of the release, by its first two numbers."""
    return _begins(release)[:-1] in [_begins(era)[:-1] for one in found for era in one.era]


def _begins(release: str) -> list[int]:
    """Its first three numbers; the last is that of a maintenance release."""
    major, minor, maintenance, *_ = [*(parse(release) or []), 0, 0, 0]
    return [major, minor, maintenance]


def _step(one: Worked, differing: Iterable[PrintDifference]) -> SizedStep:
    step = one.step
    key = (one.server, step.title, one.of)
    told = next(
        (f"{other.printed}: {other.why}" for other in differing if (other.server, other.title, other.of) == key), ""
    )
    return SizedStep(
        one.server,
        step.title,
        one.of,
        step.formula,
        tuple(SizedFigure(figure.name, _number(figure.value), figure.unit, figure.table) for figure in step.figures),
        NOT_MEASURED if step.result is None else _number(step.result),
        "" if step.result is None else step.unit,
        step.source,
        step.section,
        one.era,
        step.interpolated,
        told or step.differs_from_print,
        step.beyond,
    )


def _number(value: Cell) -> int | float | str:
    """A figure as JSON has it: a whole one without a point."""
    if isinstance(value, Decimal):
        return int(value) if value == int(value) else float(value)
    return value


def _cited(found: list[Worked], publications: Mapping[str, Publication]) -> Iterator[CitedWork]:
    for source in dict.fromkeys(one.step.source for one in found):
        work = publications[source]
        yield CitedWork(source, work.title, work.publisher, work.date)
