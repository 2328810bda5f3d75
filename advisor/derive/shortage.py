"""Shortage: reads what was measured of memory; tells whether the machine is short of it and what it pages, in words.

Where it is short no rule advises a larger pool or heap. A twentieth of the memory is domlint's own figure, and so are
60 % of the paging file.
"""

from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context
from advisor.derive.disk_queues import figure
from advisor.facts import SERVER, Fact
from advisor.known import Facts
from advisor.values.printing import listed

_PART = 20
_PAGED_OUT = 60  # percent of the paging file, as memory-short has it
_MEGABYTE = 1024**2
_AVAILABLE = (
    "counter.available_megabytes",
    "stat.platform.memory.ram.availmbytes.avg",
    "stat.platform.memory.ram.availmbytes",
)
_PAGING = (
    ("counter.swapped_in", "kB a second swapped in"),
    ("counter.swapped_out", "kB a second swapped out"),
    ("counter.pages_a_second", "pages a second read and written (Memory\\Pages/sec)"),
    ("stat.platform.memory.pagespersec.avg", "pages a second on average (Platform.Memory.PagesPerSec.Avg)"),
)


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`memory.short`, `.short_told`, `.left_told`, where something shows it; `.paging_told`, where it was measured."""
    left = list(_little_is_left(facts))
    yield from (Fact("memory.left_told", words, made_from=(fact,)) for words, fact in left)
    shown = [*left, *_much_is_paged_out(facts)]
    if shown:
        origins = tuple(fact for _, fact in shown)
        yield Fact("memory.short", "yes", made_from=origins)
        yield Fact("memory.short_told", listed([words for words, _ in shown]), made_from=origins)
    paging = [(f"{figure(fact):,.0f} {words}", fact) for key, words in _PAGING for fact in _measured(facts, key)]
    if paging:
        words = listed([words for words, _ in paging])
        yield Fact("memory.paging_told", words, made_from=tuple(fact for _, fact in paging))


def _little_is_left(facts: Facts) -> Iterator[tuple[str, Fact]]:
    """Where less than a twentieth of the memory is free for programs, by the tool that has the least to say."""
    size = values.whole(facts.ask("machine.memory").text)
    left = [(figure(fact) / _MEGABYTE, fact) for fact in _measured(facts, "memory.available")]
    left += [(figure(fact), fact) for key in _AVAILABLE for fact in _measured(facts, key)]
    if size and left:
        megabytes, fact = min(left, key=lambda pair: pair[0])
        if megabytes * _PART < size:
            yield f"{megabytes:.0f} of {size} MB of memory are available", fact


def _much_is_paged_out(facts: Facts) -> Iterator[tuple[str, Fact]]:
    share = facts.ask("memory.paging_percent")
    if share.text and figure(share.facts[0]) > _PAGED_OUT and facts.ask("memory.ample").text != "yes":
        yield f"{share.text} % of the paging file or swap space are in use", share.facts[0]


def _measured(facts: Facts, key: str) -> list[Fact]:
    return [fact for fact in facts.of(SERVER, key) if not fact.doubt and figure(fact) >= 0][:1]
