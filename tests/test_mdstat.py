import listings
from at_once import at_once

from advisor.facts import Fact
from advisor.readers import transcript
from advisor.readers.raid import mdstat

HEAD = "Personalities : [raid1] [raid6] [raid5] [raid4] [raid0] \n"
END = "unused devices: <none>\n"
RAID5 = """\
md0 : active raid5 sdc1[3] sdd1[4](S) sdb1[1] sda1[0]
      2095104 blocks super 1.2 level 5, 64k chunk, algorithm 2 [3/3] [UUU]
      bitmap: 0/1 pages [0KB], 65536KB chunk

"""
RAID1 = "md1 : active raid1 sdb2[1] sda2[0]\n      1047552 blocks [2/2] [UU]\n      \n"
RAID0 = "md2 : active raid0 nvme1n1p1[1] nvme0n1p1[0]\n      1047552 blocks super 1.2 512k chunks\n\n"
CONTAINER = "md126 : inactive sdb[1](S) sda[0](S)\n      5288 blocks super external:imsm\n\n"
IN_IT = "md127 : active (auto-read-only) raid1 sda[1] sdb[0]\n      97675 blocks super external:/md126/0 [2/2] [UU]\n\n"
STOPPED = "md3 : inactive sdb3[1](S) sda3[0](S)\n      2047 blocks super 1.2\n\n"
BUSY = "      [===>.................]  {} = 18.1% (1234/6789) finish=10.0min speed=100K/sec\n"
EXAMPLES = [HEAD + RAID5 + RAID1 + RAID0 + END, HEAD + CONTAINER + IN_IT + END, HEAD + STOPPED, RAID1]


def arrays(raw):
    found = {}
    for item in listings.read(mdstat, raw):
        if isinstance(item, Fact) and item.key != "array.members":
            found.setdefault(item.subject.name, {})[item.key.removeprefix("array.")] = item.text
    return found


def array(name, **told):
    return {"/dev/" + name: {"software": "yes", "tool": "mdadm", "device": "/dev/" + name, **told}}


FIVE = array("md0", level="5", disks="3", stripe="64 KB", health="ok", health_said="[UUU]")
ONE = array("md1", level="1", disks="2", health="ok", health_said="[UU]")
NONE = array("md2", level="0", disks="2", stripe="512 KB", media="nvme", health="ok", health_said="active")

TEXTS = [
    (HEAD + RAID5 + RAID1 + RAID0 + END, FIVE | ONE | NONE),
    ((HEAD + RAID5 + RAID1 + END).replace("\n", "\r\n"), FIVE | ONE),
    (RAID1, ONE),
    (HEAD + CONTAINER + END, {}),
    (HEAD + IN_IT, array("md127", level="1", disks="2", health="ok", health_said="[UU]")),
    (HEAD + STOPPED, array("md3", health="failed", health_said="inactive")),
    (HEAD + RAID0.replace("active", "broken"),
        {**array("md2"), "/dev/md2": NONE["/dev/md2"] | {"health": "failed", "health_said": "broken"}}),
    (HEAD + "md_d0 : active linear sda1[0] sdb1[1]\n      99 blocks 64k rounding\n",
        array("md_d0", level="JBOD", disks="2", health="ok", health_said="active")),
    (HEAD + END, {}),
]  # fmt: skip


@at_once(("raw", "expected"), TEXTS)
def test_an_array_is_read(raw, expected):
    assert arrays(raw) == expected


HEALTH = [
    ("raid1", "[2/2] [UU]", "", "ok", "[UU]"),
    ("raid1", "[2/1] [_U]", "", "degraded", "[_U]"),
    ("raid1", "[2/1] [_U]", "recovery", "rebuilding", "recovery"),
    ("raid1", "[2/1] [_U]", "      resync=DELAYED\n", "degraded", "[_U]"),
    ("raid1", "[2/1] [_U]", "      recovery=PENDING\n", "degraded", "[_U]"),
    ("raid1", "[2/2] [UU]", "      resync=PENDING\n", "initializing", "resync=PENDING"),
    ("raid1", "[2/2] [UU]", "resync", "initializing", "resync"),
    ("raid1", "[2/2] [UU]", "check", "ok", "[UU]"),
    ("raid6", "[5/5] [UUUUU]", "reshape", "ok", "[UUUUU]"),
    ("raid6", "[6/4] [UUUU__]", "reshape", "degraded", "[UUUU__]"),
    ("raid6", "[6/3] [UUU___]", "", "failed", "[UUU___]"),
    ("raid5", "[4/2] [UU__]", "", "failed", "[UU__]"),
    ("raid10", "[4/2] [U_U_]", "", "degraded", "[U_U_]"),
    ("raid1", "[2/0] [__]", "", "failed", "[__]"),
]


