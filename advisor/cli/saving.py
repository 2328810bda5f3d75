"""Saving: a report into its file, so that the old one or the new one is there, whole, whatever happens.

Nothing is ever written through a link: a folder that came from elsewhere may hold one that leads anywhere.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from advisor.fixes.write import replace_file
from advisor.servers.arguments import descriptor
from advisor.servers.walk import never_opened

_INPUTS = {"notes.ini", "storage.toml", "domlint.toml", "pyproject.toml"}
_AS_IT_IS = os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)  # a device, a pipe

Identity = tuple[int, int] | str


def unusable(file: str) -> str:
    """Why a report cannot be written there, as far as that can be told before; "" where it can."""
    if descriptor(file) is not None:
        return ""
    path = Path(file)
    if path.name.lower() in _INPUTS or never_opened(path.name):
        return "a name that inputs have; a report is never written there"
    if file.endswith(("/", os.sep)) or path.name in {"", ".."}:
        return "a folder; name a file in it"
    try:
        status = path.lstat()
    except FileNotFoundError:
        return _no_folder(path.parent)
    except NotADirectoryError:
        return "no such folder"
    except (OSError, ValueError) as slip:
        return getattr(slip, "strerror", None) or "no file can have this name"
    return _in_the_way(path, status) or _no_folder(path.parent)


def _in_the_way(path: Path, status: os.stat_result) -> str:
    """Why what is there now cannot be written to, or replaced."""
    if stat.S_ISLNK(status.st_mode):
        return "a link, which is not followed; name the file itself"
    if stat.S_ISDIR(status.st_mode):
        return "a folder; name a file in it"
    if stat.S_ISBLK(status.st_mode) or stat.S_ISSOCK(status.st_mode):
        return "a device or a socket"
    return "" if os.access(path, os.W_OK) else "permission denied"


def _no_folder(folder: Path) -> str:
    if not folder.is_dir():
        return "no such folder"
    return "" if os.access(folder, os.W_OK) else "nothing can be written in this folder"


def identity(file: str | Path) -> Identity:
    """What two spellings of one file have in common: device and number of what is there, else the whole path."""
    with suppress(OSError, ValueError):
        if there := _number(Path(file).stat()):
            return there
    with suppress(OSError, ValueError):
        return os.path.normcase(os.path.realpath(file))
    return str(file)


def opened_as(stream: IO[str] | None) -> Identity | None:
    """The file that an open stream is, if it is one."""
    with suppress(OSError, ValueError, AttributeError):
        return _number(os.fstat(stream.fileno())) if stream else None
    return None


def _number(status: os.stat_result) -> Identity | None:
    return (status.st_dev, status.st_ino) if status.st_ino and not stat.S_ISCHR(status.st_mode) else None


def is_device(file: str) -> bool:
    """Whether several reports may go there at once, as to /dev/null."""
    with suppress(OSError, ValueError):
        return stat.S_ISCHR(Path(file).stat().st_mode)
    return False


@contextmanager
def saving(file: str) -> Iterator[IO[bytes]]:
    """A stream whose bytes become the file when all are written. Raises OSError, and then the old file stands.

    A device, a pipe and a descriptor that the shell opened are written to as they are.
    """
    if (number := descriptor(file)) is not None:
        with os.fdopen(os.dup(number), "wb") as stream:
            yield stream
        return
    path = Path(file)
    before = path.lstat() if os.path.lexists(path) else None
    if before and not (stat.S_ISREG(before.st_mode) or stat.S_ISLNK(before.st_mode)):
        with os.fdopen(os.open(path, _AS_IT_IS), "wb") as stream:
            yield stream
        return
    with replace_file(path, path if before and stat.S_ISREG(before.st_mode) else None) as stream:
        yield stream
