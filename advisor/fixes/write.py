"""Write an edited file, and keep the old one beside it as a backup."""

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from errno import ELOOP, ENAMETOOLONG
from functools import partial
from pathlib import Path

from advisor.fixes.edits import Refusal
from advisor.fixes.replacement import OpenedFile, replace_file, sync_folder
from advisor.values.paths import kept_of

if sys.platform != "win32":
    import fcntl

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
    if sys.platform == "win32":
        return
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
