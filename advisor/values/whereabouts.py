"""Decide whether a server and the files of a finding are the same as in an earlier report.

docs/tickets.md describes the same as a program.
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
        """Return whether the server at `then` may differ from the server of the same name at `now`.

        copies: the locations of the NOTES.INI that are copies of the latter.
        """
        if then == now:
            return False
        if self._alike(then) > _may_be_one(then, now) or any(_may_be_one(then, copy) for copy in copies):
            return True
        return _moved(then, now) and self._places.total() > 1

    def took(self, then: str, now: str) -> bool:
        """Return whether another of these servers is now at the location of the one that was at `then`."""
        if then == now:
            return False
        return self._alike(now) > _may_be_one(then, now) or (_moved(then, now) and _below(now) in self._below)

    def may_have_taken(self, then: str, now: str) -> bool:
        """Return whether another of these servers may be at `now`, or the location is ambiguous."""
        return self.took(then, now) or (_moved(then, now) and self._places.total() > 1)

    def _alike(self, then: str) -> int:
        """Return how many locations may be the former one, seen from the same, a higher or a lower folder."""
        begins = _backward(then)
        ending_so = bisect_left(self._backward, f"{begins[:-1]}0") - bisect_left(self._backward, begins)  # 0: behind /
        return ending_so + sum(self._places[end] for end in _ends(then))


class LostFiles:
    """The files that servers of an earlier report no longer have, computed once."""

    def __init__(self, then: Mapping[str, Mapping[str, str]], now: Mapping[str, Mapping[str, str]]) -> None:
        """Store by server the formats of its files by path. then: of the earlier report. now: of this one."""
        self._main = {name: paths for name in then if name in now and (paths := _main_gone(then[name], now[name]))}
        self._files = {name: _lost(then[name], now[name]) for name in then if name in now}
        self._servers: dict[str, set[str]] = {}  # by path
        for name, files in self._files.items():
            for path in files:
                self._servers.setdefault(path, set()).add(name)

    def of(self, name: str, files: Iterable[str]) -> tuple[str, ...]:
        """Return the given files that the server no longer has, or the notes.ini if it is missing."""
        return self._main.get(name) or tuple(path for path in dict.fromkeys(files) if path in self._files[name])

    def first_without(self, names: frozenset[str], path: str) -> str | None:
        """Return the first server, by name, that no longer has a file, or None."""
        return min(names & self._servers.get(path, set()), default=None)

    def first_without_main(self, names: Iterable[str]) -> str | None:
        """Return the first server, by name, that no longer has a notes.ini, or None."""
        return min((name for name in names if name in self._main), default=None)

    def is_of_all(self, names: Iterable[str], path: str) -> bool:
        """Return whether each server no longer has a file, or no longer exists."""
        return all(name not in self._files or path in self._files[name] for name in names)


def _main_gone(then: Mapping[str, str], now: Mapping[str, str]) -> tuple[str, ...]:
    """Return the paths of the former notes.ini files if the server has none any more."""
    return () if _MAIN in now.values() else tuple(path for path, form in then.items() if form == _MAIN)


def _lost(then: Mapping[str, str], now: Mapping[str, str]) -> frozenset[str]:
    """Return the paths of missing files that no other file of the server replaces.

    A format counts as replaced if all its files were replaced by as many others.
    """
    before, after = _of_formats(then), _of_formats(now)
    fewer = {
        form for form, paths in before.items() if not paths.isdisjoint(after[form]) or len(after[form]) < len(paths)
    }
    return frozenset(path for path, form in then.items() if form in fewer and path not in now)


def _of_formats(files: Mapping[str, str]) -> defaultdict[str, set[str]]:
    """Return the paths of each format."""
    paths_by_format = defaultdict[str, set[str]](set)
    for path, form in files.items():
        paths_by_format[form].add(path)
    return paths_by_format


def _may_be_one(first: str, second: str) -> bool:
    """Return whether two locations may be the same: the shorter is the end of the longer."""
    return f"/{first}".endswith(f"/{second}") or f"/{second}".endswith(f"/{first}")


def _backward(place: str) -> str:
    """Return a location reversed, so that sorting groups those with the same end."""
    return f"/{place}"[::-1]


def _moved(then: str, now: str) -> bool:
    """Return whether two locations differ in more than the given folder."""
    return not _may_be_one(then, now) and _below(then) != _below(now)


def _ends(place: str) -> Iterator[str]:
    """Yield the location relative to each of its folders."""
    while "/" in place:
        place = place.partition("/")[2]
        yield place


def _below(place: str) -> str:
    return place.partition("/")[2]
