"""The screen: how wide it is, whether it takes colour, what tells how far a run is, and where trouble stands."""

import io
import threading
from types import SimpleNamespace

import pytest

from advisor import terminal
from advisor.cli import console, errors, output
from advisor.cli.output import Output
from advisor.servers.model import Unread
from advisor.writers import Options

ERASED = "\x1b[1A\x1b[2K"  # the line of progress: the cursor goes up and takes it away
TERMINAL, PIPE = SimpleNamespace(isatty=lambda: True), SimpleNamespace(isatty=lambda: False)


def closed():
    stream = io.StringIO()
    stream.close()
    return stream


COLUMNS = [
    (None, 100), ("80", 80), ("100", 100), ("120", 120), ("400", 120), ("1000000000", 120), ("9" * 5000, 120), ("20", 20),
    ("19", 20), ("1", 20), ("0", 100), ("00", 100), ("", 100), ("-5", 100), ("8O", 100), ("1e2", 100), (" 80", 100), ("\u0663\u0663", 100),
]  # fmt: skip


@pytest.mark.parametrize(("told", "width"), COLUMNS)
def test_the_width_is_that_of_columns_within_reason(told, width, monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    if told is not None:
        monkeypatch.setenv("COLUMNS", told)
    for stream in (None, io.StringIO(), closed()):
        assert terminal.width(stream) == width


COLOURS = [  # --color, the environment, the stream: in colour?
    ("auto", {}, TERMINAL, True),
    ("auto", {}, PIPE, False),
    ("auto", {}, None, False),
    ("auto", {}, closed(), False),
    ("auto", {"TERM": "dumb"}, TERMINAL, False),
    ("auto", {"NO_COLOR": "1"}, TERMINAL, False),
    ("auto", {"NO_COLOR": ""}, TERMINAL, True),
    ("auto", {"FORCE_COLOR": "1"}, PIPE, True),
    ("auto", {"FORCE_COLOR": "1", "TERM": "dumb"}, PIPE, True),
    ("auto", {"FORCE_COLOR": "0"}, TERMINAL, False),
    ("auto", {"FORCE_COLOR": ""}, TERMINAL, True),
    ("auto", {"NO_COLOR": "1", "FORCE_COLOR": "1"}, TERMINAL, False),
    ("always", {"NO_COLOR": "1", "TERM": "dumb"}, PIPE, True),
    ("never", {"FORCE_COLOR": "1"}, TERMINAL, False),
]


@pytest.mark.parametrize(("wish", "env", "stream", "coloured"), COLOURS)
def test_the_option_goes_before_no_color_before_force_color_before_the_terminal(
    wish, env, stream, coloured, monkeypatch
):
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert terminal.uses_colour(wish, stream) == coloured


def standard_error(monkeypatch):
    """Standard error as a terminal that keeps what it is given, and a clock that stands still."""
    stream = io.StringIO()
    stream.isatty = lambda: True
    stream.now = 0.0
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(console, "monotonic", lambda: stream.now)
    monkeypatch.setenv("TERM", "xterm")
    return stream


def test_progress_shows_nothing_in_the_first_second(monkeypatch):
    err = standard_error(monkeypatch)
    with console.Progress() as progress:
        progress.file_read("notes.ini")
        err.now = 0.9
        progress.start_checks(2)
        progress.server_checked()
    assert err.getvalue() == ""


def test_after_a_second_progress_counts_servers_and_findings_and_is_erased(monkeypatch):
    err = standard_error(monkeypatch)
    with console.Progress() as progress:
        err.now = 1.0
        progress.file_read("a")
        progress.start_checks(800)
        err.now = 2.0
        progress.server_checked(3)
    shown = err.getvalue()
    assert "1 of 800 servers, 3 findings" in shown
    assert shown.endswith(ERASED)


def test_an_interrupt_erases_progress_and_no_thread_is_left(monkeypatch):
    before = set(threading.enumerate())
    err = standard_error(monkeypatch)
    with pytest.raises(KeyboardInterrupt), console.Progress() as progress:
        err.now = 5.0
        progress.file_read("a")
        raise KeyboardInterrupt
    assert err.getvalue().endswith(ERASED)
    later = set(threading.enumerate()) - before
    for thread in later:
        thread.join(10)
    assert not any(thread.is_alive() for thread in later)


def test_a_log_gets_no_progress(monkeypatch):
    err = standard_error(monkeypatch)
    err.isatty = lambda: False
    with console.Progress() as progress:
        err.now = 100.0
        progress.file_read("a")
    assert err.getvalue() == ""


def test_of_one_file_standard_error_names_a_few_places(monkeypatch):
    err = standard_error(monkeypatch)
    parts = [Unread("storage.toml", line, "no such array", True) for line in range(1, 1201)]
    errors.print_unread([*parts, Unread("notes.ini", 3, "cut", True), Unread("a.jpg", None, "no format", False)])
    lines = err.getvalue().splitlines()
    assert lines[0] == "domlint: storage.toml:1: no such array"
    assert lines[5:] == [
        "domlint: storage.toml: 1,195 more places could not be read; --format json names them",
        "domlint: notes.ini:3: cut",
    ]


ONE_SCREEN = [
    ([Output("text", "")], TERMINAL, TERMINAL, False, True),
    ([Output("text", "")], TERMINAL, TERMINAL, True, False),
    ([Output("text", "")], TERMINAL, PIPE, False, False),
    ([Output("text", "")], PIPE, TERMINAL, False, False),
    ([Output("text", "report.txt")], TERMINAL, TERMINAL, False, False),
    ([Output("concise", "")], TERMINAL, TERMINAL, False, False),
    ([Output("json", "a.json"), Output("text", "")], TERMINAL, TERMINAL, False, True),
]


@pytest.mark.parametrize(("wanted", "out", "error", "quiet", "one"), ONE_SCREEN)
def test_trouble_is_told_once_where_both_streams_are_one_screen(wanted, out, error, quiet, one, monkeypatch):
    monkeypatch.setattr("sys.stdout", out)
    monkeypatch.setattr("sys.stderr", error)
    told = output.on_one_screen(wanted, Options(quiet=quiet))
    monkeypatch.undo()
    assert told == one


CONSOLES = [("ascii", "a~b\\xfc"), ("cp437", "a~b\u00fc"), ("cp1252", "a\u2026b\u00fc"), ("utf-8", "a\u2026b\u00fc")]


@pytest.mark.parametrize(("encoding", "printed"), CONSOLES)
def test_a_console_without_the_mark_of_a_cut_shows_one_as_wide(encoding, printed, monkeypatch):
    stream = io.TextIOWrapper(io.BytesIO(), encoding)
    monkeypatch.setattr("sys.stdout", stream)
    console.prepare()
    console.out("a\u2026b\u00fc")
    monkeypatch.undo()
    assert stream.buffer.getvalue().decode(encoding) == printed


def test_counts_and_trouble_of_concise_stand_on_standard_error(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(
        "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/local/notesdata\nTRANSLOG_Status=0\nA=\0\n"
    )
    done = domlint("check", tmp_path, "--isolated", "--format", "concise")
    assert [line.split(":")[0] for line in done.out.splitlines()] == ["notes.ini"] * done.out.count("\n") != []
    assert done.err.splitlines()[0].startswith("domlint: 1 server: 1 high")
    assert "notes.ini:6: " in done.err
    assert domlint("check", tmp_path, "--isolated", "--format", "concise", "--quiet").err.count("1 server") == 0
