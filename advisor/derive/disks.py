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
_OF_THE_SERVER = (
    "disks.troubled",
    "disks.failed",
    "disks.predicted",
    "disks.array_may_have_failed",
    "disks.irreplaceable",
)
_OF_ONE_DRIVE = {"sata", "ata", "nvme"}  # buses on which Windows sees drives, but for what a bridge makes of them


def derive(facts: Facts, context: Context) -> Iterator[Fact]:
    """`disks.troubled` and what a remedy must know of those disks; `array.troubled_disks` of arrays that failed.

    A member of a failed array is not in `disks.troubled`: the finding on the array names it.
    """
    listed_disks = [disk for disk in facts.subjects("disk") or [] if facts.of(disk, "disk.health")]
    if not listed_disks:
        return
    arrays_of = ArraysOf(facts)
    volumes = _volumes_by_disk(facts)
    arrays = {disk: arrays_of.disk(disk) for disk in listed_disks}
    yield from _of_failed_arrays(facts, arrays)
    troubled = [
        disk
        for disk in listed_disks
        if _is_troubled(facts, disk, arrays[disk]) and not _is_a_stick(facts, disk, volumes)
    ]
    formats = {*context.catalogue.kind_of_evidence("disk.health").formats}
    if not troubled and any(fact.text in formats for fact in facts.each("cut.format")):
        yield from (Fact(key, "", doubt="a listing of disks is cut") for key in _OF_THE_SERVER)
        return
    origins = tuple(fact for disk in troubled or listed_disks for fact in facts.of(disk, "disk.health"))
    lost = {disk: arrays[disk] or _alone(facts, disk, volumes) for disk in troubled}
    words = listed([_said(facts, disk, lost[disk]) for disk in troubled], _MOST) or "none"
    note = next((fact.note for fact in origins if troubled and fact.note), "")
    yield Fact("disks.troubled", words, made_from=origins, note=note)
    failed = [disk for disk in troubled if text_of(facts, disk, "disk.health") == "failed"]
    yield Fact("disks.failed", _yes_or_no(failed), made_from=origins)
    yield Fact("disks.predicted", _yes_or_no(len(failed) < len(troubled)), made_from=origins)
    several = _several_of_an_unknown_array(facts, failed, arrays)
    yield Fact("disks.array_may_have_failed", _yes_or_no(several), made_from=origins)
    gone = dict.fromkeys(one for shared in {id(one): one for one in lost.values()}.values() for one in shared.lost)
    by = tuple(fact for one in gone for fact in _telling(facts, one))
    notes = "; ".join(dict.fromkeys(fact.note for fact in by if fact.presumed))
    answer = Fact("disks.irreplaceable", _yes_or_no(gone), made_from=origins + by)
    yield answer._replace(presumed=bool(notes), note=notes)


def _yes_or_no(answer: object) -> str:
    return "yes" if answer else "no"


class Together(NamedTuple):
    """The arrays that a disk belongs to, shared by all disks of these arrays; or what is stored on a disk in no array.

    arrays: all of them, `failed` those that have failed. at_risk: whether one is degraded or worse.
    has_state: whether a tool reports the state of each. lost: the arrays whose data is lost with the disk.
    held: what is stored there, in words.
    """

    arrays: tuple[Subject, ...]
    failed: tuple[Subject, ...]
    at_risk: bool
    has_state: bool
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
        health = {array: text_of(self._facts, array, "array.health") for array in arrays}
        failed = tuple(array for array in arrays if health[array] == "failed")
        at_risk = any(state in _AT_RISK for state in health.values())
        lost = tuple(arrays) if all(_cannot_do_without(self._facts, one) for one in arrays) else ()
        return Together(tuple(arrays), failed, at_risk, all(health.values()), lost, _held(self._facts, lost))


def _is_troubled(facts: Facts, disk: Subject, arrays: Together | None) -> bool:
    """Return whether a disk needs a finding of its own: no finding on its array names it."""
    health = text_of(facts, disk, "disk.health")
    if health not in _TROUBLED or (arrays and arrays.failed):
        return False
    return not (health == "failed" and arrays and arrays.at_risk)


def _of_failed_arrays(facts: Facts, arrays: dict[Subject, Together | None]) -> Iterator[Fact]:
    """`array.troubled_disks` of each array that has failed: its failed and failing disks, with the tool's words."""
    members: dict[Subject, list[Subject]] = {}
    for disk, together in arrays.items():
        if together and text_of(facts, disk, "disk.health") in _TROUBLED:
            for array in together.failed:
                members.setdefault(array, []).append(disk)
    for array, disks in members.items():
        origins = tuple(fact for disk in disks for fact in facts.of(disk, "disk.health"))
        words = listed([f"{disk.name} ({_tool_words(facts, disk)})" for disk in disks], _MOST)
        yield Fact("array.troubled_disks", words, subject=array, made_from=origins)


def _several_of_an_unknown_array(facts: Facts, failed: list[Subject], arrays: dict[Subject, Together | None]) -> bool:
    """Return whether two failed disks belong to one array or group, and no tool reports the array's state."""
    seen: set[object] = set()
    for disk in failed:
        together = arrays[disk]
        group = text_of(facts, disk, "disk.group") or (together and together.arrays)
        if group and not (together and together.has_state):
            if group in seen:
                return True
            seen.add(group)
    return False


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
        return Together((), (), False, False, (), "")
    on_it = (one for one in volumes.get(disk.name, []) if text_of(facts, one, "volume.disk") == disk.name)
    lost = tuple(volume for volume in on_it if not facts.of(volume, "volume.array"))
    return Together((), (), False, False, lost, _held(facts, lost))


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
    return f"{disk.name} ({_tool_words(facts, disk)}{'; with ' if lost.held else ''}{lost.held})"


def _tool_words(facts: Facts, disk: Subject) -> str | None:
    """Return what the tool says of a disk's health, in its own words where it has some."""
    return text_of(facts, disk, "disk.health_said") or text_of(facts, disk, "disk.health")


def _held(facts: Facts, lost: tuple[Subject, ...]) -> str:
    """What lies on arrays or volumes."""
    return listed(
        list(dict.fromkeys(told for one in lost for told in (text_of(facts, one, f"{one.kind}.lodgers"),) if told))
    )
