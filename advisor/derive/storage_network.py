"""Storage network: gives the disks of volumes on a multipath map, and what is known of volumes that lie elsewhere.

What is below a LUN nobody sees from here: it is virtual, as a hypervisor's disk is.
"""

import re
from collections.abc import Iterator

from advisor import values
from advisor.derive.arrays import whole_disk
from advisor.derive.context import Context
from advisor.facts import Fact, Subject
from advisor.known import Facts
from advisor.values.media import is_remote

_PARTITION = r"(?:[-_]part|p)?\d{1,3}"
_ELSEWHERE = "its disks are on a storage network"


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`volume.disk` where a map is mounted, and `volume.media` where every disk of a volume is remote."""
    maps: dict[str, list[Fact]] = {}
    for lun in facts.subjects("lun") or []:
        for fact in facts.of(lun, "lun.map"):
            maps.setdefault(fact.text, []).append(fact)
    for volume in facts.subjects("volume") or []:
        told = list(facts.of(volume, "volume.disk"))
        found = [] if told else list(_of_maps(facts, volume, maps))
        yield from found
        yield from _media(facts, volume, told + found)


def _of_maps(facts: Facts, volume: Subject, maps: dict[str, list[Fact]]) -> Iterator[Fact]:
    for device in facts.of(volume, "volume.device"):
        name = device.text.removeprefix("/dev/mapper/")
        paths = maps.get(name) or maps.get(re.sub(_PARTITION + r"\Z", "", name), [])
        if paths and name != device.text:
            disks = ",".join(dict.fromkeys(path.subject.name for path in paths))
            yield Fact("volume.disk", disks, subject=volume, made_from=(device, *paths))


def _media(facts: Facts, volume: Subject, named: list[Fact]) -> Iterator[Fact]:
    disks = {whole_disk(name) or name for fact in named for name in values.parse("list", fact.text)}
    telling = [list(_remote(facts, Subject("lun", disk))) for disk in sorted(disks)]
    if telling and all(telling) and not facts.of(volume, "volume.media"):
        origins = tuple(fact for found in telling for fact in found)
        yield Fact("volume.media", "virtual", subject=volume, made_from=(*named, *origins), note=_ELSEWHERE)


def _remote(facts: Facts, lun: Subject) -> Iterator[Fact]:
    """What shows that a disk is a storage network's."""
    yield from facts.of(lun, "lun.target")
    yield from (fact for fact in facts.of(lun, "lun.maker") if is_remote(fact.text))
