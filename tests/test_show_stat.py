import re
from pathlib import Path

import pytest
from at_once import at_once

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers import transcript
from advisor.readers.console import show_stat
from advisor.readers.locale_numbers import UNSURE, figure, plain, signs
from advisor.source import Source

ADVISOR = Path(transcript.__file__).parents[1]
CATALOGUE = builtin().catalogue.with_every_statistic()

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
    (MAIL.encode("utf-16"), MAILS),
    (MAIL.encode("utf-16-le"), MAILS),
    (DATED, MAILS),
    (WINDOWS, MAILS),
    ("> show stat mail\n" + MAIL, MAILS),
    (LATER, MAILS),
    ("Server.Task = Router: Idle: [01/02/2020 03:04:05 CET]\n",
        {"server.task": "Router: Idle: [01/02/2020 03:04:05 CET]"}),
    ("Server.Title = a = b\n", {"server.title": "a = b"}),
    ("Server.Title =\n", {"server.title": ""}),
    ("Server.ElapsedTime = 00:12:13\n", {"server.elapsedtime": "00:12:13"}),
    ("Monitor.Last.EVENT MONITOR.Warning(High) = 3\n", {"monitor.last.event monitor.warning(high)": "3"}),
    ("Server.Title = B\xfcro\n".encode("cp1252"), {"server.title": "B\xfcro"}),
    ("Traveler.Version = 14.5\nMem.Free = 1,234,567\n", {"traveler.version": "14.5", "mem.free": "1234567"}),
    ("Mail.Dead = 0\nMail.Waiting = 12", {"mail.dead": "0"}),  # the rest of the last number may be lost
    ("Mail.Dead = 1\0\n", {}),
]  # fmt: skip


@at_once(("raw", "expected"), TEXTS)
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


@at_once(("raw", "reasons", "whole"), ENDINGS)
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
]


COUNTS = [
    ("Database.DbCache.HighWaterMark = 1,084", "1084"),
    ("Database.DbCache.HighWaterMark = 1.084", "1084"),
    ("Database.DbCache.HighWaterMark = 1084", "1084"),
    ("Replica.Cluster.SecondsOnQueue.Avg = 1,565", "1,565"),
    ("Database.DbCache.HighWaterMark = many", "many"),
]


@at_once(("line", "text"), COUNTS)
def test_what_is_counted_has_no_fraction(line, text):
    [fact] = [
        item
        for item in show_stat.read(Source.of("stat.txt", f"> show stat\n  {line}\n".encode()), CATALOGUE)
        if isinstance(item, Fact)
    ]
    assert (fact.text, bool(fact.doubt)) == (text, "," in text)


SIMILAR = [  # lines that a server prints, and lines that only look like them
    "  Mail.Dead = 1", "Mail.Dead = 1", "\tMail.Dead = 1\t ", "Mail.Dead  =  1", "Mail.Dead =\t1", "Mail.Dead =", "Mail.Dead = ",
    "Mail.Dead=1", "Mail. = 1", "Mail.= = 1", "Mail.A=B = 1", "Mail.A = B = 1", "Mail.A B = 1", "Mail.\u00fc = 1",
    "Mail.A = \u00fc", "Mail.A = 1\u00a0", "Mail.A = 1 \x0b", "Mail.A = 1\x1c", "Mail.A = \x7f", "M-_$x.A = 1", "1M.A = 1",
    "M" * 41 + ".A = 1", "M" * 42 + ".A = 1", "Disk.C:\\data (x).Free = 1,234 kB", "Server.Task = Router: Idle: [1]",
]  # fmt: skip


@at_once(("line", "end"), [(line, end) for line in SIMILAR for end in ("\n", "\r\n", "\r")])
def test_a_line_is_read_alike_with_and_without_its_process(line, end):
    """A process before a line keeps it from the short way on which most lines are read."""
    plain_items, long_items = (read(f"> show stat{end}{before}{line}{end}") for before in ("", "[0A1B:0002-0C3D] "))
    assert [(item.key, item.text) for item in plain_items if isinstance(item, Fact)] == [
        (item.key, item.text) for item in long_items if isinstance(item, Fact)
    ]
    assert len(plain_items) == len(long_items)


def asked_for(text):
    """The statistics that a check reads, in the order of the listing."""
    items = show_stat.read(Source.of("stat.txt", text.encode()), builtin().catalogue)
    return [item.key.removeprefix("stat.") for item in items if isinstance(item, Fact)]


ASKED = [
    pytest.param(["Mail.Dead", "Mail.Hold", "Mail.Waiting"], ["mail.dead", "mail.hold", "mail.waiting"],
        id="asked for"),
    pytest.param(["Mail.A", "Mail.B", "Mail.Hold"], ["mail.a", "mail.hold"], id="first of a facility"),
    pytest.param(["Disk.C.Free", "Disk.C.Size", "Disk.D.Free"], ["disk.c.free", "disk.c.size", "disk.d.free"],
        id="family"),
    pytest.param(["LDAP.A", "LDAP.Sessions.Inbound.Total"], ["ldap.a", "ldap.sessions.inbound.total"], id="ending"),
]  # fmt: skip


@pytest.mark.parametrize(("names", "expected"), ASKED)
def test_a_check_reads_the_statistics_that_are_asked_for(names, expected):
    assert asked_for("> show stat\n" + "".join(f"  {name} = 1\n" for name in names)) == expected


def test_every_statistic_that_the_code_names_is_read():
    code = "".join(path.read_text(encoding="utf-8") for path in ADVISOR.rglob("*.py"))
    named = {name.rstrip(".") for name in re.findall(r"\"stat\.([a-z][a-z.]*[a-z]\.?)\"", code)}
    families = {
        "disk",
        "mail",
        "platform",
        "server",
    }  # asked for as a whole: their first statistic shows that they are there
    listing = "> show stat\n" + "".join(
        f"  {name.partition('.')[0]}.A = 1\n  {name}.A = 1\n  {name} = 1\n" for name in named - families
    )
    read_names = asked_for(listing)
    assert [name for name in sorted(named - families) if not any(one.startswith(name) for one in read_names)] == []


def test_a_check_tells_as_much_of_a_listing_as_all_its_statistics():
    """Numbers of statistics that nobody asks for prove what a sign means, and count for completeness."""
    raw = FULL.replace("  Server.Title =\n", "  Server.Zone = 1,234.5\n").encode()
    every, asked = (
        list(show_stat.read(Source.of("stat.txt", raw), catalogue)) for catalogue in (CATALOGUE, builtin().catalogue)
    )
    assert [item for item in asked if isinstance(item, Complete)] and len(asked) < len(every)
    texts = {item.key: item.text for item in every if isinstance(item, Fact)}
    assert all(texts[item.key] == item.text for item in asked if isinstance(item, Fact))


def test_facts_shows_every_statistic(domlint, tmp_path):
    (tmp_path / "stat.txt").write_text("> show stat\n  Mail.A = 1\n  Mail.B = 2\n")
    assert all(f"stat.mail.{name} " in domlint("facts", "stat.txt").out for name in "ab")
