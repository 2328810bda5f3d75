"""Text: the comparison for people, folded to the page's width: numbers, what asks for a look, last what is fixed."""

from collections.abc import Iterator
from itertools import groupby

from advisor.comparing.comparison import NOT_THERE, Compared, Comparison
from advisor.report.absence import UNJUDGED
from advisor.terminal import Line, labelled, rendered, wrap
from advisor.values.printing import number
from advisor.writers._options import Options
from advisor.writers.comparisons import _words

FOR_PEOPLE = True
_MARGIN = 6
_MOST_SERVERS = 60


def render(comparison: Comparison, options: Options) -> str:
    """The numbers and what has to be known first; the servers; each class with its findings by server; the numbers."""
    return rendered(_lines(comparison, options.width), options.color == "always", options.width)


def _lines(comparison: Comparison, width: int) -> Iterator[Line]:
    numbers = _words.total(comparison)
    yield from wrap([(numbers, "strong")], width, 4)
    yield from wrap([(f"({_words.between(comparison)})", "faint")], width, 4)
    for remark in comparison.remarks:
        yield from wrap([("note: ", "strong"), (remark, "")], width, 4)
    yield []
    yield from _servers(comparison, width)
    for became, heading, found in _words.sections(comparison):
        yield from wrap([(heading, "strong")], width, 4)
        yield []
        for owner, of_one in groupby(found, key=_words.owner):
            yield from _of_one(became, owner, list(of_one), width)
        yield []
    yield from wrap([(numbers, "strong")], width, 4)


def _servers(comparison: Comparison, width: int) -> Iterator[Line]:
    """A line for each server where something is otherwise."""
    told = _words.of_servers(comparison)
    if len(comparison.servers) < 2 or not told:
        return
    for name, said in told[:_MOST_SERVERS]:
        yield from wrap([(f"  {name}", "strong"), (f"  {said}", "")], width, 4)
    if more := len(told[_MOST_SERVERS:]):
        yield from wrap([(f"  and {number(more, 'more server')}", "")], width, 4)
    yield []


def _of_one(became: str, owner: str, found: list[Compared], width: int) -> Iterator[Line]:
    if became == NOT_THERE:
        said = f": {number(len(found), 'finding')} ({_words.severities(found)}); {found[0].reason}"
        yield from wrap([(f"  {owner}", "strong"), (said, "")], width, 4)
        return
    yield [(f"  {owner}", "strong")]
    if became == UNJUDGED:
        for group in _words.groups(found):
            yield from _group(group, width)
        return
    for one in found:
        yield from _finding(one, width)


def _group(group: _words.SameReason, width: int) -> Iterator[Line]:
    yield from wrap([(f"    {_words.severities(group.findings)}: ", ""), (_words.among(group.findings), "")], width, 6)
    yield from labelled("Why: ", group.reason, width, _MARGIN)
    for one in group.give:
        yield from labelled("Give: ", one, width, _MARGIN)


def _finding(one: Compared, width: int) -> Iterator[Line]:
    head: Line = [("    ", ""), (one.severity, one.severity), (f"  {_words.called(one)}  ", "strong"), (one.rule, "")]
    yield from wrap(head, width, _MARGIN)
    for label, text in _words.under(one):
        yield from labelled(label, text, width, _MARGIN)
