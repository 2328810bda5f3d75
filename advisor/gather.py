"""Gather: the paths of the command line in, the files that domlint can read out, and what was left unread and why."""

import os
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from pathlib import Path, PurePath
from typing import NamedTuple

from advisor import readers
from advisor.readers import Reader
from advisor.source import Source

# Databases, key rings, IDs, logs and indexes: large, secret or both, and nothing a reader could take.
NEVER_OPENED = {
    ".nsf", ".ntf", ".box", ".ndx", ".nlo", ".txn", ".dtf", ".id", ".kyr", ".sth", ".p12", ".pem",
}  # fmt: skip
NEVER_ENTERED = {".git", ".hg", ".svn", ".bzr", ".jj", "CVS"}
OURS = "domlint.toml"  # a site's decisions about the files, not one of them
LARGEST = 1024**3  # bytes


class Given(NamedTuple):
    """A file that a reader takes. argument: which of the command line's it came from; folder: its parts below that."""

    source: Source
    reader: Reader
    name: str
    argument: int
    folder: tuple[str, ...]
    alone: bool
    folder_name: str


class Unread(NamedTuple):
    """Something that was not read, or not to its end; `line` where a part of a file is meant.

    problem: somebody should know at once, because the file could not be read or only in part.
    """

    path: str
    line: int | None
    reason: str
    problem: bool = False


class Gathered:
    """What the arguments hold. missing: arguments that are not there."""

    def __init__(self) -> None:
        self.files: list[Given] = []
        self.unread: list[Unread] = []
        self.missing: list[str] = []


class _Found(NamedTuple):
    path: Path
    shown: str
    size: int


def gather(
    arguments: list[str],
    stdin: Callable[[], bytes],
    stdin_name: str = "stdin",
    exclude: tuple[str, ...] = (),
    with_folder: bool = False,
    seen: Callable[[str], None] = lambda path: None,
) -> Gathered:
    """Walks the arguments in order. `-` is standard input; `seen` is told of each file before it is looked at."""
    result = Gathered()
    taken: set[Path] = set()
    for number, argument in enumerate(arguments):
        if argument == "-":
            _take_bytes(result, stdin(), stdin_name, number)
            continue
        path = Path(argument)
        if not path.exists():
            result.missing.append(argument)
        elif path.is_dir() or with_folder:
            folder = path if path.is_dir() else path.parent
            if (real := folder.resolve()) in taken:
                continue
            taken.add(real)
            root = _root(folder)
            for found in _walk(folder, root, exclude, result):
                seen(found.shown)
                _take(result, found, number, found.path.relative_to(folder).parent.parts, real, alone=False)
        else:
            seen(argument)
            shown = _shown(path.resolve(), _root(path))
            _take(result, _Found(path, shown, path.stat().st_size), number, (), path.resolve().parent, alone=True)
    return result


def _root(path: Path) -> Path:
    """Where printed paths begin: the working directory when the argument is below it, else the argument's parent."""
    here = Path.cwd()
    real = path.resolve()
    return here if real.is_relative_to(here) else real.parent


def _shown(real: Path, root: Path) -> str:
    return real.relative_to(root).as_posix()


def _walk(folder: Path, root: Path, exclude: tuple[str, ...], result: Gathered) -> Iterator[_Found]:
    """Files below a folder, by name, a folder's own before its sub-folders'; links are not followed."""
    real = folder.resolve()
    try:
        with os.scandir(folder) as listing:
            entries = sorted(listing, key=lambda entry: entry.name)
    except OSError as slip:
        result.unread.append(Unread(_shown(real, root) or ".", None, slip.strerror or str(slip), True))
        return
    folders = []
    for entry in entries:
        shown = _shown(real / entry.name, root)
        if any(fnmatch(shown, pattern) or fnmatch(entry.name, pattern) for pattern in exclude):
            continue
        if entry.is_dir(follow_symlinks=False):
            if entry.name not in NEVER_ENTERED:
                folders.append(entry.name)
        elif entry.is_file(follow_symlinks=False) and entry.name != OURS and not _never_opened(entry.name):
            size = entry.stat(follow_symlinks=False).st_size
            if size:
                yield _Found(folder / entry.name, shown, size)
    for name in folders:
        yield from _walk(folder / name, root, exclude, result)


def _never_opened(name: str) -> bool:
    return PurePath(name).suffix.lower() in NEVER_OPENED


def _take(
    result: Gathered, found: _Found, argument: int, folder: tuple[str, ...], real_folder: Path, alone: bool
) -> None:
    if _never_opened(found.path.name):
        result.unread.append(Unread(found.shown, None, "a kind of file that domlint never opens"))
        return
    if found.size > LARGEST:
        result.unread.append(Unread(found.shown, None, "larger than 1 GB"))
        return
    try:
        with found.path.open("rb") as file:
            raw = file.read(readers.HEAD)
            reader = readers.recognise(found.path.name, raw)
            raw += file.read() if reader else b""
    except OSError as slip:
        result.unread.append(Unread(found.shown, None, slip.strerror or str(slip), True))
        return
    if reader is None:
        result.unread.append(Unread(found.shown, None, "empty" if not raw else "not a format that domlint reads"))
        return
    source = Source.of(found.shown, raw)
    real = real_folder.joinpath(*folder)
    result.files.append(Given(source, reader, found.path.name, argument, folder, alone, real.name or "server"))


def _take_bytes(result: Gathered, raw: bytes, name: str, argument: int) -> None:
    shown = PurePath(name).name or "stdin"
    reader = readers.recognise(shown, raw[: readers.HEAD])
    if reader is None:
        result.unread.append(Unread(shown, None, "empty" if not raw else "not a format that domlint reads"))
        return
    result.files.append(Given(Source.of(shown, raw), reader, shown, argument, (), True, "stdin"))
