"""What is stored on which disks of Windows, by its own commands; the words and numbers of these commands."""

import json
import sys
from pathlib import Path

import data
from at_once import at_once
from hypothesis import given
from hypothesis import strategies as st

from advisor import readers
from advisor.derive import Context, derive
from advisor.facts import Diagnostic, Facts, Subject
from advisor.pack import builtin
from advisor.source import Source
from advisor.values import windows

sys.path.append(str(Path(__file__).parent))
import test_powershell_text as tables

CATALOGUE = builtin().catalogue
INI = "[Notes]\nKitType=2\nDirectory=D:\\Domino\\Data\nTRANSLOG_Status=1\nTRANSLOG_Path=L:\\translog\n"


def disk(number, model="Micron_5300", media=3, bus=11, **more):
    return {"Number": number, "FriendlyName": model, "MediaType": media, "BusType": bus, "HealthStatus": 0, **more}


def partition(number, letter, **more):
    return {"DiskNumber": number, "PartitionNumber": 1, "DriveLetter": letter, **more}


def known(*texts):
    facts = Facts()
    for text in (INI, *texts):
        raw = (text if isinstance(text, str) else json.dumps(text)).encode()
        reader = readers.recognise("x", raw, CATALOGUE)
        items = readers.facts_of(reader, Source.of("x", raw), CATALOGUE)
        facts.add(item for item in items if not isinstance(item, Diagnostic))
    derive(facts, Context(CATALOGUE))
    return facts


BOOT = partition(0, "C", IsBoot=True)
APART = [BOOT, partition(1, "D"), partition(2, "L")]
ON_ONE = [BOOT, partition(1, "D"), partition(1, "L")]
THREE = [disk(0), disk(1), disk(2)]
TOOL = data.text("windows_disks/tool.txt")
VIRTUAL = {"FriendlyName": "Data01", "ResiliencySettingName": "Parity", "HealthStatus": 0}
LAYOUTS = {  # the files; what shares the log's disks, and what these are made of
    "three disks": ([THREE, APART], "none", "hdd"),
    "one disk for two letters": ([THREE, ON_ONE], "the databases", "hdd"),
    "with Windows": ([THREE, [BOOT, partition(1, "D"), partition(0, "L")]], "the operating system", "hdd"),
    "flash": ([[disk(n, media=4) for n in range(3)], APART], "none", "ssd"),
    "NVMe": ([[disk(n, media=0, bus=17) for n in range(3)], APART], "none", "nvme"),
    "virtual disks": ([[disk(n, "VMware Virtual disk", 4, 10) for n in range(3)], APART], None, "virtual"),
    "one virtual disk": ([[disk(n, "VMware Virtual disk", 4, 10) for n in range(2)], ON_ONE], "the databases",
        "virtual"),
    "a controller's": ([[disk(n, "LOGICAL VOLUME", 3, 8) for n in range(3)], APART], None, None),
    "iSCSI": ([[disk(n, "NETAPP LUN", 4, 9) for n in range(3)], APART], None, None),
    "Fibre Channel": ([[disk(n, "NETAPP LUN", 3, 6) for n in range(3)], APART], None, None),
    "a storage network's, of which no bus is told": ([[disk(n, "NETAPP LUN C-Mode", 4, 0) for n in range(3)], APART],
        None, None),
    "SAS disks": ([[disk(n, "SEAGATE ST300MM0006", 3, 10) for n in range(3)], APART], "none", "hdd"),
    "arrays that hang on SAS": ([[disk(n, "NOBODY KNOWS 9000", 3, 10) for n in range(3)], APART], None, None),
    "unspecified": ([[disk(n, "Disk", 0, 10) for n in range(3)], APART], None, None),
    "unspecified, in a virtual machine": (
        [[disk(n, "Disk", 0, 10) for n in range(3)], APART, {"Manufacturer": "QEMU", "Model": "PC", "Domain": "x"}],
        None, "virtual"),
    "a mount folder": (
        [THREE, [BOOT, partition(1, "D"), partition(2, "L"), partition(1, None, AccessPaths=["L:\\translog\\"])]],
        "the databases", "hdd"),
    "tables": ([tables.PHYSICAL, tables.PARTITION + tables.VOLUME], None, None),
    "a table of one disk": ([tables.DISK.replace("1      Msft Virtu...", ""), tables.VOLUME], None, None),
    "letters without disks": ([THREE], None, None),
}  # fmt: skip


