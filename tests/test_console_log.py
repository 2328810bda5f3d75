"""The reader of console logs."""

from at_once import at_once

from advisor import readers
from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers import transcript
from advisor.readers.console import console_log
from advisor.source import Source

CATALOGUE = builtin().catalogue

OLD_START = "Lotus Domino (r) Server, Release 8.5.3, September 15, 2011\nCopyright (c) IBM Corporation 1987, 2011.\n"
START = "HCL Domino (r) Server (64 Bit), Release 12.0.2FP1, March 14, 2023\n"
MESSAGES = """\
03/04/2021 05:06:07 PM  Event Monitor started
Performing consistency check on names.nsf...
03/04/2021 05:06:09 PM  Router: Message delivered
"""
BLOCK = """\
HCL Domino (r) Server (64 Bit) (Release 12.0.2FP1 for Linux/64) 03/04/2021 05:06:07 PM

Server name:            Mail1/Example
Number of Mailboxes:    {}
"""
TASKS = "      Task                 Description\n\n  Router               Idle\n  Replicator           Idle\n"
STATS = (
    "  Database.DbCache.Hits = 1\n  Disk.C.Free = 2\n  Mem.Free = 3\n  Server.MailBoxes = {}\n  4 statistics found\n"
)
MAIL = "  Mail.Dead = 7\n  Mail.Waiting = 8\n  2 statistics found\n"
CLUSTER = """\
Cluster Information
Cluster name: Mail/Example, Server name: Mail1/Example
Server availability threshold: 20
Cluster members (1)...
   server: Mail1/Example, availability index: 97
"""
LOG = START + MESSAGES
NEW = {"console.release": "12.0.2FP1", "console.bits": "64"}
NAMED = {"console.release": "12.0.2FP1", "console.platform": "Linux/64", "console.server_name": "Mail1/Example"}
NUL = "the line holds NUL bytes and was not read"


def prefixed(text, end="\n"):
    return "".join(f"[001A2B:000002-00007F00AA00BB00] {line}{end}" for line in text.splitlines())


def asked(command, output, *values):
    return f"> {command}\n" + output.format(*values)


DISK = asked("show diskspace", "12 bytes available on disk '/a'\n")
SERVER = asked("show server", BLOCK, 2)
SESSION = SERVER + asked("sh stat", STATS, 2) + asked("show tasks", TASKS) + asked("show cluster", CLUSTER) + "> "


def read(raw):
    return list(console_log.read(Source.of("console.log", raw if isinstance(raw, bytes) else raw.encode()), CATALOGUE))


def known(raw):
    return {(i.subject.name, i.key): i.text for i in read(raw) if isinstance(i, Fact) and not i.doubt}


def values(raw):
    return {key: text for (_, key), text in known(raw).items() if key not in {"running_task.name", "logged.end"}}


