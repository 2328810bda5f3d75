"""Names: a server's hierarchical name in, the way administrators write it out."""

import re

# A file of the configuration collector: serverdoc_sales_2009_08_02@16_05_20.dxl
COLLECTED = (
    r"(?i)(?P<kind>serverdoc|configspecific|configall|configgroup)_(?P<server>.+?)_"
    r"(?P<date>\d{4}_\d\d_\d\d)@(?P<time>\d\d_\d\d_\d\d)\.dxl"
)
_KIND = r"(?i)^\s*(?:CN|OU\d?|O|C)="  # compiled when a name says it


def abbreviated(name: str) -> str:
    """`CN=Mail01/O=Acme` as `Mail01/Acme`."""
    return "/".join((re.sub(_KIND, "", part) if "=" in part else part).strip() for part in name.split("/"))


def collected(path: str) -> re.Match[str] | None:
    """Kind, server, date and time of a file that the configuration collector wrote, by its name."""
    return re.fullmatch(COLLECTED, path.rpartition("/")[2])
