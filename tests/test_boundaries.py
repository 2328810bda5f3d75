"""A file with the outputs of two tools: each reader stops where another tool's output begins."""

import sys
from importlib import import_module
from itertools import product
from pathlib import Path

from at_once import at_once

from advisor import readers
from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers import tool_output, transcript
from advisor.readers.console import show_tasks
from advisor.readers.transcript import beginnings, lines, typed
from advisor.source import Source

CATALOGUE = builtin().catalogue
sys.path.append(str(Path(__file__).parent))  # each reader's examples stand in its own test
TOOLS = [name for name in readers.names() if readers.reader(name).begins]


def bytes_of(text):
    return text if isinstance(text, bytes) else text.encode()


def examples(name):
    return [bytes_of(text) for text in import_module(f"test_{name}").EXAMPLES]


def example(name):
    return examples(name)[0].strip(b"\r\n") + b"\n"


def told(name, raw):
    items = list(readers.facts_of(readers.reader(name), Source.of("x.txt", raw), CATALOGUE))
    facts = {(item.subject, item.key, item.text) for item in items if isinstance(item, Fact)}
    return facts, [item for item in items if isinstance(item, Diagnostic)]


OPEN_ENDED = [name for name in readers.names() if readers.reader(name).open_ended]


LISTINGS = ["show_cluster", "show_directory", "show_disk", "show_memory", "show_port", "show_server"]


@at_once("name", TOOLS)
def test_its_example_begins_so(name):
    source = Source.of("x.txt", example(name))
    begin = next(beginnings(source, readers.reader(name).begins))
    above = list(lines(Source.of("x.txt", source.data[:begin])))
    assert all(typed(line.text, ".*") for line in above)


@at_once("name", [*TOOLS, *OPEN_ENDED])
def test_no_example_holds_another_tool_s_beginning(name):
    for raw in examples(name):
        assert tool_output.boundary(readers.reader(name), Source.of("x.txt", raw)) is None


def below(name, other):
    """What a listing tells with another output below it that it does not tell alone, and what is said of that."""
    alone, _ = told(name, example(name))
    bare = b"".join(line for line in example(other).splitlines(keepends=True) if not line.startswith(b">"))
    both, said = told(name, example(name) + bare)
    assert alone <= both
    return {fact for fact in both - alone if fact[1] != "cut.format"}, [one.reason for one in said]


@at_once(("name", "other"), [(b, a) for a, b in product(TOOLS, OPEN_ENDED)])
def test_a_listing_that_nothing_closes_ends_where_another_tool_s_output_begins(name, other):
    more, said = below(name, other)
    assert not more
    assert any(reason.startswith("here the output of") for reason in said)


@at_once("other", LISTINGS)
def test_the_list_of_tasks_ends_where_another_listing_begins(other):
    more, said = below("show_tasks", other)
    assert {key for _, key, _ in more} <= {"console.release", "console.platform"}  # which are the server's too
    assert show_tasks.ANOTHER in said


@at_once("name", TOOLS)
def test_another_tool_s_output_below_is_said_and_costs_no_fact(name):
    above = example(name)
    alone, _ = told(name, above)
    for other in TOOLS:
        if other == name or other in readers.reader(name).contains:
            continue
        facts, diagnostics = told(name, above + example(other))
        tool = readers.reader(other).name
        expected = f"here the output of {tool} begins; it was not read, give it a file of its own"
        assert [(one.offset, one.reason) for one in diagnostics] == [(len(above), expected)], other
        assert facts == alone, other


BEGINS_HERE = "here the output of {} begins; it was not read, give it a file of its own"
ANOTHER = transcript.ANOTHER_COMMAND
MEMORY, SPACES, LEVEL = (
    "  maxfree = 1088\n  minperm% = 3\n", "Total Paging Space   Percent Used\n512MB   1%\n", "5.3.0.0\n",
)  # fmt: skip
OLD = (
    "Controllers found: 1\nController information\n   Controller Status : Okay\nLogical drive information\n"
    "Logical drive number 0\n   RAID level : 5\n   Write-cache mode : Not supported\nCommand completed successfully.\n"
)
IPSSEND = "Logical drive information\r\n Logical drive number 1\r\n   Write cache status : Write back (WB)\r\n"


