"""Read `show port` of a server's console: the driver of a port. The other lines change by the minute."""

import re

from advisor.readers.console._console import SingleLineListing
from advisor.readers.interface import Reader

_LISTING = SingleLineListing(
    rb"sh(?:o|ow)?\s+po\w*(?:\s.*)?",
    re.compile(rb"(?P<value>\S.{0,60}?) Port Driver"),
    "console.port_driver",
)
recognises, begins, read = _LISTING.recognises, _LISTING.begins, _LISTING.read
READER = Reader(__name__, "show port", recognises, read, signs=(b"port driver",))
