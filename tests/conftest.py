import gc
import io
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import tracemalloc
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import data
import pytest
from guard import no_network
from hypothesis import HealthCheck, settings

from advisor import readers
from advisor.__main__ import main
from advisor.pack import builtin
from advisor.source import Source, Stream

for name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR"):  # of whoever runs the tests
    os.environ.pop(name, None)

settings.register_profile(  # machines are loaded, and of one commit there is one verdict: the cases are the same each time
    "same", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.register_profile(
    "new", settings.get_profile("same"), derandomize=False
)  # --hypothesis-profile new: others each time
settings.load_profile("same")

SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
GOLDENS = Path(__file__).parent / "goldens"

GUARD = str(Path(__file__).parent / "guard")  # its sitecustomize.py is run by each Python that a test starts
NETWORK = Path(tempfile.gettempdir(), f"domlint-tests-network-{os.getpid()}")
os.environ[no_network.TOLD] = str(NETWORK)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [GUARD, os.environ.get("PYTHONPATH")]))
no_network.forbid()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item):
    """Before any fixture of a module, too."""
    if item.get_closest_marker("loopback"):
        os.environ[no_network.ALLOWED] = "1"
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item):
    """Whoever catches the error that is raised is found as well."""
    done = yield
    os.environ.pop(no_network.ALLOWED, None)
    if NETWORK.exists():
        asked = NETWORK.read_text()
        NETWORK.unlink()
        pytest.fail(f"a network was asked for:\n{asked}", pytrace=False)
    return done


def pytest_addoption(parser):
    parser.addoption("--rewrite-goldens", action="store_true", help="write the goldens anew instead of comparing")
    parser.addoption("--keep-screenshots", metavar="DIR", help="where the page's screenshots are kept, to be looked at")


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """Each worker of xdist begins at another file: what one made of a module's asserts, which takes the longest, others find."""
    report, worker = (yield), getattr(collector.config, "workerinput", None)
    if worker and collector.path == GOLDENS.parent:
        first = len(report.result) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
        report.result = report.result[first:] + report.result[:first]
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Wherever a worker began, it has the same tests in the same order."""
    items.sort(key=lambda item: item.path)


def pytest_collection_finish():
    """Modules and collected tests stay to the end: nothing is gained by looking for garbage among them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


def pytest_sessionfinish():
    """At its end pytest looks five times for what is only now found to have gone wrong; of most objects once is enough."""
    gc.collect()
    gc.freeze()


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


@pytest.fixture(scope="session")
def clone(tmp_path_factory):
    """Return a git repository of the project with its files as they are now, in one commit."""
    project = Path(os.environ.get("DOMLINT_PROJECT", Path(__file__).parent.parent))
    if not (project / ".git").exists() or not shutil.which("git"):
        pytest.skip("no git repository of the project; .ci/run has one")

    def git(where, *words):
        return subprocess.run(["git", *words], cwd=where, check=True, capture_output=True, text=True).stdout

    folder = tmp_path_factory.mktemp("clone")
    for name in git(project, "ls-files", "-z").rstrip("\0").split("\0"):
        if (project / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(project / name, folder / name)
    git(folder, "init", "--quiet")
    git(folder, "add", "-A")
    git(folder, "-c", "user.name=x", "-c", "user.email=x", "commit", "--quiet", "--no-verify", "--message", "x")
    return Clone(folder.as_uri(), git(folder, "rev-parse", "HEAD").strip())


class Clone(NamedTuple):
    """The address and the commit of a repository, as the recipes of docs/ need them."""

    address: str
    commit: str


@pytest.fixture(scope="session")
def pip_offline(tmp_path_factory):
    """Return the environment variables with which pip builds and installs domlint without a network.

    What domlint needs, hatchling too, is found in a folder of links to the packages of the tests, without domlint itself.
    """
    folder = tmp_path_factory.mktemp("packages")
    for path in map(Path, dict.fromkeys(entry for entry in sys.path if entry.endswith("-packages"))):
        for package in path.iterdir():
            if not re.match(r"advisor|domlint|_editable|pip\b|.*\.pth$", package.name):
                (folder / package.name).symlink_to(package)
    switched_off = "0"  # pip reads 0 as the option: no isolation, no compiling
    return {
        "PYTHONPATH": os.pathsep.join([GUARD, str(folder)]),
        "PIP_NO_INDEX": "1",
        "PIP_NO_BUILD_ISOLATION": switched_off,
        "PIP_NO_COMPILE": switched_off,
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }


HELD = 300  # files that are held at a time


@pytest.fixture(scope="module")
def read_once():
    """A file that is the same in many runs is read in the first: what it tells rests on its path and bytes alone."""
    recognise, facts_of, catalogue = readers.recognise, readers.facts_of, builtin().catalogue
    taker = lru_cache(HELD)(lambda name, head: recognise(name, head, catalogue))

    @lru_cache(HELD)
    def told(reader, *of_source):
        return list(facts_of(reader, Source(*of_source), catalogue))

    def telling(reader, source, catalogue):
        if isinstance(source, Stream):
            return facts_of(reader, source, catalogue)
        return iter(told(reader, source.path, source.data, source.encoding, source.mark))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(readers, "recognise", lambda name, head, _catalogue: taker(name, head))
        patch.setattr(readers, "facts_of", telling)
        yield


class Run(NamedTuple):
    """A run of the program: its exit code, and what it printed, as bytes and as text."""

    returncode: int
    stdout: bytes
    stderr: bytes
    encoding: str

    @property
    def out(self):
        return self.stdout.decode(self.encoding).replace("\r\n", "\n")

    @property
    def err(self):
        return self.stderr.decode(self.encoding).replace("\r\n", "\n")


def in_process(arguments, cwd, stdin, env, console):
    """Runs the program here: streams, working directory and environment of its own, all put back afterwards."""
    into, out, err = (io.TextIOWrapper(io.BytesIO(data), *console) for data in (stdin, b"", b""))
    handlers = {number: signal.getsignal(number) for number in SIGNALS}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(cwd)
        for name, value in env.items():
            patch.setenv(name, value)
        for name, value in {"argv": ["domlint", *arguments], "stdin": into, "stdout": out, "stderr": err}.items():
            patch.setattr(sys, name, value)
        patch.setattr(sys, "excepthook", sys.excepthook)  # typer sets its own
        patch.setitem(sys.modules, "__main__", ModuleType("__main__"))  # names the program in its help
        try:
            code = main()
        except SystemExit as end:
            code = end.code
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)
    out.flush()
    err.flush()
    return code or 0, out.buffer.getvalue(), err.buffer.getvalue()


