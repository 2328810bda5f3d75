"""Disk arrays: level, cache, protection and disks."""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from advisor import values
from advisor.derive.context import Context, derived
from advisor.facts import Fact, Facts, Subject
from advisor.values import media, paths, windows

_OF_THE_CONTROLLER = (
    "cache_read_percent", "protection_state", "no_battery_write_cache", "write_cache_disabled", "drive_write_cache",
    "drive_write_cache_usage",
)  # fmt: skip
_PARTITION = r"(/dev/(?:nvme\d+n\d+|mmcblk\d+|cciss/c\d+d\d+))p\d+|(/dev/(?:sd|hd|vd|xvd)[a-z]+)\d+"
_TELL_OF_ONE = (
    ("array", "array.level"),
    ("array", "array.health"),
    ("controller", "controller.protection_state"),
    ("controller", "controller.bios"),
)
_SLOT, _ADAPTER = re.compile(r"slot (\d{1,3})"), re.compile(r"controller (\d{1,3})")
_NUMBER = re.compile(r".* logical drive (\d{1,4})")
_WITHOUT_RATIO = {
    "arcconf",
    "diskpart",
    "ipssend",
    "mdadm",
    "megacli",
    "storage spaces",
    "storcli",
}  # arcconf prints one where a controller has it
_PROTECTED = {"ok": "yes", "failed": "no", "missing": "no"}  # while it charges, that is not known


