"""Read `vmstat` of Linux, AIX and Solaris: the rate of paging and the load of the processors.

The first line of each run is an average since the machine was started. If others follow, only these are used.
"""

import re
from collections.abc import Iterator

from advisor.facts import Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.samples import Samples, number
from advisor.readers.transcript import CUT, Command, Line, Word, first_printed, foreign, printed
from advisor.source import Source

_COMMAND = "vmstat"
_BEGINS = (
    rb"(?:procs[ -]{1,20}memory[ -]{1,20}(?:---)?swap|kthr[ \t]{1,20}memory[ \t]{1,30}page"
    rb"|System configuration: lcpu=\d{1,4} mem=)"
)

_GROUPS = re.compile(r"(?:procs|kthr|-{3,}|memory|page|swap|System configuration:).*")
_SCREEN = 10  # lines after which vmstat repeats its heading, at least; one after fewer is another run's
_OUT = {"so": "counter.swapped_out", "po": "counter.paged_out"}  # of Linux in kB, of AIX in pages
_COLUMNS = {**_OUT, "si": "counter.swapped_in", "wa": "counter.io_wait_percent"}
_WORK = ("us", "sy")  # "sy" stands for system calls, too: the later one is the processors'


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the first line names groups of columns, and a line of columns with those of paging follows."""
    first = first_printed(head, _COMMAND, 6)
    return bool(first) and first[0].begins(_BEGINS) and any(_columns(line) for line in first)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Diagnostic]:
    """Yield the pages swapped in and out (Linux) or paged out (AIX) in a second, and the load of the processors."""
    samples = Samples()
    columns, printed_below = list[str](), 0
    for line in printed(source, _COMMAND):
        if isinstance(line, Diagnostic):
            yield line
        elif isinstance(line, Command):
            samples.begins()
        elif _GROUPS.fullmatch(line.text):
            continue
        elif header := _columns(line):
            if printed_below < _SCREEN:
                samples.begins()
            columns, printed_below = header, 0
        elif not line.ended:
            yield line.diagnostic(CUT)
        elif columns and len(line.words) >= len(columns) and number(line.words[0].text) is not None:
            printed_below += 1
            _take(dict(zip(columns, line.words, strict=False)), samples)  # -t puts the time after
        elif not set(line.text) <= {"-", " "}:
            yield foreign(line, _COMMAND)
    yield from samples.facts(source, from_start=True)


def _take(row: dict[str, Word], samples: Samples) -> None:
    for name, word in row.items():
        if key := _COLUMNS.get(name):
            samples.take(key, word)
    work = [number(row[name].text) for name in _WORK if name in row]
    shares = [share for share in work if share is not None]
    if len(shares) == len(_WORK):
        samples.take("counter.processor_percent", row[_WORK[0]], figure=min(sum(shares), 100.0))


def _columns(line: Line) -> list[str]:
    names = [word.text for word in line.words]
    return names if names[:2] == ["r", "b"] and not _OUT.keys().isdisjoint(names) else []


READER = Reader(
    __name__, "vmstat", recognises, read, signs=(b"memory", b"lcpu="), begins=_BEGINS, command=_COMMAND, is_long=True
)
