"""Names of servers and of machines, as administrators write them, and whether two may be the same machine."""

import re

# A file of the configuration collector: serverdoc_sales_2009_08_02@16_05_20.dxl
COLLECTED = (
    r"(?i)(?P<kind>serverdoc|configspecific|configall|configgroup)_(?P<server>.+?)_"
    r"(?P<date>\d{4}_\d\d_\d\d)@(?P<time>\d\d_\d\d_\d\d)\.dxl"
)
_KIND = r"(?i)^\s*(?:CN|OU\d?|O|C)="  # compiled when a name says it


def abbreviated(name: str) -> str:
    """Return `CN=Mail01/O=Acme` as `Mail01/Acme`."""
    return "/".join((re.sub(_KIND, "", part) if "=" in part else part).strip() for part in name.split("/"))


def collected(path: str) -> re.Match[str] | None:
    """Return kind, server, date and time from the name of a file by the configuration collector, or None."""
    return re.fullmatch(COLLECTED, path.rpartition("/")[2])


NETBIOS = 15  # letters that Windows keeps of a name
_NONE = (
    r"(?i)(?:localhost|loopback|unknown)\b.*|\(.*"  # names every machine
    r"|[\d.]+|[\W_]*"  # an address
    r"|(?=.*\d)[0-9a-f]{12}(?:[0-9a-f]{52})?"
)


def usable(name: str) -> bool:
    """Return whether a host name identifies a machine."""
    return re.fullmatch(_NONE, name.strip()) is None


def short(name: str) -> str:
    """Return `mail01` of `MAIL01.acme.com`."""
    return name.strip().lstrip("\\").partition(".")[0].casefold()


def alike(one: str, other: str) -> bool:
    """Return whether two names may be one machine's, ignoring case, domain, prefixes and suffixes.

    `mail01` and `mail01-bkp`, `mail01` and `srvmail01` may be; `mail01` and `mail02`, `mail1` and `mail10` may not.
    """
    first, second = sorted((short(one), short(other)), key=len)
    if second.startswith(first):
        return len(first) in {NETBIOS, len(second)} or not (second[len(first)].isdigit() and first[-1:].isdigit())
    return second.endswith(first)
