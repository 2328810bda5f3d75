"""Names: what the answer calls the plan's servers, so that none is another's or a heading."""

from collections.abc import Iterable, Iterator
from unicodedata import normalize

from advisor.values.printing import printable

ALL_SERVERS = "All servers"
TESTS = {"cluster": "What the tests of clusters say", "logging": "What the tests of transaction logging say"}
DIFFERS = {False: "Otherwise than in print", True: "Wrong in these results, as printed"}  # as printed, or not
ELSEWHERE = "Also wrong in print, without bearing on these results"
SOURCES, NOTE = "Sources", "note"
_TAKEN = (ALL_SERVERS, *TESTS.values(), *DIFFERS.values(), ELSEWHERE, SOURCES, NOTE)


def shown(name: str) -> str:
    """A name as it is printed: nothing that steers a terminal or is not seen, one blank between its words."""
    return " ".join(printable(name).split())


def alike(name: str) -> str:
    """What names that look alike have in common."""
    return normalize("NFKC", name).casefold()


def slips(names: Iterable[str]) -> Iterator[tuple[int, str]]:
    """What is wrong with servers' names, each with its number: nothing to be seen, another's, or a heading's."""
    first: dict[str, str] = {}
    taken = {alike(heading): heading for heading in _TAKEN}
    for place, name in enumerate(names):
        known = alike(name)
        if not name:
            yield place, "name: a server wants a name that can be seen"
        elif known in taken:
            yield place, f'name: "{name}" is what the answer calls a part of its own; call the server otherwise'
        elif known in first:
            yield place, f'two servers are called "{first[known]}"'
        first.setdefault(known, name)
