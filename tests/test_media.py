"""What a disk is made of: one line a disk, as lsblk lists them."""

import pytest

from advisor.values.media import media, of_names, of_words, together

DISKS = [
    # name, rota, transport, vendor, model, what it is
    ("sda", "1", "sata", "ATA", "ST2000NX0253", "hdd"),
    ("sda", "1", "sas", "SEAGATE", "ST600MM0006", "hdd"),
    ("hda", "1", "ata", "", "Maxtor 6Y080L0", "hdd"),
    ("sda", "0", "sata", "ATA", "SAMSUNG MZ7LH960", "ssd"),
    ("sda", "0", "", "", "", "ssd"),
    ("sda", "0", "", "DELL", "PERC H740P Mini", "ssd"),
    ("mmcblk0", "0", "", "", "", "ssd"),
    ("nvme0n1", "0", "nvme", "", "INTEL SSDPE2KX040T8", "nvme"),
    ("nvme0n1", "", "", "", "", "nvme"),
    ("nvme0n1", "1", "nvme", "", "a spindle that speaks NVMe", None),
    ("nvme1n1", "0", "nvme", "", "Amazon Elastic Block Store", "virtual"),
    ("nvme0n1", "0", "nvme", "", "MSFT NVMe Accelerator v1.0", "virtual"),
    ("nvme0n1", "0", "nvme", "Google", "nvme_card-pd", "virtual"),
    ("vda", "1", "", "0x1af4", "", "virtual"),
    ("vda", "0", "virtio", "", "", "virtual"),
    ("xvda", "0", "", "", "", "virtual"),
    ("sda", "1", "virtio", "", "", "virtual"),
    ("sda", "1", "", "VMware", "Virtual disk", "virtual"),
    ("sda", "1", "spi", "VMware,", "VMware Virtual S", "virtual"),
    ("sda", "0", "", "VMware", "Virtual disk", "ssd"),
    ("sda", "1", "sata", "ATA", "QEMU HARDDISK", "virtual"),
    ("sda", "1", "sata", "ATA", "VBOX HARDDISK", "virtual"),
    ("sda", "1", "", "Msft", "Virtual Disk", "virtual"),
    ("sda", "1", "", "XENSRC", "PVDISK", "virtual"),
    ("sda", "1", "", "AIX", "VDASD", "virtual"),
    ("sda", "1", "sas", "HP", "LOGICAL VOLUME", None),
    ("sda", "1", "sas", "LSILOGIC", "Logical Volume", None),
    ("sda", "1", "", "DELL", "PERC H710P", None),
    ("sda", "1", "sas", "DELL", "PERC 6/i", None),
    ("sda", "1", "sas", "LSI", "MR9261-8i", None),
    ("sda", "1", "sas", "IBM", "ServeRAID M5210", None),
    ("sda", "1", "sas", "SMC", "SMC3108", None),
    ("sda", "1", "sas", "AVAGO", "", None),
    ("sda", "1", "sas", "AVAGO", "MR9361-8i", None),
    ("sdb", "1", "fc", "IBM", "2145", None),
    ("sdb", "1", "sas", "DELL    ", "MD32xx", None),
    ("sdb", "1", "sas", "HP", "P2000 G3 SAS", None),
    ("sdb", "0", "fc", "PURE", "FlashArray", "ssd"),
    ("sdb", "1", "iscsi", "LIO-ORG", "data", None),
    ("sdb", "1", "iscsi", "IET", "VIRTUAL-DISK", "virtual"),
    ("sdc", "1", "usb", "WD", "Elements 25A3", None),
    ("sda", "1", "sata", "", "", None),
    ("sda", "1", "", "", "ST2000NX0253", None),
    ("sda", "", "sata", "ATA", "ST2000NX0253", None),
    ("zram0", "0", "", "", "", None),
    ("loop3", "0", "", "", "", None),
    ("nbd0", "0", "", "", "", None),
    ("", "", "", "", "", None),
]


@pytest.mark.parametrize(("name", "rota", "transport", "vendor", "model", "made_of"), DISKS)
def test_only_a_drive_that_names_itself_is_a_spindle(name, rota, transport, vendor, model, made_of):
    assert media(name, rota, transport, vendor, model) == made_of


NAMES = [
    (["nvme0n1p1", "nvme1n1p1"], "nvme"),
    (["/dev/nvme0n1"], "nvme"),
    (["nvme0n1", "sda1"], None),
    (["sda1", "sdb1"], None),
    ([], None),
]


@pytest.mark.parametrize(("names", "made_of"), NAMES)
def test_a_name_tells_only_of_nvme(names, made_of):
    assert of_names(names) == made_of


WORDS = [
    ("SATA SSD", "ssd"),
    ("Solid State SAS", "ssd"),
    ("Solid State Device", "ssd"),
    ("PCIe NVMe SSD", "nvme"),
    ("SAS HDD", "hdd"),
    ("Hard Disk Device", "hdd"),
    ("Present (1MB, SATA, ssd, Connector:0) SN-A", "ssd"),
    ("Present (1MB, SATA, Connector:0) SNSSDHDD", None),
    ("SAS", None),
    ("", None),
]


@pytest.mark.parametrize(("text", "made_of"), WORDS)
def test_the_words_of_a_tool_tell(text, made_of):
    assert of_words(text) == made_of


TOGETHER = [
    (["ssd", "ssd"], "ssd"),
    (["hdd", "ssd"], "mixed"),
    (["ssd", None], None),
    ([None], None),
    ([], None),
]


@pytest.mark.parametrize(("kinds", "made_of"), TOGETHER)
def test_disks_together_are_one_kind_or_mixed(kinds, made_of):
    assert together(iter(kinds)) == made_of
