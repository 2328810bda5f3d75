"""Whereabouts: whether a server, and the files in which a finding stood, are still those of an earlier report.

docs/tickets.md has the same as a program.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
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


class LostFiles:
    """Which of their files servers of an earlier report have no more, worked out once for all who ask."""

    def __init__(self, then: Mapping[str, Mapping[str, str]], now: Mapping[str, Mapping[str, str]]) -> None:
        """then, now: by server, the formats of its files by path."""
        self._main = {name: paths for name in then if name in now and (paths := _main_gone(then[name], now[name]))}
        self._files = {name: _lost(then[name], now[name]) for name in then if name in now}
        self._servers: dict[str, set[str]] = {}  # by path
        for name, files in self._files.items():
            for path in files:
                self._servers.setdefault(path, set()).add(name)

    def of(self, name: str, files: Iterable[str]) -> tuple[str, ...]:
        """The paths of those of some files that a server of both has no more, or of notes.ini where that is gone."""
        return self._main.get(name) or tuple(path for path in dict.fromkeys(files) if path in self._files[name])

    def first_without(self, names: frozenset[str], path: str) -> str | None:
        """The first of some servers, by name, that has a file no more."""
        return min(names & self._servers.get(path, set()), default=None)

    def first_without_main(self, names: Iterable[str]) -> str | None:
        """The first of some servers, by name, that has no notes.ini any more."""
        return min((name for name in names if name in self._main), default=None)

    def is_of_all(self, names: Iterable[str], path: str) -> bool:
        """Whether each of some servers has a file no more, or is not there."""
        return all(name not in self._files or path in self._files[name] for name in names)


def _main_gone(then: Mapping[str, str], now: Mapping[str, str]) -> tuple[str, ...]:
    """The paths of notes.ini, where none is there any more."""
    return () if _MAIN in now.values() else tuple(path for path, form in then.items() if form == _MAIN)


def _lost(then: Mapping[str, str], now: Mapping[str, str]) -> frozenset[str]:
    """The paths of files that are gone, and in whose place none of a server's others stands.

    Not all files of a format gave way to as many others.
    """
    before, after = _of_formats(then), _of_formats(now)
    fewer = {
        form for form, paths in before.items() if not paths.isdisjoint(after[form]) or len(after[form]) < len(paths)
    }
    return frozenset(path for path, form in then.items() if form in fewer and path not in now)


def _of_formats(files: Mapping[str, str]) -> defaultdict[str, set[str]]:
    """The paths of each format."""
    found = defaultdict[str, set[str]](set)
    for path, form in files.items():
        found[form].add(path)
    return found


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
