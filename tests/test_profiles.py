"""Profiles: which rules run under one, with which figures, what counts, and who goes before whom."""

import json

import pytest
from msgspec.structs import replace

from advisor import pack
from advisor.pack.profiles import profile
from advisor.pack.rule_files import RulebookError, compile_profiles

PACK = pack.builtin()
INI = (
    "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/local/notesdata\n"
    "NotesProgram=/opt/hcl/domino/notes/latest/linux\nFaultRecovery_Build=Release 12.0.2\n"
    "TRANSLOG_Status=1\nTRANSLOG_Path=/local/translog\nView_Rebuild_Dir=/local/rebuild\n"
)
LOW = INI + "Server_Session_Timeout=50\nServer_Transinfo_Normalize=3000\n"  # the first is long under strict alone
HIGH = INI.replace("TRANSLOG_Status=1", "TRANSLOG_Status=0") + "Server_Transinfo_Normalize=3000\n"
OPEN = INI + "Server_Availability_Threshold=high\n"
LONG, NORMALIZE, LOG_OFF, TYPE = "THR001", "CLU006", "LOG001", "INI004"


@pytest.fixture
def check(domlint, tmp_path):
    """Checks a notes.ini with options and a domlint.toml: what JSON says, the text, and the exit code."""

    def run(text, words, toml=""):
        (tmp_path / "notes.ini").write_text(text)
        (tmp_path / "domlint.toml").write_text(toml)
        done = domlint("check", "notes.ini", *words.split(), "--format", "json:r.json", "--format", "text")
        report = json.loads((tmp_path / "r.json").read_text()) if done.returncode < 2 else {}
        return report, done.out, done.returncode, done.err

    return run


PRACTICE = {rule.id for rule in PACK.rules if rule.is_practice}
ALL = {rule.id for rule in PACK.rules} - PRACTICE
QUICK = {rule.id for rule in PACK.rules if {"critical", "high"} & set(rule.severities)} - PRACTICE
OF_MEMORY = {rule.id for rule in PACK.rules if rule.category == "memory"}
OF_LOG = {rule.id for rule in PACK.rules if rule.category == "logging"}


def test_the_profiles_are_these():
    assert sorted(PACK.profiles) == ["default", "practice", "quick", "strict"]
    default, empty = (profile("of a name", row) for row in (PACK.profiles["default"], {"says": ""}))
    assert replace(default, says="") == empty
    assert 10 < len(QUICK) < len(ALL) / 2


RAN = [  # command line, domlint.toml, the rules that run
    ("", "", ALL),
    ("--profile default", "", ALL),
    ("--profile strict", "", ALL),
    ("--profile practice", "", ALL | PRACTICE),
    ("", 'profile = "practice"', ALL | PRACTICE),
    ("--profile practice --select MEM", "", OF_MEMORY),
    ("--select MEM", "", OF_MEMORY - PRACTICE),
    ("--select database-cache-disabled", "", {"MEM019"}),
    ("", 'select = ["mem019", "LOG"]', OF_LOG | {"MEM019"}),
    ("--profile practice --ignore MEM", "", (ALL | PRACTICE) - OF_MEMORY),
    ("--profile quick", "", QUICK),
    ("", 'profile = "quick"', QUICK),
    ("--profile default", 'profile = "quick"', ALL),
    ("--profile quick", 'profile = "strict"', QUICK),
    ("--profile quick", 'select = ["LOG"]', QUICK & OF_LOG),
    ("", 'profile = "quick"\nselect = ["LOG"]', QUICK & OF_LOG),
    ("--select LOG", 'profile = "quick"', OF_LOG),
    ("--select LOG --profile quick", "", OF_LOG),
    ("--select LOG --ignore LOG001 --profile quick", "", OF_LOG - {"LOG001"}),
    ("--ignore LOG --profile quick", "", QUICK - OF_LOG),
    ("--profile quick", 'ignore = ["LOG"]', QUICK - OF_LOG),
    ("--profile quick", '[severity]\nsession-timeout-long = "high"', QUICK | {LONG}),
    ("--profile quick", '[severity]\ntransaction-logging-off = "low"', QUICK - {LOG_OFF}),
]


@pytest.mark.parametrize(("words", "toml", "ran"), RAN)
def test_which_rules_run(words, toml, ran, check):
    assert set(check(INI, words, toml)[0]["ran"]) == ran


