import data
import listings
from at_once import at_once

from advisor.facts import Complete, Diagnostic, Fact, Facts, Subject
from advisor.pack import builtin
from advisor.readers.raid import megacli
from advisor.source import Source

CATALOGUE = builtin().catalogue

LD_INFO = """\r

Adapter 0 -- Virtual Drive Information:
Virtual Drive: 0 (Target Id: 0)
Name                :system
RAID Level          : Primary-1, Secondary-0, RAID Level Qualifier-0
Size                : 111.0 GB
Mirror Data         : 111.0 GB
State               : Optimal
Strip Size          : 64 KB
Number Of Drives    : 2
Span Depth          : 1
Default Cache Policy: WriteBack, ReadAdaptive, Direct, No Write Cache if Bad BBU
Current Cache Policy: WriteThrough, ReadAdaptive, Direct, No Write Cache if Bad BBU
Default Access Policy: Read/Write
Disk Cache Policy   : Disk's Default
Encryption Type     : None


Virtual Drive: 1 (Target Id: 3)
Name                :
RAID Level          : Primary-1, Secondary-0, RAID Level Qualifier-0
Size                : 2.0 TB
State               : Degraded
Strip Size          : 1.0 MB
Number Of Drives per span:2
Span Depth          : 12
Default Cache Policy: WriteBack, ReadAhead, Direct, Write Cache OK if Bad BBU
Current Cache Policy: WriteBack, ReadAhead, Direct, Write Cache OK if Bad BBU
Disk Cache Policy   : Enabled


Exit Code: 0x00
"""
OLD = data.text("megacli/old.txt")
CONFIG = data.text("megacli/config.txt")
WITH_DISKS = data.text("megacli/with-disks.txt")
SUMMARY = data.text("megacli/summary.txt")
BATTERY = data.text("megacli/battery.txt")
BAD_BATTERY = BATTERY.replace("required : No", "required : Yes")
ADAPTER = data.text("megacli/adapter.txt")
DISKS = data.text("megacli/disks.txt")
ENCLOSURES = """
    Number of enclosures on adapter 0 -- 1

    Enclosure 0:
    Device ID                     : 32
    Status                        : Normal

Exit Code: 0x00
"""
NONE = "Adapter 0 -- Virtual Drive Information:\nAdapter 0: No Virtual Drive Configured.\n\nExit Code: 0x00\n"
NO_BATTERY = (
    "Adapter 0: Get BBU Status Failed.\n\nFW error description: \n"
    " The required hardware component is not present.  \n\nExit Code: 0x22\n"
)
REFUSED = "Adapter 0: Get BBU Status Failed.\n\nExit Code: 0x01\n"
WRONG_NUMBER = "User specified controller is not present.\nFailed to get CpController object.\n\nExit Code: 0x01\n"
EXAMPLES = [LD_INFO, OLD, CONFIG, WITH_DISKS, SUMMARY, BATTERY, ADAPTER, DISKS, ENCLOSURES, NONE, NO_BATTERY, REFUSED]


def facts_of(text):
    facts = Facts()
    facts.add(item for item in listings.bounded(megacli, text) if not isinstance(item, Diagnostic))
    return facts


def array(text, name):
    return {
        key.removeprefix("array."): [fact.text for fact in found]
        for (subject, key), found in facts_of(text).known.items()
        if subject == Subject("array", name)
    }


def controller(text, name="controller 0"):
    return {
        key.removeprefix("controller."): found[0].text
        for (subject, key), found in facts_of(text).known.items()
        if subject == Subject("controller", name)
    }


def broken(text):
    return [item.reason for item in listings.bounded(megacli, text) if isinstance(item, Diagnostic)]


def wholes(text):
    return [item.prefix for item in listings.bounded(megacli, text) if isinstance(item, Complete)]


def test_everything_of_a_logical_drive_is_read():
    assert array(LD_INFO, "controller 0 logical drive 0") == {
        "controller": ["controller 0"],
        "software": ["no"],
        "tool": ["megacli"],
        "level": ["1"],
        "disks": ["2"],
        "stripe": ["64 KB"],
        "write_cache_set": ["write-back"],
        "write_cache": ["write-through"],
        "always_write_back": ["no"],
        "health_said": ["Optimal"],
        "health": ["ok"],
    }


