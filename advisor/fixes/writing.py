"""Writing: the changed bytes of a file into it, and the old ones into a file beside it with the time in its name."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from errno import ELOOP, ENAMETOOLONG
from functools import partial
from pathlib import Path

from advisor.fixes.edits import Refusal
from advisor.fixes.replacing import Opened, on_the_disk, replacing
from advisor.values.copies import kept_of

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
    """What stands against writing a file."""


def write(path: Path, was: bytes, new: bytes, stamp: datetime, within: Path | None = None) -> Path | Refusal:
    """Puts new bytes in the place of those that a file had when it was read. Gives the path where those are kept.

    At any moment the file is the old one or the new one, whole. Where it is refused nothing has changed and nothing is
    left behind. stamp: the time in the name of what is kept. within: the folder out of which no link is followed; None
    where the file was named itself, whose link is resolved and stays.
    """
    try:
        target = _target(path, within)
        with _held(target) as before:
            _check(target, before)
            _look_again(target, was, before)
            kept = _name_of_kept(target, stamp)
            try:
                _keep(kept, target, was, before)
                with replacing(target, target, partial(_last_look, target, was, before)) as stream:
                    stream.write(new)
            except BaseException:
                _let_go(kept, target, before)
                raise
            on_the_disk(target.parent)
    except _NotWritten as slip:
        return Refusal(str(slip))
    except FileNotFoundError:
        return Refusal(_GONE)
    except OSError as error:
        held_open = os.name == "nt" and isinstance(error, PermissionError)
        return Refusal(_OPEN if held_open else error.strerror or str(error))
    return kept


def _target(path: Path, within: Path | None) -> Path:
    """The file itself, behind any links."""
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
def _held(target: Path) -> Iterator[os.stat_result]:
    """What the file is, while no other run can hold it; the lock ends with the process, and leaves nothing behind."""
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
    """What can be told beforehand; a mode counts for root, too."""
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
    """Whether it is still the same file, and says the same."""
    if _number(target.lstat()) != _number(before) or target.read_bytes() != was:
        raise _NotWritten(_CHANGED)


def _last_look(target: Path, was: bytes, before: os.stat_result, opened: Opened) -> None:
    """What is looked at when all is written, and only the new name is to be given."""
    new = os.stat(opened)  # noqa: PTH116  no path, mostly
    if (new.st_uid, new.st_gid, new.st_mode & 0o777) != (before.st_uid, before.st_gid, before.st_mode & 0o777):
        raise _NotWritten(_OWNER)
    _look_again(target, was, before)


def _name_of_kept(target: Path, stamp: datetime) -> Path:
    """A name that no file has; `values.copies` knows it."""
    name = f"{target.name}.{stamp:%Y-%m-%dT%H%M%S}"
    kept, number = target.with_name(f"{name}.bak"), 1
    while os.path.lexists(kept):
        number += 1
        kept = target.with_name(f"{name}.{number}.bak")
    return kept


def _keep(kept: Path, target: Path, was: bytes, before: os.stat_result) -> None:
    """The old bytes into a file of their own, with owner, mode and date of the old."""
    times = before.st_atime_ns, before.st_mtime_ns
    try:
        with replacing(kept, target, lambda opened: os.utime(opened, ns=times)) as stream:
            stream.write(was)
    except OSError as slip:
        if slip.errno != ENAMETOOLONG:
            raise
        raise _NotWritten(_TOO_LONG) from slip
    on_the_disk(target.parent)


def _let_go(kept: Path, target: Path, before: os.stat_result) -> None:
    """Takes away what was kept, where the old file still stands."""
    with suppress(OSError):
        if _number(target.lstat()) == _number(before):
            kept.unlink()


def _number(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino
