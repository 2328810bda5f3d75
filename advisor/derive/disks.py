"""Disks: health, media, and the disks of Windows."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from advisor import values
from advisor.derive.arrays import text_of
from advisor.derive.context import Context, derived
from advisor.derive.directories import directories_of
from advisor.facts import Complete, Fact, Facts, Subject
from advisor.values import media, windows
from advisor.values.printing import listed

_TROUBLED = {"failed", "failing", "warning"}
_AT_RISK = {"degraded", "rebuilding", "failed"}  # a finding on an array in this state names its disks
_BARE = {"0", "JBOD"}
_MAX_NAMED_DISKS = 6
_SERVER_KEYS = (
    "disks.troubled", "disks.failed", "disks.predicted", "disks.array_may_have_failed", "disks.irreplaceable",
    "disks.only_spares",
)  # fmt: skip
_DIRECT_BUSES = {"sata", "ata", "nvme"}  # buses on which Windows sees the drives themselves


@derived(
    "array.troubled_disks", "disks.array_may_have_failed", "disks.failed", "disks.irreplaceable", "disks.only_spares",
    "disks.predicted", "disks.troubled",
)  # fmt: skip
def derive_disks(facts: Facts, context: Context) -> Iterator[Fact]:
    """Yield `disks.troubled`, the facts that its remedy needs, and `array.troubled_disks` of failed arrays.

    A member of a failed array is not in `disks.troubled`: the finding on the array names it.
    """
    listed_disks = [disk for disk in facts.subjects("disk") or [] if facts.of(disk, "disk.health")]
    if not listed_disks:
        return
    arrays_of = ArraysOf(facts)
    volumes = _volumes_by_disk(facts)
    arrays = {disk: arrays_of.disk(disk) for disk in listed_disks}
    yield from _troubled_disks_of_failed_arrays(facts, arrays)
    troubled = [
        disk
        for disk in listed_disks
        if _is_troubled(facts, disk, arrays[disk]) and not _is_removable(facts, disk, volumes)
    ]
    formats = {*context.catalogue.kind_of_evidence("disk.health").formats}
    if not troubled and any(fact.text in formats for fact in facts.each("cut.format")):
        yield from (Fact(key, "", doubt="a listing of disks is cut") for key in _SERVER_KEYS)
        return
    origins = tuple(fact for disk in troubled or listed_disks for fact in facts.of(disk, "disk.health"))
    lost = {disk: arrays[disk] or _group_of_single_disk(facts, disk, volumes) for disk in troubled}
    words = listed([_disk_in_words(facts, disk, lost[disk]) for disk in troubled], _MAX_NAMED_DISKS) or "none"
    note = next((fact.note for fact in origins if troubled and fact.note), "")
    yield Fact("disks.troubled", words, made_from=origins, note=note)
    failed = [disk for disk in troubled if text_of(facts, disk, "disk.health") == "failed"]
    yield Fact("disks.failed", _yes_or_no(failed), made_from=origins)
    yield Fact("disks.predicted", _yes_or_no(len(failed) < len(troubled)), made_from=origins)
    only_spares = troubled and all(text_of(facts, disk, "disk.is_spare") == "yes" for disk in troubled)
    yield Fact("disks.only_spares", _yes_or_no(only_spares), made_from=origins)
    several = _have_failed_together(facts, failed, arrays)
    yield Fact("disks.array_may_have_failed", _yes_or_no(several), made_from=origins)
    gone = dict.fromkeys(one for shared in {id(one): one for one in lost.values()}.values() for one in shared.lost)
    by = tuple(fact for one in gone for fact in facts.of(one, "array.level")[:1] or facts.of(one, "volume.disk")[:1])
    notes = "; ".join(dict.fromkeys(fact.note for fact in by if fact.presumed))
    answer = Fact("disks.irreplaceable", _yes_or_no(gone), made_from=origins + by)
    yield replace(answer, presumed=bool(notes), note=notes)


def _yes_or_no(answer: object) -> str:
    return "yes" if answer else "no"


class ArrayGroup(Struct, frozen=True):
    """The arrays that a disk belongs to, shared by all disks of these arrays; or the volumes on a disk in no array."""

    arrays: tuple[Subject, ...]
    failed: tuple[Subject, ...]  # the arrays that have failed
    at_risk: bool  # an array is degraded or worse
    has_state: bool  # a tool reports the state of each array
    lost: tuple[Subject, ...]  # the arrays or volumes whose data is lost with the disk
    held: str  # what is stored on `lost`, in words


class ArraysOf:
    """The arrays of each disk. If the tool does not report them, these are all arrays on the disk's controller."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._arrays: dict[tuple[str, str], list[Subject]] = {}
        self._groups: dict[tuple[str, str], ArrayGroup] = {}
        for array in facts.subjects("array") or []:
            for group in {fact.text for fact in facts.of(array, "array.group")}:
                self._arrays.setdefault(("group", group), []).append(array)
            if controller := text_of(facts, array, "array.controller"):
                self._arrays.setdefault(("controller", controller), []).append(array)
            for member in values.parse("list", text_of(facts, array, "array.members") or ""):
                self._arrays.setdefault(("member", member.casefold()), []).append(array)

    def disk(self, disk: Subject) -> ArrayGroup | None:
        """Return the arrays of a disk, or None. They are looked up by member, controller or group."""
        of = ("member", disk.name.casefold())
        for what in ("controller", "group"):
            if name := text_of(self._facts, disk, f"disk.{what}"):
                of = (what, name)
        if of in self._arrays and of not in self._groups:
            self._groups[of] = self._of(self._arrays[of])
        return self._groups.get(of)

    def _of(self, arrays: list[Subject]) -> ArrayGroup:
        health = {array: text_of(self._facts, array, "array.health") for array in arrays}
        failed = tuple(array for array in arrays if health[array] == "failed")
        at_risk = any(state in _AT_RISK for state in health.values())
        lost = tuple(arrays) if all(_is_lost_with_a_disk(self._facts, one) for one in arrays) else ()
        return ArrayGroup(
            tuple(arrays), failed, at_risk, all(health.values()), lost, _contents_in_words(self._facts, lost)
        )


