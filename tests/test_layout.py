"""What lives on which disks, and what shares them: one layout a case."""

import data
from at_once import at_once
from listings import facts_of

from advisor import pack, readers
from advisor.derive import Context, derive
from advisor.derive.context import Overrides
from advisor.facts import Complete, Diagnostic, Fact, Facts, Subject
from advisor.source import Source

CATALOGUE = pack.builtin().catalogue
LINUX = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nTRANSLOG_Status=1\nTRANSLOG_Path=/local/translog\n"
WINDOWS = "[Notes]\nKitType=2\nDirectory=D:\\Domino\\Data\nTRANSLOG_Status=1\nTRANSLOG_Path=L:\\translog\n"


def volume(mount, array="", holds=""):
    named = f'array = "{array}"\n' if array else ""
    held = f'holds = ["{holds}"]\n' if holds else ""
    return f"[[volume]]\nmount = '{mount}'\n{named}{held}"


def known(ini, *tables):
    facts = Facts()
    for name, text in (("notes_ini", ini), ("storage_toml", "\n".join(tables))):
        items = readers.reader(name).read(Source.of(name, text.encode()), CATALOGUE)
        facts.add(item for item in items if not isinstance(item, Diagnostic))
    derive(facts, Context(CATALOGUE))
    return facts


A = '[[array]]\nname = "a"\nmedia = "hdd"\n'
B = '[[array]]\nname = "b"\n'
C = '[[array]]\nname = "c"\n'
TWICE = "[[volume]]\nmount = '/local/translog'\narray = 'b'\n"
SHARES = {
    "one volume told to lie on two arrays": (LINUX, [A, B, volume("/", "a"), volume("/local/translog", "a"), TWICE],
        None),
    "one array": (LINUX, [A, volume("/", "a")], "the databases and the operating system"),
    "one volume, no array": (LINUX, [volume("/")], "the databases and the operating system"),
    "letters on one array": (WINDOWS, [A, volume("D:", "a"), volume("L:", "a")], "the databases"),
    "letters, no layout": (WINDOWS, [volume("D:"), volume("L:")], None),
    "letters, half a layout": (WINDOWS, [A, volume("D:", "a"), volume("L:")], None),
    "arrays apart": (LINUX,
        [A, B, C, volume("/", "a"), volume("/local/notesdata", "b"), volume("/local/translog", "c")], "none"),
    "with the system": (LINUX, [A, B, volume("/", "a"), volume("/local/notesdata", "b")], "the operating system"),
    "with the page file": (WINDOWS, [A, B, volume("D:", "a"), volume("L:", "b"), volume("P:", "b", "swap")],
        "the page file"),
    "the system is not told": (WINDOWS, [A, B, volume("D:", "a"), volume("L:", "b")], None),
    "the system is told": (WINDOWS, [A, B, C, volume("C:", "c", "os"), volume("D:", "a"), volume("L:", "b")], "none"),
    "a folder that looks like a mount": (LINUX, [A, B, volume("/local/trans", "b"), volume("/", "a")],
        "the databases and the operating system"),
    "a volume mounted in a folder": (WINDOWS.replace("L:\\translog", "D:\\log\\here"),
        [A, B, volume("D:", "a"), volume("D:\\log", "b")], None),
    "a share": (WINDOWS.replace("D:\\Domino\\Data", "\\\\nas\\data\\notes"),
        [A, volume("\\\\nas\\data", "a"), volume("L:", "a")], "the databases"),
}  # fmt: skip


@at_once(("ini", "tables", "shares"), SHARES.values(), ids=SHARES.keys())
def test_what_the_transaction_log_shares(ini, tables, shares):
    assert known(ini, *tables).ask("transaction_log.shares").text == shares


def test_how_many_arrays_there_are_rests_on_what_names_each():
    facts = known(LINUX, A + 'level = "5"\n', B, volume("/", "a"))
    assert {fact.key for fact in facts.ask("arrays.count").facts[0].made_from} == {"array.name", "array.level"}


