"""Reads CSV of Windows' performance counters, as typeperf and Performance Monitor write it, by their English names.

Windows translates the names of counters: of a file in another language nothing is known, and that is said.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.facts import SERVER, SEVERAL_MACHINES, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.samples import Samples, number
from advisor.readers.transcript import CUT, NUL, Line, Word, first_printed, lines
from advisor.readers.windows._records import machine_named
from advisor.source import Source

FORMAT = "performance counters"
COMMAND = "typeperf"
BEGINS = rb'"\(PDH-[CT]SV \d'

_CELL = re.compile(r'"([^"]*)"')
_HEADER = re.compile(r'"\(PDH-[CT]SV \d.*')
_COUNTER = re.compile(r"\\\\(?P<machine>[^\\]+)\\(?P<kind>[^\\()]+)(?:\((?P<instance>.*)\))?\\(?P<name>[^\\]+)")
_DISKS = {"physicaldisk", "logicaldisk"}
_FOREIGN = "its counters are named in another language than English, or none is of a disk or the paging file"
_IDLE, _TIME, _QUEUE = "% idle time", "% disk time", "avg. disk queue length"


class Counter(NamedTuple):
    """What a column counts. over: subtracted from a hundred, as idle time is from time."""

    key: str
    subject: Subject
    over: bool = False
    machine: str = ""


def recognises(head: bytes, _: Catalogue) -> bool:
    """The first line is the header that Windows writes."""
    return any(_HEADER.fullmatch(line.text) for line in first_printed(head, COMMAND, 1))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Diagnostic]:
    """The average queue and busy share of each disk, and how much of the paging file is used."""
    of_machines: dict[str, Samples] = {}
    columns: dict[int, Counter] = {}
    machines: set[str] = set()
    for line in lines(source):
        if line.holds_nul:
            yield line.diagnostic(NUL)
        elif _HEADER.fullmatch(line.text):
            names = [word.text for word in _cells(line)]
            columns = _columns(names)
            machines |= _machines(names)
            if not columns:
                yield line.diagnostic(_FOREIGN)
        elif line.text.startswith('"') and not line.ended:
            yield line.diagnostic(CUT)
        elif line.text.startswith('"'):
            _take(_cells(line), columns, of_machines)
    doubt = SEVERAL_MACHINES if len(machines) > 1 else ""
    for machine, samples in of_machines.items():
        facts = samples.facts(source, from_start=False)
        yield from (fact._replace(doubt=doubt, host=machine) for fact in facts)


def _cells(line: Line) -> list[Word]:
    return [line.group(match, 1) for match in _CELL.finditer(line.text)]


def _machines(names: list[str]) -> set[str]:
    """The machines whose counters are read."""
    return {machine_named(match["machine"]) for name in names if (match := _COUNTER.fullmatch(name.strip()))} - {""}


def _columns(names: list[str]) -> dict[int, Counter]:
    """What each column counts, of those that matter; where idle time is counted, busy time is not asked."""
    known = {at: match for at, name in enumerate(names) if (match := _COUNTER.fullmatch(name.strip()))}
    idle = {match["instance"] for match in known.values() if match["name"].casefold() == _IDLE}
    counters = {at: _counter(match, idle) for at, match in known.items()}
    return {
        at: counter._replace(machine=machine_named(known[at]["machine"])) for at, counter in counters.items() if counter
    }


def _counter(match: re.Match[str], idle: set[str]) -> Counter | None:
    kind, instance, name = match["kind"].casefold(), match["instance"] or "", match["name"].casefold()
    if kind == "paging file" and instance == "_Total" and name == "% usage":
        return Counter("counter.paging_file_percent", SERVER)
    if kind not in _DISKS or instance in {"_Total", ""}:
        return None
    disk = Subject("counter", instance)
    if name == _QUEUE:
        return Counter("counter.queue", disk)
    if name == _IDLE:
        return Counter("counter.busy_percent", disk, over=True)
    return Counter("counter.busy_percent", disk) if name == _TIME and instance not in idle else None


def _take(cells: list[Word], columns: dict[int, Counter], of_machines: dict[str, Samples]) -> None:
    """A row; before the second sample some counters are blank."""
    for at, counter in columns.items():
        if at < len(cells) and (figure := number(cells[at].text.strip())) is not None:
            share = 100 - figure if counter.over else figure
            bounded = min(max(share, 0.0), 100.0) if counter.key.endswith("percent") else share
            samples = of_machines.setdefault(counter.machine, Samples())
            samples.take(counter.key, cells[at], counter.subject, bounded)
