"""Tickets as a format: every field and limit, which findings become one, and how a whole file is told from a cut one."""

import json
import re
import shutil
from pathlib import Path

import jsonschema
import judged
import pytest
from at_once import at_once
from fixture_servers import FIXTURES
from msgspec.structs import replace

from advisor.configuration.baseline import Baseline, KnownFinding
from advisor.configuration.decisions import Decisions
from advisor.configuration.site import Waiver
from advisor.pack import SEVERITIES
from advisor.report.finding import CommandLine, Location
from advisor.report.texts import title
from advisor.values.rows import columns, marks
from advisor.values.scales import CONFIDENCES
from advisor.writers import Options, ticket_texts, tickets
from advisor.writers.tickets import DUE_DAYS, PRIORITIES, PRIORITY_NAMES, End, Ticket, impact_and_urgency

FOLDER = FIXTURES / "windows-9.0.1-aged"
CLUSTER = FIXTURES / "windows-4.6.2a-cluster"
HUBS = FIXTURES / "today-cluster-hub"
WHOLE = Options()
BY_RULE = Options(group_by="rule")


@pytest.fixture(scope="module")
def aged():
    return judged.report_of([FOLDER])


@pytest.fixture(scope="module")
def cluster():
    return judged.report_of([CLUSTER])


def lines(report, options=WHOLE):
    """The tickets of a report, and its last line."""
    *rows, end = map(json.loads, tickets.render(report, options).split("\n")[:-1])
    assert {row.pop("domlint") for row in rows} <= {"ticket"}
    assert end.pop("domlint") == "end"
    return rows, end


def with_first(report, **new):
    """A report of one finding, which is otherwise."""
    return replace(report, findings=(replace(report.findings[0], **new),))


def one(report, **new):
    [row], _ = lines(with_first(report, **new))
    return row


