"""A server checked as another release: new findings, findings that would go away, and unknown ones."""

import json
import re
from pathlib import Path

import jsonschema
import pytest
import tickets
from fixture_servers import EVERY_CUT, NAMES
from judged import of_every_kind, run_of
from msgspec.structs import replace

from advisor.checking.examples import files_of, verdict
from advisor.derive import Overrides
from advisor.judging import assess
from advisor.judging.assess import CLUSTER
from advisor.judging.run import Run
from advisor.pack import builtin
from advisor.report import schema
from advisor.servers.reading import read
from advisor.values.release import parse, reaches, spell

FIXTURES = Path(__file__).parent.parent / "fixtures"
pytestmark = pytest.mark.usefixtures("read_once")
PACK = builtin()
PLAIN = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory={directory}\nNotesProgram={program}\n{more}"
WINDOWS = {"directory": "d:\\notesdata", "program": "c:\\notes"}
LINUX = {"directory": "/local/notesdata", "program": "/opt/ibm/domino/notes/latest/linux"}


def options(name):
    told = re.search(r"^# options: (.*)$", (FIXTURES / f"{name}.expected").read_text(encoding="utf-8"), re.MULTILINE)
    return told[1].split() if told else []


def report_of(domlint, release, *words, cwd=FIXTURES):
    done = domlint("check", *words, "--format", "json", "--isolated", "--as-release", release, cwd=cwd)
    return json.loads(done.stdout), done.returncode


def new(report):
    """`medium buffer-pool-pinned (now info)`, each once."""
    names = {one["rule"]: report["rules"][one["rule"]]["name"] for one in report["findings"]}
    return {
        f"{one['severity']} {names[one['rule']]}" + (f" (now {one['now']})" if "now" in one else "")
        for one in report["findings"]
    }


def gone(report):
    """`release-out-of-support`, `software-raid info` of what would be milder, `mailbox-logging-on ?` without a rule."""
    told = [one["as_release"] for one in [*report["servers"], *report["clusters"]]]
    rows = [row for one in told for row in one.get("gone", ())]
    return {row["name"] + (f" {row['becomes']}" if "becomes" in row else " ?" * ("no_rule" in row)) for row in rows}


OUT = "release-out-of-support"

# A fixture, a release: all that is new, with its severity and the one of now, and all that would go away or be milder.
DIFFERENCES = [
    ("windows-9.0.1-aged", "14.5", {"medium buffer-pool-pinned (now info)", "medium port-encryption-off"}, {OUT}),
    ("windows-9.0.1-aged", "10.0.1", {"medium buffer-pool-pinned (now info)"}, set()),
    ("linux-8.5.3-raid5", "14.5", set(), {OUT}),
    ("linux-8.5.3-raid5", "9.0.1", set(), set()),
    ("today-upgraded-from-8.5.3", "14.5", {"high weak-ciphers-on (now medium)"}, set()),
    ("today-upgraded-from-8.5.3", "12.0.2FP5", set(), set()),
    ("today-wide-open", "14.0", {"high weak-ciphers-on (now medium)"}, set()),
    ("today-traveler-daos", "12.0.2", {"info kyr-file-in-use", "high traveler-heap-small"}, set()),
    ("today-partitions", "14.5", {"low setting-obsolete", "medium port-encryption-off"}, {OUT}),
    ("aix-9.0.1-good", "14.5", {"medium port-encryption-off"}, {OUT}),
    ("aix-9.0.1-carried-over", "12.0.2", {"info port-encryption-off"}, {OUT}),
    ("windows-12.0.2-good", "14.5", set(), set()),
    ("linux-12.0.2-good", "14.5.1", set(), set()),
    (
        "aix-7.0-groups",
        "14.5",
        {"low concurrent-transactions-pinned", "low view-rebuild-dir-in-data-directory"},
        {OUT, "concurrent-transactions-exceed-pool ?"},
    ),
    ("today-cluster-hub", "14.5", set(), set()),
    (
        "windows-4.5-raid1-cache50",
        "14.5",
        {"high transaction-logging-off", "info shared-mail-task-left", "low operating-system-not-mirrored"},
        {OUT, "cache-ratio-not-write-heavy info", "log-nsf-shares-array ?"},
    ),
]


