"""Gather: finds the files that a reader takes in the paths of the command line, and what is left unread and why."""

import os
import stat
from collections.abc import Callable, Iterator
from errno import EFBIG
from functools import partial
from pathlib import Path, PurePath
from typing import NamedTuple

from advisor import readers
from advisor.pack import Catalogue
from advisor.readers import Reader
from advisor.servers.arguments import Argument, beside, given
from advisor.servers.contents import (
    LARGEST,
    TOO_LARGE,
    contents,
    from_the_beginning,
    held,
    opened,
    packing,
)
from advisor.servers.walk import (
    NOT_READ,
    NOTHING_EXCLUDED,
    Exclude,
    FoundFile,
    Role,
    Unread,
    never_opened,
    printed,
    root_of,
    walk,
)
from advisor.source import Source
from advisor.values.printing import here, printable_path

_PIPED = "an archive that comes through a pipe: give it as a file"
_TOO_DEEP = "an archive in an archive in an archive: unpack it first"
_OF_CONTEXT = "an archive, which is read only where it is given itself or lies in a folder that is"
_ALL_EXCLUDED = "nothing of it is read: `exclude` in the configuration leaves its files out"


class InputFile(NamedTuple):
    """A file that a reader takes. path: as printed. taken_by: the reader's name. opened: gives its text, OSError else.

    argument: which of the command line's it came from; folder: its parts below that; root: the parts of the absolute
    path of the folder from which these count, or the name of what came through a pipe. role: whether the file itself
    stands on the command line, lies in a folder that does, or, under --with-folder, is only the context of a file that
    does. once: it tells its bytes only once, so that `opened` gives the same text again. Nothing here holds what stands
    in a file that can be opened again, and all of it can be pickled. archived: it lies in an archive, which is one of
    the folders, with a `!` behind its name.
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
    root: tuple[str, ...] = ()
    archived: bool = False

    @property
    def reader(self) -> Reader:
        """The reader that takes it."""
        return readers.reader(self.taken_by)


Taker = Callable[[InputFile, Source], None]  # takes each file that is gathered, with its text
IsOutput = Callable[[Path], bool]  # whether a report is to be written to a file that is there


class Gathered:
    """What the arguments hold. catalogue: what readers know names by.

    take: is given each file with its text, which nobody else holds. overwritten: files that `is_output` knows.
    """

    def __init__(
        self, catalogue: Catalogue, take: Taker | None, is_output: IsOutput | None, exclude: Exclude = NOTHING_EXCLUDED
    ) -> None:
        self.catalogue = catalogue
        self.take = take
        self.is_output = is_output
        self.exclude = exclude
        self.overwritten: list[str] = []
        self.files: list[InputFile] = []
        self.unread: list[Unread] = []

    def add(self, file: InputFile, source: Source) -> None:
        """Takes a file in."""
        self.files.append(file)
        if self.take:
            self.take(file, source)

    def cannot_open(self, path: str, error: OSError) -> None:
        """Notes a path without which the report is not whole, and the reason."""
        self.unread.append(Unread(path, None, error.strerror or str(error), True, NOT_READ))


def gather(
    paths: list[str],
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
    result = Gathered(catalogue, take, is_output, exclude)
    taken: set[Path] = set()
    arguments = given(paths, with_folder, result.cannot_open)
    named = {one.real for one in arguments}
    for one in arguments:
        if one.text == "-":
            _take_stdin(result, stdin, stdin_name, one.number)
            continue
        if not one.is_folder and one.real not in taken:  # it comes first, even where a walk would pass it over
            taken.add(one.real)
            seen(one.text)
            _take(result, _itself(one, stdin_name), one, alone=not one.walked)
        if one.walked and one.walked not in taken:
            taken.add(one.walked)
            before = len(result.files)
            folder = one.path if one.is_folder else one.path.parent
            for file in walk(folder, one.walked, exclude, result.unread, taken):
                seen(file.printed)
                real = one.walked / file.path.relative_to(folder)
                taken.add(real)
                role = _role(real, named, "folder" if one.is_folder else "context")
                _take(result, file._replace(role=role), one._replace(real=real), alone=False)
            if one.is_folder and len(result.files) == before and exclude.excludes_of(one.real):
                result.unread.append(Unread(printed(one.real, root_of(one.real)), None, _ALL_EXCLUDED, True))
    result.unread += _beside(result.files, arguments, named)
    return result


def _beside(files: list[InputFile], arguments: list[Argument], named: set[Path]) -> Iterator[Unread]:
    """For each NOTES.INI that was named itself what lies beside it and may tell of the same server."""
    alone = {file.argument for file in files if file.alone and file.taken_by == "notes_ini" and not file.once}
    folders = {one.real.parent: one for one in arguments if one.number in alone and not one.pipe}
    walked = {one.walked for one in arguments if one.walked}
    for folder, one in folders.items():
        if walked.isdisjoint((folder, *folder.parents)) and (number := beside(one, named, readers.names())):
            what = "1 file beside it was" if number == 1 else f"{number} files beside it were"
            yield Unread(printed(one.real, root_of(one.real)), None, f"{what} not read; --with-folder reads them")


def _itself(argument: Argument, stdin_name: str) -> FoundFile:
    """A file that was named."""
    status = argument.path.stat()
    if argument.pipe:
        shown = stdin_name if argument.pipe == "stdin" else argument.pipe
    else:
        shown = printed(argument.real, root_of(argument.home if argument.walked or argument.nested else argument.real))
    once = bool(argument.pipe) or not stat.S_ISREG(status.st_mode)
    return FoundFile(argument.path, shown, status.st_size, "itself", once)


def _role(real: Path, named: set[Path], otherwise: Role) -> Role:
    """What a file that a walk came upon is to the command line, whose files and folders are `named`."""
    if real in named:
        return "itself"
    return otherwise if named.isdisjoint(real.parents) else "folder"


def _take(result: Gathered, file: FoundFile, argument: Argument, alone: bool) -> None:
    """Adds a file to what was gathered, or says why it is not read."""
    if never_opened(file.path.name):
        result.unread.append(Unread(file.printed, None, "a kind of file that domlint never opens"))
        return
    if file.size > LARGEST:
        result.unread.append(_not_read(file, TOO_LARGE))
        return
    try:
        head, reader, source = contents(file, result.catalogue)
    except OSError as error:
        may_be_server = file.path.suffix.lower() == ".ini" and error.errno != EFBIG
        if file.role == "itself" or may_be_server:
            result.cannot_open(file.printed, error)
        else:
            result.unread.append(Unread(file.printed, None, error.strerror or str(error), True))
        return
    if reader is None and (packed_as := packing(head)):
        _take_packed(result, file, argument, packed_as)
        return
    if reader is None or source is None:
        from advisor.servers.passed_over import passed_over  # late: mostly each file has its reader

        result.unread += passed_over(file, head, result.catalogue)
        return
    _add(result, file, argument, alone, reader, source)


def _add(result: Gathered, file: FoundFile, argument: Argument, alone: bool, reader: Reader, source: Source) -> None:
    """Adds a file that a reader takes."""
    if result.is_output and result.is_output(file.path):
        result.overwritten.append(file.printed)
    name = readers.name_of(reader)
    chunks = file.chunks or partial(from_the_beginning, str(file.path.absolute()))
    again = partial(held, source) if file.once else partial(opened, chunks, file.printed, name)
    root, folder, folder_name = _place(argument, file.printed)
    found = InputFile(
        file.printed,
        name,
        again,
        file.path.name,
        argument.number,
        folder,
        alone,
        folder_name,
        file.role,
        file.once,
        root,
        file.chunks is not None,
    )
    result.add(found, source)


def _not_read(file: FoundFile, reason: str, packed_as: str = "") -> Unread:
    """A file that is not read; the report is not whole where it was named or may hold a server."""
    from advisor.servers.passed_over import may_hold_servers  # late: mostly each file is read

    holds = file.role != "context" and may_hold_servers(file.path.name, packed_as)
    lacking = file.role == "itself" or holds
    return Unread(file.printed, None, reason, lacking, NOT_READ * lacking)


def _take_packed(result: Gathered, file: FoundFile, argument: Argument, packed_as: str) -> None:
    """Adds what an archive holds, as if it lay in a folder, or says why it is not read."""
    from advisor.servers.passed_over import is_program
    from advisor.servers.unpacking import KINDS, WITHIN, unpacked  # late: few folders hold one

    if packed_as not in KINDS or file.depth > WITHIN or file.once or file.role == "context":
        why = _TOO_DEEP if file.depth > WITHIN else _PIPED if file.once else _OF_CONTEXT
        reason = why if packed_as in KINDS else f"{packed_as}: unpack it first"
        result.unread.append(_not_read(file, reason, packed_as))
        return
    if file.depth and is_program(file.path.name):
        result.unread.append(Unread(file.printed, None, "not a format that domlint reads"))
        return
    if result.is_output and result.is_output(file.path):
        result.overwritten.append(file.printed)
    own = file.role == "itself"
    inside = argument.real.with_name(f"{argument.real.name}!")
    home = inside if own and not argument.walked and not argument.nested else argument.home
    found, unread = unpacked(file, _unmarked(argument.real, file.depth), packed_as, result.exclude, result.catalogue)
    result.unread += unread
    for way, member in found:
        _take(result, member, argument._replace(real=inside.joinpath(*way), home=home), alone=False)


def _unmarked(real: Path, depth: int) -> Path:
    """A path in an archive as `exclude` has it: without the `!` behind the archive's name."""
    if not depth:
        return real
    archive = next(folder for folder in real.parents if folder.name.endswith("!"))
    return archive.with_name(archive.name[:-1]) / real.relative_to(archive)


