"""JUnit: one case for each rule and server."""

import json
import xml.etree.ElementTree as ET

import judged
import pytest
from fleets import RUNS, STAT, ini, lay
from msgspec.structs import replace

from advisor.configuration.baseline import Baseline, KnownFinding
from advisor.configuration.decisions import Decisions
from advisor.configuration.site import Waiver
from advisor.judging import assess, engine
from advisor.pack import SEVERITIES
from advisor.report import run_report
from advisor.writers import Options, junit

# What readers of the format agree on, as the Jenkins plugin xUnit has it (junit-10.xsd): elements with the attributes
# that must and those that may be there, and their children.
RULES = {
    "testsuites": (set(), {"name", "time", "tests", "failures", "errors"}, {"testsuite"}),
    "testsuite": (
        {"name", "tests", "failures", "errors"},
        {"group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"},
        {"testsuite", "properties", "testcase", "system-out", "system-err"},
    ),
    "properties": (set(), set(), {"property"}),
    "property": ({"name", "value"}, set(), set()),
    "testcase": ({"name"}, {"time", "classname", "group"}, {"skipped", "error", "failure", "system-out", "system-err"}),
    "failure": (set(), {"type", "message"}, set()),
    "error": (set(), {"type", "message"}, set()),
    "skipped": (set(), {"type", "message"}, set()),
    "system-out": (set(), set(), set()),
}


def parsed(text):
    return ET.fromstring(text.encode())  # noqa: S314 our own


def as_readers_expect(element):
    must, may, children = RULES[element.tag]
    assert must <= set(element.attrib) <= must | may
    assert {child.tag for child in element} <= children
    for child in element:
        as_readers_expect(child)


def cases_of(text):
    """The outcome of each case, with its kind and words, by class and name."""
    found = {}
    for case in parsed(text).iter("testcase"):
        key = case.get("classname"), case.get("name")
        assert key not in found
        outcomes = [one for one in case if one.tag != "system-out"]
        assert len(outcomes) <= 1
        told = [(one.tag, one.get("type"), one.get("message")) for one in outcomes]
        found[key] = told[0] if told else ("passed", "", case.findtext("system-out") or "")
    return found


@pytest.fixture
def rendered(tmp_path):
    def run(files, decisions=None, **options):
        lay(tmp_path / "in", files)
        report = judged.report_of([tmp_path / "in"], decisions, needs=junit.NEEDS)
        return report, junit.render(report, Options(**options))

    return run


def test_a_server_that_is_called_like_the_run_has_a_suite_of_its_own(rendered):
    _, text = rendered({"notes.ini": ini("A").replace("CN=A/O=Acme", "domlint").replace("=A/Acme", "=domlint")})
    assert [suite.get("name") for suite in parsed(text)] == ["domlint", "server domlint"]
    assert ("server domlint.threads", KEY[1]) in cases_of(text)


@pytest.mark.parametrize("name", [name for name in RUNS if name != "none"])
def test_every_judged_rule_has_one_case_and_the_numbers_add_up(name, rendered):
    report, text = rendered(RUNS[name])
    root = parsed(text)
    as_readers_expect(root)
    for suite, server in zip(root[1:], report.servers, strict=False):
        cases = [*suite.iter("testcase")]
        told = server.coverage
        assert suite.get("name") == server.name
        assert sum(not len(case) for case in cases) == told.passed
        assert len(cases) == told.failed + told.passed + told.unknown
    for word, kind in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
        each = [int(suite.get(word)) for suite in root]
        assert sum(each) == int(root.get(word)) == len([*root.iter(kind)])
    assert sum(int(suite.get("skipped")) for suite in root) == len([*root.iter("skipped")])


ONE = {"notes.ini": ini("A")}
THREADS = ("A/Acme.threads", "THR004 server-restricted")
KEY = ("A/Acme.threads", "THR001 session-timeout-long")
OPEN = ("A/Acme.storage", "STO003 raid5-for-writes")
WHOLE = ("domlint", "the report is whole")
SEVERAL = ("A/Acme.ini", "INI003 setting-repeated")
WAIVED = Decisions(config="domlint.toml", waivers={Waiver("THR001", "agreed", owner="Ann"): frozenset({"THR001"})})


