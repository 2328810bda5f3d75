"""Tasks: pieces of a run that anybody can carry out: files to read for the first time, servers to judge.

A task gives a row for each of its files or servers, in their order. All of it, and of what it gives, can be pickled.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

from advisor.configuration.decisions import Decisions
from advisor.derive import Overrides
from advisor.judging.turns import Turns
from advisor.pack import Pack, Rule
from advisor.report import making
from advisor.report.lowering import Site
from advisor.report.one_line import OneLine
from advisor.report.parts import FindsEdits, Ground, Part
from advisor.report.tally import Tally
from advisor.servers.again import Again
from advisor.servers.clusters import ClusterMember
from advisor.servers.gathered import InputFile
from advisor.servers.parsed import ParsedFile
from advisor.servers.reading import Reading, not_taken
from advisor.servers.server import Server
from advisor.servers.walk import Unread


class Terms(NamedTuple):
    """What a run is told before any file is read. lines: makes what is wanted of parts, where no part itself is.

    needs: what formats ask for, edits: finds the edits of findings, both as in `Ground`.
    """

    pack: Pack
    rules: tuple[Rule, ...]
    decisions: Decisions
    overrides: Overrides
    as_release: str = ""
    lines: type[MakesLines] | None = None
    needs: frozenset[str] = frozenset()
    edits: FindsEdits | None = None


class MakesLines(Protocol):
    """Makes the lines of parts."""

    def __init__(self, ground: Ground) -> None: ...

    def of(self, part: Part) -> str:
        """The line of a part."""
        ...


class OfRun(NamedTuple):
    """What parts are made with and only the servers of the whole run decide.

    public, ports: words that are no secrets there. not_edited: as in `Ground`.
    """

    public: frozenset[str]
    ports: frozenset[str]
    site: Site
    not_edited: dict[str, str]


class Hands:
    """Whoever carries out tasks, with what he keeps from one to the next."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.again = Again(terms.pack.catalogue)
        self.of_run = b""
        self.ground: Ground | None = None
        self.lines: MakesLines | None = None

    def ground_of(self, of_run: bytes) -> Ground:
        """What parts are made with. of_run: an `OfRun`, pickled once for all tasks."""
        if self.ground is None or of_run != self.of_run:
            told: OfRun = pickle.loads(of_run)  # noqa: S301 our own
            pack, rules, decisions, _, as_release, lines, needs, edits = self.terms
            pack = pack._replace(catalogue=pack.catalogue.of_run(told.public, told.ports))
            ground = Ground(pack, rules, decisions, told.site, as_release, needs)
            self.of_run, self.ground = of_run, ground._replace(edits=edits, not_edited=told.not_edited)
            self.lines = lines(self.ground) if lines else None
        return self.ground


class Task(Protocol):
    """Some files or servers of a run, next to each other."""

    def carried_out(self, hands: Hands) -> list[Any]:
        """A row for each of them."""
        ...

    def apart(self) -> list[Any]:
        """A task for each of them."""
        ...

    def lost(self, hands: Hands, why: str) -> list[Any]:
        """Rows that say why nobody could carry it out."""
        ...


class FileRead(NamedTuple):
    """What a file told, in brief, and what of it could not be read."""

    file: ParsedFile | None
    unread: list[Unread]


class ReadFiles(NamedTuple):
    """Files to read for the first time."""

    files: tuple[InputFile, ...]

    def carried_out(self, hands: Hands) -> list[FileRead]:
        """What each told."""
        return [_read(file, hands) for file in self.files]

    def apart(self) -> list[ReadFiles]:
        """Each alone."""
        return [ReadFiles((file,)) for file in self.files]

    def lost(self, _: Hands, why: str) -> list[FileRead]:
        """Nothing of any."""
        return [FileRead(None, [not_taken(file, why)]) for file in self.files]


def _read(file: InputFile, hands: Hands) -> FileRead:
    reading = Reading(hands.terms.pack.catalogue)
    reading.left = 0  # all of it in brief
    reading.open(file)
    return FileRead(next(iter(reading.files), None), reading.unread)


class ServerJudged(NamedTuple):
    """A server's part, what of it could not be read, and what of it counts for its cluster, now and as upgraded."""

    part: Part | OneLine
    unread: list[Unread]
    member: ClusterMember | None
    upgraded: ClusterMember | None


class JudgeServers(NamedTuple):
    """Servers to judge. names: as they are shown; in_clusters: those of them that are members of one.

    beside: servers on a machine with some of them that have their turn in another task. of_run: for `ground_of`.
    """

    servers: tuple[Server, ...]
    names: tuple[str, ...]
    in_clusters: frozenset[str]
    beside: tuple[Server, ...]
    of_run: bytes

    def carried_out(self, hands: Hands) -> list[ServerJudged]:
        """The part of each."""
        return list(self._each(hands))

    def _each(self, hands: Hands) -> Iterator[ServerJudged]:
        terms, told = hands.terms, 0
        turns = Turns(
            list(self.servers),
            terms.pack.catalogue,
            terms.overrides,
            terms.as_release,
            beside=self.beside,
            in_clusters=self.in_clusters,
            again=hands.again,
        )
        ground = hands.ground_of(self.of_run)
        made = making.in_turn(turns, ground, list(self.names))
        tally, last = Tally(ground), self.servers[-1]
        for server, part in zip(self.servers, made, strict=True):
            members = (turns.members.pop(server.name, None), turns.upgraded_members.pop(server.name, None))
            wanted: Part | OneLine = part
            if hands.lines:
                tally.add(part)
                wanted = OneLine(hands.lines.of(part), tally if server is last else None)
            yield ServerJudged(wanted, turns.unread[told:], *members)
            told = len(turns.unread)

    def apart(self) -> list[JudgeServers]:
        """Each alone, with the others beside it."""
        return [
            self._replace(servers=(server,), names=(name,), beside=(*self.servers, *self.beside))
            for server, name in zip(self.servers, self.names, strict=True)
        ]

    def lost(self, hands: Hands, why: str) -> list[ServerJudged]:
        """Parts that say that nobody could judge them."""
        ground = hands.ground_of(self.of_run)
        pairs = zip(self.servers, self.names, strict=True)
        return [
            ServerJudged(*making.of_lost(server._replace(error=why), name, ground), None, None)
            for server, name in pairs
        ]
