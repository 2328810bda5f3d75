"""Screen: how wide text for people may be, and whether it is coloured, by the terminal, the environment and --color."""

import os
import sys
from typing import TextIO

WIDTH = 100  # columns where neither the environment nor a terminal tells: in a pipe, a file, a log
_NARROWEST, _WIDEST = 20, 120
_STANDARD_OUTPUT, _ESCAPES = -11, 4  # STD_OUTPUT_HANDLE, ENABLE_VIRTUAL_TERMINAL_PROCESSING
_LONGEST = 9  # digits of a number of columns


def width(stream: TextIO | None) -> int:
    """The columns of a page: COLUMNS, else the terminal's, else WIDTH; longer lines than 120 nobody likes to read."""
    told = os.environ.get("COLUMNS", "")
    columns = int(told[:_LONGEST]) if told.isascii() and told.isdigit() else 0
    return min(max(columns or _of_terminal(stream) or WIDTH, _NARROWEST), _WIDEST)


def _of_terminal(stream: TextIO | None) -> int:
    """The columns of the terminal; 0 where there is none, or it does not know."""
    try:
        return os.get_terminal_size(stream.fileno()).columns if stream is not None else 0
    except (OSError, ValueError):
        return 0


def is_terminal(stream: TextIO | None) -> bool:
    """Whether somebody looks at it; a closed stream is none."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def in_colour(wish: str, stream: TextIO | None) -> bool:
    """Whether to colour: as --color says; else NO_COLOR, then FORCE_COLOR, then on a terminal that is not dumb."""
    if wish != "auto":
        return wish == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if forced := os.environ.get("FORCE_COLOR"):
        return forced != "0"
    return os.environ.get("TERM") != "dumb" and is_terminal(stream) and _takes_escapes()


def _takes_escapes() -> bool:
    """Whether a terminal draws what begins with an escape; consoles of Windows do when they are asked to, if at all."""
    if sys.platform != "win32":
        return True
    import ctypes

    kernel, mode = ctypes.windll.kernel32, ctypes.c_ulong()
    console = kernel.GetStdHandle(_STANDARD_OUTPUT)
    if not kernel.GetConsoleMode(console, ctypes.byref(mode)):
        return False
    return bool(kernel.SetConsoleMode(console, mode.value | _ESCAPES))
