"""`--jobs` and `--dask`: who shares a run."""

import os

from advisor import writers
from advisor.cli.errors import WrongUse
from advisor.cli.output import needs
from advisor.cli.run_options import Asked, Settled
from advisor.workers.processes import Processes
from advisor.workers.work import Encodes, Terms
from advisor.workers.workers import Engine, Stopped, Workers


def workers_of(asked: Asked, todo: Settled) -> Workers | None:
    """Return the workers that the command line asks for; None for one process. Raises WrongUse."""
    asked_for = needs(todo.outputs) | todo.needs
    encoder = _encoder(todo)
    terms = Terms(
        todo.pack, tuple(todo.rules), todo.decisions, todo.overrides, todo.as_release, encoder, asked_for, todo.edits
    )
    if asked.dask is not None:
        from advisor.workers.dask import Dask  # late: it is no part of a plain installation

        try:
            engine: Engine = Dask(asked.dask, terms)
        except Stopped as slip:
            raise WrongUse([f"--dask: {slip}"]) from slip
    elif (number := asked.jobs or cores()) > 1:
        engine = Processes(number, terms)
    else:
        return None
    return Workers(engine, terms)


def _encoder(todo: Settled) -> type[Encodes] | None:
    """Return what encodes the parts of servers; None if parts are compared, with a baseline or with each other."""
    if todo.decisions.baseline is not None or todo.needs:
        return None
    formats = {output.format for output in todo.outputs}
    return getattr(writers.writer(formats.pop()), "ENCODER", None) if len(formats) == 1 else None


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
