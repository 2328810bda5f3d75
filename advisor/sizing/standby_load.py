"""Standby load: what standby servers and Cluster Replicators do to the processor and the disks of an active server."""

from decimal import Decimal

from advisor.pack.tables import FigureRow, table
from advisor.sizing.cluster_load import AskedCluster, workload
from advisor.sizing.measured import curve_step, figure, of_table
from advisor.sizing.step import SizingFigure, SizingStep

_KIND = "medium"  # the users of the tests with several standby servers
_WHAT = {"cluster-replicators-cpu": "Processor use", "cluster-replicators-disk": "Disk use"}


def standby_steps(asked: AskedCluster) -> list[SizingStep]:
    """The steps for one active server with users and its standby servers."""
    measured = [
        _with_replicators(asked, name, server)
        for name in _WHAT
        for server in dict.fromkeys(row.text("server") for row in table(name).rows)
    ]
    network = curve_step("Network traffic of writes", table("cluster-network"), "times", asked.standbys)
    return [*workload(asked), *_by_parts(asked, measured), *measured, network]


def _by_parts(asked: AskedCluster, measured: list[SizingStep]) -> list[SizingStep]:
    """The active and the standby server by what one standby server costs, held to what was measured with several."""
    parts, configurations = table("cluster-cpu"), table("cluster-configurations")
    row = parts.find(kind=asked.kind)
    one = configurations.find(cluster="yes", standby=1)
    standbys = SizingFigure("standby servers", asked.standbys, "servers")
    whole = SizingFigure("configuration", one["configuration"], "", configurations.name)
    base, initiating = row.number("config1_percent"), row.number("initiating_percent")
    named = [figure(row, parts, name) for name in ("config1_percent", "initiating_percent", "receiving_percent")]
    active = of_table(
        "Processor use of the active server, by parts",
        "configuration 1 + standby servers * initiating",
        (*named[:2], standbys, whole),
        base + asked.standbys * initiating,
        parts,
        "config1_percent",
    )
    standby = of_table(
        "Processor use of each standby server, by parts",
        "receiving",
        (named[2], whole),
        row.number("receiving_percent"),
        parts,
        "receiving_percent",
    )
    steps = [_as_measured(asked, row, step) for step in (active, standby)]
    return [_held_to(step, found) for step, found in zip(steps, measured[:2], strict=True)]


def _as_measured(asked: AskedCluster, row: FigureRow, step: SizingStep) -> SizingStep:
    """A step of parts as it is at the measured users; without a result at others: nobody knows how they grow."""
    if asked.users != row["users"]:
        return step._replace(result=None, beyond=f"measured for {row['users']:,} {row['kind']} users only")
    several = "each part was measured with one standby server" if asked.standbys > 1 else ""
    return step._replace(beyond=several)


def _held_to(step: SizingStep, measured: SizingStep) -> SizingStep:
    """With the measured use beside it, where both are known."""
    if not isinstance(step.result, Decimal) or not isinstance(measured.result, Decimal):
        return step
    off = (step.result / measured.result - 1) * 100
    return step._replace(measured=f"the tests with several gave {measured.result} % ({off:+.0f} %)")


def _with_replicators(asked: AskedCluster, name: str, server: str) -> SizingStep:
    """Of the table of one measure: with one Cluster Replicator, with as many as standby servers, or between the two."""
    curves = table(name)
    title = f"{_WHAT[name]} of {'the active' if server == 'active' else 'each standby'} server"
    one = curve_step(title, curves, "one_task_percent", asked.standbys, server)
    users = table("cluster-cpu").find(kind=_KIND)["users"]
    if asked.kind != _KIND or asked.users != users:
        return _unknown(one, f"measured for {users:,} {_KIND} users only")
    if asked.replicators == 1:
        return one
    return _between_tasks(asked, one, curve_step(title, curves, "n_tasks_percent", asked.standbys, server), server)


def _between_tasks(asked: AskedCluster, one: SizingStep, several: SizingStep, server: str) -> SizingStep:
    if asked.replicators > asked.standbys:
        past = f"{asked.replicators} Cluster Replicators: at most one for each standby server was measured"
        return _unknown(one, past)
    if not isinstance(one.result, Decimal) or not isinstance(several.result, Decimal):
        return several
    tasks = SizingFigure("Cluster Replicators", asked.replicators, "tasks")
    share = Decimal(asked.replicators - 1) / (asked.standbys - 1)
    result = one.result + share * (several.result - one.result)
    line = f"between 1 and {asked.standbys} Cluster Replicators" if share < 1 else ""
    falls = several.result < one.result
    rises = "the text says that use rises with several replicators; here it falls" if falls else ""
    return several._replace(
        curve=None if line else several.curve,
        figures=(tasks, *one.figures, *several.figures[1:]),
        result=result.quantize(several.result),
        interpolated=", ".join(filter(None, (several.interpolated, line))),
        reservation="; ".join(dict.fromkeys(filter(None, (one.reservation, rises)))),
    )


def _unknown(step: SizingStep, why: str) -> SizingStep:
    """A step without what was not measured."""
    return step._replace(result=None, interpolated="", reservation="", beyond=why, curve=None)
