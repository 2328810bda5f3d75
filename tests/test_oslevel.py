import listings
from at_once import at_once

from advisor.facts import Fact
from advisor.readers.aix import oslevel

FULL = "5300-06-01-0748\n"
PLAIN = "5.3.0.0\n"


PACK = {"level": "5300-06-01-0748", "release": "5.3", "technology_level": "06", "service_pack": "01"}
TEXTS = [
    (FULL, PACK),
    (FULL.strip(), PACK),
    ("# oslevel -s\n" + FULL, PACK),
    ("# oslevel -r\n5300-06\n# oslevel -s\n" + FULL + "$ oslevel\n" + PLAIN, PACK),
    ("5300-06-CSP-0748\n", PACK | {"level": "5300-06-CSP-0748", "service_pack": "CSP"}),
    ("5300-01\n", {"level": "5300-01", "release": "5.3", "technology_level": "01"}),
    (PLAIN, {"level": "5.3.0.0", "release": "5.3"}),
    ("6.1.0.0\n", {"level": "6.1.0.0", "release": "6.1"}),
    ("7.1.0.0\n", {"level": "7.1.0.0", "release": "7.1"}),
    ("7200-05-03-2148\n",
        {"level": "7200-05-03-2148", "release": "7.2", "technology_level": "05", "service_pack": "03"}),
]  # fmt: skip


@at_once(("raw", "expected"), TEXTS)
def test_a_level_is_read(raw, expected):
    assert listings.texts(oslevel, raw, "aix.") == expected


def test_two_releases_stand_side_by_side():
    told = [
        item.text
        for item in listings.read(oslevel, PLAIN + "7.1.0.0\n")
        if isinstance(item, Fact) and item.key == "aix.release"
    ]
    assert told == ["5.3", "7.1"]


DAMAGED = [
    (FULL, []),
    (FULL + "oslevel: 0504-100 Failure\n", ["oslevel printed an error"]),
    (FULL + "# uname -a\nAIX\n", ["here somebody typed another command; what it printed was not read"]),
    (FULL + "5.3.\0\n", ["the line holds NUL bytes and was not read"]),
]
DAMAGES = [(*row, False) for row in DAMAGED]


EXAMPLES = [FULL, PLAIN, "# oslevel -s\r\n7100-03-01-1341\r\n"]
RECOGNISED = [
    ("12.0.2\n", False),
    ("8.5.3.6\n", False),
    ("5300-06-01-0748 and more\n", False),
    ("Level\n" + FULL, False),
    (PLAIN * 4, False),
]
