"""Telling: what a command could not read or write, on standard error, as it happens."""

from collections import Counter
from typing import TYPE_CHECKING

from advisor.cli import console
from advisor.readers.registry import ARE_NAMED
from advisor.report.report import NOT_JUDGED, RULE_RAISED
from advisor.servers.walk import BROKEN_FILE, NOT_READ, READER_RAISED, Unread
from advisor.values.printing import number, spot

if TYPE_CHECKING:
    from advisor.report.troubles import Trouble

_MOST_OF_ONE_FILE = 5
MOST_ALIKE = 20  # files of which one thing is said, each in a line


class Troubles:
    """What was wrong while files were read and written. Each is printed at once; what can be judged is judged."""

    def __init__(self) -> None:
        self.messages: list[str] = []

    def add(self, message: str) -> None:
        """Notes and prints one trouble."""
        self.messages.append(message)
        console.error(message)


def tell_error(error: "Trouble") -> None:
    """Names on standard error why a report is not whole; of files `tell` does."""
    if error.what == RULE_RAISED:
        console.error(f"rule {error.where} raised an error: {error.message}")
    elif error.what == NOT_JUDGED:
        console.error(
            f"internal error: {error.message}; {error.where} was not checked; please report it to the domlint project"
        )
    elif error.what not in {NOT_READ, BROKEN_FILE, READER_RAISED}:
        console.error(f"{error.where}: {error.message}")


def tell(unread: list[Unread] | tuple[Unread, ...], trouble: Troubles | None = None) -> None:
    """Names on standard error what could not be read, or not to its end, of each file a few places.

    The reasons are masked already. trouble: notes what must not be overlooked, beside what was printed.
    """
    if trouble:
        trouble.messages += [part.reason for part in unread if part.what]
    places = Counter(part.path for part in unread if part.problem)
    told: Counter[str] = Counter()
    alike: Counter[str] = Counter()
    for part in unread:
        if not part.problem:
            continue
        told[part.path] += 1
        if told[part.path] == 1:
            alike[part.reason] += 1
        if told[part.path] == 1 and alike[part.reason] > MOST_ALIKE:
            told[part.path] = -places[part.path]  # nothing more of it
        elif told[part.path] < 0:
            continue
        elif told[part.path] <= _MOST_OF_ONE_FILE:
            console.error(f"{spot(part.path, part.line)}: {part.reason}")
        elif told[part.path] < places[part.path]:
            continue
        elif part.reason.endswith(ARE_NAMED):
            console.error(f"{part.path}: {part.reason} in --format json")
        else:
            more = number(places[part.path] - _MOST_OF_ONE_FILE, "more place")
            console.error(f"{part.path}: {more} could not be read; --format json names them")
    for reason, files in alike.items():
        if files > MOST_ALIKE:
            console.error(f"{number(files - MOST_ALIKE, 'more file')}: {reason}; --format json names them")
