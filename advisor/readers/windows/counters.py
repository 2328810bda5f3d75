"""Read CSV of Windows' performance counters, written by typeperf and Performance Monitor.

Windows translates the names of counters. Only English names are known; a file in another language is reported.
"""

import re
from collections import defaultdict
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from advisor.facts import SERVER, SEVERAL_MACHINES, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.samples import Samples, number
from advisor.readers.transcript import CUT, NUL, Line, first_printed, lines
from advisor.readers.windows._records import machine_named
from advisor.source import Source, Span

_COMMAND = "typeperf"

_CELL = re.compile(r'"([^"]*)"')
_HEADER = re.compile(r'"\(PDH-[CT]SV \d.*')
_COUNTER = re.compile(r"\\\\(?P<machine>[^\\]+)\\(?P<kind>[^\\()]+)(?:\((?P<instance>.*)\))?\\(?P<name>[^\\]+)")
_DISKS = {"physicaldisk", "logicaldisk"}
FOREIGN = "its counters are named in another language than English, or none of them is asked for"
_IDLE, _TIME = "% idle time", "% disk time"
_OF_A_DISK = {
    "avg. disk queue length": "counter.queue",
    "avg. disk sec/transfer": "counter.transfer_ms",
    "disk reads/sec": "counter.reads_a_second",
    "disk writes/sec": "counter.writes_a_second",
}
_OF_ALL = {  # kind, instance and name of what is counted of the machine
    ("paging file", "_total", "% usage"): "counter.paging_file_percent",
    ("memory", "", "available mbytes"): "counter.available_megabytes",
    ("memory", "", "pages/sec"): "counter.pages_a_second",
    ("processor", "_total", "% processor time"): "counter.processor_percent",
    ("system", "", "% total processor time"): "counter.processor_percent",  # Windows NT
}
_RATE, _SPEED = "bytes total/sec", "current bandwidth"  # bytes a second, and bits a second
_MILLISECONDS = 1000


class Counter(Struct, frozen=True):
    """The meaning of a column. over: it is subtracted from 100, for idle time."""

    key: str
    subject: Subject
    over: bool = False
    machine: str = ""


class Cell(Struct, frozen=True):
    """A cell of a row, whose place is made only when it is asked for: of a million of them few are."""

    line: Line
    start: int
    end: int

    @property
    def text(self) -> str:
        """Return the text without the quotes."""
        return self.line.text[self.start : self.end]

    @property
    def span(self) -> Span:
        """Return the location."""
        return self.line.piece(self.start, self.end).span


