"""Three nights of tickets, one of which lacks evidence, by the programs of docs/tickets.md, and what receivers are sent."""

import json
import re
import shutil
from datetime import date
from itertools import starmap
from pathlib import Path

import pytest
from at_once import at_once
from fixture_servers import FIXTURES
from tickets import GIVEN

PAGE = Path(__file__).parent.parent / "docs" / "tickets.md"
night, whole, jira, jql, servicenow, shortened, defectdojo = (
    GIVEN[name] for name in ("night", "whole", "jira", "jql", "servicenow", "shortened", "defectdojo")
)
NIGHTS = re.compile(r"(<!-- the nights; .*? -->\n).*?(<!-- end of the nights -->)", re.DOTALL)
RAID_10 = {  # what the listing of the third night says instead
    "Fault Tolerance: RAID 5": "Fault Tolerance: RAID 1+0",
    "Interim Recovery Mode": "OK",
    "No-Battery Write Cache: Enabled": "No-Battery Write Cache: Disabled",
    "Battery/Capacitor Count: 0": "Battery/Capacitor Count: 1\n   Battery/Capacitor Status: OK",
}


def first(folder):
    """Nothing has changed."""


def second(folder):
    """The listing is not gathered, and debug output is left on."""
    (folder / "hpacucli.txt").unlink()
    with (folder / "notes.ini").open("a") as ini:
        ini.write("Debug_OutFile=/local/debug.txt\n")


def third(folder):
    """The listing is back and shows a cure; the debug output is off again."""
    text = (FIXTURES / "linux-8.5.3-raid5" / "hpacucli.txt").read_text()
    for old, new in RAID_10.items():
        text = text.replace(old, new)
    (folder / "hpacucli.txt").write_text(text)
    ini = (folder / "notes.ini").read_text()
    (folder / "notes.ini").write_text(ini.replace("Debug_OutFile=/local/debug.txt\n", ""))


WORDS = (
    "check", "servers", "--isolated", "--format", "json:r.json", "--format", "tickets:t",
)  # fmt: skip


MEDIUM = ("--min-severity", "medium")


def run(domlint, folder, *options):
    """The report and the tickets of one run."""
    domlint(*WORDS, *(options or MEDIUM), cwd=folder)
    return json.loads((folder / "r.json").read_text()), (folder / "t").read_text().splitlines()


def three_nights(domlint, folder, *options):
    """What was to do in each night, the memory behind it, the night's lines and its report."""
    shutil.copytree(FIXTURES / "linux-8.5.3-raid5", folder / "servers")
    memory, told = {}, []
    for change in (first, second, third):
        change(folder / "servers")
        report, lines = run(domlint, folder, *options)
        done = list(night(memory, report, lines))
        told.append((done, dict(memory), lines, report))
    return told


@pytest.fixture(scope="module")
def nights(tmp_path_factory):
    from conftest import in_process, runner

    folder = tmp_path_factory.mktemp("nights")
    return three_nights(runner(in_process, folder), folder)


def as_line(what, row):
    """`  close       Mail08/Acme: Array degraded`, with the reason why one stays open."""
    kind, _, reason = what.partition(": ")
    return f"  {kind:<10}  {row['summary']}\n" + f"{'':14}{reason}\n" * bool(reason)


def test_the_page_shows_what_is_to_do_in_each_of_them(nights, rewrite):
    shown = "```text\n"
    for number, (done, *_) in enumerate(nights, 1):
        shown += f"night {number}\n" + "".join(starmap(as_line, done))
    shown += "```\n"
    text = PAGE.read_text(encoding="utf-8")
    if rewrite:
        text = NIGHTS.sub(lambda match: match[1] + shown + match[2], text)
        PAGE.write_text(text, encoding="utf-8", newline="\n")
    assert NIGHTS.search(text)[0].partition("\n")[2] == shown + "<!-- end of the nights -->"


def test_they_open_update_leave_open_and_close(nights):
    kinds = [{what.partition(":")[0] for what, _ in done} for done, *_ in nights]
    assert kinds == [{"open"}, {"open", "update", "nothing", "leave open"}, {"update", "nothing", "close"}]


def test_a_cut_file_is_refused(nights):
    with pytest.raises(ValueError, match="the last line is missing"):
        whole(nights[0][2][:-1])


def test_the_same_is_to_do_where_a_line_tells_of_a_rule(nights, domlint, tmp_path):
    grouped = three_nights(domlint, tmp_path, "--group-by", "rule", *MEDIUM)
    for (done, *_), (by_rule, *_) in zip(nights, grouped, strict=True):
        assert sorted((what, f"dl1r:{row['rule']}") for what, row in done) == sorted(
            (what, row["correlation_id"]) for what, row in by_rule
        )


