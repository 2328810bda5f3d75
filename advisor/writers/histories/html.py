"""HTML: the history as one page that opens offline."""

from typing import Any

from markupsafe import Markup

from advisor.comparing.history import Course, Episode, History
from advisor.pack import SEVERITIES
from advisor.writers import _charts, _page
from advisor.writers._options import Options
from advisor.writers.histories import _words

FOR_PEOPLE = False
_MOST_DRAWN = 30  # reports


def render(history: History, options: Options) -> str:
    """The whole page; the same bytes on every run over the same reports."""
    found, names = _words.by_server(history), (_words.labels(history), _words.reports(history))
    told = {
        "standing": _words.standing(history),
        "summary": _words.summary(history),
        "remarks": list(_words.remarks(history)),
        "rules": _words.by_rule(history) if len(history.servers) > 1 else [],
        "severities": SEVERITIES,
        "reports": len(history.reports),
        "chart": _chart(history) if len(history.reports) > 1 else "",
        "servers": [_server(one, found.get(_words.shown(one).casefold(), []), names) for one in history.servers],
    }
    return _page.page("history.html.j2", told, _charts.STYLE)


def _chart(history: History) -> Markup:
    """The findings of each of the last reports."""
    counts = [one.counts for one in history.reports]
    rows = list(map(_charts.OfCategory, _words.reports(history), counts))
    return _charts.by_report(rows[-_MOST_DRAWN:])


def _server(course: Course, found: list[Episode], names: tuple[list[str], list[str]]) -> dict[str, Any]:
    labels, reports = names
    turns = [
        (reports[place], _words.grade(course, place), _words.figures(course, place))
        for place in _words.turns(course, found, reports)
    ]
    findings = [(one, _words.called(one), _words.came(one, labels), _words.went(one, labels)) for one in found]
    return {"name": _words.shown(course), "turns": turns, "findings": findings, "others": _words.standing_for(found)}
