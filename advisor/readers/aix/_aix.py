"""AIX: a file with what one of its commands printed in, the command's own lines out, and what somebody typed."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from advisor.facts import Diagnostic
from advisor.readers._words import Line, Word, lines, typed
from advisor.source import Source

_TYPED = re.compile(r"(?!##)(?:\S{1,80}|\[[^\]]{1,80}\])?[#$]\s+\S.*")  # `# lsps -a`, but not vmo's `##Restricted`
_ERROR = re.compile(r"\b\d{4}-\d{3}\b")  # the number that AIX gives its messages
_NO_COMMAND = r"(?!)"


class Command(NamedTuple):
    """A line on which the command was typed."""

    text: str


def printed(source: Source, command: str) -> Iterator[Line | Command | Diagnostic]:
    """Every line that the command (a pattern) printed; what another one printed below it is left out."""
    own = True
    for line in lines(source):
        text, at = line.whole.text, line.whole.span[0]
        if "\0" in text:
            yield Diagnostic(at, "the line holds NUL bytes and was not read")
        elif typed(text, _NO_COMMAND):
            continue
        elif typed(text, command):
            own = True
            yield Command(text)
        elif own and _TYPED.fullmatch(text):
            own = False
            yield Diagnostic(at, "here somebody typed another command; what it printed was not read")
        elif own:
            yield line


def first_lines(head: bytes, command: str, count: int) -> list[Line]:
    """The first lines that were not typed."""
    told = (line for line in lines(Source.of("", head)) if not typed(line.whole.text, command))
    return list(islice(told, count))


def unread(line: Line, tool: str) -> Diagnostic:
    """Why a line of a tool's file could not be read."""
    error = line.whole.text.startswith(f"{tool}:") or _ERROR.search(line.whole.text)
    reason = f"{tool} printed an error" if error else f"this is no line that {tool} prints"
    return Diagnostic(line.whole.span[0], reason)


def cut(source: Source, line: Line) -> Diagnostic | None:
    """For a last line without a line end: nobody knows whether it went on."""
    if source.data.find(b"\n", line.whole.span[1]) >= 0 or source.data.find(b"\r", line.whole.span[1]) >= 0:
        return None
    return Diagnostic(line.whole.span[0], "the file ends within this line: its value may be longer")


def part(line: Line, start: int, end: int) -> Word:
    """A piece of a line, by its characters; in UTF-8 one may take several bytes."""
    text, (first, last) = line.whole
    single = len(text) == last - first
    at, to = (start, end) if single else (len(text[:start].encode()), len(text[:end].encode()))
    return Word(text[start:end], (min(first + at, last), min(first + to, last)))
