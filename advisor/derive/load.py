"""Load: reads how busy disks are and how much is paged out, by the machine's tools and the server's statistics.

Gives what each disk is made of, how many it is, what of Domino's lies there, and whether its queue is longer than that.
"""

import re
from collections.abc import Iterator

from advisor import values
from advisor.derive import disk_queues
from advisor.derive.arrays import whole_disk
from advisor.derive.context import Context
from advisor.derive.disk_queues import figure
from advisor.derive.placement import Labels, labels_of
from advisor.facts import SERVER, Fact, Subject
from advisor.known import Facts
from advisor.values.printing import decimal

_NAME = re.compile(r"stat\.platform\.(?:logicaldisk|physicaldisk)\.(\d{1,4})\.assignedname")
_STATISTICS = {
    "counter.queue": ("avgqueuelen.avg", "avgquelen.avg"),
    "counter.busy_percent": ("pctutil.avg",),
}
_OF_ITS_OWN = "the average since the server was started, by its own statistics"
_PAGING_FILE = ("counter.paging_file_percent", "stat.platform.pagingfile.total.pctutil.avg")
_WINDOWS = re.compile(r"(\d{1,4})?((?: ?[A-Z]:?)*)")
_DAY = 24
_AMPLE = 5  # a fifth of the memory: domlint's own figure


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`counter.…` of every disk that was measured, and `memory.paging_percent`."""
    yield from _of_statistics(facts)
    labels, named, told = labels_of(facts), _volumes_by_name(facts), set[frozenset[str]]()
    for disk in sorted(facts.subjects("counter") or [], key=lambda disk: -_worst(facts, disk)):
        _settle(facts, disk)
        volumes = list(dict.fromkeys(volume for name in _names(disk.name) for volume in named.get(name.casefold(), ())))
        arrays = _arrays(facts, labels, disk, volumes)
        made_of = frozenset(subject.name for subject in arrays or volumes) or frozenset([disk.name])
        yield Fact("counter.first_of_disks", "no" if made_of in told else "yes", None, None, disk, _known(facts, disk))
        told.add(made_of)
        yield from _place(facts, disk, arrays, volumes)
        yield from disk_queues.told(facts, disk, arrays, volumes)
    yield from _paging(facts)


def _of_statistics(facts: Facts) -> Iterator[Fact]:
    """Domino's averages of each disk; they want a day."""
    if (hours := values.whole(facts.ask("counters.hours").text)) is not None and hours < _DAY:
        return
    for name in facts.each("stat.platform."):
        if _NAME.fullmatch(name.key):
            for key, counters in _STATISTICS.items():
                stem = name.key.removesuffix("assignedname")
                for fact in [fact for counter in counters for fact in facts.of(SERVER, stem + counter)][:1]:
                    disk = Subject("counter", name.text.strip())
                    yield Fact(key, fact.text, None, None, disk, (fact, name), doubt=fact.doubt, note=_OF_ITS_OWN)


def _settle(facts: Facts, disk: Subject) -> None:
    """Of what several tools measured the worst counts."""
    for key in (*_STATISTICS, "counter.transfer_ms"):
        told = facts.of(disk, key)
        if len(told) > 1:
            facts.settle(max([fact for fact in told if not fact.doubt] or told, key=figure))


def _worst(facts: Facts, disk: Subject) -> float:
    return max((figure(fact) for fact in _known(facts, disk)), default=-1.0)


def _known(facts: Facts, disk: Subject) -> tuple[Fact, ...]:
    return tuple(fact for key in _STATISTICS for fact in facts.of(disk, key))


def _arrays(facts: Facts, labels: Labels, disk: Subject, volumes: list[Subject]) -> list[Subject]:
    """The arrays that a disk is, by its own name or by those of the volumes on it."""
    written = (fact.text for volume in volumes for fact in facts.of(volume, "volume.array"))
    told = dict.fromkeys(name for text in written for name in values.parse("list", text))
    named = [array for name in (*_names(disk.name), *told) for array in labels.get(name.casefold(), ())]
    return list(dict.fromkeys(named))


def _volumes_by_name(facts: Facts) -> dict[str, list[Subject]]:
    """The volumes by their letters and the disks that files say they lie on; made once, for there may be thousands."""
    named: dict[str, list[Subject]] = {}
    for volume in facts.subjects("volume") or []:
        for name in dict.fromkeys(_disks_of(facts, volume)):
            named.setdefault(name, []).append(volume)
    return named


def _disks_of(facts: Facts, volume: Subject) -> Iterator[str]:
    yield volume.name.casefold()
    for key in ("volume.disk", "volume.device"):
        for fact in facts.of(volume, key):
            for name in values.parse("list", fact.text):
                yield name
                yield whole_disk(name) or name


def _names(name: str) -> list[str]:
    """What a disk is called elsewhere: `sdb` is /dev/sdb, `0 C: D:` of Windows is Disk 0, C: and D:."""
    if (match := _WINDOWS.fullmatch(name)) and name:
        letters = [word.removesuffix(":") + ":" for word in match[2].split()]
        return [*([f"Disk {match[1]}"] if match[1] else []), *letters]
    return [name, f"/dev/{name}"]


def _place(facts: Facts, disk: Subject, arrays: list[Subject], volumes: list[Subject]) -> Iterator[Fact]:
    """What a disk is made of, where all of it is of one kind, and what of Domino's lies there."""
    media = [fact for array in arrays for fact in facts.of(array, "array.media")[:1]]
    media = media or [fact for volume in volumes for fact in facts.of(volume, "volume.media")[:1]]
    if len({fact.text for fact in media if not fact.doubt}) == 1 and not any(fact.doubt for fact in media):
        yield Fact("counter.media", media[0].text, None, None, disk, tuple(media))
    lodgers = [fact for array in arrays for fact in facts.of(array, "array.lodgers")[:1]]
    lodgers = lodgers or [fact for volume in volumes for fact in facts.of(volume, "volume.lodgers")[:1]]
    if lodgers:
        words = " and ".join(dict.fromkeys(fact.text for fact in lodgers))
        yield Fact("counter.holds", words, None, None, disk, tuple(lodgers))


def _paging(facts: Facts) -> Iterator[Fact]:
    """How much of the page file, or of the swap space, is in use."""
    told = [(fact, figure(fact)) for key in _PAGING_FILE for fact in facts.of(SERVER, key) if not fact.doubt]
    total, used = facts.ask("memory.swap_total"), facts.ask("memory.swap_used")
    if (whole := values.whole(total.text)) and (part := values.whole(used.text)) is not None:
        told += [(used.facts[0], 100 * part / whole)]
    if told and max(share for _, share in told) >= 0:
        fact, share = max(told, key=lambda pair: pair[1])
        yield Fact("memory.paging_percent", decimal(share), made_from=(fact,))
        yield _ample(facts, fact)


def _ample(facts: Facts, paging: Fact) -> Fact:
    """Whether Linux, which swaps out what is never read again, has memory to spare by its own word."""
    size, available = (facts.ask(f"memory.{name}") for name in ("total", "available"))
    whole, part = values.whole(size.text), values.whole(available.text)
    if whole and part is not None and facts.ask("memory.swap_total").facts:
        ample = part >= whole / _AMPLE
        return Fact("memory.ample", "yes" if ample else "no", made_from=size.facts + available.facts)
    return Fact("memory.ample", "no", made_from=(paging,))