@at_once(("name", "text", "expected"), [  # what is typed, and of which file; where damage is said, and what
    ("vmo", MEMORY + "# lsps -s\n" + SPACES, [("# lsps", BEGINS_HERE.format("lsps"))]),
    ("vmo", MEMORY + "\n[root@mail /]# lsps -s\n" + SPACES, [("[root", BEGINS_HERE.format("lsps"))]),
    ("vmo", MEMORY + SPACES + LEVEL, [("Total", BEGINS_HERE.format("lsps"))]),
    ("vmo", MEMORY + LEVEL + SPACES, [("5.3", BEGINS_HERE.format("oslevel"))]),
    ("vmo", MEMORY + "# lsps -s\n" + SPACES + "# vmo -a\n  npskill = 1\n", [("# lsps", ANOTHER)]),
    ("vmo", MEMORY + SPACES + "# vmo -a\n  npskill = 1\n", [("Total", BEGINS_HERE.format("lsps"))]),
    ("vmo", MEMORY + "# uname -a\nAIX\n# lsps -s\n" + SPACES, [("# uname", ANOTHER), ("# lsps", BEGINS_HERE.format("lsps"))]),
    ("df", "Filesystem 1K-blocks Used Available Use% Mounted on\n//mail/c$ 9 5 4 55% /mnt\n" + LEVEL, [("5.3", BEGINS_HERE.format("oslevel"))]),
    ("lsps", "# lsps -a\n# oslevel\n" + LEVEL + "# lsps -s\n" + SPACES, [("# oslevel", ANOTHER)]),
    ("prtconf", "System Model: x\nMemory Size: 9 MB\nrootvg:\nPV_NAME  PV STATE  TOTAL PPs   FREE PPs    FREE DISTRIBUTION\n", []),
    ("prtconf", "System Model: x\nProcessor Type: y\n" + LEVEL, [("5.3", BEGINS_HERE.format("oslevel"))]),
    ("prtconf", "System Model: x\nMemory Size: 9 MB\n[Notes]\n", [("[Notes]", BEGINS_HERE.format("notes.ini"))]),
    ("oslevel", LEVEL + "cciss0: HP Smart Array P400\n", [("cciss0", BEGINS_HERE.format("the kernel's /proc/driver/cciss"))]),
    ("systemd_unit", "[Service]\nUser=notes\nPATH=/bin\nTasksMax=1\n", [("PATH", BEGINS_HERE.format("a user's environment"))]),
    ("systemd_unit", "[Service]\nEnvironment=A=b \\\nPATH=/bin \\\n  LANG=C \\\n LOTUS=/opt\nTasksMax=1\n", []),
    ("systemd_unit", "[Service]\r\nEnvironment=A=b \\\r\nDOMINO_DATA_PATH=/local\r\nTasksMax=1\r\n", []),
    ("arcconf", OLD, []),
    ("arcconf", OLD + IPSSEND, [("Logical drive information\r\n", BEGINS_HERE.format("ipssend"))]),
    ("oslevel", LEVEL + "LSI Corporation SAS2 IR Configuration Utility.\n", [("LSI", BEGINS_HERE.format("sas2ircu"))]),
])  # fmt: skip
def test_the_first_other_tool_is_said_where_it_was_typed(name, text, expected):
    _, diagnostics = told(name, text.encode())
    assert diagnostics == [Diagnostic(text.index(begin), reason) for begin, reason in expected]


def test_what_a_command_that_is_typed_again_prints_counts():
    facts, _ = told("vmo", (MEMORY + "# lsps -s\n" + SPACES + "# vmo -a\n  npskill = 1\n").encode())
    assert {key for _, key, _ in facts} == {"aix.vmo.maxfree", "aix.vmo.minperm%", "aix.vmo.npskill"}


def test_a_file_that_is_cut_at_another_tool_is_complete_in_nothing():
    whole = example("lsdev") + examples("lsdev")[1]
    items = [
        list(readers.facts_of(readers.reader("lsdev"), Source.of("x.txt", raw), CATALOGUE))
        for raw in (whole, whole + LEVEL.encode())
    ]
    assert [any(isinstance(item, Complete) for item in told) for told in items] == [True, False]
