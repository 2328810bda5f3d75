"""The ticket rule, as docs/tickets.md has it: what is not collected any more closes no ticket.

What a finding was and is no more is open still, for a reason; tests/test_evidence_taken_away.py takes files away.
"""

import hashlib
import json
import random
import re
import shutil
from functools import cache
from pathlib import Path
from typing import NamedTuple

import judged
import pytest
from at_once import at_once
from fixture_servers import EVERY_CUT, FIXTURES, NAMES
from tickets import found_on, of_tickets, overrides, received, report_of, tickets_of, what_to_do

from advisor.report.identity import fingerprint_of, stem
from advisor.report.model import Report


class Laid(NamedTuple):
    """A fixture in a folder of its own, and the report on it, also as a receiver reads it."""

    name: str
    folder: Path
    report: Report
    received: dict


@pytest.fixture(scope="module", params=NAMES)
def laid(request, tmp_path_factory, read_once):
    """Judged once for all that is held of every fixture."""
    name = request.param
    folder = tmp_path_factory.mktemp("laid") / name
    shutil.copytree(FIXTURES / name, folder)
    report = judged.report_of([folder], overrides=overrides(name))
    return Laid(name, folder, report, received(report))


def test_the_same_files_change_no_ticket(laid):
    assert {what_to_do(ticket, laid.received) for ticket in tickets_of(laid.received)} <= {"nothing"}


def test_without_three_files_six_findings_could_not_be_judged(domlint, tmp_path):
    """An AIX server with completion ports, counters and arrays, of which only NOTES.INI is gathered again."""
    for name in ("aix-7.0-untuned", "windows-9.0.1-aged", "windows-6.0-inotes-unlogged"):
        shutil.copytree(FIXTURES / name, tmp_path / name)
    words = ("check", ".", "--isolated", "--format", "json")
    tickets = list(tickets_of(json.loads(domlint(*words).out)))
    for path in [*tmp_path.rglob("storage.toml"), *tmp_path.rglob("lsdev-iocp.txt"), *tmp_path.rglob("show-stat.txt")]:
        path.unlink()
    fewer = json.loads(domlint(*words).out)
    become = [(ticket["rule"], what_to_do(ticket, fewer)) for ticket in tickets]
    gone = [(rule, what) for rule, what in become if what not in ("nothing", "update")]
    assert "AIX001" in dict(gone)
    assert "STO005" in dict(gone)
    assert {what.partition(":")[0] for _, what in gone} == {"leave open"}


def test_a_fingerprint_is_made_as_the_documentation_has_it(domlint):
    report = json.loads(domlint("check", *judged.of_every_kind(), "--isolated", "--format", "json", cwd=FIXTURES).out)
    assert {bool(one["cluster"]) for one in report["findings"]} == {True, False}
    for one in report["findings"]:
        text = f"1|{one['rule']}|{(one['server'] or one['cluster']).casefold()}|{one['subject'].casefold()}"
        assert one["fingerprint"] == "dl1:" + hashlib.sha256(text.encode()).hexdigest()[:20]


OPEN = [  # on what rows of `unknown` are open, which rules, whose, and whether a ticket is open by it
    (["server"], ["THR001"], "Mail01/Acme", True),
    (["server"], ["THR002", "THR001"], "MAIL01/ACME", True),
    (["array a", "SERVER"], ["THR001"], "Mail01/Acme", True),
    (["array a"], ["THR001"], "Mail01/Acme", False),
    (["server"], ["THR002"], "Mail01/Acme", False),
    (["server"], ["THR001"], "Mail02/Acme", False),
    (None, ["THR001"], "Mail01/Acme", True),
    (None, ["THR002"], "Mail01/Acme", False),
]


@at_once(("subjects", "rules", "whose", "is_open"), OPEN)
def test_a_ticket_is_open_by_a_row_of_its_rule_and_subject(subjects, rules, whose, is_open):
    ticket = {
        "fingerprint": "dl1:1",
        "stem": "dl1s:1",
        "rule": "THR001",
        "server": "Mail01/Acme",
        "cluster": None,
        "subject": "server",
    }
    kept = {
        "place": "s/notes.ini",
        "inputs": {},
        "others": {},
        "beside": [],
        "members": None,
        "changed": None,
        "told": {},
    }
    kept |= {"location": None, "further": None, "namesakes": []}
    row = {"server": whose, "rules": dict.fromkeys(rules)} | ({"subjects": subjects} if subjects else {})
    server = {
        "name": "Mail01/Acme",
        "inputs": None,
        "place": "s/notes.ini",
        "copies": None,
        "beside": None,
        "told": None,
    }
    report = {"places": [], "findings": [], "waived": [], "complete": True, "ran": ["THR001"], "changed": {}} | {
        "as_release": None
    }
    said = what_to_do(ticket | kept, report | {"servers": [server], "unknown": [row]})
    assert said == ("leave open: it could not be judged" if is_open else "close")


