"""Counts: which findings are shown, how many are not, and the sentence that sums up a run."""

from collections import Counter

from advisor.pack import SEVERITIES
from advisor.report.finding import Finding
from advisor.report.report import Report
from advisor.values.printing import number
from advisor.writers import upgrade_lines
from advisor.writers.report_notes import expired_in_brief


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
        beside += upgrade_lines.total(report)
    return ", ".join([found, *beside])


def of_baseline(report: Report) -> str:
    """`baseline: 25 findings: 19 still there, 0 gone, 6 could not be checked`; "" where there is none."""
    account = report.baseline
    if account is None:
        return ""
    worse = f" ({account.worse} worse than before)" * bool(account.worse)
    told = [f"{account.still_there} still there{worse}", f"{account.gone} gone"]
    who = "the configuration" if report.profile == "default" else f"the configuration or profile {report.profile}"
    told += [f"{account.by_configuration} gone because of {who}"] * bool(account.by_configuration)
    told += [f"{account.not_judged} could not be checked"]
    told += [f"{account.waived} waived"] * bool(account.waived)
    told += [f"{account.rule_not_run} of rules that did not run"] * bool(account.rule_not_run)
    told += [f"{account.server_not_in_run} of servers that are not in this run"] * bool(account.server_not_in_run)
    new = f"; {number(account.rules_new, 'rule')} did not run for the baseline" * bool(account.rules_new)
    return f"baseline: {number(account.total, 'finding')}: {', '.join(told)}{new}"


def of_expired(report: Report) -> str:
    """`1 waiver expired: the waiver of THR001 for every server (domlint.toml:3)`; "" where none did."""
    if not report.idle_waivers:
        return ""
    return expired_in_brief(report)


def by_severity(found: list[Finding]) -> Counter[str]:
    """Return the number of findings of each severity."""
    return Counter(finding.severity for finding in found)


def summary(report: Report, least: str) -> str:
    """Return `3 servers: 1 critical, 3 high, 2 waived`."""
    as_release = f" checked as {report.as_release}" * bool(report.as_release)
    return f"{number(len(report.servers), 'server')}{as_release}: {total(report, least)}"
