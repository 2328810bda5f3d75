"""`domlint compare`: what became of each finding between two reports."""

import json

import jsonschema
import pytest
from at_once import at_once
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import asdict, astuple
from tickets import CLASSES_OF, read, tickets_of, what_to_do

from advisor.cli.schema import schema_named
from advisor.comparing.comparison import Became, compare_reports
from advisor.pack import SEVERITIES
from advisor.report.identity import fingerprint_of, stem
from advisor.writers import Options
from advisor.writers import comparison as comparison_report

RULES = {"LOG001": "transaction-logging-off", "THR001": "session-timeout-long", "STO005": "raid0-without-redundancy"}
SERVERS = ("Mail01/Acme", "Mail02/Acme")
CLUSTER = "Cluster1/Acme"
PATHS = {"notes.ini": "notes.ini", "a.txt": "ssacli", "b.txt": "ssacli", "df.txt": "df"}


def finding(rule="THR001", owner=SERVERS[0], subject="server", severity="low", value="480", path="notes.ini", **more):
    is_cluster = owner == CLUSTER
    return {
        "rule": rule,
        "name": RULES[rule],
        "severity": severity,
        "server": None if is_cluster else owner,
        "cluster": owner if is_cluster else None,
        "subject": subject,
        "message": f"It is {value}.",
        "location": {"path": f"{owner}/{path}", "line": 3, "column": 1, "end_column": 2} if path else None,
        "further": None,
        "evidence": None,
        "fingerprint": fingerprint_of(rule, owner, subject),
        "stem": stem(rule, owner),
        "state": f"dl1v:{severity}{value}",
        **more,
    }


def server(name=SERVERS[0], paths=("notes.ini",), place="", beside=(), told=None, copies=()):
    row = {"name": name, "grade": "B", "grade_is_bound": False, "place": place or f"srv/{name}/notes.ini"}
    inputs = [{"path": f"{name}/{path}", "format": PATHS[path]} for path in paths]
    spare = {"beside": [*beside], "told": told, "copies": [*copies]}
    return row | {"inputs": inputs or None} | {field: value for field, value in spare.items() if value}


def report(findings=(), servers=(), waived=(), unknown=(), clusters=(), **more):
    return {
        "schema_version": 3,
        "complete": True,
        "tool": {"name": "domlint", "version": "1", "rulepack": "2026-11-20"},
        "profile": "default",
        "as_release": None,
        "ran": [*RULES],
        "changed": {},
        "servers": [*servers] or [server()],
        "places": [],
        "clusters": [*clusters],
        "findings": [*findings],
        "unknown": [*unknown],
        "hints": [{"collect": "show stat", "keys": ["statistic"]}, {"collect": "storage.toml", "keys": ["array"]}],
        "waived": [*waived],
        "errors": [],
        **more,
    }


def open_(rule="THR001", owner=SERVERS[0], subjects=("server",), hints=(0,)):
    whose = {"cluster" if owner == CLUSTER else "server": owner}
    return whose | {"rules": {rule: [*hints] or None}} | ({"subjects": [*subjects]} if subjects else {})


def between(old, new):
    return compare_reports(read(old, "old.json"), read(new, "new.json"), "2026-11-20")


def counted(made):
    return {name: count for name, count in asdict(made.numbers).items() if count}


ONE = report([finding()])
NONE = report()
BESIDE = {"servers": [server(beside=SERVERS[1:]), server(SERVERS[1])]}
FOREIGN = finding(location={"path": f"{SERVERS[1]}/notes.ini", "line": 1, "column": None, "end_column": None})
OF_OTHERS = report(
    [finding(location={"path": f"{SERVERS[1]}/df.txt", "line": 1, "column": None, "end_column": None})],
    [server(), server(SERVERS[1], ("notes.ini", "df.txt"))],
)


