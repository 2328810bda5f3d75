"""Dates of files, and dates that a server console prints in its own locale."""

import re
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from datetime import time as clock

from advisor.values.today import today

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_OTHERWISE = {"mär": 3, "mrz": 3, "mai": 5, "okt": 10, "dez": 12}
_ZONE = r"(?: (?:[A-Z]{1,6}|[+-]\d\d:?\d\d))?"
_CLOCK = r"\d\d?[:.]\d\d[:.]\d\d"
_PRINTED = (  # Sun Nov 22 15:25:54 UTC 2026, So 22. Nov 15:25:54 CET 2026, 2026-11-22T15:25:54
    rf"(?i)\W{{0,3}}(?:[^\W\d]{{2,10}}\.?,? +)?(?:(?P<month>[^\W\d]{{3,9}})\.? +(?P<day>\d\d?)|(?P<first>\d\d?)\.? "
    rf"(?P<then>[^\W\d]{{3,9}})\.?),?(?: +(?P<early>\d{{4}}))?,? +{_CLOCK}(?: [AP]M)?{_ZONE}"
    r"(?: +(?P<year>\d{4}))?"
)
_ISO = rf"(?P<year>\d{{4}})-(?P<month>\d\d)-(?P<day>\d\d)(?:[T ]{_CLOCK}\S*{_ZONE})?"
_EITHER = (("year", "early"), ("month", "then"), ("day", "first"))
_NAMED = r"(?<!\d)((?:19|20)\d\d)([-_.]?)(\d\d)\2(\d\d)(?!\d)"
_YEAR_LAST = r"(?<!\d)(\d\d?)([-_.])(\d\d?)\2((?:19|20)\d\d)(?!\d)"


def printed(text: str) -> date | None:
    """Return the day of a line with only a date and a time, or None.

    Reads the formats of `date` in English and German, and ISO 8601.
    """
    if match := re.fullmatch(_ISO, text.strip()):
        return _day(match["year"], int(match["month"]), match["day"])
    match = re.fullmatch(_PRINTED, text.strip())
    if not match or not (match["year"] or match["early"]):
        return None
    year, month, day = (match[name] or match[otherwise] for name, otherwise in _EITHER)
    return _day(year, _month(month), day)


def named(path: str) -> date | None:
    """Return the last date in a file's name, unless it is in the future.

    Examples: df-2026-01-31.txt, nsd_mail01_2026_01_31@03_04_05.log.
    """
    day = in_name(re.split(r"[/\\]", path)[-1])
    return day if day and not is_to_come(day) else None


def in_name(name: str) -> date | None:
    """Return the last unambiguous date in a name: df.20260131, df_31.01.2026, df-01-31-2026.

    With dots the day comes first. With other signs, one of the two must be above 12, or both must be equal.
    """
    return next((day for _, _, day in reversed(_all_in(name))), None)


def on_the_way(path: str) -> tuple[date | None, str]:
    """Return the date in a file's name, else in the nearest folder's name, and the path without dates."""
    parts = path.split("/")
    days = [day for part in parts if (day := in_name(part))]
    return (days[-1] if days else None), "/".join(map(_without, parts))


def is_to_come(day: date) -> bool:
    """Return whether a day is after tomorrow. The server's time zone may be a day ahead."""
    return day > date.fromisoformat(today()) + timedelta(days=1)


def _all_in(name: str) -> list[tuple[int, int, date]]:
    """Return the beginning, the end and the day of each date in a name."""
    dates = [(match, _day(match[1], int(match[3]), match[4])) for match in re.finditer(_NAMED, name)]
    dates += [(match, _day_of_year_last(match)) for match in re.finditer(_YEAR_LAST, name)]
    return sorted((*match.span(), day) for match, day in dates if day)


def _day_of_year_last(match: re.Match[str]) -> date | None:
    first, sign, then, year = match.groups()
    by_day, by_month = _day(year, int(then), first), _day(year, int(first), then)
    if sign == "." or by_day == by_month or not by_month:
        return by_day
    return None if by_day else by_month


def _without(name: str) -> str:
    for begin, end, _ in reversed(_all_in(name)):
        name = f"{name[:begin]}*{name[end:]}"
    return name


def _month(name: str) -> int:
    short = name[:3].lower()
    return _MONTHS.index(short) + 1 if short in _MONTHS else _OTHERWISE.get(short, 0)


def _day(year: str, month: int, day: str) -> date | None:
    try:
        return date(int(year), month, int(day))
    except ValueError:
        return None


DAY_FIRST, MONTH_FIRST = ORDERS = ("day first", "month first")
_DATE = r"\s*(\d{1,4})([-./])(\d{1,2})[-./](\d{1,4})"


def day_of(text: str, order: str) -> date | None:
    """Return the day of a line's date, or None. order: one of ORDERS, for ambiguous dates."""
    if not (match := re.match(_DATE, text)):
        return None
    first, middle, last = (int(match[group]) for group in (1, 3, 4))
    year, month, day = (last, middle, first) if match[2] == "." or order == DAY_FIRST else (last, first, middle)
    if len(match[1]) == len("2025"):
        year, month, day = first, middle, last
    try:
        return date(year if year > 99 else 2000 + year, month, day)
    except ValueError:
        return None


_TIME = r"(?i)\s(\d{1,2})[:.](\d\d)[:.](\d\d)(?:\s*([AP])M)?\s*$"


def hours_between(start: str, end: str) -> int | None:
    """Return the full hours between two moments, the fewest that their dates allow; None if one cannot be read."""
    spans = []
    for order in ORDERS:
        moments = [moment for text in (start, end) if (moment := _moment_of(text, order))]
        if len(moments) == len((start, end)) and moments[1] >= moments[0]:
            spans.append(moments[1] - moments[0])
    return min(spans) // timedelta(hours=1) if spans else None


def _moment_of(text: str, order: str) -> datetime | None:
    """Return the day and time of `07/12/1999 09:00:00 AM`."""
    day, match = day_of(text, order), re.search(_TIME, text)
    if not day or not match:
        return None
    hour, half = int(match[1]), (match[4] or "").upper()
    if half and not 1 <= hour <= 12:
        return None
    hour = hour % 12 + 12 * (half == "P") if half else hour
    try:
        return datetime.combine(day, clock(hour, int(match[2]), int(match[3])))
    except ValueError:
        return None


def order_of(dates: Iterable[str]) -> str:
    """Return the order of day and month in a log's successive dates: one of ORDERS, or "" if unknown.

    A field above 12 is no month. If dates go backwards in one order only, the other order is right.
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
