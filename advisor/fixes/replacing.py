"""Replacing: a file gets new bytes so that the old one or the new one is there, whole, whatever happens.

What is written stands beside it under a name that nobody can foresee, and takes its place when all is on the disk.
"""

import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from advisor.servers.walk import UNFINISHED

_MODE = 0o666  # less what the umask takes, of a new file
_OURS_ALONE = 0o600  # until the new file has the old one's mode: it may hold secrets
_ONLY_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def _nothing(_: Path) -> None:
    pass


@contextmanager
def replacing(path: Path, like: Path | None, last: Callable[[Path], None] = _nothing) -> Iterator[IO[bytes]]:
    """A stream whose bytes become the file when all are written. Raises OSError, and then nothing has changed.

    like: the file whose owner and mode it gets, as far as the system lets us; None where there is none. last: looks at
    the new file before it takes its place; what it raises ends it there.
    """
    beside = path.parent / f"{UNFINISHED}{os.urandom(8).hex()}"
    descriptor = os.open(beside, _ONLY_NEW, _OURS_ALONE if like else _MODE)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())  # a full disk elsewhere on the network may not be told before
        if like:
            _keep(like, beside)
        last(beside)
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def on_the_disk(folder: Path) -> None:
    """Has the system write down which names a folder holds, where it can be asked to."""
    with suppress(OSError):  # Windows opens no folders, and needs it not
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _keep(old: Path, new: Path) -> None:
    """Owner, lists of access and labels as far as the system lets us, and the mode, but not to run as somebody else."""
    before = old.lstat()
    if hasattr(os, "chown"):
        for owner, group in ((before.st_uid, -1), (-1, before.st_gid)):
            with suppress(OSError):
                os.chown(new, owner, group)
    if sys.platform == "linux":
        for name in _labels(old):
            with suppress(OSError):
                os.setxattr(new, name, os.getxattr(old, name, follow_symlinks=False), follow_symlinks=False)
    new.chmod(stat.S_IMODE(before.st_mode) & 0o777)


def _labels(path: Path) -> list[str]:
    with suppress(OSError):
        return os.listxattr(path, follow_symlinks=False) if sys.platform == "linux" else []
    return []
