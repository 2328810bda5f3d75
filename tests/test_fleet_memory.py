"""The peak memory of whole processes: a run of a thousand servers takes little more than one of a hundred."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FIXTURES = ROOT / "fixtures"
NOTHING_HELD = "from advisor.servers import reading; reading.HELD = 0; from advisor.__main__ import main; main()"
MOST = 1.3  # times the memory of a hundred servers, for a thousand


def lay(folder, fixture, numbers):
    """So many servers, each with the files of a fixture under a name of its own."""
    for number in numbers:
        to = folder / f"s{number:04}"
        shutil.copytree(FIXTURES / fixture, to, ignore=shutil.ignore_patterns("*.expected"))
        for file in filter(Path.is_file, to.rglob("*")):
            file.write_bytes(re.sub(rb"Mail\d\d", b"S%04d" % number, file.read_bytes()))


def peak(folder, *start):
    """The most that a check of a folder holds at a time, in kB."""
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
    process = subprocess.Popen([sys.executable, *start, *words], cwd=folder, env=environment)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode in {0, 1}
    return used.ru_maxrss


@pytest.mark.law
@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in other units, or not at all")
@pytest.mark.parametrize("fixture", ["aix-9.0.1-carried-over", "linux-12.0.2-good"], ids=["files", "documents"])
def test_a_thousand_servers_take_little_more_memory_than_a_hundred(fixture, tmp_path):
    """What grows is measured where everything is read twice, as of so many servers nearly all is."""
    lay(tmp_path / "in", fixture, range(50))
    few = peak(tmp_path, "-c", NOTHING_HELD)
    lay(tmp_path / "in", fixture, range(50, 100))
    hundred = peak(tmp_path, "-m", "advisor")
    lay(tmp_path / "in", fixture, range(100, 150))
    of_each = (peak(tmp_path, "-c", NOTHING_HELD) - few) / 100
    assert 900 * of_each <= (MOST - 1) * hundred, (hundred, few, of_each)
