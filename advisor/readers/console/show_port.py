"""Read `show port` of a server's console: the driver of a port. The other lines change by the minute."""

import re
from collections.abc import Iterator

from advisor.facts import Fact
from advisor.pack import Catalogue
from advisor.readers.console._console import SingleLineListing
from advisor.readers.interface import Reader
from advisor.readers.transcript import Line
from advisor.source import Source

_TELLING = SingleLineListing(
    rb"sh(?:o|ow)?\s+po\w*(?:\s.*)?",
    re.compile(rb"(?P<value>\S.{0,60}?) Port Driver"),
    "console.port_driver",
)


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the line of the port's driver comes first, or below the command."""
    return _TELLING.recognised(head)


def begins(line: Line) -> bool:
    """Return whether the output begins with this line."""
    return bool(_TELLING.match(line))


def read(source: Source, _: Catalogue) -> Iterator[Fact]:
    """Yield the driver from the last matching line."""
    return _TELLING.facts(source)


READER = Reader(__name__, "show port", recognises, read, signs=(b"port driver",))
