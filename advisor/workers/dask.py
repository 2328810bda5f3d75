"""Dask: the workers of a scheduler of dask.distributed, on whichever machines they are.

Batches go over as bytes: Dask looks into the tuples that it is given for tasks of its own.
"""

import pickle
import threading
from time import monotonic
from typing import Any

from distributed import Client

from advisor import __version__
from advisor.servers.addresses import shown
from advisor.workers.work import Hands, Terms
from advisor.workers.workers import Argument, Pending, Row, Stopped, Work

_SECONDS = "10s"  # within which a scheduler answers
_PATIENCE = 60.0  # seconds without a single worker
_LOOK = 5.0  # seconds between two looks whether there is one

_not_typed: Any = Client
_of_thread = threading.local()  # of a worker: the terms, and its `Hands`


class _OfRun(_not_typed):  # type: ignore[misc]
    """A client that is closed by `close` alone: one that nobody answered would wait for that, and print a traceback."""

    def __del__(self) -> None:
        """Does nothing."""


class Dask:
    """The workers of a scheduler, as many as there are when the run begins."""

    def __init__(self, address: str, terms: Terms) -> None:
        """Raises Stopped where no scheduler answers, or its workers cannot be used."""
        self.address = shown(address)  # what is said of it
        try:
            self.client: Any = _OfRun(address, timeout=_SECONDS, set_as_default=False)
        except (OSError, ValueError, TypeError) as slip:
            raise Stopped(f"no scheduler answers at {self.address}") from slip
        self.number = self._asked()
        self.looked = self.seen = monotonic()
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

    def submit(self, work: Work[Argument, Row], argument: Argument) -> Pending:
        """Have a batch done by any worker."""
        packed = pickle.dumps((work, argument), pickle.HIGHEST_PROTOCOL)
        pending: Pending = self.client.submit(_do, self.terms, packed, pure=False)
        return pending

    def is_there(self) -> bool:
        """Return whether there are workers; if the last one went, they have a minute to come back."""
        now = monotonic()
        if now - self.looked > _LOOK:
            self.looked = now
            if self.client.status == "running" and self.client.nthreads():
                self.seen = now
        return now - self.seen < _PATIENCE

    def close(self, *, at_once: bool) -> None:
        """Leave the workers to others. What they do of this run is cancelled."""
        self.client.close(timeout=1 if at_once else None)


def _version() -> str:
    return __version__


def _do(terms: bytes, packed: bytes) -> list[Any]:
    if getattr(_of_thread, "terms", None) != terms:
        _of_thread.terms, _of_thread.hands = terms, Hands(pickle.loads(terms))  # noqa: S301 our own
    work, argument = pickle.loads(packed)  # noqa: S301 our own
    rows: list[Any] = work(_of_thread.hands, argument)
    return rows
