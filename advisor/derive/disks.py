"""Disks: health, media, and the disks of Windows."""

from collections.abc import Iterator
from typing import NamedTuple

from advisor import values
from advisor.derive.arrays import text_of
from advisor.derive.context import Context, derived
from advisor.derive.directories import directories_of
from advisor.facts import Complete, Fact, Subject
from advisor.known import Facts
from advisor.values import media, windows
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


@derived(
    "array.troubled_disks", "disks.array_may_have_failed", "disks.failed", "disks.irreplaceable", "disks.predicted",
    "disks.troubled",
    needs=(
        "array.level", "array.lodgers", "array.members", "disk.health", "volume.array", "volume.disk",
        "volume.lodgers",
    ),
)  # fmt: skip
def derive_disks(facts: Facts, context: Context) -> Iterator[Fact]:
    """Yield `disks.troubled` and what a remedy must know of those disks; `array.troubled_disks` of arrays that failed.

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
        """Return those of one disk, found by what they have in common, not by going through all.

        None where there is none.
        """
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
    """Yield `array.troubled_disks` of each array that has failed.

    Its failed and failing disks, with the tool's words.
    """
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
    """Return the volumes that a name of a disk is told of."""
    volumes: dict[str, list[Subject]] = {}
    for volume in facts.subjects("volume") or []:
        for name in dict.fromkeys(fact.text for fact in facts.of(volume, "volume.disk")):
            volumes.setdefault(name, []).append(volume)
    return volumes


def _alone(facts: Facts, disk: Subject, volumes: dict[str, list[Subject]]) -> Together:
    """Return what goes with a disk that is in no array: the volumes on it."""
    model = text_of(facts, disk, "disk.model") or ""
    if text_of(facts, disk, "disk.bus") not in _OF_ONE_DRIVE or media.is_virtual(model) or media.is_logical(model):
        return Together((), (), False, False, (), "")
    on_it = (one for one in volumes.get(disk.name, []) if text_of(facts, one, "volume.disk") == disk.name)
    lost = tuple(volume for volume in on_it if not facts.of(volume, "volume.array"))
    return Together((), (), False, False, lost, _held(facts, lost))


def _is_a_stick(facts: Facts, disk: Subject, volumes: dict[str, list[Subject]]) -> bool:
    """Return whether it hangs on USB and no volume is known to lie on it.

    Somebody's stick, and none of the server's disks.
    """
    if text_of(facts, disk, "disk.bus") != "usb":
        return False
    return disk.name not in volumes and text_of(facts, disk, "disk.path") not in volumes


def _cannot_do_without(facts: Facts, array: Subject) -> bool:
    level, health = text_of(facts, array, "array.level"), text_of(facts, array, "array.health")
    return level in _BARE or health in _AT_RISK


def _telling(facts: Facts, lost: Subject) -> tuple[Fact, ...]:
    """Return what shows that it is lost with the disk, and what lies on it."""
    return facts.of(lost, "array.level")[:1] or facts.of(lost, "volume.disk")[:1]


def _said(facts: Facts, disk: Subject, lost: Together) -> str:
    """Return a disk with its tool's words, and with what is lost where it goes."""
    return f"{disk.name} ({_tool_words(facts, disk)}{'; with ' if lost.held else ''}{lost.held})"


def _tool_words(facts: Facts, disk: Subject) -> str | None:
    """Return what the tool says of a disk's health, in its own words where it has some."""
    return text_of(facts, disk, "disk.health_said") or text_of(facts, disk, "disk.health")


def _held(facts: Facts, lost: tuple[Subject, ...]) -> str:
    """Return what lies on arrays or volumes."""
    return listed(
        list(dict.fromkeys(told for one in lost for told in (text_of(facts, one, f"{one.kind}.lodgers"),) if told))
    )


_REMOTE = {"iscsi", "fibre channel"}
_MADE_BY_OTHERS = {"raid", "spaces", *_REMOTE}  # what the disks are made of, another tool tells
_STORAGE_SPACES = "storage spaces"
_ONE_DISK = "windows"  # the tool of an array that is a disk by itself
_WORST = ("failed", "failing", "warning", "ok")
_NAMING = ("disk.model", "disk.health")
_MODEL = ("disk.model", "disk.path")
_TELLING = ("disk.media_type", "disk.bus", "disk.model")
_ON_THE_ONLY_DISK = "only one disk is listed, so it is assumed to hold all drive letters"
_THE_ONLY_ARRAY = "one array is listed, and Windows lists one disk of that kind, so they are assumed to be the same"
_OTHERWISE = "{} is healthy in {}, and nothing tells which of them is newer"
_OF_A_VIRTUAL_MACHINE = "the machine is virtual, so its disks are assumed to be"


