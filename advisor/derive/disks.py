"""Disks: reads the health of physical disks and of their arrays; gives those in trouble that no array tells of."""

from collections.abc import Iterator

from advisor import values
from advisor.derive.arrays import text_of
from advisor.derive.context import Context
from advisor.facts import Fact, Subject
from advisor.known import Facts
from advisor.values import media
from advisor.values.printing import listed

_TROUBLED = {"failed", "failing", "warning"}
_AT_RISK = {"degraded", "rebuilding", "failed"}  # an array in this state is told of with its disks
_BARE = {"0", "JBOD"}
_MOST = 6
_OF_ONE_DRIVE = {"sata", "ata", "nvme"}  # buses on which Windows sees drives, but for what a bridge makes of them


def derive(facts: Facts, context: Context) -> Iterator[Fact]:
    """`disks.troubled` in words, and of these whether one has failed and whether its array can do without it."""
    told = [disk for disk in facts.subjects("disk") or [] if facts.of(disk, "disk.health")]
    if not told:
        return
    of = ArraysOf(facts)
    arrays = {disk: of.disk(disk) for disk in told}
    troubled = [disk for disk in told if _is_troubled(facts, disk, arrays[disk]) and not _is_a_stick(facts, disk)]
    lists = {*context.catalogue.kind_of_evidence("disk.health").formats}
    if not troubled and any(fact.text in lists for fact in facts.each("cut.format")):
        keys = ("disks.troubled", "disks.failed", "disks.irreplaceable")
        yield from (Fact(key, "", doubt="a listing of disks is cut") for key in keys)
        return
    origins = tuple(fact for disk in troubled or told for fact in facts.of(disk, "disk.health"))
    lost = {disk: _lost_with(facts, disk, arrays[disk]) for disk in troubled}
    said = listed([_said(facts, disk, lost[disk]) for disk in troubled], _MOST) or "none"
    note = next((fact.note for fact in origins if troubled and fact.note), "")
    yield Fact("disks.troubled", said, made_from=origins, note=note)
    failed = any(text_of(facts, disk, "disk.health") == "failed" for disk in troubled)
    yield Fact("disks.failed", "yes" if failed else "no", made_from=origins)
    by = tuple(fact for all_of_disk in lost.values() for one in all_of_disk for fact in _telling(facts, one))
    notes = "; ".join(dict.fromkeys(fact.note for fact in by if fact.presumed))
    answer = Fact("disks.irreplaceable", "yes" if any(lost.values()) else "no", made_from=origins + by)
    yield answer._replace(presumed=bool(notes), note=notes)


class ArraysOf:
    """The arrays that a disk is a part of; where the tool does not say so, all on its controller."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._of_groups: dict[str, list[Subject]] = {}
        self._of_controllers: dict[str, list[Subject]] = {}
        self._of_members: dict[str, list[Subject]] = {}
        for array in facts.subjects("array") or []:
            for group in {fact.text for fact in facts.of(array, "array.group")}:
                self._of_groups.setdefault(group, []).append(array)
            if controller := text_of(facts, array, "array.controller"):
                self._of_controllers.setdefault(controller, []).append(array)
            for member in values.parse("list", text_of(facts, array, "array.members") or ""):
                self._of_members.setdefault(member.casefold(), []).append(array)

    def disk(self, disk: Subject) -> list[Subject]:
        """Those of one disk, found by what they have in common, not by going through all."""
        if group := text_of(self.facts, disk, "disk.group"):
            return self._of_groups.get(group, [])
        if controller := text_of(self.facts, disk, "disk.controller"):
            return self._of_controllers.get(controller, [])
        return self._of_members.get(disk.name.casefold(), [])


def _is_troubled(facts: Facts, disk: Subject, arrays: list[Subject]) -> bool:
    """A failed disk of an array that is degraded or worse is that array's trouble."""
    health = text_of(facts, disk, "disk.health")
    of_array = any(text_of(facts, array, "array.health") in _AT_RISK for array in arrays)
    return health in _TROUBLED and not (health == "failed" and of_array)


def _lost_with(facts: Facts, disk: Subject, arrays: list[Subject]) -> tuple[Subject, ...]:
    """The arrays, or the volumes on a disk that is in none, whose data goes with the disk."""
    if arrays:
        return tuple(arrays) if all(_cannot_do_without(facts, one) for one in arrays) else ()
    model = text_of(facts, disk, "disk.model") or ""
    if text_of(facts, disk, "disk.bus") not in _OF_ONE_DRIVE or media.is_virtual(model) or media.is_logical(model):
        return ()
    on_it = (one for one in facts.subjects("volume") or [] if text_of(facts, one, "volume.disk") == disk.name)
    return tuple(volume for volume in on_it if not facts.of(volume, "volume.array"))


def _is_a_stick(facts: Facts, disk: Subject) -> bool:
    """Whether it hangs on USB and no volume is known to lie on it: somebody's stick, and none of the server's disks."""
    if text_of(facts, disk, "disk.bus") != "usb":
        return False
    called = {disk.name, text_of(facts, disk, "disk.path")}
    return not any(
        fact.text in called for one in facts.subjects("volume") or [] for fact in facts.of(one, "volume.disk")
    )


def _cannot_do_without(facts: Facts, array: Subject) -> bool:
    level, health = text_of(facts, array, "array.level"), text_of(facts, array, "array.health")
    return level in _BARE or health in _AT_RISK


def _telling(facts: Facts, lost: Subject) -> tuple[Fact, ...]:
    """What shows that it is lost with the disk, and what lies on it."""
    return facts.of(lost, "array.level")[:1] or facts.of(lost, "volume.disk")[:1]


def _said(facts: Facts, disk: Subject, lost: tuple[Subject, ...]) -> str:
    """A disk with its tool's words, and with what is lost where it goes."""
    said = text_of(facts, disk, "disk.health_said") or text_of(facts, disk, "disk.health")
    held = dict.fromkeys(told for one in lost for told in (text_of(facts, one, f"{one.kind}.lodgers"),) if told)
    return f"{disk.name} ({said}{'; with ' if held else ''}{listed(list(held))})"
