"""Words: a file of columns in, its lines with their words and places out; and what somebody typed above them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.source import Source, Span

_LINE = re.compile(rb"[^\r\n]+")
_WORD = re.compile(rb"\S+")
_PROMPT = r"(?:(?:\S{1,80}|\[[^\]]{1,80}\])?[#$%>]\s*)"


class Word(NamedTuple):
    """A piece of a line and where it stands."""

    text: str
    span: Span


class Line(NamedTuple):
    """A line that holds more than blanks. whole: its text from the first word to the last."""

    words: list[Word]
    whole: Word


def lines(source: Source) -> Iterator[Line]:
    """Every line but empty ones."""
    for found in _LINE.finditer(source.data):
        spans = [word.span() for word in _WORD.finditer(source.data, *found.span())]
        if spans:
            words = [Word(source.text(*span), span) for span in spans]
            yield Line(words, joined(source, words))


def joined(source: Source, words: list[Word]) -> Word:
    """From the first of the words to the last, with the blanks between."""
    span = (words[0].span[0], words[-1].span[1])
    return Word(source.text(*span), span)


def typed(text: str, command: str) -> bool:
    """Whether a line is only a prompt, or the command (a pattern) as somebody typed it: `root@mail:~# df -k`."""
    return bool(re.fullmatch(rf"{_PROMPT}|{_PROMPT}?(?:sudo\s+)?(?:/\S+/)?{command}(?:\s.*)?", text))


def first_line(head: bytes, command: str) -> str:
    """The first line that was not typed, or the empty text."""
    found = (line.whole.text for line in lines(Source.of("", head)))
    return next((text for text in found if not typed(text, command)), "")
