"""Console lines: a server's console in, each line without process prefix, date and blanks, with its place, out."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.facts import Diagnostic
from advisor.source import Source, Span

_LINE = re.compile(rb"[^\r\n]+")
_BEFORE = re.compile(
    rb"\s*(?:\[[0-9A-Fa-f]{2,8}:[0-9A-Fa-f]{2,8}(?:-[0-9A-Fa-f]{2,16})?\]\s*)?"
    rb"(?P<date>[0-9]{1,4}[-./][0-9]{1,2}[-./][0-9]{1,4}\.?,? [0-9]{1,2}[:.][0-9]{2}[:.][0-9]{2}(?: ?[AaPp][Mm])?\s+)?"
)
_PROMPT = rb"(?:\[[^\]]{1,80}\]|[^\s=:]{1,80})?[#$%>]"
_SHOW = re.compile(
    rb"(?:(?:\[[^\]]{1,80}\]|[^\s=:]{1,80})?>\s*)?sh(?:o|ow)?\s+(?P<what>se|sta|ta|co|cl)\w*(?:\s+(?P<which>\S.*))?",
    re.IGNORECASE,
)
NUL = "the line holds NUL bytes and was not read"
CUT = "the line ends early"
NO_LINE = "the line is no "
UNREAD = "another command was typed here; its output was not read, give it a file of its own"
MAYBE_CUT = "the file ends right behind it, so it may be cut"


class Said(NamedTuple):
    """One line. dated: it bore a date, as messages do. ended: a line end follows, so that it is not cut."""

    start: int
    data: bytes
    dated: bool
    ended: bool

    def span(self, found: re.Match[bytes], group: int | str = 0) -> Span:
        """Where a part of the line stands in the file."""
        return self.start + found.start(group), self.start + found.end(group)


def said(source: Source) -> Iterator[Said]:
    """Every line that holds more than blanks."""
    size = len(source.data)
    for line in _LINE.finditer(source.data):
        before = _BEFORE.match(line[0])
        length = before.end() if before else 0
        bare = line[0][length:].rstrip()
        if bare:
            yield Said(line.start() + length, bare, bool(before and before["date"]), line.end() < size)


def typed(line: Said, command: bytes) -> re.Match[bytes] | None:
    """The match of a line that is only a prompt, or the command (a pattern) as somebody typed it: `> show stat`."""
    return re.fullmatch(rb"%s\s*|(?:%s\s*)?(?i:%s)" % (_PROMPT, _PROMPT, command), line.data)


def shown(line: Said) -> tuple[str, str] | None:
    """Which listing with a reader somebody asked for, and what of it: `> show stat mail` as `sta` and `mail`."""
    found = _SHOW.fullmatch(line.data)
    return (_lower(found["what"]), _lower(found["which"] or b"")) if found else None


def _lower(asked: bytes) -> str:
    return asked.decode("ascii", "replace").lower()


def captured(source: Source, command: bytes) -> bool:
    """Whether a listing of another command was asked for too: then the file is a captured console."""
    return any(shown(line) and not typed(line, command) for line in said(source))


def other_command(line: Said, command: bytes) -> bool:
    """Whether somebody typed another command behind the console's prompt, so that what follows is its output."""
    return line.data.startswith(b">") and not typed(line, command)


def foreign(line: Said, kind: str) -> Diagnostic | None:
    """What to say of a line that is not of the listing; None for a message that came in between."""
    if b"\0" in line.data:
        return Diagnostic(line.start, NUL)
    if line.dated:
        return None
    return Diagnostic(line.start, NO_LINE + kind if line.ended else CUT)