@at_once(("files", "shares", "media"), LAYOUTS.values(), ids=LAYOUTS)
def test_what_shares_the_log_s_disks(files, shares, media):
    facts = known(*files)
    assert facts.ask("transaction_log.shares").text == shares
    assert facts.ask("transaction_log.media").text == media
    assert known(*files[::-1]).ask("transaction_log.shares").text == shares


def test_a_path_in_a_table_is_the_disk_that_another_listing_numbers():
    facts = known(tables.PARTITION, tables.LISTED_DISK)
    told = facts.of(Subject("volume", "D:"), "volume.disk")
    assert [fact.text for fact in told] == [tables.PATH_1.lower(), "Disk 1"]
    assert facts.ask("volume.media", Subject("volume", "C:")).text == "virtual"


PATHS = [  # what Get-Partition alone says of the disk, and what its volume is made of
    (tables.PATH_0, "virtual"),
    (r"\\?\scsi#disk&ven_msft&prod_virtual_disk#000001", "virtual"),
    (r"\\?\scsi#disk&ven_dell&prod_perc_h730#5&1982005&0&000000", None),
    (r"\\?\ide#diskst4000nm0035#4&1", None),
]


@at_once(("path", "media"), PATHS)
def test_the_path_of_a_partition_shows_a_virtual_disk(path, media):
    facts = known([partition(0, "D", DiskPath=path), partition(0, "C", DiskPath=path)])
    told = [facts.of(Subject("volume", letter), "volume.media") for letter in ("C:", "D:")]
    assert [[fact.text for fact in of_volume] for of_volume in told] == [[media] if media else []] * 2


def test_a_controller_s_logical_drive_is_the_disk_of_its_number():
    facts = known(THREE, ON_ONE, TOOL)
    array = Subject("array", "slot 0 logical drive 1")
    assert facts.ask("array.holds", array).text == "databases, transaction-log"
    assert facts.ask("transaction_log.shares").text == "the databases"


def test_a_storage_space_is_the_disk_of_its_name():
    facts = known([disk(0), disk(5, "Data01", 0, 16)], [BOOT, partition(5, "D"), partition(5, "L")], VIRTUAL)
    assert facts.ask("array.holds", Subject("array", "Data01")).text == "databases, transaction-log"
    assert facts.ask("array.software", Subject("array", "Data01")).text == "yes"


PERC = [disk(0, bus=17, media=4), disk(1, "DELL PERC H730P", 0, 8)]


@at_once(("disks", "parts", "held"), [
        (PERC, [BOOT, partition(1, "D"), partition(1, "L")], "databases, transaction-log"),
        ([disk(0, bus=17), disk(1, "HP LOGICAL VOLUME", 0, 10)], [BOOT, partition(1, "D")], "databases"),
        ([*PERC, disk(2, "DELL PERC H730P", 0, 8)], APART, None),
        (PERC, [BOOT, partition(1, "E")], None),
])  # fmt: skip
def test_the_only_logical_drive_is_the_only_array(disks, parts, held):
    tool = TOOL.replace("         Disk Name: \\\\.\\PhysicalDrive1\n", "")
    facts = known(disks, parts, tool)
    answer = facts.ask("array.holds", Subject("array", "slot 0 logical drive 1"))
    assert answer.text == held
    assert all(fact.presumed and "assumed to be the same" in fact.note for fact in answer.facts if held)


