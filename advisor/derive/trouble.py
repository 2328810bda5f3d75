"""Trouble: adds up what the console logs of a server tell of each kind of trouble, and how long ago it was.

Dates are printed in the server's own locale, so those of several logs are not put in an order; how long ago is the
least that they may mean. 7 and 30 days, and which kinds a start of the server ends, are domlint's own.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import NamedTuple

from advisor.derive.context import Context
from advisor.facts import SERVER, Fact, Facts, Subject

_PAST = 7  # days without such a line at the end of the logs
_LONG_AGO = 30
_SINCE_START = 2  # days after which a start is taken to have ended it
_ENDED_BY_START = {
    "out of memory", "transaction log full", "semaphore timeout", "java heap", "java threads",
    "process ended",
    "open files", "port in use",
}  # fmt: skip
_DATE = re.compile(r"\s*(\d{1,4})[-./](\d{1,2})[-./](\d{1,4})")
_ORDERS = ((0, 1, 2), (2, 0, 1), (2, 1, 0))  # where year, month and day stand in a date


class _Log(NamedTuple):
    """What one console log tells of a kind: how many lines, the first and the last, a start since, data at stake."""

    lines: Fact
    first: Fact
    last: Fact
    started: Fact
    of_data: Fact


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`trouble.…` of each kind; a log that was given twice counts once."""
    ends = list(dict.fromkeys(fact.text for fact in facts.of(SERVER, "logged.end")))
    for subject in facts.subjects("trouble") or []:
        logs = {tuple(fact.text for fact in log): log for log in _logs(facts, subject)}.values()
        if logs:
            yield from _of_kind(subject, list(logs), ends)


def _logs(facts: Facts, subject: Subject) -> Iterator[_Log]:
    told = (facts.of(subject, f"logged.{name}") for name in ("count", "first", "last", "started", "of_data"))
    return (_Log(*log) for log in zip(*told, strict=True))


def _of_kind(subject: Subject, logs: list[_Log], ends: list[str]) -> Iterator[Fact]:
    total = sum(int(log.lines.text) for log in logs)
    origins = tuple(dict.fromkeys(fact for log in logs for fact in (log.first, log.last)))
    standing, ago = _standing(subject.name, logs, ends)
    yield Fact("trouble.kind", subject.name, subject=subject, made_from=origins[:1])
    yield Fact("trouble.count", str(total), subject=subject, made_from=origins)
    yield Fact("trouble.times", _times(total, logs) + ago, subject=subject, made_from=origins)
    of_data = "yes" if any(log.of_data.text == "yes" for log in logs) else "no"
    yield Fact("trouble.of_data", of_data, subject=subject, made_from=origins[-1:])
    yield Fact("trouble.standing", standing, subject=subject, made_from=origins[-1:])
    if len(logs) == 1:
        yield Fact("trouble.first", logs[0].first.text, subject=subject, made_from=origins[:1])
        yield Fact("trouble.last", logs[0].last.text, subject=subject, made_from=origins[-1:])


def _standing(kind: str, logs: list[_Log], ends: list[str]) -> tuple[str, str]:
    """`recent`, `past` or `long ago`, and how to say it; recent where dates do not tell."""
    days = _days_between([log.last.text for log in logs], ends)
    started = kind in _ENDED_BY_START and all(log.started.text == "yes" for log in logs)
    if days is None or (days < _PAST and not (started and days >= _SINCE_START)):
        return "recent", ""
    since = ", and none since the server was started" if started else ""
    end = "the log's last line" if len(ends) == 1 else "the last line of the logs"
    return "long ago" if days >= _LONG_AGO else "past", f", {days} days before {end}{since}"


def _days_between(lasts: Iterable[str], ends: Iterable[str]) -> int | None:
    """The fewest whole days from the last of some dates to the end, in whichever order day, month and year stand."""
    days = []
    for order in _ORDERS:
        last, end = ([_day(text, order) for text in texts] for texts in (lasts, ends))
        if end and None not in (*last, *end):
            days.append((max(filter(None, end)) - max(filter(None, last))).days)
    return min((number for number in days if number >= 0), default=None)


def _day(text: str, order: tuple[int, ...]) -> date | None:
    """A date of a console line, read in one order; None where it is none so."""
    match = _DATE.match(text)
    year, month, day = (int(match[1 + place]) for place in order) if match else (0, 0, 0)
    try:
        return date(year if year > 99 else 2000 + year, month, day)
    except ValueError:
        return None


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
