"""Progress: on a terminal, and only when a run takes long, a line on standard error that says how far it is."""

import sys
from time import monotonic
from types import TracebackType
from typing import Self

from advisor.cli import screen, streams

_PATIENCE = 1.0  # seconds without a word
_PAUSE = 0.1  # seconds between two words


class Progress:
    """Told of each file and of each server; shows nothing in the first second, in a pipe, or in a log."""

    def __init__(self) -> None:
        self.next = monotonic() + _PATIENCE
        self.files = self.servers = self.judged_so_far = 0
        self.shown = screen.is_terminal(sys.stderr)

    def seen(self, path: str) -> None:
        """Counts a file that was read."""
        self.files += 1
        self._say("reading, %d files so far", self.files)

    def judging(self, servers: int) -> None:
        """How many servers there are to judge."""
        self.servers = servers

    def judged(self) -> None:
        """Counts a server that was judged."""
        self.judged_so_far += 1
        self._say("judging, %d of %d servers so far", self.judged_so_far, self.servers)

    def _say(self, words: str, *numbers: int) -> None:
        if self.shown and (now := monotonic()) >= self.next:
            self.next = now + _PAUSE
            streams.status(words % numbers)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, slip: BaseException | None, trace: TracebackType | None
    ) -> None:
        streams.status("")
