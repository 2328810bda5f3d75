"""Bounds: what a reader tells of one file, up to limits that no server comes near.

A file of some hundred kilobytes could else make a report of gigabytes. Past a limit nothing is complete any more, so
that what was not read is unknown.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.readers.registry import ARE_NAMED, MOST_PLACES, Item
from advisor.source import Source

MOST_FACTS = 13_000  # the longest listings of statistics come to 10,000
MOST_SETTINGS = 3_000  # of NOTES.INI, which has some hundreds: each is looked at as a known one, a slip and a secret
MOST_SUBJECTS = 800  # volumes, disks, adapters …
MOST_ARRAYS = 500  # of which most rules speak; the largest cabinets have half as many disks
MOST_OF_A_KEY = 1_000  # times that one key of one subject is told
MOST_LINES = 50_000  # of what a tool prints; one that measures on and on may have more
FEW_LINES = 10_000  # of a small file, and one more for each of so many bytes: hardly any line is shorter
_BYTES_OF_A_LINE = 32
LONGEST_NAME = 1_000  # characters of what a thing is called; each rule that speaks of it masks them
_LINE_END = re.compile(rb"\r\n?|\n")
_TOO_MANY_LINES = "it has more than {:,} lines; what follows was not read"
_TOO_MANY_FACTS = f"it tells more than {MOST_FACTS:,} things; what follows was not read"
_TOO_MANY_SETTINGS = f"it gives more than {MOST_SETTINGS:,} settings; what follows was not read"
_TOO_MANY_SUBJECTS = f"it tells of more than {MOST_SUBJECTS:,} volumes, disks or the like; what follows was not read"
_TOO_MANY_ARRAYS = f"it tells of more than {MOST_ARRAYS:,} arrays; what follows was not read"
_TOO_LONG_A_NAME = f"what stands here is called by more than {LONGEST_NAME:,} characters; it was not read"
_TOO_OFTEN = f"it stands there more than {MOST_OF_A_KEY:,} times, not always the same"
_DIFFERS = f"this is told more than {MOST_OF_A_KEY:,} times, not always the same, so it is in doubt"


class _Count:
    """What was told so far of one file."""

    def __init__(self) -> None:
        self.facts = self.settings = self.arrays = self.places = 0
        self.times: dict[tuple[Subject, str], int] = {}
        self.alike: dict[tuple[Subject, str], tuple[str, str, str] | None] = {}  # what a key's facts all say, or None
        self.doubted: set[tuple[Subject, str]] = set()  # keys that are told too often, of which one said so
        self.late = False  # the last fact is the first of its key that differs, and past the limit
        self.subjects: set[Subject] = set()
        self.too_long: Subject | None = None  # the last that is not told for its length
        self.beyond: Diagnostic | None = None  # the first place that is not named

    def fact(self, fact: Fact) -> Fact | None:
        """A fact as it counts: of a key that is told too often in doubt where one differs, and None from then on.

        As long as all of them say the same nothing is in doubt, and those past the limit are only compared; the first
        of these is told too: there are more.
        """
        self.facts += 1
        self.settings += fact.key.startswith("ini.")
        if fact.subject not in self.subjects:
            self.subjects.add(fact.subject)
            self.arrays += fact.subject.kind == "array"
        place = (fact.subject, fact.key)
        times = self.times[place] = self.times.get(place, 0) + 1
        says = (fact.text.strip(), fact.doubt, fact.host)
        before = self.alike.setdefault(place, says)
        self.late = times > MOST_OF_A_KEY and before not in {None, says}
        if before != says:
            self.alike[place] = None
        if times <= MOST_OF_A_KEY:
            return fact
        if self.alike[place] is not None:
            return fact if times == MOST_OF_A_KEY + 1 else None
        if place in self.doubted:
            return None
        self.doubted.add(place)
        return fact._replace(doubt=_TOO_OFTEN)

    def too_much(self) -> str:
        """Which limit is passed, or ""."""
        if self.facts > MOST_FACTS:
            return _TOO_MANY_FACTS
        if self.settings > MOST_SETTINGS:
            return _TOO_MANY_SETTINGS
        if self.arrays > MOST_ARRAYS:
            return _TOO_MANY_ARRAYS
        return _TOO_MANY_SUBJECTS if len(self.subjects) > MOST_SUBJECTS else ""

    def diagnostic(self, one: Diagnostic) -> Diagnostic | None:
        """The diagnostic where it is one of the first; of the others what they have in common."""
        self.places += 1
        if self.places <= MOST_PLACES:
            return one
        before = self.beyond or one
        flags = {name: getattr(one, name) or getattr(before, name) for name in ("problem", "own", "lost", "left")}
        self.beyond = Diagnostic(before.offset, "", None, **flags)
        return None


def bounded(items: Iterable[Item]) -> Iterator[Item]:
    """The items up to the first limit, with a word on where that is."""
    told, whole = _Count(), True
    completes: list[Complete] = []  # held back: one of them may come before what is left out
    for item in items:
        if isinstance(item, Complete):
            completes.append(item)
        elif isinstance(item, Diagnostic):
            if kept := told.diagnostic(item):
                yield kept
        elif isinstance(item, Fact) and len(item.subject.name) > LONGEST_NAME:
            whole, said = False, told.too_long == item.subject  # each of its facts is left out
            told.too_long = item.subject
            place = item.span[0] if item.span else 0
            if not said and (kept := told.diagnostic(Diagnostic(place, _TOO_LONG_A_NAME, left=True))):
                yield kept
        elif isinstance(item, Fact):
            fact = told.fact(item)
            if why := told.too_much():  # nothing of a subject past the limit: what it lacks might count as absent
                yield Diagnostic(item.span[0] if item.span else 0, why, left=True)
                whole = False
                break
            if fact:
                yield fact
            if fact and told.late:
                yield Diagnostic(fact.span[0] if fact.span else 0, _DIFFERS)
        else:
            yield item
    if told.beyond:
        yield told.beyond._replace(reason=f"{told.places:,} {ARE_NAMED}")
    yield from completes if whole else ()


def of_the_first_lines(source: Source, read: Callable[[Source], Iterable[Item]], most: int | None) -> Iterator[Item]:
    """What a tool's output tells; of one with too many lines what the first of them tell, and where they end."""
    most = _few(source) if most is None else min(_few(source), most)
    end = _end_of_line(source.data, most)
    if end is None:
        yield from read(source)
        return
    tells = False
    for item in read(source.part(0, end)):
        if not isinstance(item, Complete):
            tells = tells or not isinstance(item, Diagnostic)
            yield item
    yield Diagnostic(end, _TOO_MANY_LINES.format(most), lost=not tells, left=True)


def down_to_few_lines(source: Source) -> Source:
    """A file down to the last line that counts, whatever its format: so far other tools' outputs are looked for."""
    end = _end_of_line(source.data, _few(source))
    return source if end is None else source.part(0, end)


def _few(source: Source) -> int:
    return FEW_LINES + len(source.data) // _BYTES_OF_A_LINE


def _end_of_line(data: bytes, number: int) -> int | None:
    """Where the line of a number ends, if something follows it."""
    if data.count(b"\n") + data.count(b"\r") < number:
        return None
    last = next(islice(_LINE_END.finditer(data), number - 1, None), None)
    return last.end() if last and last.end() < len(data) else None
