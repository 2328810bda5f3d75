"""Cases: carries one out, measured: what it raises, the CPU it takes, the memory, and whether it comes to an end."""

import resource
import signal
import sys
import traceback
from functools import cache
from pathlib import Path
from time import process_time
from typing import NamedTuple

from fuzzing.shares import everything

CPU = 2.0  # seconds for an input below 1 MB, and for each MB of a larger one
MEMORY = 500 * 1024  # KB above what the process took before its first case
HANGS = 20  # seconds of CPU after which a case hangs
WALL = 600  # seconds on the clock, for one that waits, on a machine that does other work too
_MB = 1024**2
_TESTS = Path(__file__).parent
_KB = 1 if sys.platform != "darwin" else 1024  # ru_maxrss is in KB, on macOS in bytes


class Hangs(BaseException):
    """A case was ended by the alarm; no `except Exception` in what it runs may keep it."""


class Find(NamedTuple):
    """A case that breaks a promise. kind: what finds of one cause have in common. told: the whole story."""

    label: str
    kind: str
    told: str
    data: bytes


def _ring(_number, _frame):
    raise Hangs(f"it hangs: no end within {HANGS} s of CPU, or {WALL} s")


def _alarm(cpu, wall):
    """Sets the alarms; 0 takes them back."""
    for timer, ring, seconds in ((signal.ITIMER_PROF, signal.SIGPROF, cpu), (signal.ITIMER_REAL, signal.SIGALRM, wall)):
        signal.signal(ring, _ring)
        signal.setitimer(timer, seconds)


@cache
def _before():
    """The peak in KB before the first case: of a whole suite in one process it is its tests'."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // _KB


def carried_out(family, label, data):
    """The CPU seconds of a case, and the find that it is, or None."""
    _before()
    _alarm(HANGS, WALL)
    begin = process_time()
    find = None
    try:
        family.hold(label, data)
    except KeyboardInterrupt:
        raise
    except BaseException as slip:  # SystemExit too: a run must not end in peace by what domlint raises
        find = Find(label, _kind(slip), "".join(traceback.format_exception(slip)), data)
    finally:
        _alarm(0, 0)
    cpu = process_time() - begin
    return cpu, find or _dear(label, data, cpu / getattr(family, "RUNS", 1))


def _dear(label, data, cpu):
    """A find where a case took too much."""
    if cpu > CPU * max(1, len(data) / _MB):
        return Find(label, "slow", f"{cpu:.1f} s of CPU for {len(data)} bytes\n", data)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // _KB
    if peak > _before() + MEMORY:
        _forget_the_peak()
        return Find(label, "memory", f"{peak // 1024} MB at its peak for {len(data)} bytes\n", data)
    return None


def _forget_the_peak():
    """The next case's peak is its own, where the system can forget one."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return


def _kind(slip):
    """The exception and the innermost line of domlint's own, or of what holds it to its promises."""
    frames = traceback.extract_tb(slip.__traceback__)
    own = [frame for frame in frames if "advisor" in Path(frame.filename).parts] or frames
    raised_here = isinstance(slip, AssertionError) and frames and Path(frames[-1].filename).is_relative_to(_TESTS)
    where = frames[-1] if raised_here else own[-1] if own else None
    return f"{type(slip).__name__} in {Path(where.filename).name}:{where.lineno}" if where else type(slip).__name__


def smaller(family, find, seconds=10.0):
    """The find made of fewer bytes, roughly: pieces are left out as long as it stays of its kind, for some seconds."""
    data, until = find.data, process_time() + seconds
    with everything():
        step = max(1, len(data) // 2)
        while step and process_time() < until:
            at = 0
            while at < len(data) and process_time() < until:
                tried = data[:at] + data[at + step :]
                _, again = carried_out(family, find.label, tried)
                if again and again.kind == find.kind:
                    data, find = tried, again
                else:
                    at += step
            step //= 2
    return find