@at_once(("level", "up", "busy", "health", "said"), HEALTH)
def test_health_is_what_is_up_and_what_is_going_on(level, up, busy, health, said):
    going_on = BUSY.format(busy) if busy.isalpha() else busy
    raw = f"{HEAD}md0 : active {level} sdb1[1] sda1[0]\n      99 blocks {up}\n{going_on}"
    found = arrays(raw)["/dev/md0"]
    assert (found["health"], found["health_said"]) == (health, said)


PENDING = [
    ("sdb2[1] sda2[2]", "[2/1] [_U]", "      resync=DELAYED\n", "rebuild"),
    ("sdb2[1] sda2[2](S)", "[2/1] [_U]", "      recovery=PENDING\n", "rebuild"),
    ("sdb2[1] sda2[2](F)", "[2/1] [_U]", "      resync=DELAYED\n", None),
    ("sdb2[1] sda2[0]", "[2/2] [UU]", "      resync=DELAYED\n", None),
    ("sdb2[1] sda2[2](S)", "[2/1] [_U]", BUSY.format("reshape"), "reshape with spare"),
    ("sdb2[1]", "[2/1] [_U]", BUSY.format("reshape"), "reshape"),
]


@at_once(("members", "up", "below", "expected"), PENDING)
def test_what_an_array_without_redundancy_waits_for(members, up, below, expected):
    found = arrays(f"{HEAD}md0 : active raid1 {members}\n      99 blocks {up}\n{below}")
    assert found["/dev/md0"].get("pending") == expected


EARLY = "what the kernel says of this array ends early"
FOREIGN = "this is no line of /proc/mdstat"
DAMAGED = [
    (HEAD + RAID5 + CONTAINER + IN_IT + STOPPED + END, []),
    ("$ cat /proc/mdstat\n" + HEAD + RAID1 + END + "$\n", []),
    (HEAD + "read_ahead 1024 sectors\n" + RAID1 + END, []),
    (HEAD + "md1 : active raid1 sdb2[1]", [EARLY]),
    (HEAD + "md1 : active raid1 sdb2[1] sda2[0]\n      1047552 blocks [2/", [EARLY]),
    (HEAD + RAID1.replace("blocks", "blo\0cks"), [transcript.NUL_FROM_HERE, EARLY]),
    (HEAD + "md1 : active raid1 sdb2[1] sda2[0]\n      99 blocks [UU]\n", [EARLY]),
    (HEAD + "md1 : active raid1 sdb2[1] sda2[0]\n      99 blocks [2/2] [UU\n", [EARLY]),
    (HEAD + "md1 : active raid6 sdb2[1] sda2[0]\n      99 blocks level 6\n", [EARLY]),
    (HEAD + "md1 : active raid4 sdb2[1] sda2[0]\n      99 blocks level 4\n", [EARLY]),
    (HEAD + "md1 : active raid10 sdb2[1] sda2[0]\n      99 blocks\n", [EARLY]),
    (HEAD + RAID1 + "/dev/md1:\n   Version : 1.2\n", [FOREIGN]),
]
DAMAGES = [(*row, False) for row in DAMAGED]


RECOGNISED = [
    (HEAD + RAID1, True),
    ("Personalities : \nunused devices: <none>\n", True),
    (RAID1, True),
    ("[root@mail ~]# cat /proc/mdstat\n" + HEAD, True),
    (f'MDSTAT = """\n{HEAD}{RAID1}"""', False),
    ("# Arrays\n\n" + RAID1, False),
    ("Personalities : trash\n", False),
    ("md0 : a name\n", False),
]


def test_the_members_of_an_array_are_named():
    assert [
        item.text for item in listings.read(mdstat, RAID1) if isinstance(item, Fact) and item.key == "array.members"
    ] == ["/dev/sdb2, /dev/sda2"]
