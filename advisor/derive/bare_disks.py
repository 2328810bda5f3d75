"""Bare disks: reads which volumes lie on a drive with no array above it; gives an array of one disk for each.

Only a drive that names itself counts (values/media): behind a controller's logical drive, a hypervisor's disk or a LUN
there may be any number. A storage space is a disk of its own to Windows, and an array of dynamic disks names these.
"""

from collections.abc import Iterator
from typing import NamedTuple

from advisor import values
from advisor.derive.arrays import text_of, whole_disk
from advisor.derive.context import Context
from advisor.facts import Fact, Subject
from advisor.known import Facts
from advisor.values import media, windows


class _Disk(NamedTuple):
    """A drive that a volume lies on alone: its name, what it is made of, the tool that shows it, and by which facts."""

    name: str
    media: str
    tool: str
    told: tuple[Fact, ...]


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`array.level` JBOD of one disk, its name, member, media and tool, and `volume.array` of what lies on it."""
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
    told = {"level": "JBOD", "disks": "1", "name": disk.name, "members": disk.name}
    for name, text in (told | {"media": disk.media, "tool": disk.tool}).items():
        yield Fact(f"array.{name}", text, subject=Subject("array", disk.name), made_from=disk.told)


def _shown_by_lsblk(facts: Facts, volume: Subject) -> _Disk | None:
    made_of = text_of(facts, volume, "volume.media") or ""
    told = facts.of(volume, "volume.bare_disk")[:1]
    return _Disk(told[0].text, made_of, "lsblk", told) if told else None


def _numbered(facts: Facts, volume: Subject, of_windows: dict[str, _Disk]) -> _Disk | None:
    """The one drive that Windows' commands place a volume on."""
    told = facts.of(volume, "volume.disk")
    disk = of_windows.get(told[0].text.casefold()) if len({fact.text for fact in told}) == 1 else None
    return disk._replace(told=(told[0], *disk.told)) if disk else None


def _of_windows(facts: Facts) -> Iterator[tuple[str, _Disk]]:
    """The drives of Windows that are known to be one disk each, by their names in small letters."""
    if facts.ask("machine.virtual").text == "yes":
        return
    for disk in facts.subjects("disk") or []:
        bus, model, kind = (text_of(facts, disk, f"disk.{key}") or "" for key in ("bus", "model", "media_type"))
        if kind in {"hdd", "ssd"} and not media.is_virtual(model) and media.is_a_disk(bus, "", model):
            yield disk.name.casefold(), _Disk(disk.name, kind, "windows", facts.of(disk, "disk.model"))


def _members(facts: Facts) -> Iterator[str]:
    """The disks that arrays of other listings are made of, or are to the system."""
    for array in facts.subjects("array") or []:
        for fact in (*facts.of(array, "array.members"), *facts.of(array, "array.device")):
            names = values.parse("list", fact.text)
            yield from (windows.disk(name) or whole_disk(name) or name for name in names)
