"""States: what the console of a server said last of Traveler and of the DAOS catalogue, asked or not.

As HCL's help prints `tell traveler status`, with the task's name before it on the console, as its container's
tests wait for `Traveler: Server started.`; of the catalogue by the names that IBM's technote gives to its states.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.facts import Fact
from advisor.readers.console._trouble import lines_with, message_of
from advisor.source import Source, Span


class _State(NamedTuple):
    """Something that has states. words: one of them stands in each such line. Of the pattern the first group is it."""

    key: str
    words: tuple[bytes, ...]
    pattern: re.Pattern[bytes]


_STATES = (
    _State(
        "console.traveler_status",
        (b"overall status",),
        re.compile(
            rb"(?:Traveler: )?"
            rb"(?:The overall status of (?:\w+ ){1,3}Traveler is|(?:\w+ ){1,3}Traveler overall status is)"
            rb" (green|yellow|red)\b\.?",
            re.IGNORECASE,
        ),
    ),
    _State(
        "console.daos_catalog",
        (b"atalog", b"ATALOG"),
        re.compile(
            rb"(?!.{0,200}\bnot\b).{0,80}?\bDAOS\w*\b.{0,80}?\bcatalog\b.{0,40}?"
            rb"\b(needs[ _-]resync(?:hronization)?|synchronized|resyncing|rebuilding|unavailable)\b\W{0,3}",
            re.IGNORECASE,
        ),
    ),
)


def states(source: Source, started: int = -1) -> Iterator[Fact]:
    """Each state, as the last line since the start tells it. started: where the log last says so, or -1."""
    for state in _STATES:
        spans = [span for word in state.words for span in _spans(source.data, state, word) if span[0] > started]
        if spans:
            last = max(spans)
            yield Fact(state.key, re.sub(r"[_-]", " ", source.text(*last).lower()), source, last)


def _spans(data: bytes, state: _State, word: bytes) -> Iterator[Span]:
    for line in lines_with(data, word):
        if match := state.pattern.fullmatch(data, *message_of(data, line)):
            yield match.span(1)
