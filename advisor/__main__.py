"""The program's door: sees to interrupts before anything large is imported, then hands over to the commands."""

from __future__ import annotations

import signal
import sys
from types import FrameType


def _interrupted(_number: int, _frame: FrameType | None) -> None:
    sys.stderr.write("domlint: interrupted\n")
    raise SystemExit(130)


def main() -> None:
    """Runs `domlint` with the process's arguments."""
    signal.signal(signal.SIGINT, _interrupted)
    from advisor.cli import app, streams

    streams.prepare()
    app()


if __name__ == "__main__":
    main()
