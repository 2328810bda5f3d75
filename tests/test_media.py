"""What a disk is made of: one line a disk, as lsblk lists them."""

from at_once import at_once

from advisor.values import media as media_module
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
    ("sda", "0", "", "VMware", "Virtual disk", "virtual"),
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


@at_once(("name", "rota", "transport", "vendor", "model", "made_of"), DISKS)
def test_only_a_drive_that_names_itself_is_a_spindle(name, rota, transport, vendor, model, made_of):
    assert media(name, rota, transport, vendor, model) == made_of


ON_SAS = [  # vendor and model of what reports itself as spinning, as /sys and `lsscsi` have them; whether it is one disk
    ("SEAGATE", "ST600MM0006", True),
    ("SEAGATE", "ST9146852SS", True),
    ("SEAGATE", "ST330057SSUN300G", True),
    ("IBM-ESXS", "ST973452SS", True),
    ("LENOVO-X", "ST600MM0006", True),
    ("WD", "WD3001BKHG", True),
    ("WDC", "WUS721010AL5204", True),
    ("HGST", "HUC101860CSS200", True),
    ("HITACHI", "HUS156060VLS600", True),
    ("HITACHI", "H103030SCSUN300G", True),
    ("TOSHIBA", "MG04SCA60EE", True),
    ("TOSHIBA", "AL13SEB300", True),
    ("TOSHIBA", "MBF2300RC", True),
    ("TOSHIBA", "MK2001TRKB", True),
    ("FUJITSU", "MBA3147RC", True),
    ("FUJITSU", "MAX3073RC", True),
    ("FUJITSU", "MBD2300R SUN300G", True),
    ("HP", "EG0600FBVFP", True),
    ("HP", "EG001800JWJNL", True),
    ("HP", "DG0146FARVU", True),
    ("HP", "DH072BB978", True),
    ("HP", "MB2000FAMYV", True),
    ("", "ST300MM0006", True),
    ("HP", "MSA2312sa", False),
    ("HP", "MSA2324fc", False),
    ("HP", "MSA 2040 SAS", False),
    ("HPE", "MSA 2060 FC", False),
    ("HP", "P2000 G3 SAS", False),
    ("COMPAQ", "MSA1000 VOLUME", False),
    ("HP", "HSV210", False),
    ("Lenovo", "DS4200", False),
    ("Lenovo", "DE_Series", False),
    ("DotHill", "DH4824", False),
    ("DotHill", "R/Evo 2330-2R", False),
    ("Promise", "VTrak E630s", False),
    ("NEC", "DISK ARRAY", False),
    ("HITACHI", "DF600F", False),
    ("HITACHI", "OPEN-V", False),
    ("FUJITSU", "ETERNUS_DXL", False),
    ("FUJITSU", "E4000", False),
    ("IFT", "DS S16S-R2240", False),
    ("Infortrend", "EonStor", False),
    ("SUN", "STK6580_6780", False),
    ("SUN", "CSM200_R", False),
    ("SUN", "StorEdge 3510", False),
    ("SEAGATE", "4865", False),
    ("DELL", "MD32xx", False),
    ("DELL", "MD3000", False),
    ("DellEMC", "ME4024", False),
    ("IBM", "1726-4xx  FAStT", False),
    ("IBM", "1746      FAStT", False),
    ("IBM", "2145", False),
    ("NETAPP", "INF-01-00", False),
    ("LSI", "INF-01-00", False),
    ("LSI", "Universal Xport", False),
    ("QUADSTOR", "VDISK", False),
    ("Oracle", "Some Shelf 9", False),
    ("XYZ", "S-3000", False),
    ("XYZ", "", False),
    ("", "Disk", False),
]


@at_once(("vendor", "model", "is_one"), ON_SAS)
def test_on_sas_only_a_disk_s_own_number_makes_one(vendor, model, is_one):
    padded = f"{vendor:<8}", f"{model:<16}"
    for maker in ((vendor, model), padded, ("", f"{vendor} {model}")):
        assert media_module.is_a_disk("sas", *maker) is is_one
    assert media("sda", "1", "sas", vendor, model) == ("hdd" if is_one else "virtual" if "VDISK" in model else None)
    assert not media_module.is_a_disk("fc", vendor, model)
    assert not media_module.is_a_disk("iscsi", vendor, model)


ON_ATA = [  # what no disk of its own is on SATA
    ("ATA", "DELLBOSS VD", False),
    ("ATA", "MARVELL Raid VD 0", False),
    ("", "Marvell_Raid_VD", False),
    ("ATA", "JMicron H/W RAID1", False),
    ("ATA", "ST2000NX0253", True),
    ("ATA", "TOSHIBA DT01ACA1", True),
    ("ATA", "a maker of tomorrow", True),
]


@at_once(("vendor", "model", "is_one"), ON_ATA)
def test_on_sata_all_but_what_small_controllers_make_is_one(vendor, model, is_one):
    assert media_module.is_a_disk("sata", vendor, model) is is_one


NAMES = [
    (["nvme0n1p1", "nvme1n1p1"], "nvme"),
    (["/dev/nvme0n1"], "nvme"),
    (["nvme0n1", "sda1"], None),
    (["sda1", "sdb1"], None),
    ([], None),
]


@at_once(("names", "made_of"), NAMES)
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


@at_once(("text", "made_of"), WORDS)
def test_the_words_of_a_tool_tell(text, made_of):
    assert of_words(text) == made_of


TOGETHER = [
    (["ssd", "ssd"], "ssd"),
    (["hdd", "ssd"], "mixed"),
    (["ssd", None], None),
    ([None], None),
    ([], None),
]


@at_once(("kinds", "made_of"), TOGETHER)
def test_disks_together_are_one_kind_or_mixed(kinds, made_of):
    assert together(iter(kinds)) == made_of
