"""Dates that files print, and dates in file names."""

import pytest
from at_once import at_once

from advisor.values import dates


@at_once(("text", "day"), [
    ("Sun Nov 22 15:25:54 UTC 2026", "2026-11-22"),
    ("Sun Nov  1 03:25:54 PM CET 2026", "2026-11-01"),
    ("Fri Nov 20 04:10:35 2018", "2018-11-20"),
    ("So 22. Nov 15:25:54 CET 2026", "2026-11-22"),
    ("Mi 4. Mär 15:25:54 CET 2026", "2026-03-04"),
    ("Sun, 22 Nov 2026 15:25:54 +0100", "2026-11-22"),
    ("2026-11-22", "2026-11-22"),
    ("2026-11-22T15:25:54+01:00", "2026-11-22"),
    ("2026-11-22 15:25:54 UTC", "2026-11-22"),
    ("Sun Nov 31 15:25:54 UTC 2026", None),
    ("Sun Foo 22 15:25:54 UTC 2026", None),
    ("Sun Nov 22 15:25:54 UTC", None),
    ("/dev/sda1 100 2026", None),
    ("", None),
])  # fmt: skip
def test_the_day_of_a_line(text, day):
    assert dates.printed(text) == (day and dates.date.fromisoformat(day))


@at_once(("path", "day"), [
    ("mail01/df-2026-01-31.txt", "2026-01-31"),
    ("nsd_Linux_mail03_2026_11_20@04_10_35.log", "2026-11-20"),
    ("C:\\2020-01-01\\df.20260131", "2026-01-31"),
    ("2024-01-01/df.txt", None),
    ("df-2026-31-01.txt", None),
    ("df-12026-01-01.txt", None),
    ("df_31.12.2024.txt", "2024-12-31"),
    ("df_01.02.2026.txt", "2026-02-01"),  # with dots the day comes first
    ("df_12.31.2024.txt", None),
    ("df-12-31-2025.txt", "2025-12-31"),
    ("df-31-12-2025.txt", "2025-12-31"),
    ("df_5_5_2025.txt", "2025-05-05"),
    ("df-05-06-2025.txt", None),  # of May or of June
    ("df-31-12.2025.txt", None),
    ("df-2099-01-01.txt", None),  # still to come
    ("df-2026-01-31-2099-01-01.txt", None),
    ("mail2026.txt", None),
    ("", None),
])  # fmt: skip
def test_the_day_in_a_name(path, day):
    assert dates.named(path) == (day and dates.date.fromisoformat(day))


@at_once(("path", "day", "without"), [  # a path, the day, the path without dates
    ("df.txt", None, "df.txt"),
    ("2024-01-01/df.txt", "2024-01-01", "*/df.txt"),
    ("2024-01-01/df-2025-01-01.txt", "2025-01-01", "*/df-*.txt"),
    ("2024-01-01/a/df.txt", "2024-01-01", "*/a/df.txt"),
    ("a/df-05-06-2025.txt", None, "a/df-05-06-2025.txt"),
])  # fmt: skip
def test_the_day_of_a_way(path, day, without):
    assert dates.on_the_way(path) == (day and dates.date.fromisoformat(day), without)


@pytest.mark.parametrize(
    ("epoch", "day"), [("2026-01-30", None), ("2026-01-31", "2026-02-01"), ("2026-02-01", "2026-02-01")]
)
def test_a_day_that_is_to_come_is_none(monkeypatch, epoch, day):
    seconds = (dates.date.fromisoformat(epoch) - dates.date(1970, 1, 1)).days * 86400 + 60
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(seconds))
    assert dates.named("df-2026-02-01.txt") == (day and dates.date.fromisoformat(day))
