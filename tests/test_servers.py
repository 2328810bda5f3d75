"""Which files make up which server, in folders as the world has them; one server on many days."""

import json
import os
import stat
from fnmatch import fnmatch
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from laid import gather, lay

from advisor import pack, readers
from advisor.derive import Overrides
from advisor.judging import assess
from advisor.pack import builtin
from advisor.servers import server as servers
from advisor.servers.exclude import Exclude
from advisor.servers.reading import read

CATALOGUE = builtin().catalogue

INI = "[Notes]\nKitType=2\n"
UNIT = "[Service]\nExecStart=/opt/hcl/domino/bin/server\nTasksMax=512\n"
FREE = "               total        used        free      shared  buff/cache   available\nMem:        16384000     1000000    15384000           0           0    15000000\n"
OSLEVEL = "7100-03-05-1524\n"
CONSOLE = "HCL Domino (r) Server (64 Bit) (Release 12.0.2 for UNIX)\nServer name:            B/Acme\n"
LOG_OFF = "Transactional Logging:  Not Enabled\n"  # and so there are two views
STAT = "> show stat\n  Mem.PhysicalRAM = 1073741824\n  Server.Users = 3\n"


def found(folder, files, arguments=(".",), monkeypatch=None, **options):
    lay(folder, files)
    monkeypatch.chdir(folder)
    gathered = gather(list(arguments), lambda: b"", catalogue=CATALOGUE, **options)
    grouped, unread = servers.group(read(gathered.files, CATALOGUE))
    names = [(one.name, one.named_by, [given.path for given in one.files]) for one in grouped]
    return names, [(one.path, one.reason) for one in gathered.unread + unread]


CUT = "the file ends in the middle of this line; if nothing is missing, end the line with a line end"
DIFFERS = "another NOTES.INI without a server's name: not checked (it differs from notes.ini)"


def named(name):
    return INI + f"ServerName={name}\n"


