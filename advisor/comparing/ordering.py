"""Ordering: the files of a folder that look like reports, the oldest first: by the dates in their names, or by name."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path

from advisor import limits
from advisor.comparing.history import BY_DATE, BY_NAME
from advisor.values.days import on_the_way
from advisor.values.paths import files_below

_ENDS = (".json", ".ndjson", ".jsonl")
_ENOUGH = 256  # bytes
_BEGINS = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"schema_version":\s*\d+,\s*"(?:complete|server|totals)"')


def files_in(folder: Path, missed: Callable[[str, str], None] = lambda _folder, _why: None) -> Iterator[str]:
    """The files in a folder and below that may be reports, by their way from there, with `/`; no link, and no pipe.

    missed: is told of a folder in which nothing was read, and why.
    """
    for path in files_below(folder, limits.MAX_FOLDER_DEPTH, lambda below, why: missed(_way(below, folder), why)):
        if path.name.lower().endswith(_ENDS) and not path.is_symlink() and path.is_file():
            yield _way(path, folder)


def _way(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()


def begins_as_one(path: Path) -> bool:
    """Whether a file begins as a report of `domlint check` does, in UTF-8 or UTF-16, or cannot be opened."""
    try:
        with path.open("rb") as file:
            return bool(_BEGINS.match(file.read(_ENOUGH).replace(b"\0", b"").lstrip(b"\xff\xfe")))
    except OSError:
        return True  # reading it says why


def in_order(files: Sequence[str]) -> tuple[str, list[tuple[str, date | None]]]:
    """By what they are in order, and each with its day: the date in its name, or in that of the nearest folder."""
    found = [(name, on_the_way(name)[0]) for name in files]
    dated = [(day, _by_name(name), name) for name, day in found if day]
    if found and len(dated) == len(found):
        return BY_DATE, [(name, day) for day, _, name in sorted(dated)]
    return BY_NAME, sorted(found, key=lambda one: _by_name(one[0]))


def _by_name(name: str) -> list[tuple[bool, int, str]]:
    """A name as people sort it: 2 before 10."""
    parts = re.split("([0-9]+)", name.casefold())
    return [(bool(place % 2), int(part[:18]) if place % 2 else 0, part) for place, part in enumerate(parts)]
