"""HTML: the history as one page that opens offline."""

from typing import Any

from advisor.comparing.history import Course, Episode, History
from advisor.pack import SEVERITIES
from advisor.writers import _page
from advisor.writers._options import Options
from advisor.writers.histories import _words

FOR_PEOPLE = False


def render(history: History, options: Options) -> str:
    """The whole page; the same bytes on every run over the same reports."""
    found, names = _words.by_server(history), _words.labels(history)
    told = {
        "standing": _words.standing(history),
        "summary": _words.summary(history),
        "remarks": list(_words.remarks(history)),
        "rules": _words.by_rule(history) if len(history.servers) > 1 else [],
        "severities": SEVERITIES,
        "servers": [_server(one, found.get(_words.shown(one).casefold(), []), names) for one in history.servers],
    }
    return _page.page("history.html.j2", told)


def _server(course: Course, found: list[Episode], names: list[str]) -> dict[str, Any]:
    turns = [(names[place], _words.grade(course, place), course.counts[place]) for place in _words.turns(course)]
    findings = [(one, _words.called(one), _words.came(one, names), _words.went(one, names)) for one in found]
    return {"name": _words.shown(course), "turns": turns, "findings": findings}
