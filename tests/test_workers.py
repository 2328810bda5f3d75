"""A run shared out among processes: the same bytes whoever does what, whoever dies meanwhile."""

import json
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

from advisor.cli import jobs, run
from advisor.judging import turns
from advisor.servers import reading
from advisor.workers import flight, processes, sharing, tasks

forks = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="what is replaced here is not replaced in a process begun anew"
)


class Here:
    """An engine that does everything at once, with all that goes over to another process and comes back pickled."""

    died = (ConnectionError,)

    def __init__(self, workers, terms):
        self.workers = workers
        self.hands = tasks.Hands(again(terms))
        self.begun = []

    def begin(self, task):
        self.begun.append(task)
        future = Future()
        future.set_result(again(again(task).carried_out(self.hands)))
        return future

    alone = begin

    def close(self, *, at_once):
        pass


def again(what):
    return pickle.loads(pickle.dumps(what))  # noqa: S301 our own


@pytest.fixture
def shared(monkeypatch):
    """Nothing is held, and the first file is worth sharing out."""
    monkeypatch.setattr(reading, "HELD", 0)
    monkeypatch.setattr(sharing, "PAYS", 1)
    monkeypatch.setattr(sharing, "_SERVERS", 2)


def told(domlint, folder, number, **where):
    words = ("check", folder, "--isolated", "--jobs", number, "--format")
    lines, whole = domlint(*words, "ndjson", **where), domlint(*words, "json", **where)
    return lines[:3], whole[:3]


@pytest.mark.parametrize("name", RUNS)
def test_what_goes_over_to_others_and_back_is_the_same_report(name, domlint, tmp_path, shared, monkeypatch):
    lay(tmp_path / "in", RUNS[name])
    alone = told(domlint, "in", 1)
    monkeypatch.setattr(jobs, "Processes", Here)
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
    monkeypatch.setattr(jobs, "Processes", Here)
    assert domlint(*words, 3)[:3] == alone[:3]
    assert "Foo=on PWDC01: down" in alone.out
    assert "TokenRing=TCP,0,15,1" in alone.out


@pytest.mark.parametrize("what", ASKED)
def test_others_are_told_what_a_run_is_asked(what, domlint, tmp_path, shared, monkeypatch):
    name, words = ASKED[what]
    monkeypatch.setattr(sharing, "_SERVERS", 1)
    lay(tmp_path / "in", RUNS[name])
    (tmp_path / "page").touch()

    def answered(number):
        done = domlint("check", "in", "--isolated", "--jobs", number, *words)
        return done[:3], (tmp_path / "page").read_text()

    alone = answered(1)
    monkeypatch.setattr(jobs, "Processes", Here)
    assert answered(3) == alone


def test_a_file_that_is_gone_when_its_server_is_judged_is_told_of_once(domlint, tmp_path, shared, monkeypatch):
    class Late(Here):
        def begin(self, task):
            if isinstance(task, tasks.JudgeServers):
                (tmp_path / "a" / "notes.ini").unlink(missing_ok=True)
            return super().begin(task)

    monkeypatch.setattr(jobs, "Processes", Late)
    lay(tmp_path, {f"{one}/notes.ini": ini(one.upper()) for one in "abc"})
    report = json.loads(domlint("check", "a", "b", "c", "--isolated", "--format=json", "--jobs=2").out)
    assert [one["path"] for one in report["unread"]] == ["a/notes.ini"]


def test_servers_that_stand_in_one_file_are_judged_by_others_too(domlint, tmp_path, shared, monkeypatch):
    lay(tmp_path / "in", {"names.dxl": dxl(*(document("Server", f"CN=S{one}/O=Acme") for one in range(5)))})
    alone = told(domlint, "in", 1)
    begun = []
    monkeypatch.setattr(run, "MANY", 5)
    monkeypatch.setattr(jobs, "Processes", lambda *of: begun.append(Here(*of)) or begun[-1])
    assert told(domlint, "in", 3) == alone
    assert [len(task.servers) for task in begun[0].begun] == [2, 2, 1]


