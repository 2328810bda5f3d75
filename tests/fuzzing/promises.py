"""Promises: what a run of the program keeps whatever it is given, and folders for such runs."""

import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from conftest import in_process

CODES = {0, 1, 2, 3}  # what docs/output.md promises; 4 is a bug
STOPPED = {130, 143}  # by a signal, which the program takes for its own: the whole run is to end
# What steers a terminal, ends a line, or turns the direction of what stands behind it round.
STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
LONGEST = 4000  # characters of what standard error says in one line


class Ran(NamedTuple):
    """A run of the program: its exit code, and what it printed."""

    code: int
    out: str
    err: str


@contextmanager
def folder_of(files: dict[str, bytes]) -> Iterator[Path]:
    """A folder with some files, which is gone behind it."""
    with tempfile.TemporaryDirectory(prefix="fuzzed-") as name:
        for path, raw in files.items():
            place = Path(name, path)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(raw)
        yield Path(name)


def held_in(folder: Path) -> dict[str, bytes]:
    """What a folder holds: the path of each file, and its bytes."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def ran(arguments: list[str], folder: Path, stdin: bytes = b"") -> Ran:
    """Runs the program in a folder, and holds it to what every run keeps."""
    code, out, err = in_process(arguments, folder, stdin, {"HOME": str(folder)}, ("utf-8", "strict"))
    if code in STOPPED:
        raise KeyboardInterrupt
    run = Ran(code, out.decode("utf-8"), err.decode("utf-8"))
    assert run.code in CODES, (arguments, run.code, run.err)
    assert "Traceback" not in run.err and "internal error" not in run.err, run.err
    steering = STEERS.search(run.err)
    assert not steering, (arguments, run.err[max(steering.start() - 80, 0) : steering.end() + 20])
    assert str(folder) not in run.out, "a path of this machine stands in what is printed"
    longest = max(map(len, run.err.splitlines()), default=0)
    assert longest <= LONGEST, f"a line of standard error has {longest} characters"
    return run
