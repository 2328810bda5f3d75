"""Read `show memory` of a server's console: the available memory."""

import re
from collections.abc import Iterator

from advisor.facts import Fact
from advisor.pack import Catalogue
from advisor.readers.console._console import SingleLineListing
from advisor.readers.interface import Reader
from advisor.readers.transcript import Line
from advisor.source import Source

_TELLING = SingleLineListing(
    rb"sh(?:o|ow)?\s+me\w*(?:\s.*)?",
    re.compile(rb"Memory Available(?: \(including virtual\))?:\s*(?P<value>\S.{0,60})"),
    "console.memory_available",
)


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the line of available memory comes first, or below the command."""
    return _TELLING.recognised(head)


def begins(line: Line) -> bool:
    """Return whether the output begins with this line."""
    return bool(_TELLING.match(line))


def read(source: Source, _: Catalogue) -> Iterator[Fact]:
    """Yield the available memory from the last matching line."""
    return _TELLING.facts(source)


READER = Reader(__name__, "show memory", recognises, read, signs=(b"memory available",))
