"""Cluster load: what two active servers of a cluster do as users are added, and what of it the cluster itself costs."""

from decimal import Decimal
from typing import NamedTuple

from advisor.pack.tables import FigureRow, table
from advisor.sizing import interpolating
from advisor.sizing.interpolating import BeyondRows
from advisor.sizing.measured import curve_step, errors, figure, of_table, past_the_end
from advisor.sizing.step import SizingFigure, SizingStep

_CURVES = {
    "cpu_percent": "Processor use of each active server",
    "disk_writes_kb_s": "Written to its disks",
    "disk_percent": "Time that its disks are busy",
    "client_ms": "Response time as clients measure it",
    "probe_ms": "Response time as a probe measures it",
}
_COMPONENTS = ("initiating_percent", "receiving_percent")
_ADDED = "Processor use that the cluster adds"
_MS = 1000  # in a second
_PERCENT = 100


class AskedCluster(NamedTuple):
    """What is asked of a cluster. users: on each active server. standbys: of one active server; none: two active ones.

    replicators: Cluster Replicators of the active server with standby servers.
    """

    kind: str
    users: int
    standbys: int = 0
    replicators: int = 1


def active_pair(asked: AskedCluster) -> list[SizingStep]:
    """The steps for two active servers that replicate to each other, each with these users."""
    curves = table("cluster-users")
    measured = [curve_step(title, curves, name, asked.users, asked.kind) for name, title in _CURVES.items()]
    return [*workload(asked), *measured, *_bearable(measured[3]), *components(asked)]


def workload(asked: AskedCluster) -> list[SizingStep]:
    """What the users ask of a server before it is in a cluster."""
    asks, parts = table("cluster-workload"), table("cluster-cpu")
    row, measured = asks.find(kind=asked.kind), parts.find(kind=asked.kind)
    each = figure(row, asks, "server_transactions")
    figures = (SizingFigure("users", asked.users, "users"), each, figure(measured, parts, "users", "measured users"))
    result = (row.number("server_transactions") * asked.users / measured.number("users")).quantize(Decimal(1))
    title, formula = "Server transactions", "server transactions * users / measured users"
    transactions = of_table(title, formula, figures, result, asks, "server_transactions")
    return [transactions, _r4_mail_users(asked)]


def _r4_mail_users(asked: AskedCluster) -> SizingStep:
    """The users in NotesBench's measure: the workload of the tests is heavier than its R4 mail."""
    weights = table("cluster-workload-weight")
    (row,) = weights.rows
    figures = (SizingFigure("users", asked.users, "users"), figure(row, weights, "times_r4_mail", "times"))
    result = asked.users * row.number("times_r4_mail")
    formula = "users * times, which is about the average of all kinds"
    step = of_table("As users of NotesBench's R4 mail", formula, figures, result, weights, "times_r4_mail")
    return step._replace(unit="users")


def _bearable(response: SizingStep) -> list[SizingStep]:
    """Whether the response is below what the paper holds to be too slow."""
    if not isinstance(response.result, Decimal):
        return []
    limits = table("cluster-limits")
    row = limits.find(unit="s")
    most = row.number("most")
    result = f"{'below' if response.result < most * _MS else 'not below'} {most.normalize():f} s"
    limit = figure(row, limits, "most", "limit")._replace(unit=row.text("unit"))
    figures = (SizingFigure("response time", response.result, response.unit), limit)
    step = of_table("Response against what users bear", "response time < limit", figures, result, limits, "most", row)
    return [step._replace(unit="", interpolated=response.interpolated)]


def components(asked: AskedCluster) -> list[SizingStep]:
    """What the cluster adds to an active server's processor use by its measured parts; their sum held to the whole."""
    parts = table("cluster-cpu")
    row = parts.find(kind=asked.kind)
    return [_added(asked, row), _sum(row)]


def _added(asked: AskedCluster, row: FigureRow) -> SizingStep:
    """What it adds to the processor's use: by its parts, or, where these were no sum, by the difference."""
    curves = table("cluster-users")
    busy = interpolating.on(curves, "disk_percent", row.count("users"), asked.kind)
    if busy.value >= _PERCENT:
        return _by_difference(asked, row)
    step = _parts(row)
    return step if asked.users == row["users"] else _grown(asked, row, step)


