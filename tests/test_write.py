"""Write a file: it is completely old or completely new, the old one is kept, and a refusal changes nothing."""

import json
import os
import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from advisor.fixes.edits import Refusal
from advisor.fixes.replacement import replace_file
from advisor.fixes.write import write_edited
from advisor.servers.walk import UNFINISHED

STAMP = datetime(2026, 11, 22, 19, 0, 0)
KEPT = "notes.ini.2026-11-22T190000.bak"
OLD, NEW = b"[Notes]\r\nX=1\r\n", b"[Notes]\r\nX=45\r\n"
posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")


@pytest.fixture
def ini(tmp_path):
    path = tmp_path / "data" / "notes.ini"
    path.parent.mkdir()
    path.write_bytes(OLD)
    return path


def beside(path):
    """What lies in a file's folder, by name."""
    return {one.name: one.read_bytes() for one in path.parent.iterdir() if one.is_file()}


def test_the_new_text_is_in_the_file_and_the_old_one_beside_it(ini):
    assert write_edited(ini, OLD, NEW, STAMP) == ini.with_name(KEPT)
    assert beside(ini) == {"notes.ini": NEW, KEPT: OLD}


@posix
def test_mode_and_date_are_kept(ini):
    ini.chmod(0o640)
    os.utime(ini, (1000, 2000))
    kept = write_edited(ini, OLD, NEW, STAMP)
    assert [one.stat().st_mode & 0o7777 for one in (ini, kept)] == [0o640, 0o640]
    assert kept.stat().st_mtime == 2000 < ini.stat().st_mtime


@pytest.mark.skipif(getattr(os, "geteuid", lambda: 1)() != 0, reason="only root gives a file to somebody else")
def test_the_owner_is_kept(ini):
    os.chown(ini, 1234, 5678)
    kept = write_edited(ini, OLD, NEW, STAMP)
    assert [(one.stat().st_uid, one.stat().st_gid) for one in (ini, kept)] == [(1234, 5678)] * 2


@posix
def test_where_the_owner_cannot_be_kept_nothing_is_written(ini, monkeypatch):
    real = ini.stat()
    other = SimpleNamespace(**{name: getattr(real, name) for name in dir(real) if name.startswith("st_")})
    other.st_uid += 1
    monkeypatch.setattr(os, "fstat", lambda _: other)
    assert write_edited(ini, OLD, NEW, STAMP).why.startswith("its owner or mode cannot be kept")
    assert beside(ini) == {"notes.ini": OLD}


def test_a_copy_of_the_same_second_gets_a_number(ini):
    names = [write_edited(ini, was, now, STAMP).name for was, now in ((OLD, NEW), (NEW, OLD), (OLD, NEW))]
    assert names == [KEPT, "notes.ini.2026-11-22T190000.2.bak", "notes.ini.2026-11-22T190000.3.bak"]
    assert [beside(ini)[name] for name in names] == [OLD, NEW, OLD]


@posix
def test_a_link_stays_one_and_what_it_leads_to_is_written(ini, tmp_path):
    link = tmp_path / "linked.ini"
    link.symlink_to(ini)
    assert write_edited(link, OLD, NEW, STAMP) == ini.with_name(KEPT)
    assert link.is_symlink() and ini.read_bytes() == NEW


def make_link_out(ini):
    out = ini.parent.parent / "out.ini"
    ini.rename(out)
    ini.symlink_to(out)


def make_circle(ini):
    ini.unlink()
    ini.symlink_to(ini)


def make_pipe(ini):
    ini.unlink()
    os.mkfifo(ini)


def make_folder(ini):
    ini.unlink()
    ini.mkdir()


def make_second_name(ini):
    os.link(ini, ini.parent.parent / "second.ini")


HINDERED = [
    (lambda ini: ini.write_bytes(NEW + b"Y=2\r\n"), "it has changed since it was read; nothing was written"),
    (lambda ini: ini.unlink(), "it is no longer there"),
    (lambda ini: ini.chmod(0o444), "it is read-only"),
    (lambda ini: ini.parent.chmod(0o555), "nothing can be written in its folder"),
    (make_second_name, "it has 2 names (hard links), and behind the others the old text would stay"),
    (make_link_out, "it is a link out of the folder that was given, which is not followed; name the file itself"),
    (make_circle, "it is a link that leads in a circle"),
    (make_pipe, "it is no ordinary file"),
    (make_folder, "it is no ordinary file"),
]