BOXES = NAMED | {"console.mailboxes": "2"}
STAT = {"stat.database.dbcache.hits": "1", "stat.disk.c.free": "2", "stat.mem.free": "3", "stat.server.mailboxes": "2"}
MAILS = {"stat.mail.dead": "7", "stat.mail.waiting": "8"}
CLUSTERED = {
    "cluster.name": "Mail/Example",
    "cluster.members": "1",
    "cluster.member_names": "Mail1/Example",
    "cluster.unreachable": "none",
    "console.availability_threshold": "20",
}
TEXTS = [
    (LOG, NEW),
    (LOG.replace("\n", "\r\n"), NEW),
    (LOG.encode("utf-16"), NEW),
    (prefixed(LOG), NEW),
    (START.replace("(r)", "\xae"), NEW),
    (START.replace("(r)", "\xae").encode("cp1252"), NEW),
    (OLD_START, {"console.release": "8.5.3"}),
    (OLD_START.replace("Release 8.5.3,", "Release 8.5.3FP6 HF100"), {"console.release": "8.5.3FP6 HF100"}),
    (OLD_START.replace("Release 8.5.3", "Build V85_M1_01022008"), {"console.release": "V85_M1_01022008"}),
    (OLD_START + MESSAGES + LOG, NEW),  # the last start counts
    (LOG + OLD_START, {"console.release": "8.5.3"}),
    (LOG + START[: START.index(", March")], NEW),  # that release may be cut
    (OLD_START + asked("show stat", STATS, 1) + LOG, NEW),  # these figures are of an earlier run
    (SESSION, BOXES | STAT | CLUSTERED),
    (prefixed(SESSION), BOXES | STAT | CLUSTERED),
    (prefixed(SESSION, "\r\n"), BOXES | STAT | CLUSTERED),
    (SESSION.replace("> ", ""), BOXES | STAT | CLUSTERED),
    (asked("SHOW STAT", STATS, 1) + asked("SHOW STAT SERVER", "Server.MailBoxes = 2\n"), STAT),
    (asked("show stat MAIL", MAIL) + asked("SHOW STAT mail", "Mail.Dead = 9\n"), {"stat.mail.dead": "9"}),
    (asked("SHOW STAT", STATS, 1) + asked("SHOW SERVER", BLOCK, 2), BOXES | STAT | {"stat.server.mailboxes": "1"}),
    (SERVER + LOG.removeprefix(START) + asked("show server", BLOCK, 3), BOXES | {"console.mailboxes": "3"}),
    (asked("show server", BLOCK + "DAOS: Enabled\n", 1) + SERVER, BOXES),  # nothing is left of the first
    (asked("show stat", STATS, 1) + MESSAGES + asked("show stat", STATS, 2), STAT),
    (asked("show stat", STATS, 2) + asked("show stat mail", MAIL), STAT | MAILS),
    (asked("show stat mail", MAIL) + asked("show stat", STATS, 2), STAT),
    (asked("show stat mail", MAIL) + asked("show stat mail", "Mail.Dead = 9\n"), {"stat.mail.dead": "9"}),
    (asked("show stat", STATS, 1) + asked("show stat server", "Server.MailBoxes = 2\n"), STAT),
    (asked("show stat nonsense", "Not found\n") + SERVER, BOXES),
    (asked("show tasks", BLOCK + TASKS, 2), BOXES),
    (LOG + asked("show config KitType", "KitType=1\n") + asked("sh co *", "KitType=2\n"), NEW | {"ini.kittype": "2"}),
    (LOG + asked("show config A", "A=1\n") + asked("show config B", "B=2\n"), NEW | {"ini.a": "1", "ini.b": "2"}),
    (LOG + asked("show stat", MESSAGES + STATS, 2) + MESSAGES, NEW | STAT),
    (LOG + asked("show stat", STATS, 2) + "> 03/04/2021 05:06:09 PM  Router: Idle\n" + MESSAGES, NEW | STAT),
    (LOG + SERVER + "> load http\nDAOS: Enabled\n", NEW | BOXES),
    (LOG + "KitType=2\nMail.Dead = 3\n", NEW),  # nobody asked
    (LOG + DISK + DISK.replace("'/a'", "'/b'"), NEW | {"space.free": "12"}),
    (LOG + DISK.replace("12", "7") + LOG + DISK, NEW | {"space.free": "12"}),
    (LOG + asked("show diskspace /a", "7 bytes available on disk '/a'\n") + DISK, NEW | {"space.free": "12"}),
    (MESSAGES, {}),
    ("", {}),
]


@at_once(("raw", "expected"), TEXTS)
def test_the_last_start_and_the_last_listings_count(raw, expected):
    assert values(raw) == expected


@at_once("raw", [SESSION, prefixed(SESSION), SERVER + asked("show tasks", "  Old   x\n") + SESSION])
def test_tasks_are_those_of_the_last_listing(raw):
    assert [name for name, key in known(raw) if key == "running_task.name"] == ["Router", "Replicator"]


def test_every_value_stands_where_its_span_says():
    source = Source.of("console.log", (OLD_START + prefixed(LOG + SESSION, "\r\n")).encode())
    facts = [item for item in console_log.read(source, CATALOGUE) if isinstance(item, Fact)]
    assert len(facts) > 10
    written = [fact for fact in facts if fact.key != "cluster.unreachable"]  # "none" is no text of the listing
    assert all(source.text(*fact.span) == fact.text and fact.source is source for fact in written)


FULL = asked("show stat", STATS.replace("Server", "Mail.Dead = 1\n  Server").replace("4 s", "5 s"), 2)


