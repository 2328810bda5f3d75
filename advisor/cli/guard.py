"""Guard: runs a command to its exit code; it never shows a traceback, nor what a file holds."""

from collections.abc import Callable

from advisor.cli import streams
from advisor.values.printing import raised_at

INTERNAL, WRONG_USE, NOTHING_READ, FINDINGS, FINE = 4, 2, 3, 1, 0


class Exit(Exception):
    """Ends a command with an exit code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class WrongOption(ValueError):
    """A value that an option does not take, with the option."""

    def __init__(self, message: str, option: str) -> None:
        super().__init__(message)
        self.option = option


def exit_code(command: Callable[[], int | None]) -> int:
    """Runs a command. An exception that no part of the program expected is a bug: one line, where to report it, and 4.

    Raises WrongOption.
    """
    try:
        return command() or FINE
    except Exit as end:
        return end.code
    except WrongOption:
        raise
    except Exception as bug:
        what = f"{type(bug).__name__}: {_shown(bug)} ({raised_at(bug)})"
        streams.error(f"internal error: {what}; please report it to the domlint project")
        return INTERNAL


def _shown(bug: Exception) -> str:
    """What the exception says; it may quote a file."""
    from advisor.pack import builtin
    from advisor.report.masking import masked

    return masked(builtin().catalogue, str(bug))
