"""Replace a file so that either the old or the new one is there, complete."""

import os
import re
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from advisor.servers.walk import UNFINISHED

if sys.platform != "win32":
    import fcntl

_PART = re.escape(UNFINISHED) + "[0-9a-f]{16}"
_FRESH = 60  # seconds without a change in which a part file is left alone: it may not be locked yet
_MODE = 0o666  # less what the umask takes, of a new file
_OURS_ALONE = 0o600  # until the new file has the old one's mode: it may hold secrets
_ONLY_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


OpenedFile = Path | int
"""A file that was written: its descriptor, or on Windows, where it is closed by then, its path.

In a folder of somebody else's a name may be another file's by then, and whoever is root would give that away.
"""


def _nothing(_: OpenedFile) -> None:
    pass


@contextmanager
def replace_file(path: Path, like: Path | None, last: Callable[[OpenedFile], None] = _nothing) -> Iterator[IO[bytes]]:
    """Open a stream whose bytes replace the file when all are written. After an OSError nothing has changed.

    like: the file whose owner and mode are kept, or None. last: checks the new file before it replaces the old one; an
    exception stops the replacement.
    """
    _remove_stale_parts(path.parent)
    beside = path.parent / f"{UNFINISHED}{os.urandom(8).hex()}"
    try:  # from here on a signal may end the run at any moment
        with os.fdopen(os.open(beside, _ONLY_NEW, _OURS_ALONE if like else _MODE), "wb") as stream:
            _is_free(stream.fileno())
            yield stream
            stream.flush()
            os.fsync(stream.fileno())  # a full disk elsewhere on the network may not be told before
            if os.name != "nt":  # while it is locked: what is kept has the date of the old file, and looks left over
                _put(beside, path, stream.fileno(), like, last)
        if os.name == "nt":  # where nothing that is open can be renamed, and closing it dates it
            _put(beside, path, beside, like, last)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def _put(beside: Path, path: Path, new: OpenedFile, like: Path | None, last: Callable[[OpenedFile], None]) -> None:
    if like:
        _keep_owner_and_mode(like, new)
    last(new)
    beside.replace(path)


def _remove_stale_parts(folder: Path) -> None:
    """Remove unfinished files of killed runs in a folder. A running writer has locked its file."""
    with suppress(OSError), os.scandir(folder) as files:
        for file in files:
            if re.fullmatch(_PART, file.name) and file.is_file(follow_symlinks=False):
                _clear(Path(file.path))


def _clear(part: Path) -> None:
    with suppress(OSError):  # another user's
        if time.time() - part.lstat().st_mtime < _FRESH:
            return
        if os.name == "nt":  # where nothing that is open can be taken away
            part.unlink()
            return
        descriptor = os.open(part, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        try:
            if _is_free(descriptor):
                part.unlink()
        finally:
            os.close(descriptor)


def _is_free(descriptor: int) -> bool:
    """Lock a file until this process closes it. Return False if another process writes it."""
    if sys.platform == "win32":
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:  # held; and some file systems of a network lock nothing
        return False
    return True


def sync_folder(folder: Path) -> None:
    """Sync the entries of a folder to disk, if the system supports it."""
    with suppress(OSError):  # Windows opens no folders, and needs it not
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _keep_owner_and_mode(old: Path, new: OpenedFile) -> None:
    """Copy owner, access lists and labels as far as permitted, and the mode without set-user-id bits."""
    before = old.lstat()
    if hasattr(os, "chown"):
        for owner, group in ((before.st_uid, -1), (-1, before.st_gid)):
            with suppress(OSError):
                os.chown(new, owner, group)
    if sys.platform == "linux":
        for name in _labels(old):
            with suppress(OSError):
                os.setxattr(new, name, os.getxattr(old, name, follow_symlinks=False))
    os.chmod(new, stat.S_IMODE(before.st_mode) & 0o777)  # noqa: PTH101  no path, mostly


def _labels(path: Path) -> list[str]:
    with suppress(OSError):
        return os.listxattr(path, follow_symlinks=False) if sys.platform == "linux" else []
    return []
