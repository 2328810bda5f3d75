"""A run shared out among processes: the same bytes whoever does what, whoever dies meanwhile."""

import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import Future
from pathlib import Path

import pytest
from fixture_servers import FIXTURES
from fleets import RUNS, document, dxl, fleet, ini, lay
from judged import of_every_kind

from advisor import run
from advisor.judging import run as runs
from advisor.servers import reading
from advisor.workers import processes, workers

forks = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="what is replaced here is not replaced in a process begun anew"
)


class Here:
    """An engine that does everything at once, with all that goes over to another process and comes back pickled."""

    def __init__(self, number, terms):
        self.number = number
        self.hands = workers.WorkerState(again(terms))
        self.begun = []

    def submit(self, function, argument):
        self.begun.append(argument)
        future = Future()
        future.set_result(again(function(self.hands, again(argument))))
        return future

    def is_there(self):
        return True

    def close(self, *, at_once):
        pass


def again(what):
    return pickle.loads(pickle.dumps(what))  # noqa: S301 our own


@pytest.fixture
def shared(monkeypatch):
    """Nothing is held by a process alone, and the first file is worth sharing."""
    monkeypatch.setattr(reading, "HELD", 0)
    monkeypatch.setattr(run, "START_SECONDS", 0)
    monkeypatch.setattr(run, "_BATCH_SERVERS", 2)


NOT_USED = "domlint: --jobs: not used; one process checks so few files sooner\n"


def told(domlint, folder, number, **where):
    words = ("check", folder, "--isolated", "--jobs", number, "--format")
    lines, whole = domlint(*words, "ndjson", **where), domlint(*words, "json", **where)
    return [(done.returncode, done.out, done.err.replace(NOT_USED, "")) for done in (lines, whole)]


@pytest.mark.parametrize("name", RUNS)
def test_what_goes_over_to_others_and_back_is_the_same_report(name, domlint, tmp_path, shared, monkeypatch):
    lay(tmp_path / "in", RUNS[name])
    alone = told(domlint, "in", 1)
    monkeypatch.setattr(processes, "Processes", Here)
    assert told(domlint, "in", 3) == alone


ASKED = {  # what a run is asked, and of which files
    "as another release": ("a cluster", ["--as-release=14.5"]),
    "of another release": ("a cluster", ["--release=9.0.1"]),
    "on a page": ("partitions", ["--format=html:page"]),
    "of one machine": ("partitions", ["--format=json"]),
}


PUBLIC = "Foo=on PWDC01: up\nFoo=on PWDC01: down\nPorts=TokenRing\nTokenRing=TCP,0,15,0\nTokenRing=TCP,0,15,1\n"


def test_others_are_told_which_words_are_no_secrets(domlint, tmp_path, shared, monkeypatch):
    lay(tmp_path / "in", {"a/notes.ini": ini("PWDC01", PUBLIC), "b/notes.ini": ini("B")})
    words = ("check", "in", "--isolated", "--full", "--format=text", "--jobs")
    alone = domlint(*words, 1)
    monkeypatch.setattr(processes, "Processes", Here)
    assert domlint(*words, 3)[:3] == alone[:3]
    assert "Foo=on PWDC01: down" in alone.out
    assert "TokenRing=TCP,0,15,1" in alone.out


@pytest.mark.parametrize("what", ASKED)
def test_others_are_told_what_a_run_is_asked(what, domlint, tmp_path, shared, monkeypatch):
    name, words = ASKED[what]
    monkeypatch.setattr(run, "_BATCH_SERVERS", 1)
    lay(tmp_path / "in", RUNS[name])
    (tmp_path / "page").touch()

    def answered(number):
        done = domlint("check", "in", "--isolated", "--jobs", number, *words)
        return done[:3], (tmp_path / "page").read_text()

    alone = answered(1)
    monkeypatch.setattr(processes, "Processes", Here)
    assert answered(3) == alone


def test_servers_in_one_file_are_shared_too(domlint, tmp_path, shared, monkeypatch):
    lay(tmp_path / "in", {"names.dxl": dxl(*(document("Server", f"CN=S{one}/O=Acme") for one in range(5)))})
    alone = told(domlint, "in", 1)
    begun = []
    monkeypatch.setattr(processes, "Processes", lambda *of: begun.append(Here(*of)) or begun[-1])
    assert told(domlint, "in", 3) == alone
    assert [len(batch.servers) for batch in begun[0].begun if isinstance(batch, workers.ServerBatch)] == [2, 2, 1]


