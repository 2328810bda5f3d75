"""Load of the machine: processors, disk queues and paging."""

import re
from collections.abc import Iterator

from advisor import values
from advisor.derive.arrays import text_of, whole_disk
from advisor.derive.context import Context, derived
from advisor.derive.memory import figure
from advisor.derive.placement import Labels, labels_of
from advisor.facts import SERVER, Fact, Facts, Subject
from advisor.values.printing import decimal, listed

_ONE_DISK = 2  # requests that a disk may have waiting
_ON_WHICH_ARRAY = "nothing shows on which of the machine's arrays it lies"
_WHICH_RELEASE = "whether so many may wait is not said of every release, and nothing shows which one this is"
_FIRST_NOT_COVERED = "6.0"
_BUSY = 70  # percent of the time, as IBM says of R5


def disk_queue_facts(facts: Facts, disk: Subject, arrays: list[Subject], volumes: list[Subject]) -> Iterator[Fact]:
    """Yield `counter.queue_limit`, `.queue_is_long`, `.is_busy`; `.queue_told` and `.busy_told`, in words."""
    busy = facts.ask("counter.busy_percent", disk)
    is_busy = bool(busy.text and figure(busy.facts[0]) > _BUSY)
    yield Fact("counter.is_busy", "yes" if is_busy else "no", None, None, disk, busy.facts or _measured(facts, disk))
    if busy.text:
        words = f"busy {busy.text} % of the time{''.join(_also(facts, disk, 'counter.transfer_ms'))}"
        yield Fact("counter.busy_told", words, None, None, disk, busy.facts, note=busy.facts[0].note)
    if volumes and not arrays and facts.subjects("array") and not any(facts.of(one, "volume.disk") for one in volumes):
        yield Fact("counter.queue_is_long", "no", None, None, disk, _measured(facts, disk), doubt=_ON_WHICH_ARRAY)
        return
    counted = [fact for array in arrays for fact in facts.of(array, "array.disks")[:1]]
    disks = [values.whole(text_of(facts, array, "array.disks")) for array in arrays]
    if None not in disks:
        origins = tuple(counted) or _measured(facts, disk)
        yield from _against(facts, disk, sum(number or 0 for number in disks), origins)


def _against(facts: Facts, disk: Subject, disks: int, origins: tuple[Fact, ...]) -> Iterator[Fact]:
    """Return a sort key. disks: the number of disks of an array; 0 for a disk of no array."""
    most = max(_ONE_DISK, disks)
    yield Fact("counter.queue_limit", str(most), None, None, disk, origins)
    queue = facts.ask("counter.queue", disk)
    if queue.text is None:
        doubt = queue.trouble
        yield Fact("counter.queue_is_long", "no", None, None, disk, queue.facts or origins, doubt=doubt)
        return
    waiting = figure(queue.facts[0])
    strict = disks > 1 and disks - 1 <= waiting <= most
    meant = _meant(facts) if strict else False
    is_long = waiting > most or meant is True
    doubt = _WHICH_RELEASE if meant is None else ""
    yield Fact("counter.queue_is_long", "yes" if is_long else "no", None, None, disk, queue.facts, doubt=doubt)
    should = f"fewer than {disks - 1} should" if meant else f"no more than {most} should"
    words = f"{should}{''.join(_also(facts, disk, *_ALSO))}"
    yield Fact("counter.queue_told", words, None, None, disk, (*queue.facts, *origins))


def _meant(facts: Facts) -> bool | None:
    """Return whether the server is of those that the paper speaks of; None where nothing shows it."""
    release, platform = facts.ask("release"), facts.ask("platform")
    if platform.text not in (None, "windows"):
        return False
    if (older := values.is_before(release.text, _FIRST_NOT_COVERED)) is False:
        return False
    return None if older is None or platform.text is None else True


def _also(facts: Facts, disk: Subject, *keys: str) -> Iterator[str]:
    for key in keys:
        if (answer := facts.ask(key, disk)).text:
            yield _ALSO[key].format(figure(answer.facts[0]))


_ALSO = {
    "counter.busy_percent": "; they are busy {:.0f} % of the time",
    "counter.transfer_ms": "; a transfer takes {:.0f} ms",
}


