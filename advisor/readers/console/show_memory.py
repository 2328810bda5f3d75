"""Read `show memory` of a server's console: the available memory."""

import re

from advisor.readers.console._console import SingleLineListing

_LISTING = SingleLineListing(
    "me",
    re.compile(rb"Memory Available(?: \(including virtual\))?:\s*(?P<value>\S.{0,60})"),
    "console.memory_available",
)
READER = _LISTING.reader(__name__, "show memory", signs=(b"memory available",))
