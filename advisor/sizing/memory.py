"""Users by workload, and the memory that they need."""

from collections.abc import Iterator
from decimal import Decimal
from math import ceil

from msgspec import Struct

from advisor.pack.tables import FigureTable
from advisor.sizing.figures import (
    BeyondRows,
    Figures,
    Interpolation,
    cell,
    given,
    interpolate,
    interpolation_words,
    rounded,
    sizing_step,
    value_on,
)
from advisor.sizing.model import SizingFigure, SizingStep
from advisor.sizing.plan import CannotSize, Load, SizePlan
from advisor.values.printing import counted

USERS_WITH_GROWTH, NOTESBENCH_USERS = "Users with growth", "NotesBench users"


def growth_steps(plan: SizePlan, figures: Figures) -> Iterator[SizingStep]:
    """Yield the users of each kind with the planned growth; nothing without growth."""
    conversion = figures.table("users-conversion")
    for kind, count in plan.users.items() if plan.growth_percent else ():
        inputs = (given("users", count, "users"), given("growth", plan.growth_percent, "%"))
        ground = (conversion, conversion.find(kind=kind))
        yield sizing_step("", kind, USERS_WITH_GROWTH, "users + growth", inputs, plan.grown(count), "users", ground)


def conversion_steps(plan: SizePlan, figures: Figures) -> Iterator[SizingStep]:
    """Yield the users of each kind as NotesBench users."""
    conversion = figures.table("users-conversion")
    for kind, count in plan.users.items():
        row = conversion.find(kind=kind)
        inputs = (given("users", plan.grown(count), "users"), cell(row, "factor", conversion))
        result = plan.grown(count) * row.number("factor")
        yield sizing_step("", kind, NOTESBENCH_USERS, "users * factor", inputs, result, "users", (conversion, row))


def benchmark_users(users: dict[str, int], figures: Figures) -> dict[str, Decimal]:
    """Return NotesBench users by workload. `users` include the planned growth."""
    conversion = figures.table("users-conversion")
    found: dict[str, Decimal] = {}
    for kind, count in users.items():
        row = conversion.find(kind=kind)
        workload = row.text("workload")
        found[workload] = found.get(workload, Decimal(0)) + count * row.number("factor")
    return found


def real_users(load: Load, figures: Figures) -> dict[str, int]:
    """Return the real users of a server by workload."""
    conversion = figures.table("users-conversion")
    found: dict[str, int] = {}
    for kind, count in load.users.items():
        workload = conversion.find(kind=kind).text("workload")
        found[workload] = found.get(workload, 0) + count
    return found


LEAST_MEMORY, RECOMMENDED_MEMORY, MEMORY_TOTAL = "Memory, least", "Memory, recommended", "total"
_COLUMNS = {LEAST_MEMORY: "minimum_mb", RECOMMENDED_MEMORY: "recommended_mb"}
_ONE_CHART = {"mail": "memory-mail", "groupware": "memory-groupware"}


class ChartedMemory(Struct, frozen=True):
    """Memory in MB from a table, with the figures that it was calculated from."""

    mb: Decimal
    figures: tuple[SizingFigure, ...]
    interpolated: str
    ground: FigureTable


def memory_steps(plan: SizePlan, load: Load, figures: Figures) -> Iterator[SizingStep]:
    """Yield the memory for the users of each workload and for all. Raises CannotSize beyond the last row."""
    users = real_users(load, figures)
    for title, column in _COLUMNS.items():
        if figures.printed and title == LEAST_MEMORY and len(users) > 1:
            continue  # the paper has one figure for a mixture
        each = []
        for workload, count in users.items():
            found = _workload_memory(workload, count, _column(column, workload, users, figures), figures, load)
            mb, formula, ground = ceil(found.mb), _memory_formula(workload), (found.ground, None)
            each.append(given(workload, mb, "MB"))
            yield sizing_step(load.name, workload, title, formula, found.figures, mb, "MB", ground, found.interpolated)
        total, ground = sum(int(figure.value) for figure in each), (figures.table("memory-mail"), None)
        yield sizing_step(load.name, MEMORY_TOTAL, title, "sum", tuple(each), total, "MB", ground)


