"""Against: the same servers judged by an earlier commit, in turn."""

import shutil

from asked import Asked, figure
from fleet import alike
from processes import Command, medians
from programs import at, rules_of
from tables import Goal, Table

TITLE = "Against an earlier commit"
TEXT = """The same made-up servers, JSON, one worker, in turn, by commit {commit}, which had {then} rules, and by this
one, which has {now}. Two servers have {alike:.0%} of the lines of NOTES.INI alike. Start is in all figures."""
TIMES = {False: 8, True: 10}  # as many a second, by whether servers have all their files


def measured(asked: Asked) -> Table:
    """A row for each commit and kind of server."""
    then = at(asked.against)
    text = TEXT.format(commit=asked.against, then=rules_of(then), now=rules_of(asked.scripts), alike=alike(asked.fleet))
    rows, goals = [], []
    for whole, size in ((False, 20 if asked.quick else 400), (True, 5 if asked.quick else 100)):
        folder = asked.folder / "fleet"
        asked.fleet.write(folder, range(size), whole=whole)
        today = asked.check(folder, "--format", "json", *(["--jobs", "1"] if asked.has("--jobs") else []))
        words = [str(then / "domlint"), "check", "--isolated", str(folder), "--format", "json"]
        costs = medians({"this": today, asked.against: Command(words, asked.folder)}, asked.long_runs)
        shutil.rmtree(folder)
        files = "seven files" if whole else "NOTES.INI"
        for name, cost in costs.items():
            seconds = f"{figure(cost.cpu)} s", f"{figure(cost.clock)} s", f"{cost.memory:.0f} MB"
            rows.append([name, str(size), files, figure(size / cost.cpu), *seconds])
        ratio = costs[asked.against].cpu / costs["this"].cpu
        goals.append(Goal(f"Servers of {files} a second, times those of {asked.against}", ratio, TIMES[whole], True))
    return Table(text, ["commit", "servers", "of", "a second of CPU", "CPU", "clock", "memory"], rows, goals)
