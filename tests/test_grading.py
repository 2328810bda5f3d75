"""Grades of servers and of categories."""

import json
import re
import shutil
from collections import Counter
from pathlib import Path

import pytest
from at_once import at_once

from advisor import pack
from advisor.report.grades import MANY, Coverage, Weight, earned_letter, letter

PACK = pack.builtin()
FIXTURES = Path(__file__).parent.parent / "fixtures"


@at_once(("severities", "grade"), [
    ([], "A"),
    (["low", "info"], "A"),
    (["medium"], "B"),
    (["medium"] * 3, "B"),
    (["medium"] * 4, "C"),
    (["high"], "C"),
    (["high", *["medium"] * 9], "C"),
    (["high", "high", "medium"], "C"),
    (["high"] * 3, "D"),
    (["critical"], "F"),
    (["critical", "high"], "F"),
])  # fmt: skip
def test_the_worst_findings_make_the_letter(severities, grade):
    assert letter(Counter(Weight(severity, "logging") for severity in severities)) == grade


@at_once(("severity", "grade"), [("medium", "C"), ("high", "D")])
def test_a_rule_on_arrays_may_give_as_many_findings_as_make_any_letter(severity, grade):
    assert letter({Weight(severity, "storage", times=MANY): 1}) == grade


WHOLE = (
    "[Notes]\nKitType=2\nDirectory=/local/notesdata\nServerName=Mail01/Acme\nFaultRecovery_Build=Release 12.0.2\n"
    "ServerTasks=Router\n"
)
OFF = WHOLE + "TRANSLOG_Status=0\n"
HALF = (FIXTURES / "windows-12.0.2-good" / "notes.ini").read_text()
HALF = HALF.replace("TRANSLOG_Status=1", "TRANSLOG_Status=0").replace("DAOSEnable=1", "DAOSEnable=0")
OUTDATED = OFF.replace("12.0.2", "9.0.1")


@pytest.mark.parametrize(("notes", "configuration", "options", "grade", "bound", "note"), [
    (OFF, "", [], "C", True, ""),
    (WHOLE + "TRANSLOG_Status=1\n", "", [], None, False, ""),
    (OFF, 'select = ["INI"]', [], "A", True, "rules left out by domlint.toml"),
    (OFF, 'ignore = ["LOG001"]', [], None, False, ""),
    (HALF, 'ignore = ["LOG001"]', [], "A", True, "1 of {} rules left out by domlint.toml"),
    (OFF, 'ignore = ["blank-before-equals"]', [], "C", True, "1 of {} rules left out by domlint.toml"),
    (HALF, '[severity]\nLOG001 = "info"', [], "A", True, "1 severity lowered by domlint.toml"),
    (OUTDATED, '[severity]\nSEC006 = "critical"', [], "F", False, ""),
    (OFF, '[parameters.session-timeout-long]\nlimit = 999\nreason = "agreed"', [], "C", True, "figures of 1 rule changed by domlint.toml"),
    (HALF, '[[waive]]\nrule = "LOG001"\nreason = "agreed"', [], "A", True, "1 waived"),
    (OFF, "", ["--select", "INI"], None, False, ""),
    (OFF, 'select = ["INI"]', ["--ignore", "MEM"], None, False, ""),
])  # fmt: skip
def test_what_a_site_decided_stands_beside_the_letter(
    notes, configuration, options, grade, bound, note, domlint, tmp_path
):
    (tmp_path / "mail01").mkdir()
    (tmp_path / "mail01" / "notes.ini").write_text(notes)
    (tmp_path / "domlint.toml").write_text(configuration)
    server = json.loads(domlint("check", "mail01", "--format", "json", *options).stdout)["servers"][0]
    assert (server["grade"], server["grade_is_bound"]) == (grade, bound)
    assert server.get("grade_note", "").endswith(note.format(len(PACK.without_practice().rules)))
    text = domlint("check", "mail01", *options).out
    assert note.format(len(PACK.without_practice().rules)) in " ".join(text.split())


PASSED = ["", 'ignore = ["AIX"]', 'ignore = ["INI005"]', 'ignore = ["LOG001", "INI"]', 'severity = { LOG001 = "info" }']


@pytest.mark.parametrize("configuration", PASSED)
def test_a_rule_that_is_left_out_and_would_have_passed_marks_nothing(configuration, domlint, tmp_path):
    (tmp_path / "domlint.toml").write_text(configuration)
    good = FIXTURES / "linux-12.0.2-good"
    options = ("--config", tmp_path / "domlint.toml", "--format", "json")
    server = json.loads(domlint("check", good, *options).stdout)["servers"][0]
    undecided = json.loads(domlint("check", good, "--isolated", "--format", "json").stdout)["servers"][0]
    assert (server["grade"], less_sure(server)) == ("A", less_sure(undecided))


