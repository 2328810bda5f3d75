"""Predictions from measured tests: active servers of a cluster, standby servers, transaction logging."""

from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from advisor.pack.tables import FigureRow, FigureTable, table
from advisor.sizing.figures import (
    ON_THE_LINE,
    BeyondRows,
    axis_reached,
    beyond_text,
    curve_step,
    interpolation_words,
    print_errors,
    table_figure,
    table_step,
    value_on,
)
from advisor.sizing.model import SizingFigure, SizingStep
from advisor.values.near import closest, suggestion
from advisor.values.printing import listed

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


class ClusterRequest(Struct, frozen=True):
    """The cluster whose load is predicted."""

    kind: str  # of mail users: light, medium or heavy
    users: int  # on each active server
    standbys: int = 0  # standby servers of one active server; 0: two active servers
    replicators: int = 1  # Cluster Replicators of the active server, with standby servers


def active_pair_steps(request: ClusterRequest) -> list[SizingStep]:
    """Return the steps for two active servers that replicate to each other."""
    curves = table("cluster-users")
    measured = [curve_step(title, curves, name, request.users, request.kind) for name, title in _CURVES.items()]
    return [*workload_steps(request), *measured, *_response_step(measured[3]), *component_steps(request)]


def workload_steps(request: ClusterRequest) -> list[SizingStep]:
    """Return the load of the users on a server before it joins a cluster."""
    asks, parts = table("cluster-workload"), table("cluster-cpu")
    row, measured = asks.find(kind=request.kind), parts.find(kind=request.kind)
    each = table_figure(row, asks, "server_transactions")
    figures = (
        SizingFigure("users", request.users, "users"),
        each,
        table_figure(measured, parts, "users", "measured users"),
    )
    result = (row.number("server_transactions") * request.users / measured.number("users")).quantize(Decimal(1))
    title, formula = "Server transactions", "server transactions * users / measured users"
    transactions = table_step(title, formula, figures, result, asks, "server_transactions")
    return [transactions, _r4_mail_users(request)]


def _r4_mail_users(request: ClusterRequest) -> SizingStep:
    """Return the users in NotesBench's measure. The workload of the tests is heavier than its R4 mail."""
    weights = table("cluster-workload-weight")
    (row,) = weights.rows
    figures = (SizingFigure("users", request.users, "users"), table_figure(row, weights, "times_r4_mail", "times"))
    result = request.users * row.number("times_r4_mail")
    formula = "users * times, which is about the average of all kinds"
    step = table_step("As users of NotesBench's R4 mail", formula, figures, result, weights, "times_r4_mail")
    return replace(step, unit="users")


def _response_step(response: SizingStep) -> list[SizingStep]:
    """Return whether the response time is below the paper's limit."""
    if not isinstance(response.result, Decimal):
        return []
    limits = table("cluster-limits")
    row = limits.find(unit="s")
    most = row.number("most")
    result = f"{'below' if response.result < most * _MS else 'not below'} {most.normalize():f} s"
    limit = replace(table_figure(row, limits, "most", "limit"), unit=row.text("unit"))
    figures = (SizingFigure("response time", response.result, response.unit), limit)
    step = table_step("Response against what users bear", "response time < limit", figures, result, limits, "most", row)
    return [replace(step, unit="", interpolated=response.interpolated)]


def component_steps(request: ClusterRequest) -> list[SizingStep]:
    """Return the processor load that the cluster adds, by its measured parts, and their sum against the whole."""
    parts = table("cluster-cpu")
    row = parts.find(kind=request.kind)
    return [_added_load(request, row), _check_of_parts(row)]


def _added_load(request: ClusterRequest, row: FigureRow) -> SizingStep:
    """Return the added load by its parts, or as a difference if the disks were saturated in the tests."""
    curves = table("cluster-users")
    busy = value_on(curves, "disk_percent", row.count("users"), request.kind)
    if busy.value >= _PERCENT:
        return _by_difference(request, row)
    step = _parts(row)
    return step if request.users == row["users"] else _scaled_to_users(request, row, step)


