"""Progress: on a terminal, and only when reading takes long, a line on standard error that says how far it is."""

import sys
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.status import Status

_PATIENCE = 1.0  # seconds without a word


class Progress:
    """Told of each file; shows nothing in the first second, in a pipe, or in a log."""

    def __init__(self) -> None:
        self.begun = monotonic()
        self.files = 0
        self.status: Status | None = None
        self.shown = sys.stderr is not None and sys.stderr.isatty()

    def seen(self, path: str) -> None:
        """Counts a file, and says so when it is time."""
        self.files += 1
        if not self.shown or monotonic() - self.begun < _PATIENCE:
            return
        if self.status is None:
            from rich.console import Console

            self.status = Console(stderr=True).status("")
            self.status.start()
        self.status.update(f"reading, {self.files} files so far")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, slip: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.status is not None:
            self.status.stop()
