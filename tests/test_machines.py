"""How large a buffer pool may become, and what the partitions of one machine take of its memory together."""

import json
from itertools import product

import pytest
from at_once import at_once

from advisor import pack
from advisor.checking import examples
from advisor.judging import engine
from advisor.pack.rule import Example
from advisor.servers import machines

PACK = pack.builtin()


def notes_ini(*lines, name="A"):
    where = [] if any(line.startswith("Directory=") for line in lines) else ["Directory=/local/notesdata"]
    return "\n".join(["[Notes]", "KitType=2", *where, f"ServerName={name}", *lines]) + "\n"


def servers(**files):
    options = {key: files.pop(key) for key in ("release", "bits", "platform") if key in files}
    laid = {name.replace("__", "/"): text for name, text in files.items()}
    return examples.servers_of(Example("fail", laid, **options), PACK)


STAT = "> show stat\n  Mem.PhysicalRAM = {}\n  Server.Users = 3\n"
MOST = [
    (["NSF_BUFFER_POOL_SIZE_MB=768"], {"release": "12.0.2", "bits": 64}, "768"),
    (["NSF_BUFFER_POOL_SIZE=536870912"], {"release": "7.0.2"}, "512"),
    (["NSF_BUFFER_POOL_SIZE=536870912", "NSF_BUFFER_POOL_SIZE_MB=768"], {"release": "12.0.2"}, None),
    (["NSF_BUFFER_POOL_SIZE=much"], {"release": "12.0.2"}, None),
    ([], {"release": "12.0.2", "bits": 64}, "1024"),
    ([], {"release": "8.0", "bits": 32}, "512"),
    ([], {"release": "8.5.3", "bits": 32, "platform": "zlinux"}, "400"),
    ([], {"release": "8.5.3", "bits": 64, "platform": "os400"}, "512"),
    ([], {"release": "8.5.3", "bits": 64, "platform": "zos"}, None),
    ([], {"release": "8.5.3"}, None),  # of which bitness nothing tells
    ([], {"release": "7.0.2"}, None),  # of whose memory nothing tells
    ([], {}, None),
]


@at_once(("lines", "told", "most"), MOST)
def test_how_large_the_pool_may_become(lines, told, most):
    (server,) = servers(**{"notes.ini": notes_ini(*lines)}, **told)
    assert server.facts.ask("buffer_pool.most_mb").text == most


@at_once(("memory", "share"), [(32, 4), (128, 28), (1024, 364), (4096, 1516), (65536, 1516)])
def test_from_5_to_7_it_is_made_of_the_memory(memory, share):
    files = {"notes.ini": notes_ini(), "stat.txt": STAT.format(memory * 1024**2)}
    (server,) = servers(**files, release="6.5.6")
    assert server.facts.ask("buffer_pool.most_mb").text == str(share)


@at_once(("release", "memory", "most"), [("4.5", 256, "64"), ("4.51", 2048, "160"), ("4.6.2", 2048, None)])
def test_on_45_it_is_a_quarter_and_160_mb_at_most(release, memory, most):
    files = {"notes.ini": notes_ini(), "stat.txt": STAT.format(memory * 1024**2)}
    (server,) = servers(**files, release=release)
    assert server.facts.ask("buffer_pool.most_mb").text == most


def listing(serial):
    return f"Smart Array P410i in Slot 0 (Embedded)\n   Bus Interface: PCI\n   Slot: 0\n   Serial Number: {serial}\n"


def two(first, second, **more):
    files = {
        "a__notes.ini": notes_ini("NSF_BUFFER_POOL_SIZE_MB=512", name="A"),
        "b__notes.ini": notes_ini("NSF_BUFFER_POOL_SIZE_MB=256", name="B"),
        "a__ssacli.txt": listing(first),
        "b__ssacli.txt": listing(second) + "\n",  # another run of it, and no copy
    }
    return servers(**files | more, release="12.0.2", bits=64)


def test_partitions_of_one_machine_are_added_up():
    first, second = two("S1", "S1", a__stat_txt=STAT.format(2 * 1024**3))
    assert first.facts.ask("machine.servers").text == "2"
    assert second.facts.ask("machine.buffer_pools_mb").text == "768"
    assert first.facts.ask("machine.buffer_pools_percent").text == "37.5"
    assert first.facts.ask("machine.buffer_pools_aim").text == "512 to 768 MB of 2048 MB"
    assert second.facts.ask("machine.buffer_pools_percent").text is None  # its files do not tell the memory
    assert second.facts.ask("machine.buffer_pools_set").text == "yes"


@at_once(
    ("of_b", "of_all"),
    [("NSF_BUFFER_POOL_SIZE=268435456", "yes"), ("Update_Suppression_Time=5", "no")],
)
def test_whether_each_partition_s_pool_is_set_by_hand(of_b, of_all):
    first, _ = two("S1", "S1", **{"b__notes.ini": notes_ini(of_b, name="B")})
    assert first.facts.ask("machine.buffer_pools_set").text == of_all


def test_what_machines_join_is_in_every_view():
    document = (
        "<document xmlns='http://www.lotus.com/dxl' form='Server'><item name='ServerName'><text>A</text></item>"
        "<item name='TRANSLOG_MaxSize'><text>4096</text></item></document>"
    )
    (first, _) = two("S1", "S1", **{"a__notes.ini": notes_ini("TRANSLOG_MaxSize=2048"), "a__server.dxl": document})
    assert [view.facts.ask("machine.servers").text for view in first.views] == ["2", "2"]


