"""--baseline: a finding is gone only if its rule was checked on the same evidence."""

import json

import pytest
from laid import lay
from tickets import tickets_of, what_to_do

INI = (
    "[Notes]\nKitType=2\nServerName={}/Acme\nDirectory=/local/notesdata\nNotesProgram=/opt/hcl/domino/notes/latest/linux\n"
    "FaultRecovery_Build=Release 12.0.2\nTRANSLOG_Status={}\nTRANSLOG_Path=/local/translog\n"
    "Server_Session_Timeout={}\nView_Rebuild_Dir=/local/rebuild\n"
)
ARRAYS = "".join(
    f'[[array]]\nname = "{name}"\nlevel = "RAID 0"\ndisks = 4\nmedia = "hdd"\n[[volume]]\nmount = "{mount}"\narray = "{name}"\n'
    for name, mount in (("data", "/local"), ("logs", "/local/translog"))
)
FIRST = {
    "m1/notes.ini": INI.format("Mail01", 0, 480),
    "m1/storage.toml": ARRAYS,
    "m2/notes.ini": INI.format("Mail02", 0, 45),
}


def numbers(report):
    account = report["baseline"]
    return {name: number for name, number in account.items() if number and name not in {"complete", "total"}}


@pytest.fixture
def run(domlint, tmp_path):
    """Makes a baseline of FIRST, changes files, and checks anew: the JSON report, and the text's lines."""
    lay(tmp_path / "srv", FIRST)
    domlint("check", "srv", "--format", "json:first.json")

    def again(files, *words):
        lay(tmp_path, files)
        words = [*words] if any(not word.startswith("-") for word in words[:1]) else ["srv", *words]
        done = domlint("check", *words, "--baseline", "first.json", "--format", "json", "--format", "text:out.txt")
        return json.loads(done.stdout), done, (tmp_path / "out.txt").read_text()

    return again


@pytest.fixture
def first(run, tmp_path):
    return json.loads((tmp_path / "first.json").read_bytes())


def test_nothing_changed(run, first):
    report, done, text = run({})
    total = len(first["findings"])
    assert total >= 5
    assert numbers(report) == {"still_there": total}
    assert done.returncode == 0
    assert f"baseline: {total} findings: {total} still there, 0 gone, 0 could not be checked" in " ".join(text.split())


def of(first, server=None, rule=None):
    return sum(
        (server is None or one["server"] == server) and (rule is None or one["rule"].startswith(rule))
        for one in first["findings"]
    )


@pytest.mark.parametrize(("files", "words", "became"), [  # what is changed, the options, and what becomes of how many
    ({"srv/m1/notes.ini": INI.format("Mail01", 0, 45)}, [], lambda first: {"gone": of(first, None, "THR001")}),
    (
        {"domlint.toml": '[parameters.session-timeout-long]\nlimit = 999\nreason = "agreed"\n'},
        [],
        lambda first: {"by_configuration": of(first, None, "THR001")},
    ),
    ({"srv/m1/storage.toml": None}, [], lambda first: {"not_judged": of(first, None, "STO")}),
    ({"srv/m2/notes.ini": None}, [], lambda first: {"server_not_in_run": of(first, "Mail02/Acme")}),
    ({}, ["srv/m1"], lambda first: {"server_not_in_run": of(first, "Mail02/Acme")}),
    ({}, ["--select", "LOG"], lambda first: {"rule_not_run": len(first["findings"]) - of(first, None, "LOG")}),
    ({}, ["--ignore", "LOG001"], lambda first: {"rule_not_run": of(first, None, "LOG001")}),
    ({"domlint.toml": '[[waive]]\nrule = "LOG001"\nreason = "agreed"\n'}, [], lambda first: {"waived": of(first, None, "LOG001")}),
    ({"domlint.toml": '[severity]\nLOG001 = "critical"\n'}, [], lambda first: {"worse": of(first, None, "LOG001")}),
    ({"srv/m1/storage.toml": "[[array]]\nname ="}, [], lambda first: {"not_judged": of(first, None, "STO")}),
])  # fmt: skip
def test_what_became_of_it(files, words, became, run, first):
    report, _, text = run(files, *words)
    expected = became(first)
    missing = sum(number for name, number in expected.items() if name != "worse")
    assert min(expected.values()) > 0
    assert numbers(report) == {"still_there": len(first["findings"]) - missing} | expected
    assert report["baseline"]["total"] == len(first["findings"])
    assert f"baseline: {len(first['findings'])} findings: " in " ".join(text.split())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
