"""Program documents, Internet Sites and other documents of the Domino Directory."""

import json

import pytest
from laid import gather
from at_once import at_once

from advisor import pack, readers
from advisor.derive import Overrides
from advisor.facts import Document, Subject
from advisor.judging import assess
from advisor.source import Source

CATALOGUE = pack.builtin().catalogue
NOTES_INI = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nServerName=CN=Mail01/O=Acme\nServerTasks=Update,Router\n"
MAIL01 = "CN=Mail01/O=Acme"


def items(**values):
    """Items of a document in DXL; a tuple is a list of texts."""
    texts = {
        name: "".join(f"<text>{text}</text>" for text in (value if isinstance(value, tuple) else (value,)))
        for name, value in values.items()
    }
    return "".join(f"<item name='{name}'><textlist>{text}</textlist></item>\n" for name, text in texts.items())


def note(form, unid="", on="", times="", **values):
    dated = f"<noteinfo unid='{unid}'><modified><datetime>{on}</datetime></modified></noteinfo>"
    scheduled = f"<item name='Schedule'><datetimelist>{times}</datetimelist></item>" if times else ""
    return f"<document form='{form}'>\n{dated}{scheduled}{items(**values)}</document>\n"


def program(program="nupdall", CmdLine="", Source=MAIL01, Enabled="1", **more):
    return note("Program", Type="Program", Program=program, CmdLine=CmdLine, Source=Source, Enabled=Enabled, **more)


def dxl(*documents):
    return "<database xmlns='http://www.lotus.com/dxl'>\n" + "".join(documents) + "</database>\n"


def server(**values):
    return note("Server", ServerName=MAIL01, **values)


def facts_of(folder, monkeypatch, files):
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(folder)
    gathered = gather(["."], lambda: b"", catalogue=CATALOGUE)
    servers, unread = assess.servers_of(gathered.files, CATALOGUE, Overrides())
    return {one.name: one.facts for one in servers}, [one.reason for one in gathered.unread + unread]


def told(facts, kind, *keys):
    """Of each subject of a kind its name and the answers to some keys; `?` where it is in doubt."""
    asked = [(one, [facts.ask(f"{kind}.{key}", one) for key in keys]) for one in facts.subjects(kind) or ()]
    return {one.name: tuple("?" if answer.trouble else answer.text for answer in answers) for one, answers in asked}


PAIR = "<datetimepair><datetime>T020000,00</datetime><datetime>T060000,00</datetime></datetimepair>"
DAYS = ("1", "2", "3", "4", "5", "6", "7")
PROGRAMS = {  # Program documents, and of each subject enabled, at_startup, hours, daily
    "at an hour of every day": ([program(times="<datetime>T020000,00</datetime>", WeekDays=DAYS)], {"updall": ("yes", "no", "2", "yes")}),
    "within hours": ([program(times=PAIR, WeekDays=DAYS)], {"updall": ("yes", "no", "2", "yes")}),
    "twice a day, on Sundays": (
        [program(times="<datetime>T000500,00</datetime><datetime>T233000,00</datetime>", WeekDays="1")],
        {"updall": ("yes", "no", "0,23", "no")},
    ),
    "when the server starts": ([program(Enabled="2", WeekDays=DAYS)], {"updall": ("yes", "yes", "start", "no")}),
    "disabled": ([program(Enabled="0", times=PAIR, WeekDays=DAYS)], {"updall": ("no", "no", "2", "yes")}),
    "no schedule": ([program()], {"updall": ("yes", "no", None, None)}),
    "a state nobody knows": ([program(Enabled="7")], {"updall": ("?", "?", None, None)}),
    "Windows' name, a path and an ending": ([program(r"C:\Domino\nCompact.EXE", CmdLine="-B -S10")], {"compact -B -S10": ("yes", "no", None, None)}),
    "two alike are one": ([program(), program()], {"updall": ("yes", "no", None, None)}),
    "two that differ": ([program(), program(Enabled="2")], {"updall": ("yes", "no", None, None), "updall (2)": ("yes", "yes", "start", "no")}),
    "of two copies the newer": (
        [program(unid="A", on="20240101T000000,00Z"), program(unid="a", on="20250101T000000,00Z", Enabled="0")],
        {"updall": ("no", "no", None, None)},
    ),
    "a group's": ([program(Source="Hubs")], {"updall": ("?", "?", None, None)}),
    "all servers'": ([program(Source="*")], {"updall": ("?", "?", None, None)}),
    "all of an organization": ([program(Source="*/Acme")], {"updall": ("?", "?", None, None)}),
    "another server's": ([program(Source="CN=Mail02/O=Acme")], {}),
    "this one's and another's": ([program(Source=(MAIL01, "CN=Mail02/O=Acme"))], {"updall": ("yes", "no", None, None)}),
    "the first part of its name": ([program(Source="mail01")], {"updall": ("yes", "no", None, None)}),
    "nobody's": ([program(Source="")], {}),
    "of another database": ([note("Program", Type="Course", Program="x", Source=MAIL01)], {}),
    "of another database, without what a Program document has": ([note("Program", Title="x", Source=MAIL01)], {}),
}  # fmt: skip


