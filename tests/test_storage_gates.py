"""The gates of the storage rules: disks in a few words in, what a rule says of them out. One line a case."""

from at_once import at_once

from advisor import pack
from advisor.checking import examples
from advisor.pack.rule import Example

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
    "boot": ("/boot", "os"),
    "swap": ("/swap", "swap"),
    "linked": ("/srv/linked", "databases"),
    "old log": ("/srv/translog", "transaction-log"),
}
WORDS = {
    "hdd": 'media = "hdd"',
    "ssd": 'media = "ssd"',
    "software": "software = true",
    "half read": "cache_read_percent = 50",
    "16 KB": 'stripe = "16KB"',
    "32 KB": 'stripe = "32KB"',
    "none read": "cache_read_percent = 0",
    "4 KB": 'stripe = "4KB"',
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


REBUILD_INSIDE = "View_Rebuild_Dir=/local/notesdata/inner"
R7, R8 = "FaultRecovery_Build=Release 7.0.4", "FaultRecovery_Build=Release 8.0"
R46, R50 = "FaultRecovery_Build=Release 4.6", "FaultRecovery_Build=Release 5.0"
ROWS = [  # those that no example of the rule itself replaces, by tests/rule_mutants.py
    # an array is judged only for what lives on it
    ("software-raid", "boot: software", "", "not-applicable"),
    ("cache-ratio-not-write-heavy", "log: RAID 1, hdd, half read", "", "not-applicable"),
    ("stripe-size-unsuited", "log: hdd, 16 KB", R7, "not-applicable"),
    # databases or log, either is enough
    ("software-raid", "log: software", "", "fail info"),
    # media
    ("view-rebuild-dir-in-data-directory", "data: ssd", REBUILD_INSIDE, "not-applicable"),
    ("view-rebuild-dir-in-data-directory", "data: hdd", f"{REBUILD_INSIDE}; {R8}", "fail"),
    # releases that the papers spoke of
    ("software-raid", "data: software, hdd", R8, "fail info"),
    ("software-raid", "data: software, ssd", R7, "not-applicable"),
    ("stripe-size-unsuited", "data: ssd, 16 KB", R7, "not-applicable"),
    ("single-data-array", "system + data: ssd; log: hdd", "", "not-applicable"),
    # who shares, at whatever place of the list
    ("single-data-array", "system + data: hdd; linked: hdd", "", "pass"),
    ("page-file-shares-array", "system: hdd; data: hdd; log + swap: hdd", "", "fail"),
    # what has failed is told of as that, and not of how it was built
    *((name, f"{disks}, failed", settings, "not-applicable") for name, disks, settings in (
        ("software-raid", "data: software, hdd", ""),
        ("cache-ratio-not-write-heavy", "data: RAID 10, hdd, half read", ""),
        ("stripe-size-unsuited", "data: hdd, 4 KB", R7),
    )),
    # of arrays alike the first speaks for all
    ("cache-ratio-not-write-heavy", "data: RAID 10, hdd, none read", R46, "fail low"),
    ("cache-ratio-not-write-heavy", "data: RAID 10, hdd, half read", R50, "fail info"),
    # the release itself, where a figure begins to count
    ("stripe-size-unsuited", "data: hdd, 16 KB", R50, "fail"),
    ("stripe-size-unsuited", "data: hdd, 32 KB", f"{R50}; ServerTasks=SMTP", "fail"),
    ("stripe-size-unsuited", "data: hdd, 16 KB", f"{R46}; ServerTasks=SMTP", "pass"),
    # the system's own array
    ("operating-system-not-mirrored", "system + log: RAID 0, hdd; data: RAID 10", "", "not-applicable"),
    ("operating-system-not-mirrored", "system + old log: RAID 0, hdd; data: RAID 10", "TRANSLOG_Status=0", "fail"),
    ("page-file-shares-array", "data: hdd; log: hdd; rebuild + swap: hdd", R50, "pass"),
]  # fmt: skip
CASES = [case(*row) for row in ROWS]


@at_once(("name", "example"), CASES, ids=[": ".join(row) for row in ROWS])
def test_disks(name, example):
    assert list(examples.slips_of(RULES[name], examples.read(example, PACK), PACK)) == []


@at_once(("platform", "verdict"), [("os400", "not-applicable"), ("zos", "not-applicable"), ("linux", "unknown")])
def test_one_level_storage_has_no_arrays_to_ask_for(platform, verdict):
    example = Example(verdict, {"notes.ini": "[Notes]\nKitType=2\nDirectory=/local/notesdata\n"}, platform=platform)
    assert examples.verdict(examples.outcomes(RULES["array-degraded"], example, PACK)) == verdict
