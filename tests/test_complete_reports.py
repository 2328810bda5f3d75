"""Whether a report is whole: what is lost of the inputs is an error with its place, exit 2, and the rest is judged."""

import json
import os
from pathlib import Path

import pytest
from laid import lay

from advisor.servers import contents

INI = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/local/notesdata\nTRANSLOG_Status=0\n"
ARRAY = '[[array]]\nname = "data"\nlevel = "RAID 10"\ndisks = 4\n'
VOLUME = '[[volume]]\nmount = "/local"\narray = "{}"\n'
DXL = "<database xmlns='http://www.lotus.com/dxl'>\n" + "<document form='Person'/>\n" * 10_000 + "</database>\n"
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


FIRST_LINES = [  # files, words, and whether the beginning of the text says that the report is incomplete
    ({}, (), False),
    ({"srv/compose.yaml": "services:\n  domino:\n    image: domino\n"}, (), False),
    ({"srv/compose.yaml": "services:\n  domino:\n   - [\n"}, (), True),
    ({"srv/compose.yaml": "services:\n  domino:\n   - [\n"}, ("--full",), True),
    ({"srv/compose.yaml": "services:\n  domino:\n   - [\n"}, ("--quiet",), False),
]


@pytest.mark.parametrize(("files", "words", "said"), FIRST_LINES)
def test_the_text_begins_with_files_that_were_not_read(files, words, said, domlint, tmp_path):
    lay(tmp_path, {"srv/notes.ini": INI} | files)
    first = domlint("check", "srv", "--isolated", "--color", "never", *words).out.partition("LOG001")[0]
    assert ("compose.yaml" in first) == said


ONE_TOUCH = """\
{
 "serverSetup": {
  "server": { "type": "first", "name": "Mail01" },
  "org": { "orgName": "Acme", "certifierPassword": "summer rain" },
  "notesINI": { "TRANSLOG_Status": "0", "KitType": "2" }
 }
}
"""
IN_A_MAP = json.dumps({"kind": "ConfigMap", "data": {"auto.json": ONE_TOUCH.replace('"org"', "org")}})
OF_DXL = "<database xmlns='http://www.lotus.com/dxl'>\n<document form='Server'/>\n</database>\n"
STOPS = [  # a file that counts as a whole, and whether what stands behind the slip is missed
    ("a.json", ONE_TOUCH, True),
    ("a.json", ONE_TOUCH.replace('"Mail01"', "“Mail01”"), True),
    ("a.json", ONE_TOUCH.replace('"first",', '"first" '), False),
    ("a.json", ONE_TOUCH.replace('"org"', "org"), False),
    ("a.json", ONE_TOUCH.replace('"org"', '\0"org"'), False),
    ("a.json", ONE_TOUCH.replace('"org"', '{% if x %}"org"'), False),
    ("a.json", ONE_TOUCH + ONE_TOUCH, False),
    ("a.json", ONE_TOUCH[:-4], True),
    ("a.json", ONE_TOUCH + "}\n\0\0", True),
    ("map.json", IN_A_MAP, False),
    ("map.json", IN_A_MAP.replace('"data"', 'data, "data"'), False),
    ("map.yaml", "kind: ConfigMap\nname: [\ndata:\n  auto.json: \"{'serverSetup': 1}\"\n", False),
    ("b.ini", INI.replace("=", "=3D"), False),
    ("b.ini", INI.replace("=", "=3D") + "ServerTasks=3DReplica,Router,Update,AMgr,=\nAdminP\nTZ=3D1\n" * 9, False),
    ("b.ini", INI + "A=3D\nB=3Dx\nC=3d\n", True),
    ("b.dxl", OF_DXL, True),
    ("b.dxl", OF_DXL.replace("<document form='Server'/>", "<document form='Server'/></document>"), False),
    ("b.dxl", OF_DXL.replace("</database>", ""), True),
]


@pytest.mark.parametrize(("name", "text", "whole"), STOPS)
def test_a_file_that_counts_as_a_whole_and_is_broken_before_its_end_is_missed(name, text, whole, check):
    report, code, _ = check({"srv/notes.ini": INI, f"srv/{name}": text}, "srv", "--fail-on=never")
    assert (report["complete"], code) == (whole, 0 if whole else 2)
    assert [one["what"] for one in report["errors"]] == ["not read"] * (not whole)
    assert [one["where"].startswith(f"srv/{name}:") for one in report["errors"]] == [True] * (not whole)