def units(text):
    """As Java and JavaScript count."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@pytest.fixture(scope="module")
def hubs():
    return judged.report_of([HUBS])


# Priorities


@pytest.mark.parametrize("severity", SEVERITIES)
@pytest.mark.parametrize("confidence", CONFIDENCES)
def test_the_priority_is_of_severity_and_confidence(severity, confidence, aged):
    row = one(aged, severity=severity, confidence=confidence)
    step = SEVERITIES.index(severity) + 1
    assert row["priority"] == (min(step + 1, 5) if confidence == "field" else step)
    assert row["priority_name"] == {1: "Highest", 2: "High", 3: "Medium", 4: "Low", 5: "Lowest"}[row["priority"]]
    assert row["due_days"] == {1: 1, 2: 7, 3: 30, 4: 90, 5: None}[row["priority"]]


# ServiceNow's own table, by impact and urgency.
SERVICENOW = {(1, 1): 1, (1, 2): 2, (1, 3): 3, (2, 1): 2, (2, 2): 3, (2, 3): 4, (3, 1): 3, (3, 2): 4, (3, 3): 5}


@at_once("priority", PRIORITY_NAMES)
def test_impact_and_urgency_give_servicenow_the_same_priority(priority):
    assert SERVICENOW[impact_and_urgency(priority)] == priority


# Limits

LONG = {
    "letters": "x" * 40_000,
    "words": "word " * 8_000,
    "beyond U+FFFF": "\U0001f600" * 40_000,
    "mixed": "a\U0001f600 " * 13_000,
    "lines": "word\n" * 8_000,
    "a lone surrogate": "\udc80" * 40_000,
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
@pytest.mark.parametrize("field", ["message", "subject", "server", "why"])
def test_no_text_is_longer_than_its_receiver_takes(field, text, aged):
    rows, _ = lines(with_first(aged, **{field: text}))
    rows += lines(with_first(aged, **{field: text}), BY_RULE)[0]
    for row in rows:
        assert units(row["summary"]) <= 255
        assert units(row["short_description"]) <= 160
        assert units(row["description"]) <= 32_767
        assert all(0 < units(label) <= 255 for label in row["labels"])
        assert row["description"].endswith(f"\nId: {row['correlation_id']}")


CUTS = [  # text, most, what becomes of it
    ("", 5, ""),
    ("short", 5, "short"),
    ("too long", 7, "too lo…"),
    ("many words that go on", 20, "many words that go…"),
    ("one-word-that-never-ends", 10, "one-word-…"),
    ("\U0001f600\U0001f600\U0001f600", 6, "\U0001f600\U0001f600\U0001f600"),
    ("\U0001f600\U0001f600\U0001f600", 5, "\U0001f600\U0001f600…"),
    ("\U0001f600\U0001f600\U0001f600", 4, "\U0001f600…"),
    ("ab\U0001f600\U0001f600", 4, "ab…"),
]


@at_once(("text", "most", "cut"), CUTS)
def test_a_cut_halves_no_character_and_comes_behind_a_word(text, most, cut):
    assert ticket_texts.cut(text, most) == cut
    assert units(cut) <= most


def test_a_description_says_that_it_was_cut_and_keeps_what_comes_first(aged):
    row = one(aged, why="reason " * 8_000)
    head, _, tail = row["description"].partition(
        "\n… Cut here, for a ticket holds no more. The JSON report has the rest.\n"
    )
    assert head.startswith(row["message"])
    assert row["remedy"] in head
    assert (
        tail
        == f"\nRule: {row['name']} ({row['rule']}); `domlint explain {row['rule']}` prints its page.\nId: {row['correlation_id']}"
    )
    assert "Cut here" not in one(aged)["description"]


# Labels and lines

HOSTILE = ["a b/c", "a\nb", "a\u00a0b", "a\u3000b", "a,b;c", "a'b\"c", "\x1b[31m", "\u2028", "\u202eabc", "a\tb", " a "]


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_labels_are_in_one_piece_and_summaries_on_one_line(name, aged):
    row = one(aged, server=name, subject=name)
    for label in row["labels"]:
        assert not re.search(r"[\s,;'\"\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e]", label)
    for field in ("summary", "short_description", "message"):
        assert not re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202e]", row[field])
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202e]", row["description"])


def test_what_labels_there_are(aged):
    row = one(aged)
    identity = row["correlation_id"].removeprefix("dl1:")
    words = [row[name] for name in ("name", "category", "severity", "confidence", "server")]
    assert row["labels"] == ["domlint", f"domlint-{identity}", *words]
    assert len(set(row["labels"])) == len(row["labels"])


# What a ticket says

PAGE = Path(__file__).parent.parent / "docs" / "tickets.md"


def fields(kind):
    """The fields of a type, as a table's rows."""
    for name, hint in columns(kind).items():
        yield f"| `{name}` | {next(mark for mark in marks(hint) if isinstance(mark, str))} |\n"


def priorities():
    head = ["| severity | measured, documented | field |\n|---|---|---|\n"]
    rows = [f"| {severity} | {firm} | {practice} |\n" for severity, (firm, practice) in PRIORITIES.items()]
    names = ["\n| priority | in Jira | impact, urgency | due in days |\n|---|---|---|---|\n"]
    names += [
        f"| {number} | {name} | {', '.join(map(str, impact_and_urgency(number)))} | {DUE_DAYS[number] or '-'} |\n"
        for number, name in PRIORITY_NAMES.items()
    ]
    return "".join(head + rows + names)


TABLES = {
    "fields": "| field of a ticket | holds |\n|---|---|\n" + "".join(fields(Ticket))
    + "\n| field of the last line | holds |\n|---|---|\n" + "".join(fields(End)),
    "priorities": priorities(),
}  # fmt: skip


