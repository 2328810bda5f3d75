"""The gates of the storage rules: disks in a few words in, what a rule says of them out. One line a case."""

import pytest

from advisor import pack
from advisor.checking import examples
from advisor.pack.parts import Example

PACK = pack.builtin()
RULES = {rule.name: rule for rule in PACK.rules}

SETTINGS = {
    "KitType": "2",
    "NotesProgram": "/opt/hcl/domino/notes/latest/linux",
    "Directory": "/local/notesdata",
    "FaultRecovery_Build": "Release 12.0.2",
    "TRANSLOG_Status": "1",
    "TRANSLOG_Path": "/local/translog",
    "View_Rebuild_Dir": "/local/rebuild",
    "Log": "/local/notesdata/log.nsf, 1, 0, 7, 40000",
    "Log_Replication": "2",
}
VOLUMES = {  # the word for a volume: where it is mounted, what is told of it beyond the paths above
    "system": ("/", ""),
    "data": ("/local/notesdata", ""),
    "log": ("/local/translog", ""),
    "rebuild": ("/local/rebuild", ""),
    "in data": ("/local/notesdata/inner", ""),
    "boot": ("/boot", "os"),
    "swap": ("/swap", "swap"),
    "linked": ("/srv/linked", "databases"),
    "old log": ("/srv/translog", "transaction-log"),
    "files": ("/srv/files", ""),
}
WORDS = {
    "hdd": 'media = "hdd"',
    "ssd": 'media = "ssd"',
    "nvme": 'media = "nvme"',
    "virtual": 'media = "virtual"',
    "software": "software = true",
    "write-back": 'write_cache = "write-back"',
    "write-through": 'write_cache = "write-through"',
    "protected": "write_cache_protected = true",
    "unprotected": "write_cache_protected = false",
    "half read": "cache_read_percent = 50",
    "16 KB": 'stripe = "16KB"',
    "32 KB": 'stripe = "32KB"',
    "64 KB": 'stripe = "64KB"',
    "one disk": "disks = 1",
    "all read": "cache_read_percent = 100",
    "none read": "cache_read_percent = 0",
    "4 KB": 'stripe = "4KB"',
    "Smart-2": 'controller = "Smart-2/P"',
    "SMART2": 'controller = "SMART2"',
    "a tenth read": "cache_read_percent = 10",
    "failed": "",
}
LISTED = "slot 0 logical drive 1"  # what an array is called of which ssacli tells that it has failed
FAILED = """\
Smart Array P410i in Slot 0 (Embedded)
   Slot: 0
   Array: A
      Logical Drive: 1
         Size: 136.7 GB
         Status: Failed
"""


def storage(disks):
    """`data + log: RAID 10, hdd; files: RAID 0`: storage.toml with two arrays and the three volumes on them."""
    arrays, volumes = [], []
    for array in disks.split("; "):
        names, _, words = array.partition(": ")
        called = LISTED if words.endswith("failed") else names
        arrays.append(f'[[array]]\nname = "{called}"')
        arrays += [WORDS.get(word, f'level = "{word}"') for word in words.split(", ")]
        for mount, holds in (VOLUMES[name] for name in names.split(" + ")):
            held = f'holds = ["{holds}"]' if holds else ""
            volumes.append(f'[[volume]]\nmount = "{mount}"\narray = "{called}"\n{held}')
    return "\n".join([*arrays, *volumes]) + "\n"


def case(name, disks, settings, expect):
    """The rule, and an example that says what it expects (`fail low of data`: with that severity, of that array).

    An empty setting is none.
    """
    changed = SETTINGS | dict(line.split("=") for line in settings.split("; ") if line)
    ini = "[Notes]\n" + "".join(f"{key}={value}\n" for key, value in changed.items() if value)
    expect, _, array = expect.partition(" of ")
    word, _, severity = expect.partition(" ")
    files = {"notes.ini": ini, "storage.toml": storage(disks)} | ({"ssacli.txt": FAILED} if "failed" in disks else {})
    return name, Example(word, files, severity or None, array or None)