ONE = "controller 0 logical drive 3"
REBUILDING = WITH_DISKS.replace("Optimal", "Degraded").replace(
    "Slot Number: 0\n", "Slot Number: 0\nFirmware state: Rebuild\n"
)
ARRAYS = [
    (LD_INFO, ONE, "level", "10"),
    (LD_INFO, ONE, "disks", "24"),
    (LD_INFO, ONE, "stripe", "1024 KB"),
    (LD_INFO, ONE, "always_write_back", "yes"),
    (LD_INFO, ONE, "health", "degraded"),
    (LD_INFO, ONE, "media", None),
    (LD_INFO, ONE, "group", None),
    (OLD, "controller 1 logical drive 0", "level", "5"),
    (OLD, "controller 1 logical drive 0", "stripe", "64 KB"),
    (OLD, "controller 1 logical drive 0", "disks", "6"),
    (OLD, "controller 1 logical drive 0", "health", "degraded"),
    (OLD, "controller 1 logical drive 0", "always_write_back", "no"),
    (OLD.replace("Secondary-0", "Secondary-3"), "controller 1 logical drive 0", "level", "50"),
    (OLD.replace("Primary-5, Secondary-0, RAID Level Qualifier-3", "6"), "controller 1 logical drive 0", "level", "6"),
    (OLD.replace("Primary-5", "Primary-17"), "controller 1 logical drive 0", "level", None),
    (OLD.replace("Partially Degraded", "Odd"), "controller 1 logical drive 0", "health", None),
    (OLD.replace("Partially Degraded", "Odd"), "controller 1 logical drive 0", "health_said", "Odd"),
    (OLD.replace("Adapter 1 -- Virtual Drive Information:\n", ""), "controller logical drive 0", "level", "5"),
    (OLD.replace("Span Depth:1\n", ""), "controller 1 logical drive 0", "level", None),
    (OLD.replace("Current Cache Policy", "Other Policy"), "controller 1 logical drive 0", "write_cache", None),
    (CONFIG, "controller 2 logical drive 0", "media", "ssd"),
    (CONFIG, "controller 2 logical drive 1", "media", "ssd"),
    (CONFIG, "controller 2 logical drive 1", "group", "controller 2 disk group 0"),
    (CONFIG, "controller 2 logical drive 1", "health", "failed"),
    (CONFIG, "controller 2 logical drive 2", "media", "hdd"),
    (CONFIG, "controller 2 logical drive 2", "group", "controller 2 disk group 1"),
    (CONFIG, "controller 2 logical drive 2", "level", "60"),
    (CONFIG, "controller 2 logical drive 2", "disks", "8"),
    (WITH_DISKS, "controller 0 logical drive 0", "media", "mixed"),
    (WITH_DISKS, "controller 0 logical drive 0", "group", "controller 0 disk group 4"),
    (REBUILDING, "controller 0 logical drive 0", "health", "rebuilding"),
    (REBUILDING, "controller 0 logical drive 0", "health_said", "Degraded, rebuilding 32:0"),
    (REBUILDING.replace("Degraded", "Optimal"), "controller 0 logical drive 0", "health", "ok"),
    (REBUILDING.replace("state: Rebuild", "state: Offline"), "controller 0 logical drive 0", "health", "degraded"),
    (SUMMARY, "controller logical drive 12", "level", "10"),
    (SUMMARY, "controller logical drive 12", "health", "ok"),
    (SUMMARY, "controller logical drive 12", "write_cache", None),
    (LD_INFO + DISKS, ONE, "media", None),
    (LD_INFO.encode("utf-16"), ONE, "level", "10"),
]


@at_once(("text", "name", "key", "expected"), ARRAYS)
def test_what_is_told_of_a_logical_drive(text, name, key, expected):
    assert set(array(text, name).get(key, [None])) == {expected}


OTHERS = [
    (CONFIG, "controller 2", {"model": "Sample RAID 9000", "serial": "X1", "cache": "yes", "protection": "battery"}),
    (ADAPTER, "controller 0", {"model": "Sample RAID 9100", "serial": "X2", "cache": "no", "protection": "battery"}),
    (ADAPTER.replace(": Present", ": Absent"), "controller 0",
        {"model": "Sample RAID 9100", "serial": "X2", "cache": "no", "protection": "none"}),
    (SUMMARY, "controller",
        {"model": "Sample H900 Mini", "health": "ok", "protection": "battery", "protection_state": "ok"}),
    (SUMMARY.replace("Healthy", "Degraded(Need Attention)"), "controller",
        {"model": "Sample H900 Mini", "health": "ok", "protection": "battery", "protection_state": "failed"}),
    (ENCLOSURES, "controller 0", {}),
    (DISKS, "controller 0", {}),
    (LD_INFO, "controller 0", {}),
    (NO_BATTERY, "controller 0", {"protection": "none"}),
    (REFUSED, "controller 0", {}),
    (ADAPTER + BATTERY.replace("iBBU08", "CVPM02"), "controller 0",
        {"model": "Sample RAID 9100", "serial": "X2", "cache": "no", "protection": "capacitor",
            "protection_state": "ok"}),
]  # fmt: skip


