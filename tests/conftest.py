import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FIXTURES = ROOT / "fixtures"
GOLDENS = Path(__file__).parent / "goldens"
# Real files from the world belong to their owners and are not part of the project; put them beside it to test on them.
SAMPLES = Path(os.environ.get("DOMLINT_SAMPLES", ROOT.parent / "shared" / "samples"))


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
