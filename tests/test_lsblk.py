import json

import listings
from at_once import at_once

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers.volumes import lsblk
from advisor.source import Source

CATALOGUE = builtin().catalogue


def device(name, kind, children=(), mount=None, **told):
    below = {"children": list(children)} if children else {}
    return {"name": name, "type": kind, "mountpoint": mount, **told, **below}


def listing(*devices):
    return json.dumps({"blockdevices": list(devices)}, indent=3)


def mirrored(disk, **told):
    """A disk with an md array for the root and swap space on LVM in another."""
    root = device("md0", "raid1", mount="/", fstype="ext4")
    swap = device("rootvg-swap", "lvm", mount="[SWAP]", fstype="swap")
    parts = [device(disk + "1", "part", [root]), device(disk + "2", "part", [device("md1", "raid1", [swap])])]
    return device(disk, "disk", parts, **told)


SPINDLE = {"rota": True, "tran": "sata", "vendor": "ATA", "model": "ST2000NX0253"}
FLASH = {"rota": False, "tran": "sata", "vendor": "ATA", "model": "MZ7LH960"}
PLAIN = listing(device("sda", "disk", [device("sda1", "part", mount="/")]))
MIRROR = listing(mirrored("sda", **SPINDLE), mirrored("sdb", **SPINDLE))
MIXED = listing(mirrored("sda", **SPINDLE), mirrored("sdb", **FLASH))
OLD = listing(device("sda", "disk", [device("vg-data (dm-0)", "lvm", mount="/data")], rota="1", model="QEMU HARDDISK"))
MANY = json.dumps(
    {"blockdevices": [{"name": "nvme0n1", "type": "disk", "mountpoints": ["/", None, "/var/lib/x"], "rota": False}]}
)
PATHS = listing(
    device("mpatha", "mpath", [device("mpatha1", "part", mount="/san", path="/dev/mapper/mpatha1")], path="/dev/dm-0")
)
LOOP = listing(device("loop0", "loop", mount="/snap/a\\b", fstype="squashfs", rota=False))
CCISS = listing(device("cciss!c0d0", "disk", mount="/", rota="1"))

EXAMPLES = [PLAIN, MIRROR, OLD, MANY, PATHS, LOOP, CCISS, "$ lsblk -J -O > lsblk.json\n" + PLAIN]


def volumes(raw):
    return listings.told(listings.read(lsblk, raw))


ROOT = {"device": "/dev/md0", "disk": "/dev/sda,/dev/sdb", "array": "/dev/md0", "file_system": "ext4"}
SWAP = {
    "device": "/dev/mapper/rootvg-swap",
    "disk": "/dev/sda,/dev/sdb",
    "array": "/dev/md1",
    "file_system": "swap",
    "swap": "yes",
}
SATA = {"transport": "sata"}
HDD = {"media": "hdd", "transport": "sata"}
TEXTS = [
    (PLAIN, {"/": {"device": "/dev/sda1", "disk": "/dev/sda"}}),
    (MIRROR, {"/": ROOT | HDD, "[SWAP]": SWAP | HDD}),
    (MIXED, {"/": ROOT | SATA, "[SWAP]": SWAP | SATA}),
    (OLD, {"/data": {"device": "/dev/mapper/vg-data", "disk": "/dev/sda", "media": "virtual"}}),
    (MANY,
        {"/": {"device": "/dev/nvme0n1", "disk": "/dev/nvme0n1", "media": "nvme"},
            "/var/lib/x": {"device": "/dev/nvme0n1", "disk": "/dev/nvme0n1", "media": "nvme"}}),
    (PATHS, {"/san": {"device": "/dev/mapper/mpatha1"}}),
    (LOOP, {"/snap/a\\b": {"device": "/dev/loop0", "file_system": "squashfs"}}),
    (CCISS, {"/": {"device": "/dev/cciss/c0d0", "disk": "/dev/cciss/c0d0"}}),
    (listing(device("/dev/sda", "disk", [device("/dev/sda1", "part", mount="/")])),
        {"/": {"device": "/dev/sda1", "disk": "/dev/sda"}}),
    (listing(device("mpathb", "mpath", [device("mpathb1", "part", mount="/san")])),
        {"/san": {"device": "/dev/mapper/mpathb1"}}),
    (listing(device("x", "disk", mount="/", path="/dev/sdx")), {"/": {"device": "/dev/sdx", "disk": "/dev/sdx"}}),
    (listing(), {}),
    ('{"blockdevices": null}', {}),
    ('{"blockdevices": [null, 1, "a", [[]], {"children": {}}]}', {}),
]  # fmt: skip