def _is_troubled(facts: Facts, disk: Subject, arrays: ArrayGroup | None) -> bool:
    """Return whether a disk needs a finding of its own: no finding on its array names it."""
    health = text_of(facts, disk, "disk.health")
    if health not in _TROUBLED or (arrays and arrays.failed):
        return False
    return not (health == "failed" and arrays and arrays.at_risk)


def _troubled_disks_of_failed_arrays(facts: Facts, arrays: dict[Subject, ArrayGroup | None]) -> Iterator[Fact]:
    """Yield `array.troubled_disks` of each failed array: its failed and failing disks, with the tool's words."""
    members: dict[Subject, list[Subject]] = {}
    for disk, group_of_disk in arrays.items():
        if group_of_disk and text_of(facts, disk, "disk.health") in _TROUBLED:
            for array in group_of_disk.failed:
                members.setdefault(array, []).append(disk)
    for array, disks in members.items():
        origins = tuple(fact for disk in disks for fact in facts.of(disk, "disk.health"))
        words = listed([f"{disk.name} ({_tool_words(facts, disk)})" for disk in disks], _MAX_NAMED_DISKS)
        yield Fact("array.troubled_disks", words, subject=array, made_from=origins)


def _have_failed_together(facts: Facts, failed: list[Subject], arrays: dict[Subject, ArrayGroup | None]) -> bool:
    """Return whether two failed disks belong to one array or group, and no tool reports the array's state."""
    seen: set[object] = set()
    for disk in failed:
        group_of_disk = arrays[disk]
        group = text_of(facts, disk, "disk.group") or (group_of_disk and group_of_disk.arrays)
        if group and not (group_of_disk and group_of_disk.has_state):
            if group in seen:
                return True
            seen.add(group)
    return False


def _volumes_by_disk(facts: Facts) -> dict[str, list[Subject]]:
    """Return the volumes on each disk, by the disk's name or path."""
    volumes: dict[str, list[Subject]] = {}
    for volume in facts.subjects("volume") or []:
        for name in dict.fromkeys(fact.text for fact in facts.of(volume, "volume.disk")):
            volumes.setdefault(name, []).append(volume)
    return volumes


