"""Processes: has tasks carried out by other processes on this machine."""

import gc
import multiprocessing
import os
import signal
import sys
import threading
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any

from advisor.workers.tasks import Hands, Task, Terms

START = "fork" if sys.platform == "linux" else "spawn"  # a fork has all that was read and compiled by now

_MOST = 61 if sys.platform == "win32" else 1024  # as many as Windows waits for at a time

_hands: Hands | None = None  # in a worker


class Processes:
    """So many processes, begun with the first task. One that died is replaced when it is noticed."""

    died: tuple[type[BaseException], ...] = (BrokenProcessPool,)

    def __init__(self, workers: int, terms: Terms) -> None:
        self.workers, self.terms = min(workers, _MOST), terms
        self.pool: ProcessPoolExecutor | None = None
        self.single: ProcessPoolExecutor | None = None

    def begin(self, task: Task) -> "Future[list[Any]]":
        """Has a task carried out by the next one that is free."""
        self.pool, future = self._begun(self.pool, self.workers, task)
        return future

    def alone(self, task: Task) -> "Future[list[Any]]":
        """Has it carried out by one that is begun for such."""
        self.single, future = self._begun(self.single, 1, task)
        return future

    def _begun(
        self, pool: ProcessPoolExecutor | None, workers: int, task: Task
    ) -> "tuple[ProcessPoolExecutor, Future[list[Any]]]":
        if pool:
            try:
                return pool, pool.submit(_carry_out, task)
            except BrokenProcessPool:
                pool.shutdown()
        pool = self._pool(workers)
        return pool, pool.submit(_carry_out, task)

    def _pool(self, workers: int) -> ProcessPoolExecutor:
        how = multiprocessing.get_context(START)
        return ProcessPoolExecutor(workers, how, _be_worker, (self.terms, gc.get_threshold()))

    def close(self, *, at_once: bool) -> None:
        """Ends them all."""
        if at_once:
            threading.excepthook = _in_silence
            for child in multiprocessing.active_children():  # domlint begins no others
                child.kill()
        for pool in filter(None, (self.pool, self.single)):
            with suppress(OSError):
                pool.shutdown(cancel_futures=True)


def _in_silence(_: threading.ExceptHookArgs) -> None:
    """What a pool's own threads say when their processes are gone is no news behind an interrupt."""


def _be_worker(terms: Terms, thresholds: tuple[int, int, int]) -> None:
    """An interrupt is the first process's matter, which ends this one; where that is gone, this one goes too."""
    global _hands  # noqa: PLW0603 a worker's only state
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("SIGTERM", "SIGHUP", "SIGBREAK"):
        if number := getattr(signal, name, None):
            signal.signal(number, signal.SIG_DFL)
    gc.set_threshold(*thresholds)
    threading.Thread(target=_end_with_the_first, daemon=True).start()
    _hands = Hands(terms)


def _end_with_the_first() -> None:
    first = multiprocessing.parent_process()
    if first:
        first.join()
        os._exit(1)


def _carry_out(task: Task) -> list[Any]:
    if _hands is None:
        raise RuntimeError("a worker was not told the terms")
    return task.carried_out(_hands)
