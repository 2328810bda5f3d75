"""Page of charts: how many findings there are of what, and which servers have what, what lies where."""

from collections import Counter
from typing import Any

from markupsafe import Markup

from advisor.pack import SEVERITIES
from advisor.report.clashes import Clash
from advisor.report.finding import Finding
from advisor.report.grades import Counts
from advisor.report.report import Report
from advisor.values.printing import number
from advisor.writers import _charts, _storage_drawing
from advisor.writers._server_rows import owner

_FEW = 2  # servers from which on there is a matrix
_FEW_DRAWN = 2  # servers whose disks are shown at once


def charts(report: Report, found: list[Finding]) -> list[Markup]:
    """Findings by severity and by category; none where nothing was found."""
    if not found:
        return []
    by_category: dict[str, Counter[str]] = {}
    for one in found:
        by_category.setdefault(one.category, Counter())[one.severity] += 1
    rows = [_charts.OfCategory(name, _counts(of)) for name, of in sorted(by_category.items())]
    how = f"{number(len(found), 'finding')} on {number(len(report.servers), 'server')}"
    return [_charts.by_severity(_counts(Counter(one.severity for one in found)), how), _charts.by_category(rows)]


def _counts(of: Counter[str]) -> Counts:
    return Counts(*(of[severity] for severity in SEVERITIES))


def drawings(report: Report, found: list[Finding], ranked: list[str]) -> list[Markup]:
    """What lies on which disks, a drawing a server of which that is known; of many servers all are shut.

    found: those that the page shows; no others are marked.
    """
    shown = {one.fingerprint for one in found}
    layouts = {one.name: _of_shown(one.layout, shown) for one in report.servers if one.layout}
    opened = len(layouts) <= _FEW_DRAWN
    drawn = (
        _storage_drawing.storage(layouts[name], name, f"disks-{place}", opened)
        for place, name in enumerate(ranked)
        if name in layouts
    )
    return [one for one in drawn if one]


def _of_shown(part: Any, shown: set[str]) -> Any:
    """A layout, or a part of it, without the marks of findings that the page does not show."""
    if isinstance(part, Clash) or not isinstance(part, tuple):
        return part
    if hasattr(part, "_fields"):
        return type(part)(*(_of_shown(each, shown) for each in part))
    return tuple(_of_shown(each, shown) for each in part if not isinstance(each, Clash) or each.fingerprint in shown)


def matrix(report: Report, found: list[Finding], ranked: list[str], links: dict[str, str]) -> Markup:
    """Servers against the rules that failed on any; "" for one server. links: to a server's findings."""
    failed = {one.rule: one for one in reversed(found)}
    if len(report.servers) < _FEW or not failed:
        return Markup("")
    states: dict[str, dict[str, str]] = {name: {} for name in ranked}
    for server in report.servers:
        states[server.name] |= dict.fromkeys(server.passed, _charts.PASSED)
    for open_ in report.left_open:
        states.get(open_.server or f"cluster {open_.cluster}", {})[open_.rule] = _charts.OPEN
    for waived in report.waived:
        states.get(owner(waived.finding), {})[waived.finding.rule] = _charts.WAIVED
    for one in sorted(found, key=lambda one: -SEVERITIES.index(one.severity)):
        states[owner(one)][one.rule] = one.severity
    rules = [
        _charts.FleetRule(one.rule, one.name, one.category, f"#{one.rule}")
        for one in sorted(failed.values(), key=lambda one: (one.category, one.rule))
    ]
    servers = [_charts.FleetServer(name, states[name], links.get(name, "")) for name in ranked]
    return _charts.matrix(rules, servers)
