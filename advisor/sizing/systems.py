"""Systems: NotesBench users as shares of a system, how many servers that makes, and who is on which."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from math import ceil
from typing import NamedTuple

from advisor.pack.tables import FigureRow, FigureTable
from advisor.sizing.audited import systems
from advisor.sizing.figures import Figures, Worked, cell, given, rounded, worked
from advisor.sizing.holders import against_memory, holders
from advisor.sizing.memory import least
from advisor.sizing.plan import CannotSize, Load, SizePlan
from advisor.sizing.step import SizingFigure
from advisor.sizing.users import benchmark_users
from advisor.values.printing import listed

TITLE, TOTAL, SERVERS = "Systems", "total", "Servers"
LOAD = "Share of a system"
_FINE, _PART = Decimal("0.000000001"), Decimal("0.001")


class Capacity(NamedTuple):
    """How many NotesBench users of a workload a system holds, and where that stands."""

    users: Decimal
    row: FigureRow
    table: FigureTable


def capacity(plan: SizePlan, workload: str, figures: Figures) -> Capacity:
    """Of the system that the plan names, else of the method's. Raises CannotSize where nobody measured it."""
    if not plan.system:
        held = figures.table("users-a-system")
        row = held.find(workload=workload)
        return Capacity(row.number("users"), row, held)
    measured = systems()[plan.system]
    if workload not in measured:
        told = f"{plan.system} was measured with {listed(measured)}, not with {workload}, which the plan asks for"
        raise CannotSize([(("system",), told)])
    results = figures.table(measured[workload].table)
    row = results.rows[measured[workload].place]
    return Capacity(row.number("users"), row, results)


def share(plan: SizePlan, users: dict[str, int], figures: Figures) -> Decimal:
    """How many systems these users take."""
    wanted = benchmark_users(users, figures)
    return _sum(count / capacity(plan, name, figures).users for name, count in wanted.items())


def _sum(shares: Iterable[Decimal]) -> Decimal:
    """Without the last digits, so that three thirds are one."""
    return rounded(sum(shares, Decimal(0)), _FINE)


def selecting(plan: SizePlan, figures: Figures) -> Iterator[Worked]:
    """Each workload as a share of a system, and their sum."""
    shares = _shares(plan, figures)
    for workload, count in benchmark_users(plan.grown_users(), figures).items():
        holds = capacity(plan, workload, figures)
        told = (given("NotesBench users", count, "users"), cell(holds.row, "users", holds.table, "users a system"))
        formula, ground = "NotesBench users / users a system", (holds.table, holds.row)
        yield worked("", workload, TITLE, formula, told, rounded(shares[workload]), "systems", ground)
    chosen, whole = figures.table("users-a-system"), _sum(shares.values())
    yield worked("", TOTAL, TITLE, "sum", _added(shares), rounded(whole), "systems", (chosen, None))
    shown = rounded(whole) if ceil(whole) == ceil(rounded(whole)) else whole.normalize()
    servers = max(ceil(whole), 1)
    rounding = (given("systems", shown, "systems"),)
    yield worked("", "", SERVERS, "systems, rounded up", rounding, servers, "servers", (chosen, None))


def _shares(plan: SizePlan, figures: Figures) -> dict[str, Decimal]:
    """All users as systems, by workload. The paper rounds each before it adds them."""
    users = benchmark_users(plan.grown_users(), figures)
    shares = {workload: count / capacity(plan, workload, figures).users for workload, count in users.items()}
    return {workload: rounded(one) for workload, one in shares.items()} if figures.printed else shares


def _added(shares: dict[str, Decimal]) -> tuple[SizingFigure, ...]:
    """Shares as parts of a sum: with a digit more than the sum, so that they add up to it."""
    return tuple(given(workload, rounded(one, _PART), "systems") for workload, one in shares.items())


def loads(plan: SizePlan, figures: Figures) -> tuple[Load, ...]:
    """The servers with users to come: as the plan has them, else all spread evenly over as many as it takes."""
    if plan.servers:
        return tuple(
            load._replace(users={kind: plan.grown(count) for kind, count in load.users.items()})
            for load in plan.servers
        )
    servers = max(ceil(_sum(_shares(plan, figures).values())), 1)
    users = {kind: ceil(Decimal(count) / servers) for kind, count in plan.grown_users().items()}
    name = "The server" if servers == 1 else f"Each of {servers:,} servers"
    return (Load(name, users, ceil(Decimal(plan.databases or 0) / servers), ("kinds",), servers),)


def part(plan: SizePlan, load: Load, figures: Figures) -> Decimal:
    """What a server takes of a system: of several alike the part that each has on average."""
    if load.servers > 1:
        return share(plan, plan.grown_users(), figures) / load.servers
    return share(plan, load.users, figures)


def holding(plan: SizePlan, load: Load, figures: Figures) -> Iterator[Worked]:
    """What a server takes of a system, and the measured systems that hold it alone.

    Raises CannotSize where neither the plan's system does nor any that was measured.
    """
    taken = part(plan, load, figures)
    ground = (figures.table("users-a-system"), None)
    called = plan.system or "the method's system"
    wanted = on_one(plan, load, figures)
    told = _added({name: count / capacity(plan, name, figures).users for name, count in wanted.items()})
    formula, beyond = "sum of its users' shares", f"more than {called} holds" if taken > 1 else ""
    yield worked(load.name, "", LOAD, formula, told, rounded(taken), "systems", ground, beyond=beyond)
    found = list(holders(load, wanted, figures))
    if taken > 1 and not found:
        where = (*load.place, *list(load.users)[:1])
        grown = f" with {plan.growth_percent.normalize():,f} % more users" if plan.growth_percent else ""
        says = f"{load.name} takes {rounded(taken):,} times what {called} holds{grown}, and no measured system holds"
        raise CannotSize([(where, f"{says} its users: plan with more servers")])
    asked = least(plan, load, figures)
    yield from (against_memory(one, asked) for one in found)


def on_one(plan: SizePlan, load: Load, figures: Figures) -> dict[str, Decimal]:
    """NotesBench users on a server, by workload; of several alike what each has on average."""
    if load.servers == 1:
        return benchmark_users(load.users, figures)
    return {name: count / load.servers for name, count in benchmark_users(plan.grown_users(), figures).items()}