def test_known_findings_are_known_whoever_judges(domlint, tmp_path, shared, monkeypatch):
    lay(tmp_path / "in", RUNS["a cluster"])
    (tmp_path / "known.json").write_text(domlint("check", "in/a", "--isolated", "--format=json").out)
    words = ("check", "in", "--isolated", "--baseline=known.json", "--format=ndjson", "--jobs")
    alone = domlint(*words, 1)
    monkeypatch.setattr(jobs, "Processes", Here)
    assert domlint(*words, 3)[:3] == alone[:3]
    assert '"still_there":' in alone.out


@pytest.mark.law
def test_the_lines_of_a_large_run_are_the_same_for_one_process_and_for_eight(domlint, tmp_path, shared, monkeypatch):
    """Files of every format and servers of every kind, in more tasks than there are processes."""
    monkeypatch.setattr(sharing, "PAYS", 16)
    for name in of_every_kind():
        shutil.copytree(FIXTURES / name, tmp_path / "in" / name)
    runs = {number: domlint("check", "in", "--isolated", "--format=ndjson", "--jobs", number)[:3] for number in (1, 8)}
    assert runs[1] == runs[8]
    assert runs[1][0] == 1


def test_processes_that_begin_anew_give_the_same_report(domlint, tmp_path, shared, monkeypatch):
    lay(tmp_path / "in", RUNS["a cluster"] | {f"more/{name}": text for name, text in RUNS["partitions"].items()})
    alone = domlint("check", "in", "--isolated", "--format=ndjson", "--jobs=1")
    monkeypatch.setattr(processes, "START", "spawn")
    assert domlint("check", "in", "--isolated", "--format=ndjson", "--jobs=2")[:3] == alone[:3]


def test_where_everything_can_be_held_no_process_is_begun(domlint, tmp_path, monkeypatch):
    lay(tmp_path / "in", RUNS["a cluster"])
    monkeypatch.setattr(jobs, "Processes", None)
    assert domlint("check", "in", "--isolated", "--jobs=2").returncode == 1


def test_few_files_beyond_what_is_held_are_read_here(domlint, tmp_path, monkeypatch):
    lay(tmp_path / "in", RUNS["a cluster"])
    alone = told(domlint, "in", 1)
    monkeypatch.setattr(reading, "HELD", 0)
    monkeypatch.setattr(processes, "ProcessPoolExecutor", None)
    assert told(domlint, "in", 2) == alone


@pytest.mark.parametrize(("order", "pays"), [("ab-c", 1), ("abc-", 1), ("abd-c", 2), ("-abc", 2)])
def test_what_comes_through_a_pipe_stays_in_its_place_and_here(order, pays, domlint, tmp_path, shared, monkeypatch):
    monkeypatch.setattr(jobs, "Processes", Here)
    monkeypatch.setattr(sharing, "PAYS", pays)
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
    real, first = turns.Turns._derived, os.getpid()

    def derived(self, one):
        met = len(list(folder.glob("met*")))
        if one.name == server and os.getpid() != first and met < times:
            (folder / f"met{met}").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return real(self, one)

    monkeypatch.setattr(turns.Turns, "_derived", derived)


@forks
def test_what_a_killed_process_was_at_work_on_is_done_by_another(domlint, tmp_path, shared, monkeypatch):
    fleet(tmp_path / "in", 12)
    alone = domlint("check", "in", "--isolated", "--format=ndjson", "--jobs=1")
    killing("S5/Acme", 1, tmp_path, monkeypatch)
    assert domlint("check", "in", "--isolated", "--format=ndjson", "--jobs=2")[:3] == alone[:3]
    assert (tmp_path / "met0").exists()


@forks
def test_a_server_that_kills_whoever_judges_it_is_named_and_the_rest_is_judged(domlint, tmp_path, shared, monkeypatch):
    fleet(tmp_path / "in", 12)
    alone = domlint("check", "in", "--isolated", "--format=ndjson", "--jobs=1")
    killing("S5/Acme", 99, tmp_path, monkeypatch)
    done = domlint("check", "in", "--isolated", "--format=ndjson", "--jobs=2")
    assert done.returncode == 4
    assert done.out.splitlines()[:-1] == [
        line for line in alone.out.splitlines()[:-1] if '"name":"S5/Acme"' not in line
    ]
    assert '"what":"server not judged","where":"S5/Acme","message":"the process that was at work on it died' in done.out
    assert "S5/Acme was not judged; please report it" in done.err


