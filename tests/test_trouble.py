"""Trouble: lines of a console log that tell of it are counted, with the first and the last, and added up over logs."""

from at_once import at_once

from advisor.derive import Context, derive
from advisor.facts import Complete, Fact, Facts, Subject
from advisor.pack import builtin
from advisor.readers.console import console_log
from advisor.source import Source

CATALOGUE = builtin().catalogue
START = "HCL Domino (r) Server (64 Bit), Release 12.0.2FP1, March 14, 2023\n"
DATED = "03/04/2021 05:06:07 PM  "
LATER = "03/05/2021 01:00:00 AM  "
PROCESS = "[001A2B:000002-00007F00AA00BB00] "
CRASH, FULL, MEMORY, DAMAGE, ENDED, OBJECT, WAIT, HEAP, THREADS, FILES, PORT = (
    "crash", "transaction log full", "out of memory", "damage", "process ended", "attachment object missing", "semaphore timeout",
    "java heap", "java threads", "open files", "port in use",
)  # fmt: skip

LINES = [  # what a line says, and the kinds of trouble that it tells of
    ("Database 'help/Insufficient memory and how to fix.nsf' compacted", set()),
    (r"Updating help\database is corrupt -- Cannot allocate space.nsf", set()),
    ('Opened session for John/Acme: "Container integrity has been lost.NTF"', set()),
    (r"Error updating mail\a.nsf: Insufficient memory", {MEMORY}),
    ("Insufficient memory (mail/a.nsf)", {MEMORY}),
    ("Document NT000012AE in database 'mail/a b.nsf' is damaged or inconsistent", {DAMAGE}),
    ("PANIC: Object handle is invalid", {CRASH}),
    ("Panic: LookupHandle: handle out of range", {CRASH}),
    ("PANIC: Insufficient memory", {CRASH, MEMORY}),
    ("Don't panic: all is well", set()),
    ("Recovery Manager: Log file is full", {FULL}),
    ("Recovery Manager : Log file is full.", {FULL}),
    ("Recovery Manager: Restart Recovery complete. (0/0 databases needed full/partial recovery)", set()),
    ("Router: Unable to open mailbox file mail.box: Insufficient memory.", {MEMORY}),
    ("Insufficient Memory. NSF Pool is Full.", {MEMORY}),
    ("Maximum Number of Memory Segments that Notes Can Support Has Been Exceeded", {MEMORY}),
    ("Memory Is Low for Indexing", {MEMORY}),
    ("Full Text Error (FTG): Not enough memory for full text indexing or search", {MEMORY}),
    ("AllocHandle: OUT OF PRIVATE HANDLES! -- pid 17 Handles used so far 10495", {MEMORY}),
    ("LSXBE: ****** Out of Backend Memory******", {MEMORY}),
    ("Memory allocation error, out of system memory", {MEMORY}),
    ("Error attaching to shared memory [loc=MapSharedRegion,error code=12] -- check Notes variables", {MEMORY}),
    ("Insufficient memory - local heap is full", {MEMORY}),
    ("PANIC: AccessAllProtected() error (107) from MapSharedRegion on pool 3", {CRASH}),
    ("Unable to extend an ID table - insufficient memory.", set()),
    ("Insufficient access rights", set()),
    ("Document NT000009D2 in database apps/a b.nsf is damaged: This database is corrupt", {DAMAGE}),
    ("Error updating view 'All' in crm.nsf: Container integrity has been lost - rebuild", {DAMAGE}),
    ("Index update error: Page format is incorrect", {DAMAGE}),
    ("Invalid CNO vector - position == 0", {DAMAGE}),
    ("Database is corrupt -- Cannot allocate space", {DAMAGE}),
    ("The door is damaged", set()),
    ("Error opening mail/joe.nsf: This database cannot be read due to an invalid on disk structure.", {DAMAGE}),
    ("Unable to update index in crm.nsf: B-tree structure is invalid", {DAMAGE}),
    ("Remote system reports: B-tree structure is invalid", set()),
    ('Remote console command issued by Alex Admin/Acme: tell http show "Too many open files"', set()),
    ('> broadcast "too many open files and insufficient memory"', set()),
    ("Broadcast message from Alex Admin/Acme: insufficient memory", set()),
    ("Router: Message 00412A33 delivered, Subject: too many open files", set()),
    ("Process c:\\lotus\\domino\\nleiact.exe (320/0x140) has terminated abnormally", {ENDED}),
    ("Process /opt/ibm/domino/notes/latest/linux/http (4711/0x1267) has terminated abnormally", {ENDED}),
    ("PANIC: Process D:\\Domino\\nHTTP.EXE (2468/0x9A4) has terminated abnormally", {ENDED}),
    ("PANIC: Processing has terminated abnormally", {CRASH}),
    ("The session has terminated abnormally", set()),
    (
        "The database C:\\domino\\Data\\a b.nsf has a reference to C:\\DAOS\\0001\\960D46.nlo, which does not exist. An"
        " entry has been added to the DAOS catalog indicating the NLO is missing:",
        {OBJECT},
    ),
    ("DAOS Repair: Missing Object C:\\domino\\Data\\DAOS\\0001\\960D46.nlo", {OBJECT}),
    (
        "The database d:\\data\\mail\\joe.nsf was unable to open or read the file d:\\DAOS\\0002\\97FC.nlo: File truncated",
        {OBJECT},
    ),
    (r"DAOS: Error accessing object: F:\DAOS\0002\4E0F1D2C.nlo, File does not exist", {OBJECT}),
    ("DAOSMGR: Unable to open NLO file /local/DAOS/0001/7F1C.nlo: File does not exist", {OBJECT}),
    ("DAOSMGR: Unable to open NLO file /local/DAOS/0001/7F1C.nlo: Access denied", set()),
    (r"DAOS: Error-free copy of F:\DAOS\0002\4E0F1D2C.nlo", set()),
    ("DAOSMGR: Pruned C:\\DAOS\\0001\\960D46.nlo", set()),
    ("Backed up /local/daos/0001/960D46.nlo", set()),
    ('sq="00002579" THREAD [06A4:06B9-1340] WAITING FOR WRITE LOCK ON FRWSEM 0x0244 database semaphore', {WAIT}),
    ("THREAD [06A4:06B9-1340] WAITING FOR SEM 0x0931 Task sync semaphore (@0) FOR 30000 ms", {WAIT}),
    ("WAITING FOR the next replication", set()),
    ("HTTP JVM: java.lang.OutOfMemoryError", {HEAP}),
    ("HTTP JVM: OutOfMemoryError", {HEAP}),
    ("HTTP JVM: com.acme.Main: java.lang.OutOfMemoryError: Java heap space", {HEAP}),
    ("HTTP Web Server: Out Of Memory Exception", {HEAP}),
    ("Agent Manager: Agent error: java.lang.OutOfMemoryError", {HEAP}),
    ("HTTP JVM: java.lang.OutOfMemoryError: unable to create new native thread", {THREADS}),
    (
        "HTTP JVM: java.lang.OutOfMemoryError: unable to create native thread: possibly out of memory or"
        " process/resource limits reached",
        {THREADS},
    ),
    ("HTTP JVM: java/lang/OutOfMemoryError: Failed to create a thread: retVal -1073741830, errno 11", {THREADS}),
    ("java.lang.OutOfMemoryError: JVMCI015:OutOfMemoryError, cannot create anymore threads due to memory", {THREADS}),
    ("Traveler: SEVERE *system Unable to create a new native thread", {THREADS}),
    ("HTTP JVM: java/lang/OutOfMemoryError: Failed to fork OS thread", {THREADS}),
    ("AMgr: Agent 'x' in 'a.nsf' printing: unable to create new native thread", set()),
    ("OutOfMemoryError was never seen here", set()),
    ("AMgr: Agent 'x' in 'a.nsf' printing: java.lang.OutOfMemoryError", set()),
    ("Agent message box: HTTP JVM: OutOfMemoryError", set()),
    ("Error opening a.nsf: Remote system reports: java.lang.OutOfMemoryError", set()),
    ("Unable to open a.nsf: Too many open files", {FILES}),
    ("Too many open files in system", {FILES}),
    ("HTTP JVM: java.net.SocketException: Too many open files", {FILES}),
    ("AMgr: Agent 'x' in 'a.nsf' printing: Too many open files", set()),
    ("Unable to replicate with server HUB/Other: Too many open files", set()),
    ("Error on Listen function: The requested TCP/IP port is in use on this system.", {PORT}),
    ("TCPIP: The requested TCP/IP port is in use on this system", {PORT}),
    ("HTTP JVM: The requested TCP/IP port is in use on this system", set()),
    ("HTTP Server: Error - Unable to Bind port 80, port may be in use", {PORT}),
    ("The port may be in use", set()),
    ("The port is in use", set()),
    ("AMgr: Agent 'x' in 'a.nsf' printing: PANIC: Insufficient memory", set()),
    ("HTTP JVM: Insufficient memory", set()),
    ("Unable to replicate with server HUB/Other: Insufficient memory.", set()),
    (
        "Unable to replicate HUB/Other a.nsf: Remote system reports: Database is corrupt -- Cannot allocate space.",
        set(),
    ),
    ("Replicator was unable to fully replicate a.nsf from HUB/Other b.nsf: Insufficient memory", set()),
    ("Error opening a.nsf: Remote system reports: Insufficient memory", set()),
    ("Router: No messages transferred to HUB/Other (host HUB) via Notes: Insufficient memory", set()),
    ("Router: Error transferring to HUB/Other: Insufficient memory", set()),
]


