"""Gather: the paths of the command line in, the files that domlint can read out, and what was left unread and why."""

import os
import stat
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from functools import partial
from pathlib import Path, PurePath
from typing import Literal, NamedTuple

from advisor import masking, readers
from advisor.pack import Catalogue
from advisor.readers import Reader
from advisor.source import Source

# Databases, key rings, IDs, logs and indexes: large, secret or both, and nothing a reader could take.
NEVER_OPENED = {
    ".nsf", ".ntf", ".box", ".ndx", ".nlo", ".txn", ".dtf", ".id", ".kyr", ".sth", ".p12", ".pem",
}  # fmt: skip
_OWN_LOG = "gathered.log"  # what the collecting script says of its steps
NEVER_ENTERED = {".git", ".hg", ".svn", ".bzr", ".jj", "CVS"}
OURS = "domlint.toml"  # a site's decisions about the files, not one of them
LARGEST = 1024**3  # bytes


Role = Literal["itself", "folder", "context"]


class InputFile(NamedTuple):
    """A file that a reader takes. argument: which of the command line's it came from; folder: its parts below that.

    role: whether the file itself stands on the command line, lies in a folder that does, or, under --with-folder, is
    only the context of a file that does.
    """

    source: Source
    reader: Reader
    name: str
    argument: int
    folder: tuple[str, ...]
    alone: bool
    folder_name: str
    role: Role = "folder"


class Unread(NamedTuple):
    """Something that was not read, or not to its end; `line` where a part of a file is meant.

    problem: somebody should know at once, because the file could not be read or only in part.
    """

    path: str
    line: int | None
    reason: str
    problem: bool = False


class Gathered:
    """What the arguments hold. missing: arguments that are not there; catalogue: what readers know names by."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.files: list[InputFile] = []
        self.unread: list[Unread] = []
        self.missing: list[str] = []


class Exclude(NamedTuple):
    """A site's patterns of paths that are not read, and the folder that they count from."""

    patterns: tuple[str, ...] = ()
    base: Path = Path("/")

    def excludes(self, real: Path) -> bool:
        """Whether a path fits a pattern, by its name or by its way from the base."""
        if not self.patterns:
            return False
        way = real.relative_to(self.base).as_posix() if real.is_relative_to(self.base) else real.name
        plain = [pattern.removeprefix("./").rstrip("/") for pattern in self.patterns]
        return any(fnmatch(way, pattern) or fnmatch(real.name, pattern) for pattern in plain)


NOTHING_EXCLUDED = Exclude()


class _Found(NamedTuple):
    path: Path
    shown: str
    size: int
    role: Role = "folder"


def gather(
    arguments: list[str],
    stdin: Callable[[], bytes],
    stdin_name: str = "stdin",
    exclude: Exclude = NOTHING_EXCLUDED,
    with_folder: bool = False,
    seen: Callable[[str], None] = lambda path: None,
    *,
    catalogue: Catalogue,
) -> Gathered:
    """Walks the arguments in order. `-` is standard input; `seen` is told of each file before it is looked at."""
    result = Gathered(catalogue)
    taken: set[Path] = set()
    named = {_real(Path(argument)) for argument in arguments if with_folder and _is_there(argument)}
    order = sorted(arguments, key=_depth) if with_folder else arguments  # the outer folder decides what is a copy
    for number, argument in enumerate(order):
        if argument == "-":
            _take_bytes(result, stdin(), stdin_name, number)
            continue
        path, is_folder = Path(argument), _is_folder(argument, result)
        target = path if is_folder or not with_folder else path.parent
        if is_folder is None or not taken.isdisjoint((_real(target), _real(path))):
            continue
        taken.update((_real(target), _real(path)))
        if not is_folder:  # it comes first, even where a walk would pass it over
            seen(argument)
            found = _Found(path, _shown(_real(path), _root(_real(target))), path.stat().st_size, "itself")
            _take(result, found, number, (), _real(path).parent, alone=not with_folder)
        if is_folder or with_folder:
            for found in _walk(target, _real(target), exclude, result, taken):
                seen(found.shown)
                taken.add(_real(found.path))
                role = _role(_real(found.path), named, "folder" if is_folder else "context")
                below = found.path.relative_to(target).parent.parts
                _take(result, found._replace(role=role), number, below, _real(target), alone=False)
    return result


