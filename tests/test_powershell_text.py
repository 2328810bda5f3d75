"""PowerShell's tables and lists of disks and volumes, as people paste them."""

import re
from itertools import product

import data
import listings
from at_once import at_once

from advisor.facts import Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers.windows import powershell_text
from advisor.source import Source

CATALOGUE = builtin().catalogue

PHYSICAL = """
Number FriendlyName         SerialNumber    MediaType   CanPool OperationalStatus    HealthStatus Usage          Size
------ ------------         ------------    ---------   ------- -----------------    ------------ -----          ----
0      VMware Virtual disk                  SSD         False   OK                   Healthy      Auto-Select  100 GB
1      ATA WDC WD4000FYYZ-1 WD-WCC130       HDD         False   {Predictive Failure} Warning      Auto-Select 3.64 TB
2      DELL PERC H730P Mini 00a1            Unspecified False   OK                   Healthy      Auto-Select 1.09 TB

"""
OLD_PHYSICAL = """
FriendlyName        CanPool             OperationalStatus   HealthStatus        Usage                              Size
------------        -------             -----------------   ------------        -----                              ----
PhysicalDisk0       False               OK                  Healthy             Auto-Select                   465.76 GB

"""
CUT_BY_7 = """
Number FriendlyName  SerialNumber MediaType OperationalSt… HealthStatus       Size
------ ------------  ------------ --------- -------------- ------------       ----
     0 Micron_5300_… …            SSD       Predictive Fa… Warning      447.13 GB

"""
DISK = """
Number Friendly Name Serial Number                    HealthStatus         OperationalStatus      Total Size Partition
                                                                                                             Style
------ ------------- -------------                    ------------         -----------------      ---------- ----------
0      HP LOGICAL... 5001438006EFCC90                 Healthy              Online                   273.4 GB MBR
1      Msft Virtu...                                  Healthy              Offline                     14 GB GPT

"""
OLD_DISK = """
Number Friendly Name                            Operationa Total Size Partition
                                                lStatus                Style
------ -------------                            ---------- ---------- ---------
6      Microsoft Storage Space Device           Online         150 GB GPT

"""
PATH_0 = r"\\?\scsi#disk&ven_vmware&prod_virtual_disk#5&1ec51bf7&0&000000#{53f56307-b6bf-11d0-94f2-00a0c91efb8b}"
PATH_1 = PATH_0.replace("000000", "000001")
PARTITION = f"""

   DiskPath: {PATH_0}

PartitionNumber  DriveLetter Offset                                                                   Size Type
---------------  ----------- ------                                                                   ---- ----
1                            1048576                                                                500 MB IFS
2                C           525336576                                                             99.5 GB IFS


   DiskPath: {PATH_1}

PartitionNumber  DriveLetter Offset                                                                   Size Type
---------------  ----------- ------                                                                   ---- ----
1                D           1048576                                                                500 GB Basic

"""
NUMBERED = """
   Disk Number: 6

PartitionNumber  DriveLetter Offset                    Size Type
---------------  ----------- ------                    ---- ----
1                            17408                   128 MB Reserved
2                D           135266304            124.87 GB Basic

"""
VOLUME = """
DriveLetter FriendlyName FileSystemType DriveType HealthStatus OperationalStatus SizeRemaining     Size
----------- ------------ -------------- --------- ------------ ----------------- -------------     ----
C           System Disk  NTFS           Fixed     Healthy      OK                      4.10 GB 99.46 GB
E                        Unknown        CD-ROM    Healthy      Unknown                     0 B      0 B
            Recovery     NTFS           Fixed     Healthy      OK                    428.83 MB  1024 MB

"""
OLD_VOLUME = """
DriveLetter       FileSystemLabel  FileSystem       DriveType        HealthStatus        SizeRemaining             Size
-----------       ---------------  ----------       ---------        ------------        -------------             ----
D                 Daten            NTFS             Fixed            Healthy                  1,50 GB          10,00 GB

"""
VIRTUAL = """
FriendlyName ResiliencySettingName FaultDomainRedundancy OperationalStatus HealthStatus    Size FootprintOnPool
------------ --------------------- --------------------- ----------------- ------------    ---- ---------------
Data01       Mirror                1                     OK                Healthy      1.82 TB         3.64 TB
Log          Parity                1                     Degraded          Warning       100 GB          200 GB

"""
LISTED_DISK = data.text("powershell_text/listed-disk.txt")
LISTED_PARTITION = data.text("powershell_text/listed-partition.txt")
LOGICAL = """PS C:\\> Get-CimInstance Win32_LogicalDisk

DeviceID DriveType ProviderName VolumeName Size         FreeSpace
-------- --------- ------------ ---------- ----         ---------
C:       3                      System     106794381312 4402341888
Z:       4         \\\\nas\\share            1099511627776 5
"""
BANNER = "Windows PowerShell\nCopyright (C) Microsoft Corporation. All rights reserved.\n\nPS C:\\> Get-Volume\n"
SEVERAL = (
    BANNER + VOLUME + "PS C:\\> get-partition | Format-Table\n" + PARTITION + "PS C:\\> Get-PhysicalDisk" + PHYSICAL
)

