"""The workers of a Dask scheduler, on whichever machines they are.

Batches are sent as bytes, because Dask searches tuples for tasks of its own.
"""

import pickle
import threading
from time import monotonic
from typing import Any

from distributed import Client

from advisor import __version__
from advisor.servers.addresses import shown
from advisor.workers.workers import Argument, Pending, Row, RunSettings, Stopped, Work, WorkerState

_CONNECT_TIMEOUT = "10s"
_GIVE_UP_AFTER = 60.0  # seconds without any worker
_CHECK_EVERY = 5.0  # seconds between two checks for workers

_not_typed: Any = Client
_of_thread = threading.local()  # of a worker: its settings as bytes, and its `WorkerState`


class _RunClient(_not_typed):  # type: ignore[misc]
    """A client that only `close` closes. Closing an unanswered client waits for an answer and prints a traceback."""

    def __del__(self) -> None:
        """Do nothing."""


class Dask:
    """The workers of a scheduler, as many as there are when the run begins."""

    def __init__(self, address: str, settings: RunSettings) -> None:
        """Connect to a scheduler. Raises Stopped if it does not answer or its workers cannot be used."""
        self.address = shown(address)  # for messages, without secrets
        try:
            self.client: Any = _RunClient(address, timeout=_CONNECT_TIMEOUT, set_as_default=False)
        except (OSError, ValueError, TypeError) as slip:
            raise Stopped(f"no scheduler answers at {self.address}") from slip
        self.number = self._count_threads()
        self.checked = self.seen = monotonic()  # seconds: the last check for workers, and when there was one
        self.settings = self.client.submit(bytes, pickle.dumps(settings, pickle.HIGHEST_PROTOCOL), pure=False)

    def _count_threads(self) -> int:
        """Return the number of threads. Raises Stopped if there is none, or one has another version of domlint."""
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

    def submit(self, work: Work[Argument, Row], argument: Argument) -> Pending:
        """Start a batch on any worker."""
        packed = pickle.dumps((work, argument), pickle.HIGHEST_PROTOCOL)
        pending: Pending = self.client.submit(_do, self.settings, packed, pure=False)
        return pending

    def is_there(self) -> bool:
        """Return whether there are workers; if the last one went, they have a minute to come back."""
        now = monotonic()
        if now - self.checked > _CHECK_EVERY:
            self.checked = now
            if self.client.status == "running" and self.client.nthreads():
                self.seen = now
        return now - self.seen < _GIVE_UP_AFTER

    def close(self, *, at_once: bool) -> None:
        """Release the workers, and cancel what they do of this run."""
        self.client.close(timeout=1 if at_once else None)


def _version() -> str:
    return __version__


def _do(settings: bytes, packed: bytes) -> list[Any]:
    if getattr(_of_thread, "settings", None) != settings:
        _of_thread.settings, _of_thread.state = settings, WorkerState(pickle.loads(settings))  # noqa: S301 our own
    work, argument = pickle.loads(packed)  # noqa: S301 our own
    rows: list[Any] = work(_of_thread.state, argument)
    return rows
