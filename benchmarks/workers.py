"""Workers: what two of them gain over one, by the clock, on a machine that has nothing else to do."""

import shutil

from asked import Asked, figure
from processes import medians
from tables import Goal, Table

TITLE = "Workers"
TEXT = """The same made-up servers, NDJSON, with `--jobs 1` and with `--jobs 2`, in turn. *Times* is by the clock, so it
means something where the load stands at about 0 before; *CPU* is that of all processes together."""
HEAD = ["servers", "files each", "workers", "a second", "CPU", "clock", "times"]
TIMES = 1.8  # of one worker
SIZES = {False: 2000, True: 1000}  # servers, by whether they have all their files


def measured(asked: Asked) -> Table:
    """A row for each kind of server and number of workers."""
    rows, goals = [], []
    for whole, size in SIZES.items():
        count = size // 20 if asked.quick else size
        folder = asked.folder / "fleet"
        asked.fleet.write(folder, range(count), whole=whole)
        commands = {jobs: asked.check(folder, "--format", "ndjson", "--jobs", jobs) for jobs in ("1", "2")}
        costs = medians(commands, asked.long_runs)
        shutil.rmtree(folder)
        for jobs, cost in costs.items():
            seconds = f"{figure(cost.cpu)} s", f"{figure(cost.clock)} s", f"{costs['1'].clock / cost.clock:.2f}"
            rows.append([f"{count:,}", "7" if whole else "1", jobs, figure(count / cost.clock), *seconds])
        of = f"Two workers against one, {count:,} servers of {'seven files' if whole else 'one file'}"
        goals.append(Goal(of, costs["1"].clock / costs["2"].clock, TIMES, at_least=True))
    return Table(TEXT, HEAD, rows, goals)
