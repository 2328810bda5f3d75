"""Disks: reads the health of physical disks and of their arrays; gives those in trouble that no array tells of."""

from collections.abc import Iterator
from typing import NamedTuple

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
    volumes = _volumes_by_disk(facts)
    arrays = {disk: of.disk(disk) for disk in told}
    troubled = [
        disk for disk in told if _is_troubled(facts, disk, arrays[disk]) and not _is_a_stick(facts, disk, volumes)
    ]
    lists = {*context.catalogue.kind_of_evidence("disk.health").formats}
    if not troubled and any(fact.text in lists for fact in facts.each("cut.format")):
        keys = ("disks.troubled", "disks.failed", "disks.irreplaceable")
        yield from (Fact(key, "", doubt="a listing of disks is cut") for key in keys)
        return
    origins = tuple(fact for disk in troubled or told for fact in facts.of(disk, "disk.health"))
    lost = {disk: arrays[disk] or _alone(facts, disk, volumes) for disk in troubled}
    said = listed([_said(facts, disk, lost[disk]) for disk in troubled], _MOST) or "none"
    note = next((fact.note for fact in origins if troubled and fact.note), "")
    yield Fact("disks.troubled", said, made_from=origins, note=note)
    failed = any(text_of(facts, disk, "disk.health") == "failed" for disk in troubled)
    yield Fact("disks.failed", "yes" if failed else "no", made_from=origins)
    gone = dict.fromkeys(one for shared in {id(one): one for one in lost.values()}.values() for one in shared.lost)
    by = tuple(fact for one in gone for fact in _telling(facts, one))
    notes = "; ".join(dict.fromkeys(fact.note for fact in by if fact.presumed))
    answer = Fact("disks.irreplaceable", "yes" if gone else "no", made_from=origins + by)
    yield answer._replace(presumed=bool(notes), note=notes)


class Together(NamedTuple):
    """The arrays that a disk is a part of, one such for all disks that are in the same; or what lies on a disk in none.

    at_risk: whether an array is degraded or worse. lost: those whose data goes with the disk. held: what lies there.
    """

    at_risk: bool
    lost: tuple[Subject, ...]
    held: str


class ArraysOf:
    """The arrays that a disk is a part of; where the tool does not say so, all on its controller."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._arrays: dict[tuple[str, str], list[Subject]] = {}
        self._together: dict[tuple[str, str], Together] = {}
        for array in facts.subjects("array") or []:
            for group in {fact.text for fact in facts.of(array, "array.group")}:
                self._arrays.setdefault(("group", group), []).append(array)
            if controller := text_of(facts, array, "array.controller"):
                self._arrays.setdefault(("controller", controller), []).append(array)
            for member in values.parse("list", text_of(facts, array, "array.members") or ""):
                self._arrays.setdefault(("member", member.casefold()), []).append(array)

    def disk(self, disk: Subject) -> Together | None:
        """Those of one disk, found by what they have in common, not by going through all; None where there is none."""
        of = ("member", disk.name.casefold())
        for what in ("controller", "group"):
            if name := text_of(self._facts, disk, f"disk.{what}"):
                of = (what, name)
        if of in self._arrays and of not in self._together:
            self._together[of] = self._of(self._arrays[of])
        return self._together.get(of)

    def _of(self, arrays: list[Subject]) -> Together:
        at_risk = any(text_of(self._facts, array, "array.health") in _AT_RISK for array in arrays)
        lost = tuple(arrays) if all(_cannot_do_without(self._facts, one) for one in arrays) else ()
        return Together(at_risk, lost, _held(self._facts, lost))


def _is_troubled(facts: Facts, disk: Subject, arrays: Together | None) -> bool:
    """A failed disk of an array that is degraded or worse is that array's trouble."""
    health = text_of(facts, disk, "disk.health")
    return health in _TROUBLED and not (health == "failed" and arrays and arrays.at_risk)


def _volumes_by_disk(facts: Facts) -> dict[str, list[Subject]]:
    """The volumes that a name of a disk is told of."""
    volumes: dict[str, list[Subject]] = {}
    for volume in facts.subjects("volume") or []:
        for name in dict.fromkeys(fact.text for fact in facts.of(volume, "volume.disk")):
            volumes.setdefault(name, []).append(volume)
    return volumes


def _alone(facts: Facts, disk: Subject, volumes: dict[str, list[Subject]]) -> Together:
    """What goes with a disk that is in no array: the volumes on it."""
    model = text_of(facts, disk, "disk.model") or ""
    if text_of(facts, disk, "disk.bus") not in _OF_ONE_DRIVE or media.is_virtual(model) or media.is_logical(model):
        return Together(False, (), "")
    on_it = (one for one in volumes.get(disk.name, []) if text_of(facts, one, "volume.disk") == disk.name)
    lost = tuple(volume for volume in on_it if not facts.of(volume, "volume.array"))
    return Together(False, lost, _held(facts, lost))


def _is_a_stick(facts: Facts, disk: Subject, volumes: dict[str, list[Subject]]) -> bool:
    """Whether it hangs on USB and no volume is known to lie on it: somebody's stick, and none of the server's disks."""
    if text_of(facts, disk, "disk.bus") != "usb":
        return False
    return disk.name not in volumes and text_of(facts, disk, "disk.path") not in volumes


def _cannot_do_without(facts: Facts, array: Subject) -> bool:
    level, health = text_of(facts, array, "array.level"), text_of(facts, array, "array.health")
    return level in _BARE or health in _AT_RISK


def _telling(facts: Facts, lost: Subject) -> tuple[Fact, ...]:
    """What shows that it is lost with the disk, and what lies on it."""
    return facts.of(lost, "array.level")[:1] or facts.of(lost, "volume.disk")[:1]


def _said(facts: Facts, disk: Subject, lost: Together) -> str:
    """A disk with its tool's words, and with what is lost where it goes."""
    said = text_of(facts, disk, "disk.health_said") or text_of(facts, disk, "disk.health")
    return f"{disk.name} ({said}{'; with ' if lost.held else ''}{lost.held})"


def _held(facts: Facts, lost: tuple[Subject, ...]) -> str:
    """What lies on arrays or volumes."""
    return listed(
        list(dict.fromkeys(told for one in lost for told in (text_of(facts, one, f"{one.kind}.lodgers"),) if told))
    )