def test_a_password_between_typographic_quotes_is_masked(domlint, tmp_path):
    (tmp_path / "a.json").write_text(ONE_TOUCH.replace('"', "“"), "utf-8")
    for format in ("text", "json", "html", "sarif"):
        done = domlint("check", "a.json", "--isolated", "--format", format)
        assert done.returncode == 1
        assert "summer rain" not in done.out + done.err


BROKEN = [  # what storage.toml holds, the line, and what is said
    ('[[array]]\nname = "da', 2, "a quote is not closed"),
    (GOOD + "level = \n", 8, "not a TOML value"),
    (GOOD.replace("disks", "dsks"), 4, 'there is no field dsks; did you mean "disks"?'),
    (GOOD.replace("disks", "colour"), 4, "there is no field colour; there are name, controller, level, "),
    (GOOD.replace("mount", "mounts"), 6, 'there is no field mounts; did you mean "mount"?'),
    (GOOD.replace("4", "four"), 4, "not a TOML value"),
    (GOOD.replace("4", "0"), 4, "disks: "),
    (GOOD + "[[volumes]]\n", 8, 'there is no table volumes; did you mean "[[volume]]"?'),
    (GOOD + "[shelf]\n", 8, "there is no table shelf"),
    (ARRAY + VOLUME.format("dtaa"), 7, "/local is said to be on dtaa, of which no file tells"),
    (VOLUME.format("data"), 3, "/local is said to be on data, of which no file tells"),
    (GOOD + ARRAY, 9, "name: data stands here for a second time"),
    ('[[aray]]\nname = "data"\n', 1, 'there is no table aray; did you mean "[[array]]"?'),
    ('\n[[Array]]\nname = "data"\n', 2, 'there is no table Array; did you mean "[[array]]"?'),
    ('[array]\nname = "data"\n', 1, "[array]: write [[array]], in two brackets"),
    ("nonsense\n", 1, "an = is missing"),
    ("[[array\n", 1, "a ] is missing"),
    ("# ours\n[nonsense]\nx = 1\n", 2, "there is no table nonsense"),
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


LONG = [
    f'[[volume]]\nmount = "/{"x" * 3000}"\narray = "{"y" * 3000}"\n',
    ARRAY.replace("data", "x" * 3000) * 2,
    GOOD.replace("disks", "d" * 3000),
    f"[{'x' * 3000}]\n",
    GOOD.replace("4", f'"{"4" * 3000}"'),
]


@pytest.mark.parametrize("text", LONG)
def test_what_is_wrong_is_said_in_a_line_that_can_be_read(text, check):
    report, code, err = check({"srv/notes.ini": INI, "srv/storage.toml": text})
    assert (report["complete"], code) == (False, 2)
    assert max(len(line) for line in err.splitlines()) < 900
    assert max(len(one["message"]) for one in report["errors"]) < 900


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
    ("srv/show-stat.txt", ["srv"], "srv/show-stat.txt"),
    ("srv/lsblk.json", ["srv"], "srv/lsblk.json"),
    ("srv/lsblk.json", ["srv/notes.ini", "--with-folder"], "srv/lsblk.json"),
    ("srv/b/hpacucli.txt", ["."], "srv/b/hpacucli.txt"),
    ("srv/Storage.toml", ["srv"], "srv/Storage.toml"),
    ("srv/serverdoc_mail01_2026_08_02@16_05_20.dxl", ["srv"], "srv/serverdoc_mail01_2026_08_02@16_05_20.dxl"),
    ("srv/old.zip", ["srv"], "srv/old.zip"),
    ("srv/notes.ini.bak", ["srv"], "srv/notes.ini.bak"),
    ("srv/any.txt", ["srv", "srv/any.txt"], "srv/any.txt"),
    ("srv/b", ["srv"], "srv/b"),
    ("srv/b", ["srv/b", "srv/notes.ini"], "srv/b"),
]


