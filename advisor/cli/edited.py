"""Edited: the files of a plan as they are written, each whole, or the reason why one is not."""

from contextlib import suppress
from datetime import datetime
from pathlib import Path

from advisor.cli import streams
from advisor.cli.guard import WrongUse
from advisor.fixes import writing
from advisor.fixes.edits import Refusal
from advisor.fixes.plan import REFUSED, WRITTEN, EditedFile, Plan
from advisor.fixes.planning import Planned, ToWrite
from advisor.servers.gathered import InputFile

_NOTES_INI = "notes.ini"
_MUST_BE_DOWN = "writing NOTES.INI: the server must be down, for a running one writes the file anew"
_LIVE = "pid.nbf"  # beside the NOTES.INI of a server that runs, or that ended without taking it away


def all_written(made: list[Planned], *, server_is_down: bool) -> list[Planned]:
    """The plans once their files are written. Raises WrongUse where a server is live, and then nothing was written."""
    if not server_is_down:
        refuse_live(made)
        if any(write.file.reader.FORMAT == _NOTES_INI for one in made for write in one.writes):
            streams.error(_MUST_BE_DOWN)
    return [_written(one) for one in made]


def tell_refused(plan: Plan) -> None:
    """Names on standard error each file that was not written."""
    for file in (file for server in plan.servers for file in server.files if file.state == REFUSED):
        streams.error(f"{file.path}: not written: {file.why}")


def refuse_live(made: list[Planned]) -> None:
    """Raises WrongUse where a file to be written lies in a live server's folder: nothing is written then."""
    live = [write.file.path for one in made for write in one.writes if _is_live(write.file)]
    if live:
        raise WrongUse(
            [
                f"{path}: {_LIVE} lies beside it, as in the folder of a server that runs, and a running server writes "
                "NOTES.INI anew; stop the server, then add --server-is-down; nothing was written"
                for path in live
            ]
        )


def _is_live(file: InputFile) -> bool:
    """Whether a NOTES.INI, or what it is a link to, lies in a live server's folder."""
    path = Path(file.place.path, file.name)
    folders = {path.parent, path.resolve().parent} if file.reader.FORMAT == _NOTES_INI else ()
    with suppress(OSError):  # then nothing can be written there either
        return any(beside.name.lower() == _LIVE for folder in folders for beside in folder.iterdir())
    return False


def _written(one: Planned) -> Planned:
    """A server's part once its files are written, or the reason why not."""
    by_path = {write.file.path: write for write in one.writes}
    files = tuple(_write(file, by_path[file.path]) for file in one.plan.files)
    done = {file.path for file in files if file.state == WRITTEN}
    steps = tuple(step._replace(done=step.included and step.file in done) for step in one.plan.steps)
    return one._replace(plan=one.plan._replace(files=files, steps=steps))


def _write(file: EditedFile, write: ToWrite) -> EditedFile:
    place = write.file.place
    within = None if write.file.role == "itself" else Path(*place.root)
    kept = writing.write(Path(place.path, write.file.name), write.was, write.new, datetime.now(), within)
    if isinstance(kept, Refusal):
        return file._replace(state=REFUSED, why=kept.why)
    return file._replace(state=WRITTEN, backup=_beside(file.path, kept.name))


def _beside(path: str, name: str) -> str:
    """The path of a file beside another, as it is printed."""
    return path[: path.rfind("/") + 1] + name