def _is_folder(argument: str, result: Gathered) -> bool | None:
    """Whether an argument is a folder; None, and a word in the result, where it is not there or cannot be asked."""
    try:
        if argument:
            return stat.S_ISDIR(Path(argument).stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        pass
    except OSError as slip:
        result.unread.append(Unread(printable_path(argument), None, slip.strerror or str(slip), True))
        return None
    result.missing.append(printable_path(argument))
    return None


def _role(real: Path, named: set[Path], otherwise: Role) -> Role:
    """What a file that a walk came upon is to the command line, whose files and folders are `named`."""
    if real in named:
        return "itself"
    return otherwise if named.isdisjoint(real.parents) else "folder"


def here() -> Path:
    """The working directory; the root where it was deleted."""
    try:
        return Path.cwd()
    except OSError:
        return Path("/")


def printable_path(path: str) -> str:
    r"""A path as printed: `/` between its parts, no control characters, and bytes of no encoding as `\xNN`."""
    return masking.printable(os.fsencode(path).decode("utf-8", "backslashreplace").replace(os.sep, "/"))


def _depth(argument: str) -> int:
    return len(_real(Path(argument)).parts) if _is_there(argument) else 0


def _is_there(argument: str) -> bool:
    try:
        return bool(argument) and Path(argument).exists()
    except (OSError, ValueError):
        return False


def _real(path: Path) -> Path:
    """The absolute path; a link named on the command line keeps its own name."""
    return path.resolve() if path.is_dir() else path.absolute().parent.resolve() / path.name


def _root(real: Path) -> Path:
    """Where printed paths begin: the working directory when the argument is below it, else the argument's parent."""
    start = here()
    return start if real.is_relative_to(start) else real.parent


def _shown(real: Path, root: Path) -> str:
    return printable_path(str(real.relative_to(root)))


def _walk(folder: Path, real: Path, exclude: Exclude, result: Gathered, taken: set[Path]) -> Iterator[_Found]:
    """Files below a folder, by name, a folder's own before its sub-folders'; links are not followed."""
    root = _root(real)
    waiting = [(folder, real)]
    while waiting:
        folder, real = waiting.pop()
        try:
            with os.scandir(folder) as listing:
                entries = sorted(listing, key=lambda entry: entry.name)
        except OSError as slip:
            result.unread.append(Unread(_shown(real, root), None, slip.strerror or str(slip), True))
            continue
        below = []
        for entry in entries:
            inner = real / entry.name
            if exclude.excludes(inner) or inner in taken:
                continue
            try:
                if entry.is_dir(follow_symlinks=False):
                    below += [(folder / entry.name, inner)] * (entry.name not in NEVER_ENTERED)
                elif found := _file(entry, folder, _shown(inner, root), result):
                    yield found
            except OSError as slip:
                result.unread.append(Unread(_shown(inner, root), None, slip.strerror or str(slip), True))
        waiting += reversed(below)


def _file(entry: os.DirEntry[str], folder: Path, shown: str, result: Gathered) -> _Found | None:
    """A file that may be looked into; None for others, which only count when they are called notes.ini."""
    if entry.name == OURS or _never_opened(entry.name):
        return None
    plain = entry.is_file(follow_symlinks=False)
    size = entry.stat(follow_symlinks=False).st_size if plain else 0
    if size:
        return _Found(folder / entry.name, shown, size)
    if entry.name.lower() == "notes.ini":
        result.unread.append(Unread(shown, None, "empty" if plain else "a link or a device, which is not followed"))
    return None


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
            head = file.read(readers.HEAD)
        reader = readers.recognise(found.path.name, head, result.catalogue)
        source = readers.source_of(reader, found.shown, head, partial(_chunks, found.path)) if reader else None
    except OSError as slip:
        result.unread.append(Unread(found.shown, None, slip.strerror or str(slip), True))
        return
    if reader is None and found.path.name == _OWN_LOG and b"domlint collect" in head[:40]:
        return
    if reader is None or source is None:
        result.unread.append(Unread(found.shown, None, "empty" if not head else "not a format that domlint reads"))
        return
    real = real_folder.joinpath(*folder)
    folder_name = real.name or "server"
    result.files.append(InputFile(source, reader, found.path.name, argument, folder, alone, folder_name, found.role))


def _take_bytes(result: Gathered, raw: bytes, name: str, argument: int) -> None:
    shown = printable_path(PurePath(name).name or "stdin")
    reader = readers.recognise(shown, raw[: readers.HEAD], result.catalogue)
    if reader is None:
        result.unread.append(Unread(shown, None, "empty" if not raw else "not a format that domlint reads"))
        return
    source = readers.source_of(reader, shown, raw[: readers.HEAD], lambda: iter([raw]))
    result.files.append(InputFile(source, reader, shown, argument, (), True, "stdin", "itself"))


def _chunks(path: Path) -> Iterator[bytes]:
    """A file's bytes, a piece at a time."""
    with path.open("rb") as file:
        while piece := file.read(readers.HEAD):
            yield piece
