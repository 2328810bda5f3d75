"""`python -m domlint`, and the form of CHANGELOG.md."""

import os
import re
import subprocess
import sys
from pathlib import Path

from advisor import __version__

ROOT = Path(__file__).parent.parent


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


CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
HEADINGS = re.findall(r"^## (.*)$", CHANGELOG, re.MULTILINE)
CATEGORIES = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


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
