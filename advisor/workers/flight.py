"""Flight: tasks that are under way, of which a bounded number is begun, and whose rows come back in their order."""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from typing import Any, Protocol

from advisor.values.printing import what_was_raised
from advisor.workers.tasks import Hands, Task

_EACH = 2  # tasks of each worker that may be under way, and one more of all
_BREATH = 0.2  # seconds between two looks: on Windows nothing interrupts a wait that has no end

Rows = list[Any]


class Stopped(Exception):
    """Nobody is left to carry out anything; what it says is for the user."""


class Engine(Protocol):
    """Whoever has tasks carried out. workers: how many at a time. died: what tells that a worker did."""

    workers: int
    died: tuple[type[BaseException], ...]

    def begin(self, task: Task) -> "Future[Rows]":
        """Has a task carried out together with others."""
        ...

    def alone(self, task: Task) -> "Future[Rows]":
        """Has it carried out by a worker that has no other."""
        ...

    def close(self, *, at_once: bool) -> None:
        """Ends the workers. at_once: whatever they are doing."""
        ...


class Flight:
    """Tasks under way, the first one first. hands: this process's own, for what only it can do."""

    def __init__(self, engine: Engine, hands: Hands) -> None:
        self.engine, self.hands = engine, hands
        self.waiting: deque[tuple[Task, Future[Rows] | None]] = deque()
        self.most = _EACH * engine.workers + 1

    def add(self, task: Task, *, here: bool = False) -> Iterator[Rows]:
        """Begins a task, or with `here` keeps it for this process; gives the first rows where there are enough."""
        while len(self.waiting) >= self.most:
            yield self._first()
        self.waiting.append((task, None if here else self.engine.begin(task)))

    def rest(self) -> Iterator[Rows]:
        """Gives the rows of all that are under way."""
        while self.waiting:
            yield self._first()

    def all(self, tasks: Iterable[tuple[Task, bool]]) -> Iterator[Rows]:
        """Gives the rows of tasks in their order, each with whether it is for this process."""
        for task, here in tasks:
            yield from self.add(task, here=here)
        yield from self.rest()

    def _first(self) -> Rows:
        task, future = self.waiting.popleft()
        if future is None:
            return task.carried_out(self.hands)
        try:
            return _result(future)
        except Stopped:
            raise
        except Exception:  # one of those that were under way with it, and nobody knows which
            return self._alone(task)

    def _alone(self, task: Task) -> Rows:
        """A task behind whose first try something died: where it happens again, one by one, and who it is is known."""
        try:
            return _result(self.engine.alone(task))
        except Stopped:
            raise
        except Exception as slip:
            each = task.apart()
            if len(each) > 1:
                return [row for one in each for row in self._alone(one)]
            died = isinstance(slip, self.engine.died)
            why = "the process that was at work on it died, twice" if died else what_was_raised(slip)
            return task.lost(self.hands, why)


def _result(future: "Future[Rows]") -> Rows:
    while True:
        try:
            return future.result(_BREATH)
        except TimeoutError:
            if future.done():
                return future.result()
