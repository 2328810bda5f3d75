"""Plan: what is to be sized, as a size.toml or the command line says it, and what cannot be followed of it."""

from collections.abc import Iterable
from decimal import Decimal
from math import ceil
from typing import NamedTuple

from advisor.sizing import names, predicting
from advisor.sizing.audited import systems, unknown
from advisor.sizing.predicting import AskedOfTests
from advisor.values.printing import number

_PERCENT = 100
LEAST, MOST = 1 / 1000, 10 * 1000 * 1000  # beyond these a figure is a slip, and no plan

Slip = tuple[tuple[str | int, ...], str]  # where in the plan, and what is wrong there


class Load(NamedTuple):
    """The users of a server, or of each of several alike. users: kind → real users; of the plan's before they grow.

    place: where the plan names it. servers: how many are alike.
    """

    name: str
    users: dict[str, int]
    databases: int = 0
    place: tuple[str | int, ...] = ()
    servers: int = 1


class SizePlan(NamedTuple):
    """What is to be sized; plan_form.PlanForm says what each field means. total: the sum that the plan names, or 0."""

    users: dict[str, int]
    databases: int | None = None
    servers: tuple[Load, ...] = ()
    total: int = 0
    release: str = ""
    critical: bool = False
    growth_percent: Decimal = Decimal(0)
    drive_gb: Decimal | None = None
    system: str = ""
    disk_operations: Decimal | None = None
    drive_operations: Decimal | None = None
    space_mb: dict[str, int] = {}  # noqa: RUF012 — nobody changes a plan
    predict: AskedOfTests = AskedOfTests()

    def grown_users(self) -> dict[str, int]:
        """All users by kind, with those to come."""
        return {kind: self.grown(count) for kind, count in self.users.items()}

    def grown(self, users: int) -> int:
        """Users with what is to be added to them, whole ones."""
        return ceil(users * (_PERCENT + self.growth_percent) / _PERCENT)


class CannotSize(ValueError):
    """A plan that no table holds the figures for, or that contradicts itself: where, and what is wrong."""

    def __init__(self, slips: Iterable[Slip]) -> None:
        self.slips = tuple(slips)
        super().__init__("; ".join(says for _, says in self.slips))


def summed(loads: Iterable[Load]) -> dict[str, int]:
    """The users of several servers by kind."""
    users: dict[str, int] = {}
    for load in loads:
        for kind, count in load.users.items():
            users[kind] = users.get(kind, 0) + count * load.servers
    return users


def checked(plan: SizePlan) -> SizePlan:
    """The plan, its users and databases summed where servers name them. Raises CannotSize where figures disagree."""
    slips = [*_of_names(plan), *_of_sums(plan), *predicting.slips(plan.predict)]
    if slips:
        raise CannotSize(slips)
    databases = plan.databases if plan.databases is not None else sum(load.databases for load in plan.servers)
    return plan._replace(users=summed(plan.servers) or plan.users, databases=databases)


def _of_names(plan: SizePlan) -> Iterable[Slip]:
    for place, says in names.slips(load.name for load in plan.servers):
        yield (*plan.servers[place].place, "name"), says
    for load in plan.servers:
        if not load.users:
            yield load.place, f'server "{load.name}" has no users'
    if plan.system and plan.system not in systems():
        yield ("system",), unknown(plan.system)


def _of_sums(plan: SizePlan) -> Iterable[Slip]:
    by_server = summed(plan.servers)
    for kind, count in plan.users.items() if plan.servers else ():
        if (held := by_server.get(kind, 0)) != count:
            yield ("kinds", kind), f"{kind} is {count:,}, and the servers have {held:,} of them together"
    for kind in by_server if plan.users else ():
        if kind not in plan.users:
            yield ("kinds",), f"{kind} is missing, and the servers have {by_server[kind]:,} of them"
    users = by_server or plan.users
    held = sum(users.values())
    if not users and not plan.servers and not any(plan.predict):
        yield (), "there are no users: name them by kind under [kinds], or under a [[server]] each"
    elif plan.total and plan.total != held:
        yield ("users",), f"users is {plan.total:,}, and the kinds add up to {held:,}"
    databases = sum(load.databases for load in plan.servers)
    if plan.servers and plan.databases is not None and plan.databases != databases:
        yield ("databases",), f"databases is {plan.databases:,}, and the servers have {number(databases, 'database')}"
