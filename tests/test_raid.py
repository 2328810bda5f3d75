"""The words of eight tools for one thing: one line a word."""

import pytest
from at_once import at_once

from advisor import pack
from advisor.checking import examples
from advisor.facts import Subject
from advisor.pack.rule import Example
from advisor.values import raid

PACK = pack.builtin()

LEVELS = [
    ("RAID 1+0", 1, "10"),
    ("1+0", 1, "10"),
    ("RAID 1 + 0", 1, "10"),
    ("raid10", 1, "10"),
    ("RAID10", 1, "10"),
    ("RAID 6 (ADG)", 1, "6"),
    ("6 Reed-Solomon", 1, "6"),
    ("RAID5", 1, "5"),
    ("5EE", 1, "5EE"),
    ("RAID 5E", 1, "5E"),
    ("1E", 1, "1E"),
    ("RAID 1E", 1, "1E"),
    ("0", 1, "0"),
    ("RAID60", 1, "60"),
    ("50", 1, "50"),
    ("Primary-1, Secondary-0, RAID Level Qualifier-0", 1, "1"),
    ("Primary-1, Secondary-0, RAID Level Qualifier-0", 4, "10"),
    ("Primary-1, Secondary-3, RAID Level Qualifier-0", 1, "10"),
    ("Primary-5, Secondary-0, RAID Level Qualifier-3", 1, "5"),
    ("Primary-5, Secondary-3, RAID Level Qualifier-3", 2, "50"),
    ("Primary-6, Secondary-0, RAID Level Qualifier-3", 2, "60"),
    ("Primary-0, Secondary-0, RAID Level Qualifier-0", 1, "0"),
    ("Spanned_volume", 1, "JBOD"),
    ("Simple_volume", 1, "JBOD"),
    ("linear", 1, "JBOD"),
    *((spelling, 1, "10") for spelling in ("RAID 0+1", "RAID0+1", "0+1", "0 + 1", "RAID_0+1", "raid 01", "01", "0/1")),
    *((spelling, 1, "10") for spelling in ("Enhanced RAID1 (RAID 0+1)", "RAID_1+0", "1/0", "RAID 10 - Mirroring")),
    *((spelling, 1, "10") for spelling in ("mirrored stripe", "striping and mirroring", "Striped mirrors")),
    *((spelling, 1, "1") for spelling in ("mirror", "Mirroring", "Disk mirroring", "RAID 1 (mirror)", "mirror set")),
    *((spelling, 1, "1E") for spelling in ("RAID1 Enhanced", "Enhanced RAID 1", "RAID_1E")),
    *((spelling, 1, "10") for spelling in ("0+1 configuration", "hardware RAID 0+1", "RAID 0+1 set", "RAID 1+0 array")),
    *((spelling, 1, "5") for spelling in ("Distributed Data Guarding (RAID 5)", "hardware RAID 5 configuration")),
    *((spelling, 1, "1") for spelling in ("Drive Mirroring (RAID 1)", "data mirroring", "software RAID 1")),
    *((spelling, 1, named) for spelling,
        named in (("Data Guarding (RAID 4)", "4"), ("No Fault Tolerance (RAID 0)", "0"))),
    *((spelling, 1, "6") for spelling in ("ADG", "RAID ADG", "Advanced Data Guarding", "RAID_6")),
    *((spelling, 1, "5") for spelling in ("Distributed Data Guarding", "RAID 5 - Distributed Data Guarding", "raid-5")),
    *((spelling, 1, "4") for spelling in ("Data Guarding", "RAID 4 - Data Guarding")),
    *((spelling, 1, "0") for spelling in ("striping", "RAID 0 - No Fault Tolerance", "stripe set", "00")),
    ("5+0", 1, "50"),
    ("RAID 6+0", 1, "60"),
    ("RAID 1E0", 1, "1E0"),
    ("JBOD", 1, "JBOD"),
    ("none", 1, "JBOD"),
    # what nobody has seen is no level, least of all the one it begins with
    *(
        (spelling, 1, None) for spelling in ("0+5", "RAID 5+1", "1+5", "51", "RAID 0+1+0", "RAID 1 something",
            "RAID 5 (ADG)", "Data Guarding (RAID 5)", "Something (RAID 1)", "hardware 5 set up", "RAID 5 sets")),
    *(
        (spelling, 1, None) for spelling in ("RAID-Z", "RAID DP", "raidz2", "5EEE", "1E1", "volumes", "nonesuch",
            "RAID")),
    ("N/A", 1, None),
    ("7", 1, None),
    ("", 1, None),
]  # fmt: skip


@at_once(("text", "spans", "level"), LEVELS)
def test_a_level_has_one_spelling(text, spans, level):
    assert raid.level(text, spans) == level


@at_once(("text", "size"), [
        ("256 KB", "256 KB"),
        ("64k", "64 KB"),
        ("64KB", "64 KB"),
        ("256kB", "256 KB"),
        ("512 KiB", "512 KB"),
        (" 1 MB ", "1024 KB"),
        ("1.0 MB", "1024 KB"),
        ("1.5 MB", None),
        ("1 GB", None),
        ("64", None),
        ("about 64 KB", None),
        ("64 KB each", None),
        ("", None),
])  # fmt: skip
def test_a_size_is_in_kilobytes(text, size):
    assert raid.size(text) == size


