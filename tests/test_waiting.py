"""A pipe that is named and that nobody writes to: a line says that it is waited for, and for which."""

import os
import signal
import threading

import pytest

from advisor.cli import inputs, waiting

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no pipes with names")


def test_of_a_pipe_the_clock_is_set_and_of_a_file_it_is_not(capsys):
    seen, before = [], signal.getsignal(signal.SIGALRM)
    with waiting.said({"a\x1b"}, seen.append) as told:
        told("a\x1b")
        assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= waiting.PATIENCE
        signal.raise_signal(signal.SIGALRM)
        told("b")
        assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
    assert seen == ["a\x1b", "b"]
    assert signal.getsignal(signal.SIGALRM) is before
    assert capsys.readouterr().err == "domlint: a\\x1b: a pipe whose end has not come; waiting for it\n"


def test_behind_the_last_pipe_no_clock_runs_on(monkeypatch):
    def written_to(_message):
        raise RuntimeError("reentrant call")

    monkeypatch.setattr(waiting.console, "error", written_to)
    with waiting.said({"a"}, print) as told:
        told("a")
        signal.raise_signal(signal.SIGALRM)
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_only_pipes_are_waited_for_so(tmp_path, monkeypatch):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").write_text("")
    asked = []
    monkeypatch.setattr(waiting, "said", lambda pipes, _seen: asked.append(pipes))
    for path in ("pipe", "file", "none", "a\0"):
        inputs._pipes_said([str(tmp_path / path)], print)
    assert asked == [{str(tmp_path / "pipe")}]


def test_what_comes_late_is_read(domlint, tmp_path, monkeypatch):
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.setattr(waiting, "PATIENCE", 0.01)
    said = threading.Event()
    monkeypatch.setattr(waiting.console, "error", lambda message: said.set())

    def write():
        said.wait(300)
        (tmp_path / "pipe").write_text("[Notes]\nKitType=2\nServerName=Mail01/Acme\n")

    writer = threading.Thread(target=write)
    writer.start()
    done = domlint("facts", "pipe", "--key", "ini.servername")
    writer.join()
    assert said.is_set()
    assert "Mail01/Acme" in done.out
