"""CSV, GitHub, GitLab and Markdown."""

import functools
import json
import os
import re
import tempfile
from pathlib import Path

import jsonschema
import judged
import pytest
from at_once import at_once
from fleets import RUNS, ini, lay
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from msgspec.structs import replace
from test_workers import Here
from test_writer_contract import MARK, PARSED, replaced
from test_writer_contract import RUNS as FILES

from advisor import writers
from advisor.configuration.baseline import Baseline, KnownFinding
from advisor.configuration.decisions import Decisions
from advisor.configuration.site import Waiver
from advisor.report.accounts import IdleServer
from advisor.report.finding import Location
from advisor.report.model import Trouble
from advisor.servers import reading
from advisor.values.printing import printable
from advisor.workers import processes
from advisor.writers import Options, csv

ALONE = {"notes.ini": ini("A")}
WAIVED = Decisions(config="domlint.toml", waivers={Waiver("THR001", "agreed", owner="Ann"): frozenset({"THR001"})})
FORMATS = ("csv", "github", "gitlab", "markdown")


@pytest.fixture
def report_of(tmp_path):
    def run(files, decisions=None):
        lay(tmp_path / "in", files)
        return judged.report_of([tmp_path / "in"], decisions)

    return run


def read(name, report, **options):
    return PARSED[name](writers.writer(name).render(report, Options(**options)))


def known_of(report):
    return Decisions(
        baseline=Baseline(
            {one.fingerprint: KnownFinding(one.severity, one.rule, one.server) for one in report.findings}
        )
    )


def cells(report, *columns):
    head, *rows = read("csv", report)
    return [tuple(dict(zip(head, row, strict=True))[name] for name in columns) for row in rows]


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("run", ["one", "a cluster", "partitions", "none"])
def test_every_finding_is_named_once_or_counted(name, run, report_of):
    report = report_of(RUNS[run])
    text = writers.writer(name).render(report, Options())
    assert all(finding.name in text for finding in report.findings)
    assert report.complete or re.search("he report is incomplete", text) or name in {"csv", "gitlab"}


def test_csv_has_a_row_a_finding_and_says_what_became_of_it(report_of):
    report = report_of(ALONE, WAIVED)
    told = cells(report, "status", "rule", "reason")
    assert [row[:2] for row in told if row[0] == "found"] == [
        ("found", one.rule) for one in worst_first(report.findings)
    ]
    assert [row for row in told if row[0] == "waived"] == [("waived", "THR001", "agreed (owner: Ann)")]
    [gap] = [row for row in cells(report, "status", "server", "message", "do") if row[0] == "not judged"]
    assert gap[1] == "A/Acme"
    assert re.match(r"A/Acme: \d+ rules could not be checked: ", gap[2])
    assert gap[3]
    fingerprints = [one for (one,) in cells(report, "fingerprint") if one]
    assert len(fingerprints) == len(set(fingerprints)) == len(report.findings) + len(report.waived)


EXPIRED = Waiver("THR001", "agreed", until="2020-01-01", owner="Ann", place="domlint.toml:3")


@pytest.mark.parametrize("name", ["csv", "gitlab", "junit", "tickets"])
def test_a_finding_whose_waiver_expired_says_so(name, report_of):
    waivers = {replace(EXPIRED, until="2019-01-01"): frozenset({"THR001"}), EXPIRED: frozenset({"THR001"})}
    report = report_of(ALONE, Decisions(config="domlint.toml", waivers=waivers, expired=frozenset(waivers)))
    said = "Its waiver expired: it was accepted until 2020-01-01: agreed (owner: Ann; domlint.toml:3)."
    assert writers.writer(name).render(report, Options()).count(said) == 1


def worst_first(findings):
    return sorted(findings, key=lambda one: ("critical", "high", "medium", "low", "info").index(one.severity))


def test_csv_of_a_report_that_is_not_whole_says_so_first(report_of):
    [first, *_] = cells(report_of(ALONE | {"storage.toml": "x = "}), "status", "path", "message")
    assert first[:2] == ("not whole", "in/storage.toml")


