"""Reading: `domlint check` of files of growing size; what a part of them takes must not grow with the whole.

Processor time of whole processes, least of RUNS runs; that of a check of an empty file is taken off.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

RUNS = 3
MEGABYTE = 1024 * 1024
ALLOWED = 1.5  # how much dearer a part of the largest file may be than one of the smallest
INI = "[Notes]\nKitType=2\n"


def main() -> int:
    dear = []
    with tempfile.TemporaryDirectory() as folder:
        start = _seconds(folder, "notes.ini", INI)
        for what, (name, sizes, text) in FILES.items():
            costs = [(_seconds(folder, name, text(size)) - start) / size * 1000 for size in sizes]
            shown = ", ".join(f"{cost:.3f} ({size})" for size, cost in zip(sizes, costs, strict=True))
            print(f"{what}: ms each {shown}")
            dear += [what] if costs[-1] > ALLOWED * costs[0] else []
    print(f"too dear where there are many: {', '.join(dear) or 'none'}")
    return 1 if dear else 0


def _settings(megabytes: int) -> str:
    line = "Vendor_Setting_{:08d}=some value of usual length\n"
    return INI + "".join(map(line.format, range(megabytes * MEGABYTE // len(line.format(0)))))


def _long_line(megabytes: int) -> str:
    return f"{INI}Long={'x' * megabytes * MEGABYTE}\n"


def _tasks(count: int) -> str:
    return INI + "ServerTasks=" + ",".join(f"Updall x{number}" for number in range(count)) + "\n"


def _directory(megabytes: int) -> str:
    items = "".join(f"<item name='Field{number}'><text>value {number}</text></item>\n" for number in range(40))
    person = f"<document form='Person'>\n{items}</document>\n"
    head = "<?xml version='1.0' encoding='utf-8'?>\n<database xmlns='http://www.lotus.com/dxl' title='Directory'>\n"
    return head + person * (megabytes * MEGABYTE // len(person)) + "</database>\n"


def _listings(count: int) -> str:
    start = "HCL Domino (r) Server (64 Bit), Release 12.0.2FP1, March 14, 2023\n"
    return start + "".join(
        f"> show stat s{number}\n  Server.Users = 3\n  1 statistics found\n" for number in range(count)
    )


def _volumes(count: int) -> str:
    head = "datavg:\nLV NAME             TYPE       LPs     PPs     PVs  LV STATE      MOUNT POINT\n"
    return head + "".join(f"lv{number} jfs2 8 8 1 open/syncd /fs{number}\n" for number in range(count))


FILES: dict[str, tuple[str, tuple[int, ...], Callable[[int], str]]] = {
    "a megabyte of settings": ("notes.ini", (1, 2, 4, 8), _settings),
    "a megabyte of one line": ("notes.ini", (1, 4), _long_line),
    "a task of a line": ("notes.ini", (2000, 4000, 8000), _tasks),
    "a megabyte of a directory": ("names.dxl", (10, 30), _directory),
    "a listing of a console": ("console.log", (1000, 10_000), _listings),
    "a logical volume": ("lsvg.txt", (1000, 5000), _volumes),
}


def _seconds(folder: str, name: str, text: str) -> float:
    path = Path(folder, name)
    path.write_text(text, encoding="utf-8")

    def once() -> float:
        before = os.times()
        command = [sys.executable, "-m", "advisor", "check", "--isolated", str(path)]
        subprocess.run(command, capture_output=True, check=False)
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system

    return min(once() for _ in range(RUNS))


if __name__ == "__main__":
    sys.exit(main())
