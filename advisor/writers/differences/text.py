"""Text: the difference for people: two in_columns where the page has room for them, else one below the other."""

from collections.abc import Iterator

from advisor.comparing.difference import PairedRow, SideBySide
from advisor.terminal import Line, columns, rendered, wrap
from advisor.writers._options import Options
from advisor.writers.differences import _words

FOR_PEOPLE = True
_MARGIN, _BETWEEN = 2, 2
_LEAST = 14  # in_columns of a value
_WIDEST_NAME = 32


def render(difference: SideBySide, options: Options) -> str:
    """The numbers; each group; what could not be compared; the numbers again."""
    return rendered(_lines(difference, options.width), options.color == "always", options.width)


def _lines(told: SideBySide, width: int) -> Iterator[Line]:
    total = _words.total(told)
    yield from wrap([(total, "strong")], width, 4)
    yield []
    for heading, rows in _words.groups(told):
        yield from wrap([(heading, "strong")], width, 4)
        yield from _group(rows, _words.names(told), width)
        yield []
    for one in _words.not_compared(told):
        yield from wrap([("not compared: ", "strong"), (one, "")], width, 4)
    if told.rows:
        yield from wrap([(total, "strong")], width, 4)


def _group(rows: list[PairedRow], names: tuple[str, str], width: int) -> Iterator[Line]:
    of_name = min(max(columns(row.name) for row in rows), _WIDEST_NAME)
    room = (width - _MARGIN - of_name - 2 * _BETWEEN) // 2
    in_columns = room >= _LEAST and max(map(columns, names)) <= room
    if in_columns:
        yield _row("", *names, of_name, room)
    for row in rows:
        left, right = _words.value(row.left), _words.value(row.right)
        if in_columns and columns(row.name) <= of_name and max(columns(left), columns(right)) <= room:
            yield _row(row.name, left, right, of_name, room)
        else:
            yield from wrap([(" " * _MARGIN + row.name, "strong")], width, 4)
            for name, value in zip(names, (left, right), strict=True):
                yield from wrap([(f"    {name}: ", "faint"), (value, "")], width, 6)
        for said in filter(None, [_words.about(row), *_words.places(row)]):
            yield from wrap([(f"      {said}", "faint")], width, 8)


def _row(name: str, left: str, right: str, of_name: int, room: int) -> Line:
    """A row of two in_columns."""
    heading = "faint" if not name else ""
    return [
        (" " * _MARGIN + _filled(name, of_name + _BETWEEN), "strong"),
        (_filled(left, room + _BETWEEN), heading),
        (right, heading),
    ]


def _filled(text: str, room: int) -> str:
    return text + " " * max(room - columns(text), 0)