def test_rows_of_what_is_open_name_every_finding_that_there_may_be(laid):
    """By their rules and subjects: those whose fingerprint is known, or all of the stem."""
    named = set()
    for row in laid.received["unknown"]:
        owner = row.get("server") or row["cluster"]
        for rule in row["rules"]:
            named |= {fingerprint_of(rule, owner, one) for one in row.get("subjects", ())} or {stem(rule, owner)}
    assert named == {one.fingerprint or one.stem for one in laid.report.unknown}


MENDED = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nServerName=Mail01/Acme\nFaultRecovery_Build=Release 12.0.2\n"
LINES = {  # what became of a line of NOTES.INI, and what to do about the finding on it
    "Server_Session_Timeout=480\n": "nothing",
    "Server_Session_Timeout=600\n": "update",
    "Server_Session_Timeout=45\n": "close",
    "Server_Session_Timeout=480\nServer_Session_Timeout=45\n": "leave open",
}


@pytest.mark.parametrize(("line", "what"), LINES.items(), ids=LINES.values())
def test_what_is_mended_closes_its_ticket(line, what, domlint, tmp_path):
    words = ("check", ".", "--isolated", "--format", "json")
    (tmp_path / "notes.ini").write_text(f"{MENDED}Server_Session_Timeout=480\n")
    [ticket] = [one for one in tickets_of(json.loads(domlint(*words).out)) if one["name"] == "session-timeout-long"]
    (tmp_path / "notes.ini").write_text(MENDED + line)
    assert what_to_do(ticket, json.loads(domlint(*words).out)).partition(":")[0] == what


