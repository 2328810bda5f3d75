"""Values derived from counters of mail and locks."""

from at_once import at_once
from listings import facts_of

INI = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nNotesProgram=/opt/hcl/domino/notes/latest/linux\nFaultRecovery_Build=Release 12.0.2\n"


def told(*lines, ini=INI):
    listing = "> show stat\n" + "".join(f"  {line}\n" for line in ("Server.Users = 3", *lines))
    return facts_of(ini, listing)


@at_once(("lines", "dead", "waiting"), [  # statistics, dead, waiting
    (["Mail.Dead = 3", "Mail.Waiting = 5"], "3", "5"),
    (["Mail.Waiting = 5", "Mail.WaitingForSchedule = 4"], None, "1"),
    (["Mail.Waiting = 5", "Mail.WaitingForSchedule = 9"], None, "0"),
    (["Mail.Waiting = 5", "Mail.WaitingForSchedule = 4", "Mail.WaitingNotScheduled = 2"], None, "2"),
    (["Mail.Dead = 1,234,567"], "1234567", None),
    (["Mail.Dead = 1,084"], None, None),
    (["Mail.Dead = many"], None, None),
    ([], None, None),
])  # fmt: skip
def test_what_stays_in_mail_boxes(lines, dead, waiting):
    facts = told(*lines)
    assert (facts.ask("mail.dead").text, facts.ask("mail.waiting").text) == (dead, waiting)


@at_once(("value", "count", "words"), [  # the statistic, how many, in words
    ("430D:58 030B:28", "86", "58 times for name lookups (430D) and 28 times for view rebuilds (030B)"),
    ("430d:1", "1", "1 time for name lookups (430D)"),
    ("0931: 5, 0244: 12", "17", "12 times for databases (0244) and 5 times for 0931"),
    ("0244:1 0244:2", "3", "3 times for databases (0244)"),
    ("0001:1 0002:2 0003:3 0004:4", "10", "4 times for 0004, 3 times for 0003, 2 times for 0002 and 1 other"),
    ("", "0", None),
    ("none", None, None),
    ("430D:58 and more", None, None),
])  # fmt: skip
def test_waits_for_locks(value, count, words):
    facts = told(f"Sem.Timeouts = {value}")
    assert (facts.ask("semaphores.timeouts").text, facts.ask("semaphores.told").text) == (count, words)


@at_once(("lines", "key", "text"), [  # statistics, a share, its text: unknown where too little was counted
    (["Replica.Failed = 1", "Replica.Successful = 2"], "replication.failed_percent", None),
    (["Replica.Failed = 0", "Replica.Successful = 2"], "replication.failed_percent", "0"),
    (["Replica.Failed = 2", "Replica.Successful = 18"], "replication.failed_percent", "10"),
    (["Replica.Failed = 2", "Replica.Successful = 17"], "replication.failed_percent", None),
    (["Replica.Cluster.Failed = 1", "Replica.Cluster.Successful = 4"], "cluster_replication.failed_percent", None),
    (["Mail.Mailbox.AccessConflicts = 3", "Mail.Mailbox.Accesses = 99"], "mail_boxes.conflict_percent", None),
    (["Mail.Mailbox.AccessConflicts = 3", "Mail.Mailbox.Accesses = 100"], "mail_boxes.conflict_percent", "3"),
    *(([f"Server.ElapsedTime = {text}"], "counters.hours", hours) for text, hours in {
        "12 days 03:12:11": "291", "12 Tage 03:12:11": "291", "3 jours 11:12:13": "83", "00:42:10": "0"}.items()),
    (["Server.Version.Notes = Release 9.0.1FP10"], "release", "9.0.1FP10"),
    (["Server.Version.Notes = Release 9.0.1FP10"], "server.kind", "server"),
])  # fmt: skip
def test_what_follows_from_counters(lines, key, text):
    assert told(*lines, ini="[Notes]\n").ask(key).text == text
