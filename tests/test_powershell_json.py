"""PowerShell's storage commands through ConvertTo-Json, of both versions."""

import json

import listings
from at_once import at_once

from advisor.facts import Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers.windows import powershell_json
from advisor.source import Source

CATALOGUE = builtin().catalogue

CLASS = {
    "CimSuperClassName": "MSFT_StorageObject",
    "CimSuperClass": {"CimClassName": "MSFT_StorageObject", "CimSystemProperties": "Microsoft.Management"},
    "CimClassProperties": ["FriendlyName", "HealthStatus"],
}
NOISE = {
    "PSComputerName": None,
    "CimClass": CLASS,
    "CimInstanceProperties": ["Caption", "Description"],
    "CimSystemProperties": {"Namespace": "ROOT/Microsoft/Windows/Storage", "ServerName": "MAIL01"},
}
SSD = {"DeviceId": "0", "FriendlyName": "Micron_5300", "MediaType": 4, "BusType": 11, "HealthStatus": 0}
SAID = {
    "DeviceId": "0",
    "FriendlyName": "Micron_5300",
    "MediaType": "SSD",
    "BusType": "SATA",
    "HealthStatus": "Healthy",
}
FAILING = {**SSD, "HealthStatus": 1, "OperationalStatus": [5]}
QUIRK = {"value": [{**SSD, "OperationalStatus": {"value": [2], "Count": 1}}], "Count": 1}
DISK = {
    **{"Number": 1, "FriendlyName": "VMware Virtual disk", "BusType": 10, "PartitionStyle": 2, "HealthStatus": 0},
    **{"OperationalStatus": 53264, "Path": "\\\\?\\scsi#disk&ven_vmware", "Model": "Virtual disk"},
}
PARTITION = {
    **{"DiskNumber": 1, "PartitionNumber": 2, "DriveLetter": "D", "IsBoot": False},
    **{"AccessPaths": ["D:\\", "\\\\?\\Volume{1}\\"], "DiskPath": "\\\\?\\scsi#disk&ven_vmware"},
}
OF_PATH = {"Disk 1": {"disk.path": "\\\\?\\scsi#disk&ven_vmware"}}
WITHOUT = {**PARTITION, "DriveLetter": "\0", "AccessPaths": ["\\\\?\\Volume{1}\\"]}
VOLUME = {"DriveLetter": "D", "DriveType": 3, "FileSystemType": 14, "Size": 536868814848, "SizeRemaining": 9996486656}
VIRTUAL = {
    **{"FriendlyName": "Data", "ResiliencySettingName": "Mirror", "NumberOfColumns": 2, "Interleave": 262144},
    **{"HealthStatus": 0, "OperationalStatus": "OK", "MediaType": "SSD"},
}
COMPUTER = {"Name": "MAIL01", "Manufacturer": "VMware, Inc.", "Model": "VMware7,1", "TotalPhysicalMemory": 8589398016}
SYSTEM = {"TotalVisibleMemorySize": 8388084, "FreePhysicalMemory": 2097152, "WindowsDirectory": "C:\\Windows"}
PAGE_FILE = {"Name": "P:\\pagefile.sys", "AllocatedBaseSize": 9216, "CurrentUsage": 12}
DRIVE = {"Index": 0, "Model": "QEMU HARDDISK", "InterfaceType": "IDE", "Status": "Pred Fail"}
LOGICAL = {"DeviceID": "C:", "DriveType": 3, "FileSystem": "NTFS", "FreeSpace": "4402341888", "Size": "106796412928"}
LETTER = {
    "Antecedent": {"CreationClassName": None, "DeviceID": "Disk #1, Partition #0"},
    "Dependent": {"DeviceID": "D:"},
}
LETTER_TEXT = {
    "Antecedent": 'Win32_DiskPartition (DeviceID = "Disk #1, Partition #0")',
    "Dependent": 'Win32_LogicalDisk (DeviceID = "D:")',
}


