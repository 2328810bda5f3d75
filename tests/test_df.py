"""The reader of `df`."""

import listings
from at_once import at_once

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers import transcript
from advisor.readers.volumes import df

CATALOGUE = builtin().catalogue

LINUX = """\
Filesystem                1K-blocks    Used Available Use% Mounted on
/dev/mapper/rootvg-root    10475520 4194304   6281216  41% /
tmpfs                       4096000       0   4096000   0% /run/user
/dev/sdb1                 104806400 2097152 102709248   3% /local/notesdata
"""
POSIX = LINUX.replace("1K-blocks", "1024-blocks").replace("Use%", "Capacity")
HUMAN = "Filesystem Size Used Avail Use% Mounted on\n/dev/sda1 50G 20G 30G 40% /\noverlay 50G 20G 30G 40% /x\n"
HALF = {"size": "53687091200", "free": "32212254720"}
HUMAN_OTHERWISE = (
    "Filesystem Size Used Avail Use% Mounted on\n/dev/sda1 1,5T 1,5T 1.5Gi 100% /\noverlay 50G 50G 0 100% /x\n"
)
NONE_FREE = {"device": "overlay", "size": "53687091200", "free": "0"}
SOLARIS = "Filesystem             size   used  avail capacity  Mounted on\nrpool/ROOT 50M 49M 512 100% /\n"
TYPES = "Filesystem Type 1K-blocks Used Available Use% Mounted on\n/dev/sda1 xfs 100 60 40 60% /\nmail:/a b nfs4 10 5 5 50% /local/no tes\n"
AIX = """\
Filesystem    512-blocks      Free %Used    Iused %Iused Mounted on
/dev/hd4          131072     65536   50%     2000     3% /
/proc                  -         -    -         -     -  /proc
/dev/notes      20971520  10485760   50%     1000     1% /local/notesdata
"""
AIX_K = AIX.replace("512-blocks", "1024-blocks")
AIX_M = "Filesystem MB blocks Free %Used Iused %Iused Mounted on\n/dev/hd4 64 32 50% 2000 3% /\n"
AIX_G = "Filesystem GB blocks Free %Used Iused %Iused Mounted on\n/dev/hd4 0.50 0.25 50% 2000 3% /\n"
WRAPPED = "Filesystem 1K-blocks Used Available Use% Mounted on\n/dev/mapper/a-very-long-name\n                 100 60 40 60% /\n"
TOTAL = LINUX + "total 119377920 6291456 113086464 6% -\n"
OF_INODES = {"device": "/dev/sda1", "inodes_free": "990", "inodes_used_percent": "1"}
INODES = "Filesystem Inodes IUsed IFree IUse% Mounted on\n/dev/sda1 1000 10 990 1% /\n"
ROOT = {"device": "/dev/mapper/rootvg-root", "size": "10726932480", "free": "6431965184"}
DATA = {"device": "/dev/sdb1", "size": "107321753600", "free": "105174269952"}
SHM = {"device": "tmpfs", "size": "4194304000", "free": "4194304000"}


OF_THE_SAME = """\
Filesystem                Inodes IUsed IFree IUse% Mounted on
/dev/mapper/rootvg-root     1000    10   990    1% /
tmpfs                          0     0     0     - /run/user
/dev/sdb1                   2000  2000     0  100% /local/notesdata
"""
WITH_INODES = {
    "/": ROOT | {"inodes_free": "990", "inodes_used_percent": "1"},
    "/run/user": SHM,
    "/local/notesdata": DATA | {"inodes_free": "0", "inodes_used_percent": "100"},
}
HIDING = "/dev/sdz1 10 5 5 50% /local/notesdata\n"
HIDING_INODES = "/dev/sdz1 10 2 8 20% /local/notesdata\n"
HIDDEN = {"device": "/dev/sdz1", "size": "10240", "free": "5120", "inodes_free": "8", "inodes_used_percent": "20"}


