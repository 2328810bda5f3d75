import listings
from at_once import at_once

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import builtin
from advisor.readers import transcript
from advisor.readers.console import console_log, show_tasks
from advisor.source import Source

CATALOGUE = builtin().catalogue

TABLE = """\
      Task                 Description

  Database Server      Perform console commands
  Database Server      Listen for connect requests on TCPIP
  Router               Idle
  HTTP Server          Listen for connect requests on TCP Port:80
  A Task Of That Width Idle
"""
NAMES = ["Database Server", "Router", "HTTP Server", "A Task Of That Width"]
PREFIXED = "".join(f"[001A2B:000002-00007F00AA00BB00] {line}\r\n" for line in TABLE.splitlines())
MESSAGE = "03/04/2021 05:06:07 PM  Router: Message delivered\n"
UNREAD = "here somebody typed another command; what it printed was not read"
NO_ROW = "the line is no row of the table"


TEXTS = [
    (TABLE + "\x1f   of what is a blank in text alone\n", NAMES, []),
    (TABLE, NAMES, []),
    (TABLE.encode("utf-16"), NAMES, []),
    (PREFIXED, NAMES, []),
    ("> show tasks\n" + TABLE + "> ", NAMES, []),
    (TABLE + MESSAGE, NAMES, []),
    (TABLE + "> show stat\n  Mail.Dead = 0\n", NAMES, [UNREAD]),
    (TABLE + "Error: no more\n", NAMES, [NO_ROW]),
    (TABLE + "  Agent Man", NAMES, [transcript.CUT]),
    (TABLE.replace("Router", "Rou\0er"), [*NAMES[:1], *NAMES[2:]], ["the line holds NUL bytes and was not read"]),
    ("", [], []),
]


@at_once(("raw", "names", "reasons"), TEXTS)
def test_a_task_is_read_once_and_none_is_absent(raw, names, reasons):
    items = listings.read(show_tasks, raw)
    assert [item.subject for item in items if isinstance(item, Fact)] == [
        Subject("running task", name) for name in names
    ]
    assert [item.reason for item in items if isinstance(item, Diagnostic)] == reasons
    assert not any(isinstance(item, Complete) for item in items)


def test_the_name_stands_where_the_span_says():
    source = Source.of("tasks.txt", PREFIXED.encode())
    assert [source.text(*fact.span) for fact in show_tasks.read(source, CATALOGUE)] == NAMES


EXAMPLES = [TABLE, PREFIXED, "> show tasks\n" + TABLE, "sh ta\n" + TABLE]
HEADING = "HCL Domino (r) Server (Release 12.0.2 for Windows/64) 11/20/2026 01:02:03 AM\n\n"
RECOGNISED = [
    (HEADING + TABLE, True),
    ("> show tasks\n\n" + HEADING + TABLE, True),
    (HEADING + "Server name: A/Acme\n" + TABLE, False),
    (MESSAGE + TABLE, False),
    ("# Tasks\n" + TABLE, False),
    ("Task Description\nA  b\n", False),
    ("      Task                 Description\n", False),
    ("[Notes]\nServerTasks=Router\n", False),
]


@at_once("reader", [show_tasks, console_log], ids=["alone", "in a log"])
def test_the_servers_heading_above_the_table_tells_the_release_and_is_no_other_command(reader):
    items = list(reader.read(Source.of("tasks.txt", ("> show tasks\n\n" + HEADING + TABLE).encode()), CATALOGUE))
    told = {item.key: item.text for item in items if isinstance(item, Fact) and item.key.startswith("console.")}
    assert told == {"console.release": "12.0.2", "console.platform": "Windows/64"}
    assert [item.text for item in items if isinstance(item, Fact) and item.key == "running_task.name"] == NAMES
    assert not [item for item in items if isinstance(item, Diagnostic)]
