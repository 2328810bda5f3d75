"""Hand out batches of a run to workers and take their rows in order. This process does the batches of dead workers."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from advisor.workers.work import RunSettings, WorkerState

_BATCHES_EACH = 2  # that a worker has at a time, so that it never waits for the next
_POLL_SECONDS = 0.2  # on Windows nothing interrupts a wait without a timeout

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


class Batch(NamedTuple, Generic[Argument, Row]):
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
        return batch._replace(pending=None)

    def _result(self, pending: Pending) -> Any:
        while True:
            try:
                return pending.result(_POLL_SECONDS)
            except TimeoutError:
                if pending.done():
                    return pending.result()
                if not self.engine.is_there():
                    raise
