"""Text for people: styled lines and tables, wrapped to a width, printed plain or in colour.

A report for people is a sequence of `Line` and `TextTable`. rich prints colours, links and tables, and measures text
that is not ASCII; it is imported only when one of these is asked for, so that a plain report starts as fast as before.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from typing import Literal, TextIO

from msgspec import Struct

from advisor.values.printing import without_commands

Run = tuple[str, str]  # a text and its style: a key of STYLES or "", and maybe " link URL" behind it
Line = list[Run]

STYLES = {
    "critical": "bold white on red",
    "high": "bold red",
    "medium": "yellow",
    "low": "cyan",
    "strong": "bold",
    "faint": "dim",
    "caret": "bold green",
    "code": "cyan",
}
DEFAULT_WIDTH = 100  # columns in a pipe, a file or a log
MIN_WIDTH, MAX_WIDTH = 20, 120
_MAX_DIGITS = 9  # of a number of columns
_LINK = " link "
_GAP = "  "  # between the columns of a table


class TableColumn(Struct, frozen=True):
    """A column of a table."""

    title: str
    right: bool = False  # align to the right
    min_width: int = 0  # columns that it keeps on a narrow page; 0 if its texts are never cut


class TextTable(Struct, frozen=True):
    """A table without lines between its cells. Rows are as long as the list of columns."""

    columns: Sequence[TableColumn]
    rows: list[Sequence[Run]]


Block = Line | TextTable


def width(stream: TextIO | None = None) -> int:
    """Return the columns of a page: COLUMNS, else the terminal's, else 100; at least 20, at most 120."""
    wish = os.environ.get("COLUMNS", "")
    columns = int(wish[:_MAX_DIGITS]) if wish.isascii() and wish.isdigit() else 0
    return min(max(columns or _terminal_size(stream).columns or DEFAULT_WIDTH, MIN_WIDTH), MAX_WIDTH)


def rows(stream: TextIO | None) -> int:
    """Return the rows of a terminal; 0 if the stream is none, or its terminal does not know."""
    return _terminal_size(stream).lines


def _terminal_size(stream: TextIO | None) -> os.terminal_size:
    try:
        if stream is not None:
            return os.get_terminal_size(stream.fileno())
    except (OSError, ValueError):
        pass
    return os.terminal_size((0, 0))


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether a stream is a terminal. A closed stream is none."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def uses_colour(wish: str, stream: TextIO | None) -> bool:
    """Return whether to print colours: as --color says, else NO_COLOR, FORCE_COLOR, else on a capable terminal."""
    if wish != "auto":
        return wish == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if forced := os.environ.get("FORCE_COLOR"):
        return forced != "0"
    if os.environ.get("TERM") == "dumb" or not is_terminal(stream):
        return False
    if os.name != "nt":
        return True
    from rich.console import Console

    return not Console(file=stream).legacy_windows  # an old console of Windows prints escapes as text


