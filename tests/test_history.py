"""`domlint compare FOLDER`: the history of findings over several reports."""

import json
import os

import jsonschema
from at_once import at_once
from hypothesis import given, settings
from laid import lay
from msgspec.structs import astuple
from test_compare import (
    HOSTILE,
    NONE,
    ONE,
    SERVERS,
    between,
    finding,
    open_,
    report,
    reports,
    server,
)
from tickets import read

from advisor.cli.schema import schema_named
from advisor.comparing.history import HistoryBuilder, sorted_reports
from advisor.writers import Options
from advisor.writers import comparison as comparison_report
from advisor.writers import history as history_report


def history(*reports):
    trace = HistoryBuilder()
    for number, one in enumerate(reports, 1):
        trace.add(read(one, f"{number}.json"), "")
    return trace.history("as given", [], "2026-11-20")


OPEN = report(unknown=[open_()])
AWAY = report(servers=[server(SERVERS[1])])
WAIVED = report(waived=[finding(reason="agreed")])
COURSES = [  # the reports; of each episode when it came, was last seen and went, how many did not judge it, what it is now
    ([ONE], [(0, 0, None, 0, "there")]),
    ([NONE, ONE, ONE], [(1, 2, None, 0, "there")]),
    ([ONE, ONE, NONE, NONE], [(0, 1, 2, 0, "fixed")]),
    ([ONE, OPEN], [(0, 0, None, 1, "not_judged")]),
    ([ONE, OPEN, ONE, OPEN, NONE], [(0, 2, 4, 2, "fixed")]),
    ([ONE, AWAY, AWAY], [(0, 0, None, 2, "not_there")]),
    ([ONE, AWAY, NONE], [(0, 0, 2, 1, "fixed")]),
    ([ONE, NONE, ONE], [(0, 0, 1, 0, "fixed"), (2, 2, None, 0, "there")]),
    ([ONE, WAIVED, ONE], [(0, 0, 1, 0, "accepted"), (2, 2, None, 0, "there")]),
    ([ONE, report(complete=False), NONE], [(0, 0, 2, 1, "fixed")]),
    ([ONE, report(servers=[server(told={"release": "12"})])], [(0, 0, 1, 0, "by_configuration")]),
    ([report([finding(path="df.txt")], [server(paths=("df.txt",))]), AWAY, NONE], [(0, 0, None, 2, "not_judged")]),
]


@at_once(("given", "episodes"), COURSES)
def test_when_a_finding_came_and_went(given, episodes):
    made = history(*given)
    assert [(one.came, one.last, one.went, one.unjudged, one.now) for one in made.findings] == episodes


def test_of_one_that_came_it_is_said_whether_it_was_judged_before():
    assert [[one.why for one in history(before, ONE).findings] for before in (NONE, OPEN, WAIVED, AWAY)] == [
        [""],
        ["not judged"],
        ["accepted then"],
        ["server not there"],
    ]


def test_a_server_has_its_numbers_in_each_report_that_has_it():
    first, second = history(NONE, report([finding()], [server(), server(SERVERS[1])])).servers
    assert (first.name, [sum(astuple(counts)) for counts in first.counts], first.grades) == (
        SERVERS[0],
        [0, 1],
        ("B", "B"),
    )
    assert (second.counts[0], sum(astuple(second.counts[1])), second.grades) == (None, 0, (None, "B"))


@settings(max_examples=30, deadline=None)
@given(reports(), reports())
def test_the_history_of_two_is_their_comparison(old, new):
    made, compared = history(old, new), between(old, new)
    there = {one.fingerprint for one in made.findings if one.now == "there"}
    assert there == {one["fingerprint"] for one in new["findings"]}
    gone = {one.fingerprint: one.now for one in made.findings if one.now != "there"}
    absent = ("fixed", "accepted", "by_configuration", "not_judged", "not_there")
    assert gone == {one.fingerprint: one.became for one in compared.findings if one.became in absent}
    jsonschema.validate(json.loads(history_report.RENDERERS["json"](made, Options())), FORM)


FORM = schema_named("history")


