"""Physical disks: their health in the listings of every tool, and the findings on them."""

import json

import data
import pytest
from at_once import at_once
from listings import facts_of

from advisor import pack, readers
from advisor.derive.context import Context
from advisor.derive.disks import derive_disks as derive
from advisor.facts import Fact, Facts, Subject
from advisor.source import Source

CATALOGUE = pack.builtin().catalogue

SSACLI = data.text("disks/ssacli.txt")
OF_SSACLI = {
    "slot 0 disk 1I:1:1": {"health": "ok", "health_said": "ok", "controller": "slot 0", "group": "slot 0 array A"},
    "slot 0 disk 1I:1:2": {"health": "failing", "health_said": "predictive failure", "controller": "slot 0", "group": "slot 0 array A"},
    "slot 0 disk 1I:1:4": {"health": "failed", "health_said": "failed", "controller": "slot 0"},
}  # fmt: skip
MEGACLI = data.text("disks/megacli.txt")
OF_MEGACLI = {
    "controller 0 disk 252:2": {
        "health": "failing",
        "health_said": "Online, Spun Up, its own check (S.M.A.R.T.) warns",
        "controller": "controller 0",
        "group": "controller 0 disk group 1",
        "media_errors": "3",
    },
    "controller 0 disk 252:3": {"health": "failed", "health_said": "Unconfigured(bad)", "controller": "controller 0", "media_errors": "0"},
}  # fmt: skip
STORCLI = data.text("disks/storcli.txt")
STORCLI_JSON = (
    '{"Controllers":[{"Command Status":{"Controller":0,"Status":"Success"},"Response Data":{'
    '"Drive /c0/e252/s0":[{"EID:Slt":"252:0","DID":34,"State":"Onln","DG":0,"Intf":"SATA","Med":"HDD"}],'
    '"Drive /c0/e252/s0 - Detailed Information":{"Drive /c0/e252/s0 State":{"Media Error Count":7,'
    '"Predictive Failure Count":0,"S.M.A.R.T alert flagged by drive":"Yes"}}}}]}'
)
OF_STORCLI = {
    "controller 0 disk 252:0": {
        "health": "failing",
        "health_said": "Onln, its own check (S.M.A.R.T.) warns",
        "controller": "controller 0",
        "group": "controller 0 array 0",
        "media_errors": "7",
    }
}
ARCCONF = data.text("disks/arcconf.txt")
OF_ARCCONF = {
    "controller 1 disk Enclosure 0, Slot 3": {
        "health": "failing",
        "health_said": "Online, its own check (S.M.A.R.T.) warns",
        "controller": "controller 1",
    },
    "controller 1 disk Enclosure 0, Slot 4": {"health": "failed", "health_said": "Failed", "controller": "controller 1"},
}  # fmt: skip
LISTINGS = {
    "ssacli": (SSACLI, OF_SSACLI),
    "megacli": (MEGACLI, OF_MEGACLI),
    "megacli twice": (MEGACLI + MEGACLI, OF_MEGACLI),
    "storcli": (STORCLI, OF_STORCLI),
    "storcli json": (STORCLI_JSON, OF_STORCLI),
    "arcconf": (ARCCONF, OF_ARCCONF),
}


def read(raw):
    source = Source.of("listing.txt", raw.encode())
    reader = readers.recognise("listing.txt", source.data[: readers.HEAD], CATALOGUE)
    return [one for one in readers.facts_of(reader, source, CATALOGUE) if isinstance(one, Fact)]


@at_once(("raw", "expected"), LISTINGS.values(), ids=LISTINGS)
def test_a_disk_is_told_of_in_the_same_words_by_every_tool(raw, expected):
    told = {}
    for fact in read(raw):
        if fact.subject.kind == "disk":
            told.setdefault(fact.subject.name, {})[fact.key.removeprefix("disk.")] = fact.text
    assert told == expected


