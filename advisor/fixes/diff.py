"""Diff: a file's bytes before and behind its edits, as the lines of a unified diff that may be shown."""

import re
from difflib import unified_diff

from advisor.pack import Catalogue
from advisor.report import masking
from advisor.source import Source
from advisor.values.secrets import MASK

_LINE_END = re.compile(r"\r\n|\n|\r")
_SETTING = re.compile(r"(\s*[\w$.-]{1,64}\s*=\s*)[^=\s]")
_USER = re.compile(r"[^\s:/\\\"]+:(?!\d{1,5}\b)[^\s:/\\\"]+")  # `user:password`, no host with its port
_AROUND = 2  # lines that are shown around a change


def diff(path: str, was: bytes, new: bytes, catalogue: Catalogue) -> tuple[str, ...]:
    """The diff of a file, without line ends: what differs in these alone is no difference here."""
    before, behind = (_lines(Source.of(path, raw)) for raw in (was, new))
    shown = {line: masking.masked(catalogue, line) for line in (*before, *behind)}
    lines = unified_diff(before, behind, path, path, n=_AROUND, lineterm="")
    return tuple(
        line if number < 2 or line[:1] == "@" else line[:1] + _beside(line, shown[line[1:]], catalogue)
        for number, line in enumerate(lines)
    )


def _beside(line: str, shown: str, catalogue: Catalogue) -> str:
    """A line as it may be shown; of one that stands beside an edit, and of which no rule spoke, only what is plain."""
    setting = _SETTING.match(shown)
    if line[:1] != " " or setting is None:
        return shown
    name = setting[1].strip(" \t=").lower()
    plain = name in catalogue.settings and not _USER.search(shown[setting.end(1) :])
    return shown if plain else setting[1] + MASK


def _lines(source: Source) -> list[str]:
    lines = _LINE_END.split(source.text(0, len(source.data)))
    return lines[:-1] if lines and not lines[-1] else lines
