"""What stands in front of what a file tells: blanks, remarks and long lines of any length hide nothing of it."""

import gzip
import io
import json
import tarfile

import pytest

from advisor import readers
from advisor.pack import builtin
from advisor.servers import below, contents, padding
from advisor.servers.gather import gather
from advisor.servers.reading import Reading

CATALOGUE = builtin().catalogue
MUCH = 70_000  # bytes, more than a head has
INI = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nServerName=Mail01/Acme\nTRANSLOG_Status=0\n"
DECLARED = "<?xml version='1.0'?>"
DXL = (
    "<database xmlns='http://www.lotus.com/dxl'><document form='Server'>"
    "<item name='ServerName'><text>CN=Mail01/O=Acme</text></item></document></database>\n"
)
TOML = '[[array]]\nname = "data"\nlevel = "RAID 5"\ndisks = 4\n'
LSBLK = json.dumps({"blockdevices": [{"name": "sda", "mountpoint": "/", "rota": True}]})
SET_UP = '{"serverSetup": {"server": {"type": "first", "name": "Mail01"}}}'
MAP = "kind: ConfigMap\ndata:\n  notes.ini: |\n" + "".join(f"    {line}\n" for line in INI.splitlines())
JSON_MAP = json.dumps({"kind": "ConfigMap", "data": {"b": "hello", "notes.ini": INI}})
MANY_TEXTS = json.dumps({f"k{number}": "hello" * 160 for number in range(100)})[1:-1] + ', "b"'
UNIT = "[Unit]\nDescription=Domino\n[Service]\nExecStart=/opt/hcl/domino/bin/server\nLimitNOFILE=1000\n"
REMARKS = ";" + "x" * 998 + "\n"
LONG = f"<!--{'x' * MUCH}-->"


