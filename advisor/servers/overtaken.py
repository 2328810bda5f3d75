"""Overtaken: of a server's files those that others of them stand for: copies by their names, and older listings.

A copy lies beside the file itself. Listings whose paths are the same but for a date are of several days, and the newest
counts; a date that is still to come is none. What shows a load, a console's log and an NSD are not looked at here.
"""

from collections.abc import Iterable, Iterator
from datetime import date

from advisor.servers.parsed import ANCHORS, ParsedFile, tells_of_a_machine
from advisor.servers.walk import Unread
from advisor.values import days
from advisor.values.copies import originals

_NO_LISTING = {*ANCHORS, "console log", "nsd"}
_LOADS = {"storage.toml", "iostat", "vmstat", "performance counters"}
_COPY = "a copy of {} by its name: not used"
_OLDER = "an older listing; the newest counts: {}"
_TO_COME = "the date in its name is still to come and does not count: {}"


def drop(files: list[ParsedFile]) -> list[Unread]:
    """Takes the overtaken out of the files of a server, with a word on each."""
    said = [*_copies(files), *_older(files), *_to_come(files)]
    gone = {id(file) for file, _, keeps in said if not keeps}
    if gone:
        files[:] = [file for file in files if id(file) not in gone]
    return [Unread(file.path, None, why) for file, why, _ in said]


def _copies(files: Iterable[ParsedFile]) -> Iterator[tuple[ParsedFile, str, bool]]:
    listings = [file for file in files if file.format not in _NO_LISTING]
    beside = {(file.input.argument, file.input.folder, file.format, file.input.name.lower()): file for file in listings}
    for file in listings:
        if file.input.role == "itself":
            continue
        place = (file.input.argument, file.input.folder, file.format)
        own = (beside[(*place, name)] for name in sorted(originals(file.input.name)) if (*place, name) in beside)
        if original := next(own, None):
            yield file, _COPY.format(original.input.name), False


def _older(files: Iterable[ParsedFile]) -> Iterator[tuple[ParsedFile, str, bool]]:
    of_days: dict[tuple[object, ...], list[tuple[date, ParsedFile]]] = {}
    for file in _dated(files):
        path = "/".join((*file.input.folder, file.input.name))
        day, without = days.on_the_way(path)
        if day and not days.is_to_come(day):
            of_days.setdefault((file.input.argument, file.format, without), []).append((day, file))
    for group in of_days.values():
        newest, one = max(group, key=lambda pair: pair[0])
        yield from ((file, _OLDER.format(one.path), False) for day, file in group if day < newest)


def _to_come(files: Iterable[ParsedFile]) -> Iterator[tuple[ParsedFile, str, bool]]:
    for file in _dated(files):
        day = days.in_name(file.input.name)
        if day and days.is_to_come(day):
            yield file, _TO_COME.format(day), True


def _dated(files: Iterable[ParsedFile]) -> Iterator[ParsedFile]:
    """The listings of a machine that a folder held."""
    for file in files:
        if file.format not in _LOADS and tells_of_a_machine(file.input.reader) and file.input.role != "itself":
            yield file