EXAMPLES = [
    *(PHYSICAL, OLD_PHYSICAL, DISK, OLD_DISK, PARTITION, NUMBERED, VOLUME, OLD_VOLUME, VIRTUAL),
    *(LISTED_DISK, LISTED_PARTITION, LOGICAL, SEVERAL),
]


def told(raw):
    return listings.told(listings.read(powershell_text, raw), whole_keys=True)


def sound(model, health="Healthy, OK", **more):
    state = {"disk.health": "ok", "disk.health_said": health}
    return {"disk.model": model, **state, **{"disk." + key: text for key, text in more.items()}}


def volume(mount, size, free, system="ntfs", said="Healthy, OK"):
    known = {"volume.mount": mount, "volume.size": str(size), "volume.free": str(free)}
    state = {"volume.health": "ok", "volume.health_said": said} if said else {}
    return known | state | ({"volume.file_system": system} if system else {})


FAILING = {"disk.health": "failing", "disk.health_said": "Warning, Predictive Failure"}
TABLES = {
    "physical disks": (
        PHYSICAL,
        {
            "Disk 0": sound("VMware Virtual disk", media_type="ssd"),
            "Disk 1": {"disk.model": "ATA WDC WD4000FYYZ-1", "disk.media_type": "hdd", **FAILING},
            "Disk 2": sound("DELL PERC H730P Mini"),
        },
    ),
    "physical disks of 2012": (OLD_PHYSICAL, {"Disk 0": sound("PhysicalDisk0")}),
    "columns that PowerShell 7 cuts": (
        CUT_BY_7,
        {
            "Disk 0": {
                "disk.model": "Micron_5300_…", "disk.media_type": "ssd", "disk.health": "warning",
                "disk.health_said": "Warning, Predictive Fa…",
            }
        },
    ),
    "disks": (
        DISK,
        {"Disk 0": sound("HP LOGICAL...", "Healthy, Online"), "Disk 1": sound("Msft Virtu...", "Healthy, Offline")},
    ),
    "disks of 2012": (OLD_DISK, {"Disk 6": sound("Microsoft Storage Space Device", "Online")}),
    "partitions by paths": (PARTITION, {"C:": {"volume.disk": PATH_0}, "D:": {"volume.disk": PATH_1}}),
    "partitions by numbers": (NUMBERED, {"D:": {"volume.disk": "Disk 6"}}),
    "volumes": (VOLUME, {"C:": volume("C:", int(99.46 * 2**30), int(4.10 * 2**30))}),
    "volumes of 2012": (OLD_VOLUME, {"D:": volume("D:", 10 * 2**30, int(1.5 * 2**30), said="Healthy")}),
    "Storage Spaces": (
        VIRTUAL,
        {
            "Data01": {
                "array.name": "Data01", "array.tool": "storage spaces", "array.software": "yes", "array.level": "1",
                "array.health": "ok", "array.health_said": "Healthy, OK",
            },
            "Log": {
                "array.name": "Log", "array.tool": "storage spaces", "array.software": "yes", "array.level": "5",
                "array.health": "degraded", "array.health_said": "Warning, Degraded",
            },
        },
    ),
    "a list of disks": (
        LISTED_DISK,
        {"Disk 1": sound("Virtual disk", "Healthy, Online", bus="sas", path=PATH_1.lower())},
    ),
    "a list of partitions": (
        LISTED_PARTITION,
        {
            "D:": {"volume.disk": "Disk 1"},
            "C:\\mnt\\translog": {"volume.disk": "Disk 1"},
            "C:": {"volume.disk": "Disk 0", "volume.holds": "os"},
        },
    ),
    "drives of older machines": (LOGICAL, {"C:": volume("C:", 106794381312, 4402341888, "", "")}),
    "a path over two lines": (
        PARTITION.replace("#{53f56307", "#{53f\n56307"),
        {"C:": {"volume.disk": PATH_0}, "D:": {"volume.disk": PATH_1}},
    ),
    "from afar": ("[MAIL01]: PS C:\\Users\\a b> gvol -a 1\n" + NUMBERED, {"D:": {"volume.disk": "Disk 6"}}),
    "German": (VOLUME.replace("99.46", "99,46"), {"C:": volume("C:", int(99.46 * 2**30), int(4.10 * 2**30))}),
    "no letter is a NUL": (
        PARTITION.replace("1                            1048576", "1                \0           1048576"),
        {"C:": {"volume.disk": PATH_0}, "D:": {"volume.disk": PATH_1}},
    ),
    "nothing": ("", {}),
}  # fmt: skip


@at_once(("raw", "expected", "ends"), [(*a, b) for a, b in product(TABLES.values(), ["\n", "\r\n"])])
def test_a_table_is_read(raw, expected, ends):
    assert told(raw.replace("\n", ends)) == expected


@at_once("encoding", ["utf-16", "utf-8-sig"])
def test_what_powershell_redirects_is_read(encoding):
    assert told(SEVERAL.encode(encoding)) == told(SEVERAL)
    assert {"C:", "D:", "Disk 0", "Disk 1", "Disk 2"} == set(told(SEVERAL))


