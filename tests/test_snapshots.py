"""One server on many days: each folder is a snapshot of its own, with the documents and console outputs beside it."""

import pytest
from laid import gather

from advisor.derive import Overrides
from advisor.judging import assess
from advisor.pack import builtin

CATALOGUE = builtin().catalogue


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
