"""Gather: finds the files that a reader takes in the paths of the command line, and what is left unread and why."""

import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from errno import EFBIG, EINVAL, ENAMETOOLONG, ENOENT, ENOTDIR
from functools import partial
from pathlib import Path, PurePath
from typing import IO, NamedTuple

from advisor import readers
from advisor.pack import Catalogue
from advisor.readers import Reader
from advisor.servers.walk import (
    NOTHING_EXCLUDED,
    Exclude,
    FoundFile,
    Role,
    Unread,
    never_opened,
    printed,
    real_path,
    root_of,
    walk,
)
from advisor.source import Source, Stream
from advisor.values.printing import printable_path

_OWN_LOG = "gathered.log"  # what the collecting script says of its steps
LARGEST = 1024**3  # bytes
_TOO_LARGE = "larger than 1 GB"
_NOT_THERE = {ENOENT, ENOTDIR, ENAMETOOLONG, EINVAL}  # the last is what Windows says of a name with a * in it
_OPENED = re.compile(r"/(?:dev|proc/[^/]+)/fd/(\d+)|/dev/std(in)")  # what a shell hands over instead of a file


class InputFile(NamedTuple):
    """A file that a reader takes. path: as printed. taken_by: the reader's name. opened: gives its text, OSError else.

    argument: which of the command line's it came from; folder: its parts below that. role: whether the file itself
    stands on the command line, lies in a folder that does, or, under --with-folder, is only the context of a file that
    does. once: it tells its bytes only once, so that `opened` gives the same text again. Nothing here holds what stands
    in a file that can be opened again, and all of it can be pickled.
    """

    path: str
    taken_by: str
    opened: Callable[[], Source]
    name: str
    argument: int
    folder: tuple[str, ...]
    alone: bool
    folder_name: str
    role: Role = "folder"
    once: bool = False

    @property
    def reader(self) -> Reader:
        """The reader that takes it."""
        return readers.reader(self.taken_by)


Taker = Callable[[InputFile, Source], None]  # takes each file that is gathered, with its text
IsOutput = Callable[[Path], bool]  # whether a report is to be written to a file that is there


class Gathered:
    """What the arguments hold. catalogue: what readers know names by.

    closed: arguments, and files called notes.ini, that are there and could not be opened; `unread` says why.
    take: is given each file with its text, which nobody else holds. overwritten: files that `is_output` knows.
    """

    def __init__(self, catalogue: Catalogue, take: Taker | None = None, is_output: IsOutput | None = None) -> None:
        self.catalogue = catalogue
        self.take = take
        self.is_output = is_output
        self.overwritten: list[str] = []
        self.files: list[InputFile] = []
        self.unread: list[Unread] = []
        self.closed: list[str] = []

    def add(self, file: InputFile, source: Source) -> None:
        """Takes a file in."""
        self.files.append(file)
        if self.take:
            self.take(file, source)

    def cannot_open(self, path: str, error: OSError) -> None:
        """Notes a path that a run must not do without, and the reason."""
        self.closed.append(path)
        self.unread.append(Unread(path, None, error.strerror or str(error), True))


def gather(
    arguments: list[str],
    stdin: Callable[[], bytes],
    stdin_name: str = "stdin",
    exclude: Exclude = NOTHING_EXCLUDED,
    with_folder: bool = False,
    seen: Callable[[str], None] = lambda path: None,
    *,
    catalogue: Catalogue,
    take: Taker | None = None,
    is_output: IsOutput | None = None,
) -> Gathered:
    """Walks the arguments in order. `-` is standard input; `seen` is told of each file before it is looked at.

    take: is given each file with its text, as it is found; only what it keeps is held.
    """
    result = Gathered(catalogue, take, is_output)
    taken: set[Path] = set()
    named = {real_path(Path(argument)) for argument in arguments if with_folder and _is_there(argument)}
    order = sorted(arguments, key=_depth) if with_folder else arguments  # the outer folder decides what is a copy
    pipes = 0
    for number, argument in enumerate(order):
        if argument == "-":
            _take_stdin(result, stdin, stdin_name, number)
            continue
        path, is_folder = Path(argument), _is_folder(argument, result)
        pipe = None if is_folder else _OPENED.fullmatch(argument)
        beside = with_folder and not pipe
        target = path.parent if beside and not is_folder else path
        if is_folder is None or not taken.isdisjoint((real_path(target), real_path(path))):
            continue
        taken.update((real_path(target), real_path(path)))
        if not is_folder:  # it comes first, even where a walk would pass it over
            seen(argument)
            shown = printed(real_path(path), root_of(real_path(target)))
            if pipe:
                pipes += 1
                shown = stdin_name if pipe[2] or pipe[1] == "0" else f"pipe-{pipes}"
            status = path.stat()
            once = bool(pipe) or not stat.S_ISREG(status.st_mode)
            file = FoundFile(path, shown, status.st_size, "itself", once)
            _take(result, file, number, (), Path(shown) if pipe else real_path(path).parent, alone=not beside)
        if is_folder or beside:
            for file in walk(target, real_path(target), exclude, result.unread, taken):
                seen(file.printed)
                taken.add(real_path(file.path))
                role = _role(real_path(file.path), named, "folder" if is_folder else "context")
                below = file.path.relative_to(target).parent.parts
                _take(result, file._replace(role=role), number, below, real_path(target), alone=False)
    return result