def test_only_one_disk_holds_all_letters():
    facts = known([disk(0)], [{"DriveLetter": letter, "DriveType": 3, "SizeRemaining": 5} for letter in "CDL"])
    assert facts.ask("transaction_log.shares").text == "the databases and the operating system"
    told = facts.ask("transaction_log.shares").facts[0]
    assert told.presumed
    assert told.note.startswith("only one disk is listed, so it is assumed to hold all drive letters")


def test_a_letter_that_is_told_to_lie_on_an_array_is_not_presumed_on_the_only_disk():
    letters = [{"DriveLetter": letter, "DriveType": 3, "SizeRemaining": 5} for letter in "CDL"]
    facts = known([disk(0)], letters, '[[array]]\nname = "log"\n[[volume]]\nmount = "L:"\narray = "log"\n')
    assert facts.ask("transaction_log.shares").text != "the databases and the operating system"


def test_that_another_listing_calls_a_disk_healthy_is_said():
    pred_fail = [{"Index": 0, "Model": "M", "Status": "Pred Fail"}]
    for files, said in (([[disk(0)], pred_fail], True), ([pred_fail], False), ([pred_fail, pred_fail], False)):
        note = known(*files).ask("disks.troubled").facts[0].note
        assert note.startswith("Disk 0 is healthy in ") is said
        assert bool(note) is said


HEALTH = {
    "one tells": ([[disk(0)]], "ok", "healthy"),
    "two agree": ([[disk(0)], [{"Index": 0, "Model": "M", "Status": "OK"}]], "ok", "healthy"),
    "the worst": ([[disk(0)], [{"Index": 0, "Model": "M", "Status": "Pred Fail"}]], "failing", "Pred Fail"),
    "the worst first": ([[{"Index": 0, "Model": "M", "Status": "Pred Fail"}], [disk(0)]], "failing", "Pred Fail"),
}


@at_once(("files", "health", "said"), HEALTH.values(), ids=HEALTH)
def test_of_what_is_said_of_a_disk_s_health_the_worst_counts(files, health, said):
    facts = known(*files)
    assert facts.ask("disk.health", Subject("disk", "Disk 0")).text == health
    assert facts.of(Subject("disk", "Disk 0"), "disk.health_said")[0].text == said


COMPUTER = {"Manufacturer": "VMware, Inc.", "Model": "VMware7,1", "TotalPhysicalMemory": 8589398016}
PAGE_FILE = {"Name": "D:\\pagefile.sys", "AllocatedBaseSize": 9216}
NUMBERS = {  # the files; how many sets of disks there are; on how many the databases lie
    "three disks": ([THREE, APART], "3", "1"),
    "flash": ([[disk(n, media=4) for n in range(3)], APART], "3", "1"),
    "of one nobody knows": ([[disk(0), disk(1), disk(2, media=0)], APART], None, None),
    "a controller's": ([[disk(n, bus=8) for n in range(3)], APART], None, None),
    "a controller's, with its tool": ([THREE, APART, TOOL], "3", "1"),
    "virtual": ([[disk(n, "VMware Virtual disk") for n in range(3)], APART], None, None),
}


@at_once(("files", "count", "databases"), NUMBERS.values(), ids=NUMBERS)
def test_how_many_sets_of_plain_disks_there_are(files, count, databases):
    facts = known(*files)
    assert (facts.ask("arrays.count").text, facts.ask("databases.arrays").text) == (count, databases)


def test_where_the_page_file_lies():
    facts = known(THREE, APART, PAGE_FILE)
    assert facts.ask("page_file.shares").text == "the databases"
    assert facts.ask("page_file.media").text == "hdd"


def test_the_disks_of_a_virtual_machine_are_taken_to_be_virtual_until_they_are_told():
    facts = known(COMPUTER)
    media = facts.ask("transaction_log.media")
    assert media.text == "virtual"
    assert media.facts[0].presumed
    assert media.facts[0].note == "the machine is virtual, so its disks are assumed to be"
    assert known(COMPUTER, THREE, APART).ask("transaction_log.media").text == "hdd"
    assert known(COMPUTER | {"Manufacturer": "Dell", "Model": "R740"}).ask("transaction_log.media").text is None