def test_each_array_knows_what_it_holds():
    facts = known(LINUX, A, B, volume("/", "a"), volume("/local/translog", "b"))
    assert facts.ask("array.holds", Subject("array", "a")).text == "databases, os"
    assert facts.ask("array.holds", Subject("array", "b")).text == "transaction-log"
    assert facts.ask("arrays.count").text == "2"
    assert facts.ask("databases.arrays").text == "1"
    assert facts.ask("databases.media").text == "hdd"


CONTROLLED = [
    A + 'controller = "0"\n',
    B + 'media = "hdd"\ncontroller = "1"\n',
    C + 'media = "hdd"\ncontroller = "1"\n',
    volume("/", "a"),
    volume("/data", "b", "databases"),
    volume("/more", "c"),
]
TOLD_ALONE = [  # the data directory; what storage.toml says besides; on how many arrays and controllers the databases lie
    ("/local/notesdata", CONTROLLED, "2", "2"),
    ("/data", CONTROLLED, "1", "1"),
    ("", CONTROLLED, None, None),
    ("", [*CONTROLLED[:5], volume("/more", "c", "databases")], "2", None),
]


@at_once(("home", "tables", "arrays", "controllers"), TOLD_ALONE)
def test_one_array_is_the_only_one_with_databases_where_it_is_known_where_the_data_directory_lies(
    home, tables, arrays, controllers
):
    facts = known("[Notes]\nKitType=2\n" + (f"Directory={home}\n" if home else ""), *tables)
    asked = [facts.ask("databases.arrays"), facts.ask("databases.controllers")]
    assert [answer.text for answer in asked] == [arrays, controllers]
    assert all(answer.text or "Directory" in answer.trouble for answer in asked)


OWN = [
    ([volume("/"), volume("/local/translog")], "yes"),
    ([volume("/"), volume("/local")], "no"),
    ([volume("/local/notesdata"), volume("/local/translog")], "yes"),
    ([volume("/"), volume("/local/translog"), volume("/local/notesdata", holds="transaction-log")], "yes"),
]


@at_once(("tables", "own"), OWN)
def test_a_file_system_of_its_own_gives_way_to_evidence(tables, own):
    reading = known(LINUX, *tables).ask("transaction_log.own_file_system")
    assert reading.text == own
    assert not reading.facts[0].presumed


BY_LSBLK = [  # mount points; whether log and attachment objects have a file system apart, and whether it is presumed
    (["/"], ("no", True), ("no", True)),
    (["/", "/local"], ("no", False), ("no", True)),
    (["/", "/local/translog"], ("yes", False), ("no", True)),
]


@at_once(("mounts", "log", "daos"), BY_LSBLK)
def test_by_lsblk_alone_it_is_presumed_that_nothing_is_a_network_share(mounts, log, daos):
    rows = "".join(f"sda{number} 8:{number} 0 9G 0 part {mount}\n" for number, mount in enumerate(mounts))
    told = "NAME MAJ:MIN RM SIZE RO TYPE MOUNTPOINTS\nsda 8:9 0 9G 0 disk\n" + rows
    facts = Facts()
    for name, text in (("notes_ini", LINUX + "DAOSEnable=1\nDAOSBasePath=/daos\n"), ("lsblk_text", told)):
        facts.add(readers.reader(name).read(Source.of(name, text.encode()), CATALOGUE))
    derive(facts, Context(CATALOGUE))
    for key, expected in (("transaction_log", log), ("daos", daos)):
        (fact,) = facts.ask(f"{key}.own_file_system").facts
        assert (fact.text, fact.presumed) == expected