CAUSES = [  # lines of one kind, and what they name as the cause
    ("PANIC: Object handle is invalid", CRASH, "other"),
    ("PANIC: Recovery Manager: Unable to write to the log, Insufficient disk space", CRASH, "disk space"),
    ("PANIC: Insufficient memory", CRASH, "memory"),
    ("PANIC: Cannot attach to shared memory region, due to insufficient access (another user)", CRASH, "shared memory"),
    ("HTTP JVM: java.lang.OutOfMemoryError: Java heap space", HEAP, "HTTP"),
    ("HTTP Web Server: Out Of Memory Exception", HEAP, "HTTP"),
    ("Fatal Error: HTTP JVM: java.lang.OutOfMemoryError: Metaspace", HEAP, "Metaspace"),
    ("Traveler: SEVERE *system Exception Thrown: java.lang.OutOfMemoryError: Java heap space", HEAP, "Traveler"),
    ("Agent Manager: Agent error: java.lang.OutOfMemoryError", HEAP, "agents"),
    ("java.lang.OutOfMemoryError", HEAP, "other"),
    ("HTTP JVM: OutOfMemoryError\nTraveler: java.lang.OutOfMemoryError", HEAP, "HTTP, Traveler"),
    ("Too many open files", FILES, "other"),
]  # fmt: skip