@at_once(("raw", "expected"), TEXTS)
def test_a_volume_is_read(raw, expected):
    assert volumes(raw) == expected


ROOM = [  # what stands for FSAVAIL, FSSIZE and FSUSE%; what is told of it
    ('"14.5G"', '"21,4G"', '"32%"', (str(int(14.5 * 1024**3)), str(int(21.4 * 1024**3)), "32")),
    ("15569256448", "22980591616", '"32%"', ("15569256448", "22980591616", "32")),
    ("null", "null", "null", (None, None, None)),
]


@at_once(("free", "size", "used", "told"), ROOM)
def test_the_room_of_a_file_system_is_read(free, size, used, told):
    row = f'"name":"sda1","fstype":"xfs","fsavail":{free},"fssize":{size},"fsuse%":{used},"mountpoints":["/"]'
    source = Source.of("", f'{{"blockdevices":[{{{row}}}]}}'.encode())
    facts = {item.key: item.text for item in lsblk.read(source, CATALOGUE) if isinstance(item, Fact)}
    assert tuple(facts.get(f"volume.{key}") for key in ("free", "size", "used_percent")) == told


def test_a_fact_stands_where_it_is_told():
    source = Source.of("lsblk.json", MIRROR.encode())
    found = {item.key: source.text(*item.span) for item in lsblk.read(source, CATALOGUE) if isinstance(item, Fact)}
    assert found["volume.media"] == "true"
    assert found["volume.file_system"] == "swap"
    assert found["volume.disk"] == "sda"


ENDS = "here the JSON of lsblk ends, or something else begins"
BROKEN = [
    ("lsblk: command not found\n", ["there is no JSON of lsblk"], False),
    (PLAIN, [], True),
    ("# lsblk -J\n" + PLAIN, [], True),
    (PLAIN.replace('"/"', '"/data"'), [], False),
    (listing(device("sda", "disk")), [], False),
    (PLAIN[:-3], [ENDS], False),
    (PLAIN[:60], [ENDS], False),
    (PLAIN + "]", [ENDS], False),
    (PLAIN + PLAIN, [ENDS], False),
    (PLAIN.replace('"/"', '"/",'), [ENDS], False),
    (PLAIN + "\nFilesystem 1K-blocks Used Available Use% Mounted on\n", [ENDS], False),
    (PLAIN.replace("sda1", "sd\0a1"), ["the file holds NUL bytes"], False),
    ("lsblk: dm-0: failed to get device path\n" + PLAIN, ["lsblk printed an error"], False),
    ('{"blockdevices": ' + "[" * 100_000, [ENDS], False),
    ('{"blockdevices": ' + "9" * 100_000 + "}", [], False),
]


@at_once(("raw", "reasons", "whole"), BROKEN, ids=range(len(BROKEN)))
def test_only_a_whole_tree_makes_what_it_lacks_absent(raw, reasons, whole):
    items = listings.read(lsblk, raw)
    assert [item.reason for item in items if isinstance(item, Diagnostic)] == reasons
    assert [item.but for item in items if isinstance(item, Complete)] == [lsblk.UNLISTED] * whole


def test_of_a_cut_tree_the_beginning_counts_but_not_on_which_disks_it_lies():
    cut = MIRROR[: MIRROR.index("sda2")]
    assert volumes(cut) == {"/": {"device": "/dev/md0", "file_system": "ext4"}}


RECOGNISED = [
    (PLAIN, True),
    (listing(), True),
    ("\n  " + PLAIN, True),
    ("$ lsblk -J -O > lsblk.json\n" + PLAIN, True),
    ("lsblk: dm-0: failed to get device path\n" + PLAIN, True),
    ('{"serverSetup": {}}', False),
    ('{"a": {"blockdevices": []}}', False),
    ("NAME MAJ:MIN RM SIZE RO TYPE MOUNTPOINT\nsda 8:0 0 9G 0 disk\n", False),
    ("# Disks\n\n" + PLAIN, False),
    ("lsblk is a tool", False),
]
