import data
import listings
from at_once import at_once

from advisor.facts import Fact
from advisor.readers import transcript
from advisor.readers.raid import mdadm

DETAIL = data.text("mdadm/detail.txt")
ALL = {"software": "yes", "tool": "mdadm", "device": "/dev/md0", "level": "5", "disks": "3", "stripe": "64 KB"}
WELL = ALL | {"health": "ok", "health_said": "clean"}
MIRROR = DETAIL.replace("md0", "md1").replace("raid5", "raid1").replace("        Chunk Size : 64K\n", "")
NVME = DETAIL.replace("/dev/sd", "/dev/nvme")
CONTAINER = data.text("mdadm/container.txt")
INACTIVE = data.text("mdadm/inactive.txt")
ERROR = "mdadm: cannot open /dev/md9: No such file or directory\n"
EXAMINE = "/dev/sda1:\n          Magic : a92b4efc\n        Version : 1.2\n     Raid Level : raid1\n"
EXAMPLES = [DETAIL, MIRROR, NVME, CONTAINER, INACTIVE, ERROR, ERROR + DETAIL]


def arrays(raw):
    found = {}
    for item in listings.read(mdadm, raw):
        if isinstance(item, Fact) and item.key != "array.members":
            found.setdefault(item.subject.name, {})[item.key.removeprefix("array.")] = item.text
    return found


TEXTS = [
    (DETAIL, {"/dev/md0": WELL}),
    ("\ufeff" + DETAIL, {"/dev/md0": WELL}),
    ("# mdadm --detail /dev/md0\n" + DETAIL, {"/dev/md0": WELL}),
    (ERROR + DETAIL + ERROR, {"/dev/md0": WELL}),
    (NVME, {"/dev/md0": WELL | {"media": "nvme"}}),
    (DETAIL.replace("64K", "as drawn"), {"/dev/md0": {key: text for key, text in WELL.items() if key != "stripe"}}),
    (CONTAINER, {}),
    (EXAMINE, {}),
    (INACTIVE,
        {
            "/dev/md1": {"software": "yes", "tool": "mdadm", "device": "/dev/md1", "level": "5", "health": "failed",
                "health_said": "inactive"}}),
]  # fmt: skip


@at_once(("raw", "expected"), TEXTS)
def test_an_array_is_read(raw, expected):
    assert arrays(raw) == expected


def test_several_arrays_stand_in_one_file():
    assert arrays(DETAIL + MIRROR) == {
        "/dev/md0": WELL,
        "/dev/md1": {key: text for key, text in WELL.items() if key != "stripe"} | {"device": "/dev/md1", "level": "1"},
    }


STATES = [
    ("clean", "ok"),
    ("active", "ok"),
    ("active, checking", "ok"),
    ("active, reshaping", "ok"),
    ("dirty, no-errors", "ok"),
    ("clean, degraded", "degraded"),
    ("clean, degraded, recovering", "rebuilding"),
    ("clean, degraded, recovering (DELAYED)", "degraded"),
    ("active, degraded, resyncing", "degraded"),
    ("active, resyncing", "initializing"),
    ("clean, resyncing (PENDING)", "initializing"),
    ("clean, FAILED", "failed"),
    ("active, FAILED, Not Started", "failed"),
    ("inactive", "failed"),
    ("broken", "failed"),
    ("clean, wobbling", None),
]


@at_once(("said", "health"), STATES)
def test_the_state_is_one_word(said, health):
    assert mdadm.health(said) == health
    assert arrays(DETAIL.replace(" : clean", " : " + said))["/dev/md0"].get("health") == health


DAMAGED = [
    (DETAIL, []),
    (CONTAINER, []),
    (INACTIVE, []),
    (DETAIL[:200], ["what mdadm says of this array ends early"]),
    (DETAIL.replace("             State : clean\n", ""), ["what mdadm says of this array ends early"]),
    (DETAIL + ERROR, ["mdadm printed an error"]),
    (ERROR, ["mdadm printed an error"]),
    (DETAIL.replace("left-", "le\0ft-"), [transcript.NUL]),
    (EXAMINE, ["this is of mdadm --examine, which speaks of one member"]),
    (DETAIL + "Filesystem 1K-blocks Used Available Use% Mounted on\n", ["this is no line of mdadm --detail"]),
    (DETAIL + "Personalities : [raid1]\nunused devices: <none>\n", ["this is no line of mdadm --detail"]),
]
DAMAGES = [(*row, False) for row in DAMAGED]


RECOGNISED = [
    (DETAIL, True),
    ("\n\n" + DETAIL, True),
    (CONTAINER, True),
    (INACTIVE, True),
    (ERROR, True),
    (ERROR + DETAIL, True),
    ("root@mail:~# mdadm -D /dev/md0\n" + DETAIL, True),
    ("/dev/md2:\n    Number   Major   Minor   RaidDevice State\n", True),
    (EXAMINE, False),
    ("# mdadm\n\nTo see an array:\n" + DETAIL, False),
    ('DETAIL = """\n' + DETAIL + '"""\n', False),
    ("mdadm: a tool for arrays\n", False),
    ("ARRAY /dev/md0 metadata=1.2 name=mail:0\n", False),
    ("/dev/md0:\n", False),
    ("/:\n        dev = /dev/hd4\n", False),
]


def test_the_members_of_an_array_are_named():
    assert [
        item.text for item in listings.read(mdadm, DETAIL) if isinstance(item, Fact) and item.key == "array.members"
    ] == ["/dev/sda1, /dev/sdb1, /dev/sdc1, /dev/sdd1"]
