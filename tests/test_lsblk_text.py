"""The text of lsblk, as people paste it: trees, lists, pairs, and what becomes of it on the way."""

import data
import listings
from at_once import at_once
from hypothesis import given
from hypothesis import strategies as st

from advisor import readers
from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers.volumes import lsblk_text
from advisor.source import Source

CATALOGUE = builtin().catalogue
CUT = "the file ends in the middle of this line; if nothing is missing, end the line with a line end"
OTHER = "here somebody typed another command; what it printed was not read"
FOREIGN = "this is no line that lsblk prints"
RUN_TOGETHER = "the columns of this table run together; save what lsblk prints as it is, or use lsblk -J -O"

TREE = """\
NAME            MAJ:MIN RM   SIZE RO TYPE MOUNTPOINTS
sda               8:0    0    60G  0 disk
├─sda1            8:1    0     1G  0 part /boot
└─sda2            8:2    0    59G  0 part
  ├─rhel-root   253:0    0    35G  0 lvm  /
  └─rhel-swap   253:1    0     4G  0 lvm  [SWAP]
sdb               8:16   0   500G  0 disk
└─sdb1            8:17   0   500G  0 part /local/notes data
"""
ASCII = TREE.replace("├─", "|-").replace("└─", "`-")
SPOILT = TREE.replace("├─", "??").replace("└─", "??")
BY_PUTTY = TREE.replace("├─", "ââ").replace("└─", "ââ")
BY_WINDOWS = TREE.replace("├─", "Γö£ΓöÇ").replace("└─", "ΓööΓöÇ")
IN_A_TICKET = "\n".join(" ".join(line.split()) for line in ASCII.splitlines()) + "\n"
VOLUMES = {
    "/boot": {"device": "/dev/sda1", "disk": "/dev/sda"},
    "/": {"device": "/dev/mapper/rhel-root", "disk": "/dev/sda"},
    "[SWAP]": {"device": "/dev/mapper/rhel-swap", "disk": "/dev/sda", "swap": "yes"},
    "/local/notes data": {"device": "/dev/sdb1", "disk": "/dev/sdb"},
}

OLD = data.text("lsblk_text/old.txt")
MIRROR = data.text("lsblk_text/mirror.txt")
FILE_SYSTEMS = data.text("lsblk_text/file-systems.txt")
CHOSEN = """\
NAME   ROTA TRAN   VENDOR   MODEL            FSTYPE MOUNTPOINT
sda       1 sata   ATA      ST2000NX0253 X
└─sda1    1                                  ext4   /
sdb       1 spi    VMware,  Virtual disk S
└─sdb1    1                                  xfs    /data
sdc       0 sas    SAMSUNG  MZ7LH960
└─sdc1    0                                         /log
"""
SEVERAL = """\
NAME   MAJ:MIN RM  SIZE RO TYPE MOUNTPOINTS
sda      8:0    0   60G  0 disk
├─sda1   8:1    0    1G  0 part /boot
│                               /boot/again
└─sda2   8:2    0   59G  0 part /var/lib/snap
                                /
"""
PAIRS = r"""
NAME="sda" KNAME="sda" TYPE="disk" ROTA="0" MODEL="PERC \"x\" " FSTYPE="" MOUNTPOINT=""
NAME="sda1" KNAME="sda1" TYPE="part" ROTA="0" MODEL="" FSTYPE="ext4" MOUNTPOINT="/a\x20b"
NAME="vg-a" KNAME="dm-0" TYPE="lvm" ROTA="0" MODEL="" FSTYPE="xfs" MOUNTPOINTS="/\x0a/c"
"""
LIST = """\
NAME   MAJ:MIN RM SIZE RO TYPE MOUNTPOINT
nvme0n1     259:0    0 60G  0 disk
sdb         8:16   0 60G  0 disk
nvme0n1p1   259:1    0 60G  0 part /
sdb1        8:17   0 60G  0 part /b
vg-log      253:0  0 9G   0 lvm  /log
"""
MERGED = """\
NAME       MAJ:MIN RM  SIZE RO TYPE  MOUNTPOINTS
   sda       8:0    0   10G  0 disk
┌┈▶ ├─sda1   8:1    0    9G  0 part
└┬▶ └─sda2   8:2    0    9G  0 part
 └┈┈md0      9:0    0    9G  0 raid1 /
"""
LONG = """\
NAME        MAJ:MIN RM SIZE RO TYPE MOUNTPOINT
/dev/sda      8:0    0  60G  0 disk
└─/dev/sda1   8:1    0  60G  0 part /
/dev/xvda1  202:1    0  60G  0 part /x
"""
EXAMPLES = [TREE, ASCII, OLD, MIRROR, FILE_SYSTEMS, CHOSEN, SEVERAL, PAIRS, LIST, LONG]

