"""Files that reports are written to: which may be replaced, and how, at once or line by line during the run.

The old file or the new one is there, complete.

domlint never writes through a link: a folder from elsewhere may contain a link to any file.
"""

import os
import re
import signal
import stat
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Self

from advisor import readers
from advisor.cli import console
from advisor.cli.errors import Troubles
from advisor.fixes.replacement import replace_file
from advisor.report.model import Report, ReportPart
from advisor.report.server_report import RunContext
from advisor.report.totals import EncodedPart
from advisor.servers.arguments import descriptor
from advisor.servers.walk import never_opened
from advisor.source import Source

_INPUTS = {"notes.ini", "storage.toml", "domlint.toml", "pyproject.toml"}
_AS_IT_IS = os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)  # a device, a pipe

Identity = tuple[int, int] | str


def why_not_writable(file: str) -> str:
    """Return why a report cannot be written to a file, as far as this is known before the run; else ""."""
    if descriptor(file) is not None:
        return ""
    path = Path(file)
    if path.name.lower() in _INPUTS or never_opened(path.name):
        return "a name that inputs have; a report is never written there"
    if file.endswith(("/", os.sep)) or path.name in {"", ".."}:
        return "a folder; name a file in it"
    try:
        status = path.lstat()
    except FileNotFoundError:
        return _no_folder(path.parent)
    except NotADirectoryError:
        return "no such folder"
    except (OSError, ValueError) as slip:
        return getattr(slip, "strerror", None) or "no file can have this name"
    return _in_the_way(path, status) or _no_folder(path.parent)


def _in_the_way(path: Path, status: os.stat_result) -> str:
    """Return why an existing file cannot be written or replaced; else ""."""
    if stat.S_ISLNK(status.st_mode):
        return "a link, which is not followed; name the file itself"
    if stat.S_ISDIR(status.st_mode):
        return "a folder; name a file in it"
    if stat.S_ISBLK(status.st_mode) or stat.S_ISSOCK(status.st_mode):
        return "a device or a socket"
    return "" if os.access(path, os.W_OK) else "permission denied"


def _no_folder(folder: Path) -> str:
    if not folder.is_dir():
        return "no such folder"
    return "" if os.access(folder, os.W_OK) else "nothing can be written in this folder"


def identity(file: str | Path) -> Identity:
    """Return a key that is equal for two spellings of one file: device and inode, or else the full path."""
    with suppress(OSError, ValueError):
        if there := _number(Path(file).stat()):
            return there
    with suppress(OSError, ValueError):
        return os.path.normcase(os.path.realpath(file))
    return str(file)


def opened_as(stream: IO[str] | None) -> Identity | None:
    """Return the identity of the file behind an open stream, or None."""
    with suppress(OSError, ValueError, AttributeError):
        return _number(os.fstat(stream.fileno())) if stream else None
    return None


def _number(status: os.stat_result) -> Identity | None:
    return (status.st_dev, status.st_ino) if status.st_ino and not stat.S_ISCHR(status.st_mode) else None


def is_device(file: str) -> bool:
    """Return whether a file is a character device such as /dev/null, which takes several reports."""
    with suppress(OSError, ValueError):
        return stat.S_ISCHR(Path(file).stat().st_mode)
    return False


@contextmanager
def saving(file: str) -> Iterator[IO[bytes]]:
    """Open a stream whose bytes replace the file at the end. Raises OSError, and then the old file stays.

    A device, a pipe and a descriptor that the shell opened are written to as they are.
    """
    if (number := descriptor(file)) is not None:
        with os.fdopen(os.dup(number), "wb") as stream:
            yield stream
        return
    path = Path(file)
    before = path.lstat() if os.path.lexists(path) else None
    if before and not (stat.S_ISREG(before.st_mode) or stat.S_ISLNK(before.st_mode)):
        with os.fdopen(os.open(path, _AS_IT_IS), "wb") as stream:
            yield stream
        return
    with replace_file(path, path if before and stat.S_ISREG(before.st_mode) else None) as stream:
        yield stream


