"""Files in which data follow other text: the first 64 KB decide, and domlint reports what it did not read."""

import json

import pytest

from advisor import run
from advisor.pack import builtin
from advisor.servers.gather import discover
from advisor.servers.model import Gathered

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
MAP = "kind: ConfigMap\ndata:\n  notes.ini: |\n" + "".join(f"    {line}\n" for line in INI.splitlines())
JSON_MAP = json.dumps({"kind": "ConfigMap", "data": {"b": "hello", "notes.ini": INI}})
MANY_TEXTS = json.dumps({f"k{number}": "hello" * 160 for number in range(100)})[1:-1] + ', "b"'
REMARKS = ";" + "x" * 998 + "\n"


def much(line):
    return line * (MUCH // len(line))


READ = [  # config maps, of which the kind may be at the end
    ("map.yaml", MAP.replace("data:", much("# xxx\n") + "data:"), "config map"),
    ("map.yaml", MAP.replace("data:\n", "data:\n  a: |\n" + much("    hello world\n")), "config map"),
    ("any", MAP.partition("\n")[2].replace("data:\n", "data:\n  a: |\n" + much("    hello\n")) + MAP[:16], "config map"),
    ("map.json", JSON_MAP.replace('"b"', MANY_TEXTS), "config map"),
]  # fmt: skip


def looked_at(path):
    """The formats of what was read below a folder, and what was not: the reason, and whether the report is whole."""
    gathered = Gathered(CATALOGUE)
    reading = run.read(discover(gathered, [str(path)], lambda: iter([])), CATALOGUE)
    unread = [(one.reason, one.problem, one.what) for one in gathered.unread + reading.unread]
    return [(file.format, len(file.items) + len(file.documents)) for file in reading.files], unread


def raw(content):
    return content if isinstance(content, bytes) else content.encode()


@pytest.mark.parametrize(("name", "content", "format"), READ, ids=range(len(READ)))
def test_a_long_config_map_is_read(name, content, format, tmp_path):
    (tmp_path / name).write_bytes(raw(content))
    [(found, told)], unread = looked_at(tmp_path)
    assert found == format
    assert told
    assert not any(what for _, _, what in unread)


CONSOLE = "[1234:000002-00007F] 11/22/2026 10:00:00 AM  Server started\n"
NOT_FIRST = "its [Notes] stands below other text: it must be the first line, but for remarks"
DXL_NOT_FIRST = "its DXL stands below other text: it must be the first in the file"
NOT_OF_A_LOG = "a NOTES.INI begins here; it was not read, give it a file of its own"
NO_FORMAT = "not a format that domlint reads"
ONLY_REMARKS = "nothing but blanks and remarks in its first 64 KB: it was not read"
LOST = [  # what is not read although its name, or its text, says that it is an input
    *[("notes.ini", much(line) + INI, ONLY_REMARKS) for line in ("\n", " ", "\f\r\n", "\0", REMARKS, "#x\n", ":x\r")],
    ("notes.ini", (much(REMARKS) + INI).encode("utf-16"), ONLY_REMARKS),
    ("storage.toml", much("# " + "x" * 97 + "\n") + TOML, ONLY_REMARKS),
    ("lsblk.json", much(" ") + LSBLK, ONLY_REMARKS),
    ("notes.ini", "x" * MUCH + "\n" + INI, NO_FORMAT),
    ("notes.ini", much("hello world\n"), NO_FORMAT),
    ("notes.ini", "<!-- x -->\n" + INI, NOT_FIRST),
    ("notes.ini", CONSOLE + INI, NOT_FIRST),
    ("notes.ini", CONSOLE * 40 + INI, NOT_OF_A_LOG),
    ("console.log", CONSOLE * 40 + "\0\n" + INI, NOT_OF_A_LOG),
    ("x.ini", "hello world\n" * 20 + INI, NOT_FIRST),
    ("x.ini", "hello [Notes]\n[Notes]\nhello\n[notes]\n" + INI, NOT_FIRST),
    ("server.dxl", "hello world\n" + DXL, DXL_NOT_FIRST),
    ("server.dxl", " " + DECLARED + DXL, "this is no XML any more (XML or text declaration not at start of entity)"),
    ("server.dxl", much("hello world\n") + DXL, NO_FORMAT),
    ("lsblk.json", '{"a": 1,' + much(" \n1,") + LSBLK[1:], NO_FORMAT),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content", "reason"), LOST, ids=range(len(LOST)))
def test_an_input_that_is_not_read_is_named_and_the_report_incomplete(name, content, reason, tmp_path):
    (tmp_path / name).write_bytes(raw(content))
    _, unread = looked_at(tmp_path)
    assert [one for one in unread if one[2]] == [(reason, True, one[2]) for one in unread if one[2]]
    assert reason in [said for said, _, what in unread if what]


BELOW = [("server", INI, NOT_FIRST), ("server", DXL, DXL_NOT_FIRST), ("server.xml", DXL, DXL_NOT_FIRST)]


@pytest.mark.parametrize(("name", "content", "reason"), BELOW)
def test_what_a_file_of_any_name_hides_is_said(name, content, reason, tmp_path):
    (tmp_path / name).write_text("hello world\n" * 20 + content)
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
    ("desktop.ini", "[.ShellClassInfo]\nIconResource=x\n"),
    ("any.json", '{"a": "' + "x" * MUCH + '"}'),
    ("any.txt", much("hello world\n")),
    *[(name, much("hello world\n") + INI + DXL) for name in ("a.md", "a.log", "a.eml", "a.txt", "a.py", "a.toml")],
    ("any.ini", "hello world\n" * 20 + "[Notes]\nDirectory=/a\nKitType=1\n" + much("hello world\n")),
    ("any.ini", "hello world\n" * 20 + " [Notes]\n" + INI.partition("\n")[2]),
    ("any", "hello world\n" * 20 + DXL.replace("http:", "https:")),
    ("any.yaml", "kind: ConfigMap\ndata:\n" + much("  a: hello\n")),
    ("notes.ini.txt", "hello world\n"),
]


@pytest.mark.parametrize(("name", "content"), OTHERS, ids=range(len(OTHERS)))
def test_files_of_others_and_of_nothing_are_no_trouble(name, content, tmp_path):
    (tmp_path / name).write_text(content)
    assert looked_at(tmp_path) == ([], [(NO_FORMAT, False, "")])
