"""What the command line asks of the benchmarks, and what all of them need."""

import subprocess
from functools import cache
from pathlib import Path
from typing import NamedTuple

from fleet import Fleet
from processes import Command


class Asked(NamedTuple):
    """How to measure: what is installed where, where files may be written, how often, how much."""

    scripts: Path
    folder: Path
    quick: bool = False
    most: int = 10_000
    equal: float = 0.9
    against: str = "6a27064"
    parts: tuple[str, ...] = ()

    @property
    def runs(self) -> int:
        """How often a short command runs."""
        return 3 if self.quick else 15

    @property
    def long_runs(self) -> int:
        """How often a command runs that takes seconds."""
        return 1 if self.quick else 3

    @property
    def fleet(self) -> Fleet:
        """The servers that are made up."""
        return Fleet.of(equal=self.equal)

    def check(self, path: Path, *options: str) -> Command:
        """`domlint check` of a path, without a configuration, in one process where `options` do not say otherwise."""
        jobs = ["--jobs", "1"] if "--jobs" not in options and self.has("--jobs") else []
        words = [str(self.scripts / "domlint"), "check", "--isolated", str(path), *jobs, *options]
        return Command(words, self.folder)

    def has(self, option: str) -> bool:
        """Whether `domlint check` has an option."""
        return option in _help(self.scripts / "domlint")


@cache
def _help(script: Path) -> str:
    return subprocess.run([str(script), "check", "--help"], capture_output=True, text=True, check=True).stdout


def milliseconds(seconds: float) -> str:
    """For a table."""
    return f"{seconds * 1000:.0f} ms"


def figure(value: float) -> str:
    """Three digits that count."""
    return f"{value:.3g}" if value < 1000 else f"{value:,.0f}"
