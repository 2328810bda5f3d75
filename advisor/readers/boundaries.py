"""Find where the output of another tool begins in a file.

`Reader.begins` describes how the output of a tool begins. Domino's own files and consoles are not searched.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from advisor.readers import registry
from advisor.readers.interface import Reader
from advisor.readers.prompts import PROMPT
from advisor.readers.transcript import Command, beginnings, part, printed
from advisor.source import HEAD, Source

_OF_DOMINO = {"console", "domino"}
_A_LINE = rb"(?<![ \t])(?<!\\\n)(?<!\\\r\n)"  # not set in, nor one with the line above: so a unit has variables
_WITHOUT_READER = {
    "notes.ini": rb"\[Notes\]",  # it has one, but is no tool's output
    "the kernel's /proc/driver/cciss": rb"cciss\d{1,3}: ",
    "sas2ircu": rb"[^\r\n]{0,40}SAS\d IR Configuration Utility",
    "storage.toml": rb"\[\[[a-z_]{1,30}\]\]",  # it has a reader, as have those below, and is no tool's output either
    "the start script's configuration": _A_LINE + rb"(?-i:LOTUS|DOMINO_(?:CONFIGURED|DATA_PATH|SHUTDOWN_TIMEOUT))=",
    "a user's environment": _A_LINE
    + rb"(?:#! ?/|(?-i:export [A-Z_]{2,40}\b|(?:AIXTHREAD_[A-Z_]{2,30}|HOME|LANG|LOGNAME|PATH|TZ)=))",
}


class Tool(NamedTuple):
    """A tool whose output begins with the pattern. command: a pattern of its typed command."""

    name: str
    begins: bytes
    command: str


class Boundary(NamedTuple):
    """Where a tool's output begins, or the line above it on which the tool was typed."""

    offset: int
    tool: str
    typed: bool


@cache
def tools() -> tuple[Tool, ...]:
    """Return every tool whose reader has a `begins` pattern, and a few tools without a reader."""
    readers = [registry.reader(name) for name in registry.names() if registry.family(name) not in _OF_DOMINO]
    with_reader = (
        Tool(reader.name, reader.begins, reader.command or reader.name.split()[0])
        for reader in readers
        if reader.begins
    )
    return (*with_reader, *(Tool(name, begins, name.split()[0]) for name, begins in _WITHOUT_READER.items()))


def boundary(reader: Reader, source: Source) -> Boundary | None:
    """Return the beginning of another tool's output in a file, or None.

    Also None if the reader separates tools by typed commands and its own command is typed again below.
    """
    own_tools = frozenset({reader.name, *reader.contains})
    first = min(_boundaries(source, own_tools), default=None)
    if first and first.typed and _goes_on(reader.command, source, first.offset):
        return None
    return first


def _boundaries(source: Source, own_tools: frozenset[str]) -> Iterator[Boundary]:
    """Yield the beginning of each other tool's output. Most files contain none."""
    begin = next(beginnings(source, _of_any_but(own_tools)), None)
    if begin is None:
        return
    text = part(source, begin + HEAD, begin)
    for tool in _others(own_tools):
        start = next(beginnings(text, tool.begins), None)
        if start is not None:
            typed = _typed_above(source.data, begin + start, tool.command)
            yield Boundary(begin + start if typed is None else typed, tool.name, typed is not None)


def _others(own_tools: frozenset[str]) -> list[Tool]:
    return [tool for tool in tools() if tool.name not in own_tools]


@cache
def _of_any_but(own_tools: frozenset[str]) -> bytes:
    """Return one pattern for the beginnings of all other tools, four times as fast as separate patterns."""
    return b"|".join(tool.begins for tool in _others(own_tools))


def _typed_above(data: bytes, start: int, command: str) -> int | None:
    """Return the beginning of the line above an output if the tool's command was typed there, else None."""
    above = data[:start].rstrip()
    begin = max(above.rfind(b"\n"), above.rfind(b"\r")) + 1
    text = above[begin:].decode("ascii", "replace")
    return begin if re.fullmatch(rf"{PROMPT}.*{command}.*", text, re.IGNORECASE) else None


def _goes_on(command: str, source: Source, offset: int) -> bool:
    """Return whether a reader's own command is typed again behind another's output."""
    rest = part(source, len(source.data), offset)
    return bool(command) and any(isinstance(item, Command) for item in printed(rest, command))
