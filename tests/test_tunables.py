import data
import listings
from at_once import at_once

from advisor.facts import Fact
from advisor.readers import transcript
from advisor.readers.aix import tunables

NEXT = data.text("tunables/next.txt")
LAST = """\
info:
\tLogfile_checksum = "12345"
\tAIX_level = "7.1.0.0"
vmo:
\tmaxclient% = "90" # DEFAULT VALUE
\tlru_file_repage = "1" # RESTRICTED not at default value
"""


SET = {"tunables.description": "mail server", "tunables.aix_level": "5.3.0.60", "tunables.kernel_type": "MP64"}
SET |= {"nextboot.vmo.maxclient%": "10", "nextboot.vmo.strict_maxclient": "1", "nextboot.vmo.minperm%": ""}
SET |= {"nextboot.vmo.j2_odd": "", "nextboot.no.maxclient%": "7"}
SET |= {"nextboot_ignored.vmo.maxclient%": "20", "nextboot_ignored.vmo.maxfree": "1088"}
RAN = {"lastboot.info.logfile_checksum": "12345", "lastboot.info.aix_level": "7.1.0.0"}
RAN |= {"lastboot.vmo.maxclient%": "90", "lastboot.vmo.lru_file_repage": "1"}
TEXTS = [
    (NEXT, SET),
    (LAST, RAN),
    (LAST + 'vmo:\n\tmaxfree = "1"\n', RAN),  # twice: what ran is what stands there first
    ('vmo:\nmaxperm%="90"', {"nextboot.vmo.maxperm%": "90"}),
    ("vmo:\nmaxperm% = 9", {}),
    ("vmo:\nscrub = STATIC\n", {"nextboot.vmo.scrub": ""}),
    ('info:\n Description = "Größe" \nvmo:\n', {"tunables.description": "Größe"}),
    ('maxperm% = "90"\nvmo:\n', {}),
]


@at_once(("raw", "expected"), TEXTS)
def test_a_parameter_is_read(raw, expected):
    assert listings.texts(tunables, raw, "aix.") == expected


def test_a_value_is_where_the_fact_says():
    for raw in (NEXT, LAST, 'info:\n Description = "Größe" \n'):
        data = raw.encode()
        told = [
            (data[slice(*item.span)].decode(), item.text)
            for item in listings.read(tunables, raw)
            if isinstance(item, Fact)
        ]
        assert all(text in ("", found) for found, text in told)


DAMAGES = [
    (NEXT, [], True),
    (LAST, [], True),
    ("vmo:\n\nno:\n", [], True),
    ("vmo:\nmaxperm% = 9", [transcript.CUT], False),
    ('vmo:\nmaxperm% = "9\n', ["the quotes round the value are not closed"], False),
    ("vmo:\nmaxperm% 90\n", ["this is neither a stanza nor a parameter"], False),
    ('maxperm% = "90"\nvmo:\n', ["it stands in no stanza"], False),
    ("vmo:\nmax\0perm% = 90\n", ["the line holds NUL bytes and was not read"], False),
    ("vmo:\ncat: 0652-050 Cannot open nextboot.\n", ["this is neither a stanza nor a parameter"], False),
]


EXAMPLES = [NEXT, LAST, NEXT.replace("\n", "\r\n"), "vmo:\n\nno:\n"]
RECOGNISED = [
    ("vmo:\n", False),
    ('stanza1:\n    param1 = "value1"\n', False),
    ("default:\n\tfsize = 2097151\nroot:\n", False),
    ("info:\n  title: interface\n", False),
    ("  maxperm% = 80\n  maxclient% = 80\n", False),
    ("[vmo]\nmaxperm% = 80\n", False),
]
