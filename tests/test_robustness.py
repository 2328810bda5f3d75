"""Odd files, odd paths, odd streams: a clear line, the rest judged, never a traceback, never a hang."""

import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import advisor
from advisor.pack import rulebook

PROJECT = Path(__file__).parent.parent
PACKAGE = Path(advisor.__file__).parent.parent

POSIX = pytest.mark.skipif(os.name == "nt", reason="POSIX files and shells")
BAD = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/local/notesdata\nFaultRecovery_Build=Release 12.0.2\nTRANSLOG_Status=0\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "notes.ini").write_text(BAD)
    return tmp_path


VALUES = [
    "Server_Session_Timeout=" + "9" * 5000,
    "SERVER_POOL_TASKS=" + "9" * 5000 + "\nPorts=TCPIP",
    "SERVER_POOL_TASKS=" + "9" * 400 + ".0\nPorts=TCPIP\nServer_Max_Concurrent_Trans=5",
    "Server_Session_Timeout=1e5",
    "Server_Session_Timeout=٣",
    "NSF_BUFFER_POOL_SIZE=" + "1" * 300,
    "FaultRecovery_Build=" + "9." * 3000,
    "ServerTasks=" + "," * 20000,
    "ServerTasks=" + ",".join(["UpdAll"] * 3000 + ["DBMT"]),
    "ServerTasks=" + ",".join(f"Updall x{number}" for number in range(1_500)),
    "a" * 1_000_000,
    "Long=" + "x" * 1_000_000,
    "Long =" + "password" * 100_000,
    "=" * 10_000,
    "[" * 10_000,
]


@pytest.mark.parametrize("text", VALUES, ids=lambda text: f"{text[:24]}-{len(text)}")
def test_no_value_breaks_or_delays_a_check(text, domlint, folder):
    (folder / "notes.ini").write_text(BAD + text + "\n", encoding="utf-8")
    for command in (["check", "--format", "json"], ["check"], ["facts"]):
        done = domlint(*command)
        left = re.search("(longer than 64 KB and was|more than 1,000 tasks; those behind were) not read", done.err)
        assert done.returncode in ((2,) if left else (0, 1)), done.err
        assert "transaction-logging-off" in done.out or "facts" in command


def test_control_characters_in_names_reach_no_terminal(domlint, folder):
    (folder / "notes.ini").write_bytes(
        BAD.replace("Mail01", "M\x10\x1b]0;x\x07").encode() + b"F\x1b]0;pwned\x07oo =1\n"
    )
    for command in (["check"], ["facts"], ["explain", "INI005", "--for", "."], ["check", "--format", "json"]):
        assert "\x1b" not in domlint(*command).out
    report = json.loads(domlint("check", "--format", "json").out)
    assert {one["server"] for one in report["findings"]} == {report["servers"][0]["name"]}
    assert "transaction-logging-off" in domlint("check").out


@POSIX
def test_odd_file_names_are_one_line_each(domlint, tmp_path):
    (tmp_path / "a\nb\x1b[31m.ini").write_text(BAD)
    odd = tmp_path / os.fsdecode(b"\xff\xfe")
    odd.mkdir()
    (odd / "notes.ini").write_text(BAD.replace("Mail01", "Mail02"))
    done = domlint("check", "--format", "json", "--format", "text:out.txt")
    paths = [one["path"] for server in json.loads(done.out)["servers"] for one in server["inputs"]]
    assert paths == ["a\\x0ab\\x1b[31m.ini", "\\xff\\xfe/notes.ini"]
    assert domlint("facts", "--format", "json").returncode == 0
    assert domlint("check").returncode == 1


REDIRECTIONS = [
    ("check >&-", 1),
    ("check 2>&-", 1),
    ("check --quiet >&-", 1),
    ("check --quiet >/dev/full", 2),
    ("check - <&-", 2),
    ("check nope 2>&-", 2),
    ("check >/dev/full", 2),
    ("schema report >/dev/full", 2),
    ("--version >/dev/full", 2),
    ("explain LOG001 >&-", 0),
    ("facts >&-", 0),
    ("rules list >&-", 0),
]