def printed(*values, prompt=""):
    return "".join(f"{prompt}{json.dumps(value, indent=4)}\n" for value in values)


PS = "PS C:\\> Get-Disk | ConvertTo-Json -Depth 4\n"
EXAMPLES = [
    *(printed([one]) for one in (SSD, SAID, DISK, PARTITION, VOLUME, VIRTUAL, LOGICAL, LETTER)),
    *(printed(one) for one in (QUIRK, {**DISK, **NOISE}, COMPUTER, SYSTEM, PAGE_FILE, DRIVE)),
    printed([DISK], [PARTITION], [VOLUME]),
    printed([DISK], [PARTITION], VOLUME, prompt=PS),
    printed({"disks": [DISK], "volumes": [VOLUME]}),
]


def read(raw):
    raw = raw if isinstance(raw, bytes) else raw.encode()
    return list(powershell_json.read(Source.of("disks.json", raw), CATALOGUE))


def told(raw):
    return listings.told(read(raw), whole_keys=True)


USB = "\\\\?\\usbstor#disk&ven_x&prod_y#SERIAL123456&0#{53f56307}"


def test_no_serial_number_is_told_and_a_partition_finds_its_disk():
    raw = printed(
        [
            {"Number": 0, "FriendlyName": "X", "BusType": "USB", "Path": USB},
            {"DiskPath": USB, "DriveLetter": "D", "PartitionNumber": 1},
        ]
    )
    found = told(raw)
    assert "serial" not in str(found).lower()
    assert (
        found["Disk 0"]["disk.path"]
        == found["D:"]["volume.disk"]
        == "\\\\?\\usbstor#disk&ven_x&prod_y#913382d8#{53f56307}"
    )


SOUND = {
    **{"disk.model": "Micron_5300", "disk.media_type": "ssd", "disk.bus": "sata"},
    **{"disk.health": "ok", "disk.health_said": "healthy"},
}
OF_DISK = {
    **{"disk.model": "VMware Virtual disk", "disk.bus": "sas", "disk.path": "\\\\?\\scsi#disk&ven_vmware"},
    **{"disk.health": "ok", "disk.health_said": "healthy, online"},
}
OF_VOLUME = {"volume.mount": "D:", "volume.size": "536868814848", "volume.free": "9996486656"}
TEXTS = {
    "numbers": (printed(SSD), {"Disk 0": SOUND}),
    "words": (printed([SAID]), {"Disk 0": {**SOUND, "disk.health_said": "Healthy"}}),
    "a failing disk": (
        printed([FAILING]),
        {"Disk 0": {**SOUND, "disk.health": "failing", "disk.health_said": "warning, predictive failure"}},
    ),
    "a list as an object": (printed(QUIRK), {"Disk 0": {**SOUND, "disk.health_said": "healthy, ok"}}),
    "classes": (printed({**DISK, **NOISE}), {"Disk 1": OF_DISK}),
    "a partition": (printed(PARTITION), {**OF_PATH, "D:": {"volume.disk": "Disk 1"}}),
    "a letter by its number": (printed({**VOLUME, "DriveLetter": 68, "FileSystemType": 0}), {"D:": OF_VOLUME}),
    "a partition's letter by its number": (printed({**PARTITION, "DriveLetter": 68}), {**OF_PATH, "D:": {"volume.disk": "Disk 1"}}),
    "a number that is no letter": (printed({**VOLUME, "DriveLetter": 0}), {}),
    "a partition without a letter": (printed(WITHOUT), {}),
    "a volume": (printed(VOLUME), {"D:": OF_VOLUME}),
    "a CD": (printed({**VOLUME, "DriveType": 5}), {}),
    "Storage Spaces": (
        printed(VIRTUAL),
        {
            "Data": {
                "array.name": "Data", "array.tool": "storage spaces", "array.software": "yes", "array.level": "10",
                "array.stripe": "256 KB", "array.media": "ssd", "array.health": "ok",
                "array.health_said": "healthy, OK",
            }
        },
    ),
    "the machine": (
        printed(COMPUTER, SYSTEM, PAGE_FILE),
        {
            "": {
                "machine.virtual": "yes", "machine.host_name": "mail01", "memory.total": str(8388084 * 1024),
                "memory.available": str(2097152 * 1024),
            },
            "C:": {"volume.holds": "os"},
            "P:": {"volume.holds": "swap"},
        },
    ),
    "older classes": (
        printed(DRIVE, LOGICAL, LETTER),
        {
            "Disk 0": {"disk.model": "QEMU HARDDISK", "disk.health": "failing", "disk.health_said": "Pred Fail"},
            "C:": {
                "volume.mount": "C:", "volume.file_system": "ntfs", "volume.size": "106796412928",
                "volume.free": "4402341888",
            },
            "D:": {"volume.disk": "Disk 1"},
        },
    ),
    "a letter as text": (printed(LETTER_TEXT), {"D:": {"volume.disk": "Disk 1"}}),
    "several": (printed([DISK], [PARTITION], VOLUME), {"Disk 1": OF_DISK, "D:": {"volume.disk": "Disk 1", **OF_VOLUME}}),
    "several, typed": (
        printed([DISK], [PARTITION], VOLUME, prompt=PS),
        {"Disk 1": OF_DISK, "D:": {"volume.disk": "Disk 1", **OF_VOLUME}},
    ),
    "from afar": (printed([PARTITION], VOLUME, prompt="[MAIL01]: " + PS), {**OF_PATH, "D:": {"volume.disk": "Disk 1", **OF_VOLUME}}),
    "one behind the other": (
        json.dumps([PARTITION]) + json.dumps(VOLUME),
        {**OF_PATH, "D:": {"volume.disk": "Disk 1", **OF_VOLUME}},
    ),
    "wrapped": (printed({"d": {"disks": [DISK]}, "v": [VOLUME]}), {"Disk 1": OF_DISK, "D:": OF_VOLUME}),
    "nothing of it": (printed({"a": [1, "b", None, [], {}]}), {}),
    "empty": ("", {}),
}  # fmt: skip