def _by_difference(request: ClusterRequest, row: FigureRow) -> SizingStep:
    """Return the difference of two active servers with and without a cluster, for the measured users only."""
    parts = table("cluster-cpu")
    named = ("config4_percent", "config2_percent")
    step = table_step(
        _ADDED,
        "configuration 4 - configuration 2",
        tuple(table_figure(row, parts, name) for name in named),
        row.number("config4_percent") - row.number("config2_percent"),
        parts,
        "config4_percent",
    )
    says = f"its parts come to {_parts(row).result} %; {print_errors([row], 'config4_percent')}"
    if request.users == row["users"]:
        return replace(step, reservation=says)
    return replace(step, result=None, beyond=f"measured at {row['users']:,} users only: {says}")


def _parts(row: FigureRow) -> SizingStep:
    """Return the sum of both directions of replication, beside the measured total."""
    parts = table("cluster-cpu")
    figures = tuple(table_figure(row, parts, name) for name in _COMPONENTS)
    total = sum(map(row.number, _COMPONENTS), Decimal(0))
    step = table_step(_ADDED, "initiating + receiving", figures, total, parts, _COMPONENTS[0])
    more = row.number("config4_percent") - row.number("config2_percent")
    return replace(step, measured=f"{more} %, configuration 4 against 2")


def _scaled_to_users(request: ClusterRequest, row: FigureRow, step: SizingStep) -> SizingStep:
    """Return the parts for other users than the measured ones, scaled by the disk writes."""
    curves = table("cluster-users")
    try:
        at_users = value_on(curves, "disk_writes_kb_s", request.users, request.kind)
        at_measured = value_on(curves, "disk_writes_kb_s", row.count("users"), request.kind)
        total_use = value_on(curves, "cpu_percent", request.users, request.kind)
        disk_use = value_on(curves, "disk_percent", request.users, request.kind)
    except BeyondRows as past:
        return replace(step, result=None, measured="", beyond=beyond_text(request.users, "users", past))
    unit = curves.columns["disk_writes_kb_s"].unit
    writes = [SizingFigure(f"writes at {request.users:,} users", at_users.value, unit, curves.name)]
    writes.append(SizingFigure(f"writes at {row['users']:,} users", at_measured.value, unit, curves.name))
    alone = Decimal(step.result or 0)
    result = (alone * at_users.value / at_measured.value).quantize(alone)
    return replace(
        step,
        formula="(initiating + receiving) * writes / writes at the measured users",
        figures=(*step.figures, *writes),
        result=result,
        interpolated=interpolation_words(at_users, curves),
        beyond=f"the parts were measured at {row['users']:,} users; the paper says that they grow with the writes",
        measured=f"{total_use.value} % in all, which leaves {total_use.value - result} % for the base load; "
        f"at {row['users']:,} users that took {row['config2_percent']} %",
        reservation=f"the disks are busy for {disk_use.value} % of the time" if disk_use.value >= _PERCENT else "",
    )


def _check_of_parts(row: FigureRow) -> SizingStep:
    """Return the base load and both parts, beside the measured load of two active servers."""
    parts, configurations = table("cluster-cpu"), table("cluster-configurations")
    names = ("config2_percent", *_COMPONENTS)
    total = sum(map(row.number, names), Decimal(0))
    figures = tuple(table_figure(row, parts, name) for name in (*names, "config4_percent"))
    pair = configurations.find(cluster="yes", standby=0)
    whole = SizingFigure("configuration", pair["configuration"], "", configurations.name)
    title = f"Check at {row['users']:,} users: base load and parts"
    step = table_step(title, "configuration 2 + initiating + receiving", (*figures, whole), total, parts, names[0])
    off = (total / row.number("config4_percent") - 1) * _PERCENT
    comparison = f"{row['config4_percent']} % ({off:+.1f} %)"
    return replace(step, measured=comparison, reservation=print_errors([row], "config4_percent"))


