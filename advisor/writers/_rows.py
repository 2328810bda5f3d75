"""Rows: parts of a report as what JSON holds, for the formats that programs read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from advisor.report.report import ONE_FINDING, Hint, Report, Unjudged
from advisor.report.shapes import Citation, Open, OpenRule, Rested
from advisor.values.rows import row

if TYPE_CHECKING:
    from advisor.report.finding import Finding, Waived
    from advisor.report.texts import Reference, SharedTexts

_AS_THE_RULE = ("rollback", "verify")  # of a fix: null where the rule's own words are the same


def report(whole: Report) -> dict[str, Any]:
    """A report, by the names of its parts."""
    parts: dict[str, Any] = row(whole._replace(rules={}, findings=(), unknown=(), waived=()))
    parts["rules"] = rules(whole.rules)
    parts["findings"] = found(whole.findings, whole.rules)
    parts["unknown"] = open_(whole.unknown, whole.hints)
    parts["waived"] = waived(whole.waived, whole.rules)
    return parts


def found(findings: Iterable[Finding], rules: Mapping[str, SharedTexts]) -> list[dict[str, Any]]:
    """Findings, without what `rules` says of them word for word."""
    return [_found(finding, rules) for finding in findings]


def waived(accepted: Sequence[Waived], rules: Mapping[str, SharedTexts]) -> list[dict[str, Any]]:
    """Findings that waivers accept, each with what its waiver says of itself."""
    made = found([one.finding for one in accepted], rules)
    return [row_of | _waiver(one) for row_of, one in zip(made, accepted, strict=True)]


def _waiver(one: Waived) -> dict[str, str | None]:
    return {
        "reason": one.reason, "until": one.until or None, "owner": one.owner or None, "ticket": one.ticket or None,
    }  # fmt: skip


def _found(finding: Finding, rules: Mapping[str, SharedTexts]) -> dict[str, Any]:
    made: dict[str, Any] = row(finding._replace(evidence=())) | {"evidence": _evidence(finding)}
    fix, texts = made["fix"], rules.get(finding.rule)
    if fix and texts:
        fix |= {name: None for name in _AS_THE_RULE if fix[name] == getattr(texts.remedy, name)}
    return made


def _evidence(finding: Finding) -> list[dict[str, Any]]:
    at = {(place.path, place.line): number for number, place in enumerate(finding.locations)}
    return [
        row(Rested(one.key, one.value, at.get((one.path or "", one.line)), one.presumed, one.note))
        for one in finding.evidence
    ]


def rules(texts: Mapping[str, SharedTexts]) -> dict[str, Any]:
    """What findings of a rule have in common, with the names of the publications that it cites."""
    return {
        name: row(text) | {"references": [row(_citation(one)) for one in text.references]}
        for name, text in texts.items()
    }


def _citation(one: Reference) -> Citation:
    return Citation(one.id, one.says, one.note, one.where, one.figure)


def open_(unknown: Iterable[Unjudged], hints: Iterable[Hint]) -> list[dict[str, Any]]:
    """What could not be judged: a row for all rules that are open on the same subjects."""
    numbers = {hint.collect: number for number, hint in enumerate(hints)}
    of_rule: dict[tuple[Any, ...], list[Unjudged]] = {}
    for one in unknown:
        missing = tuple(dict.fromkeys(numbers[missing.collect] for missing in one.missing))
        of_rule.setdefault((one.server, one.cluster, one.covers, one.rule, missing), []).append(one)
    groups: dict[tuple[Any, ...], Open] = {}
    for (server, cluster, covers, rule, missing), alike in of_rule.items():
        subjects = tuple(dict.fromkeys(one.subject for one in alike if covers == ONE_FINDING))
        ids = tuple(dict.fromkeys(one.fingerprint or one.stem for one in alike))
        group = groups.setdefault((server, cluster, subjects, covers), Open(server, cluster, subjects, covers, {}))
        group.rules[rule] = OpenRule(ids, missing)
    return [row(group) for group in groups.values()]