COSTS = [
    ("5", "Router",
        "At 60 % writes, the R5 mail benchmark on Solaris, an operation costs 2.8 disk operations here and 1.6"),
    ("50", "Router,IMAP",
        "At 90 % writes, the R5 IMAP benchmark on Solaris, an operation costs 3.7 disk operations here and 1.9"),
    ("5EE", "Router,POP3",
        "At 70 % writes, the R5 SMTP and POP3 benchmark on Solaris, an operation costs 3.1 disk operations here"),
    ("5", "Router,IMAP,POP3", "At 60 to 90 % writes, the R5 benchmarks on Solaris, an operation costs 2.8 to 3.7"),
    ("5", "Router,HTTP,IMAP", "2.8 to 3.7 disk operations here"),
    ("5", "AMgr", "2.8 to 3.7 disk operations here and 1.6 to 1.9"),
    ("5", "Router,HTTP", "2.8 to 3.7 disk operations here and 1.6 to 1.9"),
    ("6", "Router", "more than the four"),
    ("10", "Router", None),
]  # fmt: skip


@at_once(("level", "tasks", "said"), COSTS)
def test_what_an_operation_costs(level, tasks, said):
    facts = known(LINUX + f"ServerTasks={tasks}\n", f'[[array]]\nname = "a"\nlevel = "{level}"\n')
    text = facts.ask("array.write_cost", Subject("array", "a")).text
    assert text is None if said is None else said in text


DISK_E = "Platform.LogicalDisk.1.AssignedName = E\nPlatform.LogicalDisk.1.ReadsPerSec = {}\nPlatform.LogicalDisk.1.WritesPerSec = {}\nPlatform.LogicalDisk.TotalNumofDisks = 1\n"
ON_E = '[[array]]\nname = "a"\nlevel = "5"\n{}\n[[volume]]\nmount = "e:"\narray = "a"\n'
MEASURED = [  # what storage.toml says of the array, what the statistics say of E:, the beginning of the sentence
    ("write_percent = 25", "",
        "At 25 % writes, by storage.toml, an operation costs 1.75 disk operations here and 1.25 on"),
    ("", DISK_E.format("63.5", "36.5"),
        "At 36 % writes, by the server's own platform statistics, an operation costs 2.08"),
    ("", DISK_E.format("1,063.5", "1,063.5"),
        "At 50 % writes, by the server's own platform statistics, an operation costs 2.5"),
    ("write_percent = 25", DISK_E.format("10", "10"), "At 25 % writes, by storage.toml"),
    ("", DISK_E.format("0.02", "0.05"), "At 60 % writes, the R5 mail benchmark on Solaris"),
    ("", DISK_E.format("10", "10").replace("= E", "= F"), "At 60 % writes, the R5 mail benchmark on Solaris"),
    ("", DISK_E.format("10", "inf"), "At 60 % writes, the R5 mail benchmark on Solaris"),
    ("", DISK_E.format("nan", "10"), "At 60 % writes, the R5 mail benchmark on Solaris"),
    ("", DISK_E.format("10", "1e3"), "At 60 % writes, the R5 mail benchmark on Solaris"),
    ("", DISK_E.format("10", "-10"), "At 60 % writes, the R5 mail benchmark on Solaris"),
    ("", DISK_E.format("-20", "40"), "At 60 % writes, the R5 mail benchmark on Solaris"),
]  # fmt: skip


@at_once(("told", "stat", "said"), MEASURED)
def test_a_share_of_writes_that_was_measured_comes_first(told, stat, said):
    ini = "[Notes]\nKitType=2\nDirectory=E:\\Domino\\Data\nServerTasks=Router\n"
    facts = facts_of(ini, ON_E.format(told), *filter(None, [stat]))
    assert facts.ask("array.write_cost", Subject("array", "a")).text.startswith(said)


SAMPLED = [  # reads and writes a second of E: by Performance Monitor, the beginning of the sentence
    ("75", "25", "At 25 % writes, by Windows' performance counters, an operation costs 1.75"),
    ("0.02", "0.05", "At 36 % writes, by the server's own platform statistics"),
    ("-1", "25", "At 36 % writes, by the server's own platform statistics"),
]