@at_once(("text", "name", "expected"), OTHERS)
def test_what_is_told_of_a_controller(text, name, expected):
    assert controller(text, name) == expected


BATTERIES = [
    ("", "", ("battery", "ok")),
    ("iBBU08", "BBU", ("battery", "ok")),
    ("iBBU08", "CVPM05", ("capacitor", "ok")),
    ("iBBU08", "Novelty", (None, "ok")),
    ("Battery State     : Operational", "Battery state: ", ("battery", "ok")),
    ("Battery State     : Operational", "", ("battery", "ok")),
    ("Operational", "Optimal", ("battery", "ok")),
    ("Operational", "Non Operational", ("battery", "failed")),
    ("Operational", "Degraded(Need Attention)", ("battery", "failed")),
    ("required : No", "required : Yes", ("battery", "failed")),
    ("Missing         : No", "Missing         : Yes", ("battery", "missing")),
    ("Charging Status              : None", "Charging Status : Charging", ("battery", "charging")),
    ("Active           : No", "Active : Yes", ("battery", "charging")),
    ("Capacity Low       : No", "Capacity Low : Yes", ("battery", None)),
    ("GasGuageStatus", "Pack is about to fail & should be replaced : Yes", ("battery", None)),
    ("  Battery Replacement required : No\n", "isSOHGood: Yes\n", ("battery", "ok")),
    ("  Battery Replacement required : No\n", "isSOHGood: No\n", ("battery", "failed")),
]


@at_once(("was", "becomes", "expected"), BATTERIES)
def test_the_battery_s_state_is_the_firmware_s_word(was, becomes, expected):
    told = controller(BATTERY.replace(was, becomes) if was else BATTERY)
    assert (told.get("protection"), told.get("protection_state")) == expected


BOTH = ["array.", "controller."]
ARRAYS = ["array."]  # the battery, say, may be in another listing
WHOLES = [
    (LD_INFO, ARRAYS),
    (OLD, ARRAYS),
    (CONFIG, BOTH),
    (WITH_DISKS, BOTH),
    (SUMMARY, BOTH),
    (NONE, ARRAYS),
    ("Adapter #0\n\nNumber of Virtual Disks: 0\n\nExit Code: 0x00", BOTH),
    (LD_INFO + BATTERY + ADAPTER + DISKS, BOTH),
    ("# MegaCli -LDInfo -Lall -aALL\n" + LD_INFO, ARRAYS),
    ("# MegaCli -LDInfo -L0 -aALL\n" + LD_INFO, []),
    (LD_INFO.replace("Drive: 0 (T", "Drive: 1 (T"), []),
    (OLD.split("\n", 1)[1], []),
    (BATTERY, []),
    (ADAPTER, []),
    (DISKS, []),
    (ENCLOSURES, []),
    (NO_BATTERY, []),
]


@at_once(("text", "expected"), WHOLES)
def test_only_a_listing_of_all_logical_drives_makes_others_absent(text, expected):
    assert sorted(wholes(text)) == expected
    assert broken(text) == []


DAMAGE = [
    (LD_INFO[: LD_INFO.rindex("Current Cache")], "the description of this logical drive lacks: current cache policy"),
    (OLD[: OLD.index("Span Depth")], "the description of this logical drive lacks: span depth, current cache policy"),
    (OLD[: OLD.index("Virtual Disk:")], "no virtual drive follows this heading"),
    (CONFIG[: CONFIG.index("DISK GROUP: 1")], "the listing ends here without an exit code"),
    (CONFIG[: CONFIG.index("DISK GROUP: 1")] + "Exit Code: 0x00\n", "fewer follow than are counted here"),
    (WITH_DISKS.replace("Disks: 1", "Disks: 2"), "fewer follow than are counted here"),
    (SUMMARY[: SUMMARY.index("Storage")], "the listing ends here without an exit code"),
    (REFUSED, "MegaCli reports an error"),
    (WRONG_NUMBER, "MegaCli reports an error"),
    (BATTERY[: BATTERY.index("  Battery Rep")],
        "the battery's description ends before it says whether it must be replaced"),
    (LD_INFO.replace("0x00", "0x0c"), "MegaCli ended with an exit code that is an error's"),
    (LD_INFO.replace("Size ", "\0\0\0\0 ", 1),
        "the line holds NUL bytes; from here to the next heading nothing was read"),
    (LD_INFO + "Smart Array P1 in Slot 0\n   array A\n",
        "here the output of ssacli begins; it was not read, give it a file of its own"),
    (LD_INFO + "md0 : active raid1 sda1[0] sdb1[1]\n",
        "here the output of mdstat begins; it was not read, give it a file of its own"),
]  # fmt: skip


