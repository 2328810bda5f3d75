import listings
from at_once import at_once

from advisor.derive import Context, derive
from advisor.facts import Fact, Facts
from advisor.pack import builtin
from advisor.readers import transcript
from advisor.readers.console import show_server
from advisor.readers.domino import notes_ini
from advisor.source import Source

CATALOGUE = builtin().catalogue

HEADING = "HCL Domino (r) Server (64 Bit) (Release 12.0.2FP1 for Linux/64) 03/04/2021 05:06:07 PM\n"
BLOCK = (
    HEADING
    + """
Server name:            Mail1/Example - the mail server
Domain name:            Example
Server directory:       /local/notes data
Partition:              .local.notesdata
Elapsed time:           2 days 03:04:05
Transactions/minute:    Last minute: 12; Last hour: 34; Peak: 1,234
Peak # of sessions:     56 at 03/03/2021 04:05:06 PM
Transactions: 789       Max. concurrent: 80
ThreadPool Threads:     40  (TCPIP Port)
Availability Index:     97 (state: AVAILABLE)
Availability Threshold: 10
Mail Tracking:          Not Enabled
Mail Journalling:       Enabled
Number of Mailboxes:    2
Pending mail: 3         Dead mail: 4    Waiting mail: 5
Waiting Tasks:          0
DAOS:                   Enabled
Transactional Logging:  Enabled
Fault Recovery:         Enabled
Activity Logging:       Not Enabled
Server Controller:      Not Enabled
Diagnostic Directory:   /local/notes data/IBM_TECHNICAL_SUPPORT
Console Logging:        Enabled (10240K)
Console Log File:       /local/notes data/console.log
Something New:          Enabled
DB2 Server:             Not Enabled
"""
)
FACTS = {
    "release": "12.0.2FP1",
    "platform": "Linux/64",
    "server_name": "Mail1/Example",
    "domain": "Example",
    "data_directory": "/local/notes data",
    "partition": ".local.notesdata",
    "elapsed": "2 days 03:04:05",
    "transactions_per_minute": "12",
    "transactions_per_minute_peak": "1234",
    "sessions_peak": "56",
    "transactions": "789",
    "transactions_concurrent_limit": "80",
    "thread_pool_threads": "40",
    "availability_index": "97",
    "availability_state": "available",
    "availability_threshold": "10",
    "mail_tracking": "not enabled",
    "mail_journaling": "enabled",
    "mailboxes": "2",
    "mail_pending": "3",
    "mail_dead": "4",
    "mail_waiting": "5",
    "waiting_tasks": "0",
    "daos": "enabled",
    "transaction_logging": "enabled",
    "fault_recovery": "enabled",
    "activity_logging": "not enabled",
    "server_controller": "not enabled",
    "diagnostic_directory": "/local/notes data/IBM_TECHNICAL_SUPPORT",
    "console_logging": "enabled",
    "console_log_kilobytes": "10240",
    "console_log_file": "/local/notes data/console.log",
    "db2_server": "not enabled",
}
PREFIXED = "".join(f"[001A2B:000002-00007F00AA00BB00] {line}\n" for line in BLOCK.splitlines())
OLD = "Lotus Domino (r) Server (Release 5.0.8 for Windows/32) 04.03.2002 05:06:07\n\nServer name:            Mail1/Example\n"
NAMED = {"release": "5.0.8", "platform": "Windows/32", "server_name": "Mail1/Example"}
MESSAGE = "03/04/2021 05:06:07 PM  Router: Message delivered\n"


def values(raw):
    return {
        i.key.removeprefix("console."): i.text
        for i in listings.read(show_server, raw)
        if isinstance(i, Fact) and not i.doubt
    }


TEXTS = [
    (BLOCK, FACTS),
    (BLOCK.encode("utf-16"), FACTS),
    (BLOCK.encode("utf-16-be"), FACTS),
    (PREFIXED, FACTS),
    ("> show server\n" + BLOCK + "> \n", FACTS),
    (BLOCK.replace("\nDAOS", "\n" + MESSAGE + "DAOS"), FACTS),
    (OLD, NAMED),
    (OLD + "\n      Task                 Description\n  Router               Idle\n", NAMED),
    (OLD + "> show tasks\nTransactions: 1\n", NAMED),
    (OLD + "Pending mail: 1.234\n", NAMED | {"mail_pending": "1234"}),
    (OLD + "Dead mail:              6\n", NAMED | {"mail_dead": "6"}),
    (OLD + "Console Logging:        Enabled\n", NAMED | {"console_logging": "enabled"}),
    (OLD + "Domain name:\n", NAMED),
    (OLD.replace("(r)", "\xae"), NAMED),
    (OLD.replace("(r)", "\xae").encode("cp1252"), NAMED),
    (OLD + "Number of Mailboxes:    1", NAMED),  # it may have been 12
    (OLD + "DAOS:                   Not Enabled", NAMED | {"daos": "not enabled"}),
    (BLOCK.removeprefix(HEADING), {}),
]


