"""Settings: finds which NOTES.INI of an NSD counts: the first whose section is called so, else the first of all.

One that names another server, or another directory, than the one before it is another partition's: nothing of it
counts, and nothing that is told of a server behind it.
"""

import re

from advisor.source import Source, Span

_CALLED = re.compile(r"notes\.ini|->\s*INI\b", re.IGNORECASE)
_NAMES = re.compile(rb"^[ \t]*(ServerName|Directory)[ \t]*=[ \t]*+([^\r\n]*+)\r?$", re.MULTILINE | re.IGNORECASE)
ANOTHER = "another server's NOTES.INI begins here; nothing is read of it, nor what follows of a server"


def is_called_so(title: str) -> bool:
    """Whether a section is called a NOTES.INI."""
    return bool(_CALLED.search(title))


class Partitions:
    """Whose the NOTES.INIs are. several: whether one was another server's. began: how many lines into its section."""

    def __init__(self) -> None:
        self.several = False
        self.began = 0
        self._first: dict[bytes, bytes] = {}

    def see(self, text: Source, inis: list[Span], called: bool) -> None:
        """Looks at those of a section. called: whether it is called so; another's is compared with no other's."""
        first = self._first if called else {}
        for begin, end in inis:
            names = {match[1].lower(): match[2].rstrip().lower() for match in _NAMES.finditer(text.data, begin, end)}
            if not self.several and any(first[name] != names[name] for name in first.keys() & names.keys()):
                self.several, self.began = True, text.position(begin)[0]
            first = first or names
        self._first = first if called else self._first