@pytest.mark.parametrize(("name", "table"), TABLES.items(), ids=TABLES)
def test_the_page_has_the_tables_of_the_code(name, table, rewrite):
    text = PAGE.read_text(encoding="utf-8")
    begin, end = re.search(rf"<!-- the {name}, .* -->\n", text).end(), text.index(f"<!-- end of the {name} -->")
    if rewrite:
        PAGE.write_text(text[:begin] + table + text[end:], encoding="utf-8", newline="\n")
        end = begin + len(table)
    assert PAGE.read_text(encoding="utf-8")[begin:end] == table


def test_every_field_is_there_and_says_what_the_finding_says(aged):
    rows, _ = lines(aged)
    found = {finding.fingerprint: finding for finding in aged.findings}
    assert [row["correlation_id"] for row in rows] == list(dict.fromkeys(row["correlation_id"] for row in rows))
    assert {row["correlation_id"] for row in rows} == found.keys()
    [server] = aged.servers
    for row in rows:
        finding, rule = found[row["correlation_id"]], aged.rules[row["rule"]]
        assert set(row) == set(Ticket.__struct_fields__) - {"domlint", "criticality", "servers", "not_judged"}
        assert (row["state"], row["status"]) == (finding.state, "open")
        assert (row["server"], row["cluster"], row["subject"]) == (finding.server, None, finding.subject)
        assert (row["named_by"], row["release"], row["platform"]) == (
            server.named_by,
            server.release.value,
            server.platform,
        )
        assert (row["name"], row["title"], row["category"]) == (finding.name, rule.title, rule.category)
        assert (row["severity"], row["confidence"]) == (finding.severity, rule.confidence)
        assert (row["safety"], row["restart"]) == (finding.fix.safety, finding.fix.restart)
        place = finding.location
        assert (row["path"], row["line"]) == ((place.path, place.line) if place else (None, None))
        assert [link["kind"] for link in row["links"]] == ["rule"] + ["source"] * (len(row["links"]) - 1)
        assert row["links"][0]["page"] == rule.page
        assert row["summary"].startswith(f"{finding.server}: {rule.title}")


def test_every_line_is_as_the_schema_says(domlint):
    made = json.loads(domlint("schema", "tickets").out)
    for options in ((), ("--group-by", "rule"), ("--as-release", "14.5")):
        done = domlint("check", CLUSTER, "--isolated", "--format", "tickets", *options)
        for line in done.out.splitlines():
            jsonschema.Draft202012Validator(made).validate(json.loads(line))


def test_whoever_has_the_ticket_alone_knows_what_to_do(aged):
    """What, where, how bad, what to type, the way back, how to check, why, on whose word."""
    for row in lines(aged)[0]:
        said = row["description"]
        finding = next(each for each in aged.findings if each.fingerprint == row["correlation_id"])
        assert said.startswith(finding.message)
        for part in (row["server"], row["remedy"], row["why"], row["references"], f"Severity: {row['severity']}."):
            assert part in said
        for place in finding.locations:
            assert place.path in said
        for text in (finding.fix.summary, finding.fix.rollback, finding.fix.verify, finding.fix.risk):
            assert text in row["remedy"]
        for line in finding.fix.commands:
            assert f"\n    {line.command}\n" in row["remedy"]
            assert f"\n    {line.back}\n" in row["remedy"] or not line.back
        for source in aged.rules[finding.rule].references:
            assert source.title in row["references"]


def test_commands_stand_in_their_order_and_go_back_the_other_way_round(aged):
    fix = replace(
        aged.findings[0].fix,
        commands=(
            CommandLine("console", "show stat", looks=True),
            CommandLine("console", "drop all", "load server"),
            CommandLine("linux", "mount /a", "umount /a"),
            CommandLine("ssacli", "ctrl modify", "ctrl back"),
        ),
    )
    said = one(aged, fix=fix)["remedy"]
    assert (
        "Type on Domino's console, which only looks:\n    show stat\nType on Domino's console:\n    drop all\n"
        "Type in a shell of Linux:\n    mount /a\nType in a shell, with ssacli:\n    ctrl modify\n"
    ) in said
    assert (
        "Type to take it back, in a shell, with ssacli:\n    ctrl back\n"
        "Type to take it back, in a shell of Linux:\n    umount /a\n"
        "Type to take it back, on Domino's console:\n    load server\n"
    ) in said


