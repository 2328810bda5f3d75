"""Documents of the Domino Directory: to which server they belong, and which of several is in effect."""

import json

import pytest
from laid import gather, lay

from advisor import pack
from advisor.derive import Overrides
from advisor.derive.documents import once
from advisor.facts import VIEWS
from advisor.judging import assess, views
from advisor.report import server_report

CATALOGUE = pack.builtin().catalogue
(LOGGING_OFF,) = [rule for rule in pack.builtin().rules if rule.name == "transaction-logging-off"]
OFF = "<item name='TRANSLOG_Status'><text>0</text></item>"
ON = "<item name='TRANSLOG_Status'><text>1</text></item>"
BOXES = "<item name='Mail_Number_Of_MailBoxes'><number>{}</number></item>"
STRANGER = "1 document speaks of servers that are not in this run"
NOTHING = "it holds no document that tells of servers"


def ini(*lines, name="Mail01/Acme"):
    named = [f"ServerName={name}"] if name else []
    return "\n".join(["[Notes]", "KitType=2", "Directory=/local/notesdata", *named, *lines]) + "\n"


def server(name, items="", on=""):
    """A server document. on: when it was saved, as 20240131T080910,11+01."""
    note = f"<noteinfo><modified><datetime>{on}</datetime></modified></noteinfo>" if on else ""
    named = f"<item name='ServerName' names='true'><text>{name}</text></item>" if name else ""
    return f"<document form='Server'>\n{note}{named}{items}</document>\n"


def config(name, boxes, on=""):
    return server(name, BOXES.format(boxes), on).replace("'Server'", "'ServerConfig'")


def own(items="", on=""):
    return server("Mail01/Acme", items, on)


def for_all(boxes, on=""):
    return config("*", boxes, on)


def hubs(boxes, on=""):
    return config("Hubs", boxes, on)


def mailers(boxes, on=""):
    return config("Mailers", boxes, on)


SECOND = ini(name="Mail02/Acme")


def dxl(*documents):
    return "<database xmlns='http://www.lotus.com/dxl'>\n" + "".join(documents) + "</database>\n"


def collected(kind, name="mail01", time="2026_08_02@16_05_20"):
    return f"{kind}_{name}_{time}.dxl"


def found(folder, files, arguments, monkeypatch):
    servers, unread = judged(folder, files, arguments, monkeypatch)
    return servers, [(one.path, one.reason) for one in unread]


def judged(folder, files, arguments, monkeypatch):
    lay(folder, files)
    monkeypatch.chdir(folder)
    gathered = gather(list(arguments), lambda: b"", catalogue=CATALOGUE)
    servers, unread = assess.servers_of(gathered.files, CATALOGUE, Overrides())
    return servers, gathered.unread + unread