@derived(
    "array.name", "controller.name", "controller.tool", "volume.array", "array.cache_read_percent",
    "array.protection_state", "array.no_battery_write_cache", "array.drive_write_cache",
    "array.drive_write_cache_usage", "array.write_cache_disabled", "array.write_cache_protected",
    "array.falls_back", "array.has_cache_ratio", "array.cache_ratio", "array.bare", "array.slot", "array.adapter",
    "array.number",
)  # fmt: skip
def derive_arrays(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield what an array has of its controller, how it is addressed, what protects its cache, and its mounted volumes.

    Where a tool gives no name, the array or controller goes by the tool's own number.
    """
    yield from _names(facts)
    for array in facts.subjects("array") or []:
        _settle_level(facts, array)
        yield from _mounted(facts, array)
        controller = Subject("controller", text_of(facts, array, "array.controller") or "")
        for name in _OF_THE_CONTROLLER:
            of_controller = facts.of(controller, f"controller.{name}")
            if of_controller and not facts.of(array, f"array.{name}"):
                yield Fact(f"array.{name}", of_controller[0].text, subject=array, made_from=of_controller)
        yield from _protection(facts, array, controller)
        yield from _cache_ratio(facts, array, controller)
        yield from _address(facts, array)
        yield from _bare(facts, array)
        if (
            (tool := facts.of(array, "array.tool")[:1])
            and controller.name
            and not facts.of(controller, "controller.tool")
        ):
            yield Fact("controller.tool", tool[0].text, subject=controller, made_from=tool)


def _settle_level(facts: Facts, array: Subject) -> None:
    """Return the level of an array. If a tool's word for it is not known, that of storage.toml counts."""
    levels = facts.of(array, "array.level")
    known = [fact for fact in levels if not fact.doubt]
    if len(known) < len(levels) and len({fact.text for fact in known}) == 1:
        facts.settle(known[0])


def _address(facts: Facts, array: Subject) -> Iterator[Fact]:
    """Yield how the controller's tool calls the array: `slot 0 logical drive 1` is slot 0, number 1."""
    named = facts.of(array, "array.controller")
    for key, pattern, text in (
        ("array.slot", _SLOT, named[0].text if named else ""),
        ("array.adapter", _ADAPTER, named[0].text if named else ""),
        ("array.number", _NUMBER, array.name),
    ):
        if named and (match := pattern.fullmatch(text)):
            yield Fact(key, match[1], subject=array, made_from=named[:1])


def _bare(facts: Facts, array: Subject) -> Iterator[Fact]:
    """Yield the name of the level without redundancy. A single disk needs no level in its listing."""
    level = facts.of(array, "array.level")[:1]
    if level and level[0].text in {"0", "JBOD"}:
        single = level[0].text == "JBOD" and text_of(facts, array, "array.disks") == "1"
        words = "one disk, without redundancy" if single else f"disks without redundancy (level {level[0].text})"
        yield Fact("array.bare", words, subject=array, made_from=level)


def _cache_ratio(facts: Facts, array: Subject, controller: Subject) -> Iterator[Fact]:
    """Yield whether the controller divides its cache between reading and writing, if it is known."""
    ratio, tool = facts.of(array, "array.cache_read_percent"), facts.of(array, "array.tool")
    without = facts.of(controller, "controller.cache")
    if ratio:
        yield Fact("array.has_cache_ratio", "yes", subject=array, made_from=ratio[:1])
        reading = ratio[0].text
        if reading.isdecimal() and int(reading) <= 100:
            yield Fact("array.cache_ratio", f"{reading}/{100 - int(reading)}", subject=array, made_from=ratio[:1])
    elif tool and tool[0].text in _WITHOUT_RATIO:
        yield Fact("array.has_cache_ratio", "no", subject=array, made_from=tool[:1])
    elif without and without[0].text == "no":
        yield Fact("array.has_cache_ratio", "no", subject=array, made_from=without[:1])


def _names(facts: Facts) -> Iterator[Fact]:
    """Yield the subject's own name as the name of each array and controller that has none."""
    for kind, key in _TELL_OF_ONE:
        for subject in facts.subjects(kind) or []:
            telling = facts.of(subject, key)
            if telling and not facts.of(subject, f"{kind}.name"):
                yield Fact(f"{kind}.name", subject.name, subject=subject, made_from=telling[:1])


def _mounted(facts: Facts, array: Subject) -> Iterator[Fact]:
    """Yield `volume.array` of each volume that the array's own tool says is mounted from it."""
    for fact in facts.of(array, "array.mounts"):
        for mount in filter(None, map(str.strip, fact.text.split(","))):
            yield Fact("volume.array", array.name, subject=Subject("volume", paths.named(mount)), made_from=(fact,))


def _protection(facts: Facts, array: Subject, controller: Subject) -> Iterator[Fact]:
    """Yield whether the write cache survives a power cut, and whether the firmware then writes through."""
    said = facts.of(array, "array.write_cache_protected")
    kind = facts.of(controller, "controller.protection")
    state = facts.of(controller, "controller.protection_state")
    word = state[0].text if state else ""
    forced = _stays_on(facts, array, controller)
    protected = "no" if (kind and kind[0].text == "none") or (word == "charging" and forced) else _PROTECTED.get(word)
    if protected and not said:
        yield Fact("array.write_cache_protected", protected, subject=array, made_from=state or kind)
    if origins := state or kind or said:
        falls_back = "yes" if word in {"failed", "charging"} and not forced else "no"
        yield Fact("array.falls_back", falls_back, subject=array, made_from=origins)


def _stays_on(facts: Facts, array: Subject, controller: Subject) -> bool:
    """Return whether write-back is set to stay on without a healthy battery."""
    settings = (
        text_of(facts, controller, "controller.no_battery_write_cache"),
        text_of(facts, array, "array.always_write_back"),
    )
    return "yes" in settings


def disks_of(facts: Facts, array: Subject) -> frozenset[str]:
    """Return what names the disks that an array is on.

    Its members, else the tool's disk group, else the array itself.
    storage.toml, where it adds something to a tool's array, names the array as its own group: the tool knows better.
    """
    if members := text_of(facts, array, "array.members"):
        return frozenset(whole_disk(name) or name for name in values.parse("list", members))
    groups = [fact.text for fact in facts.of(array, "array.group")]
    return frozenset([next((group for group in groups if group != array.name), array.name)])


def is_one_set(facts: Facts, array: Subject) -> bool:
    """Return whether an array that is named otherwise has other disks.

    Without its group or members that is not known.
    """
    return bool(text_of(facts, array, "array.members") or text_of(facts, array, "array.group"))


def sets_of(all_disks: Iterable[frozenset[str]]) -> int:
    """Return how many sets remain when those with a disk in common count as one."""
    merged: dict[str, set[str]] = {}
    alone = 0
    for disks in all_disks:
        together = {id(merged[disk]): merged[disk] for disk in disks if disk in merged}
        largest = max(together.values(), key=len, default=set())
        for others in (*together.values(), disks):
            if others is not largest:
                largest |= others
                merged.update(dict.fromkeys(others, largest))
        alone += not disks
    return len({id(disks) for disks in merged.values()}) + alone


def whole_disk(device: str) -> str | None:
    """Return the disk of a partition: `/dev/sda2` is of /dev/sda; None for what is none."""
    match = re.fullmatch(_PARTITION, device)
    return (match[1] or match[2]) if match else None


def text_of(facts: Facts, subject: Subject, key: str) -> str | None:
    """Return the text of the first fact of a subject's key; None without a fact or if its meaning is unclear."""
    known = facts.of(subject, key)
    return known[0].text if known and not known[0].doubt else None


class _Disk(Struct, frozen=True):
    """A drive that a volume is on alone: its name, what it is made of, the tool that shows it, and by which facts."""

    name: str
    media: str
    tool: str
    told: tuple[Fact, ...]


@derived("array.name", "array.level", "array.disks", "array.media", "array.members", "array.tool", "volume.array")
def derive_bare_disks(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `array.level` JBOD of one disk, its name, member, media and tool, and `volume.array` of what is on it."""
    members = set(_members(facts))
    of_windows = dict(_of_windows(facts))
    given: set[str] = set()
    for volume in facts.subjects("volume") or []:
        disk = _shown_by_lsblk(facts, volume) or _numbered(facts, volume, of_windows)
        if disk is None or disk.name in members or facts.of(volume, "volume.array"):
            continue
        yield Fact("volume.array", disk.name, subject=volume, made_from=disk.told)
        if disk.name not in given:
            given.add(disk.name)
            yield from _array(disk)


def _array(disk: _Disk) -> Iterator[Fact]:
    texts = {"level": "JBOD", "disks": "1", "name": disk.name, "members": disk.name}
    for name, text in (texts | {"media": disk.media, "tool": disk.tool}).items():
        yield Fact(f"array.{name}", text, subject=Subject("array", disk.name), made_from=disk.told)


def _shown_by_lsblk(facts: Facts, volume: Subject) -> _Disk | None:
    made_of = text_of(facts, volume, "volume.media") or ""
    bare_disks = facts.of(volume, "volume.bare_disk")[:1]
    return _Disk(bare_disks[0].text, made_of, "lsblk", bare_disks) if bare_disks else None


def _numbered(facts: Facts, volume: Subject, of_windows: dict[str, _Disk]) -> _Disk | None:
    """Return the one drive that Windows' commands place a volume on."""
    disks = facts.of(volume, "volume.disk")
    disk = of_windows.get(disks[0].text.casefold()) if len({fact.text for fact in disks}) == 1 else None
    return replace(disk, told=(disks[0], *disk.told)) if disk else None


def _of_windows(facts: Facts) -> Iterator[tuple[str, _Disk]]:
    """Yield the drives of Windows that are known to be one disk each, by their names in small letters."""
    if facts.ask("machine.virtual").text == "yes":
        return
    for disk in facts.subjects("disk") or []:
        bus, model, kind = (text_of(facts, disk, f"disk.{key}") or "" for key in ("bus", "model", "media_type"))
        if kind in {"hdd", "ssd"} and not media.is_virtual(model) and media.is_a_disk(bus, "", model):
            yield disk.name.casefold(), _Disk(disk.name, kind, "windows", facts.of(disk, "disk.model"))


def _members(facts: Facts) -> Iterator[str]:
    """Yield the disks that arrays of other listings are made of, or are to the system."""
    for array in facts.subjects("array") or []:
        for fact in (*facts.of(array, "array.members"), *facts.of(array, "array.device")):
            names = values.parse("list", fact.text)
            yield from (windows.disk(name) or whole_disk(name) or name for name in names)


_WITH_DISKS = {
    "ssacli": "the physical drives (`ssacli ctrl all show config detail`)",
    "storcli": "the physical drives (`storcli /call show all`)",
    "megacli": "the physical drives (`MegaCli -LdPdInfo -aAll`)",
    "mdadm": "the disks (`lsblk -J -O`)",
}
_LODGERS = "the volumes on the arrays (a mount table, or `[[volume]]` in storage.toml)"


@derived("array.media", "array.holds")
def derive_missing_array_facts(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `array.media` and `array.holds`, in doubt, of each array that a tool lists without them."""
    for array in facts.subjects("array") or []:
        tools = facts.of(array, "array.tool")[:1]
        if tools and not facts.of(array, "array.media"):
            tool = _WITH_DISKS.get(text_of(facts, array, "array.tool") or "")
            given = f"{tool}, or `media` in storage.toml" if tool else "`media` of the arrays in storage.toml"
            yield Fact("array.media", "", subject=array, made_from=tools, doubt=given)
        if tools and not facts.of(array, "array.holds"):
            yield Fact("array.holds", "", subject=array, made_from=tools, doubt=_LODGERS)
