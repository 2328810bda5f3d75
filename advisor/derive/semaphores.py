"""Semaphores: reads the statistic Sem.Timeouts (`430D:58 030B:28`); tells how often a lock came late, and what for."""

import re
from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context
from advisor.facts import Fact
from advisor.known import Facts
from advisor.values.printing import decimal, listed, number

_PAIRS = re.compile(r"[0-9A-Fa-f]{4}\s*:\s*[0-9]{1,9}(?:[\s,;]+[0-9A-Fa-f]{4}\s*:\s*[0-9]{1,9})*")
_PAIR = re.compile(r"([0-9A-Fa-f]{4})\s*:\s*([0-9]+)")
_FOR = {
    "0244": "databases", "0245": "databases", "0309": "view rebuilds", "030B": "view rebuilds", "410F": "file handles",
    "430D": "name lookups", "0A12": "log.nsf", "0A13": "log.nsf", "4117": "memory", "0A0B": "sessions",
}  # fmt: skip
_MOST = 3


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`semaphores.timeouts`, their sum; `.counted` in words and `.a_day` of uptime; `.told`, the most frequent ones."""
    answer = facts.ask("stat.sem.timeouts")
    text = (answer.text or "").strip().rstrip(",;")
    if text and not _PAIRS.fullmatch(text):
        return
    counts: dict[str, int] = {}
    for code, count in _PAIR.findall(text):
        counts[code.upper()] = counts.get(code.upper(), 0) + int(count)
    if answer.facts:
        yield from _how_often(facts, sum(counts.values()), answer.facts)
    if counts:
        most = sorted(counts, key=lambda code: -counts[code])
        words = listed((_in_words(code, counts[code]) for code in most), _MOST)
        yield Fact("semaphores.told", words, made_from=answer.facts)


def _how_often(facts: Facts, total: int, origins: tuple[Fact, ...]) -> Iterator[Fact]:
    yield Fact("semaphores.timeouts", str(total), made_from=origins)
    yield Fact("semaphores.counted", number(f"{total:,}", "time"), made_from=origins)
    hours = facts.ask("counters.hours")
    if count := values.whole(hours.text):
        yield Fact("semaphores.a_day", decimal(24 * total / count), made_from=(*origins, *hours.facts))


def _in_words(code: str, count: int) -> str:
    """`58 times for name lookups (430D)`."""
    what = _FOR.get(code)
    return number(f"{count:,}", "time") + (f" for {what} ({code})" if what else f" for {code}")