def read(raw):
    return listings.read(df, raw)


def volumes(raw):
    return listings.told(read(raw))


ALL = {"/": ROOT, "/run/user": SHM, "/local/notesdata": DATA}
TEXTS = [
    (LINUX, ALL),
    (POSIX, ALL),
    (TOTAL, ALL),
    ("# df\n" + LINUX, ALL),
    (HUMAN, {"/": {"device": "/dev/sda1"} | HALF, "/x": {"device": "overlay"} | HALF}),
    (HUMAN_OTHERWISE, {"/": {"device": "/dev/sda1", "size": "1649267441664", "free": "1610612736"}, "/x": NONE_FREE}),
    (SOLARIS, {"/": {"device": "rpool/ROOT", "size": "52428800", "free": "512"}}),
    (
        TYPES,
        {
            "/": {"device": "/dev/sda1", "file_system": "xfs", "size": "102400", "free": "40960"},
            "/local/no tes": {"device": "mail:/a b", "file_system": "nfs4", "size": "10240", "free": "5120"},
        },
    ),
    (
        AIX,
        {
            "/": {"device": "/dev/hd4", "size": "67108864", "free": "33554432"},
            "/proc": {"device": "/proc"},
            "/local/notesdata": {"device": "/dev/notes", "size": "10737418240", "free": "5368709120"},
        },
    ),
    (AIX_M, {"/": {"device": "/dev/hd4", "size": "67108864", "free": "33554432"}}),
    (AIX_G, {"/": {"device": "/dev/hd4", "size": "536870912", "free": "268435456"}}),
    (WRAPPED, {"/": {"device": "/dev/mapper/a-very-long-name", "size": "102400", "free": "40960"}}),
    (INODES, {"/": OF_INODES}),
    (INODES.replace(" 1000 10 990 1% /", " 0 0 0 - /dev"), {"/dev": {"device": "/dev/sda1"}}),
    (LINUX + INODES, ALL | {"/": OF_INODES}),
    (LINUX + "/dev/sdc1 10 5 5 50% /\n", ALL | {"/": {"device": "/dev/sdc1", "size": "10240", "free": "5120"}}),
    (LINUX + OF_THE_SAME, WITH_INODES),
    (OF_THE_SAME + LINUX, WITH_INODES),
    (LINUX + HIDING + OF_THE_SAME + HIDING_INODES, WITH_INODES | {"/local/notesdata": HIDDEN}),
    (LINUX + LINUX.replace(" 102709248 ", " 7 "), ALL | {"/local/notesdata": DATA | {"free": "7168"}}),
    (LINUX.replace(" 102709248   3%", " -2048 102%"), ALL | {"/local/notesdata": DATA | {"free": "0"}}),
    (HUMAN.replace("30G 40% /x", "-1.5G 105% /x"), {"/": {"device": "/dev/sda1"} | HALF, "/x": NONE_FREE}),
    ("", {}),
]


@at_once(("raw", "expected"), TEXTS)
def test_a_volume_is_read(raw, expected):
    assert volumes(raw) == expected


@at_once(("header", "unit"), [
    ("1K-blocks", 1024),
    ("1024-blocks", 1024),
    ("512-blocks", 512),
    ("512B-blocks", 512),
    ("1M-blocks", 1048576),
    ("1MB-blocks", 1000000),
    ("1kB-blocks", 1000),
    ("4K-blocks", 4096),
    ("1G-blocks", 1073741824),
    ("MB blocks", 1048576),
    ("GB blocks", 1073741824),
])  # fmt: skip
def test_a_block_is_as_large_as_the_header_says(header, unit):
    assert volumes(LINUX.replace("1K-blocks", header))["/"]["size"] == str(10475520 * unit)


COLUMNS = "this is no line that df prints"


