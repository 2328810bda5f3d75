"""Guard: runs a command to its exit code; it never shows a traceback, nor what a file holds."""

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from advisor.cli import console
from advisor.values.printing import what_was_raised

INTERNAL, WRONG_USE, NOTHING_READ, FINDINGS, FINE = 4, 2, 3, 1, 0
NOTHING_HERE = "nothing here is a file that domlint reads"

MOST_FAULTS = 100  # that are named; nobody reads more, and each costs a search for what was meant
_TOO_MANY = f"more than {MOST_FAULTS} things are wrong; the first so many are named, and the rest was not looked at"

_Value = TypeVar("_Value")


class Exit(Exception):
    """Ends a command with an exit code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class WrongUse(ValueError):
    """A command line or a configuration that cannot be followed: a line for each fault. Nothing was done."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(dict.fromkeys(faults))
        super().__init__("\n".join(self.faults))


class Faults:
    """What is wrong with a command line and its configuration, all of it, before anything is done."""

    def __init__(self) -> None:
        self.messages: list[str] = []
        self.notes: list[str] = []

    def note(self, message: str) -> None:
        """Notes what should be known though nothing is wrong."""
        self.notes.append(message)

    def add(self, message: str) -> None:
        """Notes one fault. Raises WrongUse with all of them where they are too many."""
        if len(self.messages) >= MOST_FAULTS:
            raise WrongUse([*self.messages, _TOO_MANY])
        self.messages.append(message)

    def in_lines(self, path: str) -> None:
        """Puts what is wrong in a file into the order of its lines, where the first of it stands."""
        of_file = [message for message in self.messages if re.match(rf"{re.escape(path)}:\d+: ", message)]
        if of_file:
            at = self.messages.index(of_file[0])
            others = [message for message in self.messages if message not in of_file]
            of_file.sort(key=lambda message: int(message[len(path) + 1 :].partition(":")[0]))
            self.messages = [*others[:at], *of_file, *others[at:]]

    def tried(self, call: Callable[[], _Value], otherwise: _Value) -> _Value:
        """What a call gives; `otherwise`, with its faults noted, where it raises WrongUse."""
        try:
            return call()
        except WrongUse as slip:
            self.messages += slip.faults
            return otherwise

    def stop(self) -> None:
        """Raises WrongUse where anything is wrong; else says what should be known."""
        if self.messages:
            raise WrongUse(self.messages)
        for note in self.notes:
            console.error(note)


def exit_code(command: Callable[[], int | None]) -> int:
    """Runs a command. An exception that no part of the program expected is a bug: one line on where it is, and 4."""
    try:
        return command() or FINE
    except Exit as end:
        return end.code
    except WrongUse as slip:
        for fault in slip.faults:
            console.error(fault)
        return WRONG_USE
    except Exception as bug:
        what = what_was_raised(bug, _shown(bug))
        console.error(f"internal error: {what}; please report it to the domlint project")
        return INTERNAL


def _shown(bug: Exception) -> str:
    """What the exception says; it may quote a file."""
    from advisor.pack import builtin
    from advisor.report.masking import masked

    return masked(builtin().catalogue, str(bug))
