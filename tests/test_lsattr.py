import data
import listings
from at_once import at_once

from advisor.facts import Fact
from advisor.readers import transcript
from advisor.readers.aix import lsattr

SYSTEM = data.text("lsattr/system.txt")
MEMORY = "goodsize 8192 Amount of usable physical memory in Mbytes False\nsize     8192 Total amount of physical memory in Mbytes  False\n"
NETWORK = "mtu     1500 Maximum IP Packet Size True\nnetaddr      Internet Address       True\n"
ONE = "maxuproc 1024 Maximum number of PROCESSES allowed per user True\n"
EMPTY = "ghostdev  Recreate ODM devices on system change True\n"
GREPPED = "maxuproc        1024               Maximum number of PROCESSES allowed per user True\n"
PORTS = "autoconfig available STATE to be configured at system restart True\n"
THREADS = PORTS + "maxreqs    4096      Maximum number of REQUESTS                True\n"
HEADER = "attribute value description                                  user_settable\n\n"
COLONS = "#maxuproc:fullcore:ghostdev\n1024:false:\n"


ALL = {"sw_dist_intr": "false", "autorestart": "true", "boottype": "disk", "conslogin": "enable", "fullcore": "false"}
ALL |= {"iostat": "false", "keylock": "normal", "maxpout": "8193", "maxuproc": "256", "modelname": "IBM,9117-570"}
ALL = {"sys0." + name: text for name, text in (ALL | {"realmem": "8388608"}).items()}
MUCH = {"sys0.maxuproc": "1024"}
SIZES = {"mem0.goodsize": "8192", "mem0.size": "8192"}
TEXTS = [
    (SYSTEM, ALL),
    ("# lsattr -El sys0\n" + SYSTEM, ALL),
    (SYSTEM.replace(" True\n", " True+\n"), ALL),
    (ONE, MUCH),
    (GREPPED, MUCH),
    (HEADER + ONE, MUCH),
    ("$ lsattr -El sys0 -a maxuproc\n" + ONE + "$ lsattr -El sys0 -a ghostdev\n" + EMPTY, MUCH),
    (EMPTY, {}),
    (EMPTY.replace("ghostdev  ", "ghostdev      ") + ONE, MUCH),
    (EMPTY + GREPPED, {}),
    (SYSTEM.replace("ghostdev                           Rec", "ghostdev        0                  Rec"),
        ALL | {"sys0.ghostdev": "0"}),
    (COLONS, MUCH | {"sys0.fullcore": "false"}),
    (MEMORY, SIZES),
    ("#size:goodsize:var_mem_weight\n8192:8192:\n", SIZES),
    ("#goodsize:size\n8192\n", {}),
    ("#size_in_mb\n73400\n", {}),
    (NETWORK, {}),
    ("# lsattr -El sys0\n" + SYSTEM + "# lsattr -El mem0\n" + MEMORY, ALL | SIZES),
    ("# lsattr -El mem0\n" + MEMORY + "# lsattr -El en0\n" + NETWORK, SIZES),
    (ONE + MEMORY, MUCH | SIZES),
    (PORTS, {"iocp.autoconfig": "available"}),
    (HEADER + PORTS.replace("available", "defined  "), {"iocp.autoconfig": "defined"}),
    ("# lsattr -El iocp0\n" + PORTS, {"iocp.autoconfig": "available"}),
    ("#autoconfig\ndefined\n", {"iocp.autoconfig": "defined"}),
    ("# lsattr -E -O -l iocp0 -a autoconfig\n#autoconfig\ndefined\n", {"iocp.autoconfig": "defined"}),
    ("# lsattr -El aio0 -a autoconfig\n" + PORTS, {}),
    (THREADS, {}),
    ("# lsattr -El aio0\n" + THREADS + "# lsattr -El iocp0\n" + PORTS, {"iocp.autoconfig": "available"}),
    (ONE + PORTS, MUCH),
    (ONE[:40], {}),
]  # fmt: skip


@at_once(("raw", "expected"), TEXTS)
def test_an_attribute_is_read(raw, expected):
    assert listings.texts(lsattr, raw, "aix.") == expected


def test_a_value_is_where_the_fact_says():
    for raw in (SYSTEM, MEMORY, COLONS, HEADER + ONE):
        assert all(raw[slice(*item.span)] == item.text for item in listings.read(lsattr, raw) if isinstance(item, Fact))


FOREIGN = "here somebody typed another command; what it printed was not read"
DAMAGES = [
    (SYSTEM, [], True),
    ("# lsattr -El sys0 | head\n" + SYSTEM, [], False),
    ("# lsattr -El sys0 -a maxuproc\n" + ONE + "# lsattr -El sys0\n" + SYSTEM, [], True),
    (ONE, [], False),
    (MEMORY, [], False),
    (SYSTEM + MEMORY, ["the listings of several devices run together"], False),
    (ONE + PORTS, ["the listings of several devices run together"], False),
    (SYSTEM[:-10], [transcript.CUT], False),
    (SYSTEM + "lsattr: 0514-519 The following device was not found\n", ["lsattr printed an error"], False),
    (SYSTEM + "# oslevel -s\n5300-06-01-0748\n", [FOREIGN], False),
    (SYSTEM.replace("disk", "di\0k"), ["the line holds NUL bytes and was not read"], False),
    ("#goodsize:size\n8192\n", ["the line has not as many values as there are names"], False),
]


EXAMPLES = [
    SYSTEM,
    MEMORY,
    NETWORK,
    PORTS,
    ONE,
    EMPTY,
    GREPPED,
    HEADER + ONE,
    COLONS,
    "# lsattr -El sys0\n" + SYSTEM,
    "#size_in_mb\n73400\n",
]
RECOGNISED = [
    ("#MountPoint:Device:Vfs:Size\n/:/dev/hd4:jfs2:65536\n", False),
    ("#comment\nvalue\n", False),
    ("# maxuproc\n128\n", False),
    ("whether this is so is True\nmore\n", False),
    ("chdev -l sys0 -a maxuproc=1024\n", False),
    ("hdisk0:SCSI Disk Drive\n", False),
    ("lsattr: 0514-519 The following device was not found\n", False),
]
