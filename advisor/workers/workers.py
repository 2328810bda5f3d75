"""Share the work of a run: parse batches of files, and check batches of servers, in any process.

`read_files` and `check_servers` take the state of a worker and a batch, and return a row for each file or server, in
order. Batches hold the bytes of files, so a worker reads only files that are too large to be held. `Workers` hands out
batches and takes their rows in order. This process does the batches of dead workers.
"""

import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from advisor.configuration.decisions import Decisions
from advisor.derive import Overrides
from advisor.judging.run import LazyServers
from advisor.pack import Pack, Rule
from advisor.report import run_report
from advisor.report.grades import Site
from advisor.report.model import ReportPart
from advisor.report.server_report import FindsEdits, RunContext
from advisor.report.totals import EncodedPart, RunTotals
from advisor.servers.model import ClusterMember, InputFile, ParsedFile, Server, Unread
from advisor.servers.reading import Reading
from advisor.servers.reload import Reloader

_BATCHES_EACH = 2  # that a worker has at a time, so that it never waits for the next
_POLL_SECONDS = 0.2  # on Windows nothing interrupts a wait without a timeout


class RunSettings(Struct, frozen=True):
    """What workers know of a run before any file is read."""

    pack: Pack
    rules: tuple[Rule, ...]
    decisions: Decisions
    overrides: Overrides
    as_release: str = ""
    encoder: "type[Encodes] | None" = None  # encodes the parts of servers, if no format needs the parts
    needs: frozenset[str] = frozenset()  # as in `RunContext`
    edits: FindsEdits | None = None  # as in `RunContext`


class Encodes(Protocol):
    """Encodes the parts of servers for a format."""

    def __init__(self, context: RunContext) -> None: ...

    def of(self, part: ReportPart) -> Any:
        """Return the part as the format writes it."""
        ...


class FleetContext(Struct, frozen=True):
    """What all files of a run decide about the check of each server."""

    public: frozenset[str]  # names in these files that are no secrets
    ports: frozenset[str]  # port names in these files that are no secrets
    site: Site
    not_edited: dict[str, str]  # as in `RunContext`

    def pickled(self) -> bytes:
        """Return the bytes that go to workers with each batch. They are made once."""
        return pickle.dumps(self, pickle.HIGHEST_PROTOCOL)


class WorkerState:
    """What a worker keeps from one batch to the next."""

    def __init__(self, settings: RunSettings) -> None:
        self.settings = settings
        self.reloader = Reloader(settings.pack.catalogue)
        self.pickled = b""  # the `FleetContext` that `context` is made of
        self.context: RunContext | None = None
        self.encoder: Encodes | None = None

    def context_of(self, pickled: bytes) -> RunContext:
        """Return the context of all servers of the run. pickled: a `FleetContext`, pickled once for all batches."""
        if self.context is None or pickled != self.pickled:
            fleet: FleetContext = pickle.loads(pickled)  # noqa: S301 our own
            settings = self.settings
            catalogue = settings.pack.catalogue.of_run(fleet.public, fleet.ports)
            self.context = RunContext(
                replace(settings.pack, catalogue=catalogue),
                settings.rules,
                settings.decisions,
                fleet.site,
                settings.as_release,
                settings.needs,
                edits=settings.edits,
                not_edited=fleet.not_edited,
            )
            self.pickled = pickled
            self.encoder = settings.encoder(self.context) if settings.encoder else None
        return self.context


class FileRead(Struct, frozen=True):
    """A file as grouping needs it, without its bytes, and what could not be read in it."""

    file: ParsedFile | None
    unread: list[Unread]


def read_files(state: WorkerState, files: list[InputFile]) -> list[FileRead]:
    """Parse files. Return them as grouping needs them."""
    return [_read(file, state) for file in files]


def _read(file: InputFile, state: WorkerState) -> FileRead:
    reading = Reading(state.settings.pack.catalogue, held=0)
    reading.open(file)
    parsed = next(iter(reading.files), None)
    if parsed and not file.once:
        parsed = replace(parsed, input=replace(file, kept=None))
    return FileRead(parsed, reading.unread)


class ServerBatch(Struct, frozen=True):
    """Servers to check, with what their check needs of other servers."""

    servers: tuple[Server, ...]
    names: tuple[str, ...]  # of the servers, as reports show them
    in_clusters: frozenset[str]  # names of the servers that are members of a cluster
    beside: tuple[Server, ...]  # other servers of their machines, which another batch checks
    fleet: bytes  # a pickled `FleetContext`


class ServerChecked(Struct, frozen=True):
    """The result of the check of one server."""

    part: ReportPart | EncodedPart
    unread: list[Unread]  # files, or parts of files, that could not be read
    member: ClusterMember | None  # what its cluster needs of it
    upgraded: ClusterMember | None  # the same after the upgrade


