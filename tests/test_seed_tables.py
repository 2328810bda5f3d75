"""Every figure of every table stands in its document, in the section that the table names.

The founding documents are not part of the project: DOMLINT_SEEDS names their folder.
"""

import re
from decimal import Decimal

import pytest
import seed_iris
from at_once import at_once
from seed_sections import DOCUMENTS, SEEDS, sections

from advisor.pack import tables

pytestmark = pytest.mark.skipif(not SEEDS.is_dir(), reason="the founding documents are not here")
WORDS = (
    "none",
    *["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
        "fourteen"],
)  # fmt: skip
OTHER_WORDS = {"single": 1, "dual": 2, "pair": 2}
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?|\.\d+")
TABLES = [table for table in tables.tables().values() if table.source in DOCUMENTS]

# (table, column, printed cell) → how the text has it instead, and why.
IN_OTHER_WORDS = {
    ("notesbench-os2-maildb", "dollars_per_user", "19.37"): ("$19.3 7", "the cell is broken over two lines"),
} | seed_iris.IN_OTHER_WORDS
# (table, column, printed cell): what the text has no figure for. One processor is printed without a number.
UNSAID = {
    *((f"notesbench-{of}", "processors", "1") for of in ("nt-mail", "nt-maildb", "nt-discdb", "nt-groupware")),
    *((f"notesbench-{of}", "processors", "1") for of in ("os2-mail", "os2-maildb", "netware-mail", "netware-maildb")),
    ("case-study-users", "factor", "1"),  # no factor is as good as one
    ("users-conversion", "factor", "1"),  # "basically equating"
    ("raid-levels", "copies", "1"),  # no second one is spoken of
    ("raid-levels", "parity_drives", "0"),  # nor is parity
} | seed_iris.UNSAID

# Tables of the print, where all figures of a row stand in one line.
IN_LINES = {
    *(table.name for table in TABLES if table.name.startswith("notesbench-")),
    "memory-mail", "memory-groupware", "cpu-single", "drive-spindles",
    *seed_iris.IN_LINES,
}  # fmt: skip


def named(table, row):
    """The section of a row, and the number of the table in print, where the name says it."""
    name, _, number = (row.section or table.section).partition(", Table ")
    return name, number


def numbers(text):
    """All numbers of a text, those in words too."""
    found = {Decimal(number.replace(",", "")) for number in NUMBER.findall(text)}
    words = set(re.findall(r"[a-z]+", text.lower()))
    found.update(Decimal(number) for number, word in enumerate(WORDS) if word in words)
    return found | {Decimal(number) for word, number in OTHER_WORDS.items() if word in words}


def squeezed(text):
    return re.sub(r"[^a-z0-9]", "", text.lower())


def lacking(table, row, text):
    """The printed cells of a row that a text does not have."""
    within, letters = numbers(text), squeezed(text)
    for column, cell in row.printed.items():
        place = (table.name, column, str(cell))
        if place in UNSAID:
            continue
        if place in IN_OTHER_WORDS:
            found = IN_OTHER_WORDS[place][0] in text.replace("\\", "")
        elif isinstance(cell, str):
            found = not re.search(r"\d", cell) or squeezed(cell) in letters
        else:
            found = abs(Decimal(cell)) in within
        if not found:
            yield f"{column} {cell}"


ROWS = [(table, number, row) for table in TABLES for number, row in enumerate(table.rows, 1)]


@at_once(("table", "number", "row"), ROWS, ids=[f"{table.name}-{number}" for table, number, _ in ROWS])
def test_the_figures_of_a_row_stand_in_its_section(table, number, row):
    name, printed = named(table, row)
    text = sections(table.source)[name]
    assert not printed or f"Table {printed}" in text
    assert list(lacking(table, row, text)) == [], f"row {number}"
    if table.name in IN_LINES:
        lines = (line for line in text.splitlines() if not list(lacking(table, row, line)))
        assert next(lines, None), f"row {number} is no line"


AUDITED = [(table, row) for table, _, row in ROWS if table.name.startswith("notesbench-")]


def test_audited_systems_have_the_processors_of_their_line():
    for table, row in AUDITED:
        text = sections(table.source)[table.section]
        (line,) = (line for line in text.splitlines() if not list(lacking(table, row, line)))
        several = re.search(r"\t(\d)x", line)
        assert row["processors"] == (int(several[1]) if several else 1)
    lines = [line for text in sections(COMPAQ).values() for line in text.splitlines() if line.count("\t") == 8]
    assert len(AUDITED) == len([line for line in lines if line.startswith("Compaq")]) == 21


def test_what_is_said_in_other_words_or_not_at_all_is_in_a_table():
    cells = {(table.name, column, str(cell)) for table, _, row in ROWS for column, cell in row.printed.items()}
    assert {*IN_OTHER_WORDS, *UNSAID} <= cells


# The other way round: of a section with tables every figure is in one of them, besides names of things