A, B = "slot 0 array A", "slot 0 array B"
JUDGED = [  # disks: health and group; arrays: group, level, health; troubled, whether failed, whether irreplaceable
    ([("ok", A)], [(A, "1", "ok")], "none", "no", "no"),
    ([("ok", A), ("failing", A)], [(A, "1", "ok")], "d1 (failing)", "no", "no"),
    ([("warning", "")], [], "d0 (warning)", "no", "no"),
    ([("failing", A)], [(A, "0", "ok")], "d0 (failing)", "no", "yes"),
    ([("failing", A)], [(A, "5", "degraded")], "d0 (failing)", "no", "yes"),
    ([("failing", A)], [(A, "5", "ok"), (B, "0", "ok")], "d0 (failing)", "no", "no"),
    ([("failing", "")], [(A, "5", "ok"), (B, "0", "ok")], "d0 (failing)", "no", "no"),
    ([("failed", A)], [(A, "5", "degraded")], "none", "no", "no"),
    ([("failed", A)], [(A, "5", "ok")], "d0 (failed)", "yes", "no"),
    ([("failed", B)], [(A, "5", "degraded"), (B, "5", "ok")], "d0 (failed)", "yes", "no"),
    ([("failed", "")], [(A, "5", "degraded")], "none", "no", "no"),
    ([("failed", A), ("failing", A)], [(A, "5", "degraded")], "d1 (failing)", "no", "yes"),
    ([("failed", A), ("failing", A)], [(A, "5", "failed")], "none", "no", "no"),
    ([("failing", B)], [(A, "5", "failed"), (B, "5", "ok")], "d0 (failing)", "no", "no"),
]


@at_once(("disks", "arrays", "troubled", "failed", "irreplaceable"), JUDGED)
def test_a_disk_is_told_of_where_no_array_tells_of_it(disks, arrays, troubled, failed, irreplaceable):
    facts = listing(disks, arrays)
    names = ("disks.troubled", "disks.failed", "disks.irreplaceable")
    assert tuple(facts.ask(name).text for name in names) == (troubled, failed, irreplaceable)


def listing(disks, arrays):
    """The facts of one controller: disks d0, d1 … by health and group, arrays by group, level and health."""
    facts = Facts()
    for number, (health, group) in enumerate(disks):
        texts = {"health": health, "controller": "slot 0"} | ({"group": group} if group else {})
        facts.add(Fact(f"disk.{key}", text, subject=Subject("disk", f"d{number}")) for key, text in texts.items())
    for group, level, health in arrays:
        texts = {"group": group, "level": level, "health": health, "controller": "slot 0"}
        facts.add(Fact(f"array.{key}", text, subject=Subject("array", group)) for key, text in texts.items())
    facts.add(derive(facts, Context(CATALOGUE)))
    return facts


STATES = [  # disks: health and group; arrays: group, level, health; what the finding on the array, if any, names
    ([("failed", A), ("failing", A), ("ok", A)], [(A, "5", "failed")], "d0 (failed) and d1 (failing)"),
    ([("failing", "")], [(A, "5", "failed")], "d0 (failing)"),
    ([("failing", B)], [(A, "5", "failed"), (B, "5", "ok")], None),
    ([("failed", A)], [(A, "5", "degraded")], None),
]


@at_once(("disks", "arrays", "named"), STATES)
def test_troubled_disks_of_a_failed_array(disks, arrays, named):
    facts = listing(disks, arrays)
    assert facts.ask("array.troubled_disks", Subject("array", A)).text == named


def smart_array(state, *disks, level=1):
    """A listing of one logical drive in a state, with its disks."""
    text = f"Smart Array P410 in Slot 1\n\n   array A (SAS)\n\n      logicaldrive 1 (136 GB, RAID {level}, {state})\n\n"
    lines = (
        f"      physicaldrive 1I:1:{n} (port 1I:box 1:bay {n}, SAS, 146 GB, {said})" for n, said in enumerate(disks)
    )
    return text + "\n".join(lines) + "\n"


def virtual_drive(row, *states):
    """A listing of storcli with one row of virtual drives, and the disks of group 1."""
    rule = "-" * 68
    disks = "\n".join(
        f"8:{n}       {n} {said:<6} 1 1.000 TB SAS  HDD N   N  512B EXAMPLE DISK  U" for n, said in enumerate(states)
    )
    return (
        "CLI Version = 007.0001.0000.0000 Jan 01, 2020\nController = 0\nStatus = Success\nDescription = None\n\n"
        f"VD LIST :\n=======\n\n{rule}\nDG/VD TYPE  State Access Consist Cache sCC Size Name\n{rule}\n{row}\n{rule}\n\n"
        f"PD LIST :\n=======\n\n{rule}\nEID:Slt DID State DG Size Intf Med SED PI SeSz Model Sp\n{rule}\n{disks}\n{rule}\n"
    )