@at_once(("raw", "reasons", "whole"), [
    (LOG + FULL, [], True),
    (FULL + MESSAGES + SERVER + MESSAGES, [], True),
    (FULL + asked("show stat mail", MAIL), [], False),
    (LOG + FULL.replace("5 s", "9 s"), ["more statistics were found than stand above"], False),
    (LOG + FULL.replace("  5 stat", "Out of memory\n  5 stat"), [], False),
    (LOG + FULL.replace("  Mem.", "Out of memory\n  Mem."), ["the line is no statistic"], False),
    (LOG + FULL.replace("Mem.", "Mem\0."), [NUL], False),
    (LOG + FULL[: FULL.index("Boxes")], [transcript.CUT], False),
    (LOG + "a\0b\n" + FULL, [NUL], True),
    (LOG + SERVER + "DAOS:                   perhaps\n", ["the value is not one that `show server` prints there"], False),
    (LOG, [], False),
    ("\0\0\0\0", [NUL], False),
    ("", [], False),
])  # fmt: skip
def test_damage_is_told_and_only_a_whole_listing_makes_anything_absent(raw, reasons, whole):
    items = read(raw)
    assert [item.reason for item in items if isinstance(item, Diagnostic)] == reasons
    complete = [item.prefix for item in items if isinstance(item, Complete)]
    assert [prefix for prefix in complete if prefix != "trouble."] == ["stat."] * whole


@at_once("below", ["Directory=/d\n", "Directory=/d", LOG + FULL, "\0\n"])
def test_nothing_is_told_of_what_stands_below_a_notes_ini_in_a_log(below):
    above = LOG + asked("show config *", "KitType=2\nServerTasks=Router\nPorts=TCPIP\n")
    items = read(above + "[Notes]\n" + below)
    (other,) = (item for item in items if isinstance(item, Diagnostic))
    assert (other.offset, other.reason, other.lost) == (len(above.encode()), console_log.ANOTHER, True)
    told, alone = ([(item.key, item.text) for item in of if isinstance(item, Fact)] for of in (items, read(above)))
    assert told == alone
    assert ("ini.kittype", "2") in told
    assert not [item for item in items if isinstance(item, Complete)]


TAKERS = [
    *((text, "console log") for text in (LOG, prefixed(LOG), START, OLD_START, SESSION, prefixed(SESSION))),
    ("# /opt/hcl/domino/bin/server\n" + LOG, "console log"),
    (MESSAGES + START, "console log"),
    (MESSAGES + SERVER, "console log"),
    (MESSAGES + "show stat\n" + MAIL, "console log"),
    ("> load http\n" + SERVER, "console log"),
    (SESSION.replace("> ", ""), "console log"),
    (prefixed(MESSAGES), "console log"),
    (asked("show tasks", BLOCK + TASKS, 2), "console log"),
    (LOG + asked("show config *", "KitType=2\nServerTasks=Router\n" + "Ports=TCPIP\n" * 30), "console log"),
    (SERVER, "show server"),
    (prefixed(SERVER), "show server"),
    (asked("show stat", STATS, 2), "show stat"),
    (asked("show stat", STATS, 2) + "> load http\n" + MESSAGES, "console log"),
    (asked("show tasks", TASKS), "show tasks"),
    (asked("show cluster", CLUSTER), "show cluster"),
    (asked("show config *", "KitType=2\n"), "show config"),
    (MESSAGES, ""),
    ("# Domino\n\n" + LOG, ""),
    ("# server\n\n" + LOG, ""),
    ("The server says:\n" + LOG, ""),
    ("> I typed\n> show server\n> " + BLOCK, ""),
    ("> show statistics to your boss\n> and be done\n", ""),
    ("> show config groups\nset system host-name a\n", ""),
    ("$ df -k\nFilesystem 1K-blocks Used Available Use% Mounted on\n/dev/sda1 9 5 4 55% /\n", "df"),
    ("[Notes]\nKitType=2\n", "notes.ini"),
    (START[: START.index(", March")] + "\n", ""),
    ("\0" * 99, ""),
    ("", ""),
]
EXAMPLES = [text for text, taken in TAKERS if taken == "console log"]


@at_once(("head", "taken"), TAKERS)
def test_one_reader_takes_it(head, taken):
    found = [one.name for one in map(readers.reader, readers.names()) if one.recognises(head.encode(), CATALOGUE)]
    assert found == ([taken] if taken else [])
