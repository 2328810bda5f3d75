"""The fleets that benchmarks/ generates: repeatable, varied, and read in full."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from laid import gather

from advisor.pack import builtin

PROJECT = Path(os.environ.get("DOMLINT_PROJECT", Path(__file__).parent.parent))
SERVERS = 4
FORMATS = {
    1: {"notes.ini"},
    7: {"notes.ini", "dxl", "storcli", "sysctl", "show stat", "df"},
}


def written(folder, files, seed=11):
    """Write a fleet by the command of docs/performance.md and return its files by name."""
    words = ["fleet.py", str(SERVERS), str(folder), "--files", str(files), "--seed", str(seed)]
    subprocess.run([sys.executable, *words], cwd=PROJECT / "benchmarks", check=True)
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.*")}


@pytest.mark.parametrize("files", [1, 7])
def test_a_fleet_is_repeatable_and_varied(tmp_path, files):
    fleet = written(tmp_path / "one", files)
    assert fleet == written(tmp_path / "same", files)
    assert fleet != written(tmp_path / "other", files, seed=12)
    assert len({text for name, text in fleet.items() if name.endswith("notes.ini")}) == SERVERS


@pytest.mark.parametrize("files", [1, 7])
def test_each_file_is_read(tmp_path, files):
    written(tmp_path, files)
    gathered = gather([str(tmp_path)], lambda: b"", catalogue=builtin().catalogue)
    assert gathered.unread == []
    assert {file.reader.name for file in gathered.files} == FORMATS[files]
    assert len(gathered.files) == files * SERVERS
