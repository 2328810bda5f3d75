"""Reading: `domlint check` of NOTES.INI files of growing size; milliseconds a megabyte must not grow with the size.

Whole processes, one after the other, least of RUNS runs; the start-up of an empty file's check is taken off. The last
file is one line of 1 MB.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 3
MEGABYTES = (1, 2, 4, 8)
ALLOWED = 1.5  # how much dearer a megabyte of the largest file may be than one of the smallest


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "notes.ini")
        path.write_bytes(b"[Notes]\nKitType=2\n")
        start = _seconds(path)
        costs = []
        for size in MEGABYTES:
            path.write_bytes(_settings(size * 1024 * 1024))
            costs.append((_seconds(path) - start) / size * 1000)
            print(f"{size} MB of settings: {costs[-1]:7.1f} ms a megabyte")
        path.write_bytes(b"[Notes]\nKitType=2\nLong=" + b"x" * 1024 * 1024 + b"\n")
        print(f"one line of 1 MB: {(_seconds(path) - start) * 1000:7.1f} ms")
    return 0 if costs[-1] <= ALLOWED * costs[0] else 1


def _settings(size: int) -> bytes:
    line = b"Vendor_Setting_%08d=some value of usual length\n"
    return b"[Notes]\nKitType=2\n" + b"".join(line % number for number in range(size // len(line % 0)))


def _seconds(path: Path) -> float:
    def once() -> float:
        begin = time.perf_counter()
        command = [sys.executable, "-m", "advisor", "check", "--isolated", str(path)]
        subprocess.run(command, capture_output=True, check=False)
        return time.perf_counter() - begin

    return min(once() for _ in range(RUNS))


if __name__ == "__main__":
    sys.exit(main())
