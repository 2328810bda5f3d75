"""Counted: what a baseline counts without telling it, in; of what is found now as many as it counted, as known.

Which they were nobody knows. The mildest are taken for them: what is more than so many is new, and so is what is worse.
"""

from collections import ChainMap
from collections.abc import Container, Iterable
from typing import cast

from advisor.configuration.baseline import Baseline, KnownFinding
from advisor.configuration.decisions import Decisions
from advisor.judging.engine import FAILED
from advisor.pack import SEVERITIES
from advisor.report.identity import OTHERS, Identity, Owner, fingerprint_of
from advisor.report.stamping import accepts


def knowing(named: Iterable[Identity], owner: Owner, plain_name: str, decisions: Decisions) -> Decisions:
    """The decisions, with a baseline that has those too. plain_name: what waivers may call the owner as well."""
    baseline, by_rule = decisions.baseline, dict[str, list[Identity]]()
    for one in named if baseline else ():
        if one.result.verdict == FAILED:
            by_rule.setdefault(one.result.rule.id, []).append(one)
    known: dict[str, KnownFinding] = {}
    for rule, found in by_rule.items():
        others = baseline.findings.get(fingerprint_of(rule, owner.name, OTHERS)) if baseline else None
        if baseline and others and others.counts:
            own = decisions.severities.get(rule)
            severities = {
                fingerprint_of(rule, owner.name, one.subject, one.ordinal or 0): own or one.result.severity
                for one in found
                if not accepts(decisions, rule, one.subject, owner.name, plain_name)
            }
            known |= dict.fromkeys(counted(severities, others, baseline.findings), others)
    if baseline is None or not known:
        return decisions
    both = ChainMap(known, cast("dict[str, KnownFinding]", baseline.findings))  # nothing is written into it
    return decisions._replace(baseline=Baseline(both, *baseline[1:]))


def counted(severities: dict[str, str], others: KnownFinding, told: Container[str]) -> list[str]:
    """Of findings, by their fingerprints, those that an earlier report counts. told: those that it tells."""
    left = [
        (SEVERITIES.index(severity), fingerprint)
        for fingerprint, severity in severities.items()
        if fingerprint not in told and SEVERITIES.index(severity) >= SEVERITIES.index(others.severity)
    ]
    return [fingerprint for _, fingerprint in sorted(left, reverse=True)[: others.counts]]
