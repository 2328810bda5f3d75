import listings
from at_once import at_once

from advisor.readers import transcript
from advisor.readers.aix import lsvg

ROOT = """\
rootvg:
LV NAME             TYPE       LPs     PPs     PVs  LV STATE      MOUNT POINT
hd5                 boot       1       2       2    closed/syncd  N/A
hd6                 paging     64      128     2    open/syncd    N/A
hd8                 jfs2log    1       2       2    open/syncd    N/A
hd4                 jfs2       8       16      2    open/stale    /
"""
DATA = """\
datavg:
LV NAME             TYPE       LPs     PPs     PVs  LV STATE      MOUNT POINT
noteslv             jfs2       640     640     1    open/syncd    /local/notes data
oldlv               jfs2       64      64      1    closed/syncd  /local/old
deadswap            paging     64      64      1    closed/syncd  N/A
"""
DISKS = """\
datavg:
PV_NAME           PV STATE          TOTAL PPs   FREE PPs    FREE DISTRIBUTION
hdisk3            missing           1275        0           00..00..00..00..00
hdisk2            active            1275        1275        255..255..255..255..255
Physical Volume   Mirror Pool
hdisk2            east
hdisk3
"""
GROUP = """\
VOLUME GROUP:       datavg                   VG IDENTIFIER:  00c0000000004c000000014300000001
VG STATE:           active                   PP SIZE:        64 megabyte(s)
TOTAL PVs:          2                        VG DESCRIPTORS: 3
STALE PVs:          0                        STALE PPs:      7
ACTIVE PVs:         1                        AUTO ON:        yes
MIRROR POOL STRICT: off
"""
ERROR = "0516-010 : Volume group must be varied on; use varyonvg command.\n"
NAMED = "0516-306 lsvg: Unable to find volume group x in the Device\n\tConfiguration Database.\n"
OF_ROOT = {
    "logical volume hd6": {"volume_group": "rootvg", "copies": "2", "disk_count": "2"},
    "array logical volume hd6": {"device": "/dev/hd6", "level": "1"},
    "logical volume hd4": {"volume_group": "rootvg", "copies": "2", "disk_count": "2"},
    "array logical volume hd4": {"device": "/dev/hd4", "level": "1", "health": "degraded", "health_said": "open/stale"},
    "volume /": {"device": "/dev/hd4", "volume_group": "rootvg"},
    "volume [SWAP]": {"device": "/dev/hd6", "swap": "yes"},
}  # fmt: skip
OF_DATA = {
    "logical volume noteslv": {"volume_group": "datavg", "copies": "1", "disk_count": "1"},
    "volume /local/notes data": {"device": "/dev/noteslv", "volume_group": "datavg"},
    "logical volume oldlv": {"volume_group": "datavg", "copies": "1", "disk_count": "1"},
}
OF_DISKS = {
    "disk hdisk3": {"volume_group": "datavg", "state": "missing"},
    "disk hdisk2": {"volume_group": "datavg", "state": "active"},
}
OF_GROUP = {"total_disks": "2", "active_disks": "1", "stale_partitions": "7"}
ALL_DISKS = {"disks": "hdisk2,hdisk3"}


def subjects(raw):
    return listings.told(listings.read(lsvg, raw), listings.with_kind)


def row(line):
    return ROOT.splitlines()[0] + "\n" + ROOT.splitlines()[1] + "\n" + line + "\n"


TEXTS = [
    (ROOT, OF_ROOT),
    ("# lsvg -l rootvg\n" + ROOT, OF_ROOT),
    (DATA, OF_DATA),
    (ROOT + "\n" + DATA, OF_ROOT | OF_DATA),
    (DISKS, OF_DISKS | {"volume group datavg": ALL_DISKS}),
    (GROUP, {"volume group datavg": OF_GROUP}),
    (GROUP + DISKS, OF_DISKS | {"volume group datavg": OF_GROUP | ALL_DISKS}),
    (GROUP.replace("PVs:          2 ", "PVs:          3 ") + DISKS, None),
    (DISKS + "junk\n", OF_DISKS),
    (ROOT.partition("\n")[2], None),
    (row("x jfs2 4 8 1 open/syncd /x"),
        {"logical volume x": {"volume_group": "rootvg", "copies": "2", "disk_count": "1"},
            "volume /x": {"device": "/dev/x", "volume_group": "rootvg"}}),
    (row("x jfs2 4 7 2 open/syncd /x"),
        {"logical volume x": {"volume_group": "rootvg", "disk_count": "2"},
            "volume /x": {"device": "/dev/x", "volume_group": "rootvg"}}),
    (row("x jfs2 0 0 0 open/syncd N/A"), {}),
]  # fmt: skip


@at_once(("raw", "expected"), [case for case in TEXTS if case[1] is not None])
def test_a_listing_is_read(raw, expected):
    assert subjects(raw) == expected


def test_a_group_that_has_more_disks_than_are_listed_is_not_told_by_the_list():
    assert "disks" not in subjects(TEXTS[7][0])["volume group datavg"]


def test_without_its_heading_the_group_is_not_known():
    assert "volume_group" not in subjects(ROOT.partition("\n")[2])["volume /"]


STRANGE = "this is no line that lsvg prints"
DAMAGES = [
    (ROOT + DATA + DISKS + GROUP, []),
    (ERROR, ["lsvg printed an error"]),
    (ROOT + ERROR, ["lsvg printed an error"]),
    (ROOT[:-25], [transcript.CUT]),
    (ROOT[:-1], [transcript.CUT]),
    (ROOT + "root@mail:/# ", []),
    (ROOT.replace("hd8", "h\0d8"), ["the line holds NUL bytes and was not read"]),
    (ROOT + "PHYSICAL VOLUME:    hdisk1   VOLUME GROUP:     rootvg\n", [STRANGE]),
    (ROOT + "hdisk0          00c0000000000001          rootvg          active\n", [STRANGE]),
]


EXAMPLES = [ROOT, DATA, DISKS, GROUP, ERROR, NAMED, ERROR + ROOT, "$ lsvg -l rootvg\n" + ROOT, ROOT.partition("\n")[2]]
RECOGNISED = [
    ("rootvg\ndatavg\n", False),
    ("# Groups\n\n" + ROOT, False),
    ("0516-306 lspv: Unable to find physical volume.\n", False),
    ("PHYSICAL VOLUME:    hdisk1   VOLUME GROUP:     rootvg\n", False),
    ("VOLUME GROUP: all\n", False),
]
