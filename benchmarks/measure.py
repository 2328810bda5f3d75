"""Measure whole processes in turn: CPU time, elapsed time and memory of each command."""

import os
import shutil
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

PROJECT = Path(__file__).parent.parent
ENVIRONMENT = PROJECT / "build" / "benchmarks"
PEER = "yamllint"
# Run the command from a small process: on Linux a child counts the memory of its parent at the start as its own.
_START = """
import os, sys
null = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_WRONLY, 0) for number in (1, 2)]
child = os.posix_spawn(sys.argv[1], sys.argv[2:], os.environ, file_actions=null)
_, status, usage = os.wait4(child, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss)
"""


@dataclass(frozen=True)
class Cost:
    """What one run of a command took, its child processes included."""

    cpu: float  # seconds, user and system
    elapsed: float  # seconds
    memory: float  # megabytes, of the largest process


@dataclass(frozen=True)
class Command:
    """A command line to measure."""

    words: list[str]
    folder: Path = Path()
    environment: dict[str, str] = field(default_factory=dict)  # added to the environment of this process


def install() -> Path:
    """Install this checkout and yamllint into build/benchmarks and return the folder of their commands."""
    if not ENVIRONMENT.exists():
        subprocess.run([sys.executable, "-m", "venv", str(ENVIRONMENT)], check=True)
    commands = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin")
    pip = [str(commands / "python"), "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--force-reinstall", "--no-deps", str(PROJECT)], check=True)
    subprocess.run([*pip, "install", f"{PROJECT}[dask]", PEER], check=True)
    return commands


def median_costs(commands: dict[str, Command], rounds: int) -> dict[str, Cost]:
    """Run the commands in turn, `rounds` times, and return the medians of each.

    With more than three rounds the first is a warm-up and does not count.
    """
    costs: dict[str, list[Cost]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            costs[name].append(run(command))
    return {name: _median(runs[1:] if rounds > 3 else runs) for name, runs in costs.items()}


def run(command: Command) -> Cost:
    """Run a command once and discard what it prints.

    Raises:
        FileNotFoundError: if there is no such program.
        RuntimeError: if it ends with another exit code than 0, 1 (findings) or 3 (nothing recognised).
    """
    program = shutil.which(command.words[0])
    if not program:
        raise FileNotFoundError(command.words[0])
    words = [sys.executable, "-I", "-S", "-c", _START, str(Path(program).absolute()), *command.words]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", **command.environment}
    begin = time.perf_counter()
    done = subprocess.run(words, cwd=command.folder, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    elapsed = time.perf_counter() - begin
    status, cpu, memory = done.stdout.split()
    if int(status) not in (0, 1, 3):
        raise RuntimeError(f"{' '.join(command.words)} ended with {status}")
    return Cost(float(cpu), elapsed, int(memory) / 1024)


def _median(runs: list[Cost]) -> Cost:
    return Cost(
        statistics.median(cost.cpu for cost in runs),
        statistics.median(cost.elapsed for cost in runs),
        statistics.median(cost.memory for cost in runs),
    )