@at_once(("raw", "expected"), TEXTS.values(), ids=TEXTS)
def test_an_object_is_read(raw, expected):
    assert told(raw) == expected
    assert told(raw.encode("utf-16")) == expected
    assert told(raw.replace("\n", "\r\n").encode("utf-8-sig")) == expected


WHOLE = printed([DISK], [VOLUME])
BROKEN = {
    "whole": (WHOLE, []),
    "typed": (printed([DISK], [VOLUME], prompt=PS), []),
    "cut": (WHOLE[:-30], [powershell_json.ENDS]),
    "a prompt within": (WHOLE[:-30] + "\n" + PS, [powershell_json.ENDS]),
    "something else": (WHOLE + "That is all.\n", [powershell_json.ENDS]),
    "no JSON": ("Get-Disk : Access denied\n", [powershell_json.NONE]),
    "deep": ("[" * 100_000, [powershell_json.ENDS]),
}


@at_once(("raw", "reasons"), BROKEN.values(), ids=BROKEN)
def test_what_cannot_be_read_is_said(raw, reasons):
    assert [item.reason for item in read(raw) if isinstance(item, Diagnostic)] == reasons


RECOGNISED = [
    *((raw, True) for raw in EXAMPLES),
    (printed({**NOISE, "CimClassProperties": ["x"] * 100_000, **DISK})[: 64 * 1024], True),
    (printed([{"Name": "Dnscache", "Status": 4}]), False),
    ('{"serverSetup": {"server": {"name": "A"}}}', False),
    ("# Disks\n" + WHOLE, False),
    ("[]", False),
]


