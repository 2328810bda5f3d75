"""Exclude: a site's patterns of paths that are not read."""

from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple


class Exclude(NamedTuple):
    """A site's patterns of paths that are not read, and the folder that they count from."""

    patterns: tuple[str, ...] = ()
    base: Path = Path("/")

    def excludes(self, real: Path) -> bool:
        """Whether a path fits a pattern, by its name or by its way from the base."""
        if not self.patterns:
            return False
        way = real.relative_to(self.base).as_posix() if real.is_relative_to(self.base) else real.name
        plain = [pattern.removeprefix("./").rstrip("/") for pattern in self.patterns]
        return any(fnmatch(way, pattern) or fnmatch(real.name, pattern) for pattern in plain)


NOTHING_EXCLUDED = Exclude()
