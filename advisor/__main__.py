"""The program's entry point: sets how signals end it, then runs the command."""

import atexit
import contextlib
import gc
import os
import signal
import sys

_ABOVE = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120
if __name__ == "__main__" and not sys.flags.safe_path:
    with contextlib.suppress(OSError):  # the working directory was deleted
        if sys.path[:1] == [os.getcwd()] != [_ABOVE]:  # noqa: PTH109
            del sys.path[0]  # `python -m` adds the working directory, which may hold a stranger's json.py

from types import FrameType  # noqa: E402
from typing import Any  # noqa: E402

_COLLECT_AFTER = 100_000  # new objects; with Python's 700 reading the pack alone takes 5 ms more
_SWITCHES = {
    "--isolated": "isolated", "--quiet": "quiet", "-q": "quiet", "--strict": "strict", "--with-folder": "with_folder",
    "--full": "full", "--summary": "summary",
}  # fmt: skip
_FORMAT = ("--format", "-f")
_FAIL_ON = ("critical", "high", "medium", "low", "info", "never")
_EXPANDED = set("*?[~$%")  # typer expands words with these on Windows


def main() -> None:
    """Run `domlint` with the arguments of the process."""
    gc.set_threshold(_COLLECT_AFTER)
    atexit.register(gc.freeze)  # else Python looks for cycles in all that ends anyway, a sixth of a short run
    signal.signal(signal.SIGINT, _interrupt)
    for name in ("SIGTERM", "SIGHUP", "SIGBREAK"):  # SIGBREAK: Windows closes the console
        number = getattr(signal, name, None)
        if number and signal.getsignal(number) is signal.SIG_DFL:  # `nohup` ignores SIGHUP on purpose
            signal.signal(number, _end)
    _import_msgspec()
    from advisor.cli import console

    console.prepare()
    try:
        _run(sys.argv[1:])
    except OSError as error:  # help or version could not be printed
        console.error(f"cannot write: {error.strerror}")
        raise SystemExit(console.CANNOT_WRITE) from None
    except Exception as bug:  # outside of the guard, or in it, for instance because memory is short
        console.error(f"internal error: {type(bug).__name__}; please report it to the domlint project")
        raise SystemExit(4) from None
    finally:
        console.out("")


def _import_msgspec() -> None:
    """Import msgspec without typing_extensions, whose names Python 3.11 has too: a tenth of the start is saved."""
    if "typing_extensions" not in sys.modules:
        modules: dict[str, Any] = sys.modules
        modules["typing_extensions"] = None  # such a module is not found, as Python documents
        import msgspec  # noqa: F401

        del modules["typing_extensions"]


def _run(words: list[str]) -> None:
    """Run a plain check without typer, and all other commands with it."""
    options = plain_check_options(words)
    if options is not None:
        plain_check(options)
    from advisor.cli.commands import app

    app()


def plain_check_options(words: list[str]) -> dict[str, Any] | None:
    """Return the options of a `check` of paths with common options; None if typer has to read the words.

    Importing typer alone takes half as long as yamllint needs to start, so such a check does without it.
    """
    if words[:1] != ["check"] or any(name.endswith("_COMPLETE") for name in os.environ):
        return None
    options: dict[str, Any] = {"paths": []}
    rest = iter(words[1:])
    for word in rest:
        if word in _SWITCHES:
            options[_SWITCHES[word]] = True
        elif word in _FORMAT:
            options.setdefault("format", []).append(next(rest, "-"))
        elif word == "--fail-on" and "fail_on" not in options:
            options["fail_on"] = next(rest, "-")
        elif word == "-" or not (word.startswith("-") or _EXPANDED & set(word)):
            options["paths"].append(word)
        else:
            return None
    values = [*options.get("format", ()), options.get("fail_on", "never")]
    is_plain = values[-1] in _FAIL_ON and not any(value.startswith("-") or _EXPANDED & set(value) for value in values)
    return options if is_plain else None


def plain_check(options: dict[str, Any]) -> None:
    """Check with the options. Raises SystemExit with the exit code."""
    from advisor.cli import check_run, errors
    from advisor.cli.run_options import CheckOptions

    raise SystemExit(errors.exit_code(lambda: check_run.check(CheckOptions(**options))))


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    stop_progress = getattr(sys.modules.get("advisor.cli.console"), "stop_progress", None)
    if stop_progress:
        stop_progress()
    if sys.stderr is not None:
        sys.stderr.write("domlint: interrupted\n")
    raise SystemExit(130)


def _end(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)  # as shells report it; files that are half written are removed


if __name__ == "__main__":
    main()