def test_machines_hang_together_by_any_controller():
    """A and B share one controller, B and C another: all three are on one machine."""
    both = listing("S1") + "\n" + listing("S2").replace("Slot 0", "Slot 1").replace("Slot: 0", "Slot: 1")
    files = {f"{name}__notes.ini": notes_ini(name=name) for name in "ABC"}
    listings = {"A__ssacli.txt": listing("S1"), "B__ssacli.txt": both, "C__ssacli.txt": listing("S2")}
    assert [one.facts.ask("machine.servers").text for one in servers(**files, **listings)] == ["3", "3", "3"]


def test_servers_of_two_machines_are_not():
    for server in two("S1", "S2"):
        assert server.facts.ask("machine.servers").text is None


NO_SERIALS = ["REDACTED", "N/A", "None", "2B*******", "00000000", "1"]


@at_once("serial", NO_SERIALS)
def test_what_stands_for_a_serial_number_joins_nobody(serial):
    for server in two(serial, serial):
        assert server.facts.ask("machine.servers").text is None


def prtconf(host="mail", serial="06A1234", lpar="1 mail"):
    return (
        f"System Model: IBM,9117-570\nMachine Serial Number: {serial}\nProcessor Type: PowerPC_POWER5\n"
        f"LPAR Info: {lpar}\nMemory Size: 4096 MB\n\nNetwork Information\n        Host Name: {host}\n"
    )


OSLEVEL = "7100-03-05-1524\n"
LPARSTAT = "Node Name        : {}\nPartition Name   : x\nOnline Memory    : 4096 MB\n"
BOX = "MSA1000 in chassis1 (sn: P58A1)\n   Bus Interface: PCI\n   Serial Number: {}\n   Controller Status: OK\n"
APART = {"a__notes.ini": ("A", "/a"), "b__notes.ini": ("B", "/b")}
WINDOWS_AND_UNIX = {"a__notes.ini": ("A", "/a"), "b__notes.ini": ("B", "D:\\b")}
ALIKE = {"a__notes.ini": ("A", "/a"), "b__notes.ini": ("B", "/a")}
ON_ONE = {  # what → the servers' names and directories, the files of the machine, how many servers it has
    "a controller": (APART, {"a__c": listing("S1"), "b__c": listing("S1") + "\n"}, 2),
    "a copy of one listing": (APART, {"a__c": listing("S1"), "b__c": listing("S1")}, 2),
    "a copy of one listing, and one partition number": (
        {"a__notes.ini": ("A", "/a\nPartitionNumber=1"), "b__notes.ini": ("B", "/b\nPartitionNumber=1")},
        {"a__c": listing("S1"), "b__c": listing("S1")}, None),
    "a controller, and one partition number": (
        {"a__notes.ini": ("A", "/a\nPartitionNumber=1"), "b__notes.ini": ("B", "/b\nPartitionNumber=1")},
        {"a__c": listing("S1"), "b__c": listing("S1") + "\n"}, 2),
    "a controller's listing above, and one partition number": (
        {"a__notes.ini": ("A", "/a\nPartitionNumber=1"), "b__notes.ini": ("B", "/b\nPartitionNumber=1")},
        {"c": listing("S1")}, None),
    "a file above, and one partition number": (
        {"a__notes.ini": ("A", "/a\nPartitionNumber=1"), "b__notes.ini": ("B", "/b\nPartitionNumber=01")},
        {"o": OSLEVEL}, None),
    "a file above, and no number": (
        {"a__notes.ini": ("A", "/a\nPartitionNumber=0"), "b__notes.ini": ("B", "/b\nPartitionNumber=0")},
        {"o": OSLEVEL}, 2),
    "a file of UNIX above Windows and UNIX": (WINDOWS_AND_UNIX, {"o": OSLEVEL}, None),
    "a file of either above Windows and UNIX": (WINDOWS_AND_UNIX, {"c": listing("S1")}, None),
    "a controller in Windows and UNIX": (WINDOWS_AND_UNIX, {"a__c": listing("S1"), "b__c": listing("S1") + "\n"}, None),
    "a file of Windows above two UNIX": (APART, {"v.json": '[{"DriveLetter": "D", "FileSystem": "NTFS"}]'}, None),
    "a host above that one of them is called as, and the other's own": (
        {"a__notes.ini": ("mail01", "/a"), "b__notes.ini": ("mail02", "/b")},
        {"s": prtconf("mail01"), "b__l": LPARSTAT.format("mail02")}, None),
    "a box of disks that two machines use": (APART, {"a__c": BOX.format("S1"), "b__c": BOX.format("S1")}, None),
    "a system and its partition": (APART, {"a__p": prtconf("a1"), "b__p": prtconf("A1")}, 2),
    "partitions of a system": (APART, {"a__p": prtconf("a1"), "b__p": prtconf("b1", lpar="2 mail2")}, None),
    "a host": (APART, {"a__p": prtconf(serial="0000000"), "b__l": LPARSTAT.format("mail")}, 2),
    "two hosts": (APART, {"a__l": LPARSTAT.format("mail"), "b__l": LPARSTAT.format("mail2")}, None),
    "two hosts and one controller": (APART,
        {"a__l": LPARSTAT.format("x"), "b__l": LPARSTAT.format("y"), "a__c": listing("S1"), "b__c": listing("S1")},
        None),
    "any host": (APART, {"a__l": LPARSTAT.format("localhost"), "b__l": LPARSTAT.format("localhost")}, None),
    "a file above": (APART, {"o": OSLEVEL}, 2),
    "a file above what are two machines": (ALIKE, {"o": OSLEVEL}, None),
    "a controller, and one directory": (ALIKE, {"a__c": listing("S1"), "b__c": listing("S1") + "\n"}, 2),
    "a copy of one listing, and one directory": (ALIKE, {"a__c": listing("S1"), "b__c": listing("S1")}, None),
    "two snapshots of a server": ({"a__notes.ini": ("A", "/a"), "b__notes.ini": ("A", "/a")},
        {"a__c": listing("S1"), "b__c": listing("S1")}, None),
    "two snapshots beside another": (
        {"a__notes.ini": ("A", "/a"), "b__notes.ini": ("A", "/a"), "c__notes.ini": ("C", "/c")}, {"o": OSLEVEL}, 2),
    "two without a name": ({"a__notes.ini": ("", "/a"), "b__notes.ini": ("", "/a")}, {"o": prtconf()}, None),
    "two without a name, apart": ({"a__notes.ini": ("", "/a"), "b__notes.ini": ("", "/b")}, {"o": prtconf()}, 2),
    "what the server tells, above": (APART, {"s": STAT.format(2**30)}, None),
}  # fmt: skip


