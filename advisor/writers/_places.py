"""Places: where a finding stands: path and line, the file's line cut around the value, and the value underlined."""

import re
from collections.abc import Iterator

from advisor.report.finding import Finding, Location
from advisor.values.printing import number
from advisor.writers._cells import DOTS, cells, cut, ending
from advisor.writers._lines import Line, flowed

_MOST_PLACES = 3
_LONGEST_SHOWN = 120  # columns of a file's line
_LEAST_SHOWN = 5
WHOLE = 1_000_000  # room for every line of a file
_LEAST_AROUND = 6  # columns beside a value: the end of its name, the sign between, and the marks of what was cut
_MARGIN, _DIGITS = 6, 5  # before a line's number, and of it
_BLANKS = re.compile(" +")
_NARROW = 40  # columns of a page on which the margin goes


def places(finding: Finding, width: int) -> Iterator[Line]:
    """Where to look: the primary place with its value underlined, two more and why, and how many there are besides."""
    for location in finding.locations[:1]:
        yield from primary(location, width)
    for location in finding.locations[1:_MOST_PLACES]:
        yield from _faint(f"and {spot(location)}{told(location)}", width)
        gutter = _gutter(location, width)
        if location.excerpt:
            yield [(gutter, "faint"), (around(location, width - len(gutter))[0], "")]
    others = len(finding.locations[_MOST_PLACES:]) + finding.more_places
    if others:
        yield from _faint(f"and {number(others, 'more place')}", width)


def primary(location: Location, width: int) -> Iterator[Line]:
    """The place, the file's line, and a line that underlines the value."""
    if location.line is None:
        yield from _faint(location.path + f" does not set {location.word or 'it'}" * location.lacks, width)
        return
    yield from _faint(spot(location), width)
    if not location.excerpt:  # a line that names people is not shown
        return
    gutter = _gutter(location, width)
    shown, before, under = around(location, width - len(gutter))
    yield [(gutter, "faint"), (shown, "")]
    yield [(" " * (len(gutter) - 2) + "| ", "faint"), (" " * before + "^" * under, "caret")]


def fits(location: Location, room: int) -> bool:
    """Whether the value stands whole on so many columns, and what is written around it not all cut away."""
    value = cells(location.excerpt[location.caret : location.caret + location.length])
    return room >= min(cells(location.excerpt.strip()), value + _LEAST_AROUND)


def on_one_line(location: Location, room: int) -> str:
    """A file's line, or what of it surrounds the value, with one blank for several."""
    text, caret = location.excerpt, location.caret
    before, value, behind = (
        _BLANKS.sub(" ", part)
        for part in (text[:caret].lstrip(), text[caret : caret + location.length], text[caret + location.length :])
    )
    place = location._replace(excerpt=before + value + behind, caret=len(before), length=len(value))
    return around(place, room)[0]


def around(location: Location, room: int) -> tuple[str, int, int]:
    """A file's line, or what of it surrounds the value; the columns before the value, and those under it.

    The blanks that begin a line are left out where it is cut, because they tell least.
    """
    room = max(min(room, _LONGEST_SHOWN), _LEAST_SHOWN)
    text, caret = location.excerpt, min(location.caret, len(location.excerpt))
    if cells(text) > room:
        blanks = min(len(text) - len(text.lstrip(" ")), caret)
        text, caret = text[blanks:], caret - blanks
    value = text[caret : caret + max(location.length, 1)]
    before, behind = text[:caret], text[caret + len(value) :]
    room -= not value  # at the line's end something is underlined too
    if cells(text) > room:
        value = value if cells(value) <= room - bool(before) - bool(behind) else cut(value, room * 3 // 4)
        left = room - cells(value)
        kept = min(cells(before), max(left // 2, left - cells(behind)))
        before = before if cells(before) <= kept else DOTS * (kept > 0) + ending(before, kept - 1)
        behind = cut(behind, left - cells(before))
    return before + value + behind, cells(before), max(cells(value), 1)


def told(location: Location) -> str:
    """What stands at a further place, and what the verdict took from it: `, Directory, for where the databases lie`."""
    word = f", {location.word}" if location.word else ""
    return word + (f", for {location.bears_on}" if location.bears_on else "")


def spot(location: Location) -> str:
    """`notes.ini:26:24`, or the path of a file that is meant as a whole."""
    return location.path if location.line is None else f"{location.path}:{location.line}:{location.column}"


def _gutter(location: Location, width: int) -> str:
    """What stands before a file's line: `         26 | `."""
    return f"{location.line:>{_MARGIN + _DIGITS if width >= _NARROW else 0}} | "


def _faint(text: str, width: int) -> Iterator[Line]:
    return flowed([(" " * _MARGIN + text, "faint")], width, _MARGIN + 4)
