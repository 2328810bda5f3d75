"""The machine that a listing names, and listings of other machines."""

import json

import pytest
import test_nsds
from at_once import at_once
from laid import gather

from advisor import readers
from advisor.facts import Complete, Fact, Subject
from advisor.pack import builtin
from advisor.servers import reading
from advisor.servers import server as servers
from advisor.servers.reload import Reloader
from advisor.source import Source
from advisor.values import names

CATALOGUE = builtin().catalogue


@at_once(("one", "other", "may_be"), [  # two names, and whether they may be one machine's
    ("mail01", "mail01", True),
    ("mail01", "MAIL01.acme.com", True),
    ("mail01.acme.com", "mail01.acme.net", True),
    ("mail01", "mail01-bkp", True),
    ("mail01", "mail01a", True),
    ("mail01", "pmail01", True),
    ("DOMINOPRODUCTIO", "dominoproduction7", True),
    ("mail01", "mail02", False),
    ("mail1", "mail10", False),
    ("mail01", "hub01", False),
    ("mail01.acme.com", "mail02.acme.com", False),
])  # fmt: skip
def test_two_names_may_be_one_machine_s(one, other, may_be):
    assert names.alike(one, other) is names.alike(other, one) is may_be


@at_once("name", ["localhost", "LOCALHOST.localdomain", "10.1.2.3", "", "3f2a1b9c8d7e", "(none)", "-"])
def test_what_names_no_machine(name):
    assert not names.usable(name)


@at_once("name", ["mail01", "beef", "deadbeefcafe", "7mail"])
def test_what_names_one(name):
    assert names.usable(name)


HEAD = "Filesystem 1K-blocks Used Available Use% Mounted on\n"
DF = HEAD + "/dev/sda2 1000 0 {free} {percent}% /\n"
FULL, EMPTY = DF.format(free=0, percent=100), DF.format(free=900, percent=10)
NAMED = {  # a transcript, and the machine it names
    FULL: "",
    "[root@mail02 ~]# df -k\n" + FULL: "mail02",
    "[root@mail02 ~]# df -k\r\n" + FULL.replace("\n", "\r\n"): "mail02",
    "root@mail02:~# df -k\n" + FULL: "mail02",
    "root@mail02 ~ # df -k\n" + FULL: "mail02",
    "notes@mail02.acme.com:/local/notesdata$ sudo df\n" + FULL: "mail02.acme.com",
    "mail02:/home/root> df -k\n" + FULL: "mail02",
    FULL + "root@alias:~# hostname\nmail02\n": "mail02",
    FULL + "# hostname -f\nmail02.acme.com\n": "mail02.acme.com",
    FULL + "$ uname -n\nmail02\n": "mail02",
    FULL + "# uname -a\nLinux mail02 5.14.0-427.el9.x86_64 #1 SMP GNU/Linux\n": "mail02",
    FULL + "# uname -a\nAIX mail02 3 7 00F9C1BA4C00\n": "mail02",
    FULL + "[root@mail02 ~]#": "",  # nobody knows what was typed above
    FULL + "[root@esx03:~] df -k\n" + FULL: "",  # a hypervisor, below the server
    "admin@jump:~$ df -k\n" + FULL + "admin@jump:~$ ssh mail01 df -k\n" + FULL: "",
    "admin@node3:~$ df -k\n" + FULL + "admin@node3:~$ kubectl exec domino-0 -- df -k\n" + FULL: "",
    "root@3f2a1b9c8d7e:/# df -k\n" + FULL: "",
    "root@localhost:~# df -k\n" + FULL: "",
    "# df -k\n" + FULL: "",
}


def read(text, name="df.txt"):
    source = Source.of(name, text.encode())
    reader = readers.recognise(name, source.data, CATALOGUE)
    return list(readers.facts_of(reader, source, CATALOGUE))


@at_once(("text", "host"), NAMED.items())
def test_a_listing_names_its_machine(text, host):
    facts = [item for item in read(text) if isinstance(item, Fact)]
    assert facts and {(fact.host, fact.doubt) for fact in facts} == {(host, "")}


@at_once("second", ["root@mail01:~# df\n", "[root@mail01.acme.com /]# df -k\n"])
def test_one_machine_named_twice_is_one(second):
    items = read("root@mail01:~# df\n" + FULL + second + FULL)
    assert not [item for item in items if isinstance(item, Fact) and item.doubt]


def test_of_several_machines_every_fact_is_in_doubt_and_nothing_complete():
    items = read("root@mail01:~# df\n" + FULL + "root@mail02:~# df\n" + EMPTY)
    facts = [item for item in items if isinstance(item, Fact)]
    assert [fact.host for fact in facts if fact.key == "volume.free"] == ["mail01", "mail02"]
    assert all(fact.doubt for fact in facts)
    assert not [item for item in items if isinstance(item, Complete)]


IOSTAT = (
    "Linux 5.14.0-427.el9.x86_64 (mail02) \t11/22/2026 \t_x86_64_\t(4 CPU)\n\n"
    "Device            r/s     w/s     aqu-sz  %util\nsda              1.00    2.00    9.00  99.00\n"
)
ARRAY = (
    "/dev/md0:\n           Version : 1.2\n        Raid Level : raid1\n      Raid Devices : 2\n             State : clean\n"
    "              Name : mail02:0  (local to host mail02)\n"
)


@at_once(("text", "name"), [(IOSTAT, "iostat.txt"), (ARRAY, "mdadm.txt")])
def test_a_tool_names_its_machine_itself(text, name):
    facts = [item for item in read(text, name) if isinstance(item, Fact)]
    assert facts and {fact.host for fact in facts} == {"mail02"}


