import listings
from at_once import at_once

from advisor.facts import Complete, Diagnostic
from advisor.readers import transcript
from advisor.readers.volumes import mount

LINUX = """\
proc on /proc type proc (rw,relatime)
/dev/mapper/rootvg-root on / type ext4 (rw,noatime) [ROOT]
/dev/md0 on /local/notes data type xfs (rw,relatime,attr2)
mail:/export on /backup type nfs4 (ro,vers=4.2)
"""
PROC = """\
rootfs / rootfs rw 0 0
/dev/sda1 / ext4 rw,noatime 0 0
/dev/md0 /local/notes\\040data xfs rw,relatime,attr2 0 0
"""
AIX = """\
  node       mounted        mounted over    vfs       date        options
-------- ---------------  ---------------  ------ ------------ ---------------
         /dev/hd4         /                jfs2   Jul 01 10:00 rw,log=/dev/hd8
         /proc            /proc            procfs Jul  1 10:00 rw
         /dev/notes       /local/notesdata jfs2   Jul 01 10:00 rw,cio,log=INLINE
mail2    /export          /backup          nfs3   Jul 01 10:01
"""


def volumes(raw):
    return listings.told(listings.read(mount, raw))


def volume(device, file_system, options=None):
    return {"device": device, "file_system": file_system} | ({"options": options} if options else {})


LISTED = {
    "/proc": volume("proc", "proc", "rw,relatime"),
    "/": volume("/dev/mapper/rootvg-root", "ext4", "rw,noatime"),
    "/local/notes data": volume("/dev/md0", "xfs", "rw,relatime,attr2"),
    "/backup": volume("mail:/export", "nfs4", "ro,vers=4.2"),
}
TEXTS = [
    (LINUX, LISTED),
    ("$ mount\n" + LINUX, LISTED),
    (PROC,
        {"/": volume("/dev/sda1", "ext4", "rw,noatime"),
            "/local/notes data": volume("/dev/md0", "xfs", "rw,relatime,attr2")}),
    (AIX,
        {"/": volume("/dev/hd4", "jfs2", "rw,log=/dev/hd8"), "/proc": volume("/proc", "procfs", "rw"),
            "/local/notesdata": volume("/dev/notes", "jfs2", "rw,cio,log=INLINE"),
            "/backup": volume("mail2:/export", "nfs3")}),
]  # fmt: skip


@at_once(("raw", "expected"), TEXTS)
def test_a_volume_is_read(raw, expected):
    assert volumes(raw) == expected


FOREIGN = "this is no line that mount prints"
BROKEN = [
    (LINUX, [], True),
    (PROC, [], True),
    (AIX, [], True),
    (AIX + "#\n", [], True),
    (LINUX.replace(" / ", " /home "), [], False),
    (LINUX[:-10], [transcript.CUT], False),
    (AIX[:-8], [transcript.CUT], False),
    (PROC[:-5], [transcript.CUT], False),
    (LINUX.replace("mail", "ma\0l"), ["the line holds NUL bytes and was not read"], False),
    (LINUX + "Filesystem 1K-blocks Used Available Use% Mounted on\n", [FOREIGN], False),
    (LINUX + "mount: /x: permission denied.\n", ["mount printed an error"], False),
    (LINUX + "//files/c$ on /mnt type cifs (rw)\n", [], True),
    (LINUX + "mail:/srv/mount on /mnt type nfs (rw)\n", [], True),
    (LINUX + "# uname -a\n", ["here somebody typed another command; what it printed was not read"], False),
]


@at_once(("raw", "reasons", "whole"), BROKEN)
def test_only_a_whole_table_makes_what_it_lacks_absent(raw, reasons, whole):
    items = listings.read(mount, raw)
    assert [item.reason for item in items if isinstance(item, Diagnostic)] == reasons
    assert any(isinstance(item, Complete) for item in items) is whole


EXAMPLES = [LINUX, PROC, AIX, "# cat /proc/mounts\n" + PROC, "root@mail:~# mount\n" + AIX]
RECOGNISED = [
    ("# /etc/fstab\nUUID=0000-0000 / ext4 defaults 0 1\n", False),
    ("UUID=0000-0000 / ext4 defaults 0 1\n", False),
    ("/dev/sda1 / ext4 defaults 0 0\n", False),
    ("/dev/sda1 / ext4 rw,relatime 0 1\n", False),
    ("/:\n        dev = /dev/hd4\n        vfs = jfs2\n", False),
    ("mount /dev/sda1 /mnt\n", False),
    ("/dev/disk1s1 on / (apfs, local, journaled)\n", False),
    ("A note on / type it (rw as you like)\n", False),
    ("#!/bin/sh\n" + LINUX, False),
]
