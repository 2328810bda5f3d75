"""Disks that lsblk shows without an array above them: which count as arrays of one disk."""

import json

import pytest
from listings import facts_of

LINUX = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nNotesProgram=/opt/hcl/domino/notes/latest/linux\n"
SPINDLE = {"rota": True, "tran": "sas", "vendor": "SEAGATE", "model": "ST300MM0006"}
FLASH = SPINDLE | {"rota": False}
LOGICAL = SPINDLE | {"vendor": "HP", "model": "LOGICAL VOLUME"}
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