@pytest.mark.parametrize(("name", "release", "comes", "goes"), DIFFERENCES)
def test_what_is_new_and_what_would_go_away(name, release, comes, goes, domlint):
    report, code = report_of(domlint, release, name, *options(name))
    assert (new(report), gone(report)) == (comes, goes)
    assert code == int(any(re.match("medium|high|critical", one) for one in comes))
    assert all(one["message"].startswith(f"With {release}: ") for one in report["findings"])
    assert report["as_release"] == release


# A release, a server's system and own release, a line of its NOTES.INI, and what is new but for some categories.
LINES = [
    ("14.5", WINDOWS, "12.0.2", "OIDC_PROVIDER_CACHE_POLLING_INTERVAL=60", {"low setting-obsolete"}),
    ("14.0", LINUX, "12.0.2", "USE_WEAK_SSL_CIPHERS=1", {"high weak-ciphers-on (now medium)"}),
    ("12.0.2", LINUX, "11.0.1", "USE_WEAK_SSL_CIPHERS=1", set()),
    ("12.0", LINUX, "9.0.1", "Create_R9_Databases=1", {"low setting-obsolete"}),
    ("14.5", LINUX, "9.0.1FP10", "PORT_ENC_ADV=0", {"medium port-encryption-without-modern-algorithms"}),
    ("14.5", LINUX, "9.0.1FP10", "Enable_ACL_Files=0", {"medium directory-access-files-off"}),
    ("11.0", LINUX, "9.0.1FP10", "Enable_ACL_Files=0", set()),
    ("14.5", WINDOWS, "8.5.3", "ConstrainedSHMSizeMB=2048", {"info thirty-two-bit-leftovers (now unknown)"}),
    ("8.5.3", WINDOWS, "8.0.2", "ServerTasksAt2=Object Collect mailobj.nsf", {"info shared-mail-task-left"}),
    ("8.5.3", WINDOWS, "7.0.2", "Server_Max_Concurrent_Trans=100", {"low concurrent-transactions-pinned"}),
]  # fmt: skip


@pytest.mark.parametrize(("release", "system", "build", "line", "comes"), LINES)
def test_what_lines_come_to(release, system, build, line, comes, domlint, tmp_path):
    more = f"{line}\nFaultRecovery_Build=Release {build}\n"
    (tmp_path / "notes.ini").write_text(PLAIN.format(more=more, **system))
    report, _ = report_of(domlint, release, "notes.ini", "--ignore", "LOG,STO,SYS", cwd=tmp_path)
    assert new(report) == comes


WITH_BUILD = [
    (rule, example)
    for rule in PACK.rules
    for example in rule.examples
    if rule.subject != CLUSTER and "FaultRecovery_Build=" in example.files.get("notes.ini", "")
]
OLDER = "Release 5.0.8"


def test_an_example_says_the_same_of_an_older_server_that_is_judged_as_its_release():
    """Examples with a build number: their servers run R5. Nothing is missed, and no alarm is false.

    One of each rule for each verdict and severity; with DOMLINT_EVERY_CUT all.
    """
    unlike = []
    seldom = {(rule.name, example.expect, example.severity): (rule, example) for rule, example in WITH_BUILD}
    for rule, example in WITH_BUILD if EVERY_CUT else seldom.values():
        build = re.search(r"FaultRecovery_Build=(.*)", example.files["notes.ini"])[1]
        if reaches(build, "6.0") and parse(build):
            older = example.files["notes.ini"].replace(build, OLDER)
            judged = upgraded(replace(example, files={**example.files, "notes.ini": older}), rule, build)
            unlike += [(rule.name, example.expect, judged, example.files)] * (judged != example.expect)
    assert len(WITH_BUILD) > 500
    assert unlike == []


def upgraded(example, rule, release):
    """The verdict on an example's first server as another release."""
    reading = read(files_of(example, PACK), PACK.catalogue)
    run = Run(reading, Overrides(None, example.platform, example.bits), as_release=spell(release))
    results = next(iter(assess.judged(run, [rule]))).upgraded
    return verdict(results)


