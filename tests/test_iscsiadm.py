"""The reader of iSCSI sessions."""

import data
import listings
from at_once import at_once

from advisor import readers
from advisor.facts import Diagnostic
from advisor.readers.volumes import iscsiadm

SESSIONS = data.text("iscsiadm/sessions.txt")
EXAMPLES = [SESSIONS, SESSIONS.partition("Target")[0] + "Target: eui.02004567A425678D\n"]

ONE = {"target": "iqn.2001-05.com.example:storage.one"}
ALL = {"/dev/sdb": ONE, "/dev/sdc": ONE, "/dev/sdd": {"target": "eui.02004567A425678D"}}
TEXTS = [
    (SESSIONS, ALL),
    (SESSIONS.replace("\n", "\r\n"), ALL),
    (("\ufeff" + SESSIONS).encode("utf-16-le"), ALL),
    ("[root@mail01 ~]# iscsiadm -m session -P 3\n" + SESSIONS, ALL),
    (SESSIONS.partition("Target")[2], {"/dev/sdd": ALL["/dev/sdd"]}),
    (SESSIONS + "[root@mail01 ~]# dmesg\nAttached scsi disk sda State: running\n", ALL),
    ("", {}),
]


@at_once(("raw", "expected"), TEXTS, ids=range(len(TEXTS)))
def test_a_disk_is_read(raw, expected):
    assert listings.told(listings.read(iscsiadm, raw)) == expected


def test_a_cut_end_is_said():
    assert any(isinstance(item, Diagnostic) for item in listings.read(iscsiadm, SESSIONS[:-5]))
    assert any(isinstance(item, Diagnostic) for item in listings.read(iscsiadm, SESSIONS.replace("sdb", "s\0b")))


@at_once(
    ("text", "name"), [(SESSIONS, "iscsiadm"), ("Target: a disk\n", None), ("iscsiadm: No active sessions.\n", None)]
)
def test_the_format_is_recognised_by_content(text, name):
    found = readers.recognise("some.txt", text.encode(), listings.CATALOGUE)
    assert (found.name if found else None) == name
