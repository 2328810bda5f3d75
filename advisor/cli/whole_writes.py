"""Streams that write all of a text, although the file or pipe below them may take only a part at a time."""

from io import BufferedWriter, FileIO, RawIOBase, TextIOWrapper
from typing import Any


class _WholeWrites(RawIOBase):
    """A file, pipe or terminal whose `write` returns only when all bytes are written."""

    def __init__(self, descriptor: int) -> None:
        self._raw = FileIO(descriptor, "wb", closefd=False)

    def writable(self) -> bool:
        """Return True."""
        return True

    def fileno(self) -> int:
        """Return the descriptor."""
        return self._raw.fileno()

    def isatty(self) -> bool:
        """Return whether it is a terminal."""
        return self._raw.isatty()

    def write(self, data: Any) -> int:
        """Write all bytes. Wait while the pipe is full."""
        rest = memoryview(data).cast("B")
        size = len(rest)
        while len(rest):
            taken = self._raw.write(rest)
            if taken is None:
                from select import select  # late: most pipes take all bytes at once

                select([], [self._raw], [])
            else:
                rest = rest[taken:]
        return size


def writing_all(stream: TextIOWrapper) -> TextIOWrapper:
    """Return a stream to the same file that writes all of each text."""
    return TextIOWrapper(BufferedWriter(_WholeWrites(stream.fileno())), stream.encoding, stream.errors)