@at_once("case", ON_ONE.values(), ids=ON_ONE.keys())
def test_what_tells_that_servers_are_on_one_machine(case):
    named, files, count = case
    inis = {path: notes_ini(f"Directory={folder}", name=name) for path, (name, folder) in named.items()}
    inis = {path: text.replace("ServerName=\n", "") for path, text in inis.items()}
    found = servers(**inis, **files)
    told = [one.facts.ask("machine.servers").text for one in found]
    assert told[: len(named)] == [count and str(count)] * len(named)


def test_files_above_servers_stand_among_the_inputs_of_each_and_make_up_no_server():
    found = servers(
        **{
            "m__a__notes.ini": notes_ini(name="A"),
            "m__b__notes.ini": notes_ini(name="B"),
            "m__o": OSLEVEL,
            "n__c__notes.ini": notes_ini(name="C"),
            "n__d__notes.ini": notes_ini(name="D"),
            "n__l": LPARSTAT.format("n"),
        }
    )
    inputs = {one.name: [file.path for file in one.files] for one in found}
    assert inputs == {
        "A": ["m/a/notes.ini", "m/o"],
        "B": ["m/b/notes.ini", "m/o"],
        "C": ["n/c/notes.ini", "n/l"],
        "D": ["n/d/notes.ini", "n/l"],
    }
    assert {one.facts.ask("aix.level").text for one in found[:2]} == {"7100-03-05-1524"}
    assert {one.facts.ask("aix.level").text for one in found[2:]} == {None}


def test_above_a_single_server_everything_is_its_own():
    (found,) = servers(**{"a__notes.ini": notes_ini(), "o": OSLEVEL, "stat": STAT.format(2**30)})
    assert [file.path for file in found.files] == ["a/notes.ini", "o", "stat"]


def many(number, sign):
    files = {f"{one}__notes.ini": notes_ini(f"Directory=/{one}", name=f"S{one}") for one in range(number)}
    laid = {name.replace("__", "/"): text for name, text in (files | sign).items()}
    return examples.servers_of(Example("fail", laid), PACK)


def test_a_file_above_is_the_servers_of_its_platform():
    linux, windows = servers(
        **{"a__notes.ini": notes_ini("Directory=/a", name="A"), "b__notes.ini": notes_ini("Directory=D:\\b", name="B")},
        o=OSLEVEL,
    )
    assert [file.path for file in linux.files] == ["a/notes.ini", "o"]
    assert [file.path for file in windows.files] == ["b/notes.ini"]


def test_a_file_of_another_platform_above_servers_is_said_not_to_be_used(domlint, tmp_path):
    for name in "ab":
        (tmp_path / name).mkdir()
        (tmp_path / name / "notes.ini").write_text(notes_ini(f"Directory=D:\\{name}", name=name))
    (tmp_path / "oslevel.txt").write_text(OSLEVEL)
    said = " ".join(domlint("check", ".", "--isolated").out.split())
    assert "it tells of a machine with UNIX, and no server below this folder runs on one: not used" in said


@at_once(("number", "count"), [(32, "32"), (33, None)])
def test_more_servers_than_a_machine_has_are_not_joined(number, count):
    assert {one.facts.ask("machine.servers").text for one in many(number, {"o": OSLEVEL})} == {count}


def test_what_too_many_have_hides_no_machine():
    """Forty servers below one file, two of them on one controller: the controller tells."""
    found = many(40, {"o": OSLEVEL, "3__c": listing("S1"), "4__c": listing("S1")})
    assert [one.name for one in found if one.facts.ask("machine.servers").text == "2"] == ["S3", "S4"]


def test_too_many_servers_are_told_of_in_one_line(domlint, tmp_path):
    for number in range(40):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "notes.ini").write_text(notes_ini(f"Directory=/{number}", name=f"S{number}"))
    (tmp_path / "oslevel.txt").write_text(OSLEVEL)
    done = domlint("check", ".", "--isolated")
    assert (
        " ".join(done.out.split()).count(
            "40 servers come with this file: no machine has as many, so they are not joined"
        )
        == 1
    )


