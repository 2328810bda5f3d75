"""Who shares a large run: processes of this machine, or the workers of a Dask scheduler."""

from importlib.util import find_spec

from advisor.cli.errors import Faults, WrongUse

_DASK = "dask"


def address(engine: str | None, scheduler: str | None) -> str | None:
    """Return the address of the Dask scheduler that the old options --engine and --scheduler name. Raises WrongUse."""
    if engine != _DASK and scheduler is not None:
        raise WrongUse(["--scheduler needs --engine dask; the new form of both is --dask ADDRESS"])
    if engine == _DASK and not scheduler:
        raise WrongUse(["--engine dask needs --scheduler ADDRESS; the new form of both is --dask tcp://host:8786"])
    return scheduler


def check_dask(scheduler: str, jobs: int | None, faults: Faults) -> None:
    """Note what is wrong with the options for a run on Dask."""
    if not scheduler.strip():
        faults.add("--dask needs the address of a scheduler, such as tcp://host:8786")
    if jobs is not None:
        faults.add("--jobs and --dask: the scheduler decides how many workers there are; leave one of them out")
    if find_spec("distributed") is None:
        faults.add("--dask needs dask.distributed: pip install 'domlint[dask]'")
