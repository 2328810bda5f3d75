"""Processes: other processes of this machine, by the standard library's executor."""

import gc
import multiprocessing
import os
import signal
import sys
import threading
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any

from advisor.workers.work import Hands, Terms
from advisor.workers.workers import Argument, Row, Work

START = "fork" if sys.platform == "linux" else "spawn"  # a fork has all that was imported by now
_MOST = 61 if sys.platform == "win32" else 1024  # as many as Windows waits for at a time

_hands: Hands | None = None  # of a worker process


class Processes:
    """Processes that start with the first batch."""

    def __init__(self, number: int, terms: Terms) -> None:
        self.number = min(number, _MOST)
        how = multiprocessing.get_context(START)
        self.executor = ProcessPoolExecutor(self.number, how, _begin, (terms, gc.get_threshold()))

    def submit(self, work: Work[Argument, Row], argument: Argument) -> "Future[list[Row]]":
        """Have a batch done by the next process that is free."""
        return self.executor.submit(_do, work, argument)

    def is_there(self) -> bool:
        """Return True: a batch of a process that died raises an error."""
        return True

    def close(self, *, at_once: bool) -> None:
        """End the processes. at_once: do not wait for the batches that they are at."""
        if at_once:
            for process in multiprocessing.active_children():  # domlint starts no others
                process.kill()
        self.executor.shutdown(cancel_futures=True)


def _begin(terms: Terms, thresholds: tuple[int, int, int]) -> None:
    """Prepare a process. Ctrl-C is left to the first process, which then ends the others; if it died, they end too."""
    global _hands  # noqa: PLW0603 a process's only state
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("SIGTERM", "SIGHUP", "SIGBREAK"):
        if number := getattr(signal, name, None):
            signal.signal(number, signal.SIG_DFL)
    gc.set_threshold(*thresholds)
    threading.Thread(target=_end_with_the_first, daemon=True).start()
    _hands = Hands(terms)


def _end_with_the_first() -> None:
    if first := multiprocessing.parent_process():
        first.join()
        os._exit(1)


def _do(work: Work[Any, Row], argument: Any) -> list[Row]:
    if _hands is None:
        raise RuntimeError("a worker has no terms")
    return work(_hands, argument)
