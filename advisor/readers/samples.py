"""Average what a tool prints repeatedly while it measures. The location is that of the last value."""

import math
import re
from collections.abc import Iterator
from typing import Protocol

from msgspec.structs import replace

from advisor.facts import SERVER, Fact, Subject
from advisor.source import Source, Span

_FIGURE = re.compile(r"-?(?=[.,]?[0-9])[0-9]{0,30}(?:[.,][0-9]{0,40})?(?:[Ee][+-]?[0-9]{1,3})?")
BOOT = "one report, which most tools count since the machine was started"


class Sampled(Protocol):
    """A text with a location in a file."""

    @property
    def text(self) -> str:
        """Return the text."""

    @property
    def span(self) -> Span:
        """Return the location."""


class Sum:
    """Figures as they add up: how many, their sum, the last of them and its place."""

    __slots__ = ("count", "last", "place", "total")

    def __init__(self) -> None:
        self.count = 0
        self.total = self.last = 0.0
        self.place: Sampled | None = None

    def add(self, figure: float, place: Sampled) -> None:
        """Add a figure with its location."""
        self.count += 1
        self.total += figure
        self.last, self.place = figure, place


class Samples:
    """The sums for each subject and key: of the first value in each run, and of the following values.

    Only sums are kept, because a tool may measure for days.
    """

    def __init__(self) -> None:
        self.sums_by_key: dict[tuple[Subject, str], tuple[Sum, Sum]] = {}
        self._met: set[tuple[Subject, str]] = set()

    def begins(self) -> None:
        """Begin another run of the tool. Its first figures are also averages since the start."""
        self._met.clear()

    def take(self, key: str, word: Sampled, subject: Subject = SERVER, figure: float | None = None) -> None:
        """Add a value at its location. figure: the value if it differs from the text."""
        value = number(word.text) if figure is None else figure
        if value is not None:
            sample_key = (subject, key)
            sums = self.sums_by_key.get(sample_key) or self.sums_by_key.setdefault(sample_key, (Sum(), Sum()))
            sums[sample_key in self._met].add(value, word)
            self._met.add(sample_key)

    def facts(self, source: Source, from_start: bool) -> Iterator[Fact]:
        """Yield the average of each value at its last location.

        from_start: the first value is an average since the start.

        Without such a first value, the whole file is one run.
        """
        for (subject, key), (first, following) in self.sums_by_key.items():
            yield replace(_average(first, following, from_start), key=key, source=source, subject=subject)


def _average(first: Sum, following: Sum, from_start: bool) -> Fact:
    location = (following if following.count else first).place
    count, total = (
        (following.count, following.total)
        if from_start
        else (first.count + following.count, first.total + following.total)
    )
    note = f"the average of {count} samples, of which the last is shown" if count > 1 else "one sample"
    if not count:
        count, total, note = 1, first.last, BOOT
    return Fact("", f"{total / count:.2f}", span=location.span if location else None, note=note)


def number(text: str) -> float | None:
    """Return a number with a point or a comma and an optional exponent, or None."""
    figure = float(text.replace(",", ".")) if _FIGURE.fullmatch(text) else math.inf
    return figure if math.isfinite(figure) else None
