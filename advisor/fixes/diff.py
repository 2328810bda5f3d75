"""Diff: a file's bytes before and behind its edits, as the lines of a unified diff that may be shown."""

import re
from itertools import takewhile

from advisor.fixes.long_files import unified
from advisor.pack import Catalogue
from advisor.report import masking
from advisor.source import Source
from advisor.values.secrets import MASK

_LINE_END = re.compile(r"\r\n|\n|\r")
_SETTING = re.compile(r"(\s*[\w$.-]{1,64}\s*=\s*)[^=\s]")
_USER = re.compile(r"(?<![^\s:/\\\"])[^\s:/\\\"]++:(?!\d{1,5}\b)[^\s:/\\\"]")  # `user:password`, no host with its port
_TIME = re.compile(r"(?<![^\s,=])[01]?\d:[0-5]\d[AP]M(?![^\s,])", re.IGNORECASE)  # `1:00AM`, which reads like one
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
        else line[:1] + _beside(line, masking.masked(catalogue, line[1:]), catalogue)
        for number, line in enumerate(lines)
    )


def _only_blanks(lines: list[str], heading: int) -> bool:
    """Whether all that differs below a heading, down to the next one, is blanks before equals signs."""
    below = list(takewhile(lambda line: line[:1] != "@", lines[heading + 1 :]))
    gone, come = ([line[1:] for line in below if line[:1] == sign] for sign in "-+")
    return [_BEFORE_EQUALS.sub("=", line, count=1) for line in gone] == come


def _beside(line: str, shown: str, catalogue: Catalogue) -> str:
    """A line as it may be shown; of one that stands beside an edit, and of which no rule spoke, only what is plain."""
    setting = _SETTING.match(shown)
    if line[:1] != " " or setting is None:
        return shown
    name = setting[1].strip(" \t=").lower()
    plain = name in catalogue.settings and not _USER.search(_TIME.sub("", shown[setting.end(1) :]))
    return shown if plain else setting[1] + MASK


def _lines(source: Source) -> list[str]:
    lines = _LINE_END.split(source.text(0, len(source.data)))
    return lines[:-1] if lines and not lines[-1] else lines
