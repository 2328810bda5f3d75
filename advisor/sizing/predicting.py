"""Predicting: what the tests say of a cluster's users, standby servers and replicators, and of the drive of a log."""

from typing import NamedTuple

from advisor.pack.tables import table
from advisor.sizing.cluster_load import AskedCluster, active_pair
from advisor.sizing.logging_load import AskedLogging, logging_steps
from advisor.sizing.standby_load import standby_steps
from advisor.sizing.step import SizingStep
from advisor.values.near import closest, suggestion
from advisor.values.printing import listed

_LEFT_OUT = AskedLogging._field_defaults  # "" is each of them


class AskedOfTests(NamedTuple):
    """What a plan's [predict] asks for."""

    cluster: AskedCluster | None = None
    logging: AskedLogging | None = None


def predicted(asked: AskedOfTests) -> dict[str, tuple[SizingStep, ...]]:
    """The steps of what is asked for, by its name in the plan."""
    found: dict[str, tuple[SizingStep, ...]] = {}
    if asked.cluster:
        found["cluster"] = tuple((standby_steps if asked.cluster.standbys else active_pair)(asked.cluster))
    if asked.logging:
        found["logging"] = tuple(logging_steps(asked.logging))
    return found


def slips(asked: AskedOfTests) -> list[tuple[tuple[str | int, ...], str]]:
    """What is asked for that no table speaks of, each with its place in the plan."""
    found: list[tuple[tuple[str | int, ...], str]] = []
    for part in asked:
        for field, known in _known().items():
            said = getattr(part, field, None)
            if said is not None and said not in known and (said or field not in _LEFT_OUT):
                place = "cluster" if isinstance(part, AskedCluster) else "logging"
                tell = suggestion(closest(said, known), f"there are {listed(known, len(known))}")
                found.append((("predict", place, field), f'no {field} "{said}" was measured{tell}'))
    return [*found, *_of_replicators(asked.cluster)]


def _of_replicators(cluster: AskedCluster | None) -> list[tuple[tuple[str | int, ...], str]]:
    if cluster and cluster.replicators > 1 and not cluster.standbys:
        return [(("predict", "cluster", "replicators"), "several replicators were measured with standby servers only")]
    return []


def _known() -> dict[str, list[str]]:
    """What a field may say: the cells of the tables that it is looked up in."""
    columns = {"kind": "cluster-cpu", "drive": "logging-drives", "platform": "logging-cpu", "workload": "logging-cpu"}
    return {name: list(dict.fromkeys(row.text(name) for row in table(of).rows)) for name, of in columns.items()}