@at_once(("raw", "reasons", "whole"), [
    (LINUX, [], True),
    (AIX, [], True),
    (TOTAL + INODES, [], True),
    (HUMAN + "mail:~$ ", [], True),
    (HUMAN + "the mail server\n", [COLUMNS], False),
    (HUMAN + "/dev/sdb1 50.12345G 20G 30G 40% /y\n", [COLUMNS], False),
    (HUMAN + "/dev/sdb1 1234567890123456789012 20G 30G 40% /y\n", [COLUMNS], False),
    (HUMAN + "mail:~$\n", [], True),
    (AIX_M, [], False),
    (LINUX.replace(" /\n", " /home\n"), [], False),
    (LINUX[:-30], [transcript.CUT], False),
    (LINUX + "/dev/mapper/a-very-long-name\n", ["the line ends early"], False),
    (LINUX.replace("tmpfs", "tm\0fs"), ["the line holds NUL bytes and was not read"], False),
    ("df: /x: Permission denied\n" + LINUX, ["df printed an error"], False),
    (LINUX + "proc on /proc type proc (rw)\n", [COLUMNS], False),
    ("# date; df\ndf: /x: Permission denied\n" + LINUX, ["df printed an error"], False),
    ("# date; df\nmail\n" + LINUX + "the mail\n", [COLUMNS], False),
])  # fmt: skip
def test_only_a_whole_table_makes_what_it_lacks_absent(raw, reasons, whole):
    items = read(raw)
    assert [item.reason for item in items if isinstance(item, Diagnostic)] == reasons
    assert any(isinstance(item, Complete) for item in items) is whole


EXAMPLES = [
    LINUX,
    POSIX,
    HUMAN,
    TYPES,
    AIX,
    AIX_K,
    AIX_M,
    AIX_G,
    WRAPPED,
    TOTAL,
    INODES,
    "df: /x: Permission denied\n" + LINUX,
    "root@mail:~# df -k\n" + LINUX,
]
RECOGNISED = [
    *((text, True) for text in EXAMPLES),
    ("# date; df -k\nmail\n" + LINUX, True),
    ("# date; free\nmail\n" + LINUX, False),
    ("# df -k\nmail\n" + LINUX, False),
    ("# date; df -k\nmail\n", False),
    ("# Disks\n\n" + LINUX, False),
    ('DF = """\n' + LINUX + '"""', False),
    ("Filesystem on which it is Mounted on\n", False),
    ("df: /x: No such file or directory\n", False),
    ("proc on /proc type proc (rw)\n", False),
    ("", False),
]


DAY = "Sun Nov 22 15:25:54 UTC 2026"


@at_once(("raw", "day"), [
    (f"{DAY}\n{LINUX}", DAY),
    (f"$ date\n{DAY}\n$ df -k\n{LINUX}", DAY),
    (f"$ date\r\n{DAY}\r\n" + LINUX.replace("\n", "\r\n"), DAY),
    (f"{LINUX}{DAY}\n", DAY),
    (f"2024-01-01\n{LINUX}{DAY}\n{LINUX}", DAY),
    (f"[root@mail ~]# date; df -k; df -i\n{DAY}\n{LINUX}", DAY),
    (f"mail:~$ df -k && date\n{LINUX}{DAY}\n", DAY),
    (f"mail:~$ hostname; date && sudo df -k|cat\nmail\n{DAY}\n{LINUX}", DAY),
    (f"Sun Nov 22 15:25:54\n{LINUX}", None),
    (LINUX, None),
])  # fmt: skip
def test_what_date_printed_beside_it_is_its_day(raw, day):
    items = read(raw)
    found = [item.text for item in items if isinstance(item, Fact) and item.key == "listing.date"]
    assert found == ([day] if day else [])
    assert listings.told(item for item in items if not isinstance(item, Fact) or item.key != "listing.date") == ALL
    assert df.recognises(raw.encode(), CATALOGUE) is (not raw.startswith("Sun Nov 22 15:25:54\n"))
