"""The servers of fixtures/: exactly what must be found there. A good server is quiet."""

import json
from pathlib import Path

import pytest

FIXTURES = Path(__file__).parent.parent / "fixtures"
SERVERS = sorted(path.name for path in FIXTURES.iterdir() if path.is_dir())


def report_on(domlint, server):
    done = domlint("check", server, "--format", "json", "--isolated", cwd=FIXTURES)
    return done.returncode, json.loads(done.stdout)


@pytest.mark.parametrize("server", SERVERS)
def test_what_must_be_found_is_found_and_nothing_else(server, domlint, rewrite):
    _, report = report_on(domlint, server)
    rows = [f"{one['severity']} {one['name']} ({one['subject']})\n" for one in report["findings"]]
    expected = FIXTURES / f"{server}.expected"
    if rewrite:
        expected.write_text("".join(rows), encoding="utf-8", newline="\n")
    assert expected.read_text(encoding="utf-8") == "".join(rows)


@pytest.mark.parametrize("server", [name for name in SERVERS if name.endswith("-good")])
def test_a_good_server_is_quiet(server, domlint):
    code, report = report_on(domlint, server)
    assert code == 0
    assert len(report["findings"]) <= 3
    assert {one["severity"] for one in report["findings"]} <= {"low", "info"}
    assert report["servers"][0]["grade"] == "A"


def test_there_are_two_good_servers():
    assert sum(name.endswith("-good") for name in SERVERS) >= 2


def test_the_text_report_reads_as_it_did(domlint, golden):
    golden("windows-9.0.1-aged.txt", domlint("check", "windows-9.0.1-aged", "--isolated", cwd=FIXTURES).out)
