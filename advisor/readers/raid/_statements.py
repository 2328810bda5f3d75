"""Statements: what a RAID tool says of a controller or an array, each with its key and place, made into facts."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from advisor.facts import Fact, Subject
from advisor.source import Source, Span
from advisor.values import raid


class Statement(NamedTuple):
    """One thing that a tool says. key: of the catalogue; text: None where nobody knows the tool's word."""

    key: str
    text: str | None
    span: Span


def facts(source: Source, subject: Subject, statements: Iterable[Statement]) -> Iterator[Fact]:
    """The facts of a subject: what the tool says of it in words that are known, and a level that is not, in doubt."""
    for key, text, span in statements:
        if text:
            yield Fact(key, text, source, span, subject)
        elif key == "array.level" and any(map(str.isalnum, said := source.text(*span).strip())):
            yield Fact(key, "", source, span, subject, doubt=raid.unheard_level(said))