PLACES = [  # a place, and how a ticket tells it
    (Location("n.ini", 3, 5, excerpt="A=1", caret=2), "n.ini:3:5  A=1"),
    (Location("n.ini", word="Ports", lacks=True), "n.ini does not set Ports"),
    (Location("df.txt"), "df.txt"),
]


@pytest.mark.parametrize(("place", "said"), PLACES)
def test_a_place_is_told_on_one_line(place, said, aged):
    row = one(aged, location=place, further=(), more_places=2)
    assert row["where"] == [said, "and 2 more"]
    assert f"\nWhere: {said}\n       and 2 more\n" in row["description"]


def test_a_finding_without_place_and_remedy_is_a_ticket_too(aged):
    row = one(aged, location=None, further=(), fix=None, more_places=0)
    assert (row["where"], row["path"], row["line"], row["remedy"], row["safety"]) == (None, None, None, None, None)
    assert "Where:" not in row["description"]


def test_a_cluster_s_finding_names_the_cluster(cluster):
    rows = [row for row in lines(cluster)[0] if row["cluster"]]
    assert rows
    for row in rows:
        assert row["summary"].startswith(f"cluster {row['cluster']}: ")
        assert (row["server"], row["named_by"], row["release"]) == (None, None, None)
        assert row["cluster"] in row["labels"]


# Which findings become tickets

WAIVING = Decisions(
    config="domlint.toml",
    waivers={Waiver("THR", "agreed", until="2099-01-01", owner="Ann", ticket="CHG1"): frozenset({"THR001"})},
)


def test_what_a_waiver_accepts_says_so():
    rows, end = lines(judged.report_of([FOLDER], WAIVING))
    [row] = [row for row in rows if row["status"] == "accepted"]
    assert row["rule"] == "THR001"
    assert row["accepted"] == {"reason": "agreed", "until": "2099-01-01", "owner": "Ann", "ticket": "CHG1"}
    assert "\n\nAccepted by a waiver: agreed (until 2099-01-01; Ann; CHG1)\n\n" in row["description"]
    assert (end["accepted"], end["open"], end["tickets"]) == (1, len(rows) - 1, len(rows))
    assert all(other["accepted"] is None for other in rows if other is not row)


def test_what_the_baseline_knows_says_so(aged):
    first = aged.findings[0]
    known = KnownFinding(first.severity, first.rule, first.server)
    rows, end = lines(judged.report_of([FOLDER], Decisions(baseline=Baseline({first.fingerprint: known}))))
    [row] = [row for row in rows if row["status"] == "known"]
    assert row["correlation_id"] == first.fingerprint
    assert "Known from the baseline" in row["description"]
    assert (end["known"], end["open"]) == (1, len(rows) - 1)


def named_by_folder(report):
    return replace(report, servers=tuple(replace(one, named_by="folder") for one in report.servers))


KEPT = [  # what the report is like, the options, whether findings become tickets, and why not
    (lambda report: report, Options(), True, None),
    (lambda report: replace(report, complete=False), Options(), True, None),
    (named_by_folder, Options(), True, None),
    (lambda report: named_by_folder(replace(report, complete=False)), Options(), False, "named by its folder"),
    (lambda report: replace(report, as_release="14.5"), Options(), False, "as another release"),
]


@pytest.mark.parametrize(("changed", "options", "kept", "why"), KEPT)
@pytest.mark.parametrize("by", ["", "rule"])
def test_what_becomes_no_ticket_is_counted(changed, options, kept, why, by, aged):
    report = changed(aged)
    rows, end = lines(report, replace(options, group_by=by))
    assert bool(rows) is kept
    assert end["left_out"] == ({why: len(aged.findings)} if why else {})
    assert (end["complete"], end["as_release"]) == (report.complete, report.as_release or None)


