"""The program's door: sees to interrupts before anything large is imported, then hands over to the commands."""

import atexit
import contextlib
import gc
import os
import signal
import sys

_ABOVE = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120
if __name__ == "__main__" and not sys.flags.safe_path:
    with contextlib.suppress(OSError):  # one that is gone
        if sys.path[:1] == [os.getcwd()] != [_ABOVE]:  # noqa: PTH109
            del sys.path[0]  # the working directory, which may be a stranger's, with a json.py of his

from types import FrameType  # noqa: E402
from typing import Any, NoReturn  # noqa: E402

_FEW_COLLECTIONS = 100_000  # a run is short and leaves few cycles: the default costs it 4 ms of 100
_SWITCHES = {
    "--isolated": "isolated", "--quiet": "quiet", "-q": "quiet", "--strict": "strict", "--with-folder": "with_folder",
}  # fmt: skip
_EXPANDED = set("*?[~$%")  # on Windows the parser of options expands words with these


def _interrupted(_number: int, _frame: FrameType | None) -> None:
    stop_progress = getattr(sys.modules.get("advisor.cli.console"), "stop_progress", None)
    if stop_progress:
        stop_progress()
    if sys.stderr is not None:
        sys.stderr.write("domlint: interrupted\n")
    raise SystemExit(130)


def _ended(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)  # as a shell tells it; files that are half written go


def main() -> None:
    """Runs `domlint` with the process's arguments."""
    gc.set_threshold(_FEW_COLLECTIONS)
    signal.signal(signal.SIGINT, _interrupted)
    for name in ("SIGTERM", "SIGHUP", "SIGBREAK"):  # the last is how Windows closes a console
        number = getattr(signal, name, None)
        if number and signal.getsignal(number) is signal.SIG_DFL:  # whoever ignores it, as nohup does, means it
            signal.signal(number, _ended)
    from advisor.cli import console

    console.prepare()
    try:
        if _is_plain_check(sys.argv[1:]):
            _check(sys.argv[2:])
        else:
            _any_command()
    except OSError as slip:  # help or version could not be printed
        console.error(f"cannot write: {slip.strerror}")
        raise SystemExit(console.CANNOT_WRITE) from None
    finally:
        console.out("")


def program() -> NoReturn:
    """`main` as the process's last deed: what ends with it anyway is not taken apart first, which is 6 ms of 60."""
    code: Any = 0
    try:
        main()
    except SystemExit as end:
        code = end.code
    except Exception as bug:  # outside of what the guard sees, or in what it says: memory may be short
        what = type(bug).__name__
        with contextlib.suppress(OSError, ValueError, AttributeError):  # nobody reads it
            sys.stderr.write(f"domlint: internal error: {what}; please report it to the domlint project\n")
        code = 4
    if code is not None and not isinstance(code, int):
        raise SystemExit(code)  # Python prints it
    atexit._run_exitfuncs()
    for stream in filter(None, (sys.stdout, sys.stderr)):
        with contextlib.suppress(OSError, ValueError):  # a pipe that nobody reads any more; one that was closed
            stream.flush()
    os._exit(code or 0)


def _is_plain_check(words: list[str]) -> bool:
    """Whether it is `check`, paths and switches alone; a shell that asks for completions says so in the environment."""
    if words[:1] != ["check"] or any(name.endswith("_COMPLETE") for name in os.environ):
        return False
    others = (word for word in words[1:] if word not in _SWITCHES)
    return all(word == "-" or not (word.startswith("-") or _EXPANDED & set(word)) for word in others)


def _check(words: list[str]) -> None:
    """Does without the parser of options, whose import would be a third of the run."""
    from advisor.cli import guard, run
    from advisor.cli.settled import Asked

    paths = [word for word in words if word not in _SWITCHES]
    on: dict[str, Any] = {_SWITCHES[word]: True for word in words if word in _SWITCHES}
    raise SystemExit(guard.exit_code(lambda: run.check(Asked(paths, **on))))


def _any_command() -> None:
    from advisor.cli.commands import app

    app()


if __name__ == "__main__":
    program()
