"""Streams: what the commands print with; any console's encoding, closed pipes and line ends are seen to here."""

import os
import sys
from io import TextIOWrapper
from typing import TextIO


def prepare() -> None:
    r"""Characters that a console cannot show are printed as `\u2026`; nothing ever fails for its encoding."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def out(text: str) -> None:
    """Prints text for people on standard output."""
    _write(sys.stdout, text)


def out_utf8(text: str) -> None:
    r"""Prints text for programs on standard output: UTF-8 with `\n`, whatever the console is."""
    sys.stdout.flush()
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:
        _write(sys.stdout, text)
        return
    try:
        buffer.write(text.encode("utf-8"))
        buffer.flush()
    except BrokenPipeError:
        _hang_up()


def error(message: str) -> None:
    """One line a line of `message` on standard error, each with the program's name."""
    _write(sys.stderr, "".join(f"domlint: {line}\n" for line in message.splitlines()))


def _write(stream: TextIO, text: str) -> None:
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        _hang_up()


def _hang_up() -> None:
    """The reader is gone: nothing more is said, and the exit code stays what it would have been."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
