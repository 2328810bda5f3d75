import os
import subprocess
import sys
from pathlib import Path

import pytest

GOLDENS = Path(__file__).parent / "goldens"


def pytest_addoption(parser):
    parser.addoption("--rewrite-goldens", action="store_true", help="write the goldens anew instead of comparing")


@pytest.fixture
def rewrite(request):
    return request.config.getoption("--rewrite-goldens")


@pytest.fixture
def golden(rewrite):
    """Compares text with a golden file, or writes it."""

    def compare(name, text):
        path = GOLDENS / name
        if rewrite:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        assert path.read_text(encoding="utf-8") == text

    return compare


@pytest.fixture
def domlint(tmp_path):
    """Runs the installed program as a whole process, in an empty folder unless told otherwise."""

    def run(*arguments, cwd=tmp_path, stdin=b"", env=None, encoding="utf-8"):
        done = subprocess.run(
            [sys.executable, "-m", "advisor", *map(str, arguments)],
            cwd=cwd,
            input=stdin,
            capture_output=True,
            env={**os.environ, "HOME": str(tmp_path), **(env or {})},
            check=False,
            timeout=60,
        )
        done.out = done.stdout.decode(encoding).replace("\r\n", "\n")
        done.err = done.stderr.decode(encoding).replace("\r\n", "\n")
        assert "Traceback" not in done.err, done.err
        return done

    return run


HOUSE_RULE = """\
id = "LOG901"
name = "house-rule"
category = "logging"
severity = "low"
confidence = "field"
since = "0.1.0"
when = 'set(ini.kittype)'
message = "The house does without KitType."
why = "It is a rule of the house, and this sentence only makes it long enough."
source = [{ id = "maker-samples", says = "for", note = "the samples do not set it" }]
example = [{ expect = "fail" }, { expect = "pass" }, { expect = "unknown" }]

[fix]
safety = "manual"
summary = "Take it out."
restart = "server"
rollback = "Put it back in."
verify = "It is no longer there."
"""


@pytest.fixture
def house_rule():
    """The text of a site's own rule file."""
    return HOUSE_RULE
