"""The console: standard output and standard error in any encoding, closed pipes, progress, and the pager."""

import codecs
import contextlib
import os
import sys
from collections.abc import Iterable, Iterator
from io import FileIO, TextIOWrapper
from itertools import islice
from time import monotonic
from types import TracebackType
from typing import IO, Any, Self

from advisor.terminal import is_terminal
from advisor.values.printing import number, printable, without_commands

CANNOT_WRITE = 2
_PIECES = 1000  # of a text that are written together
_MAX_LINE_CHARACTERS = 8_000  # characters of a line on standard error: two paths, as long as they may be
_PATIENCE, _PAUSE = 1.0, 0.1  # seconds before the first line of progress, and between two of them


def prepare() -> None:
    r"""Print characters that a console lacks as `\u2713`, and `…` as `~`, so that no encoding raises an error."""
    codecs.register_error("domlint", _spelled)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="domlint")
            setattr(sys, name, _writing_all(stream))


def _writing_all(stream: TextIOWrapper) -> TextIOWrapper:
    """Return a blocking, buffered stream. Python's unbuffered streams, as in containers, may lose a part of a text."""
    with contextlib.suppress(OSError, ValueError, AttributeError):  # closed; Windows before Python 3.12
        os.set_blocking(stream.fileno(), True)
    if not isinstance(stream.buffer, FileIO):
        return stream
    return open(stream.fileno(), "w", encoding=stream.encoding, errors=stream.errors, closefd=False)


def _spelled(slip: UnicodeError) -> tuple[str | bytes, int]:
    """Return the text for characters that the console lacks; "~" for the ellipsis, which is as wide."""
    if isinstance(slip, UnicodeEncodeError) and slip.object[slip.start] == "…":
        return "~", slip.start + 1
    if isinstance(slip, UnicodeEncodeError):
        end = slip.object.find("…", slip.start, slip.end)
        slip.end = end if end > 0 else slip.end
    return codecs.backslashreplace_errors(slip)


def out(text: str) -> None:
    """Print text for people on standard output, without commands to the program that runs a build."""
    _write(sys.stdout, without_commands(text))


def out_utf8(text: str) -> None:
    r"""Print text for programs on standard output: UTF-8 with `\n` on every console."""
    buffer = getattr(sys.stdout, "buffer", None)
    _write(buffer or sys.stdout, text.encode("utf-8", "backslashreplace") if buffer else text)


def out_piece_by_piece(pieces: Iterable[str]) -> None:
    """Print text for people that comes in pieces of whole lines, and hold only some of them in memory."""
    for text in _some_at_a_time(pieces):
        out(text)


def out_utf8_piece_by_piece(pieces: Iterable[str]) -> None:
    """Print text for programs that comes in pieces."""
    for text in _some_at_a_time(pieces):
        out_utf8(text)


def _some_at_a_time(pieces: Iterable[str]) -> Iterator[str]:
    left = iter(pieces)
    while some := "".join(islice(left, _PIECES)):
        yield some


def _of_a_line(text: str) -> str:
    """Return a message without its middle if it is very long, because file names may have 256 KB."""
    if len(text) <= _MAX_LINE_CHARACTERS:
        return text
    half = _MAX_LINE_CHARACTERS // 2
    return f"{text[:half]} … {text[-half:]}"


def error(message: str) -> None:
    """Print each line of a message on standard error, with the program's name and without control characters.

    Passwords in addresses are masked.
    """
    if "@" in message and ":/" in message:
        from advisor.servers.addresses import in_sentence  # most messages have no address

        message = in_sentence(message)
    lines = "".join(f"domlint: {_of_a_line(printable(line))}\n" for line in message.split("\n") if line)
    _write(sys.stderr, without_commands(lines))


def _write(stream: IO[Any] | None, text: str | bytes) -> None:
    """Write and flush. Write nothing to a stream that is closed or that nobody reads any more."""
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
    """Return whether nobody reads a stream any more."""
    return stream is not None and id(stream) in _left


_left: set[int] = set()  # streams whose reader is gone


def _hang_up(stream: IO[Any]) -> None:
    """Send the rest of a stream to nowhere. The exit code does not change."""
    _left.update({id(stream), id(sys.stdout)} if stream is getattr(sys.stdout, "buffer", None) else {id(stream)})
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


class Progress:
    """Show on standard error how far a run is: files, servers and findings so far.

    Only on a terminal, and only in runs of more than one second.
    """

    def __init__(self) -> None:
        self.files = self.servers = self.checked = self.findings = 0
        self.next = monotonic() + _PATIENCE
        self.is_shown = is_terminal(sys.stderr)
        self.bar: Any = None

    def file_read(self, path: str) -> None:
        """Count a file that was read."""
        self.files += 1
        self._show()

    def start_checks(self, servers: int) -> None:
        """Note how many servers there are to check."""
        self.servers = servers

    def server_checked(self, findings: int = 0) -> None:
        """Count a server that was checked, and its findings."""
        self.checked += 1
        self.findings += findings
        self._show()

    def _words(self) -> str:
        """Return `30 files read, 2 of 12 servers, 7 findings so far`."""
        words = [f"{number(self.files, 'file')} read"]
        if self.servers:
            words.append(f"{self.checked:,} of {number(self.servers, 'server')}")
            words.append(f"{number(self.findings, 'finding')} so far")
        return ", ".join(words)

    def _show(self) -> None:
        if not self.is_shown or monotonic() < self.next:
            return
        self.next = monotonic() + _PAUSE
        if self.bar is None:
            from rich.console import Console  # only long runs on a terminal show a bar

            self.bar = Console(stderr=True, highlight=False, markup=False).status("")
            self.bar.start()
        self.bar.update(self._words())

    def stop(self) -> None:
        """Take the line away."""
        if self.bar is not None:
            self.bar.stop()
            self.bar = None

    def __enter__(self) -> Self:
        _running.append(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, slip: BaseException | None, trace: TracebackType | None
    ) -> None:
        _running.remove(self)
        self.stop()


_running: list[Progress] = []


def stop_progress() -> None:
    """Take the line of progress away, before the program ends on a signal."""
    for progress in _running:
        progress.stop()