_KIND = "medium"  # the users of the tests with several standby servers
_WHAT = {"cluster-replicators-cpu": "Processor use", "cluster-replicators-disk": "Disk use"}


def standby_steps(request: ClusterRequest) -> list[SizingStep]:
    """Return the steps for one active server with standby servers."""
    measured = [
        _with_replicators(request, name, server)
        for name in _WHAT
        for server in dict.fromkeys(row.text("server") for row in table(name).rows)
    ]
    network = curve_step("Network traffic of writes", table("cluster-network"), "times", request.standbys)
    return [*workload_steps(request), *_by_parts(request, measured), *measured, network]


def _by_parts(request: ClusterRequest, measured: list[SizingStep]) -> list[SizingStep]:
    """Yield the load of active and standby servers by the cost of one standby server, beside the measured load."""
    parts, configurations = table("cluster-cpu"), table("cluster-configurations")
    row = parts.find(kind=request.kind)
    one_standby = configurations.find(cluster="yes", standby=1)
    standbys = SizingFigure("standby servers", request.standbys, "servers")
    whole = SizingFigure("configuration", one_standby["configuration"], "", configurations.name)
    base, initiating = row.number("config1_percent"), row.number("initiating_percent")
    named = [table_figure(row, parts, name) for name in ("config1_percent", "initiating_percent", "receiving_percent")]
    active = table_step(
        "Processor use of the active server, by parts",
        "configuration 1 + standby servers * initiating",
        (*named[:2], standbys, whole),
        base + request.standbys * initiating,
        parts,
        "config1_percent",
    )
    standby = table_step(
        "Processor use of each standby server, by parts",
        "receiving",
        (named[2], whole),
        row.number("receiving_percent"),
        parts,
        "receiving_percent",
    )
    steps = [_at_measured_users(request, row, step) for step in (active, standby)]
    return [_beside_measured(step, found) for step, found in zip(steps, measured[:2], strict=True)]


def _at_measured_users(request: ClusterRequest, row: FigureRow, step: SizingStep) -> SizingStep:
    """Return the step at the measured users; for other users it has no result."""
    if request.users != row["users"]:
        return replace(step, result=None, beyond=f"measured for {row['users']:,} {row['kind']} users only")
    several = "each part was measured with one standby server" if request.standbys > 1 else ""
    return replace(step, beyond=several)


def _beside_measured(step: SizingStep, measured: SizingStep) -> SizingStep:
    """Return the step with the measured load beside it."""
    if not isinstance(step.result, Decimal) or not isinstance(measured.result, Decimal):
        return step
    off = (step.result / measured.result - 1) * 100
    return replace(step, measured=f"the tests with several gave {measured.result} % ({off:+.0f} %)")


def _with_replicators(request: ClusterRequest, name: str, server: str) -> SizingStep:
    """Return the step for one Cluster Replicator, one for each standby server, or a number between."""
    curves = table(name)
    title = f"{_WHAT[name]} of {'the active' if server == 'active' else 'each standby'} server"
    one_task = curve_step(title, curves, "one_task_percent", request.standbys, server)
    users = table("cluster-cpu").find(kind=_KIND)["users"]
    if request.kind != _KIND or request.users != users:
        return _unknown(one_task, f"measured for {users:,} {_KIND} users only")
    if request.replicators == 1:
        return one_task
    return _between_tasks(
        request, one_task, curve_step(title, curves, "n_tasks_percent", request.standbys, server), server
    )


def _between_tasks(request: ClusterRequest, one_task: SizingStep, several: SizingStep, server: str) -> SizingStep:
    if request.replicators > request.standbys:
        past = f"{request.replicators} Cluster Replicators: at most one for each standby server was measured"
        return _unknown(one_task, past)
    if not isinstance(one_task.result, Decimal) or not isinstance(several.result, Decimal):
        return several
    tasks = SizingFigure("Cluster Replicators", request.replicators, "tasks")
    share = Decimal(request.replicators - 1) / (request.standbys - 1)
    result = one_task.result + share * (several.result - one_task.result)
    line = f"between 1 and {request.standbys} Cluster Replicators" if share < 1 else ""
    falls = several.result < one_task.result
    rises = "the text says that use rises with several replicators; here it falls" if falls else ""
    return replace(
        several,
        curve=None if line else several.curve,
        figures=(tasks, *one_task.figures, *several.figures[1:]),
        result=result.quantize(several.result),
        interpolated=", ".join(filter(None, (several.interpolated, line))),
        reservation="; ".join(dict.fromkeys(filter(None, (one_task.reservation, rises)))),
    )


