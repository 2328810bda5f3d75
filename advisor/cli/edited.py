"""Edited: the files of a plan as they are written, each whole, or the reason why one is not."""

import os
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from advisor.cli import console
from advisor.cli.guard import WrongUse
from advisor.cli.live import pid_of
from advisor.fixes.edits import Refusal
from advisor.fixes.plan import REFUSED, WRITTEN, EditedFile
from advisor.fixes.planner import Planned, ToWrite
from advisor.fixes.write import write_edited
from advisor.values.printing import from_here, printable_path

_NOTES_INI = "notes.ini"
_MUST_BE_DOWN = "writing NOTES.INI: the server must be down; a running server overwrites the file"
_OTHERWISE = "{} is the same file, and was written with other edits"


def all_written(made: list[Planned], *, server_is_down: bool) -> list[Planned]:
    """The plans once their files are written. Raises WrongUse where a server is live, and then nothing was written."""
    if not server_is_down:
        refuse_live(made)
        if any(write.file.reader.name == _NOTES_INI for one in made for write in one.writes):
            console.error(_MUST_BE_DOWN)
    done: dict[Path, _Done] = {}
    return [_written(one, done) for one in made]


def refuse_live(made: list[Planned]) -> None:
    """Raises WrongUse where a file to be written is a live server's: nothing is written then."""
    live = [(write.file.path, from_here(Path(pid))) for one in made for write in one.writes if (pid := pid_of(write))]
    if live:
        raise WrongUse(
            [
                f"{path}: {printable_path(pid.as_posix())} is there, so the server may be running, and a running "
                "server overwrites NOTES.INI: stop it, then add --server-is-down; nothing was written"
                for path, pid in live
            ]
        )


class _Done(NamedTuple):
    """A file that was written, whatever it was called."""

    new: bytes
    file: EditedFile


def _written(one: Planned, earlier: dict[Path, _Done]) -> Planned:
    """A server's part once its files are written, or the reason why not. earlier: the files that were, by real path."""
    by_path = {write.file.path: write for write in one.writes}
    written = (_write(file, by_path[file.path], earlier) for file in one.plan.files)
    files = (*written, *(_refused(file, file.why) for file in one.refused))
    done = {file.path for file in files if file.state == WRITTEN}
    steps = tuple(step._replace(done=step.included and step.file in done) for step in one.plan.steps)
    return one._replace(plan=one.plan._replace(files=files, steps=steps))


def _write(file: EditedFile, write: ToWrite, earlier: dict[Path, _Done]) -> EditedFile:
    """Writes a file and says so at once, so that it is known even where no report can be printed."""
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


def _again(file: EditedFile, write: ToWrite, done: _Done) -> EditedFile:
    """A file that was written under another name, by a link, once for all."""
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
    """A path as it is printed."""
    return printable_path(str(from_here(real)))


def _beside(path: str, name: str) -> str:
    """The path of a file beside another, as it is printed."""
    return path[: path.rfind("/") + 1] + name
