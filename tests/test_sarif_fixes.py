"""SARIF fixes: the replacements give the same bytes as `domlint fix --write`, in every encoding, and show no secret."""

import base64
import json
import re
import shutil
from collections import defaultdict
from urllib.parse import unquote

import pytest
from fixture_servers import FIXTURES
from fleets import RUNS, ini, lay
from test_fix import INI, NOT_EDITED, PROOFS, house  # noqa: F401  fixtures
from test_fix_clusters import MEMBERS, files, lowered
from test_sarif import VALIDATOR, is_valid
from test_workers import Here

from advisor.servers import reading
from advisor.workers import processes

NEWLINE = re.compile(r"\r\n|\n|\r")
HEAD = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/local/notesdata\nFaultRecovery_Build=Release 12.0.2\n"
TIMEOUT = HEAD + "Server_Session_Timeout=480\nPorts=TCPIP\n"
UMLAUT = TIMEOUT.replace("KitType", "Location=Zürich, Büro \U0001f600\nKitType")
DEBUGGED = {"ServerTasks": "Update", "JavaEnableDebug": "1", "JavaScriptEnableDebug": "1"}
SETUP = {"server": {"type": "first", "name": "Mail01"}, "org": {"orgName": "Acme"}}


def log_of(domlint, *words):
    done = domlint("check", "in", "--isolated", "--format", "sarif", *words)
    assert done.returncode in (0, 1), done.err
    return json.loads(done.out)


def fixes_of(log):
    """By rule the path and the replacements of each fix."""
    found = defaultdict(list)
    for result in log["runs"][0]["results"]:
        for fix in result.get("fixes", ()):
            assert fix["description"]["text"]
            [change] = fix["artifactChanges"]
            found[result["ruleId"]].append((unquote(change["artifactLocation"]["uri"]), change["replacements"]))
    return found


def encodings_of(log):
    """The encodings that the log names, by path."""
    files = log["runs"][0].get("artifacts", ())
    return {unquote(file["location"]["uri"]): file["encoding"] for file in files}


def applied(data, replacements, encoding="utf-8"):
    """A file's bytes with replacements made, as another tool does it: by bytes, or by lines and characters."""
    if "byteOffset" in replacements[0]["deletedRegion"]:
        for one in sorted(replacements, key=lambda one: -one["deletedRegion"]["byteOffset"]):
            begin, length = one["deletedRegion"]["byteOffset"], one["deletedRegion"]["byteLength"]
            text = base64.b64decode(one.get("insertedContent", {}).get("binary", ""))
            data = data[:begin] + text + data[begin + length :]
        return data
    marks = {"utf-8": b"\xef\xbb\xbf", "UTF-16": data[:2]}
    mark = marks[encoding] if encoding in marks and data.startswith(marks[encoding]) else b""
    codec = encoding if encoding != "UTF-16" else {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}[mark]
    text = data[len(mark) :].decode(codec)
    starts = [0, *(end.end() for end in NEWLINE.finditer(text))]
    spans = []
    for one in replacements:
        region = one["deletedRegion"]
        begin = starts[region["startLine"] - 1] + region["startColumn"] - 1
        end = starts[region["endLine"] - 1] + region["endColumn"] - 1
        assert begin < end or one["insertedContent"]["text"]
        spans.append((begin, end, one.get("insertedContent", {}).get("text", "")))
    for begin, end, new in sorted(spans, reverse=True):
        text = text[:begin] + new + text[end:]
    return mark + text.encode(codec)


@pytest.fixture
def is_the_same(domlint, tmp_path):
    """Compares the replacements of a rule with the file that `fix --write` leaves. Returns how many fixes there are."""

    def compare(rule, log):
        fixes = fixes_of(log)[rule]
        changed = defaultdict(list)
        for path, replacements in fixes:
            changed[path] += replacements
        before = {path: (tmp_path / path).read_bytes() for path in changed}
        shutil.copytree(tmp_path / "in", tmp_path / "kept")
        domlint("fix", "in", "--isolated", "--select", rule, "--unsafe", "--write", "--server-is-down")
        for path, replacements in changed.items():
            encoding = encodings_of(log).get(path, "utf-8")
            assert applied(before[path], replacements, encoding) == (tmp_path / path).read_bytes(), (rule, path)
            assert (tmp_path / path).read_bytes() != before[path]
        backups = sorted(one.name for one in (tmp_path / "in").rglob("*.bak"))
        assert len(backups) == len(changed)
        shutil.rmtree(tmp_path / "in")
        (tmp_path / "kept").rename(tmp_path / "in")
        return len(fixes)

    return compare


