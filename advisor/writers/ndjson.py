"""NDJSON: the JSON report as lines: one for each server, and a last one for everything else.

The lines together are JSON's report. They can be written while the run goes on: `server_line` needs no other server,
and the numbers of its hints are those of the line.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from advisor.report.finding import Finding, Waived
from advisor.report.model import SCHEMA_VERSION, Report, ReportPart, ServerReport, Unjudged, hints_of
from advisor.report.server_report import RunContext
from advisor.report.texts import SharedTexts
from advisor.values.rows import row
from advisor.writers import Options, encoded, report_rows

FOR_PEOPLE = False
FINDINGS_ALONE = False
LINE_BY_LINE = True
Owned = TypeVar("Owned", Finding, Unjudged)


def render(report: Report, options: Options) -> str:
    """Return all lines of a report."""
    findings, unknown = _by_server(report.findings), _by_server(report.unknown)
    waived: dict[str | None, list[Waived]] = {}
    for accepted in report.waived:
        waived.setdefault(accepted.finding.server, []).append(accepted)
    lines = []
    for server in report.servers:
        name = server.name
        lines.append(
            server_line(server, findings.get(name, []), unknown.get(name, []), waived.get(name, []), report.rules)
        )
    return "".join([*lines, last_line(report)])


def server_line(
    server: ServerReport,
    findings: Sequence[Finding],
    unknown: Sequence[Unjudged],
    waived: Sequence[Waived],
    rules: Mapping[str, SharedTexts],
) -> str:
    """Return the line of a server. rules: the shared texts of its findings."""
    hints = hints_of(unknown)
    return _line({
        "schema_version": SCHEMA_VERSION,
        "server": report_rows.server_row(server),
        "findings": report_rows.finding_rows(findings, rules),
        "unknown": report_rows.unknown_rows(unknown, {}),  # which numbers the hints in the same order
        "hints": row(hints),
        "waived": report_rows.waived_rows(waived, rules),
    })  # fmt: skip


class LineMaker:
    """Makes the lines of servers from their parts, also in a worker."""

    def __init__(self, context: RunContext) -> None:
        self.texts = report_rows.RuleTexts(context)

    def of(self, part: ReportPart) -> str:
        """Return a server's line; "" if it could not be checked."""
        if part.server is None:
            return ""
        return server_line(part.server, part.findings, part.unknown, part.waived, self.texts.of(part))


ENCODER = LineMaker


def last_line(report: Report) -> str:
    """Return the line with what belongs to no single server. Its presence shows that no line before it is missing."""
    unknown = tuple(one for one in report.unknown if one.server is None)
    hints = hints_of(unknown)
    rest = replace(
        report,
        findings=tuple(one for one in report.findings if one.server is None),
        unknown=unknown,
        hints=hints,
        waived=tuple(one for one in report.waived if one.finding.server is None),
    )
    whole = report_rows.report(replace(rest, servers=()))
    del whole["servers"]
    return _line({"schema_version": whole.pop("schema_version"), "totals": row(report.totals())} | whole)


def _by_server(owned: Sequence[Owned]) -> dict[str | None, list[Owned]]:
    by_server: dict[str | None, list[Owned]] = {}
    for item in owned:
        by_server.setdefault(item.server, []).append(item)
    return by_server


def _line(item: dict[str, Any]) -> str:
    return encoded(item) + "\n"