@at_once(("old", "new", "became", "why", "give"), [  # the old report, the new one, what became of the finding, why, what to give
    (ONE, ONE, "continuing", "", ()),
    (NONE, ONE, "new", "", ()),
    (ONE, NONE, "fixed", "", ()),
    (ONE, report([finding(severity="high")]), "worse", "", ()),
    (report([finding(severity="high")]), ONE, "better", "", ()),
    (ONE, report([finding(value="600")]), "changed", "", ()),
    (ONE, report(waived=[finding(reason="agreed")]), "accepted", "", ()),
    (report(waived=[finding(reason="agreed")]), ONE, "new", "accepted then", ()),
    (ONE, report(unknown=[open_()]), "not_judged", "not judged", ("show stat",)),
    (ONE, report(unknown=[open_(subjects=(), hints=(1, 0))]), "not_judged", "not judged", ("storage.toml", "show stat")),
    (ONE, report(unknown=[open_(subjects=("array a",))]), "fixed", "", ()),
    (ONE, report(unknown=[open_(owner="MAIL01/ACME", hints=())]), "not_judged", "not judged", ()),
    (report(unknown=[open_()]), ONE, "new", "not judged", ()),
    (ONE, report(complete=False), "not_judged", "report not whole", ()),
    (report(complete=False), ONE, "new", "report not whole", ()),
    (ONE, report(ran=["LOG001"]), "not_judged", "rule not run", ()),
    (ONE, report(as_release="14.5", ran=[]), "not_judged", "another release", ()),
    (ONE, report(servers=[server(SERVERS[1])]), "not_there", "server not there", ()),
    (ONE, report(servers=[server("MAIL01/acme")]), "fixed", "", ()),
    (report([finding(path="df.txt")], [server(paths=("df.txt",))]), NONE, "not_judged", "file not there", ()),
    (OF_OTHERS, report(servers=[server(), server(SERVERS[1])]), "not_judged", "file not there", ()),
    (OF_OTHERS, NONE, "not_judged", "file not there", ()),
    (OF_OTHERS, report(servers=OF_OTHERS["servers"]), "fixed", "", ()),
    (OF_OTHERS, report(servers=[server(), server(SERVERS[1], ("df.txt",))]), "fixed", "", ()),
    (report([finding()], [server(paths=("notes.ini",))]), report(servers=[server(paths=())]), "not_judged", "file not there", ()),
    (ONE, report(servers=[server(told={"release": "12.0"})]), "by_configuration", "told otherwise", ()),
    (ONE, report(changed={"THR001": {"parameters": {"limit": 9}, "severity": None}}), "by_configuration", "other figures", ()),
    (ONE, report([finding(severity="high")], changed={"THR001": {"parameters": None, "severity": "high"}}), "worse", "other severity", ()),
    (ONE, report(servers=[server(place="x/notes.ini", copies=[server()["place"]])]), "not_judged", "another server", ()),
    (report([FOREIGN], **BESIDE), report(**BESIDE), "fixed", "", ()),
    (report([FOREIGN], **BESIDE), report(servers=[server(), server(SERVERS[1])]), "not_judged", "neighbour not there", ()),
    (report([FOREIGN], **BESIDE), NONE, "not_judged", "neighbour not there", ()),
    (report([finding(owner=CLUSTER, path="")], clusters=[{"name": CLUSTER, "members": [*SERVERS]}]), NONE, "not_there", "cluster not there", ()),
    (
        report([finding(owner=CLUSTER, path="")], clusters=[{"name": CLUSTER, "members": [*SERVERS]}]),
        report(clusters=[{"name": CLUSTER, "members": [SERVERS[0], "Mail03/Acme"]}]),
        "not_judged",
        "member not there",
        (),
    ),
])  # fmt: skip
def test_what_became_of_it(old, new, became, why, give):
    [one] = between(old, new).findings
    assert (one.became, one.why, one.give) == (became, why, give)
    assert bool(one.reason) is bool(why) or became == "accepted"
    assert "{" not in one.reason
    for ticket in tickets_of(old):
        assert one.became in CLASSES_OF[what_to_do(ticket, new).partition(":")[0]]


def test_what_is_said_of_a_finding_does_not_grow_with_what_a_report_asks_for_or_names():
    asks = [{"collect": f"{at}{'x' * 9_000}", "keys": []} for at in range(50)]
    new = report(unknown=[open_(hints=range(50))], hints=asks)
    (one,) = between(report([finding()]), new).findings
    assert ([len(text) for text in one.give], one.give[0][:3]) == ([500] * 20, "0xx")
    members = [name * 9_000 for name in "abcdefg"]
    was = report([finding(owner=CLUSTER)], clusters=[{"name": CLUSTER, "members": members}])
    (one,) = between(was, report(clusters=[{"name": CLUSTER, "members": ["a"]}])).findings
    assert 1000 < len(one.reason) < 1500


