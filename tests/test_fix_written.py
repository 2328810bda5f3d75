"""`domlint fix --write`: files that are written, files that are refused, and backups."""

import json
import os
import re
import shutil

import pytest
import test_fixtures
from at_once import at_once

from advisor.cli import fix
from advisor.pack import builtin

INI = (
    "[Notes]\r\nKitType=2\r\nServerName={name}/Acme\r\nDirectory=/local/{name}\r\n"
    "FaultRecovery_Build=Release 12.0.2\r\nTRANSLOG_Status=1\r\nServer_Session_Timeout=480\r\n"
)
ONE = ("--select", "session-timeout-long", "--isolated")


@pytest.fixture
def servers(tmp_path):
    def write(*names):
        for name in names:
            (tmp_path / name).mkdir()
            (tmp_path / name / "notes.ini").write_bytes(INI.format(name=name).encode())
        return [tmp_path / name / "notes.ini" for name in names]

    return write


def kept_of(path):
    return sorted(one.name for one in path.parent.iterdir() if one.name.endswith(".bak"))


def is_written(path):
    return b"Timeout=45\r\n" in path.read_bytes()


def test_the_edits_are_made_and_the_old_file_is_kept(domlint, servers):
    (path,) = servers("Mail01")
    done = domlint("fix", ".", "--write", *ONE)
    (kept,) = kept_of(path)
    assert (done.returncode, is_written(path)) == (0, True)
    assert "the server must be down" in done.err
    assert f"The old file is Mail01/{kept}" in " ".join(done.out.split())
    assert "Back: set config Server_Session_Timeout=480\n" in done.out
    assert "Type: " not in done.out
    assert (path.parent / kept).read_bytes() == INI.format(name="Mail01").encode()
    again = domlint("fix", ".", "--write", *ONE)
    assert (again.returncode, kept_of(path)) == (0, [kept])
    assert "Nothing to do." in again.out


def test_what_is_left_is_a_plan(domlint, servers):
    (path,) = servers("Mail01")
    path.write_bytes(path.read_bytes().replace(b"TRANSLOG_Status=1", b"TRANSLOG_Status=0"))
    assert domlint("fix", ".", "--isolated").returncode == 1
    assert domlint("fix", ".", "--isolated", "--write").returncode == 1  # by hand


@pytest.mark.parametrize(("directory", "pid"), [  # Directory= of the second server, and where a pid.nbf lies, from its NOTES.INI's folder
    ("/local/Mail02", "pid.nbf"),
    ("/local/Mail02", "PID.NBF"),
    ("C:\\Domino\\Data", "Data/pid.nbf"),
    ("D:\\Lotus\\DATA\\", "../Data/pid.nbf"),
    ("{here}/elsewhere", "../elsewhere/pid.nbf"),
])  # fmt: skip
def test_of_a_live_server_nothing_is_written(directory, pid, domlint, servers, tmp_path):
    first, second = servers("Mail01", "Mail02")
    second.write_bytes(second.read_bytes().replace(b"/local/Mail02", directory.format(here=tmp_path).encode()))
    (second.parent / pid).parent.mkdir(exist_ok=True)
    (second.parent / pid).write_bytes(b"1")
    done = domlint("fix", "Mail01", "Mail02", "--write", *ONE)
    assert (done.returncode, done.out, is_written(first), is_written(second)) == (2, "", False, False)
    assert re.search(r"Mail02/notes.ini: \S+pid\.nbf is there, ", done.err, re.IGNORECASE)
    assert str(tmp_path) not in done.err
    assert domlint("fix", "Mail01", "Mail02", *ONE).returncode == 1
    assert domlint("fix", "Mail01", "Mail02", "--write", "--server-is-down", *ONE).returncode == 0
    assert is_written(first) and is_written(second)


