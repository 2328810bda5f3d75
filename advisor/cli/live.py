"""Live: whether the NOTES.INI that is to be written is that of a server that may run: pid.nbf lies in its folders."""

import ntpath
import os
import posixpath
from collections.abc import Iterator
from pathlib import Path, PurePosixPath, PureWindowsPath

from advisor.fixes.notes_ini import NotesIni, read_notes_ini
from advisor.fixes.planner import ToWrite

PID = "pid.nbf"  # in the data directory of a server that runs, or that ended without taking it away
_NOTES_INI = "notes.ini"
_DEPTH = 2  # of Domino/Data: a home directory with a copy of a NOTES.INI is not searched whole


def pid_of(write: ToWrite) -> str:
    """The path of a live server's pid.nbf, below the NOTES.INI's folder or in its Directory=; "" where there is none.

    On Windows NOTES.INI lies in the program folder, the data directory often below it, beside it or on another drive.
    """
    if write.file.reader.name != _NOTES_INI:
        return ""
    path = Path(write.file.place.path, write.file.name)
    given = write.file.place.path if write.file.role == "itself" else str(Path(*write.file.place.root))
    return next((str(pid) for folder in _folders(path, write.was, given) for pid in _pids(folder)), "")


def _folders(path: Path, was: bytes, given: str) -> Iterator[Path]:
    """Where its data directory may be: its own folder and what lies below, that of a link's target, and Directory=."""
    for own in dict.fromkeys((path.parent, path.resolve().parent)):
        for folder, below, _ in os.walk(own):  # what cannot be read is left out: nothing can be written there either
            yield Path(folder)
            if len(Path(folder).relative_to(own).parts) == _DEPTH:
                below.clear()
    for directory in _directories(was):
        if named := near(directory, given, os.name):
            yield Path(named)
        if name := PureWindowsPath(directory).name:  # a copy of both folders, side by side; knows / and \
            yield from (one for one in _listed(path.parent.parent) if one.name.lower() == name.lower())


def near(directory: str, given: str, system: str) -> str | None:
    """The folder that Directory= names, where it may be looked at; None elsewhere: it may be a stranger's word.

    That is below the folder that holds the one that was given; on Windows also on a drive, whose letter is ours. A
    path on a network would be mounted, or told who we are, by looking.
    """
    if system == "nt":
        drive, rest = ntpath.splitdrive(directory)
        return directory if len(drive) == len("C:") and drive[0].isalpha() and rest[:1] in {"\\", "/"} else None
    path, above = posixpath.normpath(directory), PurePosixPath(given).parent
    within = above if above != above.parent else PurePosixPath(given)
    return path if PurePosixPath(path).is_relative_to(within) else None


def _directories(was: bytes) -> list[str]:
    file = read_notes_ini(was)
    told = file.told if isinstance(file, NotesIni) else ()
    return [value for key, value in told if key == "ini.directory" and value]


def _pids(folder: Path) -> list[Path]:
    return [one for one in _listed(folder) if one.name.lower() == PID]


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except (OSError, ValueError):
        return []
