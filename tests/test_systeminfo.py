"""systeminfo, in the language of its Windows."""

import data
import listings
from at_once import at_once

from advisor.facts import Diagnostic, Fact
from advisor.readers.windows import systeminfo

ENGLISH = data.text("systeminfo/english.txt")
GERMAN = data.text("systeminfo/german.txt")
FRENCH = data.text("systeminfo/french.txt")
RUSSIAN = data.text("systeminfo/russian.txt")
X86 = ENGLISH.replace("x64-based PC", "X86-based PC")
EXAMPLES = [ENGLISH, X86, GERMAN, FRENCH, RUSSIAN, "C:\\>systeminfo\n" + ENGLISH]


def told(raw):
    found = {}
    for item in listings.read(systeminfo, raw):
        if isinstance(item, Fact):
            found.setdefault((item.subject.name, item.key), []).append(item.text)
    return found


def machine(host, virtual, total, free, *, page_files=("C:",)):
    told = {("", "machine.host_name"): [host], ("", "machine.virtual"): [virtual], ("C:", "volume.holds"): ["os"]}
    told |= {("", "memory.total"): [str(total * 2**20)], ("", "memory.available"): [str(free * 2**20)]}
    for letter in page_files:
        told.setdefault((letter, "volume.holds"), []).append("swap")
    return told


TEXTS = [
    (ENGLISH, machine("mail01", "yes", 8191, 2294, page_files=("C:", "P:"))),
    ("PS C:\\> systeminfo\n" + ENGLISH, machine("mail01", "yes", 8191, 2294, page_files=("C:", "P:"))),
    (GERMAN, machine("mail02", "no", 32511, 8611, page_files=("D:",))),
    (GERMAN.encode("cp850"), machine("mail02", "no", 32511, 8611, page_files=("D:",))),
    (FRENCH, machine("mail03", "yes", 4095, 512)),
    (FRENCH.replace("\u00a0", "ÿ"), machine("mail03", "yes", 4095, 512)),
    (FRENCH.encode("utf-16"), machine("mail03", "yes", 4095, 512)),
    (RUSSIAN.encode("utf-16"), machine("mail04", "no", 16384, 8192)),
]


TYPES = [
    ("x64-based PC", None),
    ("X86-based PC", ["32"]),
    ("x86-basierter PC", ["32"]),
    ("PC basado en x86", ["32"]),
    ("PC \u00e0 base de x64", None),
    ("ARM64-based PC", None),
]


@at_once(("kind", "bits"), TYPES)
def test_only_a_machine_of_x86_has_32_bits(kind, bits):
    assert told(ENGLISH.replace("x64-based PC", kind)).get(("", "machine.bits")) == bits


@at_once(("raw", "expected"), TEXTS)
def test_a_machine_is_read(raw, expected):
    assert told(raw) == expected


TRIMMED = [  # lines of memory, bytes in all, free bytes; of a listing from which lines were taken out
    ("Total Physical Memory:     8,191 MB\nAvailable Physical Memory: 2,294 MB\n", [8191], [2294]),
    ("Total Physical Memory:     8,191 MB\n", [8191], []),
    ("Available Physical Memory: 2,294 MB\n", [], [2294]),
    ("Gesamter physischer Speicher:    32.511 MB\nVerf\u00fcgbarer physischer Speicher: 8.611 MB\n", [32511], [8611]),
    ("Total Physical Memory:     8,191 MB\nVirtual Memory: Max Size:  9,471 MB\n", [8191], []),
]


@at_once(("lines", "total", "free"), TRIMMED)
def test_a_trimmed_listing_has_the_memory_that_its_lines_name(lines, total, free):
    found = told(ENGLISH[: ENGLISH.index("Total Physical")] + lines + "Page File Location(s):     P:\\pagefile.sys\n")
    sizes = [[str(size * 2**20) for size in megabytes] for megabytes in (total, free)]
    assert [found.get(("", key), []) for key in ("memory.total", "memory.available")] == sizes
    assert found["P:", "volume.holds"] == ["swap"]


def test_of_a_machine_whose_end_is_cut_the_beginning_counts():
    items = listings.read(systeminfo, ENGLISH[: ENGLISH.index("Total Physical Memory")])
    assert [item.reason for item in items if isinstance(item, Diagnostic)] == [systeminfo.NOTHING]
    assert "machine.virtual" in {item.key for item in items if isinstance(item, Fact)}


RECOGNISED = [
    *((raw, True) for raw in EXAMPLES),
    (GERMAN.encode("cp850"), True),
    ("Host Name:  MAIL01\nOS Name:  HP-UX\n", False),
    ("System Model: IBM,8205\nMachine Serial Number: 1\n", False),
]