@at_once(("reads", "writes", "said"), SAMPLED)
def test_a_share_of_writes_that_windows_counted_comes_before_the_server_s_own(reads, writes, said):
    facts = Facts()
    ini = "[Notes]\nKitType=2\nDirectory=E:\\Domino\\Data\nServerTasks=Router\n"
    csv = f'"(PDH-CSV 4.0)","\\\\A\\LogicalDisk(E:)\\Disk Reads/sec","\\\\A\\LogicalDisk(E:)\\Disk Writes/sec"\n"1","{reads}","{writes}"\n'
    given = (
        ("notes_ini", ini),
        ("storage_toml", ON_E.format("")),
        ("show_stat", DISK_E.format("63.5", "36.5")),
        ("counters", csv),
    )
    for name, text in given:
        items = readers.reader(name).read(Source.of(name, text.encode()), CATALOGUE)
        facts.add(item for item in items if not isinstance(item, Diagnostic))
    derive(facts, Context(CATALOGUE))
    assert facts.ask("array.write_cost", Subject("array", "a")).text.startswith(said)


LISTED = data.text("layout/listed.txt")


@at_once(("mount", "placed", "holds"), [
        ("/local/translog", "transaction-log", "transaction-log"),
        ("/local", None, None),
        ("/", "os", None),  # whether it holds the databases too, nobody tells
        ("/boot", None, None),
])  # fmt: skip
def test_without_all_mounts_only_a_path_that_is_one_is_placed(mount, placed, holds):
    facts = Facts()
    for name, text in (("notes_ini", LINUX), ("ssacli", LISTED.format(mount))):
        items = readers.reader(name).read(Source.of(name, text.encode()), CATALOGUE)
        facts.add(item for item in items if not isinstance(item, Diagnostic))
    derive(facts, Context(CATALOGUE))
    array = Subject("array", "slot 0 logical drive 1")
    assert next((fact.text or None for fact in facts.of(array, "array.holds")), None) == placed
    answer = facts.ask("array.holds", array)
    assert (answer.text, "/local/notesdata" in answer.trouble) == (holds, mount == "/")


@at_once(("directory", "doubtful"), [("", True), ("Directory=D:\\Domino\\Data\n", False)])
def test_what_an_array_holds_is_in_doubt_while_nothing_tells_the_data_directory(directory, doubtful):
    facts = Facts()
    listed = LISTED.format("C:\\, D:\\")
    for name, text in (("notes_ini", f"[Notes]\nKitType=2\n{directory}"), ("ssacli", listed)):
        items = readers.reader(name).read(Source.of(name, text.encode()), CATALOGUE)
        facts.add(item for item in items if not isinstance(item, Diagnostic))
    system = Source.of("Get-Partition.json", b"C:")
    facts.add([Fact("volume.holds", "os", system, (0, 2), Subject("volume", "C:"))])
    derive(facts, Context(CATALOGUE, Overrides(platform="windows")))
    answer = facts.ask("array.holds", Subject("array", "slot 0 logical drive 1"))
    assert (answer.text is None, "notes.ini" in answer.trouble) == (doubtful, doubtful)


def lsblk(*devices):
    rows = [
        f'{{"name":"{name}","type":"disk","rota":false,"tran":"sata","model":"M","mountpoints":[null],"children":[{parts}]}}'
        for name, parts in devices
    ]
    return '{"blockdevices":[' + ",".join(rows) + "]}"


def part(name, *mounts, below=""):
    children = f',"children":[{below}]' if below else ""
    return f'{{"name":"{name}","type":"part","rota":false,"mountpoints":[{",".join(chr(34) + one + chr(34) for one in mounts) or "null"}]{children}}}'


def md(name, mount):
    return f'{{"name":"{name}","type":"raid1","rota":false,"mountpoints":["{mount}"]}}'


def mirror(prefix):
    parts = [("md0", "/"), ("md1", "/local"), ("md2", "/local/translog")]
    return ",".join(part(f"{prefix}{number}", below=md(*one)) for number, one in enumerate(parts, 1))