INI = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nServerName={}\n"
OWN, OTHER = "root@mail01:~# df -k\n" + EMPTY, "root@mail02:~# df -k\n" + FULL
BOTH = OWN + OTHER
MEMORY = """root@mail01:~# free
               total        used        free      shared  buff/cache   available
Mem:        24683656      618572    23496000        8924      979288    24065084
Swap:        8388604     2918400     5470204
"""
NOT_USED = "it tells of {}, and the server's machine is {}: not used"
GIVEN = {  # the server, its files beside notes.ini; bytes free on / (None: not known), and what is not used
    "another machine's alone contradicts nothing": ("Mail01/Acme", {"df.txt": OTHER}, "0", {}),
    "nor does one whose name no server has": ("Hub/Acme", {"df.txt": OTHER, "free.txt": MEMORY}, "0", {}),
    "one is called as the server": ("Mail01/Acme", {"df.txt": OTHER, "free.txt": MEMORY}, None, {"df.txt": NOT_USED.format("mail02", "mail01")}),
    "an alias of it": ("Mail01/Acme", {"df.txt": OTHER.replace("mail02", "mail01-bkp"), "free.txt": MEMORY}, "0", {}),
    "another case, with its domain": ("MAIL01/Acme", {"df.txt": OWN.replace("mail01", "Mail01.acme.com"), "free.txt": MEMORY}, str(900 * 1024), {}),
    "an NSD names the machine": (
        "Mail01/Acme",
        {"nsd_2026_01_02@03_04_05.log": test_nsds.nsd("").replace("Domino V", "Host Name: srv77\nDomino V"), "df.txt": OTHER},
        str(100 * 1024),
        {"df.txt": NOT_USED.format("mail02", "srv77")},
    ),
    "one file of both": ("Mail01/Acme", {"df.txt": BOTH}, str(900 * 1024), {"df.txt": NOT_USED.format("mail02", "mail01")}),
    "the other way round": ("Mail02/Acme", {"df.txt": BOTH}, "0", {"df.txt": NOT_USED.format("mail01", "mail02")}),
    "one file of both, and none is the server's": ("Hub/Acme", {"df.txt": BOTH}, None, {}),
    "what it was set up from": ("Mail01/Acme", {"df.txt": OTHER, "free.txt": MEMORY, "one-touch.env": "SERVERSETUP_SERVER_TYPE=first\n"}, "0", {}),
    "a folder named so": ("", {"df.txt": OTHER, "free.txt": MEMORY}, "0", {}),
}  # fmt: skip


def judged(paths):
    """The servers of a run, and what is said of its files."""
    gathered = gather(paths, lambda: b"", catalogue=CATALOGUE)
    grouped, unread = servers.group(reading.read(gathered.files, CATALOGUE))
    again = Reloader(CATALOGUE)
    facts = {one.plain_name: again.whole(one)[0].facts for one in grouped}
    return facts, {one.path.rpartition("/")[2]: one.reason for one in unread if "not used" in one.reason}


def free_on_root(facts):
    return facts.ask("volume.free", Subject("volume", "/")).text


@pytest.mark.parametrize(("server", "files", "free", "unread"), GIVEN.values(), ids=GIVEN)
def test_what_tells_of_another_machine_is_not_used(server, files, free, unread, tmp_path):
    for name, text in {"notes.ini": INI.format(server), **files}.items():
        path = tmp_path / "mail01" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    facts, said = judged([str(tmp_path / "mail01")])
    assert ([free_on_root(of_one) for of_one in facts.values()], said) == ([free], unread)


@pytest.mark.parametrize("held", [4 * 1024**2, 0])
def test_each_server_of_a_run_gets_what_tells_of_its_machine(held, tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "HELD", held)
    for number in (1, 2):
        folder = tmp_path / f"s{number}"
        folder.mkdir()
        (folder / "notes.ini").write_text(INI.format(f"Mail0{number}/Acme"))
    (tmp_path / "df.txt").write_text(BOTH)
    (tmp_path / "df-hub.txt").write_text(OWN.replace("mail01", "hub"))
    facts, said = judged([str(tmp_path)])
    assert {name: free_on_root(of_one) for name, of_one in facts.items()} == {
        "Mail01/Acme": str(900 * 1024),
        "Mail02/Acme": "0",
    }
    assert said == {"df-hub.txt": "it tells of hub, and the server's machine is mail01 and mail02: not used"}


@pytest.mark.parametrize(("machines", "row"), [  # the machine of each row, and whose free space counts
    (["MAIL01", "OTHER7"], 1),
    (["OTHER7", "MAIL01.acme.com"], 2),
    (["OTHER7", "MAIL9"], None),
])  # fmt: skip
@pytest.mark.parametrize("kind", ["json", "csv"])
def test_of_rows_of_several_machines_the_server_s_count(kind, machines, row, tmp_path):
    rows = [(one, 10**12, 4096 * 1024**2 * at) for at, one in enumerate(machines, 1)]
    names = ("PSComputerName", "Size", "SizeRemaining")
    listed = [{"DriveLetter": "D", "DriveType": 3, **dict(zip(names, one, strict=True))} for one in rows]
    table = "\r\n".join(f"{name},D:,3,{free},{size}" for name, size, free in rows)
    texts = {"json": json.dumps(listed), "csv": f"\r\nNode,DeviceID,DriveType,FreeSpace,Size\r\n{table}\r\n"}
    (tmp_path / "notes.ini").write_text(INI.format("Mail01/Acme"))
    (tmp_path / f"volumes.{kind}").write_text(texts[kind])
    facts, said = judged([str(tmp_path)])
    answer = facts["Mail01/Acme"].ask("volume.free", Subject("volume", "D:"))
    assert answer.text == (row and str(4096 * 1024**2 * row))
    assert bool(said) is bool(row)
