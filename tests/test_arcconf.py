"""The reader of `arcconf getconfig`, in three generations of its output."""

from at_once import at_once

from advisor import readers
from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers import transcript
from advisor.readers.raid import arcconf
from advisor.source import Source

CATALOGUE = builtin().catalogue

RULER = "-" * 70 + "\n"
HEAD = f"""Controllers found: 1
{RULER}Controller information
{RULER}   Controller Status                        : Optimal
   Controller Model                         : Adaptec 9999
   Controller Serial Number                 : 0SERIAL0
   Physical Slot                            : 7
   Logical devices/Failed/Degraded          : 1/0/0
"""
BATTERY = "   Controller Battery Information\n   Status                : Optimal\n   Over temperature      : No\n"
LIST = f"{RULER}Logical device information\n{RULER}"
DRIVE = """Logical device number 0
   Logical device name                      : mail: 1
   RAID level                               : 10
   Status of logical device                 : Optimal
   Stripe-unit size                         : 256 KB
   Write-cache mode                         : Enabled (write-back)
   Write-cache setting                      : Enabled (write-back) when protected by battery
"""
MEMBERS = """   Logical device segment information
   Group 0, Segment 0                       : Present (Controller:1,Enclosure:0,Slot:0) SN-A
   Group 0, Segment 1                       : Present (Controller:1,Enclosure:0,Slot:1) SN-B

"""
DISKS = f"""{RULER}Physical Device information
{RULER}      Device #0
         Device is a Hard drive
         Reported Location                  : Enclosure 0, Slot 0
         Serial number                      : SN-A
         Write Cache                        : Disabled (write-through)
         SSD                                : No
      Device #1
         Reported Location                  : Enclosure 0, Slot 1(Connector 0:CN0)
         Serial number                      : hidden
         Write Cache                        : Disabled (write-through)
         SSD                                : No
"""
END = "\nCommand completed successfully.\n"
WHOLE = HEAD + BATTERY + LIST + DRIVE + MEMBERS + DISKS + END
SMART = f"""Controllers found: 1
{RULER}Controller information
{RULER}   Controller Status                          : Ok
   Cache Properties
   Cache Status                               : Temporarily Disabled
   Cache memory                               : 3644 MB
   Read Cache Percentage                      : 10 percent
   Write Cache Percentage                     : 90 percent
   No-Battery Write Cache                     : Disabled
   Green Backup Information
   Backup Power Status                        : Not Fully Charged
   Physical Drive Write Cache Policy Information
   Configured Drives                          : Default
   Logical devices/Failed/Degraded            : 1/0/0
Array Information
Array Number 2
   Status                                     : Ok
   Array Physical Device Information
   Device 9                                   : Present (1MB, SAS, SSD, Connector:1, Device:9) SN-Z
{LIST}Logical Device number 3
   Disk Name                                  : /dev/sdc (as Linux calls it)
   Array                                      : 2
   RAID level                                 : 6 Reed-Solomon
   Status of Logical Device                   : Degraded
   Caching                                    : Enabled
   Mount Points                               : /local 9 GB  Partition Number 1 /local/log 8 GB  Partition Number 2
   Array Physical Device Information
   Device 4                                   : Present (1MB, SAS, HDD, Connector:1, Device:4) SN-C
   Device 5                                   : Rebuilding (1MB, SATA, SSD, Connector:1, Device:5) SN-D
   Device 6                                   : Missing
{END}"""
EXAMPLES = [WHOLE, SMART, LIST + DRIVE, DISKS]


def read(text):
    source = Source.of("raid.txt", text if isinstance(text, bytes) else text.encode())
    return list(readers.facts_of(arcconf.READER, source, CATALOGUE))


def told(text):
    return {item.key: item.text for item in read(text) if isinstance(item, Fact)}


def names(text):
    return {item.subject.name for item in read(text) if isinstance(item, Fact)}


def broken(text):
    return [item.reason for item in read(text) if isinstance(item, Diagnostic)]


def wholes(text):
    return [item.prefix for item in read(text) if isinstance(item, Complete)]


def test_a_whole_output_is_read():
    assert told(WHOLE) == {
        "controller.model": "Adaptec 9999",
        "controller.serial": "0SERIAL0",
        "controller.health": "ok",
        "controller.protection": "battery",
        "controller.protection_state": "ok",
        "array.controller": "controller 1",
        "array.software": "no",
        "array.tool": "arcconf",
        "array.level": "10",
        "array.stripe": "256 KB",
        "array.health_said": "Optimal",
        "array.health": "ok",
        "array.write_cache_set": "write-back",
        "array.write_cache": "write-back",
        "array.disks": "2",
        "array.media": "hdd",
    }
    assert names(WHOLE) == {"controller 1", "controller 1 logical drive 0"}
    assert wholes(WHOLE) == ["controller.", "array."]
    assert not broken(WHOLE)