def lines(text, end):
    return text.replace("\n", end)


LMBCS = TIMEOUT.encode().replace(b"KitType", b"Location=Z\x10\x81rich\nKitType")
WRITTEN = [  # a rule, the bytes of a notes.ini, how many fixes there are, and the encoding that the log names
    pytest.param("THR001", TIMEOUT.encode(), 1, "UTF-8", id="a value is replaced"),
    pytest.param("THR001", lines(TIMEOUT, "\r\n").encode(), 1, "UTF-8", id="CRLF"),
    pytest.param("THR001", lines(TIMEOUT, "\r").encode(), 1, "UTF-8", id="CR"),
    pytest.param("THR001", b"\xef\xbb\xbf" + UMLAUT.encode(), 1, "UTF-8", id="UTF-8 with a mark"),
    pytest.param("THR001", UMLAUT.encode(), 1, "UTF-8", id="UTF-8"),
    pytest.param("THR001", lines(UMLAUT, "\r\n").encode("utf-16"), 1, "UTF-16", id="UTF-16 with a mark"),
    pytest.param("THR001", b"\xfe\xff" + UMLAUT.encode("utf-16-be"), 1, "UTF-16", id="UTF-16BE with a mark"),
    pytest.param("THR001", UMLAUT.encode("utf-16-le"), 1, "UTF-16LE", id="UTF-16LE"),
    pytest.param("THR001", UMLAUT.replace("\U0001f600", "\u201e").encode("cp1252"), 1, "windows-1252", id="windows-1252"),
    pytest.param("THR001", LMBCS, 1, "UTF-8", id="LMBCS"),
    pytest.param("THR001", TIMEOUT.replace("480", "480\nServer_Session_Timeout=480").encode(), 1, "UTF-8", id="on two lines"),
    pytest.param("THR004", (HEAD + "SERVER_RESTRICTED=2\nPorts=TCPIP\n").encode(), 1, "UTF-8", id="a line is removed"),
    pytest.param("THR004", lines(HEAD + "Ports=TCPIP\nSERVER_RESTRICTED=2\n", "\r\n").encode(), 1, "UTF-8", id="the last line is removed"),
    pytest.param("SEC007", (HEAD + "JavaEnableDebug=1\nPorts=TCPIP\nJavaScriptEnableDebug=1\n").encode(), 1, "UTF-8", id="two lines are removed"),
    pytest.param("THR001", TIMEOUT.encode() + b"Broken\0=1\n", 0, "UTF-8", id="a damaged file"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "data", "number", "encoding"), WRITTEN)
def test_replacements_give_the_bytes_that_fix_writes(rule, data, number, encoding, domlint, is_the_same, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "notes.ini").write_bytes(data)
    log = log_of(domlint)
    assert log["runs"][0]["columnKind"] == "unicodeCodePoints"
    assert log["runs"][0]["newlineSequences"] == ["\r\n", "\n", "\r"]
    assert rule in {result["ruleId"] for result in log["runs"][0]["results"]}
    assert is_the_same(rule, log) == number
    told = encodings_of(log).get("in/notes.ini", "UTF-8")
    assert told == encoding or not number


