"""Help that is whole, commands that are near misses, and domlint's own reports among the files."""

import json
import re

import pytest

from advisor import __version__, writers
from advisor.cli.commands import COMMANDS

HELPS = [[], ["rules"], ["schema"], *([name] for name in COMMANDS), ["rules", "list"], ["rules", "new"]]


@pytest.mark.parametrize("words", HELPS, ids=" ".join)
def test_help_cuts_no_sentence_and_fits(words, domlint):
    shown = domlint(*words, "--help", env={"COLUMNS": "80", "TERMINAL_WIDTH": "80"}).out
    assert "..." not in re.sub(r"([\]}]|paths)\.\.\.", "", shown)  # what may be given several times
    assert max(map(len, shown.splitlines())) <= 80


def test_help_shows_two_examples(domlint):
    shown = domlint("--help").out
    for example in ("domlint check notes.ini\n", "domlint check --format json:report.json servers/\n"):
        assert f"  {example}" in shown


def test_v_prints_the_version(domlint):
    done = domlint("-V")
    assert (done.returncode, done.out) == (0, domlint("--version").out)
    assert done.out.startswith(f"domlint {__version__}, ")


MEANT = [
    (["notes.ini"], 'no command is called "notes.ini"; did you mean "domlint check notes.ini"?'),
    (["servers"], 'did you mean "domlint check servers"?'),
    (["..\\x\\NOTES.INI"], 'check ..\\x\\NOTES.INI"?'),
    (["-"], 'did you mean "domlint check -"?'),
    (["chekc", "notes.ini"], 'did you mean "domlint check"?'),
    (["Check", "notes.ini"], 'did you mean "domlint check"?'),
    (["rules", "lst"], 'did you mean "domlint rules list"?'),
    (["rules", "tset"], 'did you mean "domlint rules test"?'),
    (["schema", "reprot"], 'did you mean "domlint schema report"?'),
    (["frobnicate"], 'no command is called "frobnicate" (see domlint --help)'),
    (["in/a\nb"], 'no command is called "in/a\\x0ab" (see domlint --help)'),  # which nobody can type as it is printed
    (["explain", "log01"], 'did you mean "LOG001" or'),
    (
        ["check", ".", "--exit-zero"],
        'there is no option --exit-zero; did you mean "--fail-on never"? (see domlint check',
    ),
    (["fix", ".", "--exit-zero"], "there is no option --exit-zero (see domlint fix"),
    (["check", ".", "--select", "log01"], 'did you mean "LOG001"?'),
    (["check", ".", "--ignore", "low"], "severities are not rules"),
]


@pytest.mark.parametrize(("words", "said"), MEANT)
def test_a_near_miss_is_told_what_was_meant(words, said, domlint, tmp_path):
    (tmp_path / "servers").mkdir()
    (tmp_path / "notes.ini").write_text("[Notes]\n")
    done = domlint(*words)
    assert (done.returncode, done.out) == (2, "")
    assert said in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-8-sig"])
def test_domlint_s_own_reports_are_known_as_such(encoding, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\n")
    names = {"json", "sarif", "ndjson", "tickets", "html"} & set(writers.FORMATS)
    for name in names:
        text = domlint("check", "notes.ini", "--format", name).out
        (tmp_path / f"report.{name}").write_text(text, encoding=encoding)
    (tmp_path / "package.json").write_text('{"name": "domlint-of-ours"}')
    done = domlint("check", ".", "--format", "json", "--strict", "--fail-on", "never")
    reasons = {one["path"]: one["reason"] for one in json.loads(done.out)["unread"]}
    assert {reasons.pop(f"report.{name}") for name in names} == {"a report of domlint"}
    assert reasons == {"package.json": "not a format that domlint reads"}
    assert "report." not in done.err
