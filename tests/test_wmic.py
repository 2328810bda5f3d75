"""wmic's tables, lists and CSV of drives, disks and the machine."""

import data
import listings
from at_once import at_once

from advisor.readers.windows import wmic

DRIVES = """Caption  FileSystem  FreeSpace     Size
C:       NTFS        4402341888    106796412928
D:       NTFS        9996486656    536868814848
E:
"""
ALL = """DeviceID  DriveType  FreeSpace   ProviderName      Size          VolumeName
C:        3          4402341888                    106796412928  System
E:        5
Z:        4          5           \\\\nas\\share       1099511627776
"""
LIST = data.text("wmic/list.txt")
CSV = """
Node,DeviceID,DriveType,FileSystem,FreeSpace,Size,VolumeName
MAIL01,C:,3,NTFS,4402341888,106796412928,System
MAIL01,E:,5,,,,
"""
DISKS = """Index  InterfaceType  Model                                  Size          Status
0      SCSI           VMware Virtual disk SCSI Disk Device   107372805120  OK
1      IDE            ST2000NX0253 ATA Device                500105249280  Pred Fail
"""
BRIEF = """Caption                               DeviceID            Model                                 Partitions  Size
VMware Virtual disk SCSI Disk Device  \\\\.\\PHYSICALDRIVE0  VMware Virtual disk SCSI Disk Device  2           107372805120
"""
STATUS = "Model                Status\nQEMU HARDDISK        OK\n"
IN_WMI = '\\\\M\\root\\cimv2:Win32_{}.DeviceID="{}"'
ON_DISKS = [("Disk #0, Partition #1", "C:"), ("Disk #1, Partition #0", "D:")]
LETTERS = f"{'Antecedent':70}Dependent\n" + "".join(
    f"{IN_WMI.format('DiskPartition', disk):70}{IN_WMI.format('LogicalDisk', letter)}\n" for disk, letter in ON_DISKS
)
VOLUMES = "Capacity      DriveLetter  FreeSpace\n106796412928  C:           4402341888\n367001600                  5\n"
MACHINE = """

Manufacturer=VMware, Inc.
Model=VMware7,1
Name=MAIL01
TotalPhysicalMemory=8589398016


"""
SYSTEM = "FreePhysicalMemory  TotalVisibleMemorySize\n2097152             8388084\n"
PAGE_FILE = "AllocatedBaseSize=1408\nCurrentUsage=12\nName=C:\\pagefile.sys\n"
TYPED = "C:\\>wmic logicaldisk get caption,filesystem,freespace,size\n" + DRIVES + "\nC:\\>wmic diskdrive get\n" + DISKS
EXAMPLES = [DRIVES, ALL, LIST, CSV, DISKS, BRIEF, STATUS, LETTERS, VOLUMES, MACHINE, SYSTEM, PAGE_FILE, TYPED]


def told(raw):
    return listings.told(listings.read(wmic, raw), whole_keys=True)


def drive(mount, size, free, system="ntfs"):
    known = {"volume.mount": mount, "volume.size": str(size), "volume.free": str(free)}
    return known | ({"volume.file_system": system} if system else {})


def disk(model, said="OK", health="ok"):
    return {"disk.model": model, "disk.health": health, "disk.health_said": said}


C, D = drive("C:", 106796412928, 4402341888), drive("D:", 536868814848, 9996486656)
WITHOUT = drive("C:", 106796412928, 4402341888, "")
VMWARE = "VMware Virtual disk SCSI Disk Device"
BOTH = {"Disk 0": disk(VMWARE), "Disk 1": disk("ST2000NX0253 ATA Device", "Pred Fail", "failing")}
TEXTS = {
    "drives": (DRIVES, {"C:": C, "D:": D}),
    "drives with their kind": (ALL, {"C:": WITHOUT}),
    "a list": (LIST, {"C:": C}),
    "a list without empty lines": (LIST.replace("\n\n", "\n"), {"C:": C}),
    "CSV": (CSV, {"C:": C}),
    "disks": (DISKS, BOTH),
    "disks in brief": (BRIEF, {"Disk 0": {"disk.model": VMWARE}}),
    "health alone": (STATUS, {"QEMU HARDDISK": disk("QEMU HARDDISK")}),
    "letters": (LETTERS, {"C:": {"volume.disk": "Disk 0"}, "D:": {"volume.disk": "Disk 1"}}),
    "volumes": (VOLUMES, {"C:": WITHOUT}),
    "the machine": (
        MACHINE + SYSTEM,
        {
            "": {
                "machine.virtual": "yes", "machine.host_name": "mail01", "memory.total": str(8388084 * 1024),
                "memory.available": str(2097152 * 1024),
            }
        },
    ),
    "a page file": (PAGE_FILE, {"C:": {"volume.holds": "swap"}}),
    "several": (TYPED, {"C:": C, "D:": D, **BOTH}),
    "CSV of several": (CSV + CSV.replace("C:", "D:"), {"C:": C, "D:": {**C, "volume.mount": "D:"}}),
    "a name with a comma": (MACHINE.replace("VMware7,1", "Virtual, Machine"), None),
    "empty": ("", {}),
}  # fmt: skip


@at_once(("raw", "expected"), [row for row in TEXTS.values() if row[1] is not None])
def test_what_wmic_prints_is_read(raw, expected):
    assert told(raw) == expected
    assert told(raw.replace("\n", "\r\r\n").encode("utf-16")) == expected
    assert told(raw.replace("\n", "\r\n").encode("utf-8-sig")) == expected


BROKEN = {
    "whole": (TYPED, []),
    "an error": ("Node - MAIL01\nERROR:\nDescription = Access denied\n", [wmic.FAILED]),
    "an error below": (DRIVES + "C:\\>wmic diskdrive\nERROR:\n", [wmic.FAILED]),
    "CSV with a comma too many": (CSV.replace("System", "Sys,tem"), [wmic.UNEVEN]),
    "prose": (DRIVES + "\nThat is all there is to say.\n", [wmic.ELSE]),
    "NUL bytes": (DRIVES.replace("NTFS", "NT\0S", 1), [wmic.NUL]),
    "cut CSV": (CSV[:-12], [wmic.CUT]),
}


@at_once(("raw", "reasons"), BROKEN.values(), ids=BROKEN)
def test_what_cannot_be_read_is_said_once(raw, reasons):
    assert listings.ends(wmic, raw)[0] == reasons


RECOGNISED = [
    *((raw, True) for raw in EXAMPLES),
    (DRIVES.replace("\n", "\r\r\n"), True),
    ("[Notes]\nKitType=2\nModel=5\n", False),
    ("ServerTasks=Router\nStatus=1\n", False),
    ("Name  Status\nDnscache  Running\n", False),
    ("Node,Name,Status\nM,Dnscache,Running\n", False),
]
