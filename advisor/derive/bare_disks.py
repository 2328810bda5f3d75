"""Bare disks: reads which volumes lie on a spindle with no array above it; gives an array of one disk for each.

Only a drive that names itself counts (values/media): behind a controller's logical drive, a hypervisor's disk or a LUN
there may be any number.
"""

from collections.abc import Iterator

from advisor import values
from advisor.derive.arrays import whole_disk
from advisor.derive.context import Context
from advisor.facts import Fact, Facts, Subject

_OF_ONE_DISK = {"level": "JBOD", "disks": "1", "media": "hdd", "tool": "lsblk"}


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`array.level` JBOD of one disk, its name, member, media and tool, and `volume.array` of what lies on it."""
    members = set(_members(facts))
    given: set[str] = set()
    for volume in facts.subjects("volume") or []:
        for told in facts.of(volume, "volume.bare_disk")[:1]:
            disk = told.text
            if disk in members or facts.of(volume, "volume.array"):
                continue
            yield Fact("volume.array", disk, subject=volume, made_from=(told,))
            if disk not in given:
                given.add(disk)
                array = Subject("array", disk)
                for name, text in {"name": disk, "members": disk, **_OF_ONE_DISK}.items():
                    yield Fact(f"array.{name}", text, subject=array, made_from=(told,))


def _members(facts: Facts) -> Iterator[str]:
    """The disks that arrays of other listings are made of."""
    for array in facts.subjects("array") or []:
        for fact in facts.of(array, "array.members"):
            yield from (whole_disk(name) or name for name in values.parse("list", fact.text))
