"""Trouble: adds up what the console logs of a server tell of each kind of trouble.

Dates are printed in the server's own locale, so those of several logs are not put in an order.
"""

from collections.abc import Iterator
from typing import NamedTuple

from advisor.derive.context import Context
from advisor.facts import Fact, Facts, Subject


class _Log(NamedTuple):
    """What one console log tells of a kind: how many lines, and when the first and the last one was printed."""

    lines: Fact
    first: Fact
    last: Fact


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`trouble.…` of each kind; a log that was given twice counts once."""
    for subject in facts.subjects("trouble") or []:
        logs = {tuple(fact.text for fact in log): log for log in _logs(facts, subject)}.values()
        if logs:
            yield from _of_kind(subject, list(logs))


def _logs(facts: Facts, subject: Subject) -> Iterator[_Log]:
    told = (facts.of(subject, f"logged.{name}") for name in ("count", "first", "last"))
    return (_Log(*log) for log in zip(*told, strict=True))


def _of_kind(subject: Subject, logs: list[_Log]) -> Iterator[Fact]:
    total = sum(int(log.lines.text) for log in logs)
    origins = tuple(dict.fromkeys(fact for log in logs for fact in (log.first, log.last)))
    yield Fact("trouble.kind", subject.name, subject=subject, made_from=origins[:1])
    yield Fact("trouble.count", str(total), subject=subject, made_from=origins)
    yield Fact("trouble.times", _times(total, logs), subject=subject, made_from=origins)
    if len(logs) == 1:
        yield Fact("trouble.first", logs[0].first.text, subject=subject, made_from=origins[:1])
        yield Fact("trouble.last", logs[0].last.text, subject=subject, made_from=origins[-1:])


def _times(total: int, logs: list[_Log]) -> str:
    """How often and when, in words."""
    lines = "1 line" if total == 1 else f"{total:,} lines"
    if len(logs) > 1:
        return f"{lines} in {len(logs)} logs"
    first, last = logs[0].first.text, logs[0].last.text
    if not first:
        return lines
    if first == last:
        return f"{lines}, {first}"
    return f"{lines}, the first {first}, the last {last}"
