"""Locations of a finding: path and line, and the line of the file cut around the value."""

import re

from advisor.report.finding import Location

MOST_PLACES = 3
_MAX_SHOWN = 120  # characters of a file's line
_MIN_SHOWN = 5
_CUT = "…"
_BLANKS = re.compile(" +")


def spot(location: Location) -> str:
    """Return `notes.ini:26:24`, or the path if the location is a whole file."""
    return location.path if location.line is None else f"{location.path}:{location.line}:{location.column}"


def told(location: Location) -> str:
    """Return what a further location shows and why: `, Directory, for where the databases are stored`."""
    word = f", {location.word}" if location.word else ""
    return word + (f", for {location.bears_on}" if location.bears_on else "")


def around(location: Location, room: int) -> tuple[str, int, int]:
    """Return the line of the file, cut around the value to `room` characters; the value's place and length in it."""
    room = max(min(room, _MAX_SHOWN), _MIN_SHOWN)
    text, caret = location.excerpt, min(location.caret, len(location.excerpt))
    if len(text) > room:
        blanks = min(len(text) - len(text.lstrip(" ")), caret)
        text, caret = text[blanks:], caret - blanks
    value = text[caret : caret + max(location.length, 1)]
    before, behind = text[:caret], text[caret + len(value) :]
    if len(text) > room:
        value = value if len(value) <= room - bool(before) - bool(behind) else cut(value, room * 3 // 4)
        left = room - len(value)
        kept = min(len(before), max(left // 2, left - len(behind)))
        before = before if len(before) <= kept else _CUT * (kept > 0) + before[len(before) - max(kept - 1, 0) :]
        behind = cut(behind, left - len(before))
    return before + value + behind, len(before), max(len(value), 1)


def cut(text: str, room: int) -> str:
    """Return the beginning of a text with at most `room` characters; a mark shows that it was cut."""
    return text if len(text) <= room else text[: max(room - 1, 0)] + _CUT * (room > 0)


def on_one_line(location: Location, room: int) -> str:
    """Return the line of the file, or what surrounds the value, with one blank for several."""
    before, value, behind = (
        _BLANKS.sub(" ", part)
        for part in (
            location.excerpt[: location.caret].lstrip(),
            location.excerpt[location.caret : location.caret + location.length],
            location.excerpt[location.caret + location.length :],
        )
    )
    return around(location._replace(excerpt=before + value + behind, caret=len(before), length=len(value)), room)[0]