def test_the_work_grows_with_the_number_of_servers(work):
    """Servers a machine or a thousand to a file: twice as many of them are twice the work."""
    for sign in ({"o": OSLEVEL}, {}):
        runs = [many(number, sign) for number in (100, 200)]
        first, second = (work(lambda run=run: machines.join(run, PACK.catalogue)) for run in runs)
        assert second < 2.2 * first


STANDING = [  # folders: name, data directory, serial number of a controller; which folders' servers A in folder 0 is told of
    ([("A", "/a", "S1"), ("B", "/a", ""), ("B", "/b", ""), ("B", "/c", "")], {"B": "/b"}),
    ([("A", "/a", "S1"), ("B", "/a", ""), ("B", "/a", "S1")], {"B": "/a"}),
    ([("A", "/a", "S1"), ("B", "/b", ""), ("B", "/c", "S1")], {"B": "/b"}),
    ([("A", "/a", ""), ("B", "/a", ""), ("B", "/a", "S1")], {}),
    ([("A", "/a", ""), ("B", "/a", ""), ("C", "/a", "S1"), ("C", "/c", ""), ("B", "/c", "")], {"C": "/c", "B": "/c"}),
]


@at_once(("folders", "neighbours"), STANDING)
def test_the_first_snapshot_that_is_no_copy_stands_for_a_server(folders, neighbours):
    laid = {"o": OSLEVEL}
    for number, (name, directory, serial) in enumerate(folders):
        laid[f"{number}/notes.ini"] = notes_ini(f"Directory={directory}", name=name)
        laid |= {f"{number}/c": listing(serial) + "\n" * number} if serial else {}
    found = examples.servers_of(Example("fail", laid), PACK)
    (a,) = (server for server in found if server.plain_name == "A")
    told = a.facts.subjects("partition") or []
    assert {subject.name[0]: a.facts.of(subject, "partition.directory")[0].text for subject in told} == neighbours


SHARED = [  # what A and B are set to, what A shares with B, whether that is the log
    ({"Directory": "/a", "TRANSLOG_Status": "1", "TRANSLOG_Path": "/log"},
     {"Directory": "/b", "TRANSLOG_Status": "1", "TRANSLOG_Path": "/log/"},
     "the transaction log directory /log with B", "yes"),
    ({"Directory": "/a", "TRANSLOG_Status": "1", "TRANSLOG_Path": "/log"},
     {"Directory": "/b", "TRANSLOG_Status": "1", "TRANSLOG_Path": "/LOG"}, "none", "no"),
    ({"Directory": "E:\\a", "TRANSLOG_Status": "1", "TRANSLOG_Path": "l:\\log"},
     {"Directory": "E:\\b", "TRANSLOG_Status": "1", "TRANSLOG_Path": "L:/LOG"},
     "the transaction log directory l:\\log with B", "yes"),
    ({"Directory": "/a", "TRANSLOG_Status": "1", "TRANSLOG_Path": "log"},
     {"Directory": "/b", "TRANSLOG_Status": "1", "TRANSLOG_Path": "log"}, "none", "no"),
    ({"Directory": "/a", "TRANSLOG_Status": "1", "TRANSLOG_Path": "../log"},
     {"Directory": "/b", "TRANSLOG_Status": "1", "TRANSLOG_Path": "/log"},
     "the transaction log directory /log with B", "yes"),
    ({"Directory": "/a", "TRANSLOG_Status": "1", "TRANSLOG_Path": "/log"},
     {"Directory": "/b", "TRANSLOG_Status": "0", "TRANSLOG_Path": "/log"}, "none", "no"),
    ({"Directory": "/a", "TRANSLOG_Status": "1", "TRANSLOG_Path": "/log"},
     {"Directory": "/b", "TRANSLOG_Path": "/log"}, "none", "no"),
    ({"Directory": "/a", "TRANSLOG_Status": "1", "TRANSLOG_Path": "\\log"},
     {"Directory": "/b", "TRANSLOG_Status": "1", "TRANSLOG_Path": "\\log"}, None, None),
    ({"Directory": "/a", "PartitionNumber": "1"}, {"Directory": "/b", "PartitionNumber": "01"},
     "the partition number 1 with B", "no"),
    ({"Directory": "/a", "PartitionNumber": "0"}, {"Directory": "/b", "PartitionNumber": "0"}, "none", "no"),
    ({"Directory": "/a", "PartitionNumber": "1"}, {"PartitionNumber": "2"}, "none", "no"),
    ({"Directory": "/a", "TRANSLOG_Status": "1"}, {"Directory": "/a/", "TRANSLOG_Status": "1"},
     "the data directory /a and the transaction log directory /a/logdir with B", "yes"),
    ({"Directory": "/a", "DAOSEnable": "1", "DAOSBasePath": "/daos"},
     {"Directory": "/b", "DAOSEnable": "1", "DAOSBasePath": "/daos/"}, "the DAOS directory /daos with B", "no"),
    ({"Directory": "/a", "DAOSEnable": "1", "DAOSBasePath": "../b/DAOS"}, {"Directory": "/b", "DAOSEnable": "1"},
     "the DAOS directory /b/DAOS with B", "no"),
    ({"Directory": "/a", "DAOSEnable": "1"}, {"Directory": "/b", "DAOSEnable": "1"}, "none", "no"),
    ({"Directory": "/a", "DAOSEnable": "1", "DAOSBasePath": "/daos"},
     {"Directory": "/b", "DAOSEnable": "0", "DAOSBasePath": "/daos"}, "none", "no"),
    ({"Directory": "/a", "DAOSEnable": "1", "DAOSBasePath": "/daos"},
     {"Directory": "/b", "DAOSEnable": "1", "DAOSBasePath": "\\daos"}, None, "no"),
    ({"Directory": "/a", "NIFNSFEnable": "1", "NIFBasePath": "/nif", "FTBasePath": "/ft", "View_Rebuild_Dir": "/work"},
     {"Directory": "/b", "NIFNSFEnable": "1", "NIFBasePath": "/nif", "FTBasePath": "/ft", "View_Rebuild_Dir": "/work"},
     "none", "no"),  # no page says that it is a fault
]  # fmt: skip


