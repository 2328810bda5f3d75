"""vmtune of AIX 4.3, 5.1 and 5.2, in the form that its source prints."""

import data
import listings
from at_once import at_once

from advisor.facts import Fact
from advisor.readers import transcript
from advisor.readers.aix import vmtune

TABLES = data.text("vmtune/tables.txt")
SHARES = """
number of valid memory pages = 1048564\tmaxperm=79.9% of real memory
maximum pinable=80.0% of real memory\tminperm=20.0% of real memory
number of file memory pages = 815029\tnumperm=77.7% of real memory
"""
LATER = """\
number of compressed memory pages = 0\tcompressed=0.0% of real memory
number of client memory pages = 0\tnumclient=0.0% of real memory
# of remote pgs sched-pageout = 0\tmaxclient=79.9% of real memory
"""
OLD = TABLES + SHARES  # AIX 4.3
TEXT = OLD + LATER  # AIX 5.1
CHANGED = TEXT + "\n" + TEXT.replace("current", "new").replace("79.9", "10.0")
WHOLE = {"maxperm%": "79.9", "minperm%": "20.0", "maxclient%": "79.9"}


TEXTS = [
    (TEXT, WHOLE),
    ("# /usr/samples/kernel/vmtune\n" + TEXT, WHOLE),
    (OLD, {"maxperm%": "79.9", "minperm%": "20.0"}),
    (CHANGED, {"maxperm%": "10.0", "minperm%": "20.0", "maxclient%": "10.0"}),
    (TEXT + "\n" + TEXT.replace("current", "default").replace("79.9", "80.0"), WHOLE),
    (TABLES, {}),
]


@at_once(("raw", "expected"), TEXTS)
def test_shares_of_memory_are_read(raw, expected):
    assert listings.texts(vmtune, raw, "aix.vmo.") == expected


def test_a_value_is_where_the_fact_says():
    assert all(TEXT[slice(*item.span)] == item.text for item in listings.read(vmtune, TEXT) if isinstance(item, Fact))


DAMAGES = [
    (TEXT, []),
    (TEXT + "$ ", []),
    (TEXT[:-9], [transcript.CUT]),
    (TEXT + "# oslevel\n5.1.0.0\n", ["here somebody typed another command; what it printed was not read"]),
    (TEXT + "what now?\n", ["this is no line that vmtune prints"]),
    (TEXT.replace("numperm", "num\0perm"), ["the line holds NUL bytes and was not read"]),
]


EXAMPLES = [OLD, TEXT, CHANGED, TEXT.replace("\n", "\r\n")]
RECOGNISED = [
    ("# vmtune\n" + OLD, True),
    ("vmtune: error opening /dev/kmem\n", False),
    ("Run vmtune; it prints current values:\n", False),
    ("  minperm% = 20\n  maxperm% = 80\n", False),
]
