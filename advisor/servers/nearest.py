"""Nearest: of several servers of one name, the one beside which a file lies."""

from collections.abc import Iterable
from typing import Generic, TypeVar

from advisor.servers.gathered import InputFile

T = TypeVar("T")
Way = tuple[str, ...]


def way(file: InputFile) -> Way:
    """The folders down to a file, from the root of what was given."""
    return file.place.root + file.folder


class Nearest(Generic[T]):
    """Things in folders, found by the folder that they share with another place. Each costs its folder's depth."""

    def __init__(self, things: Iterable[tuple[Way, T]]) -> None:
        self.all = list(things)
        self._below: dict[Way, list[T]] = {}

    def of(self, place: Way) -> list[T]:
        """Those with which a place shares the most folders."""
        if len(self.all) < 2:
            return [thing for _, thing in self.all]
        if not self._below:
            for folder, thing in self.all:
                for depth in range(len(folder) + 1):
                    self._below.setdefault(folder[:depth], []).append(thing)
        depth = next(depth for depth in range(len(place), -1, -1) if place[:depth] in self._below)
        return self._below[place[:depth]]