WORDS = [
    (raid.health, "ok", ["OK", "Okay", "Optimal", "Optl", "Opt", "clean", "Active", "checking", "read-auto"]),
    (raid.health, "degraded", ["Degraded", "Dgrd", "Pdgd", "Partially Degraded", "Suboptimal", "Critical", "NdAtn"]),
    (raid.health, "degraded", ["Interim Recovery Mode", "Using interim recovery mode", "Waiting for Rebuild"]),
    (raid.health, "degraded", ["Dgd", "Partial Degraded", "Needs Attention", "Multi-Path Access Degraded"]),
    (raid.health, "degraded", ["Ready for Rebuild", "Ready Rebuild", "Ready for recovery operation"]),
    (raid.health, "rebuilding", ["Rebuilding", " recovering ", "Currently recovering"]),
    (raid.health, "initializing", ["Initializing", "Impacted", "resyncing"]),
    (raid.health, "failed", ["Failed", "OfLn", "Offline", "Wrong drive", "inactive", "Not Started"]),
    (raid.health, "failed", ["Fail", "Fld", "OffLn", "Bad connect", "Wrong physical drive was replaced", "broken"]),
    (raid.health, None, ["", "Rec", "unheard of", "not ok", "ok then"]),
    (raid.controller_health, "degraded", ["Needs Attention"]),
    (raid.controller_health, "ok", ["Optimal"]),
    (raid.controller_health, "failed", ["Failed"]),
    (raid.controller_health, None, ["Rebuilding", "Initializing", ""]),
    (raid.protection, "battery", ["Batteries", "Battery", "BBU", "iBBU08", "iTBBU", "TBBU"]),
    (raid.protection, "capacitor", ["Capacitors", "capacitor", "CVPM02", "CVSC", "Supercap Backup", "a super cap"]),
    (raid.protection, None, ["", "None", "battery pack 1", "CacheVault"]),
    (raid.protection_state, "ok", ["OK", "Optimal", "Opt", "Ready", "Healthy"]),
    (raid.protection_state, "charging", ["Charging", "Recharging", "Not fully charged"]),
    (raid.protection_state, "missing", ["Missing", "Msng", "Absent", "Not Installed", "Not Present"]),
    (raid.protection_state, "failed", ["Failed", "Failed (Replace Batteries)", "Fatal", "Fld"]),
    (raid.protection_state, None, ["", "Not Ready", "Dgd (Needs Attention)", "okay?"]),
    (raid.cache_policy, "write-back", ["Enabled", "On", "on when protected by battery", "WriteBack, ReadAhead"]),
    (raid.cache_policy, "write-back", ["Write Back", "write-back", "Enabled (write-back)", "WB"]),
    (raid.cache_policy, "write-through", ["Disabled", "Off", "WriteThrough, Direct", "write-through", "WT"]),
    (raid.cache_policy, None, ["", "Not supported", "only reading", "offered", "read-back", "WBX"]),
    (raid.cache_disabled, "yes", ["Temporarily Disabled", "permanently disabled"]),
    (raid.cache_disabled, None, ["OK", "Disabled", "Not Configured", ""]),
    (raid.switch, "yes", ["True", "Enabled"]),
    (raid.switch, "no", ["false", "Disabled"]),
    (raid.switch, None, ["", "Yes", "enabled?"]),
]


@at_once(("meaning_of", "word", "meaning"), [(of, word, meaning) for of, meaning, words in WORDS for word in words])
def test_a_word_has_one_meaning(meaning_of, word, meaning):
    assert meaning_of(word) == meaning
    assert meaning_of(word.upper()) == meaning


MDADM = "/dev/md0:\n        Version : 1.2\n     Raid Level : {}\n   Raid Devices : 2\n          State : clean\n"
TOLD = '[[array]]\nname = "/dev/md0"\nlevel = "RAID 1"\n'


@at_once(("files", "level", "doubt"), [
        ({"m.txt": MDADM.format("raidq7")}, None, '"raidq7" is no RAID level that domlint knows'),
        ({"m.txt": MDADM.format("raid1")}, "1", ""),
        ({"m.txt": MDADM.format("raidq7"), "storage.toml": TOLD}, "1", ""),
])  # fmt: skip
def test_a_level_that_nobody_knows_is_named_by_its_word(files, level, doubt):
    ini = "[Notes]\nKitType=2\nServerName=A/Acme\n"
    (server,) = examples.servers_of(Example("fail", {"notes.ini": ini, **files}), PACK)
    answer = server.facts.ask("array.level", Subject("array", "/dev/md0"))
    assert (answer.text, answer.trouble) == (level, doubt)


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_hint_names_word_and_line_of_a_level_that_nobody_knows(form, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(
        "[Notes]\nKitType=2\nServerName=A/Acme\nNotesProgram=/opt/ibmpow\nDirectory=/d\n"
    )
    (tmp_path / "storage.toml").write_text(
        '[[array]]\nname = "d"\nlevel = "RAID Q"\n[[volume]]\nmount = "/d"\narray = "d"\n'
    )
    told = " ".join(
        domlint("check", "--isolated", str(tmp_path), "--full", "--format", form).out.replace("\\", "").split()
    )
    assert '"RAID Q" is no RAID level that domlint knows (' in told
    assert "storage.toml:3)" in told