def test_a_rule_that_is_not_run_and_a_server_that_is_not_there_close_nothing(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(f"{MENDED}Server_Session_Timeout=480\n")
    words = ("check", ".", "--isolated", "--format", "json")
    [ticket] = [one for one in tickets_of(json.loads(domlint(*words).out)) if one["name"] == "session-timeout-long"]
    assert "the rule was not run" in what_to_do(ticket, json.loads(domlint(*words, "--select", "LOG").out))
    (tmp_path / "notes.ini").write_text(MENDED.replace("Mail01", "Mail02"))
    assert "the server is not" in what_to_do(ticket, json.loads(domlint(*words).out))


@cache
def cuts():
    """Where each file of a fixture is to end: in lines that name a path, and in a few others.

    On one of the servers that have it every finding meets a cut of each file beside it, by that one's name, and of each
    setting with a path one in its name and one in its value; on all of them where every cut is asked for.
    """
    met, found = set(), {}
    for name in sorted(NAMES, key=lambda name: (-len(found_on(name)), name)):
        rules = found_on(name)
        for path in sorted(path for path in (FIXTURES / name).rglob("*") if path.is_file()):
            raw = path.read_bytes()
            paths, others = cuts_of(raw)
            ends = found[path.relative_to(FIXTURES)] = []
            for end in sorted(paths | others):
                kind = setting_at(raw, end) if end in paths else ()
                new = {(path.name, kind, rule) for rule in rules} - met
                if end and (new or EVERY_CUT):
                    ends.append(end)
                met |= new
    return found


def setting_at(raw, end):
    """What stands before the = of a line that is cut, and whether the cut is before that."""
    begin = max(raw.rfind(b"\n", 0, end), raw.rfind(b"\r", 0, end)) + 1
    name, told, _ = raw[begin:end].partition(b"=")
    return (name if told else re.match(rb"[^=]*", raw[begin:])[0]).strip().lower(), bool(told)


def cuts_of(raw):
    """Ends of a file within a line: in each line that names a path, and in a few others."""
    lines = [found.end() - 3 for found in re.finditer(rb"[^\r\n]{6,}", raw)]
    paths = [found.end() - 3 for found in re.finditer(rb"[^\r\n]*=\s*\"?(?:/|\w:)[^\r\n]{4,}", raw)]
    names = [found.start() + 3 for found in re.finditer(rb"\w+(?:_PATH|_DIR|Directory|Program) ?=", raw, re.IGNORECASE)]
    return {*paths, *names}, {*random.Random(len(raw)).sample(lines, min(4, len(lines)))}


@pytest.mark.law
def test_a_cut_within_a_line_closes_no_ticket(laid):
    tickets = list(tickets_of(laid.received))
    closed, rules = [], of_tickets(tickets)
    for file in sorted(path for path in laid.folder.rglob("*") if path.is_file()) if tickets else ():
        raw = file.read_bytes()
        for end in cuts()[laid.name / file.relative_to(laid.folder)]:
            file.write_bytes(raw[:end])
            fewer = report_of(laid.folder, laid.name, rules)
            closed += [
                (file.name, end, one["name"], one["subject"]) for one in tickets if what_to_do(one, fewer) == "close"
            ]
        file.write_bytes(raw)
    assert closed == []


PARTITION = MENDED.replace("Mail01", "{0}") + "PartitionNumber={1}\nTRANSLOG_Status=1\nTRANSLOG_Path=/local/translog\n"
SLOT = "Smart Array P410i in Slot 0 (Embedded)\n   Bus Interface: PCI\n   Slot: 0\n   Serial Number: 5001438000000001\n"
BESIDE = {  # what became of the other server's files
    "gone": shutil.rmtree,
    "without notes.ini": lambda other: (other / "notes.ini").unlink(),
    "not joined": lambda other: (other / "ssacli.txt").unlink(),
    "empty": lambda other: (other / "notes.ini").write_text(""),
}


@pytest.mark.parametrize("become", BESIDE.values(), ids=BESIDE)
def test_a_finding_that_rests_on_another_server_is_open_without_it(become, domlint, tmp_path):
    for number, name in enumerate(("p1", "p2"), 1):
        (tmp_path / name).mkdir()
        (tmp_path / name / "notes.ini").write_text(PARTITION.format(name, number))
        (tmp_path / name / "ssacli.txt").write_text(SLOT)
    words = ("check", ".", "--isolated", "--format", "json")
    tickets = list(tickets_of(json.loads(domlint(*words).out)))
    [ticket] = [one for one in tickets if (one["rule"], one["server"]) == ("SYS001", "p1/Acme")]
    assert ticket["beside"] == ["p2/Acme"]
    become(tmp_path / "p2")
    assert what_to_do(ticket, json.loads(domlint(*words).out)).startswith("leave open")


ANOTHER = "leave open: it may be another server of this name, or a copy of it"


NEARER = {  # what lies nearer to the top than the server that had the finding, and where that lies
    "in a sub-folder": ("notes.ini", "prod/mail01/notes.ini"),
    "in the same folder": ("mail01/notes.ini", "mail01/server.ini"),
    "in the folder above": ("prod/notes.ini", "prod/mail01/NOTES.INI"),
}


@pytest.mark.parametrize(("nearer", "path"), NEARER.values(), ids=NEARER)
@pytest.mark.parametrize("named", [True, False])
def test_a_notes_ini_that_became_a_copy_closes_nothing(nearer, path, named, domlint, tmp_path):
    ini = MENDED if named else re.sub("ServerName=.*\n", "", MENDED)
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text(ini + "Server_Session_Timeout=480\n")
    (tmp_path / path).with_name("show-stat.txt").write_text("> show stat\n  Server.Users = 3\n")
    words = ("check", ".", "--isolated", "--format", "json", *([] if named else ["--server", "Mail01/Acme"]))
    [ticket] = [one for one in tickets_of(json.loads(domlint(*words).out)) if one["name"] == "session-timeout-long"]
    (tmp_path / nearer).write_text(MENDED)
    report = json.loads(domlint(*words).out)
    [server] = report["servers"]
    assert (server["name"], server["copies"]) == ("Mail01/Acme", [f"{tmp_path.name}/{path}"])
    assert what_to_do(ticket, report) == ANOTHER


def test_a_figure_of_the_configuration_is_no_cure(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(MENDED + "Server_Session_Timeout=480\n")
    words = ("check", ".", "--format", "json")
    [ticket] = [one for one in tickets_of(json.loads(domlint(*words).out)) if one["name"] == "session-timeout-long"]
    (tmp_path / "domlint.toml").write_text(
        '[parameters.session-timeout-long]\nlimit = 1440\nreason = "terminal servers"\n[severity]\nsession-timeout-long = "info"\n'
    )
    report = json.loads(domlint(*words).out)
    assert report["changed"] == {"THR001": {"parameters": {"limit": 1440, "built_in": 240}, "severity": "info"}}
    assert what_to_do(ticket, report) == "closed by configuration"


SERVERS = '[servers."Mail01/Acme"]\n{}reason = "the administrator said so"\n'
OTHERWISE = {  # what is told then and now, as options and as domlint.toml
    "no option any more": (["--release", "9.0.1"], "", [], ""),
    "another option": (["--release", "9.0.1"], "", ["--release", "14.5"], ""),
    "another entry": ([], 'release = "9.0.1"\n', [], 'release = "14.5"\n'),
    "no entry any more": ([], 'release = "9.0.1"\n', [], ""),
    "another platform": (["--release", "9.0.1"], "", ["--release", "9.0.1", "--platform", "linux"], ""),
    "a role": (["--release", "9.0.1"], "", ["--release", "9.0.1"], 'role = "hub"\n'),
    "how critical it is": (["--release", "9.0.1"], "", ["--release", "9.0.1"], 'criticality = "low"\n'),
}


@pytest.mark.parametrize(("options", "entry", "options_now", "entry_now"), OTHERWISE.values(), ids=OTHERWISE)
def test_what_is_told_otherwise_than_before_is_no_cure(options, entry, options_now, entry_now, domlint, tmp_path):
    ini = re.sub("FaultRecovery_Build=.*\n", "", MENDED)
    (tmp_path / "notes.ini").write_text(f"{ini}Server_Session_Timeout=480\n")
    (tmp_path / "domlint.toml").write_text(SERVERS.format(entry) if entry else "")
    domlint("check", ".", "--format", "json:../first.json", *options)
    first = json.loads((tmp_path / ".." / "first.json").read_bytes())
    tickets = list(tickets_of(first))
    (tmp_path / "notes.ini").write_text(ini)
    (tmp_path / "domlint.toml").write_text(SERVERS.format(entry_now) if entry_now else "")
    words = ("check", ".", "--format", "json", "--baseline", "../first.json", *options_now)
    report = json.loads(domlint(*words).out)
    become = [what_to_do(ticket, report) for ticket in tickets]
    assert become.count("closed by configuration") == report["baseline"]["by_configuration"] > 0
    assert (become.count("close"), report["baseline"]["gone"]) == (0, 0)


SAME = {  # what is told then and now; what files say goes before it
    "the same option": (["--release", "12.0.2"], ["--release", "12.0.2"], ""),
    "an option that files deny": (["--release", "9.0.1"], [], "FaultRecovery_Build=Release 14.5\n"),
}


@pytest.mark.parametrize(("options", "options_now", "more"), SAME.values(), ids=SAME)
def test_what_is_told_and_does_not_count_closes_no_ticket(options, options_now, more, domlint, tmp_path):
    ini = re.sub("FaultRecovery_Build=.*\n", more, MENDED)
    (tmp_path / "notes.ini").write_text(ini + "Server_Session_Timeout=480\n")
    words = ("check", ".", "--isolated", "--format", "json")
    [ticket] = [
        one for one in tickets_of(json.loads(domlint(*words, *options).out)) if one["name"] == "session-timeout-long"
    ]
    (tmp_path / "notes.ini").write_text(ini)
    assert what_to_do(ticket, json.loads(domlint(*words, *options_now).out)) == "close"


def test_a_broken_storage_toml_closes_nothing(domlint, tmp_path):
    shutil.copytree(FIXTURES / "windows-6.0-inotes-unlogged", tmp_path / "s")
    words = ("check", "s", "--isolated", "--format", "json")
    tickets = list(tickets_of(json.loads(domlint(*words).out)))
    path = tmp_path / "s" / "storage.toml"
    path.write_text(path.read_text().replace("[[array]]\n", "", 1))
    assert "close" not in {what_to_do(ticket, json.loads(domlint(*words).out)) for ticket in tickets[:20]}
