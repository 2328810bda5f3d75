"""Concise: one line a finding, `path:line:column: severity rule server: message`, for editors, grep and logs."""

from collections.abc import Iterator

from advisor.report.finding import Finding
from advisor.report.report import Report
from advisor.writers._counts import shown
from advisor.writers._lines import Line
from advisor.writers._options import Options
from advisor.writers._terminal import drawn

FOR_PEOPLE = True
FINDINGS_ALONE = True
LINE_BY_LINE = False
_NOWHERE = "-"  # in the place of a path


def render(report: Report, options: Options) -> str:
    """The findings alone, by path, line and column; a line is never folded."""
    return drawn(lines(shown(report, options.min_severity)), options.color == "always")


def lines(found: list[Finding]) -> Iterator[Line]:
    """A line a finding, as compilers order theirs; last those that stand nowhere."""
    return map(line, sorted(found, key=_place))


def _place(finding: Finding) -> tuple[bool, str, int, int]:
    if not finding.locations:
        return True, "", 0, 0
    place = finding.locations[0]
    return False, place.path, place.line or 0, place.column or 0


def line(finding: Finding) -> Line:
    """`mail01/notes.ini:26:24: low session-timeout-long Mail01/Acme: Idle sessions are kept for 480 minutes.`."""
    place = finding.locations[0] if finding.locations else None
    where = [str(part) for part in place[:3] if part is not None] if place else [_NOWHERE]
    owner = finding.server or f"cluster {finding.cluster}"
    return [
        (":".join(where) + ": ", ""),
        (finding.severity, finding.severity),
        (f" {finding.name}", "strong"),
        (f" {owner}: {finding.message}", ""),
    ]