MDSTAT = (
    "Personalities : [raid1]\n"
    + "".join(
        f"md{number} : active raid1 sdb{number + 1}[1] sda{number + 1}[0]\n      1047552 blocks [2/2] [UU]\n\n"
        for number in range(3)
    )
    + "unused devices: <none>\n"
)
THREE_DISKS = [("sda", part("sda1", "/")), ("sdb", part("sdb1", "/local")), ("sdc", part("sdc1", "/local/translog"))]
LD = (
    "Adapter 0 -- Virtual Drive Information:\n"
    + "".join(
        f"Virtual Drive: {number} (Target Id: {number})\nRAID Level          : Primary-1, Secondary-0, RAID Level Qualifier-0\n"
        f"State               : Optimal\nNumber Of Drives    : 2\nSpan Depth          : 1\n\n"
        for number in range(3)
    )
    + "Exit Code: 0x00\n"
)
MOUNTS = ("/", "/local", "/local/translog")
DF = "Filesystem 1024-blocks Used Available Capacity Mounted on\n" + "".join(
    f"/dev/sda{number} 100 50 50 50% {mount}\n" for number, mount in enumerate(MOUNTS, 2)
)


def on(first, second, third):
    """The three volumes, each on an array: the operating system's, the databases' and the log's."""
    return "\n".join(volume(mount, array) for mount, array in zip(MOUNTS, (first, second, third), strict=True))


def numbered(number):
    return f"controller 0 logical drive {number}"


TOOLS = {
    "the log on a set of its own, the rest on drives without a group": ([LD, A + on(numbered(0), numbered(1), "a")],
        None, None),
    "the log on a drive without a group, the rest on sets of their own": ([LD, A + B + on("a", "b", numbered(2))], None,
        None),
    "the log on a drive without a group, of another controller": (
        [LD, A.replace("media", 'controller = "1"\nmedia') + on("a", "a", numbered(2))], "none", None),
    "the log on a drive without a group, of the same controller": (
        [LD, A.replace("media", 'controller = "controller 0"\nmedia') + on("a", "a", numbered(2))], None, None),
    "md arrays on the same two disks": ([MDSTAT, lsblk(("sda", mirror("sda")), ("sdb", mirror("sdb")))],
        "the databases and the operating system", "1"),
    "three disks": ([lsblk(*THREE_DISKS)], "none", "3"),
    "three virtual disks": ([lsblk(*THREE_DISKS).replace('"M"', '"Virtual disk"').replace("false", "true")], None,
        None),
    "logical drives without a group": ([LD, on(numbered(0), numbered(1), numbered(2))], None, None),
    "partitions of one disk, by df": ([DF], "the databases and the operating system", None),
}  # fmt: skip


@at_once(("texts", "shares", "count"), TOOLS.values(), ids=TOOLS)
def test_what_the_tools_tell_of_disks(texts, shares, count):
    facts = facts_of(LINUX, *texts)
    assert facts.ask("transaction_log.shares").text == shares
    assert facts.ask("arrays.count").text == count


def test_of_what_an_array_is_made_its_volume_may_tell():
    facts = facts_of(LINUX, MDSTAT, lsblk(("sda", mirror("sda")), ("sdb", mirror("sdb"))))
    assert facts.ask("transaction_log.media").text == "ssd"
    assert facts.ask("array.media", Subject("array", "/dev/md2")).text == "ssd"


ONE_ARRAY_TWO_DRIVES = data.text("layout/one-array-two-drives.txt")
MEDIA = "\n".join(f'[[array]]\nname = "controller 1 logical drive {number}"\nmedia = "hdd"\n' for number in (1, 2))
ON_THEM = volume("D:", "controller 1 logical drive 1") + volume("L:", "controller 1 logical drive 2")