@forks
def test_a_file_that_kills_whoever_reads_it_is_named_and_the_rest_is_read(domlint, tmp_path, shared, monkeypatch):
    fleet(tmp_path / "in", 6)
    real, first = reading.Reading.open, os.getpid()

    def opened(self, file):
        if "s0003/notes.ini" in file.path and os.getpid() != first:
            os._exit(1)
        real(self, file)

    monkeypatch.setattr(reading.Reading, "open", opened)
    done = domlint("check", "in", "--isolated", "--format=ndjson", "--jobs=2")
    assert done.returncode == 4
    assert "in/s0003/notes.ini: internal error: the process that was at work on it died" in done.err
    assert done.out.count('"name":"S') >= 5


def test_a_server_on_which_domlint_fails_is_told_of_as_without_others(domlint, tmp_path, shared, monkeypatch):
    fleet(tmp_path / "in", 6)
    real = turns.views_of

    def views_of(facts, context):
        if facts.ask("ini.directory").text == "/local/S3":
            raise ZeroDivisionError("by 3")
        return real(facts, context)

    monkeypatch.setattr(turns, "views_of", views_of)
    alone = told(domlint, "in", 1)
    monkeypatch.setattr(jobs, "Processes", Here)
    assert told(domlint, "in", 2) == alone
    assert alone[0][0] == 4


class Numbers(list):
    """A task whose rows are its numbers."""

    def carried_out(self, _hands):
        return list(self)

    def apart(self):
        return [Numbers([one]) for one in self]

    def lost(self, _hands, why):
        return [(one, why) for one in self]


class Late(Here):
    """Ends a task only when its rows are asked for; counts those under way. dies: where this number is met."""

    def __init__(self, workers, dies=(), slip=ConnectionError):
        self.workers, self.dies, self.slip, self.under_way, self.most = workers, dies, slip, 0, 0

    def begin(self, task):
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        engine = self

        class Lately(Future):
            def result(self, timeout=None):
                engine.under_way -= 1
                if set(task) & set(engine.dies):
                    raise engine.slip
                return task.carried_out(None)

        return Lately()

    alone = begin


@pytest.mark.parametrize("number", [0, 1, 7, 300])
def test_rows_come_in_their_order_and_few_tasks_are_under_way(number):
    engine = Late(4)
    of_all = flight.Flight(engine, None).all((Numbers([one, one]), one % 5 == 0) for one in range(number))
    assert [row for rows in of_all for row in rows] == [one for one in range(number) for _ in range(2)]
    assert engine.most <= 9


@pytest.mark.parametrize(
    ("slip", "lost"),
    [
        (ConnectionError, "the process that was at work on it died, twice"),
        (ZeroDivisionError("by 4"), "ZeroDivisionError: by 4"),
    ],
)
def test_of_a_task_behind_which_something_died_only_what_did_it_is_lost(slip, lost):
    engine = Late(2, dies=[4, 9], slip=slip)
    [*rows] = flight.Flight(engine, None).all((Numbers(range(one, one + 3)), False) for one in range(0, 12, 3))
    found = [row for of_task in rows for row in of_task]
    assert [one if isinstance(one, int) else one[0] for one in found] == [*range(12)]
    assert {one: why.partition(" (")[0] for one, why in (row for row in found if not isinstance(row, int))} == {
        4: lost,
        9: lost,
    }


@pytest.mark.parametrize("alone", [False, True])
def test_where_nobody_is_left_nothing_is_tried_again(alone):
    """alone: the last one goes when the task is tried by itself."""
    engine, tried = Late(2, dies=[4], slip=ConnectionError if alone else flight.Stopped), []

    def by_itself(task):
        tried.append(task)
        engine.slip = flight.Stopped
        return engine.begin(task)

    engine.alone = by_itself
    with pytest.raises(flight.Stopped):
        list(flight.Flight(engine, None).all([(Numbers([4, 5]), False)]))
    assert len(tried) == alone


SLOW = """
import os, sys, time
from advisor.judging.turns import Turns
from advisor.servers import reading
from advisor.workers import sharing
reading.HELD, sharing.PAYS, sharing._SERVERS, first = 0, 1, 1, os.getpid()
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
    Turns._derived = asleep(Turns._derived)
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
