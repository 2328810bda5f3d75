"""Headroom: how busy a server's processors will be, against how busy they may be."""

from collections.abc import Iterator
from decimal import Decimal

from advisor.sizing.figures import PERCENT, Figures, Worked, cell, given, rounded, worked
from advisor.sizing.plan import Load, SizePlan
from advisor.sizing.systems import capacity

TITLE, ROOM = "Processor use", "Room below the limit"
_TENTHS = Decimal("0.1")


def headroom(plan: SizePlan, load: Load, figures: Figures) -> Iterator[Worked]:
    """The use of the processors, and what is left below each limit.

    The paper takes half of the users that kept a system busy for those that keep it half busy. What a kind's factor
    is above that counts as work; the kinds without a discount work as NotesBench's own users do.
    """
    limits = figures.table("cpu-headroom")
    conversion = figures.table("users-conversion")
    comfortable = limits.find(limit="comfortable")
    total = Decimal(0)
    told = []
    for kind, count in load.users.items():
        row = conversion.find(kind=kind)
        work = max(Decimal(1), row.number("factor") * comfortable.number("use_percent") / PERCENT)
        use = count * work / capacity(plan, row.text("workload"), figures).users * PERCENT
        total += use
        told.append(given(kind, rounded(use, _TENTHS), "%"))
    formula = "users * work of each (factor * comfortable limit, at least 1) / users a system"
    called = plan.system or "the method's system"
    over = f"more than the processors of {called} can do" if total > PERCENT else ""
    use = rounded(total, _TENTHS)
    yield worked(load.name, "", TITLE, formula, tuple(told), use, "%", (limits, None), beyond=over)
    for row in limits.rows:
        room = rounded(row.number("use_percent") - total, _TENTHS)
        figures_of = (cell(row, "use_percent", limits, "limit"), given("use", use, "%"))
        beyond = "over the limit" if room < 0 else ""
        yield worked(
            load.name, row.text("limit"), ROOM, "limit - use", figures_of, room, "points", (limits, row), beyond=beyond
        )
