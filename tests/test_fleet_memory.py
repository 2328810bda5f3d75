"""The peak memory of whole processes: what a run of a thousand servers takes more than one of a hundred.

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
import atexit, os
from pathlib import Path
def told():
    [line] = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM:")]
    Path("peak").write_text(line.split()[1])
leave = os._exit
os._exit = lambda status: (told(), leave(status))
atexit.register(told)
from advisor.servers import reading
reading.HELD = {held}
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


def peak(folder, held="reading.HELD"):
    """The most that a check of a folder holds at a time, in kB. held: as many bytes are from the first pass on."""
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
    done = subprocess.run(
        [sys.executable, "-c", RUN.format(held=held), *words], cwd=folder, env=environment, check=False
    )
    assert done.returncode in {0, 1}
    return int((folder / "peak").read_text())


@pytest.mark.law
@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in other units, or not at all")
@pytest.mark.parametrize(
    ("fixture", "most"), [("aix-9.0.1-carried-over", 1.35), ("linux-12.0.2-good", 1.75)], ids=["files", "documents"]
)
def test_what_a_thousand_servers_take_more_than_a_hundred(fixture, most, tmp_path):
    """What grows is measured where everything is read twice, as of so many servers nearly all is."""
    lay(tmp_path / "in", fixture, range(50))
    few = peak(tmp_path, 0)
    lay(tmp_path / "in", fixture, range(50, 100))
    hundred = peak(tmp_path)
    lay(tmp_path / "in", fixture, range(100, 150))
    of_each = (peak(tmp_path, 0) - few) / 100
    assert 900 * of_each <= (most - 1) * hundred, (hundred, few, of_each)