@at_once(("first", "second", "shares", "log"), SHARED)
def test_what_partitions_share(first, second, shares, log):
    inis = [[f"{name}={value}" for name, value in settings.items()] for settings in (first, second)]
    a, _ = servers(
        a__c=listing("S1"), b__c=listing("S1") + "\n",
        **{"a__notes.ini": notes_ini(*inis[0], name="A"), "b__notes.ini": notes_ini(*inis[1], name="B")},
    )  # fmt: skip
    assert a.facts.ask("machine.shares").text == shares
    assert a.facts.ask("machine.shares_log").text == log


SHOW_SERVER = """\
Lotus Domino (r) Server (Release 6.5.6 for Windows/32)

Server name:            {}
Server directory:       /a
"""
COPIES = [  # names, partition numbers, what is shared, the doubt
    (("A", "B"), ("1", "2"), "the data directory /a with B", ""),
    (("A", "B"), ("1", "1"), None, "A and B may be copies of one server: they have one data directory"),
    (("A", "B"), ("2", "x"), None, "A and B may be copies of one server: they have one data directory"),
    (("A", "A"), ("1", "2"), None, ""),
]


@at_once(
    ("names", "numbers", "shares", "doubt", "above"),
    [
        (*a, b)
        for a, b in product(COPIES, [{"o": OSLEVEL}, {"storage.toml": '[[array]]\nname = "d"\nlevel = "RAID 1"\n'}])
    ],
)
def test_what_has_another_name_and_another_number_is_no_copy(names, numbers, shares, doubt, above):
    inis = [
        notes_ini("Directory=/a", f"PartitionNumber={number}", name=name)
        for name, number in zip(names, numbers, strict=True)
    ]
    first, *_ = servers(a__n=inis[0], b__n=inis[1], **above)
    answer = first.facts.ask("machine.shares")
    assert (answer.text, answer.trouble) == (shares, doubt)
    assert first.facts.ask("machine.servers").trouble == doubt
    assert not doubt or first.facts.ask("server.partitioned").text in {None, "yes"}


PRINTED = [  # the names that `show server` prints, partition numbers, whether the directory is known to be shared
    (("P1/Acme", "P2/Acme"), ("1", "2"), "yes"),
    (("P1/Acme", "p1/acme"), ("1", "2"), "no"),
    (("P1/Acme", "P2/Acme"), ("1", "1"), "no"),
    (("P1/Acme", ""), ("1", "2"), "no"),
]


@at_once(("names", "numbers", "shared"), PRINTED)
def test_what_prints_another_name_and_has_another_number_is_no_copy(names, numbers, shared):
    files = {"storage.toml": '[[array]]\nname = "d"\nlevel = "RAID 1"\n'}
    for folder, name, number in zip("ab", names, numbers, strict=True):
        files[f"{folder}__notes.ini"] = f"[Notes]\nKitType=2\nDirectory=/a\nPartitionNumber={number}\n"
        if name:
            files[f"{folder}__show-server.txt"] = SHOW_SERVER.format(name)
    first, _ = servers(**files)
    answer = first.facts.ask("machine.shares")
    assert (answer.text is not None, bool(answer.trouble)) == (shared == "yes", shared == "no")


def test_of_many_that_share_five_are_named():
    files = {
        f"{one}__notes.ini": notes_ini(f"Directory=/{one}", "PartitionNumber=1", name=f"S{one}") for one in range(9)
    }
    listings = {f"{one}__c": listing("S1") + "\n" * one for one in range(9)}
    first, *_ = servers(**files, **listings)
    assert first.facts.ask("machine.shares").text == "the partition number 1 with S1, S2, S3, S4, S5 and 3 others"


def test_what_a_document_may_say_of_a_neighbour_s_log_is_not_known_by_its_absence():
    document = """<?xml version='1.0' encoding='utf-8'?>
<document xmlns='http://www.lotus.com/dxl' form='Server'>
<item name='ServerName' names='true'><text>CN=B/O=Acme</text></item>
</document>
"""
    log = ["Directory=/a", "TRANSLOG_Status=1", "TRANSLOG_Path=/log"]
    files = {"a__notes.ini": notes_ini(*log, name="A/Acme"), "b__notes.ini": notes_ini("Directory=/b", name="B/Acme")}
    for documents, shares in (({}, "none"), ({"b__serverdoc_b_2026_08_02@16_05_20.dxl": document}, None)):
        a, _ = servers(**files, **documents, o=OSLEVEL)
        assert a.facts.ask("machine.shares").text == shares


