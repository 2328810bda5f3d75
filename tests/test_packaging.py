"""How the program is called without its command, and the lines for Windows in docs/install.md."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from advisor import __version__

ROOT = Path(__file__).parent.parent
INSTALL = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
WINDOWS = [line for block in re.findall(r"```bat\n(.*?)```", INSTALL, re.DOTALL) for line in block.splitlines()]


def test_python_m_domlint_is_the_program(tmp_path):
    (tmp_path / "domlint").mkdir()  # a checkout of that name beside it
    (tmp_path / "domlint" / "notes.ini").write_text("[Notes]\nKitType=2\nSERVER_RESTRICTED=2\n")
    (tmp_path / "domlint.toml").write_text("")
    for words, code, said in ((["--version"], 0, f"domlint {__version__}, "), (["check"], 1, "server-restricted")):
        done = subprocess.run(
            [sys.executable, "-m", "domlint", *words],
            cwd=tmp_path, env={**os.environ, "HOME": str(tmp_path)}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert (done.returncode, said in done.stdout) == (code, True), done.stdout + done.stderr


def test_the_lines_for_windows_are_taken_by_both_of_its_shells():
    assert len(WINDOWS) == 5
    for line in WINDOWS:
        assert not re.search(r"[&|;<>%$'\"`~^()]|/", line), line  # what cmd and PowerShell 5.1 read differently


@pytest.mark.parametrize("line", [line for line in WINDOWS if "domlint check" in line])
def test_what_they_check_is_there(line):
    path = line.split()[-1].replace("\\", "/")
    assert (ROOT / path / "notes.ini").is_file()


def test_the_package_is_in_the_wheel_and_the_sdist():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'packages = ["advisor", "domlint"]' in text
    assert '"/domlint"' in text


CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
HEADINGS = re.findall(r"^## (.*)$", CHANGELOG, re.MULTILINE)
CATEGORIES = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_the_version_is_that_of_the_module():
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert pyproject["tool"]["hatch"]["version"]["path"] == "advisor/__init__.py"


def test_the_changelog_has_this_version_with_its_day_and_what_is_not_released_above_it():
    assert HEADINGS[0] == "[Unreleased]"
    assert re.fullmatch(rf"\[{re.escape(__version__)}\] - \d{{4}}-\d\d-\d\d", HEADINGS[1])
    assert len({heading.partition("]")[0] for heading in HEADINGS}) == len(HEADINGS)


def test_the_changelog_is_short():
    """One line is one entry, in the categories of Keep a Changelog."""
    for release in CHANGELOG.split("\n## ")[1:]:
        lines = release.splitlines()[1:]
        assert len(lines) <= 150, release[:20]
        assert [line for line in lines if len(line) > 110 or line.startswith(" ")] == []
        assert {line[4:] for line in lines if line.startswith("### ")} <= CATEGORIES
