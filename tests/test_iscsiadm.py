"""The reader of iSCSI sessions."""

import listings
import pytest

from advisor import readers
from advisor.facts import Diagnostic
from advisor.readers.volumes import iscsiadm

SESSIONS = """\
iSCSI Transport Class version 2.0-870
version 6.2.0.874-10
Target: iqn.2001-05.com.example:storage.one (non-flash)
	Current Portal: 192.0.2.10:3260,1
	Persistent Portal: 192.0.2.10:3260,1
		**********
		Interface:
		**********
		Iface Name: default
		SID: 1
		*****
		CHAP:
		*****
		username: <empty>
		password: ********
		************************
		Attached SCSI devices:
		************************
		Host Number: 2	State: running
		scsi2 Channel 00 Id 0 Lun: 0
		scsi2 Channel 00 Id 0 Lun: 1
			Attached scsi disk sdb		State: running
		scsi2 Channel 00 Id 0 Lun: 2
			Attached scsi disk sdc		State: running
Target: eui.02004567A425678D
			Attached scsi disk sdd		State: transport-offline
"""
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


@pytest.mark.parametrize(("raw", "expected"), TEXTS, ids=range(len(TEXTS)))
def test_a_disk_is_read(raw, expected):
    assert listings.told(listings.read(iscsiadm, raw)) == expected


def test_a_cut_end_is_said():
    assert any(isinstance(item, Diagnostic) for item in listings.read(iscsiadm, SESSIONS[:-5]))
    assert any(isinstance(item, Diagnostic) for item in listings.read(iscsiadm, SESSIONS.replace("sdb", "s\0b")))


@pytest.mark.parametrize(
    ("text", "name"), [(SESSIONS, "iscsiadm"), ("Target: a disk\n", None), ("iscsiadm: No active sessions.\n", None)]
)
def test_the_format_is_recognised_by_content(text, name):
    found = readers.recognise("some.txt", text.encode(), listings.CATALOGUE)
    assert (found.name if found else None) == name
