"""Whether a report is whole: what is lost of the inputs is an error with its place, exit 2, and the rest is judged."""

import json
import os
from pathlib import Path

import pytest

INI = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/local/notesdata\nTRANSLOG_Status=0\n"
ARRAY = '[[array]]\nname = "data"\nlevel = "RAID 10"\ndisks = 4\n'
VOLUME = '[[volume]]\nmount = "/local"\narray = "{}"\n'
GOOD = ARRAY + VOLUME.format("data")


@pytest.fixture
def check(domlint, tmp_path):
    """Checks a folder of these files: the JSON report, the exit code and what was said."""

    def run(files, *words):
        for name, content in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        done = domlint("check", *(words or ["srv"]), "--isolated", "--format", "json")
        return json.loads(done.stdout), done.returncode, done.err

    return run


WHOLE = [  # what is no trouble, or what is read in part and stands in `unread`
    {},
    {"srv/storage.toml": GOOD},
    {"srv/storage.toml": GOOD.rstrip()},
    {"srv/storage.toml": GOOD.replace("RAID 10", "RAID Tenfold")},
    {"srv/storage.toml": ""},
    {"srv/storage.toml": "# nothing yet\n\n"},
    {"srv/storage.toml": GOOD.replace("\n", "\r\n")},
    {"srv/storage.toml": GOOD.encode("utf-16")},
    {"srv/storage.toml": VOLUME.format("/dev/sda")},
    {"srv/other.toml": "[tool]\nx = 1\n"},
    {"srv/report.json": "{}"},
    {"srv/notes.ini.bak": INI},
    {"srv/extra.ini": INI + "A=\0\n"},
    {"srv/empty.ini": ""},
    {"domlint.toml": "["},
]


@pytest.mark.parametrize("files", WHOLE)
def test_a_whole_report(files, check):
    report, code, _ = check({"srv/notes.ini": INI} | files)
    assert (report["complete"], report["errors"], code) == (True, [], 1)


BROKEN = [  # what storage.toml holds, the line, and what is said
    ('[[array]]\nname = "da', 2, "a quote is not closed"),
    (GOOD + "level = \n", 8, "not a TOML value"),
    (GOOD.replace("disks", "dsks"), 4, 'dsks: there is no such field; did you mean "disks"?'),
    (GOOD.replace("disks", "colour"), 4, "colour: there is no such field; there are name, controller, level, "),
    (GOOD.replace("mount", "mounts"), 6, 'mounts: there is no such field; did you mean "mount"?'),
    (GOOD.replace("4", "four"), 4, "not a TOML value"),
    (GOOD.replace("4", "0"), 4, "disks: "),
    (GOOD + "[[volumes]]\n", 8, "volumes: there is no such table; did you mean [[volume]]?"),
    (GOOD + "[shelf]\n", 8, "shelf: there is no such table"),
    (ARRAY + VOLUME.format("dtaa"), 7, "/local is said to lie on dtaa, of which no file tells"),
    (VOLUME.format("data"), 3, "/local is said to lie on data, of which no file tells"),
    (GOOD + ARRAY, 9, "name: data stands here for a second time"),
    ('[[aray]]\nname = "data"\n', 1, "aray: there is no such table; did you mean [[array]]?"),
    ('\n[[Array]]\nname = "data"\n', 2, "Array: there is no such table; did you mean [[array]]?"),
    ('[array]\nname = "data"\n', 1, "[array]: write [[array]], in two brackets"),
    ("nonsense\n", 1, "an = is missing"),
    ("[[array\n", 1, "a ] is missing"),
    ("# ours\n[nonsense]\nx = 1\n", 2, "nonsense: there is no such table"),
    ('array = [{name = "data"}]\n', 1, "its first table is neither [[array]] nor [[volume]]"),
]


@pytest.mark.parametrize(("text", "line", "said"), BROKEN)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_what_is_wrong_in_storage_toml(text, line, said, encoding, check):
    report, code, err = check({"srv/notes.ini": INI, "srv/storage.toml": text.encode(encoding)})
    where = f"srv/storage.toml:{line}" if line else "srv/storage.toml"
    assert (report["complete"], code) == (False, 2)
    assert {one["what"] for one in report["errors"]} == {"broken file"}
    assert [one["message"].startswith(said) for one in report["errors"] if one["where"] == where] == [True]
    assert err.count(f"domlint: {where}: {said}") == 1
    assert "transaction-logging-off" in {one["name"] for one in report["findings"]}


def test_of_one_storage_toml_every_fault_is_an_error_and_once_for_all_servers(check):
    two = {f"srv/{name}/notes.ini": INI.replace("Mail01", name) for name in ("m1", "m2")}
    report, code, _ = check(two | {"srv/storage.toml": GOOD.replace("disks", "dsks").replace("mount", "mounts")})
    wheres = [one["where"] for one in report["errors"]]
    assert sorted(wheres) == [f"srv/storage.toml:{line}" for line in (4, 5, 6)]
    assert (len(report["servers"]), code) == (2, 2)


