"""Unified diff of a file before and after its edits, with secrets masked as in every other output."""

import re
from itertools import takewhile

from advisor.fixes.long_files import unified
from advisor.pack import Catalogue
from advisor.report import masking
from advisor.source import Source

_LINE_END = re.compile(r"\r\n|\n|\r")
_BEFORE_EQUALS = re.compile(r"(?<![ \t])[ \t]++=")
_BLANKS = " the blanks before = go"
_AROUND = 2  # lines that are shown around a change


def diff(path: str, was: bytes, new: bytes, catalogue: Catalogue) -> tuple[str, ...]:
    """The diff of a file, without line ends: what differs in these alone is no difference here."""
    before, behind = (_lines(Source.of(path, raw)) for raw in (was, new))
    lines = unified(path, before, behind, _AROUND)
    return tuple(
        line
        if number < 2
        else f"{line}{_BLANKS * _only_blanks(lines, number)}"
        if line[:1] == "@"
        else line[:1] + masking.masked(catalogue, line[1:])
        for number, line in enumerate(lines)
    )


def _only_blanks(lines: list[str], heading: int) -> bool:
    """Whether all that differs below a heading, down to the next one, is blanks before equals signs."""
    below = list(takewhile(lambda line: line[:1] != "@", lines[heading + 1 :]))
    gone, come = ([line[1:] for line in below if line[:1] == sign] for sign in "-+")
    return [_BEFORE_EQUALS.sub("=", line, count=1) for line in gone] == come


def _lines(source: Source) -> list[str]:
    lines = _LINE_END.split(source.text(0, len(source.data)))
    return lines[:-1] if lines and not lines[-1] else lines
