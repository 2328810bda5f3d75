"""Saturation: reads what was measured; tells whether disks or processors have room for more work, in words."""

from collections.abc import Iterator

from advisor.derive.context import Context
from advisor.derive.disk_queues import figure
from advisor.facts import SERVER, Fact, Subject
from advisor.known import Facts
from advisor.values.printing import decimal, listed

_ALWAYS = 99  # percent of the time that a disk is busy, from which on the Iris paper calls it saturated
_FULL = 90  # percent of the processors' time: domlint's own figure, the paper names none
_PROCESSORS = (
    "counter.processor_percent",
    "stat.platform.system.pctcombinedcpuutil.avg",
    "stat.platform.system.totalutil.avg",
)
_MEASURED = {"load.io_wait_percent": "counter.io_wait_percent", "load.network_percent": "counter.network_percent"}


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`load.saturated`, `load.told`, and the worst that was measured of processors, waits for disks and network."""
    processors = max((fact for key in _PROCESSORS for fact in _sound(facts, key)), key=figure, default=None)
    if processors:
        yield Fact("load.processor_percent", decimal(figure(processors)), made_from=(processors,), note=processors.note)
    for key, counter in _MEASURED.items():
        if worst := max(_sound(facts, counter), key=figure, default=None):
            yield Fact(key, decimal(figure(worst)), made_from=(worst,), note=worst.note)
    yield from _saturated(facts, processors)
    yield from _busy(facts)


def _busy(facts: Facts) -> Iterator[Fact]:
    """`load.busy_disks`: disks that are always busy, of what is not known to be flash, whatever lies there."""
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
    """Yes where one of them is; no only where both were measured."""
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
    """Whether it is made of spindles, and something of Domino's lies there."""
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
