"""Unhurried: a stream that may take less than it is given, being unbuffered or not blocking, loses nothing of it."""

from io import BufferedWriter, FileIO, RawIOBase, TextIOWrapper
from typing import Any


class _Whole(RawIOBase):
    """A file, pipe or terminal that is given the rest until it has taken all."""

    def __init__(self, descriptor: int) -> None:
        self._raw = FileIO(descriptor, "wb", closefd=False)

    def writable(self) -> bool:
        """Yes."""
        return True

    def fileno(self) -> int:
        """The descriptor."""
        return self._raw.fileno()

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return self._raw.isatty()

    def write(self, data: Any) -> int:
        """Writes all of it, and waits where nothing is taken for now."""
        rest = memoryview(data).cast("B")
        size = len(rest)
        while len(rest):
            taken = self._raw.write(rest)
            if taken is None:
                from select import select  # late: mostly all is taken at once

                select([], [self._raw], [])
            else:
                rest = rest[taken:]
        return size


def unhurried(stream: TextIOWrapper) -> TextIOWrapper:
    """A stream to the same place with the same encoding, which writes whole what it is given."""
    return TextIOWrapper(BufferedWriter(_Whole(stream.fileno())), stream.encoding, stream.errors)
