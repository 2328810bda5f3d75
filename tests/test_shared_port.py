"""Where partitions of one machine listen for Notes clients: what two of them have in common."""

import pytest
from at_once import at_once

from advisor import pack
from advisor.checking import examples
from advisor.pack.rule import Example

PACK = pack.builtin()
OSLEVEL = "7200-05-03-2148\n"  # of the machine, above them
SERIAL = "Smart Array P410i in Slot 0 (Embedded)\n   Slot: 0\n   Serial Number: S1\n   Cache Status: OK\n"
HERE = "TCPIP_TcpIPAddress=0,192.0.2.10"


def notes_ini(number, *lines, ports="TCPIP"):
    own = [f"ServerName=S{number}", f"Directory=/local/notesdata{number}", f"PartitionNumber={number}"]
    return "\n".join(["[Notes]", "KitType=2", *own, f"Ports={ports}", "TCPIP=TCP,0,15,0", *lines]) + "\n"


def shares(*inis, **more):
    files = {f"{number}/notes.ini": ini for number, ini in enumerate(inis)}
    more = more or {"oslevel.txt": OSLEVEL}
    found = examples.servers_of(Example("fail", files | more), PACK)
    (first,) = (server for server in found if server.plain_name == "S1")
    return first.facts.ask("machine.shares_port").text


SHARED = [  # what the first and the second are set to, what they share
    ([], [], "port 1352 of every address with S2"),
    ([HERE], [HERE], "port 1352 of 192.0.2.10 with S2"),
    ([HERE], [f"{HERE}:1352"], "port 1352 of 192.0.2.10 with S2"),
    ([f"{HERE}:13520"], ["tcpip_tcpipaddress = 0, 192.0.2.10 : 13520"], "port 13520 of 192.0.2.10 with S2"),
    ([HERE], [f"{HERE}:13520"], "none"),
    ([HERE], ["TCPIP_TcpIPAddress=0,192.0.2.11"], "none"),
    ([HERE], [], "none"),
    (["TCPIP_TcpIPAddress=0,0.0.0.0:1352"], [], "port 1352 of every address with S2"),
    (["TCPIP_TcpIPAddress="], [], "port 1352 of every address with S2"),
    (["TCPIP_TcpIPAddress=0,[2001:DB8::1]:1352"], ["TCPIP_TcpIPAddress=0,[2001:db8::1]"],
     "port 1352 of [2001:db8::1] with S2"),
    (["TCPIP_TcpIPAddress=0,Mail.Example.COM"], ["TCPIP_TcpIPAddress=0,mail.example.com:1352"],
     "port 1352 of mail.example.com with S2"),
    ([HERE, "TCPIP_TcpIPAddress=0,192.0.2.11"], [HERE], None),  # nobody knows which counts
    (["TCPIP_TcpIPAddress=192.0.2.10"], [HERE], None),
]  # fmt: skip


@at_once(("first", "second", "told"), SHARED)
def test_what_two_partitions_share(first, second, told):
    assert shares(notes_ini(1, *first), notes_ini(2, *second)) == told


LINUX = "NotesProgram=/opt/hcl/domino/notes/latest/linux"
ON_LINUX = [  # of Linux the kernel lets nobody listen beside one that listens everywhere
    ([HERE, LINUX], [LINUX], "port 1352, here of 192.0.2.10 and there of every address, with S2"),
    ([LINUX], [HERE, LINUX], "port 1352, here of every address and there of 192.0.2.10, with S2"),
    ([HERE, LINUX], ["TCPIP_TcpIPAddress=0,192.0.2.11", LINUX], "none"),
    ([f"{HERE}:13520", LINUX], [LINUX], "none"),
    ([HERE], [], None),  # nothing names the system
    ([HERE, "NotesProgram=C:\\Domino"], [], "none"),
]


@at_once(("first", "second", "told"), ON_LINUX)
def test_beside_a_port_of_every_address_the_system_decides(first, second, told):
    assert shares(notes_ini(1, *first), notes_ini(2, *second), **{"ssacli.txt": SERIAL}) == told


ITEMS = {"HTTP_NormalMode": 1, "HTTP_Port": 80, "HTTP_SSLMode": 0}
WEB, OFF = "ServerTasks=Router, http", "ServerTasks=Router"
EVERYWHERE = "port 80 (HTTP) of every address with S2"
OF_WEB = [  # of each of the two its tasks and items of its server document, None where none is given; what they share
    (WEB, {}, WEB, {}, EVERYWHERE),
    (WEB, {"HTTP_BindToHostName": 0}, WEB, {"HTTP_HostName": "b"}, EVERYWHERE),
    (WEB, {}, OFF, {}, "none"),
    (OFF, {}, WEB, {}, "none"),
    (WEB, {"HTTP_Port": 8080}, WEB, {}, "none"),
    (WEB, {"HTTP_Port": None}, WEB, {}, EVERYWHERE),
    (WEB, {"HTTP_NormalMode": 2}, WEB, {}, "none"),
    (WEB, {}, f"{WEB}\nHTTPIHSEnabled=1", {}, "none"),
    (WEB, {"HTTP_SSLMode": 1, "HTTP_NormalMode": 3}, WEB, {"HTTP_SSLMode": 1}, "port 443 (HTTPS) of every address with S2"),
    (WEB, {"HTTP_SSLMode": 1}, WEB, {"HTTP_SSLMode": 1, "HTTP_SSLPort": 8443}, EVERYWHERE),
    (WEB, {"HTTP_BindToHostName": 1, "HTTP_HostName": "a"}, WEB, {"HTTP_BindToHostName": 1, "HTTP_HostName": "b"}, "none"),
    (WEB, {"HTTP_BindToHostName": 1, "HTTP_HostName": "A"}, WEB, {"HTTP_BindToHostName": 1, "HTTP_HostName": "a"}, "port 80 (HTTP) of a with S2"),
    (WEB, {"HTTP_BindToHostName": 1, "HTTP_HostName": "a"}, WEB, {}, "none"),  # AIX lets both listen
    (WEB, {"HTTP_BindToHostName": 1}, WEB, {}, None),
    (WEB, {"HTTP_NormalMode": None}, WEB, {}, None),
    (WEB, None, WEB, {}, None),
    (WEB, {}, WEB, None, None),
    (WEB, None, OFF, None, "none"),
]  # fmt: skip