SESSIONS = "a list of iSCSI sessions, which names no disks: give `iscsiadm -m session -P 3`, or Get-Disk"
CASES = {
    "lists of sessions": (
        {"notes.ini": named("A"),
            "a.txt": "[root@a ~]# iscsiadm -m session\ntcp: [1] 192.0.2.10:3260,1 iqn.2001-05.com.example:one (non-flash)\n",
            "b.txt": "iscsiadm: No active sessions.\n",
            "c.txt": "\r\nAuthenticationType      : NONE\r\nTargetNodeAddress       : iqn.2001-05.com.example:one\r\n",
            "d.txt": '[\n  {\n    "TargetNodeAddress":  "iqn.2001-05.com.example:one"\n  }\n]\n'}, ["."],
        [("A", "ServerName", ["notes.ini"])], [(name, SESSIONS) for name in ("a.txt", "b.txt", "c.txt", "d.txt")]),
    "one server in the folder": ({"notes.ini": named("Mail01/Acme")}, ["."],
        [("Mail01/Acme", "ServerName", ["notes.ini"])], []),
    "names are abbreviated": ({"notes.ini": named("CN=Mail01/OU=West/O=Acme")}, ["."],
        [("Mail01/West/Acme", "ServerName", ["notes.ini"])], []),
    "Domino 9 writes no ServerName": ({"notes.ini": INI + "KeyFileName_Owner=CN=Mail01/O=Acme\n"}, ["."],
        [("Mail01/Acme", "KeyFileName_Owner", ["notes.ini"])], []),
    "named by its folder": ({"mail01/notes.ini": INI}, ["mail01"], [("mail01", "folder", ["mail01/notes.ini"])], []),
    "a NOTES.INI that names none, and what set it up": (
        {"notes.ini": INI,
            "ots.json": '{"serverSetup": {"server": {"type": "first", "name": "A", "domainName": "D"}, "org": {"orgName": "O"}}}'},
        ["."], [("A/O", "serverSetup.server.name", ["notes.ini", "ots.json"])], []),
    "two servers in two folders": ({"a/notes.ini": named("A"), "b/notes.ini": named("B")}, ["."],
        [("A", "ServerName", ["a/notes.ini"]), ("B", "ServerName", ["b/notes.ini"])], []),
    "a copy below": ({"notes.ini": named("A"), "old/notes.ini": named("cn=a"), "old/other.ini": INI}, ["."],
        [("A", "ServerName", ["notes.ini"])],
        [("old/notes.ini", "a copy of notes.ini"), ("old/other.ini", "a copy of notes.ini")]),
    "a copy beside": ({"notes.ini": named("A"), "notes.ini.bak": named("A"), "notes_2024.ini": INI}, ["."],
        [("A", "ServerName", ["notes.ini"])],
        [("notes.ini.bak", "a copy of notes.ini"), ("notes_2024.ini", "a copy of notes.ini")]),
    "a lesser one beside, with a last line that may be cut": (
        {"notes.ini": named("A") + "Ports=TCPIP\n", "b.ini": "[Notes]\nKitType=2\n",
            "c.ini": "[Notes]\nKitType=2\nPorts=TC"}, ["."], [("A", "ServerName", ["notes.ini"])],
        [("c.ini", CUT), ("b.ini", "a copy of notes.ini"), ("c.ini", "a copy of notes.ini")]),
    "one without a name that contradicts or adds": (
        {"notes.ini": named("A") + "Ports=TCPIP\n", "b.ini": "[Notes]\nKitType=2\nPorts=LAN0\n",
            "old/c.ini": "[Notes]\nKitType=2\nServer_Session_Timeout=45\n"}, ["."],
        [("A", "ServerName", ["notes.ini"])], [("b.ini", DIFFERS), ("old/c.ini", DIFFERS)]),
    "another server beside": ({"notes.ini": named("A"), "other.ini": named("B")}, ["."],
        [("A", "ServerName", ["notes.ini"]), ("B", "ServerName", ["other.ini"])], []),
    "another server below": ({"notes.ini": named("A"), "b/notes.ini": named("B")}, ["."],
        [("A", "ServerName", ["notes.ini"]), ("B", "ServerName", ["b/notes.ini"])], []),
    "NOTES.INI in capitals is the server's": ({"NOTES.INI": named("A"), "a.ini": named("A")}, ["."],
        [("A", "ServerName", ["NOTES.INI"])], [("a.ini", "a copy of notes.ini")]),
    "the only one, whatever it is called, has the files beside it": (
        {"server.ini": named("A"),
            "df.txt": "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/a 9 4 5 50% /\n"}, ["."],
        [("A", "ServerName", ["server.ini", "df.txt"])], []),
    "several by other names are each judged": ({"01.ini": named("A"), "02.ini": named("B")}, ["."],
        [("A", "ServerName", ["01.ini"]), ("B", "ServerName", ["02.ini"])], []),
    "one name in folders apart": ({"a/notes.ini": named("A"), "b/notes.ini": named("A")}, ["."],
        [("A", "ServerName", ["a/notes.ini"]), ("A (b)", "ServerName", ["b/notes.ini"])], []),
    "files are read alone": ({"notes.ini": named("A"), "other.ini": named("B")}, ["other.ini", "notes.ini"],
        [("B", "ServerName", ["other.ini"]), ("A", "ServerName", ["notes.ini"])], []),
    "one name in one folder": ({"a.ini": named("A"), "b.ini": named("A")}, ["."],
        [("A", "ServerName", ["a.ini"]), ("A (b.ini)", "ServerName", ["b.ini"])], []),
    "a file given twice": ({"notes.ini": named("A")}, ["notes.ini", "./notes.ini"],
        [("A", "ServerName", ["notes.ini"])], []),
    "a file and its folder": ({"a/notes.ini": named("A"), "a/x/notes.ini": named("B")}, ["a/notes.ini", "a"],
        [("A", "ServerName", ["a/notes.ini"]), ("B", "ServerName", ["a/x/notes.ini"])], []),
    "an empty notes.ini is told": ({"notes.ini": "", "b.ini": ""}, ["."], [],
        [("b.ini", "empty"), ("notes.ini", "empty")]),
    "what is no format is told": ({"notes.ini": named("A"), "readme.txt": "hello\n"}, ["."],
        [("A", "ServerName", ["notes.ini"])], [("readme.txt", "not a format that domlint reads")]),
    "events of Windows are named": (
        {"notes.ini": named("A"), "wevtutil.txt": "Event[0]:\n  Log Name: System\n  Source: disk\n"}, ["."],
        [("A", "ServerName", ["notes.ini"])], [("wevtutil.txt", "events of Windows, none of which domlint checks")]),
    "events of Windows are named in a table, with its blanks and without": (
        {"notes.ini": named("A"), "bare.txt": "ProviderName: disk\n\nTimeCreated  Id\n",
            "table.txt": "\r\n   ProviderName: disk\r\n\r\nTimeCreated  Id\r\n",
            "viewer.txt": "Log Name:      System\r\nSource:        disk\r\nEvent ID:      7\r\n"}, ["."],
        [("A", "ServerName", ["notes.ini"])],
        [("bare.txt", "events of Windows, none of which domlint checks"),
            ("table.txt", "events of Windows, none of which domlint checks"),
            ("viewer.txt", "events of Windows, none of which domlint checks")]),
    "what is never opened is not even told": (
        {"notes.ini": named("A"), "names.nsf": "[Notes]\n", "server.id": "[Notes]\n", ".git/notes.ini": named("B")},
        ["."], [("A", "ServerName", ["notes.ini"])], []),
    "the same folder twice": ({"a/notes.ini": named("A")}, [".", "a/..", "."], [("A", "ServerName", ["a/notes.ini"])],
        []),
    "the machine's files above two servers are each one's": (
        {"p/a/notes.ini": named("A"), "p/b/x/notes.ini": named("B"), "p/oslevel.txt": OSLEVEL, "p/b/stat.txt": STAT},
        ["."],
        [("A", "ServerName", ["p/a/notes.ini", "p/oslevel.txt"]),
            ("B", "ServerName", ["p/b/x/notes.ini", "p/oslevel.txt", "p/b/stat.txt"])], []),
    "what Linux tells of itself above two servers is each one's": (
        {"p/a/notes.ini": named("A"), "p/b/notes.ini": named("B"), "p/domino.service": UNIT, "p/free.txt": FREE}, ["p"],
        [("A", "ServerName", ["p/a/notes.ini", "p/domino.service", "p/free.txt"]),
            ("B", "ServerName", ["p/b/notes.ini", "p/domino.service", "p/free.txt"])], []),
    "what a console printed above two servers goes to the one it names": (
        {"p/a/notes.ini": named("A/Acme"), "p/b/notes.ini": named("B/Acme"), "p/s": CONSOLE, "p/t": STAT}, ["p"],
        [("p", "folder", ["p/t"]), ("A/Acme", "ServerName", ["p/a/notes.ini"]),
            ("B/Acme", "ServerName", ["p/b/notes.ini", "p/s"])], []),
    "the machine's files beside several NOTES.INI are each one's": (
        {"01.ini": named("A"), "02.ini": named("B"), "oslevel.txt": OSLEVEL}, ["."],
        [("A", "ServerName", ["01.ini", "oslevel.txt"]), ("B", "ServerName", ["02.ini", "oslevel.txt"])], []),
    "of a server's folder above another the files are the first one's alone": (
        {"notes.ini": named("A"), "b/notes.ini": named("B"), "oslevel.txt": OSLEVEL}, ["."],
        [("A", "ServerName", ["notes.ini", "oslevel.txt"]), ("B", "ServerName", ["b/notes.ini"])], []),
    "in a folder beside the servers the machine's files are a server of their own": (
        {"p/a/notes.ini": named("A"), "p/b/notes.ini": named("B"), "p/machine/oslevel.txt": OSLEVEL}, ["p"],
        [("A", "ServerName", ["p/a/notes.ini"]), ("B", "ServerName", ["p/b/notes.ini"]),
            ("machine", "folder", ["p/machine/oslevel.txt"])], []),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_files_make_up_servers(case, tmp_path, monkeypatch):
    files, arguments, expected, unread = case
    assert found(tmp_path, files, arguments, monkeypatch) == (expected, unread)


def test_a_file_with_its_folder(tmp_path, monkeypatch):
    files = {"notes.ini": named("A"), "old/notes.ini": named("A")}
    names, unread = found(tmp_path, files, ["notes.ini"], monkeypatch, with_folder=True)
    assert names == [("A", "ServerName", ["notes.ini"])]
    assert unread == [("old/notes.ini", "a copy of notes.ini")]


def test_a_link_that_is_named_is_read_with_its_folder(tmp_path, monkeypatch):
    lay(tmp_path, {"real/server.ini": named("A"), "l/other.txt": "x"})
    (tmp_path / "l" / "server.ini").symlink_to(tmp_path / "real" / "server.ini")
    names, _ = found(tmp_path, {}, ["l/server.ini"], monkeypatch, with_folder=True)
    assert names == [("A", "ServerName", ["l/server.ini"])]


def test_excluded_paths_are_not_read_but_named(tmp_path, monkeypatch):
    files = {"notes.ini": named("A"), "old/notes.ini": named("B"), "x.ini": named("C")}
    names, unread = found(
        tmp_path, files, ["."], monkeypatch, exclude=Exclude(("./old/", "*.ini.bak", "x.ini"), tmp_path)
    )
    assert [name for name, _, _ in names] == ["A"]
    left_out = "`exclude` in the configuration leaves it out"
    assert unread == [("old", left_out), ("x.ini", left_out)]


PATTERNS = [  # a pattern of `exclude`, a path from the base, and whether the pattern leaves it out
    ("old", "old", True),
    ("old", "a/old", True),
    ("old", "old/notes.ini", False),  # its folder was left out already
    ("./old/", "old", True),
    ("*.bak", "a/b/notes.ini.bak", True),
    ("a*i", "a/b/notes.ini", True),
    ("a/*.ini", "a/b/notes.ini", True),
    ("b/*.ini", "a/b/notes.ini", False),
    ("not?s.ini", "a/notes.ini", True),
    ("a?b", "a/b", True),
    ("[mn]ail0[1-3]", "mail02", True),
    ("mail[!0-9]", "mail7", False),
    ("[z-a]", "z", False),
    ("[a", "[a", True),
    ("[]]", "]", True),
    ("OLD", "old", os.name == "nt"),
    ("*", "notes.ini", True),
    ("", "notes.ini", False),
]


@pytest.mark.parametrize(("pattern", "path", "left_out"), PATTERNS)
def test_a_pattern_leaves_out_a_path(pattern, path, left_out, tmp_path):
    assert Exclude(("nothing", pattern), tmp_path).excludes(tmp_path / path) == left_out


SIGNS = st.text("ab/*?[]!-.", max_size=8)


@given(
    st.lists(SIGNS, min_size=1, max_size=3),
    st.from_regex(r"[ab!\-?\[\]]{1,3}(/[ab!\-?\[\]]{1,3}){0,2}", fullmatch=True),
)
def test_patterns_mean_what_they_mean_to_fnmatch(patterns, path):
    name = path.rpartition("/")[2]
    plain = [pattern.removeprefix("./").rstrip("/") for pattern in patterns]
    matches = any(fnmatch(path, pattern) or fnmatch(name, pattern) for pattern in plain)
    assert Exclude(tuple(patterns), Path("/x")).excludes(Path("/x", path)) == matches


def test_paths_outside_the_working_directory_begin_at_the_argument_s_parent(tmp_path, monkeypatch):
    lay(tmp_path, {"here/x": "", "there/mail01/notes.ini": named("A")})
    monkeypatch.chdir(tmp_path / "here")
    gathered = gather([str(tmp_path / "there")], lambda: b"", catalogue=CATALOGUE)
    assert [one.path for one in gathered.files] == ["there/mail01/notes.ini"]


def test_another_notes_ini_without_a_name_is_trouble(domlint, tmp_path):
    lay(tmp_path, {"notes.ini": named("A"), "b.ini": "[Notes]\nKitType=2\nPorts=LAN0\n"})
    for strict, code in (((), 0), (("--strict",), 1)):
        done = domlint("check", ".", "--isolated", "--fail-on", "never", *strict)
        assert (done.returncode, f"trouble: b.ini: {DIFFERS}" in done.out) == (code, True)


def test_releases_that_contradict_each_other_are_said_once_with_all_places(domlint, tmp_path):
    build = "FaultRecovery_Build=Release 14.5\n"
    lay(tmp_path, {"notes.ini": named("B/Acme") + build + "TRANSLOG_Status=1\n", "c.txt": CONSOLE + LOG_OFF})
    report = json.loads(domlint("check", ".", "--isolated", "--format", "json").out)
    said = "the server is said to run Domino 14.5 and 12.0.2 (see notes.ini:4)"
    assert report["unread"] == [
        {"path": "c.txt", "line": 1, "reason": f"{said}; not all can be up to date; it was checked as 14.5"}
    ]
    assert report["servers"][0]["release"] == {"value": "14.5", "basis": "FaultRecovery_Build"}


@pytest.mark.parametrize(("name", "told", "code"), [
        ("notes.ini", True, 2),
        ("df.txt", True, 2),
        ("servers.zip", True, 2),
        ("x.txt", True, 0),
        ("x.nsf", False, 0),
])  # fmt: skip
@pytest.mark.parametrize("make", [os.mkfifo, lambda path: os.mknod(path, stat.S_IFSOCK)], ids=["FIFO", "socket"])
def test_a_special_file_is_named_and_not_opened(make, name, told, code, domlint, tmp_path):
    """A report without a file that has the name of an input is incomplete."""
    lay(tmp_path, {"a/notes.ini": named("A")})
    make(tmp_path / name)
    done = domlint("check", ".", "--isolated", "--format", "json")
    report = json.loads(done.out)
    assert [part["path"] for part in report["unread"]] == [name] * told
    assert (done.returncode, report["complete"], f"domlint: {name}: " in done.err) == (code, code == 0, code == 2)


WRONG_ENCODINGS = [
    *(("UTF-32", INI.encode(encoding)) for encoding in ("utf-32", "utf-32-le", "utf-32-be")),
    ("UTF-32", b"\0\0\xfe\xff" + INI.encode("utf-32-be")),
    *(("EBCDIC", INI.replace("\n", end).encode(page)) for end in ("\n", "\x85", "\r\n") for page in ("cp037", "cp500")),
    ("EBCDIC", INI.encode("cp037").replace(b"\xba", b"\xad").replace(b"\xbb", b"\xbd")),  # cp1047
    ("EBCDIC", ("ServerTasks=Update,Router\nPorts=TCPIP\n" * 40).encode("cp037")),
]


@pytest.mark.parametrize(("encoding", "raw"), WRONG_ENCODINGS)
@pytest.mark.parametrize(("beside", "code"), [((), 3), (("a/notes.ini",), 2)])
def test_a_notes_ini_in_another_encoding_is_named(encoding, raw, beside, code, domlint, tmp_path):
    lay(tmp_path, dict.fromkeys(beside, named("A")))
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "notes.ini").write_bytes(raw)
    done = domlint("check", ".", "--isolated", "--fail-on", "never", "--format", "json")
    report = json.loads(done.out)
    assert (done.returncode, report["complete"], len(report["servers"])) == (code, False, len(beside))
    assert f"b/notes.ini: looks like {encoding}: convert it to UTF-8" in done.err


