"""Errors of a command: exit codes, wrong use, troubles while files are read and written, and their messages.

`guarded` commands never show a traceback, nor the content of a file.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeVar

from advisor import pack
from advisor.cli import console
from advisor.readers.registry import ARE_NAMED
from advisor.report.masking import masked
from advisor.report.model import NOT_JUDGED, RULE_RAISED, Trouble
from advisor.servers.model import BROKEN_FILE, NOT_READ, READER_RAISED, Unread
from advisor.values.near import closest, suggestion
from advisor.values.printing import number, printable, spot, what_was_raised

INTERNAL, WRONG_USE, NOTHING_READ, FINDINGS, FINE = 4, 2, 3, 1, 0
NOTHING_HERE = "nothing here is a file that domlint reads"

MOST_FAULTS = 100  # that are named; nobody reads more, and each costs a search for what was meant
_TOO_MANY = f"more than {MOST_FAULTS} things are wrong; the first so many are named, and the rest was not looked at"

_Value = TypeVar("_Value")


class Exit(Exception):
    """End a command with an exit code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class WrongUse(ValueError):
    """A wrong command line or configuration, with a line for each fault. Nothing was done."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(dict.fromkeys(faults))
        super().__init__("\n".join(self.faults))


class Faults:
    """Collect everything that is wrong with a command line and its configuration before anything is done."""

    def __init__(self) -> None:
        self.messages: list[str] = []
        self.notes: list[str] = []

    def note(self, message: str) -> None:
        """Add a message that the user should read although nothing is wrong."""
        self.notes.append(message)

    def add(self, message: str) -> None:
        """Add a fault. Raises WrongUse with all faults if there are too many."""
        if len(self.messages) >= MOST_FAULTS:
            raise WrongUse([*self.messages, _TOO_MANY])
        self.messages.append(message)

    def in_lines(self, path: str) -> None:
        """Sort the faults of one file by line, at the place of its first fault."""
        faults_of_file = [message for message in self.messages if re.match(rf"{re.escape(path)}:\d+: ", message)]
        if faults_of_file:
            index = self.messages.index(faults_of_file[0])
            other_faults = [message for message in self.messages if message not in faults_of_file]
            faults_of_file.sort(key=lambda message: int(message[len(path) + 1 :].partition(":")[0]))
            self.messages = [*other_faults[:index], *faults_of_file, *other_faults[index:]]

    def tried(self, call: Callable[[], _Value], otherwise: _Value) -> _Value:
        """Return the result of a call. If the call raises WrongUse, add its faults and return `otherwise`."""
        try:
            return call()
        except WrongUse as error:
            self.messages += error.faults
            return otherwise

    def stop(self) -> None:
        """Raise WrongUse if there are faults. Otherwise print the notes."""
        if self.messages:
            raise WrongUse(self.messages)
        for note in self.notes:
            console.error(note)


def exit_code(command: Callable[[], int | None]) -> int:
    """Run a command and return its exit code. An unexpected exception is a bug: one line, and code 4."""
    try:
        return command() or FINE
    except Exit as end:
        return end.code
    except WrongUse as slip:
        for fault in slip.faults:
            console.error(fault)
        return WRONG_USE
    except Exception as bug:
        what = what_was_raised(bug, _masked_message(bug))
        console.error(f"internal error: {what}; please report it to the domlint project")
        return INTERNAL


def _masked_message(bug: Exception) -> str:
    """Return the message of an exception with secrets masked, because it may quote a file."""
    return masked(pack.builtin().catalogue, str(bug))


_MAX_OF_ONE_FILE = 5
MAX_ALIKE = 20  # files of which one thing is said, each in a line


class Troubles:
    """Print each trouble with reading or writing files at once, and remember it for the exit code."""

    def __init__(self) -> None:
        self.messages: list[str] = []

    def add(self, message: str) -> None:
        """Print and remember one trouble."""
        self.messages.append(message)
        console.error(message)


def print_error(error: Trouble) -> None:
    """Print why a report is incomplete. `print_unread` does the same for files."""
    if error.what == RULE_RAISED:
        console.error(f"rule {error.where} raised an error: {error.message}")
    elif error.what == NOT_JUDGED:
        console.error(
            f"internal error: {error.message}; {error.where} was not checked; please report it to the domlint project"
        )
    elif error.what not in {NOT_READ, BROKEN_FILE, READER_RAISED}:
        console.error(f"{error.where}: {error.message}")


def print_unread(unread: list[Unread] | tuple[Unread, ...], trouble: Troubles | None = None) -> None:
    """Print what could not be read, or not to its end: a few places of each file.

    The reasons are masked already. trouble: remembers them for the exit code.
    """
    if trouble:
        trouble.messages += [part.reason for part in unread if part.what]
    places = Counter(part.path for part in unread if part.problem)
    printed: Counter[str] = Counter()
    files_by_reason: Counter[str] = Counter()
    for part in unread:
        if not part.problem:
            continue
        printed[part.path] += 1
        if printed[part.path] == 1:
            files_by_reason[part.reason] += 1
        if printed[part.path] == 1 and files_by_reason[part.reason] > MAX_ALIKE:
            printed[part.path] = -places[part.path]  # nothing more of it
        elif printed[part.path] < 0:
            continue
        elif printed[part.path] <= _MAX_OF_ONE_FILE:
            console.error(f"{spot(part.path, part.line)}: {part.reason}")
        elif printed[part.path] < places[part.path]:
            continue
        elif part.reason.endswith(ARE_NAMED):
            console.error(f"{part.path}: {part.reason} in --format json")
        else:
            more = number(places[part.path] - _MAX_OF_ONE_FILE, "more place")
            console.error(f"{part.path}: {more} could not be read; --format json names them")
    for reason, files in files_by_reason.items():
        if files > MAX_ALIKE:
            console.error(f"{number(files - MAX_ALIKE, 'more file')}: {reason}; --format json names them")


def not_allowed(option: str, word: str, allowed: list[str]) -> str:
    """Return the message for a value that an option does not allow."""
    meant = suggestion(closest(word, allowed))
    return f'{option}: "{printable(word[:80])}" is none of {", ".join(allowed)}{meant}'
