"""NDJSON: the report for programs as lines, each an object: one a server, and last what belongs to no single one.

The lines together are JSON's report. They can be written while the run goes on: `server_line` needs no other server,
and the numbers of its hints are those of the line.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from advisor.report.accounts import Totals, totals_of
from advisor.report.finding import Finding, Waived
from advisor.report.report import Report, ServerReport, Unjudged, hints_of
from advisor.report.texts import SharedTexts
from advisor.values.rows import row
from advisor.writers import _rows
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
    lines = [server_line(report.schema_version, of_server, report.rules) for of_server in each]
    return "".join([*lines, last_line(report, totals_of(report))])


def server_line(schema_version: int, of_server: OfServer, rules: Mapping[str, SharedTexts]) -> str:
    """A server with all that was found on it. rules: the texts to which its findings point."""
    hints = hints_of(of_server.unknown)
    return _line({
        "schema_version": schema_version,
        "server": row(of_server.server),
        "findings": _rows.found(of_server.findings, rules),
        "unknown": _rows.open_(of_server.unknown, hints),
        "hints": row(hints),
        "waived": _rows.waived(of_server.waived, rules),
    })  # fmt: skip


def last_line(report: Report, totals: Totals) -> str:
    """What belongs to no single server: that it is there says that nothing is missing before it."""
    unknown = tuple(one for one in report.unknown if one.server is None)
    hints = hints_of(unknown)
    rest = report._replace(
        findings=tuple(one for one in report.findings if one.server is None),
        unknown=unknown,
        hints=hints,
        waived=tuple(one for one in report.waived if one.finding.server is None),
    )
    whole = _rows.report(rest._replace(servers=()))
    del whole["servers"]
    return _line({"schema_version": whole.pop("schema_version"), "totals": row(totals)} | whole)


def _by_server(owned: Sequence[Owned]) -> dict[str | None, list[Owned]]:
    by_server: dict[str | None, list[Owned]] = {}
    for one in owned:
        by_server.setdefault(one.server, []).append(one)
    return by_server


def _line(item: dict[str, Any]) -> str:
    return json.dumps(item, ensure_ascii=False, separators=(",", ":")) + "\n"