NAMES = re.compile(
    r"(?im)^\d-\d+ [a-z].*$|^.* \d-\d+$|(?:figure|table|chapter|step|server|domino|release|raid|pages?|build level) ?[\d.-]+"
    r"|\(\d\) \d{4}|proliant \d+|pl\d+|p[56]/\d+|\b[1-4]p\b|smart-?/?2\w*|\bl2\b|8\.3|32-bit|64 bit|\b[\d/]+/\d\d\b"
)  # page and figure numbers, releases, levels, models, dates
# (source, section) → figures that no table has: of systems and processors, of sentences that say a table's figure again.
COMPAQ, PSERIES = "compaq-domino45", "ibm-domino7-pseries"
LEFT = {
    (COMPAQ, "Appendix B, MailDB Workload"): "19.3 7",  # $19.37, broken over two lines
    (COMPAQ, "Chapter 2, Performance Monitor Tool"): "512",  # KB of cache
    (COMPAQ, "Chapter 3, Single CPU Performance Results"): "2",  # MB of cache
    (COMPAQ, "Chapter 3, Processor Scalability Performance Results"): "200 512",  # MHz and KB of the processor
    (COMPAQ, "Chapter 3, Mail Workload Memory Testing"): "1 2",  # the slip of Smart 2/P; RAID and workload
    (COMPAQ, "Chapter 3, MailDB Workload Memory Testing"): "1 2 31.7 256",  # sums of memory; the slip
    (COMPAQ, "Chapter 3, Groupware_A Workload Memory Testing"): "2 256",  # sums of memory
    (COMPAQ, "Chapter 3, Repl_Hub Workload Memory Testing"): "1 2 192",  # sums of memory
    (COMPAQ, "Chapter 3, NT File System (NTFS)"): "1",  # one processor
    (COMPAQ, "Chapter 3, Hardware versus Software Striping"): "4",  # MB of the Smart-2, as elsewhere
    (COMPAQ, "Chapter 3, RAID 5 - Distributed Data Guarding"): "50",  # percent of RAID 1, as elsewhere
    (COMPAQ, "Chapter 3, Domino Partitioned Servers"): "2",  # the directory data2
    (COMPAQ, "Chapter 3, System Under Test"): "200",  # MHz
    (COMPAQ, "Chapter 3, Partitioned Server Performance Results"): "16 200",  # MB of cache, MHz
    (COMPAQ, "Chapter 3, Hard Disk Controller Tuning"): "25 75",  # the ratio recommended, as elsewhere
    (COMPAQ, "Chapter 3, Smart-2 Controller's Array Accelerator Read/Write Ratio"): "4 50",  # as elsewhere
    (
        COMPAQ,
        "Chapter 4, Convert Real World Users to NotesBench Workload Users",
    ): "10 20 30",  # KB of messages, as before
    (COMPAQ, "Chapter 4, Selecting the System"): "0 1 1.2 512 850 2500",  # models; a total of 1.2 as an example
    (COMPAQ, "Chapter 4, Step 3: Select the System"): "300 800",  # users on either server, as before
    (COMPAQ, "Chapter 4, Step 4: Determine the Memory Configuration"): "64",  # MB of memory-cushion
    (COMPAQ, "Chapter 4, Step 5: Determine the Disk Subsystem Configuration"): "7 46 49",  # 6/7; over 46 GB; 49-3MB
    (PSERIES, "Configuration 1: IBM Research"): "4 5.3 32 60 650 7038",  # model, AIX 5.3, 32 bit, beta 4; mailbox 60
    (PSERIES, "Configuration 2: IBM Global Services"): "3 5.3 60 650 7038",
    (PSERIES, "Configuration 3: various IBM groups"): "5.3 32 60 650 7038",
    (PSERIES, "IBM Research performance data"): "4 5 7",  # hours of the day, beta 4
    (PSERIES, "IGS performance data"): "4 5 6 7 87",  # and the share of a template, as before
    (PSERIES, "Configuration 3 performance data"): "4",
    (PSERIES, "Domino parameters"): "31 100 1000 2498",  # settings that rules judge, and a controller
    (PSERIES, "Conclusion"): "0.3 6.5 23 3533 8000",  # releases; savings and users of the servers, as before
} | seed_iris.LEFT
ELSEWHERE = {(COMPAQ, "Chapter 3, Memory Recommendations")}  # the memory tables, which stand three times


def left(table_source, name):
    """The figures of a section that no row of its tables has."""
    text = NAMES.sub(" ", sections(table_source)[name])
    of_tables = set()
    for table, _, row in ROWS:
        if table.source == table_source and named(table, row)[0] == name:
            of_tables.update(*(numbers(str(cell)) for cell in row.printed.values()))
    return {Decimal(number.replace(",", "")) for number in NUMBER.findall(text)} - of_tables


PLACES = sorted({(table.source, named(table, row)[0]) for table, _, row in ROWS} - ELSEWHERE)


@at_once("place", PLACES, ids=lambda place: place[1])
def test_every_figure_of_its_section_is_in_a_table(place):
    assert left(*place) == {Decimal(figure) for figure in LEFT.get(place, "").split()}


@pytest.mark.parametrize("source", sorted(seed_iris.DOCUMENTS))
def test_sections_without_a_table_have_no_figures_of_interest(source):
    of_tables = {name for of, name in PLACES if DOCUMENTS[of] == DOCUMENTS[source]}
    for name in set(sections(source)) - of_tables:
        large = {figure for figure in left(source, name) if figure > 8} - {Decimal(100)}
        assert large == {Decimal(figure) for figure in seed_iris.WITHOUT_TABLE.get(name, "").split()}, name


def test_what_is_left_is_of_sections_with_tables():
    assert set(LEFT) <= set(PLACES)


@pytest.mark.parametrize("name", ["memory-mail", "memory-groupware"])
def test_the_memory_tables_stand_alike_in_chapter_3(name):
    text = "\n".join(text for name, text in sections(COMPAQ).items() if name.startswith("Chapter 3"))
    lines = [" ".join(re.findall(r"\d+", line)) for line in text.splitlines()]
    rows = [
        " ".join(str(row.printed[cell]) for cell in ("users", "minimum_mb", "recommended_mb"))
        for row in tables.table(name).rows
    ]
    assert [lines.count(row) for row in rows] == [2] * len(rows)