VIRTUAL_DISKS = [disk(n, "VMware Virtual disk", 4, 10) for n in range(3)]
ARRAYS = {  # the files; the arrays that there are, None where nobody knows
    "all virtual": ([VIRTUAL_DISKS, APART], []),
    "one is not": ([[*VIRTUAL_DISKS[:2], disk(2)], APART], [Subject("array", "Disk 2")]),
    "of one nobody knows": ([[*VIRTUAL_DISKS[:2], disk(2, media=0)], APART], None),
    "by presumption": ([[disk(0, "Disk", 0)], COMPUTER], None),
    "none is listed": ([APART, COMPUTER], None),
    "a tool lists one": ([VIRTUAL_DISKS, TOOL], [Subject("array", "slot 0 logical drive 1")]),
}


@at_once(("files", "arrays"), ARRAYS.values(), ids=ARRAYS)
def test_virtual_disks_lie_on_no_array_of_this_machine(files, arrays):
    assert known(*files).subjects("array") == arrays


WANTED = {  # the files, a key, what its hint names
    "letters without disks": (
        [THREE, [{"DriveLetter": letter, "DriveType": 3, "SizeRemaining": 5} for letter in "CDL"]],
        "transaction_log.shares",
        'the disks of L: (`Get-Partition | ConvertTo-Json`, or `[[volume]]` mount = "L:" in storage.toml)'),
    "a controller's": ([[disk(n, bus=8) for n in range(3)], APART], "transaction_log.shares",
        'the disks behind the disk of D: (the RAID controller\'s own listing, or `[[volume]]` mount = "D:" in storage.toml)'),
    "its media": ([[disk(n, bus=8) for n in range(3)], APART], "transaction_log.media",
        "the media of the disks (the RAID controller's own listing, or `media` of the `[[array]]` in storage.toml)"),
    "media that nobody was asked for": (
        [[{"Number": n, "FriendlyName": "Disk", "PartitionStyle": "GPT"} for n in range(3)], APART],
        "transaction_log.media",
        "the media of the disks (`Get-PhysicalDisk | ConvertTo-Json`, or `media` of the `[[array]]` in storage.toml)"),
    "a storage network's": ([[disk(n, bus=9) for n in range(3)], APART], "transaction_log.shares",
        'the disks behind the disk of D: (`[[volume]]` mount = "D:" in storage.toml)'),
    "the page file": ([THREE, APART], "page_file.shares",
        'the volume of the page file (`systeminfo`, or `holds = ["swap"]` in storage.toml)'),
}  # fmt: skip


@at_once(("files", "key", "hint"), WANTED.values(), ids=WANTED)
def test_a_hint_names_what_to_type_on_windows(files, key, hint):
    answer = known(*files).ask(key)
    assert (answer.text, answer.trouble) == (None, hint)


MEMORY = {"TotalVisibleMemorySize": 8388084}


def test_the_machine_s_memory_is_that_of_its_own_commands():
    facts = known({"Manufacturer": "VMware, Inc.", "Model": "VMware7,1", "TotalPhysicalMemory": 8589398016}, MEMORY)
    assert facts.ask("machine.memory").text == "8191"
    assert facts.ask("machine.virtual").text == "yes"


SIZES = [
    ("107374182400", 107374182400),
    ("0", 0),
    ("0 B", 0),
    ("512 B", 512),
    ("4.10 GB", int(4.10 * 2**30)),
    ("4,10 GB", int(4.10 * 2**30)),
    ("1024 MB", 2**30),
    ("1,024 MB", 2**30),
    ("1.024 MB", 2**30),
    ("8\u00a0192 MB", 2**33),
    ("1,024.5 MB", int(1024.5 * 2**20)),
    ("1.024,5 MB", int(1024.5 * 2**20)),
    ("1.09 TB", int(1.09 * 2**40)),
    ("5. GB", 5 * 2**30),
    ("GB", None),
    ("-5 GB", None),
    ("5 apples", None),
    ("", None),
    ("9" * 60, None),
]


