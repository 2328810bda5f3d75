"""What an array has of its controller, and whether what stands in its write cache outlives a power cut."""

import pytest

from advisor import pack
from advisor.derive import Context, arrays
from advisor.facts import Fact, Subject
from advisor.known import Facts

CONTEXT = Context(pack.builtin().catalogue)
ARRAY, CONTROLLER = Subject("array", "a"), Subject("controller", "c")


def known(told):
    """The facts after the step; every array of these lies on the controller c."""
    facts = Facts()
    facts.add([Fact("array.controller", "c", subject=ARRAY)])
    for key, text in told.items():
        facts.add([Fact(key, text, subject=ARRAY if key.startswith("array.") else CONTROLLER)])
    facts.add(arrays.derive_arrays(facts, CONTEXT))
    return facts


@pytest.mark.parametrize(("told", "key", "texts"), [  # what is told, a key, the texts of the array's facts of that key
    ({}, "array.cache_read_percent", []),
    ({"controller.cache_read_percent": "25"}, "array.cache_read_percent", ["25"]),
    ({"controller.cache_read_percent": "25", "array.cache_read_percent": "50"}, "array.cache_read_percent", ["50"]),
    ({"controller.protection_state": "failed"}, "array.protection_state", ["failed"]),
    ({"controller.no_battery_write_cache": "yes"}, "array.no_battery_write_cache", ["yes"]),
    ({"controller.write_cache_disabled": "yes"}, "array.write_cache_disabled", ["yes"]),
    ({"controller.model": "M"}, "array.model", []),
    ({"array.level": "5"}, "array.name", ["a"]),
    ({"array.health": "ok"}, "array.name", ["a"]),
    ({"array.level": "5", "array.name": "data"}, "array.name", ["data"]),
    ({"array.disks": "5"}, "array.name", []),
    ({"array.level": "0", "array.disks": "1"}, "array.bare", ["disks without redundancy (level 0)"]),
    ({"array.level": "JBOD"}, "array.bare", ["disks without redundancy (level JBOD)"]),
    ({"array.level": "JBOD", "array.disks": "1"}, "array.bare", ["one disk, without redundancy"]),
    ({"array.level": "1"}, "array.bare", []),
])  # fmt: skip
def test_an_array_has_what_its_controller_has(told, key, texts):
    assert [fact.text for fact in known(told).of(ARRAY, key)] == texts


STATE, KIND = "controller.protection_state", "controller.protection"
FORCED, SET, SAID = "array.always_write_back", "controller.no_battery_write_cache", "array.write_cache_protected"
PROTECTION = [  # what is told, whether the write cache is protected, whether the firmware falls back to writing through
    ({}, [], []),
    ({STATE: "ok"}, ["yes"], ["no"]),
    ({STATE: "failed"}, ["no"], ["yes"]),
    ({STATE: "missing"}, ["no"], ["no"]),
    ({STATE: "charging"}, [], ["yes"]),
    ({STATE: "charging", FORCED: "yes"}, ["no"], ["no"]),
    ({STATE: "charging", FORCED: "no"}, [], ["yes"]),
    ({STATE: "charging", SET: "yes"}, ["no"], ["no"]),
    ({STATE: "failed", SET: "yes"}, ["no"], ["no"]),
    ({STATE: "ok", FORCED: "yes"}, ["yes"], ["no"]),
    ({KIND: "none"}, ["no"], ["no"]),
    ({KIND: "battery"}, [], ["no"]),
    ({KIND: "battery", STATE: "ok"}, ["yes"], ["no"]),
    ({SAID: "yes"}, ["yes"], ["no"]),
    ({SAID: "no", STATE: "ok"}, ["no"], ["no"]),
]


@pytest.mark.parametrize(("told", "protected", "falls_back"), PROTECTION)
def test_whether_a_write_cache_outlives_a_power_cut(told, protected, falls_back):
    facts = known(told)
    assert [fact.text for fact in facts.of(ARRAY, "array.write_cache_protected")] == protected
    assert [fact.text for fact in facts.of(ARRAY, "array.falls_back")] == falls_back


@pytest.mark.parametrize(("mounts", "volumes"), [
    ("/local", ["/local"]),
    ("/, /local/translog", ["/", "/local/translog"]),
    ("d:\\", ["D:"]),
    ("C:\\, E:\\Mail\\", ["C:", "E:\\mail"]),
    ("/Notes, /notes", ["/Notes", "/notes"]),
])  # fmt: skip
def test_the_volumes_that_a_tool_says_are_mounted_from_an_array(mounts, volumes):
    facts = known({"array.mounts": mounts})
    assert [subject.name for subject in facts.subjects("volume") or []] == volumes
    assert {facts.ask("volume.array", volume).text for volume in facts.subjects("volume")} == {"a"}


@pytest.mark.parametrize(("told", "disks", "own"), [  # what is told of an array, the disks it lies on, whether it is known to be a set of its own
    ({}, {"a"}, False),
    ({"array.group": "g"}, {"g"}, True),
    ({"array.group": "a"}, {"a"}, True),
    ({"array.members": "/dev/sda1, /dev/sdb1, sdc"}, {"/dev/sda", "/dev/sdb", "sdc"}, True),
    ({"array.members": "/dev/nvme0n1p2", "array.group": "g"}, {"/dev/nvme0n1"}, True),
])  # fmt: skip
def test_the_disks_that_an_array_lies_on(told, disks, own):
    facts = known(told)
    assert (arrays.disks_of(facts, ARRAY), arrays.is_one_set(facts, ARRAY)) == (disks, own)


def test_a_tool_s_disk_group_counts_beside_the_array_s_own_name():
    facts = known({"array.group": "a"})
    facts.add([Fact("array.group", "g", subject=ARRAY)])
    assert arrays.disks_of(facts, ARRAY) == {"g"}