def _measured(facts: Facts, disk: Subject) -> tuple[Fact, ...]:
    return tuple(fact for key in ("counter.queue", *_ALSO) for fact in facts.of(disk, key))[:1]


_NAME = re.compile(r"stat\.platform\.(?:logicaldisk|physicaldisk)\.(\d{1,4})\.assignedname")
_STATISTICS = {"counter.queue": ("avgqueuelen.avg", "avgquelen.avg"), "counter.busy_percent": ("pctutil.avg",)}
_OF_ITS_OWN = "the average since the server was started, by its own statistics"
_PAGING_FILE = ("counter.paging_file_percent", "stat.platform.pagingfile.total.pctutil.avg")
_WINDOWS = re.compile(r"(\d{1,4})?((?: ?[A-Z]:?)*)")
_FAST_MS = 5  # a disk whose transfers take less is not at its end, however busy it is
_MEDIA_UNKNOWN = "what the disk is made of was not given"
_TRANSFER_UNKNOWN = "how long a transfer takes was not given"
_DAY = 24
_AMPLE = 5  # a fifth of the memory: domlint's own figure


@derived(
    "counter.busy_percent", "counter.busy_told", "counter.first_of_disks", "counter.holds", "counter.is_busy",
    "counter.media", "counter.on_spindles", "counter.queue", "counter.queue_is_long", "counter.queue_limit",
    "counter.queue_told", "counter.answers_fast", "memory.paging_percent", "memory.ample",
)  # fmt: skip
def derive_load(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `counter.…` of every disk that was measured, and `memory.paging_percent`."""
    yield from _of_statistics(facts)
    labels, named, reported = labels_of(facts), _volumes_by_name(facts), set[frozenset[str]]()
    for disk in sorted(facts.subjects("counter") or [], key=lambda disk: -_worst(facts, disk)):
        _settle(facts, disk)
        volumes = list(dict.fromkeys(volume for name in _names(disk.name) for volume in named.get(name.casefold(), ())))
        arrays = _arrays(facts, labels, disk, volumes)
        made_of = frozenset(subject.name for subject in arrays or volumes) or frozenset([disk.name])
        yield Fact(
            "counter.first_of_disks", "no" if made_of in reported else "yes", None, None, disk, _known(facts, disk)
        )
        reported.add(made_of)
        yield from _place(facts, disk, arrays, volumes)
        yield from _kind(facts, disk)
        yield from disk_queue_facts(facts, disk, arrays, volumes)
    yield from _paging(facts)


def _of_statistics(facts: Facts) -> Iterator[Fact]:
    """Yield Domino's averages of each disk. They need a day."""
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
    """Settle the worst of what several tools measured."""
    for key in (*_STATISTICS, "counter.transfer_ms"):
        measurements = facts.of(disk, key)
        if len(measurements) > 1:
            facts.settle(max([fact for fact in measurements if not fact.doubt] or measurements, key=figure))


def _worst(facts: Facts, disk: Subject) -> float:
    return max((figure(fact) for fact in _known(facts, disk)), default=-1.0)


def _known(facts: Facts, disk: Subject) -> tuple[Fact, ...]:
    return tuple(fact for key in _STATISTICS for fact in facts.of(disk, key))


def _arrays(facts: Facts, labels: Labels, disk: Subject, volumes: list[Subject]) -> list[Subject]:
    """Return the arrays that a disk is, by its own name or by those of the volumes on it."""
    written = (fact.text for volume in volumes for fact in facts.of(volume, "volume.array"))
    names = dict.fromkeys(name for text in written for name in values.parse("list", text))
    named = [array for name in (*_names(disk.name), *names) for array in labels.get(name.casefold(), ())]
    return list(dict.fromkeys(named))


def _volumes_by_name(facts: Facts) -> dict[str, list[Subject]]:
    """Return the volumes by their letters and the disks that files say they are on.

    Made once, for there may be thousands.
    """
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
    """Return what a disk is called elsewhere: `sdb` is /dev/sdb, `0 C: D:` of Windows is Disk 0, C: and D:."""
    if (match := _WINDOWS.fullmatch(name)) and name:
        letters = [word.removesuffix(":") + ":" for word in match[2].split()]
        return [*([f"Disk {match[1]}"] if match[1] else []), *letters]
    return [name, f"/dev/{name}"]


def _place(facts: Facts, disk: Subject, arrays: list[Subject], volumes: list[Subject]) -> Iterator[Fact]:
    """Yield the media of a disk, if it is of one kind, and what Domino stores on it."""
    media = [fact for array in arrays for fact in facts.of(array, "array.media")[:1]]
    media = media or [fact for volume in volumes for fact in facts.of(volume, "volume.media")[:1]]
    if len({fact.text for fact in media if not fact.doubt}) == 1 and not any(fact.doubt for fact in media):
        yield Fact("counter.media", media[0].text, None, None, disk, tuple(media))
    lodgers = [fact for array in arrays for fact in facts.of(array, "array.lodgers")[:1]]
    lodgers = lodgers or [fact for volume in volumes for fact in facts.of(volume, "volume.lodgers")[:1]]
    if lodgers:
        words = " and ".join(dict.fromkeys(fact.text for fact in lodgers))
        yield Fact("counter.holds", words, None, None, disk, tuple(lodgers))


def _kind(facts: Facts, disk: Subject) -> Iterator[Fact]:
    """`counter.on_spindles`: whether rules on spindles check this disk; `counter.answers_fast`: by its transfers."""
    media, holds, transfer = (facts.ask(f"counter.{name}", disk) for name in ("media", "holds", "transfer_ms"))
    known = facts.of(disk, "counter.busy_percent") or _known(facts, disk)
    spindles = "yes" if media.text == "hdd" and holds.text else "no"
    guessed = not media.text
    note = _MEDIA_UNKNOWN if guessed else ""
    yield Fact("counter.on_spindles", spindles, None, None, disk, media.facts or known, presumed=guessed, note=note)
    fast = bool(transfer.text) and figure(transfer.facts[0]) < _FAST_MS
    guessed = not transfer.text
    note = _TRANSFER_UNKNOWN if guessed else ""
    answer = "yes" if fast else "no"
    yield Fact("counter.answers_fast", answer, None, None, disk, transfer.facts or known, presumed=guessed, note=note)


def _paging(facts: Facts) -> Iterator[Fact]:
    """Yield how much of the page file, or of the swap space, is in use."""
    shares = [(fact, figure(fact)) for key in _PAGING_FILE for fact in facts.of(SERVER, key) if not fact.doubt]
    total, used = facts.ask("memory.swap_total"), facts.ask("memory.swap_used")
    if (whole := values.whole(total.text)) and (part := values.whole(used.text)) is not None:
        shares += [(used.facts[0], 100 * part / whole)]
    if shares and max(share for _, share in shares) >= 0:
        fact, share = max(shares, key=lambda pair: pair[1])
        yield Fact("memory.paging_percent", decimal(share), made_from=(fact,))
        yield _ample(facts, fact)


def _ample(facts: Facts, paging: Fact) -> Fact:
    """Return whether Linux, which swaps out what is never read again, has memory to spare by its own word."""
    size, available = (facts.ask(f"memory.{name}") for name in ("total", "available"))
    whole, part = values.whole(size.text), values.whole(available.text)
    if whole and part is not None and facts.ask("memory.swap_total").facts:
        ample = part >= whole / _AMPLE
        return Fact("memory.ample", "yes" if ample else "no", made_from=size.facts + available.facts)
    return Fact("memory.ample", "no", made_from=(paging,))


_ALWAYS = 99  # percent of the time that a disk is busy, from which on the Iris paper calls it saturated
_FULL = 90  # percent of the processors' time: domlint's own figure, the paper names none
_PROCESSORS = (
    "counter.processor_percent",
    "stat.platform.system.pctcombinedcpuutil.avg",
    "stat.platform.system.totalutil.avg",
)
_READINGS = ("stat.platform.system.pctcombinedcpuutil", "stat.platform.system.totalutil")
_MEASURED = {"load.io_wait_percent": "counter.io_wait_percent", "load.network_percent": "counter.network_percent"}


@derived(
    "load.busy_disks", "load.io_wait_percent", "load.network_percent", "load.processor_percent",
    "load.processor_most_percent", "load.processor_told", "load.saturated", "load.told",
)  # fmt: skip
def derive_saturation(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `load.saturated`, `load.told`, and the worst measurements of processors, disk waits and network."""
    processors = max((fact for key in _PROCESSORS for fact in _sound(facts, key)), key=figure, default=None)
    if processors:
        yield Fact("load.processor_percent", decimal(figure(processors)), made_from=(processors,), note=processors.note)
    yield from _processors_at_most(facts, processors)
    for key, counter in _MEASURED.items():
        if worst := max(_sound(facts, counter), key=figure, default=None):
            yield Fact(key, decimal(figure(worst)), made_from=(worst,), note=worst.note)
    yield from _saturated(facts, processors)
    yield from _busy(facts)


def _processors_at_most(facts: Facts, average: Fact | None) -> Iterator[Fact]:
    """`load.processor_most_percent`: the worst average or single reading of the processors; `.processor_told`."""
    reading = max((fact for key in _READINGS for fact in _sound(facts, key)), key=figure, default=None)
    worst = max(filter(None, (average, reading)), key=figure, default=None)
    if worst:
        when = "when the statistics were printed" if worst is reading and worst is not average else "of the time"
        yield Fact("load.processor_most_percent", decimal(figure(worst)), made_from=(worst,), note=worst.note)
        yield Fact("load.processor_told", f"{decimal(figure(worst))} % {when}", made_from=(worst,))


def _busy(facts: Facts) -> Iterator[Fact]:
    """Yield `load.busy_disks`: disks that are always busy, of what is not known to be flash, whatever is there."""
    disks = [disk for disk in facts.subjects("counter") or [] if _is_busy(facts, disk)]
    if disks:
        words = [f"{disk.name} is busy {facts.ask('counter.busy_percent', disk).text} % of the time" for disk in disks]
        yield Fact(
            "load.busy_disks", listed(words), made_from=tuple(fact for disk in disks for fact in _counted(facts, disk))
        )


def _is_busy(facts: Facts, disk: Subject) -> bool:
    busy = facts.ask("counter.busy_percent", disk)
    first = facts.ask("counter.first_of_disks", disk).text == "yes"
    return (
        first
        and facts.ask("counter.media", disk).text in {None, "hdd"}
        and bool(busy.text and figure(busy.facts[0]) >= _ALWAYS)
    )


def _sound(facts: Facts, key: str) -> list[Fact]:
    return [fact for fact in facts.of(SERVER, key) if not fact.doubt and figure(fact) >= 0]


def _saturated(facts: Facts, processors: Fact | None) -> Iterator[Fact]:
    """Yield yes if one of them is saturated, and no only if both were measured."""
    disks = [disk for disk in facts.subjects("counter") or [] if _lies_below(facts, disk)]
    full = [disk for disk in disks if _is_full(facts, disk)]
    words = [f"the disks that hold {_holds(facts, disk)} are saturated" for disk in full]
    origins = [fact for disk in full or disks for fact in _counted(facts, disk)]
    if processors and figure(processors) >= _FULL:
        words.append(f"the processors are busy {figure(processors):.0f} % of the time")
    if processors:
        origins.append(processors)
    if words:
        yield Fact("load.saturated", "yes", made_from=tuple(origins))
        yield Fact("load.told", listed(words), made_from=tuple(origins))
    elif disks and processors:
        yield Fact("load.saturated", "no", made_from=tuple(origins))


def _lies_below(facts: Facts, disk: Subject) -> bool:
    """Return whether a disk has spindles and stores files of Domino."""
    first = facts.ask("counter.first_of_disks", disk).text == "yes"
    return first and facts.ask("counter.media", disk).text == "hdd" and bool(_holds(facts, disk))


def _holds(facts: Facts, disk: Subject) -> str:
    return facts.ask("counter.holds", disk).text or ""


def _is_full(facts: Facts, disk: Subject) -> bool:
    busy = facts.ask("counter.busy_percent", disk)
    long = facts.ask("counter.queue_is_long", disk).text == "yes"
    return long or bool(busy.text and figure(busy.facts[0]) >= _ALWAYS)


def _counted(facts: Facts, disk: Subject) -> tuple[Fact, ...]:
    return tuple(fact for key in ("counter.queue", "counter.busy_percent") for fact in facts.of(disk, key)[:1])
