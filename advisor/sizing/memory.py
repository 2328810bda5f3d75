"""Memory: what a server's users take, at least and recommended, interpolated between the rows of the memory tables."""

from collections.abc import Iterator
from decimal import Decimal
from math import ceil
from typing import NamedTuple

from advisor.pack.tables import FigureTable
from advisor.sizing.figures import Figures, Worked, given, rounded, worked
from advisor.sizing.interpolating import Between, BeyondRows, between, on, words
from advisor.sizing.plan import CannotSize, Load, SizePlan
from advisor.sizing.step import SizingFigure
from advisor.sizing.users import real_users
from advisor.values.printing import counted

LEAST, RECOMMENDED, TOTAL = "Memory, least", "Memory, recommended", "total"
_COLUMNS = {LEAST: "minimum_mb", RECOMMENDED: "recommended_mb"}
_ONE_CHART = {"mail": "memory-mail", "groupware": "memory-groupware"}


class Charted(NamedTuple):
    """Memory off a table. figures: what it was worked out from."""

    mb: Decimal
    figures: tuple[SizingFigure, ...]
    interpolated: str
    ground: FigureTable


def memory(plan: SizePlan, load: Load, figures: Figures) -> Iterator[Worked]:
    """Memory for each workload's users and for all of them. Raises CannotSize beyond the tables' last rows."""
    users = real_users(load, figures)
    for title, column in _COLUMNS.items():
        if figures.printed and title == LEAST and len(users) > 1:
            continue  # the paper has one figure for a mixture
        each = []
        for workload, count in users.items():
            found = _of(workload, count, _printed(column, workload, users, figures), figures, load)
            mb, formula, ground = ceil(found.mb), _formula(workload), (found.ground, None)
            each.append(given(workload, mb, "MB"))
            yield worked(load.name, workload, title, formula, found.figures, mb, "MB", ground, found.interpolated)
        total, ground = sum(int(one.value) for one in each), (figures.table("memory-mail"), None)
        yield worked(load.name, TOTAL, title, "sum", tuple(each), total, "MB", ground)


def recommended(plan: SizePlan, load: Load, figures: Figures) -> int:
    """The memory recommended, in MB."""
    return _total(RECOMMENDED, plan, load, figures)


def least(plan: SizePlan, load: Load, figures: Figures) -> int:
    """The least memory, in MB; 0 where the paper has none."""
    return _total(LEAST, plan, load, figures)


def _total(title: str, plan: SizePlan, load: Load, figures: Figures) -> int:
    found = (one.step.result for one in memory(plan, load, figures) if (one.step.title, one.of) == (title, TOTAL))
    return int(next(found, None) or 0)


def _printed(column: str, workload: str, users: dict[str, int], figures: Figures) -> str:
    """The column; in the paper's sum the groupware users' is the least memory."""
    mixed = figures.printed and len(users) > 1 and workload == "groupware"
    return _COLUMNS[LEAST] if mixed else column


def _formula(workload: str) -> str:
    return "off the table" if workload in _ONE_CHART else "mail's + part * (groupware's - mail's)"


def _of(workload: str, users: int, column: str, figures: Figures, load: Load) -> Charted:
    if workload in _ONE_CHART:
        chart = figures.table(_ONE_CHART[workload])
        found = _on(chart, column, users, load)
        return Charted(
            found.value, (given("users", users, "users"), *_rows(chart, column, found)), words(found, chart), chart
        )
    mail, groupware = (_of(name, users, column, figures, load) for name in _ONE_CHART)
    part = _part(workload, figures)
    told = (given("mail's", mail.mb, "MB"), given("groupware's", groupware.mb, "MB"), given("part", rounded(part)))
    how = ", ".join(dict.fromkeys(filter(None, [mail.interpolated, groupware.interpolated])))
    mb = rounded(mail.mb + part * (groupware.mb - mail.mb))
    return Charted(mb, told, how or "between the two tables", _ground(workload, figures))


def _on(chart: FigureTable, column: str, users: int, load: Load) -> Between:
    """Raises CannotSize where there is no row as far out; the first row may reach to fewer users."""
    first = chart.rows[0]
    if first.text("reach") and users < first.number(chart.axis):
        return Between(first.number(column), first, first)
    try:
        return on(chart, column, users)
    except BeyondRows as slip:
        says = f"{load.name} has {users:,} users, {slip} of {chart.name}: plan with more servers"
        raise CannotSize([((*load.place, *list(load.users)[:1]), says)]) from None


def _rows(chart: FigureTable, column: str, found: Between) -> tuple[SizingFigure, ...]:
    rows = dict.fromkeys([found.low, found.high])
    unit, along = chart.columns[column].unit, chart.columns[chart.axis].unit
    return tuple(
        SizingFigure(f"at {counted(row.number(chart.axis), along)}", row[column], unit, chart.name) for row in rows
    )


def _ground(workload: str, figures: Figures) -> FigureTable:
    return figures.table("case-study-memory" if workload == "maildb" else "memory-example")


def _part(workload: str, figures: Figures) -> Decimal:
    """How far from mail's memory to groupware's: as far as in the paper's own example."""
    shown = _ground(workload, figures)
    if workload == "maildb":
        rows = [row for row in shown.rows if row.text("of") == "maildb_active"]
        low, high, told = (
            next(row for row in rows if row.text("chart") == name).number("memory_mb")
            for name in ("mail", "groupware", "")
        )
    else:
        row = shown.rows[0]
        told = row.number("least_mb")
        low, high = (
            between(chart.rows, chart.axis, "minimum_mb", row.number("users")).value
            for chart in map(figures.table, ("memory-mail", "memory-groupware"))
        )
    return (told - low) / (high - low)