@at_once(("text", "reason"), DAMAGE)
def test_damage_is_named_and_leaves_nothing_absent(text, reason):
    assert reason in broken(text)
    assert wholes(text) == []


PLACES = [
    (LD_INFO + REFUSED, "Get BBU"),
    (LD_INFO.replace("0x00", "0x0c"), "0x0c"),
    (WITH_DISKS.replace("Disks: 1", "Disks: 2"), "2\n"),
    (OLD[: OLD.index("Virtual Disk:")], "Adapter 1 --"),
]


@at_once(("text", "at"), PLACES)
def test_damage_is_told_where_it_stands(text, at):
    assert [
        text[item.offset :][: len(at)] for item in listings.bounded(megacli, text) if isinstance(item, Diagnostic)
    ] == [at]


def test_what_stands_before_and_after_the_damage_counts():
    text = LD_INFO.replace("Current Cache", "Current\0Cache", 1)
    assert array(text, "controller 0 logical drive 0")["disks"] == ["2"]
    assert "write_cache" not in array(text, "controller 0 logical drive 0")
    assert array(text, ONE)["disks"] == ["24"]


def test_a_cache_of_ssds_is_no_logical_drive():
    cache = "CacheCade Virtual Drive: 1 (Target Id: 1)\nVirtual Drive Type: CacheCade\nState: Offline\n"
    assert facts_of(OLD + cache).subjects("array") == [Subject("array", "controller 1 logical drive 0")]
    assert broken(OLD + cache) == []


@at_once("text", [LD_INFO, OLD, CONFIG, SUMMARY, BATTERY, BAD_BATTERY, ADAPTER])
def test_a_file_cut_anywhere_never_tells_a_wrong_value(text):
    whole = {(item.subject, item.key, item.text) for item in listings.bounded(megacli, text) if isinstance(item, Fact)}
    for end in range(len(text)):
        told = [
            item
            for item in listings.bounded(megacli, text[:end])
            if isinstance(item, Fact) and item.key != "cut.format"
        ]
        assert {(item.subject, item.key, item.text) for item in told if not item.doubt} <= whole


def test_a_fact_s_place_is_its_value():
    source = Source.of("raid.txt", CONFIG.encode())
    places = {item.key: source.text(*item.span) for item in megacli.read(source, CATALOGUE) if isinstance(item, Fact)}
    assert places["controller.model"] == "Sample RAID 9000"
    assert places["array.stripe"] == "256 KB"
    assert places["array.write_cache"].startswith("WriteBack, ")
    assert places["array.media"] == "Hard Disk Device"


RECOGNISED = [
    (WRONG_NUMBER, True),
    (LD_INFO.encode("utf-16"), True),
    ("host ~ # /opt/MegaRAID/MegaCli/MegaCli64 -LDInfo -Lall -aAll\n\n" + LD_INFO, True),
    ("C:\\> CmdTool2.exe -ldinfo -lall -aall\n" + OLD, True),
    (OLD.split("\n", 1)[1], True),
    (DISKS.split("\n", 3)[3], True),
    ("Adapter #0\n\nNumber of Virtual Disks: 0\n\nExit Code: 0x00", True),
    ("Exit Code: 0x00\n", False),
    ("#!/bin/sh\n# MegaCli -LDInfo -Lall\necho 'Adapter 0 -- Virtual Drive Information:'\n", False),
    ("# MegaCli -LDInfo\nThis lists the drives.\n", False),
    ("We ran it:\n\n" + LD_INFO, False),
    ("[Notes]\nKitType=2\n", False),
    ("CLI Version = 007.0\nController = 0\nStatus = Success\n", False),
    ("Controllers found: 1\n", False),
    ("Smart Array P1 in Slot 0 (Embedded)\n", False),
    ("Personalities : [raid1]\nmd0 : active raid1 sda1[0] sdb1[1]\n", False),
    ("Adapter #0\nis the first one.\n", False),
    (b"\x7fELF\x02\x01\x01\0\0\0", False),
]