COUNTS = [  # text, command line, domlint.toml, exit code, whether the low finding is shown
    (LOW, "", "", 0, True),
    (LOW, "--profile strict", "", 1, True),
    (LOW, "", 'profile = "strict"', 1, True),
    (LOW, "--profile strict --fail-on medium", "", 0, True),
    (LOW, "--profile strict", 'fail_on = "medium"', 1, True),
    (LOW, "", 'profile = "strict"\nfail_on = "medium"', 0, True),
    (LOW, "--profile default", 'profile = "strict"', 0, True),
    (LOW, "--profile default", 'fail_on = "low"', 1, True),
    (HIGH, "--profile quick", "", 1, False),
    (HIGH, "--profile quick --fail-on critical", "", 0, False),
    (HIGH, "--profile quick --select LOG,CLU", "", 1, False),
    (HIGH, "--profile quick --select LOG,CLU --min-severity low", "", 1, True),
    (HIGH, "--profile quick --select LOG,CLU", 'min_severity = "low"', 1, False),
    (HIGH, "--select LOG,CLU", 'profile = "quick"\nmin_severity = "low"', 1, True),
    (OPEN, "--ignore setting-wrong-type", "", 0, False),
    (OPEN, "--ignore setting-wrong-type --profile strict", "", 1, False),
    (OPEN, "--ignore setting-wrong-type --profile strict --no-strict", "", 0, False),
    (OPEN, "--ignore setting-wrong-type --profile strict", "strict = false", 1, False),
    (OPEN, "--ignore setting-wrong-type", 'profile = "strict"\nstrict = false', 0, False),
    (OPEN, "--ignore setting-wrong-type --profile default", "strict = true", 1, False),
]


@pytest.mark.parametrize(("text", "words", "toml", "code", "low"), COUNTS)
def test_what_counts_and_is_shown(text, words, toml, code, low, check):
    _, out, ended, err = check(text, words, toml)
    assert (ended, "Server_Transinfo_Normalize" in out) == (code, low), out + err


FIGURES = [  # command line, domlint.toml, whether 50 minutes are too long
    ("", "", False),
    ("--profile strict", "", True),
    ("--profile strict", '[parameters.session-timeout-long]\nlimit = 55\nreason = "so agreed"', False),
    ("--profile strict", '[parameters.THR]\nlimit = 55\nreason = "so agreed"', None),
    ("", '[parameters.session-timeout-long]\nlimit = 49\nreason = "so agreed"', True),
]


@pytest.mark.parametrize(("words", "toml", "found"), FIGURES)
def test_a_site_s_figures_go_before_a_profile_s(words, toml, found, check):
    report, _, code, _ = check(LOW, words, toml)
    assert code == 2 if found is None else (LONG in {one["rule"] for one in report["findings"]}) is found


SAID = [
    ("", "", "default", None, ""),
    ("--profile default", "", "default", None, ""),
    ("--profile quick", "", "quick", f"{len(ALL - QUICK)} of {len(ALL)} rules left out by profile quick",
     f"note: profile quick was used; {len(QUICK)} of {len(ALL)} rules ran"),
    ("--profile practice", "", "practice", None, "note: profile practice was used"),
    ("--profile strict", "", "strict", f"figures of {len(PACK.profiles['strict']['parameters'])} rules changed by profile strict",
     "note: profile strict was used"),
    ("", 'profile = "quick"\nignore = ["LOG001"]', "quick",
     f"1 of {len(ALL)} rules left out by domlint.toml; {len(ALL - QUICK)} of {len(ALL)} rules left out by profile quick",
     "note: profile quick was used"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "toml", "name", "note", "line"), SAID)
def test_the_report_names_it(words, toml, name, note, line, check):
    report, out, _, _ = check(INI, words, toml)
    assert (report["profile"], report["servers"][0].get("grade_note")) == (name, note)
    assert line in out
    assert ("profile" in out) == bool(line)


def test_a_letter_is_a_bound_where_a_profile_leaves_out_what_could_lower_it(check):
    high = HIGH + "ServerTasks=Router,Update\nUPDATE_NO_FULLTEXT=1\nServerTasksAt2=Compact\nserver_restricted=1\n"
    whole = check(high, "")[0]["servers"][0]
    quick = check(high, "--profile quick")[0]["servers"][0]
    assert quick["grade"] <= whole["grade"]
    assert quick["grade_is_bound"]


def test_sarif_and_ndjson_name_it(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI)
    sarif = json.loads(domlint("check", "notes.ini", "--profile", "quick", "--format", "sarif").out)
    assert sarif["runs"][0]["tool"]["driver"]["properties"]["profile"] == "quick"
    last = json.loads(domlint("check", "notes.ini", "--profile", "quick", "--format", "ndjson").out.splitlines()[-1])
    assert last["profile"] == "quick"