@at_once(("text", "count"), SIZES)
def test_a_size_in_bytes(text, count):
    assert windows.size(text) == count


@given(st.text(max_size=40) | st.from_regex(r"[\d.,' ]{0,22} ?[KMGTP]?B?", fullmatch=True))
def test_no_text_breaks_a_size(text):
    assert (windows.size(text) or 0) >= 0


WORDS = [
    (windows.media_type, "4", "ssd"),
    (windows.media_type, "HDD", "hdd"),
    (windows.media_type, "SCM", "scm"),
    (windows.media_type, "Unspecified", None),
    (windows.media_type, "0", None),
    (windows.media_type, "Fixed hard disk media", None),
    (windows.bus, "17", "nvme"),
    (windows.bus, "NVMe", "nvme"),
    (windows.bus, "RAID", "raid"),
    (windows.bus, "6", "fibre channel"),
    (windows.bus, "Fibre Channel", "fibre channel"),
    (windows.bus, "Spaces", "spaces"),
    (windows.bus, "Storage Spaces", "spaces"),
    (windows.bus, "0", None),
    (windows.bus, "Unknown", None),
    (windows.disk, "0", "Disk 0"),
    (windows.disk, " 07 ", "Disk 7"),
    (windows.disk, "\\\\.\\PHYSICALDRIVE1", "Disk 1"),
    (windows.disk, "\\\\?\\PhysicalDrive1", "Disk 1"),
    (windows.disk, "PhysicalDisk10", "Disk 10"),
    (windows.disk, "Disk #2", "Disk 2"),
    (windows.disk, "Disk M0", "Disk M0"),
    (windows.disk, "/dev/sda", None),
    (windows.disk, "data", None),
    (windows.disk, "9" * 5000, None),
    (windows.is_fixed, "3", True),
    (windows.is_fixed, "Fixed", True),
    (windows.is_fixed, "5", False),
    (windows.is_fixed, "CD-ROM", False),
    (windows.is_fixed, "4", False),
    (windows.health, ["Healthy", "OK"], "ok"),
    (windows.health, ["Warning", "Predictive Failure"], "failing"),
    (windows.health, ["Unhealthy", "Predictive Failure"], "failed"),
    (windows.health, ["Warning", "Removing From Pool"], "warning"),
    (windows.health, ["Healthy", "Lost Communication"], "failed"),
    (windows.health, ["Pred Fail"], "failing"),
    (windows.health, ["Unknown"], None),
    (windows.health, [], None),
]


@at_once(("meaning", "said", "expected"), WORDS)
def test_a_word_has_one_spelling(meaning, said, expected):
    assert meaning(said) == expected


MACHINES = [
    ("VMware, Inc.", "VMware7,1", "yes"),
    ("VMware, Inc.", "VMware Virtual Platform", "yes"),
    ("Microsoft Corporation", "Virtual Machine", "yes"),
    ("Microsoft Corporation", "Surface Pro", "no"),
    ("QEMU", "Standard PC (i440FX + PIIX, 1996)", "yes"),
    ("Red Hat", "KVM", "yes"),
    ("Xen", "HVM domU", "yes"),
    ("innotek GmbH", "VirtualBox", "yes"),
    ("Amazon EC2", "t3.large", "yes"),
    ("Amazon EC2", "m5.metal", "no"),
    ("Google", "Google Compute Engine", "yes"),
    ("Nutanix", "AHV", "yes"),
    ("Dell Inc.", "PowerEdge R740", "no"),
    ("HPE", "ProLiant DL380 Gen10", "no"),
    ("IBM", "System x3650 M4", "no"),
]


@at_once(("manufacturer", "model", "virtual"), MACHINES)
def test_a_virtual_machine_names_itself(manufacturer, model, virtual):
    assert windows.is_virtual(manufacturer, model) == virtual
