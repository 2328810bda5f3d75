"""The program's door: sees to interrupts before anything large is imported, then hands over to the commands."""

import gc
import signal
import sys
from types import FrameType

_FEW_COLLECTIONS = 100_000  # a run is short and leaves few cycles: the default costs it 4 ms of 100


def _interrupted(_number: int, _frame: FrameType | None) -> None:
    if sys.stderr is not None:
        sys.stderr.write("domlint: interrupted\n")
    raise SystemExit(130)


def main() -> None:
    """Runs `domlint` with the process's arguments."""
    gc.set_threshold(_FEW_COLLECTIONS)
    signal.signal(signal.SIGINT, _interrupted)
    from advisor.cli import app, streams

    streams.prepare()
    try:
        app()
    except OSError as slip:  # help or version could not be printed
        streams.error(f"cannot write: {slip.strerror}")
        raise SystemExit(streams.CANNOT_WRITE) from None
    finally:
        streams.out("")


if __name__ == "__main__":
    main()