class Adapter(Struct, frozen=True):
    """A network adapter: the columns of its bytes a second and of the bits a second that it can carry."""

    rate: int
    speed: int
    machine: str


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the first line is the header that Windows writes."""
    return any(_HEADER.fullmatch(line.text) for line in first_printed(head, _COMMAND, 1))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Diagnostic]:
    """Yield averages: queue, busy share, transfer time and rates of each disk; paging file, processors and network."""
    of_machines: dict[str, Samples] = defaultdict(Samples)
    columns: dict[int, Counter] = {}
    adapters: list[Adapter] = []
    machines: set[str] = set()
    for line in lines(source):
        if line.holds_nul:
            yield line.diagnostic(NUL)
        elif _HEADER.fullmatch(line.text):
            names = [cell.text for cell in _cells(line)]
            columns, adapters = _columns(names), _adapters(names)
            machines |= _machines(names)
            if not columns and not adapters:
                yield line.diagnostic(FOREIGN)
        elif line.text.startswith('"') and not line.ended:
            yield line.diagnostic(CUT)
        elif line.text.startswith('"'):
            cells = _cells(line)
            _take(cells, columns, of_machines)
            _take_network(cells, adapters, of_machines)
    doubt = SEVERAL_MACHINES if len(machines) > 1 else ""
    for machine, samples in of_machines.items():
        facts = samples.facts(source, from_start=False)
        yield from (replace(fact, doubt=doubt, host=machine) for fact in facts)


def _cells(line: Line) -> list[Cell]:
    return [Cell(line, *match.span(1)) for match in _CELL.finditer(line.text)]


def _machines(names: list[str]) -> set[str]:
    """Return the machines whose counters are read."""
    return {machine_named(match["machine"]) for name in names if (match := _COUNTER.fullmatch(name.strip()))} - {""}


def _columns(names: list[str]) -> dict[int, Counter]:
    """Return the counter of each relevant column. Idle time replaces busy time if both are present."""
    matches = {index: match for index, name in enumerate(names) if (match := _COUNTER.fullmatch(name.strip()))}
    idle = {match["instance"] for match in matches.values() if match["name"].casefold() == _IDLE}
    counters = {index: _counter(match, idle) for index, match in matches.items()}
    return {
        index: replace(counter, machine=machine_named(matches[index]["machine"]))
        for index, counter in counters.items()
        if counter
    }


def _counter(match: re.Match[str], idle: set[str]) -> Counter | None:
    kind, instance, name = match["kind"].casefold(), match["instance"] or "", match["name"].casefold()
    if key := _OF_ALL.get((kind, instance.casefold(), name)):
        return Counter(key, SERVER)
    if kind not in _DISKS or instance in {"_Total", ""}:
        return None
    disk = Subject("counter", instance)
    if name in _OF_A_DISK:
        return Counter(_OF_A_DISK[name], disk)
    if name == _IDLE:
        return Counter("counter.busy_percent", disk, over=True)
    return Counter("counter.busy_percent", disk) if name == _TIME and instance not in idle else None


def _adapters(names: list[str]) -> list[Adapter]:
    index_by_counter: dict[tuple[str, str, str], int] = {}
    for index, name in enumerate(names):
        if (match := _COUNTER.fullmatch(name.strip())) and match["kind"].casefold() == "network interface":
            index_by_counter[machine_named(match["machine"]), match["instance"] or "", match["name"].casefold()] = index
    rates = [key for key in index_by_counter if key[2] == _RATE and (*key[:2], _SPEED) in index_by_counter]
    return [Adapter(index_by_counter[key], index_by_counter[*key[:2], _SPEED], key[0]) for key in rates]


def _take(cells: list[Cell], columns: dict[int, Counter], of_machines: dict[str, Samples]) -> None:
    """Add a row to the samples. Before the second sample, some counters are blank."""
    for index, counter in columns.items():
        if index < len(cells) and (figure := number(cells[index].text.strip())) is not None:
            share = 100 - figure if counter.over else figure
            share = share * _MILLISECONDS if counter.key.endswith("_ms") else share
            bounded = min(max(share, 0.0), 100.0) if counter.key.endswith("percent") else share
            of_machines[counter.machine].take(counter.key, cells[index], counter.subject, bounded)


def _take_network(cells: list[Cell], adapters: list[Adapter], of_machines: dict[str, Samples]) -> None:
    """Add the network use of the busiest adapter of each machine."""
    used: dict[str, tuple[float, Cell]] = {}
    for adapter in adapters:
        if max(adapter.rate, adapter.speed) < len(cells):
            sent, most = (number(cells[index].text.strip()) for index in (adapter.rate, adapter.speed))
            share = 100 * 8 * sent / most if sent is not None and most else -1.0
            if share > used.get(adapter.machine, (-0.5,))[0]:
                used[adapter.machine] = (min(share, 100.0), cells[adapter.rate])
    for machine, (share, word) in used.items():
        of_machines[machine].take("counter.network_percent", word, SERVER, share)


READER = Reader(
    __name__,
    "performance counters",
    recognises,
    read,
    signs=(b"pdh-",),
    begins=rb'"\(PDH-[CT]SV \d',
    command=_COMMAND,
    is_long=True,
)
