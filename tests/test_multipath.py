"""multipath -ll and iSCSI sessions: what lies on a storage network, and what follows for the volumes on it."""

import data
import listings
from at_once import at_once

from advisor import readers
from advisor.facts import SERVER, Diagnostic, Subject
from advisor.readers.volumes import multipath

MAP = """\
mpatha (360050768018e8a6b1800000000000012) dm-2 IBM,2145
size=500G features='1 queue_if_no_path' hwhandler='0' wp=rw
|-+- policy='service-time 0' prio=50 status=active
| `- 1:0:0:1 sdb 8:16 active ready running
`-+- policy='service-time 0' prio=10 status=enabled
  `- 2:0:0:1 sdc 8:32 failed faulty running
"""
WITHOUT_ALIAS = """\
3600d0230000000000e13955cc3757800 dm-1 WINSYS,SF2372
size=269G features='0' hwhandler='0' wp=rw
`-+- policy='round-robin 0' prio=1 status=active
  |- 6:0:0:0 sdb 8:16  active ready  running
  `- #:#:#:# -   #:#   failed undef  unknown
"""
OLD = """\
mpath1 (3600d0230003228bc000339414edb8101) dm-10 WINSYS,SF2372
[size=10 GB][features="0"][hwhandler="0"]
\\_ round-robin 0 [prio=1][active]
 \\_ 2:0:0:6 sdb 8:16 [active][ready]
\\_ round-robin 0 [prio=1][enabled]
 \\_ 3:0:0:6 sdc 8:64 [active][ready]
"""
DATED = "Mar 01 10:00:00 | /etc/multipath.conf line 4, invalid keyword: x\n"
EXAMPLES = [MAP, WITHOUT_ALIAS, OLD, MAP + WITHOUT_ALIAS]

A = {"map": "mpatha", "maker": "IBM,2145", "path": "up"}
DOWN = A | {"path": "down"}
NUMBERED = {"path": "up", "map": "3600d0230000000000e13955cc3757800", "maker": "WINSYS,SF2372"}
TEXTS = [
    (MAP, {"/dev/sdb": A, "/dev/sdc": DOWN}),
    ("# multipath -ll\n" + DATED + MAP + "# \n", {"/dev/sdb": A, "/dev/sdc": DOWN}),
    (WITHOUT_ALIAS, {"/dev/sdb": NUMBERED}),
    (OLD, {f"/dev/{disk}": {"map": "mpath1", "maker": "WINSYS,SF2372", "path": "up"} for disk in ("sdb", "sdc")}),
    (MAP.replace("IBM,2145", "NETAPP  ,LUN C-Mode"),
        {f"/dev/sd{disk}": A | {"maker": "NETAPP ,LUN C-Mode", "path": path} for disk,
            path in (("b", "up"), ("c", "down"))}),
]  # fmt: skip


ADDRESSES = ("1:0:0:1", "2:0:0:1", "6:0:0:0", "2:0:0:6", "3:0:0:6")


def str_of(raw):
    return raw if isinstance(raw, str) else raw.decode("utf-16-le")


@at_once(("raw", "expected"), TEXTS, ids=range(len(TEXTS)))
def test_a_path_is_read(raw, expected):
    items = listings.read(multipath, raw)
    told = listings.told(items)
    assert [one.pop("address") for one in told.values()] == [address for address in ADDRESSES if address in str_of(raw)]
    assert told == expected
    assert not [item for item in items if isinstance(item, Diagnostic)]


BROKEN = [
    (MAP[:-1], "the file ends in the middle of this line; if nothing is missing, end the line with a line end"),
    (MAP.replace("sdb", "s\0b"), "the line holds NUL bytes and was not read"),
    (MAP + "that is all\n", "this is no line that multipath prints"),
    (MAP + "[root@mail01 ~]# df -k\n", "here somebody typed another command; what it printed was not read"),
]


@at_once(("raw", "reason"), BROKEN, ids=range(len(BROKEN)))
def test_what_is_not_read_is_said(raw, reason):
    assert listings.ends(multipath, raw)[0] == [reason]


TAKERS = [
    *((text, "multipath") for text, _ in TEXTS if text),
    ("dm-0 is a device, of\nIBM,2145\n", None),
    ("We use mpatha (3600) and dm-2 of IBM,2145 there.\nIt is fast.\n", None),
]


@at_once(("text", "name"), TAKERS, ids=range(len(TAKERS)))
def test_the_format_is_recognised_by_content(text, name):
    found = readers.recognise("some.txt", text if isinstance(text, bytes) else text.encode(), listings.CATALOGUE)
    assert (found.name if found else None) == name


DF = "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/sda1 100 60 40 60% /\n{} 100 60 40 60% /local\n"
TREE = data.text("multipath/tree.txt")
SESSION = """\
Target: iqn.2001-05.com.example:storage (non-flash)
\t\t\tAttached scsi disk sdb\t\tState: running
"""
BOTH = ("/dev/sdb,/dev/sdc", "virtual")
VOLUMES = [
    ((DF.format("/dev/mapper/mpatha"), MAP), *BOTH),
    ((DF.format("/dev/mapper/mpatha1"), MAP), *BOTH),
    ((DF.format("/dev/mapper/mpathap1"), MAP), *BOTH),
    ((DF.format("/dev/mapper/mpatha-part1"), MAP), *BOTH),
    ((DF.format("/dev/mapper/mpathb1"), MAP), None, None),
    ((DF.format("/dev/sdb1"), MAP), None, None),
    ((DF.format("/dev/mapper/vg-local"), MAP), None, None),
    ((TREE, MAP), *BOTH),
    ((TREE, OLD), "/dev/sdb,/dev/sdc", None),
    ((TREE, SESSION), "/dev/sdb,/dev/sdc", None),
    ((TREE, SESSION, SESSION.replace("sdb", "sdc")), *BOTH),
    ((TREE,), "/dev/sdb,/dev/sdc", None),
]


def test_where_the_disks_are_known_a_hint_asks_for_what_lies_below_them():
    ini = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nTRANSLOG_Status=1\nTRANSLOG_Path=/log/translog\n"
    more = "/dev/sdz1 100 60 40 60% /log\n"
    facts = listings.facts_of(ini, DF.format("/dev/mapper/mpatha") + more, MAP)
    assert "the disks behind /dev/sdb and /dev/sdc, which hold /local" in facts.ask("transaction_log.shares").trouble


@at_once(("files", "disk", "media"), VOLUMES, ids=range(len(VOLUMES)))
def test_a_volume_on_a_storage_network_is_virtual(files, disk, media):
    facts = listings.facts_of(*files)
    local = Subject("volume", "/local")
    assert (facts.ask("volume.disk", local).text, facts.ask("volume.media", local).text) == (disk, media)
    assert facts.ask("volume.media", Subject("volume", "/")).text is None
    assert facts.ask("volume.media", SERVER).text is None