UNTIL = [(one.name, one.until) for one in PACK.catalogue.settings.values() if one.until]
SINCE = [(one.name, one.since) for one in PACK.catalogue.settings.values() if one.since]


def test_a_setting_that_a_release_no_longer_has_is_told(domlint, tmp_path):
    lines = "".join(f"{name}=1\n" for name, _ in UNTIL)
    (tmp_path / "notes.ini").write_text(PLAIN.format(more=f"{lines}FaultRecovery_Build=Release 8.0.2\n", **WINDOWS))
    for release in {"8.0.2", *(until for _, until in UNTIL)}:
        report, _ = report_of(domlint, release, "notes.ini", "--select", "setting-obsolete", cwd=tmp_path)
        told = {f"setting {name}" for name, until in UNTIL if reaches(release, until) and not reaches("8.0.2", until)}
        assert {one["subject"] for one in report["findings"]} == told


def test_settings_that_a_release_does_not_know_yet_are_no_matter_behind_it(domlint, tmp_path):
    lines = "".join(f"{name}=1\n" for name, since in SINCE if not reaches("6.0", since))
    (tmp_path / "notes.ini").write_text(PLAIN.format(more=f"{lines}FaultRecovery_Build=Release 6.0\n", **WINDOWS))
    report, _ = report_of(domlint, "14.5", "notes.ini", "--select", "setting-not-yet-known", cwd=tmp_path)
    told = report["servers"][0]["as_release"]["gone"]
    assert len(told) > 10
    assert {row["rule"] for row in told} == {report["servers"][0]["as_release"]["gone"][0]["rule"]}
    assert report["findings"] == []


OF_EACH_RELEASE = {tuple(name.split("-")[:2]): name for name in NAMES}


@pytest.mark.parametrize("name", NAMES if EVERY_CUT else OF_EACH_RELEASE.values())
def test_as_its_own_release_nothing_differs(name, domlint):
    servers = [*run_of([FIXTURES / name], tickets.overrides(name))[0].derived()]
    released = {one.name: one.facts.ask("release").text for one in servers}
    for release in {*released.values()} - {None}:
        as_it = release.removesuffix(" or newer")
        report, code = report_of(domlint, as_it, name, *options(name))
        own = [one for one in released if released[one] == release]
        rows = [one for one in report["servers"] if one["name"] in own]
        assert [one["as_release"]["how"] for one in rows] == ["already"] * len(own)
        assert [one for one in report["findings"] + report["unknown"] if one.get("server") in own] == []
        assert [row for one in rows for row in one["as_release"].get("gone", ())] == []
        assert [one["as_release"].get("no_longer_judged") for one in rows] == [None] * len(own)
        assert [one["as_release"].get("defaults") for one in rows] == [None] * len(own)
        assert code == 0 or len(released) > len(own)


# The release of a server, a line of its NOTES.INI, and the default that would be another one.
DEFAULTS = [
    ("9.0.1", "", "14.5", [{"setting": "Enable_ACL_Files", "now": "0", "then": "1"}]),
    ("11.0", "", "11.0.1", [{"setting": "Enable_ACL_Files", "now": "0", "then": "1"}]),
    ("9.0.1", "", "10.0.1", []),
    ("11.0.1", "", "14.5", []),
    ("9.0.1", "Enable_ACL_Files=0\n", "14.5", []),
    ("9.0.1", "Enable_ACL_Files=1\n", "14.5", []),
]


@pytest.mark.parametrize(("runs", "line", "release", "defaults"), DEFAULTS)
def test_a_setting_that_is_not_set_has_another_value(runs, line, release, defaults, domlint, tmp_path):
    more = f"{line}FaultRecovery_Build=Release {runs}\n"
    (tmp_path / "notes.ini").write_text(PLAIN.format(more=more, **LINUX))
    report, _ = report_of(domlint, release, "notes.ini", cwd=tmp_path)
    rows = report["servers"][0]["as_release"].get("defaults", [])
    assert [{name: row[name] for name in ("setting", "now", "then")} for row in rows] == defaults
    text = domlint("check", "notes.ini", "--isolated", "--as-release", release, cwd=tmp_path).out
    assert ("Default: Enable_ACL_Files is not set. Its default is 0 now" in text) == bool(defaults)


