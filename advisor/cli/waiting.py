"""Waiting: a pipe that is named as an input, and a line on standard error where its end does not come for some seconds.

Nobody may ever write to it. It is waited for all the same, as every tool does: what fills it may take long.
"""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from advisor.cli import console
from advisor.values.printing import printable_path

PATIENCE = 5  # seconds
Seen = Callable[[str], None]


@contextmanager
def said(pipes: set[str], seen: Seen) -> Iterator[Seen]:
    """What is told of each file before it is opened, `seen`, which also sets the clock for those that are pipes."""
    name = ""

    def late(*_: Any) -> None:
        with suppress(RuntimeError):  # standard error is being written to
            console.error(f"{printable_path(name)}: a pipe whose end has not come; waiting for it")

    def told(path: str) -> None:
        nonlocal name
        name = path
        signal.setitimer(signal.ITIMER_REAL, PATIENCE if path in pipes else 0)
        seen(path)

    before = signal.signal(signal.SIGALRM, late)
    try:
        yield told
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
