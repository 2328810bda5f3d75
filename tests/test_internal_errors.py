"""A bug costs the server that it met: it is named, and the others of the run are reported. The whole pack of outputs."""

import json
import re

import pytest

INI = "[Notes]\nKitType=2\nServerName={name}\nFaultRecovery_Build=Release 12.0.2\nTRANSLOG_Status=0\n"
BURSTS = {  # what raises, on the server called Bad alone
    "deriving": (
        "import advisor.derive.server as step\nreal = step.derive_server_kind\n"
        "def burst(facts, context):\n    if facts.ask('ini.servername').text == 'Bad/Acme':\n"
        "        raise RuntimeError('burst')\n    return real(facts, context)\nstep.derive_server_kind = burst\n"
    ),
    "judging": (
        "import advisor.judging.engine as engine\nreal = engine.run\n"
        "def burst(rules, facts, *rest, **more):\n    if facts.ask('ini.servername').text == 'Bad/Acme':\n"
        "        raise RuntimeError('burst')\n    return real(rules, facts, *rest, **more)\nengine.run = burst\n"
    ),
}
LATE = {  # what raises of a server that was judged, or before anybody knows whose the file is
    "reporting": (
        "import advisor.report.server_report as parts\nreal = parts.server_report\n"
        "def burst(assessment, name, *rest):\n    if name == 'Bad/Acme':\n"
        "        raise RecursionError('burst')\n    return real(assessment, name, *rest)\nparts.server_report = burst\n"
    ),
    "reading": (
        "import advisor.readers.domino.notes_ini as notes_ini\nreal = notes_ini.read\n"
        "def burst(source, *rest):\n    if source.path == 'a/notes.ini':\n"
        "        raise MemoryError('burst')\n    return real(source, *rest)\nimport msgspec.structs\nnotes_ini.READER = msgspec.structs.replace(notes_ini.READER, read=burst)\n"
    ),
}


@pytest.fixture(params=BURSTS.values(), ids=BURSTS.keys())
def run(request, domlint_process, tmp_path):
    (tmp_path / "bug").mkdir()
    (tmp_path / "bug" / "sitecustomize.py").write_text(request.param)
    for folder, name in (("a", "Bad/Acme"), ("b", "Good/Acme")):
        (tmp_path / "in" / folder).mkdir(parents=True)
        (tmp_path / "in" / folder / "notes.ini").write_text(INI.format(name=name))
    return lambda *words: domlint_process(*words, env={"PYTHONPATH": str(tmp_path / "bug")}, cwd=tmp_path / "in")


def test_the_others_are_reported_and_the_exit_code_is_4(run):
    done = run("check", ".", "--isolated", "--format", "json")
    report = json.loads(done.out)
    assert done.returncode == 4
    assert [one["name"] for one in report["servers"]] == ["Good/Acme"]
    assert {one["server"] for one in report["findings"]} == {"Good/Acme"}
    (error,) = report["errors"]
    assert (error["what"], error["where"]) == ("server not judged", "Bad/Acme")
    assert error["message"].startswith("RuntimeError: burst (sitecustomize.py:")
    assert [(one["path"], one["reason"]) for one in report["unread"]] == [
        ("a/notes.ini", "an internal error kept the server from being checked")
    ]
    assert done.err.startswith("domlint: internal error: RuntimeError: burst (sitecustomize.py:")
    assert done.err.endswith("; Bad/Acme was not checked; please report it to the domlint project\n")
    assert done.err.count("\n") == 1


def test_every_format_names_it(run):
    text, sarif = run("check", ".", "--isolated"), run("check", ".", "--isolated", "--format", "sarif")
    assert "error: Bad/Acme: RuntimeError: burst" in text.out
    assert re.search("^Good/Acme +Domino 12.0.2", text.out, re.MULTILINE)
    (invocation,) = json.loads(sarif.out)["runs"][0]["invocations"]
    assert invocation["executionSuccessful"] is False
    first = invocation["toolExecutionNotifications"][0]
    assert first["message"]["text"].startswith("Bad/Acme was not checked: RuntimeError: burst")


def test_explain_shows_the_others(run):
    done = run("explain", "LOG001", "--for", ".", "--isolated")
    assert (done.returncode, done.out.count("\n## Good/Acme\n"), "## Bad/Acme" in done.out) == (4, 1, False)
    assert "Bad/Acme was not checked" in done.err


@pytest.mark.parametrize("run", [BURSTS["deriving"]], indirect=True)
def test_facts_shows_the_others(run):
    done = run("facts", ".")
    assert (done.returncode, "Good/Acme\n" in done.out) == (4, True)
    assert "Bad/Acme was not checked" in done.err


def test_a_fix_pack_of_thousands_of_digits_is_none(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI.format(name="A").replace("12.0.2", "9.0.1FP" + 5000 * "9"))
    report = json.loads(domlint("check", "notes.ini", "--isolated", "--format", "json").out)
    assert report["servers"][0]["release"] == {"value": "9.0.1", "basis": "FaultRecovery_Build"}
    assert domlint("check", "notes.ini", "--isolated", "--release", "9.0.1FP" + 5000 * "9").returncode == 2


@pytest.mark.parametrize(("late", "where"), [("reporting", "Bad/Acme"), ("reading", "a/notes.ini")])
def test_a_bug_anywhere_costs_no_other_server(late, where, domlint_process, tmp_path):
    (tmp_path / "bug").mkdir()
    (tmp_path / "bug" / "sitecustomize.py").write_text(LATE[late])
    for folder, name in (("a", "Bad/Acme"), ("b", "Good/Acme")):
        (tmp_path / "in" / folder).mkdir(parents=True)
        (tmp_path / "in" / folder / "notes.ini").write_text(INI.format(name=name))
    env = {"PYTHONPATH": str(tmp_path / "bug")}
    done = domlint_process("check", ".", "--isolated", "--format", "json", env=env, cwd=tmp_path / "in")
    report = json.loads(done.out)
    assert (done.returncode, report["complete"]) == (4, False)
    assert [one["name"] for one in report["servers"]] == ["Good/Acme"]
    assert [one["where"] for one in report["errors"]] == [where]
    assert "burst (sitecustomize.py:" in report["errors"][0]["message"]
    assert done.err.count("\n") == 1


def test_a_bug_in_what_says_that_there_is_one_is_a_line_too(domlint_process, tmp_path):
    """Where memory is short neither the pack nor anything else can be loaded, by which the message is masked."""
    (tmp_path / "sitecustomize.py").write_text(
        "import advisor.cli.check_run as run\nimport advisor.pack as pack\n"
        "def burst(*_):\n    raise MemoryError('Winter7')\nrun.check = pack.builtin = burst\n"
    )
    (tmp_path / "notes.ini").write_text(INI.format(name="Mail01/Acme"))
    done = domlint_process("check", "notes.ini", env={"PYTHONPATH": str(tmp_path)}, cwd=tmp_path)
    said = "domlint: internal error: MemoryError; please report it to the domlint project\n"
    assert (done.returncode, done.err) == (4, said)