@at_once("texts", [[ONE_ARRAY_TWO_DRIVES, MEDIA + ON_THEM], [MEDIA + ON_THEM, ONE_ARRAY_TWO_DRIVES]])
def test_who_adds_the_media_to_a_tool_s_arrays_does_not_part_them(texts):
    facts = facts_of(WINDOWS, *texts)
    assert facts.ask("transaction_log.shares").text == "the databases"
    assert facts.ask("arrays.count").text == "1"
    assert facts.ask("transaction_log.media").text == "hdd"


@at_once(("ini", "shares"), [
        (WINDOWS.replace("L:", "D:"), "the databases"),
        (WINDOWS, None),
        (WINDOWS.replace("L:", "D:").replace("Status=1", "Status=0"), None),
        (WINDOWS.replace("L:", "\\\\filer"), None),
])  # fmt: skip
def test_one_drive_letter_is_one_volume(ini, shares):
    facts = facts_of(ini)
    assert facts.ask("transaction_log.shares").text == shares


def test_only_the_logical_drive_itself_holds_what_lies_on_it():
    listing = LISTED.format("/local/notesdata") + (
        "\n      Logical Drive: 2\n         Fault Tolerance: 0\n         Status: OK\n         Disk Name: /dev/sdb\n"
    )
    facts = facts_of(LINUX, listing)
    held = {array.name: facts.ask("array.holds", array).text for array in facts.subjects("array")}
    assert held == {"slot 0 logical drive 1": "databases", "slot 0 logical drive 2": None}


NAMED = [  # the array that storage.toml says a volume lies on, and what is contradictory about it
    ("a", None),
    ("A", None),
    ("b", "b, of which no file tells"),
    ("/dev/sdb1", None),
]


@at_once(("array", "contradiction"), NAMED)
def test_a_volume_on_an_array_of_which_no_file_tells(array, contradiction):
    facts = known(LINUX, A, volume("/local", array))
    assert facts.ask("volume.contradiction", Subject("volume", "/local")).text == contradiction


REBUILD = "View_Rebuild_Dir=/local/rebuild\n"
OFF = LINUX.replace("Status=1", "Status=0")
WITHOUT_DATA = LINUX.replace("Directory=/local/notesdata\n", "")
PLACED = [  # NOTES.INI, a key, its text where the three directories are volumes on one array
    (OFF + REBUILD, "view_rebuild.own_file_system", "yes"),
    (OFF + REBUILD, "view_rebuild.shares", "the databases and the operating system"),
    (OFF, "transaction_log.shares", None),
    (LINUX + REBUILD, "view_rebuild.shares", "the databases, the operating system and the transaction log"),
    (LINUX + "Log=log.nsf, 1, 0, 7, 40000\n", "log_database.shares",
        "the databases, the operating system and the transaction log"),
    (LINUX + "Log= , 1\n", "log_database.shares", None),
    (WITHOUT_DATA + "Log=log.nsf, 1, 0, 7, 40000\n", "log_database.shares", None),
    (WITHOUT_DATA + "Log=log.nsf, 1, 0, 7, 40000\n", "transaction_log.shares", None),
]  # fmt: skip


@at_once(("ini", "key", "text"), PLACED)
def test_what_is_placed_by_its_path(ini, key, text):
    volumes = [volume(mount, "a") for mount in ("/", "/local/translog", "/local/rebuild")]
    assert known(ini, A, *volumes).ask(key).text == text


def test_what_is_told_of_an_array_rests_on_what_names_the_array():
    array, root = Subject("array", "a"), Subject("volume", "/")
    facts = Facts()
    facts.add([Fact("ini.directory", "/data"), Fact("array.device", "/dev/sda", subject=array)])
    facts.add([Fact("volume.array", "a", subject=root), Fact("volume.device", "/dev/sda", subject=root)])
    facts.add([Complete("volume.", Source.of("storage.toml", b""))])
    derive(facts, Context(CATALOGUE))
    (holds,) = facts.of(array, "array.holds")
    assert {fact.key for fact in holds.made_from} == {"ini.directory", "volume.array"}
