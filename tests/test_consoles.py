"""What a console printed beside other files: whose it is, and what it tells that they do not."""

import pytest

from advisor import pack, readers
from advisor.checking import examples
from advisor.derive import Overrides
from advisor.judging import assess
from advisor.pack.parts import Example
from advisor.servers.gathered import Folder, InputFile

CATALOGUE = pack.builtin().catalogue
BLOCK = """\
> show server
HCL Domino (r) Server (64 Bit) (Release 12.0.2 for Linux/64) 11/20/2026 08:48:12 PM

Server name:            {} - Mail
Number of Mailboxes:    3
"""


def run(files):
    given = []
    for name, text in files.items():
        raw, (*folder, plain) = text.encode(), name.split("/")
        reader = readers.recognise(plain, raw, CATALOGUE)
        source = readers.source_of(reader, name, raw, lambda raw=raw: iter([raw]))
        place = Folder(0, tuple(folder), (), "f")
        given.append(InputFile(name, reader.key, plain, place, False, kept=source))
    servers, unread = assess.servers_of(given, CATALOGUE, Overrides())
    return {server.name: server.facts.ask("console.mailboxes").text for server in servers}, [one.path for one in unread]


def notes_ini(name):
    return f"[Notes]\nKitType=2\nServerName={name}\n"


TWO = {"a/notes.ini": notes_ini("Mail01/Acme"), "b/notes.ini": notes_ini("Mail02/Acme")}
WHOSE = [
    ("Mail01/Acme", {"Mail01/Acme": "3", "Mail02/Acme": None}, []),
    ("mail01", {"Mail01/Acme": "3", "Mail02/Acme": None}, []),  # consoles may leave out the organization
    ("CN=Mail02/O=Acme", {"Mail01/Acme": None, "Mail02/Acme": "3"}, []),
    ("Mail02", {"Mail01/Acme": None, "Mail02/Acme": "3"}, []),
    ("Mail01/Other", {"Mail01/Acme": None, "Mail02/Acme": None}, ["a/console.txt"]),
    ("Mail03", {"Mail01/Acme": None, "Mail02/Acme": None}, ["a/console.txt"]),
]


@pytest.mark.parametrize(("named", "mail_boxes", "unread"), WHOSE)
def test_a_console_s_output_is_the_server_s_it_names(named, mail_boxes, unread):
    assert run({**TWO, "a/console.txt": BLOCK.format(named)}) == (mail_boxes, unread)


BITS = [
    ("console.txt", BLOCK.format("Mail01/Acme"), "64"),
    ("console.log", "IBM Domino (r) Server (64 Bit), Release 9.0.1FP10, January 15, 2018\n" * 2, "64"),
    ("console.txt", BLOCK.format("Mail01/Acme").replace("(64 Bit) ", "").replace("Linux/64", "Windows/32"), "32"),
]


@pytest.mark.parametrize(("name", "text", "bits"), BITS)
def test_a_console_tells_the_bits(name, text, bits):
    example = Example("fail", {"notes.ini": notes_ini("Mail01/Acme"), name: text})
    assert examples.facts_of(example, pack.builtin()).ask("bits").text == bits


def document(status):
    return (
        "<document xmlns='http://www.lotus.com/dxl' form='Server'><item name='ServerName'><text>Mail01/Acme</text></item>"
        f"<item name='TRANSLOG_Status'><text>{status}</text></item></document>"
    )


LOGGING = [  # NOTES.INI, the document; the value in each view, and how it was come by where no line of NOTES.INI tells
    ("TRANSLOG_Status=1\n", "0", [("1", ""), ("0", "")]),
    ("TRANSLOG_Status=0\n", "0", [("0", "")]),
    ("", "0", [("0", "The server document sets TRANSLOG_Status to 0")]),
]


@pytest.mark.parametrize(("line", "status", "told"), LOGGING)
def test_a_document_s_value_says_how_it_was_come_by(line, status, told):
    example = Example("fail", {"notes.ini": notes_ini("Mail01/Acme") + line, "server.dxl": document(status)})
    (server,) = examples.servers_of(example, pack.builtin())
    facts = [view.facts.ask("ini.translog_status").facts for view in server.views]
    assert [(fact.text, fact.note) for (fact,) in facts] == told


UP = [("00:59:59", "less than an hour"), ("01:10:00", "an hour only"), ("02:10:00", "2 hours only")]


@pytest.mark.parametrize(("elapsed", "said"), UP)
def test_why_counters_are_not_settled(elapsed, said):
    stat = f"> show stat\n  Server.ElapsedTime = {elapsed}\n  Server.Users = 3\n"
    trouble = examples.facts_of(Example("fail", {"stat.txt": stat}), pack.builtin()).ask("counters.settled").trouble
    assert trouble == f"the server had been up for {said}, and counters want a day"