@at_once(("names", "order", "places"), [  # names, by what they are in order, and in which
    (["r-2026-11-02.json", "r-2026-10-03.json"], "by the dates in their names", [1, 0]),
    (["2026-11-02/r.json", "2026-11-01/r.json"], "by the dates in their names", [1, 0]),
    (["r.2.11.2026.json", "r.1.12.2026.json"], "by the dates in their names", [0, 1]),
    (["r10.json", "r2.json"], "by name", [1, 0]),
    (["b.json", "r-2026-11-02.json", "A.json"], "by name", [2, 0, 1]),
    ([], "by name", []),
])  # fmt: skip
def test_the_order_of_a_folder(names, order, places):
    said, files = sorted_reports(names)
    assert (said, [name for name, _ in files]) == (order, [names[place] for place in places])


def lay_reports(folder, files):
    lay(folder, {name: one if isinstance(one, str) else json.dumps(one) for name, one in files.items()})


def test_a_folder_of_reports_has_a_history(domlint, tmp_path):
    lay_reports(
        tmp_path / "r",
        {
            "2026-11-03/all.json": NONE,
            "2026-11-01/all.json": ONE,
            "all-2026-11-02.json": ONE,
            "package.json": "{}",
            "notes.txt": "",
            "as.json": report(as_release="14.5", ran=[]),
        },
    )
    done = domlint("compare", "r", "--format", "json:r/history.json", "--format", "text")
    assert (done.returncode, done.err) == (0, "")
    assert "3 reports of 1 server" in done.out and "package.json is left out" in done.out
    again = domlint("compare", "r", "--format", "json").out
    made = json.loads(again)
    assert [one["file"] for one in made["left_out"]] == ["history.json", "package.json", "as.json"]
    assert json.loads((tmp_path / "r" / "history.json").read_text())["findings"] == made["findings"]


def test_a_report_that_cannot_be_used_is_named_and_2(domlint, tmp_path):
    lay_reports(
        tmp_path, {"r/1.json": ONE, "r/2.json": json.dumps(NONE)[:-30], "r/3.json": NONE | {"schema_version": 2}}
    )
    done = domlint("compare", "r")
    assert done.returncode == 2
    assert [line.partition(": ")[2][:20] for line in done.err.splitlines()] == [
        "2.json: not a report",
        "3.json: a report of ",
    ]
    assert "1 report of 1 server" in done.out


def test_more_than_two_are_a_history_as_given(domlint, tmp_path):
    lay_reports(tmp_path, {"b.json": ONE, "a.json": NONE, "c.json": ONE})
    made = json.loads(domlint("compare", "b.json", "a.json", "c.json", "--format", "json").out)
    assert (made["order"], [one["file"] for one in made["reports"]]) == ("as given", ["b.json", "a.json", "c.json"])
    done = domlint("compare", "b.json", "a.json", "none.json")
    assert (done.returncode, done.out, done.err) == (2, "", "domlint: none.json: no such file or folder\n")


def test_a_report_of_the_folder_is_never_written_over_and_a_pipe_never_opened(domlint, tmp_path):
    lay_reports(tmp_path, {"r/1.json": ONE})
    os.mkfifo(tmp_path / "r" / "2.json")
    done = domlint("compare", "r", "--format", "json:r/1.json")
    assert (done.returncode, done.err.partition(";")[0]) == (2, "domlint: r/1.json: it is compared")
    assert domlint("compare", "r").returncode == 0


def test_a_folder_without_reports_is_wrong_use(domlint, tmp_path):
    lay_reports(tmp_path, {"r/package.json": "{}"})
    done = domlint("compare", "r")
    assert (done.returncode, done.out) == (2, "")
    assert done.err == "domlint: r: no report of domlint check (*.json) is there\n"


def test_every_format_of_a_comparison_is_one_of_a_history_and_a_hostile_report_steers_none(domlint, tmp_path):
    assert list(history_report.RENDERERS) == list(comparison_report.RENDERERS)
    name = f"{HOSTILE}/Acme"
    files = {f"r/{place}.json": report([finding(owner=name, message=HOSTILE)], [server(name)]) for place in range(3)}
    lay_reports(
        tmp_path, files | {f"r/{number}.json": report(servers=[server(f"s{number}/Acme")]) for number in range(3, 9)}
    )
    for format in history_report.RENDERERS:
        done = domlint("compare", "r", "--format", format)
        assert (done.returncode, done.err) == (0, "")
        assert not {"\x1b", "\u202e"} & set(done.out)
        assert format in {"json", "html"} or "##[" not in done.out
        assert format in {"json", "text"} or "<script>alert" not in done.out.replace("\\<", "")
