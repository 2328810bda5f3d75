"""Whole processes, in turn: what each took of the processor and of the clock, and how much memory at most."""

import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

FEW = 3  # runs, of which all count
# Starts a process from a small one: the system counts what its parent held when it began to what it held itself.
_BEGUN = """
import os, sys
nowhere = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_WRONLY, 0) for number in (1, 2)]
child = os.posix_spawn(sys.argv[1], sys.argv[2:], os.environ, file_actions=nowhere)
_, status, used = os.wait4(child, 0)
print(os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss)
"""


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
    program = shutil.which(command.words[0])
    if not program:
        raise FileNotFoundError(command.words[0])
    words = [sys.executable, "-I", "-S", "-c", _BEGUN, str(Path(program).absolute()), *command.words]
    environment = {**os.environ, **command.environment}
    began = time.perf_counter()
    done = subprocess.run(words, cwd=command.folder, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    clock = time.perf_counter() - began
    status, cpu, memory = done.stdout.split()
    if int(status) not in (0, 1, 3):  # 1 where something is found, domlint's 3 where there is no server in a file
        raise RuntimeError(f"{' '.join(command.words)} ended with {status}")
    return Cost(float(cpu), clock, int(memory) / 1024)


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
