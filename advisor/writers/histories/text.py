"""Text: the history for people: each server's numbers where they change, and when each finding came and went."""

from collections.abc import Iterator, Sequence

from advisor.comparing.history import FindingSpan, History, Timeline
from advisor.pack import SEVERITIES
from advisor.terminal import Line, clip_line, columns, rendered, wrap
from advisor.values.printing import number
from advisor.writers._options import Options
from advisor.writers.histories import _words

FOR_PEOPLE = True
_MOST_RULES = 60


def render(history: History, options: Options) -> str:
    """Up to five servers each in full; of more a line a server and a line a rule."""
    return rendered(_lines(history, options.width), options.color == "always", options.width)


def _lines(history: History, width: int) -> Iterator[Line]:
    for text in (_words.summary(history), _words.standing(history)):
        yield from wrap([(text, "strong")], width, 4)
    for remark in _words.remarks(history):
        yield from wrap([("note: ", "strong"), (remark, "")], width, 4)
    yield []
    if len(history.servers) > _words.FEW:
        yield from _of_many(history, width)
        return
    found, names, reports = _words.by_server(history), _words.labels(history), _words.reports(history)
    for course in history.servers:
        yield from _server(course, found.get(_words.shown(course).casefold(), []), names, reports, width)


def _server(
    course: Timeline, found: list[FindingSpan], names: list[str], reports: list[str], width: int
) -> Iterator[Line]:
    yield from wrap([(_words.shown(course), "strong")], width, 4)
    yield []
    rows = [("report", "grade", *SEVERITIES)]
    for place in _words.turns(course, found, reports):
        rows.append((reports[place], _words.grade(course, place), *_words.in_short(course, place)))
    yield from _table(rows, width, left=2)
    if any("?" in figure for row in rows[1:] for figure in row[2:]):
        yield from wrap([(f"  {_words.UNTOLD}", "faint")], width, 4)
    if found:
        yield []
        rows = [("came", "went", "severity", "finding")]
        for one in found:
            finding = f"{one.rule}  {_words.called(one)}"
            rows.append((_words.came(one, names), _words.went(one, names), one.severity, finding))
        yield from _table(rows, width, left=4)
    yield []


def _of_many(history: History, width: int) -> Iterator[Line]:
    found = _words.by_server(history)
    for course in history.servers:
        told = _words.first_and_last(course, found.get(_words.shown(course).casefold(), []))
        yield from wrap([(f"  {_words.shown(course)}", "strong"), (f"  {told}", "")], width, 4)
    rules = _words.by_rule(history)
    if not rules:
        return
    yield []
    rows = [("rule", "severity", "came", "last went", "servers now", "ever")]
    for one in rules[:_MOST_RULES]:
        rows.append((f"{one.rule}  {one.name}", one.severity, one.came, one.went, str(one.there), str(one.ever)))
    yield from _table(rows, width, left=4)
    if more := len(rules[_MOST_RULES:]):
        yield from wrap([(f"  and {number(more, 'more rule')}", "")], width, 4)


def _table(rows: Sequence[tuple[str, ...]], width: int, left: int) -> Iterator[Line]:
    """left: how many columns stand to the left, the others to the right."""
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    for place, row in enumerate(rows):
        line = ""
        for number_, (text, wide) in enumerate(zip(row, widths, strict=True)):
            blanks = " " * (wide - columns(text))
            line += f"  {text}{blanks}" if number_ < left else f"  {blanks}{text}"
        yield clip_line([(line.rstrip(), "" if place else "faint")], width)
