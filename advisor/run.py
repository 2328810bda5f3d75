"""One run, from files to a report. Read this module first.

    discover   servers/gather.py      find the files of the command line, and the reader of each
    read       servers/reading.py     parse each file: what it says, and what of it could not be read
    group      judging/run.py         make servers of the files; machines, clusters, documents of the directory
    judge      judging/assess.py      derive the facts of a server, and evaluate the rules
    report     report/parts.py        make the findings, the grade and the coverage of a server
               report/run_report.py   add them up to the report of the run
    write      cli/run.py, writers/   print the report, or write it to files

Control runs one way: each stage takes what the stage before returns. Servers go through `judge` and `report` one at a
time, so a run of thousands of servers holds the facts of a few. With `workers`, batches of files and then batches of
servers are handed out; the rows come back in order, so the report is the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain, groupby, islice
from typing import TYPE_CHECKING, Protocol

from advisor.facts import PARTITION
from advisor.judging.run import Run
from advisor.pack import Catalogue
from advisor.report import run_report
from advisor.report.parts import ReportPart, RunContext
from advisor.servers.gathered import Found, InputFile
from advisor.servers.reading import Reading
from advisor.servers.server import Server

if TYPE_CHECKING:
    from advisor.report.encoded_part import EncodedPart
    from advisor.workers.work import FileRead, ServerBatch
    from advisor.workers.workers import Batch, Workers

START_SECONDS = 0.3  # of work that is worth the start of workers
_SECONDS_PER_FILE = 0.003  # of work, about: a NOTES.INI of 5 KB takes 0.01 s from reading to its line
_SECONDS_PER_BYTE = 1.5e-6
_BATCH_SECONDS = 0.2  # of files that are parsed together
_BATCH_SERVERS = 12  # that are checked together


def estimated_seconds(size: int) -> float:
    """Return how long it takes to read a file of so many bytes and to check what it says."""
    return _SECONDS_PER_FILE + _SECONDS_PER_BYTE * size


class Hired(Protocol):
    """The workers that a run may have. workers: once they are started."""

    workers: Workers | None

    def start(self) -> Workers | None:
        """Start them; None if one process is all there is."""


def read(found: Iterable[Found], catalogue: Catalogue, hired: Hired | None = None) -> Reading:
    """Parse files as they are found.

    Workers start as soon as the files that were found are more work than the start. Otherwise this process reads them.
    """
    reading, workers = Reading(catalogue), None
    waiting: list[Found] = []
    seconds = 0.0
    files = iter(found)
    for file, source in files:
        if hired is None:
            reading.take(file, source)
            continue
        waiting.append((file, source))
        seconds += estimated_seconds(file.size)
        if seconds > START_SECONDS:
            workers, hired = hired.start(), None
            if workers:
                return _read_by(workers, [file for file, _ in waiting], files, reading)
            waiting = _all_taken(waiting, reading)
    _all_taken(waiting, reading)
    return reading


def _all_taken(waiting: list[Found], reading: Reading) -> list[Found]:
    """Read files here, and return the empty list of those that still wait."""
    for file, source in waiting:
        reading.take(file, source)
    return []


def _read_by(workers: Workers, waiting: list[InputFile], found: Iterator[Found], reading: Reading) -> Reading:
    """Have files parsed by workers while others are found. waiting: those that were found before."""
    from advisor.workers.work import read_files  # late: few runs have workers

    batches: deque[Batch[list[InputFile], FileRead]] = deque()
    for some in _file_batches(chain(waiting, (file for file, _ in found))):
        batches.append(workers.begin(read_files, some, here=any(file.once for file in some)))
    while batches:
        batch = batches.popleft()  # so that its bytes are let go
        for own, row in zip(batch.argument, workers.rows(batch), strict=True):
            reading.unread += row.unread
            if row.file:
                reading.files.append(row.file._replace(input=own))
    return reading


def parts_of_servers(
    run: Run, context: RunContext, names: list[str], hired: Hired | None = None
) -> Iterator[ReportPart | EncodedPart]:
    """Check the servers and yield the part of each, in their order. names: theirs, as they are shown."""
    workers = hired.workers if hired else None
    if workers is None:
        yield from run_report.in_turn(run, context, names)
        return
    from advisor.workers.work import check_servers

    run.let_go()
    for row in workers.in_order(check_servers, _server_batches(run, context, names)):
        run.unread += row.unread
        run.members |= {member.name: member for member in (row.member,) if member}
        run.upgraded_members |= {member.name: member for member in (row.upgraded,) if member}
        yield row.part


def _server_batches(run: Run, context: RunContext, names: list[str]) -> Iterator[tuple[ServerBatch, bool]]:
    """Yield the servers in batches, each with whether only this process can check it."""
    from advisor.workers.work import OfRun, ServerBatch

    catalogue = context.pack.catalogue
    told = OfRun(catalogue.public, catalogue.ports, context.site, dict(context.not_edited))
    of_run = told.pickled()
    for here, alike in groupby(zip(run.servers, names, strict=True), lambda pair: _only_here(pair[0])):
        while some := list(islice(alike, _BATCH_SERVERS)):
            servers = tuple(server for server, _ in some)
            own = {server.name for server in servers}
            others = {name for server in servers for name in _neighbours(server)} - own
            beside = tuple(run.by_name[name] for name in sorted(others) if name in run.by_name)
            batch = ServerBatch(servers, tuple(name for _, name in some), run.in_clusters & own, beside, of_run)
            yield batch, here or any(map(_only_here, beside))


def _neighbours(server: Server) -> set[str]:
    """Return the names of the other servers on its machine."""
    return {fact.subject.name for fact in server.given.more if fact.subject.kind == PARTITION}


def _only_here(server: Server) -> bool:
    """Return whether a file of the server came through a pipe or in a config map, so that this process holds it."""
    given = server.given
    return any(file.input.once for file in (*given.group.files, *(file for file, _ in given.documents)))


def _file_batches(files: Iterable[InputFile]) -> Iterator[list[InputFile]]:
    """Part files into batches of about equal work."""
    some: list[InputFile] = []
    seconds = 0.0
    for file in files:
        some.append(file)
        seconds += estimated_seconds(file.size)
        if seconds > _BATCH_SECONDS:
            yield some
            some, seconds = [], 0.0
    if some:
        yield some
