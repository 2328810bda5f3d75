"""Arguments: the paths of the command line, so that their order and what lies in what decide nothing."""

import os
import re
import stat
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from advisor.servers.walk import real_path
from advisor.values.paths import is_missing
from advisor.values.printing import printable_path

_STREAMS = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}


class Argument(NamedTuple):
    """An argument that is there. number: its own, or that of the outermost folder given that it lies in.

    real: its absolute path. walked: the absolute path of the folder to go through. home: that of the folder from which
    its places count, the outermost one given, and a file's own where none is. pipe: `stdin`, or what tells its bytes
    only once, by its number. nested: another argument holds it. address: it lies where fsspec opens it.
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
    """The arguments in their order, and those that lie in others last: what holds them has read most of them by then.

    `-` is standard input. closed: is told of what is there and cannot be asked.
    """
    found: list[Argument] = []
    pipes = 0
    for number, text in enumerate(texts):
        if is_address(text):
            found.append(Argument(text, number, Path(text), Path(text), False, None, Path(text), address=True))
            continue
        path, is_folder = Path(text), text != "-" and _is_folder(text, closed)
        if is_folder is None:
            continue
        opened = None if is_folder else descriptor(text, "[^/]+")
        pipes += opened is not None
        pipe = "stdin" if text == "-" or opened == 0 else f"pipe-{pipes}" * (opened is not None)
        if pipe:
            found.append(Argument(text, number, path, path, False, None, Path(pipe), pipe))
            continue
        real = real_path(path)
        walked = real if is_folder else real_path(path.parent) if with_folder else None
        found.append(Argument(text, number, path, real, is_folder, walked, walked or real.parent))
    numbers: dict[Path, int] = {}
    for one in found:
        if one.walked:
            numbers.setdefault(one.walked, one.number)
    return sorted((_housed(one, numbers) for one in found), key=lambda one: one.nested * len(one.real.parts))


def _housed(one: Argument, numbers: dict[Path, int]) -> Argument:
    """An argument with the outermost folder that holds it. numbers: of the arguments whose folders are walked."""
    if one.pipe or one.address:
        return one
    own = one.walked or one.real
    outermost = next((folder for folder in reversed((own, *own.parents)) if folder in numbers), None)
    if outermost is None:
        return one
    return one._replace(number=numbers[outermost], home=outermost, nested=outermost != own)


def second_names(arguments: list[Argument]) -> dict[Path, Path]:
    """The files that were named by a link, or by several names, each with the name by which it is read.

    Only of what was named: of folders each keeps its files, since what packs copies links those that are alike.
    """
    files = [one for one in arguments if not (one.pipe or one.address or one.is_folder)]
    first: dict[tuple[int, int], Path] = {}
    others: dict[Path, Path] = {}
    for one in sorted(files, key=lambda one: one.real.is_symlink()):
        status = one.path.stat()
        origin = first.setdefault((status.st_dev, status.st_ino), one.real) if status.st_ino else one.real
        if origin != one.real:
            others[one.real] = origin
        elif one.real.is_symlink():
            others[one.real] = one.real.resolve()  # a folder that was given may hold it
    return others


def is_address(text: str) -> bool:
    """Whether an argument is no path, but as s3://bucket/servers what fsspec opens."""
    return "://" in text and re.match(r"[a-z][a-z0-9+.-]+://", text) is not None and not os.path.lexists(text)


def descriptor(text: str, process: str = "self") -> int | None:
    """The number of an open file that a shell hands over instead of a path, as it does for `<(…)` and `>(…)`.

    process: a pattern of whose open files below /proc count.
    """
    if not text.startswith(("/dev/", "/proc/")):
        return None
    numbered = re.fullmatch(rf"/(?:dev|proc/{process})/fd/([0-9]{{1,9}})", text)
    return int(numbered[1]) if numbered else _STREAMS.get(text)


def beside(argument: Argument, named: set[Path], suggested: Callable[[str], str]) -> int:
    """How many files beside one that was named are called like a format, and are not named themselves. By name alone.

    suggested: the reader that a file's name speaks of, or "".
    """
    try:
        with os.scandir(argument.real.parent) as listing:
            names = [entry.name for entry in listing]
    except OSError:
        return 0
    likely = [name for name in names if suggested(name) not in {"", "notes_ini"}]
    return sum(argument.real.parent / name not in named for name in likely)


def missing(arguments: list[str]) -> list[str]:
    """The arguments that name nothing, as reports print paths. What is there and closed to us is not missing."""
    return [
        printable_path(argument)
        for argument in arguments
        if argument != "-" and not is_address(argument) and (not argument or is_missing(argument))
    ]


def _is_folder(argument: str, closed: Callable[[str, OSError], None]) -> bool | None:
    """Whether an argument is a folder; None, and a word to `closed`, where it cannot be asked."""
    try:
        is_folder = stat.S_ISDIR(Path(argument).stat().st_mode)
        if is_folder:
            os.scandir(argument).close()  # one that cannot be listed is no empty one
        return is_folder
    except OSError as error:
        closed(printable_path(argument), error)
        return None
