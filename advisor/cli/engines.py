"""Engines: who may share a large run, and what of the command line goes with whom."""

from importlib.util import find_spec

from advisor.cli.guard import Faults

DASK = "dask"


def go_together(engine: str | None, scheduler: str | None, jobs: int | None, faults: Faults) -> None:
    """Notes what is wrong with an engine that is named."""
    if engine != DASK:
        if scheduler is not None:
            faults.add("--scheduler: only --engine dask has one")
        return
    if not scheduler:
        faults.add("--engine dask wants --scheduler ADDRESS, such as tcp://host:8786")
    if jobs is not None:
        faults.add("--jobs counts processes of this machine; with --engine dask the scheduler knows its workers")
    if find_spec("distributed") is None:
        faults.add("--engine dask wants dask.distributed: pip install 'domlint[dask]'")