@pytest.mark.parametrize("case", PROGRAMS)
def test_what_program_documents_start(case, tmp_path, monkeypatch):
    documents, expected = PROGRAMS[case]
    servers, _ = facts_of(tmp_path, monkeypatch, {"notes.ini": NOTES_INI, "programs.dxl": dxl(*documents)})
    assert told(servers["Mail01/Acme"], "program", "enabled", "at_startup", "hours", "daily") == expected


TIMES = {
    "T020000,00": "2",
    "T000000,00-T235959,00": "0",
    "20240131T230000,00+01": "23",
    "02:00:00 AM - 06:00:00 AM": "2",
    "12:30 AM": "0",
    "12:00 PM": "12",
    "11:00 pm": "23",
    "02:00 - 06:00": "2",
    "22:00": "22",
    "T990000,00": None,
    "soon": None,
}


@pytest.mark.parametrize("text", TIMES)
def test_the_hours_of_a_schedule(text, tmp_path, monkeypatch):
    files = {"notes.ini": NOTES_INI, "p.dxl": dxl(program(times=f"<datetime>{text}</datetime>"))}
    servers, _ = facts_of(tmp_path, monkeypatch, files)
    assert told(servers["Mail01/Acme"], "program", "hours") == {"updall": (TIMES[text],)}


def test_a_password_behind_a_program_is_nobody_s_business(tmp_path, monkeypatch):
    files = {"notes.ini": NOTES_INI, "p.dxl": dxl(program("backup", CmdLine="-password hunter2"))}
    servers, _ = facts_of(tmp_path, monkeypatch, files)
    assert told(servers["Mail01/Acme"], "program", "name", "arguments") == {"backup": ("backup", None)}


SCHEDULED = {  # lines of NOTES.INI, Program documents, and of each task name, hours, daily, by, line, alone, rest
    "a line of its own": ("ServerTasksAt2=Updall\n", [], {"updall": ("updall", "2", "yes", "ServerTasksAt2", "ServerTasksAt2", "yes", None)}),
    "with others": (
        "ServerTasksAt2=nFixup -J,MyTask -x\n",
        [],
        {
            "fixup -J": ("fixup", "2", "yes", "ServerTasksAt2", "ServerTasksAt2", "no", "MyTask -x"),
            "mytask -x": ("mytask", "2", "yes", "ServerTasksAt2", "ServerTasksAt2", "no", "nFixup -J"),
        },
    ),
    "at two hours": (
        "ServerTasksAt2=Updall\nServerTasksAt5=Updall\n",
        [],
        {"updall": ("updall", "2,5", "yes", "ServerTasksAt2 and ServerTasksAt5", None, None, None)},
    ),
    "at the start": (
        "ServerTasksAt3=\nServerTasks=Update,Compact -c\n",
        [],
        {"compact -c": ("compact", "start", "no", "ServerTasks", "ServerTasks", "no", "Update")},
    ),
    "an hour there is not": ("ServerTasksAt24=Updall\n", [], {}),
    "by a Program document": (
        "",
        [program("nfixup", CmdLine="-F", times=PAIR, WeekDays=DAYS)],
        {"fixup -F (Program document)": ("fixup", "2", "yes", "a Program document", None, None, None)},
    ),
    "by one that is disabled": ("", [program("nfixup", Enabled="0")], {}),
    "by one that may be another's": ("", [program("nfixup", Source="Hubs")], {}),
}  # fmt: skip


