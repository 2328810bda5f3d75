"""Gather: finds the files that a reader takes in the paths of the command line, and what is left unread and why."""

import stat
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path, PurePath
from sys import intern
from typing import NamedTuple

from advisor import limits, readers
from advisor.pack import Catalogue
from advisor.readers import Reader
from advisor.servers.arguments import Argument, beside, given, second_names
from advisor.servers.contents import contents, packing
from advisor.servers.exclude import NOTHING_EXCLUDED, Exclude
from advisor.servers.gathered import CONFIG_MAP, Folder, Found, Gathered, InputFile
from advisor.servers.walk import (
    LEFT_OUT,
    NOT_READ,
    TOO_LARGE,
    ArchiveLimit,
    BelowOtherText,
    FoundFile,
    HeldBytes,
    Role,
    Unread,
    never_opened,
    printed,
    root_of,
    walk,
)
from advisor.source import Source

_SAME = "another name of {}, which was read"


def gather(
    paths: list[str],
    stdin: Callable[[], Iterator[bytes]],
    stdin_name: str = "stdin",
    exclude: Exclude = NOTHING_EXCLUDED,
    with_folder: bool = False,
    seen: Callable[[str], None] = lambda path: None,
    *,
    catalogue: Catalogue,
) -> Gathered:
    """Find the files of the arguments. Their texts are let go."""
    result = Gathered(catalogue, exclude)
    deque(discover(result, paths, stdin, stdin_name, with_folder, seen), maxlen=0)
    return result


def discover(
    result: Gathered,
    paths: list[str],
    stdin: Callable[[], Iterator[bytes]],
    stdin_name: str = "stdin",
    with_folder: bool = False,
    seen: Callable[[str], None] = lambda path: None,
) -> Iterator[Found]:
    """Walk the arguments in order and yield each file that a reader takes, with its text.

    `-` is standard input. seen: is told of each file before it is opened. result: takes what is left unread, and why.
    """
    arguments = given(paths, with_folder, result.cannot_open)
    second = second_names(arguments) if len(arguments) > 1 else {}
    again = bool(second) or any(one.nested for one in arguments)
    on_disk = _OnDisk({one.real for one in arguments}, second, set(), again)
    for one in sorted(arguments, key=lambda one: one.real in second):
        if one.text == "-":
            from advisor.servers import standard_input  # late: mostly files are named

            yield from standard_input.take(result, stdin, stdin_name, one.number)
        elif one.address:
            from advisor.servers import addresses  # late: mostly files lie on disks

            for file, place in addresses.files_of(one, result):
                seen(file.printed)
                yield from _take(result, file, place, alone=file.role == "itself")
        else:
            yield from _from_disk(result, one, on_disk, stdin_name, seen)
    if result.unread and not result.files:
        from advisor.servers.unrecognised import without_wrong_encodings  # late: mostly a file is read

        result.unread = without_wrong_encodings(result.unread)
    result.unread += _beside(result.files, arguments, on_disk.named)


class _OnDisk(NamedTuple):
    """What the command line names. second: a file's other names, with the first; taken: what was read, or passed over.

    again: whether what lies in a folder may be come upon a second time.
    """

    named: set[Path]
    second: dict[Path, Path]
    taken: set[Path]
    again: bool


def _from_disk(
    result: Gathered, one: Argument, on_disk: _OnDisk, stdin_name: str, seen: Callable[[str], None]
) -> Iterator[Found]:
    """The file, or the files of the folder, that an argument names."""
    named, second, taken, again = on_disk
    before, unread = len(result.files), len(result.unread)
    if (first := second.get(one.real)) in taken and first and one.real not in taken and not one.walked:
        taken.add(one.real)
        told = _SAME.format(printed(first, root_of(first)))
        result.unread.append(Unread(printed(one.real, root_of(one.real)), None, told))
        return
    if not one.is_folder and one.real not in taken:  # it comes first, even where a walk would pass it over
        taken.add(one.real)
        seen(one.text)
        yield from _take(result, _itself(one, stdin_name), one, alone=not one.walked)
    if one.walked and one.walked not in taken:
        taken.add(one.walked)
        for file, real in _walked(one, one.walked, result.exclude, result.unread, taken):
            seen(file.printed)
            if again or real in named:
                taken.add(real)
            role = _role(real, named, one.is_folder)
            yield from _take(result, file._replace(role=role), one._replace(real=real), alone=False)
    if len(result.files) == before:  # somebody should know at once
        result.unread[unread:] = [
            part._replace(problem=part.problem or part.reason == LEFT_OUT) for part in result.unread[unread:]
        ]


