"""Values that follow from the counters of `show stat`: shares, hours, mail, locks, and the memory of the machine."""

from at_once import at_once
from listings import facts_of

from advisor import pack
from advisor.derive import Context, derive, memory, statistics
from advisor.facts import Fact, Facts

CATALOGUE = pack.builtin().catalogue


def known(step, told):
    facts = Facts()
    facts.add(Fact(key, text) for key, texts in told.items() for text in texts.split("|"))
    facts.add(step(facts, Context(CATALOGUE)))
    return facts


ACCESSES, CONFLICTS = "stat.mail.mailbox.accesses", "stat.mail.mailbox.accessconflicts"
FAILED, DONE = "stat.replica.failed", "stat.replica.successful"
CLUSTER_FAILED, CLUSTER_DONE = "stat.replica.cluster.failed", "stat.replica.cluster.successful"
PEAK = "buffer_pool.peak_percent"
SHARES = [
    ({CONFLICTS: "21", ACCESSES: "1000"}, "mail_boxes.conflict_percent", "2.1"),
    ({CONFLICTS: "0", ACCESSES: "1000"}, "mail_boxes.conflict_percent", "0"),
    ({CONFLICTS: "0", ACCESSES: "7"}, "mail_boxes.conflict_percent", "0"),
    ({CONFLICTS: "1000", ACCESSES: "1000"}, "mail_boxes.conflict_percent", "100"),
    ({CONFLICTS: "1", ACCESSES: "3000"}, "mail_boxes.conflict_percent", "0.03"),
    ({CONFLICTS: "1", ACCESSES: "99"}, "mail_boxes.conflict_percent", None),
    ({CONFLICTS: "0", ACCESSES: "0"}, "mail_boxes.conflict_percent", None),
    ({CONFLICTS: "5"}, "mail_boxes.conflict_percent", None),
    ({ACCESSES: "1000"}, "mail_boxes.conflict_percent", None),
    ({CONFLICTS: "few", ACCESSES: "1000"}, "mail_boxes.conflict_percent", None),
    ({CONFLICTS: "5|6", ACCESSES: "1000"}, "mail_boxes.conflict_percent", None),
    ({CONFLICTS: "5|5", ACCESSES: "1000"}, "mail_boxes.conflict_percent", "0.5"),
    ({FAILED: "5", DONE: "95"}, "replication.failed_percent", "5"),
    ({FAILED: "0", DONE: "95"}, "replication.failed_percent", "0"),
    ({FAILED: "20", DONE: "0"}, "replication.failed_percent", "100"),
    ({FAILED: "10", DONE: "9"}, "replication.failed_percent", None),
    ({FAILED: "0", DONE: "0"}, "replication.failed_percent", None),
    ({FAILED: "5"}, "replication.failed_percent", None),
    ({FAILED: "5", DONE: "95"}, "cluster_replication.failed_percent", None),
    ({CLUSTER_FAILED: "5", CLUSTER_DONE: "95"}, "cluster_replication.failed_percent", "5"),
    ({CLUSTER_FAILED: "5", CLUSTER_DONE: "95"}, "replication.failed_percent", None),
    ({CLUSTER_FAILED: "5", CLUSTER_DONE: "15"}, "cluster_replication.failed_percent", "25"),
    ({CLUSTER_FAILED: "5", CLUSTER_DONE: "14"}, "cluster_replication.failed_percent", None),
    ({"stat.database.bufferpool.peak": "1", "stat.database.bufferpool.maximum": "1"}, PEAK, "100"),
    ({"stat.database.bufferpool.peak": "786432", "stat.database.bufferpool.maximum": "1048576"}, PEAK, "75"),
    ({"stat.database.bufferpool.peak": "786432"}, PEAK, None),
]


@at_once(("told", "key", "text"), SHARES)
def test_a_share_of_a_hundred(told, key, text):
    assert known(statistics.derive_statistics, told).ask(key).text == text