def _group_of_single_disk(facts: Facts, disk: Subject, volumes: dict[str, list[Subject]]) -> ArrayGroup:
    """Return the volumes that are lost with a disk that is in no array."""
    model = text_of(facts, disk, "disk.model") or ""
    if text_of(facts, disk, "disk.bus") not in _DIRECT_BUSES or media.is_virtual(model) or media.is_logical(model):
        return ArrayGroup((), (), False, False, (), "")
    on_it = (one for one in volumes.get(disk.name, []) if text_of(facts, one, "volume.disk") == disk.name)
    lost = tuple(volume for volume in on_it if not facts.of(volume, "volume.array"))
    return ArrayGroup((), (), False, False, lost, _contents_in_words(facts, lost))


def _is_removable(facts: Facts, disk: Subject, volumes: dict[str, list[Subject]]) -> bool:
    """Return whether a disk is on USB and no known volume is stored on it: a stick, and no disk of the server."""
    if text_of(facts, disk, "disk.bus") != "usb":
        return False
    return disk.name not in volumes and text_of(facts, disk, "disk.path") not in volumes


def _is_lost_with_a_disk(facts: Facts, array: Subject) -> bool:
    level, health = text_of(facts, array, "array.level"), text_of(facts, array, "array.health")
    return level in _BARE or health in _AT_RISK


def _disk_in_words(facts: Facts, disk: Subject, lost: ArrayGroup) -> str:
    """Return a disk with its tool's words, and with the contents that are lost with it."""
    return f"{disk.name} ({_tool_words(facts, disk)}{'; with ' if lost.held else ''}{lost.held})"


def _tool_words(facts: Facts, disk: Subject) -> str | None:
    """Return the health of a disk in the tool's own words if they are known."""
    return text_of(facts, disk, "disk.health_said") or text_of(facts, disk, "disk.health")


def _contents_in_words(facts: Facts, lost: tuple[Subject, ...]) -> str:
    """Return what is stored on arrays or volumes."""
    return listed(
        list(dict.fromkeys(told for one in lost for told in (text_of(facts, one, f"{one.kind}.lodgers"),) if told))
    )


_REMOTE = {"iscsi", "fibre channel"}
_LOGICAL_BUSES = {"raid", "spaces", *_REMOTE}  # another tool reports the media of these disks
_STORAGE_SPACES = "storage spaces"
_ONE_DISK = "windows"  # `array.tool` of an array that is a single disk
_WORST = ("failed", "failing", "warning", "ok")
_DESCRIBING_KEYS = ("disk.model", "disk.health")
_MODEL_KEYS = ("disk.model", "disk.path")
_MEDIA_KEYS = ("disk.media_type", "disk.bus", "disk.model")
_ON_THE_ONLY_DISK = "only one disk is listed, so it is assumed to hold all drive letters"
_THE_ONLY_ARRAY = "one array is listed, and Windows lists one disk of that kind, so they are assumed to be the same"
_CONTRADICTED = "{} is healthy in {}, and nothing tells which of them is newer"
_OF_A_VIRTUAL_MACHINE = "the machine is virtual, so its disks are assumed to be"


@derived("disk.media", "disk.health", "disk.health_said", "volume.array", "volume.disk", "volume.media")
def derive_windows_disks(facts: Facts, _: Context) -> Iterator[Fact | Complete]:
    """Yield the media of each disk, and the disk, media and array of the volumes. Settle contradictory `disk.health`.

    If all disks are virtual, `array.` is complete: there are no arrays.
    """
    disks = [disk for disk in facts.subjects("disk") or [] if windows.disk(disk.name) or facts.of(disk, "disk.model")]
    for disk in disks:
        _settle_health(facts, disk)
        yield from _media(facts, disk)
    by_path = {fact.text: disk for disk in disks for fact in facts.of(disk, "disk.path")}
    arrays, common_media = _array_by_disk(facts, disks), _common_media(facts, disks)
    by_name: dict[str, list[Subject]] = {}
    for disk in disks:
        by_name.setdefault(disk.name.casefold(), []).append(disk)
    for volume in facts.subjects("volume") or []:
        yield from _numbered_disk_of_volume(facts, volume, by_path)
        yield from _only_disk_of_volume(facts, volume, disks)
        yield from _media_of_volume(facts, volume, by_name, common_media)
        yield from _array_of_volume(facts, volume, arrays)
    yield from _without_arrays(facts, disks)
    if not disks and facts.ask("machine.virtual").text == "yes":
        yield from _assumed_virtual_volumes(facts)