OTHER, OFFLINE = (
    "0/0   RAID1 Optl  RW     Yes     RWBD  -   1.0 TB",
    "1/1   RAID10 OfLn  RW     Yes     RWBD  -   1.9 TB",
)
REMEDIES = {  # a listing, and how the remedies of array-failed and disk-failing begin
    "predicted": (smart_array("OK", "OK", "Predictive Failure"), None, "Make sure that a backup exists, then"),
    "failed": (smart_array("OK", "OK", "Failed"), None, "Have the failed disk replaced now, and no other."),
    "both": (smart_array("OK", "Failed", "Predictive Failure"), None, "Have the failed disk replaced now."),
    "predicted, no redundancy": (smart_array("OK", "Predictive Failure", level=0), None, "Take a full backup now, then"),
    "failed, no redundancy": (smart_array("OK", "Failed", level=0), None, "Take a full backup now of everything that can still"),
    "a failed array": (smart_array("Failed", "Failed", "Predictive Failure"), "Stop: replace nothing", None),
    "two off-line, state known": (virtual_drive(OFFLINE, "Onln", "Offln", "Offln"), "Stop: replace nothing", None),
    "two off-line, state unknown": (virtual_drive("x" + OFFLINE, "Onln", "Offln", "Offln"), None, "Stop: replace nothing"),
    "another array's state": (virtual_drive(OTHER, "Onln", "Offln", "Offln"), None, "Stop: replace nothing"),
    "one off-line, state unknown": (virtual_drive(OTHER, "Onln", "Onln", "Offln"), None, "Have the failed disk replaced now"),
}  # fmt: skip


@pytest.mark.parametrize(("listing", "of_array", "of_disk"), REMEDIES.values(), ids=REMEDIES)
def test_one_finding_says_what_to_do_with_a_disk(domlint, tmp_path, listing, of_array, of_disk):
    (tmp_path / "listing.txt").write_text(listing)
    report = json.loads(domlint("check", "listing.txt", "--isolated", "--format", "json").out)
    begin = {
        one["name"]: report["rules"][one["rule"]]["remedies"][one["fix"]["remedy"]]["summary"]
        for one in report["findings"]
    }
    assert (of_array is None) is ("array-failed" not in begin)
    assert (of_disk is None) is ("disk-failing" not in begin)
    assert begin.get("array-failed", "").startswith(of_array or "")
    assert begin.get("disk-failing", "").startswith(of_disk or "")


STICKS = [  # how a failing disk is attached, its path, and on which disk a volume lies; what is told
    ("usb", "", "", "none"),
    ("usb", "", "Disk 0", "none"),
    ("usb", "", "Disk 7", "Disk 7 (failing)"),
    ("usb", "usbstor#7", "usbstor#7", "Disk 7 (failing)"),
    ("sata", "", "", "Disk 7 (failing)"),
]


@at_once(("bus", "path", "holds", "troubled"), STICKS)
def test_a_stick_that_holds_no_volume_is_none_of_the_server_s_disks(bus, path, holds, troubled):
    facts, disk = Facts(), Subject("disk", "Disk 7")
    texts = {"health": "failing", "bus": bus} | ({"path": path} if path else {})
    facts.add(Fact(f"disk.{key}", text, subject=disk) for key, text in texts.items())
    facts.add([Fact("volume.disk", holds, subject=Subject("volume", "D:"))] if holds else [])
    facts.add(derive(facts, Context(CATALOGUE)))
    assert facts.ask("disks.troubled").text == troubled


@at_once(("raw", "said"), [  # a listing, and what stands at the place that a disk's health is told by
    (SSACLI, ["OK", "Predictive Failure", "Failed"]),
    (SSACLI.replace("\n", "\r\n"), ["OK", "Predictive Failure", "Failed"]),
    (SSACLI.replace("146 GB, Predictive", " Predictive").replace("SAS, 146 GB, OK", "OK, SAS"), ["OK", "Predictive Failure", "Failed"]),
    (SSACLI[: SSACLI.index("1I:1:1 (")] + "1I:1:1\n         Bay: 2\n         Status: Predictive Failure\n         Size: 600 GB\n", ["Predictive Failure"]),
    (MEGACLI, ["1", "Unconfigured(bad)"]),
])  # fmt: skip
def test_a_disk_s_health_stands_where_the_tool_says_it(raw, said):
    told = [fact for fact in read(raw) if fact.key == "disk.health"]
    assert [fact.source.text(*fact.span) for fact in told] == said


def test_where_no_disk_was_listed_nothing_is_told():
    assert list(derive(Facts(), Context(CATALOGUE))) == []


def test_of_a_listing_that_is_cut_there_may_be_more_disks():
    facts, disk = Facts(), Subject("disk", "Bay 1")
    facts.add([Fact("disk.health", "ok", subject=disk), Fact("cut.format", "megacli")])
    assert [fact.doubt for fact in derive(facts, Context(CATALOGUE))] == ["a listing of disks is cut"] * 6


