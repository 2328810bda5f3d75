"""Read standard input as one file with the name from --stdin-name."""

import os
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import PurePath

from advisor import readers
from advisor.servers.contents import packing, recognised
from advisor.servers.model import CONFIG_MAP, Folder, Found, Gathered, InputFile
from advisor.servers.unrecognised import PIPED, unrecognised_remarks
from advisor.servers.walk import NOT_READ, Unread
from advisor.values.printing import here, printable_path


def take(result: Gathered, stdin: Callable[[], Iterator[bytes]], name: str, argument: int) -> Iterator[Found]:
    """Yield the file from standard input, or record why it is not read. name: the given file name."""
    path = printable_path(_said_path(name))
    chunks, begun = stdin(), b""
    try:
        while len(begun) < readers.HEAD and (piece := next(chunks, b"")):
            begun += piece
        yield from _take(result, path, name, argument, begun, chunks)
    except OSError as error:
        result.cannot_open(path, error)


def _take(
    result: Gathered, path: str, name: str, argument: int, begun: bytes, rest: Iterator[bytes]
) -> Iterator[Found]:
    """Yield the file that begins with these bytes. Raises OSError if it cannot be read."""
    head = begun[: readers.HEAD]
    packed_as = packing(head)
    behind = chain([begun[readers.HEAD :]] * (len(begun) > len(head)), rest)
    reader, looked_through = recognised(path, head, behind, result.catalogue)
    begun = max(begun, looked_through, key=len)
    if reader is None:
        if packed_as:
            result.unread.append(Unread(path, None, PIPED, True, NOT_READ))
        else:
            result.unread += unrecognised_remarks(path, PurePath(path).name, len(begun), head, result.catalogue)
        return
    source = readers.source_of(reader, path, head, lambda: chain([begun], rest))
    folder = Folder(argument, (), _root(name), "stdin")
    if reader.name == CONFIG_MAP:
        from advisor.servers import config_maps  # late: few servers come with one

        read, found_files = config_maps.take(result, source, folder, PurePath(path).name, "itself")
        if found_files:
            yield from found_files
            return
    else:
        read = source
    yield result.add(InputFile(path, reader.key, PurePath(path).name, folder, True, "itself", source), read)


def _said_path(stdin_name: str) -> str:
    """Return the path of standard input: relative to the working directory if below it, else the name."""
    start = here()
    absolute_path = os.path.normpath(start / stdin_name)
    return (
        os.path.relpath(absolute_path, start)
        if PurePath(absolute_path).is_relative_to(start)
        else PurePath(absolute_path).name or "stdin"
    )


def _root(stdin_name: str) -> tuple[str, ...]:
    """Return the folder of the given name, or the name."""
    return PurePath(stdin_name).parent.parts or (stdin_name,)
