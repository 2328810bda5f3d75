"""Read the paths of the command line, so that their order and nesting do not change the result."""

import os
import re
import stat
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from advisor.readers import suggested
from advisor.servers.walk import real_path
from advisor.values.paths import is_missing
from advisor.values.printing import printable_path

_STREAMS = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}


class Argument(Struct, frozen=True):
    """A path of the command line that exists.

    number: its position, or the position of the outermost given folder that contains it. real: the absolute path.
    walked: the absolute path of the folder to walk. home: the folder to which its locations are relative: the outermost
    given folder, or the file's own. pipe: `stdin`, or the number of a stream that can be read once. nested: another
    argument contains it. address: fsspec opens it.
    """

    text: str
    number: int
    path: Path
    real: Path
    is_folder: bool
    walked: Path | None
    home: Path
    pipe: str = ""
    nested: bool = False
    address: bool = False


def given(texts: list[str], with_folder: bool, closed: Callable[[str, OSError], None]) -> list[Argument]:
    """Return the arguments in order, with nested ones last, because most of their files are read by then.

    `-` is standard input. closed: is called with each path that exists but cannot be opened.
    """
    arguments: list[Argument] = []
    pipes = 0
    for number, text in enumerate(texts):
        if is_address(text):
            arguments.append(Argument(text, number, Path(text), Path(text), False, None, Path(text), address=True))
            continue
        path, is_folder = Path(text), text != "-" and _is_folder(text, closed)
        if is_folder is None:
            continue
        opened = None if is_folder else descriptor(text, "[^/]+")
        pipes += opened is not None
        pipe = "stdin" if text == "-" or opened == 0 else f"pipe-{pipes}" * (opened is not None)
        if pipe:
            arguments.append(Argument(text, number, path, path, False, None, Path(pipe), pipe))
            continue
        real = real_path(path)
        walked = real if is_folder else real_path(path.parent) if with_folder else None
        arguments.append(Argument(text, number, path, real, is_folder, walked, walked or real.parent))
    numbers: dict[Path, int] = {}
    for argument in arguments:
        if argument.walked:
            numbers.setdefault(argument.walked, argument.number)
    return sorted(
        (_housed(argument, numbers) for argument in arguments),
        key=lambda argument: argument.nested * len(argument.real.parts),
    )


def _housed(argument: Argument, numbers: dict[Path, int]) -> Argument:
    """Return an argument with the outermost folder that contains it. numbers: of the folders that are walked."""
    if argument.pipe or argument.address:
        return argument
    folder_path = argument.walked or argument.real
    outermost = next((folder for folder in reversed((folder_path, *folder_path.parents)) if folder in numbers), None)
    if outermost is None:
        return argument
    return replace(argument, number=numbers[outermost], home=outermost, nested=outermost != folder_path)


def second_names(arguments: list[Argument]) -> dict[Path, Path]:
    """Return the files that were named by a link or by several names, with the name under which each is read.

    Applies only to paths on the command line. Files in folders are all kept, since backup tools link equal files.
    """
    files = [argument for argument in arguments if not (argument.pipe or argument.address or argument.is_folder)]
    first_by_inode: dict[tuple[int, int], Path] = {}
    second_names_found: dict[Path, Path] = {}
    for argument in sorted(files, key=lambda argument: argument.real.is_symlink()):
        status = argument.path.stat()
        origin = (
            first_by_inode.setdefault((status.st_dev, status.st_ino), argument.real) if status.st_ino else argument.real
        )
        if origin != argument.real:
            second_names_found[argument.real] = origin
        elif argument.real.is_symlink():
            second_names_found[argument.real] = argument.real.resolve()  # a folder that was given may hold it
    return second_names_found


def is_address(text: str) -> bool:
    """Return whether an argument is an address for fsspec, for example s3://bucket/servers."""
    return "://" in text and re.match(r"[a-z][a-z0-9+.-]+://", text) is not None and not os.path.lexists(text)


def descriptor(text: str, process: str = "self") -> int | None:
    """Return the number of an open file that a shell passes as a path, for example for `<(…)`; or None.

    process: a pattern of the processes below /proc whose open files are accepted.
    """
    if not text.startswith(("/dev/", "/proc/")):
        return None
    numbered = re.fullmatch(rf"/(?:dev|proc/{process})/fd/([0-9]{{1,9}})", text)
    return int(numbered[1]) if numbered else _STREAMS.get(text)


def beside(argument: Argument, named_paths: set[Path]) -> int:
    """Return how many unnamed files in the folder of a named file have the name of a supported format."""
    try:
        with os.scandir(argument.real.parent) as listing:
            names = [entry.name for entry in listing]
    except OSError:
        return 0
    likely = [name for name in names if suggested(name) not in {"", "notes_ini"}]
    return sum(argument.real.parent / name not in named_paths for name in likely)


def missing(arguments: list[str]) -> list[str]:
    """Return the arguments that do not exist, as printed. Paths without permission are not missing."""
    return [
        printable_path(argument)
        for argument in arguments
        if argument != "-" and not is_address(argument) and (not argument or is_missing(argument))
    ]


def _is_folder(argument: str, closed: Callable[[str, OSError], None]) -> bool | None:
    """Return whether an argument is a folder, or None if this cannot be read; `closed` is called then."""
    try:
        is_folder = stat.S_ISDIR(Path(argument).stat().st_mode)
        if is_folder:
            os.scandir(argument).close()  # one that cannot be listed is no empty one
        return is_folder
    except OSError as error:
        closed(printable_path(argument), error)
        return None