def test_a_row_of_what_is_open_names_rules_and_subjects():
    row = {"server": SERVERS[0], "subjects": ["x7", "x8"], "rules": {"x7": None, "THR001": None}}
    opened = [row, open_(subjects=("x7",), hints=(0,)), open_(subjects=("x7",), hints=(1,))]
    gone = between(report([finding(subject=one) for one in ("x7", "x8", "y")]), report(unknown=opened))
    told = {one.subject: (one.became, one.give) for one in gone.findings}
    assert told == {"x7": ("not_judged", ("storage.toml",)), "x8": ("not_judged", ()), "y": ("fixed", ())}


def test_a_second_finding_of_one_name_is_open_with_the_first():
    second = finding(fingerprint=fingerprint_of("THR001", SERVERS[0], "server", 1))
    made = between(report([finding(), second]), report(unknown=[open_()]))
    assert counted(made) == {"not_judged": 2}


@at_once(("old", "new", "said"), [  # how two reports are no match, and what is said first
    ({}, {}, []),
    ({"complete": False}, {}, ["old.json is incomplete, so what it missed counts as new."]),
    (
        {},
        {"complete": False, "errors": [{"what": "not read", "where": "x/notes.ini", "message": "permission denied"}]},
        ["new.json is incomplete, so nothing in it counts as fixed (x/notes.ini: permission denied)."],
    ),
    ({}, {"profile": "quick"}, ["old.json used the profile default, new.json the profile quick."]),
    ({}, {"as_release": "14.5"}, ["new.json is about release 14.5 (domlint upgrade): the two share no finding."]),
    ({"as_release": "14.5"}, {}, ["old.json is about release 14.5 (domlint upgrade): the two share no finding."]),
    ({"as_release": "14.5"}, {"as_release": "14.5"}, ["Both reports are about release 14.5, not about what runs: nothing counts as fixed."]),
    ({}, {"ran": ["LOG001", "THR001"]}, ["1 rule ran only for old.json (STO005): what it found then is not checked now."]),
    ({"ran": ["LOG001"]}, {}, ["2 rules ran only for new.json (STO005 and THR001): what they found is new."]),
    ({}, {"servers": [server(), server(SERVERS[1])]}, ["1 server is only in new.json: Mail02/Acme."]),
    ({}, {"servers": [server("MAIL01/Acme")]}, ["1 name spelled differently, which makes no difference: Mail01/Acme is now MAIL01/Acme."]),
    (
        {},
        {"tool": {"name": "domlint", "version": "2", "rulepack": "2027-01-01"}},
        ["old.json was made by domlint 1 (facts of 2026-11-20), new.json by 2 (facts of 2027-01-01): " "their rules may differ for the same files."],
    ),
])  # fmt: skip
def test_where_two_reports_are_no_match_it_is_said_first(old, new, said):
    made = between(report(**old), report(**new))
    assert list(made.remarks) == said
    text = comparison_report.RENDERERS["text"](made, Options(width=20000))
    assert [line for line in text.splitlines() if line.startswith("note: ")] == [f"note: {one}" for one in said]


names = st.sampled_from((*SERVERS, "MAIL01/acme"))


@st.composite
def reports(draw):
    some = draw(st.lists(st.sampled_from(SERVERS), unique=True, min_size=1))
    shown = [draw(st.sampled_from([one, one.upper()])) for one in some]
    clusters = [{"name": CLUSTER, "members": shown}] if len(shown) == 2 and draw(st.booleans()) else []
    owners = [*shown, *(one["name"] for one in clusters)]
    servers = [
        server(
            name,
            draw(st.lists(st.sampled_from([*PATHS]), unique=True)),
            draw(st.sampled_from(["", "other/notes.ini"])),
            [other for other in shown if other != name] if draw(st.booleans()) else (),
            draw(st.sampled_from([None, {"release": "12.0"}])),
        )
        for name in shown
    ]
    found, waived, unknown, ran = [], [], [], draw(st.lists(st.sampled_from([*RULES]), unique=True, min_size=2))
    for rule in ran:
        for owner in owners:
            for subject in ("server", "array a"):
                value = draw(st.sampled_from(["1", "2"]))
                severity = draw(st.sampled_from(SEVERITIES[1:4]))
                path = draw(st.sampled_from(["", *PATHS]))
                one = finding(rule, owner, subject, severity, value, path)
                match draw(st.sampled_from(["found", "waived", "open", "all open", "passed", "passed"])):
                    case "found":
                        found.append(one)
                    case "waived":
                        waived.append(one | {"reason": "agreed"})
                    case "open":
                        unknown.append(open_(rule, owner, (subject,)))
                    case "all open":
                        unknown.append(open_(rule, owner, ()))
    changed = {"THR001": {"parameters": {"limit": 9}, "severity": None}} if draw(st.booleans()) else {}
    whole = draw(st.sampled_from([True, True, True, False]))
    made = report(found, servers, waived, unknown, clusters, ran=ran, changed=changed, complete=whole)
    return made | ({"as_release": "14.5", "ran": []} if draw(st.integers(0, 9)) == 9 else {})