def _by_difference(asked: AskedCluster, row: FigureRow) -> SizingStep:
    """Two active servers with and without a cluster; at the measured users alone: the disks were full there."""
    parts = table("cluster-cpu")
    named = ("config4_percent", "config2_percent")
    step = of_table(
        _ADDED,
        "configuration 4 - configuration 2",
        tuple(figure(row, parts, name) for name in named),
        row.number("config4_percent") - row.number("config2_percent"),
        parts,
        "config4_percent",
    )
    says = f"its parts come to {_parts(row).result} %; {errors([row], 'config4_percent')}"
    if asked.users == row["users"]:
        return step._replace(reservation=says)
    return step._replace(result=None, beyond=f"measured at {row['users']:,} users only: {says}")


def _parts(row: FigureRow) -> SizingStep:
    """Both directions of replication, held to what the cluster added."""
    parts = table("cluster-cpu")
    figures = tuple(figure(row, parts, name) for name in _COMPONENTS)
    total = sum(map(row.number, _COMPONENTS), Decimal(0))
    step = of_table(_ADDED, "initiating + receiving", figures, total, parts, _COMPONENTS[0])
    more = row.number("config4_percent") - row.number("config2_percent")
    return step._replace(measured=f"{more} %, configuration 4 against 2")


def _grown(asked: AskedCluster, row: FigureRow, step: SizingStep) -> SizingStep:
    """The parts for other users than the measured ones: as much more as is written to disk."""
    curves = table("cluster-users")
    try:
        there = interpolating.on(curves, "disk_writes_kb_s", asked.users, asked.kind)
        here = interpolating.on(curves, "disk_writes_kb_s", row.count("users"), asked.kind)
        whole = interpolating.on(curves, "cpu_percent", asked.users, asked.kind)
        disks = interpolating.on(curves, "disk_percent", asked.users, asked.kind)
    except BeyondRows as past:
        return step._replace(result=None, measured="", beyond=past_the_end(asked.users, "users", past))
    unit = curves.columns["disk_writes_kb_s"].unit
    writes = [SizingFigure(f"writes at {asked.users:,} users", there.value, unit, curves.name)]
    writes.append(SizingFigure(f"writes at {row['users']:,} users", here.value, unit, curves.name))
    alone = Decimal(step.result or 0)
    result = (alone * there.value / here.value).quantize(alone)
    return step._replace(
        formula="(initiating + receiving) * writes / writes at the measured users",
        figures=(*step.figures, *writes),
        result=result,
        interpolated=interpolating.words(there, curves),
        beyond=f"the parts were measured at {row['users']:,} users; the paper says that they grow with the writes",
        measured=f"{whole.value} % in all, which leaves {whole.value - result} % for the base load; "
        f"at {row['users']:,} users that took {row['config2_percent']} %",
        reservation=f"the disks are busy for {disks.value} % of the time" if disks.value >= _PERCENT else "",
    )


def _sum(row: FigureRow) -> SizingStep:
    """The base load with mail transfer and both parts, held to what two active servers in a cluster took."""
    parts, configurations = table("cluster-cpu"), table("cluster-configurations")
    names = ("config2_percent", *_COMPONENTS)
    total = sum(map(row.number, names), Decimal(0))
    figures = tuple(figure(row, parts, name) for name in (*names, "config4_percent"))
    pair = configurations.find(cluster="yes", standby=0)
    whole = SizingFigure("configuration", pair["configuration"], "", configurations.name)
    title = f"Check at {row['users']:,} users: base load and parts"
    step = of_table(title, "configuration 2 + initiating + receiving", (*figures, whole), total, parts, names[0])
    off = (total / row.number("config4_percent") - 1) * _PERCENT
    told = f"{row['config4_percent']} % ({off:+.1f} %)"
    return step._replace(measured=told, reservation=errors([row], "config4_percent"))