DAYS, TIME = "stat.server.elapsedtimedays", "stat.server.elapsedtime"
SHOWN, START, CURRENT = "console.elapsed", "stat.server.time.start", "stat.stats.time.current"
HOURS = [  # what is told, for how many hours the server counted, and whether that is enough
    ({}, None, None),
    ({TIME: "12 days 03:12:11"}, "291", "yes"),
    ({TIME: "1 day 00:00:00"}, "24", "yes"),
    ({TIME: "23:59:59"}, "23", None),
    ({TIME: "24:00:00"}, "24", "yes"),
    ({TIME: "1234:00:00"}, "1234", "yes"),
    ({TIME: "0 days 00:12:11"}, "0", None),
    ({TIME: "3 Tage 11:12:13"}, "83", "yes"),
    ({TIME: "1:2:3"}, None, None),
    ({TIME: "a while"}, None, None),
    ({TIME: ""}, None, None),
    ({DAYS: "12.5"}, "300", "yes"),
    ({DAYS: "0.99"}, "23", None),
    ({DAYS: "0"}, "0", None),
    ({DAYS: "many", TIME: "2 days 00:00:01"}, "48", "yes"),
    ({DAYS: "2", TIME: "00:00:01"}, "48", "yes"),
    ({DAYS: "2|3", TIME: "2 days 00:00:01"}, "48", "yes"),
    ({SHOWN: "01:00:00"}, "1", None),
    ({SHOWN: "1 day 00:00:00"}, "24", "yes"),
    ({SHOWN: "23:59:59"}, "23", None),
    ({SHOWN: "a while"}, None, None),
    ({SHOWN: "5 days 00:00:00|01:00:00"}, "1", None),
    ({SHOWN: "01:00:00", DAYS: "2"}, "48", "yes"),
    ({START: "07/12/1999 09:00:00 AM", CURRENT: "07/12/1999 10:00:00 AM"}, "1", None),
    ({START: "07/12/1999 09:00:00 AM", CURRENT: "07/13/1999 09:00:00 AM"}, "24", "yes"),
    ({START: "07/12/1999 09:00:01 AM", CURRENT: "07/13/1999 09:00:00 AM"}, "23", None),
    ({START: "12.07.1999 21:00:00", CURRENT: "13.07.1999 09:00:00"}, "12", None),
    ({START: "07/12/1999 12:00:00 AM", CURRENT: "07/12/1999 12:00:00 PM"}, "12", None),
    ({START: "01/02/2024 09:00:00", CURRENT: "02/02/2024 09:00:00"}, "24", "yes"),
    ({START: "07/12/1999 09:00:00 AM", CURRENT: "07/11/1999 09:00:00 AM"}, None, None),
    ({START: "07/12/1999 09:00:00 AM"}, None, None),
    ({START: "07/12/1999 09:00:00 AM", CURRENT: "07/20/1999 09:00:00 AM", SHOWN: "01:00:00"}, "192", "yes"),
]


@at_once(("told", "hours", "settled"), HOURS)
def test_for_how_long_the_server_counted(told, hours, settled):
    facts = known(statistics.derive_statistics, told)
    assert (facts.ask("counters.hours").text, facts.ask("counters.settled").text) == (hours, settled)
    if hours and not settled:
        assert "counters want a day" in facts.ask("counters.settled").trouble


@at_once(("told", "presumed"), [({}, True), ({TIME: "2 days 00:00:01"}, False), ({TIME: "00:30:00"}, None)])
def test_that_counters_are_a_day_old_is_presumed_only_where_nothing_tells(told, presumed):
    facts = Facts()
    facts.add([Fact("stat.mail.delivered", "5"), *(Fact(key, text) for key, text in told.items())])
    derive(facts, Context(CATALOGUE))
    reading = facts.ask("counters.settled")
    assert (reading.facts[0].presumed if reading.text else None) is presumed


MOVES = [
    ({}, None),
    ({"stat.mail.delivered": "1"}, "yes"),
    ({"stat.mail.totalrouted": "1"}, "yes"),
    ({"stat.mail.transferred": "1"}, "yes"),
    ({"stat.mail.delivered": "0"}, None),
    ({"stat.mail.delivered": "0", "stat.mail.transferred": "3"}, "yes"),
    ({"stat.mail.waiting": "3"}, None),
    ({"stat.mail.delivered": "some"}, None),
]


@at_once(("told", "in_use"), MOVES)
def test_mail_that_moves(told, in_use):
    assert known(statistics.derive_statistics, told).ask("mail.in_use").text == in_use


RAM, PLATFORM_RAM = "stat.mem.physicalram", "stat.platform.memory.ram.totalmbytes"
MEMORY = [
    ({RAM: "17179869184"}, "16384"),
    ({RAM: "17179865088"}, "16383"),
    ({RAM: "1073741824.0"}, "1024"),
    ({RAM: "16 GB"}, None),
    ({RAM: ""}, None),
    ({}, None),
    ({RAM: "17179869184|8589934592"}, None),
    ({RAM: "17179869184", "ini.percentavailsysresources": "50"}, None),
    ({RAM: "17179869184", "machine.memory": "65536"}, "65536"),
    ({PLATFORM_RAM: "16384"}, "16384"),
    ({RAM: "16 GB", PLATFORM_RAM: "16384"}, "16384"),
    ({RAM: "8589934592", PLATFORM_RAM: "16384"}, "8192"),
    ({PLATFORM_RAM: "16384", "ini.percentavailsysresources": "50"}, None),
]