def told(*logs):
    facts = Facts()
    for number, text in enumerate(logs):
        source = Source.of(f"console{number}.log", text if isinstance(text, bytes) else text.encode())
        facts.add(item for item in console_log.read(source, CATALOGUE) if isinstance(item, Fact | Complete))
    derive(facts, Context(CATALOGUE))
    return facts


def times(facts, kind=CRASH):
    return facts.ask("trouble.times", Subject("trouble", kind)).text


@at_once(("lines", "kind", "causes"), CAUSES)
def test_a_line_names_a_cause(lines, kind, causes):
    assert told(START + lines + "\n").ask("trouble.causes", Subject("trouble", kind)).text == causes


@at_once(("line", "kinds"), LINES)
def test_a_line_tells_of_kinds_of_trouble(line, kinds):
    for before in ("", DATED, PROCESS, PROCESS + DATED):
        facts = told(START + before + line + "\n")
        assert {one.name for one in facts.subjects("trouble")} == kinds
        assert all(facts.ask("trouble.count", Subject("trouble", kind)).text == "1" for kind in kinds)


PANIC = "PANIC: a\n"
DATES = [
    ([START + PANIC], "1 line"),
    ([DATED + "Server started\n" + PANIC], "1 line, 03/04/2021 05:06:07 PM"),
    ([DATED + PANIC], "1 line, 03/04/2021 05:06:07 PM"),
    ([(DATED + PANIC).replace("\n", "\r\n").encode("utf-16")], "1 line, 03/04/2021 05:06:07 PM"),
    (["30.11.2026 12:00:01   " + PANIC], "1 line, 30.11.2026 12:00:01"),
    ([DATED + PANIC + PANIC], "2 lines, 03/04/2021 05:06:07 PM"),
    ([DATED + PANIC + START + LATER + PANIC], "2 lines, the first 03/04/2021 05:06:07 PM, the last 03/05/2021 01:00:00 AM"),
    ([PANIC + DATED + PANIC], "2 lines"),
    ([DATED + PANIC, LATER + PANIC + PANIC], "3 lines in 2 logs"),
    ([DATED + PANIC, DATED + PANIC], "1 line, 03/04/2021 05:06:07 PM"),  # one log, given twice
    ([DATED + PANIC, DATED + PANIC + START], "1 line, 03/04/2021 05:06:07 PM"),  # and once it goes on longer
    ([DATED + PANIC + "x\n" + PANIC, DATED + PANIC], "2 lines, 03/04/2021 05:06:07 PM"),
    ([DATED + PANIC, LATER + PANIC, DATED + PANIC + LATER + PANIC], "2 lines, the first 03/04/2021 05:06:07 PM, the last 03/05/2021 01:00:00 AM"),
    ([DATED + PANIC + LATER + PANIC, LATER + PANIC + "PANIC: b\n"], "3 lines in 2 logs"),
    ([DATED + PANIC * 3 + LATER + PANIC, DATED + PANIC * 2], "4 lines, the first 03/04/2021 05:06:07 PM, the last 03/05/2021 01:00:00 AM"),
    ([DATED + PANIC, PROCESS + DATED + PANIC], "1 line, 03/04/2021 05:06:07 PM"),
    ([DATED + PANIC * 1200], "1,200 lines, 03/04/2021 05:06:07 PM"),
    ([DATED + "Server started\n"], None),
]  # fmt: skip


