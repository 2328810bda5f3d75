"""Crowds: servers that have to do with each other: snapshots, one name, a cluster, partitions of a machine."""

from collections.abc import Callable
from pathlib import Path

from asked import Asked, milliseconds
from fleet import Fleet
from processes import medians
from tables import Goal, Table

TITLE = "Servers that have to do with each other"
TEXT = """Made-up servers as above, JSON. *Snapshots* are folders of seven files of one server, *of one name* NOTES.INI
alone; a cluster's members have their seven files and `show cluster`, partitions their NOTES.INI and `show stat`
below what `prtconf` prints of their machine (a machine has 32 at most, so 64 are on two). *Of a server* is what
one of the larger number costs against one of the smaller, without the start."""
HEAD = ["what", "servers", "CPU", "clock", "memory", "of a server"]
GROWTH = 1.05  # ten times the servers at most 10.5 times the time
MACHINE = (
    "System Model: IBM,9117-570\nMachine Serial Number: 06A{0:04d}\nProcessor Type: PowerPC_POWER5\n"
    "Number Of Processors: 8\nLPAR Info: 1 mail{0}\nMemory Size: 262144 MB\n\n"
    "Network Information\n        Host Name: mail{0}\n"
)


def measured(asked: Asked) -> Table:
    """Two rows a crowd."""
    rows, goals = [], []
    base = medians({"": asked.check(_one(asked))}, asked.runs)[""].cpu
    for what, (sizes, made) in CROWDS.items():
        few, many = (sizes[0], min(sizes[1], 2 * sizes[0])) if asked.quick else sizes
        folders = {size: asked.folder / f"{what} {size}" for size in (few, many)}
        for size, folder in folders.items():
            made(asked.fleet, folder, size)
        commands = {str(size): asked.check(folder, "--format", "json") for size, folder in folders.items()}
        costs = medians(commands, asked.long_runs)
        first, last = (costs[str(size)] for size in (few, many))
        each = (last.cpu - base) / many / ((first.cpu - base) / few)
        for size, cost, ratio in ((few, first, ""), (many, last, f"{each:.2f}")):
            times = milliseconds(cost.cpu), milliseconds(cost.clock), f"{cost.memory:.0f} MB"
            rows.append([what, str(size), *times, ratio])
        if many >= 4 * few:
            goals.append(Goal(f"{what}, one of {many} against one of {few}", each, GROWTH))
    return Table(TEXT, HEAD, rows, goals)


def _one(asked: Asked) -> Path:
    path = asked.folder / "base" / "notes.ini"
    path.parent.mkdir()
    path.write_text("[Notes]\nKitType=2\n", encoding="ascii")
    return path


def _snapshots(fleet: Fleet, folder: Path, count: int) -> None:
    """A folder a day, each with all files under one name."""
    for number in range(count):
        files = fleet.files(fleet.server(number)._replace(name="Mail", release="14.0FP4", aix=False))
        _written(folder / f"day{number:03d}", files)


def _of_one_name(fleet: Fleet, folder: Path, count: int) -> None:
    for number in range(count):
        _written(folder / f"copy{number:03d}", {"notes.ini": fleet.notes_ini(fleet.server(number), "Mail")})


def _cluster(fleet: Fleet, folder: Path, count: int) -> None:
    members = "".join(f"   server: Mail{number:05d}/Acme, availability index: 90\n" for number in range(count))
    for number in range(count):
        server = fleet.server(number)
        shown = f"> show cluster\nCluster Information\nCluster name: Hubs, Server name: {server.name}/Acme\n"
        shown += f"Server cluster probe count: 476\nCluster members ({count})...\n{members}"
        _written(folder / server.name, {**fleet.files(server), "show-cluster.txt": shown})


def _partitions(fleet: Fleet, folder: Path, count: int) -> None:
    """Up to 32 below one machine's folder, each with a directory and a number of its own."""
    for number in range(count):
        machine = folder / f"machine{number // 32}"
        files = fleet.files(fleet.server(number))
        own = f"Directory=/local/data{number}\r\nPartitionNumber={number % 32 + 1}"
        ini = files["notes.ini"].replace("Directory=/local/notesdata", own)
        _written(machine / f"p{number}", {"notes.ini": ini, "show-stat.txt": files["show-stat.txt"]})
        if number % 32 == 0:
            _written(machine, {"prtconf.txt": MACHINE.format(number // 32)})


def _written(folder: Path, files: dict[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="")


CROWDS: dict[str, tuple[tuple[int, int], Callable[[Fleet, Path, int], None]]] = {
    "snapshots of one server": ((36, 365), _snapshots), "of one name": ((40, 400), _of_one_name),
    "a cluster": ((3, 6), _cluster), "partitions": ((32, 64), _partitions),
}  # fmt: skip