def test_a_file_read_in_part_is_named(report_of):
    report = report_of({"notes.ini": ini("A") + "A=\0\n"})
    assert ("read in part", "in/notes.ini", "10") in cells(report, "status", "path", "line")
    assert "Read in part: in/notes.ini:10 (the line holds NUL bytes" in read("github", report)[-1][2]
    assert "- trouble: in/notes.ini:10: " in writers.writer("markdown").render(report, Options())


def test_of_nothing_csv_says_that_there_was_nothing(report_of):
    assert cells(report_of({"readme.txt": "x"}), "status") == [("not whole",)]


def test_known_findings_are_marked_in_csv_and_stand_in_no_list_of_what_is_new(report_of):
    report = report_of(ALONE)
    report = report_of(ALONE, known_of(report))
    assert set(cells(report, "status")) == {("known",), ("not judged",)}
    assert read("gitlab", report) == []
    assert [level for level, *_ in read("github", report)] == ["notice"]
    text = writers.writer("markdown").render(report, Options())
    assert "**1 server: nothing new, 4 known from the baseline**" in text
    assert "## Low" not in text


@at_once(("text", "cell"), [
    ("=1+1", "'=1+1"),
    ("+1", "'+1"),
    ("-1", "'-1"),
    ("@SUM(A1)", "'@SUM(A1)"),
    (" =1", "' =1"),
    ('"=1', "'\"=1"),
    ("\t=1", "' =1"),
    ("\r=1", r"\x0d=1"),
    ("\uff1d1", "'\uff1d1"),
    ("\uff0b1", "'\uff0b1"),
    ("\uff0d1", "'\uff0d1"),
    ("\uff201", "'\uff201"),
    ("a;=1", "a;'=1"),
    ("set a\n=1", "set a\n'=1"),
    ("a=1", "a=1"),
    ("a - b", "a - b"),
    ("x" * 40_000, "x" * 32_766 + "…"),
    ("", ""),
])  # fmt: skip
def test_no_cell_is_a_formula(text, cell):
    assert csv.cell(text) == cell


# What GitLab reads of a finding, as its own parser has it (app/validators/json_schemas/codeclimate.json) and its page
# on Code Quality: an array without a mark; severities; a relative path without `./`; a line from 1 on.
GITLAB = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "pattern": "^[a-z0-9-]+$"},
            "fingerprint": {"type": "string", "minLength": 20},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "pattern": r"^(?!/|\./|[A-Za-z]:)[^\\]*$", "minLength": 1},
                    "lines": {"type": "object", "required": ["begin"], "properties": {"begin": {"type": "integer", "minimum": 1}}},
                },
            },
        },
    },
}  # fmt: skip


@pytest.mark.parametrize("run", RUNS)
def test_gitlab_takes_it(run, report_of):
    report = report_of(RUNS[run])
    text = writers.writer("gitlab").render(report, Options())
    rows = read("gitlab", report)
    jsonschema.validate(rows, GITLAB)
    assert text.startswith("[")
    assert len({row["fingerprint"] for row in rows}) == len(rows)
    assert {one.fingerprint for one in report.findings} <= {row["fingerprint"] for row in rows}


@pytest.mark.parametrize(("files", "decisions"), [
    pytest.param(ALONE, None, id="rules that could not be checked"),
    pytest.param(ALONE, WAIVED, id="a waiver"),
    pytest.param(ALONE | {"storage.toml": "x = "}, None, id="an incomplete report"),
    pytest.param({"notes.ini": ini("A") + "A=\0\n"}, None, id="a file that was read in part"),
    pytest.param(RUNS["none"], None, id="no server"),
])  # fmt: skip
def test_gitlab_contains_findings_only(files, decisions, report_of):
    report = replace(report_of(files, decisions), idle_servers=(IdleServer("domlint.toml:3", "Mail02/Acme"),))
    found = [*report.findings, *(one.finding for one in report.waived)]
    rows = {(row["check_name"], row["fingerprint"]) for row in read("gitlab", report)}
    assert rows == {(one.name, one.fingerprint) for one in found}