def test_a_smartraid_output_is_read():
    assert told(SMART) == {
        "controller.health": "ok",
        "controller.cache_read_percent": "10",
        "controller.no_battery_write_cache": "no",
        "controller.cache": "yes",
        "controller.write_cache_disabled": "yes",
        "controller.protection": "flash",
        "controller.protection_state": "charging",
        "array.controller": "controller 1",
        "array.software": "no",
        "array.tool": "arcconf",
        "array.group": "controller 1 array 2",
        "array.level": "6",
        "array.device": "/dev/sdc",
        "array.mounts": "/local, /local/log",
        "array.health_said": "Degraded",
        "array.health": "rebuilding",
        "array.cache_switch": "caching",
        "array.write_cache_set": "write-back",
        "array.write_cache": "write-back",
        "array.disks": "3",
        "array.media": "mixed",
    }
    assert wholes(SMART) == ["controller.", "array."]


@at_once(("section", "what", "state"), [
    ("Controller Battery Information\n Status : Charging", "battery", "charging"),
    ("Controller Battery Information\n Status : Not Installed", "none", "missing"),
    ("Controller Battery Information\n Status : Purple", "battery", None),
    ("Controller Battery Information\n Status :", None, None),
    ("Controller ZMM Information\n Status : ZMM Optimal", "flash", "ok"),
    ("Controller ZMM Information\n Status : ZMM not installed", "none", "missing"),
    ("Controller Cache Backup Unit Information\n\n  Overall Backup Unit Status : Ready", "flash", "ok"),
    ("Controller Cache Backup Unit Information\n Overall Backup Unit Status : Not Present", "none", "missing"),
    ("Controller Cache Backup Unit Information\n Overall Backup Unit Status : Not Ready\n Supercap Status : Fatal", "flash", "failed"),
    ("Controller Cache Backup Unit Information\n Overall Backup Unit Status : Not Ready", "flash", None),
    ("Green Backup Information\n Backup Power Status : Ok", "flash", "ok"),
    ("Controller Vital Product Data\n Status : Optimal", None, None),
])  # fmt: skip
def test_what_protects_the_cache_stands_in_a_section_of_its_own(section, what, state):
    facts = told(HEAD + section + "\n" + LIST + DRIVE + MEMBERS + END)
    assert (facts.get("controller.protection"), facts.get("controller.protection_state")) == (what, state)


@at_once(("rows", "asked", "force"), [
    ("Write-cache mode : Enabled (write-back)", "write-back", "write-back"),
    ("Write-cache mode : Disabled (write-through)\n Write-cache setting : Enabled (write-back)", "write-back", "write-through"),
    ("Write-cache mode : Not supported", None, None),
    ("Write-cache setting : On when protected by battery/ZMM\n Write-cache status : Off", "write-back", "write-through"),
    ("Write-cache setting : Disabled\n Write-cache status : Off", "write-through", "write-through"),
    ("Write-cache setting : Enabled", "write-back", "write-back"),
    ("MaxCache write cache setting : Enabled\n MaxCache write cache policy : Write Back", None, None),
    ("Caching : Disabled", "write-through", "write-through"),
    ("Caching : Enabled", None, None),
])  # fmt: skip
def test_the_write_cache_as_set_and_as_in_force(rows, asked, force):
    facts = told(f"{HEAD}{LIST}Logical device number 0\n RAID level : 5\n {rows}\n{MEMBERS}{DISKS}{END}")
    assert (facts.get("array.write_cache_set"), facts.get("array.write_cache")) == (asked, force)


def test_a_cache_that_is_all_for_reading_writes_through():
    assert told(SMART.replace(": 90 percent", ": 0 percent"))["array.write_cache"] == "write-through"


@at_once(("said", "health"), [
    ("Optimal", "ok"),
    ("Okay", "ok"),
    ("Degraded", "degraded"),
    ("Degraded ( Rebuild : 12 % )", "rebuilding"),
    ("Suboptimal, Fault Tolerant", "degraded"),
    ("Impacted ( Build/Verify with fix : 90 % )", "initializing"),
    ("Offline", "failed"),
    ("Failed", "failed"),
    ("Flummoxed", None),
])  # fmt: skip
def test_words_of_health(said, health):
    facts = told(WHOLE.replace("logical device                 : Optimal", f"logical drive : {said}"))
    assert (facts["array.health_said"], facts.get("array.health")) == (said, health)


@at_once(("members", "disks", "media"), [
    (MEMBERS, DISKS, "hdd"),
    (MEMBERS, DISKS.replace(": No", ": Yes"), "ssd"),
    (MEMBERS, DISKS.replace(": No", ": Yes", 1), "mixed"),
    (MEMBERS, DISKS.replace("SSD ", "Other"), None),
    (MEMBERS, DISKS.replace("SSD ", "Other", 1), None),
    (MEMBERS.replace("Present", "Missing", 1), DISKS, "hdd"),
    ("   Device Type : SSD\n", "", "ssd"),
    ("   Device Type : Data\n", "", None),
    ("   Device Type : HDD\n   Segment 0 : Present (4MB, SATA, SSD, Connector:0, Device:0) SN-A\n", "", "ssd"),
])  # fmt: skip
def test_what_the_members_are_made_of(members, disks, media):
    assert told(HEAD + LIST + DRIVE + members + disks + END).get("array.media") == media


