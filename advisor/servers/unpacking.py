"""Unpacking: the files of an archive that may be looked into, in the order of a walk through its folders."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path, PurePath

from advisor import readers
from advisor.pack import Catalogue
from advisor.servers.archives import KINDS, Broken, Packed, Refused
from advisor.servers.contents import head_of, packing
from advisor.servers.walk import NEVER_ENTERED, NOT_READ, OURS, Exclude, FoundFile, Unread, never_opened
from advisor.values.printing import printable_path

__all__ = ["KINDS", "unpacked"]

_MACS = "__MACOSX"  # what a Mac adds to its archives: of each file another one, without its text
_OF_NO_READER = 512  # bytes, by which it is told what it is
Inside = tuple[tuple[str, ...], FoundFile]  # the way to a member, and the member


def unpacked(
    file: FoundFile, real: Path, packed_as: str, exclude: Exclude, catalogue: Catalogue
) -> tuple[list[Inside], list[Unread]]:
    """The files of an archive, and what of it is not read. real: its absolute path."""
    found: list[Inside] = []
    unread: list[Unread] = []
    try:
        for one in _members(file.path, packed_as):
            if isinstance(one, Refused):
                unread += _refused(one, file)
            elif _is_wanted(one, real, exclude):
                _add(one, file, found, unread, catalogue)
    except OSError as error:
        unread.append(Unread(file.printed, None, error.strerror or str(error), True, NOT_READ))
    return sorted(found, key=lambda inside: _in_a_walk(inside[0])), unread


def _members(path: Path, packed_as: str) -> Iterator[Packed | Refused]:
    """The members, each way once: which of two files of one name is meant, nobody can say."""
    if packed_as == "zip":
        from advisor.servers import zips

        found = zips.members(path)
    else:
        from advisor.servers import tars

        found = tars.members(path, packed_as)
    seen: set[tuple[str, ...]] = set()
    for one in found:
        if isinstance(one, Packed) and one.parts in seen:
            yield Refused("/".join(one.parts), "another file of this name stands before it in the archive")
            continue
        if isinstance(one, Packed):
            seen.add(one.parts)
        yield one


def _add(one: Packed, file: FoundFile, found: list[Inside], unread: list[Unread], catalogue: Catalogue) -> None:
    """Notes a member. Of one that passes by it is seen at once whether anything can read it."""
    shown = _shown(file, "/".join(one.parts))
    if one.size == 0:
        if one.parts[-1].lower() == "notes.ini":
            unread.append(Unread(shown, None, "empty"))
        return
    member = FoundFile(file.path.joinpath(*one.parts), shown, one.size, "folder", chunks=one.chunks)
    if one.keep:
        head = head_of(one.chunks)
        if not packing(head) and readers.recognise(one.parts[-1], head, catalogue):
            try:
                one.keep()
            except Broken as error:
                unread.append(Unread(shown, None, error.strerror or str(error), True, NOT_READ))
                return
        else:
            member = member._replace(chunks=partial(iter, [head[:_OF_NO_READER]]))
    found.append((one.parts, member))


def _refused(one: Refused, file: FoundFile) -> list[Unread]:
    """A member that is not read, by its name; what would not be read in a folder is passed over in silence."""
    name = PurePath(one.name.replace("\\", "/")).name
    if never_opened(name):
        return []
    is_server = name.lower().endswith(".ini")
    return [Unread(_shown(file, one.name), None, one.reason, is_server, NOT_READ * is_server)]


def _is_wanted(one: Packed, real: Path, exclude: Exclude) -> bool:
    """Whether a walk would look into it."""
    *folders, name = one.parts
    if name == OURS or never_opened(name) or _MACS in folders or not NEVER_ENTERED.isdisjoint(folders):
        return False
    ways = (real.joinpath(*one.parts[:length]) for length in range(1, len(one.parts) + 1))
    return not any(map(exclude.excludes, ways))


def _shown(file: FoundFile, name: str) -> str:
    return f"{file.printed}!{printable_path(name)}"


def _in_a_walk(parts: tuple[str, ...]) -> list[tuple[bool, str]]:
    """By this a folder's own files come before its sub-folders'."""
    last = len(parts) - 1
    return [(at < last, part) for at, part in enumerate(parts)]