LOOKED_AT = [  # Directory= of a NOTES.INI, on which system, what may be looked at then; {here} is beside what was given
    ("{here}/data", "posix", "{here}/data"),
    ("{here}/mail/../data", "posix", "{here}/data"),
    ("{here}", "posix", "{here}"),
    ("{here}/../outside", "posix", None),
    ("/net/evil.example/share", "posix", None),
    ("//evil.example/share", "posix", None),
    ("data", "posix", None),
    ("D:\\Domino\\Data", "posix", None),
    ("D:\\Domino\\Data", "nt", "D:\\Domino\\Data"),
    ("\\\\evil.example\\share", "nt", None),
    ("//evil.example/share", "nt", None),
    ("\\\\?\\UNC\\evil.example\\share", "nt", None),
    ("\\\\.\\pipe\\x", "nt", None),
    ("\\evil", "nt", None),
    ("D:evil", "nt", None),
]


@at_once(("directory", "system", "looked_at"), LOOKED_AT)
def test_a_directory_that_a_file_names_is_looked_at_only_where_nobody_else_has_it(directory, system, looked_at):
    here = "/srv/given"
    found = fix.near(directory.format(here=here), f"{here}/mail", system)
    assert found == (looked_at and looked_at.format(here=here))


SET_UP = b'{"serverSetup": {"server": {"type": "first", "name": "Mail10", "domainName": "Acme"}, "org": {"orgName": "Acme"}, '
SET_UP += b'"notesINI": {"Server_Session_Timeout": "480"}}}'


@pytest.mark.parametrize(("names", "given", "edited_ones"), [  # files of one folder, what is named, which of them are edited
    (["DominoAutoConfig.json"], ["."], ["DominoAutoConfig.json"]),
    (["a.json", "a.json.1"], ["."], []),
    (["a.json", "safe.txt"], ["."], []),
    (["a.json", "safe.txt"], ["a.json"], ["a.json"]),
    (["a.json", "safe.txt"], ["a.json", "safe.txt"], []),
    (["one/a.json", "two/a.json"], ["."], []),
    (["a.json.orig"], ["."], []),
    (["a.json.orig"], ["a.json.orig"], ["a.json.orig"]),
    (["old/notes.ini"], ["."], ["old/notes.ini"]),
    (["notes.ini.orig"], ["."], []),
    (["notes.ini.orig"], ["notes.ini.orig"], ["notes.ini.orig"]),
])  # fmt: skip
def test_an_administrators_own_copies_are_not_edited(names, given, edited_ones, domlint, tmp_path):
    for name in names:
        raw = INI.format(name="Mail10").encode() if "notes.ini" in name else SET_UP
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(raw)
    before = {name: (tmp_path / name).read_bytes() for name in names}
    done = domlint("fix", *given, "--write", *ONE)
    assert [name for name in names if (tmp_path / name).read_bytes() != before[name]] == edited_ones
    assert edited_ones or "Not edited: " in done.out
    assert done.returncode == (0 if edited_ones else 1)


@pytest.mark.parametrize("end", [b"\r\n\x1a", b"\x1a", b"\r\n" + b"\x1a" * 50])
def test_an_end_of_file_mark_changes_no_finding_and_stays_at_the_end(end, domlint, tmp_path):
    raw = (test_fixtures.FIXTURES / "windows-9.0.1-aged" / "notes.ini").read_bytes().rstrip(b"\r\n")
    reports = []
    for last in (b"\r\n", end):
        (tmp_path / "notes.ini").write_bytes(raw + last)
        reports.append(json.loads(domlint("check", "notes.ini", "--isolated", "--format", "json").out))
    assert reports[0] == reports[1]
    assert reports[1]["unread"] == []
    done = domlint("fix", "notes.ini", "--isolated", "--unsafe", "--write")
    after = (tmp_path / "notes.ini").read_bytes()
    assert (after != raw + end, after.endswith(end), done.returncode) == (True, True, 1)


def read_only(path):
    path.chmod(0o444)


