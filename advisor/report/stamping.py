"""Stamping: findings and what a site has decided, as the findings that count and those that are waived.

All decisions fall here, after the run: severities, waivers, the baseline. No rule knows of any.
"""

from typing import TYPE_CHECKING, NamedTuple

from advisor.configuration.decisions import Decisions
from advisor.pack import SEVERITIES

if TYPE_CHECKING:
    from advisor.configuration.site import Waiver
    from advisor.report.finding import Finding, Waived


class Stamped(NamedTuple):
    """Findings, worst first, and of one severity first what is broken now. used: the waivers that met one."""

    findings: "list[Finding]"
    waived: "list[Waived]"
    used: "set[Waiver]"


def stamp(findings: "list[Finding]", decisions: Decisions, plain_name: str) -> Stamped:
    """Severity first: it decides what the baseline knows. `plain_name`: what waivers may call the owner too."""
    stamped = Stamped([], [], set())
    decided = [_decided(finding, decisions) for finding in findings]
    for finding in sorted(decided, key=lambda finding: (SEVERITIES.index(finding.severity), not finding.broken)):
        owner = finding.server or finding.cluster or ""
        spoken = accepting(decisions, finding.rule, finding.subject, owner, plain_name)
        if waivers := [waiver for waiver in spoken if waiver not in decisions.expired]:
            from advisor.report.finding import Waived  # late: many runs have no waivers

            first = waivers[0]
            stamped.waived.append(Waived(finding, first.reason, first.until, first.owner, first.ticket))
            stamped.used.update(waivers)
        else:
            stamped.findings.append(finding._replace(expired=_expired(spoken)) if spoken else finding)
    return stamped


def _decided(finding: "Finding", decisions: Decisions) -> "Finding":
    from advisor.report.findings import state  # late: it is there where there is a finding

    severity = decisions.severities.get(finding.rule, finding.severity)
    known = worse = False
    if decisions.baseline:
        before = decisions.baseline.findings.get(finding.fingerprint)
        known = before is not None and SEVERITIES.index(before.severity) <= SEVERITIES.index(severity)
        worse = before is not None and not known
    return finding._replace(severity=severity, state=state(severity, finding.values), known=known, worse=worse)


def _expired(accepted: "list[Waiver]") -> str:
    """`Its waiver expired: it was accepted until 2026-11-01: agreed (owner: Ann; domlint.toml:3).`."""
    waiver = max(accepted, key=lambda one: one.until)
    beside = [f"owner: {waiver.owner}"] * bool(waiver.owner) + [f"ticket: {waiver.ticket}"] * bool(waiver.ticket)
    where = "; ".join([*beside, waiver.place] if waiver.place else beside)
    return f"Its waiver expired: it was accepted until {waiver.until}: {waiver.reason}{f' ({where})' if where else ''}."


def accepting(decisions: Decisions, rule: str, subject: str, *owners: str) -> "list[Waiver]":
    """The waivers that speak of what a rule finds, in their order, expired ones too.

    They name a subject in full (`setting TCPIP`) or by its name.
    """
    own = subject.casefold()
    return decisions.accepting(rule, {"", own, own.partition(" ")[2]}, *owners)
