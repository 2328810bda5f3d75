"""Tallies: of servers that are alike how many have each value of each setting, and the first of them."""

from collections.abc import Iterable
from typing import NamedTuple

from advisor import values
from advisor.report.peers import HasValue

NAMED = 20  # servers with a value that are told by name
_MOST_VALUES = 64  # with more a setting is each server's own matter


class TalliedServer(NamedTuple):
    """A server and what it has, by its place in the run."""

    number: int
    server: str
    held: HasValue


class ValueTally:
    """How many have a value, and the first of them."""

    __slots__ = ("count", "first")

    def __init__(self) -> None:
        self.count = 0
        self.first: list[TalliedServer] = []

    def add(self, member: TalliedServer) -> None:
        """Counts one more."""
        self.count += 1
        if len(self.first) < NAMED:
            self.first.append(member)


class AlikeServers:
    """Servers that are alike in everything that counts. settings: by name, of each value how many have it."""

    def __init__(self) -> None:
        self.servers = 0
        self.first: list[tuple[int, str]] = []
        self.whole = ValueTally()
        self.settings: dict[str, dict[values.Value | None, ValueTally]] = {}
        self.absent: dict[str, ValueTally] = {}
        self.own: set[str] = set()

    def add(self, number: int, server: str, whole: bool, held: Iterable[HasValue]) -> None:
        """Counts a server. whole: what is not told is not set."""
        told = {one.name: one for one in held}
        self.servers += 1
        if len(self.first) < NAMED:
            self.first.append((number, server))
        for name in told.keys() - self.settings.keys() - self.own:
            self.settings[name], self.absent[name] = {}, ValueTally()
            self.absent[name].count, self.absent[name].first = self.whole.count, list(self.whole.first)
        for name, of_setting in list(self.settings.items()):
            if name not in told:
                if whole:
                    self.absent[name].add(TalliedServer(number, server, HasValue(name, None)))
            elif (value := told[name].value) is not None:
                of_setting.setdefault(value, ValueTally()).add(TalliedServer(number, server, told[name]))
                if len(of_setting) > _MOST_VALUES:
                    self.own.add(name)
                    del self.settings[name], self.absent[name]
        if whole:
            self.whole.add(TalliedServer(number, server, HasValue("", None)))
