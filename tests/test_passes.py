"""The rules that passed: named only where a format asks for them, whoever judges."""

from types import SimpleNamespace

import pytest
from fleets import RUNS, STAT, ini, lay
from test_workers import Here

from advisor import writers
from advisor.servers import reading
from advisor.workers import processes

WRITERS = {
    "json": SimpleNamespace(NEEDS=frozenset({"passed"})),
    "sarif": SimpleNamespace(),
    "ndjson": writers.writer("ndjson"),
}


@pytest.fixture
def reported(domlint, tmp_path, monkeypatch):
    """The report that the formats asked for are given, where the one called json needs the rules that passed."""
    alike = {f"{one}/stat.txt": STAT.format(2**34) + "  Server.CPU.Count = 4\n" for one in "ab"}
    lay(tmp_path / "in", RUNS["a cluster"] | alike | {"a/notes.ini": ini("A"), "b/notes.ini": ini("B")})
    given = []
    for one in (WRITERS["json"], WRITERS["sarif"]):
        one.FOR_PEOPLE, one.FINDINGS_ALONE, one.LINE_BY_LINE = True, False, False
        one.render = lambda report, options: given.append(report) or ""
    monkeypatch.setattr(writers, "writer", WRITERS.__getitem__)

    def run(*words):
        domlint("check", "in", "--isolated", *words)
        return given.pop()

    return run


def passed(report):
    return {one.name: one.passed for one in (*report.servers, *report.clusters)}


def test_they_are_those_that_are_counted_and_none_that_is_found_or_open(reported):
    report = reported("--format=json")
    amiss = {(one.server or one.cluster, one.rule) for one in (*report.findings, *report.unknown)}
    assert [len(server.passed) for server in report.servers] == [one.coverage.passed for one in report.servers]
    assert not {(name, rule) for name, rules in passed(report).items() for rule in rules} & amiss
    assert passed(report)["East"]


@pytest.mark.parametrize("formats", [["sarif"], ["sarif:s", "ndjson:n"]])
def test_nobody_names_them_unasked(formats, reported):
    assert not any(passed(reported(*(f"--format={one}" for one in formats))).values())


@pytest.mark.parametrize("words", [
        ["--format=sarif:s", "--format=json"],
        ["--format=json", "--format=ndjson:n"],
        ["--format=json", "--as-release=12.0.2"],
])  # fmt: skip
def test_they_are_the_same_beside_other_formats_and_whoever_judges(words, reported, monkeypatch):
    alone = reported("--format=json", *words[1:] if "--as" in words[-1] else [])
    assert passed(reported(*words)) == passed(alone)
    monkeypatch.setattr(reading, "HELD", 0)
    monkeypatch.setattr("advisor.run.START_SECONDS", 0)
    monkeypatch.setattr(processes, "Processes", Here)
    assert passed(reported(*words, "--jobs=3")) == passed(alone)
