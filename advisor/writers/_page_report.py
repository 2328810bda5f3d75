"""Page of the report: what its template asks for, in the order of its chapters."""

from collections import Counter
from typing import Any, NamedTuple

from advisor.pack import SEVERITIES
from advisor.pack.glossary import WORDS
from advisor.report.report import Report
from advisor.values.printing import number
from advisor.values.today import today
from advisor.writers import _out_of_line, _page_charts, _page_findings, _page_rules, _page_servers, _page_upgrade
from advisor.writers._account import Wanted, wanted_of
from advisor.writers._counts import of_baseline, summary
from advisor.writers._remarks import packed_copies, trouble
from advisor.writers._storage_drawing import how

_MOST_WANTED = 4  # inputs named on top
_MOST_NAMED = 12


class InputRow(NamedTuple):
    """Something to send or to correct. rules: names, with the number of servers that each waits on; on: of servers."""

    collect: str
    rules: list[tuple[str, str, int]]
    servers: list[str]
    others: int
    on: str


def told(report: Report, least: str) -> dict[str, Any]:
    """What the report's template asks for. least: the severity below which findings are counted and not shown."""
    kept = SEVERITIES[: SEVERITIES.index(least) + 1]
    found = [one for one in report.findings if one.severity in kept]
    servers = _page_servers.ranked(report, list(report.findings))
    places = [row.name for row in servers]
    found = _page_findings.ordered(found, places)
    choices = _page_findings.lists(found, places)
    rows, ways = _page_findings.rows(found, choices)
    wanted = sorted(wanted_of(list(report.left_open)).values(), key=lambda one: (one.rank[0], -one.verdicts))
    several = len(choices.owners) > 1
    links = {name: f"#s-{place}" if several else "#findings" for place, name in enumerate(choices.owners)}
    names = {one.rule: one.name for one in report.left_open}
    hints, slips = ([_hint(one, names, report) for one in wanted if one.in_doubt is of] for of in (False, True))
    ruled = _page_rules.ranked(report, found, ways)
    occurring = _occurring(servers, rows, ruled)
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
        "rules": ruled,
        "given": Counter(file.format for server in report.servers for file in server.inputs).most_common(),
        "to_tell": [("What to correct", slips[:_MOST_WANTED]), ("What to send", hints[:_MOST_WANTED])],
        "hints": hints,
        "slips": slips,
        "open_rules": len(names),
        "trouble": [words for _, words in trouble(report)],
        "packed_copies": list(packed_copies(report)),
        "words": [word for word in WORDS if (word.of, word.word) in occurring],
    }


def _occurring(
    servers: list[_page_servers.ServerRow], rows: list[_page_findings.FindingRow], rules: list[_page_rules.RuleRow]
) -> set[tuple[str, str]]:
    """The glossary's words that stand on the page, each behind what it tells of."""
    letters = [letter for one in servers for letter in (one.letter, *one.letters) if letter]
    ways = [row.way for row in rows if row.way] + [way for rule in rules for way in rule.ways]
    severities = SEVERITIES if servers else ()  # heads of the servers' table
    bounds = ("?", "at best") if any(letter.text.endswith("?") for letter in letters) else ()
    of_each = {
        "severity": severities,
        "confidence": [rule.confidence for rule in rules],
        "safety": [way.safety for way in ways],
        "grade": [*(letter.of for letter in letters), *bounds],
    }
    return {(of, word) for of, words in of_each.items() for word in words}


def _hint(one: Wanted, names: dict[str, str], report: Report) -> InputRow:
    servers = sorted(server or "a cluster" for server in one.servers)
    rules = [(rule, names[rule], len(on)) for rule, on in sorted(one.rules.items())]
    return InputRow(one.collect, rules, servers[:_MOST_NAMED], len(servers[_MOST_NAMED:]), _waiting(one, report))


def _waiting(one: Wanted, report: Report) -> str:
    """`13 rules`; of several servers, which it is sorted by, `13 rules on 4 of 99 servers: 37 verdicts`."""
    rules, every = number(len(one.rules), "rule"), len(report.servers)
    if every < 2:
        return rules
    on = len(one.servers - {None})
    where = f"{on} of {every} servers" if on else "clusters"
    return f"{rules} on {where}: {number(one.verdicts, 'verdict')}"
