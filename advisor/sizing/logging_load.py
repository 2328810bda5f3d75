"""Logging load: users, response and processor use with transaction logging, by where the log lies."""

from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from advisor.pack.tables import FigureRow, FigureTable, table
from advisor.sizing import interpolating
from advisor.sizing.interpolating import BeyondRows
from advisor.sizing.measured import LINE, curve_step, errors, figure, of_table
from advisor.sizing.step import SizingFigure, SizingStep
from advisor.values.printing import listed

_PLATFORMS = {"aix": "AIX", "solaris": "Solaris", "windows": "Windows"}


class AskedLogging(NamedTuple):
    """What is asked of a log. drive: where it lies, each where it is "". within_s: the response time to keep below.

    platform, workload: of the tests of processors and users; all of them where they are "".
    """

    users: int
    drive: str = ""
    platform: str = ""
    workload: str = ""
    within_s: Decimal | None = None


def logging_steps(asked: AskedLogging) -> list[SizingStep]:
    """The steps: by the drive that the log lies on, then what logging costs and gains on the tested platforms."""
    drives = [drive for (drive,) in table("logging-drives").curves() if asked.drive in ("", drive)]
    return [*(step for drive in drives for step in _on_drive(asked, str(drive))), *_costs(asked), *_gains(asked)]


def _on_drive(asked: AskedLogging, drive: str) -> Iterator[SizingStep]:
    curves, most = table("logging-drives"), table("logging-drives-users")
    yield curve_step(f"Response time, log on {drive}", curves, "response_s", asked.users, drive)
    row = most.find(drive=drive)
    figures = (figure(row, most, "users"),)
    yield of_table(f"Users below a second, log on {drive}", "as measured", figures, row.number("users"), most, "users")
    if asked.within_s is not None:
        yield _within(curves, drive, asked.within_s)


def _within(curves: FigureTable, drive: str, seconds: Decimal) -> SizingStep:
    """How many users there are until the response time first exceeds these seconds."""
    seconds = Decimal(f"{seconds.normalize():f}")
    title = f"Users within {seconds} s, log on {drive}"
    figures = (SizingFigure("response time", seconds, curves.columns["response_s"].unit),)
    step = of_table(title, LINE, figures, None, curves, "users")
    try:
        found = interpolating.reached(curves.curves()[(drive,)], curves.axis, "response_s", seconds)
    except BeyondRows as past:
        return step._replace(beyond=f"{seconds} s is {past}")
    return step._replace(result=found.value, interpolated=interpolating.words(found, curves))


def _of_test(asked: AskedLogging, rows: tuple[FigureRow, ...]) -> list[FigureRow]:
    wanted = {"platform": asked.platform, "workload": asked.workload}
    return [row for row in rows if all(not cell or row[column] == cell for column, cell in wanted.items())]


def _costs(asked: AskedLogging) -> Iterator[SizingStep]:
    """Processor use of Domino 6 with the log, as a share of another release's or of its own without."""
    costs = table("logging-cpu")
    rows = _of_test(asked, costs.rows)
    if not rows:
        yield _untested(asked, "Processor use with the log", costs, "cpu_percent")
    for row in rows:
        other = f"release {row['against_release']} with logging {row['against_logging']}"
        title = f"Processor use with the log (below 0: less), {_tested(row)}, against {other}"
        figures = (figure(row, costs, "cpu_percent"), *([figure(row, costs, "users")] if "users" in row else []))
        step = of_table(title, "as measured", figures, row.number("cpu_percent"), costs, "cpu_percent", row)
        yield step._replace(beyond=row.text("remark"), reservation=errors([row], "cpu_percent"))


def _gains(asked: AskedLogging) -> Iterator[SizingStep]:
    """How many more users there were with logging: of Domino 6 than of R5, and of R5 than without."""
    gains, held = table("logging-more-users"), table("logging-users")
    rows = _of_test(asked, gains.rows)
    if not rows:
        yield _untested(asked, "Users with the log beyond those of R5", gains, "more_users")
    for row in rows:
        title = f"Users with the log beyond those of R5, {_tested(row)}"
        with_log = held.find(workload=row["workload"], platform=row["platform"], release="6", logging="on")
        figures = (figure(row, gains, "more_users"), figure(with_log, held, "users", "users of Domino 6 with the log"))
        step = of_table(title, "as told", figures, row.number("more_users"), gains, "more_users", row)
        yield step._replace(reservation=errors([row], "more_users"))
    if asked.workload in ("", "R5Mail") and asked.platform in ("", "windows"):
        yield _r5()


def _tested(row: FigureRow) -> str:
    """`R6Mail on Solaris`."""
    return f"{row['workload']} on {_PLATFORMS[row.text('platform')]}"


def _untested(asked: AskedLogging, title: str, tests: FigureTable, column: str) -> SizingStep:
    """What the tests do not have of this workload on this platform."""
    pairs = dict.fromkeys(map(_tested, tests.rows))
    of = " on ".join(filter(None, (asked.workload, _PLATFORMS.get(asked.platform))))
    step = of_table(f"{title}, {of}", "as measured", (), None, tests, column)
    return step._replace(beyond=f"the tests tell of {listed(pairs, len(pairs))} only")


def _r5() -> SizingStep:
    tests = table("io-logging")
    users = [tests.find(logging=logging).number("users") for logging in ("on", "off")]
    figures = tuple(figure(row, tests, "users", f"logging {row['logging']}") for row in tests.rows)
    title = f"Users of R5 with the log beyond those without, R5Mail on {_PLATFORMS[tests.platform]}"
    return of_table(title, "logging on - logging off", figures, users[0] - users[1], tests, "users")