@pytest.mark.parametrize(("closed", "words", "path"), CLOSED)
def test_what_cannot_be_opened(closed, words, path, check, domlint, tmp_path, monkeypatch):
    files = {"srv/notes.ini": INI, "srv/show-stat.txt": "x", "srv/b/notes.ini": INI.replace("Mail01", "B")}
    files |= {closed: INI.replace("Mail01", "B")} if "." in closed else {}
    files = {name: text for name, text in files.items() if name.lower() != closed.lower() or name == closed}
    for owner, name in ((contents, "plain_file"), (os, "scandir")):
        shut(owner, name, closed, monkeypatch)
    report, code, err = check(files, *words)
    assert (report["complete"], report["errors"], code) == (
        False,
        [{"what": "not read", "where": path, "message": "Permission denied"}],
        2,
    )
    assert "transaction-logging-off" in {one["name"] for one in report["findings"]}
    assert err == f"domlint: {path}: Permission denied\n"
    for format, times in (("json", 2), ("text", 1), ("sarif", 1)):
        done = domlint("check", *words, "--isolated", "--format", format)
        assert done.out.count("Permission denied") == times, format
        assert (done.returncode, '"executionSuccessful": true' in done.out) == (2, False)


def shut(owner, name, closed, monkeypatch):
    """Makes a path one that cannot be opened or listed; root may open everything."""
    real = getattr(owner, name)

    def refuse(path, *rest, **named):
        if Path(path).as_posix().endswith(closed):
            raise PermissionError(13, "Permission denied")
        return real(path, *rest, **named)

    monkeypatch.setattr(owner, name, refuse)


NOBODYS = ["any.txt", "manual.pdf", "console.log.gz", "mountain.txt", "dfs.txt", "README"]


@pytest.mark.parametrize("name", NOBODYS)
@pytest.mark.parametrize("strict", [False, True])
def test_what_no_reader_would_take_by_its_name_and_cannot_be_opened_is_named_and_no_more(
    name, strict, check, monkeypatch
):
    shut(contents, "plain_file", f"srv/{name}", monkeypatch)
    words = ["srv", "--fail-on=never", *["--strict"] * strict]
    report, code, err = check({"srv/notes.ini": INI, f"srv/{name}": "x"}, *words)
    assert (report["complete"], code, err) == (True, int(strict), f"domlint: srv/{name}: Permission denied\n")
    assert f"srv/{name}" in {one["path"] for one in report["unread"]}


class Torn:
    """A file of which the system gives its beginning."""

    def __init__(self, stream, raised):
        self.stream, self.raised, self.pieces = stream, raised, 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.stream.close()

    def read(self, size):
        self.pieces += 1
        if self.pieces > 1:
            raise OSError(self.raised, os.strerror(self.raised))
        return self.stream.read(size)


STORY = "> show stat\n  Mem.PhysicalRAM = 1073741824\n" + "  Server.Users = 3\n" * 10_000


@pytest.mark.parametrize(("raised", "said"), [(5, "Input/output error"), (2, "No such file or directory")])
@pytest.mark.parametrize("name", ["show-stat.txt", "any.txt", "names.dxl"])
def test_what_cannot_be_read_to_its_end_is_missed_whatever_it_is_called(name, raised, said, check, monkeypatch):
    real = contents.plain_file

    def torn(path, *rest, **named):
        stream = real(path, *rest, **named)
        return Torn(stream, raised) if Path(path).name == name else stream

    monkeypatch.setattr(contents, "plain_file", torn)
    text = DXL if name.endswith("dxl") else STORY
    report, code, err = check({"srv/notes.ini": INI, f"srv/{name}": text})
    [error] = report["errors"]
    assert (error["what"], error["where"].partition(":")[0], error["message"]) == ("not read", f"srv/{name}", said)
    assert (report["complete"], code, err.count(said)) == (False, 2, 1)


@pytest.mark.parametrize(
    ("name", "whole"), [("any.txt", True), ("console.log", False), ("b.ini", False), ("c.zip", False)]
)
@pytest.mark.parametrize("how", ["too large", "gone when it is asked"])
def test_what_is_too_large_or_gone_before_it_is_opened_is_missed_by_its_name(
    name, whole, how, check, tmp_path, monkeypatch
):
    (tmp_path / "srv").mkdir()
    with (tmp_path / "srv" / name).open("wb") as file:
        file.truncate(1024**3 + 1 if how == "too large" else 9)
    if how != "too large":
        real = contents.plain_file

        def vanished(path, *rest, **named):
            if Path(path).name == name:
                raise FileNotFoundError(2, "No such file or directory")
            return real(path, *rest, **named)

        monkeypatch.setattr(contents, "plain_file", vanished)
    report, code, _ = check({"srv/notes.ini": INI})
    assert [one["path"] for one in report["unread"]] == [f"srv/{name}"]
    assert (report["complete"], code) == (whole, 1 if whole else 2)


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


