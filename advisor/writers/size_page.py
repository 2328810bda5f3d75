"""The page of `domlint size`: one file that opens offline, with charts of processors and of measurements."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from markupsafe import Markup

from advisor.sizing import memory, plan, storage, systems
from advisor.sizing.model import NOT_MEASURED, SizedFigure, SizedPrediction, SizedServer, SizedStep, Sizing
from advisor.values.printing import begun, listed, number
from advisor.writers import html_curves, html_page, size_figures
from advisor.writers.options import Options

_TESTED = {"cluster": "clusters", "logging": "transaction logging"}
_FEW = 4  # servers whose steps are open at once
_MANY = 8  # results of a step from which on they are shut
_LONG = 50  # figures that the print has otherwise: three sheets of paper; more are shut


def render_html(sizing: Sizing, options: Options) -> str:
    """Return the page; equal plans give equal bytes."""
    told = {
        "sizing": sizing,
        "sentence": _sentence(sizing),
        "plan": [_named(one) for one in sizing.plan],
        "planned": [(kind, f"{count:,}") for kind, count in _planned(sizing).items()],
        "total": size_figures.total_line(sizing),
        "tests": [
            (f"Tests of {_TESTED[one.of]}", [_named(figure) for figure in one.asked]) for one in sizing.predictions
        ],
        "needs": list(zip(size_figures.server_needs(sizing), map(_users, sizing.servers), strict=True)),
        "limits": _limits(sizing),
        "levels": _levels(sizing),
        "operations": _operations(sizing),
        "parts": _parts(sizing),
        "many": len(sizing.servers) if len(sizing.servers) > _FEW else 0,
        "predictions": [_prediction(one) for one in sizing.predictions],
        "differences": _differences(sizing),
    }
    return html_page.page("size.html.j2", told, "size.css")


def _sentence(sizing: Sizing) -> str:
    """Return `1,090 users ask for 2 servers.`; of a plan without users what it asks about."""
    if not sizing.steps:
        return f"What was measured of {listed(_TESTED[one.of] for one in sizing.predictions)}."
    told = {one.name: one for one in sizing.plan}
    planned = number(size_figures.number_in_words(told["users"].value), "user")
    growing = f", and {size_figures.number_in_words(told['growth'].value)} % more to come," if "growth" in told else ""
    needed = size_figures.number_in_words(
        size_figures.result_of(size_figures.steps_by_place(sizing), "", systems.SERVERS)
    )
    ask = "asks" if told["users"].value == 1 else "ask"
    return f"{planned}{growing} {ask} for {number(needed, 'server')}."


def _planned(sizing: Sizing) -> dict[str, int]:
    """Return the users of the plan by kind, before growth."""
    found: dict[str, int] = {}
    for step in sizing.steps:
        if step.title in (memory.USERS_WITH_GROWTH, memory.NOTESBENCH_USERS):
            found.setdefault(step.of, int(step.figures[0].value))
    return found


def _users(server: SizedServer) -> str:
    """Return `mail_light 700, 5 databases`."""
    told = [f"{one.kind} {one.users:,}" for one in server.users]
    return ", ".join([*told, number(f"{server.databases:,}", "database")] if server.databases else told)


def _named(figure: SizedFigure) -> tuple[str, str]:
    """Return `growth`, `20 %`."""
    unit = "" if figure.unit in figure.name.split() else figure.unit
    return begun(figure.name), f"{size_figures.number_in_words(figure.value)} {unit}".strip()


def _limits(sizing: Sizing) -> Markup:
    """Return the chart of processors; "" without users."""
    uses, held = size_figures.processor_uses(sizing), size_figures.processor_limits(sizing)
    if not uses:
        return Markup("")
    how = f"Strokes are the limits: {listed(f'{name} {percent:g} %' for name, percent in held)}."
    return html_curves.limits("use", systems.PROCESSOR_USE, how, uses, held)


def _levels(sizing: Sizing) -> dict[str, Any]:
    """Return for each server the drives of every RAID level and their capacity."""
    levels = list(dict.fromkeys(step.of for step in sizing.steps if step.title == storage.DRIVES))
    steps = size_figures.steps_by_place(sizing)
    rows = [(server.name, [_level(steps, server.name, of) for of in levels]) for server in sizing.servers]
    return {"heads": levels, "own": f"RAID {sizing.level}", "rows": rows}


def _level(steps: size_figures.Steps, server: str, of: str) -> tuple[str, str]:
    """Return `6 drives`, `45.5 GB usable`; where operations ask for more, `10 drives`, `6 hold 45.5 GB`."""
    fewest, usable, both = (
        _in_words(steps, server, title, of) for title in (storage.DRIVES, storage.USABLE_SPACE, storage.DRIVES_FOR_BOTH)
    )
    return (both, f"{fewest.split()[0]} hold {usable}") if both not in ("", fewest) else (fewest, f"{usable} usable")


def _in_words(steps: size_figures.Steps, server: str, title: str, of: str) -> str:
    found = steps.get((server, title, of))
    return size_figures.result_in_words(found) if found else ""


def _operations(sizing: Sizing) -> dict[str, Any]:
    """Return operations by workload and RAID level, with operations a second and drives."""
    each = [step.of for step in sizing.steps if step.title == storage.OPERATIONS_EACH]
    workloads = list(dict.fromkeys(of.partition(", ")[0] for of in each))
    levels = list(dict.fromkeys(of.partition(", ")[-1] for of in each))
    first = sizing.servers[0].name if sizing.servers else ""  # they are alike on all servers
    steps = size_figures.steps_by_place(sizing)
    rows = [(name, [_cell(steps, first, f"{name}, {level}") for level in levels]) for name in workloads]
    return {"heads": levels, "rows": rows}


def _cell(steps: size_figures.Steps, server: str, of: str) -> tuple[str, str]:
    each = size_figures.number_in_words(size_figures.result_of(steps, "", storage.OPERATIONS_EACH, of))
    more = [_in_words(steps, server, title, of) for title in (storage.OPERATIONS, storage.DRIVES_FOR_OPERATIONS)]
    return each, ", ".join(filter(None, more))


def _parts(sizing: Sizing) -> list[dict[str, Any]]:
    """Return the steps by server. open: whether the steps of a server are shown at first; all are for few servers."""
    opened = len(sizing.servers) <= _FEW
    return [
        {"name": server or plan.ALL_SERVERS, "open": opened or not server, "steps": _steps(steps)}
        for server, steps in groupby(sizing.steps, key=lambda step: step.server)
    ]


def _steps(steps: Iterable[SizedStep]) -> list[dict[str, Any]]:
    """Return the steps grouped by title: formula and source once, and a row for each result."""
    return [_step(list(alike)) for _, alike in groupby(steps, key=lambda step: (step.title, step.source))]


def _step(alike: list[SizedStep]) -> dict[str, Any]:
    formulas = list(dict.fromkeys(step.formula for step in alike))
    return {
        "title": alike[0].title,
        "formula": formulas[0] if len(formulas) == 1 else "",
        "rows": [_row(step, len(formulas) > 1) for step in alike],
        "of": any(step.of for step in alike),
        "shut": number(len(alike), "result") if len(alike) > _MANY else "",
        "remarks": [(step.of, says) for step in alike for says in size_figures.step_remarks(step)],
        "source": alike[0].source,
        "ground": f"{size_figures.sections_in_words(alike)}; {size_figures.releases_in_words(alike)}",
        "tables": list(dict.fromkeys(figure.table for step in alike for figure in step.figures if figure.table)),
    }


def _row(step: SizedStep, with_formula: bool) -> tuple[str, str, list[str], str]:
    """Return subject, result, figures and interpolation of a step."""
    figures = list(map(size_figures.figure_in_words, step.figures))
    return step.of, size_figures.result_in_words(step), [step.formula] * with_formula + figures, step.interpolated


def _prediction(one: SizedPrediction) -> dict[str, Any]:
    charts = [_chart(f"{one.of}-{place}", step) for place, step in enumerate(one.steps) if step.curve]
    return {"of": one.of, "heading": plan.TEST_HEADINGS[one.of], "charts": charts, "steps": _steps(one.steps)}


def _chart(ident: str, step: SizedStep) -> Markup:
    """Return the chart of the curve from which a step was read, with the point on it."""
    curve = step.curve
    if curve is None:
        return Markup("")
    there = f"at {curve.at:,} {curve.along}"
    known = step.result != NOT_MEASURED
    how = f"{size_figures.result_in_words(step)} {there}, " + (
        f"interpolated {step.interpolated}." if step.interpolated else "as measured."
    )
    return html_curves.curve(
        html_curves.CurveChart(
            ident,
            step.title,
            how if known else f"Not measured: {step.beyond}.",
            curve.along,
            curve.unit,
            curve.points,
            curve.at,
            float(step.result) if known else None,
            size_figures.result_in_words(step),
            bool(step.interpolated),
        )
    )


def _differences(sizing: Sizing) -> list[tuple[str, list[Any], bool]]:
    """Return for each heading the differences, and whether the list is too long to be open."""
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
