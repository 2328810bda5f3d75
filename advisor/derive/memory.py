"""Memory: reads what the machine's tools and the server's statistics say of it; gives `machine.memory` in MB."""

from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context
from advisor.facts import Fact
from advisor.known import Facts

_STATISTIC = "stat.mem.physicalram"  # bytes; PercentAvailSysResources has the server report less
_MEGABYTE = 1024**2


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """The machine's own tools come first; the server's statistic counts where nothing limits what it reports."""
    if facts.ask("machine.memory").facts:
        return
    if told := facts.first("memory.total"):
        yield Fact("machine.memory", str(int(told.text) // _MEGABYTE), made_from=(told,))
        return
    if facts.ask("ini.percentavailsysresources").facts:
        return
    reported = facts.ask(_STATISTIC)
    try:
        size = values.parse("number", reported.text or "")
    except values.NotOfType:
        return
    yield Fact("machine.memory", str(int(size) // _MEGABYTE), made_from=reported.facts, note="Mem.PhysicalRAM")
