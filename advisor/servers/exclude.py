"""Match the paths that a site excludes from reading.

All patterns are matched together, and each character of a path is examined at most twice. `fnmatch` matches one pattern
at a time, and backtracks for patterns with many `*` or `?`.
"""

import re
from collections.abc import Iterator
from fnmatch import translate
from functools import lru_cache
from os.path import normcase
from pathlib import Path

from msgspec import Struct

_MOST_MASKS = 4_000  # characters whose masks are kept: one mask has a bit for each character of all patterns


class Exclude(Struct, frozen=True):
    """A site's patterns of paths that are not read, and the folder that they count from."""

    patterns: tuple[str, ...] = ()
    base: Path = Path("/")

    def excludes(self, real: Path) -> bool:
        """Return whether a path matches a pattern, by its name or by its path from the base."""
        if not self.patterns:
            return False
        path = real.relative_to(self.base).as_posix() if real.is_relative_to(self.base) else real.name
        return _matcher(self.patterns).matches(path)


NOTHING_EXCLUDED = Exclude()


@lru_cache(maxsize=1)
def _matcher(patterns: tuple[str, ...]) -> "PatternMatcher":
    return PatternMatcher([pattern.removeprefix("./").rstrip("/") for pattern in patterns])


class PatternMatcher:
    """Patterns of `fnmatch` as one automaton. Each bit is a position within a pattern.

    A set bit means that the pattern up to this position matches the text so far. `*` also matches `/`.
    """

    def __init__(self, patterns: list[str]) -> None:
        self._starts = 0  # the first place of each pattern
        self._ends = 0  # the place after the last character of each pattern
        self._stars = 0  # places at which a `*` stands
        self._places: dict[str, list[int]] = {}  # of characters, of `?`, and of brackets such as [a-z]
        position = 0
        for pattern in patterns:
            self._starts |= 1 << position
            for part in _parts(normcase(pattern)):
                if part == "*":
                    self._stars |= 1 << position
                else:
                    self._places.setdefault(part, []).append(position)
                    position += 1
            self._ends |= 1 << position
            position += 1
        self._any = self._bits("?")
        self._brackets = [(re.compile(translate(part)), self._bits(part)) for part in self._places if part[1:]]
        self._masks: dict[str, int] = {}
        self._folder = "", self._starts  # the folder of the last path, and the places that it leads to

    def matches(self, path: str) -> bool:
        """Return whether a pattern matches a path or its name."""
        folder, slash, name = path.rpartition("/")
        if self._folder[0] != folder + slash:
            self._folder = folder + slash, self._after(self._starts, folder + slash)
        places = self._after(self._folder[1], name)
        if slash:  # a pattern that begins with * and matches the name matches the path too
            places |= self._after(self._starts & ~self._stars, name)
        return bool(places & self._ends)

    def _after(self, places: int, text: str) -> int:
        """Return the places that are reached after a text, from some places on."""
        for character in normcase(text):
            if not places:
                break
            mask = self._masks.get(character)
            if mask is None:
                mask = self._mask(character)
            places = (places & mask) << 1 | places & self._stars
        return places

    def _mask(self, character: str) -> int:
        """Return the positions at which a character matches."""
        mask = self._any
        if character != "?" and character in self._places:
            mask |= self._bits(character)
        for bracket, places in self._brackets:
            if bracket.match(character):
                mask |= places
        if len(self._masks) >= _MOST_MASKS:
            self._masks.clear()
        self._masks[character] = mask
        return mask

    def _bits(self, part: str) -> int:
        bits = bytearray((self._ends.bit_length() + 7) // 8)
        for position in self._places.get(part, ()):
            bits[position // 8] |= 1 << position % 8
        return int.from_bytes(bits, "little")


def _parts(pattern: str) -> Iterator[str]:
    """Return the parts of a pattern: characters, `*`, `?` and brackets. A `[` without its `]` is a character."""
    offset = 0
    while offset < len(pattern):
        begin = offset + 1 + pattern.startswith("!", offset + 1)
        end = pattern.find("]", begin + 1) if pattern[offset] == "[" else -1
        yield pattern[offset : max(offset, end) + 1]
        offset = max(offset, end) + 1
