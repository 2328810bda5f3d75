"""To judge: over many servers, what to give so that more rules can be judged, each input once."""

from collections.abc import Iterator

from advisor.report.report import Report
from advisor.values.printing import number
from advisor.writers._account import wanted_of
from advisor.writers._lines import Line, wrapped

_MOST_WANTED = 2


def to_judge(report: Report, width: int) -> Iterator[Line]:
    """The inputs that most servers lack for most rules; rules that only another platform has come last."""
    if not (left_open := report.left_open):
        return
    rules = {unjudged.rule for unjudged in left_open}
    said = f"{number(len(rules), 'rule')} could not be judged on every server; --group-by server tells where and why"
    yield from wrapped("", said, width, 0, 4)
    wanted = sorted(wanted_of(list(left_open)).values(), key=lambda one: (one.rank[0], -one.verdicts))
    for one in wanted[:_MOST_WANTED]:
        on = number(len(one.servers), "server")
        label = "To judge more: "
        yield from wrapped(label, f"{one.collect} ({number(len(one.rules), 'rule')} on {on})", width, 0, 4)
    if len(wanted) > _MOST_WANTED:
        more = number(len(wanted) - _MOST_WANTED, "more input")
        yield from wrapped("", f"and {more} (--group-by server tells them for each server)", width, 0)
    yield []