@at_once(("severities", "checked", "applicable", "grade"), [
    ([], 81, 162, "A"),
    ([], 80, 162, None),
    (["low"], 80, 162, None),
    (["medium"], 81, 162, "B"),
    (["medium"], 80, 162, None),
    (["medium"] * 4, 1, 162, "C"),
    (["high"], 1, 162, "C"),
    (["high"] * 3, 1, 162, "D"),
    (["critical"], 1, 162, "F"),
    ([], 0, 0, None),
])  # fmt: skip
def test_an_a_or_a_b_needs_half_of_the_rules_that_apply(severities, checked, applicable, grade):
    found = Counter(Weight(severity, "logging") for severity in severities)
    coverage = Coverage(
        failed=len(severities), passed=checked - len(severities), unknown=applicable - checked, not_applicable=9
    )
    assert earned_letter(found, coverage) == grade


STATISTICS = "Mem.PhysicalRAM = 4294967296\nServer.Name = Mail01/Acme\nMail.Dead = 0\n"
THREE_LINES = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nServerName=Mail01/Acme\n"


@pytest.mark.parametrize(("file", "content", "why"), [
    pytest.param("notes.ini", OFF.replace("KitType=2", "KitType=1"), r"a client", id="client"),
    pytest.param("notes.ini", THREE_LINES, r"\d+ of \d+ rules checked", id="three lines"),
    pytest.param("notes.ini", "KeyFileName=server.id\n", r"\d+ of \d+ rules checked", id="part of a notes.ini"),
    pytest.param("show-stat.txt", STATISTICS, r"\d+ of \d+ rules checked", id="statistics alone"),
])  # fmt: skip
def test_a_server_is_not_graded(file, content, why, domlint, tmp_path):
    (tmp_path / file).write_text(content)
    (server,) = json.loads(domlint("check", "--format", "json").stdout)["servers"]
    assert (server["grade"], server["grade_is_bound"]) == (None, False)
    assert re.fullmatch(why, server["ungraded"])
    assert f"not graded ({server['ungraded']}" in " ".join(domlint("check", "--full").out.split())


def test_comparisons_tell_that_a_server_is_no_longer_graded(domlint, tmp_path):
    reports = []
    for status in (0, 1):
        for name in ("Mail01", "Mail02"):
            (tmp_path / "servers" / name).mkdir(parents=True, exist_ok=True)
            text = f"{WHOLE.replace('Mail01', name)}TRANSLOG_Status={status}\n"
            (tmp_path / "servers" / name / "notes.ini").write_text(text)
        reports.append(f"{status}.json")
        (tmp_path / reports[-1]).write_bytes(domlint("check", "servers", "--format", "json").stdout)
    assert "grade C at best, now not graded" in domlint("compare", *reports).out
    assert re.search(r"1\.json +- ", domlint("compare", *reports, reports[-1]).out)


def test_each_category_says_how_much_of_it_was_judged_and_what_lacks(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(OFF)
    server = json.loads(domlint("check", "--format", "json").stdout)["servers"][0]
    of = server["categories"]
    assert (of["logging"]["grade"], of["logging"]["bound"]) == ("C", False)
    assert (of["storage"]["grade"], of["storage"].get("lacks")) == (None, "no listings")
    assert sum(category["judged"] for category in server["categories"].values()) == (
        server["coverage"]["failed"] + server["coverage"]["passed"]
    )
    assert sum(category["applicable"] for category in server["categories"].values()) == (
        sum(server["coverage"].values()) - server["coverage"]["not_applicable"]
    )


ONE_SIDED = ["IBM_TECHNICAL_SUPPORT/serverdoc*", "IBM_TECHNICAL_SUPPORT/configall*", "show-server.txt", "notes.ini"]


@pytest.mark.parametrize("gone", ONE_SIDED)
def test_what_only_one_side_tells_marks_the_letter(gone, domlint, tmp_path):
    shutil.copytree(FIXTURES / "linux-12.0.2-good", tmp_path / "mail01")
    before = json.loads(domlint("check", "mail01", "--format", "json").stdout)["servers"][0]
    (file,) = (tmp_path / "mail01").glob(gone)
    file.unlink()
    server = json.loads(domlint("check", "mail01", "--format", "json").stdout)["servers"][0]
    assert (server["grade"], server["grade_is_bound"]) == ((None, False) if gone == "notes.ini" else ("A", True))
    assert less_sure(server) > less_sure(before)


def less_sure(server):
    """The categories whose letter is the best there can be, or that have none."""
    return {name for name, category in server["categories"].items() if category["bound"] or not category["grade"]}


@pytest.mark.parametrize(("documents", "lacks"), [(True, None), (False, "no documents")])
def test_security_is_no_whole_answer_while_no_rule_has_judged_a_server_document(documents, lacks, domlint, tmp_path):
    shutil.copytree(FIXTURES / "windows-14.5-good", tmp_path / "mail01")
    if not documents:
        shutil.rmtree(tmp_path / "mail01" / "HCL_TECHNICAL_SUPPORT")
        (tmp_path / "mail01" / "programs.dxl").unlink()
    server = json.loads(domlint("check", "mail01", "--format", "json").stdout)["servers"][0]
    security = server["categories"]["security"]
    assert (security["grade"], security["bound"], security.get("lacks")) == ("A", bool(lacks), lacks)
