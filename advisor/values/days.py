"""Days: that on which a file was written, by what `date` printed, by an NSD's head, or by a date in the file's name."""

import re
from datetime import date

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_OTHERWISE = {"mär": 3, "mrz": 3, "mai": 5, "okt": 10, "dez": 12}
_ZONE = r"(?: (?:[A-Z]{1,6}|[+-]\d\d:?\d\d))?"
_CLOCK = r"\d\d?[:.]\d\d[:.]\d\d"
_PRINTED = re.compile(  # Sun Nov 22 15:25:54 UTC 2026, So 22. Nov 15:25:54 CET 2026, 2026-11-22T15:25:54
    rf"\W{{0,3}}(?:[^\W\d]{{2,10}}\.?,? +)?(?:(?P<month>[^\W\d]{{3,9}})\.? +(?P<day>\d\d?)|(?P<first>\d\d?)\.? "
    rf"(?P<then>[^\W\d]{{3,9}})\.?),?(?: +(?P<early>\d{{4}}))?,? +{_CLOCK}(?: [AP]M)?{_ZONE}"
    r"(?: +(?P<year>\d{4}))?",
    re.IGNORECASE,
)
_ISO = re.compile(rf"(?P<year>\d{{4}})-(?P<month>\d\d)-(?P<day>\d\d)(?:[T ]{_CLOCK}\S*{_ZONE})?")
_EITHER = (("year", "early"), ("month", "then"), ("day", "first"))
_NAMED = re.compile(r"(?<!\d)((?:19|20)\d\d)([-_.]?)(\d\d)\2(\d\d)(?!\d)")


def printed(text: str) -> date | None:
    """The day of a line that is all a date and a time, as `date` prints them in English or German, or as ISO 8601."""
    if match := _ISO.fullmatch(text.strip()):
        return _day(match["year"], int(match["month"]), match["day"])
    match = _PRINTED.fullmatch(text.strip())
    if not match or not (match["year"] or match["early"]):
        return None
    year, month, day = (match[name] or match[otherwise] for name, otherwise in _EITHER)
    return _day(year, _month(month), day)


def named(path: str) -> date | None:
    """The last date in a file's name: df-2026-01-31.txt, nsd_mail01_2026_01_31@03_04_05.log, df.20260131."""
    found = [_day(year, int(month), day) for year, _, month, day in _NAMED.findall(re.split(r"[/\\]", path)[-1])]
    return next(filter(None, reversed(found)), None)


def _month(name: str) -> int:
    short = name[:3].lower()
    return _MONTHS.index(short) + 1 if short in _MONTHS else _OTHERWISE.get(short, 0)


def _day(year: str, month: int, day: str) -> date | None:
    try:
        return date(int(year), month, int(day))
    except ValueError:
        return None
