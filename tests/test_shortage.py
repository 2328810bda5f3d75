"""Whether the machine is short of memory, and what it pages, by whatever measured it."""

from at_once import at_once

from advisor.derive import memory
from advisor.facts import Fact, Facts

MEGABYTE = 1024**2
CASES = [
    ({}, None, None),
    ({"machine.memory": "8191", "memory.available": str(214 * MEGABYTE)}, "214 of 8191 MB of memory are available",
        None),
    ({"machine.memory": "8000", "memory.available": str(399 * MEGABYTE)}, "399 of 8000 MB of memory are available",
        None),
    ({"machine.memory": "8000", "memory.available": str(400 * MEGABYTE)}, None, None),
    ({"memory.available": str(MEGABYTE)}, None, None),
    ({"machine.memory": "8000", "counter.available_megabytes": "101.3", "memory.available": str(4000 * MEGABYTE)},
        "101 of 8000 MB of memory are available", None),
    ({"memory.paging_percent": "61"}, "61 % of the paging file or swap space are in use", None),
    ({"memory.paging_percent": "60"}, None, None),
    ({"memory.paging_percent": "90", "memory.ample": "yes"}, None, None),
    ({"counter.swapped_in": "5120.00", "counter.swapped_out": "6211.00"}, None,
        "5,120 kB a second swapped in and 6,211 kB a second swapped out"),
    ({"counter.pages_a_second": "1911"}, None, "1,911 pages a second read and written (Memory\\Pages/sec)"),
]  # fmt: skip


@at_once(("known", "short", "paging"), CASES)
def test_what_shows_that_memory_is_short(known, short, paging):
    facts = Facts()
    facts.add([Fact(key, text) for key, text in known.items()])
    told = {fact.key: fact.text for fact in memory.derive_shortage(facts, None)}
    assert (told.get("memory.short_told"), told.get("memory.paging_told")) == (short, paging)
    assert ("memory.short" in told) == (short is not None)