def test_gitlab_does_not_call_fixed_what_is_accepted(report_of):
    found, accepted = report_of(ALONE), report_of(ALONE, WAIVED)
    ids = [{row["fingerprint"] for row in read("gitlab", one)} for one in (found, accepted)]
    assert {one.fingerprint for one in found.findings} <= ids[1]
    assert any(row["description"].startswith("Accepted: agreed (owner: Ann)") for row in read("gitlab", accepted))


def many(report, count, severity):
    one = next(one for one in report.findings if one.severity == "low")
    return tuple(
        replace(one, severity=severity, subject=str(number), fingerprint=f"dl1:{number:020}") for number in range(count)
    )


@pytest.mark.parametrize(("counts", "levels", "left"), [  # findings by severity; the annotations of each level, and how many the last notice names
    ({"critical": 3}, {"error": 3, "notice": 1}, ""),
    ({"critical": 10, "low": 9}, {"error": 10, "notice": 10}, ""),
    ({"critical": 8, "high": 12}, {"error": 10, "notice": 1}, "10 high"),
    ({"medium": 11, "low": 5, "info": 5}, {"warning": 10, "notice": 10}, "1 medium, 1 info"),
])  # fmt: skip
def test_github_shows_ten_of_a_level_and_the_last_notice_names_the_rest(counts, levels, left, report_of):
    report = report_of(ALONE)
    found = [one for severity, count in counts.items() for one in many(report, count, severity)]
    rows = read("github", replace(report, findings=tuple(reversed(found))))
    assert {level: [row[0] for row in rows].count(level) for level in levels} == levels
    assert [row[0] for row in rows] == sorted((row[0] for row in rows), key=["error", "warning", "notice"].index)
    last = rows[-1][2]
    assert (f"Not annotated, for GitHub shows 10 of a level: {left}: " in last) == bool(left)
    assert max(map(len, (row[2] for row in rows))) <= 4000


def test_github_is_told_first_that_the_report_is_not_whole(report_of):
    first, *_ = read("github", report_of(ALONE | {"storage.toml": "x = "}))
    assert first[0] == "error"
    assert "file" not in first[1]
    assert "in/storage.toml:1" in first[2]


@pytest.mark.parametrize("name", ["github", "gitlab"])
def test_a_finding_without_a_place_stands_at_the_first_file_of_its_server(name, report_of):
    report = report_of(ALONE)
    bare = replace(report, findings=tuple(replace(one, location=None, further=()) for one in report.findings))
    paths = (
        [row["location"]["path"] for row in read("gitlab", bare)]
        if name == "gitlab"
        else [row[1].get("file") for row in read("github", bare)[:-1]]
    )
    assert set(paths) == {"in/notes.ini"}


@at_once("value", [
    "a\n::add-mask::b", "::stop-commands::t", "##[add-mask]##teamcity[x]", "\r\n::error::x",
    "a::b,c=d:e%0A::error ::f", "%0A::set-env name=A::b",
])  # fmt: skip
def test_no_value_is_a_command_to_github(value):
    for line in writers.writer("github").render(with_value(value), Options()).splitlines():
        assert re.match(r"::(error|warning|notice) (file|title)=", line)
        assert not re.search(r"##(teamcity)?\[", line)
        assert len(re.findall("::", line)) >= 2
        assert not re.search("::", line.split("::")[1])
    rows = read("github", with_value(value))
    assert all(set(row[1]) <= {"file", "line", "col", "endColumn", "title"} for row in rows)


def test_as_another_release_no_format_speaks_of_now(domlint, tmp_path):
    lay(tmp_path / "in", {"notes.ini": ini("A", "NSF_BUFFER_POOL_SIZE=402653184\n").replace("12.0.2", "7.0")})
    told = ("check", "in", "--isolated", "--as-release", "14.5", "--format")
    assert "1 server checked as 14.5: " in domlint(*told, "markdown").out
    assert 'classname="A/Acme as 14.5.memory"' in domlint(*told, "junit").out
    assert "1 server checked as 14.5: " in domlint(*told, "github").out
    now = domlint("check", "in", "--isolated", "--format", "gitlab").out
    ids = [{row["fingerprint"] for row in json.loads(out)} for out in (now, domlint(*told, "gitlab").out)]
    assert not ids[0] & ids[1]


