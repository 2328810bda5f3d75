"""One run, from files to a report. Read this module first.

    1 discover   servers/gather.py        find the files of the command line; servers/contents.py opens each of them,
                                          and readers/ recognises the format and decodes the bytes
    2 read       servers/reading.py       parse each file: its facts, and what could not be read
    3 group      judging/run.py           make servers of the files with servers/server.py; join machines and clusters
    4 derive     judging/run.py           derive the facts of a server with derive/ when the server is to be checked
    5 judge      judging/assess.py        evaluate the rules on a server
    6 report     report/server_report.py  make the findings, the grade and the coverage of a server
                 report/run_report.py     add them up to the report of the run
    7 write      cli/check_run.py         print the report, or write it to files, with a module of writers/

`cli/check_run.py` calls the stages; each takes what the stage before yields. `discover`, `derive`, `judge` and `report`
are generators: a file is read when it is found, and a server is derived, judged and reported before the next one is
derived. A run of thousands of servers therefore holds the facts of a few. With workers, batches of files and then
batches of servers are handed out; the rows come back in order, so the report is the same.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain, groupby, islice
from typing import Any, Protocol

from msgspec.structs import replace

from advisor.facts import PARTITION
from advisor.judging.run import Run
from advisor.pack import Catalogue
from advisor.report import run_report
from advisor.report.model import ReportPart
from advisor.report.server_report import RunContext
from advisor.report.totals import EncodedPart
from advisor.servers.model import Found, InputFile, Server
from advisor.servers.reading import Reading

START_SECONDS = 0.3  # of work that is worth the start of workers
_SECONDS_PER_FILE = 0.003  # of work, about: a NOTES.INI of 5 KB takes 0.01 s from reading to its line
_SECONDS_PER_BYTE = 1.5e-6
_BATCH_SECONDS = 0.2  # of files that are parsed together
_BATCH_SERVERS = 12  # that are checked together


def estimated_seconds(size: int) -> float:
    """Return how long it takes to read a file of so many bytes and to check what it says."""
    return _SECONDS_PER_FILE + _SECONDS_PER_BYTE * size


class WorkerStarter(Protocol):
    """Starts the workers of a run when there is enough work for them.

    The workers are an `advisor.workers.workers.Workers`, whose module is imported when they start.
    """

    workers: Any  # None until they are started

    def start(self) -> Any:
        """Start the workers and return them; None if the run has one process."""


def read(found: Iterable[Found], catalogue: Catalogue, starter: WorkerStarter | None = None) -> Reading:
    """Parse files as they are found.

    Workers start as soon as the files that were found are more work than the start. Otherwise this process reads them.
    """
    reading, workers = Reading(catalogue), None
    waiting: list[Found] = []
    seconds = 0.0
    files = iter(found)
    for file, source in files:
        if starter is None:
            reading.take(file, source)
            continue
        waiting.append((file, source))
        seconds += estimated_seconds(file.size)
        if seconds > START_SECONDS:
            workers, starter = starter.start(), None
            if workers:
                return _read_by_workers(workers, [file for file, _ in waiting], files, reading)
            waiting = _read_here(waiting, reading)
    _read_here(waiting, reading)
    return reading


def _read_here(waiting: list[Found], reading: Reading) -> list[Found]:
    """Read files in this process. Return the files that still wait: none."""
    for file, source in waiting:
        reading.take(file, source)
    return []


def _read_by_workers(workers: Any, waiting: list[InputFile], found: Iterator[Found], reading: Reading) -> Reading:
    """Have workers parse files while more files are found. waiting: files that were found already."""
    from advisor.workers.workers import read_files  # few runs have workers

    batches: deque[Any] = deque()
    for files in _file_batches(chain(waiting, (file for file, _ in found))):
        batches.append(workers.begin(read_files, files, here=any(file.once for file in files)))
    while batches:
        batch = batches.popleft()  # so that its bytes are let go
        for file, row in zip(batch.argument, workers.rows(batch), strict=True):
            reading.unread += row.unread
            if row.file:
                reading.files.append(replace(row.file, input=file))
    return reading


def parts_of_servers(
    run: Run, context: RunContext, names: list[str], starter: WorkerStarter | None = None
) -> Iterator[ReportPart | EncodedPart]:
    """Check the servers and yield the report part of each, in order. names: the servers' names in the report."""
    workers = starter.workers if starter else None
    if workers is None:
        yield from run_report.checked_parts(run, context, names)
        return
    from advisor.workers.workers import check_servers

    run.free_facts()
    for row in workers.in_order(check_servers, _server_batches(run, context, names)):
        run.unread += row.unread
        run.members |= {member.name: member for member in (row.member,) if member}
        run.upgraded_members |= {member.name: member for member in (row.upgraded,) if member}
        yield row.part


def _server_batches(run: Run, context: RunContext, names: list[str]) -> Iterator[tuple[Any, bool]]:
    """Yield each `ServerBatch`, and whether only this process can check it."""
    from advisor.workers.workers import FleetContext, ServerBatch

    catalogue = context.pack.catalogue
    of_run = FleetContext(catalogue.public, catalogue.ports, context.site, dict(context.not_edited)).pickled()
    for here, named_servers in groupby(zip(run.servers, names, strict=True), lambda pair: _only_here(pair[0])):
        while pairs := list(islice(named_servers, _BATCH_SERVERS)):
            servers = tuple(server for server, _ in pairs)
            own = {server.name for server in servers}
            others = {name for server in servers for name in _neighbours(server)} - own
            beside = tuple(run.by_name[name] for name in sorted(others) if name in run.by_name)
            batch = ServerBatch(servers, tuple(name for _, name in pairs), run.in_clusters & own, beside, of_run)
            yield batch, here or any(map(_only_here, beside))


def _neighbours(server: Server) -> set[str]:
    """Return the names of the other servers on its machine."""
    return {fact.subject.name for fact in server.given.more if fact.subject.kind == PARTITION}


def _only_here(server: Server) -> bool:
    """Return whether a file of the server came through a pipe or in a config map, so that this process holds it."""
    given = server.given
    return any(file.input.once for file in (*given.files, *(file for file, _ in given.documents)))


def _file_batches(files: Iterable[InputFile]) -> Iterator[list[InputFile]]:
    """Divide files into batches of about equal work."""
    batch: list[InputFile] = []
    seconds = 0.0
    for file in files:
        batch.append(file)
        seconds += estimated_seconds(file.size)
        if seconds > _BATCH_SECONDS:
            yield batch
            batch, seconds = [], 0.0
    if batch:
        yield batch