INI = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nServerName={0}/Acme\nFaultRecovery_Build=Release 12.0.2\n"
FLEET = [  # what three servers have in each night, None where one is not there, and what is to do with the one ticket
    ((480, 480, 480), "open"),
    ((480, 480, 480), "nothing"),
    ((45, 480, 480), "update"),
    ((None, 480, 480), "nothing"),
    ((45, None, 480), "leave open"),
    ((45, None, 45), "update"),
    ((45, None, 45), "leave open"),
    ((480, None, 45), "update"),
    ((480, 480, 45), "update"),
    ((480, 480, 45), "nothing"),
    ((45, 45, 45), "close"),
    ((45, 480, 45), "open"),
]


def test_of_a_rule_on_several_servers_there_is_one_ticket(domlint, tmp_path):
    memory = {}
    for values, expected in FLEET:
        shutil.rmtree(tmp_path / "servers", ignore_errors=True)
        for number, value in enumerate(values):
            if value:
                (tmp_path / "servers" / f"m{number}").mkdir(parents=True)
                text = INI.format(f"Mail{number}") + f"Server_Session_Timeout={value}\n"
                (tmp_path / "servers" / f"m{number}" / "notes.ini").write_text(text)
        report, lines = run(domlint, tmp_path, "--select", "THR001", "--group-by", "rule")
        [(what, row)] = night(memory, report, lines)
        assert (what.partition(":")[0], row["correlation_id"]) == (expected, "dl1r:THR001")
        sent = [one["unique_id_from_tool"] for one in defectdojo(GIVEN["still_open"](memory))["findings"]]
        assert sent == [row["correlation_id"]] * (expected != "close")


NOTHING_CLOSES = {  # what a report that has lost its findings is like, and what becomes of all tickets
    "not whole": ({"complete": False}, "leave open: the report is not whole"),
    "as another release": ({"as_release": "14.5"}, "leave open: the report is on another release"),
    "no rule ran": ({"ran": []}, "leave open: the rule was not run"),
    "no server": ({"servers": []}, "leave open: the server is not in the report"),
}


@pytest.mark.parametrize(("otherwise", "what"), NOTHING_CLOSES.values(), ids=NOTHING_CLOSES)
def test_what_is_gone_for_another_reason_stays_open(otherwise, what, nights):
    _, memory, lines, report = nights[0]
    later = dict(memory)
    done = [one for one, _ in night(later, report | {"findings": []} | otherwise, lines[-1:])]
    assert done == [what] * len(memory)
    assert later == memory


def test_what_a_waiver_accepts_is_closed_with_that_word_and_not_opened_again(nights):
    _, memory, lines, report = nights[0]
    later, accepted = dict(memory), [json.dumps(json.loads(line) | {"status": "accepted"}) for line in lines[:-1]]
    done = list(night(later, report | {"findings": [], "waived": report["findings"]}, [*accepted, lines[-1]]))
    assert {what for what, _ in done} == {"accepted"}
    assert later == {}


# What receivers are sent

TODAY = date(2026, 11, 22)
CLUSTER = FIXTURES / "today-cluster-hub"


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    """Lines of findings and of rules, of ordinary servers."""
    from conftest import in_process, runner

    domlint = runner(in_process, tmp_path_factory.mktemp("rows"))
    made = []
    for options in ((), ("--group-by", "rule")):
        out = domlint("check", CLUSTER, FIXTURES / "today-wide-open", "--isolated", "--format", "tickets", *options).out
        made += [json.loads(line) for line in out.splitlines()[:-1]]
    return made


def texts(node):
    """All text of a document of Jira's."""
    if node["type"] == "text":
        return node["text"]
    return "\n" if node["type"] == "hardBreak" else "".join(map(texts, node["content"]))


def test_jira_is_sent_what_it_takes(rows):
    for row in rows:
        fields = jira(row, "DOM", TODAY)["fields"]
        assert set(fields) - {"duedate"} == {"project", "issuetype", "summary", "description", "priority", "labels"}
        assert 0 < len(fields["summary"]) <= 255
        assert "\n" not in fields["summary"]
        assert fields["priority"]["name"] in {"Highest", "High", "Medium", "Low", "Lowest"}
        assert all(not re.search(r"\s", label) and len(label) <= 255 for label in fields["labels"])
        document = fields["description"]
        assert (document["type"], document["version"]) == ("doc", 1)
        assert all(node["type"] == "paragraph" and node["content"] for node in document["content"])
        assert "\n\n".join(map(texts, document["content"])) == row["description"]
        assert ("duedate" in fields) == (row["due_days"] is not None)
        assert row["correlation_id"].removeprefix("dl1:").removeprefix("dl1r:").lower() in jql(row, "DOM")


