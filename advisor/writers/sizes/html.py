"""HTML: the answer to a plan as one page that opens offline, with charts of processors and of what tests measured."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from markupsafe import Markup

from advisor.sizing import memory, plan, storage, systems
from advisor.sizing.model import NOT_MEASURED, SizedFigure, SizedPrediction, SizedServer, SizedStep, Sizing
from advisor.values.printing import begun, listed, number
from advisor.writers import _html_curves, _html_page
from advisor.writers._options import Options
from advisor.writers.sizes import _words

FOR_PEOPLE = False
_TESTED = {"cluster": "clusters", "logging": "transaction logging"}
_FEW = 4  # servers whose steps are open at once
_MANY = 8  # results of a step from which on they are shut
_LONG = 50  # figures that the print has otherwise: three sheets of paper; more are shut


def render(sizing: Sizing, options: Options) -> str:
    """The whole page; the same bytes on every run over the same plan."""
    told = {
        "sizing": sizing,
        "sentence": _sentence(sizing),
        "plan": [_named(one) for one in sizing.plan],
        "planned": [(kind, f"{count:,}") for kind, count in _planned(sizing).items()],
        "total": _words.total(sizing),
        "tests": [
            (f"Tests of {_TESTED[one.of]}", [_named(figure) for figure in one.asked]) for one in sizing.predictions
        ],
        "needs": list(zip(_words.needs(sizing), map(_users, sizing.servers), strict=True)),
        "limits": _limits(sizing),
        "levels": _levels(sizing),
        "operations": _operations(sizing),
        "parts": _parts(sizing),
        "many": len(sizing.servers) if len(sizing.servers) > _FEW else 0,
        "predictions": [_prediction(one) for one in sizing.predictions],
        "differences": _differences(sizing),
    }
    return _html_page.page("size.html.j2", told, "size.css")


def _sentence(sizing: Sizing) -> str:
    """`1,090 users ask for 2 servers.`; of a plan without users what it asks about."""
    if not sizing.steps:
        return f"What was measured of {listed(_TESTED[one.of] for one in sizing.predictions)}."
    told = {one.name: one for one in sizing.plan}
    planned = number(_words.figure(told["users"].value), "user")
    growing = f", and {_words.figure(told['growth'].value)} % more to come," if "growth" in told else ""
    needed = _words.figure(_words.result(_words.by_place(sizing), "", systems.SERVERS))
    ask = "asks" if told["users"].value == 1 else "ask"
    return f"{planned}{growing} {ask} for {number(needed, 'server')}."


def _planned(sizing: Sizing) -> dict[str, int]:
    """The plan's users by kind, before they grow: those of servers alike are rounded."""
    found: dict[str, int] = {}
    for step in sizing.steps:
        if step.title in (memory.USERS_WITH_GROWTH, memory.NOTESBENCH_USERS):
            found.setdefault(step.of, int(step.figures[0].value))
    return found


def _users(server: SizedServer) -> str:
    """`mail_light 700, 5 databases`."""
    told = [f"{one.kind} {one.users:,}" for one in server.users]
    return ", ".join([*told, number(f"{server.databases:,}", "database")] if server.databases else told)


def _named(figure: SizedFigure) -> tuple[str, str]:
    """`growth`, `20 %`."""
    unit = "" if figure.unit in figure.name.split() else figure.unit
    return begun(figure.name), f"{_words.figure(figure.value)} {unit}".strip()


def _limits(sizing: Sizing) -> Markup:
    """The chart of the processors; "" without users."""
    uses, held = _words.uses(sizing), _words.limits(sizing)
    if not uses:
        return Markup("")
    how = f"Strokes are the limits: {listed(f'{name} {percent:g} %' for name, percent in held)}."
    return _html_curves.limits("use", systems.PROCESSOR_USE, how, uses, held)


def _levels(sizing: Sizing) -> dict[str, Any]:
    """Of each server the drives of every RAID level, and what they hold."""
    levels = list(dict.fromkeys(step.of for step in sizing.steps if step.title == storage.DRIVES))
    steps = _words.by_place(sizing)
    rows = [(server.name, [_level(steps, server.name, of) for of in levels]) for server in sizing.servers]
    return {"heads": levels, "own": f"RAID {sizing.level}", "rows": rows}


def _level(steps: _words.Steps, server: str, of: str) -> tuple[str, str]:
    """`6 drives`, `45.5 GB usable`; where operations ask for more, `10 drives`, `6 hold 45.5 GB`."""
    fewest, usable, both = (
        _in_words(steps, server, title, of) for title in (storage.DRIVES, storage.USABLE_SPACE, storage.DRIVES_FOR_BOTH)
    )
    return (both, f"{fewest.split()[0]} hold {usable}") if both not in ("", fewest) else (fewest, f"{usable} usable")


