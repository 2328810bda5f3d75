"""The program's door: sees to interrupts before anything large is imported, then hands over to the commands."""

import gc
import signal
import sys
from types import FrameType

_FEW_COLLECTIONS = 100_000  # a run is short and leaves few cycles: the default costs it 5 ms of 80


def _interrupted(_number: int, _frame: FrameType | None) -> None:
    sys.stderr.write("domlint: interrupted\n")
    raise SystemExit(130)


def main() -> None:
    """Runs `domlint` with the process's arguments."""
    signal.signal(signal.SIGINT, _interrupted)
    gc.set_threshold(_FEW_COLLECTIONS)
    from advisor.cli import app, streams

    streams.prepare()
    app()


if __name__ == "__main__":
    main()