def _place(argument: Argument, shown: str) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """Of a file that an argument names, or holds (`real` is then its own): root, folder and the folder's name."""
    if argument.pipe:
        return (shown,), (), PurePath(shown).name or "server"
    above = argument.real.parent
    named = above.name.partition(".")[0] if above.name.endswith("!") else above.name
    return argument.home.parts, above.relative_to(argument.home).parts, named or "server"


def _take_stdin(result: Gathered, stdin: Callable[[], bytes], name: str, argument: int) -> None:
    path = printable_path(_said_path(name))
    try:
        raw = stdin()
    except OSError as error:
        result.cannot_open(path, error)
        return
    head = raw[: readers.HEAD]
    packed_as = packing(head)
    reader = None if packed_as else readers.recognise(path, head, result.catalogue)
    if reader is None:
        from advisor.servers.passed_over import why_not

        why, lacking = (_PIPED, True) if packed_as else (why_not(head), False)
        result.unread.append(Unread(path, None, why, lacking, NOT_READ * lacking))
        return
    source = readers.source_of(reader, path, head, lambda: iter([raw]))
    name_of, again = readers.name_of(reader), partial(held, source)
    plain = PurePath(path).name
    result.add(InputFile(path, name_of, again, plain, argument, (), True, "stdin", "itself", True, _root(name)), source)


def _said_path(stdin_name: str) -> str:
    """What a file on standard input is said to be called: below the working directory with its folders, else alone."""
    start = here()
    way = os.path.normpath(start / stdin_name)
    return os.path.relpath(way, start) if PurePath(way).is_relative_to(start) else PurePath(way).name or "stdin"


def _root(stdin_name: str) -> tuple[str, ...]:
    """The folder that a file on standard input is said to come from, or only its name."""
    return PurePath(stdin_name).parent.parts or (stdin_name,)
