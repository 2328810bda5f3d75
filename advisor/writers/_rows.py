"""Rows: parts of a report as what JSON holds, for the formats that programs read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from advisor.facts import VIEWS
from advisor.report.report import ONE_FINDING, Hint, Report, ServerReport, Unjudged
from advisor.report.shapes import Citation, Open, Rested
from advisor.values.rows import row

if TYPE_CHECKING:
    from advisor.report.finding import Finding, Remedy, Waived
    from advisor.report.texts import Reference, SharedTexts


def report(whole: Report) -> dict[str, Any]:
    """A report, by the names of its parts."""
    parts: dict[str, Any] = row(whole._replace(rules={}, findings=(), unknown=(), waived=(), servers=()))
    parts["servers"] = [server(one) for one in whole.servers]
    parts["rules"] = rules(whole.rules)
    parts["unknown"] = open_(whole.unknown, whole.hints)
    return parts | found(whole.findings, whole.waived)


def server(one: ServerReport) -> dict[str, Any]:
    """A server as a whole, its categories by their names."""
    made: dict[str, Any] = row(one._replace(categories=()))
    return made | {"categories": {category.name: row(category) for category in one.categories}}


def found(findings: Sequence[Finding], accepted: Sequence[Waived]) -> dict[str, list[dict[str, Any]]]:
    """Findings and those that waivers accept, and the remedies that they have numbers of, each of these once."""
    all_of_them = (*findings, *(one.finding for one in accepted))
    number = {fix: place for place, fix in enumerate(dict.fromkeys(one.fix for one in all_of_them if one.fix))}
    return {
        "remedies": [row(fix) for fix in number],
        "findings": [_found(finding, number) for finding in findings],
        "waived": [_found(one.finding, number) | _waiver(one) for one in accepted],
    }


def _waiver(one: Waived) -> dict[str, str | None]:
    return {
        "reason": one.reason, "until": one.until or None, "owner": one.owner or None, "ticket": one.ticket or None,
    }  # fmt: skip


def _found(finding: Finding, number: Mapping[Remedy, int]) -> dict[str, Any]:
    """A finding; a place of which its evidence tells says no more of itself, and views are named where not all are."""
    at = {(place.path, place.line): place_of for place_of, place in enumerate(finding.locations)}
    rested = [
        Rested(one.key, one.value, at.get((one.path or "", one.line)), one.presumed, one.note)
        for one in finding.evidence
    ]
    told = {one.at for one in rested}
    places = [place._replace(word="") if of in told else place for of, place in enumerate(finding.locations)]
    views = () if finding.views == VIEWS else finding.views
    lean = finding._replace(
        location=places[0] if places else None, further=tuple(places[1:]), evidence=(), fix=None, views=views
    )
    made: dict[str, Any] = row(lean)
    return made | {"evidence": row(rested), "fix": number[finding.fix] if finding.fix else None}


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
        group = groups.setdefault((server, cluster, subjects), Open(server, cluster, subjects, {}))
        group.rules[rule] = list(missing)
    return [row(group) for group in groups.values()]
