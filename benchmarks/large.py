"""Large: one file of growing size; what a part of it takes must not grow with the whole."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from asked import Asked, milliseconds
from processes import medians
from tables import Goal, Table

TITLE = "Large files"
TEXT = """One file in two sizes, both within the limits of [limits.md](limits.md). *Of a part* is the time for a part of
the larger file divided by that for a part of the smaller. The time of a check of an empty NOTES.INI is subtracted."""
HEAD = ["file", "parts", "CPU", "clock", "memory", "of a part"]
MEGABYTE = 1_000_000
INI = "[Notes]\nKitType=2\n"
TWICE = 2.1  # what a NOTES.INI twice as long may cost


class Kind(NamedTuple):
    """A kind of file: what it is, its name, how many parts the two have, and what makes it, piece by piece."""

    what: str
    name: str
    sizes: tuple[int, int]
    pieces: Callable[[int], Iterator[str]]


def measured(asked: Asked) -> Table:
    """Two rows a kind."""
    rows, goals = [], []
    base = medians({"": asked.check(written(asked.folder, "base/notes.ini", iter([INI])))}, asked.runs)[""].cpu
    for number, (what, name, sizes, pieces) in enumerate(KINDS):
        few, many = (1 + sizes[0] // 20, 2 + sizes[1] // 20) if asked.quick else sizes
        paths = {size: written(asked.folder, f"{number}-{size}/{name}", pieces(size)) for size in (few, many)}
        costs = medians({str(size): asked.check(path) for size, path in paths.items()}, asked.long_runs)
        for path in paths.values():
            path.unlink()
        first, last = (costs[str(size)] for size in (few, many))
        each = (last.cpu - base) / many / ((first.cpu - base) / few)
        for size, cost, ratio in ((few, first, ""), (many, last, f"{each:.2f}")):
            times = milliseconds(cost.cpu), milliseconds(cost.clock), f"{cost.memory:.0f} MB"
            rows.append([what, f"{size:,}", *times, ratio])
        if what == KINDS[0].what:
            goals.append(Goal(f"NOTES.INI of {many:,} settings against {few:,}", last.cpu / first.cpu, TWICE))
    return Table(TEXT, HEAD, rows, goals)


def written(folder: Path, name: str, pieces: Iterator[str]) -> Path:
    """Piece by piece: what this process holds counts for those that it starts."""
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines(pieces)
    return path


def _settings(count: int) -> Iterator[str]:
    yield INI
    yield from (f"Vendor_Setting_{number:08d}=some value of usual length\n" for number in range(count))


def _tasks(count: int) -> Iterator[str]:
    yield INI + "ServerTasks=" + ",".join(f"Updall x{number}" for number in range(count)) + "\n"


def _directory(megabytes: int) -> Iterator[str]:
    items = "".join(f"<item name='Field{number}'><text>value {number}</text></item>\n" for number in range(40))
    person = f"<document form='Person'>\n{items}</document>\n"
    yield "<?xml version='1.0' encoding='utf-8'?>\n<database xmlns='http://www.lotus.com/dxl' title='Directory'>\n"
    for _ in range(megabytes * MEGABYTE // len(person)):
        yield person
    yield "</database>\n"


def _listings(count: int) -> Iterator[str]:
    yield "HCL Domino (r) Server (64 Bit), Release 12.0.2FP1, March 14, 2023\n"
    yield from (f"> show stat s{number}\n  Server.Users = 3\n  1 statistics found\n" for number in range(count))


def _volumes(count: int) -> Iterator[str]:
    yield "datavg:\nLV NAME             TYPE       LPs     PPs     PVs  LV STATE      MOUNT POINT\n"
    yield from (f"lv{number} jfs2 8 8 1 open/syncd /fs{number}\n" for number in range(count))


KINDS = (
    Kind("NOTES.INI, settings", "notes.ini", (1400, 2800), _settings),
    Kind("NOTES.INI, tasks in ServerTasks", "notes.ini", (250, 1000), _tasks),
    Kind("DXL of a directory, megabytes", "names.dxl", (20, 200), _directory),
    Kind("console.log, listings", "console.log", (700, 7000), _listings),
    Kind("lsvg, logical volumes", "lsvg.txt", (100, 400), _volumes),
)