def _without_arrays(facts: Facts, disks: list[Subject]) -> Iterator[Complete]:
    """Yield that arrays and controllers are complete if all disks are virtual."""
    media_of = [facts.of(disk, "disk.media")[:1] for disk in disks]
    if (
        facts.subjects("array")
        or not disks
        or any([fact.text for fact in media_of_disk] != ["virtual"] for media_of_disk in media_of)
    ):
        return
    source = next((fact.source for disk in disks for fact in facts.of(disk, "disk.model") if fact.source), None)
    if source and not any(fact.presumed for media_of_disk in media_of for fact in media_of_disk):
        yield from (Complete(prefix, source) for prefix in ("array.", "controller."))


def _settle_health(facts: Facts, disk: Subject) -> None:
    """Settle the worst health that several commands report of a disk."""
    healths = facts.of(disk, "disk.health")
    worst = min(healths, key=lambda fact: _WORST.index(fact.text), default=None)
    if worst and len({fact.text for fact in healths}) > 1:
        healthy = (fact.source for fact in healths if fact.text == "ok" and fact.source is not worst.source)
        other = next(filter(None, healthy), None)
        facts.settle(replace(worst, note=_CONTRADICTED.format(disk.name, other.path)) if other else worst)
        facts.settle(*(fact for fact in facts.of(disk, "disk.health_said") if fact.source is worst.source))


def _media(facts: Facts, disk: Subject) -> Iterator[Fact]:
    """Yield the media of a disk, if Windows can know it."""
    origins = tuple(fact for key in _MEDIA_KEYS for fact in facts.of(disk, key)) or facts.of(disk, "disk.path")
    model = " ".join(fact.text for key in _MODEL_KEYS for fact in facts.of(disk, key))
    bus, kind = text_of(facts, disk, "disk.bus"), text_of(facts, disk, "disk.media_type")
    virtual = facts.ask("machine.virtual")
    if bus not in _REMOTE and (media.is_virtual(model) or bus == "file backed virtual"):
        yield Fact("disk.media", "virtual", subject=disk, made_from=origins)
    elif bus in _LOGICAL_BUSES or media.is_logical(model):
        return
    elif kind == "ssd" or (kind == "hdd" and not _may_be_an_array(bus, model)):
        of_flash = "nvme" if kind == "ssd" and bus == "nvme" else kind
        yield Fact("disk.media", of_flash, subject=disk, made_from=origins)
    elif bus == "nvme":
        yield Fact("disk.media", "nvme", subject=disk, made_from=origins)
    elif virtual.text == "yes":
        yield Fact("disk.media", "virtual", None, None, disk, virtual.facts, True, _OF_A_VIRTUAL_MACHINE)


def _may_be_an_array(bus: str | None, model: str) -> bool:
    """Return whether a disk on SAS may be an array: no maker gives its model name to a single disk."""
    return bus == "sas" and bool(model.strip()) and not media.is_a_disk(bus, "", model)


def _numbered_disk_of_volume(facts: Facts, volume: Subject, by_path: dict[str, Subject]) -> Iterator[Fact]:
    """Yield the disk of a volume whose disk Get-Partition names by its path."""
    for fact in facts.of(volume, "volume.disk"):
        if disk := by_path.get(fact.text):
            yield Fact("volume.disk", disk.name, subject=volume, made_from=(fact, *facts.of(disk, "disk.path")))


def _only_disk_of_volume(facts: Facts, volume: Subject, disks: list[Subject]) -> Iterator[Fact]:
    """Yield the only listed disk as the disk of a volume. A disk that only its partitions name is not listed."""
    placed = facts.of(volume, "volume.disk") or facts.of(volume, "volume.array")
    if len(disks) != 1 or placed or not facts.of(volume, "volume.mount"):
        return
    if origins := next(filter(None, (facts.of(disks[0], key) for key in _DESCRIBING_KEYS)), ()):
        yield Fact("volume.disk", disks[0].name, None, None, volume, origins, True, _ON_THE_ONLY_DISK)


