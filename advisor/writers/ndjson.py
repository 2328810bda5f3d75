"""NDJSON: the report for programs as lines, each an object: one a server, and last what belongs to no single one.

The lines together are JSON's report. They can be written while the run goes on: `server_line` needs no other server.
"""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

from advisor.report.report import Finding, Report, ServerReport, Totals, Unjudged, Waived, totals_of
from advisor.values.rows import row
from advisor.writers._options import Options

FOR_PEOPLE = False


class OfServer(NamedTuple):
    """What a line tells of a server."""

    server: ServerReport
    findings: Sequence[Finding]
    unknown: Sequence[Unjudged]
    waived: Sequence[Waived]


Owned = TypeVar("Owned", Finding, Unjudged)


def render(report: Report, options: Options) -> str:
    """All lines of a report that is whole."""
    findings, unknown = _by_server(report.findings), _by_server(report.unknown)
    waived: dict[str | None, list[Waived]] = {}
    for one in report.waived:
        waived.setdefault(one.finding.server, []).append(one)
    each = [
        OfServer(one, findings.get(one.name, []), unknown.get(one.name, []), waived.get(one.name, []))
        for one in report.servers
    ]
    lines = [server_line(report.schema_version, of_server) for of_server in each]
    return "".join([*lines, last_line(report, totals_of(report))])


def server_line(schema_version: int, of_server: OfServer) -> str:
    """A server with all that was found on it."""
    return _line({"schema_version": schema_version} | row(of_server))


def last_line(report: Report, totals: Totals) -> str:
    """What belongs to no single server: that it is there says that nothing is missing before it."""
    rest = report._replace(
        servers=(),
        findings=tuple(one for one in report.findings if one.server is None),
        unknown=tuple(one for one in report.unknown if one.server is None),
        waived=tuple(one for one in report.waived if one.finding.server is None),
    )
    whole = row(rest)
    del whole["servers"]
    return _line({"schema_version": whole.pop("schema_version"), "totals": row(totals)} | whole)


def _by_server(owned: Sequence[Owned]) -> dict[str | None, list[Owned]]:
    by_server: dict[str | None, list[Owned]] = {}
    for one in owned:
        by_server.setdefault(one.server, []).append(one)
    return by_server


def _line(item: dict[str, Any]) -> str:
    return json.dumps(item, ensure_ascii=False, separators=(",", ":")) + "\n"