@pytest.mark.parametrize(
    "raw", [b"a\0\0\0" * 99, "Größe und Gewicht\n".encode("utf-32"), "Hello, world\n".encode("cp037"), b"~@{" * 99]
)
def test_of_a_file_that_no_reader_takes_the_encoding_is_not_named(raw, domlint, tmp_path):
    lay(tmp_path, {"notes.ini": named("A")})
    (tmp_path / "b.txt").write_bytes(raw)
    done = domlint("check", ".", "--isolated", "--fail-on", "never")
    assert (done.returncode, done.err) == (0, "")


def test_exactly_one_reader_takes_each_example():
    named = {
        text: (rule.name, name)
        for rule in pack.builtin().rules
        for example in rule.examples
        for name, text in example.files.items()
    }
    for text, of in named.items():
        takers = [one for one in readers.names() if readers.reader(one).recognises(text.encode(), CATALOGUE)]
        assert len(takers) <= 1, of
        assert readers.recognise(of[1], text.encode(), CATALOGUE), of


def test_with_its_folder_only_the_named_file_s_server_is_judged(domlint, tmp_path):
    lay(tmp_path, {"mail01.ini": named("A"), "mail02.ini": named("B"), "sub/notes.ini": named("C")})

    def judged(*paths):
        done = domlint("check", *paths, "--with-folder", "--isolated", "--format", "json")
        return sorted(server["name"] for server in json.loads(done.stdout)["servers"])

    assert judged("mail01.ini") == ["A"]
    assert judged("mail02.ini", "mail01.ini") == ["A", "B"]
    assert judged("mail01.ini", "sub") == ["A", "C"]


