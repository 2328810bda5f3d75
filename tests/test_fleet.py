"""Thousands of servers: one after the other, with the same bytes whatever is held, and in lines as they are judged."""

import gc
import json
import pickle
import shutil
import tracemalloc
from itertools import count
from typing import NamedTuple

import pytest
from conftest import in_process, runner
from fleets import FIXTURES, RUNS, document, dxl, fleet, ini, lay
from judged import of_every_kind
from tickets import GIVEN

from advisor import limits, pack, readers
from advisor import run as whole_run
from advisor.cli import line_by_line
from advisor.derive import Overrides
from advisor.judging import run as runs
from advisor.known import Facts
from advisor.report import masking, parts
from advisor.servers import brief, reading
from advisor.servers.gather import discover
from advisor.servers.gathered import Gathered

pytestmark = pytest.mark.law
CATALOGUE = pack.builtin().catalogue


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
    """A check of a folder: its exit code and what it printed, what it wrote, and what happened, one after the other."""

    printed: tuple[int, bytes, bytes]
    written: dict[str, bytes]
    happened: list[str]


FORMS = {  # lines alone and beside others, of which one takes the servers as they come and one wants all at once
    "alone": ["ndjson"],
    "beside json": ["ndjson", "json:json"],
    "beside text": ["text", "ndjson:lines"],
    "without lines": ["text", "json:json"],
}


def checked(folder, formats, there, held):
    happened = []

    def noted(what, real):
        return lambda *given: happened.append(what) or real(*given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "HELD", held)
        patch.setattr(parts, "server_part", noted("judged", parts.server_part))
        patch.setattr(line_by_line.LineWriter, "_write", noted("line", line_by_line.LineWriter._write))
        words = (word for form in formats for word in ("--format", form))
        done = runner(in_process, there)("check", folder, "--isolated", "--jobs=1", *words)
    written = {path.name: path.read_bytes() for path in there.iterdir()}
    return Checked(done[:3], written, happened)


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
    """Nothing held and every file read again, or everything held: the report is the same, and the exit code."""
    for form in ("alone", "without lines"):
        (tmp_path / form).mkdir()
    lines, whole = (checked(laid, FORMS[form], tmp_path / form, 0) for form in ("alone", "without lines"))
    assert lines.printed == told["alone"].printed
    assert (whole.printed, whole.written) == (told["beside text"].printed, told["beside json"].written)


@pytest.mark.parametrize("form", ["alone", "beside json", "beside text"])
def test_a_line_is_written_when_its_server_is_judged_beside_another_format_too(form, told):
    happened = told[form].happened
    judged = happened.count("judged")
    assert happened == ["judged", "line"] * judged + ["line"]


def test_what_others_than_its_own_server_ask_of_a_file_is_held_in_brief(laid, monkeypatch):
    """Before the servers are derived, and for the names that are no secrets, nothing is asked that `brief` lets go."""
    asked = set()
    first = first_pass(laid)
    for name in ("ask", "first", "of", "each"):
        real = getattr(Facts, name)
        monkeypatch.setattr(Facts, name, lambda facts, *of, real=real: asked.add(of[-1]) or real(facts, *of))
    run = runs.Run(first, Overrides())
    masking.of_run(CATALOGUE, run.servers)
    assert "ini.ports" in asked or not run.servers
    assert asked <= brief.ASKED


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


def test_the_facts_of_few_servers_live_at_a_time(domlint, tmp_path, monkeypatch, nothing_held):
    real = line_by_line.LineWriter.server
    living, turns = [], count(1)

    def counted(writer, part):
        if next(turns) % 5 == 0:  # to look at every object takes longer than to judge a server
            living.append(sum(isinstance(one, Facts) for one in gc.get_objects()))
        return real(writer, part)

    monkeypatch.setattr(line_by_line.LineWriter, "server", counted)
    most = {}
    for number in (10, 20):
        fleet(tmp_path / str(number), number)
        living.clear()
        gc.collect()
        gc.freeze()  # what was there before is not looked at again
        domlint("check", str(tmp_path / str(number)), "--isolated", "--format", "ndjson")
        most[number] = max(living)
    assert most[20] <= most[10] + 4


def test_memory_grows_by_a_few_kilobytes_a_server(domlint, tmp_path, nothing_held, held):
    def checked(number):
        return lambda: domlint("check", str(number), "--isolated", "--jobs=1", "--output-file=o", "--format=ndjson")

    for number in (5, 10, 20):
        fleet(tmp_path / str(number), number)
    checked(5)()  # what is imported late
    most = held(checked(10)) + 10 * 24_000
    assert held(checked(20), most) < most


LINES = [
    "[Notes]", "Directory=/local/notesdata", "Ports=TCPIP", "ServerTasks=Replica,Router,Update,AMgr,AdminP,HTTP,SMTP",
    "TRANSLOG_Status=1", "TRANSLOG_Path=/local/translog", "DAOSEnable=1", "DAOSBasePath=/local/daos", "ServerSetup=1",
]  # fmt: skip
TOGETHER, IN_TURNS = 4000, 1500  # bytes, with those of the file


