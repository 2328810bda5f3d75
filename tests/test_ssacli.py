"""Output of ssacli and its forerunners: one line a case; the texts are made up in the tool's forms."""

import data
import listings
import pytest
from at_once import at_once

from advisor.facts import Complete, Diagnostic, Fact, Facts, Subject
from advisor.pack import builtin
from advisor.readers import transcript
from advisor.readers.raid import ssacli
from advisor.source import Source

CATALOGUE = builtin().catalogue

SHORT = data.text("ssacli/short.txt")
DETAIL = data.text("ssacli/detail.txt")
STATUS = """Smart Array P420i in Slot 0 (Embedded)
   Controller Status: OK
   Cache Status: Temporarily Disabled
   Battery/Capacitor Status: Recharging

Smart Array 642 in Slot 1
   Controller Status: Failed
   Cache Status: Not Configured
"""
HEADING = "Smart Array P410i in Slot 0 (Embedded)\n\n   array A\n\n"
ONE_DRIVE = HEADING + "      Logical Drive: 1\n         Fault Tolerance: RAID 5\n         Status: OK\n"
DISKS_ONLY = HEADING + "      physicaldrive 1I:1:1 (port 1I:box 1:bay 1, SATA, 1 TB, OK)\n"
FRAGMENT = data.text("ssacli/fragment.txt")
NONE = "Error: No controllers detected.\n"
BANNER = """FIRMWARE UPGRADE REQUIRED: A firmware update is recommended for
                           this controller.  Read the advisory.

"""
EXAMPLES = [SHORT, DETAIL, STATUS, ONE_DRIVE, DISKS_ONLY, FRAGMENT, NONE, BANNER + HEADING]


def told(text, subject, key):
    facts = Facts()
    facts.add(item for item in listings.bounded(ssacli, text) if isinstance(item, Fact))
    kind = key.partition(".")[0]
    found = facts.known.get((Subject(kind, subject), key))
    return found[0].text if found and not found[0].doubt else None


def drive(*lines):
    return HEADING + "      Logical Drive: 1\n" + "".join(f"         {line}\n" for line in lines)


def cache(*lines, drive_line="Caching:  Enabled"):
    below = "".join(f"   {line}\n" for line in lines)
    return "Smart Array P410i in Slot 0\n" + below + f"   Array: A\n      Logical Drive: 1\n         {drive_line}\n"


CONTROLLERS = [
    (SHORT, "slot 0", "model", "Smart Array P410i"),
    (SHORT, "slot 0", "serial", "TESTSERIAL1"),
    (SHORT, "slot 0", "health", None),
    (DETAIL, "slot 3", "model", "HPE Smart Array P408i-a SR Gen10"),
    (DETAIL, "slot 3", "serial", "TESTSERIAL2"),
    (DETAIL, "slot 3", "health", "ok"),
    (DETAIL, "slot 3", "cache", "yes"),
    (DETAIL, "slot 3", "cache_read_percent", "25"),
    (DETAIL, "slot 3", "no_battery_write_cache", "no"),
    (DETAIL, "slot 3", "protection", "battery"),
    (DETAIL, "slot 3", "protection_state", "ok"),
    (DETAIL, "slot 3", "write_cache_disabled", None),
    (STATUS, "slot 0", "write_cache_disabled", "yes"),
    (STATUS, "slot 0", "protection_state", "charging"),
    (STATUS, "slot 0", "protection", None),
    (STATUS, "slot 1", "health", "failed"),
    (STATUS, "slot 1", "write_cache_disabled", None),
    (FRAGMENT, "controller", "cache_read_percent", "100"),
    (FRAGMENT, "controller", "protection", "none"),
    (FRAGMENT, "controller", "protection_state", "missing"),
    (cache("Cache Status: Permanently Disabled"), "slot 0", "write_cache_disabled", "yes"),
    (cache("Cache Board Present: False"), "slot 0", "cache", "no"),
    (cache("Cache Backup Power Source: Capacitors"), "slot 0", "protection", "capacitor"),
    (cache("Battery/Capacitor Status: Failed (Replace Batteries)"), "slot 0", "protection_state", "failed"),
    (cache("No-Battery Write Cache: Enabled"), "slot 0", "no_battery_write_cache", "yes"),
    (cache("Cache Status Details: text that goes on", "", "without an indent", "Controller Status: OK"), "slot 0",
        "health", "ok"),
    (cache("Controller Status: Something New"), "slot 0", "health", None),
    (cache("Serial Number:"), "slot 0", "serial", None),
    ("Smart Array P400 in Slot ATTR_VALUE_SLOT_UNKNOWN\n   Controller Status: OK\n", "controller", "health", "ok"),
    ("MSA1500 CS in BASEMENT\n\n   array A\n", "controller BASEMENT", "model", "MSA1500 CS"),
    ("Dynamic Smart Array B140i in Slot 0b\n   Controller Status: OK\n", "slot 0b", "model",
        "Dynamic Smart Array B140i"),
    ("Smart Array P440ar in Slot 0 (Embedded) (HBA Mode)\n", "slot 0", "model", "Smart Array P440ar"),
]  # fmt: skip