def test_a_cache_pool_of_ssds_is_no_array():
    pool = (
        "MaxCache 3.0 information\nMaxcache device number 100\n RAID level : 1\n Logical device segment information\n"
    )
    text = HEAD + LIST + DRIVE + MEMBERS + pool + " Segment 0 : Present (0,9)\n" + END
    assert (told(text)["array.level"], told(text)["array.disks"]) == ("10", "2")
    assert names(text) == {"controller 1", "controller 1 logical drive 0"}


TWO = WHOLE.replace("found: 1", "found: 2")


@at_once(("text", "name"), [
    (WHOLE, "controller 1"),
    (TWO.replace("Controller:1", "Controller:2"), "controller 2"),
    (TWO.replace("Controller:1,", ""), "slot 7"),
    (TWO.replace("Controller:1,", "").replace("Physical Slot", "Slot"), "controller"),
    ("C:\\> arcconf.exe GETCONFIG 2 AL\r\n" + TWO.replace("Controller:1,", ""), "controller 2"),
    ("# /usr/StorMan/arcconf getconfig 1\n" + TWO, "controller 1"),
    (LIST + DRIVE + MEMBERS, "controller 1"),
    (LIST + DRIVE + DISKS, "controller"),
])  # fmt: skip
def test_the_controller_s_name(text, name):
    assert told(text)["array.controller"] == name


BOTH = TWO + TWO.replace("Controller:1", "Controller:2")


def test_two_controllers_may_stand_in_one_file():
    assert names(BOTH) == {f"controller {n}{drive}" for n in (1, 2) for drive in ("", " logical drive 0")}
    assert wholes(BOTH) == ["controller.", "array."]


@at_once(("text", "whole"), [
    (HEAD + LIST + DRIVE + MEMBERS + END, True),
    (HEAD.replace(": 1/0/0", ": 0/0/0") + LIST + "   No logical devices configured\n" + DISKS + END, True),
    (TWO, False),
    (HEAD + END, False),
    (LIST + DRIVE + MEMBERS + END, False),
    ("Controllers found: 1\n" + LIST + DRIVE + MEMBERS + END, False),
    ("Controllers found: 1\n" + DISKS + END, False),
    (WHOLE.replace("Controllers found: 1\n", ""), False),
])  # fmt: skip
def test_only_a_listing_of_everything_is_whole(text, whole):
    assert bool(wholes(text)) is whole
    assert not broken(text)


ENDS = "the output ends before its last line"
OTHER = "here the output of {} begins; it was not read, give it a file of its own"
NUL = transcript.NUL_FROM_HERE
ERROR = "arcconf printed an error in place of a configuration"


@at_once(("text", "reason"), [
    ("", ENDS),
    (HEAD, ENDS),
    (HEAD + LIST + DRIVE[:90], ENDS),
    (HEAD + LIST + DRIVE + MEMBERS[:-2], ENDS),
    (WHOLE.replace(": 1/0/0", ": 3/0/0"), "the controller counts more logical devices than are listed"),
    (WHOLE.replace("mail", "ma\0il"), NUL),
    (WHOLE + "Adapter 0 -- Virtual Drive Information:\nVirtual Drive: 0 (Target Id: 0)\n", OTHER.format("megacli")),
    (HEAD + LIST + DRIVE + "Smart Array P400 in Slot 1\n", OTHER.format("ssacli")),
    ("Controllers found: 0\n\nCommand aborted.\n", ERROR),
])  # fmt: skip
def test_damage_is_named_and_nothing_is_then_absent(text, reason):
    assert broken(text) == [reason]
    assert not wholes(text)


def test_what_stands_before_a_cut_counts_but_not_what_the_cut_may_have_shortened():
    facts = told(HEAD + LIST + DRIVE[: DRIVE.index("10") + 1])
    assert facts["controller.model"] == "Adaptec 9999"
    assert "array.level" not in facts
    assert "array.disks" not in told(HEAD + LIST + DRIVE + MEMBERS[:-2])


RECOGNISED = [
    ("\n# arcconf getconfig 1\n" + WHOLE, True),
    ("    " + WHOLE.replace("\n", "\n    "), True),
    ("Controllers found: 1\n" + DISKS, True),
    ("Controllers found: 0\n\nCommand aborted.\n", True),
    ("Controllers found: 1\n   Current operation : None\n" + END, False),
    ("Controllers found: 1\n\n ControllerLog\n  type ...... 5\n" + END, False),
    ("Found 1 IBM ServeRAID controller(s).\nLogical drive information\n Logical drive number 1\n", False),
    ("Logical drive information\n Logical drive number 1\n  Status of logical drive : Okay\n  Part of merge group : 7\n", False),
    ("Controller information\n  Controller type : SAS2008\n", False),
    ("We saw this:\n" + WHOLE, False),
    ("#!/bin/sh\narcconf getconfig 1 LD | grep Status\n", False),
    ("Smart Array P400 in Slot 1\n   Controller Status: OK\n", False),
    ("[Notes]\nKitType=2\n", False),
    ("", False),
]  # fmt: skip
