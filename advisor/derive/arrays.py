"""Arrays: what is known of each array and of its controller in; what rules ask of the array itself out."""

import re
from collections.abc import Iterator

from advisor import values
from advisor.facts import Fact, Facts, Subject

_OF_THE_CONTROLLER = ("cache_read_percent", "protection_state", "no_battery_write_cache", "write_cache_disabled")
_PARTITION = r"(/dev/(?:nvme\d+n\d+|mmcblk\d+|cciss/c\d+d\d+))p\d+|(/dev/(?:sd|hd|vd|xvd)[a-z]+)\d+"
_TOLD_OF_EACH = (("array", "array.level"), ("array", "array.health"), ("controller", "controller.protection_state"))
_PROTECTED = {"ok": "yes", "failed": "no", "missing": "no"}  # while it charges, that is not known


def derive(facts: Facts) -> Iterator[Fact]:
    """`array.<what its controller has>`, `array.write_cache_protected`, `array.falls_back`, and its mounted volumes.

    Where a tool gives no name, the array or controller goes by the tool's own number.
    """
    yield from _names(facts)
    for array in facts.subjects("array") or []:
        for told in facts.known.get((array, "array.mounts"), ()):
            for mount in values.parse("list", told.text):
                volume = Subject("volume", mount.rstrip("\\"))
                yield Fact("volume.array", array.name, subject=volume, made_from=(told,))
        controller = Subject("controller", _text(facts, array, "array.controller") or "")
        for name in _OF_THE_CONTROLLER:
            its = facts.known.get((controller, f"controller.{name}"))
            if its and not facts.known.get((array, f"array.{name}")):
                yield Fact(f"array.{name}", its[0].text, subject=array, made_from=tuple(its))
        yield from _protection(facts, array, controller)


def _protection(facts: Facts, array: Subject, controller: Subject) -> Iterator[Fact]:
    """Whether what stands in the write cache outlives a power cut, and whether the firmware then writes through."""
    said = facts.known.get((array, "array.write_cache_protected"), [])
    kind = facts.known.get((controller, "controller.protection"), [])
    state = facts.known.get((controller, "controller.protection_state"), [])
    word = state[0].text if state else ""
    forced = _caches_all_the_same(facts, array, controller)
    protected = "no" if (kind and kind[0].text == "none") or (word == "charging" and forced) else _PROTECTED.get(word)
    if protected and not said:
        yield Fact("array.write_cache_protected", protected, subject=array, made_from=tuple(state or kind))
    if told := tuple(state or kind or said):
        falls_back = "yes" if word in {"failed", "charging"} and not forced else "no"
        yield Fact("array.falls_back", falls_back, subject=array, made_from=told)


def _names(facts: Facts) -> Iterator[Fact]:
    for kind, key in _TOLD_OF_EACH:
        for subject in facts.subjects(kind) or []:
            told = facts.known.get((subject, key))
            if told and not facts.known.get((subject, f"{kind}.name")):
                yield Fact(f"{kind}.name", subject.name, subject=subject, made_from=tuple(told[:1]))


def _caches_all_the_same(facts: Facts, array: Subject, controller: Subject) -> bool:
    """Whether write-back stays on without a healthy battery, because somebody has set it so."""
    told = (
        _text(facts, controller, "controller.no_battery_write_cache"),
        _text(facts, array, "array.always_write_back"),
    )
    return "yes" in told


def disks_of(facts: Facts, array: Subject) -> frozenset[str]:
    """What names the disks that an array lies on: its members, else the tool's disk group, else the array itself.

    storage.toml, where it adds something to a tool's array, names the array as its own group: the tool knows better.
    """
    if members := _text(facts, array, "array.members"):
        return frozenset(whole_disk(name) or name for name in values.parse("list", members))
    groups = [fact.text for fact in facts.known.get((array, "array.group"), ())]
    return frozenset([next((group for group in groups if group != array.name), array.name)])


def is_one_set(facts: Facts, array: Subject) -> bool:
    """Whether an array that is named otherwise has other disks. Without its group or members that is not known."""
    return bool(_text(facts, array, "array.members") or _text(facts, array, "array.group"))


def whole_disk(device: str) -> str | None:
    """The disk of a partition: `/dev/sda2` is of /dev/sda; None for what is none."""
    found = re.fullmatch(_PARTITION, device)
    return (found[1] or found[2]) if found else None


def _text(facts: Facts, subject: Subject, key: str) -> str | None:
    found = facts.known.get((subject, key))
    return found[0].text if found else None
