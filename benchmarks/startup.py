"""Start-up: `domlint check` of a 150-line NOTES.INI against yamllint on a YAML file of the same length, in turn.

Whole processes, output to a pipe, warm; of RUNS runs the processor's time and the clock's. The ratio is that of the
processor's: it is what a program costs, however busy the machine is. Without options `check` needs no parser of them.
Run it with the Python of an environment that holds both, installed: only then are their modules compiled.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 20
LINES = 150
PEER = "yamllint"


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        times = _times(_commands(Path(folder)), Path(folder))
    medians = {name: statistics.median(cpu for cpu, _ in taken) for name, taken in times.items()}
    for name, taken in times.items():
        cpu, clock = zip(*taken, strict=True)
        print(f"{name:<24} CPU {_figures(cpu)}   clock {_figures(clock)}")
    ratios = {name: median / medians[PEER] for name, median in medians.items() if name != PEER}
    for name, ratio in ratios.items():
        print(f"{name} / {PEER} = {ratio:.2f} of CPU time")
    return 0 if ratios["domlint"] <= 1 else 1


def _commands(folder: Path) -> dict[str, list[str]]:
    scripts = Path(sys.executable).parent
    ini, yaml = folder / "notes.ini", folder / "settings.yaml"
    ini.write_text(_notes_ini(), encoding="ascii")
    yaml.write_text("---\n" + "".join(f"setting_{number}: {number}\n" for number in range(LINES - 1)), encoding="ascii")
    check = [str(scripts / "domlint"), "check", str(ini)]
    return {
        "domlint": check,
        "domlint --fail-on": [*check, "--fail-on", "never"],
        PEER: [str(scripts / "yamllint"), str(yaml)],
    }


def _times(commands: dict[str, list[str]], folder: Path) -> dict[str, list[tuple[float, float]]]:
    """Milliseconds of each run: of the processor and of the clock. All commands run once before they are timed."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for run in range(RUNS + 2):
        for name, command in commands.items():
            cpu, clock = _cpu(), time.perf_counter()
            subprocess.run(command, cwd=folder, capture_output=True, check=False)
            if run >= 2:
                times[name].append(((_cpu() - cpu) * 1000, (time.perf_counter() - clock) * 1000))
    return times


def _cpu() -> float:
    """Seconds that processes which ended have had the processor for."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _figures(milliseconds: tuple[float, ...]) -> str:
    return f"median {statistics.median(milliseconds):6.1f} ms, least {min(milliseconds):6.1f} ms"


def _notes_ini() -> str:
    """A server's file of 150 lines, most of them settings that the catalogue does not hold."""
    known = [
        "[Notes]",
        "KitType=2",
        "Directory=/local/notesdata",
        "NotesProgram=/opt/hcl/domino/notes/latest/linux",
        "ServerName=Mail01/Acme",
        "FaultRecovery_Build=Release 12.0.2FP3",
        "ServerTasks=Update,Replica,Router,AMgr,AdminP,HTTP",
        "ServerTasksAt2=Updall",
        "TRANSLOG_Status=1",
        "TRANSLOG_Path=/local/translog",
        "NSF_BUFFER_POOL_SIZE_MB=256",
    ]
    return "\n".join(known + [f"Vendor_Setting_{number}={number}" for number in range(LINES - len(known))]) + "\n"


if __name__ == "__main__":
    sys.exit(main())
