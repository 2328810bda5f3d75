"""Workers: hand out batches of a run and take their rows in order. If a worker dies, this process does its batches."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from advisor.workers.work import Hands, Terms

_EACH = 2  # batches that a worker has at a time, so that it never waits for the next
_BREATH = 0.2  # seconds between two looks: on Windows nothing interrupts a wait that has no end

Argument = TypeVar("Argument")
Row = TypeVar("Row")
Work = Callable[[Hands, Argument], list[Row]]


class Stopped(Exception):
    """No worker can be asked; the message is for the user."""


class Pending(Protocol):
    """A batch that a worker does: a future of the standard library, or of Dask."""

    def result(self, timeout: float | None = None) -> Any:
        """Return the rows. Raises TimeoutError, and what the worker raised."""
        ...

    def done(self) -> bool:
        """Return whether there are rows, or a reason why there are none."""
        ...


class Engine(Protocol):
    """Who does batches. number: how many at a time."""

    number: int

    def submit(self, work: Work[Argument, Row], argument: Argument) -> Pending:
        """Have a batch done."""
        ...

    def is_there(self) -> bool:
        """Return whether anybody is left to do it."""
        ...

    def close(self, *, at_once: bool) -> None:
        """End the workers, or leave them to others. at_once: whatever they are at."""
        ...


class Batch(NamedTuple, Generic[Argument, Row]):
    """A batch that is under way; with `pending` None it is left to this process."""

    work: Work[Argument, Row]
    argument: Argument
    pending: Pending | None = None


class Workers:
    """The workers of a run. trouble: why this process did a batch that a worker had."""

    def __init__(self, engine: Engine, terms: Terms) -> None:
        self.engine, self.terms = engine, terms
        self.trouble = ""
        self._hands: Hands | None = None

    def begin(self, work: Work[Argument, Row], argument: Argument, *, here: bool = False) -> Batch[Argument, Row]:
        """Hand out a batch; with `here` it is left to this process."""
        if here:
            return Batch(work, argument)
        try:
            return Batch(work, argument, self.engine.submit(work, argument))
        except Exception as slip:  # each kind of executor raises its own, once it is broken
            return self._left(Batch(work, argument), slip)

    def rows(self, batch: Batch[Argument, Row]) -> list[Row]:
        """Return the rows of a batch, when they are there."""
        if batch.pending is not None:
            try:
                rows: list[Row] = self._result(batch.pending)
                return rows
            except Exception as slip:
                batch = self._left(batch, slip)
        self._hands = self._hands or Hands(self.terms)
        return batch.work(self._hands, batch.argument)

    def in_order(self, work: Work[Argument, Row], arguments: Iterable[tuple[Argument, bool]]) -> Iterator[Row]:
        """Yield the rows of batches in their order, a few of which are under way.

        arguments: of the batches, each with whether it is left to this process.
        """
        under_way: deque[Batch[Argument, Row]] = deque()
        for argument, here in arguments:
            under_way.append(self.begin(work, argument, here=here))
            if len(under_way) > _EACH * self.engine.number:
                yield from self.rows(under_way.popleft())
        while under_way:
            yield from self.rows(under_way.popleft())

    def close(self, *, at_once: bool) -> None:
        """End the workers, or leave them to others. at_once: whatever they are at."""
        self.engine.close(at_once=at_once)

    def _left(self, batch: Batch[Argument, Row], slip: Exception) -> Batch[Argument, Row]:
        """Return a batch that no worker did, which is left to this process."""
        self.trouble = self.trouble or type(slip).__name__
        return batch._replace(pending=None)

    def _result(self, pending: Pending) -> Any:
        while True:
            try:
                return pending.result(_BREATH)
            except TimeoutError:
                if pending.done():
                    return pending.result()
                if not self.engine.is_there():
                    raise
