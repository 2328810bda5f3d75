"""Read `show port` of a server's console: the driver of a port. The other lines change by the minute."""

import re

from advisor.readers.console._console import SingleLineListing

_LISTING = SingleLineListing("po", re.compile(rb"(?P<value>\S.{0,60}?) Port Driver"), "console.port_driver")
READER = _LISTING.reader(__name__, "show port", signs=(b"port driver",))
