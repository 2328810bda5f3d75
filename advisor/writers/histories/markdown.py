"""Markdown: the history for a wiki: tables of each server's numbers where they change, and of what came and went."""

from collections.abc import Iterable, Iterator

from advisor.comparing.history import FindingSpan, History, Timeline
from advisor.pack import SEVERITIES
from advisor.values.markdown import plain
from advisor.values.printing import without_commands
from advisor.writers._options import Options
from advisor.writers.histories import _words

FOR_PEOPLE = False


def render(history: History, options: Options) -> str:
    """What is known of the reports; the rules over all servers; each server."""
    return without_commands("\n".join(_lines(history)).rstrip("\n") + "\n")


def _lines(history: History) -> Iterator[str]:
    yield from ("# History by domlint", "", f"**{plain(_words.standing(history))}**", "")
    yield from (plain(_words.summary(history)), "")
    remarks = list(_words.remarks(history))
    if remarks:
        yield from (*(f"- {plain(remark)}" for remark in remarks), "")
    if len(history.servers) > 1:
        yield from ("## Rules", "")
        rows = [
            (f"{one.name} ({one.rule})", one.severity, str(one.there), str(one.ever), one.came, one.went)
            for one in _words.by_rule(history)
        ]
        yield from _table(("rule", "severity", "servers now", "servers ever", "came", "last went"), rows)
    found, names, reports = _words.by_server(history), _words.labels(history), _words.reports(history)
    for course in history.servers:
        yield from _server(course, found.get(_words.shown(course).casefold(), []), names, reports)


def _server(course: Timeline, found: list[FindingSpan], names: list[str], reports: list[str]) -> Iterator[str]:
    yield from (f"## {plain(_words.shown(course))}", "")
    rows = []
    for place in _words.turns(course, found, reports):
        rows.append((reports[place], _words.grade(course, place), *_words.in_short(course, place)))
    yield from _table(("report", "grade", *SEVERITIES), rows)
    if any("?" in figure for row in rows for figure in row[2:]):
        yield from (_words.UNTOLD, "")
    if found:
        told = [
            (_words.came(one, names), _words.went(one, names), one.severity, f"{_words.called(one)} ({one.rule})")
            for one in found
        ]
        yield from _table(("came", "went", "severity", "finding"), told)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield from (f"| {' | '.join(head)} |", f"|{'---|' * len(head)}")
    for row in rows:
        yield f"| {' | '.join(_cell(text) for text in row)} |"
    yield ""


def _cell(text: str) -> str:
    return plain(text).replace("|", "\\|")
