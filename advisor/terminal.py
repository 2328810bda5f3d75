"""Text for people: styled lines and tables, wrapped to a width, printed plain or in colour.

A report for people is a sequence of `Line` and `Table`. Lines are wrapped with `textwrap`, so that a pipe needs no
further library. rich prints colours, links and tables; it is imported only when one of these is asked for.
"""

import os
import shutil
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from io import StringIO
from typing import TYPE_CHECKING, Literal, TextIO

from advisor.values.printing import without_commands

if TYPE_CHECKING:
    from rich.table import Table as RichTable
    from rich.text import Text

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
_LINK = " link "
_GAP = "  "  # between the columns of a table


@dataclass(frozen=True)
class Column:
    """A column of a table. min_width: columns that it keeps on a narrow page; 0 if its texts are never cut."""

    title: str
    right: bool = False
    min_width: int = 0


@dataclass
class Table:
    """A table without lines between its cells. Rows are as long as the list of columns."""

    columns: Sequence[Column]
    rows: list[Sequence[Run]] = field(default_factory=list)


Block = Line | Table


def width() -> int:
    """Return the columns of a page: COLUMNS, else the terminal's, else 100; at least 20, at most 120."""
    columns = shutil.get_terminal_size((DEFAULT_WIDTH, 24)).columns
    return min(max(columns, MIN_WIDTH), MAX_WIDTH)


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
    if len(text) <= width:
        yield line
        return
    blanks = " " * min(indent, width // 2)
    rows = textwrap.wrap(
        text, width, subsequent_indent=blanks, break_on_hyphens=False, expand_tabs=False, replace_whitespace=False
    )
    end = 0
    for number, row in enumerate(rows):
        words = row[len(blanks) :] if number else row
        begin = text.index(words, end)
        end = begin + len(words)
        yield [(blanks, ""), *_part(line, begin, end)] if number else _part(line, begin, end)


def _part(line: Line, begin: int, end: int) -> Line:
    """Return the characters of a line from `begin` to `end`, with their styles."""
    part: Line = []
    for text, style in line:
        if piece := text[max(begin, 0) : max(end, 0)]:
            part.append((piece, style))
        begin, end = begin - len(text), end - len(text)
    return part


def plain(blocks: Iterable[Block], width: int = DEFAULT_WIDTH) -> str:
    """Return the text without colours."""
    return rendered(blocks, False, width)


def rendered(blocks: Iterable[Block], colour: bool, width: int = DEFAULT_WIDTH) -> str:
    """Return the text, without blanks at the ends of lines. No line is a command to the program that runs a build."""
    text = "".join(
        _printed(block, colour, width) if colour or isinstance(block, Table) else _joined(block) for block in blocks
    )
    return without_commands(text)


def _joined(line: Line) -> str:
    return "".join(text for text, _ in line).rstrip(" ") + "\n"


def _printed(block: Block, colour: bool, width: int) -> str:
    from rich.console import Console

    buffer = StringIO()
    console = Console(
        file=buffer,
        width=width,
        force_terminal=colour,
        color_system="standard" if colour else None,
        no_color=not colour,
        legacy_windows=False,
        highlight=False,
        markup=False,
        emoji=False,
    )
    if isinstance(block, Table):
        console.print(_rich_table(block, width))
    else:
        console.print(_rich_text(block), soft_wrap=True)
    return "".join(line.rstrip(" ") + "\n" for line in buffer.getvalue().split("\n")[:-1])


def _rich_text(line: Line) -> "Text":
    from rich.text import Text

    text = Text()
    for run, style in line:
        name, link, address = style.partition(_LINK)
        text.append(run, STYLES.get(name, "") + link + address)
    text.rstrip()
    return text


def _rich_table(table: Table, width: int) -> "RichTable":
    from rich.table import Table as RichTable

    drawn = RichTable(box=None, pad_edge=False, padding=(0, len(_GAP), 0, 0), header_style="bold")
    for column, size in zip(table.columns, _column_widths(table, width), strict=True):
        justify: Literal["left", "right"] = "right" if column.right else "left"
        drawn.add_column(column.title, justify=justify, no_wrap=True, overflow="ellipsis", width=size)
    for row in table.rows:
        drawn.add_row(*(_rich_text([cell]) for cell in row))
    return drawn


def _column_widths(table: Table, width: int) -> list[int]:
    """Return the columns' widths. Columns with a min_width give way from left to right if the page is too narrow."""
    from rich.cells import cell_len

    widths = [
        max(map(cell_len, [column.title, *(row[place][0] for row in table.rows)]))
        for place, column in enumerate(table.columns)
    ]
    excess = sum(widths) + len(_GAP) * (len(widths) - 1) - width
    for place, column in enumerate(table.columns):
        if column.min_width and excess > 0:
            kept = max(widths[place] - excess, min(column.min_width, widths[place]))
            excess -= widths[place] - kept
            widths[place] = kept
    return widths