def test_fixtures_of_every_kind_are_told_as_the_schema_says(domlint, tmp_path):
    formats = ("--format", "ndjson", "--format", f"json:{tmp_path / 'report.json'}")
    done = domlint("check", *of_every_kind(), *formats, "--isolated", "--as-release", "14.5", cwd=FIXTURES)
    report = json.loads((tmp_path / "report.json").read_bytes())
    jsonschema.validate(report, schema.schema())
    schema.model(schema.Report).model_validate(report, extra="forbid")
    lines = [json.loads(line) for line in done.out.splitlines()]
    for line in lines[:3] + lines[-1:]:
        jsonschema.validate(line, schema.schema_of_lines())
    assert tickets.GIVEN["joined"](done.out.splitlines()) == report
    assert {one["as_release"]["how"] for one in report["servers"]} == {"upgraded", "already"}


@pytest.mark.parametrize(("release", "words", "code"), [  # A release, what the program says of it, and its exit code.
    ("banana", '--as-release: "banana" names no release; write it as 14.5', 2),
    ("", '--as-release: "" names no release; write it as 14.5', 2),
    ("9.0.1FP1O", '--as-release: "9.0.1FP1O" names no release; write it as 14.5', 2),
    ("13.0", "--as-release: there is no Domino 13.0; did you mean 14.0?", 2),
    ("9.5", "--as-release: there is no Domino 9.5; did you mean 10.0?", 2),
    ("0", '--as-release: "0" names no release; write it as 14.5', 2),
    ("99", "--as-release: there is no Domino 99; did you mean 14.5.1?", 2),
    ("14.9", "the rules cover releases up to 14.5.1", 0),
    ("R6", "1 server checked as 6: nothing new, 1 runs a newer one", 0),
    ("14.0", "1 server checked as 14.0: nothing new, 1 runs it already", 0),
])  # fmt: skip
def test_what_names_a_release(release, words, code, domlint):
    done = domlint("check", "today-xpages", "--isolated", "--format", "concise", "--as-release", release, cwd=FIXTURES)
    assert (words in done.err, done.returncode, done.out) == (True, code, "")


def a_fleet(folder, *releases):
    for number, release in enumerate(releases, start=1):
        below = folder / f"srv{number}"
        below.mkdir()
        build = f"FaultRecovery_Build=Release {release}\n" if release else ""
        text = PLAIN.format(more=f"{build}USE_WEAK_SSL_CIPHERS=1\n", **LINUX)
        (below / "notes.ini").write_text(text.replace("Mail01", f"Mail0{number}").replace("/ibm/", "/ibm/"))


def test_a_fleet_of_mixed_releases(domlint, tmp_path):
    a_fleet(tmp_path, "9.0.1", "12.0.2", "14.0FP1", "14.5", "")
    report, _ = report_of(domlint, "14.0", ".", cwd=tmp_path)
    told = [one["as_release"] for one in report["servers"]]
    assert [one["how"] for one in told] == ["upgraded", "upgraded", "already", "newer", "upgraded"]
    assert [one["release"]["value"] for one in told] == ["9.0.1", "12.0.2", "14.0FP1", "14.5", None]
    found = [(one["server"], one.get("now")) for one in report["findings"] if one["rule"] == "SEC002"]
    text = domlint("check", ".", "--isolated", "--as-release", "14.0", cwd=tmp_path).out
    assert "note: Mail03/Acme runs 14.0 already" in text
    assert "note: Mail04/Acme runs a newer release than 14.0" in text
    assert "Domino of unknown release now" in text
    assert found == [one for one in found if one[0] in {"Mail01/Acme", "Mail02/Acme", "Mail05/Acme"}]


