"""What a benchmark gives: a table, what the issue is held to, and how both become a section of docs/performance.md."""

import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).parent.parent / "docs" / "performance.md"
INTRODUCTION = """# Performance

What domlint costs. `python benchmarks/run.py` measures it and writes this page. In a checkout:

```sh
python benchmarks/run.py                     # all of it, 20 minutes and more; Linux, two cores, 3 GB of disk
python benchmarks/run.py --only start        # one section; the others stay as they are
python benchmarks/run.py --quick             # a look at everything in a minute or two; prints, writes no page
python benchmarks/run.py --only fleets --most 100000 --equal 0.5
python benchmarks/run.py --only against --against COMMIT
python benchmarks/run.py --only exponents    # in this process; ends with 1 where one is above 1.2, or there is none
python benchmarks/run.py --part readers      # a part of the exponents; prints, writes no page
```

The command installs this checkout, the earlier commit and the other linters into environments below build/. It runs
them in turn, so that other load on the machine affects all of them alike. Figures are medians. *CPU* is the processor's
time of a process and its workers, *clock* the elapsed time, *memory* the peak of the largest process. Ratios are of CPU
time. Each section names its commit. A section that is missing here has not been measured at a commit of this history.
"""


class Goal(NamedTuple):
    """A ratio that is to hold: what it is of, what it came to, its limit, and whether that is the least or the most."""

    of: str
    value: float
    limit: float
    at_least: bool = False

    @property
    def holds(self) -> bool:
        """Whether it does."""
        return self.value >= self.limit if self.at_least else self.value <= self.limit

    def sentence(self) -> str:
        """One item of a list."""
        bound = f"{'at least' if self.at_least else 'at most'} {self.limit:g}"
        return f"- {self.of}: {self.value:.2f}, to be {bound}: {'holds' if self.holds else '**does not hold**'}."


class Table(NamedTuple):
    """A section's text, the head of its table, its rows and goals."""

    text: str
    head: list[str]
    rows: list[list[str]]
    goals: list[Goal]


def section(title: str, table: Table, machine: str) -> str:
    """A section as Markdown."""
    lines = [f"| {' | '.join(row)} |" for row in [table.head, ["---"] * len(table.head), *table.rows]]
    goals = [goal.sentence() for goal in table.goals]
    return "\n\n".join(filter(None, [f"## {title}", table.text, "\n".join(lines), "\n".join(goals), machine])) + "\n"


def machine(before: tuple[float, float, float]) -> str:
    """On what it ran, with the load of the last minute before and after."""
    words = ["git", "describe", "--always", "--dirty"]
    commit = subprocess.run(words, cwd=PAGE.parent, capture_output=True, text=True, check=True)
    system = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    load = f"load {before[0]:.1f} before and {os.getloadavg()[0]:.1f} after"
    return f"{system}; {datetime.now(UTC):%d %B %Y}, commit {commit.stdout.strip()}; {load}."


def write(sections: dict[str, str], order: list[str]) -> None:
    """Puts sections, by title, into the page; those that were not measured stay."""
    old = PAGE.read_text(encoding="utf-8").split("\n## ")[1:] if PAGE.exists() else []
    known = {part.partition("\n")[0]: f"## {part.rstrip()}\n" for part in old} | sections
    text = "\n".join([INTRODUCTION, *(known[title] for title in order if title in known)])
    PAGE.write_text(text, encoding="utf-8", newline="\n")