def recommended_mb(plan: SizePlan, load: Load, figures: Figures) -> int:
    """Return the recommended memory, in MB."""
    return _total_mb(RECOMMENDED_MEMORY, plan, load, figures)


def least_mb(plan: SizePlan, load: Load, figures: Figures) -> int:
    """Return the least memory, in MB; 0 if the paper has none."""
    return _total_mb(LEAST_MEMORY, plan, load, figures)


def _total_mb(title: str, plan: SizePlan, load: Load, figures: Figures) -> int:
    found = (
        step.result for step in memory_steps(plan, load, figures) if (step.title, step.of) == (title, MEMORY_TOTAL)
    )
    return int(next(found, None) or 0)


def _column(column: str, workload: str, users: dict[str, int], figures: Figures) -> str:
    """Return the table column. As printed, a mixture of workloads uses the least memory of groupware users."""
    mixed = figures.printed and len(users) > 1 and workload == "groupware"
    return _COLUMNS[LEAST_MEMORY] if mixed else column


def _memory_formula(workload: str) -> str:
    return "off the table" if workload in _ONE_CHART else "mail's + part * (groupware's - mail's)"


def _workload_memory(workload: str, users: int, column: str, figures: Figures, load: Load) -> ChartedMemory:
    if workload in _ONE_CHART:
        chart = figures.table(_ONE_CHART[workload])
        found = _chart_value(chart, column, users, load)
        return ChartedMemory(
            found.value,
            (given("users", users, "users"), *_chart_figures(chart, column, found)),
            interpolation_words(found, chart),
            chart,
        )
    mail, groupware = (_workload_memory(name, users, column, figures, load) for name in _ONE_CHART)
    part = _groupware_part(workload, figures)
    inputs = (given("mail's", mail.mb, "MB"), given("groupware's", groupware.mb, "MB"), given("part", rounded(part)))
    how = ", ".join(dict.fromkeys(filter(None, [mail.interpolated, groupware.interpolated])))
    mb = rounded(mail.mb + part * (groupware.mb - mail.mb))
    return ChartedMemory(mb, inputs, how or "between the two tables", _example_table(workload, figures))


def _chart_value(chart: FigureTable, column: str, users: int, load: Load) -> Interpolation:
    """Return the value of the table for these users; the first row may also cover fewer users.

    Raises CannotSize beyond the last row.
    """
    first = chart.rows[0]
    if first.text("reach") and users < first.number(chart.axis):
        return Interpolation(first.number(column), first, first)
    try:
        return value_on(chart, column, users)
    except BeyondRows as error:
        says = f"{load.name} has {users:,} users, {error} of {chart.name}: plan with more servers"
        raise CannotSize([((*load.place, *list(load.users)[:1]), says)]) from None


def _chart_figures(chart: FigureTable, column: str, found: Interpolation) -> tuple[SizingFigure, ...]:
    rows = dict.fromkeys([found.low, found.high])
    unit, along = chart.columns[column].unit, chart.columns[chart.axis].unit
    return tuple(
        SizingFigure(f"at {counted(row.number(chart.axis), along)}", row[column], unit, chart.name) for row in rows
    )


def _example_table(workload: str, figures: Figures) -> FigureTable:
    return figures.table("case-study-memory" if workload == "maildb" else "memory-example")


def _groupware_part(workload: str, figures: Figures) -> Decimal:
    """Return how far between the memory of mail and groupware users a workload is, by the paper's own example."""
    shown = _example_table(workload, figures)
    if workload == "maildb":
        rows = [row for row in shown.rows if row.text("of") == "maildb_active"]
        low, high, example = (
            next(row for row in rows if row.text("chart") == name).number("memory_mb")
            for name in ("mail", "groupware", "")
        )
    else:
        row = shown.rows[0]
        example = row.number("least_mb")
        low, high = (
            interpolate(chart.rows, chart.axis, "minimum_mb", row.number("users")).value
            for chart in map(figures.table, ("memory-mail", "memory-groupware"))
        )
    return (example - low) / (high - low)