EXCLUDED = [  # the patterns, the arguments, what is left out, whether it is said at once, the exit code
    ('"srv/*"', ["srv"], ["srv/b.txt", "srv/notes.ini"], True, 3),
    ('"notes.ini"', ["srv"], ["srv/notes.ini"], True, 3),
    ('"srv/*"', ["srv", "other"], ["srv/b.txt", "srv/notes.ini"], True, 1),
    ('"srv"', ["."], ["srv"], False, 1),
    ('"srv/b*"', ["srv"], ["srv/b.txt"], False, 1),
]


@pytest.mark.parametrize(("patterns", "words", "left_out", "at_once", "code"), EXCLUDED)
def test_what_is_excluded_is_named_and_at_once_where_nothing_is_left(
    patterns, words, left_out, at_once, code, check, domlint, tmp_path
):
    check({"srv/notes.ini": INI, "srv/b.txt": "x", "other/notes.ini": INI.replace("Mail01", "Mail02")})
    (tmp_path / "domlint.toml").write_text(f"exclude = [{patterns}]\n")
    done = domlint("check", *words, "--format", "json")
    reason = "`exclude` in the configuration leaves it out"
    assert [one["path"] for one in json.loads(done.out)["unread"] if one["reason"] == reason] == left_out
    assert [f"domlint: {path}: {reason}\n" in done.err for path in left_out] == [at_once] * len(left_out)
    assert done.returncode == code


LOST = [  # what lies in place of srv/b/notes.ini, and what is said of it
    (lambda at: at.write_bytes(b""), "empty"),
    (lambda at: at.symlink_to("nowhere"), "a link that leads to nothing"),
    (lambda at: at.symlink_to(at), "a link that leads to nothing"),
    (lambda at: at.symlink_to(at.parents[2] / "else.ini"), "a link, which is not followed"),
    (lambda at: at.mkdir(), "a folder"),
]


@pytest.mark.parametrize(("put", "said"), LOST, ids=range(len(LOST)))
def test_what_lies_in_place_of_a_notes_ini_is_an_error(put, said, check, tmp_path):
    (tmp_path / "else.ini").write_text(INI)
    (tmp_path / "srv" / "b").mkdir(parents=True)
    put(tmp_path / "srv" / "b" / "notes.ini")
    report, code, err = check({"srv/notes.ini": INI})
    assert (report["complete"], code) == (False, 2)
    assert [(one["what"], one["where"], one["message"]) for one in report["errors"]] == [
        ("not read", "srv/b/notes.ini", said)
    ]
    assert err.count(f"srv/b/notes.ini: {said}") == 1


@pytest.mark.parametrize("name", ["notes.ini", "all.zip", "ALL.TAR.GZ"])
def test_an_empty_file_that_is_named_is_a_broken_copy(name, check):
    report, code, _ = check({name: ""}, name)
    assert (code, [one["where"] for one in report["errors"]]) == (2, [name])


def test_links_of_a_mounted_configuration_are_followed(check, tmp_path):
    """As Kubernetes mounts it: each file a link to one below a folder that a link names."""
    files = {f"srv/m1/..2026_11_22/{name}": text for name, text in (("notes.ini", INI), ("storage.toml", GOOD))}
    (tmp_path / "srv" / "m1").mkdir(parents=True)
    (tmp_path / "srv" / "m1" / "..data").symlink_to("..2026_11_22")
    for name in ("notes.ini", "storage.toml"):
        (tmp_path / "srv" / "m1" / name).symlink_to(f"..data/{name}")
    report, code, _ = check(files)
    assert [one["path"] for one in report["servers"][0]["inputs"]] == ["srv/m1/notes.ini", "srv/m1/storage.toml"]
    assert (report["complete"], report["unread"], code, len(report["servers"])) == (True, [], 1, 1)


@pytest.mark.parametrize(
    ("target", "whole"), [("..data/show-stat.txt", False), ("../show-stat.txt", True), ("gone.txt", True)]
)
def test_of_a_mounted_file_that_is_gone_the_report_is_not_whole(target, whole, check, tmp_path):
    (tmp_path / "srv").mkdir()
    (tmp_path / "srv" / "show-stat.txt").symlink_to(target)
    report, code, _ = check({"srv/notes.ini": INI})
    assert [(one["path"], one["reason"]) for one in report["unread"]] == [
        ("srv/show-stat.txt", "a link that leads to nothing")
    ]
    assert (report["complete"], code) == (whole, 1 if whole else 2)
