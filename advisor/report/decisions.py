"""Apply the decisions of a site to findings: severities, the baseline and waivers."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from advisor.configuration.decisions import Decisions
from advisor.configuration.site import Waiver
from advisor.pack import SEVERITIES, Pack, Rule
from advisor.report.finding import Finding, Waived
from advisor.report.grades import Site
from advisor.report.identity import state
from advisor.values.printing import number


class DecidedFindings(Struct, frozen=True):
    """The findings of a server or cluster after the decisions of the site: severities, baseline and waivers."""

    findings: list[Finding]  # by severity, then impact, then what is broken now
    waived: list[Waived]
    used: set[Waiver]  # the waivers that accept a finding


def apply_decisions(findings: list[Finding], decisions: Decisions, plain_name: str) -> DecidedFindings:
    """Set the severity, then compare with the baseline, then apply waivers. plain_name: the owner's name in waivers."""
    decided_findings = DecidedFindings([], [], set())
    decided = [_decided(finding, decisions) for finding in findings]
    for finding in sorted(decided, key=lambda finding: (*finding.urgency, not finding.broken)):
        owner = finding.server or finding.cluster or ""
        spoken = accepting(decisions, finding.rule, finding.subject, owner, plain_name)
        if waivers := [waiver for waiver in spoken if waiver not in decisions.expired]:
            first = waivers[0]
            decided_findings.waived.append(Waived(finding, first.reason, first.until, first.owner, first.ticket))
            decided_findings.used.update(waivers)
        else:
            decided_findings.findings.append(replace(finding, expired=_expired(spoken)) if spoken else finding)
    return decided_findings


def _decided(finding: Finding, decisions: Decisions) -> Finding:
    """Return a finding with the severity of the site, compared with the baseline."""
    severity = decisions.severities.get(finding.rule, finding.severity)
    if severity != finding.severity:
        finding = replace(finding, severity=severity, state=state(severity, finding.values))
    before = decisions.baseline.findings.get(finding.fingerprint) if decisions.baseline else None
    if before is None:
        return finding
    known = SEVERITIES.index(before.severity) <= SEVERITIES.index(severity)
    return replace(finding, known=known, worse=not known)


def _expired(accepted: list[Waiver]) -> str:
    """Return `Its waiver expired: it was accepted until 2026-11-01: agreed (owner: Ann; domlint.toml:3).`."""
    waiver = max(accepted, key=lambda waiver: waiver.until)
    beside = [f"owner: {waiver.owner}"] * bool(waiver.owner) + [f"ticket: {waiver.ticket}"] * bool(waiver.ticket)
    where = "; ".join([*beside, waiver.place] if waiver.place else beside)
    return f"Its waiver expired: it was accepted until {waiver.until}: {waiver.reason}{f' ({where})' if where else ''}."


def accepting(decisions: Decisions, rule: str, subject: str, *owners: str) -> list[Waiver]:
    """Return the waivers of a finding in their order, expired ones too.

    A waiver names the subject in full (`setting TCPIP`) or by its name.
    """
    own = subject.casefold()
    return decisions.accepting(rule, {"", own, own.partition(" ")[2]}, *owners)


def site_of(ran: list[Rule], pack: Pack, decisions: Decisions) -> Site:
    """Return which rules a configuration leaves out or changes, and a sentence that names the file."""
    by_id = {rule.id: rule for rule in ran}
    left_out = tuple(rule for rule in pack.rules if rule.id not in by_id)
    changed = frozenset(
        rule.id for rule in pack.rules if rule.id in by_id and by_id[rule.id].parameters != rule.parameters
    )
    of_site = len(left_out) - len(decisions.of_profile) if decisions.config else 0
    severities = ((decisions.severities.get(rule.id), rule) for rule in ran)
    lowered = sum(
        severity is not None and SEVERITIES.index(severity) > SEVERITIES.index(rule.severities[0])
        for severity, rule in severities
    )
    of_profile, tuned = len(decisions.of_profile), changed & decisions.tuned
    words_by_origin = {
        str(decisions.config): list(_changes_in_words(of_site, lowered, len(changed - tuned), pack)),
        f"profile {decisions.profile}": list(_changes_in_words(of_profile, 0, len(tuned), pack)),
    }
    by_each = (f"{', '.join(words)} by {who}" for who, words in words_by_origin.items() if words)
    return Site(left_out, changed, "; ".join(by_each))


def _changes_in_words(left_out: int, lowered: int, changed: int, pack: Pack) -> Iterator[str]:
    if left_out:
        yield f"{left_out} of {number(len(pack.rules), 'rule')} left out"
    if lowered:
        yield "1 severity lowered" if lowered == 1 else f"{lowered} severities lowered"
    if changed:
        yield f"figures of {number(changed, 'rule')} changed"