def server_document(number, items):
    told = {"Form": "Server", "Type": "Server", "ServerName": f"S{number}", **ITEMS, **items}
    rows = "".join(
        f"<item name='{name}'><text>{text}</text></item>\n" for name, text in told.items() if text is not None
    )
    return f"<database xmlns='http://www.lotus.com/dxl'>\n<document form='Server'>\n{rows}</document>\n</database>\n"


@at_once(("own", "items", "its", "its_items", "told"), OF_WEB)
def test_http_is_compared_by_server_documents(own, items, its, its_items, told):
    given = {1: items, 2: its_items}
    documents = {
        f"{number - 1}/d.dxl": server_document(number, one) for number, one in given.items() if one is not None
    }
    inis = notes_ini(1, HERE, own), notes_ini(2, "TCPIP_TcpIPAddress=0,192.0.2.11", its)
    assert shares(*inis, **{"oslevel.txt": OSLEVEL}, **documents) == told


MORE = [  # the files of several, above them, what the first shares
    ([notes_ini(1), notes_ini(2), notes_ini(3)], "port 1352 of every address with S2 and S3"),
    ([notes_ini(1, HERE), notes_ini(2, HERE), notes_ini(3)], "port 1352 of 192.0.2.10 with S2"),
    ([notes_ini(1, HERE), notes_ini(2), notes_ini(3, ports="LAN0")], None),  # of its own port nothing is told
    ([notes_ini(1, ports="LAN0"), notes_ini(2)], None),
    ([notes_ini(1), notes_ini(2)[:-4]], None),  # a cut file, whose address may have stood behind
    ([notes_ini(1), notes_ini(2).replace("Number=2", "Number=1")], None),  # may be a copy, or another machine's
    ([notes_ini(1), notes_ini(2).replace("PartitionNumber=2\n", "")], "port 1352 of every address with S2"),
    ([notes_ini(1), notes_ini(2).replace("PartitionNumber=2\n", "").replace("/local/notes", "/srv/notes")], None),
    ([notes_ini(1), notes_ini(2).replace("Directory=/local/notesdata2\nPartitionNumber=2\n", "")], None),
    ([notes_ini(1), notes_ini(2).replace("notesdata2", "notesdata1")], None),
    ([notes_ini(1), notes_ini(2).replace("\n", "\r\n")], "port 1352 of every address with S2"),
    ([notes_ini(1)], None),
]


@at_once(("inis", "told"), MORE)
def test_what_several_share(inis, told):
    assert shares(*inis) == told


ABOVE = [  # by what the two are told from copies of one server, whether that they are on one machine is presumed
    (("PartitionNumber=1\n", "PartitionNumber=2\n"), False),
    (("", ""), True),
    (("PartitionNumber=1\n", ""), True),
]


@pytest.mark.parametrize(("numbers", "presumed"), ABOVE)
def test_that_only_a_file_lies_above_both_is_told_as_a_presumption(numbers, presumed, domlint, tmp_path):
    (tmp_path / "oslevel.txt").write_text(OSLEVEL)
    for at, number in enumerate(numbers, 1):
        (tmp_path / str(at)).mkdir()
        (tmp_path / str(at) / "notes.ini").write_text(notes_ini(at).replace(f"PartitionNumber={at}\n", number))
    text = domlint("check", str(tmp_path), "--isolated", "--select", "partitions-share-port").out
    assert text.count("this server shares port 1352 of every address with") == 2
    assert ("Assumed: S1 and S2 are on one machine: a file of the machine" in " ".join(text.split())) is presumed


def test_one_controller_makes_them_partitions_whatever_their_numbers():
    unnumbered = [notes_ini(number).replace(f"PartitionNumber={number}\n", "") for number in (1, 2)]
    listings = {"0/ssacli.txt": SERIAL, "1/ssacli.txt": SERIAL + "\n"}
    assert shares(*unnumbered, **dict.fromkeys(listings, SERIAL)) is None  # copies of one listing
    assert shares(*unnumbered, **listings) == "port 1352 of every address with S2"


def test_each_partition_has_one_finding(domlint, tmp_path):
    (tmp_path / "oslevel.txt").write_text(OSLEVEL)
    for number in (1, 2, 3):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "notes.ini").write_text(notes_ini(number))
    text = domlint("check", str(tmp_path), "--isolated", "--select", "partitions-share-port").out
    assert text.count("this server shares port 1352 of every address with") == 3
    assert "with S2 and S3" in text
