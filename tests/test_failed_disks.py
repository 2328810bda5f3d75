"""The failed disks of an array, by the names that each tool gives them."""

from at_once import at_once

from advisor import readers
from advisor.facts import Fact
from advisor.pack import builtin
from advisor.readers.raid import arcconf, mdadm, mdstat, megacli, ssacli, storcli
from advisor.source import Source

CATALOGUE = builtin().catalogue
RULER = "-" * 79
SMART = "Smart Array P410i in Slot 0 (Embedded)\n\n   array A{}\n\n      logicaldrive 1 (136.7 GB, RAID 1, {})\n\n"
SHORT = "      physicaldrive 1I:1:{0} (port 1I:box 1:bay {0}, SAS HDD, 146 GB, {1})\n"
LONG = "      physicaldrive 1I:1:{}\n         Status: {}\n         Drive Type: Data Drive\n"
OTHER = "\n   array B\n\n      logicaldrive 2 (1 TB, RAID 1, OK)\n\n"
STORCLI = (
    "CLI Version = 007.1020.0000.0000 May 17, 2019\nOperating system = Linux 4.18.0\nController = 0\nStatus = Success\n"
    f"Description = None\n\nVD LIST :\n=======\n\n{RULER}\nDG/VD TYPE  State Access Consist Cache Cac sCC Size Name\n{RULER}\n"
    f"1/1   RAID6 Pdgd  RW     Yes     RWBD  -   ON  2.180 TB data\n{RULER}\n\nPD LIST :\n=======\n\n{RULER}\n"
    f"EID:Slt DID State DG     Size Intf Med SED PI SeSz Model         Sp Type\n{RULER}\n{{}}{RULER}\n"
)
ONLINE = "32:3      3 Onln   1 1.090 TB SAS  HDD N   N  512B EXAMPLE DISK  U  -   \n"
MEGACLI = "Adapter #0\n\nNumber of Virtual Disks: 1\nVirtual Drive: 0 (Target Id: 0)\nState               : Degraded\n{}\nExit Code: 0x00\n"
PD = "PD: {0} Information\nEnclosure Device ID: 32\nSlot Number: {0}\nFirmware state: {1}\nMedia Type: Hard Disk Device\n\n"
ARCCONF = (
    "Controllers found: 1\nLogical device information\nLogical device number 0\n   Status of logical device : Degraded\n"
    "   Logical device segment information\n   Segment 0 : Present (0,0) A1\n   Segment 1 : {}\n"
    "Physical Device information\n   Device #0\n     State : Online\n     Reported Channel,Device(T:L) : 0,0(0:0)\n"
    "   Device #1\n     State : Failed\n     Reported Channel,Device(T:L) : 0,1(1:0)\nCommand completed successfully.\n"
)
MDADM = "/dev/md0:\n        Raid Level : raid1\n             State : clean, degraded\n\n    Number   Major   Minor   RaidDevice State\n"
UP, FAULTY = (
    "       0       8        1        0      active sync   /dev/sda1\n",
    "       1       8       17        -      faulty   /dev/sdb1\n",
)
CASES = {
    "ssacli, in short": (ssacli, SMART.format("", "Interim Recovery Mode") + SHORT.format(1, "OK") + SHORT.format(2, "Failed"), "1I:1:2"),
    "ssacli, in detail": (ssacli, SMART.format("", "Interim Recovery Mode") + LONG.format(3, "Failed") + LONG.format(4, "OK"), "1I:1:3"),
    "ssacli, none": (ssacli, SMART.format("", "OK") + SHORT.format(1, "OK") + SHORT.format(2, "Predictive Failure"), None),
    "storcli": (storcli, STORCLI.format(ONLINE + ONLINE.replace("32:3", "32:4").replace("Onln ", "Offln")), "32:4"),
    "storcli, of no group": (storcli, STORCLI.format(ONLINE + ONLINE.replace("Onln   1", "UBad   -")), None),
    "megacli": (megacli, MEGACLI.format(PD.format(4, "Online, Spun Up") + PD.format(5, "Failed")), "32:5"),
    "megacli, off-line": (megacli, MEGACLI.format(PD.format(4, "Offline") + PD.format(5, "Hotspare, Spun Up")), "32:4"),
    "arcconf, by its segment": (arcconf, ARCCONF.format("Inconsistent (0,1)"), "channel 0 device 1"),
    "arcconf, the only device": (arcconf, ARCCONF.format("Missing"), "channel 0 device 1"),
    "arcconf, none": (arcconf, ARCCONF.format("Missing").replace(": Failed", ": Online"), None),
    "mdadm": (mdadm, MDADM + UP + FAULTY, "/dev/sdb1"),
    "mdadm, none": (mdadm, MDADM + UP, None),
    "mdstat": (mdstat, "md1 : active raid1 sdb2[1](F) sda2[0]\n      1047552 blocks [2/1] [U_]\n", "/dev/sdb2"),
    "mdstat, none": (mdstat, "md1 : active raid1 sda2[0]\n      1047552 blocks [2/1] [U_]\n", None),
}  # fmt: skip


def facts_of(reader, text):
    facts = readers.facts_of(reader.READER, Source.of("listing.txt", text.encode()), CATALOGUE)
    return [fact for fact in facts if isinstance(fact, Fact)]


@at_once(("reader", "text", "expected"), CASES.values(), ids=CASES)
def test_the_disks_that_failed_are_named(reader, text, expected):
    named = [fact.text for fact in facts_of(reader, text) if fact.key == "array.failed_disks"]
    assert named[:1] == ([expected] if expected else [])


def test_a_failed_disk_is_that_of_its_own_array():
    text = SMART.format("", "OK") + SHORT.format(1, "OK") + OTHER + SHORT.format(2, "Failed")
    told = [fact.subject.name for fact in facts_of(ssacli, text) if fact.key == "array.failed_disks"]
    assert told == ["slot 0 logical drive 2"]


FAILING = SMART.format("", "OK") + SHORT.format(2, "Predictive Failure") + OTHER + SHORT.format(3, "OK")


def test_a_disk_that_is_expected_to_fail_is_told_at_every_array_of_the_controller():
    told = [(fact.subject.name, fact.text) for fact in facts_of(ssacli, FAILING) if fact.key == "array.failing_disks"]
    assert told == [("slot 0 logical drive 1", "1I:1:2"), ("slot 0 logical drive 2", "1I:1:2")]


@at_once(
    ("array", "drive", "disks", "expected"),
    [
        (" (Failed)", "OK", "", True),
        (" (Failed)", "OK", SHORT.format(1, "OK"), True),
        (" (Failed)", "OK", SHORT.format(1, "Failed"), False),
        (" (Failed)", "Interim Recovery Mode", "", False),
        ("", "OK", "", False),
    ],
)
def test_an_array_called_failed_with_a_sound_drive_is_a_contradiction(array, drive, disks, expected):
    facts = facts_of(ssacli, SMART.format(array, drive) + disks)
    assert ("yes" in [fact.text for fact in facts if fact.key == "array.contradictory"]) is expected
