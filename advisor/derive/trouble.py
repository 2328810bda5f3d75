"""Trouble: adds up what the console logs of a server tell of each kind of trouble, and how long ago it was.

Lines that are in several logs, a log and a copy of it, count once. Dates are printed in the server's own locale;
where the logs do not tell whether day or month comes first, how long ago is said in both ways, and the fewer days
count. 7 and 30 days, and which kinds a start of the server ends, are domlint's own.
"""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from advisor.derive.context import Context, derived
from advisor.facts import SERVER, Fact, Facts, Subject
from advisor.values.dates import ORDERS, day_of

_PAST = 7  # days without such a line at the end of the logs
_LONG_AGO = 30
_SINCE_START = 2  # days after which a start is taken to have ended it
_OBJECT_MISSING = "attachment object missing"
_ENDED_BY_START = {
    "out of memory", "transaction log full", "semaphore timeout", "java heap", "java threads",
    "process ended",
    "open files", "port in use",
}  # fmt: skip


class _Log(Struct, frozen=True):
    """What one console log tells of a kind: how many lines, first and last, a start since, data at stake, causes.

    each: what tells its lines from others, with how often they come.
    """

    lines: Fact
    first: Fact
    last: Fact
    started: Fact
    of_data: Fact
    causes: Fact
    each: Fact


class _When(Struct, frozen=True):
    """When the console logs end, by their dates as printed, and in which orders day and month may stand."""

    ends: list[str]
    orders: tuple[str, ...]


@derived(
    "trouble.kind", "trouble.count", "trouble.times", "trouble.standing", "trouble.of_data", "trouble.causes",
    "trouble.first", "trouble.last", "logged.objects_missing",
)  # fmt: skip
def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `trouble.…` of each kind, and `logged.objects_missing`: whether .nlo files are missing, not long ago."""
    ends = list(dict.fromkeys(fact.text for fact in facts.of(SERVER, "logged.end")))
    orders = tuple({fact.text for fact in facts.of(SERVER, "logged.order") if fact.text})
    when = _When(ends, orders if len(orders) == 1 else ORDERS)
    for subject in facts.subjects("trouble") or []:
        if logs := list(_logs(facts, subject)):
            told = list(_of_kind(subject, logs, when))
            yield from told
            if subject.name == _OBJECT_MISSING:
                standing = next(fact for fact in told if fact.key == "trouble.standing")
                is_missing = standing.text != "long ago"
                yield Fact("logged.objects_missing", "yes" if is_missing else "no", made_from=standing.made_from)


def _logs(facts: Facts, subject: Subject) -> Iterator[_Log]:
    names = ("count", "first", "last", "started", "of_data", "causes", "lines")
    told = (facts.of(subject, f"logged.{name}") for name in names)
    return (_Log(*log) for log in zip(*told, strict=True))


def _of_kind(subject: Subject, logs: list[_Log], when: _When) -> Iterator[Fact]:
    apart, total = _apart(logs)
    origins = tuple(dict.fromkeys(fact for log in apart for fact in (log.first, log.last)))
    standing, ago = _standing(subject.name, logs, when)
    yield Fact("trouble.kind", subject.name, subject=subject, made_from=origins[:1])
    yield Fact("trouble.count", str(total), subject=subject, made_from=origins)
    yield Fact("trouble.times", _times(total, apart) + ago, subject=subject, made_from=origins)
    of_data = "yes" if any(log.of_data.text == "yes" for log in logs) else "no"
    yield Fact("trouble.of_data", of_data, subject=subject, made_from=origins[-1:])
    causes = dict.fromkeys(cause for log in apart for cause in log.causes.text.split(", "))
    yield Fact("trouble.causes", ", ".join(causes), subject=subject, made_from=origins[-1:])
    yield Fact("trouble.standing", standing, subject=subject, made_from=origins[-1:])
    if len(apart) == 1:
        yield Fact("trouble.first", apart[0].first.text, subject=subject, made_from=origins[:1])
        yield Fact("trouble.last", apart[0].last.text, subject=subject, made_from=origins[-1:])


def _apart(logs: list[_Log]) -> tuple[list[_Log], int]:
    """Return the logs with lines that no other has, of copies the longest, and the number of all lines."""
    lines: Counter[str] = Counter()
    kept = set()
    for number, log in sorted(enumerate(logs), key=lambda one: -int(one[1].lines.text)):
        of_log = Counter(_each(log))
        if of_log - lines:
            kept.add(number)
            lines |= of_log
    return [log for number, log in enumerate(logs) if number in kept], lines.total()


def _each(log: _Log) -> dict[str, int]:
    """Return how often each line comes, by its checksum."""
    parts = (word.partition("*") for word in log.each.text.split())
    return {line: int(times or 1) for line, _, times in parts}


def _standing(kind: str, logs: list[_Log], when: _When) -> tuple[str, str]:
    """Return `recent`, `past` or `long ago`, and how to say it; recent where dates do not tell."""
    days = _days_between([log.last.text for log in logs], when)
    started = kind in _ENDED_BY_START and _started(logs)
    if not days or (days[0] < _PAST and not (started and days[0] >= _SINCE_START)):
        return "recent", ""
    since = ", and none since the server was started" if started else ""
    end = "the log's last line" if len(when.ends) == 1 else "the last line of the logs"
    end += ", by how its dates are read" if len(days) > 1 else ""
    return "long ago" if days[0] >= _LONG_AGO else "past", f", {' or '.join(map(str, days))} days before {end}{since}"


def _started(logs: list[_Log]) -> bool:
    """Return whether the server was started after the last line of each log, by it or by a longer copy."""
    after = {log.last.text for log in logs if log.started.text == "yes"}
    return all(log.last.text in after for log in logs)


def _days_between(lasts: list[str], when: _When) -> list[int]:
    """Return the whole days from the last of some dates to the end of the logs, the fewest first; one if it is sure."""
    found = set()
    for order in when.orders:
        last, end = ([day for text in texts if (day := day_of(text, order))] for texts in (lasts, when.ends))
        if end and len(last) == len(lasts) and len(end) == len(when.ends):
            found.add((max(end) - max(last)).days)
    return sorted(days for days in found if days >= 0)


def _times(total: int, logs: list[_Log]) -> str:
    """Return how often and when, in words."""
    lines = "1 line" if total == 1 else f"{total:,} lines"
    if len(logs) > 1:
        return f"{lines} in {len(logs)} logs"
    first, last = logs[0].first.text, logs[0].last.text
    if not first:
        return lines
    if first == last:
        return f"{lines}, {first}"
    return f"{lines}, the first {first}, the last {last}"