def test_a_baseline_in_any_encoding(encoding, run, tmp_path):
    path = tmp_path / "first.json"
    path.write_bytes(path.read_text(encoding="utf-8").replace("\n", "\r\n").encode(encoding))
    report, done, _ = run({})
    assert (list(numbers(report)), done.returncode) == (["still_there"], 0)


def test_a_baseline_of_the_schema_before_is_read(run, first, tmp_path):
    (tmp_path / "first.json").write_text(json.dumps(first | {"schema_version": 2}))
    report, done, _ = run({})
    assert (list(numbers(report)), done.returncode) == (["still_there"], 0)


@pytest.mark.parametrize(("change", "why"), [
    ({"schema_version": 1}, "a report of an older domlint (schema_version 1); make a new one with "),
    ({"schema_version": 4}, "a report of a newer domlint (schema_version 4); check with that one"),
    ({"schema_version": "2"}, "not a report of domlint check --format json"),
    ({"findings": [{}]}, "not a report of domlint check --format json"),
    ({"findings": None}, "not a report of domlint check --format json"),
    ({"places": [{"server": "A", "name": "A", "place": "/" * 50_000}]}, "not a report of domlint check --format json"),
])  # fmt: skip
def test_what_is_no_baseline(change, why, run, domlint, tmp_path):
    path = tmp_path / "first.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    done = domlint("check", "srv", "--baseline", "first.json")
    assert (done.returncode, done.out) == (2, "")
    assert done.err.startswith(f"domlint: --baseline first.json: {why}")


@pytest.mark.parametrize(("word", "why"), [  # what stands in the place of a null, and what is said
    ("NaN", "is not JSON: NaN in line "),
    ("Infinity", "is not JSON: Infinity in line "),
    ("-Infinity", "is not JSON: -Infinity in line "),
])  # fmt: skip
def test_a_baseline_with_no_number_is_not_json(word, why, run, domlint, tmp_path):
    path = tmp_path / "first.json"
    text = path.read_text().replace('"schema_version"', '"NaN \\" -Infinity": "NaN", "schema_version"', 1)
    assert "NaN" in text
    assert "\n" in text[: text.index("null")]
    path.write_text(text.replace("null", word, 1))
    line = text[: text.index("null")].count("\n") + 1
    done = domlint("check", "srv", "--baseline", "first.json")
    assert (done.returncode, done.out) == (2, "")
    assert done.err == f"domlint: --baseline first.json: {why}{line}\n"


def test_a_report_of_lines_is_a_baseline(run, domlint, tmp_path):
    whole, _, _ = run({})
    domlint("check", "srv", "--format", "ndjson:lines.ndjson")
    words = ("check", "srv", "--format", "json", "--baseline", "lines.ndjson")
    assert json.loads(domlint(*words).out) == whole
    lines = tmp_path / "lines.ndjson"
    lines.write_bytes(lines.read_text().replace("\n", "\r\n").encode("utf-16"))
    assert json.loads(domlint(*words).out)["baseline"] == whole["baseline"]
    lines.write_text("".join(lines.read_text(encoding="utf-16").splitlines(keepends=True)[:-1]))
    done = domlint(*words)
    broken = "its last line is missing, so that run broke off; make a new one"
    assert (done.returncode, done.err) == (2, f"domlint: --baseline lines.ndjson: {broken}\n")


def test_a_baseline_that_was_not_whole_is_said(run, tmp_path):
    path = tmp_path / "first.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"complete": False}))
    report, done, _ = run({})
    assert report["baseline"]["complete"] is False
    assert done.err == "domlint: --baseline first.json: that report was incomplete; what it missed counts as new\n"
    assert done.returncode == 0


@pytest.mark.parametrize("text", ["", "\n", "[]", "1", "[1]\n[2]", '{"schema_version": 2}', "{}\n{}"])
def test_what_is_hardly_json_is_no_baseline(text, run, domlint, tmp_path):
    (tmp_path / "none.json").write_text(text)
    done = domlint("check", "srv", "--baseline", "none.json")
    assert (done.returncode, done.err.startswith("domlint: --baseline none.json: ")) == (2, True)


