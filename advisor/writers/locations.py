"""Locations of a finding: path and line, and the line of the file cut around the value."""

import re

from advisor.report.finding import Location
from advisor.terminal import clip, columns

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
    """Return the line of the file, cut around the value to `room` columns; the columns before and under the value."""
    room = max(min(room, _MAX_SHOWN), _MIN_SHOWN)
    text, caret = location.excerpt, min(location.caret, len(location.excerpt))
    if columns(text) > room:
        blanks = min(len(text) - len(text.lstrip(" ")), caret)
        text, caret = text[blanks:], caret - blanks
    value = text[caret : caret + max(location.length, 1)]
    before, behind = text[:caret], text[caret + len(value) :]
    room -= not value  # at the end of a line something is underlined too
    if columns(text) > room:
        value = value if columns(value) <= room - bool(before) - bool(behind) else clip(value, room * 3 // 4)
        left = room - columns(value)
        kept = min(columns(before), max(left // 2, left - columns(behind)))
        before = before if columns(before) <= kept else _CUT * (kept > 0) + _ending(before, kept - 1)
        behind = clip(behind, left - columns(before))
    return before + value + behind, columns(before), max(columns(value), 1)


def _ending(text: str, room: int) -> str:
    """Return as much of the end of a text as has `room` columns."""
    if text.isascii():
        return text[max(len(text) - room, 0) :]
    while text and columns(text) > room:
        text = text[1:]
    return text


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
