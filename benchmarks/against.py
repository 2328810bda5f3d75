"""Against: the same servers judged by an earlier commit, in turn."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from asked import Asked, figure
from fleet import alike
from processes import Command, medians
from programs import at, rules_of
from tables import Goal, Table

TITLE = "Against an earlier commit"
TEXT = """The same made-up servers, JSON, one worker, in turn, by commit {commit}, which had {then} rules, and by this
one, which has {now}. Two servers have {alike:.0%} of the lines of NOTES.INI alike. Files read and findings are those of
a server. Start is in all figures."""
HEAD = ["commit", "servers", "of", "files read", "findings", "a second of CPU", "CPU", "clock", "memory"]
TIMES = {False: 8, True: 10}  # as many a second, by whether servers have all their files
FEW = 10  # servers whose reports are looked into


def measured(asked: Asked) -> Table:
    """A row for each commit and kind of server."""
    then = at(asked.against)
    text = TEXT.format(commit=asked.against, then=rules_of(then), now=rules_of(asked.scripts), alike=alike(asked.fleet))
    programs: dict[str, Callable[[Path], Command]] = {
        "this": lambda folder: asked.check(folder, "--format", "json"),
        asked.against: lambda folder: asked._replace(scripts=then).check(folder, "--format", "json"),
    }
    rows, goals = [], []
    for whole, size in ((False, 20 if asked.quick else 400), (True, 5 if asked.quick else 100)):
        fleet, few = asked.folder / "fleet", asked.folder / "few"
        asked.fleet.write(fleet, range(size), whole=whole)
        asked.fleet.write(few, range(FEW), whole=whole)
        told = {name: _told(program(few)) for name, program in programs.items()}
        costs = medians({name: program(fleet) for name, program in programs.items()}, asked.long_runs)
        shutil.rmtree(fleet)
        shutil.rmtree(few)
        files = "seven files" if whole else "NOTES.INI"
        for name, cost in costs.items():
            seconds = f"{figure(cost.cpu)} s", f"{figure(cost.clock)} s", f"{cost.memory:.0f} MB"
            rows.append([name, str(size), files, *told[name], figure(size / cost.cpu), *seconds])
        ratio = costs[asked.against].cpu / costs["this"].cpu
        of = f"Servers of {files} a second of CPU, times those of {asked.against}"
        goals.append(Goal(of, ratio, TIMES[whole], at_least=True))
    return Table(text, HEAD, rows, goals)


def _told(command: Command) -> tuple[str, str]:
    """How many files it reads of a server, and how many findings it has on one."""
    done = subprocess.run(command.words, cwd=command.folder, capture_output=True, check=False)
    report = json.loads(done.stdout)
    files = sum(len(server["inputs"]) for server in report["servers"])
    return figure(files / FEW), figure(len(report["findings"]) / FEW)
