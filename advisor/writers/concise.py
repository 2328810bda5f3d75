"""Concise: one line for each finding, `path:line:column: severity RULE message [fix]`, for editors, grep and logs."""

from collections.abc import Iterator

from advisor.report.finding import Finding
from advisor.report.first_steps import action
from advisor.report.model import Report
from advisor.terminal import Line, rendered
from advisor.writers import Options
from advisor.writers.summaries import owner, shown

FOR_PEOPLE = True
FINDINGS_ALONE = True
LINE_BY_LINE = False
_MAX_FIX = 84  # characters of a fix on the line


def render(report: Report, options: Options) -> str:
    """Return the findings by path, line and column. A line is never wrapped."""
    return rendered(lines(shown(report, options.min_severity)), options.color == "always", options.width)


def lines(findings: list[Finding]) -> Iterator[Line]:
    """Yield a line for each finding in the order of compilers; findings without a location come last."""
    return map(line, sorted(findings, key=_place))


def _place(finding: Finding) -> tuple[bool, str, int, int]:
    if not finding.locations:
        return True, owner(finding), 0, 0
    place = finding.locations[0]
    return False, place.path, place.line or 0, place.column or 0


def line(finding: Finding) -> Line:
    """Return `mail01/notes.ini:26:24: low THR001 Idle sessions are kept for 480 minutes. [Set …]`.

    The server's name stands in place of the path if no file shows the finding.
    """
    place = finding.locations[0] if finding.locations else None
    where = place.spot if place else owner(finding)
    fix = action(finding).rstrip(".") if finding.fix else ""
    return [
        (where + ": ", ""),
        (finding.severity, finding.severity),
        (f" {finding.rule}", "strong"),
        (f" {finding.message}{f' [{fix}]' if 0 < len(fix) <= _MAX_FIX else ''}", ""),
    ]
