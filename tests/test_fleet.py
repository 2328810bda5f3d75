"""Runs of many servers: equal bytes however much is held in memory, and bounded memory."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import in_process, runner
from fleets import FIXTURES, RUNS, document, dxl, fleet, ini, lay
from judged import of_every_kind
from tickets import GIVEN

from advisor import limits
from advisor.cli import report_files
from advisor.judging import run as runs
from advisor.servers import reading

pytestmark = pytest.mark.law


@pytest.fixture(scope="module", params=[*RUNS, "fixtures"])
def laid(request, tmp_path_factory):
    """A folder with the files of a run."""
    folder = tmp_path_factory.mktemp("laid") / "in"
    if request.param == "fixtures":
        for name in of_every_kind():
            shutil.copytree(FIXTURES / name, folder / name)
    else:
        lay(folder, RUNS[request.param])
    return folder


class Checked(NamedTuple):
    """A check of a folder: its exit code and what it printed, and what it wrote."""

    printed: tuple[int, bytes, bytes]
    written: dict[str, bytes]


FORMS = {  # lines alone and beside others, of which one takes the servers as they come and one wants all at once
    "alone": ["ndjson"],
    "beside json": ["ndjson", "json:json"],
    "beside text": ["text", "ndjson:lines"],
    "without lines": ["text", "json:json"],
}


def checked(folder, formats, there, held):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "HELD", held)
        words = (word for form in formats for word in ("--format", form))
        done = runner(in_process, there)("check", folder, "--isolated", "--jobs=1", *words)
    written = {path.name: path.read_bytes() for path in there.iterdir()}
    return Checked(done[:3], written)


@pytest.fixture(scope="module")
def told(laid, tmp_path_factory):
    """What a run tells with everything held, by the formats asked for."""
    forms = [form for form in FORMS if form != "without lines"]
    return {form: checked(laid, FORMS[form], tmp_path_factory.mktemp("told"), 10**9) for form in forms}


def joined(text):
    """The JSON report that lines make up together, joined by docs/examples/report.py."""
    return GIVEN["joined"]([line for line in text.split("\n") if line])


def test_lines_without_the_last_one_are_no_report(domlint, tmp_path):
    fleet(tmp_path, 2)
    lines = domlint("check", ".", "--isolated", "--format", "ndjson").out
    with pytest.raises(ValueError, match="broke off"):
        joined("".join(lines.splitlines(keepends=True)[:-1]))


def test_the_lines_together_are_the_report_whether_written_alone_or_beside_it(told):
    alone, beside = told["alone"], told["beside json"]
    assert alone.printed == beside.printed
    assert alone.printed[1] == told["beside text"].written["lines"]
    lines, whole = alone.printed[1].decode(), json.loads(beside.written["json"])
    assert joined(lines) == whole
    last = json.loads(lines.splitlines()[-1])
    assert last["totals"]["servers"] == len(whole["servers"])
    assert sum(last["totals"]["counts"].values()) == len(whole["findings"])


def test_what_is_held_changes_no_byte(laid, told, tmp_path):
    for form in ("alone", "without lines"):
        (tmp_path / form).mkdir()
    lines, whole = (checked(laid, FORMS[form], tmp_path / form, 0) for form in ("alone", "without lines"))
    assert lines.printed == told["alone"].printed
    assert (whole.printed, whole.written) == (told["beside text"].printed, told["beside json"].written)


@pytest.fixture
def nothing_held(monkeypatch):
    """Files are read once, and parsed again in their server's turn."""
    monkeypatch.setattr(reading, "HELD", 0)


@pytest.fixture
def read_again(monkeypatch, nothing_held):
    """Files are read again in their server's turn, as large files are."""
    monkeypatch.setattr(limits, "MAX_HELD_BYTES", 0)