REBUILD_INSIDE, LOG_INSIDE = "View_Rebuild_Dir=/local/notesdata/inner", "TRANSLOG_Path=/local/notesdata/inner"
R4, R5 = "FaultRecovery_Build=Release 4.6.2", "FaultRecovery_Build=Release 5.0.8"
R7, R8 = "FaultRecovery_Build=Release 7.0.4", "FaultRecovery_Build=Release 8.0"
R46, R50 = "FaultRecovery_Build=Release 4.6", "FaultRecovery_Build=Release 5.0"
ON_AIX = "NotesProgram=/opt/lotus/notes/latest/ibmpow"
ROWS = [
    # an array is judged only for what lives on it: of `files` nobody knows what that is
    ("transaction-log-not-mirrored", "data: RAID 0; log: RAID 1", "", "pass"),
    ("raid0-without-redundancy", "data: RAID 10; log: RAID 0", "", "pass"),
    ("raid0-without-redundancy", "data: RAID 10; files: RAID 0", "", "unknown"),
    ("raid0-without-redundancy", "data: RAID 10; boot: RAID 0", "", "pass"),
    ("raid5-for-writes", "data: RAID 10; boot: RAID 5", "", "pass"),
    ("raid5-for-writes", "data: RAID 10; files: RAID 5", "", "unknown"),
    ("raid4-in-use", "data: RAID 10; files: RAID 4", "", "unknown"),
    ("software-raid", "boot: software", "", "not-applicable"),
    ("write-back-cache-off", "boot: hdd, write-through, protected", "", "not-applicable"),
    ("write-cache-unprotected", "boot: write-back, unprotected", "", "not-applicable"),
    ("write-cache-unprotected", "files: write-back, unprotected", "", "unknown"),
    ("cache-ratio-not-write-heavy", "log: RAID 1, hdd, half read", "", "not-applicable"),
    ("stripe-size-unsuited", "log: hdd, 16 KB", R7, "not-applicable"),
    # databases or log, either is enough
    ("raid5-for-writes", "log: RAID 5, hdd", "", "fail high"),
    ("software-raid", "log: software", "", "fail info"),
    ("write-back-cache-off", "log: hdd, write-through, protected", "", "fail"),
    ("write-cache-unprotected", "log: write-back, unprotected", "", "fail"),
    # levels
    ("transaction-log-not-mirrored", "log: JBOD", "", "fail"),
    ("raid0-without-redundancy", "data: JBOD", "", "fail"),
    ("cache-ratio-not-write-heavy", "data: JBOD, hdd, half read", "", "not-applicable"),
    ("raid4-in-use", "data: RAID 3", "", "fail"),
    *(("raid5-for-writes", f"data: RAID {level}", "", "fail") for level in ("5", "5E", "5EE", "6", "50", "60")),
    *(("raid5-for-writes", f"data + log: RAID {level}", "", "pass") for level in ("0", "1", "1E", "3", "4", "10")),
    # media
    ("raid5-for-writes", "log: RAID 5", "", "fail low"),
    ("raid5-for-writes", "log: RAID 5, ssd", "", "not-applicable"),
    ("raid5-for-writes", "log: RAID 5, nvme", "", "not-applicable"),
    ("raid5-for-writes", "log: RAID 5, virtual", "", "not-applicable"),
    ("transaction-log-shares-array", "data + log: virtual", "", "not-applicable"),
    ("transaction-log-in-data-directory", "data: hdd", LOG_INSIDE, "fail high"),
    ("transaction-log-in-data-directory", "data: RAID 10", LOG_INSIDE, "fail medium"),
    ("transaction-log-in-data-directory", "data: nvme", LOG_INSIDE, "fail low"),
    ("transaction-log-in-data-directory", "data: virtual", LOG_INSIDE, "fail info"),
    ("view-rebuild-dir-in-data-directory", "data: ssd", REBUILD_INSIDE, "not-applicable"),
    ("view-rebuild-dir-in-data-directory", "data: virtual", REBUILD_INSIDE, "not-applicable"),
    ("view-rebuild-dir-in-data-directory", "data: hdd", f"{REBUILD_INSIDE}; {R7}", "not-applicable"),
    ("view-rebuild-dir-in-data-directory", "data: hdd", f"{REBUILD_INSIDE}; {R8}", "fail"),
    # a single disk is its own array, whatever it is called
    ("transaction-log-not-mirrored", "log: hdd, one disk", "", "fail"),
    ("transaction-log-not-mirrored", "log: virtual, one disk", "", "unknown"),
    ("raid0-without-redundancy", "data: one disk", "", "fail"),
    # the tenant that should move: view rebuilds beside the log, and nothing else there
    ("transaction-log-shares-array", "system: hdd; data: hdd; log + rebuild: hdd", "", "pass"),
    ("transaction-log-shares-array", "system: hdd; data: hdd; log + rebuild + swap: hdd", "", "fail high"),
    ("transaction-log-shares-array", "system + log: hdd; data: hdd", "", "fail high"),
    ("transaction-log-shares-array", "system + log: hdd; data + rebuild: hdd", "", "fail info"),
    ("transaction-log-shares-array", "system + log: hdd; data + rebuild: hdd", R8, "fail high"),
    ("transaction-log-shares-array", "system: hdd; data + log: hdd", "", "fail high"),
    ("transaction-log-shares-array", "system + log: ssd; data: ssd", "", "fail info"),
    ("page-file-shares-array", "system: virtual; data + log + swap: virtual", "", "not-applicable"),
    ("page-file-shares-array", "system: ssd; data + log + swap: ssd", "", "not-applicable"),
    ("view-rebuild-dir-shares-array", "system: hdd; data: hdd; log + rebuild: hdd", "", "fail medium"),
    ("view-rebuild-dir-shares-array", "system: RAID 1; data: RAID 10; log + rebuild: RAID 1", "", "fail info"),
    ("view-rebuild-dir-shares-array", "system: ssd; data: ssd; log + rebuild: ssd", "", "not-applicable"),
    # releases that the papers spoke of
    ("page-file-shares-array", "system: hdd; data + swap: hdd", R4, "not-applicable"),
    ("page-file-shares-array", "system: hdd; data + swap: hdd", R5, "fail info"),
    ("log-nsf-shares-array", "system: hdd; data + log: hdd", R5, "not-applicable"),
    ("log-nsf-shares-array", "system: hdd; data + log: hdd", f"{R4}; Log_Replication=0", "not-applicable"),
    ("log-nsf-shares-array", "system: hdd; data + log: hdd", f"{R4}; Log_Replication=", "fail"),
    ("cache-ratio-not-write-heavy", "data: RAID 1E, hdd, half read", "", "not-applicable"),
    ("cache-ratio-not-write-heavy", "data: RAID 5, hdd, half read", R4, "fail low"),
    ("cache-ratio-not-write-heavy", "data: RAID 5, hdd, half read", "", "fail info"),
    ("stripe-size-unsuited", "data: hdd, 16 KB", R4, "pass"),
    ("stripe-size-unsuited", "data: hdd, 16 KB", R5, "fail"),
    ("transaction-log-shares-array", "data + log: ssd", "", "fail info"),
    ("software-raid", "data: software, hdd", R7, "fail low"),
    ("software-raid", "data: software, hdd", R8, "fail info"),
    ("software-raid", "data: software, ssd", R7, "not-applicable"),
    ("software-raid", "data: software, nvme", "", "not-applicable"),
    ("software-raid", "data: software, virtual", "", "not-applicable"),
    ("stripe-size-unsuited", "data: ssd, 16 KB", R7, "not-applicable"),
    ("stripe-size-unsuited", "data: virtual, 16 KB", R7, "not-applicable"),
    ("write-back-cache-off", "data: virtual, write-through, protected", "", "not-applicable"),
    ("cache-ratio-not-write-heavy", "data: virtual, half read", "", "not-applicable"),
    ("single-data-array", "system + data: ssd; log: hdd", "", "not-applicable"),
    ("single-data-array", "system + data: virtual; log: hdd", "", "not-applicable"),
    ("log-nsf-shares-array", "data: virtual; log: hdd", R4, "not-applicable"),
    ("page-file-shares-array", "data + swap: virtual; log: hdd", "", "not-applicable"),
    ("view-rebuild-dir-shares-array", "data + rebuild: virtual; log: hdd", "", "not-applicable"),
    # transaction logging is off: nothing of it lives anywhere, whatever storage.toml tells
    ("transaction-log-shares-array", "data + log: hdd", "TRANSLOG_Status=0", "not-applicable"),
    ("transaction-log-not-mirrored", "old log: RAID 0", "TRANSLOG_Status=0", "not-applicable"),
    ("raid0-without-redundancy", "data + old log: RAID 0", "TRANSLOG_Status=0", "fail"),
    ("raid0-without-redundancy", "data + old log: RAID 0", "", "not-applicable"),
    # in the data directory: another rule speaks, unless it is a file system of its own there
    ("transaction-log-shares-array", "data: hdd", LOG_INSIDE, "not-applicable"),
    ("transaction-log-shares-array", "data + in data: hdd", LOG_INSIDE, "fail"),
    ("transaction-log-in-data-directory", "data: hdd", LOG_INSIDE, "fail"),
    ("transaction-log-in-data-directory", "data + in data: hdd", LOG_INSIDE, "pass"),
    ("transaction-log-takes-whole-volume", "data: hdd", f"{LOG_INSIDE}; TRANSLOG_UseAll=1", "fail"),
    ("transaction-log-takes-whole-volume", "data + in data: hdd", f"{LOG_INSIDE}; TRANSLOG_UseAll=1", "pass"),
    ("view-rebuild-dir-shares-array", "data: hdd; log: hdd", REBUILD_INSIDE, "not-applicable"),
    ("view-rebuild-dir-shares-array", "data + in data: hdd; log: hdd", REBUILD_INSIDE, "fail"),
    ("view-rebuild-dir-shares-array", "data: hdd; log: hdd", "View_Rebuild_Dir=", "not-applicable"),
    ("view-rebuild-dir-in-data-directory", "data: hdd", REBUILD_INSIDE, "fail"),
    ("view-rebuild-dir-in-data-directory", "data + in data: hdd", REBUILD_INSIDE, "pass"),
    # who has only one array cannot part anything
    ("single-data-array", "system + data: hdd", "", "fail info"),
    ("log-nsf-shares-array", "system + data: hdd", R4, "unknown"),  # a machine that is busy could log less
    ("page-file-shares-array", "system + data + swap: hdd", "", "not-applicable"),
    ("view-rebuild-dir-shares-array", "data + rebuild: hdd", "", "pass"),
    # who shares, at whatever place of the list
    ("single-data-array", "system + data: hdd; log: hdd", "", "fail"),
    ("single-data-array", "system + data + log: hdd; files: hdd", "", "fail"),
    ("single-data-array", "system: hdd; data + log + boot: hdd", "", "fail"),
    ("single-data-array", "system + data: hdd; linked: hdd", "", "pass"),
    ("log-nsf-shares-array", "system: hdd; data + log: hdd", R4, "fail"),
    ("log-nsf-shares-array", "system + linked: hdd; data: hdd", f"{R4}; Log=/log.nsf, 1, 0, 7, 40000", "fail"),
    ("page-file-shares-array", "system: hdd; data + log + swap: hdd", "", "fail"),
    ("page-file-shares-array", "system: hdd; data: hdd; log + swap: hdd", "", "fail"),
    ("page-file-shares-array", "system: hdd; data: hdd; log + rebuild + swap: hdd", "", "fail"),
    ("page-file-shares-array", "system + log + swap: hdd; data: hdd", "", "fail"),
    ("page-file-shares-array", "system: hdd; data + swap: hdd", "", "fail"),
    ("page-file-shares-array", "system: hdd; data: hdd; boot + linked + swap: hdd", "View_Rebuild_Dir=", "fail"),
    ("page-file-shares-array", "system + linked + swap: hdd; data: hdd", "", "fail"),
    ("view-rebuild-dir-shares-array", "system: hdd; data + log + rebuild: hdd", "", "fail"),
    ("view-rebuild-dir-shares-array", "system + linked + rebuild: hdd; data: hdd", "", "fail"),
    # what has failed is told of as that, and not of how it was built
    *((name, f"{disks}, failed", settings, "not-applicable") for name, disks, settings in (
        ("transaction-log-not-mirrored", "log: RAID 0", ""),
        ("raid5-for-writes", "data: RAID 5, hdd", ""),
        ("raid4-in-use", "data: RAID 4", ""),
        ("raid0-without-redundancy", "data: RAID 0", ""),
        ("software-raid", "data: software, hdd", ""),
        ("write-back-cache-off", "data: hdd, write-through, protected", ""),
        ("write-cache-unprotected", "data: write-back, unprotected", ""),
        ("cache-ratio-not-write-heavy", "data: RAID 10, hdd, half read", ""),
        ("stripe-size-unsuited", "data: hdd, 4 KB", R7),
        ("operating-system-not-mirrored", "system: RAID 0, hdd", ""),
    )),
    # of arrays alike the first speaks for all
    ("raid5-for-writes", "data: RAID 5, hdd; linked: RAID 5, hdd", "", "fail of data"),
    ("raid0-without-redundancy", "data: RAID 0, hdd; linked: RAID 0, hdd", "", "fail of data"),
    ("cache-ratio-not-write-heavy", "data: RAID 10, hdd, all read", "", "pass"),
    ("cache-ratio-not-write-heavy", "data: RAID 10, hdd, none read", R46, "fail low"),
    ("cache-ratio-not-write-heavy", "data: RAID 10, hdd, none read", R50, "pass"),
    ("cache-ratio-not-write-heavy", "data: RAID 10, hdd, half read", R50, "fail info"),
    # the release itself, where a figure begins to count
    ("stripe-size-unsuited", "data: hdd, 16 KB", R50, "fail"),
    ("stripe-size-unsuited", "data: hdd, 32 KB", f"{R50}; ServerTasks=SMTP", "fail"),
    ("stripe-size-unsuited", "data: hdd, 32 KB", f"{R46}; ServerTasks=SMTP", "fail"),
    ("stripe-size-unsuited", "data: hdd, 64 KB", R46, "fail"),
    ("stripe-size-unsuited", "data: hdd, 16 KB", f"{R46}; ServerTasks=SMTP", "pass"),
    # the system's own array
    ("operating-system-not-mirrored", "system + data: RAID 0, hdd", "", "not-applicable"),
    ("operating-system-not-mirrored", "system + log: RAID 0, hdd; data: RAID 10", "", "not-applicable"),
    ("operating-system-not-mirrored", "system + old log: RAID 0, hdd; data: RAID 10", "TRANSLOG_Status=0", "fail"),
    ("page-file-shares-array", "data: hdd; system + swap: hdd", R50, "fail"),
    ("page-file-shares-array", "data: hdd; log: hdd; rebuild + swap: hdd", R50, "pass"),
    # what of R5 is told of view rebuilds
    ("view-rebuild-dir-shares-array", "data: hdd; log: hdd; system + rebuild: hdd", R50, "fail"),
    ("view-rebuild-dir-shares-array", "data: hdd; log: hdd; system + rebuild: hdd", R46, "pass"),
    ("view-rebuild-dir-shares-array", "data: hdd; log: hdd; files + rebuild: hdd", R50, "pass"),
    ("view-rebuild-dir-shares-array", "data: hdd; log: hdd; swap + rebuild: hdd", R50, "fail"),
    ("view-rebuild-dir-shares-array", "data: hdd; log: hdd; swap + rebuild: hdd", f"{R50}; {ON_AIX}", "fail"),
    ("view-rebuild-dir-shares-array", "data: hdd; log: hdd; swap + rebuild: RAID 1", R50, "unknown"),
]  # fmt: skip
CASES = [case(*row) for row in ROWS]


@pytest.mark.parametrize(("name", "example"), CASES, ids=[": ".join(row) for row in ROWS])
def test_disks(name, example):
    assert list(examples.slips_of(RULES[name], examples.read(example, PACK), PACK)) == []


@pytest.mark.parametrize(
    ("platform", "verdict"), [("os400", "not-applicable"), ("zos", "not-applicable"), ("linux", "unknown")]
)
def test_one_level_storage_has_no_arrays_to_ask_for(platform, verdict):
    example = Example(verdict, {"notes.ini": "[Notes]\nKitType=2\nDirectory=/local/notesdata\n"}, platform=platform)
    assert examples.verdict(examples.outcomes(RULES["array-degraded"], example, PACK)) == verdict