@POSIX
@pytest.mark.parametrize(("command", "code"), REDIRECTIONS)
def test_closed_and_full_streams(command, code, folder):
    if "/dev/full" in command and not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    done = subprocess.run(
        f"{sys.executable} -m advisor {command}", shell=True, cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    assert "internal error" not in done.stderr
    if command in ("check 2>&-",):
        assert "transaction-logging-off" in done.stdout


BASELINES = [b"[" * 100_000, b'{"findings": [{"fingerprint": "x", "severity": "grave"}]}', b"\xff", b"null", b"{}"]


@pytest.mark.parametrize("raw", BASELINES, ids=lambda raw: repr(raw[:20]))
def test_a_broken_baseline_is_named(raw, domlint, folder):
    (folder / "old.json").write_bytes(raw)
    done = domlint("check", "--baseline", "old.json", "notes.ini")
    assert (done.returncode, done.err) == (
        2,
        "domlint: --baseline old.json: not a report of domlint check --format json or ndjson\n",
    )


CONFIGURATIONS = [
    ("domlint.toml", "a=" + "[" * 3000),
    ("domlint.toml", "a=" + "9" * 5000),
    ("domlint.toml", '[parameters.session-timeout-long]\nlimit = true\nreason = "agreed"'),
    ("domlint.toml", '[parameters.session-timeout-long]\nlimit = nan\nreason = "agreed"'),
    ("pyproject.toml", "[tool.domlint\n"),
]


@pytest.mark.parametrize(("name", "text"), CONFIGURATIONS)
def test_a_broken_configuration_is_no_bug(name, text, domlint, folder):
    (folder / name).write_text(text)
    done = domlint("check", "notes.ini")
    assert (done.returncode, done.out) == (2, "")
    assert done.err.startswith(f"domlint: {name}:")


QUIET_PYPROJECTS = ["tool=1\n#[tool.domlint]\n", "[tool.other]\nname = 'domlint'\n"]


@pytest.mark.parametrize("text", QUIET_PYPROJECTS)
def test_a_pyproject_that_only_names_domlint_is_passed_over(text, domlint, folder):
    (folder / "pyproject.toml").write_text(text)
    assert domlint("check", "notes.ini").returncode == 1


def test_a_table_in_quotes_counts(domlint, folder):
    (folder / "pyproject.toml").write_text('[tool."domlint"]\nignore = ["LOG"]\n')
    done = domlint("check", "notes.ini")
    assert done.returncode == 0
    assert "left out by pyproject.toml" in done.out


def test_a_site_s_rule_that_raises_is_named_by_its_file(domlint_process, folder, tmp_path, house_rule):
    (folder / "house").mkdir()
    (folder / "house" / "rule.toml").write_text(house_rule)
    (tmp_path / "sitecustomize.py").write_text(
        "import advisor.judging.engine\nreal = advisor.judging.engine._judge_subject\n"
        "def judge(rule, *rest):\n    if rule.origin:\n        raise RuntimeError('burst')\n    return real(rule, *rest)\n"
        "advisor.judging.engine._judge_subject = judge\n"
    )
    env = {"PYTHONPATH": str(tmp_path)}
    for command in (
        ["check", "--rules", "house", "notes.ini"],
        ["explain", "LOG901", "--rules", "house", "--for", "notes.ini"],
    ):
        done = domlint_process(*command, env=env)
        assert done.returncode == 2
        assert done.err == "domlint: rule LOG901 raised an error: house/rule.toml: RuntimeError: burst\n"


def test_parts_that_were_not_read_are_named_by_every_command(domlint, folder):
    (folder / "notes.ini").write_text(BAD + "A=\0\n")
    for command in (["check"], ["facts"], ["explain", "LOG001", "--for", "."]):
        assert domlint(*command).err == "domlint: notes.ini:7: the line holds NUL bytes and was not read\n"


WAIVERS = ['server = "CN=Mail01/O=Acme"', 'subject = "server"', 'server = "MAIL01/ACME"\nsubject = "Server"']


@pytest.mark.parametrize("words", WAIVERS)
def test_a_waiver_takes_names_as_they_are_written_anywhere(words, domlint, folder):
    (folder / "domlint.toml").write_text(f'[[waive]]\nrule = "LOG001"\n{words}\nreason = "agreed"\n')
    assert domlint("check").returncode == 0


def test_a_waiver_s_subject_is_the_whole_name(domlint, folder):
    (folder / "notes.ini").write_text(BAD.replace("TRANSLOG_Status=0", "TRANSLOG_Status=1") + "My Key=1\nMy Key=2\n")
    (folder / "domlint.toml").write_text('[[waive]]\nrule = "INI003"\nsubject = "Key"\nreason = "agreed"\n')
    assert domlint("check").returncode == 1
    (folder / "domlint.toml").write_text('[[waive]]\nrule = "INI003"\nsubject = "setting my key"\nreason = "agreed"\n')
    assert domlint("check").returncode == 0


def test_the_caret_stands_under_its_place(domlint, folder):
    (folder / "notes.ini").write_text(BAD + "\x01\tServer_Availability_Threshold=120\n".replace("\x01", ""))
    lines = domlint("check", "--select", "CLU001", "--full").out.splitlines()
    shown = next(number for number, line in enumerate(lines) if "Threshold=120" in line and " | " in line)
    assert lines[shown + 1].index("^") == lines[shown].index("120")


def test_pages_of_rules_that_are_gone_are_named_and_only_a_build_removes_them(domlint, monkeypatch, tmp_path):
    monkeypatch.setattr(rulebook, "compile_pack", cache(rulebook.compile_pack))  # of the same rules in all builds
    shutil.copytree(PROJECT / "rules", tmp_path / "rules")
    left = tmp_path / "docs" / "rules" / "gone.md"
    assert domlint("rules", "build").returncode == 0
    for name in ("pack.json", "texts.jsonl", "pages.jsonl", "words.json"):
        built, current = ((folder / "advisor" / "pack" / name).read_bytes() for folder in (tmp_path, PACKAGE))
        assert built == current
    assert domlint("rules", "build", "--check").returncode == 0
    left.write_text("gone")
    (tmp_path / "docs" / "rules" / "README.md").write_text("other")
    for words, code, to_overview, to_left in (
        (["--check"], 1, "is not current", "belongs to no rule"),
        ([], 0, "written", "removed"),
    ):
        done = domlint("rules", "build", *words)
        assert done.out == f"docs/rules/README.md {to_overview}\ndocs/rules/gone.md {to_left}\n"
        assert (done.returncode, left.exists()) == (code, bool(words))