def test_a_file_that_changes_behind_its_first_reading_changes_nothing(domlint, tmp_path, nothing_held, monkeypatch):
    files = {"a/notes.ini": ini("A"), "b/notes.ini": ini("B"), "names.dxl": dxl(document("Server", "A/Acme"))}
    lay(tmp_path / "in", files)
    before = domlint("check", "in", "--isolated", "--format", "json")
    real = runs.Run.free_facts
    monkeypatch.setattr(runs.Run, "free_facts", lambda run: shutil.rmtree(tmp_path / "in") or real(run))
    assert domlint("check", "in", "--isolated", "--format", "json")[:3] == before[:3]


CONSOLE = "[0A20:0002-0A24] 02.03.2026 08:00:01   IBM Domino (r) Server (64 Bit), Release 8.5.3, March 2, 2012\n"
GONE, CHANGED = "No such file or directory", "it changed while domlint was reading; check it again"
LSBLK = '{"blockdevices": [{"name": "sda", "type": "disk", "mountpoints": ["/"], "rota": false}]}\n'


@pytest.mark.parametrize(("name", "becomes", "told"), [  # the file, what it is at the second reading, and what is told of it
    ("a/notes.ini", ini("A", "More=1\n"), CHANGED),
    ("a/notes.ini", ini("A")[:-9], CHANGED),
    ("a/notes.ini", ini("A"), ""),
    ("a/notes.ini", None, GONE),
    ("a/x.ini", None, GONE),
    ("a/console.log", None, GONE),
    ("a/console.log", "", CHANGED),
    ("a/console.log", CONSOLE.replace("8.5.3", "9.0.1"), CHANGED),
    ("a/console.log", CONSOLE + CONSOLE, ""),  # a server that runs writes on
    ("names.dxl", None, GONE),
    ("names.dxl", dxl(document("Server", "B/Acme")), CHANGED),
    ("lsblk.json", None, GONE),
    ("lsblk.json", "{}", CHANGED),
])  # fmt: skip
@pytest.mark.parametrize("forms", [("ndjson", "json"), ("text", "sarif")], ids=" and ".join)
def test_a_file_that_is_another_one_at_the_second_reading_leaves_no_whole_report(
    name, becomes, told, forms, domlint, tmp_path, read_again, monkeypatch
):
    files = {"a/notes.ini": ini("A"), "a/x.ini": ini("C"), "b/notes.ini": ini("B"), "a/console.log": CONSOLE}
    above = {"names.dxl": dxl(document("Server", "A/Acme")), "lsblk.json": LSBLK}
    lay(tmp_path, files | above)
    real = runs.Run.free_facts

    def between(run):
        path = tmp_path / name
        path.write_text(becomes) if becomes is not None else path.unlink()
        real(run)

    monkeypatch.setattr(runs.Run, "free_facts", between)
    first, other = forms
    done = domlint("check", ".", "--isolated", "--fail-on=never", "--format", first, "--format", f"{other}:../{other}")
    written = (tmp_path.parent / other).read_text(encoding="utf-8")
    assert done.returncode == (2 if told else 0)
    if first == "text":
        assert (f"error: {name}: {told}" in done.out) is bool(told)
        [invocation] = json.loads(written)["runs"][0]["invocations"]
        assert invocation["executionSuccessful"] is not bool(told)
        return
    for report in (json.loads(done.out.splitlines()[-1]), json.loads(written)):
        lost = [{"what": "not read", "where": name, "message": told}] if told else []
        assert (report["complete"], report["errors"]) == (not told, lost)
        rows = [one for one in report["unread"] if one["reason"] in {GONE, CHANGED}]
        assert [one["path"] for one in rows] == [name] * bool(told)


