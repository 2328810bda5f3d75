"""Limit the facts that a reader yields for one file.

Without limits, a file of some hundred kilobytes could produce a report of gigabytes. No real server reaches them. After
a limit nothing is complete, so that unread settings are unknown.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from msgspec.structs import replace

from advisor import limits
from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.interface import Item, Reader
from advisor.readers.registry import ARE_NAMED
from advisor.source import Source

_BYTES_OF_A_LINE = 32
_LINE_END = re.compile(rb"\r\n?|\n")
_TOO_MANY_LINES = "it has more than {:,} lines; what follows was not read"
_TOO_MANY_FACTS = f"it contains more than {limits.MAX_FACTS:,} values; what follows was not read"
_TOO_MANY_SETTINGS = f"it sets more than {limits.MAX_NOTES_INI_LINES:,} settings; what follows was not read"
_TOO_MANY_SUBJECTS = (
    f"it lists more than {limits.MAX_SUBJECTS:,} volumes, disks and adapters; what follows was not read"
)
_TOO_MANY_ARRAYS = f"it lists more than {limits.MAX_ARRAYS:,} arrays; what follows was not read"
_TOO_LONG_A_NAME = f"this name has more than {limits.MAX_SUBJECT_NAME:,} characters; it was not read"
_TOO_OFTEN = f"it is set more than {limits.MAX_REPEATS:,} times, with different values"
_DIFFERS = f"this is set more than {limits.MAX_REPEATS:,} times, with different values, so its value is unknown"


class _Count:
    """Counts the items yielded for one file."""

    def __init__(self) -> None:
        self.facts = self.settings = self.arrays = self.places = 0
        self.times: dict[tuple[Subject, str], int] = {}
        self.alike: dict[tuple[Subject, str], tuple[str, str, str] | None] = {}  # what a key's facts all say, or None
        self.doubted: set[tuple[Subject, str]] = set()  # keys whose values after the limit differ
        self.late = False  # the last fact is the first of its key that differs, and past the limit
        self.subjects: set[Subject] = set()
        self.too_long: Subject | None = None  # the last that was left out because of its length
        self.beyond: Diagnostic | None = None  # the first place that is not named

    def fact(self, fact: Fact) -> Fact | None:
        """Return a fact, None after the limit for its key, or a doubtful fact if later values differ.

        Facts after the limit are only compared. While all are equal, none is in doubt.
        """
        is_setting = fact.key.startswith("ini.")
        self.settings += is_setting
        self.facts += not (is_setting or fact.key.startswith("notes_ini."))
        if fact.subject not in self.subjects:
            self.subjects.add(fact.subject)
            self.arrays += fact.subject.kind == "array"
        key = (fact.subject, fact.key)
        times = self.times[key] = self.times.get(key, 0) + 1
        says = (fact.text.strip(), fact.doubt, fact.host)
        before = self.alike.setdefault(key, says)
        self.late = times > limits.MAX_REPEATS and before not in {None, says}
        if before != says:
            self.alike[key] = None
        if times <= limits.MAX_REPEATS:
            return fact
        if self.alike[key] is not None:
            return fact if times == limits.MAX_REPEATS + 1 else None
        if key in self.doubted:
            return None
        self.doubted.add(key)
        return replace(fact, doubt=_TOO_OFTEN)

    def too_much(self) -> str:
        """Return the exceeded limit, or ""."""
        if self.facts > limits.MAX_FACTS:
            return _TOO_MANY_FACTS
        if self.settings > limits.MAX_NOTES_INI_LINES:
            return _TOO_MANY_SETTINGS
        if self.arrays > limits.MAX_ARRAYS:
            return _TOO_MANY_ARRAYS
        return _TOO_MANY_SUBJECTS if len(self.subjects) > limits.MAX_SUBJECTS else ""

    def diagnostic(self, diagnostic: Diagnostic) -> Diagnostic | None:
        """Return one of the first diagnostics; combine the flags of later ones and return None."""
        self.places += 1
        if self.places <= limits.MAX_UNREAD_PLACES:
            return diagnostic
        before = self.beyond or diagnostic
        flags = {
            name: getattr(diagnostic, name) or getattr(before, name) for name in ("problem", "own", "lost", "left")
        }
        self.beyond = Diagnostic(before.offset, "", None, **flags)
        return None


def bounded(items: Iterable[Item]) -> Iterator[Item]:
    """Yield the items up to the first limit, and a diagnostic at the limit."""
    counter, is_complete = _Count(), True
    completes: list[Complete] = []  # held back: one of them may come before what is left out
    for item in items:
        if isinstance(item, Complete):
            completes.append(item)
        elif isinstance(item, Diagnostic):
            if diagnostic := counter.diagnostic(item):
                yield diagnostic
        elif isinstance(item, Fact) and len(item.subject.name) > limits.MAX_SUBJECT_NAME:
            is_complete, is_reported = False, counter.too_long == item.subject  # each of its facts is left out
            counter.too_long = item.subject
            offset = item.span[0] if item.span else 0
            if not is_reported and (diagnostic := counter.diagnostic(Diagnostic(offset, _TOO_LONG_A_NAME, left=True))):
                yield diagnostic
        elif isinstance(item, Fact):
            fact = counter.fact(item)
            if why := counter.too_much():  # nothing of a subject past the limit: what it lacks might count as absent
                yield Diagnostic(item.span[0] if item.span else 0, why, left=True)
                is_complete = False
                break
            if fact:
                yield fact
            if fact and counter.late:
                yield Diagnostic(fact.span[0] if fact.span else 0, _DIFFERS)
        else:
            yield item
    if counter.beyond:
        yield replace(counter.beyond, reason=f"{counter.places:,} {ARE_NAMED}")
    yield from completes if is_complete else ()


def of_the_first_lines(source: Source, read: Callable[[Source], Iterable[Item]], most: int) -> Iterator[Item]:
    """Yield what the first lines of a file contain and, if it has more lines than that, where reading ended."""
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


def settings_of_the_first_lines(reader: Reader, source: Source, catalogue: Catalogue) -> Iterator[Item]:
    """Return the content of a NOTES.INI up to the limits of its format."""
    first_lines = of_the_first_lines(source, lambda first: reader.read(first, catalogue), limits.MAX_NOTES_INI_LINES)
    return bounded(first_lines)


def down_to_few_lines(source: Source) -> Source:
    """Return the file up to the line limit. Outputs of other tools are searched only in this part."""
    end = _end_of_line(source.data, most_short_lines(source))
    return source if end is None else source.part(0, end)


def most_short_lines(source: Source) -> int:
    """Return the number of lines that a file of this size may have: real lines are rarely short."""
    return limits.MAX_SHORT_LINES + len(source.data) // _BYTES_OF_A_LINE


def _end_of_line(data: bytes, number: int) -> int | None:
    """Return the end of the line with this number if anything follows, else None."""
    if data.count(b"\n") + data.count(b"\r") < number:
        return None
    last = next(islice(_LINE_END.finditer(data), number - 1, None), None)
    return last.end() if last and last.end() < len(data) else None
