"""`--jobs` and `--dask`: who shares a run."""

import os

from advisor.cli.guard import WrongUse
from advisor.cli.outputs import at_the_end, needs
from advisor.cli.settled import Asked, Settled
from advisor.workers.processes import Processes
from advisor.workers.work import Terms
from advisor.workers.workers import Engine, Stopped, Workers
from advisor.writers import ndjson


def workers_of(asked: Asked, todo: Settled) -> Workers | None:
    """Return the workers that the command line asks for; None for one process. Raises WrongUse."""
    asked_for = needs(todo.outputs) | todo.needs
    alone = not at_the_end(todo.outputs) and todo.decisions.baseline is None  # a baseline is compared with whole parts
    lines = ndjson.LineMaker if alone and not todo.needs else None  # and so are servers with each other
    terms = Terms(
        todo.pack, tuple(todo.rules), todo.decisions, todo.overrides, todo.as_release, lines, asked_for, todo.edits
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


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