@at_once(("raw", "expected"), TEXTS)
def test_the_block_is_read(raw, expected):
    assert values(raw) == expected


SPANS = [
    ("server_name", "Mail1/Example"),
    ("release", "12.0.2FP1"),
    ("platform", "Linux/64"),
    ("mail_dead", "4"),
    ("transactions_per_minute_peak", "1,234"),
    ("availability_state", "AVAILABLE"),
    ("console_log_kilobytes", "10240"),
]


@at_once(("key", "printed"), SPANS)
def test_the_value_stands_where_the_span_says(key, printed):
    source = Source.of("server.txt", PREFIXED.encode())
    facts = [
        item for item in show_server.read(source, CATALOGUE) if isinstance(item, Fact) and item.key == "console." + key
    ]
    assert [source.text(*fact.span) for fact in facts] == [printed]


NO_LINE = "the line is no line of the block"
NO_VALUE = "the value is not one that `show server` prints there"
CUT = transcript.CUT
DAMAGED = [
    (BLOCK, []),
    (OLD + "Disk free: 3 GB\n", [NO_LINE]),
    (OLD + "Filesystem 1K-blocks Used Available Use% Mounted on\n", [NO_LINE]),
    (OLD + "DAOS:                   perhaps\n", [NO_VALUE]),
    (OLD + "Pending mail: many\n", [NO_VALUE]),
    (OLD + "DAOS:                   Not Ena", [CUT]),
    (OLD + "Pending mail: 3         Dead m", [CUT]),
    (OLD + "Transact", [CUT]),
    (OLD + "DA\0OS:  Enabled\nx\n", ["the line holds NUL bytes and was not read"]),
]
DAMAGES = [(*row, False) for row in DAMAGED]


EXAMPLES = [BLOCK, PREFIXED, OLD, "> show server\n" + BLOCK, "sh ser\n" + OLD]
RECOGNISED = [
    (MESSAGE + BLOCK, False),
    ("# The server\n" + BLOCK, False),
    (HEADING, False),
    (HEADING + MESSAGE, False),
    (BLOCK.removeprefix(HEADING), False),
    ("IBM Domino (r) Server (64 Bit), Release 9.0.1, October 14, 2013\nThe ID file is server.id\n", False),
    ("[Notes]\nServerTasks=Router\n", False),
    ("\0" * 99, False),
]


NEWER_HEADING = (
    "Domino Server (Release 12.0.2 for Linux/64) 2026-08-02 10:20:30\n\nServer name:            Mail01/Acme\n"
)
LOGGED = NEWER_HEADING + "DAOS:                   Enabled\nTransactional Logging:  Enabled\n"
NOT_LOGGED = NEWER_HEADING + "DAOS:                   Not Enabled\nTransactional Logging:  Not Enabled\n"
OTHER = NEWER_HEADING + "Elapsed time:           00:27:11\n"
INI = "[Notes]\nKitType=2\n"

CASES = [
    (None, LOGGED, "1", "1"),
    (None, NOT_LOGGED, "0", "0"),
    (None, OTHER, None, None),
    (INI, LOGGED, "1", "1"),  # NOTES.INI has no line of it: what runs is the better witness
    (INI + "TRANSLOG_Status=0\n", LOGGED, "1", "1"),  # it is the better witness too where NOTES.INI says otherwise
    (INI + "TRANSLOG_Status=1\nDAOSEnable=1\n", NOT_LOGGED, "0", "0"),
    (INI + "TRANSLOG_Status=1\nTRANSLOG_Status=0\n", LOGGED, None, "1"),
    (INI + "TRANSLOG_Status=\n", LOGGED, "1", "1"),
]


@at_once(("ini", "console", "logging", "daos"), CASES)
def test_the_console_tells_what_no_file_tells(ini, console, logging, daos):
    facts = Facts()
    facts.add(show_server.read(Source.of("console.txt", console.encode()), CATALOGUE))
    facts.add(notes_ini.read(Source.of("notes.ini", ini.encode()), CATALOGUE) if ini else ())
    derive(facts, Context(CATALOGUE))
    assert (facts.ask("ini.translog_status").text, facts.ask("ini.daosenable").text) == (logging, daos)