@settings(max_examples=60, deadline=None)
@given(reports(), reports())
def test_each_finding_is_of_one_class_as_the_documented_program_has_it(old, new):
    made, back = between(old, new), between(new, old)
    both = [{one["fingerprint"] for one in of["findings"]} for of in (old, new)]
    classes = {one.fingerprint: one for one in made.findings}
    assert len(classes) == len(made.findings) == len(both[0] | both[1]) == sum(astuple(made.numbers))
    assert {one for one in classes if classes[one].became == "new"} == both[1] - both[0]
    for ticket in tickets_of(old):
        assert classes[ticket["fingerprint"]].became in CLASSES_OF[what_to_do(ticket, new).partition(":")[0]]
    for one in back.findings:
        forth = classes[one.fingerprint]
        if one.became == "new":
            assert (forth.became == "fixed") is (not one.why) or forth.became == "accepted"
        opposite = {"worse": "better", "better": "worse", "changed": "changed", "continuing": "continuing"}
        if one.became in opposite:
            assert forth.became == opposite[one.became]
    assert (
        Became(*(sum(one.became == name for one in made.findings) for name in Became.__struct_fields__)) == made.numbers
    )


@settings(max_examples=20, deadline=None)
@given(reports())
def test_a_report_and_itself_have_only_what_continues(one):
    assert counted(between(one, one)) in ({}, {"continuing": len(one["findings"])})


@settings(max_examples=15, deadline=None)
@given(reports(), reports())
def test_every_format_is_the_same_twice_and_json_is_as_its_schema_says(old, new):
    made = between(old, new)
    for format in comparison_report.RENDERERS:
        written = comparison_report.RENDERERS[format](made, Options())
        assert written == comparison_report.RENDERERS[format](between(old, new), Options())
        assert written.endswith("\n")
    jsonschema.validate(json.loads(comparison_report.RENDERERS["json"](made, Options())), FORM)


FORM = schema_named("comparison")


def save(tmp_path, **reports):
    for name, one in reports.items():
        (tmp_path / f"{name}.json").write_text(one if isinstance(one, str) else json.dumps(one), encoding="utf-8")


CODES = [(ONE, ONE, 0), (ONE, NONE, 0), (NONE, ONE, 1), (ONE, report([finding(severity="high")]), 1)]


@pytest.mark.parametrize(("old", "new", "code"), CODES)
def test_the_exit_code_is_1_where_something_is_new_or_worse(old, new, code, domlint, tmp_path):
    save(tmp_path, old=old, new=new)
    done = domlint("compare", "old.json", "new.json")
    assert (done.returncode, done.err) == (code, "")
    assert done.out.endswith("continuing\n")


def test_a_new_report_that_is_not_whole_is_said_on_standard_error_too(domlint, tmp_path):
    save(tmp_path, old=ONE, new=report(complete=False))
    done = domlint("compare", "old.json", "new.json", "--format", "json")
    assert done.err == "domlint: new.json is incomplete, so nothing in it counts as fixed\n"
    assert json.loads(done.out)["new"]["complete"] is False


def test_one_of_them_may_come_through_a_pipe(domlint, tmp_path):
    save(tmp_path, old=ONE)
    done = domlint("compare", "-", "old.json", stdin=json.dumps(NONE).encode())
    assert (done.returncode, "1 new" in done.out) == (1, True)
    done = domlint("compare", "-", "-", stdin=b"{}")
    assert (done.returncode, done.err) == (2, "domlint: -: standard input can be one of the reports, not more\n")


def test_one_report_twice_is_said(domlint, tmp_path):
    save(tmp_path, old=ONE)
    assert "note: Both are one report, old.json." in domlint("compare", "old.json", tmp_path / "old.json").out


