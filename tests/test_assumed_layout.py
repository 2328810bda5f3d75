"""Assumptions on where Domino is stored, and the evidence that replaces them."""

import data
from at_once import at_once
from listings import facts_of

from advisor.facts import Subject

WINDOWS = "[Notes]\nKitType=2\nDirectory=E:\\Domino\\Data\nTRANSLOG_Status=1\nTRANSLOG_Path=L:\\translog\n"
LINUX = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nTRANSLOG_Status=1\nTRANSLOG_Path=/local/translog\n"
SSACLI = "Smart Array P410i in Slot 0 (Embedded)\n   Slot: 0\n   Controller Status: OK\n"
DRIVE = data.text("assumed_layout/drive.txt")


def drives(*told):
    """A whole listing: of each logical drive its level and its mount points."""
    parts = [DRIVE.format(letter="ABC"[at], number=at + 1, level=one[0], mounts=one[1]) for at, one in enumerate(told)]
    return SSACLI + "".join(parts)


def drive(number):
    return Subject("array", f"slot 0 logical drive {number}")


ON_C = "Windows is assumed to be on C:"
SOLE = "only one array is listed, so it is assumed to hold what the paths of notes.ini name"
ALONE = drives(("1", "C:\\ 68 GB"), ("1+0", "E:\\ 400 GB"), ("1", "L:\\ 68 GB"))
OS_TOLD = '[[volume]]\nmount = "c:"\nholds = ["os"]\n'
SHARES = {  # what was given, what the log shares, what was presumed
    "three arrays, C: among them": ([WINDOWS, ALONE], "none", ON_C),
    "and storage.toml says that C: holds the operating system": ([WINDOWS, ALONE, OS_TOLD], "none", ""),
    "the log with Windows": ([WINDOWS.replace("L:", "C:"), ALONE], "the operating system", ON_C),
    "one letter for all": ([WINDOWS.replace("L:", "C:").replace("E:", "C:")], "the databases and the operating system", ON_C),
    "a sole array, and the log on another letter": ([WINDOWS, drives(("5", "None"))], None, ""),
    "a sole array, and the log beyond another mount point": (
        [LINUX, drives(("5", "None")), "/dev/mapper/log on /local/translog type ext4 (rw)\n"],
        None,
        "",
    ),
    "a sole array that nobody mapped": (
        [WINDOWS.replace("L:", "E:"), drives(("5", "None"))],
        "the databases and the operating system",
        f"{SOLE}; {ON_C}",
    ),
    "a sole array on Linux": ([LINUX, drives(("5", "None"))], "the databases and the operating system", SOLE),
    "a sole array with the data alone": ([WINDOWS, drives(("5", "E:\\ 400 GB"))], None, ""),
    "a sole array with neither": ([LINUX, drives(("5", "/backup 400 GB"))], None, ""),
    "two arrays that are alike": ([WINDOWS, drives(("5", "None"), ("5", "None"))], None, ""),
    "a share of another machine": ([WINDOWS.replace("L:", "\\\\nas\\log"), drives(("5", "None"))], None, ""),
}  # fmt: skip


@at_once(("texts", "shares", "presumed"), SHARES.values(), ids=SHARES)
def test_what_the_log_shares_by_presumption(texts, shares, presumed):
    answer = facts_of(*texts).ask("transaction_log.shares")
    assert answer.text == shares
    assert "".join(fact.note for fact in answer.facts if fact.presumed) == presumed


FIVES = drives(("5", "None"), ("5", "None"))
HELD = {  # what was given, what the first and the second array hold
    "a sole array": ([LINUX, drives(("5", "None"))], "databases, os, transaction-log", None),
    "two that are alike": ([LINUX, FIVES], "databases, transaction-log", "databases, transaction-log"),
    "a sole array, and the log on another letter": ([WINDOWS, drives(("5", "None"))], "databases, os", None),
    "two that are alike, and the log on another letter": ([WINDOWS, FIVES], "databases", "databases"),
    "two that differ": ([LINUX, drives(("5", "None"), ("1", "None"))], None, None),
    "parity either way": ([LINUX, drives(("5", "None"), ("6", "None"))], "databases, transaction-log", "databases, transaction-log"),
    "alike, and one is mounted elsewhere": ([LINUX, drives(("5", "/backup 1 GB"), ("5", "None"))], None, "databases, transaction-log"),
    "alike, but a mount table tells": ([LINUX, FIVES, "/dev/sdb1 on / type ext4 (rw)\n/dev/sdb2 on /local type ext4 (rw)\n"], None, None),
}  # fmt: skip


@at_once(("texts", "first", "second"), HELD.values(), ids=HELD)
def test_what_arrays_hold_by_presumption(texts, first, second):
    facts = facts_of(*texts)
    assert [facts.ask("array.holds", drive(number)).text for number in (1, 2)] == [first, second]
    told = [fact for number in (1, 2) for fact in facts.of(drive(number), "array.holds") if fact.text]
    assert all(fact.presumed and fact.note for fact in told)


@at_once(("texts", "key", "hint"), [
    ([WINDOWS, ALONE.replace("C:", "D:")], "transaction_log.shares", 'the volume of the operating system (`systeminfo`, or `holds = ["os"]` in storage.toml)'),
    ([WINDOWS, ALONE.replace("L:", "M:")], "transaction_log.shares", 'the disks of L: (`Get-Partition | ConvertTo-Json`, or `[[volume]]` mount = "L:" in storage.toml)'),
    ([WINDOWS, ALONE.replace("E:", "M:"), '[[volume]]\nmount = "C:"\nholds = ["swap", "os"]\n'], "page_file.shares", 'the disks of E: (`Get-Partition | ConvertTo-Json`, or `[[volume]]` mount = "E:" in storage.toml)'),
    ([WINDOWS, ALONE], "page_file.media", 'the volume of the page file (`systeminfo`, or `holds = ["swap"]` in storage.toml)'),
    ([LINUX, drives(("5", "None"))], "page_file.media", ""),
])  # fmt: skip
def test_a_hint_names_what_is_not_known_to_be_stored_where(texts, key, hint):
    answer = facts_of(*texts).ask(key)
    assert (answer.text, answer.trouble) == (None, hint)