@at_once(("text", "name", "key", "expected"), CONTROLLERS)
def test_a_controller_is_read(text, name, key, expected):
    assert told(text, name, "controller." + key) == expected


DRIVES = [
    (SHORT, "slot 0 logical drive 1", "controller", "slot 0"),
    (SHORT, "slot 0 logical drive 1", "group", "slot 0 array A"),
    (SHORT, "slot 0 logical drive 1", "level", "1"),
    (SHORT, "slot 0 logical drive 1", "disks", "2"),
    (SHORT, "slot 0 logical drive 1", "media", "hdd"),
    (SHORT, "slot 0 logical drive 1", "health", "ok"),
    (SHORT, "slot 0 logical drive 1", "software", "no"),
    (SHORT, "slot 0 logical drive 1", "write_cache", None),
    (SHORT, "slot 0 logical drive 2", "level", "6"),
    (SHORT, "slot 0 logical drive 2", "disks", "2"),
    (SHORT, "slot 0 logical drive 2", "health", "rebuilding"),
    (SHORT, "slot 0 logical drive 2", "health_said", "Recovering, 26% complete"),
    (DETAIL, "slot 3 logical drive 1", "level", "10"),
    (DETAIL, "slot 3 logical drive 1", "disks", "4"),
    (DETAIL, "slot 3 logical drive 1", "media", "ssd"),
    (DETAIL, "slot 3 logical drive 1", "stripe", "256 KB"),
    (DETAIL, "slot 3 logical drive 1", "write_cache_set", "write-back"),
    (DETAIL, "slot 3 logical drive 1", "write_cache", "write-back"),
    (DETAIL, "slot 3 logical drive 1", "health", "ok"),
    (DETAIL, "slot 3 logical drive 1", "device", "/dev/sda"),
    (DETAIL, "slot 3 logical drive 1", "mounts", "/boot, /local"),
    (ONE_DRIVE, "slot 0 logical drive 1", "level", "5"),
    (ONE_DRIVE, "slot 0 logical drive 1", "disks", None),
    (FRAGMENT, "controller logical drive 1", "level", "1"),
    (FRAGMENT, "controller logical drive 1", "write_cache_set", "write-back"),
    (FRAGMENT, "controller logical drive 1", "write_cache", "write-through"),
    (FRAGMENT, "controller logical drive 1", "software", None),
    (drive("Strip Size: 1 MB"), "slot 0 logical drive 1", "stripe", "1024 KB"),
    (drive("Stripe Size: 64KB"), "slot 0 logical drive 1", "stripe", "64 KB"),
    (drive("Fault Tolerance: unheard of"), "slot 0 logical drive 1", "level", None),
    (drive("Status: Interim Recovery Mode"), "slot 0 logical drive 1", "health", "degraded"),
    (drive("Status: Failed"), "slot 0 logical drive 1", "health", "failed"),
    (drive("Status: Unheard Of"), "slot 0 logical drive 1", "health", None),
    (drive("Status: Unheard Of"), "slot 0 logical drive 1", "health_said", "Unheard Of"),
    (drive("Disk Name: None"), "slot 0 logical drive 1", "device", None),
    (drive("Disk Name: /dev/sdb          Mount Points: /a 1 GB, / 2 GB"), "slot 0 logical drive 1", "device", "/dev/sdb"),
    (drive("Disk Name: /dev/sdb          Mount Points: /a 1 GB, / 2 GB"), "slot 0 logical drive 1", "mounts", "/a, /"),
    (drive("Mount Points: 1024 MiB Partition   1 /boot"), "slot 0 logical drive 1", "mounts", "/boot"),
    (drive("Mount Points: D:\\ 136.7 GB"), "slot 0 logical drive 1", "mounts", "D:\\"),
    (drive("Mount Points: None"), "slot 0 logical drive 1", "mounts", None),
    (drive("LD Acceleration Method: SSD Smart Path"), "slot 0 logical drive 1", "write_cache", "write-through"),
    (drive("Caching:  Enabled"), "slot 0 logical drive 1", "write_cache", "write-back"),
    (drive("Caching:  Disabled"), "slot 0 logical drive 1", "write_cache_set", "write-through"),
    (HEADING.replace("array A", "array A (Failed)") + "      logicaldrive 1 (2.0 TB, RAID 5, OK)\n", "slot 0 logical drive 1", "health", "degraded"),
    (HEADING + "      logicaldrive 1 (2.0 TB, 1+0): OK\n", "slot 0 logical drive 1", "level", "10"),
    (HEADING + "      logicaldrive 1 (2.0 TB, 1+0): Failed\n", "slot 0 logical drive 1", "health", "failed"),
    (HEADING + "      logicaldrive 1 (in a form not seen yet\n", "slot 0 logical drive 1", "controller", "slot 0"),
    ("Smart Array S100i SW RAID in Slot 0\n\n   array A\n\n      logicaldrive 1 (1 TB, RAID 1, OK)\n", "slot 0 logical drive 1", "software", "yes"),
    ("Smart Array P410i in Slot 0\n   logicaldrive 1 (1 TB, RAID 1, OK)\n      physicaldrive 1:1 (port 1:id 1, SAS, 1 TB, OK)\n", "slot 0 logical drive 1", "disks", "1"),
    ("Smart Array P410i in Slot 0\n   logicaldrive 1 (1 TB, RAID 1, OK)\n", "slot 0 logical drive 1", "group", None),
    (SHORT.replace("HDD", "SSD", 1), "slot 0 logical drive 1", "media", "mixed"),
    (SHORT.replace(" HDD", ""), "slot 0 logical drive 1", "media", None),
]  # fmt: skip


