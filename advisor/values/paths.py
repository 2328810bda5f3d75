"""Compare paths, normalise mount points, recognise names of copies, and list the files below a folder."""

import ntpath
import os
import posixpath
import re
from collections.abc import Callable, Iterator
from errno import EINVAL, EISDIR, ENAMETOOLONG, ENOENT, ENOTDIR
from pathlib import Path

_WINDOWS = re.compile(r"[A-Za-z]:|\\\\")


def named(mount: str) -> str:
    """Return a drive letter as C:, a Windows folder in lower case, a UNIX path as /local."""
    stripped = mount.strip()
    if not _WINDOWS.match(stripped):
        return stripped.rstrip("/") or stripped[:1]
    folded = stripped.replace("/", "\\").rstrip("\\").lower()
    return folded[:1].upper() + folded[1:]


_WORD = r"(?:old|bak|backup|copy|kopie|alt)"
_DAY = r"(?:19|20)\d\d([-_.]?)\d\d\1\d\d"
_KEPT = r"(?P<name>.+)\.\d{4}-\d\d-\d\dT\d{6}(?:\.\d+)?\.bak"  # the old file when `domlint fix` writes a new one
_FORMS = (
    _KEPT,
    r"(?P<name>.+?)\.(?:bak|old|orig|save?|rpmsave|rpmnew|rpmorig|dpkg-(?:old|dist|bak))[.\d]*",
    r"(?P<name>.+?)(?:\.~\d+)?~",
    r"\.(?P<name>.+)\.sw[a-p]",  # of vi
    r"#(?P<name>.+)#",
    r"(?P<name>.+)[-_.]" + _DAY.replace(r"\1", r"\2"),
    rf"(?:copy of |kopie von |copie de |{_WORD}[-_])(?P<name>.+)",
    rf"(?P<stem>.+?)(?: - |[-_.]){_WORD}(?: ?\(\d+\)|\d*)(?P<end>\.[^.]+)?",
)


def originals(name: str) -> set[str]:
    """Return the possible names, in lower case, of the file of which this name is a copy."""
    matches = [match.groupdict() for form in _FORMS if (match := re.fullmatch(form, name, re.IGNORECASE))]
    return {(groups.get("name") or f"{groups['stem']}{groups['end'] or ''}").lower() for groups in matches} - {
        name.lower()
    }


def kept_of(name: str) -> str:
    """Return the file, in lower case, of which `domlint fix` keeps a backup under this name, or ""."""
    match = re.fullmatch(_KEPT, name, re.IGNORECASE)
    return match["name"].lower() if match else ""


NOT_THERE = "no such file or folder"
_NOT_THERE_ERRORS = {ENOENT, ENOTDIR, ENAMETOOLONG, EINVAL}  # EINVAL: Windows, of a name with * in it
WINDOWS_PATH = re.compile(r"[A-Za-z]:|\\\\")


def same_path(first: str, second: str) -> bool:
    r"""Return whether two absolute paths are equal: `L:\LOG\` and `l:/log`. UNIX paths are case-sensitive."""
    return bool(first and second) and comparable(first) == comparable(second)


def comparable(path: str) -> str:
    """Return a path normalised for comparison."""
    return ntpath.normpath(path).lower() if WINDOWS_PATH.match(path) else posixpath.normpath(path)


def is_missing(path: str | Path) -> bool:
    """Return whether nothing has this path. A file that cannot be opened is not missing."""
    try:
        Path(path).stat()
    except OSError as error:
        return error.errno in _NOT_THERE_ERRORS
    except ValueError:  # a NUL byte
        return True
    return False


def why_not_opened(error: OSError) -> str:
    """Return why a file could not be opened, with the same words on every system for a missing file and a folder."""
    if error.errno == EISDIR:
        return "a folder, not a file"
    return NOT_THERE if error.errno in {ENOENT, ENOTDIR} else error.strerror or str(error)


def is_folder(path: Path) -> bool:
    """Return whether a typed path is a folder."""
    try:
        return path.is_dir()
    except (OSError, ValueError):  # a name that no folder can have
        return False


_STANDS_FOR_ANOTHER = 0x20000000  # the bit of a reparse tag by which Windows marks links and junctions


def is_junction(entry: os.DirEntry[str]) -> bool:
    """Return whether an entry is a junction of Windows.

    `is_symlink` does not recognise junctions, which may be circular.
    """
    return bool(getattr(entry.stat(follow_symlinks=False), "st_reparse_tag", 0) & _STANDS_FOR_ANOTHER)


def _nothing(_folder: Path, _why: str) -> None:
    pass


def files_below(folder: Path, deepest: int, missed: Callable[[Path, str], None] = _nothing) -> Iterator[Path]:
    """Yield the files and links below a folder by name, a folder's own first, without dot files.

    missed: is called with a folder that cannot be listed or is too deep, and the reason.
    """
    waiting = [(folder, 0)]
    while waiting:
        folder, depth = waiting.pop()
        if depth > deepest:
            missed(folder, f"more than {deepest} folders deep; nothing in it was read")
            continue
        try:
            with os.scandir(folder) as listing:
                entries = sorted((entry for entry in listing if entry.name[0] != "."), key=lambda entry: entry.name)
        except OSError as slip:
            missed(folder, slip.strerror or str(slip))
            continue
        yield from (Path(entry.path) for entry in entries if not entry.is_dir(follow_symlinks=False))
        below = (entry for entry in reversed(entries) if entry.is_dir(follow_symlinks=False) and not is_junction(entry))
        waiting += [(Path(entry.path), depth + 1) for entry in below]
