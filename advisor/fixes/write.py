"""Write a file so that either the old or the new one is there, whole; keep the old one as a backup."""

import os
import re
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from errno import ELOOP, ENAMETOOLONG
from functools import partial
from pathlib import Path
from typing import IO

from advisor.fixes.edits import Refusal
from advisor.servers.walk import UNFINISHED
from advisor.values.paths import kept_of

_PART = re.compile(re.escape(UNFINISHED) + "[0-9a-f]{16}")
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
            if _PART.fullmatch(file.name) and file.is_file(follow_symlinks=False):
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
    if os.name == "nt":
        return False
    import fcntl

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


_ONLY_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_GONE = "it is no longer there"
_LEADS_OUT = "it is a link out of the folder that was given, which is not followed; name the file itself"
_CIRCLE = "it is a link that leads in a circle"
_NO_FILE = "it is no ordinary file"
_CHANGED = "it has changed since it was read; nothing was written"
_HELD = "another program holds it right now; try again when that is done"
_SEVERAL_NAMES = "it has {} names (hard links), and behind the others the old text would stay"
_TOO_LONG = "its name is too long for a backup to have the time behind it; nothing was written"
KEPT = "this is a backup that domlint fix kept"
_READ_ONLY = "it is read-only"
_DENIED = "this user may not write it"
_FOLDER = "nothing can be written in its folder"
_OWNER = "its owner or mode cannot be kept; run this as the user that the file belongs to"
_OPEN = "Windows does not let it be replaced: a program has it open, or access is denied"


class _NotWritten(Exception):
    """Why a file is not written."""


def write_edited(path: Path, was: bytes, new: bytes, stamp: datetime, within: Path | None = None) -> Path | Refusal:
    """Replace the bytes of a file as it was read. Return the path of the backup.

    At any moment the file is completely old or completely new. After a Refusal nothing has changed. stamp: the time in
    the backup's name. within: the folder that links must not leave; None if the file was named itself, whose link is
    kept.
    """
    try:
        target = _target(path, within)
        with _locked(target) as before:
            _check(target, before)
            _look_again(target, was, before)
            kept = _backup_path(target, stamp)
            try:
                _write_backup(kept, target, was, before)
                with replace_file(target, target, partial(_last_look, target, was, before)) as stream:
                    stream.write(new)
            except BaseException:
                _remove_backup(kept, target, before)
                raise
            sync_folder(target.parent)
    except _NotWritten as slip:
        return Refusal(str(slip))
    except FileNotFoundError:
        return Refusal(_GONE)
    except OSError as error:
        held_open = os.name == "nt" and isinstance(error, PermissionError)
        return Refusal(_OPEN if held_open else error.strerror or str(error))
    return kept


def _target(path: Path, within: Path | None) -> Path:
    """Return the file behind any links."""
    try:
        target = path.resolve(strict=True)
    except (RuntimeError, OSError) as slip:
        if isinstance(slip, OSError) and slip.errno != ELOOP:
            raise
        raise _NotWritten(_CIRCLE) from slip
    if within and not target.is_relative_to(within.resolve()):
        raise _NotWritten(_LEADS_OUT)
    if kept_of(target.name):
        raise _NotWritten(KEPT)
    return target


@contextmanager
def _locked(target: Path) -> Iterator[os.stat_result]:
    """Lock the file while it is written. Yield its status; the lock ends with the process."""
    descriptor = os.open(target, _ONLY_READ)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise _NotWritten(_NO_FILE)
        if os.name == "nt":  # where nothing that is open can be replaced; the last look is all there is
            os.close(descriptor)
            descriptor = -1
        else:
            _lock(descriptor)
        yield status
    finally:
        if descriptor >= 0:
            os.close(descriptor)


def _lock(descriptor: int) -> None:
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as held:
        raise _NotWritten(_HELD) from held
    except OSError:  # some file systems of a network lock nothing
        pass


def _check(target: Path, before: os.stat_result) -> None:
    """Raise _NotWritten if the file's links, mode or folder forbid writing. Modes also count for root."""
    if before.st_nlink > 1:
        raise _NotWritten(_SEVERAL_NAMES.format(before.st_nlink))
    if not before.st_mode & 0o222:
        raise _NotWritten(_READ_ONLY)
    if not os.access(target, os.W_OK):
        raise _NotWritten(_DENIED)
    closed = os.name != "nt" and not target.parent.stat().st_mode & 0o222
    if closed or not os.access(target.parent, os.W_OK):
        raise _NotWritten(_FOLDER)


def _look_again(target: Path, was: bytes, before: os.stat_result) -> None:
    """Raise _NotWritten if the file is another one or has changed."""
    if _number(target.lstat()) != _number(before) or target.read_bytes() != was:
        raise _NotWritten(_CHANGED)


def _last_look(target: Path, was: bytes, before: os.stat_result, opened: OpenedFile) -> None:
    """Check owner, mode and the old file's content just before the replacement."""
    new = os.stat(opened)  # noqa: PTH116  no path, mostly
    if (new.st_uid, new.st_gid, new.st_mode & 0o777) != (before.st_uid, before.st_gid, before.st_mode & 0o777):
        raise _NotWritten(_OWNER)
    _look_again(target, was, before)


def _backup_path(target: Path, stamp: datetime) -> Path:
    """Return a backup name that no file has, in the form that `values.paths` recognises."""
    name = f"{target.name}.{stamp:%Y-%m-%dT%H%M%S}"
    kept, number = target.with_name(f"{name}.bak"), 1
    while os.path.lexists(kept):
        number += 1
        kept = target.with_name(f"{name}.{number}.bak")
    return kept


def _write_backup(kept: Path, target: Path, was: bytes, before: os.stat_result) -> None:
    """Write the old bytes to the backup, with owner, mode and date of the file."""
    times = before.st_atime_ns, before.st_mtime_ns
    try:
        with replace_file(kept, target, lambda opened: os.utime(opened, ns=times)) as stream:
            stream.write(was)
    except OSError as slip:
        if slip.errno != ENAMETOOLONG:
            raise
        raise _NotWritten(_TOO_LONG) from slip
    sync_folder(target.parent)


def _remove_backup(kept: Path, target: Path, before: os.stat_result) -> None:
    """Remove the backup if the old file is still in place."""
    with suppress(OSError):
        if _number(target.lstat()) == _number(before):
            kept.unlink()


def _number(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino
