import pytest
from at_once import at_once

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers import transcript
from advisor.readers.console import show_stat
from advisor.readers.console._figures import UNSURE, figure, plain, signs
from advisor.source import Source

CATALOGUE = builtin().catalogue

MAIL = """\
  Mail.Mailbox.Accesses = 12,345,678
  Mail.Delivered = 4,321
  Mail.AverageDeliverTime = 1.25
  3 statistics found
"""
FULL = """\
  Database.Database.BufferPool.Maximum.Megabytes = 1,024
  Disk./local data.Free = 21,474,836,480
  Mail.Waiting = 0
  Mem.Allocated = 1,234,567
  Monitor.Last.EVENT MONITOR.Warning(High) = 3
  Server.ElapsedTimeDays = 12.5
  Server.Title =
  7 statistics found
"""
DATED = "".join(f"[001A2B:000002-00007F00AA00BB00] 03/04/2021 05:06:07 PM  {line}\n" for line in MAIL.splitlines())
WINDOWS = "".join(f"[0A1B:0002-0C3D] {line}\r\n" for line in MAIL.splitlines())
MESSAGE = "03/04/2021 05:06:07 PM  Router: Message delivered\n"
LATER = MAIL.replace("  3 stat", MESSAGE + "  3 stat")
MAILS = {"mail.mailbox.accesses": "12345678", "mail.delivered": "4321", "mail.averagedelivertime": "1.25"}


def read(raw):
    return list(show_stat.read(Source.of("stat.txt", raw if isinstance(raw, bytes) else raw.encode()), CATALOGUE))


def values(raw):
    return {
        item.key.removeprefix("stat."): item.text for item in read(raw) if isinstance(item, Fact) and not item.doubt
    }


TEXTS = [
    (MAIL, MAILS),
    (MAIL.replace("\n", "\r\n"), MAILS),
    (MAIL.encode("utf-16"), MAILS),
    (MAIL.encode("utf-16-le"), MAILS),
    (DATED, MAILS),
    (WINDOWS, MAILS),
    ("> show stat mail\n" + MAIL, MAILS),
    (LATER, MAILS),
    (
        "Server.Task = Router: Idle: [01/02/2020 03:04:05 CET]\n",
        {"server.task": "Router: Idle: [01/02/2020 03:04:05 CET]"},
    ),
    ("Server.Title = a = b\n", {"server.title": "a = b"}),
    ("Server.Title =\n", {"server.title": ""}),
    ("Server.ElapsedTime = 00:12:13\n", {"server.elapsedtime": "00:12:13"}),
    ("Monitor.Last.EVENT MONITOR.Warning(High) = 3\n", {"monitor.last.event monitor.warning(high)": "3"}),
    ("Server.Title = B\xfcro\n".encode("cp1252"), {"server.title": "B\xfcro"}),
    ("Traveler.Version = 14.5\nMem.Free = 1,234,567\n", {"traveler.version": "14.5", "mem.free": "1234567"}),
    ("Mail.Dead = 0\nMail.Waiting = 12", {"mail.dead": "0"}),  # the rest of the last number may be lost
    ("Mail.Dead = 1\0\n", {}),
    ("", {}),
]


@pytest.mark.parametrize(("raw", "expected"), TEXTS)
def test_a_statistic_is_read(raw, expected):
    assert values(raw) == expected


NUMBERS = [  # a value, what stands beside it, what it is
    ("0", [], "0"),
    ("-12", [], "-12"),
    ("1234567", [], "1234567"),
    ("1,234,567", [], "1234567"),
    ("1.234.567", [], "1234567"),
    ("1 234 567", [], "1234567"),
    ("1\u00a0234", [], "1234"),
    ("1\u202f234,5", [], "1234.5"),
    ("1'234", [], "1234"),
    ("-1,234,567", [], "-1234567"),
    ("1,234.5", [], "1234.5"),
    ("1.234,567", [], "1234.567"),
    ("1 234.567", [], "1234.567"),
    ("0.125", [], "0.125"),
    ("0,125", [], "0.125"),
    ("81.9602267760151", [], "81.960226776"),
    ("1234.567", [], "1234.567"),
    ("12,5", [], "12.5"),
    ("1,234", [], None),
    ("1.234", [], None),
    ("-1.234", [], None),
    ("1,234", ["1,234,567"], "1234"),
    ("1,234", ["1.234.567"], "1.234"),
    ("1,234", ["1 234 567"], "1.234"),
    ("1,234", ["0.5"], "1234"),
    ("1,234", ["0,5"], "1.234"),
    ("1.234", ["0.5"], "1.234"),
    ("1.234", ["0,5"], "1234"),
    ("1.234", ["1,234,567", "0.5"], "1.234"),
    ("1.234", ["0,5", "0.5"], None),
    ("1,234", ["1,234,567", "1.234.567"], None),
    ("192.168.100.200", [], None),
    ("192.168.100.200", ["0.5"], "192.168.100.200"),
    ("192.168.100.200", ["0,5"], "192168100200"),
    ("999.999.999.999", [], "999999999999"),
    ("192.168.100.999", [], "192168100999"),
    ("10.20.30.40", [], "10.20.30.40"),
    ("9.0.1", [], "9.0.1"),
    ("1,234;", [], "1,234;"),
    ("12,34,56", [], "12,34,56"),
    ("012,345", [], "012.345"),
    ("95%", [], "95%"),
    ("1.5E+07", [], "1.5E+07"),
    ("\u0661\u0662", [], "\u0661\u0662"),
    ("1,", [], "1,"),
    ("", [], ""),
]


@at_once(("value", "beside", "expected"), NUMBERS)
def test_a_number_is_what_its_listing_proves(value, beside, expected):
    proven = signs(filter(None, map(figure, [value, *beside])))
    assert plain(value, proven) == ((value, UNSURE) if expected is None else (expected, ""))


def test_the_value_stands_where_the_span_says():
    source = Source.of("stat.txt", DATED.encode())
    facts = [item for item in show_stat.read(source, CATALOGUE) if isinstance(item, Fact)]
    assert [source.text(*fact.span) for fact in facts] == ["12,345,678", "4,321", "1.25"]


def test_what_cannot_be_told_is_in_doubt():
    assert [item.doubt for item in read("Mail.Dead = 0\nMail.Delivered = 1,234\n")] == ["", UNSURE]


NO_STATISTIC = "the line is no statistic"
ENDINGS = [
    (FULL, [], True),
    ("> show stat\n" + FULL, [], True),
    ("> show stat\n" + FULL + "> ", [], True),
    (FULL.removesuffix("\n"), [], True),
    (FULL + "> show stat mail\n" + MAIL, [], False),
    ("> show stat *e*\n" + FULL, [], False),
    (FULL.replace("  7 statistics found\n", ""), [], False),
    (FULL.replace("7 stat", "9 stat"), ["more statistics were found than stand above"], False),
    (FULL.replace("  Mem.", "  Memory."), [], False),
    (MAIL, [], False),
    (LATER, [], False),
    (FULL.replace("Mail.W", "Mail\0W"), ["the line holds NUL bytes and was not read"], False),
    (FULL[: FULL.index("Title") + 3], [transcript.CUT], False),
    (FULL + "Filesystem 1K-blocks Used Available Use% Mounted on\n", [NO_STATISTIC], False),
    ("Insufficient arguments.\n" + FULL, [NO_STATISTIC], False),
    ("\0\0\0\0", ["the line holds NUL bytes and was not read"], False),
    ("", [], False),
]


@pytest.mark.parametrize(("raw", "reasons", "whole"), ENDINGS)
def test_only_a_whole_listing_of_all_facilities_makes_what_it_lacks_absent(raw, reasons, whole):
    items = read(raw)
    assert [item.reason for item in items if isinstance(item, Diagnostic)] == reasons
    assert [item.prefix for item in items if isinstance(item, Complete)] == ["stat."] * whole


EXAMPLES = [
    MAIL,
    FULL,
    DATED,
    WINDOWS,
    LATER,
    "> show stat mail\n" + MAIL,
    "Server.Task = Router: Idle\nServer.MailBoxes = 2\n",
    "> show stat server.mailboxes\n  Server.MailBoxes = 2\n",
    "[0A1B:0002-0C3D]   Server.MailBoxes = 2\n",
    "  Traveler.Push.Users = 2\n  1 statistic found\n",
]
RECOGNISED = [
    *((text, True) for text in EXAMPLES),
    ("Server.MailBoxes = 2\n", True),
    ("[Notes]\nServerTasks=Router,Replica\n", False),
    ("net.ipv4.tcp_fin_timeout = 60\nnet.core.somaxconn = 128\n", False),
    ("server.port = 80\nserver.sessions = 3\n", False),
    ("Server.Port = 80\nDatabase.Name = mail\n", False),
    ('Server.Task = "a"\nServer.MailBoxes = 2\n', False),
    ("Server.Sessions = 3;\nServer.Users = open(2);\n", False),
    ("maxperm% = 90\nminperm% = 3\n", False),
    ("# Statistics\n\n" + MAIL, False),
    (MESSAGE + MAIL, False),
    (MAIL.splitlines()[0] + "\n" + MESSAGE * 9, False),
    ("Server.Task = x\n" + "The mail server was slow.\n" * 3, False),
    ("\0" * 99, False),
    ("", False),
]


@at_once(("head", "taken"), RECOGNISED)
def test_the_format_is_recognised_by_content(head, taken):
    assert show_stat.recognises(head.encode(), CATALOGUE) is taken


COUNTS = [
    ("Database.DbCache.HighWaterMark = 1,084", "1084"),
    ("Database.DbCache.HighWaterMark = 1.084", "1084"),
    ("Database.DbCache.HighWaterMark = 1084", "1084"),
    ("Replica.Cluster.SecondsOnQueue.Avg = 1,565", "1,565"),
    ("Database.DbCache.HighWaterMark = many", "many"),
]


@pytest.mark.parametrize(("line", "text"), COUNTS)
def test_what_is_counted_has_no_fraction(line, text):
    [fact] = [
        item
        for item in show_stat.read(Source.of("stat.txt", f"> show stat\n  {line}\n".encode()), CATALOGUE)
        if isinstance(item, Fact)
    ]
    assert (fact.text, bool(fact.doubt)) == (text, "," in text)
