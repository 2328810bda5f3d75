"""Restated: a plan as the answer shows it again, so that whoever reads the answer need not look for the plan."""

from collections.abc import Iterator
from decimal import Decimal

from advisor.pack.tables import Cell
from advisor.sizing.answer import PlannedUsers, SizedFigure, SizedServer
from advisor.sizing.cluster_load import AskedCluster
from advisor.sizing.logging_load import AskedLogging
from advisor.sizing.plan import Load, SizePlan


def plan_figures(plan: SizePlan) -> Iterator[SizedFigure]:
    """What the plan says of all servers, without what it leaves to the method."""
    if not plan.users:
        return
    yield SizedFigure("users", sum(plan.users.values()), "users")
    yield SizedFigure("data", "critical" if plan.critical else "not critical")
    told = {
        ("databases", "databases"): plan.databases or None,
        ("growth", "%"): plan.growth_percent or None,
        ("drive", "GB"): plan.drive_gb,
        ("disk operations", "a second"): plan.disk_operations,
        ("a drive bears", "a second"): plan.drive_operations,
    }
    for (name, unit), value in told.items():
        if value is not None:
            yield SizedFigure(name, plain(value), unit)
    if plan.system:
        yield SizedFigure("system", plan.system)
    for of, size in plan.space_mb.items():
        yield SizedFigure(f"space for {of.replace('_', ' ')}", size, "MB")


def cluster_figures(asked: AskedCluster) -> Iterator[SizedFigure]:
    """What [predict.cluster] asks for."""
    yield SizedFigure("kind", asked.kind)
    yield SizedFigure("users", asked.users, "users")
    if asked.standbys:
        yield SizedFigure("standby servers", asked.standbys)
        yield SizedFigure("Cluster Replicators", asked.replicators)


def logging_figures(asked: AskedLogging) -> Iterator[SizedFigure]:
    """What [predict.logging] asks for."""
    yield SizedFigure("users", asked.users, "users")
    for name in ("drive", "platform", "workload"):
        if value := getattr(asked, name):
            yield SizedFigure(name, value)
    if asked.within_s is not None:
        yield SizedFigure("response within", plain_number(asked.within_s), "s")


def server(load: Load) -> SizedServer:
    """A server with its users."""
    users = tuple(PlannedUsers(kind, count) for kind, count in load.users.items())
    return SizedServer(load.name, load.servers, users, load.databases)


def plain(value: Cell) -> int | float | str:
    """A figure as JSON has it."""
    return plain_number(value) if isinstance(value, Decimal) else value


def plain_number(value: Decimal) -> int | float:
    """A whole one without a point."""
    return int(value) if value == int(value) else float(value)