GB = 1024**3


def room(free, used):
    return {"free": str(free), "used_percent": str(used)}


FLAT = {"device": "/dev/nvme0n1p1", "disk": "/dev/nvme0n1"}  # a cloud's disks are called so too
VIRTUAL = {"device": "/dev/mapper/rhel-root", "disk": "/dev/vda,/dev/vdb", "array": "/dev/md126", "media": "virtual"}
TEXTS = [
    (TREE, VOLUMES),
    (ASCII, VOLUMES),
    (SPOILT, VOLUMES),
    (BY_PUTTY, VOLUMES),
    (BY_WINDOWS, VOLUMES),
    (IN_A_TICKET, VOLUMES),
    ("    " + TREE.replace("\n", "\n    "), VOLUMES),
    ("[root@mail01 ~]# lsblk\n" + TREE + "[root@mail01 ~]# \n", VOLUMES),
    (OLD,
        {"/": {"device": "/dev/mapper/vg_root-lv_root", "disk": "/dev/sda"},
            "/app": {"device": "/dev/mapper/appdg-app", "disk": "/dev/sdb,/dev/sdc"}}),
    (MIRROR, {"/": VIRTUAL}),
    (FILE_SYSTEMS,
        {"/boot": {"device": "/dev/sda1", "disk": "/dev/sda", "file_system": "xfs"} | room(int(711.5 * 1024**2), 30),
            "/": {"device": "/dev/mapper/rhel-root", "disk": "/dev/sda", "file_system": "xfs"} | room(2 * GB, 95),
            "[SWAP]": VOLUMES["[SWAP]"] | {"file_system": "swap"},
            "/local/notesdata": FLAT | {"file_system": "ext4"} | room(5 * GB, 99),
            "/raid": {"device": "/dev/md127p1", "disk": "/dev/sdb", "array": "/dev/md127", "file_system": "ext4"} | room(
                5 * GB, 99)}),
    (CHOSEN,
        {
            "/": {"device": "/dev/sda1", "disk": "/dev/sda", "media": "hdd", "transport": "sata",
                "bare_disk": "/dev/sda", "file_system": "ext4"},
            "/data": {"device": "/dev/sdb1", "disk": "/dev/sdb", "media": "virtual", "file_system": "xfs",
                "transport": "spi"},
            "/log": {"device": "/dev/sdc1", "disk": "/dev/sdc", "media": "ssd", "transport": "sas"}}),
    (SEVERAL,
        {**{mount: {"device": "/dev/sda1", "disk": "/dev/sda"} for mount in ("/boot", "/boot/again")},
            **{mount: {"device": "/dev/sda2", "disk": "/dev/sda"} for mount in ("/var/lib/snap", "/")}}),
    (PAIRS,
        {"/a b": {"device": "/dev/sda1", "disk": "/dev/sda", "media": "ssd", "file_system": "ext4"},
            **{mount: {"device": "/dev/mapper/vg-a", "file_system": "xfs"} for mount in ("/", "/c")}}),
    (LIST, {"/": FLAT, "/b": {"device": "/dev/sdb1", "disk": "/dev/sdb"}, "/log": {"device": "/dev/mapper/vg-log"}}),
    (MERGED, {"/": {"device": "/dev/md0"}}),
    (LONG, {"/": {"device": "/dev/sda1", "disk": "/dev/sda"}, "/x": {"device": "/dev/xvda1"}}),
    (TREE.partition("\n")[0] + "\n", {}),
]  # fmt: skip


@at_once(("raw", "expected"), TEXTS, ids=range(len(TEXTS)))
def test_a_volume_is_read(raw, expected):
    items = listings.read(lsblk_text, raw)
    assert listings.told(items) == expected
    assert not [item for item in items if isinstance(item, Diagnostic)]
    assert [item.but for item in items if isinstance(item, Complete)] == [lsblk_text.UNLISTED] * ("/" in expected)


@at_once(("text", "head"), [(TREE, "sda"), (FILE_SYSTEMS, "nvme0n1"), (PAIRS, "sda")])
def test_a_fact_stands_where_it_is_told(text, head):
    source = Source.of("lsblk.txt", text.encode())
    facts = [item for item in lsblk_text.read(source, CATALOGUE) if isinstance(item, Fact)]
    assert {source.text(*fact.span) for fact in facts if fact.key == "volume.disk"} >= {head}
    assert all(source.text(*fact.span) in fact.text for fact in facts if fact.key in {"volume.device"})