def judged(domlint, *arguments):
    done = domlint("check", *arguments, "--isolated", "--format", "json")
    report = json.loads(done.stdout)
    return [server["name"] for server in report["servers"]], [one["rule"] for one in report["findings"]]


def test_a_named_file_is_judged_even_where_it_would_be_a_copy(domlint, tmp_path):
    lay(tmp_path, {"cp/notes.ini": named("A"), "cp/mail02.ini": INI + "SERVER_RESTRICTED=2\n"})
    assert "THR004" in judged(domlint, "cp/mail02.ini", "--with-folder")[1]
    assert judged(domlint, "cp")[0] == ["A"]


ALIKE = [  # folders below the argument, each with a server's name; what is said of names found twice
    ({"0": "A", "1": "A"}, ["A was found in 2 folders."]),
    ({"x/0": "A", "1": "a", "2/2": "A"}, ["a was found in 3 folders."]),
    ({f"{name}{number}": name for name in "ABCD" for number in (1, 2)},
     ["A, B, C and D were found in several folders"]),
    ({"0": "A", "1": "B"}, []),
]  # fmt: skip


@pytest.mark.parametrize(("folders", "notes"), ALIKE)
def test_servers_of_one_name_are_told_of(folders, notes, domlint, tmp_path):
    lay(tmp_path, {f"{folder}/notes.ini": named(name) for folder, name in folders.items()})
    words = " ".join(domlint("check", ".", "--isolated").out.split())
    assert [note in words for note in notes] == [True] * len(notes)
    assert ("folders" in words) == bool(notes)