class Backwards:
    """A folder's entries in another order than the system has them."""

    real = os.scandir

    def __init__(self, folder):
        with Backwards.real(folder) as listing:
            self.entries = sorted(listing, key=lambda entry: entry.name, reverse=True)

    def __iter__(self):
        return iter(self.entries)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def close(self):
        pass


@pytest.mark.parametrize("words", [["in"], ["in", "--as-release=14.5"]])
def test_every_format_is_the_same_on_two_runs_in_any_order_of_a_folder_and_for_any_number_of_processes(
    words, domlint, tmp_path, monkeypatch
):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1780000000")
    lay(tmp_path / "in", RUNS["a cluster"])

    def made(name, *options):
        (tmp_path / name).mkdir()
        files = [f"--format={one}:{name}/{one}" for one in writers.FORMATS]
        assert domlint("check", *words, "--isolated", *files, *options).returncode in (0, 1)
        return {one: (tmp_path / name / one).read_bytes() for one in writers.FORMATS}

    once = made("once")
    monkeypatch.setattr(os, "scandir", Backwards)
    assert made("backwards") == once
    monkeypatch.setattr(reading, "HELD", 0)
    monkeypatch.setattr("advisor.run.START_SECONDS", 0)
    monkeypatch.setattr(processes, "Processes", Here)
    assert made("shared", "--jobs=3") == once


@functools.cache
def base():
    with tempfile.TemporaryDirectory() as folder:
        lay(Path(folder) / "in", FILES["hostile"])
        report = judged.report_of([Path(folder) / "in"])
    marked = [one for one in report.findings if MARK in one.message][:3]
    place = Location(f"in/{MARK}.txt", 3, 1, 4, excerpt=f"x={MARK}")
    marked = [replace(one, location=place, fix=one.fix and replace(one.fix, summary=f"Do {MARK}.")) for one in marked]
    return replace(report,
        findings=tuple(marked), unknown=report.unknown[:3], errors=(Trouble("not read", f"in/{MARK}", f"for {MARK}"),),
        unread=(), complete=False,
    )  # fmt: skip


def with_value(value):
    """A report in which a value stands in the server's name, in messages, paths, lines, remedies and errors."""
    report = base()
    names = ("servers", "findings", "unknown", "errors")
    return replace(report, **{name: replaced(getattr(report, name), value) for name in names})


def words(name, text):
    """What a format says, as a real parser reads it."""
    if name == "csv":
        return ["".join(cell.replace("'", "")) for row in PARSED["csv"](text) for cell in row]
    if name == "github":
        return [part for row in PARSED["github"](text) for part in (*row[1].values(), *row[2].split("\n"))]
    if name == "gitlab":
        return [part for row in PARSED["gitlab"](text) for part in (row["description"], row["location"]["path"])]
    if name == "junit":
        return [part for one in PARSED["junit"](text).iter() for part in (*one.attrib.values(), one.text or "")]
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    inline = [token.children for token in tokens if token.type == "inline"]
    inline = ["".join(part.content for part in parts if part.type != "html_inline") for parts in inline]
    return [one.replace("`", "") for one in inline]


def blankless(text):
    return "".join(text.split())


@pytest.mark.parametrize("name", ["csv", "github", "gitlab", "junit", "markdown"])
@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    value=st.one_of(
        st.text(min_size=1, max_size=12),
        st.text(alphabet="=+-@;,|`*_[]<>&\"'%:#\\n\\r\\t\\\\ ]ab!", min_size=1, max_size=12),
    )
)
def test_a_value_stays_text_and_whole(name, value):
    report = with_value(value)
    text = writers.writer(name).render(report, Options())
    said = printable(value)
    if name == "junit":
        said = re.sub("[\ufffe\uffff]", lambda found: f"\\u{ord(found[0]):04x}", said)
    if name == "csv":
        said = said.replace("'", "")
        for piece in re.split("[;\r\n]", text[1:]):
            assert not re.match('["\\s]*[=+\\-@\uff1d\uff0b\uff0d\uff20]', piece)
    if name == "markdown":
        said = said.replace("`", "")
    told = words(name, text)
    assert blankless(said) in "".join(map(blankless, told))
    assert len(told) == len(words(name, writers.writer(name).render(base(), Options())))