@pytest.mark.parametrize("case", SCHEDULED)
def test_what_is_scheduled_whoever_starts_it(case, tmp_path, monkeypatch):
    lines, documents, expected = SCHEDULED[case]
    ini = NOTES_INI.replace("ServerTasks=Update,Router\n", lines) if "ServerTasks=" in lines else NOTES_INI + lines
    servers, _ = facts_of(tmp_path, monkeypatch, {"notes.ini": ini, "programs.dxl": dxl(*documents)})
    keys = ("name", "hours", "daily", "by", "line", "alone", "rest")
    assert told(servers["Mail01/Acme"], "scheduled_task", *keys) == expected


SITE = {"ISiteName": "Acme", "WSHostingSrvrs": "*", "TCPAnonymous": "1", "TCPNameAndPwd": "0"}
WEB = "web of the server document"
SITES = {  # documents, and of each site protocol, tcp_anonymous, tcp_password, document
    "the server document's own": ([server(LdISite="0", HTTP_AllowAnonymous="1", HTTP_TCPNP="0")], {WEB: ("web", "1", "0", "server document")}),
    "the server document's own by default": ([server(HTTP_TCPNP="1")], {WEB: ("web", None, "1", "server document")}),
    "of Internet Sites": (
        [server(LdISite="1", HTTP_AllowAnonymous="0"), note("WebSite", **SITE)],
        {"web Acme": ("web", "1", "0", "Internet Site document Acme")},
    ),
    "Internet Sites that do not count": (
        [server(LdISite="0", HTTP_AllowAnonymous="0"), note("WebSite", **SITE)],
        {WEB: ("web", "0", None, "server document")},
    ),
    "Internet Sites of which nobody says that they count": ([note("WebSite", **SITE)], {}),
    "every protocol": (
        [server(LdISite="1"), *(note(form, **SITE) for form in ("DirectorySite", "IMAPSite", "POP3Site", "SMTPInboundSite"))],
        {f"{name} Acme": (name, "1", "0", "Internet Site document Acme") for name in ("ldap", "imap", "pop3", "smtp")},
    ),
    "a site of other servers": ([server(LdISite="1"), note("WebSite", **SITE | {"WSHostingSrvrs": "Web02/Acme"})], {}),
    "a site of no server": ([server(LdISite="1"), note("WebSite", **SITE | {"WSHostingSrvrs": ""})], {}),
    "a site of a group": (
        [server(LdISite="1"), note("WebSite", **SITE | {"WSHostingSrvrs": "Webs"})],
        {"web Acme": ("?", "?", "?", "Internet Site document Acme")},
    ),
    "two of one name": (
        [server(LdISite="1"), note("WebSite", **SITE), note("WebSite", **SITE | {"TCPAnonymous": "0"})],
        {f"web Acme{n}": ("web", text, "0", "Internet Site document Acme") for n, text in (("", "1"), (" (2)", "0"))},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", SITES)
def test_what_each_protocol_asks_of_its_users(case, tmp_path, monkeypatch):
    documents, expected = SITES[case]
    servers, _ = facts_of(tmp_path, monkeypatch, {"notes.ini": NOTES_INI, "names.dxl": dxl(*documents)})
    keys = ("protocol", "tcp_anonymous", "tcp_password", "document")
    assert told(servers["Mail01/Acme"], "site", *keys) == expected


@pytest.mark.parametrize(("loaded", "anonymous", "mode"), [("1", None, "1"), ("0", "1", "1"), ("", "1", "1")])
def test_what_sites_say_instead_the_server_document_does_not_say(loaded, anonymous, mode, tmp_path, monkeypatch):
    document = server(LdISite=loaded, HTTP_AllowAnonymous="1", HTTP_NormalMode="1", HTTP_EnforceAccess="1")
    servers, _ = facts_of(tmp_path, monkeypatch, {"notes.ini": NOTES_INI, "names.dxl": dxl(document)})
    asked = [
        servers["Mail01/Acme"].ask(f"doc.server.{item}").text for item in ("http_allowanonymous", "http_normalmode")
    ]
    assert asked == [anonymous, mode]


OTHERS = {
    "a connection": (
        note("local", Type="Connection", Source=MAIL01, Destination="CN=Hub/O=Acme", RepTask="1"),
        {("connection", "Hub/Acme", "replicates"): "1"},
    ),
    "a form of that name elsewhere": (note("local", Source=MAIL01, Destination="x"), {}),
    "a global domain": (
        note("Domain", DomainType="GlobalDomain", DomainName="Mail", LocalPrimaryInternetDomain="acme.example"),
        {("global_domain", "Mail", "internet_domain"): "acme.example"},
    ),
    "another domain": (note("Domain", DomainType="ForeignDomain", DomainName="Fax"), {}),
}


@pytest.mark.parametrize("case", OTHERS)
def test_connections_and_domains(case, tmp_path, monkeypatch):
    document, expected = OTHERS[case]
    servers, _ = facts_of(tmp_path, monkeypatch, {"notes.ini": NOTES_INI, "names.dxl": dxl(server(), document)})
    facts = servers["Mail01/Acme"]
    kinds = [kind for kind in ("connection", "global_domain") if facts.subjects(kind)]
    assert kinds == [kind for kind, _, _ in expected]
    assert {
        (kind, name, key): facts.ask(f"{kind}.{key}", Subject(kind, name)).text for kind, name, key in expected
    } == expected


def test_each_of_two_servers_gets_its_own_programs(tmp_path, monkeypatch):
    documents = [program(), program("fixup", Source="CN=Mail02/O=Acme"), program("compact", Source="CN=Far/O=Acme")]
    for name in ("Mail01", "Mail02"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "notes.ini").write_text(NOTES_INI.replace("Mail01", name))
    servers, unread = facts_of(tmp_path, monkeypatch, {"names.dxl": dxl(*documents)})
    assert {name: list(told(facts, "program")) for name, facts in servers.items()} == {
        "Mail01/Acme": ["updall"],
        "Mail02/Acme": ["fixup"],
    }
    assert unread == ["1 document speaks of servers that are not in this run"]


SET_UP = {
    "serverSetup": {"server": {"name": "Mail01", "type": "first"}, "org": {"orgName": "Acme"}},
    "appConfiguration": {
        "databases": [
            {
                "filePath": "names.nsf",
                "documents": [
                    {"action": "create", "items": {"Form": "Program", "Program": "certmgr", "Enabled": "2", "Source": "CN={{ NAME }}/O=Acme"}},
                    {"action": "create", "items": {"Form": "Program", "Program": "fixup", "Enabled": "1", "Source": "CN=Mail02/O=Acme"}},
                    {"action": "create", "items": {"Form": "WebSite", **SITE}},
                    {"action": "update", "findDocument": {"Type": "Server"}, "items": {"LdISite": "1"}},
                    {"action": "create", "items": {"Form": "local", "Type": "Connection", "Source": MAIL01, "Destination": "CN=Hub/O=Acme",
                     "Schedule": {"type": "datetime", "value": [["T000000,00", "T235959,00"]]}}},
                ],
            },
            {"filePath": "certstore.nsf", "documents": [{"findDocument": {"Form": "KeyFile"}, "items": {"Provider": "A"}}]},
        ]
    },
}  # fmt: skip


def test_documents_of_a_set_up_file(tmp_path, monkeypatch):
    servers, _ = facts_of(tmp_path, monkeypatch, {"setup.json": json.dumps(SET_UP)})
    (facts,) = servers.values()
    assert told(facts, "program", "name", "at_startup") == {"certmgr": ("certmgr", "yes")}
    assert told(facts, "site", "protocol", "tcp_anonymous") == {"web Acme": ("web", "1")}
    assert told(facts, "connection", "times") == {"Hub/Acme": ("T000000,00, T235959,00",)}
    assert told(facts, "certstore", "provider") == {"A": ("A",)}


PROPERTIES = "".join(
    f"Field Name: {name}\nData Type: Text\nData Length: {len(text)} bytes\nSeq Num: 1\nDup Item ID: 0\nField Flags: SUMMARY\n\n"
    f'"{text}"\n\n'
    for name, text in {"Form": "Program", "Program": "nfixup", "Source": MAIL01}.items()
)


@at_once("ends", ["\n", "\r\n"])
def test_a_program_document_out_of_its_properties(ends):
    raw = PROPERTIES.replace("\n", ends).encode()
    reader = readers.recognise("p.txt", raw, CATALOGUE)
    (document,) = [
        item for item in readers.facts_of(reader, Source.of("p.txt", raw), CATALOGUE) if isinstance(item, Document)
    ]
    assert (document.form, document.server) == ("program", MAIL01)
    assert {fact.key: fact.text for fact in document.items} == {"program.program": "nfixup", "program.server": MAIL01}
