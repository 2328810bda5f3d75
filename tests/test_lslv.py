import data
import listings
from at_once import at_once

from advisor.readers import transcript
from advisor.readers.aix import lslv

ONE = data.text("lslv/one.txt")
TWO = ONE.replace("COPIES:             1", "COPIES:             2")
LOOSE = TWO.replace("PV ?: yes", "PV ?: no")
STRIPED = TWO + "STRIPE WIDTH:       2\nSTRIPE SIZE:        64K\n"
STALE = TWO.replace("opened/syncd", "opened/stale")
CLOSED = ONE.replace("opened", "closed")
PAGING = ONE.replace("jfs2 ", "paging ").replace("/local/notesdata ", "N/A ").replace("noteslv", "hd6")
BOOT = PAGING.replace("paging ", "boot ")
LONG = ONE.replace("noteslv                ", "A_LONG_NAME_OF_A_VOLUME ").replace("  LABEL:", " LABEL:")
DISKS = """\
noteslv:/local/notesdata
PV                COPIES        IN BAND       DISTRIBUTION
hdisk5            080:000:000   100%          000:000:058:022:000
hdisk1            080:000:000   100%          000:000:004:076:000
"""
ERROR = "0516-306 lslv: Unable to find noteslv in the Device\n\tConfiguration Database.\n"
LV = {"volume_group": "datavg", "copies": "1", "inter_policy": "minimum", "write_verify": "off"}
VOLUME = {"device": "/dev/noteslv", "volume_group": "datavg"}
ARRAY = {"device": "/dev/noteslv", "level": "1"}
OF_ONE = {"logical volume noteslv": LV, "volume /local/notesdata": VOLUME}
OF_TWO = {"logical volume noteslv": LV | {"copies": "2"}, "volume /local/notesdata": VOLUME}
MIRROR = {"array logical volume noteslv": ARRAY}


def subjects(raw):
    return listings.told(listings.read(lslv, raw), listings.with_kind)


TEXTS = [
    (ONE, OF_ONE),
    ("# lslv noteslv\n" + ONE, OF_ONE),
    (TWO, OF_TWO | MIRROR),
    (LOOSE, OF_TWO),
    (STRIPED, OF_TWO),
    (STALE, OF_TWO | {"array logical volume noteslv": ARRAY | {"health": "degraded", "health_said": "opened/stale"}}),
    (CLOSED, {"logical volume noteslv": LV}),
    (PAGING,
        {"logical volume hd6": {"volume_group": "datavg", "copies": "1"},
            "volume [SWAP]": {"device": "/dev/hd6", "swap": "yes"}}),
    (BOOT, {}),
    (LONG,
        {"logical volume A_LONG_NAME_OF_A_VOLUME": LV,
            "volume /local/notesdata": VOLUME | {"device": "/dev/A_LONG_NAME_OF_A_VOLUME"}}),
    (DISKS, {"logical volume noteslv": {"disk": "hdisk1,hdisk5"}}),
    (ONE + DISKS, OF_ONE | {"logical volume noteslv": LV | {"disk": "hdisk1,hdisk5"}}),
    (ONE[: ONE.index("       LABEL")], {}),
]  # fmt: skip


@at_once(("raw", "expected"), TEXTS)
def test_a_listing_is_read(raw, expected):
    assert subjects(raw) == expected


STRANGE = "this is no line that lslv prints"
EARLY = "what lslv says of this logical volume ends early"
DAMAGES = [
    (ONE + TWO + DISKS, []),
    (ONE[:-100], [EARLY]),
    (ONE[:30], [transcript.CUT]),
    (ERROR, ["lslv printed an error"]),
    (ONE + ERROR, ["lslv printed an error"]),
    (ONE.replace("Serialize", "Ser\0ialize"), ["the line holds NUL bytes and was not read"]),
    (ONE + "PHYSICAL VOLUME:    hdisk1   VOLUME GROUP:     rootvg\nPV STATE:   active\n", [STRANGE]),
    (ONE + "hdisk0          00c0000000000001          rootvg          active\n", [STRANGE]),
    (DISKS + "hdisk7\n", [STRANGE]),
    ("LOGICAL VOLUME: TYPE: VOLUME GROUP:\n", [EARLY]),
]


EXAMPLES = [ONE, TWO, PAGING, DISKS, ERROR, "root@mail:/# lslv noteslv\n" + ONE]
RECOGNISED = [
    ("0516-010 : Volume group must be varied on; use varyonvg command.\n", False),
    ("LOGICAL VOLUME: noteslv\n", False),
    ("# Volumes\n\n" + ONE, False),
]
