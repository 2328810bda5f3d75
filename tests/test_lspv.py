import listings
from at_once import at_once

from advisor.readers import transcript
from advisor.readers.aix import lspv

LIST = """\
hdisk1          00c0000000000002                    rootvg          active
hdisk0          00c0000000000001                    rootvg          active
hdisk2          none                                None
hdiskpower3     00c0000000000003                    datavg
"""
ONE = """\
PHYSICAL VOLUME:    hdisk0                   VOLUME GROUP:     rootvg
PV IDENTIFIER:      00c0000000000001 VG IDENTIFIER     00c0000000004c000000014300000001
PV STATE:           active
STALE PARTITIONS:   3                        ALLOCATABLE:      yes
TOTAL PPs:          543 (34752 megabytes)    VG DESCRIPTORS:   2
USED DISTRIBUTION:  101..109..108..49..07
MIRROR POOL:        None
"""
ERROR = "0516-010 : Volume group must be varied on; use varyonvg command.\n"
OFF = ERROR + ONE.replace("active", "???????").replace("3   ", "??? ")
LYING = """\
hdisk0:
LV NAME               LPs     PPs     DISTRIBUTION          MOUNT POINT
hd6                   32      32      00..00..32..00..00    N/A
noteslv               56      56      00..56..00..00..00    /local/notesdata
"""
OF_LIST = {
    "disk hdisk1": {"volume_group": "rootvg"},
    "disk hdisk0": {"volume_group": "rootvg"},
    "disk hdiskpower3": {"volume_group": "datavg"},
}
GROUPS = {"volume group rootvg": {"disks": "hdisk0,hdisk1"}, "volume group datavg": {"disks": "hdiskpower3"}}
OF_ONE = {"disk hdisk0": {"volume_group": "rootvg", "state": "active", "stale_partitions": "3"}}
OF_LYING = {"logical volume hd6": {"disk": "hdisk0"}, "logical volume noteslv": {"disk": "hdisk0"}}


def subjects(raw):
    return listings.told(listings.read(lspv, raw), listings.with_kind)


TEXTS = [
    (LIST, OF_LIST | GROUPS),
    ("$ lspv\n" + LIST, OF_LIST | GROUPS),
    (LIST[:-1], OF_LIST),
    (ONE, OF_ONE),
    (ONE + ONE, OF_ONE),
    (OFF, {"disk hdisk0": {"volume_group": "rootvg"}}),
    (LYING, OF_LYING),
    (LYING + LYING.replace("hdisk0", "hdisk1"), {name: {"disk": "hdisk1"} for name in OF_LYING}),
    (LIST + ONE + LYING, OF_LIST | GROUPS | OF_ONE | OF_LYING),
]


@at_once(("raw", "expected"), TEXTS)
def test_a_listing_is_read(raw, expected):
    assert subjects(raw) == expected


STRANGE = "this is no line that lspv prints"
BROKEN = [
    (LIST + ONE + LYING, []),
    (LIST[:-1], [transcript.CUT]),
    (LIST + "mail:/# ", []),
    (OFF, ["lspv printed an error"]),
    (LIST.replace("hdisk2", "hd\0isk"), ["the line holds NUL bytes and was not read"]),
    (ONE + "LOGICAL VOLUME:     hd4    VOLUME GROUP:   rootvg\nTYPE:  jfs2\n", [STRANGE, STRANGE]),
    (LYING + "rootvg\n", [STRANGE]),
    ("PHYSICAL VOLUME: ALLOCATABLE: VOLUME GROUP: x\nPV STATE: active\n", [STRANGE, STRANGE]),
]


@at_once(("raw", "reasons"), BROKEN)
def test_damage_is_named(raw, reasons):
    assert listings.ends(lspv, raw)[0] == reasons[:1]


EXAMPLES = [LIST, ONE, OFF, LYING, "# lspv\n" + LIST, "0516-320 lspv: Physical volume hdisk9 is not known.\n"]
RECOGNISED = [
    (ERROR, False),
    ("hdisk0 Available 10-60-00-8,0 16 Bit SCSI Disk Drive\n", False),
    ("hdisk0\nhdisk1\n", False),
    ("# Disks\n\n" + LIST, False),
]
