"""Streams: what the commands print with; any console's encoding, closed pipes and line ends are seen to here."""

import codecs
import contextlib
import os
import sys
from collections.abc import Iterable, Iterator
from io import FileIO, TextIOWrapper
from itertools import islice
from typing import IO, Any

from advisor.values.printing import printable, without_commands

CANNOT_WRITE = 2
_PIECES = 1000  # of a text that are written together
_LONGEST = 8_000  # characters of a line on standard error: two paths, as long as they may be


def prepare() -> None:
    r"""What a console cannot show is printed as `\u2713`, and `…` as `~`; nothing ever fails for its encoding."""
    codecs.register_error("domlint", _spelled)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="domlint")
            if _may_lose(stream):
                from advisor.cli.unhurried import unhurried

                setattr(sys, name, unhurried(stream))


def _may_lose(stream: TextIOWrapper) -> bool:
    """Whether what is not taken at once would be lost: unbuffered, as in containers, or not blocking."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        return isinstance(stream.buffer, FileIO) or not os.get_blocking(stream.fileno())
    return False


def _spelled(slip: UnicodeError) -> tuple[str | bytes, int]:
    """What stands for characters that the console lacks; for the mark of what was cut away one as wide."""
    if isinstance(slip, UnicodeEncodeError) and slip.object[slip.start] == "…":
        return "~", slip.start + 1
    if isinstance(slip, UnicodeEncodeError):
        end = slip.object.find("…", slip.start, slip.end)
        slip.end = end if end > 0 else slip.end
    return codecs.backslashreplace_errors(slip)


def out(text: str) -> None:
    """Prints text for people on standard output, none of it a command to what runs a build."""
    _write(sys.stdout, without_commands(text))


def out_utf8(text: str) -> None:
    r"""Prints text for programs on standard output: UTF-8 with `\n`, whatever the console is."""
    buffer = getattr(sys.stdout, "buffer", None)
    _write(buffer or sys.stdout, text.encode("utf-8", "backslashreplace") if buffer else text)


def out_piece_by_piece(pieces: Iterable[str]) -> None:
    """The same of a text that comes in pieces, each of whole lines: no more of it is held than some of them."""
    for text in _some_at_a_time(pieces):
        out(text)


def out_utf8_piece_by_piece(pieces: Iterable[str]) -> None:
    """Text for programs that comes in pieces."""
    for text in _some_at_a_time(pieces):
        out_utf8(text)


def _some_at_a_time(pieces: Iterable[str]) -> Iterator[str]:
    left = iter(pieces)
    while some := "".join(islice(left, _PIECES)):
        yield some


def _of_a_line(text: str) -> str:
    """A message, which may quote a name of a file of 256 KB."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]} … {text[-_LONGEST // 2 :]}"


def error(message: str) -> None:
    """One line a line of `message` on standard error, each with the program's name, without control characters.

    Without the password, either, of an address that somebody typed where none is taken.
    """
    if "@" in message and ":/" in message:
        from advisor.servers.addresses import in_sentence  # late: mostly there is none

        message = in_sentence(message)
    lines = "".join(f"domlint: {_of_a_line(printable(line))}\n" for line in message.split("\n") if line)
    _write(sys.stderr, without_commands(lines))


def status(text: str) -> None:
    """A line on a terminal's standard error that the next one, or anything else that is printed, takes away."""
    _line.take_away()
    if text:
        _line.columns = len(text)
        _write(sys.stderr, text, beside=True)


class _StatusLine:
    """What of a status stands on the screen, in columns."""

    columns = 0

    def take_away(self) -> None:
        """Blanks over it and a `^C` behind it, and the cursor at the line's beginning: old consoles can do no more."""
        columns, self.columns = self.columns, 0
        if columns:
            columns += len("^C")
            _write(sys.stderr, "\r" + " " * columns + "\r", beside=True)


_line = _StatusLine()


def _write(stream: IO[Any] | None, text: str | bytes, beside: bool = False) -> None:
    """Writes and flushes. A stream that was closed before the start, or whose reader is gone, takes nothing.

    beside: a status may stay on the screen.
    """
    if not beside:
        _line.take_away()
    if stream is None:
        return
    try:
        stream.write(text)
        stream.flush()
    except (BrokenPipeError, ValueError):
        _hang_up(stream)
    except OSError as slip:
        _hang_up(stream)
        if stream is not sys.stderr:
            error(f"cannot write: {slip.strerror}")
            raise SystemExit(CANNOT_WRITE) from None


def nobody_reads(stream: IO[Any] | None) -> bool:
    """Whether a stream takes nothing any more, because its reader is gone."""
    return stream is not None and id(stream) in _left


_left: set[int] = set()  # streams whose reader is gone


def _hang_up(stream: IO[Any]) -> None:
    """Nothing more is said there, and the exit code stays what it would have been."""
    _left.update({id(stream), id(sys.stdout)} if stream is getattr(sys.stdout, "buffer", None) else {id(stream)})
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
