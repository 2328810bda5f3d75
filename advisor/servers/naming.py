"""Choose unique and stable display names for the servers of a run.

If several servers have the same name, the one nearest to the argument's root keeps it. The others get their folder
appended, or the end of the argument's path if only that is unique. The working directory, the spelling of paths and the
order of files do not change a name. A further server in a deeper folder changes no other name.
"""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from advisor.servers.model import InputFile
from advisor.values.printing import printable_path

if TYPE_CHECKING:
    from advisor.servers.server import Server

_OWN = "notes.ini"


class Place(NamedTuple):
    """The location where a server begins.

    root: the parts of the absolute path of the given folder, or of the folder of the given file; for a pipe, its name.
    folder: the parts below that. by_folder: the server is named after its folder only.
    """

    root: tuple[str, ...]
    folder: tuple[str, ...]
    file: str
    by_folder: bool = False
    archived: bool = False

    @property
    def rank(self) -> tuple[object, ...]:
        """Return the sort key of servers with one name: names from files first, then the nearest folder.

        An unpacked server precedes one in an archive, and a file named notes.ini precedes others.
        """
        parts = (self.folder, (self.file.lower() != _OWN, self.file), not _is_absolute(self.root), self.root)
        return self.by_folder, len(self.folder), self.archived, _folded(self.folder), *parts


def place(first: InputFile, named_by: str) -> Place:
    """Return the location of a server with this first file."""
    return Place(first.place.root, first.folder, first.name, named_by == "folder", first.place.archived)


def spot(first: InputFile, whole: bool = True) -> str:
    """Return the path of a file, beginning with the given folder's name. whole: include the file name.

    The working directory and the spelling of the path do not matter.
    """
    top = first.place.root[-1].strip(os.sep)
    return printable_path("/".join((top, *first.folder, first.name if whole else "")))


def rank(server: "Server") -> tuple[object, ...]:
    """Return a sort key that does not depend on the order of the command line."""
    return place(server.files[0], server.named_by).rank


def names(plain: Sequence[str], places: Sequence[Place]) -> list[str]:
    """Return the display names in the same order. Names are unique, ignoring case."""
    alike: dict[str, list[int]] = {}
    for number, name in enumerate(plain):
        alike.setdefault(name.casefold(), []).append(number)
    shown = list(plain)
    used_names = set(alike)
    for group in alike.values():
        begun: set[tuple[tuple[str, ...], tuple[str, ...]]] = set()
        for number in sorted(group, key=lambda number: places[number].rank) if len(group) > 1 else ():
            server_place = places[number]
            if begun:
                beside = not begun.isdisjoint(
                    ((server_place.root, server_place.folder), (server_place.root, _folded(server_place.folder)))
                )
                free = (
                    name for name in _longer(plain[number], server_place, beside) if name.casefold() not in used_names
                )
                shown[number] = next(free)
                used_names.add(shown[number].casefold())
                begun.add((server_place.root, _folded(server_place.folder)))
            begun.add((server_place.root, server_place.folder))
    return shown


def _longer(name: str, place: Place, shares_folder: bool) -> Iterator[str]:
    """Yield the name with longer and longer suffixes. beside: another server of that name begins in the same folder."""
    below = (*place.folder, place.file) if shares_folder else place.folder
    tails = (place.root[len(place.root) - length :] for length in range(len(place.root) + 1))
    for tail in tails:
        if tail or below:
            yield f"{name} ({_way((*tail, *below), place.archived)})"
    number = 2
    while True:
        yield f"{name} ({_way((*place.folder, place.file), place.archived)}, {number})"
        number += 1


def _way(parts: tuple[str, ...], archived: bool) -> str:
    joined = printable_path("/".join(part.strip(os.sep) for part in parts))
    return joined.replace("!/", "!").removesuffix("!") if archived else joined


def _folded(parts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(part.casefold() for part in parts)


def _is_absolute(root: tuple[str, ...]) -> bool:
    return bool(root) and Path(root[0]).is_absolute()
