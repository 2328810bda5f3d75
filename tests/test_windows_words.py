"""The words and numbers of Windows' storage commands: one a line, with what they mean."""

from at_once import at_once
from hypothesis import given
from hypothesis import strategies as st

from advisor.values import windows

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
