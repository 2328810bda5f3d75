"""Fleets: from a hundred servers on, one NOTES.INI or seven files each: how time and memory grow."""

import shutil
from pathlib import Path

from asked import Asked, figure
from fleet import alike
from processes import Command, Cost, medians
from tables import Goal, Table

TITLE = "Fleets"
TEXT = """Made-up servers ([benchmarks/fleet.py](../benchmarks/fleet.py)): a NOTES.INI of 150 lines out of the
catalogue, with slips; of seven files also Server and Configuration document as DXL, what storcli
prints (on AIX a storage.toml), `sysctl` or `vmo`, `show stat` and `df`; one document in ten says
something else than its server runs with. Each differs from each other in ten settings and more, of
which rules ask for five; of the lines of their NOTES.INI two servers have {alike:.0%} alike
(`--equal {equal:g}`). Written as {format}. *Growth* is the processor's
time against that of a tenth of the servers; *a second* is by the clock. 100,000 servers are read
with two workers alone."""
HEAD = ["servers", "files each", "workers", "a second", "a second of CPU", "CPU", "clock", "memory", "growth"]
GROWTH, MEMORY = 10.5, 300  # what is to hold
ALONE = 10_000  # servers that one worker does at most


def measured(asked: Asked) -> Table:
    """A row for each size, kind and number of workers."""
    format = "NDJSON" if asked.has("ndjson") else "JSON"
    workers = (1, 2) if asked.has("--jobs") else (1,)
    text = TEXT.format(alike=alike(asked.fleet), equal=asked.equal, format=format)
    costs: dict[tuple[bool, int, int], Cost] = {}
    for whole in (False, True):
        for size in sizes(asked, whole):
            few = workers if size <= ALONE else workers[-1:]
            costs |= _costs(asked, whole, size, few, format.lower())
    rows = [_row(key, cost, costs) for key, cost in costs.items()]
    return Table(text, HEAD, rows, [*_growth(costs, workers[-1]), *_memory(costs)])


def sizes(asked: Asked, whole: bool) -> list[int]:
    """Numbers of servers, each ten times the one before; with all their files a tenth of the most."""
    if asked.quick:
        return [10, 100]
    return [size for size in (100, 1000, 10_000, 100_000) if size <= asked.most // (10 if whole else 1)]


def _costs(
    asked: Asked, whole: bool, size: int, workers: tuple[int, ...], format: str
) -> dict[tuple[bool, int, int], Cost]:
    folder = asked.folder / "fleet"
    try:
        asked.fleet.write(folder, range(size), whole=whole)
        commands = {str(jobs): _command(asked, folder, format, jobs) for jobs in workers}
        found = medians(commands, asked.long_runs if size <= (100 if whole else 1000) else 1)
    finally:
        shutil.rmtree(folder)
    return {(whole, int(jobs), size): cost for jobs, cost in found.items()}


def _command(asked: Asked, folder: Path, format: str, jobs: int) -> Command:
    return asked.check(folder, "--format", format, *(["--jobs", str(jobs)] if asked.has("--jobs") else []))


def _row(key: tuple[bool, int, int], cost: Cost, costs: dict[tuple[bool, int, int], Cost]) -> list[str]:
    whole, jobs, size = key
    tenth = costs.get((whole, jobs, size // 10))
    growth = f"{cost.cpu / tenth.cpu:.2f}" if tenth else ""
    seconds = [f"{figure(cost.cpu)} s", f"{figure(cost.clock)} s", f"{cost.memory:.0f} MB"]
    files = "7" if whole else "1"
    return [f"{size:,}", files, str(jobs), figure(size / cost.clock), figure(size / cost.cpu), *seconds, growth]


def _growth(costs: dict[tuple[bool, int, int], Cost], workers: int) -> list[Goal]:
    """From 1,000 servers on."""
    return [
        Goal(
            f"{size:,} servers of {_files(whole)} against {size // 10:,}",
            cost.cpu / costs[whole, jobs, size // 10].cpu,
            GROWTH,
        )
        for (whole, jobs, size), cost in costs.items()
        if jobs == workers and size >= ALONE
    ]


def _memory(costs: dict[tuple[bool, int, int], Cost]) -> list[Goal]:
    return [
        Goal(f"Megabytes for {size:,} servers of {_files(whole)}, {jobs} at a time", cost.memory, MEMORY)
        for (whole, jobs, size), cost in costs.items()
        if size >= 10_000
    ]


def _files(whole: bool) -> str:
    return "seven files" if whole else "one file"
