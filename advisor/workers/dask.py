"""Dask: has tasks carried out by the workers of a scheduler of dask.distributed, which lie wherever they lie.

Tasks and what they give go over as bytes: Dask looks into the tuples that it is given for tasks of its own.
"""

import pickle
import threading
from concurrent.futures import Future
from time import monotonic
from typing import Any

from distributed import Client
from distributed.scheduler import KilledWorker

from advisor import __version__
from advisor.servers.addresses import shown
from advisor.workers.flight import Rows, Stopped
from advisor.workers.tasks import Hands, Task, Terms

_SECONDS = "10s"  # within which a scheduler answers
_PATIENCE = 60.0  # seconds without a single worker
_LOOK = 5.0  # seconds between two looks whether there is one

_not_typed: Any = Client
_of_thread = threading.local()  # in a worker: the terms, and whoever carries out tasks by them


class _OfRun(_not_typed):  # type: ignore[misc]
    """A client that is closed by `close` alone: one that nobody answered would wait for that, and print a traceback."""

    def __del__(self) -> None:
        """Does nothing."""


class Dask:
    """The workers of a scheduler, as many as there are when the run begins."""

    died: tuple[type[BaseException], ...] = (KilledWorker,)

    def __init__(self, address: str, terms: Terms) -> None:
        """Raises Stopped where no scheduler answers, or where its workers cannot carry out anything."""
        self.address = shown(address)  # what is said of it
        try:
            self.client: Any = _OfRun(address, timeout=_SECONDS, set_as_default=False)
        except (OSError, ValueError, TypeError) as slip:
            raise Stopped(f"no scheduler answers at {self.address}") from slip
        self.workers = self._asked()
        self.terms = self.client.submit(bytes, pickle.dumps(terms, pickle.HIGHEST_PROTOCOL), pure=False)

    def _asked(self) -> int:
        """How many threads there are, all of them with this version of domlint. Raises Stopped."""
        threads = sum(map(int, self.client.nthreads().values()))
        if not threads:
            raise self._stopped(f"the scheduler at {self.address} has no workers")
        try:
            versions = set(self.client.run(_version).values())
        except Exception as slip:
            raise self._stopped(f"the workers of {self.address} cannot import domlint: {slip}") from slip
        if versions != {__version__}:
            theirs = ", ".join(sorted(versions))
            raise self._stopped(f"the workers of {self.address} have domlint {theirs}, and this is {__version__}")
        return threads

    def _stopped(self, why: str) -> Stopped:
        self.client.close()
        return Stopped(why)

    def begin(self, task: Task) -> "Future[Rows]":
        """Has a task carried out by any worker."""
        if self.client.status != "running":
            raise Stopped(f"the scheduler at {self.address} is gone")
        packed = pickle.dumps(task, pickle.HIGHEST_PROTOCOL)
        return Awaited(self, self.client.submit(_carry_out, self.terms, packed, pure=False))

    alone = begin  # the scheduler itself tells which task it was that several workers died on

    def close(self, *, at_once: bool) -> None:
        """Lets the workers go on with what is others'; what they do of this run is cancelled."""
        self.client.close(timeout=1 if at_once else None)


class Awaited(Future[Rows]):
    """The rows of a task, which may never come where no worker is left."""

    def __init__(self, engine: Dask, there: Any) -> None:
        super().__init__()
        self.engine, self.there = engine, there
        self.looked = self.seen = monotonic()

    def result(self, timeout: float | None = None) -> Rows:
        """The rows. Raises TimeoutError, Stopped, and whatever a task raised."""
        try:
            rows: Rows = pickle.loads(self.there.result(timeout))  # noqa: S301 our own
        except TimeoutError:
            if not self.there.done():
                self._look()
            raise
        return rows

    def done(self) -> bool:
        """Whether there are rows, or a reason why there are none."""
        return bool(self.there.done())

    def _look(self) -> None:
        now = monotonic()
        if now - self.looked < _LOOK:
            return
        self.looked = now
        if self.engine.client.nthreads():
            self.seen = now
        elif now - self.seen > _PATIENCE:
            raise Stopped(f"the scheduler at {self.engine.address} has no workers any more")


def _version() -> str:
    return __version__


def _carry_out(terms: bytes, packed: bytes) -> bytes:
    if getattr(_of_thread, "terms", None) != terms:
        _of_thread.terms, _of_thread.hands = terms, Hands(pickle.loads(terms))  # noqa: S301 our own
    task: Task = pickle.loads(packed)  # noqa: S301 our own
    return pickle.dumps(task.carried_out(_of_thread.hands), pickle.HIGHEST_PROTOCOL)
