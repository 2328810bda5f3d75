"""Reads `show port` of a server's console: the driver that a port runs on. The rest changes by the minute."""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.console import _console
from advisor.readers.console._console import lines, typed
from advisor.readers.transcript import Line
from advisor.source import Source

FORMAT = "show port"

_COMMAND = rb"sh(?:o|ow)?\s+po\w*(?:\s.*)?"
_TELLING = re.compile(rb"(?P<value>\S.{0,60}?) Port Driver")


def recognises(head: bytes, _: Catalogue) -> bool:
    """The telling line comes first, or below what was typed."""
    source = Source.of("", head)
    first = next((line for line in lines(source) if not typed(line, _COMMAND)), None)
    return bool(first and begins(first)) and not _console.captured(source, _COMMAND)


def begins(line: Line) -> bool:
    """Whether the output begins with this line."""
    return not line.holds_nul and bool(_TELLING.fullmatch(line.data))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """What the last such line tells."""
    telling = [line for line in lines(source) if begins(line)]
    for line in telling[-1:]:
        match = _TELLING.fullmatch(line.data)
        if match:
            text, span = line.group(match, "value")
            yield Fact("console.port_driver", text, source, span)