def ini(name="Mail01/Acme"):
    return f"[Notes]\nKitType=2\nDirectory=/local/notesdata\nServerName={name}\n"


def document(status, name="CN=Mail01/O=Acme", form="Server"):
    named = f"<item name='ServerName' names='true'><text>{name}</text></item>"
    item = f"<item name='TRANSLOG_Status'><text>{status}</text></item><item name='Mail_Number_Of_MailBoxes'><number>{status}</number></item>"
    return f"<document xmlns='http://www.lotus.com/dxl' form='{form}'>{named}{item}</document>\n"


def console(name, boxes):
    return (
        "> show server\nHCL Domino (r) Server (64 Bit) (Release 12.0.2 for Linux/64) 11/20/2026 08:48:12 PM\n\n"
        f"Server name:            {name} - Mail\nNumber of Mailboxes:    {boxes}\n"
    )


PRTCONF = (
    "System Model: IBM,9117-570\nMachine Serial Number: 06A1234\nProcessor Type: PowerPC_POWER5\n"
    "Number Of Processors: 2\nLPAR Info: 1 mail\nMemory Size: 4096 MB\n\nNetwork Information\n        Host Name: mail\n"
)


def run(top, files, monkeypatch, *arguments):
    for name, text in files.items():
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(top)
    gathered = gather(list(arguments or ["."]), bytes, catalogue=CATALOGUE)
    servers, unread = assess.servers_of(gathered.files, CATALOGUE, Overrides())
    return servers, [(part.path, part.reason) for part in unread]


