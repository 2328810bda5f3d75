"""Page of rules: what the findings of a rule have in common, once: why, who says so and who not, and shared ways."""

from typing import NamedTuple

from advisor.pack import SEVERITIES
from advisor.report.finding import Finding
from advisor.report.report import Report
from advisor.report.texts import Reference, SharedTexts
from advisor.values.printing import listed, number
from advisor.writers._page_findings import WayRow
from advisor.writers._server_rows import owner

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
    """A rule that found something. findings: how many, waived ones apart; on: `2 servers and 1 cluster`."""

    id: str
    name: str
    title: str
    severity: str
    confidence: str
    category: str
    findings: int
    on: str
    why: str
    disputed: str
    pro: list[SourceRow]
    contra: list[SourceRow]
    ways: list[WayRow]


def ranked(report: Report, found: list[Finding], ways: dict[str, list[WayRow]]) -> list[RuleRow]:
    """The rules of findings, waived ones too, the worst first, and of one severity what met most servers."""
    groups: dict[str, list[Finding]] = {one.finding.rule: [] for one in report.waived}
    worst = {one.finding.rule: SEVERITIES.index(one.finding.severity) for one in reversed(report.waived)}
    for one in found:
        groups.setdefault(one.rule, []).append(one)
    for rule, group in groups.items():
        worst[rule] = min((SEVERITIES.index(one.severity) for one in group), default=worst.get(rule, 0))
    ranked_ids = sorted(groups, key=lambda rule: (worst[rule], -len({owner(one) for one in groups[rule]}), rule))
    return [_rule(rule, report.rules[rule], SEVERITIES[worst[rule]], groups[rule], ways) for rule in ranked_ids]


def _rule(rule: str, texts: SharedTexts, severity: str, group: list[Finding], ways: dict[str, list[WayRow]]) -> RuleRow:
    return RuleRow(
        rule,
        texts.name,
        texts.title,
        severity,
        texts.confidence,
        texts.category,
        len(group),
        _on(group),
        texts.why,
        texts.disagreement.on if texts.disagreement else "",
        [_source(one) for one in texts.references if one.says != "against"],
        [_source(one) for one in texts.references if one.says == "against"],
        ways.get(rule, []),
    )


def _on(group: list[Finding]) -> str:
    """`2 servers and 1 cluster`."""
    kinds = (({one.server for one in group} - {None}, "server"), ({one.cluster for one in group} - {None}, "cluster"))
    return listed(number(len(names), kind) for names, kind in kinds if names)


def _source(one: Reference) -> SourceRow:
    url = one.url if one.url.startswith(_ADDRESSES) else ""
    of = f" (of {one.of})" if one.side and one.of else ""
    said = one.note or (one.side + of)
    return SourceRow(one.title, one.publisher, url, one.where, one.date, said, one.figure)