@pytest.mark.parametrize(("files", "decisions", "options", "case", "told"), [  # files, decisions, options; a case and what is said of it
    (ONE, None, {"fail_on": "low"}, KEY, ("failure", "low", "Idle sessions are kept for 480 minutes, and each holds memory until then.")),
    (
        ONE,
        None,
        {},
        KEY,
        ("passed", "", "low: Idle sessions are kept for 480 minutes, and each holds memory until then.\nAt: in/notes.ini:9:24\nFix: "),
    ),
    (ONE, None, {"min_severity": "high"}, KEY, ("passed", "", "low: Idle sessions are kept for 480 minutes, and each holds memory until then.")),
    (ONE, None, {"fail_on": "info", "min_severity": "high"}, KEY, ("failure", "low", "Idle sessions")),
    (ONE, None, {"fail_on": "never"}, THREADS, ("passed", "", "high: ")),
    (ONE, WAIVED, {}, KEY, ("skipped", "waived", "Waived: agreed (owner: Ann): Idle sessions")),
    (ONE, None, {}, OPEN, ("skipped", "not judged", "Could not be checked on ")),
    (ONE, None, {}, WHOLE, ("passed", "", "")),
    (ONE | {"storage.toml": "x = "}, None, {}, ("domlint.inputs", "in/storage.toml:1"), ("error", "broken file", "broken file: ")),
    (ONE | {"storage.toml": "x = "}, None, {}, WHOLE, ("error", "not whole", "The report is incomplete: 1 error.")),
    ({"notes.ini": ini("A") + "Broken\0=1\n"}, None, {}, ("domlint.inputs", "in/notes.ini (in part)"), ("skipped", "read in part", "line ")),
    (
        {"notes.ini": ini("A") + "A=1\nA=2\nB=1\nB=1\n"},
        None,
        {"fail_on": "info"},
        SEVERAL,
        ("failure", "medium", "A is set on 2 lines, with 2 different values. (and 1 more)"),
    ),
    ({"readme.txt": "x"}, None, {}, WHOLE, ("error", "not whole", "The report is incomplete: 1 error.")),
])  # fmt: skip
def test_an_outcome(files, decisions, options, case, told, rendered):
    _, text = rendered(files, decisions, **options)
    assert case in cases_of(text), [key for key in cases_of(text) if "domlint" in key[0]]
    *kind, words = cases_of(text)[case]
    assert (*kind, words[: len(told[2])]) == told


@pytest.mark.parametrize("min_severity", ["info", "critical"])
@pytest.mark.parametrize("fail_on", ["never", "critical", "high", "medium", "low", "info"])
def test_failures_are_the_findings_that_make_the_exit_code_1(fail_on, min_severity, domlint, tmp_path):
    lay(tmp_path / "in", RUNS["partitions"])
    formats = ("--format", "junit:r.xml", "--format", "json:r.json")
    done = domlint("check", "in", "--isolated", "--fail-on", fail_on, "--min-severity", min_severity, *formats)
    severities = [] if fail_on == "never" else SEVERITIES[: SEVERITIES.index(fail_on) + 1]
    found = json.loads((tmp_path / "r.json").read_text())["findings"]
    counted = {(one["server"], f"{one['rule']} {one['name']}") for one in found if one["severity"] in severities}
    text = (tmp_path / "r.xml").read_text(encoding="utf-8")
    failed = {
        (group.rpartition(".")[0], name) for (group, name), case in cases_of(text).items() if case[0] == "failure"
    }
    assert failed == counted
    assert done.returncode == bool(failed)


def test_a_case_that_fails_has_its_lower_findings_as_output(rendered):
    files = {"notes.ini": ini("A") + "A=1\nA=2\nB=1\nB=1\n"}
    _, text = rendered(files, fail_on="medium")
    [case] = [case for case in parsed(text).iter("testcase") if case.get("name") == SEVERAL[1]]
    assert case.find("failure").text.startswith("medium: A is set on 2 lines")
    assert case.find("system-out").text.startswith("info: B is set on 2 lines")


def test_what_the_baseline_has_fails_nothing(rendered):
    report, _ = rendered(ONE)
    known = {one.fingerprint: KnownFinding(one.severity, one.rule, one.server) for one in report.findings}
    _, text = rendered(ONE, Decisions(baseline=Baseline(known)))
    assert cases_of(text)[KEY][:2] == ("skipped", "known")
    assert parsed(text).get("failures") == "0"


def test_a_rule_that_raised_is_an_error_and_did_not_pass(rendered, monkeypatch):
    def with_an_error(run, rules, *before):
        for one in assess.judged(run, rules, *before):
            others = [result for result in one.judged.outcomes if result.rule.id != "THR001"]
            [rule] = [rule for rule in rules if rule.id == "THR001"]
            yield replace(one, judged=engine.Results(others, [engine.RuleError(rule, "ValueError: no number")]))

    monkeypatch.setattr(run_report, "judged", with_an_error)
    cases = cases_of(rendered(ONE)[1])
    assert cases[KEY][:2] == ("error", "rule raised")
    assert cases["domlint.rules", "THR001"][0] == "error"


def test_a_cluster_is_a_suite_and_its_passes_show(rendered):
    alike = {f"{one}/stat.txt": STAT.format(2**34) + "  Server.CPU.Count = 4\n" for one in "ab"}
    _, text = rendered(RUNS["a cluster"] | alike | {"a/notes.ini": ini("A"), "b/notes.ini": ini("B")})
    assert cases_of(text)["cluster East.cluster", "CLU010 cluster-members-differ"] == ("passed", "", "")
