"""Documents of the Domino Directory: programs, Internet sites, and access lists of a server document."""

import json
from itertools import product

import judged
import pytest
from at_once import at_once
from laid import gather
from msgspec.structs import replace

from advisor import pack, readers, writers
from advisor.derive import Context, Overrides, derive
from advisor.facts import Document, Fact, Facts, Subject
from advisor.judging import assess
from advisor.report import masking
from advisor.source import Source
from advisor.writers import Options

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


REACH = {
    "*": "everybody",
    "CN=Jane Doe/O=Acme, *": "everybody",
    "*/Acme": "organization",
    "*/O=Acme": "organization",
    "*/O=Acme/C=US": "organization",
    "*/Acme/US": "organization",
    "*/acme/us": "organization",
    "*/OU=Sales/O=Acme/C=US": "unit",
    "*/Sales/Acme/US": "unit",
    "*/OU=US/O=Acme": "unit",
    "*/US/Acme": "unit",
    "*/US": "organization",
    "*/West/HP1": "unit",
    "*/OU=West/O=Acme": "unit",
    "*/West/Acme": "unit",
    "*/West/Acme, */Acme": "organization",
    "*($Users)": "view",
    "LocalDomainAdmins": "named",
    "CN=Jane Doe/O=Acme, LocalDomainAdmins": "named",
    "Jane * Doe/Acme": "named",
    " , ": "named",
}
EMPTY = {"FullAdmin": "nobody", "CreateAccess": "everybody", "AllowAccess": "everybody", "DenyAccess": "nobody"}


def lists(text, item="FullAdmin", whole=True, copies=1):
    source = Source.of("s.dxl", b"<item/>")
    items = () if text is None else (Fact(f"doc.server.{item.lower()}", text, source, (0, 1)),)
    facts = Facts()
    facts.documents += [Document("server", "Mail01/Acme", items, whole, "", source, (0, 1))]
    for number in range(1, copies):
        other = replace(items[0], text=f"*/Other{number}")
        facts.documents += [replace(facts.documents[0], items=(other,))]
    derive(facts, Context(CATALOGUE))
    return lambda key, of=item: facts.ask(f"access_list.{key}", Subject("access_list", of))


@at_once("text", REACH)
def test_how_far_a_list_reaches(text):
    assert lists(text)("reach").text == REACH[text]


@at_once(("item", "text"), [(a, b) for a, b in product(EMPTY, ["", None])])
def test_what_an_empty_list_means(item, text):
    asked = lists(text, item)
    assert (asked("reach").text, asked("entries").text, asked("wildcards").text) == (EMPTY[item], "0", None)


def test_two_copies_that_disagree_leave_it_open():
    asked = lists("*", copies=2)
    assert (asked("reach").text, bool(asked("reach").trouble)) == (None, True)
    assert {fact.text for fact in asked("reach").facts} == {""}  # whose names the list has, `facts` does not print


CUT = {  # a list of which more was left out, in the document and in a copy of it; how far it reaches for certain
    ("*, …",): "everybody",
    ("CN=Jane Doe/O=Acme, *, Admins, …",): "everybody",
    ("*/Acme, …",): None,
    ("Admins, …",): None,
    ("…",): None,
    ("*, …", "Admins, *, …"): "everybody",
    ("*, …", "Admins, …"): None,
    ("*, …", "*/Acme"): None,
}


@at_once("texts", CUT)
def test_a_list_of_which_everybody_was_read_is_for_everybody_whatever_it_has_more(texts):
    source = Source.of("s.dxl", b"<item/>")
    facts = Facts()
    for text in texts:
        item = Fact("doc.server.administrator", text, source, (0, 1), doubt="it has more" * text.endswith("…"))
        facts.documents += [Document("server", "Mail01/Acme", (item,), True, "", source, (0, 1))]
    derive(facts, Context(CATALOGUE))
    reach, wildcards = (
        facts.ask(f"access_list.{key}", Subject("access_list", "Administrator")) for key in ("reach", "wildcards")
    )
    assert (reach.text, bool(wildcards.text)) == (CUT[texts], CUT[texts] is not None)
    widest = facts.ask("administrators.reach")
    assert (widest.text, bool(widest.trouble)) == (CUT[texts], CUT[texts] is None)


@at_once(
    ("key", "text", "shown"),
    [
        ("doc.server.fulladmin", "CN=Jane Doe/O=Acme, Admins", "2 names"),
        ("doc.server.fltrcvrynot", "CN=Jane Doe/O=Acme", "1 name"),
        ("doc.server.fulladmin", "", "0 names"),
        ("doc.server.servertitle", "Mail of Acme", "Mail of Acme"),
    ],
)
def test_of_names_only_the_number_is_shown(key, text, shown):
    assert masking.value(CATALOGUE, key, text) == shown


INI = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nFaultRecovery_Build=Release 12.0.2\nServerTasks=Router,HTTP\n"
WIDE = {
    "FullAdmin": "*",
    "Administrator": "*/O=Acme",
    "UnrestrictedList": "*",
    "OnBehalfOfLst": "*",
    "DenyAccess": "*/O=Old",
}


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    lists = "".join(
        f"<item name='{item}' names='true'><textlist><text>CN=Nemo Nobody/O=Acme</text><text>{wide}</text></textlist></item>\n"
        for item, wide in WIDE.items()
    )
    server = "<item name='ServerName'><text>CN=Mail01/O=Acme</text></item>\n<item name='HTTP_NormalMode'><text>1</text></item>\n"
    (folder / "notes.ini").write_text(INI)
    (folder / "names.dxl").write_text(
        f"<document xmlns='http://www.lotus.com/dxl' form='Server'>\n{server}{lists}</document>\n"
    )
    return judged.report_of([folder])


@pytest.mark.parametrize("name", writers.FORMATS)
def test_nobody_s_name_is_told(name, report):
    rendered = writers.writer(name).render(report, Options())
    assert "full-access-for-everyone" in rendered or " SEC012 " in rendered
    assert "Nemo" not in rendered
