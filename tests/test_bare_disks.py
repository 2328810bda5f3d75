"""Disks that lsblk shows without an array above them: which count as arrays of one disk."""

import json

import pytest
from listings import facts_of

LINUX = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nNotesProgram=/opt/hcl/domino/notes/latest/linux\n"
SPINDLE = {"rota": True, "tran": "sas", "vendor": "SEAGATE", "model": "ST300MM0006"}
FLASH = SPINDLE | {"rota": False}
LOGICAL = SPINDLE | {"vendor": "HP", "model": "LOGICAL VOLUME"}
DIRECTORIES = ("/", "/local/notesdata", "/translog")
VIRTUAL = SPINDLE | {"vendor": "QEMU", "model": "QEMU HARDDISK"}


def lsblk(*disks):
    """Each disk's name, what it is, and its mount points, each of a partition with a file system."""
    devices = [
        {
            "name": name,
            "type": "disk",
            **told,
            "children": [
                {"name": f"{name}{number}", "type": "part", "mountpoint": mount, "fstype": file_system}
                for number, (mount, file_system) in enumerate(mounts.items(), 1)
            ],
        }
        for name, told, mounts in disks
    ]
    return json.dumps({"blockdevices": devices})


BARE = [  # files, and the arrays of one disk
    ([LINUX, lsblk(("sda", SPINDLE, {"/": "ext4"}))], ["/dev/sda"]),
    (
        [LINUX, lsblk(("sda", SPINDLE, {"/": "ext4", "/local": "xfs"}), ("sdb", SPINDLE, {"/l": "xfs"}))],
        ["/dev/sda", "/dev/sdb"],
    ),
    ([LINUX, lsblk(("sda", FLASH, {"/": "ext4"}))], []),
    ([LINUX, lsblk(("sda", LOGICAL, {"/": "ext4"}))], []),
    ([LINUX, lsblk(("sda", VIRTUAL, {"/": "ext4"}))], []),
    ([LINUX, lsblk(("sda", SPINDLE, {"/": "btrfs"}))], []),
    ([LINUX, lsblk(("sda", SPINDLE, {"/": "ext4"}), ("sdb", SPINDLE, {"/": "ext4"}))], []),
    (
        [
            LINUX,
            lsblk(("sda", SPINDLE, {"/": "ext4"})),
            '[[array]]\nname = "a"\n\n[[volume]]\nmount = "/"\narray = "a"\n',
        ],
        [],
    ),
]


@pytest.mark.parametrize(("files", "arrays"), BARE)
def test_a_spindle_without_an_array_is_one(files, arrays):
    facts = facts_of(*files)
    found = [subject for subject in facts.subjects("array") or [] if facts.of(subject, "array.tool")]
    assert [subject.name for subject in found] == arrays
    assert {facts.of(subject, "array.level")[0].text for subject in found} <= {"JBOD"}


def test_bare_spindles_are_known_to_be_separate():
    ini = LINUX + "TRANSLOG_Status=1\nTRANSLOG_Path=/translog\n"
    spindles = [(f"sd{letter}", SPINDLE, {mount: "ext4"}) for letter, mount in zip("abc", DIRECTORIES, strict=True)]
    facts = facts_of(ini, lsblk(*spindles))
    told = {key: facts.ask(key).text for key in ("arrays.count", "databases.arrays", "transaction_log.shares")}
    assert told == {"arrays.count": "3", "databases.arrays": "1", "transaction_log.shares": "none"}


def test_a_logical_drive_beside_them_leaves_open_what_is_separate():
    facts = facts_of(LINUX, lsblk(("sda", SPINDLE, {"/": "ext4"}), ("sdb", LOGICAL, {"/local": "ext4"})))
    assert facts.ask("databases.shares").text is None
