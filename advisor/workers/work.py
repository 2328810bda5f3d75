"""Work: what workers do for a run: parse batches of files, and check batches of servers.

A function takes a worker's `Hands` and one argument, and returns a row for each file or server, in their order. The
arguments hold the bytes of files, so a worker reads only files that are too large to be held.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

from advisor.configuration.decisions import Decisions
from advisor.derive import Overrides
from advisor.judging.lazy_servers import LazyServers
from advisor.pack import Pack, Rule
from advisor.report import run_report
from advisor.report.grades import Site
from advisor.report.model import ReportPart
from advisor.report.server_report import FindsEdits, RunContext
from advisor.report.totals import EncodedPart, RunTotals
from advisor.servers.again import Again
from advisor.servers.clusters import ClusterMember
from advisor.servers.gathered import InputFile
from advisor.servers.parsed import ParsedFile
from advisor.servers.reading import Reading
from advisor.servers.server import Server
from advisor.servers.walk import Unread


class Terms(NamedTuple):
    """What a run is asked, before any file is read."""

    pack: Pack
    rules: tuple[Rule, ...]
    decisions: Decisions
    overrides: Overrides
    as_release: str = ""
    encoder: type[Encodes] | None = None  # encodes the parts of servers, if no format needs the parts
    needs: frozenset[str] = frozenset()  # as in `RunContext`
    edits: FindsEdits | None = None  # as in `RunContext`


class Encodes(Protocol):
    """Encodes the parts of servers for a format."""

    def __init__(self, context: RunContext) -> None: ...

    def of(self, part: ReportPart) -> Any:
        """Return what stands for the part."""
        ...


class OfRun(NamedTuple):
    """What servers are checked with and only the whole run decides."""

    public: frozenset[str]  # words that are no secrets
    ports: frozenset[str]  # the same, of ports
    site: Site
    not_edited: dict[str, str]  # as in `RunContext`

    def pickled(self) -> bytes:
        """Return the bytes that go to workers with each batch. They are made once."""
        return pickle.dumps(self, pickle.HIGHEST_PROTOCOL)


class Hands:
    """What a worker keeps from one batch to the next."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.again = Again(terms.pack.catalogue)
        self.of_run = b""
        self.context: RunContext | None = None
        self.encoder: Encodes | None = None

    def context_of(self, of_run: bytes) -> RunContext:
        """Return what servers are checked with. of_run: an `OfRun`, pickled once for all batches."""
        if self.context is None or of_run != self.of_run:
            told: OfRun = pickle.loads(of_run)  # noqa: S301 our own
            pack, rules, decisions, _, as_release, encoder, needs, edits = self.terms
            pack = pack._replace(catalogue=pack.catalogue.of_run(told.public, told.ports))
            self.context = RunContext(
                pack, rules, decisions, told.site, as_release, needs, edits=edits, not_edited=told.not_edited
            )
            self.of_run, self.encoder = of_run, encoder(self.context) if encoder else None
        return self.context


class FileRead(NamedTuple):
    """What grouping needs of a file, without its bytes; and what of it could not be read."""

    file: ParsedFile | None
    unread: list[Unread]


def read_files(hands: Hands, files: list[InputFile]) -> list[FileRead]:
    """Parse files for what grouping needs of them."""
    return [_read(file, hands) for file in files]


def _read(file: InputFile, hands: Hands) -> FileRead:
    reading = Reading(hands.terms.pack.catalogue, held=0)
    reading.open(file)
    parsed = next(iter(reading.files), None)
    if parsed and not file.once:
        parsed = parsed._replace(input=file._replace(kept=None))
    return FileRead(parsed, reading.unread)


class ServerBatch(NamedTuple):
    """Servers to check, with what they need of the run."""

    servers: tuple[Server, ...]
    names: tuple[str, ...]  # as they are shown
    in_clusters: frozenset[str]  # the names of those that are members of a cluster
    beside: tuple[Server, ...]  # servers on a machine with some of them, which are checked in another batch
    of_run: bytes


class ServerChecked(NamedTuple):
    """A server's part, or its line; what of it could not be read; what counts for its cluster, now and upgraded."""

    part: ReportPart | EncodedPart
    unread: list[Unread]
    member: ClusterMember | None
    upgraded: ClusterMember | None


def check_servers(hands: Hands, batch: ServerBatch) -> list[ServerChecked]:
    """Check servers."""
    return list(_checked(hands, batch))


def _checked(hands: Hands, batch: ServerBatch) -> Iterator[ServerChecked]:
    terms, told = hands.terms, 0
    context = hands.context_of(batch.of_run)
    servers = LazyServers(
        list(batch.servers),
        terms.pack.catalogue,
        terms.overrides,
        terms.as_release,
        beside=batch.beside,
        in_clusters=batch.in_clusters,
        again=hands.again,
    )
    tally, last = RunTotals(context), batch.servers[-1]
    parts = run_report.server_parts(servers, context, list(batch.names))
    for server, part in zip(batch.servers, parts, strict=True):
        members = (servers.members.pop(server.name, None), servers.upgraded_members.pop(server.name, None))
        row: ReportPart | EncodedPart = part
        if hands.encoder:
            tally.add(part)
            row = EncodedPart(hands.encoder.of(part), tally if server is last else None)
        yield ServerChecked(row, servers.unread[told:], *members)
        told = len(servers.unread)
