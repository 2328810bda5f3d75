"""GitLab: for merge requests, as a Code Quality report: findings that are new, each beside its line."""

import json
from collections.abc import Iterator
from typing import Any

from advisor.report.finding import Finding, Location
from advisor.report.identity import digest
from advisor.report.report import Report
from advisor.values.printing import printable
from advisor.writers import _told
from advisor.writers._counts import shown
from advisor.writers._options import Options

FOR_PEOPLE = False
FINDINGS_ALONE = True
LINE_BY_LINE = False
LIMITS = "a fingerprint once; GitLab shows one of several that are equal"

_SEVERITIES = {"critical": "blocker", "high": "critical", "medium": "major", "low": "minor", "info": "info"}
_NOWHERE = "."  # in the place of a path where no file was read


def render(report: Report, options: Options) -> str:
    """An array, a row a line: what the report does not tell, findings, and what of each server could not be judged."""
    files = _told.FirstFiles(report)
    gone = [*_what_if(report, files), *_lost(report, files), *_not_in_run(report, files)]
    found = [*_found(report, options, files), *_accepted(report, files)]
    rows = [*gone, *found, *_open(report, files), *_in_part(report)]
    lines = (json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    return "[\n" + ",\n".join(lines) + "\n]\n" if rows else "[]\n"


def _found(report: Report, options: Options, files: _told.FirstFiles) -> Iterator[dict[str, Any]]:
    for finding in _told.worst_first(shown(report, options.min_severity)):
        yield _row(finding.name, finding.severity, finding.fingerprint, _said(finding), files.place(finding))


def _said(finding: Finding) -> str:
    """`Mail01/Acme: Idle sessions are kept for 480 minutes. Do: …`, since GitLab shows nothing else of it."""
    do = f" Do: {finding.fix.summary}" if finding.fix else ""
    expired = f" {finding.expired}" * bool(finding.expired)
    return f"{_told.owner(finding)}: {finding.message}{expired}{do}"


def _lost(report: Report, files: _told.FirstFiles) -> Iterator[dict[str, Any]]:
    """Why the report is not whole: what is gone from it may not be put right."""
    for error in report.errors:
        what = f"The report is not whole, so what is gone from it may still be there. {_told.lost(error)}"
        own = "domlint:" + digest(f"{error.what}|{error.where}|{error.message}", 20)
        yield _row("report-not-whole", "critical", own, what, files.first)


def _what_if(report: Report, files: _told.FirstFiles) -> Iterator[dict[str, Any]]:
    """As another release: what stands as now is not here, and is not put right."""
    for one in _told.untold(report):
        own = "domlint:" + digest(f"as {report.as_release}|{one.owner.casefold()}", 20)
        yield _row("as-release", "info", own, f"{one.owner}: {one.sentence}", files.of(one))


def _not_in_run(report: Report, files: _told.FirstFiles) -> Iterator[dict[str, Any]]:
    """The servers that the configuration names and nobody gave: what is gone of them was not judged."""
    for idle in report.idle_servers:
        own = "domlint:" + digest(f"not in run|{idle.name.casefold()}", 20)
        said = f"{idle.name}: {idle.place} tells of it, and it is not in this run: nothing of it was judged."
        yield _row("server-not-in-run", "medium", own, said, files.first)


def _accepted(report: Report, files: _told.FirstFiles) -> Iterator[dict[str, Any]]:
    """What a waiver accepts, under the finding's own fingerprint: else GitLab would call it fixed."""
    for one in report.waived:
        said = f"Accepted: {_told.accepted(one)}. {_told.owner(one.finding)}: {one.finding.message}"
        yield _row(one.finding.name, "info", one.finding.fingerprint, said, files.place(one.finding))


def _open(report: Report, files: _told.FirstFiles) -> Iterator[dict[str, Any]]:
    """What could not be judged of each server; another fingerprint with another gap, so that GitLab shows it as new."""
    for gap in _told.gaps(report):
        gone = sorted({one.fingerprint or one.stem for one in gap.unknown})
        own = "domlint:" + digest("|".join([gap.owner.casefold(), *gone]), 20)
        give = f" To judge more: {gap.to_judge}" * bool(gap.to_judge)
        yield _row("not-judged", "info", own, f"{gap.sentence}{give}", files.of(gap.unknown[0]))


def _in_part(report: Report) -> Iterator[dict[str, Any]]:
    """The files of which a line or the end could not be read."""
    for part in _told.in_part(report):
        own = "domlint:" + digest(f"in part|{part.path}|{part.line}|{part.reason}", 20)
        said = f"Read in part: {part.reason}. What it would have told could not be judged."
        yield _row("read-in-part", "low", own, said, Location(part.path, part.line))


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
