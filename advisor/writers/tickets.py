"""Tickets: one line for each finding, or with --group-by rule for each rule. docs/tickets.md describes it.

Each is an object; the last one, with `"domlint":"end"`, says that none is missing before it, and what was left out.
"""

import json
from collections import Counter

from advisor.pack import SEVERITIES
from advisor.report.finding import Finding
from advisor.report.report import Report
from advisor.values.rows import row
from advisor.writers._options import Options
from advisor.writers._ticket import Issued, issued
from advisor.writers._ticket_making import Making
from advisor.writers._ticket_rows import End

FOR_PEOPLE = False
FINDINGS_ALONE = False
LINE_BY_LINE = False

_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def render(report: Report, options: Options) -> str:
    """The tickets, the most urgent first, and the last line."""
    kept, left_out = _parted(report, options)
    making = Making(report)
    if options.group_by == "rule":
        groups: dict[str, list[Issued]] = {}
        for one in kept:
            groups.setdefault(one.finding.rule, []).append(one)
        rows = [making.of_rule(group) for group in groups.values()]
    else:
        rows = [making.of_finding(one) for one in kept]
    rows.sort(key=lambda one: (one.priority, SEVERITIES.index(one.severity)))
    statuses = Counter(one.status for one in rows)
    end = End(
        "end", report.schema_version, report.tool, report.complete, report.as_release, len(rows), statuses["open"],
        statuses["known"], statuses["accepted"], dict(left_out), len(report.servers), len(report.unknown),
        report.errors,
    )  # fmt: skip
    last = {name: row(part) for name, part in zip(End._fields, end, strict=True)}  # a whole: its lists may be empty
    return "".join(_JSON.encode(item) + "\n" for item in (*map(row, rows), last))


def _parted(report: Report, options: Options) -> tuple[list[Issued], Counter[str]]:
    """What becomes a ticket; and how much does not, by the reason why."""
    folders = {one.name for one in report.servers if one.named_by == "folder"} if not report.complete else set[str]()
    kept, left_out = list[Issued](), Counter[str]()
    for one in issued(report):
        if why := _why_none(one.finding, report.as_release, folders, options.min_severity):
            left_out[why] += 1
        else:
            kept.append(one)
    return kept, left_out


def _why_none(finding: Finding, as_release: str, folders: set[str], least: str) -> str:
    """Why a finding becomes no ticket; "" where it does. folders: servers whose name may be another one tomorrow."""
    if as_release:
        return "as another release"
    if finding.server in folders:
        return "named by its folder"
    return f"below {least}" if SEVERITIES.index(finding.severity) > SEVERITIES.index(least) else ""