CLOSED = [  # what cannot be opened, the arguments, the path in `errors`
    ("srv/b/notes.ini", ["srv"], "srv/b/notes.ini"),
    ("srv/b/NOTES.INI", ["srv"], "srv/b/NOTES.INI"),
    ("srv/b/mail02.ini", ["srv"], "srv/b/mail02.ini"),
    ("srv/b/mail02.ini", ["srv/b/mail02.ini", "srv"], "srv/b/mail02.ini"),
    ("srv/show-stat.txt", ["srv/show-stat.txt", "srv"], "srv/show-stat.txt"),
    ("srv/b", ["srv"], "srv/b"),
    ("srv/b", ["srv/b", "srv/notes.ini"], "srv/b"),
]


@pytest.mark.parametrize(("closed", "words", "path"), CLOSED)
@pytest.mark.parametrize("format", ["json", "text", "sarif"])
def test_what_cannot_be_opened(closed, words, path, format, check, domlint, tmp_path, monkeypatch):
    files = {"srv/notes.ini": INI, "srv/show-stat.txt": "x", "srv/b/notes.ini": INI.replace("Mail01", "B")}
    files |= {closed: INI.replace("Mail01", "B")} if "." in closed else {}
    files = {name: text for name, text in files.items() if name.lower() != closed.lower() or name == closed}
    for owner, name in ((Path, "open"), (os, "scandir")):
        shut(owner, name, closed, monkeypatch)
    report, code, err = check(files, *words)
    assert (report["complete"], report["errors"], code) == (
        False,
        [{"what": "not read", "where": path, "message": "Permission denied"}],
        2,
    )
    assert "transaction-logging-off" in {one["name"] for one in report["findings"]}
    assert err == f"domlint: {path}: Permission denied\n"
    done = domlint("check", *words, "--isolated", "--format", format)
    assert done.out.count("Permission denied") == {"json": 2, "text": 1, "sarif": 1}[format]
    assert (done.returncode, '"executionSuccessful": true' in done.out) == (2, False)


def shut(owner, name, closed, monkeypatch):
    """Makes a path one that cannot be opened or listed; root may open everything."""
    real = getattr(owner, name)

    def refuse(path, *rest, **named):
        if Path(path).as_posix().endswith(closed) and "wb" not in named.values():
            raise PermissionError(13, "Permission denied")
        return real(path, *rest, **named)

    monkeypatch.setattr(owner, name, refuse)


def test_what_is_beside_a_server_and_cannot_be_opened_is_named_and_leaves_rules_open(check, monkeypatch):
    shut(Path, "open", "show-stat.txt", monkeypatch)
    report, code, err = check({"srv/notes.ini": INI, "srv/show-stat.txt": "x"})
    assert (report["complete"], code, err) == (True, 1, "domlint: srv/show-stat.txt: Permission denied\n")
    assert "srv/show-stat.txt" in {one["path"] for one in report["unread"]}


def test_the_lost_and_found_of_a_file_system_is_not_looked_into(check, monkeypatch):
    shut(os, "scandir", "lost+found", monkeypatch)
    report, code, err = check({"srv/notes.ini": INI, "srv/lost+found/x": "x"})
    assert (report["complete"], code, err) == (True, 1, "")


OTHERS = [["facts", "srv"], ["facts", "srv", "--format", "json"], ["explain", "LOG001", "--for", "srv"]]


@pytest.mark.parametrize("words", OTHERS)
@pytest.mark.parametrize("text", [GOOD.replace("disks", "dsks"), "[[array]]\nname ="])
def test_every_command_ends_alike(words, text, check, domlint):
    check({"srv/notes.ini": INI, "srv/storage.toml": text})
    done = domlint(*words)
    assert done.returncode == 2
    assert done.err.startswith("domlint: srv/storage.toml:")
    assert "srv/notes.ini" in done.out


@pytest.mark.parametrize("fail_on", ["never", "critical", "info"])
def test_a_report_that_is_not_whole_is_2_whatever_counts(fail_on, check, domlint):
    check({"srv/notes.ini": INI, "srv/storage.toml": "[[array]]\n"})
    assert domlint("check", "srv", "--fail-on", fail_on).returncode == 2


EXCLUDED = [  # the patterns, the arguments, whether it is said, the exit code
    ('"srv/*"', ["srv"], True, 3),
    ('"notes.ini"', ["srv"], True, 3),
    ('"srv/*"', ["srv", "other"], True, 1),
    ('"srv"', ["."], False, 1),
    ('"srv/b*"', ["srv"], False, 1),
]


@pytest.mark.parametrize(("patterns", "words", "said", "code"), EXCLUDED)
def test_an_argument_of_which_everything_is_excluded_is_named(patterns, words, said, code, check, domlint, tmp_path):
    check({"srv/notes.ini": INI, "srv/b.txt": "x", "other/notes.ini": INI.replace("Mail01", "Mail02")})
    (tmp_path / "domlint.toml").write_text(f"exclude = [{patterns}]\n")
    done = domlint("check", *words)
    assert (
        "domlint: srv: nothing of it is read: `exclude` in the configuration leaves its files out\n" in done.err
    ) == said
    assert done.returncode == code
