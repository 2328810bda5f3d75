import listings
from at_once import at_once

from advisor.readers import transcript
from advisor.readers.aix import lsfs

COLONS = """\
#MountPoint:Device:Vfs:Nodename:Type:Size:Options:AutoMount:Acct
/:/dev/hd4:jfs2::bootfs:1048576:rw:yes:no
/proc:/proc:procfs:::0:rw:yes:no
/local/notes data:/dev/noteslv:jfs2:::20971520:rw,cio:yes:no
/mnt:/export:nfs3:store::::no:no
"""
TABLE = """\
Name            Nodename   Mount Pt               VFS   Size    Options    Auto Accounting
/dev/hd4        --         /                      jfs2  1048576 --         yes  no
/proc           --         /proc                  procfs --     --         yes  no
/dev/oldlv      --         /local/old             jfs   --      rw         no   no
/export         store      /mnt                   nfs3  --      bg,hard    no   no
"""
QUERIED = """\
Name            Nodename   Mount Pt               VFS   Size    Options    Auto Accounting
/dev/hd4        --         /                      jfs2  1048576 --         yes  no
  (lv size: 1048576, fs size: 1048576, block size: 4096, sparse files: yes, inline log: no, EFS: no)
"""
STALE = TABLE + "/dev/oldlv: A file or directory in the path name does not exist.\n"
NONE = "lsfs: 0506-915 No record matching /x was found in /etc/filesystems.\n"
ROOT = {"device": "/dev/hd4", "file_system": "jfs2", "configured_options": "", "size": "536870912"}
PROC = {"device": "/proc", "file_system": "procfs", "configured_options": ""}
OF_COLONS = {
    "/": ROOT | {"configured_options": "rw"},
    "/proc": PROC | {"configured_options": "rw"},
    "/local/notes data": {"device": "/dev/noteslv", "file_system": "jfs2", "configured_options": "rw,cio",
        "size": "10737418240"},
    "/mnt": {"device": "store:/export", "file_system": "nfs3", "configured_options": ""},
}  # fmt: skip
OF_TABLE = {
    "/": ROOT,
    "/proc": PROC,
    "/local/old": {"device": "/dev/oldlv", "file_system": "jfs", "configured_options": "rw"},
    "/mnt": {"device": "store:/export", "file_system": "nfs3", "configured_options": "bg,hard"},
}


def volumes(raw):
    return listings.told(listings.read(lsfs, raw))


TEXTS = [
    (COLONS, OF_COLONS),
    (TABLE, OF_TABLE),
    ("# lsfs\n" + TABLE, OF_TABLE),
    (STALE, OF_TABLE),
    (QUERIED, {"/": ROOT}),
    (COLONS.splitlines()[0] + "\n" + COLONS.splitlines()[1] + "\n (lv size 8:fs size 8:frag size 4096)\n", None),
]


@at_once(("raw", "expected"), [case for case in TEXTS if case[1] is not None])
def test_a_listing_is_read(raw, expected):
    assert volumes(raw) == expected


COLUMNS = "this is no line that lsfs prints"
DAMAGES = [
    (COLONS, []),
    (TABLE + QUERIED, []),
    (TEXTS[5][0], []),
    (TABLE + "mail:/# ", []),
    (COLONS[:-1], []),
    (COLONS[:-9], [transcript.CUT]),
    (TABLE[:-8], [transcript.CUT]),
    (STALE, ["lsfs printed an error"]),
    (NONE + TABLE, ["lsfs printed an error"]),
    (TABLE.replace("hd4", "h\0"), ["the line holds NUL bytes and was not read"]),
    (TABLE + COLONS.splitlines()[1] + "\n", [COLUMNS]),
    (TABLE + "rootvg:\n", [COLUMNS]),
]


EXAMPLES = [COLONS, TABLE, QUERIED, STALE, NONE + TABLE, "root@mail:/# lsfs -c\n" + COLONS]
RECOGNISED = [
    ("# File systems\n\n" + TABLE, False),
    ("Name Size Options\n", False),
    (NONE, False),
]