COUNTED = [  # rows of disk counters: name, queue, idle time; what is told of the disk
    ([("0 C:", 2, 90), ("0 C:", 4, 80), ("_Total", 9, 9)], {"queue": "3.00", "busy_percent": "15.00"}),
    ([("0 C:", "1", "100")], {"queue": "1.00", "busy_percent": "0.00"}),
    ([("0 C:", None, 104)], {"busy_percent": "0.00"}),
    ([("0 C:", "x", None)], {}),
    ([("_Total", 9, 9)], {}),
]


@at_once(("rows", "expected"), COUNTED)
def test_counters_of_disks_are_averages(rows, expected):
    names = ("Name", "AvgDiskQueueLength", "PercentIdleTime")
    items = read(printed([dict(zip(names, row, strict=True)) for row in rows]))
    facts = [item for item in items if isinstance(item, Fact)]
    assert {fact.key.removeprefix("counter."): fact.text for fact in facts} == expected
    assert {fact.subject.name for fact in facts} <= {"0 C:"}


SPACES = [  # size and free space as they stand in JSON, and what is said of them: bytes, or in doubt
    ("1000000000000", "500000000000", ("1000000000000", "500000000000")),
    ("1000000000000.0", "500000000000.123", ("1000000000000", "500000000000")),
    ("1e12", "5.0E+11", ("1000000000000", "500000000000")),
    ("0", "0", ()),
    ("1000000000000", "0", ("1000000000000", "0")),
    ("931.32", "465.66", "doubt"),
    ("931", "465", "doubt"),
    ('"931,32"', '"465,66"', "doubt"),
    ('"931.3212345"', '"465.66"', "doubt"),
    ('"931.3 GB"', '"465.6 GB"', (str(int(931.3 * 2**30)), str(int(465.6 * 2**30)))),
    ("500000000000", "1000000000000", "doubt"),
    ("null", "500000000000", ("500000000000",)),
    ("null", '"12 GB"', (str(12 * 2**30),)),
    ("null", '"0 B"', ("0",)),
    ("null", "12", "doubt"),
    ("null", "12.5", "doubt"),
    ("null", "12288", "doubt"),  # of MB
    ("null", "0", "doubt"),
    ('"100 GB"', "12", "doubt"),
    ('"100 GB"', "0", "doubt"),
    ('"100 GB"', '"0 B"', (str(100 * 2**30), "0")),
    ("500000000000", '"12,5"', "doubt"),
    ("500000000000", "4096", ("500000000000", "4096")),
]


@at_once(("size", "free", "expected"), SPACES)
def test_sizes_are_bytes_or_in_doubt(size, free, expected):
    items = read(f'[{{"DriveLetter": "D", "DriveType": 3, "Size": {size}, "SizeRemaining": {free}}}]')
    told = [item for item in items if isinstance(item, Fact) and item.key in {"volume.size", "volume.free"}]
    if expected == "doubt":
        assert len(told) == 2 - (size == "null") and all(fact.doubt for fact in told)
    else:
        assert tuple(fact.text for fact in told) == expected and not any(fact.doubt for fact in told)


MACHINES = [  # what rows name as their machine, and whether nobody can say whose they are
    ([None, None], False),
    (["MAIL01", "mail01"], False),
    (["MAIL01", "MAIL01.acme.com"], False),
    (["MAIL01", None], False),
    (["MAIL01", "OTHER7"], True),
    (["localhost", "OTHER7"], False),
]


@at_once(("machines", "doubted"), MACHINES)
def test_of_several_machines_nobody_can_say_which_is_the_server_s(machines, doubted):
    rows = [{**VOLUME, "SizeRemaining": 4096 * (at + 1), "PSComputerName": one} for at, one in enumerate(machines)]
    facts = [item for item in read(printed(rows)) if isinstance(item, Fact)]
    assert facts and all(bool(fact.doubt) is doubted for fact in facts)


def test_json_that_breaks_off_before_a_prompt_does_so_at_its_last_sign():
    source = Source.of("ps.json", "[\nGet-Disk | ConvertTo-Json \u00fc".encode())
    assert [item.offset for item in powershell_json.read(source, CATALOGUE)] == [0]
