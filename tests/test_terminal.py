"""On a terminal: colour, its width, NO_COLOR. Elsewhere: plain."""

import os
import re
import subprocess
from pathlib import Path

import pytest
from terminals import shown

FIXTURES = Path(__file__).parent.parent / "fixtures"
COLOUR = re.compile(r"\x1b\[[0-9;]*3[0-7]m")
ESCAPE = re.compile(r"\x1b\[[0-9;]*m|\x1b\]8;[^\x1b]*\x1b\\")  # colours and links

pytestmark = pytest.mark.skipif(os.name == "nt", reason="pseudo-terminals are POSIX")


def on_a_terminal(*command, err=subprocess.PIPE, **env):
    """What a terminal shows of standard output; of standard error too if that is subprocess.STDOUT."""
    text, _, told = shown(command, {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", **env}, FIXTURES, err=err)
    assert not told
    return text


def test_a_terminal_gets_colour_and_the_same_words(domlint):
    text = on_a_terminal("check", "windows-9.0.1-aged", "--isolated")
    assert COLOUR.search(text)
    assert (
        ESCAPE.sub("", text)
        == domlint("check", "windows-9.0.1-aged", "--isolated", cwd=FIXTURES, env={"COLUMNS": "100"}).out
    )


def test_a_pipe_gets_plain_text(domlint):
    assert "\x1b" not in domlint("check", "windows-9.0.1-aged", cwd=FIXTURES, env={"TERM": "xterm-256color"}).out


def test_explain_shows_values_to_the_letter(tmp_path):
    odd = "TRANSLOG_Path=\\\\srv\\share\\_a_<b>*c*"
    (tmp_path / "notes.ini").write_text(
        f"[Notes]\nKitType=2\nDirectory=\\\\srv\\share\nFaultRecovery_Build=Release 9.0\nTRANSLOG_Status=1\n{odd}\n"
    )
    text = ESCAPE.sub("", on_a_terminal("explain", "LOG002", "--for", str(tmp_path / "notes.ini")))
    assert "\\\\srv\\share\\_a_<b>*c*" in text


def test_trouble_is_told_once_and_last_where_both_streams_are_one_terminal(tmp_path):
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\nDirectory=/local/notesdata\nTRANSLOG_Status=0\nA=\0\n")
    text = on_a_terminal("check", str(tmp_path), "--isolated", err=subprocess.STDOUT)
    lines = ESCAPE.sub("", text).splitlines()
    assert [line for line in lines if "NUL bytes and was not read" in line] == lines[-1:]
    assert lines[-1].startswith("trouble: ")


WRITTEN = [  # a command, its options, whether standard error is a terminal, whether it says what was written
    pytest.param("check", ["--format", "html:FILE"], True, True, id="page"),
    pytest.param("check", ["--format", "ndjson:FILE"], True, True, id="line by line"),
    pytest.param("check", ["--format", "html:FILE", "--quiet"], True, False, id="quiet"),
    pytest.param("check", ["--format", "html:FILE"], False, False, id="standard error is a pipe"),
    pytest.param("check", ["--format", "html:FILE", "--nonsense"], True, False, id="wrong use"),
    pytest.param("fix", ["--format", "json:FILE"], True, True, id="plan"),
]


@pytest.mark.parametrize(("command", "options", "is_terminal", "says"), WRITTEN)
def test_people_read_which_file_was_written(command, options, is_terminal, says, tmp_path):
    file = str(tmp_path / "report")
    words = [command, "windows-9.0.1-aged", "--isolated", *(option.replace("FILE", file) for option in options)]
    err = subprocess.STDOUT if is_terminal else subprocess.PIPE
    text, _, told = shown(words, {**os.environ, "TERM": "xterm-256color"}, FIXTURES, err=err)
    assert (f"wrote {file}" in text + (told or b"").decode()) == says


def test_a_long_run_says_how_many_servers_of_all_are_judged(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "from advisor.cli import console\nconsole._PATIENCE = console._PAUSE = 0\n"
    )
    paths = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH")]))
    arguments = ("check", "windows-9.0.1-aged", "linux-12.0.2-good", "aix-9.0.1-good", "--isolated", "--quiet")
    text = on_a_terminal(*arguments, err=subprocess.STDOUT, PYTHONPATH=paths)
    assert "3 of 3 servers" in text
    assert "of 3 servers" not in text.rpartition("\x1b[2K")[2]