def test_a_file_in_lmbcs_is_edited_by_bytes(domlint, tmp_path):
    """No other program reads LMBCS as text."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "notes.ini").write_bytes(LMBCS)
    log = log_of(domlint)
    [(_, [one])] = fixes_of(log)["THR001"]
    at = LMBCS.index(b"480")
    assert one == {"deletedRegion": {"byteOffset": at, "byteLength": 3}, "insertedContent": {"binary": "NDU="}}
    assert encodings_of(log) == {}


def test_replacements_of_a_one_touch_file(domlint, is_the_same, tmp_path):
    for layout in ({"indent": 2}, {}):
        lay(
            tmp_path / "in",
            {"setup.json": json.dumps({"serverSetup": SETUP | {"notesINI": DEBUGGED}}, **layout)},
        )
        assert is_the_same("SEC007", log_of(domlint)) == 1


def test_fixes_are_those_of_the_plan_on_all_fixtures(domlint, is_the_same, tmp_path):
    """SARIF has the fixes of the plan, except edits that are possible only after another edit."""
    plan = json.loads(domlint("fix", FIXTURES, "--isolated", "--unsafe", "--format", "json").out)
    log = json.loads(domlint("check", FIXTURES, "--isolated", "--format", "sarif").out)
    results = log["runs"][0]["results"]
    later = planned(plan) & {fingerprint_of(one) for one in results} - with_fixes(log)
    rules = ",".join({one["ruleId"] for one in results if fingerprint_of(one) in later})
    alone = domlint("fix", FIXTURES, "--isolated", "--unsafe", "--format", "json", "--select", rules or "LOG009")
    assert with_fixes(log) <= planned(plan)
    assert later.isdisjoint(planned(json.loads(alone.out)))
    servers = {}
    for one in results:
        if "fixes" in one:
            path = unquote(one["fixes"][0]["artifactChanges"][0]["artifactLocation"]["uri"])
            servers.setdefault(path.split("/fixtures/")[-1].removeprefix("fixtures/").split("/")[0], one["ruleId"])
    assert len(servers) > 10
    for name, rule in servers.items():
        shutil.copytree(FIXTURES / name, tmp_path / "in")
        assert is_the_same(rule, log_of(domlint)) > 0
        shutil.rmtree(tmp_path / "in")


def fingerprint_of(result):
    return result["partialFingerprints"]["domlint/v1"]


def with_fixes(log):
    """The fingerprints of the results with fixes."""
    return {fingerprint_of(one) for one in log["runs"][0]["results"] if "fixes" in one}


def planned(plan):
    """The fingerprints of the findings that the edits of a plan fix."""
    steps = [step for server in plan["servers"] for step in server.get("steps", ()) if step.get("included")]
    return {finding["fingerprint"] for step in steps for finding in step["findings"]}


TWIN = json.dumps({"serverSetup": SETUP | {"notesINI": DEBUGGED}})
PLANS = [  # files, and rules of the house: names, conditions and edits
    *(pytest.param(files, (), id=f"not edited: {case}") for case, (files, _) in NOT_EDITED.items()),
    *(
        pytest.param(
            {"notes.ini": INI.replace("480", str(rules[0][2]))},
            [(f"{name}-of-the-house", when, f'set = {{ "ini.server_session_timeout" = "{to}" }}') for name, when, _, to in rules],
            id=f"proof: {case}",
        )
        for case, (rules, _) in PROOFS.items()
    ),
    pytest.param({"notes.ini": INI + "MailMaxThreds=abc\n"}, (), id="an edit that would bring another finding"),
    pytest.param({"setup.json": TWIN}, (), id="a set-up file"),
    pytest.param({"setup.json": TWIN.replace("JavaScriptEnableDebug", "Other")}, (), id="one of the settings is there"),
    pytest.param({"a/setup.json": TWIN, "b/setup.json": TWIN}, (), id="two files set up the same server"),
    pytest.param(RUNS["partitions"], (), id="servers on one machine"),
]  # fmt: skip


@pytest.mark.parametrize(("files", "rules"), PLANS)
def test_fixes_are_those_of_the_plan(files, rules, domlint, house, tmp_path):  # noqa: F811
    words = house(*rules) if rules else ()
    lay(tmp_path / "in", files)
    for narrowed in [words] if rules else [(), ("--select", "THR001,INI007,SEC007")]:
        plan = json.loads(domlint("fix", "in", "--unsafe", "--format", "json", *narrowed).out)
        log = json.loads(domlint("check", "in", "--format", "sarif", *narrowed).out)
        assert planned(plan) & {fingerprint_of(one) for one in log["runs"][0]["results"]} == with_fixes(log)


@pytest.mark.skipif(not VALIDATOR, reason="sarif-multitool is not installed; CI installs it")
def test_microsoft_s_validator_finds_nothing_in_fixes(domlint, tmp_path):
    for number, case in enumerate(WRITTEN):
        (tmp_path / "in" / str(number)).mkdir(parents=True)
        (tmp_path / "in" / str(number) / "notes.ini").write_bytes(case.values[1])
    domlint("check", "in", "--isolated", "--format", "sarif:report.sarif")
    text = (tmp_path / "report.sarif").read_text(encoding="utf-8")
    assert all(word in text for word in ('"binary":', '"encoding":"windows-1252"', '"fixes":'))
    is_valid(tmp_path / "report.sarif", tmp_path)


@pytest.mark.parametrize("case", MEMBERS)
def test_no_fix_edits_what_the_members_of_a_cluster_are_compared_by(case, domlint, house, tmp_path):  # noqa: F811
    first, second, _ = MEMBERS[case]
    lay(tmp_path / "in", files(first, second))
    log = json.loads(domlint("check", "in", "--format", "sarif", *house(lowered())).out)
    assert [
        one for one in log["runs"][0]["results"] if one["properties"]["name"] == "one-of-the-house" and "fixes" in one
    ] == []


def test_two_fixes_of_one_line_each_make_the_final_line(domlint, tmp_path):
    lay(tmp_path / "in", {"notes.ini": HEAD + "ServerTasks=Update,Replcia,Rotuer,HTTP\n"})
    made = [
        applied((tmp_path / path).read_bytes(), replacements).splitlines()[-1]
        for path, replacements in fixes_of(log_of(domlint))["TASK006"]
    ]
    assert made == [b"ServerTasks=Update,replica,router,HTTP"] * 2


def test_a_report_as_another_release_has_no_fix(domlint, tmp_path):
    lay(tmp_path / "in", {"notes.ini": ini("A", "OIDC_PROVIDER_CACHE_POLLING_INTERVAL=60\n")})
    log = log_of(domlint, "--as-release", "14.5")
    assert log["runs"][0]["results"]
    assert fixes_of(log) == {}


def test_a_waived_finding_has_no_fix(domlint, tmp_path):
    lay(tmp_path / "in", {"notes.ini": ini("A")})
    lay(tmp_path, {"site.toml": '[[waive]]\nrule = "THR001"\nreason = "agreed"\n'})
    log = json.loads(domlint("check", "in", "--config", "site.toml", "--format", "sarif").out)
    assert "THR001" in {one["ruleId"] for one in log["runs"][0]["results"]}
    assert "THR001" not in fixes_of(log)


def test_a_fix_shows_no_secret(domlint, house, tmp_path):  # noqa: F811
    """A rename shows the names alone, and a value that is a secret has no fix."""
    to_a_secret = 'set = { "ini.nwndspassword" = "Winter7Sommer9", "ini.server_session_timeout" = "45" }'
    rules = house(("one-of-the-house", "ini.server_session_timeout == 480", to_a_secret))
    lay(tmp_path / "in", {"notes.ini": INI + "NWNDSPassword=hunter4\nSMTP_Password =Winter7Sommer9\n"})
    done = domlint("check", "in", "--format", "sarif", *rules[:-1], f"{rules[-1]},INI005")
    assert not done.err
    assert "Winter7Sommer9" not in done.out.partition('"results":')[2]
    log = json.loads(done.out)
    [(_, [one])] = fixes_of(log)["INI005"]
    assert one["insertedContent"] == {"text": "SMTP_Password"}
    assert "THR901" in {result["ruleId"] for result in log["runs"][0]["results"]}
    assert "THR901" not in fixes_of(log)


def test_fixes_are_the_same_for_any_number_of_processes(domlint, tmp_path, monkeypatch):
    lay(tmp_path / "in", RUNS["partitions"] | {"d/notes.ini": ini("D"), "e/notes.ini": ini("E")})
    once = domlint("check", "in", "--isolated", "--format", "sarif").out
    assert '"fixes":' in once
    monkeypatch.setattr(reading, "HELD", 0)
    monkeypatch.setattr("advisor.run.START_SECONDS", 0)
    monkeypatch.setattr(processes, "Processes", Here)
    assert domlint("check", "in", "--isolated", "--format", "sarif", "--jobs=3").out == once