def test_a_fact_stands_where_it_is_told():
    source = Source.of("disks.txt", PHYSICAL.encode())
    places = {
        source.text(*item.span)
        for item in powershell_text.read(source, CATALOGUE)
        if isinstance(item, Fact) and item.subject.name == "Disk 1"
    }
    assert places == {"HDD", "ATA WDC WD4000FYYZ-1", "Warning"}


BEHIND_ANOTHER = "PS C:\\> Get-Date\n\nMonday\n\nPS C:\\> Get-Volume\n" + VOLUME
LESS = VOLUME.replace("4.10", "9.10")
COLLAPSED = re.sub("(?m)(?<=\\S) +", " ", VOLUME.replace("System Disk", "System"))


def test_of_a_volume_that_was_listed_twice_the_later_free_space_counts():
    free = {"C:": volume("C:", int(99.46 * 2**30), int(4.10 * 2**30))}
    assert told(BEHIND_ANOTHER) == free
    assert told("PS C:\\> Get-Volume\n" + LESS + "\nPS C:\\> Get-Volume\n" + VOLUME) == free


@at_once("raw", [PHYSICAL, PARTITION, DISK, VOLUME, COLLAPSED])
def test_a_table_whose_blanks_are_gone_tells_nothing_but_that(raw):
    small = re.sub("(?m)(?<=\\S) +", " ", raw)
    assert told(small) == {}
    assert [
        item.reason.partition(" of ")[0]
        for item in listings.read(powershell_text, small)
        if isinstance(item, Diagnostic)
    ]


def wide(number):
    """A table of volumes with so many further columns, and a value in each."""
    heading, ruler, row = VOLUME.strip("\n").splitlines()[:3]
    return f"{heading} {'Xx ' * number}\n{ruler} {'-- ' * number}\n{row} {'yy ' * number}\n"


def test_columns_and_words_of_a_row_cost_what_their_number_asks_for(work):
    few, many = (work(lambda number=number: listings.read(powershell_text, wide(number))) for number in (100, 1600))
    assert many < 1.2 * 16 * few


def test_a_row_is_read_to_its_end_however_wide_it_is():
    far = " " * 40_000
    raw = (
        f"DriveLetter DriveType SizeRemaining{far}FileSystem\n"
        f"----------- --------- -------------{far}----------\n"
        f"C           Fixed           4.10 GB{far}ReFS\n"
    )
    assert told(raw)["C:"]["volume.file_system"] == "refs"
    assert not [item for item in listings.read(powershell_text, raw) if isinstance(item, Diagnostic)]


def test_a_value_of_a_list_is_read_to_its_end_over_however_many_lines():
    folders = ", ".join(f"C:\\mnt\\folder{number}\\" for number in range(300))
    lines = "\n                       ".join(re.findall(".{1,60}", folders))
    raw = LISTED_PARTITION.replace("C:\\mnt\\translog\\", lines)
    assert set(told(raw)) > {"C:\\mnt\\folder299", "D:"}


BROKEN = {
    "another command": (VOLUME + "PS C:\\> Get-Service\n\nStatus   Name\n------   ----\nRunning  Dnscache\n", 1),
    "an error": ("Get-Partition : Access denied\n    + CategoryInfo          : PermissionDenied\n" + VOLUME, 1),
    "prose": (VOLUME + "\nThat is all there is.\n", 1),
    "NUL bytes": (VOLUME.replace("System Disk", "Sys\0em Disk"), 1),
    "whole": (VOLUME, 0),
    "a path over two lines": (PARTITION.replace("#{53f56307", "#{53f\n56307"), 0),
    "another listing of ours": (SEVERAL, 0),
    "another command first": (BEHIND_ANOTHER, 1),
    "blanks that mail took away": (COLLAPSED, 1),
}


@at_once(("raw", "number"), BROKEN.values(), ids=BROKEN)
def test_what_cannot_be_read_is_said_once(raw, number):
    assert sum(isinstance(item, Diagnostic) for item in listings.read(powershell_text, raw)) == number


RECOGNISED = [
    ("Number Fri... PartitionS...\n------ ------ -------------\n     0 DELL   GPT\n", True),
    (PARTITION.replace("#{53f56307", "#{53f\n56307"), True),
    (CUT_BY_7, True),
    (BEHIND_ANOTHER, True),
    ("PS C:\\> Get-Service\n\nStatus   Name\n------   ----\nRunning  Dnscache\n", False),
    ("PS C:\\> Get-Volume\n\nMonday\n\n" + VOLUME, False),
    ("Status   Name\n------   ----\nRunning  Dnscache\n", False),
    ("Dear all,\n" + VOLUME, False),
    ("DriveLetter FriendlyName\n", False),
    ("Host Name: M\nOS Name: Microsoft Windows Server 2019\nTotal Physical Memory: 8,191 MB\n", False),
    ("NAME MAJ:MIN RM SIZE RO TYPE MOUNTPOINT\nsda 8:0 0 9G 0 disk\n", False),
]
