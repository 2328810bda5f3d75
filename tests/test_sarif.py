"""SARIF: held to Microsoft's validator where it is at hand (.ci/run installs it), and to what code scanning takes."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import judged
import pytest

from advisor import pack
from advisor.configuration.decisions import Decisions
from advisor.configuration.site import Waiver
from advisor.report import texts
from advisor.report.finding import Finding, Location, Remedy
from advisor.report.model import SCHEMA_VERSION, Program, Report
from advisor.writers import Options, sarif

ROOT = Path(__file__).parent.parent
VALIDATOR = os.environ.get("SARIF_MULTITOOL") or shutil.which("sarif-multitool")

# Warnings that stay, and why.
BORNE = {"SARIF2005": "informationUri wants an absolute address, and the project has no public one yet"}

RUNS = {
    "every-fixture": ["fixtures"],
    "nothing-read": ["pyproject.toml"],
}
PACK = pack.builtin()
NOTHING_DECIDED = Decisions()


def report_of(paths, decisions=NOTHING_DECIDED):
    return (
        judged.on_fixtures() if paths == ["fixtures"] else judged.report_of([ROOT / path for path in paths], decisions)
    )


def run_of(report):
    return json.loads(sarif.render(report, Options()))["runs"][0]


@pytest.mark.skipif(not VALIDATOR, reason="sarif-multitool is not installed; CI installs it")
@pytest.mark.parametrize("arguments", RUNS.values(), ids=RUNS.keys())
def test_microsoft_s_validator_finds_nothing(arguments, tmp_path):
    target = tmp_path / "report.sarif"
    target.write_text(sarif.render(report_of(arguments), Options()), encoding="utf-8", newline="\n")
    is_valid(target, tmp_path)


def is_valid(target, tmp_path):
    """Asserts that Microsoft's validator has nothing to say about a log."""
    judged = tmp_path / "judged.sarif"
    done = subprocess.run(
        [VALIDATOR, "validate", target, "--rule-kind", "Sarif;Ghas", "--level", "Error;Warning", "--output", judged],
        capture_output=True,
        check=False,
        timeout=300,
        env={**os.environ, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"},
    )
    assert judged.exists(), done.stdout + done.stderr
    results = json.loads(judged.read_bytes())["runs"][0]["results"]
    assert {one["ruleId"] for one in results} <= set(BORNE), results


def test_what_code_scanning_is_told(golden, monkeypatch):
    monkeypatch.chdir(ROOT)
    run = run_of(report_of(["fixtures/windows-9.0.1-aged"]))
    rules = run["tool"]["driver"]["rules"]
    rows = []
    for one in run["results"]:
        place = one["locations"][0]["physicalLocation"]
        assert rules[one["ruleIndex"]]["id"] == one["ruleId"]
        assert one["partialFingerprints"]["domlint/v1"].startswith("dl1:")
        where = f"{place['artifactLocation']['uri']}:{place['region']['startLine']}"
        rows.append(f"{one['level']:<8}{one['ruleId']:<9}{where}\n")
    golden("aged.sarif.txt", "".join(rows))


def test_a_rule_that_could_not_be_checked_has_one_notification_for_all_servers(tmp_path):
    for number in range(12):
        (tmp_path / f"mail{number:02}").mkdir()
        (tmp_path / f"mail{number:02}" / "notes.ini").write_text(
            f"[Notes]\nKitType=2\nServerName=Mail{number:02}/Acme\n"
        )
    report = report_of([tmp_path])
    told = run_of(report)["invocations"][0]["toolExecutionNotifications"]
    rules = [one["associatedRule"]["id"] for one in told if "associatedRule" in one]
    assert len(rules) == len(set(rules)) == len({row.rule for row in report.unknown})
    [logging] = [one for one in told if one.get("associatedRule", {}).get("id") == "LOG001"]
    assert logging["message"]["text"].startswith(
        "transaction-logging-off could not be checked on 12 servers (Mail00/Acme, Mail01/Acme, Mail02/Acme and 9 others). "
    )
    assert (logging["level"], logging["properties"]["servers"]) == ("warning", 12)
    rows = [row for row in report.unknown if row.rule == "LOG001"]
    assert {*logging["properties"]["fingerprints"]} == {row.fingerprint for row in rows if row.covers == "finding"}
    assert {*logging["properties"]["stems"]} == {row.stem for row in rows if row.covers == "rule"}


def test_a_waived_finding_is_suppressed_with_its_reason(tmp_path):
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\nSERVER_RESTRICTED=2\n")
    waiver = Waiver("server-restricted", "move to the new site")
    decisions = Decisions(waivers={waiver: frozenset({"THR004"})})
    results = run_of(report_of([tmp_path / "notes.ini"], decisions))["results"]
    waived = next(one for one in results if one["ruleId"] == "THR004")
    assert waived["suppressions"] == [{"kind": "external", "justification": "move to the new site"}]


DECIDED = [
    (None, "error", "8.0"),
    ("critical", "error", "9.5"),
    ("high", "error", "8.0"),
    ("low", "note", "3.0"),
    ("info", "note", "1.0"),
]


@pytest.mark.parametrize(("severity", "level", "score"), DECIDED)
def test_a_rule_has_the_worst_severity_that_it_may_give_under_the_configuration(severity, level, score, tmp_path):
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\nServerName=Mail01/Acme\nSMTP_Password=Winter7Sommer9\n")
    (clear,) = [rule for rule in PACK.rules if rule.name == "password-in-clear"]
    decisions = Decisions("domlint.toml", {clear.id: severity} if severity else {})
    run = run_of(report_of([tmp_path / "notes.ini"], decisions))
    (rule,) = [one for one in run["tool"]["driver"]["rules"] if one["id"] == clear.id]
    assert (rule["defaultConfiguration"]["level"], rule["properties"]["security-severity"]) == (level, score)
    found = {one["level"] for one in run["results"] if one["ruleId"] == clear.id}
    assert found == ({level} if severity else {"warning"})  # of it high is kept for the certifier's


def test_a_related_location_says_what_stands_there(tmp_path):
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\nPorts=TCPIP\nPORTS=LAN\n")
    results = run_of(report_of([tmp_path / "notes.ini"]))["results"]
    [related] = next(one for one in results if one["ruleId"] == "INI003")["relatedLocations"]
    assert related["message"] == {"text": "Ports stands here."}
    assert related["physicalLocation"]["region"] == {"startLine": 4, "startColumn": 7, "endColumn": 10}


def finding(number, severity):
    return Finding(
        rule="INI003", name="setting-repeated", category="ini", severity=severity, impact="outage", confidence="field", server="A",
        cluster=None, subject=f"setting X{number}", message="m",
        location=Location("a b/notes.ini", 1, 1), further=(), evidence=(), fix=Remedy("safe", "s", "none", (), "r", "v"),
        fingerprint=f"dl1:{number:032x}", stem="dl1s:" + "0" * 16, state="0" * 16,
    )  # fmt: skip


def test_no_run_is_larger_than_code_scanning_takes(monkeypatch):
    assert sarif.MOST_RESULTS == 25_000  # GitHub's
    monkeypatch.setattr(sarif, "MOST_RESULTS", 100)
    rules = [rule for rule in PACK.rules if rule.id == "INI003"]
    findings = [*(finding(number, "low") for number in range(sarif.MOST_RESULTS)), finding(sarif.MOST_RESULTS, "high")]
    given = {
        "schema_version": SCHEMA_VERSION, "complete": True, "tool": Program("domlint", "1", "d"), "config": None,
        "baseline": None, "findings": tuple(findings), "judged": tuple(rules), "pack": PACK, "totals": tuple,
        "changed": {}, "rules": {}, "sources": {},
    }  # fmt: skip
    report = Report(**dict.fromkeys(Report.__struct_fields__, ()) | given)
    run = json.loads(sarif.render(report, Options()))["runs"][0]
    assert len(run["results"]) == sarif.MOST_RESULTS
    assert run["results"][0]["properties"]["severity"] == "high"
    precisions = {rule["properties"]["precision"] for rule in run["tool"]["driver"]["rules"]}
    assert precisions <= {"very-high", "high", "medium"}  # GitHub's words
    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a%20b/notes.ini"
    assert "1 of the least severe" in run["invocations"][0]["toolExecutionNotifications"][-1]["message"]["text"]


def messages(value):
    """Every message of a run, not the texts of rules."""
    if isinstance(value, dict):
        yield from [value["message"]["text"]] if "message" in value else []
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from messages(part)


def test_what_a_file_holds_makes_no_link(tmp_path):
    link = "[Sign in](https://evil.example/login)"
    (tmp_path / "notes.ini").write_text(
        f"[Notes]\nKitType=2\nServerName={link}\nPorts={link}\nPORTS=LAN\n{link}=1\n{link} =2\n"
    )
    (tmp_path / f"{link.partition('(')[0]}.txt").write_text("hello")
    said = [text for text in messages(run_of(report_of([tmp_path]))) if "Sign in" in text]
    assert said
    assert [text for text in said if re.search(r"(?<!\\)[\[\]]", text)] == []


def test_the_texts_of_rules_are_general_and_whole():
    run = run_of(report_of(["fixtures"]))
    found = {one["ruleId"] for one in run["results"]}
    for one in run["tool"]["driver"]["rules"]:
        texts = [one["shortDescription"]["text"], one["fullDescription"]["text"], one["help"]["text"]]
        page = one["help"]["markdown"]
        plain = "".join(page.split("```")[::2])
        assert not [text for text in [*texts, plain] if re.search(r"<[a-zA-Z][\w.%-]*>", text)], one["id"]
        assert "](docs/" not in page
        assert (one["id"] in found) == all(f"\n## {part}\n" in page for part in ("What to do", "Sources", "Examples"))
        assert "Undo: " in one["help"]["text"]
        assert page
        security = "security" in one["properties"]["tags"]
        assert ("security-severity" in one["properties"]) == security
        assert (one["properties"].get("problem.severity") in {"error", "warning", "recommendation"}) == (not security)


def test_addresses_stand_only_where_one_is_configured(monkeypatch, tmp_path):
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\nPorts=TCPIP\nPORTS=LAN\n")
    assert "helpUri" not in json.dumps(run_of(report_of([tmp_path])))
    for module in (texts, sarif):
        monkeypatch.setattr(module, "ADDRESS", "https://domlint.example")
    driver = run_of(report_of([tmp_path]))["tool"]["driver"]
    assert driver["informationUri"] == "https://domlint.example"
    assert {one["helpUri"] for one in driver["rules"] if one["id"] == "INI003"} == {
        "https://domlint.example/docs/rules/setting-repeated.md"
    }


EXITS = [  # what is given, how the run ends
    ({"notes.ini": "[Notes]\nKitType=2\n"}, 0),
    ({"notes.ini": "[Notes]\nKitType=2\nSERVER_RESTRICTED=2\n"}, 1),
    ({"notes.ini": "[Notes]\nKitType=2\n", "storage.toml": "[[array]]\nnmae = 1\n"}, 2),
    ({}, 3),
    ({"readme.txt": "hello"}, 3),
]


@pytest.mark.parametrize(("files", "code"), EXITS)
def test_every_end_but_0_and_1_shows_in_each_format(files, code, domlint, tmp_path):
    folder = tmp_path / "given"
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text)
    words = ("check", folder, "--isolated", "--format")
    done = domlint(*words, "sarif", "--format", "json:r.json", "--format", "ndjson:r.ndjson")
    (invocation,) = json.loads(done.out)["runs"][0]["invocations"]
    report = json.loads((tmp_path / "r.json").read_text())
    last = json.loads((tmp_path / "r.ndjson").read_text().splitlines()[-1])
    whole = code < 2
    assert (done.returncode, domlint(*words, "ndjson").returncode) == (code, code)
    assert (invocation["executionSuccessful"], invocation.get("exitCode")) == (whole, None if whole else code)
    assert ("error" in {one["level"] for one in invocation["toolExecutionNotifications"]}) == (not whole)
    assert (report["complete"], last["complete"], not report["errors"]) == (whole,) * 3
    assert bool(report["ran"]) == bool(last["ran"]) == (code < 3)


