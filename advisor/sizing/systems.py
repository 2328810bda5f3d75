"""Systems: NotesBench users as shares of a system, how many servers that makes, and who is on which."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from math import ceil
from typing import NamedTuple

from advisor.pack.tables import FigureRow, FigureTable
from advisor.sizing.figures import Figures, Worked, cell, given, rounded, worked
from advisor.sizing.plan import CannotSize, Load, SizePlan, systems
from advisor.sizing.users import benchmark_users
from advisor.values.printing import listed, number

TITLE, TOTAL, SERVERS = "Systems", "total", "Servers"
LOAD = "Share of a system"
HOLDING = "Measured systems that hold it"
_FINE = Decimal("0.000000001")


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
    wanted = benchmark_users(plan, users, figures)
    return _sum(count / capacity(plan, name, figures).users for name, count in wanted.items())


def _sum(shares: Iterable[Decimal]) -> Decimal:
    """Without the last digits, so that three thirds are one."""
    return rounded(sum(shares, Decimal(0)), _FINE)


def selecting(plan: SizePlan, figures: Figures) -> Iterator[Worked]:
    """Each workload as a share of a system, and their sum."""
    found: list[Decimal] = []
    for workload, count in benchmark_users(plan, plan.users, figures).items():
        holds = capacity(plan, workload, figures)
        found.append(rounded(count / holds.users))
        told = (given("NotesBench users", count, "users"), cell(holds.row, "users", holds.table, "users a system"))
        formula = "NotesBench users / users a system"
        yield worked("", workload, TITLE, formula, told, found[-1], "systems", (holds.table, holds.row))
    chosen = figures.table("users-a-system")
    whole = share(plan, plan.users, figures)
    each = tuple(given("systems", one, "systems") for one in found)
    yield worked("", TOTAL, TITLE, "sum", each, rounded(whole), "systems", (chosen, None))
    rounding = (given("systems", rounded(whole), "systems"),)
    yield worked("", "", SERVERS, "systems, rounded up", rounding, ceil(whole), "servers", (chosen, None))


def loads(plan: SizePlan, figures: Figures) -> tuple[Load, ...]:
    """The servers as the plan has them, else all users spread evenly over as many as it takes."""
    if plan.servers:
        return plan.servers
    servers = ceil(share(plan, plan.users, figures))
    users = {kind: ceil(Decimal(count) / servers) for kind, count in plan.users.items()}
    name = "the server" if servers == 1 else f"each of {number(servers, 'server')}"
    return (Load(name, users, ceil(Decimal(plan.databases) / servers), ("kinds",), servers),)


def part(plan: SizePlan, load: Load, figures: Figures) -> Decimal:
    """What a server takes of a system: of several alike the part that each has on average."""
    return share(plan, plan.users, figures) / load.servers if load.servers > 1 else share(plan, load.users, figures)


def holding(plan: SizePlan, load: Load, figures: Figures) -> Iterator[Worked]:
    """What a server takes of a system, and the measured systems that hold it alone.

    Raises CannotSize where neither the plan's system does nor any that was measured.
    """
    taken = part(plan, load, figures)
    ground = (figures.table("users-a-system"), None)
    called = plan.system or "the method's system"
    told = tuple(
        given(name, rounded(count / capacity(plan, name, figures).users), "systems")
        for name, count in _on_one(plan, load, figures).items()
    )
    formula, beyond = "sum of its users' shares", f"more than {called} holds" if taken > 1 else ""
    yield worked(load.name, "", LOAD, formula, told, rounded(taken), "systems", ground, beyond=beyond)
    found = list(_others(plan, load, figures))
    if taken > 1 and not found:
        where = (*load.place, *list(load.users)[:1])
        says = f"{load.name} takes {rounded(taken):,} times what {called} holds, and no measured system holds its users"
        raise CannotSize([(where, f"{says}: plan with more servers")])
    yield from found


def _others(plan: SizePlan, load: Load, figures: Figures) -> Iterator[Worked]:
    """The systems that were measured with all of the server's workloads, and hold them."""
    wanted = _on_one(plan, load, figures)
    for system, measured in systems().items():
        if not set(wanted) <= set(measured):
            continue
        of = {name: figures.table(measured[name].table) for name in wanted}
        rows = {name: of[name].rows[measured[name].place] for name in wanted}
        taken = _sum(count / rows[name].number("users") for name, count in wanted.items())
        if taken <= 1:
            name = next(iter(wanted))
            ground = (of[name], rows[name])
            held = tuple(cell(rows[one], "users", of[one], f"{one} users") for one in wanted)
            price = cell(rows[name], "dollars_per_user", of[name], "price of a user")
            formula, told = "sum of its users' shares of it", (*held, price)
            yield worked(load.name, system, HOLDING, formula, told, rounded(taken), "systems", ground)


def _on_one(plan: SizePlan, load: Load, figures: Figures) -> dict[str, Decimal]:
    """NotesBench users on a server, by workload; of several alike what each has on average."""
    if load.servers == 1:
        return benchmark_users(plan, load.users, figures)
    return {name: count / load.servers for name, count in benchmark_users(plan, plan.users, figures).items()}
