"""What a site decides in domlint.toml: exit code, shown severities, rules, baseline, waivers that end."""

import json
from datetime import UTC, datetime

import pytest

INI = (
    "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/d\nFaultRecovery_Build=Release 12.0.2\nTRANSLOG_Status=0\n"
)
WAIVER = '[[waive]]\nrule = "LOG001"\nserver = "Mail01/Acme"\nreason = "rebuilt every night"\n'


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "notes.ini").write_text(INI)
    return tmp_path


def decided(folder, text):
    (folder / "domlint.toml").write_text(text)


FAIL_ON = [
    ("", [], 1),
    ('fail_on = "critical"', [], 0),
    ('fail_on = "never"', [], 0),
    ('fail_on = "never"', ["--fail-on", "high"], 1),
    ('fail_on = "high"', ["--fail-on", "critical"], 0),
    ('fail_on = "never"', ["--isolated"], 1),
]


@pytest.mark.parametrize(("text", "options", "code"), FAIL_ON)
def test_the_command_line_s_limit_goes_before_the_file_s(text, options, code, domlint, folder):
    decided(folder, text)
    assert domlint("check", *options).returncode == code


@pytest.mark.parametrize(("options", "shown"), [([], False), (["--min-severity", "info"], True)])
def test_the_least_severity_that_is_shown(options, shown, domlint, folder):
    (folder / "notes.ini").write_text(INI.replace("TRANSLOG_Status=0", "TRANSLOG_Status=1\nServer_Session_Timeout=480"))
    decided(folder, 'min_severity = "medium"')
    assert ("session-timeout-long" in domlint("check", *options).out) == shown


def test_the_site_s_rules_lie_beside_its_file(domlint, folder, house_rule):
    for name in ("house", "more"):
        (folder / name).mkdir()
    (folder / "house" / "rule.toml").write_text(house_rule)
    (folder / "sub").mkdir()
    decided(folder, 'rules = ["house", "more"]\n[severity]\nhouse-rule = "high"\n')
    (folder / "notes.ini").write_text(INI.replace("TRANSLOG_Status=0", "TRANSLOG_Status=1\nPorts=TCPIP"))
    done = domlint("check", "..", "--format", "json", cwd=folder / "sub")
    assert "house-rule" in {one["name"] for one in json.loads(done.out)["findings"]}, done.err
    assert domlint("explain", "house-rule").returncode == 0
    assert "house-rule" not in domlint("check", "--rules", "more", "--ignore", "LOG", "--isolated").out


def test_the_baseline_lies_beside_its_file(domlint, folder):
    domlint("check", "--format", "json:known.json")
    decided(folder, 'baseline = "known.json"')
    (folder / "sub").mkdir()
    done = domlint("check", "../notes.ini", "--format", "json", cwd=folder / "sub")
    assert (done.returncode, [one["known"] for one in json.loads(done.out)["findings"]]) == (0, [True])
    (folder / "none.json").write_text(json.dumps(json.loads((folder / "known.json").read_text()) | {"findings": []}))
    assert domlint("check", "notes.ini", "--baseline", "none.json").returncode == 1


UNTIL = [  # the waiver's last day, today, whether it holds
    ("2027-03-31", "2027-03-30", True),
    ("2027-03-31", "2027-03-31", True),
    ("2027-03-31", "2027-04-01", False),
    ('"2027-03-31"', "2027-04-01", False),
    ('"2027-03-31"', "2026-12-31", True),
]


def at(day):
    """The environment in which it is some day."""
    return {"SOURCE_DATE_EPOCH": str(int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()) + 60)}


