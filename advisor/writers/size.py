"""The report of `domlint size`: as text, HTML and JSON."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import astuple

from advisor.sizing import memory, plan, storage, systems
from advisor.sizing.errata import NOTHING
from advisor.sizing.model import (
    NOT_MEASURED,
    SizedFigure,
    SizedPrediction,
    SizedServer,
    SizedStep,
    Sizing,
)
from advisor.terminal import Line, clip_line, clip_middle, columns, fill, rendered, wrap
from advisor.values.printing import begun, counted, listed, number
from advisor.writers import Options, Renderer, html_page, render_json, storage_drawing

Steps = dict[tuple[str, str, str], SizedStep]  # by server, title and what they are of


class Need(Struct, frozen=True):
    """What a server needs, in words. share: of a system. drives: of the plan's RAID level, beside why."""

    name: str
    share: str
    memory: str
    page_file: str
    space: str
    drives: str
    why: str


def total_line(sizing: Sizing) -> str:
    """Return `1.69 systems: 2 servers.`; "" where no users are planned for."""
    if not sizing.steps:
        return ""
    needed = result_of(steps_by_place(sizing), "", systems.SERVERS)
    planned = sum(server.servers for server in sizing.servers)
    other = f"; the plan has {planned:,}" if planned != needed else ""
    taken = _of_systems(result_of(steps_by_place(sizing), "", systems.SYSTEMS, systems.SYSTEMS_TOTAL))
    return f"{begun(taken)}: {number(number_in_words(needed), 'server')}{other}."


def _of_systems(share: float | str) -> str:
    """Return `1.69 systems`, `1 system`, `0.83 of a system`."""
    if isinstance(share, str) or share >= 1:
        return counted(share, "systems")
    return f"{_share(share)} of a system"


def _share(share: float | str) -> str:
    """Return `0.83`; of one that is too small for its two places: `less than 0.01`."""
    return number_in_words(share) if share else "less than 0.01"


def server_needs(sizing: Sizing) -> Iterator[Need]:
    """Yield the needs of each server."""
    steps = steps_by_place(sizing)
    for server in sizing.servers:
        least = result_of(steps, server.name, memory.LEAST_MEMORY, memory.MEMORY_TOTAL)
        most = result_of(steps, server.name, memory.RECOMMENDED_MEMORY, memory.MEMORY_TOTAL)
        count, why = _drives(sizing, steps, server.name)
        yield Need(
            server.name,
            _share(result_of(steps, server.name, systems.SYSTEM_SHARE)),
            f"{f'{number_in_words(least)} to {number_in_words(most)}' if least else number_in_words(most)} MB",
            f"{number_in_words(result_of(steps, server.name, storage.PAGE_FILE))} MB",
            f"{number_in_words(result_of(steps, server.name, storage.DATA_VOLUME, storage.VOLUME_TOTAL))} GB",
            count,
            why,
        )


def _drives(sizing: Sizing, steps: Steps, server: str) -> tuple[str, str]:
    """Return `6`; where operations are known too the larger of both, and `for the space 5, for Webmail 6`."""
    level = f"RAID {sizing.level}"
    both = steps.get((server, storage.DRIVES_FOR_BOTH, level))
    if both is None:
        return number_in_words(result_of(steps, server, storage.DRIVES, level)), ""
    return number_in_words(both.result), ", ".join(f"{one.name} {number_in_words(one.value)}" for one in both.figures)


def processor_uses(sizing: Sizing) -> dict[str, float]:
    """Return the processor use of each server in percent."""
    return {step.server: float(step.result) for step in sizing.steps if step.title == systems.PROCESSOR_USE}


def processor_limits(sizing: Sizing) -> list[tuple[str, float]]:
    """Return the limits of processor use, the lowest first: `comfortable`, 50."""
    found = {
        step.of: next(float(figure.value) for figure in step.figures if figure.name == "limit")
        for step in sizing.steps
        if step.title == systems.ROOM_BELOW_LIMIT
    }
    return sorted(found.items(), key=lambda limit: limit[1])


def steps_by_place(sizing: Sizing) -> Steps:
    """Return the steps by server, title and subject; the first if several are equal."""
    return {(one.server, one.title, one.of): one for one in reversed(sizing.steps)}


def result_of(steps: Steps, server: str, title: str, of: str = "") -> float | str:
    """Return the result of a step; "" if there is none."""
    found = steps.get((server, title, of))
    return found.result if found else ""


def number_in_words(value: float | str) -> str:
    """Return `1,600`, `0.83`."""
    return value if isinstance(value, str) else f"{value:,}"


