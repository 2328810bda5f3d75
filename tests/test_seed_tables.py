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

# (source, section) → figures that no table has: of systems and processors, of sentences that say a table's figure again.
COMPAQ, PSERIES = "compaq-domino45", "ibm-domino7-pseries"
