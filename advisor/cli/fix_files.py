"""The files that `domlint fix --write` edits: each is written completely, or the reason says why not."""

import ntpath
import os
import posixpath
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import NamedTuple

from advisor.cli import console
from advisor.cli.errors import WrongUse
from advisor.fixes.edits import Refusal
from advisor.fixes.notes_ini import NotesIni, read_notes_ini
from advisor.fixes.plan import REFUSED, WRITTEN, EditedFile
from advisor.fixes.planner import FileToWrite, PlannedServer
from advisor.fixes.write import write_edited
from advisor.values.printing import from_here, printable_path

PID = "pid.nbf"  # in the data directory of a server that runs, or that ended without taking it away
_DEPTH = 2  # of Domino/Data: a home directory with a copy of a NOTES.INI is not searched whole


def pid_of(write: FileToWrite) -> str:
    """Return the path of pid.nbf of a running server, in the folder of NOTES.INI or in its Directory=; else "".

    On Windows NOTES.INI is in the program folder, the data directory often below it, beside it or on another drive.
    """
    if write.file.reader.name != _NOTES_INI:
        return ""
    path = Path(write.file.place.path, write.file.name)
    given = write.file.place.path if write.file.role == "itself" else str(Path(*write.file.place.root))
    return next((str(pid) for folder in _folders(path, write.was, given) for pid in _pids(folder)), "")


def _folders(path: Path, was: bytes, given: str) -> Iterator[Path]:
    """Yield the folders that may be the data directory: at and below NOTES.INI or its target, and Directory=."""
    for own in dict.fromkeys((path.parent, path.resolve().parent)):
        for folder, below, _ in os.walk(own):  # what cannot be read is left out: nothing can be written there either
            yield Path(folder)
            if len(Path(folder).relative_to(own).parts) == _DEPTH:
                below.clear()
    for directory in _directories(was):
        if named := near(directory, given, os.name):
            yield Path(named)
        if name := PureWindowsPath(directory).name:  # a copy of both folders, side by side; knows / and \
            yield from (entry for entry in _entries(path.parent.parent) if entry.name.lower() == name.lower())


def near(directory: str, given: str, system: str) -> str | None:
    """Return the folder that Directory= names if it is safe to look there, else None: a file may name any path.

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
    settings = file.content if isinstance(file, NotesIni) else ()
    return [value for key, value in settings if key == "ini.directory" and value]


def _pids(folder: Path) -> list[Path]:
    return [entry for entry in _entries(folder) if entry.name.lower() == PID]


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except (OSError, ValueError):
        return []


_NOTES_INI = "notes.ini"
_MUST_BE_DOWN = "writing NOTES.INI: the server must be down; a running server overwrites the file"
_OTHERWISE = "{} is the same file, and was written with other edits"


def write_files(plans: list[PlannedServer], *, server_is_down: bool) -> list[PlannedServer]:
    """Write the files of plans and return the plans. Raises WrongUse before writing if a server may be running."""
    if not server_is_down:
        refuse_live(plans)
        if any(write.file.reader.name == _NOTES_INI for planned in plans for write in planned.writes):
            console.error(_MUST_BE_DOWN)
    done: dict[Path, _Done] = {}
    return [_write_server(planned, done) for planned in plans]


def refuse_live(plans: list[PlannedServer]) -> None:
    """Raise WrongUse if a file to write belongs to a server that may be running."""
    live = [
        (write.file.path, from_here(Path(pid)))
        for planned in plans
        for write in planned.writes
        if (pid := pid_of(write))
    ]
    if live:
        raise WrongUse(
            [
                f"{path}: {printable_path(pid.as_posix())} is there, so the server may be running, and a running "
                "server overwrites NOTES.INI: stop it, then add --server-is-down; nothing was written"
                for path, pid in live
            ]
        )


class _Done(NamedTuple):
    """A file that was written, under any of its names."""

    new: bytes
    file: EditedFile


def _write_server(planned: PlannedServer, earlier: dict[Path, _Done]) -> PlannedServer:
    """Write the files of a server and return its plan. earlier: the files written before, by real path."""
    by_path = {write.file.path: write for write in planned.writes}
    written = (_write_file(file, by_path[file.path], earlier) for file in planned.plan.files)
    files = (*written, *(_refused(file, file.why) for file in planned.refused))
    done = {file.path for file in files if file.state == WRITTEN}
    steps = tuple(step._replace(done=step.included and step.file in done) for step in planned.plan.steps)
    return planned._replace(plan=planned.plan._replace(files=files, steps=steps))


def _write_file(file: EditedFile, write: FileToWrite, earlier: dict[Path, _Done]) -> EditedFile:
    """Write a file and print a message at once, so that it appears even if no report can be printed."""
    path = Path(write.file.place.path, write.file.name)
    real = Path(os.path.realpath(path))
    if real in earlier:
        return _again(file, write, earlier[real])
    link = path.is_symlink()
    within = None if write.file.role == "itself" else Path(*write.file.place.root)
    kept = write_edited(path, write.was, write.new, datetime.now(), within)
    if isinstance(kept, Refusal):
        return _refused(file, f"{_link_to(real)}: {kept.why}" if link else kept.why)
    done = file._replace(state=WRITTEN, backup=_shown(kept) if link else _beside(file.path, kept.name))
    done = done._replace(target=_shown(real) if link else "")
    console.error(f"{done.path}: written; {_link_to(real) + '; ' if link else ''}the old file is {done.backup}")
    earlier[real] = _Done(write.new, done)
    return done


def _again(file: EditedFile, write: FileToWrite, done: _Done) -> EditedFile:
    """Return the state of a file that was already written under another name, by a link."""
    if write.new != done.new:
        return _refused(file, _OTHERWISE.format(done.file.path))
    target = done.file.target or done.file.path
    return file._replace(state=WRITTEN, backup=done.file.backup, target=target)


def _refused(file: EditedFile, why: str) -> EditedFile:
    console.error(f"{file.path}: not written: {why}")
    return file._replace(state=REFUSED, why=why)


def _link_to(real: Path) -> str:
    return f"it is a link to {_shown(real)}"


def _shown(real: Path) -> str:
    """Return a path as it is printed."""
    return printable_path(str(from_here(real)))


def _beside(path: str, name: str) -> str:
    """Return the printed path of a file in the same folder."""
    return path[: path.rfind("/") + 1] + name
