"""The reader of cciss_vol_status."""

import data
from at_once import at_once

from advisor import readers
from advisor.facts import Complete, Diagnostic, Fact, Facts, Subject
from advisor.pack import builtin
from advisor.readers import transcript
from advisor.readers.raid import cciss
from advisor.source import Source

CATALOGUE = builtin().catalogue

PLAIN = """/dev/cciss/c0d0: (Smart Array P400) RAID 1 Volume 0 status: OK. 
/dev/cciss/c0d0: (Smart Array P400) RAID 6 Volume 1 status: Using interim recovery mode. 
/dev/cciss/c1d0: (Smart Array P800) RAID 5 Volume 0 status: FAILED. 
/dev/cciss/c1d0: (Smart Array P800) Enclosure TEST (S/N: TESTSERIAL) on Bus 2, Physical Port 1E status: OK.
"""  # noqa: W291
FULL = data.text("cciss/full.txt")
FAILED_BAY = "  Failed drives:\n         connector 1I box 1 bay 4      HP   EF0300   6SJ8   HPD6\n"
SPARE = FULL.replace("drive designated.", "drive designated.  At least one spare drive has failed.")
WITH_BAY = SPARE.replace("drive has failed.\n", f"drive has failed.\n{FAILED_BAY}")
DISABLED = data.text("cciss/disabled.txt")
TWO = """/dev/sda: (Smart Array P410i) RAID 1 Volume 0 status: OK.
/dev/sdb: (Smart Array P812) RAID 5 Volume 0 status: OK.
"""
NO_WRITES = DISABLED.replace("enabled: No", "enabled: Yes").replace("Write cache memory: 104", "Write cache memory: 0")
NO_CACHE = "\n".join(DISABLED.splitlines()[:2]) + "\n                   Cache configured: No\n"
EXAMPLES = [PLAIN, FULL, SPARE, DISABLED, TWO]


def read(text):
    source = Source.of("cciss.txt", text if isinstance(text, bytes) else text.encode())
    return list(readers.facts_of(cciss.READER, source, CATALOGUE))


def told(text, subject, key):
    facts = Facts()
    facts.add(item for item in read(text) if isinstance(item, Fact))
    found = facts.known.get((Subject(key.partition(".")[0], subject), key))
    return found[0].text if found and not found[0].doubt else None


