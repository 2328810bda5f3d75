"""Measured systems: how many servers the users need, which systems hold them, and the headroom left."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from advisor.pack.tables import FigureRow, FigureTable
from advisor.sizing.figures import PERCENT, Figures, cell, given, rounded, sizing_step
from advisor.sizing.memory import benchmark_users, least_mb
from advisor.sizing.model import SizingFigure, SizingStep
from advisor.sizing.plan import CannotSize, Load, SizePlan, measured_systems, partitions
from advisor.values.printing import listed

HOLDING_SYSTEMS = "Measured systems that hold it"
_MEMORY = "memory"


def holder_steps(load: Load, wanted: dict[str, Decimal], figures: Figures) -> Iterator[SizingStep]:
    """Yield the systems that were measured with all of these workloads and hold the server's users."""
    for system, measured in measured_systems().items():
        if not set(wanted) <= set(measured):
            continue
        of = {name: figures.table(measured[name].table) for name in wanted}
        rows = {name: of[name].rows[measured[name].place] for name in wanted}
        taken = sum((count / rows[name].number("users") for name, count in wanted.items()), Decimal(0))
        if taken <= 1:
            table, row = next(zip(of.values(), rows.values(), strict=True))
            held = tuple(cell(rows[one], "users", of[one], f"{one} users") for one in wanted)
            inputs = (
                *held,
                cell(row, "processors", table),
                _most_memory(rows, of),
                cell(row, "dollars_per_user", table, "price of a user"),
            )
            formula, says = "sum of its users' shares of it", _partition_reservation(row)
            share, ground = rounded(taken), (table, row)
            yield sizing_step(
                load.name, system, HOLDING_SYSTEMS, formula, inputs, share, "systems", ground, reservation=says
            )


def against_memory(holder: SizingStep, required_mb: int) -> SizingStep:
    """Add a reservation if the system was measured with less memory than the memory tables require."""
    had = next(figure for figure in holder.figures if figure.name == _MEMORY)
    if int(had.value) >= required_mb:
        return holder
    says = f"measured with {had.value:,} MB, where the memory tables ask for {required_mb:,} MB at least"
    both = "; ".join(filter(None, (holder.reservation, says)))
    return replace(holder, reservation=both)


def _most_memory(rows: dict[str, FigureRow], of: dict[str, FigureTable]) -> SizingFigure:
    """Return the largest memory that the system was measured with."""
    name = max(rows, key=lambda one: rows[one].count("memory_mb"))
    return cell(rows[name], "memory_mb", of[name], _MEMORY)


def _partition_reservation(row: FigureRow) -> str:
    servers = partitions(row)
    return f"its users were on {servers} partitioned servers; one Domino server alone held fewer" if servers > 1 else ""


SYSTEMS, SYSTEMS_TOTAL, SERVERS = "Systems", "total", "Servers"
SYSTEM_SHARE = "Share of a system"
_FINE, _PART = Decimal("0.000000001"), Decimal("0.001")


class Capacity(Struct, frozen=True):
    """The NotesBench users of a workload that a system holds, with the table row."""

    users: Decimal
    row: FigureRow
    table: FigureTable


def capacity(plan: SizePlan, workload: str, figures: Figures) -> Capacity:
    """Return the capacity of the planned system, or else of the method's. Raises CannotSize if it was not measured."""
    if not plan.system:
        held = figures.table("users-a-system")
        row = held.find(workload=workload)
        return Capacity(row.number("users"), row, held)
    measured = measured_systems()[plan.system]
    if workload not in measured:
        reason = f"{plan.system} was measured with {listed(measured)}, not with {workload}, which the plan asks for"
        raise CannotSize([(("system",), reason)])
    results = figures.table(measured[workload].table)
    row = results.rows[measured[workload].place]
    return Capacity(row.number("users"), row, results)


def system_share(plan: SizePlan, users: dict[str, int], figures: Figures) -> Decimal:
    """Return how many systems these users take."""
    wanted = benchmark_users(users, figures)
    return _sum_of_shares(count / capacity(plan, name, figures).users for name, count in wanted.items())


def _sum_of_shares(shares: Iterable[Decimal]) -> Decimal:
    """Return the sum of shares without the last digits, so that three thirds are one."""
    return rounded(sum(shares, Decimal(0)), _FINE)


def system_steps(plan: SizePlan, figures: Figures) -> Iterator[SizingStep]:
    """Yield each workload as a share of a system, their sum, and the number of servers."""
    shares = _share_by_workload(plan, figures)
    for workload, count in benchmark_users(plan.grown_users(), figures).items():
        holds = capacity(plan, workload, figures)
        inputs = (given("NotesBench users", count, "users"), cell(holds.row, "users", holds.table, "users a system"))
        formula, ground = "NotesBench users / users a system", (holds.table, holds.row)
        yield sizing_step("", workload, SYSTEMS, formula, inputs, rounded(shares[workload]), "systems", ground)
    chosen, whole = figures.table("users-a-system"), _sum_of_shares(shares.values())
    yield sizing_step(
        "", SYSTEMS_TOTAL, SYSTEMS, "sum", _share_figures(shares), rounded(whole), "systems", (chosen, None)
    )
    shown = rounded(whole) if ceil(whole) == ceil(rounded(whole)) else whole.normalize()
    servers = max(ceil(whole), 1)
    rounding = (given("systems", shown, "systems"),)
    yield sizing_step("", "", SERVERS, "systems, rounded up", rounding, servers, "servers", (chosen, None))


