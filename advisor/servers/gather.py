"""Find the files that a reader recognises in the paths of the command line, and record the files that are not read."""

import os
import stat
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path, PurePath
from sys import intern
from typing import NamedTuple

from msgspec.structs import replace

from advisor import limits, readers
from advisor.readers import Reader
from advisor.servers.arguments import Argument, beside, given, second_names
from advisor.servers.contents import (
    TOO_LARGE,
    ArchiveLimit,
    BelowOtherText,
    FoundFile,
    HeldBytes,
    Role,
    contents,
    packing,
    recognised,
)
from advisor.servers.model import CONFIG_MAP, NOT_READ, Folder, Found, Gathered, InputFile, Unread
from advisor.servers.unrecognised import (
    PIPED,
    below_other_text,
    not_read,
    unreadable,
    unrecognised_remarks,
    without_wrong_encodings,
)
from advisor.servers.walk import LEFT_OUT, never_opened, printed, root_of, walk
from advisor.source import Source
from advisor.values.printing import here, printable_path

_SAME = "another name of {}, which was read"


def discover(
    result: Gathered,
    paths: list[str],
    stdin: Callable[[], Iterator[bytes]],
    stdin_name: str = "stdin",
    with_folder: bool = False,
    seen: Callable[[str], None] = lambda path: None,
) -> Iterator[Found]:
    """Walk the arguments in order and yield each file that a reader recognises, with its text.

    `-` is standard input. seen: is called with each file before it is opened. result: receives the unread files, and
    why.
    """
    arguments = given(paths, with_folder, result.cannot_open)
    second = second_names(arguments) if len(arguments) > 1 else {}
    again = bool(second) or any(argument.nested for argument in arguments)
    on_disk = _OnDisk({argument.real for argument in arguments}, second, set(), again)
    for argument in sorted(arguments, key=lambda argument: argument.real in second):
        if argument.text == "-":
            yield from _from_standard_input(result, stdin, stdin_name, argument.number)
        elif argument.address:
            from advisor.servers import addresses

            for file, file_argument in addresses.files_of(argument, result):
                seen(file.printed)
                yield from _take(result, file, file_argument, alone=file.role == "itself")
        else:
            yield from _from_disk(result, argument, on_disk, stdin_name, seen)
    if result.unread and not result.files:
        result.unread = without_wrong_encodings(result.unread)
    result.unread += _beside(result.files, arguments, on_disk.named)


class _OnDisk(NamedTuple):
    """The paths of the command line.

    named: the given paths. second: maps a file's second name to its first. visited: files that were read or skipped.
    again: whether a file in a folder may be found twice.
    """

    named: set[Path]
    second: dict[Path, Path]
    visited: set[Path]
    again: bool


def _from_disk(
    result: Gathered, argument: Argument, on_disk: _OnDisk, stdin_name: str, seen: Callable[[str], None]
) -> Iterator[Found]:
    """Yield the file, or the files of the folder, that an argument names."""
    named, second, visited, again = on_disk
    before, unread = len(result.files), len(result.unread)
    if (
        (first := second.get(argument.real)) in visited
        and first
        and argument.real not in visited
        and not argument.walked
    ):
        visited.add(argument.real)
        reason = _SAME.format(printed(first, root_of(first)))
        result.unread.append(Unread(printed(argument.real, root_of(argument.real)), None, reason))
        return
    if not argument.is_folder and argument.real not in visited:  # it comes first, even where a walk would pass it over
        visited.add(argument.real)
        seen(argument.text)
        yield from _take(result, _named_file(argument, stdin_name), argument, alone=not argument.walked)
    if argument.walked and argument.walked not in visited:
        visited.add(argument.walked)
        folder = argument.path if argument.is_folder else argument.path.parent
        for file, real in walk(folder, argument.walked, result.exclude, result.unread, visited):
            seen(file.printed)
            if again or real in named:
                visited.add(real)
            role = _role(real, named, argument.is_folder)
            yield from _take(result, replace(file, role=role), replace(argument, real=real), alone=False)
    if len(result.files) == before:  # somebody should know at once
        result.unread[unread:] = [
            replace(part, problem=part.problem or part.reason == LEFT_OUT) for part in result.unread[unread:]
        ]


def _beside(files: list[InputFile], arguments: list[Argument], named_paths: set[Path]) -> Iterator[Unread]:
    """Yield a remark for each named NOTES.INI whose folder contains unread files of the same server."""
    single_arguments = {
        file.argument for file in files if file.alone and file.taken_by == "notes_ini" and not file.once
    }
    folders = {
        argument.real.parent: argument
        for argument in arguments
        if argument.number in single_arguments and not (argument.pipe or argument.address)
    }
    walked = {argument.walked for argument in arguments if argument.walked}
    for folder, argument in folders.items():
        if walked.isdisjoint((folder, *folder.parents)) and (number := beside(argument, named_paths)):
            remark = "1 file beside it was" if number == 1 else f"{number} files beside it were"
            yield Unread(
                printed(argument.real, root_of(argument.real)), None, f"{remark} not read; --with-folder reads them"
            )


def _named_file(argument: Argument, stdin_name: str) -> FoundFile:
    """Return a named file."""
    status = argument.path.stat()
    if argument.pipe:
        shown = stdin_name if argument.pipe == "stdin" else argument.pipe
    else:
        shown = printed(argument.real, root_of(argument.home if argument.walked or argument.nested else argument.real))
    once = bool(argument.pipe) or not stat.S_ISREG(status.st_mode)
    return FoundFile(argument.path, shown, status.st_size, "itself", once)