def result_in_words(step: SizedStep) -> str:
    """Return `1,600 users`, `1 drive`."""
    return counted(step.result, step.unit)


def figure_in_words(figure: SizedFigure) -> str:
    """Return `users a system 1,920`, `at 150 users: 64 MB`, `price of a user 9.40 $`."""
    unit = "" if figure.unit in {"times", *figure.name.split()} else figure.unit
    parts = ":" * any(map(str.isdigit, figure.name))
    value = f"{figure.value:,.2f}" if unit == "$" and not isinstance(figure.value, str) else figure.value
    return f"{figure.name}{parts} {counted(value, unit)}"


def releases_in_words(alike: Iterable[SizedStep]) -> str:
    """Return `Domino 4.5, 5.0`: the releases that some steps speak of."""
    return f"Domino {', '.join(dict.fromkeys(release for step in alike for release in step.era))}"


def sections_in_words(alike: Iterable[SizedStep]) -> str:
    """Return the sections that steps are based on."""
    return "; ".join(dict.fromkeys(step.section for step in alike))


def step_remarks(step: SizedStep) -> list[str]:
    """Return the remarks on a step: exceeded limits, measurements, reservations, and differences from the print."""
    named = {"measured": step.measured, "but": step.reservation, "print": step.differs_from_print}
    return [*filter(None, [step.beyond]), *(f"{name}: {says}" for name, says in named.items() if says)]


_FULL = 100
_MAX_BAR, _MIN_BAR = 50, 10  # columns of a bar
_BESIDE = 14  # columns of what stands around it
_NAMES = 3  # the part of a line that a name takes at most