RAN = [  # the rules that ran for the baseline, None where it does not say; how many of three are new, and what the text says of them
    (["LOG001", "THR001", "STO001"], 0, ""),
    (["LOG001"], 2, "; 2 rules did not run for the baseline"),
    (["LOG001", "THR001", "OLD001"], 1, "; 1 rule did not run for the baseline"),
    ([], 3, "; 3 rules did not run for the baseline"),
    (None, 0, ""),
]


@pytest.mark.parametrize(("ran", "new", "said"), RAN)
def test_rules_that_did_not_run_for_the_baseline_are_counted(ran, new, said, run, tmp_path):
    path = tmp_path / "first.json"
    before = json.loads(path.read_text())
    before.pop("ran")
    path.write_text(json.dumps(before | ({} if ran is None else {"ran": ran})))
    report, _, text = run({}, "--select", "LOG001", "--select", "THR001", "--select", "STO001")
    assert report["baseline"]["rules_new"] == new
    assert (said in " ".join(text.split())) and (bool(said) or "for the baseline" not in text)


TIMEOUT = {"srv/m1/notes.ini": INI.format("Mail01", 0, 45)}


@pytest.mark.parametrize(("files", "became"), [  # what else is changed beside the cure of a finding, and what became of it
    ({}, "gone"),
    ({"srv/notes.ini": INI.format("Mail01", 0, 45)}, "not_judged"),
    ({"srv/a/notes.ini": INI.format("Mail01", 0, 45)}, "not_judged"),
    ({"srv/z/notes.ini": INI.format("Mail01", 0, 45)}, "gone"),
    ({"domlint.toml": '[parameters.session-timeout-long]\nlimit = 999\nreason = "agreed"\n'}, "by_configuration"),
])  # fmt: skip
def test_another_server_of_the_name_cures_nothing(files, became, run, first):
    report, _, _ = run(TIMEOUT | files)
    assert report["baseline"][became] >= of(first, None, "THR001") > 0
    if became != "gone":
        assert report["baseline"]["gone"] == 0


SLOT = "Smart Array P410i in Slot 0 (Embedded)\n   Bus Interface: PCI\n   Slot: 0\n   Serial Number: 5001438000000001\n"
MACHINE = {
    f"{name}/{file}": text
    for number, name in enumerate(("p1", "p2"), 1)
    for file, text in {
        "notes.ini": INI.format(name, 1, 45) + f"PartitionNumber={number}\n",
        "ssacli.txt": SLOT,
    }.items()
}


@pytest.mark.parametrize(("files", "became"), [  # what became of the other server, and of the finding on what both share
    ({}, "still_there"),
    ({"p2/notes.ini": None, "p2/ssacli.txt": None}, "not_judged"),
    ({"p2/notes.ini": None}, "not_judged"),
    ({"p2/ssacli.txt": None}, "not_judged"),
    ({"p2/notes.ini": MACHINE["p2/notes.ini"].replace("/local", "/other")}, "gone"),
])  # fmt: skip
def test_without_its_neighbour_a_partition_could_not_be_judged(files, became, domlint, tmp_path):
    lay(tmp_path, MACHINE)
    words = ("check", ".", "--isolated", "--select", "SYS001")
    done = domlint(*words, "--format", "json")
    first = {
        **json.loads(done.out),
        "findings": [one for one in json.loads(done.out)["findings"] if one["server"] == "p1/Acme"],
    }
    assert [one["rule"] for one in first["findings"]] == ["SYS001"]
    (tmp_path / "first.json").write_text(json.dumps(first))
    lay(tmp_path, files)
    report = json.loads(domlint(*words, "--baseline", "first.json", "--format", "json").out)
    assert numbers(report) == {became: 1}


def test_what_rests_on_a_neighbour_rests_on_it_without_a_place_in_its_files(domlint, tmp_path):
    lay(tmp_path, MACHINE)
    words = ("check", ".", "--isolated", "--select", "SYS001", "--format", "json")
    first = json.loads(domlint(*words).out)
    first["findings"] = [one | {"further": None} for one in first["findings"] if one["server"] == "p1/Acme"]
    (tmp_path / "first.json").write_text(json.dumps(first))
    lay(tmp_path, {"p2/notes.ini": None, "p2/ssacli.txt": None})
    assert numbers(json.loads(domlint(*words, "--baseline", "first.json").out)) == {"not_judged": 1}
    [ticket] = tickets_of(first)
    assert what_to_do(ticket, json.loads(domlint(*words).out)).startswith("leave open: not all servers of its machine")