@pytest.mark.parametrize("least", SEVERITIES)
def test_what_is_less_severe_than_asked_for_is_left_out(least, aged):
    rows, end = lines(aged, Options(min_severity=least))
    kept = SEVERITIES[: SEVERITIES.index(least) + 1]
    assert len(rows) == sum(finding.severity in kept for finding in aged.findings)
    less = len(aged.findings) - len(rows)
    assert end["left_out"] == ({f"below {least}": less} if less else {})


# The file


def test_the_most_urgent_come_first_and_the_last_line_says_that_nothing_is_missing(aged):
    rows, end = lines(aged)
    assert [row["priority"] for row in rows] == sorted(row["priority"] for row in rows)
    assert end == {
        "schema_version": 3, "tool": {"name": "domlint", "version": aged.tool.version, "rulepack": aged.tool.rulepack},
        "complete": True, "as_release": None, "tickets": len(rows), "open": len(rows), "known": 0, "accepted": 0,
        "left_out": {}, "servers": 1, "unknown": len(aged.unknown), "errors": [],
    }  # fmt: skip


def test_an_incomplete_report_says_why(domlint, tmp_path):
    shutil.copy(FOLDER / "notes.ini", tmp_path / "notes.ini")
    (tmp_path / "storage.toml").write_text("[[array]\n")
    done = domlint("check", ".", "--isolated", "--format", "tickets")
    end = json.loads(done.out.splitlines()[-1])
    assert (done.returncode, end["complete"], [error["what"] for error in end["errors"]]) == (2, False, ["broken file"])


def test_of_nothing_there_is_the_last_line_alone(domlint):
    done = domlint("check", ".", "--isolated", "--format", "tickets")
    [end] = map(json.loads, done.out.splitlines())
    assert (end["domlint"], end["tickets"], end["servers"], end["complete"]) == ("end", 0, 0, False)


# One ticket a rule


def test_of_a_rule_there_is_one_ticket_with_its_servers(cluster):
    rows, end = lines(cluster, BY_RULE)
    found = {finding.fingerprint: finding for finding in cluster.findings}
    assert [row["rule"] for row in rows] == list(dict.fromkeys(row["rule"] for row in rows))
    assert {row["rule"] for row in rows} == {finding.rule for finding in cluster.findings}
    assert sum(len(row["servers"]) for row in rows) == len(found)
    for row in rows:
        assert row["correlation_id"] == f"dl1r:{row['rule']}"
        assert f"domlint-rule-{row['rule'].lower()}" in row["labels"]
        worst = min(row["servers"], key=lambda each: SEVERITIES.index(each["severity"]))
        assert row["severity"] == worst["severity"]
        assert (row["server"] or row["cluster"] or None) is None or len({one["server"] for one in row["servers"]}) == 1
        for each in row["servers"]:
            finding = found[each["correlation_id"]]
            assert (each["state"], each["message"]) == (finding.state, finding.message)
            assert (
                f"{finding.server or f'cluster {finding.cluster}'}: {finding.severity}. {finding.message}"
                in row["description"]
            )
    assert end["tickets"] == len(rows)


def test_a_rule_s_ticket_takes_nobody_s_file_for_all_of_theirs(hubs):
    rows, _ = lines(hubs, BY_RULE)
    assert {len(row["servers"]) > 1 for row in rows} == {True, False}
    for row in rows:
        several, owners = (
            len(row["servers"]) > 1,
            {one["server"] or f"cluster {one['cluster']}" for one in row["servers"]},
        )
        assert several is (row["path"] is None) is (row["subject"] is None)
        if several:
            assert (row["line"], row["message"]) == (None, row["description"].partition("\n")[0])
            assert {place.partition(": ")[0] for place in row["where"] or owners} == owners


