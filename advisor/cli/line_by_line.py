"""Write a report line by line during the run, to standard output and into files."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import IO, Self

from advisor.cli import console
from advisor.cli.errors import Troubles
from advisor.cli.report_files import saving
from advisor.report.model import Report, ReportPart
from advisor.report.server_report import RunContext
from advisor.report.totals import EncodedPart
from advisor.writers import ndjson

_ENDING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)]


class LineWriter:
    """Writes a line for each server, and the last line. Each line is complete, or is not written.

    files: replaced when the last line is written. alone: there is no other format, so that a run to standard output
    ends as soon as nobody reads its lines any more.
    """

    def __init__(self, files: list[str], context: RunContext, trouble: Troubles, *, alone: bool = True) -> None:
        self.files, self.trouble, self.alone = files, trouble, alone
        self.lines = ndjson.LineMaker(context)
        self.open: dict[str, tuple[IO[bytes], ExitStack]] = {}

    def __enter__(self) -> Self:
        try:
            for file in filter(None, self.files):
                self._begin(file)
        except BaseException as slip:  # a signal: unfinished files are removed
            self.__exit__(type(slip), slip, slip.__traceback__)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, slip: BaseException | None, trace: object) -> None:
        for file in list(self.open):
            self._end(file, slip)

    def server(self, part: ReportPart | EncodedPart) -> bool:
        """Write a server's line. Return whether anybody reads on."""
        line = self.lines.of(part) if isinstance(part, ReportPart) else part.text
        return not line or self._write(line)

    def last(self, report: Report) -> bool:
        """Write the last line. Return whether anybody reads on."""
        return self._write(ndjson.last_line(report))

    def _write(self, line: str) -> bool:
        data = line.encode("utf-8", "backslashreplace")
        for file, (stream, _) in list(self.open.items()):
            try:
                stream.write(data)
            except OSError as slip:
                self._end(file, slip)
        if "" in self.files:
            with _uninterrupted():
                console.out_utf8(line)
            return not (self.alone and self.files == [""] and console.nobody_reads(sys.stdout))
        return True

    def _begin(self, file: str) -> None:
        stack = ExitStack()
        try:
            self.open[file] = stack.enter_context(saving(file)), stack
        except OSError as slip:
            self.trouble.add(f"{file}: {slip.strerror}")

    def _end(self, file: str, slip: BaseException | None) -> None:
        """Replace the old file by the new one, or keep the old one after an error."""
        _, stack = self.open.pop(file)
        try:
            stack.__exit__(type(slip) if slip else None, slip, slip.__traceback__ if slip else None)
        except OSError as error:
            self.trouble.add(f"{file}: {error.strerror}")


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Hold back a signal that ends the run until a line is written. A second signal ends it at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[int] = []

    def later(number: int, frame: object) -> None:
        if waiting:
            raise SystemExit(128 + number)
        waiting.append(number)

    before = {one: signal.signal(one, later) for one in _ENDING if callable(signal.getsignal(one))}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
    if waiting:
        signal.raise_signal(waiting[0])