@posix
@pytest.mark.parametrize(("hinder", "why"), HINDERED, ids=[why for _, why in HINDERED])
def test_what_stands_against_it_is_said_and_nothing_is_left(hinder, why, ini):
    hinder(ini)
    before = sorted(one.name for one in ini.parent.iterdir())
    texts = {name: ini.with_name(name).read_bytes() for name in before if ini.with_name(name).is_file()}
    try:
        assert write_edited(ini, OLD, NEW, STAMP, within=ini.parent) == Refusal(why)
    finally:
        ini.parent.chmod(0o755)
    assert sorted(one.name for one in ini.parent.iterdir()) == before
    assert {name: ini.with_name(name).read_bytes() for name in texts} == texts


@posix
def test_a_file_that_changes_while_it_is_written_is_left_as_it_is(ini, monkeypatch):
    sync = os.fsync

    def domino_writes(descriptor):
        ini.write_bytes(OLD + b"Y=2\r\n")
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", domino_writes)
    assert write_edited(ini, OLD, NEW, STAMP).why == "it has changed since it was read; nothing was written"
    assert beside(ini) == {"notes.ini": OLD + b"Y=2\r\n"}


@posix
@pytest.mark.parametrize("synced", [1, 2, 3], ids=["backup", "folder", "new text"])
def test_a_signal_before_the_new_text_is_there_leaves_all_as_it_was(synced, ini, monkeypatch):
    sync, calls = os.fsync, []

    def signalled(descriptor):
        sync(descriptor)
        calls.append(descriptor)
        if len(calls) == synced:
            raise SystemExit(143)

    monkeypatch.setattr(os, "fsync", signalled)
    with pytest.raises(SystemExit):
        write_edited(ini, OLD, NEW, STAMP)
    assert beside(ini) == {"notes.ini": OLD}


@posix
def test_a_full_disk_leaves_all_as_it_was(ini):
    script = (
        "import resource, sys; from datetime import datetime; from pathlib import Path\n"
        "from advisor.fixes.write import write_edited\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)\n"
        "path = Path(sys.argv[1]); was = path.read_bytes()\n"
        "print(write_edited(path, was, was + b'Y=2\\r\\n', datetime(2026, 11, 22)).why)\n"
    )
    big = OLD + b"; a remark\r\n" * 1000
    ini.write_bytes(big)
    for limit in (4096, len(big)):  # neither fits, or the old one alone
        done = subprocess.run(
            [sys.executable, "-c", script, ini, str(limit)], capture_output=True, text=True, check=True
        )
        assert done.stdout == "File too large\n", done.stderr
        assert beside(ini) == {"notes.ini": big}


@posix
def test_of_two_runs_at_once_one_writes_and_the_other_is_refused(ini):
    fcntl = pytest.importorskip("fcntl")
    with ini.open("rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        assert (
            write_edited(ini, OLD, NEW, STAMP).why == "another program holds it right now; try again when that is done"
        )
    assert beside(ini) == {"notes.ini": OLD}
    script = (
        "import sys; from datetime import datetime; from pathlib import Path\n"
        "from advisor.fixes.write import write_edited\n"
        "sys.stdin.readline()\n"
        f"print(write_edited(Path(sys.argv[1]), {OLD!r}, {OLD!r} + sys.argv[2].encode(), datetime(2026, 11, 22)))\n"
    )
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", script, ini, f"Y={n}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for n in (1, 2)
    ]
    for run in runs:
        run.stdin.write("go\n")
        run.stdin.flush()
    told = [run.communicate()[0] for run in runs]
    assert sorted("Refusal" in one for one in told) == [False, True], told
    (won,) = [n for n, one in enumerate(told, 1) if "Refusal" not in one]
    assert sorted(beside(ini).values()) == sorted([OLD, OLD + f"Y={won}".encode()])


