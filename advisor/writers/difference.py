"""The report of `domlint diff`, two servers side by side: as text, Markdown and JSON."""

from collections.abc import Iterator
from itertools import groupby

from advisor.comparing.difference import DEFAULT, DOUBTFUL, NOT_COLLECTED, NOT_SET, PairedRow, ServerSide, SideBySide
from advisor.terminal import Line, columns, fill, rendered, wrap
from advisor.values.markdown import cell, plain
from advisor.values.printing import listed, number, without_commands
from advisor.writers import Options, Renderer, render_json

_MAX_NAMED = 3  # values that a sentence names
OWN = "each server's own"


def side_names(servers: SideBySide) -> tuple[str, str]:
    """Return the names of the two servers; if they are equal, the words of the command line."""
    left, right = servers.left, servers.right
    if left.name.casefold() != right.name.casefold():
        return left.name, right.name
    return left.given, right.given


def total_line(servers: SideBySide) -> str:
    """Return `Mail01/Acme and Mail02/Acme: 12 differ, 3 only in Mail01/Acme, 140 equal, 5 not compared`.

    If both sides are one server: `Mail01/Acme, before/ and after/: …`.
    """
    left, right = side_names(servers)
    whose = "" if left == servers.left.name else f"{servers.left.name}, "
    counts = servers.numbers
    parts = [
        f"{counts.differs} {'differs' if counts.differs == 1 else 'differ'}",
        *([f"{counts.left} only in {left}"] if counts.left else []),
        *([f"{counts.right} only in {right}"] if counts.right else []),
        f"{counts.equal} equal",
        *([f"{counts.not_compared} not compared"] if counts.not_compared else []),
    ]
    return f"{whose}{left} and {right}: {', '.join(parts)}"


def grouped_rows(servers: SideBySide) -> Iterator[tuple[str, list[PairedRow]]]:
    """Yield headings and rows by section and group. Values that each server has for itself come last in a section."""
    for (section, own, group), rows in groupby(servers.rows, key=lambda row: (row.section, row.own, row.group)):
        heading = section if group in {section, "ini"} else f"{section}: {group}"
        yield f"{heading} ({OWN})" if own else heading, list(rows)


def cell_value(side: ServerSide) -> str:
    """Return the value of a server as a cell."""
    if side.state == DEFAULT:
        return f"{side.value} (default)"
    if side.state in {NOT_SET, NOT_COLLECTED, DOUBTFUL}:
        return side.state
    return side.value


def row_meaning(row: PairedRow) -> str:
    """Return what a setting means, and whether masked values differ."""
    hidden = "They differ in what is masked. " if row.hidden else ""
    unit = f" In {row.unit}." if row.unit else ""
    return f"{hidden}{row.meaning}{unit}".strip()


def row_locations(row: PairedRow) -> list[str]:
    """Return the locations of the values, each with its side."""
    return [f"{of_side}: {side.place}" for of_side, side in (("left", row.left), ("right", row.right)) if side.place]


def not_compared_lines(servers: SideBySide) -> Iterator[str]:
    """Yield for each server and section which values were not collected or contradict each other."""
    for name, of_side in zip(side_names(servers), ("left", "right"), strict=True):
        names_of: dict[tuple[str, str], list[str]] = {}
        for row in servers.not_compared:
            names_of.setdefault((row.section, getattr(row, of_side).state), []).append(row.name)
        for (section, state), found in names_of.items():
            if state == NOT_COLLECTED:
                yield f"{name}: {section}: {number(len(found), 'value')} not collected: {listed(found, _MAX_NAMED)}"
            elif state == DOUBTFUL:
                yield f"{name}: {section}: {listed(found)} in doubt: its files contradict themselves"


_MARGIN, _BETWEEN = 2, 2
_MIN_COLUMN_WIDTH = 14  # columns of a terminal for each value
_WIDEST_NAME = 32


def render_text(difference: SideBySide, options: Options) -> str:
    """Return totals, groups, values that could not be compared, and the totals again."""
    return rendered(_text_lines(difference, options.width), options.color == "always", options.width)


def _text_lines(servers: SideBySide, width: int) -> Iterator[Line]:
    total = total_line(servers)
    yield from wrap([(total, "strong")], width, 4)
    yield []
    for heading, rows in grouped_rows(servers):
        yield from wrap([(heading, "strong")], width, 4)
        yield from _text_group(rows, side_names(servers), width)
        yield []
    for one in not_compared_lines(servers):
        yield from wrap([("not compared: ", "strong"), (one, "")], width, 4)
    if servers.rows:
        yield from wrap([(total, "strong")], width, 4)


def _text_group(rows: list[PairedRow], names: tuple[str, str], width: int) -> Iterator[Line]:
    of_name = min(max(columns(row.name) for row in rows), _WIDEST_NAME)
    room = (width - _MARGIN - of_name - 2 * _BETWEEN) // 2
    in_columns = room >= _MIN_COLUMN_WIDTH and max(map(columns, names)) <= room
    if in_columns:
        yield _text_row("", *names, of_name, room)
    for row in rows:
        left, right = cell_value(row.left), cell_value(row.right)
        if in_columns and columns(row.name) <= of_name and max(columns(left), columns(right)) <= room:
            yield _text_row(row.name, left, right, of_name, room)
        else:
            yield from wrap([(" " * _MARGIN + row.name, "strong")], width, 4)
            for name, value in zip(names, (left, right), strict=True):
                yield from wrap([(f"    {name}: ", "faint"), (value, "")], width, 6)
        for said in filter(None, [row_meaning(row), *row_locations(row)]):
            yield from wrap([(f"      {said}", "faint")], width, 8)


def _text_row(name: str, left: str, right: str, of_name: int, room: int) -> Line:
    """Return a row with two values in columns."""
    heading = "faint" if not name else ""
    return [
        (" " * _MARGIN + fill(name, of_name + _BETWEEN), "strong"),
        (fill(left, room + _BETWEEN), heading),
        (right, heading),
    ]


def render_markdown(difference: SideBySide, options: Options) -> str:
    """Return totals, tables, and values that could not be compared."""
    return without_commands("\n".join(_markdown_lines(difference)).rstrip("\n") + "\n")


def _markdown_lines(servers: SideBySide) -> Iterator[str]:
    left, right = map(cell, side_names(servers))
    yield from ("# Two servers side by side", "", f"**{plain(total_line(servers))}**", "")
    for heading, rows in grouped_rows(servers):
        yield from (f"## {plain(heading)}", "", f"| | {left} | {right} | what it is |", "|---|---|---|---|")
        for row in rows:
            sides = (cell(cell_value(side)) for side in (row.left, row.right))
            yield f"| {' | '.join((cell(row.name), *sides, cell(row_meaning(row))))} |"
        yield ""
    if servers.not_compared:
        yield from ("## Not compared", "", "What was not collected of one of the two is no difference.", "")
        yield from (f"- {plain(one)}" for one in not_compared_lines(servers))


RENDERERS: dict[str, Renderer[SideBySide]] = {
    "text": render_text,
    "json": render_json,
    "markdown": render_markdown,
}
