"""Limits and time spans as Linux and systemd write them: `65535`, `512M`, `infinity`, `5min 20s`."""

import re

UNLIMITED = "unlimited"

_WORDS = {"unlimited", "infinity", "-1"}
_FIGURE = re.compile(r"(\d{1,20})([KMGTP]?)", re.IGNORECASE)
_POWERS = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4, "P": 5}
_LEAST_UNLIMITED = 2**63 - 1  # from here on the kernel and systemd mean none


_NUMBER_OF_ANY_BASE = re.compile(
    r"\+?(?:0x(?P<hex>[\da-f]{1,16})|(?P<octal>0[0-7]{0,21})|(?P<plain>[1-9]\d{0,19}))", re.I | re.A
)
_BASES = {"hex": 16, "octal": 8, "plain": 10}
_TOO_LARGE = 2**64 - 1  # for what takes a number


def plain_number(text: str) -> str:
    """Return a number in C notation (0x3e8, 01750) as decimal digits, or ""."""
    match = _NUMBER_OF_ANY_BASE.fullmatch(text)
    if not match or not match.lastgroup:
        return ""
    figure = int(match[match.lastgroup], _BASES[match.lastgroup])
    return "" if figure >= _TOO_LARGE else str(figure)


def systemd_limit(text: str) -> str:
    """Return a limit of systemd as digits or UNLIMITED, or "" for a text that systemd ignores. It knows no suffixes."""
    if text == "infinity":
        return UNLIMITED
    figure = plain_number(text)
    return UNLIMITED if figure and int(figure) >= _LEAST_UNLIMITED else figure


def limit(text: str) -> str:
    """Return a limit as digits or UNLIMITED, else "". A suffix is a power of 1,024, as in systemd."""
    if text.lower() in _WORDS:
        return UNLIMITED
    match = _FIGURE.fullmatch(text)
    if not match:
        return ""
    figure = int(match[1]) * 1024 ** _POWERS[match[2].upper()]
    return UNLIMITED if figure >= _LEAST_UNLIMITED else str(figure)


NO_TIMEOUT = "infinity"

_TIME_PIECE = re.compile(r"\s*(\d{1,12}(?:\.\d{1,6})?)\s*([a-zA-Zµ]*)")
_SECONDS = {
    **dict.fromkeys(("", "s", "sec", "second", "seconds"), 1.0),
    **dict.fromkeys(("m", "min", "minute", "minutes"), 60.0),
    **dict.fromkeys(("h", "hr", "hour", "hours"), 3600.0),
    **dict.fromkeys(("d", "day", "days"), 86400.0),
    **dict.fromkeys(("w", "week", "weeks"), 604800.0),
    **dict.fromkeys(("M", "month", "months"), 2629800.0),
    **dict.fromkeys(("y", "year", "years"), 31557600.0),
    **dict.fromkeys(("ms", "msec"), 0.001),
    **dict.fromkeys(("us", "usec", "µs"), 0.000001),
}


def seconds(text: str) -> str:
    """Return whole seconds as digits, or NEVER for 0 and infinity; "" for an invalid time span."""
    if text == NO_TIMEOUT:
        return NO_TIMEOUT
    total, offset = 0.0, 0
    while match := _TIME_PIECE.match(text, offset):
        if match[2] not in _SECONDS:
            return ""
        total += float(match[1]) * _SECONDS[match[2]]
        offset = match.end()
    if offset < len(text) or not text:
        return ""
    return NO_TIMEOUT if total == 0 else str(int(total))
