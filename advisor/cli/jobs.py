"""`--jobs` and `--dask`: who shares a run."""

import os

from advisor import writers
from advisor.cli.errors import WrongUse
from advisor.cli.output import needs
from advisor.cli.run_options import CheckOptions, CheckPlan
from advisor.workers.processes import Processes
from advisor.workers.workers import Encodes, Engine, RunSettings, Stopped, Workers


def workers_of(options: CheckOptions, plan: CheckPlan) -> Workers | None:
    """Return the workers that the command line asks for; None for one process. Raises WrongUse."""
    asked_for = needs(plan.outputs) | plan.needs
    encoder = _encoder(plan)
    settings = RunSettings(
        plan.pack, tuple(plan.rules), plan.decisions, plan.overrides, plan.as_release, encoder, asked_for, plan.edits
    )
    if options.dask is not None:
        from advisor.workers.dask import Dask  # an optional extra of the installation

        try:
            engine: Engine = Dask(options.dask, settings)
        except Stopped as slip:
            raise WrongUse([f"--dask: {slip}"]) from slip
    elif (number := options.jobs or cores()) > 1:
        engine = Processes(number, settings)
    else:
        return None
    return Workers(engine, settings)


def _encoder(plan: CheckPlan) -> type[Encodes] | None:
    """Return what encodes the parts of servers; None if parts are compared, with a baseline or with each other."""
    if plan.decisions.baseline is not None or plan.needs:
        return None
    formats = {output.format for output in plan.outputs}
    return getattr(writers.writer(formats.pop()), "ENCODER", None) if len(formats) == 1 else None


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
