"""Disks: reads the health of physical disks and of their arrays; gives those in trouble that no array tells of."""

from collections.abc import Iterator

from advisor.derive.arrays import text_of
from advisor.derive.context import Context
from advisor.facts import Fact, Facts, Subject
from advisor.values.printing import listed

_TROUBLED = {"failed", "failing", "warning"}
_AT_RISK = {"degraded", "rebuilding", "failed"}  # an array in this state is told of with its disks
_BARE = {"0", "JBOD"}
_MOST = 6


def derive(facts: Facts, context: Context) -> Iterator[Fact]:
    """`disks.troubled` in words, and of these whether one has failed and whether its array can do without it."""
    told = [disk for disk in facts.subjects("disk") or [] if facts.of(disk, "disk.health")]
    if not told:
        return
    of = ArraysOf(facts)
    arrays = {disk: of.disk(disk) for disk in told}
    troubled = [disk for disk in told if _is_troubled(facts, disk, arrays[disk])]
    lists = {*context.catalogue.kind_of_evidence("disk.health").formats}
    if not troubled and any(fact.text in lists for fact in facts.each("cut.format")):
        keys = ("disks.troubled", "disks.failed", "disks.irreplaceable")
        yield from (Fact(key, "", doubt="a listing of disks is cut") for key in keys)
        return
    origins = tuple(fact for disk in troubled or told for fact in facts.of(disk, "disk.health"))
    said = listed([_said(facts, disk) for disk in troubled], _MOST) or "none"
    note = next((fact.note for fact in origins if troubled and fact.note), "")
    yield Fact("disks.troubled", said, made_from=origins, note=note)
    failed = any(text_of(facts, disk, "disk.health") == "failed" for disk in troubled)
    bare = any(own and all(_cannot_do_without(facts, one) for one in own) for own in map(arrays.__getitem__, troubled))
    yield Fact("disks.failed", "yes" if failed else "no", made_from=origins)
    yield Fact("disks.irreplaceable", "yes" if bare else "no", made_from=origins)


class ArraysOf:
    """The arrays that a disk is a part of; where the tool does not say so, all on its controller."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._of_groups: dict[str, list[Subject]] = {}
        self._of_controllers: dict[str, list[Subject]] = {}
        for array in facts.subjects("array") or []:
            for group in {fact.text for fact in facts.of(array, "array.group")}:
                self._of_groups.setdefault(group, []).append(array)
            if controller := text_of(facts, array, "array.controller"):
                self._of_controllers.setdefault(controller, []).append(array)

    def disk(self, disk: Subject) -> list[Subject]:
        """Those of one disk, found by what they have in common, not by going through all."""
        if group := text_of(self.facts, disk, "disk.group"):
            return self._of_groups.get(group, [])
        return self._of_controllers.get(text_of(self.facts, disk, "disk.controller") or "", [])


def _is_troubled(facts: Facts, disk: Subject, arrays: list[Subject]) -> bool:
    """A failed disk of an array that is degraded or worse is that array's trouble."""
    health = text_of(facts, disk, "disk.health")
    of_array = any(text_of(facts, array, "array.health") in _AT_RISK for array in arrays)
    return health in _TROUBLED and not (health == "failed" and of_array)


def _cannot_do_without(facts: Facts, array: Subject) -> bool:
    level, health = text_of(facts, array, "array.level"), text_of(facts, array, "array.health")
    return level in _BARE or health in _AT_RISK


def _said(facts: Facts, disk: Subject) -> str:
    said = text_of(facts, disk, "disk.health_said") or text_of(facts, disk, "disk.health")
    return f"{disk.name} ({said})"
