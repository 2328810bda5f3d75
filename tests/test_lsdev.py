import data
import listings
from at_once import at_once

from advisor.readers import transcript
from advisor.readers.aix import lsdev

PORTS = "iocp0 Available  I/O Completion Ports\n"
WHOLE = data.text("lsdev/whole.txt")
HEADER = "name       status    location description\n\n"


READY = {"iocp.state": "available"}
TEXTS = [
    (PORTS, READY),
    (PORTS.replace("Available", "Defined  "), {"iocp.state": "defined"}),
    ("[root@mail /]#  lsdev -Cc iocp\n" + PORTS, READY),
    (HEADER + WHOLE + PORTS, READY),
    (WHOLE, {}),
    ("# lsattr -El iocp0\n" + PORTS, {}),
]


@at_once(("raw", "expected"), TEXTS)
def test_the_completion_ports_are_read(raw, expected):
    assert listings.texts(lsdev, raw, "aix.") == expected


FOREIGN = "here somebody typed another command; what it printed was not read"
DAMAGES = [
    (WHOLE, [], True),
    (HEADER + WHOLE, [], True),
    ("# lsdev -C\n" + WHOLE, [], True),
    ("# lsdev -Cc disk\n" + WHOLE, [], False),
    ("# lsdev -C | head -20\n" + WHOLE, [], False),
    (PORTS, [], False),
    (WHOLE.replace("sys0 ", "sys1 "), [], False),
    (WHOLE + "iocp0 Avail", [transcript.CUT], False),
    (WHOLE + "lsdev: 0514-521 Cannot find information\n", ["lsdev printed an error"], False),
    (WHOLE + "# oslevel\n5.3.0.0\n", [FOREIGN], False),
    (WHOLE.replace("hd5", "h\0d5"), ["the line holds NUL bytes and was not read"], False),
]


EXAMPLES = [PORTS, WHOLE, HEADER + WHOLE, "# lsdev -Cc iocp\n" + PORTS.replace("\n", "\r\n")]
RECOGNISED = [
    ("Mail01 Available since Monday\n", False),
    ("hdisk0:SCSI Disk Drive\n", False),
    ("mem0\n", False),
    ("# lsdev -Cc iocp\n", False),
    ("lsdev: 0514-521 Cannot find information\n", False),
    ("The iocp0 device must be Available\n", False),
]
