"""Between two rows of a table: on a straight line, as printed at a row, and not past the ends."""

from decimal import Decimal

import pytest
from at_once import at_once

from advisor.pack.tables import FigureRow, tables
from advisor.sizing import figures
from advisor.sizing.figures import BeyondRows

TABLES = tables()


@at_once(("name", "column", "at", "curve", "value", "words"), [
        ("cluster-users", "cpu_percent", 100, ("light",), "16.6", ""),
        ("cluster-users", "cpu_percent", 400, ("light",), "34.2", ""),
        ("cluster-users", "cpu_percent", 150, ("light",), "25.60", "between 100 and 200 users"),
        ("cluster-users", "disk_writes_kb_s", 30, ("heavy",), "238.0", "between 20 and 40 users"),
        ("cluster-replicators-cpu", "one_task_percent", 3, ("active",), "30.255", "between 2 and 4 servers"),
        ("logging-drives", "response_s", 8250, ("RAID array",), "0.5585", "between 8,000 and 8,500 users"),
        ("memory-groupware", "minimum_mb", 400, (), "448.0", "between 300 and 500 users"),
])  # fmt: skip
def test_between_two_rows(name, column, at, curve, value, words):
    found = figures.value_on(TABLES[name], column, at, *curve)
    assert (str(found.value), figures.interpolation_words(found, TABLES[name])) == (value, words)


@at_once(("at", "told"), [
        (99, "before the first measured row (100 users)"),
        (401, "beyond the last measured row (400 users)"),
])  # fmt: skip
def test_past_the_ends_there_is_nothing(at, told):
    with pytest.raises(BeyondRows) as beyond:
        figures.value_on(TABLES["cluster-users"], "cpu_percent", at, "light")
    assert str(beyond.value) == told


def test_rows_without_the_column_are_passed_over():
    rows = [FigureRow({"users": at} | cell, {}, {}, "") for at, cell in ((1, {"s": 1}), (2, {}), (3, {"s": 3}))]
    assert figures.interpolate(rows, "users", "s", Decimal(2)).value == 2
    with pytest.raises(BeyondRows, match="without a measured row"):
        figures.interpolate(rows, "users", "mb", Decimal(2))


@at_once(("drive", "seconds", "users"), [
        ("internal SCSI", "1", 3362),
        ("internal SCSI", "0.322", 3000),
        ("RAID array", "0.5", 8198),
        ("RAID array", "0.1", 6652),
])  # fmt: skip
def test_how_far_the_axis_goes_until_a_column_exceeds_a_value(drive, seconds, users):
    rows = TABLES["logging-drives"].curves()[(drive,)]
    assert figures.axis_reached(rows, "users", "response_s", Decimal(seconds)).value == users


@at_once(("seconds", "told"), [("0.01", "before the first"), ("1", "beyond the last")])
def test_a_value_that_no_row_exceeds_is_not_reached(seconds, told):
    rows = TABLES["logging-drives"].curves()[("RAID array",)]
    with pytest.raises(BeyondRows, match=told):
        figures.axis_reached(rows, "users", "response_s", Decimal(seconds))
