"""What domlint.toml and the options tell of a server: files go before it, it goes before a floor; contradictions."""

import json

import pytest
from msgspec.structs import replace

from advisor import pack
from advisor.configuration.form import configuration_in
from advisor.derive import Context, Overrides, derive
from advisor.facts import Facts
from advisor.readers.domino import notes_ini
from advisor.source import Source

CATALOGUE = pack.builtin().catalogue
BUILD = "FaultRecovery_Build=Release 9.0.1FP10"
TWICE = f"{BUILD}\nFaultRecovery_Build=Release 12.0.2"
ON_AIX = "NotesProgram=/opt/ibm/domino/notes/latest/ibmpow"
FLOOR = "ServerTasks=Router,CertMgr"

# NOTES.INI, the site's entry, the options; the key, its value, what told it, and what is said of a contradiction.
TOLD = [
    (BUILD, "", ("14.0",), "release", "9.0.1FP10", "FaultRecovery_Build",
     "release: n:1 (FaultRecovery_Build) says 9.0.1FP10 and counts; --release says 14.0"),
    (BUILD, 'release = "14.0"', (), "release", "9.0.1FP10", "FaultRecovery_Build",
     "release: n:1 (FaultRecovery_Build) says 9.0.1FP10 and counts; domlint.toml:2 says 14.0"),
    (BUILD, 'release = "14.0"', ("12.0",), "release", "9.0.1FP10", "FaultRecovery_Build",
     "release: n:1 (FaultRecovery_Build) says 9.0.1FP10 and counts; domlint.toml:2 says 14.0 and --release says 12.0"),
    (BUILD, 'release = "9.0.1"', (), "release", "9.0.1FP10", "FaultRecovery_Build", None),
    (BUILD, 'release = "Release 9.0.1FP10"', ("9.0.1FP10",), "release", "9.0.1FP10", "FaultRecovery_Build", None),
    (BUILD, 'release = "9.0.1FP8"', (), "release", "9.0.1FP10", "FaultRecovery_Build",
     "release: n:1 (FaultRecovery_Build) says 9.0.1FP10 and counts; domlint.toml:2 says 9.0.1FP8"),
    (BUILD, 'release = "9"', (), "release", "9.0.1FP10", "FaultRecovery_Build", None),
    ("", 'release = "12.0.2"', (), "release", "12.0.2", "domlint.toml", None),
    ("", "", ("12.0.2",), "release", "12.0.2", "--release", None),
    ("", 'release = "12.0.2"', ("12.0.2",), "release", "12.0.2", "domlint.toml", None),
    ("", 'release = "12.0.2"', ("14.0",), "release", "12.0.2", "domlint.toml",
     "release: domlint.toml:2 says 12.0.2 and counts; --release says 14.0"),
    (FLOOR, 'release = "14.0"', (), "release", "14.0", "domlint.toml", None),
    (FLOOR, 'release = "9.0.1"', (), "release", "9.0.1", "domlint.toml",
     "release: domlint.toml:2 says 9.0.1 and counts; n:1 (ServerTasks starts certmgr) says 12.0 or newer"),
    (FLOOR, "", ("9.0.1",), "release", "9.0.1", "--release",
     "release: --release says 9.0.1 and counts; n:1 (ServerTasks starts certmgr) says 12.0 or newer"),
    (FLOOR, 'bits = 64', (), "release", "12.0 or newer", "ServerTasks starts certmgr", None),
    (TWICE, 'release = "12.0.2"', (), "release", "12.0.2", "FaultRecovery_Build", None),
    (TWICE, 'release = "9.0.1"', (), "release", "9.0.1FP10", "FaultRecovery_Build", None),
    (TWICE, 'release = "14.0"', (), "release", "14.0", "domlint.toml", None),
    (ON_AIX, 'platform = "windows"', (), "platform", "aix", "NotesProgram ends in ibmpow",
     "platform: n:1 (NotesProgram ends in ibmpow) says aix and counts; domlint.toml:2 says windows"),
    (ON_AIX, 'platform = "aix"', (None, "windows"), "platform", "aix", "NotesProgram ends in ibmpow",
     "platform: n:1 (NotesProgram ends in ibmpow) says aix and counts; --platform says windows"),
    ("", 'platform = "zlinux"', (), "platform", "zlinux", "domlint.toml", None),
    ("", 'bits = 32', (), "bits", "32", "domlint.toml", None),
    ("", 'bits = 32', (None, None, 64), "bits", "32", "domlint.toml",
     "bits: domlint.toml:2 says 32 and counts; --bits says 64"),
    ("", 'release = "12.0.2"\nplatform = "linux"\nbits = 32', (), "bits", "64", "64 bits only since Domino 10",
     "bits: 64 bits only since Domino 10 says 64 and counts; domlint.toml:4 says 32"),
    ("", 'role = "mail"', (), "server.role", "mail", "domlint.toml", None),
    ("", 'criticality = "high"', (), "server.criticality", "high", "domlint.toml", None),
    ("", 'workload = ["imap", "pop3"]', (), "server.workload", "imap,pop3", "domlint.toml", None),
    ("", 'role = "relay"', (), "mail.in_use", "yes", "domlint.toml:1 says relay", None),
    ("", 'role = "hub"\nworkload = ["web-mail"]', (), "mail.in_use", "yes", "domlint.toml:1 says web-mail", None),
    ("", 'role = "hub"\nworkload = ["replication"]', (), "mail.in_use", None, None, None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "entry", "options", "key", "value", "by", "contradiction"), TOLD)
