"""Every file of a run is an input of a server, or is named with the reason why it is none."""

import json

import pytest
from laid import lay

INI = "[Notes]\nKitType=2\nServerName={}\n"
DXL = "<database xmlns='http://www.lotus.com/dxl' version='14.0'>{}</database>\n"
ITEM = "<item name='{}'><text>{}</text></item>"
MEMO = "<document form='Memo'>" + ITEM.format("Subject", "hello") + "</document>"
OF_BACKUP = "<document form='ServerConfig'>" + ITEM.format("Command", "dbcopy") + "</document>"
FIELD = 'Field Name: {}\nData Type: Text\nData Length: {} bytes\nSeq Num: 5\nDup Item ID: 0\nField Flags: SUMMARY\n\n"{}"\n\n'
NAMELESS = FIELD.format("Form", 12, "ServerConfig") + FIELD.format("MailboxLog", 1, "1")
ONE_TOUCH = """\
{{ "serverSetup": {{ "server": {{ "type": "first", "name": "{}" }}, "org": {{ "orgName": "{}" }} }},
   "appConfiguration": {{ "databases": [ {{ "filePath": "names.nsf", "documents": [
     {{ "items": {{ "Form": "ServerConfig", "UseAsDefault": "1", "ServerName": "*", "ILMaxTries": "7" }} }},
     {{ "findDocument": {{ "Type": "Server", "ServerName": "@UserName" }}, "items": {{ "ServerBuildNumber": "12.0" }} }}
   ] }} ] }} }}
"""
LSPS = "Total Paging Space   Percent Used\n      2048MB               1%\n"


def server(name):
    return "<document form='Server'>" + ITEM.format("ServerName", name) + "</document>"


def config(name):
    return "<document form='ServerConfig'>" + ITEM.format("ServerName", name) + "</document>"


def account(domlint, tmp_path, files):
    """Server → its inputs, and the reasons of what was not read."""
    lay(tmp_path, files)
    done = domlint("check", ".", "--isolated", "--format", "json", cwd=tmp_path)
    report = json.loads(done.stdout)
    inputs = {one["name"]: [given["path"] for given in one["inputs"]] for one in report["servers"]}
    return inputs, {one["path"]: one["reason"] for one in report["unread"]}, done.returncode


TWO = {"a/notes.ini": INI.format("A/Acme"), "b/notes.ini": INI.format("B/Acme")}
NONE = "it holds no document that tells of servers"
NOBODY = "no document in it speaks of a server of this run"
ABROAD = "1 document speaks of servers that are not in this run"
LOOSE = {
    "a server's document": (TWO | {"s.dxl": DXL.format(server("A/Acme"))}, {"A/Acme": ["s.dxl"]}, {}),
    "one for all": (TWO | {"s.dxl": DXL.format(config("*"))}, {"A/Acme": ["s.dxl"], "B/Acme": ["s.dxl"]}, {}),
    "of two, one is of nobody here": (TWO | {"s.dxl": DXL.format(server("A/Acme") + server("C/Acme"))}, {"A/Acme": ["s.dxl"]}, {"s.dxl": ABROAD}),
    "of nobody here": (TWO | {"s.dxl": DXL.format(server("C/Acme"))}, {}, {"s.dxl": ABROAD}),
    "of no server": (TWO | {"s.dxl": DXL.format(MEMO)}, {}, {"s.dxl": NONE}),
    "Domino Backup's": (TWO | {"s.dxl": DXL.format(OF_BACKUP)}, {}, {"s.dxl": NONE}),
    "cut": (TWO | {"s.dxl": DXL.format(MEMO)[:-20]}, {}, {"s.dxl": "the XML ends early"}),
    "beside one server": ({"notes.ini": INI.format("A/Acme"), "s.dxl": DXL.format(MEMO)}, {"A/Acme": ["s.dxl"]}, {}),
}  # fmt: skip


@pytest.mark.parametrize("case", LOOSE.values(), ids=LOOSE.keys())
def test_a_file_of_documents_is_an_input_of_the_servers_it_speaks_of(case, domlint, tmp_path):
    files, papers, reasons = case
    inputs, unread, _ = account(domlint, tmp_path, files)
    anchors = {name: path for path, text in files.items() if "ServerName=" in text for name in inputs if name in text}
    assert inputs == {name: [path, *papers.get(name, [])] for name, path in anchors.items()}
    assert unread == reasons