SEVERAL = "a console's output of another server, of which several lie equally near"
STRANGER = "a console's output of another server, which is not in this run"
STATUS, MAILBOXES = "doc.server.translog_status", "console.mailboxes"
BESIDE = {  # files; a key and what each server knows of it; what is left unread
    "a server document beside each": (
        {"1/notes.ini": ini(), "1/s.dxl": document(0), "2/notes.ini": ini(), "2/x/s.dxl": document(1), "3/notes.ini": ini()},
        STATUS, {"Mail01/Acme": "0", "Mail01/Acme (2)": "1", "Mail01/Acme (3)": None}, [],
    ),
    "one above all of them": (
        {"1/notes.ini": ini(), "2/notes.ini": ini(), "s.dxl": document(1)},
        STATUS, {"Mail01/Acme": "1", "Mail01/Acme (2)": "1"}, [],
    ),
    "one that came with another server of that day": (
        {"1/a/notes.ini": ini(), "1/b/notes.ini": ini("B/Acme"), "1/b/s.dxl": document(0),
         "2/a/notes.ini": ini(), "2/b/notes.ini": ini("B/Acme"), "2/b/s.dxl": document(1)},
        STATUS, {"Mail01/Acme": "0", "B/Acme": None, "Mail01/Acme (2/a)": "1", "B/Acme (2/b)": None}, [],
    ),
    "a document for all in the folders of days": (
        {f"{day}/{name}/{file}": text for day in "12" for name in ("Mail01/Acme", "B/Acme")
         for file, text in {"notes.ini": ini(name), f"{day}.dxl": document(day, "*", "ServerConfig")}.items()},
        "doc.config.mail_number_of_mailboxes", {"Mail01/Acme": "1", "B/Acme": "1", "Mail01/Acme (2/Mail01/Acme)": "2", "B/Acme (2/B/Acme)": "2"}, [],
    ),
    "a document for all in the folders of servers": (
        {"a/1/notes.ini": ini(), "a/1/d.dxl": document(1, "*", "ServerConfig"), "a/2/notes.ini": ini(),
         "b/1/notes.ini": ini("B/Acme"), "c/notes.ini": ini("C/Acme"), "b/2/notes.ini": ini("B/Acme")},
        "doc.config.mail_number_of_mailboxes",
        {"Mail01/Acme": "1", "Mail01/Acme (a/2)": None, "B/Acme": None, "B/Acme (b/2)": None, "C/Acme": "1"}, [],
    ),
    "what a console printed of another server of that day": (
        {"1/a/notes.ini": ini(), "1/b/notes.ini": ini("B/Acme"), "1/b/c.txt": console("Mail01/Acme", 1),
         "2/a/notes.ini": ini(), "2/b/notes.ini": ini("B/Acme"), "2/b/c.txt": console("Mail01/Acme", 2)},
        MAILBOXES, {"Mail01/Acme": "1", "B/Acme": None, "Mail01/Acme (2/a)": "2", "B/Acme (2/b)": None}, [],
    ),
    "what a console printed of one of many days": (
        {"1/notes.ini": ini(), "2/notes.ini": ini(), "b/notes.ini": ini("B/Acme"), "b/c.txt": console("Mail01/Acme", 1),
         "b/d.txt": console("C/Acme", 1)},
        MAILBOXES, {"Mail01/Acme": None, "Mail01/Acme (2)": None, "B/Acme": None},
        [("b/c.txt", SEVERAL), ("b/d.txt", STRANGER)],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("files", "key", "expected", "left"), BESIDE.values(), ids=BESIDE)
def test_what_lies_beside_a_snapshot_is_its_own(files, key, expected, left, tmp_path, monkeypatch):
    (tmp_path / "top").mkdir()
    servers, unread = run(tmp_path / "top", files, monkeypatch)
    assert {server.name: server.facts.ask(key).text for server in servers} == expected
    assert unread == left


def test_of_two_servers_on_one_machine_those_of_one_day_are_neighbours(tmp_path, monkeypatch):
    files = {}
    for day in ("1", "2", "3"):
        for name in ("A", "B"):
            files[f"{day}/{name}/notes.ini"] = ini(name).replace("/local/notesdata", f"/{name}{day}")
            files[f"{day}/{name}/prtconf"] = PRTCONF
    (tmp_path / "top").mkdir()
    servers, _ = run(tmp_path / "top", files, monkeypatch)
    others = {server.name: [(one.name, server.facts.of(one, "partition.directory")[0].text) for one in server.facts.subjects("partition")] for server in servers}  # fmt: skip
    assert others == {
        "A": [("B", "/B1")], "B": [("A", "/A1")], "A (2/A)": [("B (2/B)", "/B2")], "B (2/B)": [("A (2/A)", "/A2")],
        "A (3/A)": [("B (3/B)", "/B3")], "B (3/B)": [("A (3/A)", "/A3")],
    }  # fmt: skip