def _share_by_workload(plan: SizePlan, figures: Figures) -> dict[str, Decimal]:
    """Return all users as shares of a system, by workload. As printed, each share is rounded first."""
    users = benchmark_users(plan.grown_users(), figures)
    shares = {workload: count / capacity(plan, workload, figures).users for workload, count in users.items()}
    return {workload: rounded(one) for workload, one in shares.items()} if figures.printed else shares


def _share_figures(shares: dict[str, Decimal]) -> tuple[SizingFigure, ...]:
    """Return shares as figures, with one digit more than their sum."""
    return tuple(given(workload, rounded(one, _PART), "systems") for workload, one in shares.items())


def server_loads(plan: SizePlan, figures: Figures) -> tuple[Load, ...]:
    """Return the servers with the planned growth: those of the plan, or all users spread evenly."""
    if plan.servers:
        return tuple(
            replace(load, users={kind: plan.grown(count) for kind, count in load.users.items()})
            for load in plan.servers
        )
    servers = max(ceil(_sum_of_shares(_share_by_workload(plan, figures).values())), 1)
    users = {kind: ceil(Decimal(count) / servers) for kind, count in plan.grown_users().items()}
    name = "The server" if servers == 1 else f"Each of {servers:,} servers"
    return (Load(name, users, ceil(Decimal(plan.databases or 0) / servers), ("kinds",), servers),)


def server_share(plan: SizePlan, load: Load, figures: Figures) -> Decimal:
    """Return the share of a system that a server takes; of several equal servers the average."""
    if load.servers > 1:
        return system_share(plan, plan.grown_users(), figures) / load.servers
    return system_share(plan, load.users, figures)


def holding_steps(plan: SizePlan, load: Load, figures: Figures) -> Iterator[SizingStep]:
    """Yield the share of a system that a server takes, and the measured systems that hold it alone.

    Raises CannotSize if no measured system holds it.
    """
    taken = server_share(plan, load, figures)
    ground = (figures.table("users-a-system"), None)
    called = plan.system or "the method's system"
    wanted = server_benchmark_users(plan, load, figures)
    inputs = _share_figures({name: count / capacity(plan, name, figures).users for name, count in wanted.items()})
    formula, beyond = "sum of its users' shares", f"more than {called} holds" if taken > 1 else ""
    yield sizing_step(load.name, "", SYSTEM_SHARE, formula, inputs, rounded(taken), "systems", ground, beyond=beyond)
    found = list(holder_steps(load, wanted, figures))
    if taken > 1 and not found:
        where = (*load.place, *list(load.users)[:1])
        grown = f" with {plan.growth_percent.normalize():,f} % more users" if plan.growth_percent else ""
        says = f"{load.name} takes {rounded(taken):,} times what {called} holds{grown}, and no measured system holds"
        raise CannotSize([(where, f"{says} its users: plan with more servers")])
    required = least_mb(plan, load, figures)
    yield from (against_memory(step, required) for step in found)


def server_benchmark_users(plan: SizePlan, load: Load, figures: Figures) -> dict[str, Decimal]:
    """Return the NotesBench users of a server by workload; of several equal servers the average."""
    if load.servers == 1:
        return benchmark_users(load.users, figures)
    return {name: count / load.servers for name, count in benchmark_users(plan.grown_users(), figures).items()}


PROCESSOR_USE, ROOM_BELOW_LIMIT = "Processor use", "Room below the limit"
_TENTHS = Decimal("0.1")


def headroom_steps(plan: SizePlan, load: Load, figures: Figures) -> Iterator[SizingStep]:
    """Yield the use of the processors, and the room below each limit.

    The paper assumes that half of the users that keep a system busy keep it half busy. A kind's factor above that
    counts as work; kinds without a discount work as NotesBench's own users do.
    """
    limits = figures.table("cpu-headroom")
    conversion = figures.table("users-conversion")
    comfortable = limits.find(limit="comfortable")
    total = Decimal(0)
    inputs = []
    for kind, count in load.users.items():
        row = conversion.find(kind=kind)
        work = max(Decimal(1), row.number("factor") * comfortable.number("use_percent") / PERCENT)
        use = count * work / capacity(plan, row.text("workload"), figures).users * PERCENT
        total += use
        inputs.append(given(kind, rounded(use, _TENTHS), "%"))
    formula = "users * work of each (factor * comfortable limit, at least 1) / users a system"
    called = plan.system or "the method's system"
    over = f"more than the processors of {called} can do" if total > PERCENT else ""
    use = rounded(total, _TENTHS)
    yield sizing_step(load.name, "", PROCESSOR_USE, formula, tuple(inputs), use, "%", (limits, None), beyond=over)
    for row in limits.rows:
        room = rounded(row.number("use_percent") - total, _TENTHS)
        limit_and_use = (cell(row, "use_percent", limits, "limit"), given("use", use, "%"))
        of, formula, ground, beyond = row.text("limit"), "limit - use", (limits, row), "over the limit" * (room < 0)
        yield sizing_step(
            load.name, of, ROOM_BELOW_LIMIT, formula, limit_and_use, room, "points", ground, beyond=beyond
        )