def as_process(arguments, cwd, stdin, env, _console):
    """Runs the installed program as a whole process."""
    command = [sys.executable, "-m", "advisor", *arguments]
    if "PYTHONPATH" in env:
        env["PYTHONPATH"] = os.pathsep.join([GUARD, env["PYTHONPATH"], os.environ["PYTHONPATH"]])
    done = subprocess.run(
        command, cwd=cwd, input=stdin, capture_output=True, env={**os.environ, **env}, check=False, timeout=300
    )
    return done.returncode, done.stdout, done.stderr


def runner(way, tmp_path):
    """Runs the program one way, in an empty folder unless told otherwise; console: encoding and errors of its streams."""

    def run(*arguments, cwd=tmp_path, stdin=b"", env=None, encoding="utf-8", console=("utf-8", "strict")):
        code, out, err = way([*map(str, arguments)], cwd, stdin, {"HOME": str(tmp_path), **(env or {})}, console)
        done = Run(code, out, err, encoding)
        assert "Traceback" not in done.err, done.err
        return done

    return run


@pytest.fixture
def domlint(tmp_path):
    """Runs the program, in this process."""
    return runner(in_process, tmp_path)


@pytest.fixture
def domlint_process(tmp_path):
    """Runs the installed program as a whole process, for what is about one: its environment, its end, its modules."""
    return runner(as_process, tmp_path)


@pytest.fixture
def left_open():
    """The names of the rules that a JSON report could not judge somewhere."""
    names = {rule.id: rule.name for rule in builtin().rules}
    return lambda report: {names[rule] for row in report["unknown"] for rule in row["rules"]}


@pytest.fixture
def work():
    """Counts the lines of Python that a call runs: what grows with its input, however busy the machine is."""

    def count(call):
        lines = 0

        def trace(_frame, event, _argument):
            nonlocal lines
            lines += event == "line"
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            call()
        finally:
            sys.settrace(before)
        return lines

    return count


@pytest.fixture
def held():
    """Measures bytes: the most that a call holds at a time beyond what was held before it.

    What is over a bound is measured again, up to five times, and the least counts: patterns and late imports of the first
    time, what other threads hold just then and what waits to be swept up are not the call's own.
    """

    def once(call):
        gc.collect()
        tracemalloc.start()
        try:
            call()
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    def least(call, bound=math.inf):
        peaks = [once(call)]
        while min(peaks) > bound and len(peaks) < 5:
            peaks.append(once(call))
        return min(peaks)

    return least


HOUSE_RULE = data.text("conftest/house-rule.toml")


@pytest.fixture
def house_rule():
    """The text of a site's own rule file."""
    return HOUSE_RULE
