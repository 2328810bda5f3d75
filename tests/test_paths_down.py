"""Paths to storage: where there may be some, by what was collected of disks; and on which volumes inodes may run out."""

from at_once import at_once

from advisor.derive.context import Context
from advisor.derive.volumes import derive_inodes, derive_paths_down
from advisor.facts import Fact, Facts, Subject
from advisor.pack import builtin

CONTEXT = Context(builtin().catalogue)
SAN = ("/", {"device": "/dev/sda1", "transport": "fc"})
LOCAL = ("/", {"device": "/dev/sda1", "transport": "sas"})
VIRTUAL = ("/local", {"device": "/dev/vdb", "media": "virtual"})

EXPECTED = [  # volumes with what is told of them, other facts; whether there may be paths, None where nobody can tell
    ([], [], None),
    ([SAN], [], "yes"),
    ([LOCAL], [], "no"),
    ([LOCAL, VIRTUAL], [], "no"),
    ([LOCAL, SAN], [], "yes"),
    ([("/", {"device": "/dev/sda1"})], [], None),
    ([LOCAL, ("/data", {"device": "/dev/sdb1"})], [], None),
    ([LOCAL, ("/mnt", {"device": "nas:/export"}), ("/run", {"device": "tmpfs"})], [], "no"),
    ([("/run", {"device": "tmpfs"})], [], None),
    ([("/", {"device": "/dev/sda1", "transport": "sas, iscsi"})], [], "yes"),
    ([("/", {"device": "/dev/mapper/mpatha-part1"})], [], "yes"),
    ([("/", {"device": "/dev/mapper/3600508b4000156d70001200000b0000p1"})], [], "yes"),
    ([("/", {"device": "/dev/mapper/rhel-root", "media": "ssd"})], [], None),
    ([LOCAL], [Fact("lun.path", "up", subject=Subject("lun", "/dev/sdc"))], "yes"),
    ([LOCAL], [Fact("lun.target", "iqn.x", subject=Subject("lun", "/dev/sdc"))], "yes"),
    ([("/", {"device": "overlay"})], [Fact("machine.container", "yes")], "no"),
]
COUNTED = [
    ({"file_system": "ext4"}, "yes"),
    ({"file_system": "xfs"}, "no"),
    ({"file_system": "btrfs"}, "no"),
    ({"file_system": "xfs", "inodes_used_percent": "3"}, "yes"),
    ({"inodes_free": "3"}, "yes"),
    ({"file_system": ""}, None),
    ({"device": "/dev/sda1"}, None),
]


def facts_of(step, volumes, more=()):
    facts = Facts()
    for mount, told in volumes:
        facts.add(Fact(f"volume.{key}", text, subject=Subject("volume", mount)) for key, text in told.items())
    facts.add(more)
    facts.add(step(facts, CONTEXT))
    return facts


@at_once(("volumes", "more", "expected"), EXPECTED)
def test_where_there_may_be_paths(volumes, more, expected):
    assert facts_of(derive_paths_down, volumes, more).ask("paths.expected").text == expected


@at_once(("told", "counts"), COUNTED)
def test_where_inodes_may_run_out(told, counts):
    facts = facts_of(derive_inodes, [("/x", told)])
    assert facts.ask("volume.counts_inodes", Subject("volume", "/x")).text == counts


CALLED = [
    ({"inodes_free": "3"}, ["/x"]),
    ({"inodes_free": "3", "mount": "/y"}, ["/y"]),
    ({"file_system": "ext4"}, []),
]


@at_once(("told", "names"), CALLED)
def test_a_volume_of_which_inodes_are_told_has_a_name(told, names):
    mounts = facts_of(derive_inodes, [("/x", told)]).of(Subject("volume", "/x"), "volume.mount")
    assert [fact.text for fact in mounts] == names