def _in_words(steps: _words.Steps, server: str, title: str, of: str) -> str:
    found = steps.get((server, title, of))
    return _words.result_in_words(found) if found else ""


def _operations(sizing: Sizing) -> dict[str, Any]:
    """What an operation becomes, by workload and RAID level; beside it how many a second, and on how many drives."""
    each = [step.of for step in sizing.steps if step.title == storage.OPERATIONS_EACH]
    workloads = list(dict.fromkeys(of.partition(", ")[0] for of in each))
    levels = list(dict.fromkeys(of.partition(", ")[-1] for of in each))
    first = sizing.servers[0].name if sizing.servers else ""  # they are alike on all servers
    steps = _words.by_place(sizing)
    rows = [(name, [_cell(steps, first, f"{name}, {level}") for level in levels]) for name in workloads]
    return {"heads": levels, "rows": rows}


def _cell(steps: _words.Steps, server: str, of: str) -> tuple[str, str]:
    each = _words.figure(_words.result(steps, "", storage.OPERATIONS_EACH, of))
    more = [_in_words(steps, server, title, of) for title in (storage.OPERATIONS, storage.DRIVES_FOR_OPERATIONS)]
    return each, ", ".join(filter(None, more))


def _parts(sizing: Sizing) -> list[dict[str, Any]]:
    """The steps by server. open: of few servers all; of many, paper too has only those that somebody opened."""
    opened = len(sizing.servers) <= _FEW
    return [
        {"name": server or plan.ALL_SERVERS, "open": opened or not server, "steps": _steps(steps)}
        for server, steps in groupby(sizing.steps, key=lambda step: step.server)
    ]


def _steps(steps: Iterable[SizedStep]) -> list[dict[str, Any]]:
    """Steps of one title stand together: the formula and the source once, a row for each result."""
    return [_step(list(alike)) for _, alike in groupby(steps, key=lambda step: (step.title, step.source))]


def _step(alike: list[SizedStep]) -> dict[str, Any]:
    formulas = list(dict.fromkeys(step.formula for step in alike))
    return {
        "title": alike[0].title,
        "formula": formulas[0] if len(formulas) == 1 else "",
        "rows": [_row(step, len(formulas) > 1) for step in alike],
        "of": any(step.of for step in alike),
        "shut": number(len(alike), "result") if len(alike) > _MANY else "",
        "remarks": [(step.of, says) for step in alike for says in _words.remarks(step)],
        "source": alike[0].source,
        "ground": f"{_words.sections(alike)}; {_words.eras(alike)}",
        "tables": list(dict.fromkeys(figure.table for step in alike for figure in step.figures if figure.table)),
    }


def _row(step: SizedStep, with_formula: bool) -> tuple[str, str, list[str], str]:
    """Of what, the result, what goes into it, and between which rows it was interpolated."""
    figures = list(map(_words.figure_in_words, step.figures))
    return step.of, _words.result_in_words(step), [step.formula] * with_formula + figures, step.interpolated


def _prediction(one: SizedPrediction) -> dict[str, Any]:
    charts = [_chart(f"{one.of}-{place}", step) for place, step in enumerate(one.steps) if step.curve]
    return {"of": one.of, "heading": plan.TEST_HEADINGS[one.of], "charts": charts, "steps": _steps(one.steps)}


def _chart(ident: str, step: SizedStep) -> Markup:
    """The curve that a step was read off, with the place on it."""
    curve = step.curve
    if curve is None:
        return Markup("")
    there = f"at {curve.at:,} {curve.along}"
    known = step.result != NOT_MEASURED
    how = f"{_words.result_in_words(step)} {there}, " + (
        f"interpolated {step.interpolated}." if step.interpolated else "as measured."
    )
    return _html_curves.curve(
        _html_curves.CurveChart(
            ident,
            step.title,
            how if known else f"Not measured: {step.beyond}.",
            curve.along,
            curve.unit,
            curve.points,
            curve.at,
            float(step.result) if known else None,
            _words.result_in_words(step),
            bool(step.interpolated),
        )
    )


def _differences(sizing: Sizing) -> list[tuple[str, list[Any], bool]]:
    """By heading: what is called how, and whether the list is so long that it is shut."""
    headings = ((True, plan.ERRATA_HEADINGS[sizing.as_printed]), (False, plan.OTHER_ERRATA))
    found = [
        (
            heading,
            [
                (", ".join(filter(None, [one.server, one.title, one.of])), one)
                for one in sizing.differences
                if one.here is here
            ],
        )
        for here, heading in headings
    ]
    return [(heading, rows, len(rows) > _LONG) for heading, rows in found if rows]
