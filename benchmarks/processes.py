"""Whole processes, in turn: what each took of the processor and of the clock, and how much memory at most."""

import os
import statistics
import subprocess
import time
from pathlib import Path
from typing import NamedTuple

FEW = 3  # runs, of which all count


class Cost(NamedTuple):
    """Seconds of the processor, with those of workers, and of the clock; megabytes that the largest process held."""

    cpu: float
    clock: float
    memory: float


class Command(NamedTuple):
    """What is run: its words, where, and the environment beside this one's."""

    words: list[str]
    folder: Path = Path()
    environment: dict[str, str] = {}  # noqa: RUF012


def cost(command: Command) -> Cost:
    """Runs it once, what it prints goes nowhere. Raises OSError where there is no such program."""
    began = time.perf_counter()
    nowhere = subprocess.DEVNULL
    environment = {**os.environ, **command.environment}
    child = subprocess.Popen(command.words, cwd=command.folder, env=environment, stdout=nowhere, stderr=nowhere)
    _, status, used = os.wait4(child.pid, 0)
    clock = time.perf_counter() - began
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1, 3):  # 1 where something is found, domlint's 3 where there is no server in a file
        raise RuntimeError(f"{' '.join(command.words)} ended with {child.returncode}")
    return Cost(used.ru_utime + used.ru_stime, clock, used.ru_maxrss / 1024)


def in_turn(commands: dict[str, Command], runs: int) -> dict[str, list[Cost]]:
    """Each of the commands, one after the other, as often as `runs` says; the first of many runs does not count."""
    costs: dict[str, list[Cost]] = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            costs[name].append(cost(command))
    return {name: of[1:] if runs > FEW else of for name, of in costs.items()}


def median(costs: list[Cost]) -> Cost:
    """The median of each figure."""
    return Cost(*(statistics.median(figures) for figures in zip(*costs, strict=True)))


def medians(commands: dict[str, Command], runs: int) -> dict[str, Cost]:
    """What each of the commands takes, of so many runs in turn."""
    return {name: median(costs) for name, costs in in_turn(commands, runs).items()}
