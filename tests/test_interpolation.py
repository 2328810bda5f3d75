"""Inner rows of tables are worked out from their neighbours, as docs/size.md shows."""

import re
from decimal import Decimal
from pathlib import Path
from statistics import mean
from typing import NamedTuple

import pytest
from at_once import at_once

from advisor.pack.tables import FigureRow, FigureTable, tables
from advisor.sizing import figures

PAGE = Path(__file__).parents[1] / "docs" / "size.md"
TABLE = re.compile(r"(<!-- held back, .* -->\n).*?(<!-- end of held back -->)", re.DOTALL)
WITH_AXIS = [table for table in tables().values() if table.axis]
WORKED_OUT = {"servers", "change_percent"}  # columns that follow from others of their row


class HeldBack(NamedTuple):
    """A cell, what its neighbours give for it, and where it stands."""

    at: str
    measured: Decimal
    predicted: Decimal

    @property
    def off(self) -> Decimal:
        return abs(self.predicted - self.measured) / self.measured * 100


def held_back(table, column):
    for curve, rows in table.curves().items():
        known = [row for row in rows if column in row]
        for number, row in enumerate(known[1:-1], 1):
            others = [*known[:number], *known[number + 1 :]]
            found = figures.interpolate(others, table.axis, column, row.number(table.axis))
            assert found.interpolated
            at = ", ".join([*map(str, curve), f"{row.number(table.axis):,} {table.columns[table.axis].unit}"])
            yield HeldBack(at, row.number(column), found.value)


def line(table, column):
    found = list(held_back(table, column))
    head = f"| [{table.name}](tables.md#{table.name}) | {column} | {len(found)} "
    if not found:
        return f"{head}| | | | | |"
    worst = max(found, key=lambda one: one.off)
    mean_off = mean(one.off for one in found)
    tell = f"{worst.measured:,} | {worst.predicted.normalize():,f}"
    return f"{head}| {mean_off:.1f} % | {worst.off:.1f} % | {worst.at} | {tell} |"


def page():
    columns = [
        (table, name)
        for table in WITH_AXIS
        for name, column in table.columns.items()
        if column.type != "text" and name not in {table.axis, *table.by, *WORKED_OUT}
    ]
    head = "| table | column | rows left out | off, mean | off, most | there | measured | worked out |"
    return "\n".join([head, "|---" * 8 + "|", *(line(*one) for one in columns), ""])


def test_the_page_has_what_rows_left_out_come_to(rewrite):
    text = PAGE.read_text(encoding="utf-8")
    if rewrite:
        text = TABLE.sub(lambda match: match[1] + page() + match[2], text)
        PAGE.write_text(text, encoding="utf-8", newline="\n")
    assert f"-->\n{page()}<!--" in text


@at_once("table", WITH_AXIS, ids=lambda table: table.name)
def test_no_row_at_an_end_is_worked_out_from_the_others(table):
    for rows in table.curves().values():
        for others, end in ((rows[1:], rows[0]), (rows[:-1], rows[-1])):
            with pytest.raises(figures.BeyondRows):
                figures.interpolate(others, table.axis, table.axis, end.number(table.axis))


def test_a_row_that_lies_on_the_line_is_found_again():
    cells = [{"users": at, "mb": 64 * at} for at in (1, 2, 4, 5)]
    rows = tuple(FigureRow(cell, {}, {}, "") for cell in cells)
    columns = {name: tables()["memory-mail"].columns["users"] for name in ("users", "mb")}
    table = FigureTable("made", "", "", "", (), "", columns, rows, axis="users")
    assert [(one.predicted, one.off) for one in held_back(table, "mb")] == [(128, 0), (256, 0)]
