"""Reads systemd's time spans, `5min 20s`, into seconds."""

import re

NEVER = "infinity"

_PIECE = re.compile(r"\s*(\d{1,12}(?:\.\d{1,6})?)\s*([a-zA-Zµ]*)")
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
    """Whole seconds as digits, or NEVER, which 0 means too; "" for what is no time span."""
    if text == NEVER:
        return NEVER
    total, at = 0.0, 0
    while match := _PIECE.match(text, at):
        if match[2] not in _SECONDS:
            return ""
        total += float(match[1]) * _SECONDS[match[2]]
        at = match.end()
    if at < len(text) or not text:
        return ""
    return NEVER if total == 0 else str(int(total))
