"""Read `show memory` of a server's console: the available memory."""

import re

from advisor.readers.console._console import SingleLineListing
from advisor.readers.interface import Reader

_LISTING = SingleLineListing(
    rb"sh(?:o|ow)?\s+me\w*(?:\s.*)?",
    re.compile(rb"Memory Available(?: \(including virtual\))?:\s*(?P<value>\S.{0,60})"),
    "console.memory_available",
)
recognises, begins, read = _LISTING.recognises, _LISTING.begins, _LISTING.read
READER = Reader(__name__, "show memory", recognises, read, signs=(b"memory available",))