@at_once(("text", "name", "key", "expected"), DRIVES)
def test_a_logical_drive_is_read(text, name, key, expected):
    assert told(text, name, "array." + key) == expected


IN_FORCE = [
    ([], "write-back"),
    (["Cache Status: OK", "Cache Ratio: 10% Read / 90% Write"], "write-back"),
    (["Cache Status: Temporarily Disabled"], "write-through"),
    (["Cache Status: Permanently Disabled"], "write-through"),
    (["Cache Ratio: 100% Read / 0% Write"], "write-through"),
    (["Accelerator Ratio: 100% Read / 0% Write"], "write-through"),
    (["Battery/Capacitor Count: 0", "No-Battery Write Cache: Disabled"], "write-through"),
    (["Battery/Capacitor Count: 0", "No-Battery Write Cache: Enabled"], "write-back"),
    (["Battery/Capacitor Status: Failed (Replace Batteries)", "No-Battery Write Cache: Disabled"], "write-through"),
    (["Battery/Capacitor Status: Recharging", "No-Battery Write Cache: Disabled"], "write-back"),
]


@at_once(("lines", "expected"), IN_FORCE)
def test_what_is_in_force_is_the_controller_s_doing_too(lines, expected):
    assert told(cache(*lines), "slot 0 logical drive 1", "array.write_cache") == expected
    assert told(cache(*lines), "slot 0 logical drive 1", "array.write_cache_set") == "write-back"


CUT = transcript.CUT
FAILED = "the tool answered with an error"
BROKEN = [
    (SHORT, []),
    (DETAIL, []),
    (STATUS, []),
    (SHORT + "[root@host ~]#", []),
    (FRAGMENT, ["the output begins in the middle: no controller is named"]),
    (NONE, [FAILED]),
    (SHORT + "\nError: The specified device does not have any logical drives.\n", [FAILED]),
    (DETAIL[: DETAIL.index("box 1:bay 3") - 3], [CUT]),
    (DETAIL[: DETAIL.index("Battery Write Cache") + 10], [CUT]),
    (DETAIL[: DETAIL.index(" 894.2")], [CUT]),
    (SHORT.replace("Recovering", "Reco\0vering"), [transcript.NUL_FROM_HERE]),
    (SHORT + "\nControllers found: 1\n   RAID level : 5\n", ["here the output of arcconf begins; it was not read, give it a file of its own"]),
    (SHORT + "\nCLI Version = 007\nController = 0\n", ["here the output of storcli begins; it was not read, give it a file of its own"]),
    (SHORT + "/dev/sda: (Smart Array P410i) RAID 5 Volume 0 status: OK.\n", ["here the output of cciss_vol_status begins; it was not read, give it a file of its own"]),
]  # fmt: skip


@at_once(("text", "reasons"), BROKEN)
def test_damage_is_told_and_makes_nothing_absent(text, reasons):
    items = listings.bounded(ssacli, text)
    assert [item.reason for item in items if isinstance(item, Diagnostic)] == reasons
    assert not reasons or not any(isinstance(item, Complete) for item in items)


