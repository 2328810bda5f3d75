"""Guard: a command, as one that never shows a traceback, nor what a file holds."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

import typer

from advisor.cli import streams

INTERNAL, WRONG_USE, NOTHING_READ, FINDINGS = 4, 2, 3, 1

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def guarded(command: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """An exception that no part of the program expected is a bug: one line, where to report it, exit code 4."""

    @wraps(command)
    def run(*arguments: _Arguments.args, **options: _Arguments.kwargs) -> _Result:
        try:
            return command(*arguments, **options)
        except (typer.Exit, typer.BadParameter):
            raise
        except Exception as bug:
            streams.error(
                f"internal error: {type(bug).__name__}: {_shown(bug)} ({_place(bug)});"
                " please report it to the domlint project"
            )
            raise typer.Exit(INTERNAL) from None

    return run


def _shown(bug: Exception) -> str:
    """What the exception says; it may quote a file."""
    from advisor.pack import builtin
    from advisor.report.masking import masked

    return masked(builtin().catalogue, str(bug))


def _place(bug: Exception) -> str:
    trace = bug.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    if trace is None:
        return "no place"
    code = trace.tb_frame.f_code
    return f"{code.co_filename.replace(chr(92), '/').rpartition('/')[2]}:{trace.tb_lineno}"
