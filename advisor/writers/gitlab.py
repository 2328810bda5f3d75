"""GitLab: a Code Quality report for merge requests. It contains findings only, each beside its line."""

from typing import Any

from advisor.report.finding import Finding
from advisor.report.model import Report
from advisor.values.printing import printable
from advisor.writers import Options, encoded, sentences
from advisor.writers.summaries import owner, shown

FOR_PEOPLE = False
FINDINGS_ALONE = True
LINE_BY_LINE = False
LIMITS = "GitLab shows equal fingerprints once"

_SEVERITIES = {"critical": "blocker", "high": "critical", "medium": "major", "low": "minor", "info": "info"}
_NOWHERE = "."  # in the place of a path where no file was read


def render(report: Report, options: Options) -> str:
    """Return a JSON array with one line for each new or waived finding, the worst new one first."""
    files = sentences.FirstFiles(report)
    rows = []
    for finding in sentences.worst_first(shown(report, options.min_severity)):
        expired = f" {finding.expired}" * bool(finding.expired)
        fix = f" Fix: {finding.fix.summary}" if finding.fix else ""
        said = f"{owner(finding)}: {finding.message}{expired}{fix}"  # GitLab shows only this text
        rows.append(_row(finding, finding.severity, said, files))
    for waived in report.waived:  # under their own fingerprints: GitLab would call a missing fingerprint fixed
        said = f"Accepted: {sentences.accepted(waived)}. {owner(waived.finding)}: {waived.finding.message}"
        rows.append(_row(waived.finding, "info", said, files))
    lines = (encoded(row) for row in rows)
    return "[\n" + ",\n".join(lines) + "\n]\n" if rows else "[]\n"


def _row(finding: Finding, severity: str, said: str, files: sentences.FirstFiles) -> dict[str, Any]:
    at = files.place(finding)
    path = printable(at.path) if at else _NOWHERE
    lines = {"begin": (at.line if at else None) or 1}
    return {
        "description": printable(said),
        "check_name": finding.name,
        "fingerprint": finding.fingerprint,
        "severity": _SEVERITIES[severity],
        "location": {"path": path.removeprefix("./"), "lines": lines},
    }
