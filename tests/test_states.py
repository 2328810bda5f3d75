"""States: what the console said last of Traveler and of the DAOS catalogue, since the server was started."""

from itertools import product

from at_once import at_once

from advisor import readers
from advisor.facts import Fact
from advisor.pack import builtin
from advisor.readers.console import console_log
from advisor.source import Source

CATALOGUE = builtin().catalogue
START = "HCL Domino (r) Server (64 Bit), Release 12.0.2FP1, March 14, 2023\n"
DATED = "03/04/2021 05:06:07 PM  "
PROCESS = "[001A2B:000002-00007F00AA00BB00] "
TRAVELER, DAOS = "console.traveler_status", "console.daos_catalog"
LINES = [
    ("The overall status of HCL Traveler is Red.", {TRAVELER: "red"}),
    ("The overall status of IBM Traveler is Yellow", {TRAVELER: "yellow"}),
    ("The overall status of Lotus Notes Traveler is Red.", {TRAVELER: "red"}),
    ("HCL Traveler overall status is GREEN", {TRAVELER: "green"}),
    ("HCL Traveler overall status is GREEN.", {TRAVELER: "green"}),
    ("The overall status of HCL Traveler is unknown", {}),
    ("AMgr: Agent 'x' printing: The overall status of HCL Traveler is Red.", {}),
    ("DAOS Catalog: NEEDS RESYNC", {DAOS: "needs resync"}),
    ("DAOS catalog state is NEEDS_RESYNC.", {DAOS: "needs resync"}),
    ("DAOSMGR: DAOS catalog is SYNCHRONIZED", {DAOS: "synchronized"}),
    ("DAOS Catalog: Rebuilding", {DAOS: "rebuilding"}),
    ("DAOS catalog is not synchronized", {}),
    ("Directory catalog: unavailable", {}),
    ("DAOS catalog needs resync of mail/jdoe.nsf by somebody", {}),
    ("Traveler: The overall status of IBM Traveler is Red.", {TRAVELER: "red"}),
    ("Traveler: HCL Traveler overall status is Yellow.", {TRAVELER: "yellow"}),
    ("AMgr: Agent 'x' printing: Traveler: The overall status of HCL Traveler is Red.", {}),
]


def told(text):
    source = Source.of("console.log", text if isinstance(text, bytes) else text.encode())
    items = console_log.read(source, CATALOGUE)
    facts = [item for item in items if isinstance(item, Fact) and item.key in {TRAVELER, DAOS}]
    assert all(source.text(*fact.span).lower().replace("_", " ") == fact.text for fact in facts)
    return {fact.key: fact.text for fact in facts}


@at_once(("line", "expected", "before"), [(*b, a) for a, b in product(["", DATED, PROCESS, PROCESS + DATED], LINES)])
def test_a_line_tells_of_a_state(line, expected, before):
    assert told(START + before + line + "\n") == expected


RED, GREEN, RESYNC = (line + "\n" for line in (LINES[0][0], LINES[3][0], LINES[7][0]))
TEXTS = [
    (START + RED + GREEN, {TRAVELER: "green"}),
    (START + GREEN + RED, {TRAVELER: "red"}),
    (START + RED + START, {}),
    (RED + START + GREEN, {TRAVELER: "green"}),
    ("> tell traveler status\n" + RED + RESYNC, {TRAVELER: "red", DAOS: "needs resync"}),
    ((START + RED).replace("\n", "\r\n").encode("utf-16"), {TRAVELER: "red"}),
    (START + RED.strip(), {TRAVELER: "red"}),
    (START, {}),
    ("", {}),
]


@at_once(("raw", "expected"), TEXTS)
def test_the_last_one_since_the_start_counts(raw, expected):
    assert told(raw) == expected


TAKEN = [("> tell traveler status\n" + RED, True), ("> tell traveler status\nWhat?\n", False), (RED, False)]


@at_once(("head", "taken"), TAKEN)
def test_what_was_typed_and_a_state_make_a_console_log(head, taken):
    found = [one for one in map(readers.reader, readers.names()) if one.recognises(head.encode(), CATALOGUE)]
    assert (console_log.READER in found) is taken
