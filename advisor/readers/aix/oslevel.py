"""Read `oslevel` of AIX, also with -s or -r: release, technology level and service pack."""

import re
from collections.abc import Iterator

from advisor import limits
from advisor.facts import Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.transcript import Command, Line, first_printed, foreign, printed
from advisor.source import Source

_COMMAND = "oslevel"

_LEVEL = re.compile(
    r"(?P<digits>43|5[123]|61|7[123])\d\d-(?P<technology_level>\d\d)(?:-(?P<service_pack>\d\d|CSP)-\d{4})?"
    r"|(?P<release>4\.3|5\.[123]|6\.1|7\.[123])\.\d{1,2}\.\d{1,3}"
)
_MAX_LEVELS = 3  # -s, -r and the plain form, one below the other
_BEGINS = (
    rb"(?:(?:43|5[123]|61|7[123])\d\d-\d\d(?:-(?:\d\d|CSP)-\d{4})?"
    rb"|(?:4\.3|5\.[123]|6\.1|7\.[123])\.\d{1,2}\.\d{1,3})[ \t]*\r?$"
)


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether a file contains only levels and typed commands."""
    lines = first_printed(head, _COMMAND, _MAX_LEVELS + 1) if len(head) <= limits.MAX_OSLEVEL_BYTES else []
    return 0 < len(lines) <= _MAX_LEVELS and all(_LEVEL.fullmatch(line.text) for line in lines)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Diagnostic]:
    """Yield the release as `5.3`, and the longest level as it is printed."""
    levels: list[Line] = []
    for line in printed(source, _COMMAND):
        if isinstance(line, Diagnostic):
            yield line
        elif isinstance(line, Command):
            continue
        elif match := _LEVEL.fullmatch(line.text):
            levels.append(line)
            yield from _parts(line, match)
        else:
            yield foreign(line, _COMMAND)
    if levels:
        longest = max(levels, key=lambda line: len(line.text))
        yield Fact("aix.level", longest.text, source, longest.span)


def _parts(line: Line, match: re.Match[str]) -> Iterator[Fact]:
    for name in match.re.groupindex:
        if digits := match["digits"] if name == "digits" else "":
            yield Fact("aix.release", f"{digits[0]}.{digits[1]}", line.source, line.group(match, name).span)
        elif text := match[name]:
            yield Fact(f"aix.{name}", text, line.source, line.group(match, name).span)


READER = Reader(__name__, "oslevel", recognises, read, signs=(b"-", b"."), begins=_BEGINS, command=_COMMAND)