def test_a_document_that_names_no_server_is_told_of(domlint, tmp_path):
    _, unread, _ = account(domlint, tmp_path, TWO | {"document.txt": NAMELESS})
    assert unread == {"document.txt": NOBODY}


def facts(domlint, tmp_path, files):
    lay(tmp_path, files)
    told = json.loads(domlint("facts", ".", "--format", "json").stdout)
    return {one["server"]: {fact["key"]: fact["value"] for fact in one["facts"]} for one in told}


def test_what_a_one_touch_file_says_of_all_servers_stays_with_the_server_it_sets_up(domlint, tmp_path):
    files = {"new.json": ONE_TOUCH.format("New", "Acme"), "old/notes.ini": INI.format("Old/Widgets")}
    told = facts(domlint, tmp_path, files)
    assert told["New/Acme"]["doc.config.ilmaxtries"] == "7"
    assert "doc.config.ilmaxtries" not in told["Old/Widgets"]


def test_a_build_number_that_one_touch_writes_is_not_the_server_s(domlint, tmp_path):
    told = facts(domlint, tmp_path, {"new.json": ONE_TOUCH.format("New", "Acme")})
    assert told["New/Acme"]["doc.server.serverbuildnumber"] == "12.0"
    assert told["New/Acme"]["release"] == "12.0 or newer"


CONSOLE = """\
Domino Server (Release 8.5 for Windows/32) 2026-08-02 10:20:30

Server name:            {} - a title
Elapsed time:           00:27:11
"""
OF_ANOTHER = "a console's output of another server, which is not in this run"
CONSOLES = {
    "its own": ({"notes.ini": INI.format("CN=A/O=Acme")}, "a/acme", {"A/Acme": ["notes.ini", "show.txt"]}, {}),
    "by its first name": ({"notes.ini": INI.format("A/Acme")}, "A", {"A/Acme": ["notes.ini", "show.txt"]}, {}),
    "another's in the run": (
        {"notes.ini": INI.format("A/Acme"), "b/notes.ini": INI.format("B/Acme")},
        "B/Acme",
        {"A/Acme": ["notes.ini"], "B/Acme": ["b/notes.ini", "show.txt"]},
        {},
    ),
    "another's": ({"notes.ini": INI.format("A/Acme")}, "B/Acme", {"A/Acme": ["notes.ini"]}, {"show.txt": OF_ANOTHER}),
    "of a server without a name": ({"s/notes.ini": "[Notes]\n"}, "B/Acme", {"s": ["s/notes.ini"], "t": ["show.txt"]}, {}),
}  # fmt: skip


@pytest.mark.parametrize("case", CONSOLES.values(), ids=CONSOLES.keys())
def test_what_a_console_printed_goes_to_the_server_it_names(case, domlint, tmp_path):
    files, name, servers, reasons = case
    inputs, unread, _ = account(domlint, tmp_path / "t", files | {"show.txt": CONSOLE.format(name)})
    assert (inputs, unread) == (servers, reasons)


STATISTICS = "  Server.ElapsedTime = 01:00:00\n  Mail.Dead = 500\n"
OF_PROCESS = "of which server's process it tells nobody knows: put it into the folder of that server"
PROCESS = "Limit                     Soft Limit           Hard Limit           Units     \nMax open files            1024                 1024                 files     \n"
DIRECTED = {
    "notes.ini": INI.format("A/Acme") + "Directory=/local/a/\n",
    "b/notes.ini": INI.format("B/Acme") + "Directory=/local/b\n",
}
ONE = {"notes.ini": DIRECTED["notes.ini"]}
TOLD_OF = {  # the servers, what a file says of whose it is, and whose it counts as
    "statistics of its own": (ONE, STATISTICS + "  Server.Name = CN=A/O=Acme\n  Server.Path.Data = /old\n", "A/Acme", {}),
    "of another": (ONE, STATISTICS + "  Server.Name = CN=B/O=Acme\n", None, OF_ANOTHER),
    "of another in the run": (DIRECTED, STATISTICS + "  Server.Name = CN=B/O=Acme\n", "B/Acme", {}),
    "without a name": (ONE, STATISTICS, "A/Acme", {}),
    "a name that is cut": (ONE, STATISTICS + "  Server.Name = CN=Aa", "A/Acme", "the file ends"),
    "its own data directory": (ONE, STATISTICS + "  Server.Path.Data = /local/a\n", "A/Acme", {}),
    "another data directory": (ONE, STATISTICS + "  Server.Path.Data = /local/b\n", None, OF_ANOTHER),
    "that of another": (DIRECTED, STATISTICS + "  Server.Path.Data = /local/b\n", "B/Acme", {}),
    "in a console log": (ONE, "> show stat\n" + STATISTICS + "  Server.Name = CN=B/O=Acme\n> show tasks\n", None, OF_ANOTHER),
    "a process of one server": (ONE, PROCESS, "A/Acme", {}),
    "a process of one of two": (TWO, PROCESS, None, OF_PROCESS),
}  # fmt: skip