@pytest.mark.law
def test_the_lines_of_a_large_run_are_the_same_for_one_process_and_for_eight(domlint, tmp_path, shared, monkeypatch):
    """Files of every format and servers of every kind, in more tasks than there are processes."""
    for name in of_every_kind():
        shutil.copytree(FIXTURES / name, tmp_path / "in" / name)
    runs = {number: domlint("check", "in", "--isolated", "--format=ndjson", "--jobs", number)[:3] for number in (1, 8)}
    assert runs[1] == runs[8]
    assert runs[1][0] == 1


@pytest.mark.law
def test_files_that_are_read_again_give_the_same_report(domlint, tmp_path, monkeypatch):
    for name in {*of_every_kind(), "linux-12.0.2-one-touch", "linux-12.0.2-one-touch-slips"}:
        shutil.copytree(FIXTURES / name, tmp_path / "in" / name)
    words = ("check", "in", "--isolated", "--format=json", "--jobs=1")
    held = domlint(*words)[:3]
    monkeypatch.setattr(reading, "HELD", 0)
    assert domlint(*words)[:3] == held


def test_processes_that_begin_anew_give_the_same_report(domlint, tmp_path, shared, monkeypatch):
    lay(tmp_path / "in", RUNS["a cluster"] | {f"more/{name}": text for name, text in RUNS["partitions"].items()})
    alone = domlint("check", "in", "--isolated", "--format=ndjson", "--jobs=1")
    monkeypatch.setattr(processes, "START", "spawn")
    assert domlint("check", "in", "--isolated", "--format=ndjson", "--jobs=2")[:3] == alone[:3]


def test_few_files_are_checked_by_one_process_which_is_said(domlint, tmp_path, monkeypatch):
    lay(tmp_path / "in", RUNS["a cluster"])
    monkeypatch.setattr(processes, "Processes", None)
    words = ("check", "in", "--isolated", "--format=ndjson")
    done, unasked = domlint(*words, "--jobs=2"), domlint(*words)
    assert done.out == unasked.out
    assert "--jobs: not used" in done.err
    assert "--jobs" not in unasked.err


@pytest.mark.parametrize("order", ["ab-c", "abc-", "abd-c", "-abc"])
def test_what_comes_through_a_pipe_stays_in_its_place(order, domlint, tmp_path, shared, monkeypatch):
    monkeypatch.setattr(processes, "Processes", Here)
    lay(tmp_path, {f"{one}/notes.ini": ini(one.upper()) for one in "abcd"})
    words = ("check", *order, "--isolated", "--format=ndjson", "--jobs")
    one, two = (domlint(*words, number, stdin=ini("P", "A=\0\n").encode())[:3] for number in (1, 2))
    assert one == two
    names = [line.split(b'"name":"')[1][:1] for line in two[1].splitlines()[: len(order)]]
    assert b"".join(names).decode() == order.upper().replace("-", "P")


@pytest.mark.parametrize("words", [["--jobs=0"], ["--jobs=x"], ["--jobs=-1"]])
def test_a_number_of_processes_that_is_none_is_wrong_use(words, domlint, tmp_path):
    lay(tmp_path, RUNS["one"])
    assert domlint("check", ".", *words).returncode == 2


def killing(server, times, folder, monkeypatch):
    """A worker dies while it derives a server, so many times."""
    real, first = runs.LazyServers._derive, os.getpid()

    def derived(self, one):
        met = len(list(folder.glob("met*")))
        if one.name == server and os.getpid() != first and met < times:
            (folder / f"met{met}").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return real(self, one)

    monkeypatch.setattr(runs.LazyServers, "_derive", derived)


@forks
@pytest.mark.parametrize("times", [1, 99])
def test_what_a_killed_process_was_at_work_on_is_done_here(times, domlint, tmp_path, shared, monkeypatch):
    fleet(tmp_path / "in", 12)
    alone = domlint("check", "in", "--isolated", "--format=ndjson", "--jobs=1")
    killing("S5/Acme", times, tmp_path, monkeypatch)
    done = domlint("check", "in", "--isolated", "--format=ndjson", "--jobs=2")
    assert done[:2] == alone[:2]
    assert "a worker was lost" in done.err
    assert (tmp_path / "met0").exists()