def _walked(
    one: Argument, root: Path, exclude: Exclude, unread: list[Unread], taken: set[Path]
) -> Iterator[tuple[FoundFile, Path]]:
    """The files of an argument's folder, or of the one that it lies in, each with its own place on the disk."""
    folder = one.path if one.is_folder else one.path.parent
    yield from walk(folder, root, exclude, unread, taken)


def _beside(files: list[InputFile], arguments: list[Argument], named: set[Path]) -> Iterator[Unread]:
    """For each NOTES.INI that was named itself what lies beside it and may tell of the same server."""
    alone = {file.argument for file in files if file.alone and file.taken_by == "notes_ini" and not file.once}
    folders = {one.real.parent: one for one in arguments if one.number in alone and not (one.pipe or one.address)}
    walked = {one.walked for one in arguments if one.walked}
    for folder, one in folders.items():
        if walked.isdisjoint((folder, *folder.parents)) and (number := beside(one, named, readers.suggested)):
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


def _role(real: Path, named: set[Path], in_folder: bool) -> Role:
    """What a file that a walk came upon is to the command line, whose files and folders are `named`."""
    if real in named:
        return "itself"
    return "folder" if in_folder or not named.isdisjoint(real.parents) else "context"


def _take(result: Gathered, file: FoundFile, argument: Argument, alone: bool) -> Iterator[Found]:
    """Yield a file, or those that it holds, or say why it is not read."""
    if file.allowance and file.allowance.stopped:
        return
    if never_opened(file.path.name):
        result.unread.append(Unread(file.printed, None, "a kind of file that domlint never opens"))
        return
    try:
        hold = result.held_bytes < limits.MAX_HELD_BYTES
        head, reader, source, held = contents(file, result.catalogue, hold=hold)
        if reader and file.allowance and file.taken_by is None:
            file.allowance.take_file()
    except ArchiveLimit as error:
        _stop_archive(result, file, error)
        return
    except BelowOtherText as error:
        from advisor.servers.unrecognised import below_other_text  # late: mostly each file tells what it is

        result.unread.append(below_other_text(file, error))
        return
    except OSError as error:
        from advisor.servers.unrecognised import unreadable  # late: mostly each file is read

        result.unread.append(unreadable(file, error))
        return
    if file.size > limits.MAX_FILE_BYTES and not (reader and reader.grows):
        from advisor.servers.unrecognised import not_read  # late: mostly each file is read

        result.unread.append(not_read(file, TOO_LARGE))
        return
    if reader is None and (packed_as := packing(head)):
        from advisor.servers.archives import members  # late: few folders hold an archive

        for member, place in members(result, file, argument, packed_as):
            yield from _take(result, member, place, alone=False)
        return
    if reader is None or source is None:
        from advisor.servers.unrecognised import passed_over  # late: mostly each file has its reader

        result.unread += passed_over(file, head, result.catalogue)
        return
    if held:
        result.held_bytes += len(held.data)
        file = file._replace(chunks=held)
    yield from _add(result, file, argument, alone, reader, source)


def _stop_archive(result: Gathered, file: FoundFile, limit: ArchiveLimit) -> None:
    """Report, once, that a limit was reached in an archive and which file comes first of those that are not read."""
    if file.allowance:
        file.allowance.stopped = True
        reason = f"{limit.strerror} (from {file.printed} on)"
        result.unread.append(Unread(file.allowance.archive, None, reason, True, NOT_READ))


def _add(
    result: Gathered, file: FoundFile, argument: Argument, alone: bool, reader: Reader, source: Source
) -> Iterator[Found]:
    """Yield a file that a reader takes, or in place of a config map those that it holds."""
    if result.is_output and result.is_output(file.path):
        result.overwritten.append(file.printed)
    if reader.name == CONFIG_MAP:
        from advisor.servers import config_maps  # late: few servers come with one

        source, held = config_maps.take(result, source, _place(argument, file), file.path.name, file.role)
        if held:
            yield from held
            return
    found = InputFile(
        file.printed,
        reader.key,
        intern(file.path.name),  # thousands of servers have files of the same few names
        result.same(_place(argument, file)),
        alone,
        file.role,
        source if file.once else file.chunks,
    )
    yield result.add(found, source)


def _place(argument: Argument, file: FoundFile) -> Folder:
    """The folder of a file that an argument names, or holds (`real` is then its own)."""
    if argument.pipe:
        return Folder(argument.number, (), (file.printed,), PurePath(file.printed).name or "server")
    above = argument.real.parent
    named = above.name.partition(".")[0] if above.name.endswith("!") else above.name
    held_on_disk = isinstance(file.chunks, HeldBytes) and file.chunks.on_disk
    way, packed = above.relative_to(argument.home).parts, file.chunks is not None and not held_on_disk
    return Folder(argument.number, way, argument.home.parts, named or "server", packed)