@pytest.mark.parametrize(("files", "text", "whose", "reason"), TOLD_OF.values(), ids=TOLD_OF)
def test_statistics_and_limits_count_for_the_server_they_tell_of(files, text, whose, reason, domlint, tmp_path):
    inputs, unread, _ = account(domlint, tmp_path / "t", files | {"x.txt": text})
    assert [name for name, paths in inputs.items() if "x.txt" in paths] == ([whose] if whose else [])
    assert unread.get("x.txt", {}) == reason or unread["x.txt"].startswith(reason)


DF = """\
Dateisystem            Gr\u00f6\u00dfe Benutzt Verf. Verw% Eingeh\u00e4ngt auf
/dev/mapper/rhel-root   50G   15G   36G  29% /
"""
IN_ENGLISH = DF.replace(DF.partition("\n")[0], "Filesystem Size Used Avail Use% Mounted on")
FREE = """\
              gesamt       benutzt     frei      gemns.  Puffer/Cache verf\u00fcgbar
Speicher:       62000          60000           0           0           1           1
Swap:             8000           7000           0
"""
IN_FRENCH = FREE.replace("Speicher", "Mem ").replace("Swap", "Partition d'\u00e9change").replace("6200", "6,200")
OF_DF = "what `df` prints in another language than English: give `LC_ALL=C df -P -k`"
OF_FREE = "what `free` prints in another language than English: give `LC_ALL=C free -b`"
NOTHING = "empty: what was to fill it has printed nothing"


@pytest.mark.parametrize(("name", "text", "reason"), [  # a file's name, what it holds, and what is said of it
    ("df.txt", DF, OF_DF),
    ("df.txt", "$ df -h\n" + DF.replace("29%", "29 %"), OF_DF),
    ("df.txt", "mail01:\n" + IN_ENGLISH, "what `df` prints stands below other text: give it a file of its own"),
    ("df.txt", DF.partition("\n")[0], "not a format that domlint reads"),
    ("free.txt", FREE, OF_FREE),
    ("m.txt", "notes@mail01:~> free -m\n" + FREE, OF_FREE),
    ("m.txt", IN_FRENCH, OF_FREE),
    ("m.txt", "Dear all,\nthis is prose: 1 2 3\n", "not a format that domlint reads"),
    ("df.txt", "", NOTHING),
    ("show-stat.txt", "", NOTHING),
    ("lsblk.json", "", NOTHING),
    ("old/console.log", "", NOTHING),
    ("readme.txt", "", None),
    (".keep", "", None),
    ("gathered.log", "domlint collect --platform linux, domlint 0.1.0, on vm\ndone  df.txt: df -P\n", None),
])  # fmt: skip
def test_of_a_listing_that_cannot_be_read_it_is_said_what_to_give(name, text, reason, domlint, tmp_path):
    _, unread, code = account(domlint, tmp_path, {"notes.ini": INI.format("A/Acme"), name: text})
    assert (unread, code) == ({name: reason} if reason else {}, 0)


FOLDERS = {
    "files of one folder": (["a.txt", "b.txt"], [["a.txt", "b.txt"]]),
    "a folder and its own": (["a.txt", "x/b.txt"], [["a.txt", "x/b.txt"]]),
    "folders beside each other": (["x/a.txt", "y/b.txt"], [["x/a.txt"], ["y/b.txt"]]),
    "what lies below them": (["x/a.txt", "x/z/b.txt"], [["x/a.txt", "x/z/b.txt"]]),
}


@pytest.mark.parametrize(("paths", "teams"), FOLDERS.values(), ids=FOLDERS.keys())
def test_listings_of_folders_beside_each_other_are_not_of_one_server(paths, teams, domlint, tmp_path):
    inputs, _, _ = account(domlint, tmp_path, dict(zip(paths, [LSPS, CONSOLE.format("A/Acme")], strict=True)))
    assert list(inputs.values()) == teams
