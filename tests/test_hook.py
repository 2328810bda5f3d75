"""The pre-commit hook of docs/ci.md, run by pre-commit."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = (Path(__file__).parent.parent / "docs" / "ci.md").read_text(encoding="utf-8")
(RECIPE,) = [block for block in re.findall(r"```sh\n(.*?)```", DOCS, re.DOTALL) if "id: domlint" in block]
GOOD = "[Notes]\nKitType=2\nServer_Session_Timeout=45\n"
BAD = "[Notes]\nKitType=2\nSERVER_RESTRICTED=2\n"

pytestmark = [
    pytest.mark.law,
    pytest.mark.loopback,  # pip binds a socket to see whether the machine has IPv6
    pytest.mark.skipif(not shutil.which("bash"), reason="the lines are written for a shell"),
]


@pytest.fixture(scope="module")
def commit(tmp_path_factory, clone, pip_offline):
    """Return a function that stages files and runs the hook as a commit does. It returns exit code and output."""
    folder = tmp_path_factory.mktemp("site")
    env = {**os.environ, **pip_offline, "PRE_COMMIT_HOME": str(tmp_path_factory.mktemp("home"))}
    recipe, replaced = RECIPE, 0
    for name, value in (("DOMLINT_REPO", clone.address), ("DOMLINT_REF", clone.commit)):
        recipe, count = re.subn(rf"^{name}=(?= )", f"{name}={value}", recipe, flags=re.MULTILINE)
        replaced += count
    assert replaced == 2

    def git(*arguments):
        subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)

    git("init", "--quiet")

    def run(files, options):
        git("rm", "-rfq", "--ignore-unmatch", ".")
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        subprocess.run(["bash", "-e"], input=recipe, cwd=folder, text=True, check=True)
        if options:
            with (folder / ".pre-commit-config.yaml").open("a") as written:
                written.write(f"        args: {options}\n")
        git("add", "-A")
        done = subprocess.run(
            [sys.executable, "-m", "pre_commit", "run"],
            cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=900,
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr

    return run


CONCISE = r"(?m)^mail01/(notes\.ini|NOTES\.INI):3:\d+: high THR004 "
CASES = {  # files, options of the hook, exit code, and a pattern of the output
    "none is touched": ({"README.md": "x", "servers/mail01.ini": BAD}, None, 0, "no files to check"),
    "a good one": ({"mail01/notes.ini": GOOD}, None, 0, "Passed"),
    "a bad one": ({"mail01/notes.ini": BAD, "mail02/notes.ini": GOOD}, None, 1, CONCISE),
    "in capitals": ({"mail01/NOTES.INI": BAD}, None, 1, CONCISE),
    "with options of the site": ({"mail01/notes.ini": BAD}, "[--format, json]", 1, r'"name":"server-restricted"'),
}


def test_a_commit(commit):
    for name, (files, options, code, said) in CASES.items():
        status, text = commit(files, options)
        assert (status, bool(re.search(said, text))) == (code, True), f"{name}: {text}"