def two_names(path):
    os.link(path, path.parent / "other")


REFUSED = {read_only: "it is read-only", two_names: "it has 2 names"}


@pytest.mark.parametrize("damage", REFUSED, ids=lambda damage: damage.__name__)
def test_what_is_refused_leaves_the_others_written(damage, domlint, servers):
    first, second = servers("Mail01", "Mail02")
    damage(first)
    done = domlint("fix", ".", "--write", "--format", "json", *ONE)
    plan = json.loads(done.out)
    states = {file["path"]: file for server in plan["servers"] for file in server.get("files", ())}
    assert done.returncode == 2
    assert (is_written(first), is_written(second)) == (False, True)
    assert states["Mail01/notes.ini"]["state"] == "refused"
    assert REFUSED[damage] in states["Mail01/notes.ini"]["why"]
    assert states["Mail02/notes.ini"]["backup"] == f"Mail02/{kept_of(second)[0]}"
    again = domlint("fix", ".", "--write", *ONE)
    assert "not written" in again.out
    assert f"Mail01/notes.ini: not written: {REFUSED[damage]}" in again.err


CHANGED = INI.format(name="Mail01").encode() + b"Ports=TCPIP\r\n"
MEANWHILE = {
    "changed": (lambda path: path.write_bytes(CHANGED), "it has changed since it was read"),
    "gone": (lambda path: path.unlink(), "it is no longer there"),
    "a folder": (lambda path: (path.unlink(), path.mkdir()), "it is no ordinary file"),
}


@pytest.mark.parametrize("case", MEANWHILE)
def test_what_happened_to_a_file_meanwhile_stays(case, domlint, servers, monkeypatch):
    (path,) = servers("Mail01")
    happens, why = MEANWHILE[case]
    monkeypatch.setattr(fix, "refuse_live", lambda made: happens(path))
    done = domlint("fix", ".", "--write", *ONE)
    assert (done.returncode, kept_of(path)) == (2, [])
    assert f"Mail01/notes.ini: not written: {why}" in done.err
    assert not path.is_file() or path.read_bytes() == CHANGED


@pytest.mark.parametrize("case", ["changed", "gone"])
def test_what_happened_to_a_file_while_it_was_read_is_told(case, domlint, servers, monkeypatch):
    path, other = servers("Mail01", "Mail02")
    happens, _ = MEANWHILE[case]
    load_run = fix.load_run
    monkeypatch.setattr(fix, "load_run", lambda *words: (load_run(*words), happens(path))[0])
    done = domlint("fix", ".", "--write", *ONE)
    assert (done.returncode, kept_of(path), is_written(other)) == (2, [], True)
    assert "domlint: Mail01/notes.ini: not written: " in done.err
    assert not path.is_file() or path.read_bytes() == CHANGED


def broken_utf_16(path):
    path.write_bytes(path.read_bytes().decode().encode("utf-16") + b"A\0=\0\x00\xd8\r\0\n\0")


def nul_byte(path):
    path.write_bytes(path.read_bytes() + b"A=\0\r\n")


def too_many_settings(path):
    path.write_bytes(path.read_bytes() + b"".join(b"Vendor%d=1\r\n" % number for number in range(2_600)))


@pytest.mark.parametrize("damage", [broken_utf_16, nul_byte, too_many_settings], ids=lambda damage: damage.__name__)
@pytest.mark.parametrize("format", ["text", "json", "markdown"])
def test_a_file_that_cannot_be_edited_is_named_on_standard_error(damage, format, domlint, servers):
    path, other = servers("Mail01", "Mail02")
    damage(path)
    before = path.read_bytes()
    assert domlint("fix", ".", *ONE).returncode == 1
    done = domlint("fix", ".", "--write", "--format", format, *ONE)
    assert (done.returncode, path.read_bytes() == before, is_written(other)) == (2, True, True)
    (line,) = [line for line in done.err.splitlines() if "not written" in line]
    assert line.startswith("domlint: Mail01/notes.ini: not written: ")
    if format == "json":
        (server,) = [server for server in json.loads(done.out)["servers"] if server["name"] == "Mail01/Acme"]
        assert [file["state"] for file in server["files"]] == ["refused"]
    else:
        assert "Mail01/notes.ini: not written: " in done.out


