"""The pre-commit hook as docs/output.md has it: by the release's tag, with the real pre-commit in a repository of its own."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from advisor import __version__

PROJECT = Path(os.environ.get("DOMLINT_PROJECT", Path(__file__).parent.parent))
DOCS = (Path(__file__).parent.parent / "docs" / "output.md").read_text(encoding="utf-8")
GOOD = "[Notes]\nKitType=2\nServer_Session_Timeout=45\n"
BAD = "[Notes]\nKitType=2\nSERVER_RESTRICTED=2\n"

pytestmark = [
    pytest.mark.law,
    pytest.mark.skipif(
        not (PROJECT / ".git").exists() or not shutil.which("git"),
        reason="no git repository of the project; CI has one",
    ),
]


@pytest.fixture(scope="module")
def repository(tmp_path_factory):
    """A repository of the project as its files are now, with the tag that a release has."""
    folder = tmp_path_factory.mktemp("domlint")
    for name in git(PROJECT, "ls-files", "-z").rstrip("\0").split("\0"):
        if (PROJECT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(PROJECT / name, folder / name)
    git(folder, "init", "--quiet")
    git(folder, "add", "-A")
    git(folder, "-c", "user.name=x", "-c", "user.email=x", "commit", "--quiet", "--no-verify", "--message", "x")
    git(folder, "tag", f"v{__version__}")
    return folder


@pytest.fixture(scope="module")
def commit(tmp_path_factory, repository):
    """Stages files and runs the hook as a commit does; gives its exit code and what it printed."""
    folder = tmp_path_factory.mktemp("site")
    home = str(tmp_path_factory.mktemp("home"))
    env = {
        **os.environ,
        "PRE_COMMIT_HOME": home,
        "PIP_NO_COMPILE": "0",  # which says --no-compile
        "PYTHONPATH": "",
    }  # without the guard: pip fetches what builds the hook, of which little is ever imported
    git(folder, "init", "--quiet")
    shown = next(block for block in re.findall(r"```yaml\n(.*?)```", DOCS, re.DOTALL) if "id: domlint" in block)
    configuration, replaced = re.subn(r"(?<=repo: )\S+", repository.as_posix(), shown)
    assert replaced == 1

    def run(files):
        git(folder, "rm", "-rfq", "--ignore-unmatch", ".")
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        (folder / ".pre-commit-config.yaml").write_text(configuration)
        git(folder, "add", "-A")
        done = subprocess.run(
            [sys.executable, "-m", "pre_commit", "run"],
            cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=900,
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr

    return run


def git(folder, *arguments):
    return subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout


CASES = {
    "none is touched": ({"README.md": "x", "servers/mail01.ini": BAD}, 0, "no files to check"),
    "a good one": ({"mail01/notes.ini": GOOD}, 0, "Passed"),
    "a bad one": ({"mail01/notes.ini": BAD, "mail02/notes.ini": GOOD}, 1, "server-restricted"),
    "in capitals": ({"mail01/NOTES.INI": BAD}, 1, "server-restricted"),
}


def test_a_commit(commit):
    """One after the other: pre-commit builds the hook's environment once."""
    for name, (files, code, said) in CASES.items():
        status, text = commit(files)
        assert (status, said in text) == (code, True), f"{name}: {text}"