FACTS = [
    (PLAIN, "controller 0", "controller.model", "Smart Array P400"),
    (PLAIN, "controller 1", "controller.model", "Smart Array P800"),
    (PLAIN, "controller 0 logical drive 0", "array.controller", "controller 0"),
    (PLAIN, "controller 0 logical drive 0", "array.level", "1"),
    (PLAIN, "controller 0 logical drive 0", "array.health", "ok"),
    (PLAIN, "controller 0 logical drive 0", "array.device", "/dev/cciss/c0d0"),
    (PLAIN, "controller 0 logical drive 0", "array.write_cache", None),
    (PLAIN, "controller 0 logical drive 1", "array.level", "6"),
    (PLAIN, "controller 0 logical drive 1", "array.health", "degraded"),
    (PLAIN, "controller 0 logical drive 1", "array.health_said", "Using interim recovery mode"),
    (PLAIN, "controller 0 logical drive 1", "array.device", None),
    (PLAIN, "controller 1 logical drive 0", "array.health", "failed"),
    (PLAIN.replace("FAILED", "Currently recovering"), "controller 1 logical drive 0", "array.health", "rebuilding"),
    (PLAIN.replace("FAILED", "Unheard of"), "controller 1 logical drive 0", "array.health", None),
    (FULL, "controller", "controller.model", "Smart Array P410i"),
    (FULL, "controller", "controller.cache", "yes"),
    (FULL, "controller", "controller.cache_read_percent", "25"),
    (FULL, "controller", "controller.protection", "flash"),
    (FULL, "controller", "controller.write_cache_disabled", None),
    (FULL, "controller logical drive 0", "array.level", "5"),
    (FULL, "controller logical drive 0", "array.software", "no"),
    (FULL, "controller logical drive 0", "array.disks", None),
    (FULL, "controller logical drive 0", "array.device", "/dev/sda"),
    (FULL, "controller logical drive 0", "array.write_cache", "write-back"),
    (FULL, "a hot spare of controller logical drive 0", "disk.health", None),
    (SPARE, "a hot spare of controller logical drive 0", "disk.health", "failed"),
    (SPARE, "a hot spare of controller logical drive 0", "disk.is_spare", "yes"),
    (WITH_BAY, "a hot spare of controller logical drive 0 in connector 1I box 1 bay 4", "disk.health", "failed"),
    (SPARE, "controller logical drive 0", "array.health", "ok"),
    (DISABLED, "controller 0", "controller.write_cache_disabled", "yes"),
    (DISABLED, "controller 0", "controller.protection", "battery"),
    (DISABLED, "controller 0", "controller.protection_state", None),
    (DISABLED, "controller 0", "controller.cache_read_percent", "50"),
    (DISABLED, "controller 0 logical drive 0", "array.write_cache_set", "write-back"),
    (DISABLED, "controller 0 logical drive 0", "array.write_cache", "write-through"),
    (NO_WRITES, "controller 0", "controller.cache_read_percent", "100"),
    (NO_WRITES, "controller 0 logical drive 0", "array.write_cache_set", None),
    (NO_WRITES, "controller 0 logical drive 0", "array.write_cache", "write-through"),
    (NO_CACHE, "controller 0", "controller.cache", None),
    (NO_CACHE, "controller 0", "controller.protection", None),
    (NO_CACHE, "controller 0 logical drive 0", "array.write_cache", "write-through"),
    (TWO, "controller Smart Array P410i logical drive 0", "array.level", "1"),
    (TWO, "controller Smart Array P812 logical drive 0", "array.level", "5"),
    (TWO.replace("P812", "P410i"), "controller logical drive 0", "array.level", "1"),
    (TWO.replace("/dev/sda", "/dev/???"), "controller Smart Array P410i logical drive 0", "array.device", None),
    (TWO.replace("RAID 1 ", "(Unknown RAID level (tolerance_type = 9) "), "controller Smart Array P410i logical drive 0", "array.level", None),
]  # fmt: skip


@at_once(("text", "name", "key", "expected"), FACTS)
def test_volumes_and_caches_are_read(text, name, key, expected):
    assert told(text, name, key) == expected


@at_once(("text", "reasons"), [
    (PLAIN, []),
    (PLAIN.rstrip(), []),
    (FULL, []),
    (DISABLED, []),
    (PLAIN.replace("\n", "\r\n"), []),
    ("", []),
    (PLAIN + "cciss_vol_status: open /dev/sg2: No such file or directory\n", ["the tool answered with an error"]),
    (PLAIN[: PLAIN.rindex("1E")], [transcript.CUT]),
    (FULL[: FULL.index("Cache configured")], [transcript.CUT]),
    (PLAIN.replace("interim", "int\0erim"), [transcript.NUL_FROM_HERE]),
    (PLAIN + "Smart Array P400 in Slot 0\n   Controller Status: OK\n", ["here the output of ssacli begins; it was not read, give it a file of its own"]),
])  # fmt: skip
def test_damage_is_told_and_makes_nothing_absent(text, reasons):
    items = read(text)
    assert [item.reason for item in items if isinstance(item, Diagnostic)] == reasons
    assert any(isinstance(item, Complete) for item in items) is (bool(text) and not reasons)


RECOGNISED = [
    ("/usr/sbin/cciss_vol_status /dev/sg0\n" + TWO, True),
    ("# /usr/bin/cciss_vol_status -V /dev/sg0 /dev/sg1\n\n" + FULL, True),
    ("$ cat volumes.out\n" + PLAIN, True),
    (PLAIN.replace("\n", "\r\n"), True),
    (("\ufeff" + PLAIN).encode("utf-16-le"), True),
    ("", False),
    ("cciss_vol_status version 1.12a\n", False),
    ("cciss0: HP Smart Array P400 Controller\nBoard ID: 0x00000000\n", False),
    ("We ran cciss_vol_status:\n" + PLAIN, False),
    ("Controller: somebody\nTask: something\n", False),
    ("/dev/md0:\n     Raid Level : raid1\n", False),
    ("Smart Array P400 in Slot 0\n   Controller Status: OK\n", False),
    ("[Notes]\nKitType=2\n", False),
    ("#!/bin/sh\n" + PLAIN, False),
]  # fmt: skip
