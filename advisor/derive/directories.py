"""Directories: reads the paths of NOTES.INI and resolves them as Domino does.

Tells where log and view rebuilds lie, and the attachment objects where DAOS is on.
"""

import ntpath
import posixpath
import re
from collections.abc import Iterator

from advisor.derive.context import Context
from advisor.facts import Answer, Fact
from advisor.known import Facts

_ANY_DIRECTORY = "/data"  # stands in where the data directory is not known: a relative path lies in it all the same
_WINDOWS = re.compile(r"[A-Za-z]:|\\\\")
_VARIABLE = re.compile(r"%[^%]+%|\$\w|\$\{")  # of a shell


def derive(facts: Facts, context: Context) -> Iterator[Fact]:
    """`transaction_log.path`, `view_rebuild.path`, `daos.path`, and of each `….in_data_directory`."""
    yield from _or_default("transaction_log", "translog_path", facts, context)
    if facts.ask("ini.daosenable").text == "1":
        yield from _or_default("daos", "daosbasepath", facts, context)
    rebuild = facts.ask("ini.view_rebuild_dir")
    if rebuild.text:
        yield from _of("view_rebuild", rebuild.text, rebuild, facts)


def _or_default(what: str, setting: str, facts: Facts, context: Context) -> Iterator[Fact]:
    """Where one directory lies whose setting has a default in the data directory."""
    answer = facts.ask(f"ini.{setting}")
    if answer.absent:
        entry = context.catalogue.settings[setting]
        path = entry.default[0].value
        note = f'{entry.name} is not set; the default is "{path}" in the data directory'
        yield from _of(what, path, answer, facts, note)
    elif answer.text:
        yield from _of(what, answer.text, answer, facts)


def _of(what: str, path: str, answer: Answer, facts: Facts, note: str = "") -> Iterator[Fact]:
    """Where one directory lies, and whether that is in the data directory."""
    data = facts.ask("ini.directory")
    if path.startswith("\\") and not path.startswith("\\\\"):
        return  # \\LOGDIR: below the data directory or at the top of some drive, nobody can tell
    if _VARIABLE.match(path):
        return  # nothing tells what it stands for, nor that Domino asks
    if data.text is None and ".." in path.replace("\\", "/").split("/"):
        return
    origins = answer.facts + data.facts
    folder = data.text or _ANY_DIRECTORY
    full = resolved(folder, path)
    shown = path if data.text is None else full
    yield Fact(f"{what}.path", shown, made_from=origins, note=note)
    if data.text or not _absolute(path):
        inside = "yes" if is_inside(full, folder) else "no"
        yield Fact(f"{what}.in_data_directory", inside, made_from=origins, note=note)


def writes_no_log(facts: Facts) -> bool:
    """Whether no transaction log is written: it is off unless it was switched on, and R4 had none."""
    status = facts.ask("ini.translog_status")
    return status.text == "0" or status.absent


def is_of_windows(path: str) -> bool:
    """Whether a path begins as those of Windows do."""
    return bool(_WINDOWS.match(path))


def is_inside(path: str, folder: str) -> bool:
    """Whether a path is a folder or lies below it, by its words alone; Windows paths without case."""
    if is_of_windows(folder) != is_of_windows(path):
        return False
    inner, outer, parted = _folded(path), _folded(folder), _parted(folder)
    return inner == outer or inner.startswith(outer.rstrip(parted) + parted)


def holds(mount: str, path: str) -> bool:
    """Whether a path is a mount point or lies below it, by its words alone."""
    return is_inside(path, _top(mount))


def _top(mount: str) -> str:
    return mount + "\\" if mount[:1].isalpha() and mount[1:] == ":" else mount


def _folded(path: str) -> str:
    return ntpath.normpath(path).lower() if is_of_windows(path) else posixpath.normpath(path)


def _parted(path: str) -> str:
    return "\\" if is_of_windows(path) else "/"


def _absolute(path: str) -> bool:
    return path.startswith("/") or bool(_WINDOWS.match(path))


def resolved(folder: str, path: str) -> str:
    """A path as Domino resolves it: a relative one lies in the data directory."""
    if _absolute(path):
        return path
    if _WINDOWS.match(folder):
        return ntpath.normpath(ntpath.join(folder, path))
    return posixpath.normpath(posixpath.join(folder, path.replace("\\", "/")))
