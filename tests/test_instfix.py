"""The reader of `instfix`."""

from at_once import at_once

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers import transcript
from advisor.readers.aix import instfix
from advisor.source import Source

CATALOGUE = builtin().catalogue

FOUND = "    All filesets for IV29604 were found.\n"
PARTLY = "    Not all filesets for IY00001 were found.\n"
NO_DATA = "    There was no data for IV00002 in the fix database.\n"
NOTHING = "    No filesets which have fixes for IV00003 are currently installed.\n"
LEVELS = "    All filesets for 5300-05_AIX_ML were found.\n    Not all filesets for 5300-06_AIX_ML were found.\n"
VERBOSE = "IV29604 Abstract: a crash\n\n    Fileset bos.iocp.rte:7.1.0.0 is applied on the system.\n" + FOUND
SYMPTOM = "IV29604 Abstract: a crash\n\nSymptom Text:\nThe system stops.\n It is gone.\n" + FOUND


def read(raw):
    return list(instfix.read(Source.of("instfix.txt", raw if isinstance(raw, bytes) else raw.encode()), CATALOGUE))


def facts(raw):
    return {item.key.removeprefix("aix."): item.text for item in read(raw) if isinstance(item, Fact)}


def ends(raw):
    items = read(raw)
    return [item.reason for item in items if isinstance(item, Diagnostic)], any(
        isinstance(item, Complete) for item in items
    )


THERE = {"apar.iv29604": "installed"}
MANY = {"apar.iy00001": "partly", "apar.iv00002": "no data", "apar.iv00003": "no filesets"}


@at_once(("raw", "expected"), [
    (FOUND, THERE),
    (FOUND.replace("\n", "\r\n"), THERE),
    (("\ufeff" + FOUND).encode("utf-16-le"), THERE),
    ("# instfix -ik IV29604\n" + FOUND, THERE),
    (FOUND + PARTLY + NO_DATA + NOTHING, THERE | MANY),
    (LEVELS, {"apar.5300-05_aix_ml": "installed", "apar.5300-06_aix_ml": "partly"}),
    (VERBOSE, THERE),
    (SYMPTOM, THERE),
    (FOUND[:-8], {}),
    ("", {}),
])  # fmt: skip
def test_a_fix_is_read(raw, expected):
    assert facts(raw) == expected


@at_once(("raw", "reasons", "whole"), [
    (FOUND, [], False),
    (VERBOSE, [], False),
    (SYMPTOM, [], False),
    ("# instfix -i\n" + LEVELS, [], True),
    ("# instfix -i | grep ML\n" + LEVELS, [], False),
    ("# instfix -ik IV29604\n" + FOUND, [], False),
    ("# instfix -i\n" + LEVELS[:-8], [transcript.CUT], False),
    (FOUND + "instfix: 0503-409 error\n", ["instfix printed an error"], False),
    (FOUND + "# lsps -s\n", ["here somebody typed another command; what it printed was not read"], False),
    (FOUND + "All \0\n", ["the line holds NUL bytes and was not read"], False),
])  # fmt: skip
def test_only_a_list_of_all_fixes_makes_others_absent(raw, reasons, whole):
    assert ends(raw) == (reasons, whole)


EXAMPLES = [FOUND, PARTLY, NO_DATA, NOTHING, LEVELS, VERBOSE, SYMPTOM, "# instfix -ik IV29604\r\n" + FOUND]


RECOGNISED = [
    *((text, True) for text in EXAMPLES),
    ("We saw that\n" + FOUND, False),
    ("IV29604 Abstract: a crash\n", False),
    ("instfix: 0503-409 error\n", False),
    ("", False),
]  # fmt: skip
