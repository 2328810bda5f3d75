"""Whereabouts: whether a server, and the files in which a finding stood, are still those of an earlier report.

docs/tickets.md has the same as a program.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

_MAIN = "notes.ini"  # it tells what the server runs and where all of it lies, whatever a finding shows


class Places:
    """Where the servers of one name begin."""

    def __init__(self, places: Iterable[str]) -> None:
        self._places = Counter(places)
        self._backward = sorted(_backward(place) for place in self._places.elements())
        self._below = {_below(place) for place in self._places}

    def is_another(self, then: str, now: str, copies: Iterable[str]) -> bool:
        """Whether the server that stood at `then` may be another one than the one of its name that stands at `now`.

        copies: the places of the NOTES.INI that count as copies of that one.
        """
        if then == now:
            return False
        if self._alike(then) > _may_be_one(then, now) or any(_may_be_one(then, copy) for copy in copies):
            return True
        return _moved(then, now) and self._places.total() > 1

    def took(self, then: str, now: str) -> bool:
        """Whether at `now` stands another one of these than the one that stood at `then`."""
        if then == now:
            return False
        return self._alike(now) > _may_be_one(then, now) or (_moved(then, now) and _below(now) in self._below)

    def may_have_taken(self, then: str, now: str) -> bool:
        """Whether another one of these may stand at `now`: one of them does, or nobody knows which."""
        return self.took(then, now) or (_moved(then, now) and self._places.total() > 1)

    def _alike(self, then: str) -> int:
        """How many of them may be the place of before, seen from the same folder, from one above it or one below."""
        begins = _backward(then)
        ending_so = bisect_left(self._backward, f"{begins[:-1]}0") - bisect_left(self._backward, begins)  # 0: behind /
        return ending_so + sum(self._places[end] for end in _ends(then))


def lacks(files: Iterable[str], then: Mapping[str, str], now: Mapping[str, str]) -> bool:
    """Whether a file in which a finding stood is gone, and none of a server's others stands in its place.

    then, now: the formats of the server's files, by path.
    """
    return bool(gone(files, then, now))


def gone(files: Iterable[str], then: Mapping[str, str], now: Mapping[str, str]) -> tuple[str, ...]:
    """The paths of these files, or of notes.ini."""
    if _MAIN in then.values() and _MAIN not in now.values():
        return tuple(path for path, form in then.items() if form == _MAIN)
    return lost(files, then, now)


def lost(files: Iterable[str], then: Mapping[str, str], now: Mapping[str, str]) -> tuple[str, ...]:
    """The paths of these files alone."""
    absent = [path for path in dict.fromkeys(files) if path in then and path not in now]
    fewer = {form: _is_fewer(_of(form, then), _of(form, now)) for form in {then[path] for path in absent}}
    return tuple(path for path in absent if fewer[then[path]])


def _is_fewer(before: set[str], after: set[str]) -> bool:
    """Whether not all files of a format gave way to as many others."""
    return not before.isdisjoint(after) or len(after) < len(before)


def _of(form: str, files: Mapping[str, str]) -> set[str]:
    return {path for path, one in files.items() if one == form}


def _may_be_one(one: str, other: str) -> bool:
    """Whether two places may be the same: the shorter one is the end of the longer."""
    return f"/{one}".endswith(f"/{other}") or f"/{other}".endswith(f"/{one}")


def _backward(place: str) -> str:
    """A place from its end on: in order stand those that end alike, however many ends a place has."""
    return f"/{place}"[::-1]


def _moved(then: str, now: str) -> bool:
    """Whether the two differ in more than the folder that was given."""
    return not _may_be_one(then, now) and _below(then) != _below(now)


def _ends(place: str) -> Iterator[str]:
    """A place as it is seen from its folder's folders, one after the other."""
    while "/" in place:
        place = place.partition("/")[2]
        yield place


def _below(place: str) -> str:
    return place.partition("/")[2]
