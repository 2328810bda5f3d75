"""The ticket rule, as docs/output.md has it: what is not collected any more closes no ticket.

Every fixture is judged without each of its files. What a finding was and is no more is open still, for a reason.
"""

import json
import random
import re
import shutil
from pathlib import Path

import judged
import pytest

from advisor import pack
from advisor.cli import inputs
from advisor.writers import json as json_writer
from advisor.writers._options import Options

PACK = pack.builtin()
FIXTURES = Path(__file__).parent.parent / "fixtures"
NAMES = sorted(path.name for path in FIXTURES.iterdir() if path.is_dir())
DOCS = (FIXTURES.parent / "docs" / "output.md").read_text(encoding="utf-8")
RULE = {}
exec(next(code for code in re.findall(r"```python\n(.*?)```", DOCS, re.DOTALL) if "what_to_do" in code), RULE)  # noqa: S102
what_to_do = RULE["what_to_do"]


def overrides(name):
    told = re.search(r"^# options: (.*)$", (FIXTURES / f"{name}.expected").read_text(encoding="utf-8"), re.MULTILINE)
    words = told[1].split() if told else []
    options = dict(zip(words[::2], words[1::2], strict=True))
    return inputs.overrides(options.get("--release"), options.get("--platform"), options.get("--bits"))


def taken_away(files, name):
    """Each file, and seeded sets of them."""
    seeded = random.Random(name)
    yield from ({file} for file in files)
    yield from ({file for file in files if seeded.random() < share} for share in (0.3, 0.5, 0.7))


def report_of(folder, name):
    """The report on a folder, as a receiver reads it."""
    return json.loads(json_writer.render(judged.report_of([folder], overrides=overrides(name)), Options()))


def tickets_of(report):
    """A ticket for each finding."""
    formats = {file["path"]: file["format"] for server in report["servers"] for file in server["inputs"]}
    members = {cluster["name"]: cluster["members"] for cluster in report["clusters"]}
    for finding in report["findings"]:
        path = (finding["location"] or {"path": None})["path"]
        paths = [
            file["path"] for one in report["servers"] if one["name"] == finding["server"] for file in one["inputs"]
        ]
        beside = [name for one in report["servers"] if one["name"] == finding["server"] for name in one["beside"]]
        others = {place["path"] for place in finding["locations"]} - set(paths)
        kept = {"paths": paths, "changed": report["changed"].get(finding["rule"]), "beside": beside if others else []}
        yield finding | {"format": formats.get(path), "members": members.get(finding["cluster"])} | kept


@pytest.mark.parametrize("name", NAMES)
def test_taking_evidence_away_closes_no_ticket(name, tmp_path):
    whole = tmp_path / "whole" / name
    shutil.copytree(FIXTURES / name, whole)
    tickets = list(tickets_of(report_of(whole, name)))
    files = sorted(path.relative_to(whole) for path in whole.rglob("*") if path.is_file())
    closed = []
    for number, gone in enumerate(taken_away(files, name)):
        folder = tmp_path / str(number) / name
        shutil.copytree(whole, folder)
        for file in gone:
            (folder / file).unlink()
        fewer = report_of(folder, name)
        closed += [(sorted(map(str, gone)), one["name"]) for one in tickets if what_to_do(one, fewer) == "close"]
        shutil.rmtree(folder.parent)
    assert closed == []


@pytest.mark.parametrize("name", NAMES)
def test_the_same_files_change_no_ticket(name):
    report = report_of(FIXTURES / name, name)
    assert {what_to_do(ticket, report) for ticket in tickets_of(report)} <= {"nothing"}


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


def cuts_of(raw):
    """Ends of a file within a line: in each line that names a path, and a few others."""
    lines = [found.end() - 3 for found in re.finditer(rb"[^\r\n]{6,}", raw)]
    paths = [found.end() - 3 for found in re.finditer(rb"[^\r\n]*=\s*\"?(?:/|\w:)[^\r\n]{4,}", raw)]
    names = [found.start() + 3 for found in re.finditer(rb"\w+(?:_PATH|_DIR|Directory|Program) ?=", raw, re.IGNORECASE)]
    return sorted({*paths, *names, *random.Random(len(raw)).sample(lines, min(4, len(lines)))} - {0})


@pytest.mark.parametrize("name", NAMES)
def test_a_cut_within_a_line_closes_no_ticket(name, tmp_path):
    folder = tmp_path / name
    shutil.copytree(FIXTURES / name, folder)
    tickets = list(tickets_of(report_of(folder, name)))
    closed = []
    for file in sorted(path for path in folder.rglob("*") if path.is_file()) if tickets else ():
        raw = file.read_bytes()
        for end in cuts_of(raw):
            file.write_bytes(raw[:end])
            fewer = report_of(folder, name)
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


def test_a_server_of_the_same_name_that_is_nearer_closes_nothing(domlint, tmp_path):
    (tmp_path / "prod" / "mail01").mkdir(parents=True)
    (tmp_path / "prod" / "mail01" / "notes.ini").write_text(MENDED + "Server_Session_Timeout=480\n")
    words = ("check", ".", "--isolated", "--format", "json")
    [ticket] = [one for one in tickets_of(json.loads(domlint(*words).out)) if one["name"] == "session-timeout-long"]
    (tmp_path / "alt").mkdir()
    (tmp_path / "alt" / "notes.ini").write_text(MENDED)
    report = json.loads(domlint(*words).out)
    assert {one["name"]: one["also_at"] for one in report["servers"]} == {
        "Mail01/Acme": ["prod/mail01/notes.ini"],
        "Mail01/Acme (prod/mail01)": ["alt/notes.ini"],
    }
    assert what_to_do(ticket, report) == "leave open: another place holds a server of this name"


def test_a_figure_of_the_configuration_is_no_cure(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(MENDED + "Server_Session_Timeout=480\n")
    words = ("check", ".", "--format", "json")
    [ticket] = [one for one in tickets_of(json.loads(domlint(*words).out)) if one["name"] == "session-timeout-long"]
    (tmp_path / "domlint.toml").write_text(
        '[parameters.session-timeout-long]\nlimit = 99999\nreason = "terminal servers"\n[severity]\nsession-timeout-long = "info"\n'
    )
    report = json.loads(domlint(*words).out)
    assert report["changed"] == {"THR001": {"parameters": {"limit": 99999, "built_in": 240}, "severity": "info"}}
    assert what_to_do(ticket, report) == "closed by configuration"


def test_a_broken_storage_toml_closes_nothing(domlint, tmp_path):
    shutil.copytree(FIXTURES / "windows-6.0-inotes-unlogged", tmp_path / "s")
    words = ("check", "s", "--isolated", "--format", "json")
    tickets = list(tickets_of(json.loads(domlint(*words).out)))
    path = tmp_path / "s" / "storage.toml"
    path.write_text(path.read_text().replace("[[array]]\n", "", 1))
    assert "close" not in {what_to_do(ticket, json.loads(domlint(*words).out)) for ticket in tickets[:20]}
