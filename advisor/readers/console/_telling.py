"""Telling: what one line of a console's answer tells, where the rest of the answer changes by the minute."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.facts import Fact
from advisor.readers.console import _console
from advisor.readers.transcript import Line
from advisor.source import Source


class Telling(NamedTuple):
    """command: a pattern of what is typed; line: one of the whole line, whose `value` is told; key: the fact's."""

    command: bytes
    line: re.Pattern[bytes]
    key: str

    def recognised(self, head: bytes) -> bool:
        """Whether the telling line comes first, or below what was typed, in a file that is no captured console."""
        source = Source.of("", head)
        first = next((line for line in _console.opening(source) if not _console.typed(line, self.command)), None)
        return bool(first and self.match(first)) and not _console.captured(source, self.command)

    def match(self, line: Line) -> re.Match[bytes] | None:
        """The match of a line that tells."""
        return None if line.holds_nul else self.line.fullmatch(line.data)

    def facts(self, source: Source) -> Iterator[Fact]:
        """What the last such line tells."""
        matches = [(line, match) for line in _console.lines(source) if (match := self.match(line))]
        for line, match in matches[-1:]:
            text, span = line.group(match, "value")
            yield Fact(self.key, text, source, span)
