"""Page of the report: what its template asks for, in the order of its chapters."""

from collections import Counter
from typing import Any, NamedTuple

from advisor.pack import SEVERITIES
from advisor.pack.glossary import WORDS
from advisor.report.report import Report
from advisor.values.today import today
from advisor.writers import _out_of_line, _page_charts, _page_findings, _page_rules, _page_servers, _page_upgrade
from advisor.writers._account import Wanted, wanted_of
from advisor.writers._counts import of_baseline, summary
from advisor.writers._remarks import trouble
from advisor.writers._storage_drawing import how

_MOST_WANTED = 4  # inputs named on top
_MOST_NAMED = 12
_EXPLAINED = ("severity", "confidence", "safety", "grade")


class InputRow(NamedTuple):
    """Something to send. rules: names, with the number of servers that each waits on."""

    collect: str
    rules: list[tuple[str, str, int]]
    servers: list[str]
    others: int


def told(report: Report, least: str) -> dict[str, Any]:
    """What the report's template asks for. least: the severity below which findings are counted and not shown."""
    kept = SEVERITIES[: SEVERITIES.index(least) + 1]
    found = [one for one in report.findings if one.severity in kept]
    servers = _page_servers.ranked(report, list(report.findings))
    places = [row.name for row in servers]
    found = _page_findings.ordered(found, places)
    choices = _page_findings.lists(found, places)
    rows, ways = _page_findings.rows(found, choices)
    wanted = list(wanted_of(list(report.unknown)).values())
    if len(report.servers) > 1:  # what most servers lack for most rules comes first, as in the text
        wanted.sort(key=lambda one: (one.rank[0], -len(one.waiting)))
    several = len(choices.owners) > 1
    links = {name: f"#s-{place}" if several else "#findings" for place, name in enumerate(choices.owners)}
    names = {one.rule: one.name for one in report.unknown}
    drawings = _page_charts.drawings(report, found, places)
    return {
        "report": report,
        "outliers": list(_out_of_line.sentences(report.outliers)) if report.outliers else [],
        "outliers_said": _out_of_line.summary(report.outliers) if report.outliers else "",
        "sentence": _page_servers.sentence(report, found),
        "summary": summary(report, least),
        "baseline": of_baseline(report),
        "today": today(),
        "severities": SEVERITIES,
        "servers": servers,
        "heads": _page_servers.categories(report),
        "links": links,
        "charts": _page_charts.charts(report, found),
        "drawings": drawings,
        "how_drawn": how(drawings),
        "matrix": _page_charts.matrix(report, found, places, links),
        "upgrades": _page_upgrade.upgrades(report),
        "choices": choices,
        "rows": rows,
        "hidden": len(report.findings) - len(found),
        "least": least,
        "rules": _page_rules.ranked(report, found, ways),
        "given": Counter(file.format for server in report.servers for file in server.inputs).most_common(),
        "first_wanted": [(one.collect, len(one.rules)) for one in wanted[:_MOST_WANTED]],
        "hints": [_hint(one, names) for one in wanted],
        "open_rules": len(names),
        "trouble": [words for _, words in trouble(report)],
        "words": [word for word in WORDS if word.of in _EXPLAINED],
    }


def _hint(one: Wanted, names: dict[str, str]) -> InputRow:
    on = Counter(rule for rule, _ in one.waiting)
    servers = sorted({server or "a cluster" for _, server in one.waiting})
    rules = [(rule, names[rule], count) for rule, count in sorted(on.items())]
    return InputRow(one.collect, rules, servers[:_MOST_NAMED], len(servers[_MOST_NAMED:]))