@at_once(("logs", "said"), DATES)
def test_the_first_and_the_last_line_have_their_dates(logs, said):
    assert times(told(*logs)) == said


def test_a_log_that_was_read_whole_lacks_what_it_does_not_tell():
    assert told(START).subjects("trouble") == []
    assert told(START + "a\0b\n").subjects("trouble") is None
    assert told().subjects("trouble") is None


def test_a_line_of_any_length_is_looked_at_where_the_words_are():
    facts = told(START + ("x" * 5000 + "Insufficient memory ") * 300 + "\n")
    assert facts.subjects("trouble") == []


def test_a_finding_shows_the_first_and_the_last_line():
    text = START + DATED + PANIC + PANIC + LATER + "PANIC: b\n"
    facts = told(text)
    shown = facts.ask("trouble.times", Subject("trouble", CRASH)).facts[0].made_from
    assert [fact.source.text(*fact.span) for fact in shown] == ["PANIC: a", "PANIC: b"]


def on(day, message):
    return f"{day} 01:00:00 AM  {message}\n"


BEFORE_END = "before the log's last line"
EITHER = f"{BEFORE_END}, by how its dates are read"
STANDINGS = [  # logs, a kind, how it stands, and how long ago that is in words
    ([on("03/04/2021", "PANIC: a") + on("03/10/2021", "x")], CRASH, "recent", ""),
    ([on("03/04/2021", "PANIC: a") + on("03/11/2021", "x")], CRASH, "past", f", 7 or 214 days {EITHER}"),
    ([on("03/04/2021", "PANIC: a") + on("03/11/2021", "x") + on("03/13/2021", "x")], CRASH, "past", f", 9 days {BEFORE_END}"),
    ([on("03/04/2021", "PANIC: a") + on("04/02/2021", "x")], CRASH, "past", f", 29 days {BEFORE_END}"),
    ([on("03/04/2021", "PANIC: a") + on("04/03/2021", "x")], CRASH, "long ago", f", 30 days {BEFORE_END}"),
    ([on("03/04/2021", "PANIC: a") + on("04/03/2021", "x") + "y\n"], CRASH, "long ago", f", 30 days {BEFORE_END}"),
    ([on("03/04/2021", "PANIC: a") + on("04/03/2021", "PANIC: b")], CRASH, "recent", ""),
    ([on("04.03.2021", "PANIC: a") + on("15.03.2021", "x")], CRASH, "past", f", 11 days {BEFORE_END}"),
    ([on("2021-03-04", "PANIC: a") + on("2021-03-15", "x")], CRASH, "past", f", 11 days {BEFORE_END}"),
    ([on("03/04/21", "PANIC: a") + on("03/15/21", "x")], CRASH, "past", f", 11 days {BEFORE_END}"),
    ([on("01/02/2021", "PANIC: a") + on("02/03/2021", "x")], CRASH, "past", f", 29 or 32 days {EITHER}"),  # of February and March, or January
    ([on("01/02/2021", "PANIC: a") + on("06/02/2021", "x")], CRASH, "recent", ""),  # of February or of June
    ([on("05.01.2026", "PANIC: a") + on("06.11.2026", "x")], CRASH, "long ago", f", 305 days {BEFORE_END}"),
    ([on("05-01-26", "PANIC: a") + on("06-02-26", "x") + on("01-03-26", "x")], CRASH, "long ago", f", 55 days {BEFORE_END}"),
    ([on("01/02/2021", "x") + on("05/01/2021", "PANIC: a") + on("09/01/2021", "x")], CRASH, "long ago", f", 123 days {BEFORE_END}"),
    ([on("05/01/2021", "PANIC: a") + on("09/01/2021", "x"), on("13/01/2021", "x")], CRASH, "past", ", 8 days before the last line of the logs"),
    ([on("13/01/2021", "x") + on("05/02/2021", "PANIC: a"), on("01/13/2021", "x")], CRASH, "recent", ""),
    ([on("30/12/2020", "PANIC: a") + on("09/01/2021", "x")], CRASH, "past", f", 10 days {BEFORE_END}"),
    (["PANIC: a\n" + on("04/03/2021", "x")], CRASH, "recent", ""),
    ([on("03/04/2021", "PANIC: a") + "x\n"], CRASH, "recent", ""),
    ([on("99/99/2021", "PANIC: a") + on("99/99/2022", "x")], CRASH, "recent", ""),
    ([on("03/04/2021", "PANIC: a") + START + on("03/07/2021", "x")], CRASH, "recent", ""),
    ([on("03/04/2021", "Insufficient memory") + START + on("03/05/2021", "x")], MEMORY, "recent", ""),
    (
        [on("03/04/2021", "Insufficient memory") + START + on("03/06/2021", "x")],
        MEMORY,
        "past",
        f", 2 or 61 days {EITHER}, and none since the server was started",
    ),
    ([START + on("03/04/2021", "Insufficient memory") + on("03/06/2021", "x")], MEMORY, "recent", ""),
    ([on("03/04/2021", "Document NT000009D2 in database a.nsf is damaged") + START + on("03/06/2021", "x")], DAMAGE, "recent", ""),
    (
        [on("03/04/2021", "PANIC: a") + on("03/05/2021", "x"), on("05/24/2021", "y")],  # the newest log tells of none
        CRASH,
        "long ago",
        ", 81 days before the last line of the logs",
    ),
    (
        [on("03/04/2021", "PANIC: a"), on("05/04/2021", "PANIC: b") + on("05/14/2021", "x")],
        CRASH,
        "past",
        ", 10 days before the last line of the logs",
    ),
]  # fmt: skip