@posix
def test_a_writer_that_is_killed_leaves_whole_files():
    script = Path(__file__).with_name("killed_writer.py")
    done = subprocess.run([sys.executable, script, "5"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("killed 5 times")


SERVER = b"[Notes]\nKitType=2\nDirectory=/local/notesdata\nServerTasks=Replica,Router,Update\n"
SET_UP = b'{"serverSetup": {"server": {"name": "hub"}, "notesINI": {"X": "%s"}}}\n'
FOLDERS = {  # what lies in a folder, and of which files a check says that they are copies
    "a NOTES.INI": ({"notes.ini": SERVER + b"X=45\n", KEPT: SERVER + b"X=1\n"}, "notes.ini"),
    "two copies": (
        {"Notes.ini": SERVER + b"X=45\n", KEPT: SERVER, KEPT.replace(".bak", ".2.bak"): SERVER + b"X=1\n"}, "Notes.ini",
    ),
    "a NOTES.INI by another name": ({"hub.ini": SERVER, KEPT.replace("notes", "hub"): SERVER + b"X=1\n"}, "hub.ini"),
    "One-Touch": ({"setup.json": SET_UP % b"45", KEPT.replace("notes.ini", "setup.json"): SET_UP % b"1"}, "setup.json"),
    "what a killed run left": ({"notes.ini": SERVER, ".domlint-0123456789abcdef": SERVER + b"X=1\n"}, ""),
}  # fmt: skip


@pytest.mark.parametrize("case", FOLDERS)
def test_what_is_kept_beside_a_file_is_known_as_its_copy(case, domlint, tmp_path):
    files, of = FOLDERS[case]
    for name, text in files.items():
        (tmp_path / name).write_bytes(text)
    report = json.loads(domlint("check", ".", "--isolated", "--format", "json").out)
    assert len(report["servers"]) == 1 and len(report["servers"][0]["inputs"]) == 1
    assert [(row["path"], row["reason"]) for row in report["unread"]] == [
        (name, f"a copy of {of}, kept by `domlint fix`") for name in sorted(files) if name.endswith(".bak")
    ]


def test_what_was_kept_is_judged_where_somebody_names_it(domlint, tmp_path):
    (tmp_path / "notes.ini").write_bytes(SERVER)
    (tmp_path / KEPT).write_bytes(SERVER)
    report = json.loads(domlint("check", KEPT, "--isolated", "--format", "json").out)
    assert [one["path"] for one in report["servers"][0]["inputs"]] == [KEPT]


PART = f"{UNFINISHED}{'0a' * 8}"
LEFT = {
    "of a run that was killed": (PART, 3600, True),
    "of one that may just begin": (PART, 5, False),
    "of another name": (f"{UNFINISHED}notes", 3600, False),
    "of a longer name": (f"{PART}.bak", 3600, False),
}


@pytest.mark.parametrize(("name", "age", "goes"), LEFT.values(), ids=LEFT.keys())
def test_what_is_left_is_cleared_away(name, age, goes, tmp_path):
    part = tmp_path / name
    part.write_bytes(b"half a rep")
    os.utime(part, (time.time() - age,) * 2)
    with replace_file(tmp_path / "report.json", None) as stream:
        stream.write(b"{}")
    assert part.exists() != goes
    assert (tmp_path / "report.json").read_bytes() == b"{}"


def test_of_two_runs_at_once_none_takes_away_the_other_s(tmp_path):
    with replace_file(tmp_path / "report.json", None) as first:
        first.write(b"1")
        first.flush()
        (part,) = tmp_path.iterdir()
        os.utime(part, (0, 0))
        with replace_file(tmp_path / "report.json", None) as second:
            second.write(b"2")
        first.write(b"1")
    assert [one.read_bytes() for one in tmp_path.iterdir()] == [b"11"]


def test_a_link_or_folder_of_that_name_stays(tmp_path):
    (tmp_path / "precious").write_text("x")
    (tmp_path / PART).symlink_to(tmp_path / "precious")
    (tmp_path / PART.replace("0a", "0b")).mkdir()
    with replace_file(tmp_path / "report.json", None) as stream:
        stream.write(b"{}")
    assert len(list(tmp_path.iterdir())) == 4