def test_a_baseline_finds_what_a_profile_leaves_out_gone_by_decision(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(LOW)
    domlint("check", "notes.ini", "--format", "json:first.json")
    done = domlint(
        "check", "notes.ini", "--profile", "quick", "--baseline", "first.json", "--format", "json", "--format", "text:t"
    )
    account = json.loads(done.out)["baseline"]
    assert (account["gone"], account["rule_not_run"]) == (0, 0)
    assert account["by_configuration"] == account["total"] > 0
    assert f"{account['total']} gone because of the configuration or profile quick" in (tmp_path / "t").read_text()


WRONG = [
    ("--profile quik", "", '--profile: no profile is called "quik"; did you mean "quick"?'),
    ("--profile night", "", '--profile: no profile is called "night"; there is default, practice, quick and strict'),
    ("--profile=", "", '--profile: no profile is called ""; there is default, practice, quick and strict'),
    ("", '\nprofile = "strickt"', 'domlint.toml:2: profile: no profile is called "strickt"; did you mean "strict"?'),
    ("", "profile = 3", "domlint.toml:1: profile: a text in quotes is wanted, not the number 3"),
    ("--profile quick", 'select = ["INI002"]',
        "no rule is left to run: the profile quick leaves out all that are selected"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "toml", "said"), WRONG)
def test_what_is_wrong_with_it(words, toml, said, check):
    _, out, code, err = check(INI, words, toml)
    assert (code, out) == (2, "")
    assert f"domlint: {said}" in err.splitlines()


OWN = 'says = "What the night shift looks at."\nseverities = ["critical"]\nfail_on = "critical"\n'


def test_a_site_s_rules_may_bring_a_profile(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(HIGH)
    (tmp_path / "our" / "profiles").mkdir(parents=True)
    (tmp_path / "our" / "profiles" / "night.toml").write_text(OWN)
    done = domlint("check", "notes.ini", "--rules", "our", "--profile", "night", "--format", "json")
    report = json.loads(done.out)
    assert (done.returncode, report["profile"]) == (0, "night")
    assert set(report["ran"]) == {
        rule.id for rule in PACK.rules if "critical" in rule.severities and not rule.is_practice
    }
    assert domlint("check", "notes.ini", "--profile", "night").returncode == 2


SLIPS = [
    ('says = "short"', "1: says: "),
    (OWN + "[parameters.session-timeout-long]\nlimit = 45", "4: parameters.session-timeout-long.reason: "),
    (OWN + '[parameters.session-timeout-long]\nlimt = 45\nreason = "so it was agreed"',
        "5: parameters.session-timeout-long: "),
    (OWN + '[parameters.session-timout]\nlimit = 45\nreason = "so it was agreed"', "5: parameters.session-timout: "),
    (OWN + '[parameters.session-timeout-long]\nlimit = 5\nreason = "so it was agreed"',
        "5: parameters.session-timeout-long: 5 is"),
    (OWN + 'severity = "high"', "4: severity: "),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), SLIPS)
def test_a_profile_file_that_is_wrong_names_the_line(text, said, tmp_path):
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles" / "night.toml").write_text(text)
    rows = [{"name": rule.name, "bounds": rule.row["bounds"]} for rule in PACK.rules]
    with pytest.raises(RulebookError) as slip:
        compile_profiles(tmp_path, rows)
    assert f"night.toml:{said}" in str(slip.value)


def test_rules_of_practice_are_at_most_medium_but_these():
    worst = {rule.name: rule.severities[0] for rule in PACK.rules if rule.is_practice}
    assert {name: severity for name, severity in worst.items() if severity in {"critical", "high"}} == {
        "java-heap-exceeds-memory": "high"
    }


def test_explain_and_the_list_of_rules_tell_of_it(domlint):
    page = domlint("explain", "strict").out
    assert "session-timeout-long: `limit` is 45. HCL" in page
    assert f"{len(QUICK)} of {len(PACK.rules)} rules run" in domlint("explain", "Quick").out
    assert len(domlint("rules", "list", "--profile", "quick").out.splitlines()) == len(QUICK)
    assert domlint("rules", "list", "--profile", "quik").returncode == 2
    assert "Under the profile `strict`, `limit` is 45" in domlint("explain", "session-timeout-long").out


def test_findings_from_practice_name_their_sources(check):
    report, out, _, _ = check(INI + "NSF_DbCache_Disable=1\n", "--profile practice")
    [message] = [one["message"] for one in report["findings"] if one["rule"] == "MEM019"]
    assert "From practice: IBM" in message
    assert "From practice: IBM" in out
    assert "From practice" not in check(INI + "NSF_DbCache_Disable=1\n", "")[1]


NIGHTLY = (  # what starts Updall every night, and where the remedy says to change it
    ({"notes.ini": INI + "ServerTasksAt2=Updall -R\n"}, "Where: NOTES.INI"),
    (
        {
            "notes.ini": INI,
            "programs.dxl": "<document xmlns='http://www.lotus.com/dxl' form='Program'>"
            "<item name='Program'><text>updall</text></item><item name='CmdLine'><text>-R</text></item>"
            "<item name='Source'><text>Mail01/Acme</text></item><item name='Enabled'><text>1</text></item>"
            "<item name='Schedule'><datetime>T020000,00</datetime></item><item name='WeekDays'><numberlist>"
            + "".join(f"<number>{day}</number>" for day in range(1, 8))
            + "</numberlist></item></document>",
        },
        "Where: Program document",
    ),
)


@pytest.mark.parametrize(("files", "where"), NIGHTLY)
def test_the_remedy_of_a_nightly_rebuild_names_where_it_is_scheduled(files, where, domlint, tmp_path):
    (tmp_path / "srv").mkdir()
    for name, text in files.items():
        (tmp_path / "srv" / name).write_text(text)
    done = domlint("fix", "srv", "--isolated", "--profile", "practice", "--select", "updall-rebuilds-nightly")
    assert where in done.out