@at_once(("told", "megabytes"), MEMORY)
def test_the_machine_s_memory(told, megabytes):
    answer = known(memory.derive_memory, told).ask("machine.memory")
    assert answer.text == megabytes
    assert {fact.note for fact in answer.facts} <= {"Mem.PhysicalRAM", "Platform.Memory.RAM.TotalMBytes", ""}


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


MEGABYTE = 1024**2
CASES = [
    ({}, None, None),
    ({"machine.memory": "8191", "memory.available": str(214 * MEGABYTE)}, "214 of 8191 MB of memory are available",
        None),
    ({"machine.memory": "8000", "memory.available": str(399 * MEGABYTE)}, "399 of 8000 MB of memory are available",
        None),
    ({"machine.memory": "8000", "memory.available": str(400 * MEGABYTE)}, None, None),
    ({"machine.memory": "4096", "memory.total": str(8000 * MEGABYTE), "memory.available": str(300 * MEGABYTE)},
        "300 of 8000 MB of memory are available", None),
    ({"memory.available": str(MEGABYTE)}, None, None),
    ({"machine.memory": "8000", "counter.available_megabytes": "101.3", "memory.available": str(4000 * MEGABYTE)},
        "101 of 8000 MB of memory are available", None),
    ({"memory.paging_percent": "61"}, "61 % of the paging file or swap space are in use", None),
    ({"memory.paging_percent": "60"}, None, None),
    ({"aix.paging.used_percent": "71"}, "71 % of the paging space of AIX are in use", None),
    ({"aix.paging.used_percent": "70"}, None, None),
    ({"memory.paging_percent": "90", "memory.ample": "yes"}, None, None),
    ({"counter.swapped_in": "5120.00", "counter.swapped_out": "6211.00"}, None,
        "5,120 kB a second swapped in and 6,211 kB a second swapped out"),
    ({"counter.pages_a_second": "1911"}, None, "1,911 pages a second read and written (Memory\\Pages/sec)"),
]  # fmt: skip


@at_once(("known", "short", "paging"), CASES)
def test_what_shows_that_memory_is_short(known, short, paging):
    facts = Facts()
    facts.add([Fact(key, text) for key, text in known.items()])
    told = {fact.key: fact.text for fact in memory.derive_shortage(facts, None)}
    assert (told.get("memory.short_told"), told.get("memory.paging_told")) == (short, paging)
    assert ("memory.short" in told) == (short is not None)


STARTED = "[0FDC:0002-1DC0] 01/12/2026 09:00:00 AM  HCL Domino (r) Server (64 Bit), Release 12.0.2, November 16, 2022\n"
FREE = """\
              total        used        free      shared  buff/cache   available
Mem:           8192         500        7000          10         692        7500
Swap:             0           0           0
"""
RAN_OUT = {"HTTP": "HTTP JVM", "agents": "AMgr"}
TWICE = "ServerTasks=Replica,Router,HTTP\nServerTasks=Replica,Router\n"
HEAPS = [  # lines of NOTES.INI, the task whose Java ran out of memory; on a machine with 8 GB
    ("ServerTasks=Replica,HTTP\nHTTPJVMMaxHeapSize=9G\n", "", "yes"),
    ("ServerTasks=Replica\nHTTPJVMMaxHeapSize=9G\n", "", "no"),
    ("ServerTasks=Replica\nHTTPJVMMaxHeapSize=9G\n", "HTTP", "no"),
    (TWICE + "HTTPJVMMaxHeapSize=9G\n", "", None),
    (TWICE + "HTTPJVMMaxHeapSize=9G\n", "HTTP", "yes"),
    (TWICE + "HTTPJVMMaxHeapSize=9G\n", "agents", None),
    (TWICE + "HTTPJVMMaxHeapSize=4G\nJavaMaxHeapSize=4G\n", "", None),
    (TWICE + "HTTPJVMMaxHeapSize=4G\nJavaMaxHeapSize=4G\n", "HTTP", "yes"),
    (TWICE + "HTTPJVMMaxHeapSize=1G\nJavaMaxHeapSize=9G\n", "", "yes"),
    (TWICE + "HTTPJVMMaxHeapSize=1G\nJavaMaxHeapSize=1G\n", "", "no"),
    ("ServerTasks=Traveler\nServerTasks=Replica\nNTS_JAVA_PARMS=-Xmx9g\n", "", None),
]


@at_once(("lines", "ran_out", "exceed"), HEAPS)
def test_heaps_of_tasks_that_may_run(lines, ran_out, exceed):
    message = "java.lang.OutOfMemoryError: Java heap space"
    log = f"[0FDC:0002-1DC0] 01/12/2026 09:10:11 AM  {RAN_OUT[ran_out]}: {message}\n" if ran_out else ""
    facts = facts_of(INI + "NSF_BUFFER_POOL_SIZE_MB=1024\n" + lines, FREE, STARTED + log)
    assert facts.ask("java_heaps.exceed_memory").text == exceed