@derived(
    "disk.media", "disk.health", "disk.health_said", "volume.array", "volume.disk", "volume.media",
    needs=(
        "array.tool", "array.name", "ini.translog_status", "platform", "transaction_log.path", "view_rebuild.path",
        "volume.array", "volume.mount",
    ),
    completes=("array.", "controller."),
)  # fmt: skip
def derive_windows_disks(facts: Facts, _: Context) -> Iterator[Fact | Complete]:
    """Yield `disk.media` and one `disk.health` of each disk; of the volumes on them disk, media, array.

    And that there are no arrays where all disks are virtual.
    """
    disks = [disk for disk in facts.subjects("disk") or [] if windows.disk(disk.name) or facts.of(disk, "disk.model")]
    for disk in disks:
        _settle_health(facts, disk)
        yield from _media(facts, disk)
    by_path = {fact.text: disk for disk in disks for fact in facts.of(disk, "disk.path")}
    arrays, made_of = _arrays_below(facts, disks), MadeOf(facts, disks)
    for volume in facts.subjects("volume") or []:
        yield from _on_a_numbered_disk(facts, volume, by_path)
        yield from _on_the_only_disk(facts, volume, disks)
        yield from _media_of_volume(facts, volume, made_of)
        yield from _on_its_array(facts, volume, arrays)
    yield from _without_arrays(facts, disks)
    if not disks and facts.ask("machine.virtual").text == "yes":
        yield from _presumed_virtual(facts)


def _without_arrays(facts: Facts, disks: list[Subject]) -> Iterator[Complete]:
    """Yield where all disks are virtual no controller of this machine makes arrays: there are none to ask for."""
    media_of = [facts.of(disk, "disk.media")[:1] for disk in disks]
    if facts.subjects("array") or not disks or any([fact.text for fact in told] != ["virtual"] for told in media_of):
        return
    source = next((fact.source for disk in disks for fact in facts.of(disk, "disk.model") if fact.source), None)
    if source and not any(fact.presumed for told in media_of for fact in told):
        yield from (Complete(prefix, source) for prefix in ("array.", "controller."))


def _settle_health(facts: Facts, disk: Subject) -> None:
    """Settle the worst of what several commands say of a disk's health."""
    told = facts.of(disk, "disk.health")
    worst = min(told, key=lambda fact: _WORST.index(fact.text), default=None)
    if worst and len({fact.text for fact in told}) > 1:
        healthy = (fact.source for fact in told if fact.text == "ok" and fact.source is not worst.source)
        other = next(filter(None, healthy), None)
        facts.settle(worst._replace(note=_OTHERWISE.format(disk.name, other.path)) if other else worst)
        facts.settle(*(fact for fact in facts.of(disk, "disk.health_said") if fact.source is worst.source))


def _media(facts: Facts, disk: Subject) -> Iterator[Fact]:
    """Yield what a disk is made of, where Windows can know it."""
    told = tuple(fact for key in _TELLING for fact in facts.of(disk, key)) or facts.of(disk, "disk.path")
    model = " ".join(fact.text for key in _MODEL for fact in facts.of(disk, key))
    bus, kind = text_of(facts, disk, "disk.bus"), text_of(facts, disk, "disk.media_type")
    virtual = facts.ask("machine.virtual")
    if bus not in _REMOTE and (media.is_virtual(model) or bus == "file backed virtual"):
        yield Fact("disk.media", "virtual", subject=disk, made_from=told)
    elif bus in _MADE_BY_OTHERS or media.is_logical(model):
        return
    elif kind == "ssd" or (kind == "hdd" and not _may_be_an_array(bus, model)):
        of_flash = "nvme" if kind == "ssd" and bus == "nvme" else kind
        yield Fact("disk.media", of_flash, subject=disk, made_from=told)
    elif bus == "nvme":
        yield Fact("disk.media", "nvme", subject=disk, made_from=told)
    elif virtual.text == "yes":
        yield Fact("disk.media", "virtual", None, None, disk, virtual.facts, True, _OF_A_VIRTUAL_MACHINE)


def _may_be_an_array(bus: str | None, model: str) -> bool:
    """Return whether a disk on SAS has a name that no maker gives to one disk: what it spins, an array may only say."""
    return bus == "sas" and bool(model.strip()) and not media.is_a_disk(bus, "", model)


def _on_a_numbered_disk(facts: Facts, volume: Subject, by_path: dict[str, Subject]) -> Iterator[Fact]:
    """Yield the number of a disk that Get-Partition names by its path."""
    for fact in facts.of(volume, "volume.disk"):
        if disk := by_path.get(fact.text):
            yield Fact("volume.disk", disk.name, subject=volume, made_from=(fact, *facts.of(disk, "disk.path")))


def _on_the_only_disk(facts: Facts, volume: Subject, disks: list[Subject]) -> Iterator[Fact]:
    """Yield the disk of a volume where one alone is listed; one that only its partitions name is in no list."""
    placed = facts.of(volume, "volume.disk") or facts.of(volume, "volume.array")
    if len(disks) != 1 or placed or not facts.of(volume, "volume.mount"):
        return
    if told := next(filter(None, (facts.of(disks[0], key) for key in _NAMING)), ()):
        yield Fact("volume.disk", disks[0].name, None, None, volume, told, True, _ON_THE_ONLY_DISK)


