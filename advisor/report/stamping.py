"""Stamping: findings and what a site has decided, as the findings that count and those that are waived.

All decisions fall here, after the run: severities, waivers, the baseline. No rule knows of any.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from advisor.configuration.decisions import Decisions
from advisor.pack import SEVERITIES
from advisor.report.identity import OTHERS

if TYPE_CHECKING:
    from advisor.configuration.baseline import Baseline
    from advisor.configuration.tables import Waiver
    from advisor.report.finding import Finding, Waived
else:
    Baseline = Finding = Waived = Waiver = Any


class Stamped(NamedTuple):
    """Findings, worst first, and of one severity first what is broken now. used: the waivers that met one."""

    findings: list[Finding]
    waived: list[Waived]
    used: set[Waiver]


def stamp(findings: "list[Finding]", decisions: Decisions, plain_name: str) -> Stamped:
    """Severity first: it decides what the baseline knows. `plain_name`: what waivers may call the owner too."""
    stamped = Stamped([], [], set())
    in_force, expired = _Waivers(decisions.waivers_of, plain_name), _Waivers(decisions.expired_of, plain_name)
    decided = [_decided(finding, decisions) for finding in findings]
    for finding in sorted(decided, key=lambda finding: (SEVERITIES.index(finding.severity), not finding.broken)):
        waivers = in_force.of(finding)
        if waivers:
            from advisor.report.finding import Waived  # late: many runs have no waivers

            first = waivers[0]
            stamped.waived.append(Waived(finding, first.reason, first.until, first.owner, first.ticket))
            stamped.used.update(waivers)
        else:
            stamped.findings.append(finding._replace(expired=_expired(expired.of(finding))))
    return stamped


def _decided(finding: "Finding", decisions: Decisions) -> "Finding":
    from advisor.report.findings import state  # late: it is there where there is a finding

    severity = decisions.severities.get(finding.rule, finding.severity)
    known, worse = finding.known, False
    if decisions.baseline and not known:
        as_severe = is_known(finding.fingerprint, severity, decisions.baseline)
        known = as_severe and finding.subject != OTHERS  # what it counts decides on that
        worse = not as_severe and finding.fingerprint in decisions.baseline.findings
    return finding._replace(severity=severity, state=state(severity, finding.values), known=known, worse=worse)


def is_known(fingerprint: str, severity: str, baseline: Baseline) -> bool:
    """Whether the baseline has a finding as severe."""
    one = baseline.findings.get(fingerprint)
    return one is not None and SEVERITIES.index(one.severity) <= SEVERITIES.index(severity)


def _expired(accepted: list[Waiver]) -> str:
    """`Its waiver expired: it was accepted until 2026-11-01: agreed (owner: Ann; domlint.toml:3).`; "" without one."""
    if not accepted:
        return ""
    waiver = max(accepted, key=lambda one: one.until)
    beside = [f"owner: {waiver.owner}"] * bool(waiver.owner) + [f"ticket: {waiver.ticket}"] * bool(waiver.ticket)
    where = "; ".join([*beside, waiver.place] if waiver.place else beside)
    return f"Its waiver expired: it was accepted until {waiver.until}: {waiver.reason}{f' ({where})' if where else ''}."


class _Waivers:
    """Some of the waivers, by the rules and owners of findings. of_rule: those of a rule, by its id."""

    def __init__(self, of_rule: Callable[[str], list[Waiver]], plain_name: str) -> None:
        self._of_rule, self._plain_name = of_rule, plain_name
        self._accepting: dict[tuple[str, str], Accepting] = {}

    def of(self, finding: "Finding") -> list[Waiver]:
        """Those that accept a finding."""
        owner = finding.server or finding.cluster or ""
        met = self._accepting.get((finding.rule, owner))
        if met is None:
            met = Accepting(self._of_rule(finding.rule), owner, self._plain_name)
            self._accepting[finding.rule, owner] = met
        return met.of(finding.subject)


class Accepting:
    """The waivers of a rule for a server or cluster, by the subject that each names: of thousands few are looked at."""

    def __init__(self, waivers: Iterable[Waiver], *owners: str) -> None:
        self._by_subject: dict[str, list[tuple[int, Waiver]]] = {}
        for at, waiver in enumerate(waivers):
            if speaks_of(waiver, *owners):
                self._by_subject.setdefault(waiver.subject.casefold(), []).append((at, waiver))

    def of(self, subject: str) -> list[Waiver]:
        """Those that accept a subject's finding, in their order; they name it in full (`setting TCPIP`) or by its name.

        Nobody knows what the rest will be tomorrow: only a waiver of the whole rule accepts that.
        """
        if not self._by_subject:
            return []
        own = subject.casefold()
        words = {"", own, own.partition(" ")[2]} if subject != OTHERS else {""}
        return [waiver for _, waiver in sorted(one for word in words for one in self._by_subject.get(word, ()))]


def speaks_of(waiver: Waiver, *names: str) -> bool:
    """Whether a waiver is for the server or cluster of some names."""
    return waiver.server.casefold() in {"", *map(str.casefold, names)}
