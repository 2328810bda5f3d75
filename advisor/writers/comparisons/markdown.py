"""Markdown: the comparison for a ticket, a wiki or a pull request."""

from collections.abc import Iterator
from itertools import groupby

from advisor.comparing.comparison import NOT_THERE, Compared, Comparison
from advisor.report.absence import UNJUDGED
from advisor.values.markdown import plain
from advisor.values.printing import number, without_commands
from advisor.writers._options import Options
from advisor.writers.comparisons import _words

FOR_PEOPLE = False


def render(comparison: Comparison, options: Options) -> str:
    """The numbers and what has to be known first; each class with its findings by server."""
    return without_commands("\n".join(_lines(comparison)).rstrip("\n") + "\n")


def _lines(comparison: Comparison) -> Iterator[str]:
    yield from ("# Comparison by domlint", "", f"**{_words.total(comparison)}**", "")
    yield from (plain(_words.between(comparison)), "")
    if comparison.remarks:
        yield from (*(f"- {plain(remark)}" for remark in comparison.remarks), "")
    told = _words.of_servers(comparison)
    if told and len(comparison.servers) > 1:
        yield from (*(f"- **{plain(name)}**: {said}" for name, said in told), "")
    for became, heading, found in _words.sections(comparison):
        yield from (f"## {heading}", "")
        for owner, of_one in groupby(found, key=_words.owner):
            yield from _of_one(became, owner, list(of_one))


def _of_one(became: str, owner: str, found: list[Compared]) -> Iterator[str]:
    if became == NOT_THERE:
        said = f"{number(len(found), 'finding')} ({_words.severities(found)}); {found[0].reason}"
        yield from (f"- **{plain(owner)}**: {plain(said)}", "")
        return
    yield from (f"### {plain(owner)}", "")
    for lines in map(_group, _words.groups(found)) if became == UNJUDGED else map(_finding, found):
        yield from lines
    yield ""


def _group(group: _words.SameReason) -> Iterator[str]:
    yield f"- {_words.severities(group.findings)}: {plain(_words.among(group.findings))}"
    yield f"  - Why: {plain(group.reason)}"
    yield from (f"  - Give: {plain(one)}" for one in group.give)


def _finding(one: Compared) -> Iterator[str]:
    yield f"- **{one.severity}** {plain(_words.called(one))} ({plain(one.rule)})"
    yield from (f"  - {label}{plain(text)}" for label, text in _words.under(one))
