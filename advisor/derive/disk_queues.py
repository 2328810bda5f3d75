"""Disk queues: tells how many requests may wait for a disk that was measured, whether more do, and whether it is busy.

One request for each disk of an array. Fewer than one less, for R4.6 and R5 on Windows NT: what the Iris paper asks for.
"""

from collections.abc import Iterator

from advisor import values
from advisor.derive.arrays import text_of
from advisor.facts import Fact, Subject
from advisor.known import Facts

_ONE_DISK = 2  # requests that a disk may have waiting
_ON_WHICH_ARRAY = "nothing shows on which of the machine's arrays it lies"
_WHICH_RELEASE = "whether so many may wait is not said of every release, and nothing shows which one this is"
_FIRST_NOT_MEANT = [6, 0, 0, 0, 0, 0]
_BUSY = 70  # percent of the time, as IBM says of R5


def told(facts: Facts, disk: Subject, arrays: list[Subject], volumes: list[Subject]) -> Iterator[Fact]:
    """`counter.queue_limit`, `.queue_is_long`, `.is_busy`; `.queue_told` and `.busy_told`, in words."""
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
    """disks: how many of them an array has; 0 for a disk of no array."""
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
    """Whether the server is of those that the paper speaks of; None where nothing shows it."""
    release, platform = facts.ask("release"), facts.ask("platform")
    if platform.text not in (None, "windows"):
        return False
    number = values.parse("release", release.text) if release.text else None
    older = None if number is None else number < _FIRST_NOT_MEANT
    if older is False:
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


def figure(fact: Fact) -> float:
    """What was measured; -1 for what is no number."""
    try:
        return float(values.parse("number", fact.text))
    except values.NotOfType:
        return -1.0