def _presumed_virtual(facts: Facts) -> Iterator[Fact]:
    """Yield `volume.media` of each drive letter that NOTES.INI names, where nothing tells of its disks."""
    letters = {one.path[:2].upper() for one in directories_of(facts) if one.path[1:3] == ":\\"}
    for letter in sorted(letters):
        volume = Subject("volume", letter)
        told = [facts.of(volume, f"volume.{key}") for key in ("array", "device", "disk", "media")]
        if not any(told):
            by = facts.ask("machine.virtual").facts
            yield Fact("volume.media", "virtual", None, None, volume, by, True, _OF_A_VIRTUAL_MACHINE)


def _arrays_below(facts: Facts, disks: list[Subject]) -> dict[str, tuple[Subject, str]]:
    """Return the array that a disk is, by the disk's name in small letters.

    A storage space of its name, or the only one.
    Where one controller's logical drive is listed, and one array by its tool, the two are one. With each, what of that
    is presumed.
    """
    arrays = facts.subjects("array") or []
    spaces = [array for array in arrays if text_of(facts, array, "array.tool") == _STORAGE_SPACES]
    others = [array for array in arrays if not facts.of(array, "array.device") and not _by_the_system(facts, array)]
    made = [disk for disk in disks if text_of(facts, disk, "disk.bus") == "spaces"]
    by_name = {array.name.casefold(): array for array in spaces}
    named = {disk: by_name.get((text_of(facts, disk, "disk.model") or "").casefold()) for disk in made}
    of_controllers = [disk for disk in disks if _is_a_controller_s(facts, disk)]
    same = {disk.name.casefold(): (array, "") for disk, array in named.items() if array}
    for alone, below in ((made, spaces), (of_controllers, others)):
        if len(alone) == len(below) == 1:
            same.setdefault(alone[0].name.casefold(), (below[0], _THE_ONLY_ARRAY))
    return same


def _by_the_system(facts: Facts, array: Subject) -> bool:
    return text_of(facts, array, "array.software") == "yes" or text_of(facts, array, "array.tool") == _ONE_DISK


def _is_a_controller_s(facts: Facts, disk: Subject) -> bool:
    """Return whether a disk is a controller's logical drive, by its bus or model."""
    model = text_of(facts, disk, "disk.model") or ""
    bus = text_of(facts, disk, "disk.bus")
    return bus == "raid" or (bus not in _MADE_BY_OTHERS and media.is_logical(model) and not media.is_virtual(model))


def _on_its_array(facts: Facts, volume: Subject, arrays: dict[str, tuple[Subject, str]]) -> Iterator[Fact]:
    """Yield `volume.array` of a volume on a disk that is an array."""
    for fact in facts.of(volume, "volume.disk"):
        if same := arrays.get(fact.text.casefold()):
            array, note = same
            origins = (fact, *facts.of(array, "array.name"))
            yield Fact("volume.array", array.name, None, None, volume, origins, bool(note), note)


class MadeOf:
    """What all disks are made of; made once, for there may be thousands, and thousands of volumes.

    by_name: the disks by their names in small letters. all: one fact on all of them, where all are of one kind.
    """

    def __init__(self, facts: Facts, disks: list[Subject]) -> None:
        self.by_name: dict[str, list[Subject]] = {}
        for disk in disks:
            self.by_name.setdefault(disk.name.casefold(), []).append(disk)
        self.all = _of_one_kind(facts, disks)


def _of_one_kind(facts: Facts, disks: list[Subject]) -> Fact | None:
    """Return the media of some disks as one fact, where it is known of each and is the same."""
    told = tuple(fact for disk in disks for fact in facts.of(disk, "disk.media"))
    if len(told) != len(disks) or len({fact.text for fact in told}) != 1:
        return None
    return Fact("disk.media", told[0].text, made_from=told, presumed=told[0].presumed, note=told[0].note)


def _media_of_volume(facts: Facts, volume: Subject, made_of: MadeOf) -> Iterator[Fact]:
    """Yield the media of its disks, where all are of one kind.

    Of a disk without a number, of all disks that are listed.
    """
    named = facts.of(volume, "volume.disk")
    names = dict.fromkeys(name for fact in named for name in values.parse("list", fact.text))
    own = [disk for name in names for disk in made_of.by_name.get(name, ())]
    of_path = [fact for fact in named if media.is_virtual(fact.text)]
    if of_path and not own:
        yield Fact("volume.media", "virtual", subject=volume, made_from=tuple(of_path))
    elif named and (told := _of_one_kind(facts, own) if own else made_of.all):
        made_from = (*(told.made_from if own else (told,)), *named)
        yield told._replace(key="volume.media", subject=volume, made_from=made_from)
