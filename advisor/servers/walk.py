"""Walk through the folders of the command line, in a stable order, to the files that may be read."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from advisor import limits
from advisor.readers import suggested
from advisor.servers.contents import NO_FILE, FoundFile
from advisor.servers.exclude import Exclude
from advisor.servers.model import NOT_READ, Unread
from advisor.values.paths import is_junction
from advisor.values.printing import here, printable_path


def real_path(path: Path) -> Path:
    """Return the absolute path of an argument. A named link keeps its own name."""
    return path.resolve() if path.is_dir() else path.absolute().parent.resolve() / path.name


def root_of(real: Path) -> Path:
    """Return the root of printed paths: the working directory if the argument is below it, else its parent."""
    start = here()
    return start if real.is_relative_to(start) else real.parent


def printed(real: Path, root: Path) -> str:
    """Return an absolute path as reports print it."""
    return printable_path(str(real.relative_to(root)))


# Databases, key rings, IDs, logs and indexes: large, secret or both, and nothing a reader could take.
NEVER_OPENED = (
    ".nsf", ".ntf", ".box", ".ndx", ".nlo", ".txn", ".dtf", ".id", ".kyr", ".sth", ".p12", ".pem",
)  # fmt: skip
NEVER_ENTERED = {".git", ".hg", ".svn", ".bzr", ".jj", "CVS", "lost+found"}
OURS = "domlint.toml"  # a site's decisions about the files, not one of them

UNFINISHED = ".domlint-"  # how a file begins that a run was writing, with 16 figures after it: it may have been killed

SERVER = "notes.ini"
_JUNCTIONS = os.name == "nt"
_HIDDEN = ".."  # how folders begin that are reached by links alone
_LINKS = 40  # one after the other, as many as Linux follows
_ARCHIVES = (".zip", ".tar", ".tgz", ".tar.gz")
EMPTY = "empty"
_NOTHING_PRINTED = "empty: what was to fill it has printed nothing"
_TOO_DEEP = f"more than {limits.MAX_FOLDER_DEPTH} folders deep; nothing in it was read"
_TOO_MANY = f"it holds more than {limits.MAX_FOLDER_FILES:,} files; the rest of them was not read"
LEFT_OUT = "`exclude` in the configuration leaves it out"


def walk(
    folder: Path, real: Path, exclude: Exclude, unread: list[Unread], visited: set[Path]
) -> Iterator[tuple[FoundFile, Path]]:
    """Yield the files below a folder with their absolute paths, by name, a folder's own before its sub-folders'.

    Links are not followed, but where a file was mounted by one, as Kubernetes does (`notes.ini` → `..data/notes.ini`).

    real: the folder's absolute path. unread: takes what cannot be read. visited: absolute paths that are skipped.
    """
    root, top, number = root_of(real), real, 0
    waiting = [(folder, real)]
    while waiting:
        folder, real = waiting.pop()
        try:
            with os.scandir(folder) as listing:
                entries = sorted(listing, key=lambda entry: entry.name)
        except OSError as error:
            unread.append(Unread(printed(real, root), None, error.strerror or str(error), True, NOT_READ))
            continue
        below = []
        shown = printed(real, root).removeprefix(".")
        shown += "/" * bool(shown)
        too_deep = len(real.parts) - len(top.parts) >= limits.MAX_FOLDER_DEPTH
        for entry in entries:
            inner = real / entry.name
            if visited and inner in visited:
                continue
            if exclude.patterns and exclude.excludes(inner):
                unread.append(Unread(printed(inner, root), None, LEFT_OUT))
                continue
            try:
                if _JUNCTIONS and entry.is_dir(follow_symlinks=False) and is_junction(entry):
                    unread.append(Unread(printed(inner, root), None, "a junction, which is not followed", True))
                elif entry.is_dir(follow_symlinks=False):
                    entered = entry.name not in NEVER_ENTERED and not entry.name.startswith(_HIDDEN)
                    below += [(folder / entry.name, inner)] * (entered and not too_deep)
                    if entered and too_deep:
                        unread.append(Unread(printed(inner, root), None, _TOO_DEEP, True, NOT_READ))
                    if entry.name.lower() == SERVER:
                        unread.append(Unread(printed(inner, root), None, "a folder", True, NOT_READ))
                elif file := _file(entry, folder, inner, top, shown + printable_path(entry.name), unread):
                    number += 1
                    if number > limits.MAX_FOLDER_FILES:
                        unread.append(Unread(printed(top, root), None, _TOO_MANY, True, NOT_READ))
                        return
                    yield file, inner
            except OSError as error:
                missed = is_lost(entry.name) or bool(suggested(entry.name))
                unread.append(Unread(printed(inner, root), None, error.strerror or str(error), True, NOT_READ * missed))
        waiting += reversed(below)


def _file(
    entry: os.DirEntry[str], folder: Path, inner: Path, top: Path, path: str, unread: list[Unread]
) -> FoundFile | None:
    """Return a file to examine, or None. An empty file is reported if its name is that of a server or listing.

    inner: its absolute path. top: the absolute path of the given folder. path: as printed.
    """
    if entry.name == OURS or never_opened(entry.name):
        return None
    if entry.is_symlink():
        return _followed(folder / entry.name, inner, top, path, unread)
    plain = entry.is_file(follow_symlinks=False)
    size = entry.stat(follow_symlinks=False).st_size if plain else 0
    if size:
        return FoundFile(folder / entry.name, path, size)
    if not plain:
        missed = is_lost(entry.name) or bool(suggested(entry.name))
        unread.append(Unread(path, None, NO_FILE, missed, NOT_READ * missed))
    else:
        unread += empty_file_remarks(entry.name, path)
    return None


def empty_file_remarks(name: str, shown: str) -> list[Unread]:
    """Return a remark on an empty file that may have been a server or a listing, or nothing."""
    if is_lost(name):
        return [Unread(shown, None, EMPTY, True, NOT_READ)]
    if never_opened(name) or not suggested(name):
        return []
    return [Unread(shown, None, EMPTY if name.lower().endswith(".ini") else _NOTHING_PRINTED)]


def _followed(path: Path, inner: Path, top: Path, shown: str, unread: list[Unread]) -> FoundFile | None:
    """Return the file behind a link, or None and a remark.

    path: the link. inner: its absolute path. top: the absolute given folder. shown: the printed path.
    """
    is_server = inner.name.lower() == SERVER
    if _leads_to_a_network(path):
        unread.append(_link(shown, "a link into a network, which is not even looked at", is_server, is_server))
        return None
    try:
        target = inner.resolve(strict=True)
    except (OSError, RuntimeError):  # it leads nowhere, or in a circle
        missed = is_server or (_is_mounted(path) and bool(suggested(inner.name)))
        unread.append(_link(shown, "a link that leads to nothing", missed, missed))
        return None
    within = target.is_relative_to(top)
    if target.is_dir():
        if not inner.name.startswith(_HIDDEN):
            unread.append(_link(shown, "a link to a folder, which is not followed", is_server, not within))
        return None
    hidden = within and any(part.startswith(_HIDDEN) for part in target.relative_to(top).parts)
    if hidden and target.is_file() and not never_opened(target.name) and (size := target.stat().st_size):
        return FoundFile(path, shown, size, linked=True)
    if is_server or not never_opened(target.name):
        unread.append(_link(shown, "a link, which is not followed", is_server and not within, is_server and not within))
    return None


def _leads_to_a_network(link: Path) -> bool:
    r"""Return whether a link leads to `\\host\share`.

    Windows sends the user's credentials to that host when a link to it is followed.
    """
    with suppress(OSError):
        for _ in range(_LINKS):
            target = str(link.readlink())
            if target.replace("\\", "/").removeprefix("//?/").startswith(("//", "UNC/")):
                return True
            link = link.parent / target
    return False


def _is_mounted(link: Path) -> bool:
    """Return whether a link leads into a hidden folder that a container mounts, so that it is followed."""
    return any(part.startswith(_HIDDEN) and part != _HIDDEN for part in link.readlink().parts)


def _link(shown: str, reason: str, lacking: bool, problem: bool) -> Unread:
    return Unread(shown, None, reason, problem, NOT_READ * lacking)


def is_lost(name: str) -> bool:
    """Return whether an empty file may be a lost server, as an interrupted copy leaves it."""
    return name.lower() == SERVER or name.lower().endswith(_ARCHIVES)


def never_opened(name: str) -> bool:
    """Return whether a file is never opened, by its name."""
    unfinished = name.startswith(UNFINISHED) and len(name) == len(UNFINISHED) + 16
    return unfinished or name.lower().endswith(NEVER_OPENED)