def _unknown(step: SizingStep, why: str) -> SizingStep:
    """Return a step without the result that was not measured."""
    return replace(step, result=None, interpolated="", reservation="", beyond=why, curve=None)


_PLATFORMS = {"aix": "AIX", "solaris": "Solaris", "windows": "Windows"}


class LoggingRequest(NamedTuple):
    """The transaction log whose effect is predicted."""

    users: int  # at work at once
    drive: str = ""  # of the log; "": each measured drive
    platform: str = ""  # of the tests; "": all
    workload: str = ""  # of the tests; "": all
    within_s: Decimal | None = None  # response time in seconds that is not to be exceeded


def logging_steps(request: LoggingRequest) -> list[SizingStep]:
    """Return the steps by drive of the log, then the costs and gains of logging on the tested platforms."""
    drives = [drive for (drive,) in table("logging-drives").curves() if request.drive in ("", drive)]
    return [*(step for drive in drives for step in _on_drive(request, str(drive))), *_costs(request), *_gains(request)]


def _on_drive(request: LoggingRequest, drive: str) -> Iterator[SizingStep]:
    curves, most = table("logging-drives"), table("logging-drives-users")
    yield curve_step(f"Response time, log on {drive}", curves, "response_s", request.users, drive)
    row = most.find(drive=drive)
    figures = (table_figure(row, most, "users"),)
    yield table_step(
        f"Users below a second, log on {drive}", "as measured", figures, row.number("users"), most, "users"
    )
    if request.within_s is not None:
        yield _within(curves, drive, request.within_s)


def _within(curves: FigureTable, drive: str, seconds: Decimal) -> SizingStep:
    """Return the number of users at which the response time first exceeds these seconds."""
    seconds = Decimal(f"{seconds.normalize():f}")
    title = f"Users within {seconds} s, log on {drive}"
    figures = (SizingFigure("response time", seconds, curves.columns["response_s"].unit),)
    step = table_step(title, ON_THE_LINE, figures, None, curves, "users")
    try:
        found = axis_reached(curves.curves()[(drive,)], curves.axis, "response_s", seconds)
    except BeyondRows as past:
        return replace(step, beyond=f"{seconds} s is {past}")
    return replace(step, result=found.value, interpolated=interpolation_words(found, curves))


def _tested_rows(request: LoggingRequest, rows: tuple[FigureRow, ...]) -> list[FigureRow]:
    wanted = {"platform": request.platform, "workload": request.workload}
    return [row for row in rows if all(not cell or row[column] == cell for column, cell in wanted.items())]


def _costs(request: LoggingRequest) -> Iterator[SizingStep]:
    """Yield the processor use of Domino 6 with logging, relative to another release or to no logging."""
    costs = table("logging-cpu")
    rows = _tested_rows(request, costs.rows)
    if not rows:
        yield _untested(request, "Processor use with the log", costs, "cpu_percent")
    for row in rows:
        other = f"release {row['against_release']} with logging {row['against_logging']}"
        title = f"Processor use with the log (below 0: less), {_tested(row)}, against {other}"
        figures = (
            table_figure(row, costs, "cpu_percent"),
            *([table_figure(row, costs, "users")] if "users" in row else []),
        )
        step = table_step(title, "as measured", figures, row.number("cpu_percent"), costs, "cpu_percent", row)
        yield replace(step, beyond=row.text("remark"), reservation=print_errors([row], "cpu_percent"))