SPACES = [  # FSAVAIL, FSUSE% and FSSIZE; free, size and used_percent
    ("14,5G", "32%", "", (str(int(14.5 * GB)), None, "32")),
    ("14.5G", "32%", "21.4G", (str(int(14.5 * GB)), str(int(21.4 * GB)), "32")),
    ("0", "100%", "", ("0", None, "100")),
    ("512B", "3%", "1E", ("512", str(1024**6), "3")),
    ("15569256448", "", "22980591616", ("15569256448", "22980591616", None)),
    ("", "", "", (None, None, None)),
    ("14.5X", "some", "-1", (None, None, None)),
]


@at_once(("free", "used", "size", "told"), SPACES)
def test_the_room_of_a_file_system_is_read(free, used, size, told):
    text = f'NAME="sda1" FSTYPE="xfs" FSAVAIL="{free}" FSUSE%="{used}" FSSIZE="{size}" MOUNTPOINT="/"\n'
    facts = {
        item.key: item.text
        for item in lsblk_text.read(Source.of("", text.encode()), CATALOGUE)
        if isinstance(item, Fact)
    }
    assert tuple(facts.get(f"volume.{key}") for key in ("free", "size", "used_percent")) == told


BROKEN = [
    (TREE[:-1], [CUT]),
    (TREE[: TREE.index("8:17")], [CUT]),
    (TREE + "[root@mail01 ~]# df -k\nFilesystem 1K-blocks\n", [OTHER]),
    (TREE.replace("sdb  ", "sd\0b "), ["the line holds NUL bytes and was not read"]),
    ("lsblk: dm-0: failed to get device path\n" + TREE, ["lsblk printed an error"]),
    (TREE + "lsblk: /dev/sdx: not a block device\n", ["lsblk printed an error"]),
    (TREE + "that is all\n", [FOREIGN]),
    (" ".join(FILE_SYSTEMS.split(" " * 2)), [RUN_TOGETHER]),
]


@at_once(("raw", "reasons"), BROKEN, ids=range(len(BROKEN)))
def test_what_is_damaged_tells_of_no_disks_and_makes_nothing_absent(raw, reasons):
    items = listings.read(lsblk_text, raw)
    assert [item.reason for item in items if isinstance(item, Diagnostic)] == reasons
    assert not any(isinstance(item, Complete) for item in items)
    assert not any(isinstance(item, Fact) and item.key == "volume.disk" for item in items)


TAKERS = [
    *((text, "lsblk text") for text, _ in TEXTS if text),
    ("lsblk: dm-0: failed to get device path\n" + TREE, "lsblk text"),
    ("NAME      TYPE       SIZE USED PRIO\n/dev/dm-1 partition   4G   0B   -2\n", None),
    ("NAME SIZE ALLOC FREE CAP HEALTH\ntank 1T 2G 3G 4% ONLINE\n", None),
    ("NAME READY STATUS RESTARTS AGE\ndomino-0 1/1 Running 0 3d\n", None),
    ("NAME SIZE\nsda 60G\n", None),
    ('NAME="Red Hat Enterprise Linux"\nVERSION="9.3"\n', None),
    ("We looked at NAME and TYPE of each disk.\n", None),
]


@at_once(("text", "name"), TAKERS, ids=range(len(TAKERS)))
def test_the_format_is_recognised_by_content(text, name):
    found = readers.recognise("some.txt", text if isinstance(text, bytes) else text.encode(), CATALOGUE)
    assert (found.name if found else None) == name


@given(
    st.lists(st.sampled_from([*'sda1 \n├└─│|`-/[]"=\\x0', "NAME ", "TYPE", "MOUNTPOINT\n", "8:0 ", "\0"])).map("".join)
)
def test_nothing_raises(text):
    for begin in ("", TREE.partition("\n")[0] + "\n", "NAME FSTYPE LABEL MOUNTPOINT\n"):
        listings.read(lsblk_text, begin + text)


@given(st.integers(0, len(TREE)))
def test_a_cut_never_moves_a_volume_to_another_disk(at):
    for mount, told in listings.told(listings.read(lsblk_text, TREE[:at])).items():
        assert told.get("disk") in {None, VOLUMES.get(mount, {}).get("disk")}