def check_servers(state: WorkerState, batch: ServerBatch) -> list[ServerChecked]:
    """Check the servers of a batch."""
    return list(_checked(state, batch))


def _checked(state: WorkerState, batch: ServerBatch) -> Iterator[ServerChecked]:
    settings, unread_count = state.settings, 0
    context = state.context_of(batch.fleet)
    servers = LazyServers(
        list(batch.servers),
        settings.pack.catalogue,
        settings.overrides,
        settings.as_release,
        beside=batch.beside,
        in_clusters=batch.in_clusters,
        reloader=state.reloader,
    )
    tally, last = RunTotals(context), batch.servers[-1]
    parts = run_report.checked_parts(servers, context, list(batch.names))
    for server, part in zip(batch.servers, parts, strict=True):
        members = (servers.members.pop(server.name, None), servers.upgraded_members.pop(server.name, None))
        row: ReportPart | EncodedPart = part
        if state.encoder:
            tally.add(part)
            row = EncodedPart(state.encoder.of(part), tally if server is last else None)
        yield ServerChecked(row, servers.unread[unread_count:], *members)
        unread_count = len(servers.unread)


Argument = TypeVar("Argument")
Row = TypeVar("Row")
Work = Callable[[WorkerState, Argument], list[Row]]


class Stopped(Exception):
    """No worker can be used. The message is for the user."""


class Pending(Protocol):
    """A batch that a worker does: a future of the standard library, or of Dask."""

    def result(self, timeout: float | None = None) -> Any:
        """Return the rows. Raises TimeoutError, and what the worker raised."""
        ...

    def done(self) -> bool:
        """Return whether there are rows, or a reason why there are none."""
        ...


class Engine(Protocol):
    """Does batches of work elsewhere."""

    number: int  # batches at a time

    def submit(self, work: Work[Argument, Row], argument: Argument) -> Pending:
        """Start a batch."""
        ...

    def is_there(self) -> bool:
        """Return whether a worker is left."""
        ...

    def close(self, *, at_once: bool) -> None:
        """End the workers, or release those of a scheduler. at_once: do not wait for their batches."""
        ...


class Batch(Struct, Generic[Argument, Row], frozen=True):
    """A batch of work."""

    work: Work[Argument, Row]
    argument: Argument
    pending: Pending | None = None  # None: this process does the batch


class Workers:
    """The workers of a run."""

    def __init__(self, engine: Engine, settings: RunSettings) -> None:
        self.engine, self.settings = engine, settings
        self.trouble = ""  # the name of the error after which this process did a batch of a worker
        self._state: WorkerState | None = None

    def begin(self, work: Work[Argument, Row], argument: Argument, *, here: bool = False) -> Batch[Argument, Row]:
        """Hand out a batch. here: leave it to this process."""
        if here:
            return Batch(work, argument)
        try:
            return Batch(work, argument, self.engine.submit(work, argument))
        except Exception as error:  # each kind of executor raises its own, once it is broken
            return self._left_to_this_process(Batch(work, argument), error)

    def rows(self, batch: Batch[Argument, Row]) -> list[Row]:
        """Wait for the rows of a batch and return them."""
        if batch.pending is not None:
            try:
                rows: list[Row] = self._result(batch.pending)
                return rows
            except Exception as error:
                batch = self._left_to_this_process(batch, error)
        self._state = self._state or WorkerState(self.settings)
        return batch.work(self._state, batch.argument)

    def in_order(self, work: Work[Argument, Row], arguments: Iterable[tuple[Argument, bool]]) -> Iterator[Row]:
        """Yield the rows of batches in their order, and keep a few batches under way.

        arguments: the argument of each batch, and whether this process does the batch.
        """
        under_way: deque[Batch[Argument, Row]] = deque()
        for argument, here in arguments:
            under_way.append(self.begin(work, argument, here=here))
            if len(under_way) > _BATCHES_EACH * self.engine.number:
                yield from self.rows(under_way.popleft())
        while under_way:
            yield from self.rows(under_way.popleft())

    def close(self, *, at_once: bool) -> None:
        """End the workers, or release those of a scheduler. at_once: do not wait for their batches."""
        self.engine.close(at_once=at_once)

    def _left_to_this_process(self, batch: Batch[Argument, Row], error: Exception) -> Batch[Argument, Row]:
        """Return a batch that no worker did, for this process to do."""
        self.trouble = self.trouble or type(error).__name__
        return replace(batch, pending=None)

    def _result(self, pending: Pending) -> Any:
        while True:
            try:
                return pending.result(_POLL_SECONDS)
            except TimeoutError:
                if pending.done():
                    return pending.result()
                if not self.engine.is_there():
                    raise
