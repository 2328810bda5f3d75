"""Platforms: whether a server, or the machine that a file tells of, is Windows or a UNIX; "" where nothing tells."""

from collections.abc import Iterable

from advisor.readers import Reader
from advisor.values.paths import WINDOWS_PATH

WINDOWS, UNIX = "Windows", "UNIX"
_FAMILIES = {"windows": WINDOWS, "aix": UNIX, "linux": UNIX}
_FORMATS = dict.fromkeys(("df", "iscsiadm", "lsblk", "lsblk text", "mount", "multipath", "mdadm", "mdstat"), UNIX)


def of_reader(reader: Reader) -> str:
    """The platform whose tools print what a reader takes; "" where those of several do."""
    return _FAMILIES.get(reader.family) or _FORMATS.get(reader.name, "")


def of_paths(directories: Iterable[str]) -> str:
    """The platform of a server by its data directory; "" where they tell none, or several."""
    found = {WINDOWS if WINDOWS_PATH.match(path) else UNIX * path.startswith("/") for path in directories}
    return found.pop() if len(found) == 1 else ""


def alike(one: str, other: str) -> bool:
    """Whether two platforms may be one machine's."""
    return not one or not other or one == other