@pytest.mark.parametrize(("until", "today", "holds"), UNTIL)
def test_a_waiver_holds_to_the_end_of_its_last_day(until, today, holds, domlint, folder, monkeypatch):
    for name, value in at(today).items():
        monkeypatch.setenv(name, value)
    decided(folder, f'{WAIVER}until = {until}\nowner = "mail team"\nticket = "OPS-1"\n')
    report = json.loads(domlint("check", "--format", "json").out)
    waived = [(one["reason"], one["until"], one["owner"], one["ticket"]) for one in report["waived"]]
    assert waived == [("rebuilt every night", "2027-03-31", "mail team", "OPS-1")] * holds
    assert [(one["why"], one["until"], one["place"]) for one in report["idle_waivers"]] == [
        ("expired", "2027-03-31", "domlint.toml:1")
    ] * (not holds)
    said = "the waiver of LOG001 for Mail01/Acme (domlint.toml:1) expired: it held until 2027-03-31;"
    text = " ".join(domlint("check").out.split())
    assert text.count(f"{said} owner: mail team; ticket: OPS-1") == (not holds)
    assert ("transaction-logging-off" in text) == (not holds)


IDLE = [  # waivers, options; why each that accepts nothing does not
    (WAIVER, [], []),
    (WAIVER + WAIVER, [], []),
    (WAIVER.replace("Mail01", "Mail1"), [], [("server not in the run", "Mail01/Acme")]),
    (WAIVER.replace("Mail01", "Mail02"), [], [("server not in the run", None)]),
    (WAIVER.replace("LOG001", "LOG"), [], []),
    (WAIVER.replace("LOG001", "THR001"), [], [("unused", None)]),
    (WAIVER + 'subject = "setting X"\n', [], [("unused", None)]),
    (WAIVER.replace("LOG001", "THR001"), ["--select", "LOG"], []),
    (WAIVER.replace("LOG001", "AIX001"), ["--platform", "linux"], [("unused", None)]),
    (WAIVER.replace("LOG001", "AIX001"), [], []),  # could not be judged: nobody knows whether it is of use
    (WAIVER.replace("LOG001", "THR001") + "until = 2020-01-01\n", [], [("expired", None)]),
    (WAIVER + WAIVER + "until = 2020-01-01\n", [], [("expired", None)]),
]


@pytest.mark.parametrize(("text", "options", "idle"), IDLE)
def test_a_waiver_that_accepts_nothing_is_named_with_the_reason_why(text, options, idle, domlint, folder):
    decided(folder, text)
    report = json.loads(domlint("check", "--format", "json", *options).out)
    assert [(one["why"], one["meant"]) for one in report["idle_waivers"]] == idle


def test_an_entry_of_no_server_of_the_run_is_named(domlint, folder):
    decided(
        folder,
        '[servers."mail01/acme"]\nbits = 64\nreason = "asked"\n[servers."Mail1/Acme"]\nbits = 64\nreason = "asked"',
    )
    report = json.loads(domlint("check", "--format", "json").out)
    assert report["idle_servers"] == [{"place": "domlint.toml:4", "name": "Mail1/Acme", "meant": "Mail01/Acme"}]
    text = " ".join(domlint("check").out.split())
    assert 'domlint.toml:4: no server of this run is called Mail1/Acme; did you mean "Mail01/Acme"?' in text


def test_a_file_for_many_servers_says_little_in_a_run_over_one(domlint, folder):
    entries = "".join(f'[servers.App{number}]\nbits = 64\nreason = "asked"\n' for number in range(40))
    decided(folder, entries + "".join(WAIVER.replace("Mail01", f"Other{number}") for number in range(40)))
    lines = [line for line in domlint("check").out.splitlines() if "servers that are not in" in line]
    assert len(lines) == 1
    assert "domlint.toml speaks 80 times of servers" in lines[0]


def test_what_a_configuration_is_made_of_is_never_overwritten(domlint, folder):
    domlint("check", "--format", "json:known.json")
    decided(folder, 'baseline = "known.json"')
    before = (folder / "known.json").read_bytes()
    assert domlint("check", "--format", "json:known.json").returncode == 2
    assert (folder / "known.json").read_bytes() == before


def undescribed(schema, path=""):
    """The properties of a schema that say nothing of themselves."""
    for name, form in schema.get("properties", {}).items():
        if "description" not in form:
            yield f"{path}{name}"
    for name, form in schema.get("$defs", {}).items():
        yield from undescribed(form, f"{name}.")


def test_every_property_of_the_schema_is_described(domlint):
    assert list(undescribed(json.loads(domlint("schema", "config").out))) == []
