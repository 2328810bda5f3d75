"""Kills a process that writes NOTES.INI, at random moments: `python tests/killed_writer.py [HOW OFTEN] [SEED]`.

Each time the file, and each copy that was kept of it, is the old one or the new one, whole; and it can be written again.
"""

import os
import random
import signal
import sys
import tempfile
import time
from datetime import datetime, timedelta
from itertools import count, cycle
from pathlib import Path

from advisor.fixes.write import write_edited
from advisor.servers.walk import never_opened

OLD, NEW = (b"[Notes]\r\n" + b"X=%d\r\n" % value + b"; a remark of some length\r\n" * 4000 for value in (1, 45))
NOON = datetime(2026, 11, 22, 12)
LONGEST = 0.02  # seconds; a file is written in less


def write_without_end(path):
    """The old bytes and the new ones in turn."""
    for number, (was, now) in zip(count(), cycle(((OLD, NEW), (NEW, OLD))), strict=False):
        write_edited(path, was, now, NOON + timedelta(seconds=number))


def killed(path, seconds):
    """Kills the writer after a time, and gives the names of what it was writing."""
    path.write_bytes(OLD)
    writer = os.fork()
    if not writer:
        write_without_end(path)
    time.sleep(seconds)
    os.kill(writer, signal.SIGKILL)
    os.waitpid(writer, 0)
    left = [one for one in path.parent.iterdir() if never_opened(one.name)]
    for one in {*path.parent.iterdir()} - {*left}:
        assert one.read_bytes() in (OLD, NEW), one
    now = path.read_bytes()
    assert isinstance(write_edited(path, now, NEW + OLD, NOON), Path), "the file can be written again"
    return left


if __name__ == "__main__":
    often, seed = [*map(int, sys.argv[1:]), *(50, 0)[len(sys.argv) - 1 :]]
    moments = random.Random(seed)
    half_written = 0
    for _ in range(often):
        with tempfile.TemporaryDirectory() as folder:
            half_written += bool(killed(Path(folder) / "notes.ini", moments.uniform(0, LONGEST)))
    print(f"killed {often} times, {half_written} of them while a file was being written: each file was whole")
