import data
import listings
from at_once import at_once

from advisor.readers.aix import prtconf

BOX = data.text("prtconf/box.txt")


MEMORY = {"machine.memory": "4096"}
ALL = MEMORY | {"machine.serial": "0000000", "machine.lpar": "1 mail", "machine.host_name": "mail"}
TEXTS = [
    (BOX, ALL),
    ("# prtconf\n" + BOX, ALL),
    ("$ lsconf -m\nMemory Size: 4096 MB\n", MEMORY),
    (BOX[:60], {"machine.serial": "0000000"}),
    (BOX[:56], {}),  # the number may go on
]


@at_once(("raw", "expected"), TEXTS)
def test_memory_and_identity_are_read(raw, expected):
    assert listings.texts(prtconf, raw, "aix.") == expected


NUL, FOREIGN = (
    "the line holds NUL bytes and was not read",
    "here somebody typed another command; what it printed was not read",
)
DAMAGED = [
    (BOX, []),
    (BOX[:60], ["it does not name the memory"]),
    (BOX.replace("4096 MB", "much"), ["it does not name the memory"]),
    (BOX.replace("vio0", "vio\0"), [NUL]),
    (BOX + "# lsps -a\nMemory Size: 1 MB\n", [FOREIGN]),
]
DAMAGES = [(*row, False) for row in DAMAGED]


EXAMPLES = [BOX, "# lsconf\r\n" + BOX.replace("\n", "\r\n"), "Memory Size: 4096 MB\n"]
RECOGNISED = [
    ("System Configuration:  Sun Microsystems  sun4u\nMemory size: 4096 Megabytes\n", False),
    ("System Model: tower\nMaker: somebody\n", False),
    ("Adapter 0\nMemory Size: 512 MB\n", False),
]
