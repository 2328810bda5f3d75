"""Page of rules: what the findings of a rule have in common, once: why, who says so and who not, and shared ways."""

from collections import Counter
from typing import NamedTuple

from advisor.pack import SEVERITIES
from advisor.report.finding import Finding
from advisor.report.report import Report
from advisor.report.texts import Reference, SharedTexts
from advisor.writers._by_rule import owner
from advisor.writers._page_findings import WayRow

_ADDRESSES = ("https://", "http://")  # whatever else a site's rule calls its source is no link


class SourceRow(NamedTuple):
    """A source and what it says; url: "" where there is nothing to follow."""

    title: str
    publisher: str
    url: str
    where: str
    date: str
    said: str
    figure: str


class RuleRow(NamedTuple):
    """A rule that found something. owners: on how many servers and clusters."""

    id: str
    name: str
    title: str
    severity: str
    confidence: str
    category: str
    findings: int
    owners: int
    why: str
    on: str
    pro: list[SourceRow]
    contra: list[SourceRow]
    ways: list[WayRow]


def ranked(report: Report, found: list[Finding], ways: dict[str, list[WayRow]]) -> list[RuleRow]:
    """The rules of findings, waived ones too, the worst first, and of one severity what met most servers."""
    every = [*found, *(one.finding for one in report.waived)]
    counts = Counter(one.rule for one in every)
    owners: dict[str, set[str]] = {}
    worst: dict[str, int] = {}
    for one in every:
        owners.setdefault(one.rule, set()).add(owner(one))
        worst[one.rule] = min(worst.get(one.rule, len(SEVERITIES)), SEVERITIES.index(one.severity))
    made = [
        _rule(rule, report.rules[rule], SEVERITIES[worst[rule]], count, len(owners[rule]), ways.get(rule, []))
        for rule, count in counts.items()
    ]
    return sorted(made, key=lambda row: (worst[row.id], -row.owners, row.id))


def _rule(rule: str, texts: SharedTexts, severity: str, findings: int, owners: int, ways: list[WayRow]) -> RuleRow:
    return RuleRow(
        rule,
        texts.name,
        texts.title,
        severity,
        texts.confidence,
        texts.category,
        findings,
        owners,
        texts.why,
        texts.disagreement.on if texts.disagreement else "",
        [_source(one) for one in texts.references if one.says != "against"],
        [_source(one) for one in texts.references if one.says == "against"],
        ways,
    )


def _source(one: Reference) -> SourceRow:
    url = one.url if one.url.startswith(_ADDRESSES) else ""
    of = f" (of {one.of})" if one.side and one.of else ""
    said = one.note or (one.side + of)
    return SourceRow(one.title, one.publisher, url, one.where, one.date, said, one.figure)
