"""Told when: reads what tells on which day files were written; gives the day of each, and how old what it tells is.

A console log's last line tells that the server ran that day: what an older listing says is of the past. 7 and 30 days
are domlint's own, as of trouble in console logs.
"""

from datetime import date
from typing import NamedTuple

from advisor.facts import SERVER
from advisor.known import Facts
from advisor.source import Source
from advisor.values import dates
from advisor.values.dates import ORDERS, day_of

_PAST = 7
_LONG_AGO = 30
_HEADS = ("nsd.started", "listing.date")  # what a file prints of its own time


class Days(NamedTuple):
    """On which days files were written, by their paths, and the last one that a console log or a listing is of.

    at_least: the log's dates may be read in two ways, and the earlier counts.
    """

    printed: dict[str, date]
    newest: date | None
    by_log: bool
    at_least: bool = False

    def of(self, source: Source | None) -> date | None:
        """The day of a file, by what it prints or its name; None where neither tells: a console log's has its first."""
        if not source or source.path.rpartition("/")[2].lower().startswith("console"):
            return None
        day = self.printed.get(source.path)
        return day if day and not dates.is_to_come(day) else dates.named(source.path)

    def standing(self, day: date | None) -> tuple[str, str]:
        """Whether what was told on a day is `recent`, `past` or `long ago`, and how to say the age of such."""
        ago = (self.newest - day).days if day and self.newest else 0
        if ago < _PAST:
            return "recent", ""
        end = "the console log's last line" if self.by_log else "the newest listing"
        days_ago = f"at least {ago:,}" if self.at_least and self.by_log else f"{ago:,}"
        return "long ago" if ago >= _LONG_AGO else "past", f", {days_ago} days before {end}"


def days_told(facts: Facts, listings: set[Source]) -> Days:
    """The days of all files that print one, and the newest of logs and listings.

    listings: the files whose names count, too. Where a log's dates may be read in two ways the earlier day counts.
    """
    heads = [fact for key in _HEADS for fact in facts.of(SERVER, key) if fact.source]
    printed = {fact.source.path: day for fact in heads if fact.source and (day := dates.printed(fact.text))}
    told = Days(printed, None, False)
    ends = _ends_of_logs(facts)
    log = min(ends, default=None)
    newest = max((day for day in (log, *map(told.of, listings)) if day), default=None)
    return told._replace(newest=newest, by_log=newest is not None and newest == log, at_least=len(ends) > 1)


def _ends_of_logs(facts: Facts) -> set[date]:
    """The last day of all logs, in each order in which their dates may be read."""
    orders = {fact.text for fact in facts.of(SERVER, "logged.order") if fact.text}
    ends = [fact.text for fact in facts.of(SERVER, "logged.end")]
    may_be = orders if len(orders) == 1 else ORDERS
    read = ([day for text in ends if (day := day_of(text, order))] for order in may_be)
    have_come = ([day for day in found if not dates.is_to_come(day)] for found in map(list, read))
    return {max(found) for found in have_come if found}
