"""The peak memory of whole processes: what a run takes for each server that it has more.

It is asked of the process itself: the system counts what its parent held when it began to what a child held at most.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FIXTURES = ROOT / "fixtures"
RUN = """
import atexit
from pathlib import Path
def told():
    [line] = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM:")]
    Path("peak").write_text(line.split()[1])
atexit.register(told)
from advisor.servers import reading
reading.HELD = 0
from advisor.__main__ import main
main()
"""


def lay(folder, fixture, numbers):
    """So many servers, each with the files of a fixture under a name of its own."""
    for number in numbers:
        to = folder / f"s{number:04}"
        shutil.copytree(FIXTURES / fixture, to, ignore=shutil.ignore_patterns("*.expected"))
        for file in filter(Path.is_file, to.rglob("*")):
            file.write_bytes(re.sub(rb"Mail\d\d", b"S%04d" % number, file.read_bytes()))


def peak(folder):
    """The most that a check of a folder holds at a time, in kB, where everything is read twice."""
    words = (
        "check",
        "in",
        "--isolated",
        "--jobs=1",
        "--select",
        "LOG001",
        "--format",
        "ndjson",
        "--output-file",
        "out",
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", RUN, *words], cwd=folder, env=environment, check=False)
    assert done.returncode in {0, 1}
    return int((folder / "peak").read_text())


FEW, MANY, OF_EACH = 20, 60, 40  # kB: it takes 30, of which its files' bytes are 14; the facts of one file are hundreds


@pytest.mark.law
@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in other units, or not at all")
@pytest.mark.parametrize("fixture", ["aix-9.0.1-carried-over", "linux-12.0.2-good"], ids=["files", "documents"])
def test_a_server_takes_a_few_kilobytes(fixture, tmp_path):
    lay(tmp_path / "in", fixture, range(FEW))
    few = peak(tmp_path)
    lay(tmp_path / "in", fixture, range(FEW, MANY))
    many = peak(tmp_path)
    assert many - few <= OF_EACH * (MANY - FEW), (few, many)