def test_a_server_of_one_file_takes_four_kilobytes(tmp_path, nothing_held):
    """At most, when all are put together, and while they are judged; caches of what only its lines hold included."""

    def living(number):
        for one in range(number):
            path = tmp_path / str(number) / f"Mail{one:05}" / "notes.ini"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join([*LINES, f"ServerName=Mail{one:05}/Acme\n"]))
        tracemalloc.start()
        try:
            run = runs.Run(first_pass(tmp_path / str(number)), Overrides())
            names = masking.server_names(masking.of_run(CATALOGUE, run.servers), run.servers)
            _, most = tracemalloc.get_traced_memory()
            run.free_facts()
            gc.collect()
            return most, tracemalloc.get_traced_memory()[0], len(names)
        finally:
            tracemalloc.stop()

    living(5)  # what is imported late
    few, still, _ = living(40)
    for _ in range(4):  # what else is held just then is not the servers' own
        many, left, number = living(140)
        together, in_turns = (many - few) / 100, (left - still) / 100
        if together < TOGETHER and in_turns < IN_TURNS:
            break
    assert number == 140
    assert (together < TOGETHER, in_turns < IN_TURNS) == (True, True), (together, in_turns)


def test_documents_above_many_servers_are_read_a_few_times(domlint, tmp_path, monkeypatch, nothing_held):
    fleet(tmp_path, 40)
    real, read = readers.facts_of, []
    monkeypatch.setattr(
        readers, "facts_of", lambda reader, source, *rest: read.append(source.path) or real(reader, source, *rest)
    )
    domlint("check", ".", "--isolated", "--jobs=1", "--format", "ndjson")
    assert len([path for path in read if path.endswith("names.dxl")]) == 2
    assert len(read) <= 2 * 81


def first_pass(folder):
    return whole_run.read(discover(Gathered(CATALOGUE), [str(folder)], lambda: b""), CATALOGUE)


def run_of(folder):
    return runs.Run(first_pass(folder), Overrides())


def facts_in(server):
    return [(subject, key, fact.text) for (subject, key), facts in server.facts.known.items() for fact in facts]


def test_a_server_can_be_handed_to_another_process_before_its_turn(laid, nothing_held):
    run = run_of(laid)
    run.free_facts()
    for server in run.servers:
        there = pickle.loads(pickle.dumps(server))  # noqa: S301 our own
        told, own = (facts_in(run._derived(of).server) for of in (there, server))
        assert (there.name, told) == (server.name, own)
        assert told


CONSOLE = "[0A20:0002-0A24] 02.03.2026 08:00:01   IBM Domino (r) Server (64 Bit), Release 8.5.3, March 2, 2012\n"
GONE, CHANGED = "No such file or directory", "it changed while domlint was reading; check it again"
LSBLK = '{"blockdevices": [{"name": "sda", "type": "disk", "mountpoints": ["/"], "rota": false}]}\n'
BECOMES = [  # the file, what it is at the second reading, and what is told of it
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
]


@pytest.mark.parametrize(("name", "becomes", "told"), BECOMES)
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
    real = line_by_line.LineWriter.server
    monkeypatch.setattr(
        line_by_line.LineWriter, "server", lambda writer, part: judged.append(part) or real(writer, part)
    )
    monkeypatch.setattr(line_by_line.console, "nobody_reads", lambda stream: len(judged) == 2)
    done = domlint("check", ".", "--isolated", "--format", "ndjson")
    assert (done.returncode, len(judged), done.err, '"complete":' in done.out.splitlines()[-1]) == (1, 2, "", False)


def test_a_file_of_lines_is_the_old_one_until_its_last_line_stands(domlint, tmp_path, monkeypatch):
    fleet(tmp_path / "in", 3)
    out = tmp_path / "report.ndjson"
    out.write_text("old\n")
    there = []
    real = line_by_line.LineWriter.server
    monkeypatch.setattr(
        line_by_line.LineWriter, "server", lambda writer, part: there.append(out.read_text()) or real(writer, part)
    )
    domlint("check", "in", "--isolated", "--format", f"ndjson:{out}")
    assert (there, len(out.read_text().splitlines())) == (["old\n"] * 3, 4)

    def interrupted(*_):
        raise SystemExit(130)

    monkeypatch.setattr(line_by_line.LineWriter, "last", interrupted)
    before = out.read_text()
    domlint("check", "in", "--isolated", "--format", f"ndjson:{out}")
    assert out.read_text() == before
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".domlint")] == []


def test_documents_that_are_servers_in_one_file_are_gone_through_once(domlint, tmp_path, monkeypatch, nothing_held):
    """Not once for each of these servers: of twice as many, twice as many are asked."""
    real, asked = brief.reduced_document, []
    monkeypatch.setattr(brief, "reduced_document", lambda document: asked.append(document) or real(document))
    number = {}
    for servers in (10, 20):
        lay(
            tmp_path / str(servers), {"names.dxl": dxl(*(document("Server", f"S{one}/Acme") for one in range(servers)))}
        )
        asked.clear()
        lines = domlint("check", str(servers), "--isolated", "--jobs=1", "--format", "ndjson").out.splitlines()
        number[servers] = len(asked)
        assert len(lines) == servers + 1
    assert 0 < number[20] <= 2 * number[10]