def test_disks_of_an_array_whose_list_is_cut_off_are_not_counted():
    assert told(DETAIL[: DETAIL.index("box 1:bay 3")], "slot 3 logical drive 1", "array.disks") is None
    assert told(DETAIL[: DETAIL.index("box 1:bay 3")], "slot 3 logical drive 1", "array.level") == "10"


def test_what_is_before_another_tool_s_output_counts():
    text = SHORT + "\nCLI Version = 007\n"
    assert told(text, "slot 0 logical drive 1", "array.disks") == "2"


WHOLES = [
    (SHORT, True),
    (DETAIL, True),
    (DETAIL + SHORT, True),
    (HEADING + "      logicaldrive 1 (1 TB, RAID 1, OK)\n", True),
    (HEADING + "      logicaldrive 1 (1 TB, 1): OK\n", False),
    (STATUS, False),
    (ONE_DRIVE, False),
    (DISKS_ONLY, False),
    (NONE, False),
]


@at_once(("text", "whole"), WHOLES)
def test_only_a_listing_of_all_drives_makes_what_it_lacks_absent(text, whole):
    assert {item.prefix for item in listings.bounded(ssacli, text) if isinstance(item, Complete)} == (
        {"controller.", "array."} if whole else set()
    )


def test_several_controllers_and_both_forms_of_one_agree():
    text = DETAIL + SHORT + "\n" + DETAIL
    facts = Facts()
    facts.add(item for item in listings.bounded(ssacli, text) if isinstance(item, Fact))
    names = ["slot 3 logical drive 1", "slot 0 logical drive 1", "slot 0 logical drive 2"]
    assert [subject.name for subject in facts.subjects("array")] == names
    assert facts.ask("array.disks", Subject("array", names[0])).text == "4"


RECOGNISED = [
    (SHORT, True),
    (DETAIL, True),
    (STATUS, True),
    (DISKS_ONLY, True),
    (FRAGMENT, True),
    (NONE, True),
    (BANNER + HEADING, True),
    ("[root@host] # /sbin/hpssacli controller slot=0 ld all show\n\n" + SHORT, True),
    ("=> ctrl slot=0 ld 1 show\n\n" + ONE_DRIVE, True),
    ("C:\\Tools\\ssacli.exe ctrl all show config\n" + SHORT, True),
    ("#sudo /usr/sbin/hpacucli ctrl all show status\n\nError: The specified device does not have any logical drives.\n", True),
    ("Error: The controller must be identified by slot, chassisname, wwn,\n       serialnumber, or IPF information.\n", True),
    ("MSA1500 CS in BASEMENT\n\n   array A\n", True),
    ("Smart Array P410i in Slot 0 (Embedded)    (sn: X)\n", True),
    ("\ufeff" + SHORT, True),
    ("\n\n", False),
    ("The Smart Array P410i in Slot 0 has failed.\nReplace it.\n", False),
    ("Smart Array controllers in our servers\n\nare old.\n", False),
    ("# Storage\n\n" + SHORT, False),
    ("<pre>" + SHORT, False),
    ("#!/bin/sh\nssacli ctrl all show\ncat <<END\n" + SHORT, False),
    ("MSA1500 CS in BASEMENT\nwas moved.\n", False),
    ("Error: something else\n", False),
    ("Cache Status: OK\nThe end: none\n", False),
    ("[Notes]\nKitType=2\n", False),
    ("Controllers found: 1\n", False),
    ("Adapter #0\n\nRAID Level: Primary-1\n", False),
    ("CLI Version = 007\nController = 0\n", False),
    ("/dev/sda: (Smart Array P410i) RAID 5 Volume 0 status: OK.\n", False),
    ("/dev/md0:\n     Raid Level : raid1\n", False),
    (b"\x7fELF\x02\x01\x01\0\0\0", False),
]  # fmt: skip


def test_a_wide_file_is_read_too():
    assert told(("\ufeff" + SHORT).encode("utf-16-le"), "slot 0 logical drive 1", "array.level") == "1"


@pytest.mark.parametrize("key", ["model", "serial", "health", "cache_read_percent"])
def test_a_span_is_where_the_value_stands(key):
    source = Source.of("ssacli.txt", DETAIL.encode())
    texts = {"model": "HPE Smart Array P408i-a SR Gen10", "serial": "TESTSERIAL2", "health": "OK", "cache_read_percent": "25% Read / 75% Write"}  # fmt: skip
    found = next(
        item for item in ssacli.read(source, CATALOGUE) if isinstance(item, Fact) and item.key == "controller." + key
    )
    assert source.text(*found.span) == texts[key]
