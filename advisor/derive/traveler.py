"""Traveler: reads its device count, the threads of HTTP and its Java options; tells what it needs and has."""

import re
from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context
from advisor.facts import Fact
from advisor.known import Facts

_DEVICES = "stat.traveler.push.devices.total"
_THREADS = "doc.server.http_maxactivethreads"
_WORKERS = "stat.http.workers"
_HEAP = re.compile(r"(?:^|\s)-Xmx(\d{1,15})([kKmMgG]?)(?=\s|$)")
_MEGABYTES = {"": 1 / 1024**2, "k": 1 / 1024, "m": 1, "g": 1024}
_AT_FIRST_START = {"64": "400", "32": "100"}
_AS_IT_RUNS = "Http.Workers: what HTTP runs with, where no server document was given"
_NO_COUNT = "Traveler's first start sets that number; how many devices are registered was not given"


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`traveler.http_threads_wanted`: 1.2 a device, else what its first start sets; `.http_threads` and `.heap_mb`."""
    devices, bits = facts.ask(_DEVICES), facts.ask("bits")
    count = values.whole(devices.text)
    if count is not None:
        yield Fact("traveler.http_threads_wanted", str(-(-count * 12 // 10)), made_from=devices.facts)
    elif bits.text in _AT_FIRST_START:
        wanted = _AT_FIRST_START[bits.text]
        yield Fact("traveler.http_threads_wanted", wanted, made_from=bits.facts, presumed=True, note=_NO_COUNT)
    yield Fact("traveler.devices_counted", "no" if count is None else "yes", made_from=devices.facts)
    yield from _threads(facts)
    java = facts.ask("ini.nts_java_parms")
    if heap := _HEAP.search(java.text or ""):
        size = int(heap[1]) * _MEGABYTES[heap[2].lower()]
        yield Fact("traveler.heap_mb", str(int(size)), made_from=java.facts)


def _threads(facts: Facts) -> Iterator[Fact]:
    """How many threads HTTP has: as the server document has it, else as it runs."""
    threads, workers = facts.ask(_THREADS), facts.ask(_WORKERS)
    if (count := values.whole(threads.text)) is not None:
        yield Fact("traveler.http_threads", str(count), made_from=threads.facts)
    elif (count := values.whole(workers.text)) is not None:
        made_from = workers.facts
        yield Fact("traveler.http_threads", str(count), made_from=made_from, presumed=True, note=_AS_IT_RUNS)
