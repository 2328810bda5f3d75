"""The reader of `ipssend getconfig`."""

from at_once import at_once

from advisor import readers
from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers import transcript
from advisor.readers.raid import ipssend
from advisor.source import Source

CATALOGUE = builtin().catalogue

RULER = "-" * 70 + "\n"
FOUND = "Found 1 IBM ServeRAID controller(s).\n"
HEAD = FOUND + "Read configuration has been initiated for controller 1...\n"
LIST = f"{RULER}Logical drive information\n{RULER}"
DRIVE = """ Logical drive number 1
   Status of logical drive        : Okay (OKY)
   RAID level                     : 5
   Write cache status             : Write through (WT)
   Number of chunks               : 3
   Stripe-unit size               : 16 KB
   Part of array                  : A
   Part of merge group            : 99
"""
ORDER = "\n   Array A stripe order (Channel/SCSI ID)  : 1,0 1,1 1,2 1,3\n"
END = "\nCommand completed successfully.\n"
DISKS = f"""{RULER}Physical device information
{RULER}   Channel #1:
      Target on SCSI ID 0
         Device is a Hard disk
         State                    : Online (ONL)
"""
WHOLE = HEAD + LIST + DRIVE + ORDER + END
VERSION = FOUND + "ServeRAID Controller Number 2\n   Controller type                : ServeRAID-0X\n"
EXAMPLES = [WHOLE, VERSION, LIST + DRIVE, HEAD + DISKS]


def read(text):
    return list(readers.facts_of(ipssend.READER, Source.of("raid.txt", text.encode()), CATALOGUE))


def told(text):
    return {item.key: item.text for item in read(text) if isinstance(item, Fact)}


def broken(text):
    return [item.reason for item in read(text) if isinstance(item, Diagnostic)]


def wholes(text):
    return [item.prefix for item in read(text) if isinstance(item, Complete)]


def test_a_whole_output_is_read():
    assert told(WHOLE) == {
        "array.controller": "controller 1",
        "array.software": "no",
        "array.tool": "ipssend",
        "array.level": "5",
        "array.stripe": "16 KB",
        "array.write_cache_set": "write-through",
        "array.write_cache": "write-through",
        "array.health": "ok",
        "array.health_said": "Okay (OKY)",
        "array.group": "controller 1 array A",
        "array.disks": "4",
    }
    assert {item.subject.name for item in read(WHOLE) if isinstance(item, Fact)} == {"controller 1 logical drive 1"}
    assert wholes(WHOLE) == ["array."]
    assert not broken(WHOLE)


@at_once(("old", "new", "key", "text"), [
    ("Okay (OKY)", "Critical (CRT)", "array.health", "degraded"),
    ("Okay (OKY)", "Offline (OFL)", "array.health", "failed"),
    ("Okay (OKY)", "Odd (ODD)", "array.health", None),
    ("Okay (OKY)", "Odd (ODD)", "array.health_said", "Odd (ODD)"),
    ("through (WT)", "back (WB)", "array.write_cache", "write-back"),
    ("Write through (WT)", "Unheard of", "array.write_cache", None),
    (": 5", ": 1E", "array.level", "1E"),
    (": 5", ": 5E", "array.level", "5E"),
    (": A", ":", "array.group", None),
    (ORDER, "", "array.disks", "3"),
    ("controller 1...", "controller 3...", "array.controller", "controller 3"),
    (HEAD, "", "array.controller", "controller"),
])  # fmt: skip
def test_lines_and_what_they_tell(old, new, key, text):
    assert old in WHOLE
    assert told(WHOLE.replace(old, new)).get(key) == text


def test_the_version_tells_the_controller_s_type():
    fact = next(item for item in read(VERSION) if isinstance(item, Fact))
    assert (fact.subject.name, fact.key, fact.text) == ("controller 2", "controller.model", "ServeRAID-0X")


def test_each_controller_has_its_own_array_a():
    second = WHOLE.replace("controller 1", "controller 2").replace(" 1,2 1,3\n", "\n")
    text = (WHOLE + second).replace("Found 1", "Found 2")
    disks = {
        item.subject.name: item.text for item in read(text) if isinstance(item, Fact) and item.key == "array.disks"
    }
    assert disks == {"controller 1 logical drive 1": "4", "controller 2 logical drive 1": "2"}
    assert wholes(text) == ["array."]


@at_once(("text", "whole"), [
    (HEAD + LIST + END, True),
    (WHOLE.replace("Found 1", "Found 2"), False),
    (WHOLE.replace(HEAD, ""), False),
    (HEAD + DISKS + END, False),
    (FOUND.replace("1", "0") + END, False),
])  # fmt: skip
def test_only_the_drives_of_all_controllers_are_whole(text, whole):
    assert (wholes(text) == ["array."]) is whole
    assert not broken(text)


ENDS = "the output ends before its last line"
OTHER = "here the output of {} begins; it was not read, give it a file of its own"
NUL = transcript.NUL_FROM_HERE
ERROR = "ipssend printed an error in place of a configuration"


@at_once(("text", "reason"), [
    ("", ENDS),
    (HEAD, ENDS),
    (HEAD + LIST + DRIVE[:80], ENDS),
    (WHOLE.replace("Okay", "Ok\0ay"), NUL),
    (WHOLE + "Controllers found: 1\n", OTHER.format("arcconf")),
    (WHOLE + "Smart Array P400 in Slot 1\n", OTHER.format("ssacli")),
    (FOUND + "Controller number is invalid.\n", ERROR),
    (FOUND + "\nCommand failed.\n", ERROR),
])  # fmt: skip
def test_damage_is_named_and_nothing_is_then_absent(text, reason):
    assert broken(text) == [reason]
    assert not wholes(text)


def test_a_last_line_that_may_be_cut_is_not_read():
    text = HEAD + LIST + DRIVE
    assert "array.level" not in told(text[: text.index(": 5") + 3])


RECOGNISED = [
    ("# ipssend getconfig 1 ld\n" + WHOLE, True),
    (FOUND + "Controller number is invalid.\n", True),
    ("Read configuration has been initiated for controller 0\nController information\n  Controller type : SAS2008\n", False),
    ("Logical drive information\nLogical drive number 0\n   Write-cache mode : Not supported\n", False),
    ("Here is what I got:\n" + WHOLE, False),
    ("#!/bin/sh\nipssend getconfig 1 LD | grep OKY\n", False),
    ("[Notes]\nKitType=2\n", False),
    ("", False),
]  # fmt: skip