def _assumed_virtual_volumes(facts: Facts) -> Iterator[Fact]:
    """Yield `volume.media` of each drive letter in NOTES.INI whose disks are unknown."""
    letters = {one.path[:2].upper() for one in directories_of(facts) if one.path[1:3] == ":\\"}
    for letter in sorted(letters):
        volume = Subject("volume", letter)
        known = [facts.of(volume, f"volume.{key}") for key in ("array", "device", "disk", "media")]
        if not any(known):
            by = facts.ask("machine.virtual").facts
            yield Fact("volume.media", "virtual", None, None, volume, by, True, _OF_A_VIRTUAL_MACHINE)


def _array_by_disk(facts: Facts, disks: list[Subject]) -> dict[str, tuple[Subject, str]]:
    """Return the array that a disk is, with the assumption that it rests on, by the disk's name in lower case.

    It is the storage space with its name, or the only storage space. A controller's only logical drive is assumed to
    be the only array that a tool lists.
    """
    arrays = facts.subjects("array") or []
    spaces = [array for array in arrays if text_of(facts, array, "array.tool") == _STORAGE_SPACES]
    others = [array for array in arrays if not facts.of(array, "array.device") and not _is_software_array(facts, array)]
    made = [disk for disk in disks if text_of(facts, disk, "disk.bus") == "spaces"]
    by_name = {array.name.casefold(): array for array in spaces}
    named = {disk: by_name.get((text_of(facts, disk, "disk.model") or "").casefold()) for disk in made}
    of_controllers = [disk for disk in disks if _is_logical_drive(facts, disk)]
    same = {disk.name.casefold(): (array, "") for disk, array in named.items() if array}
    for alone, below in ((made, spaces), (of_controllers, others)):
        if len(alone) == len(below) == 1:
            same.setdefault(alone[0].name.casefold(), (below[0], _THE_ONLY_ARRAY))
    return same


def _is_software_array(facts: Facts, array: Subject) -> bool:
    return text_of(facts, array, "array.software") == "yes" or text_of(facts, array, "array.tool") == _ONE_DISK


def _is_logical_drive(facts: Facts, disk: Subject) -> bool:
    """Return whether a disk is a controller's logical drive, by its bus or model."""
    model = text_of(facts, disk, "disk.model") or ""
    bus = text_of(facts, disk, "disk.bus")
    return bus == "raid" or (bus not in _LOGICAL_BUSES and media.is_logical(model) and not media.is_virtual(model))


def _array_of_volume(facts: Facts, volume: Subject, arrays: dict[str, tuple[Subject, str]]) -> Iterator[Fact]:
    """Yield `volume.array` of a volume on a disk that is an array."""
    for fact in facts.of(volume, "volume.disk"):
        if same := arrays.get(fact.text.casefold()):
            array, note = same
            origins = (fact, *facts.of(array, "array.name"))
            yield Fact("volume.array", array.name, None, None, volume, origins, bool(note), note)


def _common_media(facts: Facts, disks: list[Subject]) -> Fact | None:
    """Return the media of some disks as one fact, if it is known of each disk and equal."""
    media_facts = tuple(fact for disk in disks for fact in facts.of(disk, "disk.media"))
    if len(media_facts) != len(disks) or len({fact.text for fact in media_facts}) != 1:
        return None
    return Fact(
        "disk.media",
        media_facts[0].text,
        made_from=media_facts,
        presumed=media_facts[0].presumed,
        note=media_facts[0].note,
    )


def _media_of_volume(
    facts: Facts, volume: Subject, by_name: dict[str, list[Subject]], of_all: Fact | None
) -> Iterator[Fact]:
    """Yield the media of the disks of a volume, if it is equal. If their numbers are unknown, all disks count."""
    named = facts.of(volume, "volume.disk")
    names = dict.fromkeys(name for fact in named for name in values.parse("list", fact.text))
    own = [disk for name in names for disk in by_name.get(name, ())]
    of_path = [fact for fact in named if media.is_virtual(fact.text)]
    if of_path and not own:
        yield Fact("volume.media", "virtual", subject=volume, made_from=tuple(of_path))
    elif named and (common := _common_media(facts, own) if own else of_all):
        made_from = (*(common.made_from if own else (common,)), *named)
        yield replace(common, key="volume.media", subject=volume, made_from=made_from)