@at_once(("logs", "kind", "standing", "ago"), STANDINGS)
def test_trouble_that_ended_long_before_the_log_is_told_from_new(logs, kind, standing, ago):
    facts = told(*(START + log for log in logs))
    assert facts.ask("trouble.standing", Subject("trouble", kind)).text == standing
    assert times(facts, kind).endswith(ago)
    assert (" days before" in times(facts, kind)) == bool(ago)


def test_of_two_copies_of_a_log_the_longer_tells_of_the_start():
    log = on("03/14/2021", "Insufficient memory")
    facts = told(log, log + START + on("03/16/2021", "x"))
    assert facts.ask("trouble.standing", Subject("trouble", MEMORY)).text == "past"
    assert times(facts, MEMORY).endswith("and none since the server was started")


def test_dates_of_many_lines_without_one_are_looked_for_once():
    log = START + on("03/14/2021", "PANIC: a") + "PANIC: a\n" * 3_000
    assert times(told(log)) == "3,001 lines, 03/14/2021 01:00:00 AM"


@at_once(("line", "kinds"), [(line, kinds) for line, kinds in LINES if DAMAGE in kinds])
def test_damage_of_views_is_told_from_that_of_data(line, kinds):
    of_data = told(START + line + "\n").ask("trouble.of_data", Subject("trouble", DAMAGE)).text
    assert of_data == ("yes" if line.startswith(("Document", "Database")) else "no")


COMPLETED = "DAOSMGR: ListNLO completed - 4 entries processed"
LISTS = [  # lines of a console, and whether they say that objects are missing
    (("> tell daosmgr listnlo missing mail/joe.nsf", COMPLETED), True),
    (("> Tell DAOSMgr ListNLO -o missing.txt MISSING mail/joe.nsf", COMPLETED), True),
    (("Remote console command issued by Admin/Acme: tell daosmgr listnlo missing a.nsf", COMPLETED), True),
    (("> tell daosmgr listnlo missing a.nsf", COMPLETED.replace("-", "\u2013")), True),
    (("> tell daosmgr listnlo missing a.nsf", COMPLETED.replace("4", "0")), False),
    (("> tell daosmgr listnlo all mail/joe.nsf", COMPLETED), False),
    (("> tell daosmgr listnlo -o missing.txt all mail/joe.nsf", COMPLETED), False),
    (("> tell daosmgr listnlo missing a.nsf", "> tell daosmgr listnlo b.nsf", COMPLETED), False),
    ((COMPLETED,), False),
]


@at_once(("lines", "missing"), LISTS)
def test_a_list_of_missing_objects_is_trouble(lines, missing):
    facts = told(START + "".join(PROCESS + DATED + line + "\n" for line in lines))
    assert facts.ask("trouble.count", Subject("trouble", OBJECT)).text == ("1" if missing else None)