@pytest.mark.parametrize(("held", "said"), [  # what the second file holds, and what is said of it
    ("", "not a report of domlint check --format json or ndjson"),
    ("[]", "not a report"),
    ("{}", "not a report"),
    ("[" * 100000, "not a report"),
    (json.dumps(ONE)[:-40], "not a report"),
    (json.dumps(ONE | {"as_release": float("nan")}), "is not JSON: NaN in line 1"),
    (json.dumps(ONE | {"schema_version": 2}), "a report of an older domlint (schema_version 2); make a new one"),
    (json.dumps(ONE | {"schema_version": 4}), "a report of a newer domlint (schema_version 4); check with that one"),
    (json.dumps(ONE | {"schema_version": True}), "not a report"),
    (json.dumps(ONE | {"findings": [{}]}), "not a report"),
    (json.dumps(ONE | {"findings": [finding(severity="dire")]}), "not a report"),
    (json.dumps(ONE | {"findings": [finding(message=["x"])]}), "not a report"),
    (json.dumps(ONE | {"findings": [finding(fingerprint="dl1:x")]}), "not a report"),
    (json.dumps(ONE | {"findings": [finding(owner="Nobody/Acme")]}), "not a report"),
    (json.dumps(ONE | {"servers": [server() | {"grade": "E"}]}), "not a report"),
    (json.dumps(ONE | {"hints": [], "unknown": [open_()]}), "not a report"),
    ('{"$schema": "sarif", "version": "2.1.0", "runs": []}', "not a report"),
    (
        json.dumps({"schema_version": 3, "server": server(), "findings": [], "unknown": [], "hints": [], "waived": []}),
        "its last line is missing, so that run broke off; make a new one",
    ),
])  # fmt: skip
def test_what_is_no_report_is_refused(held, said, domlint, tmp_path):
    save(tmp_path, old=ONE, new=held)
    done = domlint("compare", "old.json", "new.json", "--format", "json:out.json")
    assert (done.returncode, done.out, (tmp_path / "out.json").exists()) == (2, "", False)
    assert done.err.startswith(f"domlint: new.json: {said}")
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize(("words", "said"), [  # the words behind `compare`, and what is said
    (["old.json"], "compare takes two reports, the old one first, or a folder of reports"),
    (["old.json", "none.json"], "none.json: no such file or folder"),
    (["old.json", "."], ".: a folder, not a file"),
    (["old.json", "old.json", "--format", "sarif"], '--format: "sarif" is none of text, '),
    (["old.json", "old.json", "--format", "json:old.json"], "old.json: it is compared; write the report to a file"),
])  # fmt: skip
def test_wrong_use_is_one_line_and_2(words, said, domlint, tmp_path):
    save(tmp_path, old=ONE)
    done = domlint("compare", *words)
    assert (done.returncode, done.out) == (2, "")
    assert done.err.startswith(f"domlint: {said}")


HOSTILE = "\x1b[2J\u202e<script>alert(1)</script> [x](javascript:y) `a` | \ud800 ##[error]x"


def test_a_hostile_report_steers_nothing(domlint, tmp_path):
    name = f"{HOSTILE}/Acme"
    old = report([finding(owner=name)], [server(name)])
    new = report([finding(owner=name, message=HOSTILE, value="600")], [server(name)], profile=HOSTILE)
    save(tmp_path, old=old, new=new)
    for format in comparison_report.RENDERERS:
        done = domlint("compare", "old.json", "new.json", "--format", format)
        assert (done.returncode, done.err) == (0, "")
        assert not {"\x1b", "\u202e"} & set(done.out)
        assert format in {"json", "html"} or "##[" not in done.out
        assert format in {"json", "text"} or "<script>alert" not in done.out.replace("\\<", "")
        assert "1 changed" in done.out or format == "json"


def test_lines_compare_as_the_whole_report_does(domlint, request, tmp_path):
    fixtures = request.config.rootpath / "fixtures"
    names = [fixtures / name for name in ("aix-7.0-untuned", "today-partitions", "windows-9.0.1-aged")]
    words = ("--isolated", "--format", "json:whole.json", "--format", "ndjson:lines.json")
    domlint("check", *names, *words)
    domlint("check", names[0], "--isolated", "--format", "json:old.json")
    both = [domlint("compare", "old.json", new, "--format", "json").out for new in ("whole.json", "lines.json")]
    assert both[0].replace("whole.json", "") == both[1].replace("lines.json", "")
    assert counted(between(json.loads((tmp_path / "whole.json").read_text()), NONE))["not_there"] > 3
