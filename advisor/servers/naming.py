"""Naming: the names under which servers are shown, so that each is one server's and stays its for ever.

Of several servers of one name the one nearest to the argument's root keeps it; behind the name of another stands its
folder below the argument, or the end of the argument's own path where that alone tells them apart. Nothing here knows
the working directory, how a path was written, or the order of files and arguments; and as each takes the first name
that those before it left, one more server farther down changes nobody's name.
"""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from advisor.servers.gathered import InputFile
from advisor.values.printing import printable_path

if TYPE_CHECKING:
    from advisor.servers.server import Server

_OWN = "notes.ini"


class Place(NamedTuple):
    """Where a server begins.

    root: the parts of the absolute path of the folder that was given, or that holds the file that was; of what came
    through a pipe its name. folder: the parts of the way from there. by_folder: it has no other name than its folder's.
    """

    root: tuple[str, ...]
    folder: tuple[str, ...]
    file: str
    by_folder: bool = False
    archived: bool = False

    @property
    def rank(self) -> tuple[object, ...]:
        """The order in which servers of one name take theirs: a name that files give first, then the nearest first.

        Among equals what is unpacked comes before what is in an archive, and a file called notes.ini before others.
        """
        parts = (self.folder, (self.file.lower() != _OWN, self.file), not _is_absolute(self.root), self.root)
        return self.by_folder, len(self.folder), self.archived, _folded(self.folder), *parts


def place(first: InputFile, named_by: str) -> Place:
    """The place of a server whose first file this is."""
    return Place(first.place.root, first.folder, first.name, named_by == "folder", first.place.archived)


def spot(first: InputFile, whole: bool = True) -> str:
    """Where a file lies, from the folder that was given on; that one's name stands first. whole: with its own name.

    Neither the working directory counts, nor how a path is written.
    """
    top = first.place.root[-1].strip(os.sep)
    return printable_path("/".join((top, *first.folder, first.name if whole else "")))


def rank(server: "Server") -> tuple[object, ...]:
    """The place of a server in an order that is that of no command line."""
    return place(server.files[0], server.named_by).rank


def names(plain: Sequence[str], places: Sequence[Place]) -> list[str]:
    """The names to show, in the same order: no two are alike, whatever their case."""
    alike: dict[str, list[int]] = {}
    for number, name in enumerate(plain):
        alike.setdefault(name.casefold(), []).append(number)
    shown = list(plain)
    taken = set(alike)
    for group in alike.values():
        begun: set[tuple[tuple[str, ...], tuple[str, ...]]] = set()
        for number in sorted(group, key=lambda number: places[number].rank) if len(group) > 1 else ():
            one = places[number]
            if begun:
                beside = not begun.isdisjoint(((one.root, one.folder), (one.root, _folded(one.folder))))
                free = (name for name in _longer(plain[number], one, beside) if name.casefold() not in taken)
                shown[number] = next(free)
                taken.add(shown[number].casefold())
                begun.add((one.root, _folded(one.folder)))
            begun.add((one.root, one.folder))
    return shown


def _longer(name: str, place: Place, beside: bool) -> Iterator[str]:
    """The name with what tells it apart, shortest first. beside: another of that name begins in that folder."""
    below = (*place.folder, place.file) if beside else place.folder
    tails = (place.root[len(place.root) - length :] for length in range(len(place.root) + 1))
    for tail in tails:
        if tail or below:
            yield f"{name} ({_way((*tail, *below), place.archived)})"
    number = 2
    while True:
        yield f"{name} ({_way((*place.folder, place.file), place.archived)}, {number})"
        number += 1


def _way(parts: tuple[str, ...], archived: bool) -> str:
    way = printable_path("/".join(part.strip(os.sep) for part in parts))
    return way.replace("!/", "!").removesuffix("!") if archived else way


def _folded(parts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(part.casefold() for part in parts)


def _is_absolute(root: tuple[str, ...]) -> bool:
    return bool(root) and Path(root[0]).is_absolute()
