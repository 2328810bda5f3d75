"""The rows of a table of servers: name, release, grade and number of findings, the worst server first."""

from collections.abc import Iterator
from typing import NamedTuple

from advisor.pack import SEVERITIES
from advisor.report.finding import Finding
from advisor.report.grades import GRADES
from advisor.report.model import Report
from advisor.writers.counts import by_severity

_ALARMING = SEVERITIES.index("medium")  # findings down to this severity weigh more than a missing grade


class RankedServer(NamedTuple):
    """A server, or a cluster with findings.

    grade: "C", "C?" for a grade at best, "-" for none, "" for a cluster.
    checked: "70/136", the rules checked and the rules that apply.
    counts: the number of findings of each severity, known ones included.
    """

    name: str
    release: str
    grade: str
    checked: str
    counts: tuple[int, ...]
    known: int
    worst: Finding | None

    def figure(self, severity: int) -> str:
        """Return the number of findings of a severity; "" for none."""
        return f"{self.counts[severity]:,}" if self.counts[severity] else ""


def owner(finding: Finding) -> str:
    """Return the server of a finding, or `cluster NAME`."""
    return finding.server or f"cluster {finding.cluster}"


def ranked(report: Report) -> list[RankedServer]:
    """Return the servers, and the clusters with findings, the worst first.

    "Not graded" ranks below every grade, and "C at best" below C.
    """

    def rank(row: RankedServer) -> tuple[object, ...]:
        counts = tuple(-count for count in row.counts)
        letter = row.grade[:1]
        good = GRADES.index(letter) if letter in GRADES else -1
        return counts[: _ALARMING + 1], letter != "-", counts, -good, not row.grade.endswith("?")

    return sorted(_rows(report), key=rank)


def _rows(report: Report) -> Iterator[RankedServer]:
    findings: dict[str, list[Finding]] = {}
    for finding in report.findings:
        findings.setdefault(owner(finding), []).append(finding)
    for server in report.servers:
        grade = f"{server.grade or '-'}{'?' if server.grade_is_bound else ''}"
        checked = f"{server.coverage.judged}/{server.coverage.applicable}"
        now = server.as_release.release if server.as_release else None
        release = ((now or server.release).value or "?").replace(" or newer", "+")
        yield _row(server.name, release, grade, checked, findings.get(server.name, []))
    for cluster in report.clusters:
        name = f"cluster {cluster.name}"
        if name in findings:
            yield _row(name, "", "", "", findings[name])


def _row(name: str, release: str, grade: str, checked: str, findings: list[Finding]) -> RankedServer:
    counts = by_severity(findings)
    return RankedServer(
        name,
        release,
        grade,
        checked,
        tuple(counts[severity] for severity in SEVERITIES),
        sum(finding.known for finding in findings),
        min(findings, key=lambda finding: finding.urgency, default=None),
    )
