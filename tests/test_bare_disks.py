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
    ([LINUX, lsblk(("sda", FLASH, {"/": "ext4"}))], ["/dev/sda"]),
    ([LINUX, lsblk(("sda", FLASH | {"model": "LUN 4711"}, {"/": "ext4"}))], []),
    (
        [LINUX, lsblk(("sda", {"rota": False, "tran": "sata", "model": "SAMSUNG MZ7LH1T9"}, {"/": "ext4"}))],
        ["/dev/sda"],
    ),
    ([LINUX, lsblk(("sda", {"rota": False, "tran": "sata", "model": "DELLBOSS VD"}, {"/": "ext4"}))], []),
    ([LINUX, lsblk(("nvme0n1", {"rota": False, "tran": "nvme", "model": "SAMSUNG MZQL2"}, {"/": "ext4"}))], []),
    (
        [LINUX, lsblk(("sda", FLASH, {"/": "ext4"}), ("sdb", SPINDLE, {"/local": "xfs"}))],
        ["/dev/sda", "/dev/sdb"],
    ),
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
def test_a_disk_without_an_array_is_one(files, arrays):
    facts = facts_of(*files)
    found = [subject for subject in facts.subjects("array") or [] if facts.of(subject, "array.tool")]
    assert [subject.name for subject in found] == arrays
    assert {facts.of(subject, "array.level")[0].text for subject in found} <= {"JBOD"}


WINDOWS = "[Notes]\nKitType=2\nDirectory=D:\\Domino\\Data\nNotesProgram=C:\\Domino\n"
LETTERS = ({"DiskNumber": 0, "DriveLetter": "C"}, {"DiskNumber": 1, "DriveLetter": "D"})
SSD = {"FriendlyName": "SAMSUNG MZ7LH1T9HMLT", "MediaType": "SSD", "BusType": "SATA", "HealthStatus": "Healthy"}
VMWARE = {"FriendlyName": "VMware Virtual SATA Hard Drive"}
OF_WINDOWS = [  # what is told of each disk, and the arrays of one disk
    ([SSD, SSD], ["Disk 0", "Disk 1"]),
    ([SSD, SSD | {"BusType": "RAID"}], ["Disk 0"]),
    ([SSD, SSD | {"FriendlyName": "DELL PERC H740P"}], ["Disk 0"]),
    ([SSD, SSD | {"MediaType": "Unspecified"}], ["Disk 0"]),
    ([SSD | VMWARE, SSD | VMWARE], []),
    ([SSD | {"BusType": "Spaces"}, SSD | {"BusType": "NVMe"}], []),
    ([SSD | {"BusType": "iSCSI"}, SSD | {"BusType": "USB"}], []),
]


@pytest.mark.parametrize(("disks", "arrays"), OF_WINDOWS)
def test_a_disk_of_windows_without_an_array_is_one(disks, arrays):
    listed = json.dumps([{"DeviceId": str(number), **told} for number, told in enumerate(disks)])
    partitions = json.dumps([{"PartitionNumber": 1, **letter} for letter in LETTERS])
    facts = facts_of(WINDOWS, listed, partitions)
    assert [subject.name for subject in facts.subjects("array") or []] == arrays
    assert (facts.ask("arrays.count").text == str(len(disks))) is (len(arrays) == len(disks))


def test_bare_spindles_are_known_to_be_separate():
    ini = LINUX + "TRANSLOG_Status=1\nTRANSLOG_Path=/translog\n"
    spindles = [(f"sd{letter}", SPINDLE, {mount: "ext4"}) for letter, mount in zip("abc", DIRECTORIES, strict=True)]
    facts = facts_of(ini, lsblk(*spindles))
    told = {key: facts.ask(key).text for key in ("arrays.count", "databases.arrays", "transaction_log.shares")}
    assert told == {"arrays.count": "3", "databases.arrays": "1", "transaction_log.shares": "none"}


def test_a_logical_drive_beside_them_leaves_open_what_is_separate():
    facts = facts_of(LINUX, lsblk(("sda", SPINDLE, {"/": "ext4"}), ("sdb", LOGICAL, {"/local": "ext4"})))
    assert facts.ask("databases.shares").text is None