def _gains(request: LoggingRequest) -> Iterator[SizingStep]:
    """Yield how many more users logging allows: Domino 6 against R5, and R5 against no logging."""
    gains, held = table("logging-more-users"), table("logging-users")
    rows = _tested_rows(request, gains.rows)
    if not rows:
        yield _untested(request, "Users with the log beyond those of R5", gains, "more_users")
    for row in rows:
        title = f"Users with the log beyond those of R5, {_tested(row)}"
        with_log = held.find(workload=row["workload"], platform=row["platform"], release="6", logging="on")
        figures = (
            table_figure(row, gains, "more_users"),
            table_figure(with_log, held, "users", "users of Domino 6 with the log"),
        )
        step = table_step(title, "as told", figures, row.number("more_users"), gains, "more_users", row)
        yield replace(step, reservation=print_errors([row], "more_users"))
    if request.workload in ("", "R5Mail") and request.platform in ("", "windows"):
        yield _r5()


def _tested(row: FigureRow) -> str:
    """Return `R6Mail on Solaris`."""
    return f"{row['workload']} on {_PLATFORMS[row.text('platform')]}"


def _untested(request: LoggingRequest, title: str, tests: FigureTable, column: str) -> SizingStep:
    """Return a step without result for a workload that was not tested on the platform."""
    pairs = dict.fromkeys(map(_tested, tests.rows))
    of = " on ".join(filter(None, (request.workload, _PLATFORMS.get(request.platform))))
    step = table_step(f"{title}, {of}", "as measured", (), None, tests, column)
    return replace(step, beyond=f"the tests tell of {listed(pairs, len(pairs))} only")


def _r5() -> SizingStep:
    tests = table("io-logging")
    users = [tests.find(logging=logging).number("users") for logging in ("on", "off")]
    figures = tuple(table_figure(row, tests, "users", f"logging {row['logging']}") for row in tests.rows)
    title = f"Users of R5 with the log beyond those without, R5Mail on {_PLATFORMS[tests.platform]}"
    return table_step(title, "logging on - logging off", figures, users[0] - users[1], tests, "users")


_LEFT_OUT = LoggingRequest._field_defaults  # "" is each of them


class PredictRequest(NamedTuple):
    """The [predict] section of a plan: what to predict."""

    cluster: ClusterRequest | None = None
    logging: LoggingRequest | None = None


def predicted_steps(request: PredictRequest) -> dict[str, tuple[SizingStep, ...]]:
    """Return the predicted steps by the section of the plan."""
    found: dict[str, tuple[SizingStep, ...]] = {}
    if request.cluster:
        found["cluster"] = tuple((standby_steps if request.cluster.standbys else active_pair_steps)(request.cluster))
    if request.logging:
        found["logging"] = tuple(logging_steps(request.logging))
    return found


def prediction_errors(request: PredictRequest) -> list[tuple[tuple[str | int, ...], str]]:
    """Return the errors in [predict], each with its place in the plan."""
    found: list[tuple[tuple[str | int, ...], str]] = []
    for part in request:
        for field, known in _known_values().items():
            value = getattr(part, field, None)
            if value is not None and value not in known and (value or field not in _LEFT_OUT):
                place = "cluster" if isinstance(part, ClusterRequest) else "logging"
                tell = suggestion(closest(value, known), f"there are {listed(known, len(known))}")
                found.append((("predict", place, field), f'no {field} "{value}" was measured{tell}'))
    return [*found, *_replicator_errors(request.cluster)]


def _replicator_errors(cluster: ClusterRequest | None) -> list[tuple[tuple[str | int, ...], str]]:
    if cluster and cluster.replicators > 1 and not cluster.standbys:
        return [(("predict", "cluster", "replicators"), "several replicators were measured with standby servers only")]
    return []


def _known_values() -> dict[str, list[str]]:
    """Return the values that each field may have: the cells of the tables."""
    columns = {"kind": "cluster-cpu", "drive": "logging-drives", "platform": "logging-cpu", "workload": "logging-cpu"}
    return {name: list(dict.fromkeys(row.text(name) for row in table(of).rows)) for name, of in columns.items()}