def test_nothing_recognised_is_a_word_that_stays_and_names_what_was_given(domlint, tmp_path):
    (tmp_path / "given").mkdir()
    done = domlint("check", "given", "--isolated", "--format", "json")
    told = {"what": "nothing recognised", "where": "given", "message": "nothing here is a file that domlint reads"}
    assert json.loads(done.out)["errors"] == [told]
    assert done.err == "domlint: given: nothing here is a file that domlint reads\n"
    assert json.loads(domlint("check", "given", "--with-folder", "--format", "json").out)["complete"] is True


def test_a_rule_that_could_not_be_judged_tells_what_it_leaves_open(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\n")
    done = domlint("check", ".", "--isolated", "--format", "sarif", "--format", "json:r.json")
    rows = json.loads((tmp_path / "r.json").read_text())["unknown"]
    rules = {rule for row in rows for rule in row["rules"]}
    told = json.loads(done.out)["runs"][0]["invocations"][0]["toolExecutionNotifications"]
    of_rules = [one for one in told if "associatedRule" in one]
    assert {one["associatedRule"]["id"] for one in of_rules} == rules
    assert all(one["properties"]["fingerprints"] or one["properties"]["stems"] for one in of_rules)
    severities = {rule.id: rule.severity for rule in PACK.rules}
    grave = {one["level"] for one in of_rules if severities[one["associatedRule"]["id"]] in {"critical", "high"}}
    assert (grave, "note" in {one["level"] for one in of_rules}) == ({"warning"}, True)


def test_a_baseline_is_told_by_its_state(domlint, tmp_path):
    ini = "[Notes]\nKitType=2\nFaultRecovery_Build=Release 12.0.2\nServer_Session_Timeout=480\n"
    (tmp_path / "notes.ini").write_text(ini)
    words = ("check", ".", "--isolated", "--format")
    assert "baselineState" not in domlint(*words, "sarif").out
    domlint(*words, "json:old.json")
    (tmp_path / "notes.ini").write_text(ini + "Ports=TCPIP\nPORTS=LAN\n")
    results = json.loads(domlint(*words, "sarif", "--baseline", "old.json").out)["runs"][0]["results"]
    states = {one["properties"]["name"]: one["baselineState"] for one in results}
    assert states["session-timeout-long"] == "unchanged"
    assert states["setting-repeated"] == "new"


STDIN_NAMES = [
    ("servers/mail01/notes.ini", "servers/mail01/notes.ini"),
    ("./a/../notes.ini", "notes.ini"),
    ("../other/notes.ini", "notes.ini"),
    ("/somewhere/notes.ini", "notes.ini"),
    ("mail 01/notes.ini", "mail 01/notes.ini"),
]


@pytest.mark.parametrize(("said", "path"), STDIN_NAMES)
def test_the_folder_of_what_standard_input_is_called_is_kept(said, path, domlint):
    ini = b"[Notes]\nKitType=2\nPorts=TCPIP\nPORTS=LAN\n"
    report = json.loads(domlint("check", "-", "--stdin-name", said, "--isolated", "--format", "json", stdin=ini).out)
    assert [file["path"] for file in report["servers"][0]["inputs"]] == [path]
    assert {finding["location"]["path"] for finding in report["findings"] if finding["location"]} == {path}
