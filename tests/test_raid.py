"""The words of six tools for one thing: one line a word."""

import pytest

from advisor.values import raid

LEVELS = [
    ("RAID 1+0", 1, "10"),
    ("1+0", 1, "10"),
    ("RAID 1 + 0", 1, "10"),
    ("raid10", 1, "10"),
    ("RAID10", 1, "10"),
    ("RAID 6 (ADG)", 1, "6"),
    ("6 Reed-Solomon", 1, "6"),
    ("RAID5", 1, "5"),
    ("5EE", 1, "5EE"),
    ("RAID 5E", 1, "5E"),
    ("1E", 1, "1E"),
    ("RAID 1E", 1, "1E"),
    ("0", 1, "0"),
    ("RAID60", 1, "60"),
    ("50", 1, "50"),
    ("Primary-1, Secondary-0, RAID Level Qualifier-0", 1, "1"),
    ("Primary-1, Secondary-0, RAID Level Qualifier-0", 4, "10"),
    ("Primary-1, Secondary-3, RAID Level Qualifier-0", 1, "10"),
    ("Primary-5, Secondary-0, RAID Level Qualifier-3", 1, "5"),
    ("Primary-5, Secondary-3, RAID Level Qualifier-3", 2, "50"),
    ("Primary-6, Secondary-0, RAID Level Qualifier-3", 2, "60"),
    ("Primary-0, Secondary-0, RAID Level Qualifier-0", 1, "0"),
    ("Spanned_volume", 1, "JBOD"),
    ("Simple_volume", 1, "JBOD"),
    ("linear", 1, "JBOD"),
    ("N/A", 1, None),
    ("7", 1, None),
    ("", 1, None),
]


@pytest.mark.parametrize(("text", "spans", "level"), LEVELS)
def test_a_level_has_one_spelling(text, spans, level):
    assert raid.level(text, spans) == level