def much(line):
    return line * (MUCH // len(line))


READ = [  # the file's name, what it holds, the reader's format
    ("notes.ini", much("\n") + INI, "notes.ini"),
    ("notes.ini", much(" ") + INI, "notes.ini"),
    ("notes.ini", much("\f\r\n") + INI, "notes.ini"),
    ("notes.ini", much("\0") + "\n" + INI, "notes.ini"),
    ("notes.ini", much(REMARKS) + INI, "notes.ini"),
    ("notes.ini", much("#x\n") + INI, "notes.ini"),
    ("notes.ini", much(":x\r") + INI, "notes.ini"),
    ("notes.ini", ";" + "x" * MUCH + "\n" + INI, "notes.ini"),
    ("notes.ini", (much("\n") + INI).encode("utf-16"), "notes.ini"),
    ("notes.ini", (much(REMARKS) + INI).encode("utf-16-le"), "notes.ini"),
    ("notes.ini", (much(REMARKS) + INI).encode("utf-16-be"), "notes.ini"),
    ("any.txt", much(REMARKS) + INI, "notes.ini"),
    ("map.yaml", much("# xxx\n") + MAP, "config map"),
    ("map.yaml", MAP.replace("data:", much("# xxx\n") + "data:"), "config map"),
    ("map.yaml", MAP.replace("data:\n", "data:\n  a: |\n" + much("    hello world\n")), "config map"),
    (
        "any",
        MAP.partition("\n")[2].replace("data:\n", "data:\n  a: |\n" + much("    hello\n")) + MAP[:16],
        "config map",
    ),
    (
        "map.json",
        JSON_MAP.replace('"b"', MANY_TEXTS),
        "config map",
    ),
    ("server.dxl", much(" ") + DXL, "dxl"),
    ("server.dxl", DECLARED + much("\n") + DXL, "dxl"),
    ("any.xml", DECLARED + LONG + DXL, "dxl"),
    ("any.xml", f"{DECLARED}<?a {'x' * MUCH}?>{DXL}", "dxl"),
    ("any.xml", DXL.replace("<database", f"<database title='{'x' * MUCH}'"), "dxl"),
    ("any.xml", (much(" ") + DXL).encode("utf-16"), "dxl"),
    ("lsblk.json", much(" ") + LSBLK, "lsblk"),
    ("any.json", LSBLK.replace("{", "{" + much("\n"), 1), "lsblk"),
    ("any.json", SET_UP.replace("{", f'{{"a": "{"x" * MUCH}",', 1), "one-touch json"),
    ("storage.toml", much("# " + "x" * 97 + "\n") + TOML, "storage.toml"),
    ("domino.service", much("# " + "x" * 97 + "\n") + UNIT, "systemd unit"),
]


def looked_at(path):
    """The formats of what was read below a folder, and what was not: the reason, and whether the report is whole."""
    reading = Reading(CATALOGUE)
    gathered = gather([str(path)], lambda: iter([]), catalogue=CATALOGUE, take=reading.take)
    unread = [(one.reason, one.problem, one.what) for one in gathered.unread + reading.unread]
    return [(file.format, len(file.items) + len(file.documents)) for file in reading.files], unread


def raw(content):
    return content if isinstance(content, bytes) else content.encode()


@pytest.mark.parametrize(("name", "content", "format"), READ, ids=range(len(READ)))
def test_behind_padding_a_file_is_what_it_is(name, content, format, tmp_path):
    (tmp_path / name).write_bytes(raw(content))
    [(found, told)], unread = looked_at(tmp_path)
    assert found == format
    assert told
    assert not any(what for _, _, what in unread)


CONSOLE = "[1234:000002-00007F] 11/22/2026 10:00:00 AM  Server started\n"
NOT_FIRST = "its [Notes] stands below other text: it must be the first line, but for remarks"
DXL_NOT_FIRST = "its DXL stands below other text: it must be the first in the file"
NOT_OF_A_LOG = "a NOTES.INI begins here; it was not read, give it a file of its own"
TOO_LONG = "the line is longer than 64 KB and was not read"
NO_FORMAT = "not a format that domlint reads"
LOST = [  # what nobody can make out, or of what there is too much, is named
    ("notes.ini", "x" * MUCH + "\n" + INI, TOO_LONG),
    ("notes.ini", "\ufeff" * MUCH + INI, TOO_LONG),
    ("notes.ini", much("hello world\n"), NO_FORMAT),
    ("notes.ini", "<!-- x -->\n" + INI, NOT_FIRST),
    ("notes.ini", CONSOLE + INI, NOT_FIRST),
    ("notes.ini", CONSOLE * 40 + INI, NOT_OF_A_LOG),
    ("console.log", CONSOLE * 40 + "\0\n" + INI, NOT_OF_A_LOG),
    ("server.dxl", "<!DOCTYPE a [" + much("<!ELEMENT b ANY>\n") + "]>" + DXL, DXL_NOT_FIRST),
    ("server.dxl", " " + DECLARED + DXL, "this is no XML any more (XML or text declaration not at start of entity)"),
    ("x.ini", much("hello world\n") + INI, NOT_FIRST),
    ("x.ini", (much("hello world\n") + INI).encode("utf-16"), NOT_FIRST),
    ("x.ini", "hello world\n" * 20 + INI, NOT_FIRST),
    ("x.ini", "hello [Notes]\n[Notes]\n" + much("hello\n[notes]\n") + INI, NOT_FIRST),
    ("server.dxl", much("hello world\n") + DXL, DXL_NOT_FIRST),
    ("any.xml", LONG + DECLARED + DXL, "this is no XML any more (XML or text declaration not at start of entity)"),
    ("lsblk.json", '{"a": 1,' + much(" \n1,") + LSBLK[1:], NO_FORMAT),
    ("storage.toml", "#" + "x" * 300_000 + "\n" + TOML, "larger than 256 KB: that is no file somebody wrote"),
    ("sysctl.conf", "\n" * MUCH + "kernel.sem = 250 32000 32 128\n", "it has more than 12,188 lines; what follows was not read"),
    ("df.txt", "\n" * MUCH + "Filesystem 1024-blocks Used Available Capacity Mounted on\n", "it has more than 12,189 lines; what follows was not read"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content", "reason"), LOST, ids=range(len(LOST)))
def test_what_padding_hides_is_named_and_the_report_not_whole(name, content, reason, tmp_path):
    (tmp_path / name).write_bytes(raw(content))
    _, unread = looked_at(tmp_path)
    assert [one for one in unread if one[2]] == [(reason, True, one[2]) for one in unread if one[2]]
    assert reason in [said for said, _, what in unread if what]


BELOW = [("server", INI, NOT_FIRST), ("server", DXL, DXL_NOT_FIRST), ("server.xml", DXL, DXL_NOT_FIRST)]


@pytest.mark.parametrize(("name", "content", "reason"), BELOW)
def test_what_a_file_of_any_name_hides_is_said(name, content, reason, tmp_path):
    """It may be a text about it, and so the report is whole."""
    (tmp_path / name).write_text(much("hello world\n") + content)
    assert looked_at(tmp_path) == ([], [(reason, True, "")])


HIDDEN = [much("hello world\n"), "<!-- x -->\n" + INI]


@pytest.mark.parametrize("content", HIDDEN, ids=["nothing of it", "below other text"])
def test_on_standard_input_it_is_named_too(content, domlint, tmp_path):
    (tmp_path / "good").mkdir()
    (tmp_path / "good" / "notes.ini").write_text(INI)
    words = ("check", "good", "-", "--stdin-name", "x/notes.ini", "--isolated")
    done = domlint(*words, stdin=content.encode(), cwd=tmp_path)
    assert done.returncode == 2
    assert "x/notes.ini" in done.err


OTHERS = [  # files of other programs, and of nothing
    ("php.ini", "[PHP]\n" + much(REMARKS) + "a=b\n"),
    ("php.ini", much(REMARKS) + "[PHP]\na=b\n"),
    ("desktop.ini", "[.ShellClassInfo]\nIconResource=x\n"),
    ("any.ini", much("\n")),
    ("any.ini", much(REMARKS)),
    ("any.json", '{"a": "' + "x" * MUCH + '"}'),
    ("any.txt", much("hello world\n")),
    *[(name, much("hello world\n") + INI + DXL) for name in ("a.md", "a.log", "a.eml", "a.txt", "a.py", "a.toml")],
    ("any.ini", much("hello world\n") + "[Notes]\nDirectory=/a\nKitType=1\n" + much("hello world\n")),
    ("any.ini", "hello world\n" * 20 + " [Notes]\n" + INI.partition("\n")[2]),
    ("any", much("hello world\n") + DXL.replace("http:", "https:")),
    ("any.yaml", "kind: ConfigMap\ndata:\n" + much("  a: hello\n")),
    ("notes.ini.txt", "hello world\n"),
]


@pytest.mark.parametrize(("name", "content"), OTHERS, ids=range(len(OTHERS)))
def test_files_of_others_and_of_nothing_are_no_trouble(name, content, tmp_path):
    (tmp_path / name).write_text(content)
    assert looked_at(tmp_path) == ([], [(NO_FORMAT, False, "")])


@pytest.fixture
def little(monkeypatch):
    """Of a file no more is looked through than 128 KB."""
    monkeypatch.setattr(padding, "_STEPS", (128 * 1024,))
    monkeypatch.setattr(padding, "MOST", 1024**2)
    monkeypatch.setattr(padding, "FEW", 1024**2)


@pytest.mark.parametrize(
    ("name", "lost"), [("notes.ini", True), ("any.ini", True), ("df.txt", True), ("any.img", False)]
)
@pytest.mark.parametrize("packed", [False, True])
def test_past_what_is_looked_through_the_name_says_whether_something_is_lost(name, lost, packed, little, tmp_path):
    content = b"\0" * 200_000 + INI.encode()
    if packed:
        (tmp_path / "all.tar.gz").write_bytes(archive(name, content))
    else:
        (tmp_path / name).write_bytes(content)
    assert looked_at(tmp_path) == ([], [(padding._REASON.format(1), lost, "not read" * lost)])


def archive(name, content):
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w") as tar:
        member = tarfile.TarInfo(name)
        member.size = len(content)
        tar.addfile(member, io.BytesIO(content))
    return gzip.compress(written.getvalue(), 1)


@pytest.mark.parametrize("name", ["all.tar", "all.tar.gz"])
def test_in_an_archive_too(name, tmp_path):
    packed = archive("srv/notes.ini", raw(much(REMARKS) + INI))
    (tmp_path / name).write_bytes(packed if name.endswith("gz") else gzip.decompress(packed))
    assert [format for format, _ in looked_at(tmp_path)[0]] == ["notes.ini"]


@pytest.mark.parametrize(("content", "times"), [(INI, 1), ("hello world\n", 1), (much(REMARKS) + INI, 2)])
def test_a_member_that_passes_by_is_known_when_it_is_read(content, times, tmp_path, monkeypatch):
    """By its head, and where that says nothing by what stands behind it; not again when it is read."""
    (tmp_path / "all.tar.gz").write_bytes(archive("srv/any.txt", content.encode()))
    asked, recognise = [], readers.recognise
    monkeypatch.setattr(readers, "recognise", lambda name, *given: asked.append(name) or recognise(name, *given))
    looked_at(tmp_path)
    assert asked.count("any.txt") == times


def test_what_comes_through_a_pipe_is_not_lost_for_being_looked_through(domlint):
    plain, padded = (
        domlint("check", "-", "--format", "csv", stdin=before + INI.encode()) for before in (b"", b"\n" * MUCH)
    )
    assert padded.returncode == plain.returncode == 1
    assert padded.stdout.count(b"LOG001") == plain.stdout.count(b"LOG001") > 0


def test_of_a_padded_server_the_report_tells(domlint, tmp_path):
    for name, before in (("a", much(REMARKS)), ("b", "")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "notes.ini").write_text(before + INI.replace("Mail01", name))
    done = domlint("check", str(tmp_path), "--format", "json")
    report = json.loads(done.stdout)
    assert (len(report["servers"]), report["complete"], done.returncode) == (2, True, 1)


@pytest.mark.parametrize("line", ["[notes]\n", "[notes]\na=1\n", "<note xmlns='http://www.lotus.com/dxl'", "<note "])
def test_what_stands_below_is_looked_for_in_one_pass(line, work):
    def looked_for(size):
        return work(lambda: below.reader_of("x", (line * size)[:size].encode(), CATALOGUE))

    assert looked_for(40_000) <= 3 * looked_for(20_000) + 100


@pytest.mark.parametrize(("name", "read"), [("any.img", padding.FEW), ("any.ini", padding.MOST)])
def test_of_a_file_whose_name_says_nothing_less_is_looked_through(name, read, monkeypatch):
    given = []
    monkeypatch.setattr(padding, "_telling", lambda begun: given.append(len(begun)) or b"x")
    rest = iter(lambda: b"x" * 1024**2, b"")
    contents.recognised(name, b"x" * MUCH, rest, CATALOGUE)
    assert max(given) < read + 1024**2 <= max(given) + 1024**2


@pytest.mark.parametrize("line", [" " * 199 + "x", ";\n" * 99 + " \n", '"' + "x" * 998, "<!-", "\0;x\n"])
def test_looking_through_takes_time_in_proportion(line, work):
    def looked_through(size):
        text = (line * size)[:size].encode()
        return work(lambda: padding.telling(text[:65536], iter([text[65536:]])))

    assert looked_through(400_000) <= 3 * looked_through(200_000) + 100