def test_servicenow_is_sent_flat_texts(rows):
    for row in rows:
        record = servicenow(row)
        assert all(isinstance(value, str) and value not in ("", "NULL") for value in record.values())
        assert record["u_correlation_id"] == row["correlation_id"]
        assert len(record["u_short_description"]) <= 160
        assert len(record["u_description"]) <= 4000
        assert record["u_description"].endswith(f"\nId: {row['correlation_id']}")
    assert len({servicenow(row)["u_correlation_id"] for row in rows}) == len(rows)


RESERVED = [("NULL", "'NULL'"), ("Null", "Null"), ("null", "null"), ("NULL/Acme", "NULL/Acme")]


@pytest.mark.parametrize(("name", "sent"), RESERVED)
def test_servicenow_s_reserved_word_is_not_sent(name, sent, rows):
    assert servicenow(rows[0] | {"server": name})["u_cmdb_ci"] == sent


@at_once("letter", ["x", "\U0001f600", "a\U0001f600"])
def test_a_description_that_servicenow_would_cut_keeps_its_id(letter):
    short = shortened(letter * 5000 + "\n\nRule: a\nId: dl1:1", 4000)
    assert len(short.encode("utf-16-le")) // 2 <= 4000
    assert short.endswith("\n… Cut here; the JSON report has the rest.\n\nRule: a\nId: dl1:1")
    assert shortened("x\n\nRule: a\nId: dl1:1", 4000) == "x\n\nRule: a\nId: dl1:1"


# The rules of Generic Findings Import, as dojo/tools/generic/json_parser.py and the model of a finding have them.
REQUIRED = {"title": str, "severity": str, "description": str}
ALLOWED = REQUIRED | {
    "mitigation": str, "impact": str, "references": str, "file_path": str, "line": int, "component_name": str,
    "component_version": str, "unique_id_from_tool": str, "vuln_id_from_tool": str, "tags": list,
    "static_finding": bool, "dynamic_finding": bool, "active": bool, "risk_accepted": bool,
}  # fmt: skip
LONGEST = {
    "title": 511, "file_path": 4000, "component_name": 500, "component_version": 100, "unique_id_from_tool": 500,
    "vuln_id_from_tool": 500,
}  # fmt: skip


def breaks(finding):
    """What of the rules a finding breaks."""
    yield from (f"lacks {name}" for name in REQUIRED if not finding.get(name))
    for name, value in finding.items():
        if type(value) is not ALLOWED.get(name):
            yield f"{name} is not allowed, or not so"
        elif isinstance(value, str) and ("\0" in value or len(value) > LONGEST.get(name, len(value))):
            yield f"{name} is too long, or has a NUL"
    if finding["severity"] not in {"Critical", "High", "Medium", "Low", "Info"}:
        yield f"severity {finding['severity']}"
    yield from (f"tag {tag}" for tag in finding["tags"] if len(tag) > 255 or re.search(r"[\s,'\"]", tag))


def test_defectdojo_is_sent_what_it_takes(rows):
    file = json.loads(json.dumps(defectdojo(rows)))
    assert set(file) == {"findings"}
    assert [slip for finding in file["findings"] for slip in breaks(finding)] == []
    assert len({finding["unique_id_from_tool"] for finding in file["findings"]}) == len(rows)
    assert {finding["severity"] for finding in file["findings"]} == {row["severity"].capitalize() for row in rows}


ACTIVE = [("open", True, False), ("known", False, False), ("accepted", False, True)]


@pytest.mark.parametrize(("status", "active", "accepted"), ACTIVE)
def test_what_a_waiver_accepts_is_a_risk_that_was_accepted(status, active, accepted, rows):
    [finding] = defectdojo([rows[0] | {"status": status}])["findings"]
    assert (finding["active"], finding["risk_accepted"]) == (active, accepted)


def closed_by_reimport(sent):
    """What DefectDojo closes in each night with close_old_findings: what it has and is not sent."""
    has = set()
    for file in sent:
        now = {finding["unique_id_from_tool"] for finding in file["findings"]}
        yield has - now
        has = now


def test_a_reimport_of_what_is_still_open_closes_what_is_put_right_and_nothing_else(nights):
    closed = [{row["correlation_id"] for what, row in done if what == "close"} for done, *_ in nights]
    assert list(closed_by_reimport(defectdojo(GIVEN["still_open"](memory)) for _, memory, *_ in nights)) == closed
    blindly = list(closed_by_reimport(defectdojo(whole(lines)) for _, _, lines, _ in nights))
    left = {row["correlation_id"] for what, row in nights[1][0] if what.startswith("leave open")}
    assert blindly[1] == left != set()