@at_once(("raw", "expected"), [  # a listing, and what it tells of the disks' own write cache
    ("Smart Array P410i in Slot 0\n   Controller Status: OK\n   Drive Write Cache: Enabled\n", "yes"),
    ("Smart Array P410i in Slot 0\n   Controller Status: OK\n   Drive Write Cache: Disabled\n", "no"),
    ("Smart Array P410i in Slot 0\n   Controller Status: OK\n   Configured Drive Write Cache Policy: Enable\n", "yes"),
    ("Smart Array P410i in Slot 0\n   Controller Status: OK\n   Configured Drive Write Cache Policy: Disable\n", "no"),
    ("Smart Array P410i in Slot 0\n   Controller Status: OK\n   Configured Drive Write Cache Policy: Default\n", ""),
    ("Adapter 0 -- Virtual Drive Information:\nVirtual Drive: 0 (Target Id: 0)\nDisk Cache Policy   : Enabled\n", "yes"),
    ("Adapter 0 -- Virtual Drive Information:\nVirtual Drive: 0 (Target Id: 0)\nDisk Cache Policy   : Disk's Default\n", ""),
])  # fmt: skip
def test_the_disks_own_write_cache_is_told_where_the_tool_knows_it(raw, expected):
    assert "".join(fact.text for fact in read(raw) if fact.key.endswith(".drive_write_cache")) == expected


ALONE = [  # bus, model and health of a disk of Windows; whether its data goes with it, and what is said of it
    ("nvme", "SAMSUNG MZQL2", "failing", "yes", "Disk 1 (failing; with the databases)"),
    ("sata", "SAMSUNG MZ7LH1T9", "warning", "yes", "Disk 1 (warning; with the databases)"),
    ("sata", "VMware Virtual SATA", "failing", "no", "Disk 1 (failing)"),
    ("raid", "DELL PERC", "failing", "no", "Disk 1 (failing)"),
    ("spaces", "Data", "failing", "no", "Disk 1 (failing)"),
    ("nvme", "SAMSUNG MZQL2", "ok", "no", "none"),
]


@at_once(("bus", "model", "health", "lost", "said"), ALONE)
def test_with_a_disk_alone_goes_what_lies_on_it(bus, model, health, lost, said):
    facts, disk, volume = Facts(), Subject("disk", "Disk 1"), Subject("volume", "D:")
    texts = {"bus": bus, "model": model, "health": health}
    facts.add(Fact(f"disk.{key}", text, subject=disk) for key, text in texts.items())
    facts.add([Fact("volume.disk", "Disk 1", subject=volume), Fact("volume.lodgers", "the databases", subject=volume)])
    facts.add(derive(facts, Context(CATALOGUE)))
    assert (facts.ask("disks.irreplaceable").text, facts.ask("disks.troubled").text) == (lost, said)


LINUX = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nNotesProgram=/opt/hcl/domino/notes/latest/linux\n"
SPINDLE = {"rota": True, "tran": "sas", "vendor": "SEAGATE", "model": "ST300MM0006"}
FLASH = SPINDLE | {"rota": False}
LOGICAL = SPINDLE | {"vendor": "HP", "model": "LOGICAL VOLUME"}
DIRECTORIES = ("/", "/local/notesdata", "/translog")
VIRTUAL = SPINDLE | {"vendor": "QEMU", "model": "QEMU HARDDISK"}


def lsblk(*disks):
    """Each disk's name, what it is, and its mount points, each of a partition with a file system."""
    devices = [
        {
            "name": name,
            "type": "disk",
            **told,
            "children": [
                {"name": f"{name}{number}", "type": "part", "mountpoint": mount, "fstype": file_system}
                for number, (mount, file_system) in enumerate(mounts.items(), 1)
            ],
        }
        for name, told, mounts in disks
    ]
    return json.dumps({"blockdevices": devices})