def test_a_file_that_is_another_server_s_by_then_tells_nothing_of_this_one(domlint, tmp_path, read_again, monkeypatch):
    others = ini("B", "SHARED_MAIL=2\n")
    lay(tmp_path, {"a/notes.ini": ini("A"), "b/notes.ini": others})
    real = runs.Run.free_facts
    monkeypatch.setattr(
        runs.Run, "free_facts", lambda run: ((tmp_path / "a" / "notes.ini").write_text(others) and None) or real(run)
    )
    report = json.loads(domlint("check", ".", "--isolated", "--format", "json").out)
    one, other = report["servers"]
    assert (one["name"], one["grade"], one["coverage"]["failed"]) == ("A/Acme", None, 0)
    assert other["coverage"]["failed"]
    assert {finding["server"] for finding in report["findings"]} == {"B/Acme"}


def test_whoever_reads_no_further_ends_the_run(domlint, tmp_path, monkeypatch):
    fleet(tmp_path, 5)
    judged = []
    real = report_files.LineWriter.server
    monkeypatch.setattr(
        report_files.LineWriter, "server", lambda writer, part: judged.append(part) or real(writer, part)
    )
    monkeypatch.setattr(report_files.console, "nobody_reads", lambda stream: len(judged) == 2)
    done = domlint("check", ".", "--isolated", "--format", "ndjson")
    assert (done.returncode, len(judged), done.err, '"complete":' in done.out.splitlines()[-1]) == (1, 2, "", False)


def test_a_file_of_lines_is_the_old_one_until_its_last_line_stands(domlint, tmp_path, monkeypatch):
    fleet(tmp_path / "in", 3)
    out = tmp_path / "report.ndjson"
    out.write_text("old\n")
    there = []
    real = report_files.LineWriter.server
    monkeypatch.setattr(
        report_files.LineWriter, "server", lambda writer, part: there.append(out.read_text()) or real(writer, part)
    )
    domlint("check", "in", "--isolated", "--format", f"ndjson:{out}")
    assert (there, len(out.read_text().splitlines())) == (["old\n"] * 3, 4)

    def interrupted(*_):
        raise SystemExit(130)

    monkeypatch.setattr(report_files.LineWriter, "last", interrupted)
    before = out.read_text()
    domlint("check", "in", "--isolated", "--format", f"ndjson:{out}")
    assert out.read_text() == before
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".domlint")] == []


ROOT = Path(__file__).parent.parent
MEASURED = """
import atexit
from pathlib import Path
def told():
    [line] = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM:")]
    Path("peak").write_text(line.split()[1])
atexit.register(told)
from advisor.servers import reading
reading.HELD = 0
from advisor.__main__ import main
main()
"""


def lay_copies(folder, fixture, numbers):
    """So many servers, each with the files of a fixture under a name of its own."""
    for number in numbers:
        to = folder / f"s{number:04}"
        shutil.copytree(FIXTURES / fixture, to, ignore=shutil.ignore_patterns("*.expected"))
        for file in filter(Path.is_file, to.rglob("*")):
            file.write_bytes(re.sub(rb"Mail\d\d", b"S%04d" % number, file.read_bytes()))


def peak(folder):
    """The most that a check of a folder holds at a time, in kB, where everything is read twice."""
    words = (
        "check", "in", "--isolated", "--jobs=1", "--select", "LOG001", "--format", "ndjson", "--output-file", "out",
    )  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", MEASURED, *words], cwd=folder, env=environment, check=False)
    assert done.returncode in {0, 1}
    return int((folder / "peak").read_text())


FEW, MANY, OF_EACH = 20, 60, 40  # kB: it takes 30, of which its files' bytes are 14; the facts of one file are hundreds


@pytest.mark.law
@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in other units, or not at all")
@pytest.mark.parametrize("fixture", ["aix-9.0.1-carried-over", "linux-12.0.2-good"], ids=["files", "documents"])
def test_a_server_takes_a_few_kilobytes(fixture, tmp_path):
    lay_copies(tmp_path / "in", fixture, range(FEW))
    few = peak(tmp_path)
    lay_copies(tmp_path / "in", fixture, range(FEW, MANY))
    many = peak(tmp_path)
    assert many - few <= OF_EACH * (MANY - FEW), (few, many)
