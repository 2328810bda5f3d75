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
"""The new file: its descriptor, or on Windows its path, because it is closed there before it is renamed.

A path is not safe on UNIX: another user of the folder may replace the file, and root would change the owner of that.
"""


def _nothing(_: OpenedFile) -> None:
    pass


@contextmanager
def replace_file(path: Path, model: Path | None, check: Callable[[OpenedFile], None] = _nothing) -> Iterator[IO[bytes]]:
    """Open a stream whose bytes replace the file when all are written. After an OSError nothing has changed.

    model: the file whose owner and mode are kept, or None. check: called with the new file before it replaces the old
    one; an exception stops the replacement.
    """
    _remove_stale_parts(path.parent)
    part = path.parent / f"{UNFINISHED}{os.urandom(8).hex()}"
    try:  # from here on a signal may end the run at any moment
        with os.fdopen(os.open(part, _ONLY_NEW, _OURS_ALONE if model else _MODE), "wb") as stream:
            _try_lock(stream.fileno())  # so that another run does not remove the part file
            yield stream
            stream.flush()
            os.fsync(stream.fileno())  # a network file system may report a full disk only now
            if os.name != "nt":  # while it is locked: with the date of the old file it looks like a stale part
                _rename(part, path, stream.fileno(), model, check)
        if os.name == "nt":  # Windows renames no open file, and closing a file changes its date
            _rename(part, path, part, model, check)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


def _rename(part: Path, path: Path, new: OpenedFile, model: Path | None, check: Callable[[OpenedFile], None]) -> None:
    """Give the part file the owner and mode of the model, check it, and rename it to its final name."""
    if model:
        _keep_owner_and_mode(model, new)
    check(new)
    part.replace(path)


def _remove_stale_parts(folder: Path) -> None:
    """Remove unfinished files of killed runs in a folder. A running writer has locked its file."""
    with suppress(OSError), os.scandir(folder) as files:
        for file in files:
            if re.fullmatch(_PART, file.name) and file.is_file(follow_symlinks=False):
                _remove_if_stale(Path(file.path))


def _remove_if_stale(part: Path) -> None:
    """Remove a part file that is older than a minute and not locked."""
    with suppress(OSError):  # the file of another user
        if time.time() - part.lstat().st_mtime < _FRESH:
            return
        if os.name == "nt":  # Windows removes no open file
            part.unlink()
            return
        descriptor = os.open(part, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        try:
            if _try_lock(descriptor):
                part.unlink()
        finally:
            os.close(descriptor)


def _try_lock(descriptor: int) -> bool:
    """Lock a file until this process closes it. Return False if another process has locked it."""
    if sys.platform == "win32":
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:  # locked by another process, or on a network file system without locks
        return False
    return True


def sync_folder(folder: Path) -> None:
    """Sync the entries of a folder to disk, if the system supports it."""
    with suppress(OSError):  # Windows cannot open a folder, and need not
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
