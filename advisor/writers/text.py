"""Text: the report for people, folded to the page's width; what matters most of many servers stands at the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from advisor.report.report import Report
from advisor.writers import _remarks
from advisor.writers._counts import of_baseline, of_expired, shown, summary
from advisor.writers._lines import Line, flowed
from advisor.writers._options import Options
from advisor.writers._terminal import drawn

if TYPE_CHECKING:
    from advisor.report.finding import Finding
    from advisor.report.out_of_line import Outliers

FOR_PEOPLE = True
FINDINGS_ALONE = False
LINE_BY_LINE = False
_EXPLAIN = "domlint explain RULE tells sources and the way back, explain WORD what it means"
_MANY = 6  # servers of which the findings are told by rule
_TABLE = 2  # servers that make a table


def render(report: Report, options: Options) -> str:
    """Findings, then what was judged and read, then many servers as a table, the total, and trouble."""
    return drawn(_lines(report, options), options.color == "always")


def _lines(report: Report, options: Options) -> Iterator[Line]:
    found = shown(report, options.min_severity)
    if options.quiet:
        yield from _quiet(found, report, options)
        return
    for words in _remarks.packed_copies(report):
        yield from flowed([("note: ", "faint"), (words, "")], options.width, 4)
    if report.packed_copies:
        yield []
    yield from _body(found, report, options)
    for label, words in [*_of_upgrade(report, options), *_remarks.remarks(report)]:
        yield from flowed([(label, "faint"), (words, "")], options.width, 4)
    if report.outliers:
        yield from _outliers(report.outliers, options.width)
    if len(report.servers) >= _TABLE or _by_rule(report, options):
        from advisor.writers import _rules_table, _table  # late: most runs are of one server

        yield []
        yield from _table.table(report, options.width)
        yield from _rules_table.rules(found, options.width)
        yield from _end(report, options, _table.worst_servers(report))
        return
    yield from _end(report, options)


def _body(found: list[Finding], report: Report, options: Options) -> Iterator[Line]:
    if _by_rule(report, options):
        from advisor.writers._by_rule import by_rule  # late, all: one of the two is called for
        from advisor.writers._to_judge import to_judge

        yield from by_rule(found, report, options.width)
        yield from to_judge(report, options.width)
        return
    from advisor.writers._by_server import by_server

    yield from by_server(found, report, options.width)


def _outliers(found: Outliers, width: int) -> Iterator[Line]:
    """Where a server stands otherwise than its like: no finding."""
    from advisor.writers import _out_of_line as told  # late: it is seldom asked for

    yield []
    yield [(told.TITLE, "strong"), (" (no findings; nothing here counts)", "faint")]
    for setting, words in told.sentences(found):
        yield from flowed([(f"  {setting}: ", "strong"), (words, "")], width, 4)
    if summed := told.summary(found):
        yield from flowed([(f"  {summed}", "")], width, 4)


def _of_upgrade(report: Report, options: Options) -> Iterator[tuple[str, str]]:
    """What is to be said of all servers where they are judged as another release."""
    if report.as_release:
        from advisor.writers import _as_release  # late: it is seldom asked for

        yield from _as_release.gone(report) if _by_rule(report, options) else ()
        yield from _as_release.remarks(report)


def _by_rule(report: Report, options: Options) -> bool:
    """Whether findings are told by rule, which leaves the servers' grades to the table."""
    return options.group_by == "rule" or (not options.group_by and len(report.servers) >= _MANY)


def _quiet(found: list[Finding], report: Report, options: Options) -> Iterator[Line]:
    """A line a finding, and the total."""
    from advisor.writers.concise import lines

    yield from lines(found)
    if report.outliers:
        yield from _outliers(report.outliers, options.width)
    for told in filter(None, (of_expired(report), summary(report, options.min_severity), of_baseline(report))):
        yield [(told, "")]


def _end(report: Report, options: Options, worst: str = "") -> Iterator[Line]:
    """The worst servers, the total, and what could not be read: the last lines are those that nobody misses."""
    count, _, total = summary(report, options.min_severity).partition(": ")
    if report.findings:
        yield from flowed([(_EXPLAIN, "faint")], options.width, 4)
    if worst:
        yield from flowed([("worst: ", "strong"), (worst, "")], options.width, 4)
    yield from flowed([(f"{count}: ", ""), (total, "strong")], options.width, 4)
    if told := of_baseline(report):
        yield from flowed([(told, "")], options.width, 4)
    for label, words in [*_remarks.expired(report), *_remarks.trouble(report)]:
        yield from flowed([(label, "critical" if label == "error: " else "strong"), (words, "")], options.width, 4)
