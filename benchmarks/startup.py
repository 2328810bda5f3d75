"""Start-up: `domlint check` of a 150-line NOTES.INI against yamllint on a YAML file of the same length, in turn.

Whole processes, output to a pipe, warm; medians of RUNS runs. Run it with the Python of an environment that holds both.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 20
LINES = 150


def main() -> int:
    scripts = Path(sys.executable).parent
    with tempfile.TemporaryDirectory() as folder:
        ini, yaml = Path(folder, "notes.ini"), Path(folder, "settings.yaml")
        ini.write_text(_notes_ini(), encoding="ascii")
        yaml.write_text(
            "---\n" + "".join(f"setting_{number}: {number}\n" for number in range(LINES - 1)), encoding="ascii"
        )
        commands = {
            "domlint": [str(scripts / "domlint"), "check", "--isolated", str(ini)],
            "yamllint": [str(scripts / "yamllint"), str(yaml)],
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        for run in range(RUNS + 2):
            for name, command in commands.items():
                begin = time.perf_counter()
                subprocess.run(command, capture_output=True, check=False)
                if run >= 2:
                    times[name].append((time.perf_counter() - begin) * 1000)
    medians = {name: statistics.median(taken) for name, taken in times.items()}
    for name, taken in times.items():
        print(f"{name:<10} median {medians[name]:6.1f} ms   least {min(taken):6.1f} ms   most {max(taken):6.1f} ms")
    ratio = medians["domlint"] / medians["yamllint"]
    print(f"domlint / yamllint = {ratio:.2f}")
    return 0 if ratio <= 1 else 1


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
