"""Paths down: reads the paths of multipath; tells which are down, and whether a map of disks has none left.

And whether there may be such paths at all, by what was collected of disks.
"""

import re
from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context
from advisor.facts import SERVER, Fact, Subject
from advisor.known import Facts
from advisor.values.printing import listed

_MOST = 6
_MAP = re.compile(r"/dev/mapper/(?:mpath[a-z]+|3[0-9a-f]{16,32})\S*")
_NETWORK = {"fc", "fcoe", "iscsi", "srp"}  # transports, as lsblk has them
_VIRTUAL = {"virtual", "nvme"}  # a virtual machine's disks have their paths on its host


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`paths.expected`; `paths.down` in words, `none` where all are up, and `paths.none_left`."""
    yield from _expected(facts)
    told = {lun: fact for lun in facts.subjects("lun") or [] for fact in facts.of(lun, "lun.path")[:1]}
    if not told:
        return
    down = [lun for lun, fact in told.items() if fact.text == "down"]
    origins = tuple(told[lun] for lun in down or told)
    words = [f"{lun.name.removeprefix('/dev/')} of {_map(facts, lun)}" for lun in down]
    yield Fact("paths.down", listed(words, _MOST) or "none", made_from=origins)
    alive = {_map(facts, lun) for lun, fact in told.items() if fact.text == "up"}
    lost = any(_map(facts, lun) not in alive for lun in down)
    yield Fact("paths.none_left", "yes" if lost else "no", made_from=origins)


def _expected(facts: Facts) -> Iterator[Fact]:
    """Yes where a disk of a storage network or a map shows; no where each volume is known to lie on other disks."""
    volumes = facts.subjects("volume") or []
    luns = facts.subjects("lun") or []
    shown = [fact for lun in luns for key in ("lun.path", "lun.target") for fact in facts.of(lun, key)]
    shown += [fact for volume in volumes for fact in _of_a_network(facts, volume)]
    local = {volume: _local(facts, volume) for volume in volumes}
    on_disks = [fact for found in local.values() for fact in found]
    if shown:
        yield Fact("paths.expected", "yes", made_from=tuple(shown[:1]))
    elif facts.ask("machine.container").text == "yes":
        yield Fact("paths.expected", "no", made_from=facts.of(SERVER, "machine.container"))
    elif on_disks and all(found or not _has_a_disk(facts, volume) for volume, found in local.items()):
        yield Fact("paths.expected", "no", made_from=tuple(dict.fromkeys(on_disks)))


def _of_a_network(facts: Facts, volume: Subject) -> Iterator[Fact]:
    yield from (fact for fact in facts.of(volume, "volume.device") if _MAP.match(fact.text))
    for fact in facts.of(volume, "volume.transport"):
        if _NETWORK & set(values.parse("list", fact.text)):
            yield fact


def _local(facts: Facts, volume: Subject) -> list[Fact]:
    """What shows that a volume lies on no storage network."""
    made_of = [fact for fact in facts.of(volume, "volume.media") if fact.text in _VIRTUAL]
    return [*made_of, *facts.of(volume, "volume.transport")]


def _has_a_disk(facts: Facts, volume: Subject) -> bool:
    """Whether a device of this machine is mounted: not memory, and not another machine's directory."""
    return any(fact.text.startswith("/dev/") for fact in facts.of(volume, "volume.device")) or volume.name == "[SWAP]"


def _map(facts: Facts, lun: Subject) -> str:
    return facts.ask("lun.map", lun).text or lun.name
