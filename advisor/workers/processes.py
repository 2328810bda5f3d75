"""Worker processes on this machine, by the executor of the standard library."""

import gc
import multiprocessing
import os
import signal
import sys
import threading
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any

from advisor.workers.workers import Argument, Row, RunSettings, Work, WorkerState

START = "fork" if sys.platform == "linux" else "spawn"  # a fork has all modules imported already
_MAX_PROCESSES = 61 if sys.platform == "win32" else 1024  # Windows waits for 61 at a time

_state: WorkerState | None = None  # of a worker process


class Processes:
    """Processes that start with the first batch."""

    def __init__(self, number: int, settings: RunSettings) -> None:
        self.number = min(number, _MAX_PROCESSES)
        how = multiprocessing.get_context(START)
        self.executor = ProcessPoolExecutor(self.number, how, _begin, (settings, gc.get_threshold()))

    def submit(self, work: Work[Argument, Row], argument: Argument) -> "Future[list[Row]]":
        """Start a batch in the next free process."""
        return self.executor.submit(_do, work, argument)

    def is_there(self) -> bool:
        """Return True. A batch of a process that died raises an error."""
        return True

    def close(self, *, at_once: bool) -> None:
        """End the processes. at_once: do not wait for their batches."""
        if at_once:
            for process in multiprocessing.active_children():  # domlint starts no others
                process.kill()
        self.executor.shutdown(cancel_futures=True)


def _begin(settings: RunSettings, thresholds: tuple[int, int, int]) -> None:
    """Prepare a process. Ctrl-C is for the first process, which then ends this one; it also ends if the first dies."""
    global _state  # noqa: PLW0603 a process's only state
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("SIGTERM", "SIGHUP", "SIGBREAK"):
        if number := getattr(signal, name, None):
            signal.signal(number, signal.SIG_DFL)
    gc.set_threshold(*thresholds)
    threading.Thread(target=_end_with_first_process, daemon=True).start()
    _state = WorkerState(settings)


def _end_with_first_process() -> None:
    if first := multiprocessing.parent_process():
        first.join()
        os._exit(1)


def _do(work: Work[Any, Row], argument: Any) -> list[Row]:
    if _state is None:
        raise RuntimeError("a worker has no settings")
    return work(_state, argument)
