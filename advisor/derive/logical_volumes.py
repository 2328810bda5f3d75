"""Logical volumes: reads what AIX tells of them, of groups and of disks; gives the disks that each volume lies on."""

from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context
from advisor.facts import Fact, Subject
from advisor.known import Facts

LOGICAL_VOLUME = "logical volume "  # how an array is named that AIX makes by mirroring


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`volume.disk` of each volume on a logical volume.

    Two volumes of one group may lie on the same disks or not. It is known where lspv -l or lslv -l names them, and
    where the logical volume lies on as many disks as its group has.
    """
    by_device: dict[str, list[Subject]] = {}
    for logical in facts.subjects("logical_volume") or []:
        by_device.setdefault(f"/dev/{logical.name}".casefold(), []).append(logical)
    for volume in facts.subjects("volume") or []:
        for device in facts.of(volume, "volume.device"):
            for name in values.parse("list", device.text):
                for origins, disks in _disks(facts, by_device.get(name, [])):
                    yield Fact("volume.disk", disks, subject=volume, made_from=(device, *origins))


def _disks(facts: Facts, logicals: list[Subject]) -> Iterator[tuple[tuple[Fact, ...], str]]:
    """What tells the disks of logical volumes, and the disks."""
    for logical in logicals:
        named = facts.of(logical, "logical_volume.disk")
        yield from (((fact,), fact.text) for fact in named)
        if not named:
            yield from _of_group(facts, logical)


def _of_group(facts: Facts, logical: Subject) -> Iterator[tuple[tuple[Fact, ...], str]]:
    """All disks of the group, where it has one, or where the logical volume lies on that many."""
    group = facts.ask("logical_volume.volume_group", logical)
    subject = Subject("volume_group", group.text or "")
    disks = facts.ask("volume_group.disks", subject)
    total = facts.ask("volume_group.total_disks", subject)
    count = str(len(values.parse("list", disks.text or "")))
    used = facts.ask("logical_volume.disk_count", logical)
    if disks.text and total.text in {None, count} and (count in {"1", used.text}):
        yield (*group.facts, *used.facts, *disks.facts), disks.text