def missing(arguments: list[str]) -> list[str]:
    """The arguments that name nothing, as reports print paths. What is there and closed to us is not missing."""
    return [printable_path(argument) for argument in arguments if argument != "-" and _is_missing(argument)]


def _is_missing(argument: str) -> bool:
    try:
        Path(argument).stat()
    except OSError as error:
        return error.errno in _NOT_THERE
    except ValueError:  # a NUL byte
        return True
    return not argument


def _is_folder(argument: str, result: Gathered) -> bool | None:
    """Whether an argument is a folder; None, and a word in the result, where it cannot be asked."""
    try:
        is_folder = stat.S_ISDIR(Path(argument).stat().st_mode)
        if is_folder:
            os.scandir(argument).close()  # one that cannot be listed is no empty one
        return is_folder
    except OSError as error:
        result.cannot_open(printable_path(argument), error)
        return None


def _role(real: Path, named: set[Path], otherwise: Role) -> Role:
    """What a file that a walk came upon is to the command line, whose files and folders are `named`."""
    if real in named:
        return "itself"
    return otherwise if named.isdisjoint(real.parents) else "folder"


def _depth(argument: str) -> int:
    return len(real_path(Path(argument)).parts) if _is_there(argument) else 0


def _is_there(argument: str) -> bool:
    try:
        return bool(argument) and Path(argument).exists()
    except (OSError, ValueError):
        return False


def _take(
    result: Gathered, file: FoundFile, argument: int, folder: tuple[str, ...], real_folder: Path, alone: bool
) -> None:
    """Adds a file to what was gathered, or says why it is not read."""
    if never_opened(file.path.name):
        result.unread.append(Unread(file.printed, None, "a kind of file that domlint never opens"))
        return
    if file.size > LARGEST:
        result.unread.append(Unread(file.printed, None, _TOO_LARGE))
        return
    try:
        head, reader, source = _contents(file, result.catalogue)
    except OSError as error:
        if error.errno != EFBIG and (file.role == "itself" or file.path.name.lower() == "notes.ini"):
            result.cannot_open(file.printed, error)
        else:
            result.unread.append(Unread(file.printed, None, error.strerror or str(error), True))
        return
    if reader is None and file.path.name == _OWN_LOG and b"domlint collect" in head[:40]:
        return
    if reader is None or source is None:
        result.unread.append(Unread(file.printed, None, _why_not(head)))
        return
    if result.is_output and result.is_output(file.path):
        result.overwritten.append(file.printed)
    folder_name = real_folder.joinpath(*folder).name or "server"
    name = readers.name_of(reader)
    opened = partial(held, source) if file.once else partial(_opened, file.path.absolute(), file.printed, name)
    found = InputFile(
        file.printed, name, opened, file.path.name, argument, folder, alone, folder_name, file.role, file.once
    )
    result.add(found, source)


def _take_stdin(result: Gathered, stdin: Callable[[], bytes], name: str, argument: int) -> None:
    path = printable_path(PurePath(name).name or "stdin")
    try:
        raw = stdin()
    except OSError as error:
        result.unread.append(Unread(path, None, error.strerror or str(error), True))
        return
    head = raw[: readers.HEAD]
    reader = readers.recognise(path, head, result.catalogue)
    if reader is None:
        result.unread.append(Unread(path, None, _why_not(head)))
        return
    source = readers.source_of(reader, path, head, lambda: iter([raw]))
    name_of, opened = readers.name_of(reader), partial(held, source)
    result.add(InputFile(path, name_of, opened, path, argument, (), True, "stdin", "itself", once=True), source)


def _why_not(head: bytes) -> str:
    return "not a format that domlint reads" if head else "empty"


def _contents(file: FoundFile, catalogue: Catalogue) -> tuple[bytes, Reader | None, Source | None]:
    """A file's head, the reader that takes it, and its text.

    A pipe tells its bytes once: where they are read later, its handle stays open for them.
    """
    with ExitStack() as opened:
        stream = opened.enter_context(file.path.open("rb"))
        head = stream.read(readers.HEAD)
        reader = readers.recognise(file.path.name, head, catalogue)
        if reader is None:
            return head, None, None
        chunks = partial(_rest, head, stream) if file.once else partial(_from_the_beginning, file.path)
        source = readers.source_of(reader, file.printed, head, chunks)
        if file.once and isinstance(source, Stream):
            opened.pop_all()
        return head, reader, source


def held(source: Source) -> Source:
    """The text of a file that is not read twice."""
    return source


def _opened(path: Path, shown: str, taken_by: str) -> Source:
    """The text of a file as it stands now. shown: its path as printed."""
    with path.open("rb") as stream:
        head = stream.read(readers.HEAD)
    return readers.source_of(readers.reader(taken_by), shown, head, partial(_from_the_beginning, path))


def _rest(head: bytes, stream: IO[bytes]) -> Iterator[bytes]:
    """All bytes of an open file of which the head was read."""
    with stream:
        yield head
        yield from pieces(stream, len(head))


def _from_the_beginning(path: Path) -> Iterator[bytes]:
    with path.open("rb") as stream:
        yield from pieces(stream)


def pieces(stream: IO[bytes], read: int = 0) -> Iterator[bytes]:
    """The bytes of an open file, a piece at a time. read: how many of them were taken before.

    Raises OSError (EFBIG) where there are more than a file may have: a pipe does not tell its size beforehand.
    """
    while piece := stream.read(readers.HEAD):
        read += len(piece)
        if read > LARGEST:
            raise OSError(EFBIG, _TOO_LARGE)
        yield piece