@at_once(("files", "arrays"), [  # files, and the arrays of one disk
    ([LINUX, lsblk(("sda", SPINDLE, {"/": "ext4"}))], ["/dev/sda"]),
    ([LINUX, lsblk(("sda", SPINDLE, {"/": "ext4", "/local": "xfs"}), ("sdb", SPINDLE, {"/l": "xfs"}))], ["/dev/sda", "/dev/sdb"]),
    ([LINUX, lsblk(("sda", FLASH, {"/": "ext4"}))], ["/dev/sda"]),
    ([LINUX, lsblk(("sda", FLASH | {"model": "LUN 4711"}, {"/": "ext4"}))], []),
    ([LINUX, lsblk(("sda", {"rota": False, "tran": "sata", "model": "SAMSUNG MZ7LH1T9"}, {"/": "ext4"}))], ["/dev/sda"]),
    ([LINUX, lsblk(("sda", {"rota": False, "tran": "sata", "model": "DELLBOSS VD"}, {"/": "ext4"}))], []),
    ([LINUX, lsblk(("nvme0n1", {"rota": False, "tran": "nvme", "model": "SAMSUNG MZQL2"}, {"/": "ext4"}))], []),
    ([LINUX, lsblk(("sda", FLASH, {"/": "ext4"}), ("sdb", SPINDLE, {"/local": "xfs"}))], ["/dev/sda", "/dev/sdb"]),
    ([LINUX, lsblk(("sda", LOGICAL, {"/": "ext4"}))], []),
    ([LINUX, lsblk(("sda", VIRTUAL, {"/": "ext4"}))], []),
    ([LINUX, lsblk(("sda", SPINDLE, {"/": "btrfs"}))], []),
    ([LINUX, lsblk(("sda", SPINDLE, {"/": "ext4"}), ("sdb", SPINDLE, {"/": "ext4"}))], []),
    ([LINUX, lsblk(("sda", SPINDLE, {"/": "ext4"})), '[[array]]\nname = "a"\n\n[[volume]]\nmount = "/"\narray = "a"\n'], []),
])  # fmt: skip
def test_a_disk_without_an_array_is_one(files, arrays):
    facts = facts_of(*files)
    found = [subject for subject in facts.subjects("array") or [] if facts.of(subject, "array.tool")]
    assert [subject.name for subject in found] == arrays
    assert {facts.of(subject, "array.level")[0].text for subject in found} <= {"JBOD"}


WINDOWS = "[Notes]\nKitType=2\nDirectory=D:\\Domino\\Data\nNotesProgram=C:\\Domino\n"
LETTERS = ({"DiskNumber": 0, "DriveLetter": "C"}, {"DiskNumber": 1, "DriveLetter": "D"})
SSD = {"FriendlyName": "SAMSUNG MZ7LH1T9HMLT", "MediaType": "SSD", "BusType": "SATA", "HealthStatus": "Healthy"}
VMWARE = {"FriendlyName": "VMware Virtual SATA Hard Drive"}


@at_once(("disks", "arrays"), [  # what is told of each disk, and the arrays of one disk
    ([SSD, SSD], ["Disk 0", "Disk 1"]),
    ([SSD, SSD | {"BusType": "RAID"}], ["Disk 0"]),
    ([SSD, SSD | {"FriendlyName": "DELL PERC H740P"}], ["Disk 0"]),
    ([SSD, SSD | {"MediaType": "Unspecified"}], ["Disk 0"]),
    ([SSD | VMWARE, SSD | VMWARE], []),
    ([SSD | {"BusType": "Spaces"}, SSD | {"BusType": "NVMe"}], []),
    ([SSD | {"BusType": "iSCSI"}, SSD | {"BusType": "USB"}], []),
])  # fmt: skip
def test_a_disk_of_windows_without_an_array_is_one(disks, arrays):
    listed = json.dumps([{"DeviceId": str(number), **told} for number, told in enumerate(disks)])
    partitions = json.dumps([{"PartitionNumber": 1, **letter} for letter in LETTERS])
    facts = facts_of(WINDOWS, listed, partitions)
    assert [subject.name for subject in facts.subjects("array") or []] == arrays
    assert (facts.ask("arrays.count").text == str(len(disks))) is (len(arrays) == len(disks))


def test_bare_spindles_are_known_to_be_separate():
    ini = LINUX + "TRANSLOG_Status=1\nTRANSLOG_Path=/translog\n"
    spindles = [(f"sd{letter}", SPINDLE, {mount: "ext4"}) for letter, mount in zip("abc", DIRECTORIES, strict=True)]
    facts = facts_of(ini, lsblk(*spindles))
    told = {key: facts.ask(key).text for key in ("arrays.count", "databases.arrays", "transaction_log.shares")}
    assert told == {"arrays.count": "3", "databases.arrays": "1", "transaction_log.shares": "none"}


def test_a_logical_drive_beside_them_leaves_open_what_is_separate():
    facts = facts_of(LINUX, lsblk(("sda", SPINDLE, {"/": "ext4"}), ("sdb", LOGICAL, {"/local": "ext4"})))
    assert facts.ask("databases.shares").text is None