DAOS = [  # the items of the neighbour's server document, what is shared
    ({}, "none"),
    ({"DAOSEnable": "0", "DAOSBasePath": "/daos"}, "none"),
    ({"DAOSEnable": "1", "DAOSBasePath": "/daos"}, "the DAOS directory /daos with B/Acme"),
    ({"DAOSEnable": "1", "DAOSBasePath": "DAOS"}, "none"),
]


@at_once(("items", "shares"), DAOS)
def test_where_a_neighbour_s_daos_lies_its_document_tells_where_its_notes_ini_does_not(items, shares):
    rows = "".join(f"<item name='{name}'><text>{value}</text></item>\n" for name, value in items.items())
    document = f"""<?xml version='1.0' encoding='utf-8'?>
<document xmlns='http://www.lotus.com/dxl' form='Server'>
<item name='Form'><text>Server</text></item>
<item name='ServerName' names='true'><text>CN=B/O=Acme</text></item>
{rows}</document>
"""
    own = notes_ini("Directory=/a", "DAOSEnable=1", "DAOSBasePath=/daos", name="A/Acme")
    its = notes_ini("Directory=/b", "TRANSLOG_Status=0", "TRANSLOG_Path=logdir", name="B/Acme")
    a, _ = servers(**{"a__notes.ini": own, "b__notes.ini": its, "b__d.dxl": document}, o=OSLEVEL)
    assert a.facts.ask("machine.shares").text == shares


PARTITIONED = [  # PartitionNumber, whether it is one of several, by presumption
    ("PartitionNumber=2", "yes", False),
    ("PartitionNumber=1", "no", True),  # set-up on Windows gives it to a server that is alone as well
    ("PartitionNumber=0", "no", False),
    ("NoNumber=1", "no", False),
    ("PartitionNumber=x", "no", True),
]


@at_once(("line", "several", "presumed"), PARTITIONED)
def test_whether_a_server_is_one_of_several(line, several, presumed):
    (server,) = servers(**{"notes.ini": notes_ini("Directory=/a", line)})
    answer = server.facts.ask("server.partitioned")
    assert (answer.text, answer.facts[0].presumed) == (several, presumed)
    a, _ = servers(
        **{"a__notes.ini": notes_ini(line, name="A"), "b__notes.ini": notes_ini("Directory=/b", name="B")}, o=OSLEVEL
    )
    assert a.facts.ask("server.partitioned").text == "yes"


def test_databases_and_logs_of_neighbours_are_lodgers():
    storage = (
        '[[array]]\nname = "x"\nlevel = "RAID 1"\nmedia = "hdd"\n[[array]]\nname = "y"\nlevel = "RAID 1"\nmedia = "hdd"\n'
        '[[volume]]\nmount = "/x"\narray = "x"\n[[volume]]\nmount = "/y"\narray = "y"\n'
        '[[volume]]\nmount = "/"\narray = "y"\n'
    )
    a, b = servers(**{
        "a__notes.ini": notes_ini("Directory=/y/a", "TRANSLOG_Status=1", "TRANSLOG_Path=/x/log", name="A/Boston"),
        "b__notes.ini": notes_ini("Directory=/x/b", "TRANSLOG_Status=0", "View_Rebuild_Dir=/y/v", name="B/Boston"),
        "storage.toml": storage,
    })  # fmt: skip
    assert a.facts.ask("transaction_log.shares").text == "the databases of B/Boston"
    assert "the view rebuild directory of B/Boston" in a.facts.ask("databases.shares").text
    assert b.facts.ask("databases.shares").text == "the transaction log of A/Boston"
    assert "transaction-log of B/Boston" not in a.facts.ask("databases.shares").text


OWNERS = ["B/Boston", "x, of y", "B of C", "P2, the log", "databases"]  # B's name, as a folder may call it


@at_once("owner", OWNERS)
def test_whose_a_lodger_is_no_name_takes_apart(owner):
    storage = '[[array]]\nname = "x"\nlevel = "RAID 5"\nmedia = "hdd"\n[[volume]]\nmount = "/n"\narray = "x"\n'
    a, _ = servers(**{
        "a__notes.ini": notes_ini("Directory=/n/a", "TRANSLOG_Status=1", "TRANSLOG_Path=/n/l", name="A/Boston"),
        "b__notes.ini": notes_ini("Directory=/n/b", "TRANSLOG_Status=0", name=owner),
        "storage.toml": storage,
    })  # fmt: skip
    array, ask = a.facts.subjects("array")[0], a.facts.ask
    assert ask("array.holds", array).text == "databases, transaction-log"
    assert [fact.text for fact in a.facts.of(array, "array.neighbours.databases")] == [owner]
    assert ask("transaction_log.shares").text == f"the databases and the databases of {owner}"
    assert ask("array.lodgers", array).text == f"the databases, the transaction log and the databases of {owner}"
    assert ask("array.alike_hold", array).text == ask("array.lodgers", array).text


