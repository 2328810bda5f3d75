"""Markdown: the difference for a ticket, a wiki or a pull request: a table a group."""

from collections.abc import Iterator

from advisor.comparing.difference import SideBySide
from advisor.values.markdown import cell, plain
from advisor.values.printing import without_commands
from advisor.writers._options import Options
from advisor.writers.differences import _words

FOR_PEOPLE = False


def render(difference: SideBySide, options: Options) -> str:
    """The numbers, then tables, then what could not be compared."""
    return without_commands("\n".join(_lines(difference)).rstrip("\n") + "\n")


def _lines(told: SideBySide) -> Iterator[str]:
    left, right = map(cell, _words.names(told))
    yield from ("# Two servers side by side", "", f"**{plain(_words.total(told))}**", "")
    for heading, rows in _words.groups(told):
        yield from (f"## {plain(heading)}", "", f"| | {left} | {right} | what it is |", "|---|---|---|---|")
        for row in rows:
            sides = (cell(_words.value(side)) for side in (row.left, row.right))
            yield f"| {' | '.join((cell(row.name), *sides, cell(_words.about(row))))} |"
        yield ""
    if told.not_compared:
        yield from ("## Not compared", "", "What was not collected of one of the two is no difference.", "")
        yield from (f"- {plain(one)}" for one in _words.not_compared(told))