def test_each_server_s_own_commands_stand_in_a_rule_s_ticket(hubs):
    commands = {
        (finding.rule, line.command) for finding in hubs.findings if finding.fix for line in finding.fix.commands
    }
    said = {row["rule"]: row["description"] for row in lines(hubs, BY_RULE)[0]}
    assert len(commands) > 1
    assert [each for each in commands if each[1] not in said[each[0]]] == []


STATES = {
    "the same": (lambda some: some, True),
    "in another order": (lambda some: some[::-1], True),
    "one less": (lambda some: some[1:], False),
    "one otherwise": (lambda some: (replace(some[0], state="0" * 16), *some[1:]), False),
    "one known": (lambda some: (replace(some[0], known=True), *some[1:]), False),
}


@pytest.mark.parametrize(("changed", "same"), STATES.values(), ids=STATES)
def test_a_rule_s_state_changes_with_its_servers(changed, same, aged):
    first = aged.findings[0]
    some = tuple(
        replace(first, server=name, fingerprint=f"dl1:{name}", state=name * 16, known=False) for name in ("a", "b")
    )
    before, after = (lines(replace(aged, findings=each), BY_RULE)[0][0] for each in (some, changed(some)))
    assert (before["state"] == after["state"]) is same
    assert before["correlation_id"] == after["correlation_id"]


def test_a_rule_is_as_urgent_as_the_worst_that_is_open(aged):
    first = replace(aged.findings[0], confidence="documented")
    some = (replace(first, severity="critical", known=True), replace(first, severity="low", fingerprint="dl1:2"))
    [row], _ = lines(replace(aged, findings=some), BY_RULE)
    assert (row["status"], row["severity"], row["priority"]) == ("open", "low", 4)
    assert [each["status"] for each in row["servers"]] == ["known", "open"]


TITLES = {
    "dead-dns-blacklist": "Dead DNS blacklist",
    "serveraid-bios-old": "ServeRAID BIOS old",
    "notes-ini-cut": "NOTES.INI cut",
    "domino-on-fat": "Domino on FAT",
    "raid5-for-writes": "RAID 5 for writes",
}


@at_once(("name", "said"), TITLES.items())
def test_a_title_spells_what_has_a_spelling(name, said):
    assert title(name) == said


def test_a_cluster_is_named_once_in_a_summary(hubs):
    [row] = [row for row in lines(hubs)[0] if row["cluster"]]
    assert row["summary"] == "cluster HubCluster: Cluster members differ"


COUNTED = [  # owners, and what a rule's summary says
    ([("a", None)], "on a"),
    ([(None, "East")], "on cluster East"),
    ([("a", None), ("b", None)], "on 2 servers"),
    ([("a", None), ("a", None)], "on a"),
    ([(None, "East"), (None, "West")], "on 2 clusters"),
    ([("a", None), ("b", None), (None, "East")], "on 2 servers and 1 cluster"),
]


@pytest.mark.parametrize(("owners", "said"), COUNTED)
def test_a_rule_s_summary_says_on_how_many(owners, said, aged):
    first = aged.findings[0]
    some = tuple(
        replace(first, server=server, cluster=cluster, fingerprint=f"dl1:{number}")
        for number, (server, cluster) in enumerate(owners)
    )
    [row], _ = lines(replace(aged, findings=some), BY_RULE)
    assert row["summary"].endswith(said)


def test_a_server_that_could_not_be_judged_is_not_cured(aged):
    """It is named in the rule's ticket."""
    first = aged.findings[0]
    unknown = tuple(replace(aged.unknown[0], rule=first.rule, server=name) for name in ("b", "c", "b"))
    [row], _ = lines(replace(aged, findings=(first,), unknown=unknown), BY_RULE)
    assert row["not_judged"] == ["b", "c"]
    assert "\n\nIt could not be checked on b and c, where it is unknown.\n\n" in row["description"]
    assert "not_judged" not in lines(replace(with_first(aged), unknown=()), BY_RULE)[0][0]
