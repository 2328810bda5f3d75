"""The first lines of a server in the text report: its name, release, grade and counts, and what to do first."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeVar

from msgspec import Struct

from advisor.pack import SEVERITIES
from advisor.report.finding import Finding
from advisor.report.first_steps import first_steps
from advisor.report.grades import GRADES
from advisor.report.model import Report, ServerReport, Unjudged
from advisor.terminal import Line, columns, wrap
from advisor.values.printing import number
from advisor.writers import upgrade_lines
from advisor.writers.coverage import letter


def shown(report: Report, least: str) -> list[Finding]:
    """Return the findings that are not in the baseline and at least this severe."""
    kept = SEVERITIES[: SEVERITIES.index(least) + 1]
    return [finding for finding in report.findings if not finding.known and finding.severity in kept]


def failing_severities(fail_on: str) -> tuple[str, ...]:
    """Return the severities of findings that make the exit code 1."""
    return SEVERITIES[: SEVERITIES.index(fail_on) + 1] if fail_on != "never" else ()


def total(report: Report, least: str) -> str:
    """Return `1 critical, 3 high; 2 below high not shown, 3 waived, 19 known from the baseline`."""
    new = [finding for finding in report.findings if not finding.known]
    counts = by_severity(new)
    kept = SEVERITIES[: SEVERITIES.index(least) + 1]
    hidden = sum(counts[severity] for severity in SEVERITIES if severity not in kept)
    known = len(report.findings) - len(new)
    found = ", ".join(f"{counts[severity]:,} {severity}" for severity in kept if counts[severity])
    if not report.servers:
        found = "nothing was checked"
    elif not found:
        found = (
            f"nothing of severity {least} or above"
            if hidden
            else "nothing new"
            if known or report.as_release
            else "no findings"
        )
    beside = [f"{hidden:,} below {least} not shown"] * bool(hidden)
    beside += [f"{len(report.waived):,} waived"] * bool(report.waived)
    beside += [f"{known:,} known from the baseline"] * bool(known)
    if report.as_release:
        beside += upgrade_lines.summary_counts(report)
    return ", ".join([found, *beside])


def of_baseline(report: Report) -> str:
    """Return `baseline: 25 findings: 19 still there, 0 gone, 6 could not be checked`, or "" without a baseline."""
    account = report.baseline
    if account is None:
        return ""
    worse = f" ({account.worse} worse than before)" * bool(account.worse)
    counts = [f"{account.still_there} still there{worse}", f"{account.gone} gone"]
    who = "the configuration" if report.profile == "default" else f"the configuration or profile {report.profile}"
    counts += [f"{account.by_configuration} gone because of {who}"] * bool(account.by_configuration)
    counts += [f"{account.not_judged} could not be checked"]
    counts += [f"{account.waived} waived"] * bool(account.waived)
    counts += [f"{account.rule_not_run} of rules that did not run"] * bool(account.rule_not_run)
    counts += [f"{account.server_not_in_run} of servers that are not in this run"] * bool(account.server_not_in_run)
    new = f"; {number(account.rules_new, 'rule')} did not run for the baseline" * bool(account.rules_new)
    return f"baseline: {number(account.total, 'finding')}: {', '.join(counts)}{new}"


def by_severity(found: list[Finding]) -> Counter[str]:
    """Return the number of findings of each severity."""
    return Counter(finding.severity for finding in found)


def summary(report: Report, least: str) -> str:
    """Return `3 servers: 1 critical, 3 high, 2 waived`."""
    as_release = f" checked as {report.as_release}" * bool(report.as_release)
    return f"{number(len(report.servers), 'server')}{as_release}: {total(report, least)}"


_ALARMING = SEVERITIES.index("medium")  # findings down to this severity weigh more than a missing grade


class RankedServer(Struct, frozen=True):
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


def owner(result: Finding | Unjudged) -> str:
    """Return the server of a finding or of an unchecked rule, or `cluster NAME`."""
    return result.server or f"cluster {result.cluster}"


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
    findings = by_owner(report.findings)
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


MANY_SERVERS = 6  # from here on a table comes first, and findings are grouped by rule
Result = TypeVar("Result", Finding, Unjudged)
RESTARTS = {
    "task": "task restart",
    "server": "server restart",
    "down": "server down",
    "system": "machine reboot",
    "rebuild": "array rebuild",
}
PLATFORMS = {
    "windows": "Windows",
    "linux": "Linux",
    "aix": "AIX",
    "solaris": "Solaris",
    "os400": "IBM i",
    "zlinux": "Linux on Z",
    "zos": "z/OS",
}


def header(server: ServerReport, findings: list[Finding], report: Report, width: int) -> Iterator[Line]:
    """Yield `Mail07/Acme   Domino 9.0.1FP10, Windows   Grade C at best   2 high  3 medium`."""
    about = ", ".join(filter(None, [_product(server, report), PLATFORMS.get(server.platform or "", "")]))
    graded = letter(server.grade or "", server.grade_is_bound)
    grade = f"   Grade {graded}" if server.grade else f"   {graded.capitalize()}"
    if report.as_release:  # both grades follow the findings
        about += f", {server.bits}-bit" if server.bits else ""
        grade = ""
    beside = [f"{server.waived} waived"] * bool(server.waived) + [f"{server.known} known"] * bool(server.known)
    name: Line = [(server.name, "strong"), (f"   {about}", "")]
    counts: Line = [(grade, "strong"), *counts_of(findings), ("".join(f"  {words}" for words in beside), "faint")]
    yield from head_lines(name, counts, width)


def head_lines(name: Line, counts: Line, width: int) -> Iterator[Line]:
    """Yield a name and its counts on one line if both fit, else on two."""
    if sum(columns(text) for text, _ in [*name, *counts]) <= width:
        yield [*name, *counts]
        return
    yield from wrap(name, width, 4)
    if sum(columns(text) for text, _ in counts) <= width:
        yield counts
        return
    yield from runs_by_line(counts, width)


def runs_by_line(line: Line, width: int) -> Iterator[Line]:
    """Yield a line broken between its runs, never inside of one."""
    row: Line = []
    for run in line:
        if row and sum(columns(text) for text, _ in [*row, run]) > width:
            yield row
            row = [("   ", "")]
        if run[0].strip() or row:
            row.append(run)
    yield row


def _product(server: ServerReport, report: Report) -> str:
    kind = "Notes client" if server.kind == "client" else "Domino"
    if report.as_release:
        return f"{kind} {upgrade_lines.current_release(server)}"
    return f"{kind} {server.release.value}" if server.release.value else f"{kind} of unknown release"


def counts_of(findings: list[Finding]) -> Line:
    """Return `   2 high  3 medium`, or `   no findings`."""
    counts = [(sum(one.severity == severity for one in findings), severity) for severity in SEVERITIES]
    runs = [(f"{count:,} {severity}", severity) for count, severity in counts if count]
    if not runs:
        return [("   no findings", "")]
    line: Line = []
    for number_of, run in enumerate(runs):
        line += [("  " if number_of else "   ", ""), run]
    return line


def first_block(findings: list[Finding], width: int, *, in_fleet: bool = False) -> Iterator[Line]:
    """Yield the block "First:", if there are enough findings. in_fleet: each step names its server."""
    if steps := first_steps(findings, in_fleet=in_fleet):
        yield []
        yield [("First:", "strong")]
        for place, step in enumerate(steps, 1):
            yield from wrap([(f"  {place}. {step.action} ", ""), (f"({step.where})", "faint")], width, 5)


def by_owner(results: Iterable[Result]) -> dict[str, list[Result]]:
    """Return the findings, or the unchecked rules, of each server and of each `cluster NAME`."""
    results_by_owner: dict[str, list[Result]] = {}
    for result in results:
        results_by_owner.setdefault(owner(result), []).append(result)
    return results_by_owner
