"""Samples: makes one average of what a tool that goes on measuring prints time and again, at the place of the last."""

import math
import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.facts import SERVER, Fact, Subject
from advisor.readers.transcript import Word
from advisor.source import Source

_FIGURE = re.compile(r"-?(?=[.,]?[0-9])[0-9]{0,30}(?:[.,][0-9]{0,40})?(?:[Ee][+-]?[0-9]{1,3})?")
BOOT = "one report, which most tools count since the machine was started"


class Sample(NamedTuple):
    """A figure and where it stands. first: it is the first of its run."""

    figure: float
    word: Word
    first: bool


class Samples:
    """The figures of each subject and key, in the order in which they were printed."""

    def __init__(self) -> None:
        self.taken: dict[tuple[Subject, str], list[Sample]] = {}
        self._met: set[tuple[Subject, str]] = set()

    def begins(self) -> None:
        """Another run of the tool begins: what it prints first tells of long ago, too."""
        self._met.clear()

    def take(self, key: str, word: Word, subject: Subject = SERVER, figure: float | None = None) -> None:
        """Takes in what stands at a place. figure: what it means, where that is not what is written."""
        value = number(word.text) if figure is None else figure
        if value is not None:
            what = (subject, key)
            self.taken.setdefault(what, []).append(Sample(value, word, what not in self._met))
            self._met.add(what)

    def facts(self, source: Source, from_start: bool) -> Iterator[Fact]:
        """The average of each, at the place of the last. from_start: the first of a run tells of long ago."""
        for (subject, key), taken in self.taken.items():
            rest = [one for one in taken if not one.first] if from_start else taken
            note = "one sample" if rest else BOOT
            rest = rest or taken[-1:]
            if len(rest) > 1:
                note = f"the average of {len(rest)} samples, of which the last is shown"
            average = sum(one.figure for one in rest) / len(rest)
            yield Fact(key, f"{average:.2f}", source, rest[-1].word.span, subject, note=note)


def number(text: str) -> float | None:
    """A figure with a point or a comma before its fraction, and perhaps an exponent; None for what is none."""
    figure = float(text.replace(",", ".")) if _FIGURE.fullmatch(text) else math.inf
    return figure if math.isfinite(figure) else None
