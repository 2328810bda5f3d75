"""`oslevel` of AIX, with -s, -r or neither: its level in, release, technology level and service pack out."""

import re
from collections.abc import Iterator

from advisor.facts import Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers._words import Line
from advisor.readers.aix._aix import Command, first_lines, part, printed, unread
from advisor.source import Source, Span

FORMAT = "oslevel"

_COMMAND = "oslevel"
_LEVEL = re.compile(
    r"(?P<digits>43|5[123]|61|7[123])\d\d-(?P<technology_level>\d\d)(?:-(?P<service_pack>\d\d|CSP)-\d{4})?"
    r"|(?P<release>4\.3|5\.[123]|6\.1|7\.[123])\.\d{1,2}\.\d{1,3}"
)
_LONGEST = 1000  # of a file: one with more in it is something else
_MOST = 3  # -s, -r and the plain form, one below the other


def recognises(head: bytes, _: Catalogue) -> bool:
    """There is nothing else in the file than levels, and commands somebody typed."""
    told = first_lines(head, _COMMAND, _MOST + 1) if len(head) <= _LONGEST else []
    return 0 < len(told) <= _MOST and all(_LEVEL.fullmatch(line.whole.text) for line in told)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Diagnostic]:
    """The release as `5.3`; the level as it is printed, the longest where there are several."""
    levels: list[Line] = []
    for item in printed(source, _COMMAND):
        if isinstance(item, Diagnostic):
            yield item
        elif not isinstance(item, Command):
            if _LEVEL.fullmatch(item.whole.text):
                levels.append(item)
            else:
                yield unread(item, _COMMAND)
    for level in levels:
        yield from _parts(source, level)
    if levels:
        longest = max(levels, key=lambda line: len(line.whole.text)).whole
        yield Fact("aix.level", longest.text, source, longest.span)


def _parts(source: Source, level: Line) -> Iterator[Fact]:
    found = _LEVEL.fullmatch(level.whole.text)
    for name, text in found.groupdict().items() if found else ():
        if found and text:
            span = part(level, *found.span(name)).span
            yield Fact(f"aix.{name}", text, source, span) if name != "digits" else _release(source, text, span)


def _release(source: Source, digits: str, span: Span) -> Fact:
    return Fact("aix.release", f"{digits[0]}.{digits[1]}", source, span)