def _role(real: Path, named_paths: set[Path], in_folder: bool) -> Role:
    """Return how a file relates to the command line. named_paths: the given files and folders."""
    if real in named_paths:
        return "itself"
    return "folder" if in_folder or not named_paths.isdisjoint(real.parents) else "context"


def _take(result: Gathered, file: FoundFile, argument: Argument, alone: bool) -> Iterator[Found]:
    """Yield a file or its members, or record why it is not read."""
    if file.allowance and file.allowance.stopped:
        return
    if result.examined is not None:
        result.examined.append(file.printed)
    if never_opened(file.path.name):
        result.unread.append(Unread(file.printed, None, "a kind of file that domlint never opens"))
        return
    try:
        hold = result.held_bytes < limits.MAX_HELD_BYTES
        head, reader, source, held_bytes = contents(file, result.catalogue, hold=hold)
        if reader and file.allowance and file.taken_by is None:
            file.allowance.take_file()
    except ArchiveLimit as error:
        _stop_archive(result, file, error)
        return
    except BelowOtherText as error:
        result.unread.append(below_other_text(file, error))
        return
    except OSError as error:
        result.unread.append(unreadable(file, error))
        return
    if file.size > limits.MAX_FILE_BYTES and not (reader and reader.grows):
        result.unread.append(not_read(file, TOO_LARGE))
        return
    if reader is None and (packed_as := packing(head)):
        from advisor.servers.archives import members

        for member, member_argument in members(result, file, argument, packed_as):
            yield from _take(result, member, member_argument, alone=False)
        return
    if reader is None or source is None:
        result.unread += unrecognised_remarks(file.printed, file.path.name, file.size, head, result.catalogue)
        return
    if held_bytes:
        result.held_bytes += len(held_bytes.data)
        file = replace(file, chunks=held_bytes)
    yield from _add(result, file, argument, alone, reader, source)


def _stop_archive(result: Gathered, file: FoundFile, limit: ArchiveLimit) -> None:
    """Report once that an archive reached a limit, and name the first file that is not read."""
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
    if result.recognised is not None:
        result.recognised.append((file, _place(argument, file)))
    if reader.name == CONFIG_MAP:
        source, map_files = _files_of_config_map(result, source, _place(argument, file), file.path.name, file.role)
        if map_files:
            yield from map_files
            return
    input_file = InputFile(
        file.printed,
        reader.key,
        intern(file.path.name),  # thousands of servers have files of the same few names
        result.same(_place(argument, file)),
        alone,
        file.role,
        source if file.once else file.chunks,
    )
    yield result.add(input_file, source)


def _files_of_config_map(
    result: Gathered, source: Source, place: Folder, name: str, role: Role
) -> tuple[Source, list[Found]]:
    """Return a config map as it was opened, and the files in it; none if it is to be read as one file."""
    from advisor.servers import config_maps

    return config_maps.take(result, source, place, name, role)


def _place(argument: Argument, file: FoundFile) -> Folder:
    """Return the folder of a file. For a member of an archive, `real` is the member's path."""
    if argument.pipe:
        return Folder(argument.number, (), (file.printed,), PurePath(file.printed).name or "server")
    above = argument.real.parent
    folder_name = above.name.partition(".")[0] if above.name.endswith("!") else above.name
    held_on_disk = isinstance(file.chunks, HeldBytes) and file.chunks.on_disk
    folder_parts, packed = above.relative_to(argument.home).parts, file.chunks is not None and not held_on_disk
    return Folder(argument.number, folder_parts, argument.home.parts, folder_name or "server", packed)


def _from_standard_input(
    result: Gathered, stdin: Callable[[], Iterator[bytes]], name: str, argument: int
) -> Iterator[Found]:
    """Yield the file from standard input, or record why it is not read. name: the given file name."""
    path = printable_path(_path_of_stdin(name))
    chunks, read_bytes = stdin(), b""
    try:
        while len(read_bytes) < readers.HEAD and (piece := next(chunks, b"")):
            read_bytes += piece
        yield from _recognised_input(result, path, name, argument, read_bytes, chunks)
    except OSError as error:
        result.cannot_open(path, error)


def _recognised_input(
    result: Gathered, path: str, name: str, argument: int, read_bytes: bytes, rest: Iterator[bytes]
) -> Iterator[Found]:
    """Yield the file that begins with these bytes. Raises OSError if it cannot be read."""
    head = read_bytes[: readers.HEAD]
    packed_as = packing(head)
    following = chain([read_bytes[readers.HEAD :]] * (len(read_bytes) > len(head)), rest)
    reader, looked_through = recognised(path, head, following, result.catalogue)
    read_bytes = max(read_bytes, looked_through, key=len)
    if reader is None:
        if packed_as:
            result.unread.append(Unread(path, None, PIPED, True, NOT_READ))
        else:
            result.unread += unrecognised_remarks(path, PurePath(path).name, len(read_bytes), head, result.catalogue)
        return
    source = readers.source_of(reader, path, head, lambda: chain([read_bytes], rest))
    folder = Folder(argument, (), PurePath(name).parent.parts or (name,), "stdin")
    if reader.name == CONFIG_MAP:
        source, map_files = _files_of_config_map(result, source, folder, PurePath(path).name, "itself")
        if map_files:
            yield from map_files
            return
    yield result.add(InputFile(path, reader.key, PurePath(path).name, folder, True, "itself", source), source)


def _path_of_stdin(stdin_name: str) -> str:
    """Return the path of standard input: relative to the working directory if below it, else the name."""
    start = here()
    absolute_path = os.path.normpath(start / stdin_name)
    return (
        os.path.relpath(absolute_path, start)
        if PurePath(absolute_path).is_relative_to(start)
        else PurePath(absolute_path).name or "stdin"
    )
