"""`show directory` of a server's console."""

from at_once import at_once

from advisor.facts import Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers import transcript
from advisor.readers.console import show_directory
from advisor.source import Source

CATALOGUE = builtin().catalogue
HEADING = "DbName                    Version  Logged  ---Modified Time----\n"
ROWS = """\
   e:\\notefile\\mail.box      V6:43    N/A     07/11/2008 05:10:13 PM
   e:\\notefile\\r63mail.ntf   V4:20    N/A     01/18/2008 01:47:54 PM
   e:\\notefile\\old.ns4       V4:20    N/A     01/18/2008 01:47:54 PM
   e:\\notefile\\mail\\x y.nsf  V4:20    Yes     07/11/2008 05:09:43 PM
   e:\\notefile\\mail\\xx2.nsf  V5:41    Yes     07/11/2008 12:41:05 PM
"""
ALL = "> show directory\n" + HEADING + ROWS
DAOS = """\
> sh dir tmail
DbName                             Version Log  DAOS ---Modified Time----
tmail\\marco.nsf                    V8:51   Yes  Yes  08/26/2009 07:50:02 AM
tmail\\gary.nsf                     V8.5:51 Yes  No   08/26/2009 08:03:01 AM
Total files: 2
"""
TOLD = {"ods.databases": "3", "ods.before_r5": "1", "ods.oldest": "20"}
TOLD_DAOS = {"ods.databases": "2", "ods.before_r5": "0", "ods.oldest": "51"}
MESSAGE = "03/04/2021 05:06:07 PM  Router: Message delivered\n"
PREFIX = "[001A2B:000002-00007F00AA00BB00] "
NO_ROW = "the line is no line of a list of databases"
TEXTS = [
    (ALL, TOLD, []),
    (HEADING + ROWS, TOLD, []),
    (ALL.encode("utf-16"), TOLD, []),
    (DAOS, TOLD_DAOS, []),
    (ALL + MESSAGE, TOLD, []),
    (PREFIX + HEADING + PREFIX + ROWS.splitlines()[3] + "\n", {**TOLD, "ods.databases": "1"}, []),
    (ALL + ALL.replace("V4:20    Yes", "V5:41    Yes"), {**TOLD, "ods.before_r5": "0", "ods.oldest": "41"}, []),
    (HEADING, {}, []),
    (HEADING + "   e:\\a.ntf   V4:20    N/A     01/18/2008 01:47:54 PM\n", {}, []),
    (ALL + "> load http\na.nsf V3:17 No x\n", TOLD, []),
    (ALL + "what now\n", TOLD, [NO_ROW]),
    (ALL + "what n", TOLD, [transcript.CUT]),
    (ALL.replace("V5:41", "V5:\x0041"), {**TOLD, "ods.databases": "2"}, [transcript.NUL]),
    (ALL + "> show stat\n", TOLD, [transcript.ANOTHER_COMMAND]),
    ("", {}, []),
]


@at_once(("raw", "expected", "reasons"), TEXTS)
def test_the_formats_of_databases_are_counted(raw, expected, reasons):
    source = Source.of("dir.txt", raw if isinstance(raw, bytes) else raw.encode())
    items = list(show_directory.read(source, CATALOGUE))
    assert {item.key: item.text for item in items if isinstance(item, Fact)} == expected
    assert [item.reason for item in items if isinstance(item, Diagnostic)] == reasons


def test_what_is_told_stands_on_the_line_of_the_oldest():
    source = Source.of("dir.txt", ALL.encode())
    spans = {source.text(*item.span) for item in show_directory.read(source, CATALOGUE) if isinstance(item, Fact)}
    assert [span.split()[0] for span in spans] == ["e:\\notefile\\mail\\x"]


EXAMPLES = [ALL, HEADING + ROWS, DAOS]
RECOGNISED = [
    ("DbName Version\n", False),
    ("> show stat\n" + HEADING, False),
]