def test_edits_that_were_not_asked_for_refuse_no_file(domlint, servers):
    (path,) = servers("Mail01")
    path.write_bytes(path.read_bytes().replace(b"Session_Timeout=480", b"Availability_Threshold=120"))
    nul_byte(path)
    done = domlint("fix", ".", "--write", "--isolated", "--select", "availability-threshold-out-of-range")
    assert (done.returncode, "not written" in done.err) == (1, False)


@pytest.mark.parametrize(("words", "code", "said"), [
    (["fix", ".", "--server-is-down"], 2, "add --write"),
    (["fix", "gone"], 2, "no such file or folder"),
    (["fix", ".", "--select", "session-timeout-lung"], 2, "did you mean"),
    (["fix", ".", "--format", "sarif"], 2, "none of text, json, markdown"),
    (["fix", ".", "--format", "markdown:notes.ini"], 2, "a name that inputs have"),
    (["fix", "--frobnicate"], 2, "see domlint fix --help"),
    (["fix", "readme.txt"], 3, "nothing here is a file that domlint reads"),
])  # fmt: skip
def test_wrong_use_is_told_as_check_tells_it(words, code, said, domlint, servers, tmp_path):
    (path,) = servers("Mail01")
    (tmp_path / "readme.txt").write_text("hello")
    done = domlint(*words)
    assert (done.returncode, is_written(path)) == (code, False)
    assert said in done.err


def test_a_plan_in_the_folder_is_no_input_and_written_anew(domlint, servers, tmp_path):
    servers("Mail01")
    for name in ("json", "markdown", "text"):
        for _ in range(2):
            assert domlint("fix", ".", "--format", f"{name}:plan.{name}", *ONE).returncode == 1
    assert json.loads((tmp_path / "plan.json").read_text())["complete"]
    assert domlint("check", ".", "--fail-on", "never", "--isolated").err == ""


def edits_a_file(fix):
    return any(one.safety != "manual" and (one.set or one.remove or one.rename) for one in fixes_of(fix))


def fixes_of(fix):
    return [fix, *(other.of(fix) for other in fix.where)]


EDITING = {rule.name for rule in builtin().rules if edits_a_file(rule.fix)}


def met(name):
    """Whether a rule that may edit a file finds something in a fixture."""
    return any(re.search(rf"\b{rule} \(", line) for line in test_fixtures.expected(name)[1] for rule in EDITING)


def files_of(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("name", [name for name in test_fixtures.NAMES if met(name)])
def test_what_can_be_edited_is_put_right_and_comes_back(name, domlint, tmp_path, read_once):
    folder = tmp_path / name
    shutil.copytree(test_fixtures.FIXTURES / name, folder)
    told = test_fixtures.expected(name)[0].partition("# options: ")[2].partition("\n")[0].split()
    before, options = files_of(folder), ("--unsafe", "--isolated", "--format", "json", *told)
    done = domlint("fix", name, "--write", "--server-is-down", *options)
    assert done.returncode in {0, 1}
    assert all(": written; the old file is " in line for line in done.err.splitlines())
    written = [file for server in json.loads(done.out)["servers"] for file in server.get("files", ())]
    left = json.loads(domlint("fix", name, *options).out)
    assert [
        step["name"] for server in left["servers"] for step in server.get("steps", ()) if step["kind"] == "edit"
    ] == []
    for file in written:
        assert file["state"] == "written"
        (tmp_path / file["backup"]).replace(tmp_path / file["path"])
    assert files_of(folder) == before