def wrap(line: Line, width: int, indent: int = 0) -> Iterator[Line]:
    """Yield a line in pieces of at most `width` columns, broken between words; further pieces are indented.

    A word is broken only if it is wider than the page.
    """
    text = "".join(text for text, _ in line)
    blanks = " " * min(indent, width // 2)
    begin, room = 0, width
    while columns(text[begin:]) > room:
        end = _end_of_row(text, begin, room)
        piece = _part(line, begin, end)
        yield [(blanks, ""), *piece] if begin else piece
        begin = end + len(text[end:]) - len(text[end:].lstrip(" "))
        room = width - len(blanks)
    if begin == 0:
        yield line
    elif begin < len(text):
        yield [(blanks, ""), *_part(line, begin, len(text))]


def _end_of_row(text: str, begin: int, room: int) -> int:
    """Return where a row ends that begins at `begin` and has `room` columns: at a blank, else inside of a word."""
    limit = begin + room
    if not text.isascii():
        limit = begin + 1
        while columns(text[begin : limit + 1]) <= room:
            limit += 1
    first = begin + len(text[begin:]) - len(text[begin:].lstrip(" "))  # blanks before the first word stay
    end = text.rfind(" ", first, limit + 1)
    return end if end > first else limit


def labelled(label: str, text: str, width: int, margin: int = 6, indent: int = -1) -> Iterator[Line]:
    """Yield text after its label, wrapped; further lines are under the text, or under `indent`."""
    under = indent if indent >= 0 else margin + len(label)
    yield from wrap([(" " * margin, ""), (label, "strong"), (text, "")], width, under)


def columns(text: str) -> int:
    """Return how many columns of a terminal a text takes: two for a wide character of East Asia."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def fill(text: str, room: int, right: bool = False) -> str:
    """Return a text with blanks up to `room` columns, after it or, with `right`, before it."""
    blanks = " " * (room - columns(text))
    return blanks + text if right else text + blanks


def clip_line(line: Line, width: int) -> Line:
    """Return a line cut at the end of the page."""
    text = "".join(text for text, _ in line)
    if columns(text) <= width:
        return line
    return [*_part(line, 0, len(clip(text, width)) - 1), ("…", "")]


def clip(text: str, room: int) -> str:
    """Return a text of at most `room` columns; "…" stands where its end was cut."""
    if columns(text) <= room:
        return text
    while text and columns(text) > room - 1:
        text = text[:-1]
    return text + "…" * (room > 0)


def clip_middle(text: str, room: int) -> str:
    """Return a text of at most `room` columns; "…" replaces its middle, because names often differ at their end."""
    if columns(text) <= room:
        return text
    begin = clip(text, room - room // 2)
    end = text[len(text) - room // 2 :]
    while columns(end) > room // 2:
        end = end[1:]
    return begin + end


def _part(line: Line, begin: int, end: int) -> Line:
    """Return the characters of a line from `begin` to `end`, with their styles."""
    part: Line = []
    for text, style in line:
        if piece := text[max(begin, 0) : max(end, 0)]:
            part.append((piece, style))
        begin, end = begin - len(text), end - len(text)
    return part


def rendered(blocks: Iterable[Block], colour: bool, width: int = DEFAULT_WIDTH) -> str:
    """Return the text, without blanks at the ends of lines. No line is a command to the program that runs a build."""
    text = "".join(
        _printed(block, colour, width) if colour or isinstance(block, TextTable) else _joined(block) for block in blocks
    )
    return without_commands(text)


def _joined(line: Line) -> str:
    return "".join(text for text, _ in line).rstrip(" ") + "\n"


def _printed(block: Block, colour: bool, width: int) -> str:
    """Return a line or a table as rich prints it."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    def styled(line: Line) -> Text:
        text = Text()
        for run, style in line:
            name, link, address = style.partition(_LINK)
            text.append(run, STYLES.get(name, "") + link + address)
        text.rstrip()
        return text

    console = Console(
        file=StringIO(),
        width=width,
        force_terminal=colour,
        color_system="standard" if colour else None,
        no_color=not colour,
        legacy_windows=False,
        highlight=False,
        markup=False,
        emoji=False,
    )
    with console.capture() as capture:
        if isinstance(block, TextTable):
            table = Table(box=None, pad_edge=False, padding=(0, len(_GAP), 0, 0), header_style="bold")
            sizes = _column_widths(block, width)
            for column, size in zip(block.columns, sizes, strict=True):
                justify: Literal["left", "right"] = "right" if column.right else "left"
                table.add_column(column.title, justify=justify, no_wrap=True, overflow="ellipsis", width=size)
            for row in block.rows:
                cells = zip(row, sizes, strict=True)
                table.add_row(*(styled([(clip_middle(text, size), style)]) for (text, style), size in cells))
            console.print(table)
        else:
            console.print(styled(block), soft_wrap=True)
    return "".join(line.rstrip(" ") + "\n" for line in capture.get().split("\n")[:-1])


def _column_widths(table: TextTable, width: int) -> list[int]:
    """Return the columns' widths. Columns with a min_width give way from left to right if the page is too narrow."""
    widths = [
        max(map(columns, [column.title, *(row[place][0] for row in table.rows)]))
        for place, column in enumerate(table.columns)
    ]
    excess = sum(widths) + len(_GAP) * (len(widths) - 1) - width
    for place, column in enumerate(table.columns):
        if column.min_width and excess > 0:
            kept = max(widths[place] - excess, min(column.min_width, widths[place]))
            excess -= widths[place] - kept
            widths[place] = kept
    return widths
