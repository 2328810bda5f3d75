"""Jobs: by whom a large run is carried out."""

import os

from advisor.cli.settled import Asked, Settled
from advisor.workers.processes import Processes
from advisor.workers.sharing import Sharing
from advisor.workers.tasks import Terms


def sharing(asked: Asked, todo: Settled) -> Sharing:
    """A run shared out as the command line asks for it."""
    terms = Terms(todo.pack, tuple(todo.rules), todo.decisions, todo.overrides, todo.as_release)
    return Sharing(Processes(asked.jobs or cores(), terms), terms)


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
