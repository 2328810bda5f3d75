"""Disk counters: what Win32_PerfFormattedData_PerfDisk_PhysicalDisk counts, whose names no Windows translates."""

from collections.abc import Iterable, Iterator

from advisor.facts import Fact, Subject
from advisor.readers.samples import Samples, number
from advisor.readers.windows._records import DISK_COUNTER, Record
from advisor.source import Source

_ALL = "_total"


def averages(source: Source, records: Iterable[Record]) -> Iterator[Fact]:
    """The average queue and busy share of each disk: each query gives one row of it."""
    samples = Samples()
    for record in records:
        name = record.first("name") if record.kind == DISK_COUNTER else None
        if name and name.text.lower() != _ALL:
            disk = Subject("counter", name.text)
            for queue in record.all("avgdiskqueuelength"):
                samples.take("counter.queue", queue, disk)
            for idle in record.all("percentidletime"):
                share = number(idle.text)
                busy = None if share is None else min(max(100 - share, 0.0), 100.0)
                samples.take("counter.busy_percent", idle, disk, busy)
    yield from samples.facts(source, from_start=False)