MAIL01 = server("CN=Mail01/O=Acme", ON)
BOTH = dxl(MAIL01, server("CN=Mail02/O=Acme", OFF))
STATUS = "doc.server.translog_status"
WHOSE = {  # files, arguments, each server with its value of the item, and what is left unread
    "the server's own, and one of a stranger": ({"notes.ini": ini(), "names.dxl": BOTH}, ["."], {"Mail01/Acme": "1"}, [("names.dxl", STRANGER)]),
    "several of strangers are counted by file": (
        {"notes.ini": ini(name="Hub/Acme"), "names.dxl": BOTH, "z.dxl": dxl(config("CN=Mail03/O=Acme", 2))},
        ["."],
        {"Hub/Acme": None},
        [("names.dxl", "2 documents speak of servers that are not in this run"), ("z.dxl", STRANGER)],
    ),
    "names in any form and in any case": (
        {"notes.ini": ini(name="cn=MAIL01/ou=West/o=ACME"), "names.dxl": dxl(server("Mail01/West/Acme", ON))},
        ["."],
        {"MAIL01/West/ACME".replace("West", "West"): "1"},
        [],
    ),
    "a directory above two servers": (
        {"a/notes.ini": ini(), "b/notes.ini": SECOND, "names.dxl": BOTH},
        ["."],
        {"Mail01/Acme": "1", "Mail02/Acme": "0"},
        [],
    ),
    "the technical support folder below the data directory": (
        {"data/notes.ini": ini(), "data/IBM_TECHNICAL_SUPPORT/" + collected("serverdoc"): server("CN=Mail01/O=Acme", ON)},
        ["data"],
        {"Mail01/Acme": "1"},
        [],
    ),
    "the collector's name where the document has none": (
        {"notes.ini": ini(), collected("serverdoc", "MAIL01"): server("", ON)},
        ["."],
        {"Mail01/Acme": "1"},
        [],
    ),
    "the collector's name is that of two servers": (
        {"a/notes.ini": ini(name="Mail01/East/Acme"), "b/notes.ini": ini(name="Mail01/West/Acme"), collected("serverdoc"): server("", ON)},
        ["."],
        {"Mail01/East/Acme": None, "Mail01/West/Acme": None},
        [(collected("serverdoc"), STRANGER)],
    ),
    "the document decides over its file's name": (
        {"notes.ini": ini(), collected("serverdoc", "mail01"): server("CN=Mail02/O=Acme", ON)},
        ["."],
        {"Mail01/Acme": None},
        [(collected("serverdoc"), STRANGER)],
    ),
    "a server whose notes.ini does not name it": ({"notes.ini": ini(name=""), "names.dxl": dxl(MAIL01)}, ["."], {"Mail01/Acme": "1"}, []),
    "a server whose notes.ini does not name it, beside two that it may be": (
        {"mail/notes.ini": ini(name=""), "mail/a.dxl": dxl(MAIL01), "mail/b.dxl": dxl(server("Mail02/Acme", OFF))},
        ["mail"],
        {"mail": None},
        [("mail/a.dxl", STRANGER), ("mail/b.dxl", STRANGER)],
    ),
    "one document in two spellings names it all the same": (
        {"notes.ini": ini(name=""), "names.dxl": dxl(MAIL01, server("MAIL01/ACME", ON))},
        ["."],
        {"MAIL01/ACME": "1"},
        [],
    ),
    "a copy in folders apart gets it too": (
        {"a/notes.ini": ini(), "b/notes.ini": ini(), "names.dxl": dxl(MAIL01)},
        ["."],
        {"Mail01/Acme": "1", "Mail01/Acme (b)": "1"},
        [],
    ),
    "each document begins a server": ({"names.dxl": BOTH}, ["."], {"Mail01/Acme": "1", "Mail02/Acme": "0"}, []),
    "each begins one, from files of their own": (
        {"a.dxl": server("Mail02/Acme", OFF), "b.dxl": MAIL01, "console.txt": "> show stat\n  Server.Users = 3\n"},
        ["."],
        {"Mail02/Acme": "0", "Mail01/Acme": "1", "top": None},
        [],
    ),
    "the only one gets all files": (
        {"top/serverdoc.dxl": MAIL01, "top/sub/stat.txt": "> show stat\n  Server.Users = 3\n"},
        ["top"],
        {"Mail01/Acme": "1"},
        [],
    ),
    "two copies of one in one folder": (
        {"a.dxl": own(OFF, "20240101T080000"), "b.dxl": server("MAIL01/ACME", ON, "20250101T080000")},
        ["."],
        {"Mail01/Acme": "1"},
        [],
    ),
    "two copies of one beside another server": (
        {"a.dxl": server("CN=Mail01/O=Acme", OFF, "20240101T080000"), "b.dxl": BOTH.replace("Mail01", "MAIL01")},
        ["."],
        {"Mail01/Acme": "0", "Mail02/Acme": "0"},
        [],
    ),
    "two copies of one as two arguments": (
        {"a.dxl": server("CN=Mail01/O=Acme", ON, "20250101T080000"), "b.dxl": server("mail01/acme", OFF, "20240101T080000")},
        ["b.dxl", "a.dxl"],
        {"mail01/acme": "1"},
        [("b.dxl", "the server document was not used: a.dxl has a newer copy")],
    ),
    "persons only": ({"names.dxl": dxl("<document form='Person'/>")}, ["."], {}, [("names.dxl", NOTHING)]),
    "persons beside a server": ({"notes.ini": ini(), "names.dxl": dxl("<document form='Person'/>")}, ["."], {"Mail01/Acme": None}, []),
    "One-Touch alone, and a directory": (
        {"first.json": json.dumps({"serverSetup": {"server": {"type": "first", "name": "Mail01"}, "org": {"orgName": "Acme"}}}), "names.dxl": BOTH},
        ["."],
        {"Mail01/Acme": "1"},
        [("names.dxl", STRANGER)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", WHOSE.values(), ids=WHOSE.keys())
def test_each_server_gets_the_documents_that_name_it(case, tmp_path, monkeypatch):
    files, arguments, expected, unread = case
    root = tmp_path / "top"
    root.mkdir()
    servers, left = found(root, files, arguments, monkeypatch)
    assert {one.name: one.facts.ask(STATUS).text for one in servers} == expected
    assert sorted(left) == unread


@pytest.mark.parametrize("files", [
    {"a.dxl": MAIL01, "b.dxl": for_all(2)},
    {"a.dxl": for_all(2), "b.dxl": MAIL01},
    {"a.dxl": config("CN=Mail01/O=Acme", 2), "b.dxl": dxl(MAIL01)},
    {"a.txt": "> show stat\n  Server.Users = 3\n", "b.dxl": for_all(2)},
])  # fmt: skip
def test_the_order_of_arguments_decides_nothing(files, tmp_path, monkeypatch):
    for order in (sorted(files), sorted(files, reverse=True)):
        servers, unread = found(tmp_path, files, order, monkeypatch)
        assert [one.facts.ask("mail_boxes.count").text for one in servers] == ["2"]
        assert unread == []


def known(answer):
    return "" if answer.absent else answer.text


@pytest.mark.parametrize(("files", "status"), [  # the files of one server, and what is then known of the item
    ({"a.dxl": own(ON)}, "1"),
    ({"a.dxl": own(ON), "b.dxl": own(ON)}, "1"),
    ({"a.dxl": own(ON), "b.dxl": own(OFF)}, None),
    ({"a.dxl": own(ON, "20240101T080000,00+01"), "b.dxl": own(OFF)}, "1"),
    ({"a.dxl": own(ON, "20240101T080001,00+01"), "b.dxl": own(OFF, "20240101T080000,00+01")}, "1"),
    ({"a.dxl": own(ON, "20240101T080000,00+01"), "b.dxl": own(OFF, "20240101T080000,00+01")}, None),
    ({"a.dxl": dxl(own(OFF, "20230101T080000"), own(ON, "20240101T080000"))}, "1"),
    ({collected("serverdoc", time="2026_08_02@16_05_20"): own(ON), collected("serverdoc", time="2026_08_02@16_05_19"): own(OFF)}, "1"),
    (
        {  # the newer file tells by its own name, whatever is in it
            collected("serverdoc", time="2026_08_02@16_05_20"): own(ON, "20240101T080000"),
            collected("serverdoc", time="2026_08_01@16_05_20"): own(OFF, "20250101T080000"),
        },
        "1",
    ),
    ({collected("serverdoc", time="2026_08_02@16_05_20"): own(OFF), "names.dxl": own(ON, "20260803T080000,00+02")}, "1"),
    (
        {  # ten o'clock in California is later than noon in Berlin
            "a.dxl": own(ON, "20240101T100000,00-08"),
            "b.dxl": own(OFF, "20240101T120000,00+02"),
        },
        "1",
    ),
    ({"a.dxl": own(ON, "20240101T100000,00-08"), "b.dxl": own(OFF + "<item name='$Conflict'/>", "20250101T120000,00+02")}, "1"),
    ({"a.dxl": own(ON + OFF)}, None),
    ({"a.dxl": own("<item name='TRANSLOG_Status'><text/></item>")}, ""),
    ({"a.dxl": own("")}, ""),
    ({"a.dxl": own("").replace("</document>", "")}, None),
    ({}, None),
])  # fmt: skip
def test_of_several_copies_the_newest_counts(files, status, tmp_path, monkeypatch):
    servers, _ = found(tmp_path, {"notes.ini": ini(), **files}, ["."], monkeypatch)
    assert known(servers[0].facts.ask(STATUS)) == status


OWN, ALL = config("CN=Mail01/O=Acme", 3), for_all(1)


@pytest.mark.parametrize(("files", "boxes", "presumed"), [  # documents, what is known of the item, whether that is presumed
    ({"a.dxl": OWN}, "3", False),
    ({"a.dxl": ALL}, "1", True),
    ({"a.dxl": dxl(ALL, OWN)}, "3", False),
    ({"a.dxl": OWN, collected("configgroup"): hubs(2), "c.dxl": ALL}, "3", False),
    ({collected("configgroup"): hubs(2), "c.dxl": ALL}, "2", True),
    ({collected("configspecific"): config("", 4), "c.dxl": ALL}, "4", False),
    ({collected("configspecific"): config("Mail01", 4), "c.dxl": ALL}, "4", False),
    ({collected("configall"): for_all(4)}, "4", True),
    ({"a.dxl": hubs(2)}, None, None),
    ({"a.dxl": dxl(hubs(2), mailers(2), for_all(2))}, "2", True),
    ({"a.dxl": dxl(hubs(2), mailers(2), for_all(1))}, None, None),
    ({"a.dxl": dxl(hubs(2), mailers(2))}, None, None),
    ({collected("configgroup", time="2026_08_02@16_05_20"): hubs(2), collected("configgroup", time="2026_08_02@16_05_21"): mailers(3)}, None, None),
    (
        {collected("configgroup", time="2026_08_02@16_05_20"): hubs(2), collected("configgroup", time="2026_08_03@16_05_20"): config("HUBS", 3)},
        "3",
        True,
    ),
    ({collected("configall", time="2026_08_02@16_05_20"): for_all(2), collected("configall", time="2026_08_03@16_05_20"): for_all(3)}, "3", True),
    ({"a.dxl": config("CN=Mail02/O=Acme", 5), "c.dxl": ALL}, "1", True),
    ({"a.dxl": config("Mail01", 5), "c.dxl": ALL}, "5", False),
    ({"a.dxl": OWN.partition("<item name='Mail_")[0], "c.dxl": ALL}, None, None),  # cut before the item
    ({collected("configgroup", "mail02"): hubs(2), "c.dxl": ALL}, None, None),
])  # fmt: skip
def test_only_the_most_specific_configuration_document_counts(files, boxes, presumed, tmp_path, monkeypatch):
    servers, _ = found(tmp_path, {"notes.ini": ini(), **files}, ["."], monkeypatch)
    answer = servers[0].facts.ask("doc.config.mail_number_of_mailboxes")
    assert answer.text == boxes
    if boxes:
        assert {fact.presumed for fact in answer.facts} == {presumed}


def test_a_group_s_document_that_a_server_collected_is_no_other_server_s(tmp_path, monkeypatch):
    files = {"a/notes.ini": ini(), "b/notes.ini": SECOND, collected("configgroup"): hubs(2)}
    servers, _ = found(tmp_path, files, ["."], monkeypatch)
    assert [(one.name, len(one.facts.documents)) for one in servers] == [("Mail01/Acme", 1), ("Mail02/Acme", 0)]


def test_a_more_specific_document_hides_what_a_general_one_says(tmp_path, monkeypatch):
    files = {"notes.ini": ini(), "a.dxl": dxl(own("").replace("'Server'", "'ServerConfig'"), ALL)}
    servers, _ = found(tmp_path, files, ["."], monkeypatch)
    assert servers[0].facts.ask("doc.config.mail_number_of_mailboxes").absent


EARLY, LATE = "20260101T080000", "20260201T080000"


def two_servers(own, other):
    """The files of two servers, and the document that lies with each of them."""
    return {
        "a/notes.ini": ini(), "a/old.dxl": own, "b/notes.ini": SECOND, "b/new.dxl": other,
    }  # fmt: skip


@pytest.mark.parametrize(("files", "pairs"), [  # files; the pairs of files of which the second counts in place of the first
    pytest.param(two_servers(for_all(1, EARLY), for_all(2, LATE)), [("a/old.dxl", "b/new.dxl")], id="for all"),
    pytest.param(
        two_servers(config("Mail01/Acme", 1, EARLY), config("CN=Mail01/O=Acme", 2, LATE)),
        [("a/old.dxl", "b/new.dxl")],
        id="configuration of the server itself",
    ),
    pytest.param(two_servers(own(ON, EARLY), own(OFF, LATE)), [("a/old.dxl", "b/new.dxl")], id="server document"),
    pytest.param(
        {**two_servers(for_all(1, EARLY), dxl()), "names.dxl": for_all(2, LATE)},
        [("a/old.dxl", "names.dxl")],
        id="an export above the servers",
    ),
    pytest.param(two_servers(for_all(1, EARLY), for_all(1, LATE)), [], id="the same content"),
    pytest.param(two_servers(for_all(1, LATE), for_all(2, LATE)), [], id="equally new: both count"),
    pytest.param(two_servers(hubs(1, EARLY), mailers(2, LATE)), [], id="of two groups"),
    pytest.param(two_servers(dxl(config("Mail01/Acme", 3), for_all(1, EARLY)), for_all(2, LATE)), [], id="a more specific document counts anyway"),
    pytest.param({"a/notes.ini": ini(), "a/old.dxl": for_all(1, EARLY), "a/new.dxl": for_all(2, LATE)}, [], id="in the server's own folder"),
])  # fmt: skip
def test_a_document_that_replaces_a_server_s_own_is_named_with_it(files, pairs, domlint, tmp_path):
    lay(tmp_path, files)
    arguments = "check", ".", "--isolated"
    unread = json.loads(domlint(*arguments, "--format", "json").out)["unread"]
    assert len([one for one in unread if "newer" in one["reason"]]) == len(pairs)
    assert all(any(old == one["path"] and new in one["reason"] for one in unread) for old, new in pairs)
    lines = domlint(*arguments).out.splitlines()
    assert len([line for line in lines if "newer" in line]) == len(pairs)
    assert all(any(old in line and new in line for line in lines) for old, new in pairs)


PATH = "<item name='TRANSLOG_Path'><text>{}</text></item>"
SETTINGS = [  # of NOTES.INI, of the document; what holds now, and from the next start on; whether they differ
    ([], ON, "ini.translog_status", "1", "1", None),
    (["TRANSLOG_Status=0"], "", "ini.translog_status", "0", "0", None),
    (["TRANSLOG_Status=0"], ON, "ini.translog_status", "0", "1", "yes"),
    (["TRANSLOG_Status=1"], ON, "ini.translog_status", "1", "1", "no"),
    (["TRANSLOG_Status=01"], ON, "ini.translog_status", "1", "1", "no"),
    (["TRANSLOG_Status="], ON, "ini.translog_status", "1", "1", None),
    (["TRANSLOG_Status=on"], ON, "ini.translog_status", "on", "1", None),
    (["TRANSLOG_Status=0", "TRANSLOG_Status=1"], ON, "ini.translog_status", None, "1", None),
    (["TRANSLOG_Status=1"], "<item name='TRANSLOG_Status'><text/></item>", "ini.translog_status", "1", "1", None),
    (["TRANSLOG_Status=1"], ON + OFF, "ini.translog_status", "1", None, None),
    (["TRANSLOG_Status=0"], ON + OFF, "ini.translog_status", "0", None, None),
    ([], ON + OFF, "ini.translog_status", None, None, None),
    (["TRANSLOG_Status=0", "TRANSLOG_Status=1"], ON + OFF, "ini.translog_status", None, None, None),
    (["TRANSLOG_Path=D:\\Log\\"], PATH.format("d:/log"), "ini.translog_path", "d:/log", "d:/log", "no"),
    (["TRANSLOG_Path=/local/a"], PATH.format("/local/b"), "ini.translog_path", "/local/a", "/local/b", "yes"),
]


@pytest.mark.parametrize(("lines", "items", "setting", "now", "coming", "differs"), SETTINGS)
def test_a_document_s_value_holds_from_the_next_start_on(
    lines, items, setting, now, coming, differs, tmp_path, monkeypatch
):
    files = {"notes.ini": ini(*lines), "names.dxl": own(items)}
    (one,), _ = found(tmp_path, files, ["."], monkeypatch)
    assert (one.facts.ask(setting).text, one.views[-1].facts.ask(setting).text) == (now, coming)
    for view in one.views:
        subjects = view.facts.subjects("item") or []
        assert [view.facts.ask("item.differs", subject).text for subject in subjects] == ([differs] if differs else [])


BUILD = "FaultRecovery_Build=Release 12.0.2"
NEWER, SAME = "20240102T080000,00+01", "20240101T080000,00+01"
SHOWN = "Lotus Domino (r) Server (Release 12.0.2 for Linux/64)\n\nServer name:            Mail01/Acme\nTransactional Logging:  {}\n"
CONTRADICTORY = [  # files beside NOTES.INI, its lines; the verdict on the log, in which views, and the places of the hint
    ({"a.dxl": own(ON, SAME), "b.dxl": own(OFF, SAME)}, [], ("unknown", VIEWS, "a.dxl:2 and b.dxl:2")),
    ({"a.dxl": own(ON, SAME), "b.dxl": own(OFF, NEWER)}, [], ("failed", VIEWS, "")),
    ({"a.dxl": own(ON + "\n" + OFF)}, [], ("unknown", VIEWS, "a.dxl:2 and a.dxl:3")),
    ({"a.dxl": own(ON + "\n" + OFF)}, ["TRANSLOG_Status=1"], ("unknown", VIEWS[1:], "a.dxl:2 and a.dxl:3")),
    ({"a.dxl": own(ON + OFF)}, ["TRANSLOG_Status=0"], ("failed", VIEWS[:1], "")),
    ({"a.txt": SHOWN.format("Enabled"), "b.txt": SHOWN.format("Not Enabled")}, [], ("unknown", VIEWS, "a.txt:4 and b.txt:4")),
    ({"a.txt": SHOWN.format("Enabled"), "b.txt": SHOWN.format("Enabled")}, [], ("passed", VIEWS, "")),
    ({"a.txt": SHOWN.format("Enabled"), "b.txt": SHOWN.format("Not Enabled")}, ["TRANSLOG_Status=1"], ("unknown", VIEWS[:1], "a.txt:4 and b.txt:4")),
    ({"a.txt": SHOWN.format("Enabled"), "b.txt": SHOWN.format("Not Enabled"), "c.dxl": own(OFF)}, [], ("failed", VIEWS[1:], "")),
]  # fmt: skip


@pytest.mark.parametrize(("files", "lines", "expected"), CONTRADICTORY)
def test_what_contradicts_itself_is_unknown_with_all_its_places(files, lines, expected, tmp_path, monkeypatch):
    (one,), _ = found(tmp_path, {"notes.ini": ini(BUILD, *lines), **files}, ["."], monkeypatch)
    result = views.run([LOGGING_OFF], one.views, CATALOGUE).outcomes[0]
    hint = " ".join(part.collect for part in server_report.missing_parts(result.missing, CATALOGUE))
    assert (result.verdict, result.views) == expected[:2]
    assert all(place in hint for place in expected[2].split(" and ")) and bool(expected[2]) == bool(hint)


ONE_TOUCH = json.dumps(
    {
        "serverSetup": {
            "server": {"type": "first", "name": "Mail01"},
            "org": {"orgName": "Acme"},
            "notesINI": {"TRANSLOG_Status": "1", "Server_Session_Timeout": "30"},
        }
    }
)
STARTED = "ServerSetup=140000"
ITEMS = {"TRANSLOG_Status": "0", "TRANSLOG_Path": "/local/log", "TRANSLOG_MaxSize": 512}
WITH_DOCUMENT = {
    "serverSetup": {
        "server": {"type": "first", "name": "Mail01"},
        "org": {"orgName": "Acme", "certifierPassword": "summer rain"},
        "notesINI": {"Server_Sesion_Timeout": "30", "HTTP_Pwd": "hunter2", "Debug_Amgr": "*", "View_Rebuild_Dir": "/x"},
    },
    "appConfiguration": {
        "databases": [
            {"filePath": "names.nsf", "action": "update", "documents": [{"action": "update", "findDocument": {"Type": "Server"}, "items": ITEMS}]},
        ],
    },
}  # fmt: skip
ENVIRONMENT = (
    "SERVERSETUP_SERVER_NAME=Mail01\nSERVERSETUP_ORG_ORGNAME=Acme\nSERVERSETUP_NOTESINI_SERVER_SESSION_TIMEOUT=30\n"
)
BARE = "[Notes]\nKitType=2\nDirectory=/local/notesdata\n"
NAMELESS = json.dumps({"serverSetup": {"notesINI": {"Server_Session_Timeout": "30"}}})


@pytest.mark.parametrize(("files", "timeout"), [  # files of a server, and what is then known of Server_Session_Timeout
    ({"first.json": ONE_TOUCH}, "30"),
    ({"first.json": ONE_TOUCH, "notes.ini": ini()}, ""),
    ({"first.json": ONE_TOUCH, "notes.ini": ini("Server_Session_Timeout=45")}, "45"),
    ({"setup/first.json": ONE_TOUCH, "notes.ini": ini("Server_Session_Timeout=45")}, "45"),
    ({"first.json": NAMELESS, "notes.ini": BARE + "ServerSetup=140000\n"}, ""),
    ({"first.json": NAMELESS, "notes.ini": BARE + "FaultRecovery_Build=Release 14.0\n"}, ""),
    ({"first.json": NAMELESS, "notes.ini": BARE + "ServerSetup=0\n"}, "30"),  # it is yet to be set up
    ({"first.json": NAMELESS, "notes.ini": BARE}, "30"),
    ({"first.env": ENVIRONMENT}, "30"),
    ({"first.env": ENVIRONMENT, "notes.ini": ini()}, ""),
])  # fmt: skip
def test_notes_ini_tells_what_became_of_a_set_up_file_s_settings(files, timeout, tmp_path, monkeypatch):
    (one,), unread = found(tmp_path, files, ["."], monkeypatch)
    assert known(one.facts.ask("ini.server_session_timeout")) == timeout
    assert (unread, one.name == "Mail01/Acme") == ([], NAMELESS not in files.values())


RUNS = ["TRANSLOG_Status=1", "TRANSLOG_Path=/translog", "TRANSLOG_MaxSize=4096"]
OF_NOTE = {
    "setting-misspelt", "password-in-clear", "transaction-logging-off", "document-not-in-effect", "debug-setting-left-on",
    "transaction-log-in-data-directory",
}  # fmt: skip


@pytest.mark.parametrize(("lines", "expected"), [  # lines of NOTES.INI beside the set-up file; the rules that then fail, of some
    ([STARTED, *RUNS], {"setting-misspelt", "password-in-clear"}),
    ([STARTED, "TRANSLOG_Status=0"], {"transaction-logging-off", "setting-misspelt", "password-in-clear"}),
])  # fmt: skip
def test_of_history_only_names_form_and_passwords_are_judged(lines, expected, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(ini("Directory=/local/notesdata", *lines))
    (tmp_path / "first.json").write_text(json.dumps(WITH_DOCUMENT))
    done = domlint("check", ".", "--isolated", "--format", "json")
    report = json.loads(done.out)
    failed = {(one["name"], one["subject"]) for one in report["findings"]}
    assert {name for name, _ in failed} & OF_NOTE == expected
    assert {subject for name, subject in failed if name == "password-in-clear"} == {"file One-Touch Setup"}
    assert "hunter2" not in done.out + domlint("facts", ".").out + domlint("explain", "HTTP_Pwd", "--for", ".").out


LISTS = {"FullAdmin": "*", "UnrestrictedList": "*/Acme", "TRANSLOG_Status": "0"}
OWN_DOCUMENT = server("Mail01/Acme", "<item name='FullAdmin'><text>Admins</text></item>")
LEFT = [  # more files; the access lists that are reported, and whether that rests on an assumption
    ({}, {"full-access-for-everyone": True, "unrestricted-agents-for-everyone": True}),
    ({"names.dxl": OWN_DOCUMENT}, {}),
]


@pytest.mark.parametrize(("more", "expected"), LEFT)
def test_what_a_set_up_file_wrote_into_documents_is_assumed_to_stand(more, expected, domlint, tmp_path):
    one_touch = json.loads(json.dumps(WITH_DOCUMENT))
    one_touch["appConfiguration"]["databases"][0]["documents"][0]["items"] = LISTS
    files = {"notes.ini": ini(STARTED, *RUNS), "first.json": json.dumps(one_touch), **more}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    report = json.loads(domlint("check", ".", "--isolated", "--format", "json").out)
    told = {one["name"]: any(row.get("presumed") for row in one["evidence"]) for one in report["findings"]}
    assert {name: told[name] for name in told if name.endswith("-for-everyone")} == expected
    assert not {"transaction-logging-off", "document-not-in-effect"} & told.keys()


def build(text):
    return f"<item name='ServerBuildNumber'><text>{text}</text></item>"


@pytest.mark.parametrize(("lines", "items", "expected"), [  # NOTES.INI, items of the server document, and the release, its basis, and the kind
    ("", build("Release 12.0.2FP3"), ("12.0.2FP3", "the server document", "server")),
    ("", build("Release 9.0.1FP10|January 15, 2018"), ("9.0.1FP10", "the server document", "server")),
    ("", build("12.0"), ("12.0", "the server document", "server")),
    ("", build("V1450_12042024"), ("14.5.0", "the server document", "server")),
    ("", build("unheard of"), (None, None, "server")),
    ("", "", (None, None, "server")),
    ("KitType=2\nFaultRecovery_Build=Release 14.5\n", build("Release 12.0.2"), ("14.5", "FaultRecovery_Build", "server")),
    ("KitType=1\n", build("Release 12.0.2"), ("12.0.2", "the server document", "client")),
    ("Location=x\nMailFile=mail/a.nsf\n", "", (None, None, "server")),
])  # fmt: skip
def test_a_server_document_tells_release_and_kind(lines, items, expected, tmp_path, monkeypatch):
    files = {"names.dxl": own(items)}
    if lines:
        files["notes.ini"] = f"[Notes]\nServerName=Mail01/Acme\n{lines}"
    (one,), _ = found(tmp_path, files, ["."], monkeypatch)
    release, kind = one.facts.ask("release"), one.facts.ask("server.kind")
    assert (release.text, release.facts[0].note if release.facts else None, kind.text) == expected


def test_strangers_are_counted_in_the_report_and_change_no_exit_code(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(ini("TRANSLOG_Status=1"))
    (tmp_path / "names.dxl").write_text(dxl(server("CN=Mail02/O=Acme", OFF)))
    done = domlint("check", ".", "--isolated", "--select", "LOG001", "--strict", "--release", "12", "--format", "json")
    assert done.returncode == 0
    assert json.loads(done.out)["unread"] == [{"path": "names.dxl", "line": None, "reason": STRANGER}]


DF = "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/sda2 100 60 40 60% /local\n"
OTHER = dxl(server("CN=Mail02/O=Acme", OFF))
IN_FOLDERS = {  # files; each server with the number of its files
    "alone": ({"a/df.txt": DF, "a/s.dxl": dxl(MAIL01)}, [("Mail01/Acme", 2)]),
    "alone, with a NOTES.INI that nobody can read": ({"a/notes.ini": "\0\1\2", "a/df.txt": DF, "a/s.dxl": dxl(MAIL01)}, [("Mail01/Acme", 2)]),
    "another server beside it": ({"a/df.txt": DF, "a/s.dxl": dxl(MAIL01), "b/notes.ini": SECOND}, [("Mail01/Acme", 2), ("Mail02/Acme", 1)]),
    "another such folder beside it": (
        {"a/df.txt": DF, "a/s.dxl": dxl(MAIL01), "b/df.txt": DF, "b/s.dxl": OTHER},
        [("Mail01/Acme", 2), ("Mail02/Acme", 2)],
    ),
    "a folder of documents alone, of a stranger": ({"a/s.dxl": dxl(MAIL01), "b/notes.ini": SECOND}, [("Mail02/Acme", 1)]),
    "its document names a server that is there": ({"a/df.txt": DF, "a/s.dxl": OTHER, "b/notes.ini": SECOND}, [("a", 1), ("Mail02/Acme", 2)]),
    "two such folders in one": (
        {"m/a/df.txt": DF, "m/a/s.dxl": dxl(MAIL01), "m/b/df.txt": DF, "m/b/s.dxl": OTHER, "c/notes.ini": ini(name="M/A")},
        [("M/A", 1), ("Mail01/Acme", 2), ("Mail02/Acme", 2)],
    ),
    "in one folder with another server's listings": (
        {"m/a/df.txt": DF, "m/a/s.dxl": dxl(MAIL01), "m/b/df.txt": DF, "c/notes.ini": ini(name="M/A")},
        [("M/A", 1), ("Mail01/Acme", 2), ("b", 1)],
    ),
    "with a folder for each kind of file": (
        {"a/x/df.txt": DF, "a/y/s.dxl": dxl(MAIL01), "c/notes.ini": ini(name="M/A")}, [("Mail01/Acme", 2), ("M/A", 1)],
    ),
    "with a folder for each day": (
        {f"a/2026-01-{day}/{name}": text for day in (30, 31) for name, text in (("df.txt", DF), ("s.dxl", dxl(MAIL01)))}
        | {"c/notes.ini": ini(name="M/A")},
        [("Mail01/Acme", 3), ("M/A", 1)],
    ),
    "its documents name two": ({"a/df.txt": DF, "a/s.dxl": BOTH, "b/notes.ini": ini(name="Mail03/Acme")}, [("a", 1), ("Mail03/Acme", 1)]),
    "two folders' documents name one": (
        {"a/df.txt": DF, "a/s.dxl": dxl(MAIL01), "b/df.txt": DF, "b/s.dxl": dxl(MAIL01), "c/notes.ini": ini(name="M/A")},
        [("a", 1), ("b", 1), ("M/A", 1)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", IN_FOLDERS)
def test_a_folder_without_notes_ini_is_the_server_that_its_document_names_whatever_lies_beside_it(
    what, tmp_path, monkeypatch
):
    files, expected = IN_FOLDERS[what]
    servers, _ = found(tmp_path, files, ["."], monkeypatch)
    assert [(one.name, len(one.files)) for one in servers] == expected


def test_a_name_that_looks_numbered_is_no_obstacle_for_numbers():
    taken = {}
    numbered = [once(name, taken) for name in ("a (2)", "A", "a", "a (2)", "a")]
    assert numbered == ["a (2)", "A", "a (3)", "a (2) (2)", "a (4)"]
