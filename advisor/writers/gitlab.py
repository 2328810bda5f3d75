"""GitLab: a Code Quality report for merge requests. It contains findings only, each beside its line."""

import json
from collections.abc import Iterator
from typing import Any

from advisor.report.finding import Finding, Location
from advisor.report.model import Report
from advisor.values.printing import printable
from advisor.writers import Options, sentences
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
    rows = [*_found(report, options, files), *_accepted(report, files)]
    lines = (json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    return "[\n" + ",\n".join(lines) + "\n]\n" if rows else "[]\n"


def _found(report: Report, options: Options, files: sentences.FirstFiles) -> Iterator[dict[str, Any]]:
    for finding in sentences.worst_first(shown(report, options.min_severity)):
        yield _row(finding.name, finding.severity, finding.fingerprint, _said(finding), files.place(finding))


def _said(finding: Finding) -> str:
    """Return `Mail01/Acme: Idle sessions are kept for 480 minutes. Fix: …`. GitLab shows only this text."""
    do = f" Fix: {finding.fix.summary}" if finding.fix else ""
    expired = f" {finding.expired}" * bool(finding.expired)
    return f"{owner(finding)}: {finding.message}{expired}{do}"


def _accepted(report: Report, files: sentences.FirstFiles) -> Iterator[dict[str, Any]]:
    """Yield the waived findings under their own fingerprints. GitLab would call a missing fingerprint fixed."""
    for one in report.waived:
        said = f"Accepted: {sentences.accepted(one)}. {owner(one.finding)}: {one.finding.message}"
        yield _row(one.finding.name, "info", one.finding.fingerprint, said, files.place(one.finding))


def _row(name: str, severity: str, fingerprint: str, said: str, at: Location | None) -> dict[str, Any]:
    path = printable(at.path) if at else _NOWHERE
    lines = {"begin": (at.line if at else None) or 1}
    return {
        "description": printable(said),
        "check_name": name,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[severity],
        "location": {"path": path.removeprefix("./"), "lines": lines},
    }