def chart(sizing: Sizing, width: int) -> Iterator[Line]:
    """Yield a bar of processor use for each server, with the limits as strokes."""
    uses, limits = processor_uses(sizing), processor_limits(sizing)
    if not uses:
        return
    names = min(max(map(columns, uses)), width // _NAMES)
    room = max(min(width - names - _BESIDE, _MAX_BAR), _MIN_BAR)
    yield [(f"{systems.PROCESSOR_USE} (| is a limit)", "strong")]
    lowest = min((limit for _, limit in limits), default=_FULL)
    for server, use in uses.items():
        line = [
            (f"  {fill(clip_middle(server, names), names)}  ", ""),
            (_bar(use, room, [limit for _, limit in limits]), "medium" if use > lowest else ""),
            (f" {use:g} %", "strong"),
        ]
        yield clip_line(line, width)
    limits_in_words = ", ".join(f"{name} {percent:g} %" for name, percent in limits)
    below = max(min(names + 4, width - len(limits_in_words)), 2)  # the bars, or further left where they have less room
    yield clip_line([(f"{' ' * below}{limits_in_words}", "faint")], width)
    yield []


def _bar(percent: float, room: int, limits: list[float]) -> str:
    full = round(min(percent, _FULL) * room / _FULL)
    drawn = list("#" * full + "." * (room - full))
    for limit in limits:
        drawn[min(round(limit * room / _FULL), room - 1)] = "|"
    return "".join(drawn)


def render_text(sizing: Sizing, options: Options) -> str:
    """Return totals, chart, steps, differences from the print, and sources."""
    return rendered(_lines(sizing, options.width), options.color == "always", options.width)


def _lines(sizing: Sizing, width: int) -> Iterator[Line]:
    for text in _summary(sizing):
        yield from wrap([(text, "strong")], width, 4)
    for note in sizing.notes:
        yield from wrap([(f"{plan.NOTE}: ", "strong"), (note, "")], width, 4)
    yield []
    yield from chart(sizing, width)
    for server, steps in groupby(sizing.steps, key=lambda step: step.server):
        yield from _part(server or plan.ALL_SERVERS, steps, width)
    for prediction in sizing.predictions:
        yield from _part(plan.TEST_HEADINGS[prediction.of], prediction.steps, width)
    yield from _differences(sizing, width)
    yield [(plan.SOURCES, "strong")]
    for work in sizing.sources:
        source = f"  {work.source}: {work.title}. {work.publisher}{f', {work.date}' if work.date else ''}."
        yield from wrap([(source, "")], width, 4)


def _part(heading: str, steps: Iterable[SizedStep], width: int) -> Iterator[Line]:
    yield from wrap([(heading, "strong")], width, 4)
    yield []
    for _, alike in groupby(steps, key=lambda step: (step.title, step.source)):
        yield from _step(list(alike), width)


def _summary(sizing: Sizing) -> Iterator[str]:
    """Return `2 servers: 1.69 systems.`; of each what it needs."""
    if sizing.steps:
        yield total_line(sizing)
    for need in server_needs(sizing):
        why = f" ({need.why})" if need.why else ""
        held = f"{need.space} on {need.drives} drives of RAID {sizing.level}{why}"
        yield f"{need.name}: {need.memory} of memory; {held}."


def _step(alike: list[SizedStep], width: int) -> Iterator[Line]:
    """Yield the steps of one title: formula and source once, and a line for each result."""
    first = alike[0]
    formulas = list(dict.fromkeys(step.formula for step in alike))
    yield from wrap([(f"  {first.title}", "strong"), (f" = {formulas[0]}" if len(formulas) == 1 else "", "")], width, 6)
    rows = []
    for step in alike:
        how = f"{step.formula}: " * (len(formulas) > 1) + ", ".join(map(figure_in_words, step.figures))
        how += f"; interpolated {step.interpolated}" if step.interpolated else ""  # between rows of a table
        rows.append((step.of, result_in_words(step), how))
    left = max(columns(of) for of, _, _ in rows)
    right = max(columns(result) for _, result, _ in rows)
    for of, result, how in rows:
        blanks = " " * (left - columns(of)), " " * (right - columns(result))
        begin = f"    {of}{blanks[0]}{'  ' * bool(left)}"
        yield from wrap([(begin, ""), (f"{blanks[1]}{result}", "strong"), (f"  {how}", "")], width, 8)
    for step in alike:
        for says in step_remarks(step):
            yield from wrap([(f"    {step.of + ': ' if step.of else ''}{says}", "medium")], width, 8)
    ground = f"{first.source}, {sections_in_words(alike)}; {releases_in_words(alike)}"
    yield from wrap([(f"    ({ground})", "faint")], width, 8)
    yield []


def _differences(sizing: Sizing, width: int) -> Iterator[Line]:
    """Yield the differences from the print; first those that change the results of this plan."""
    for here, heading in (
        (True, plan.ERRATA_HEADINGS[sizing.as_printed]),
        (False, plan.OTHER_ERRATA),
    ):
        rows = [one for one in sizing.differences if one.here == here]
        if not rows:
            continue
        yield from wrap([(heading, "strong")], width, 4)
        yield []
        for why, alike in groupby(sorted(rows, key=lambda one: one.why), key=lambda one: one.why):
            for one in alike:
                what = ", ".join(filter(None, [one.server, one.title, one.of]))
                printed = ", not in print" if one.printed == NOTHING else f", printed {one.printed}"
                yield from wrap([(f"  {what}: ", ""), (one.right, "strong"), (printed, "")], width, 6)
            yield from wrap([(f"    {why}", "faint")], width, 4)
            yield []


# --- the page ---

_TESTED = {"cluster": "clusters", "logging": "transaction logging"}
_FEW = 4  # servers whose steps are open at once
_MANY = 8  # results of a step from which on they are shut
_LONG = 50  # figures that the print has otherwise: three sheets of paper; more are shut


def render_html(sizing: Sizing, options: Options) -> str:
    """Return the page; equal plans give equal bytes."""
    values = {
        "sizing": sizing,
        "sentence": _sentence(sizing),
        "plan": [_named(one) for one in sizing.plan],
        "planned": [(kind, f"{count:,}") for kind, count in _planned(sizing).items()],
        "total": total_line(sizing),
        "tests": [
            (f"Tests of {_TESTED[one.of]}", [_named(figure) for figure in one.asked]) for one in sizing.predictions
        ],
        "needs": list(zip(server_needs(sizing), map(_users, sizing.servers), strict=True)),
        "limits": _limits(sizing),
        "levels": _levels(sizing),
        "operations": _operations(sizing),
        "parts": _parts(sizing),
        "many": len(sizing.servers) if len(sizing.servers) > _FEW else 0,
        "predictions": [_prediction(one) for one in sizing.predictions],
        "differences": _difference_rows(sizing),
    }
    return html_page.page("size.html.j2", values, "size.css")


def _sentence(sizing: Sizing) -> str:
    """Return `1,090 users ask for 2 servers.`; of a plan without users what it asks about."""
    if not sizing.steps:
        return f"What was measured of {listed(_TESTED[one.of] for one in sizing.predictions)}."
    plan = {one.name: one for one in sizing.plan}
    planned = number(number_in_words(plan["users"].value), "user")
    growing = f", and {number_in_words(plan['growth'].value)} % more to come," if "growth" in plan else ""
    needed = number_in_words(result_of(steps_by_place(sizing), "", systems.SERVERS))
    ask = "asks" if plan["users"].value == 1 else "ask"
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
    users = [f"{one.kind} {one.users:,}" for one in server.users]
    return ", ".join([*users, number(f"{server.databases:,}", "database")] if server.databases else users)


def _named(figure: SizedFigure) -> tuple[str, str]:
    """Return `growth`, `20 %`."""
    unit = "" if figure.unit in figure.name.split() else figure.unit
    return begun(figure.name), f"{number_in_words(figure.value)} {unit}".strip()


def _limits(sizing: Sizing) -> Markup:
    """Return the chart of processors; "" without users."""
    uses, held = processor_uses(sizing), processor_limits(sizing)
    if not uses:
        return Markup("")
    how = f"Strokes are the limits: {listed(f'{name} {percent:g} %' for name, percent in held)}."
    return storage_drawing.limits("use", systems.PROCESSOR_USE, how, uses, held)


def _levels(sizing: Sizing) -> dict[str, Any]:
    """Return for each server the drives of every RAID level and their capacity."""
    levels = list(dict.fromkeys(step.of for step in sizing.steps if step.title == storage.DRIVES))
    steps = steps_by_place(sizing)
    rows = [(server.name, [_level(steps, server.name, of) for of in levels]) for server in sizing.servers]
    return {"heads": levels, "own": f"RAID {sizing.level}", "rows": rows}


def _level(steps: Steps, server: str, of: str) -> tuple[str, str]:
    """Return `6 drives`, `45.5 GB usable`; where operations ask for more, `10 drives`, `6 hold 45.5 GB`."""
    fewest, usable, both = (
        _in_words(steps, server, title, of) for title in (storage.DRIVES, storage.USABLE_SPACE, storage.DRIVES_FOR_BOTH)
    )
    return (both, f"{fewest.split()[0]} hold {usable}") if both not in ("", fewest) else (fewest, f"{usable} usable")


def _in_words(steps: Steps, server: str, title: str, of: str) -> str:
    found = steps.get((server, title, of))
    return result_in_words(found) if found else ""


def _operations(sizing: Sizing) -> dict[str, Any]:
    """Return operations by workload and RAID level, with operations a second and drives."""
    each = [step.of for step in sizing.steps if step.title == storage.OPERATIONS_EACH]
    workloads = list(dict.fromkeys(of.partition(", ")[0] for of in each))
    levels = list(dict.fromkeys(of.partition(", ")[-1] for of in each))
    first = sizing.servers[0].name if sizing.servers else ""  # they are alike on all servers
    steps = steps_by_place(sizing)
    rows = [(name, [_cell(steps, first, f"{name}, {level}") for level in levels]) for name in workloads]
    return {"heads": levels, "rows": rows}


def _cell(steps: Steps, server: str, of: str) -> tuple[str, str]:
    each = number_in_words(result_of(steps, "", storage.OPERATIONS_EACH, of))
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
    return [_step_section(list(alike)) for _, alike in groupby(steps, key=lambda step: (step.title, step.source))]


def _step_section(alike: list[SizedStep]) -> dict[str, Any]:
    formulas = list(dict.fromkeys(step.formula for step in alike))
    return {
        "title": alike[0].title,
        "formula": formulas[0] if len(formulas) == 1 else "",
        "rows": [_row(step, len(formulas) > 1) for step in alike],
        "of": any(step.of for step in alike),
        "shut": number(len(alike), "result") if len(alike) > _MANY else "",
        "remarks": [(step.of, says) for step in alike for says in step_remarks(step)],
        "source": alike[0].source,
        "ground": f"{sections_in_words(alike)}; {releases_in_words(alike)}",
        "tables": list(dict.fromkeys(figure.table for step in alike for figure in step.figures if figure.table)),
    }


def _row(step: SizedStep, with_formula: bool) -> tuple[str, str, list[str], str]:
    """Return subject, result, figures and interpolation of a step."""
    figures = list(map(figure_in_words, step.figures))
    return step.of, result_in_words(step), [step.formula] * with_formula + figures, step.interpolated


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
    how = f"{result_in_words(step)} {there}, " + (
        f"interpolated {step.interpolated}." if step.interpolated else "as measured."
    )
    return storage_drawing.curve(
        storage_drawing.CurveChart(
            ident,
            step.title,
            how if known else f"Not measured: {step.beyond}.",
            curve.along,
            curve.unit,
            tuple(map(astuple, curve.points)),
            curve.at,
            float(step.result) if known else None,
            result_in_words(step),
            bool(step.interpolated),
        )
    )


def _difference_rows(sizing: Sizing) -> list[tuple[str, list[Any], bool]]:
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


RENDERERS: dict[str, Renderer[Sizing]] = {
    "text": render_text,
    "html": render_html,
    "json": render_json,
}