_ENOUGH = 65536  # bytes at either end
_COLOUR = rb"\x1b\[[0-9;]*m"
_BEGINS = {  # pattern of the beginning of a report, by format; compiled when a file is in the way
    "junit": rb'<\?xml [^>]*>\s*<testsuites name="domlint" ',
    "markdown": rb"# (?:Order of work by domlint|Domino servers checked by domlint)\n",
    "csv": rb"status,severity,server,cluster,rule,",
    "github": rb"(?m)(?:::(?:error|warning|notice) .*\n)*::notice title=domlint::.*\n",
    "gitlab": rb'\[\]\s|\[\s*\{"description":".+","check_name":"[a-z0-9-]+","fingerprint":"(?:dl1|domlint):',
    "script": rb"(?i)# domlint fix: what |(?:set config|restart|load|tell) ",
    "html": rb'(?s)<!doctype html>\s.{0,200}?<meta name="generator" content="domlint ',
    "json": rb'\{\s+"schema_version":\s*\d+,\s*"complete":\s*(?:true|false),\s*"tool":\s*\{\s*"name":\s*"domlint"',
    "ndjson": rb'\{"schema_version":\s*\d+,\s*".+',
    "tickets": rb'\{"domlint":"(?:ticket|end)"',
    "sarif": rb'(?s)\{\s*"\$schema":\s*"[^"]*sarif[^"]*".{0,200}?"name":\s*"domlint"',
}
# Text ends with a total or with how much was checked; concise text has a line for each finding.
_TEXT = rb"(?m)^\d+ servers?: |rules? could be checked"
_FINDING = rb".+: (?:critical|high|medium|low|info) [A-Z]+\d+ .*"


def why_not_replaced(file: str, format: str) -> str:
    """Return why a report must not replace a file in a folder that is checked; else ""."""
    path = Path(file)
    if readers.suggested(path.name):
        return "lies in what is checked and is called as inputs are; choose another name"
    try:
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode) or not status.st_size or _is_report(path, format, status.st_size):
            return ""
    except FileNotFoundError:
        return ""
    except OSError:
        pass  # nobody knows what is there
    what = format if format == "script" else f"{format} report"
    return f"lies in what is checked and is no {what} of domlint; write the {what.split()[-1]} to a file of its own"


def _is_report(path: Path, format: str, size: int) -> bool:
    """Return whether a file is a report of a format: by its beginning, or for text by its end."""
    with path.open("rb") as stream:
        if format in _BEGINS:
            return bool(re.match(_BEGINS[format], Source.of("", stream.read(_ENOUGH)).data))
        if format == "text":
            stream.seek(max(0, size - _ENOUGH))
        part = re.sub(_COLOUR, b"", stream.read(_ENOUGH))
    if format == "text":
        return bool(re.search(_TEXT, part))
    return all(re.fullmatch(_FINDING, line) for line in _whole_lines(part))


def _whole_lines(head: bytes) -> list[bytes]:
    """Return the complete lines of a head, or its only line."""
    return [line.rstrip(b"\r") for line in head[: head.rfind(b"\n") + 1].split(b"\n") if line] or [head]


_ENDING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)]


class LineWriter:
    """Writes a line for each server, and the last line. Each line is complete, or is not written.

    files: replaced when the last line is written. alone: there is no other format, so that a run to standard output
    ends as soon as nobody reads its lines any more.
    """

    def __init__(self, files: list[str], context: RunContext, trouble: Troubles, *, alone: bool = True) -> None:
        from advisor.writers import ndjson  # one format of twelve is written during the run

        self.files, self.trouble, self.alone = files, trouble, alone
        self.lines = ndjson.LineMaker(context)
        self.last_line = ndjson.last_line
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
        return self._write(self.last_line(report))

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
    import threading  # one format of twelve is written during the run

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
