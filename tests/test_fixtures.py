"""The servers of fixtures/: exactly what must be found there, each finding marked. A good server is quiet.

fixtures/<name>.expected begins with lines of #: what the server is, where it comes from, with which options it is
checked, and what its document states and domlint does not find. Then each finding, behind the server or cluster where
there are several, with its mark: [document] for what the founding document itself states, [own] for what domlint adds;
behind a colon the reason where the mark does not speak for itself.
A rig is one of many of a document that differ in one figure: it is checked here, and not among the servers of a fleet.
`pytest --rewrite-goldens` keeps the marks, and gives new findings one that fails until somebody has looked at them.
"""

import json
import re
import tomllib
from pathlib import Path

import pytest
from at_once import at_once
from fixture_servers import FIXTURES, NAMES

PROJECT = Path(__file__).parent.parent
GOOD = [name for name in NAMES if name.endswith("-good")]
FOUNDING = tomllib.loads((PROJECT / "rules" / "sources" / "founding.toml").read_text(encoding="utf-8"))["witness"]
OWN = "domlint's own"
SOURCES = (OWN, *(f"{one['title']}; " for one in FOUNDING))
UNREVIEWED = "unreviewed"
HEADER = re.compile(r"# (?P<what>\S.*\.)\n# from: (?P<source>\S.*)\n(?:# options: \S.*\n)?(?:# not found: \S.*\n)*")
CHECKED = {}


def expected(name):
    """The header, and each finding with its mark."""
    lines = (FIXTURES / f"{name}.expected").read_text(encoding="utf-8").splitlines(keepends=True)
    header = "".join(line for line in lines if line.startswith("#"))
    return header, dict(line.rstrip("]\n").rsplit(" [", 1) for line in lines if not line.startswith("#"))


def check(domlint, name, profile="default"):
    """The exit code and the report; each server is checked once under each profile."""
    if (name, profile) not in CHECKED:
        options = re.search(r"^# options: (.*)$", expected(name)[0], re.MULTILINE)
        told = [*(options[1].split() if options else []), *(["--profile", profile] if profile != "default" else [])]
        CHECKED[name, profile] = domlint("check", name, "--format", "json", "--isolated", *told, cwd=FIXTURES)
    done = CHECKED[name, profile]
    assert profile != "default" or done.err == ""
    return done.returncode, json.loads(done.stdout)


def findings(report):
    for one in report["findings"]:
        front = f"{one['server'] or one['cluster']}: " if len(report["servers"]) > 1 else ""
        yield f"{front}{one['severity']} {one['name']} ({one['subject']})"


@pytest.mark.parametrize("name", NAMES)
def test_what_is_expected_is_found_and_nothing_else(name, domlint, rewrite):
    header, marks = expected(name)
    found = findings(check(domlint, name)[1])
    text = header + "".join(f"{one} [{marks.get(one, UNREVIEWED)}]\n" for one in found)
    if rewrite:
        (FIXTURES / f"{name}.expected").write_text(text, encoding="utf-8", newline="\n")
    assert (FIXTURES / f"{name}.expected").read_text(encoding="utf-8") == text
    assert UNREVIEWED not in text


@pytest.mark.parametrize("name", NAMES)
def test_messages_are_whole_sentences(name, domlint):
    messages = [one["message"] for one in check(domlint, name)[1]["findings"]]
    assert [message for message in messages if re.search(r"\. [a-z]|[^.?]$", message)] == []


@at_once("name", NAMES)
def test_what_is_expected_says_on_whose_word(name):
    header, marks = expected(name)
    form = HEADER.fullmatch(header)
    assert form
    assert form["source"].startswith(SOURCES)
    kinds = {mark.partition(": ")[0] for mark in marks.values()}
    assert kinds <= ({"own"} if form["source"] == OWN else {"document", "own"})


@pytest.mark.parametrize("profile", ["default", "practice"])
@pytest.mark.parametrize("name", GOOD)
def test_a_good_server_is_quiet(name, profile, domlint):
    """It exits 0 with one remark at most; that a release is out of support is said of the best."""
    code, report = check(domlint, name, profile)
    old = [one["severity"] for one in report["findings"] if one["name"] == "release-out-of-support"]
    others = [one["severity"] for one in report["findings"] if one["name"] != "release-out-of-support"]
    assert code == (1 if old else 0)
    assert len(others) <= 1
    assert set(others) <= {"info"}
    assert report["servers"][0]["grade"] == ("C" if "high" in old else "B" if old else "A")


@pytest.mark.parametrize("name", [name for name in GOOD if "container" not in name])  # from inside, no disks are seen
def test_of_a_good_server_nearly_every_rule_is_judged(name, domlint):
    rules = check(domlint, name)[1]["servers"][0]["coverage"]
    assert rules["unknown"] <= (rules["failed"] + rules["passed"]) / 8


def test_each_platform_has_a_good_server():
    assert {name.split("-")[0] for name in GOOD} == {"aix", "linux", "windows"}


def test_nothing_is_expected_of_servers_that_are_gone():
    assert sorted(path.stem for path in FIXTURES.glob("*.expected")) == NAMES