def test_an_array_of_neighbours_alone_holds_nothing_of_the_server():
    arrays = "".join(
        f'[[array]]\nname = "{one}"\nlevel = "RAID 5"\n[[volume]]\nmount = "/{one}"\narray = "{one}"\n' for one in "xy"
    )
    a, _ = servers(**{
        "a__notes.ini": notes_ini("Directory=/x/a", "TRANSLOG_Status=0", name="A/Boston"),
        "b__notes.ini": notes_ini("Directory=/y/b", "TRANSLOG_Status=1", "TRANSLOG_Path=/x/l", name="B/Boston"),
        "storage.toml": arrays,
    })  # fmt: skip
    held = {array.name: a.facts.ask("array.holds", array) for array in a.facts.subjects("array")}
    assert {name: (answer.text, answer.trouble) for name, answer in held.items()} == {
        "x": ("databases", ""),
        "y": ("none", ""),
    }
    results = engine.run([rule for rule in PACK.rules if rule.subject == "array"], a.facts, PACK.catalogue).outcomes
    assert not [
        one.rule.name
        for one in results
        if one.subject.name == "y" and "array.holds" in {each.key for each in one.missing}
    ]


@pytest.mark.parametrize(("log", "said"), [("/y/l", "A write costs 4"), ("/x/l", "At 60 to 90 % writes")])
def test_a_neighbour_s_databases_beside_a_log_are_no_log_s_writes(log, said):
    arrays = "".join(
        f'[[array]]\nname = "{one}"\nlevel = "RAID 5"\n[[volume]]\nmount = "/{one}"\narray = "{one}"\n' for one in "xyz"
    )
    a, _ = servers(**{
        "a__notes.ini": notes_ini("Directory=/z", "TRANSLOG_Status=1", f"TRANSLOG_Path={log}", name="A/Boston"),
        "b__notes.ini": notes_ini("Directory=/x/b", "TRANSLOG_Status=0", name="B/Boston"),
        "storage.toml": arrays,
    })  # fmt: skip
    (array,) = (one for one in a.facts.subjects("array") if one.name == log[1])
    assert a.facts.ask("array.write_cost", array).text.startswith(said)


SHARED = [  # B's log and data directory, what A's log shares its disks with beside what SYS001 tells
    ("/x/log", "/z/b", "none"),
    ("/x/LOG/", "/z/b", "the transaction log of B/Boston"),
    ("/x/log2", "/z/b", "the transaction log of B/Boston"),
    ("/x/log", "/x/b", "the databases of B/Boston"),
    ("/x/log", "/y/a", "none"),
]


@at_once(("log", "data", "shares"), SHARED)
def test_what_two_servers_share_is_no_lodger_beside_itself(log, data, shares):
    storage = "".join(
        f'[[array]]\nname = "{name}"\nlevel = "RAID 1"\nmedia = "hdd"\n[[volume]]\nmount = "/{name}"\narray = "{name}"\n'
        for name in "xyz"
    )
    a, _ = servers(**{
        "a__notes.ini": notes_ini("Directory=/y/a", "TRANSLOG_Status=1", "TRANSLOG_Path=/x/log", name="A/Boston"),
        "b__notes.ini": notes_ini(f"Directory={data}", "TRANSLOG_Status=1", f"TRANSLOG_Path={log}", name="B/Boston"),
        "storage.toml": storage + '[[volume]]\nmount = "/"\narray = "z"\n',
    })  # fmt: skip
    assert a.facts.ask("transaction_log.shares").text == shares


DF = "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/sda1 9 4 5 50% /\n/dev/sdb1 9 4 5 50% /a\n"
ROOT = '[[array]]\nname = "x"\n[[volume]]\nmount = "/"\narray = "x"\n[[volume]]\nmount = "/a"\narray = "x"\n'


@at_once(("files", "shares"), [({"df": DF}, True), ({"a__storage.toml": ROOT, "o": OSLEVEL}, False)])
def test_what_a_server_s_own_storage_toml_leaves_out_need_not_lie_on_the_root(files, shares):
    data = {"a__notes.ini": ("A", "Log=/log.nsf"), "b__notes.ini": ("B", "")}
    inis = {path: notes_ini(f"Directory=/{path[0]}", more, name=name) for path, (name, more) in data.items()}
    a, _ = servers(**inis, **files)
    assert ("databases of B" in (a.facts.ask("log_database.shares").text or "")) is shares


def test_one_server_alone_is_no_machine_of_partitions():
    (server,) = servers(**{"notes.ini": notes_ini(), "ssacli.txt": listing("S1")})
    machines.join([server], PACK.catalogue)
    assert server.facts.ask("machine.servers").text is None


ONE_NUMBER = "[Notes]\nKitType=2\nNotesProgram=C:\\notes\nServerName={0}/Acme\nDirectory={1}\nPartitionNumber=1\nPorts=TCPIP\n{2}"
SYSTEM = "Host Name:                 HOST1\nOS Name:                   Microsoft Windows Server\n"
ADDRESSES = ("TCPIP_TcpIpAddress=0,10.0.0.1:1352\n", "TCPIP_TcpIpAddress=0,10.0.0.2:1352\n")
NUMBERED = [  # where systeminfo lies, the data directories, the ports, and the rules that report the first server
    (("a", "b"), ("E:\\data", "F:\\data"), ADDRESSES, {"SYS001"}),
    (("a", "b"), ("E:\\data", "F:\\data"), (ADDRESSES[0], ADDRESSES[0]), {"SYS001", "SYS045"}),
    ((".",), ("E:\\data", "F:\\data"), ADDRESSES, {"SYS001"}),
    ((".",), ("E:\\data", "F:\\data"), ("", ""), set()),  # it may be of one of them
    ((), ("E:\\data", "F:\\data"), ADDRESSES, set()),
    (("a", "b"), ("E:\\data", "E:\\data"), ADDRESSES, set()),  # they may be copies of one server
]


