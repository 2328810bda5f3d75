"""HTML: the history as one page that opens offline."""

from typing import Any

from advisor.comparing.history import FindingSpan, History, Timeline
from advisor.pack import SEVERITIES
from advisor.writers import _html_page
from advisor.writers._options import Options
from advisor.writers.histories import _words

FOR_PEOPLE = False
_MAX_DRAWN = 30  # reports


def render(history: History, options: Options) -> str:
    """The whole page; the same bytes on every run over the same reports."""
    found, names = _words.by_server(history), (_words.labels(history), _words.reports(history))
    chart = list(zip(_words.reports(history), [one.counts for one in history.reports], strict=True))
    values = {
        "standing": _words.standing(history),
        "summary": _words.summary(history),
        "remarks": list(_words.remarks(history)),
        "rules": _words.by_rule(history) if len(history.servers) > 1 else [],
        "severities": SEVERITIES,
        "reports": len(history.reports),
        "chart": chart[-_MAX_DRAWN:] if len(history.reports) > 1 else [],
        "servers": [_server(one, found.get(_words.shown(one).casefold(), []), names) for one in history.servers],
    }
    return _html_page.page("history.html.j2", values)


def _server(course: Timeline, found: list[FindingSpan], names: tuple[list[str], list[str]]) -> dict[str, Any]:
    labels, reports = names
    turns = [
        (reports[place], _words.grade(course, place), _words.figures(course, place))
        for place in _words.turns(course, found, reports)
    ]
    findings = [(one, _words.called(one), _words.came(one, labels), _words.went(one, labels)) for one in found]
    return {"name": _words.shown(course), "turns": turns, "findings": findings}