@forks
def test_a_file_that_kills_whoever_reads_it_is_read_here(domlint, tmp_path, shared, monkeypatch):
    fleet(tmp_path / "in", 6)
    alone = domlint("check", "in", "--isolated", "--format=ndjson", "--jobs=1")
    real, first = reading.Reading.open, os.getpid()

    def opened(self, file):
        if "s0003/notes.ini" in file.path and os.getpid() != first:
            os._exit(1)
        real(self, file)

    monkeypatch.setattr(reading.Reading, "open", opened)
    done = domlint("check", "in", "--isolated", "--format=ndjson", "--jobs=2")
    assert done[:2] == alone[:2]
    assert "a worker was lost" in done.err


def test_a_server_on_which_domlint_fails_is_told_of_as_without_others(domlint, tmp_path, shared, monkeypatch):
    fleet(tmp_path / "in", 6)
    real = runs.views_of

    def views_of(facts, context):
        if facts.ask("ini.directory").text == "/local/S3":
            raise ZeroDivisionError("by 3")
        return real(facts, context)

    monkeypatch.setattr(runs, "views_of", views_of)
    alone = told(domlint, "in", 1)
    monkeypatch.setattr(processes, "Processes", Here)
    assert told(domlint, "in", 2) == alone
    assert alone[0][0] == 4


SLOW = """
import os, sys, time
from advisor.judging.run import LazyServers
from advisor import run
from advisor.servers import reading
reading.HELD, run.START_SECONDS, run._BATCH_SECONDS, run._BATCH_SERVERS, first = 0, 0, 0, 1, os.getpid()
def asleep(meant):
    def slow(*given):
        if os.getpid() == first:
            return meant(*given)
        print(os.getpid(), file=sys.stderr, flush=True)
        time.sleep(600)
    return slow
if sys.argv.pop(1) == "reading":
    reading.Reading.open = asleep(reading.Reading.open)
else:
    LazyServers._derive = asleep(LazyServers._derive)
from advisor.__main__ import main
main()
"""
ENDS = [  # while workers do what, which signal, sent to all as Ctrl-C is or to the first process; its exit code
    ("reading", "SIGINT", "killpg", 130),
    ("judging", "SIGINT", "killpg", 130),
    ("judging", "SIGINT", "kill", 130),
    ("judging", "SIGTERM", "kill", 143),
    ("judging", "SIGKILL", "kill", -9),
]


@forks
@pytest.mark.parametrize(("doing", "how", "send", "code"), ENDS)
def test_with_the_first_process_all_end(doing, how, send, code, tmp_path):
    fleet(tmp_path / "in", 4)
    words = [doing, "check", "in", "--isolated", "--jobs=2"]
    environment = {**os.environ, "PYTHONPATH": str(FIXTURES.parent)}
    first = subprocess.Popen(
        [sys.executable, "-c", SLOW, *words],
        cwd=tmp_path,
        env=environment,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    others = {int(first.stderr.readline()) for _ in range(2)}
    assert others < left_of(first) or not PROCESSES.exists()
    getattr(os, send)(first.pid, getattr(signal, how))
    out, err = first.communicate(timeout=300)  # they would sleep for ten minutes
    assert (first.returncode, out) == (code, b"")
    assert err == (b"domlint: interrupted\n" if how == "SIGINT" else b"")
    for _ in range(15_000):
        if not left_of(first):
            break
        time.sleep(0.02)
    assert not left_of(first)


PROCESSES = Path("/proc")


def left_of(first):
    """The processes of a process's session that run; one that ended and that nobody asked for yet does not."""
    states = {int(one.name): state(one) for one in PROCESSES.glob("[0-9]*")}
    return {number for number, (kind, session) in states.items() if session == first.pid and kind != "Z"}


def state(process):
    """Whether a process runs, as the system writes it, and its session."""
    try:
        kind, _, _, session, *_ = (process / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return "Z", 0
    return kind, int(session)
