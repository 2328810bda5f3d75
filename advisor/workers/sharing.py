"""Sharing: a run whose files are too many to hold, shared out in both passes. Files are read while others are found."""

import pickle
from collections.abc import Iterator
from itertools import groupby, islice
from typing import NamedTuple

from advisor.facts import PARTITION
from advisor.judging.run import Run
from advisor.report import making
from advisor.report.one_line import OneLine
from advisor.report.parts import Ground, Part
from advisor.servers.brief import in_brief
from advisor.servers.gathered import InputFile
from advisor.servers.parsed import ParsedFile
from advisor.servers.reading import Reading
from advisor.servers.server import Server
from advisor.source import Source
from advisor.workers.flight import Engine, Flight
from advisor.workers.tasks import FileRead, Hands, JudgeServers, OfRun, ReadFiles, Terms

PAYS = 64  # files beyond those that are held from which on, and of a task: other processes are worth beginning
_SERVERS = 16  # of a task
_BYTES = 4 * 1024**2  # of files of a task


class Gap(NamedTuple):
    """Where in a reading the rows of a task belong: behind so many files, and so many that were unread."""

    files: int
    unread: int


class Sharing:
    """A run's passes, shared out among an engine's workers where that pays, and else left to this process."""

    def __init__(self, engine: Engine, terms: Terms) -> None:
        self.engine, self.terms = engine, terms
        self.flight: Flight | None = None
        self.later: list[InputFile] = []  # of the next task
        self.size = 0
        self.gaps: list[Gap] = []
        self.rows: list[list[FileRead]] = []

    def close(self, *, at_once: bool) -> None:
        """Ends the workers. at_once: whatever they are doing."""
        self.engine.close(at_once=at_once)

    def take(self, reading: Reading, file: InputFile, source: Source) -> bool:
        """Takes a file of the first pass, when what could be held is full; not one that tells its bytes only once."""
        if file.once:
            self._send(reading)
            return False
        self.later.append(file)
        self.size += source.size
        if self.flight is None and len(self.later) >= PAYS:
            reading.files[:] = [in_brief(one) for one in reading.files]  # so that anybody can judge these servers too
            self.flight = Flight(self.engine, Hands(self.terms))
        if len(self.later) >= PAYS or (self.flight and self.size >= _BYTES):
            self._send(reading)
        return True

    def ended(self, reading: Reading) -> None:
        """The first pass is over: puts what others read into its place."""
        self._send(reading)
        if self.flight is None:
            return
        self.rows += self.flight.rest()
        files: list[ParsedFile] = []
        unread = []
        before = Gap(0, 0)
        for gap, rows in zip(self.gaps, self.rows, strict=True):
            files += reading.files[before.files : gap.files]
            unread += reading.unread[before.unread : gap.unread]
            files += [row.file for row in rows if row.file]
            unread += [part for row in rows for part in row.unread]
            before = gap
        reading.files[:] = files + reading.files[before.files :]
        reading.unread[:] = unread + reading.unread[before.unread :]
        self.gaps, self.rows = [], []

    def _send(self, reading: Reading) -> None:
        """Has the files that were taken read: by others, or where they are too few in this process."""
        files, self.later, self.size = self.later, [], 0
        if self.flight and files:
            self.gaps.append(Gap(len(reading.files), len(reading.unread)))
            self.rows += self.flight.add(ReadFiles(tuple(files)))
        else:
            for file in files:
                reading.open(file)

    def turns(self, run: Run, ground: Ground, names: list[str]) -> Iterator[Part | OneLine]:
        """The parts of a run's servers in their order."""
        if self.flight is None and len(run.servers) < PAYS:
            yield from making.in_turn(run, ground, names)
            return
        self.flight = self.flight or Flight(self.engine, Hands(self.terms))
        run.let_go()
        for rows in self.flight.all(_tasks(run, ground, names)):
            for row in rows:
                run.unread += row.unread
                run.members |= {one.name: one for one in (row.member,) if one}
                run.upgraded_members |= {one.name: one for one in (row.upgraded,) if one}
                yield row.part


def _tasks(run: Run, ground: Ground, names: list[str]) -> Iterator[tuple[JudgeServers, bool]]:
    """The servers of a run in tasks, each with whether only this process can carry it out."""
    catalogue = ground.pack.catalogue
    of_run = pickle.dumps(
        OfRun(catalogue.public, catalogue.ports, ground.site, dict(ground.not_edited)), pickle.HIGHEST_PROTOCOL
    )
    named = zip(run.servers, names, strict=True)
    for here, alike in groupby(named, lambda pair: _only_here(pair[0])):
        while some := list(islice(alike, _SERVERS)):
            servers = tuple(server for server, _ in some)
            own = {server.name for server in servers}
            beside = {name for server in servers for name in _neighbours(server)} - own
            others = tuple(run.by_name[name] for name in sorted(beside) if name in run.by_name)
            task = JudgeServers(servers, tuple(name for _, name in some), run.in_clusters & own, others, of_run)
            yield task, here or any(map(_only_here, others))


def _neighbours(server: Server) -> set[str]:
    """The other servers on its machine, by name."""
    return {fact.subject.name for fact in server.given.more if fact.subject.kind == PARTITION}


def _only_here(server: Server) -> bool:
    """Whether a file of the server tells its bytes only once, or is held for want of that."""
    given = server.given
    files = (*given.group.files, *(file for file, _ in given.documents))
    return any(file.input.once or ((file.told or file.documents) and not file.brief) for file in files)
