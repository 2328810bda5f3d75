"""Mount points: those of all volumes, looked up by a path: which volume it is, or which one it lies on."""

import ntpath
import posixpath
from collections.abc import Iterable

from advisor.derive.directories import is_of_windows
from advisor.facts import Subject

_LONGEST = 4096  # letters of a path; no system has longer ones


class MountPoints:
    """Volumes by name and by mount point; made once, for there may be thousands, and thousands of paths."""

    def __init__(self, volumes: Iterable[Subject]) -> None:
        self._named: dict[str, Subject] = {}
        self._mounts: dict[str, Subject] = {}
        for volume in volumes:
            self._named.setdefault(volume.name.casefold(), volume)
            self._mounts.setdefault(_plain(volume.name), volume)

    def named(self, name: str) -> Subject | None:
        """The first volume of a name, in any case."""
        return self._named.get(name.casefold())

    def above(self, path: str, but: str = "") -> Subject | None:
        """The volume with the longest mount point that is the path or stands above it. but: one that does not count."""
        rest = _plain(path[:_LONGEST])
        sign = "\\" if is_of_windows(path) else "/"
        while True:
            volume = self._mounts.get(rest)
            if volume and volume.name != but:
                return volume
            if sign not in rest:
                return None
            rest = rest[: rest.rindex(sign)]


def _plain(path: str) -> str:
    """A path in the one spelling that all of it have, without a sign at its end: of / nothing is left."""
    if is_of_windows(path):
        return ntpath.normpath(path).lower().rstrip("\\")
    return posixpath.normpath(path).rstrip("/")