def test_what_is_told_stands_behind_files_and_before_floors(
    text, entry, options, key, value, by, contradiction, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    overrides = Overrides(*options)
    if entry:
        (tmp_path / "domlint.toml").write_text(f'[servers."CN=Mail08/O=Acme"]\n{entry}\nreason = "asked"\n')
        overrides = replace(overrides, servers=configuration_in(tmp_path / "domlint.toml").servers).of("mail08/ACME")
    facts = Facts()
    facts.add(notes_ini.read(Source.of("n", text.encode() + b"\n"), CATALOGUE))
    derive(facts, Context(CATALOGUE, overrides))
    answer = facts.ask(key)
    assert (answer.text, answer.facts[0].note if answer.text else None) == (value, by)
    assert facts.ask(f"{key}.told_otherwise").text == contradiction


INI = "[Notes]\nKitType=2\nServerName=Mail08/Acme\nDirectory=/d\nServerTasks=Router\n"
TABLE = '[servers."mail08/acme"]\nrelease = "12.0.2"\nrole = "mail"\nworkload = ["notes-mail"]\nreason = "asked"\n'


def one_server(done):
    return json.loads(done.out)["servers"][0]


def test_the_report_says_what_was_told_and_by_whom(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI)
    (tmp_path / "domlint.toml").write_text(TABLE)
    server = one_server(domlint("check", "--format", "json", "--release", "14.0"))
    assert server["release"] == {"value": "12.0.2", "basis": "domlint.toml"}
    assert (server["role"], server["workload"]) == ("mail", ["notes-mail"])
    assert server["contradictions"] == ["release: domlint.toml:2 says 12.0.2 and counts; --release says 14.0"]
    assert one_server(domlint("check", "--isolated", "--format", "json")).get("role") is None
    text = domlint("check", "--release", "14.0").out
    assert text.count("--release says 14.0") == 1


ON_LINUX = INI + "NotesProgram=/opt/hcl/domino/notes/latest/linux\n"
TOLD_OF_DATA = '[servers."mail08/acme"]\n{}\nreason = "asked"\n'
ON_RAID5 = '[[array]]\nname = "data"\nlevel = "{}"\nmedia = "hdd"\n[[volume]]\nmount = "/d"\narray = "data"\n'
NOT_CRITICAL = "domlint.toml says that this server's data are not critical"
WEIGHS = [  # what domlint.toml tells, the release, the array's level, the rule, its severity, what its remedy says
    ('role = "hub"', "4.5", "RAID 5", "STO003", "low", "Compaq's own advice for release 4.5"),
    ('criticality = "normal"', "4.5", "RAID 5", "STO003", "low", "Compaq's own advice for release 4.5"),
    ('criticality = "low"', "4.5", "RAID 5", "STO003", "info", NOT_CRITICAL),
    ('criticality = "high"', "4.5", "RAID 5", "STO003", "medium", "says that this server's data are critical"),
    ('role = "hub"', "5.0", "RAID 5", "STO003", "medium", "When the array is next built"),
    ('criticality = "low"', "5.0", "RAID 5", "STO003", "low", NOT_CRITICAL),
    ('criticality = "low"', "12.0.2", "RAID 5", "STO003", "low", NOT_CRITICAL),
    ('criticality = "high"', "12.0.2", "RAID 5", "STO003", "medium", "When the array is next built"),
    ('role = "hub"', "4.5", "RAID 0", "STO005", "high", "Make sure that backups"),
    ('criticality = "low"', "4.5", "RAID 0", "STO005", "medium", NOT_CRITICAL),
    ('role = "relay"', "12.0.2", "RAID 10", "LOG001", "low", "domlint.toml says that this server only relays mail"),
    ('role = "mail"', "12.0.2", "RAID 10", "LOG001", "high", "Server document > Transactional Logging"),
]


@pytest.mark.parametrize(("told", "release", "level", "rule", "severity", "said"), WEIGHS)
def test_what_is_told_of_a_server_weighs_where_a_source_says_so(
    told, release, level, rule, severity, said, domlint, tmp_path
):
    (tmp_path / "notes.ini").write_text(ON_LINUX + "TRANSLOG_Status=0\n")
    (tmp_path / "storage.toml").write_text(ON_RAID5.format(level))
    (tmp_path / "domlint.toml").write_text(TOLD_OF_DATA.format(told))
    report = json.loads(domlint("check", ".", "--release", release, "--format", "json").out)
    [found] = [one for one in report["findings"] if one["rule"] == rule]
    remedy = found["fix"].get("summary") or report["rules"][rule]["remedies"][found["fix"]["remedy"]]["summary"]
    assert (found["severity"], said in remedy) == (severity, True), remedy
    field, _, value = told.partition(" = ")
    assert (report["servers"][0][field], report["servers"][0]["told"][field]) == (value.strip('"'),) * 2


SHARES = [
    ('"notes-mail"', "At 60 % writes, the R5 mail benchmark on Solaris, by the workload that domlint.toml tells"),
    ('"web-mail"', "At 90 % writes, the R5 web mail benchmark on Solaris, by the workload"),
    ('"imap"', "At 90 % writes, the R5 IMAP benchmark"),
    ('"smtp", "pop3"', "At 70 % writes, the R5 SMTP and POP3 benchmark"),
    ('"notes-mail", "imap"', "At 60 to 90 % writes, the R5 benchmarks"),
    ('"applications"', "At 60 to 90 % writes, the R5 benchmarks"),
]


@pytest.mark.parametrize(("workload", "said"), SHARES)
def test_a_told_workload_says_how_much_is_written(workload, said, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(ON_LINUX)
    (tmp_path / "storage.toml").write_text(ON_RAID5.format("RAID 5"))
    (tmp_path / "domlint.toml").write_text(TOLD_OF_DATA.format(f"workload = [{workload}]"))
    report = json.loads(domlint("check", ".", "--release", "5.0", "--format", "json").out)
    assert said in next(one["message"] for one in report["findings"] if one["rule"] == "STO003")


def test_a_finding_gone_by_what_is_told_of_the_data_is_gone_by_configuration(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(ON_LINUX + "TRANSLOG_Status=0\n")
    (tmp_path / "domlint.toml").write_text(TOLD_OF_DATA.format('criticality = "high"'))
    domlint("check", ".", "--release", "4.5", "--format", "json:first.json")
    (tmp_path / "domlint.toml").write_text(TOLD_OF_DATA.format('release = "5.0"\ncriticality = "low"'))
    done = domlint("check", ".", "--release", "4.5", "--baseline", "first.json", "--format", "json")
    account = json.loads(done.out)["baseline"]
    assert (account["gone"], account["total"] > 0) == (0, True)


def test_a_told_role_makes_one_mail_box_too_few(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI)
    (tmp_path / "show.txt").write_text(
        "> show server\nHCL Domino (r) Server (64 Bit) (Release 12.0.2 for Linux/64) 11/20/2026 08:48:12 PM\n\n"
        "Server name:            Mail08/Acme - Mail\nNumber of Mailboxes:    1\n"
    )
    (tmp_path / "domlint.toml").write_text(TABLE)
    for options, severity in (([], "medium"), (["--isolated", "--release", "12.0.2"], "low")):
        found = json.loads(domlint("check", "--format", "json", *options).out)["findings"]
        assert [one["severity"] for one in found if one["rule"] == "MAIL007"] == [severity]


def test_facts_and_explain_know_it_too(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI)
    (tmp_path / "domlint.toml").write_text(TABLE)
    assert "12.0.2  (domlint.toml)" in domlint("facts").out
    assert "12.0.2  (domlint.toml)" not in domlint("facts", "--isolated").out
    assert "release = 12.0.2, domlint.toml" in domlint("explain", "release-out-of-support", "--for", ".").out


def test_copies_of_a_name_are_told_of_by_name_and_by_place(domlint, tmp_path):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "notes.ini").write_text(INI)
    first = [server["name"] for server in json.loads(domlint("check", "--format", "json").out)["servers"]]
    (tmp_path / "domlint.toml").write_text(
        f'{TABLE}[servers."{first[1]}"]\nrelease = "9.0.1"\nreason = "before the upgrade"\n'
    )
    servers = json.loads(domlint("check", "--format", "json").out)["servers"]
    assert [(one["release"]["value"], one["role"]) for one in servers] == [("12.0.2", "mail"), ("9.0.1", "mail")]