@pytest.mark.parametrize(("folders", "directories", "ports", "expected"), NUMBERED)
def test_two_partitions_with_one_number(folders, directories, ports, expected, domlint, tmp_path):
    for folder, name, directory, port in zip("ab", ("Sales", "Dev"), directories, ports, strict=True):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "notes.ini").write_text(ONE_NUMBER.format(name, directory, port))
    for folder in folders:
        (tmp_path / folder / "systeminfo.txt").write_text(SYSTEM)
    words = ("--select", "SYS001,SYS045", "--isolated", "--format", "json")
    report = json.loads(domlint("check", ".", *words, cwd=tmp_path).out)
    assert {one["rule"] for one in report["findings"] if one["server"] == "Sales/Acme"} == expected


MOUNTS = """\
  node       mounted        mounted over    vfs       date        options
-------- ---------------  ---------------  ------ ------------ ---------------
         /dev/hd4         /                        jfs2   Sep 01 06:10 rw,log=/dev/hd8
         /dev/notes1      /notes1                  jfs2   Sep 01 06:10 rw,log=INLINE
         /dev/notes2      /notes2                  jfs2   Sep 01 06:10 rw,log=INLINE
"""
ON_VOLUMES = [  # directory and partition number of each, what is changed in the second mount table, and whether joined
    (("/notes1", 1), ("/notes2", 2), ("", ""), True),
    (("/notes1/data", 1), ("/notes2/data", 2), ("", ""), True),
    (("/notes1", 1), ("/notes2", 2), ("Sep 01", "Sep 02"), False),
    (("/notes1", 1), ("/notes1", 2), ("", ""), True),
    (("/notes1", 1), ("/notes2", 1), ("", ""), False),
    (("/notes1", 1), ("/notes2", None), ("", ""), False),
    (("/srv/notes1", 1), ("/srv/notes2", 2), ("", ""), False),
]


SYSTEM = """\
Host Name:                 BERGDOM
OS Name:                   Microsoft Windows Server 2019 Standard
System Manufacturer:       VMware, Inc.
System Model:              VMware7,1
System Type:               x64-based PC
Total Physical Memory:     32,767 MB
Available Physical Memory: 402 MB
"""
ADDRESSES = [  # addresses of two servers with one partition number, their directories, and whether they are joined
    (("10.0.0.11", "10.0.0.12"), (r"D:\Domino\Data1", r"D:\Domino\Data2"), True),
    (("10.0.0.11", "10.0.0.11"), (r"D:\Domino\Data1", r"D:\Domino\Data2"), True),
    (("10.0.0.11", "10.0.0.11"), (r"D:\Domino\Data", r"D:\Domino\Data"), False),
    (("10.0.0.11", "10.0.0.11"), (r"D:\Domino\Data", r"E:\Notes\Data"), False),
    (("", ""), (r"D:\Domino\Data1", r"D:\Domino\Data2"), False),
]


@at_once(("addresses", "directories", "joined"), ADDRESSES)
def test_partitions_side_by_side_may_have_one_address(addresses, directories, joined):
    files = {"systeminfo.txt": SYSTEM}
    for name, address, directory in zip("ab", addresses, directories, strict=True):
        lines = [f"Directory={directory}", "PartitionNumber=1", f"TCPIP_TcpIPAddress=0,{address}:1352"]
        files[f"{name}__notes.ini"] = notes_ini("Ports=TCPIP", "TCPIP=TCP, 0, 15, 0", *lines, name=name)
    told = {server.facts.ask("machine.servers").text for server in servers(**files, platform="windows")}
    assert told == ({"2"} if joined else {None})


DF = """\
Filesystem     1K-blocks      Used Available Use% Mounted on
/dev/sda2       52403200  21012004  31391196  41% /
/dev/sdb1      209611776 171001320  38610456  82% /local
"""
TABLES = [  # a table of two partitions, and whether it says which machine it is of
    ("df.txt", DF, True),
    ("mount.txt", "/dev/sda2 on / type xfs (rw)\n/dev/sdb1 on /local type xfs (rw)\n", False),
]


@at_once(("name", "table", "joined"), TABLES)
def test_a_table_without_dates_or_figures_may_be_of_several_machines(name, table, joined):
    files = {}
    for number in (1, 2):
        files[f"{number}__notes.ini"] = notes_ini(
            f"Directory=/local/notes{number}", f"PartitionNumber={number}", name=f"P{number}"
        )
        files[f"{number}__{name}"] = table
    told = {server.facts.ask("machine.servers").text for server in servers(**files, platform="linux")}
    assert told == ({"2"} if joined else {None})


@at_once(("first", "second", "change", "joined"), ON_VOLUMES)
def test_partitions_of_one_mount_table_are_on_one_machine(first, second, change, joined):
    files = {"a__mount.txt": MOUNTS, "b__mount.txt": MOUNTS.replace(*change) if change[0] else MOUNTS}
    for name, (directory, number) in (("a", first), ("b", second)):
        lines = [f"Directory={directory}", *([f"PartitionNumber={number}"] if number else [])]
        files[f"{name}__notes.ini"] = notes_ini(*lines, "NSF_BUFFER_POOL_SIZE_MB=4096", name=name)
    told = {server.facts.ask("machine.servers").text for server in servers(**files, platform="aix")}
    assert told == ({"2"} if joined else {None})
