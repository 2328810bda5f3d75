"""Dates as a server's console prints them, in its own locale: 2025-12-31, 31.12.2025, 12/31/2025 or 31/12/2025.

Where the year comes first month and day follow, and with dots the day comes first. With slashes and hyphens a date
alone does not tell whether it is the day or the month; other dates of the same log may.
"""

import re
from collections.abc import Iterable
from datetime import date

DAY_FIRST, MONTH_FIRST = ORDERS = ("day first", "month first")
_DATE = re.compile(r"\s*(\d{1,4})([-./])(\d{1,2})[-./](\d{1,4})")


def day_of(text: str, order: str) -> date | None:
    """The day that a line's date names. order: one of ORDERS, for dates that do not tell; None where it is no date."""
    if not (match := _DATE.match(text)):
        return None
    first, middle, last = (int(match[group]) for group in (1, 3, 4))
    year, month, day = (last, middle, first) if match[2] == "." or order == DAY_FIRST else (last, first, middle)
    if len(match[1]) == len("2025"):
        year, month, day = first, middle, last
    try:
        return date(year if year > 99 else 2000 + year, month, day)
    except ValueError:
        return None


def order_of(dates: Iterable[str]) -> str:
    """The order in which a log's dates, one after the other, must stand: one of ORDERS, "" where they do not tell.

    A field above 12 is no month; and where in one order a later line has an earlier date, and not in the other, it is
    the other.
    """
    latest: dict[str, date] = {}
    backwards = set()
    for text in dates:
        days = {order: day for order in ORDERS if (day := day_of(text, order))}
        if len(days) == 1:
            return next(iter(days))
        for order, day in days.items():
            if day < latest.get(order, day):
                backwards.add(order)
            latest[order] = day
    return MONTH_FIRST if backwards == {DAY_FIRST} else DAY_FIRST if backwards == {MONTH_FIRST} else ""