def test_what_a_server_of_unknown_release_has_then_says_that_nobody_knows_of_now(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(PLAIN.format(more="Create_R9_Databases=1\n", **LINUX))
    report, _ = report_of(domlint, "14.5", "notes.ini", cwd=tmp_path)
    one = next(one for one in report["findings"] if one["subject"] == "setting Create_R9_Databases")
    assert one["now"] == "unknown"
    assert one["message"].endswith("whether this is so now.")
    told, _ = report_of(domlint, "14.5", "notes.ini", "--release", "9.0.1", cwd=tmp_path)
    assert told["servers"][0]["as_release"]["release"] == {"value": "9.0.1", "basis": "--release"}
    assert "now" not in next(one for one in told["findings"] if one["subject"] == "setting Create_R9_Databases")


@pytest.mark.parametrize(("build", "release", "system", "more", "bits"), [
    ("Release 8.5.3", "14.5", WINDOWS, [], 64),
    ("Release 8.5.3", "9.0.1", WINDOWS, [], None),
    ("Release 8.5.3", "9.0.1", WINDOWS, ["--bits", "64"], 64),
    ("Release 8.5.3", "9.0.1", LINUX, [], None),
    ("Release 7.0.2", "8.0", WINDOWS, [], 32),
])  # fmt: skip
def test_a_server_of_32_bits_is_one_of_64_where_there_is_no_other(
    build, release, system, more, bits, domlint, tmp_path
):
    (tmp_path / "notes.ini").write_text(PLAIN.format(more=f"FaultRecovery_Build={build}\n", **system))
    report, _ = report_of(domlint, release, "notes.ini", *more, cwd=tmp_path)
    assert report["servers"][0]["bits"] == bits


MEMORY = "  Mem.PhysicalRAM = 17179869184\n  Server.CPU.Count = 8\n  Server.Name = {name}/Acme\n  3 statistics found\n"


@pytest.mark.parametrize(("printed", "then"), [(MEMORY, "gone"), ("", "no_longer_judged")])
def test_members_of_a_cluster_are_upgraded_together(printed, then, domlint, tmp_path):
    for name, release in (("Mail01", "12.0.2"), ("Mail02", "14.0")):
        (tmp_path / name).mkdir()
        more = f"FaultRecovery_Build=Release {release}\nServer_Availability_Threshold=0\n"
        text = PLAIN.format(more=more, **LINUX).replace("Mail01", name)
        (tmp_path / name / "notes.ini").write_text(text)
        console = f"> show cluster\nCluster Information\nCluster name: Mailers, Server name: {name}/Acme\n"
        (tmp_path / name / "show-cluster.txt").write_text(console)
        if printed:
            (tmp_path / name / "show-stat.txt").write_text(printed.format(name=name))
    now = json.loads(domlint("check", ".", "--isolated", "--format", "json", cwd=tmp_path).stdout)
    assert [one["rule"] for one in now["findings"] if one["cluster"]] == ["CLU010"]
    report, _ = report_of(domlint, "14.5", ".", cwd=tmp_path)
    told = report["clusters"][0]["as_release"]
    assert [row if then == "no_longer_judged" else row["rule"] for row in told[then]] == ["CLU010"]
    text = domlint("upgrade", "14.5", ".", "--isolated", cwd=tmp_path).out
    page = domlint("upgrade", "14.5", ".", "--isolated", "--format", "markdown", cwd=tmp_path).out
    for made in (" ".join(shown.split()) for shown in (text, page)):
        assert re.search("[Cc]luster Mailers .*Mail01/Acme and Mail02/Acme", made)
        assert ("Would go away: cluster-members-differ (info)" in made) == (then == "gone")
        assert ("not with 14.5: cluster-members-differ" in made) == (then != "gone")


# What it leaves alone.


def test_no_ticket_of_now_is_touched(domlint):
    for name in ("windows-9.0.1-aged", "today-upgraded-from-8.5.3", "aix-7.0-groups"):
        now = json.loads(domlint("check", name, "--format", "json", "--isolated", cwd=FIXTURES).stdout)
        then, _ = report_of(domlint, "14.5", name)
        kept = {one["fingerprint"] for one in now["findings"]} | {one["stem"] for one in now["findings"]}
        made = {one["fingerprint"] for one in then["findings"]} | {one["stem"] for one in then["findings"]}
        assert kept.isdisjoint(made)
        assert then["ran"] == []
        does = {tickets.what_to_do(one, then) for one in tickets.tickets_of(now)}
        assert does == {"leave open: the report is on another release"}
        cured = {row["fingerprint"] for one in then["servers"] for row in one["as_release"].get("gone", ())}
        assert cured <= kept


def test_fingerprints_are_made_as_the_docs_say(domlint):
    import hashlib

    then, _ = report_of(domlint, "14.5", "windows-9.0.1-aged")
    now = json.loads(domlint("check", "windows-9.0.1-aged", "--format", "json", "--isolated", cwd=FIXTURES).stdout)
    of_now = next(one["fingerprint"] for one in now["findings"] if one["rule"] == "MEM004")
    of_then = next(one["fingerprint"] for one in then["findings"] if one["rule"] == "MEM004")
    assert of_then == "dl1:" + hashlib.sha256(f"{of_now}|as 14.5".encode()).hexdigest()[:20]


def test_it_is_no_baseline_and_takes_none(domlint, tmp_path):
    report = tmp_path / "then.json"
    for kind in ("json", "ndjson"):
        domlint(
            "check",
            "windows-9.0.1-aged",
            "--isolated",
            "--as-release",
            "14.5",
            "--format",
            f"{kind}:{report}",
            cwd=FIXTURES,
        )
        done = domlint("check", "windows-9.0.1-aged", "--isolated", "--baseline", report, cwd=FIXTURES)
        assert (done.returncode, done.out) == (2, "")
        assert "made with --as-release, so it does not tell what stands now" in done.err
    domlint("check", "windows-9.0.1-aged", "--isolated", "--format", f"json:{report}", cwd=FIXTURES)
    both = ["--baseline", report, "--as-release", "14.5"]
    assert domlint("check", "windows-9.0.1-aged", "--isolated", *both, cwd=FIXTURES).returncode == 2
    (tmp_path / "notes.ini").write_text(PLAIN.format(more="FaultRecovery_Build=Release 9.0.1\n", **LINUX))
    (tmp_path / "domlint.toml").write_text('baseline = "then.json"\n')
    done = domlint("check", "notes.ini", "--as-release", "14.5")
    assert "domlint.toml:1: the baseline was not used" in done.err
    assert done.returncode < 2


def test_waivers_hold_and_none_is_idle_for_what_is_not_told(domlint, tmp_path):
    (tmp_path / "notes.ini").write_bytes((FIXTURES / "windows-9.0.1-aged" / "notes.ini").read_bytes())
    rows = [
        ("buffer-pool-pinned", "known"),
        ("port-encryption-off", "later"),
        ("release-out-of-support", "soon"),
        ("transaction-logging-off", "a relay"),
    ]
    lines = "".join(f'[[waive]]\nrule = "{rule}"\nreason = "{reason}"\n' for rule, reason in rows)
    (tmp_path / "domlint.toml").write_text(lines)
    done = domlint("check", "notes.ini", "--as-release", "14.5", "--format", "json")
    report = json.loads(done.stdout)
    assert [one["rule"] for one in report["waived"]] == ["SEC032", "MEM004"]  # worse then, and waived all the same
    assert (done.returncode, report["findings"]) == (0, [])
    assert report["idle_waivers"] == []  # those of what stands in both are of use


def test_sarif_has_a_category_of_its_own(domlint):
    done = domlint(
        "check", "windows-9.0.1-aged", "--isolated", "--as-release", "14.5", "--format", "sarif", cwd=FIXTURES
    )
    run = json.loads(done.stdout)["runs"][0]
    assert run["automationDetails"] == {"id": "as-release-14.5/"}
    assert [one["ruleId"] for one in run["results"]] == ["SEC032", "MEM004"]
    plain = json.loads(domlint("check", "windows-9.0.1-aged", "--isolated", "--format", "sarif", cwd=FIXTURES).stdout)
    assert "automationDetails" not in plain["runs"][0]


# What else is said.


def test_strict_fails_on_what_a_given_file_leaves_open_as_the_release_alone(domlint):
    words = ("check", "today-traveler-daos", "--isolated", "--strict", "--fail-on", "never")
    assert domlint(*words, cwd=FIXTURES).returncode == 1
    assert domlint(*words, "--as-release", "14.0", cwd=FIXTURES).returncode == 0
