"""`lslpp -l` and `lslpp -L` of AIX: what is installed in, each fileset's level and state out.

A fileset with parts in /usr and in / is listed twice; a long description goes on in the next line, far to the right.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.facts import Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers._words import Line, Word
from advisor.readers.aix._aix import Command, first_lines, part, printed, unread
from advisor.source import Source

FORMAT = "lslpp"

_COMMAND = "lslpp"
_HEADER = re.compile(r"Fileset\s+Level\s+State\s+(Type\s+)?Description.*")
_PATH = re.compile(r"Path: /\S*")
_RULER = re.compile(r"-{10,}")
_NAME = re.compile(r"[A-Za-z][\w+-]*(\.[\w+-]+)*")
_LEVEL = re.compile(r"\d+(\.\d+){3}")
_WORDS = {"COMMITTED", "APPLIED", "APPLYING", "COMMITTING", "REJECTING", "BROKEN", "EFIXLOCKED", "OBSOLETE"}
_LETTERS = {"A": "applied", "B": "broken", "C": "committed", "E": "efixlocked", "O": "obsolete", "?": "inconsistent"}
_MISSING = re.compile(r"lslpp:\s+(?:\d{4}-\d{3}\s+)?Fileset (\S{1,80}) not installed\.")
_CODES = "State codes:"  # with which -L explains its letters
_FAR = 20  # columns from which on a line only goes on


class Fileset(NamedTuple):
    """A row. level: nothing where it is not installed."""

    name: str
    level: Word
    state: str


def recognises(head: bytes, _: Catalogue) -> bool:
    """Its header, its `Path:`, or what it says of a fileset that is not there; then a row."""
    told = first_lines(head, _COMMAND, 10)
    begins = bool(told) and any(pattern.fullmatch(told[0].whole.text) for pattern in (_HEADER, _PATH, _MISSING))
    return begins and any(_row(line.words) or _MISSING.fullmatch(line.whole.text) for line in told)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Diagnostic]:
    """`aix.fileset.<name>` is its level, empty where it is not installed, and `aix.fileset_state.<name>` its state."""
    broken: Diagnostic | None = None
    for item in _filesets(source):
        if isinstance(item, Diagnostic):
            broken = broken or item
            continue
        yield Fact(f"aix.fileset.{item.name.lower()}", item.level.text, source, item.level.span)
        yield Fact(f"aix.fileset_state.{item.name.lower()}", item.state, source, item.level.span)
    if broken:
        yield broken


def _filesets(source: Source) -> Iterator[Fileset | Diagnostic]:
    """Every row; a long name stands alone, and what belongs to it on the next line."""
    alone: list[Word] = []
    codes = False
    for line in printed(source, _COMMAND):
        if isinstance(line, Diagnostic):
            yield line
        elif isinstance(line, Command):
            codes = False
        elif found := _row(alone + line.words) or _missing(line):
            alone = []
            yield found
        elif len(line.words) == 1 and "." in line.whole.text and _NAME.fullmatch(line.whole.text):
            alone = line.words
        elif line.whole.text == _CODES:
            codes = True
        elif not (codes or _passed_over(line) or _goes_on(source, line)):
            yield unread(line, _COMMAND)


def _passed_over(line: Line) -> bool:
    return any(pattern.fullmatch(line.whole.text) for pattern in (_HEADER, _PATH, _RULER))


def _goes_on(source: Source, line: Line) -> bool:
    at = line.whole.span[0]
    return not source.data[max(0, at - _FAR) : at].strip(b" \t")


def _row(words: list[Word]) -> Fileset | None:
    """`bos.iocp.rte  5.3.0.50  COMMITTED  I/O Completion Ports API`; -L has letters: `5.3.0.50  C  F  …`."""
    if len(words) < 3 or not _NAME.fullmatch(words[0].text) or not _LEVEL.fullmatch(words[1].text):
        return None
    state = words[2].text
    word = state.lower() if state in _WORDS else _LETTERS.get(state)
    return Fileset(words[0].text, words[1], word) if word else None


def _missing(line: Line) -> Fileset | None:
    found = _MISSING.fullmatch(line.whole.text)
    if not found:
        return None
    name = part(line, *found.span(1))
    return Fileset(name.text, Word("", name.span), "not installed")
