"""Read `lslpp -l` and `lslpp -L` of AIX: level and state of each fileset.

A fileset with parts in /usr and in / is listed twice. A long description continues in the next line, far to the right.
"""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.transcript import Command, Damage, Line, Word, first_printed, foreign, printed
from advisor.source import Source

_COMMAND = "lslpp"
_BEGINS = (
    rb"Fileset[ \t]+Level[ \t]+State|Path: /\S*objrepos"
    rb"|lslpp:[ \t]+(?:\d{4}-\d{3}[ \t]+)?Fileset \S{1,80} not installed"
)

_HEADER = re.compile(r"Fileset\s+Level\s+State\s+(Type\s+)?Description.*")
_PATH = re.compile(r"Path: /\S*")
_RULER = re.compile(r"-{10,}")
_NAME = re.compile(r"[A-Za-z][\w+-]*(\.[\w+-]+)*")
_LEVEL = re.compile(r"\d+(\.\d+){3}")
_WORDS = {"COMMITTED", "APPLIED", "APPLYING", "COMMITTING", "REJECTING", "BROKEN", "EFIXLOCKED", "OBSOLETE"}
_LETTERS = {"A": "applied", "B": "broken", "C": "committed", "E": "efixlocked", "O": "obsolete", "?": "inconsistent"}
_MISSING = re.compile(r"lslpp:\s+(?:\d{4}-\d{3}\s+)?Fileset (\S{1,80}) not installed\.")
_CODES = "State codes:"  # with which -L explains its letters
_CONTINUED_COLUMNS = 20  # columns from which on a line only goes on


Fileset = tuple[str, Word, str]  # its name, its level (empty if it is not installed) and its state


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the header, `Path:` or an error about a missing fileset comes first, then a row."""
    lines = first_printed(head, _COMMAND, 10)
    return (
        bool(lines)
        and lines[0].begins(_BEGINS)
        and any(_row(line.words) or _MISSING.fullmatch(line.text) for line in lines)
    )


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield `aix.fileset.<name>`, its level or empty if it is not installed, and `aix.fileset_state.<name>`."""
    damage = Damage()
    for name, level, state in damage.collect(_filesets(source)):
        yield Fact(f"aix.fileset.{name.lower()}", level.text, source, level.span)
        yield Fact(f"aix.fileset_state.{name.lower()}", state, source, level.span)
    yield from damage.verdict()


def _filesets(source: Source) -> Iterator[Fileset | Diagnostic]:
    """Yield every fileset. A long name is on a line of its own, followed by its values on the next line."""
    name_words: list[Word] = []
    codes = False
    for line in printed(source, _COMMAND):
        if isinstance(line, Diagnostic):
            yield line
        elif isinstance(line, Command):
            codes = False
        elif fileset := _row(name_words + line.words) or _missing(line):
            name_words = []
            yield fileset
        elif len(line.words) == 1 and "." in line.text and _NAME.fullmatch(line.text):
            name_words = line.words
        elif line.text == _CODES:
            codes = True
        elif not (codes or _passed_over(line) or _goes_on(line)):
            yield foreign(line, _COMMAND)


def _passed_over(line: Line) -> bool:
    return any(pattern.fullmatch(line.text) for pattern in (_HEADER, _PATH, _RULER))


def _goes_on(line: Line) -> bool:
    return not line.source.data[max(0, line.start - _CONTINUED_COLUMNS) : line.start].strip(b" \t")


def _row(words: list[Word]) -> Fileset | None:
    """Return the fileset of a row such as `bos.iocp.rte  5.3.0.50  COMMITTED  …`. -L prints letters: `C  F`."""
    if len(words) < 3 or not _NAME.fullmatch(words[0].text) or not _LEVEL.fullmatch(words[1].text):
        return None
    state = words[2].text
    word = state.lower() if state in _WORDS else _LETTERS.get(state)
    return (words[0].text, words[1], word) if word else None


def _missing(line: Line) -> Fileset | None:
    match = _MISSING.fullmatch(line.text)
    if not match:
        return None
    name = line.group(match, 1)
    return name.text, Word("", name.span), "not installed"


READER = Reader(__name__, "lslpp", recognises, read, signs=(b"fileset", b"objrepos"), begins=_BEGINS, command=_COMMAND)
