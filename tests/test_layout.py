"""What lives on which disks, and what shares them: one layout a case."""

import pytest

from advisor import pack, readers
from advisor.derive import Told, derive
from advisor.facts import Broken, Facts, Subject
from advisor.source import Source

CATALOGUE = pack.builtin().catalogue
LINUX = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nTRANSLOG_Status=1\nTRANSLOG_Path=/local/translog\n"
WINDOWS = "[Notes]\nKitType=2\nDirectory=D:\\Domino\\Data\nTRANSLOG_Status=1\nTRANSLOG_Path=L:\\translog\n"


def volume(mount, array="", holds=""):
    named = f'array = "{array}"\n' if array else ""
    held = f'holds = ["{holds}"]\n' if holds else ""
    return f"[[volume]]\nmount = '{mount}'\n{named}{held}"


def known(ini, *tables):
    facts = Facts()
    for name, text in (("notes_ini", ini), ("storage_toml", "\n".join(tables))):
        items = readers.reader(name).read(Source.of(name, text.encode()))
        facts.add(item for item in items if not isinstance(item, Broken))
    derive(facts, CATALOGUE, Told())
    return facts


A = '[[array]]\nname = "a"\nmedia = "hdd"\n'
B = '[[array]]\nname = "b"\n'
C = '[[array]]\nname = "c"\n'
TWICE = "[[volume]]\nmount = '/local/translog'\narray = 'b'\n"
SHARES = {
    "one volume told to lie on two arrays": (
        LINUX,
        [A, B, volume("/", "a"), volume("/local/translog", "a"), TWICE],
        None,
    ),
    "one array": (LINUX, [A, volume("/", "a")], "databases, os"),
    "one volume, no array": (LINUX, [volume("/")], "databases, os"),
    "letters on one array": (WINDOWS, [A, volume("D:", "a"), volume("L:", "a")], "databases"),
    "letters, no layout": (WINDOWS, [volume("D:"), volume("L:")], None),
    "letters, half a layout": (WINDOWS, [A, volume("D:", "a"), volume("L:")], None),
    "arrays apart": (
        LINUX,
        [A, B, C, volume("/", "a"), volume("/local/notesdata", "b"), volume("/local/translog", "c")],
        "none",
    ),
    "with the system": (LINUX, [A, B, volume("/", "a"), volume("/local/notesdata", "b")], "os"),
    "with the page file": (
        WINDOWS,
        [A, B, volume("D:", "a"), volume("L:", "b"), volume("P:", "b", "swap")],
        "swap",
    ),
    "the system is not told": (WINDOWS, [A, B, volume("D:", "a"), volume("L:", "b")], None),
    "the system is told": (
        WINDOWS,
        [A, B, C, volume("C:", "c", "os"), volume("D:", "a"), volume("L:", "b")],
        "none",
    ),
    "a folder that looks like a mount": (
        LINUX,
        [A, B, volume("/local/trans", "b"), volume("/", "a")],
        "databases, os",
    ),
    "a volume mounted in a folder": (
        WINDOWS.replace("L:\\translog", "D:\\log\\here"),
        [A, B, volume("D:", "a"), volume("D:\\log", "b")],
        None,
    ),
    "a share": (
        WINDOWS.replace("D:\\Domino\\Data", "\\\\nas\\data\\notes"),
        [A, volume("\\\\nas\\data", "a"), volume("L:", "a")],
        "databases",
    ),
}


@pytest.mark.parametrize(("ini", "tables", "shares"), SHARES.values(), ids=SHARES.keys())
def test_what_the_transaction_log_shares(ini, tables, shares):
    assert known(ini, *tables).ask("transaction_log.shares").text == shares


def test_each_array_knows_what_it_holds():
    facts = known(LINUX, A, B, volume("/", "a"), volume("/local/translog", "b"))
    assert facts.ask("array.holds", Subject("array", "a")).text == "databases, os"
    assert facts.ask("array.holds", Subject("array", "b")).text == "transaction-log"
    assert facts.ask("arrays.count").text == "2"
    assert facts.ask("databases.arrays").text == "1"
    assert facts.ask("databases.media").text == "hdd"


OWN = [
    ([volume("/"), volume("/local/translog")], "yes"),
    ([volume("/"), volume("/local")], "no"),
    ([volume("/local/notesdata"), volume("/local/translog")], "yes"),
]


@pytest.mark.parametrize(("tables", "own"), OWN)
def test_a_file_system_of_its_own_gives_way_to_evidence(tables, own):
    reading = known(LINUX, *tables).ask("transaction_log.own_file_system")
    assert reading.text == own
    assert not reading.facts[0].presumed


COSTS = [
    ("5", "Router", "2.8 disk operations here and 1.6"),
    ("50", "Router,IMAP", "3.7 disk operations here and 1.9"),
    ("5EE", "Router,POP3", "3.1 disk operations here and 1.7"),
    ("5", "Router,HTTP", "2.8 to 3.7 disk operations here and 1.6 to 1.9"),
    ("6", "Router", "more than the four"),
    ("10", "Router", None),
]


@pytest.mark.parametrize(("level", "tasks", "said"), COSTS)
def test_what_an_operation_costs(level, tasks, said):
    facts = known(LINUX + f"ServerTasks={tasks}\n", f'[[array]]\nname = "a"\nlevel = "{level}"\n')
    text = facts.ask("array.write_cost", Subject("array", "a")).text
    assert text is None if said is None else said in text


LISTED = """Smart Array P410i in Slot 0 (Embedded)
   Controller Status: OK

   Array: A
      Interface Type: SAS

      Logical Drive: 1
         Fault Tolerance: 1
         Status: OK
         Disk Name: /dev/sda
         Mount Points: {} 136.7 GB Partition Number 1
"""


@pytest.mark.parametrize(
    ("mount", "holds"),
    [("/local/translog", "transaction-log"), ("/local", None), ("/", "os")],
)
def test_without_all_mounts_only_a_path_that_is_one_is_placed(mount, holds):
    facts = Facts()
    for name, text in (("notes_ini", LINUX), ("ssacli", LISTED.format(mount))):
        items = readers.reader(name).read(Source.of(name, text.encode()))
        facts.add(item for item in items if not isinstance(item, Broken))
    derive(facts, CATALOGUE, Told())
    found = facts.known.get((Subject("array", "slot 0 logical drive 1"), "array.holds"))
    assert (found[0].text if found else None) == holds
