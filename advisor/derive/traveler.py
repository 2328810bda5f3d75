"""Traveler: reads its device count, the threads of HTTP and its Java options; tells what it needs and has."""

import re
from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context
from advisor.facts import Fact, Facts

_DEVICES = "stat.traveler.push.devices.total"
_HEAP = re.compile(r"(?:^|\s)-Xmx(\d{1,15})([kKmMgG]?)(?=\s|$)")
_MEGABYTES = {"": 1 / 1024**2, "k": 1 / 1024, "m": 1, "g": 1024}
_AT_FIRST_START = {"64": "400", "32": "100"}
_NO_COUNT = "Traveler's first start sets that number; how many devices are registered was not given"


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`traveler.http_threads_wanted`: 1.2 a device, else what Traveler's first start sets; and `traveler.heap_mb`."""
    devices, bits = facts.ask(_DEVICES), facts.ask("bits")
    count = values.whole(devices.text)
    if count is not None:
        yield Fact("traveler.http_threads_wanted", str(-(-count * 12 // 10)), made_from=devices.facts)
    elif bits.text in _AT_FIRST_START:
        wanted = _AT_FIRST_START[bits.text]
        yield Fact("traveler.http_threads_wanted", wanted, made_from=bits.facts, presumed=True, note=_NO_COUNT)
    yield Fact("traveler.devices_counted", "no" if count is None else "yes", made_from=devices.facts)
    java = facts.ask("ini.nts_java_parms")
    if heap := _HEAP.search(java.text or ""):
        size = int(heap[1]) * _MEGABYTES[heap[2].lower()]
        yield Fact("traveler.heap_mb", str(int(size)), made_from=java.facts)
