"""One-Touch Setup by environment: a file of `SERVERSETUP_…=value` lines in, the same facts as of the JSON form out.

The names are those of the JSON form, in upper case and with `_` between the levels. Variables of other programs in the
file are passed over.
"""

import re
from collections.abc import Iterator

from advisor.facts import Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers._words import Line, lines
from advisor.readers.domino._one_touch import parameter, server_name
from advisor.source import Source, Span

FORMAT = "one-touch env"

_LINE = re.compile(rb"(?:export[ \t]+)?(\w+)=(.*)", re.DOTALL)
_OURS = re.compile(rb"(?:SERVERSETUP|IDVAULT|AUTOCONFIGPREFERENCES)_[A-Z0-9$]\w*")
_INI = "SERVERSETUP_NOTESINI_"


def recognises(head: bytes, _: Catalogue) -> bool:
    """At least half of the lines set variables of One-Touch's; a script is not taken."""
    source = Source.of("", head)
    if source.data.startswith(b"#!"):
        return False
    found = [_set_in(source, line) for line in lines(source) if not _is_comment(line)]
    ours = [one for one in found if one and _OURS.fullmatch(one[1])]
    return bool(ours) and 2 * len(ours) >= len(found)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Diagnostic]:
    """Settings as `ini.…`, parameters as `one_touch.…`; nothing is absent, for it may be set elsewhere."""
    facts: list[Fact] = []
    broken: list[Diagnostic] = []
    for line in lines(source):
        found = _set_in(source, line)
        if _is_comment(line):
            continue
        if b"\0" in source.data[slice(*line.whole.span)]:
            broken.append(Diagnostic(line.whole.span[0], "the line holds NUL bytes and was not read"))
        elif found is None:
            broken.append(Diagnostic(line.whole.span[0], "this line sets no variable"))
        elif _OURS.fullmatch(found[1]):
            facts += _parameter(source, line.whole.span[0], found)
    if facts:
        yield Fact("one_touch.form", "environment", source, facts[0].span)
    yield from server_name(facts, source)
    yield from facts
    yield from broken


def _is_comment(line: Line) -> bool:
    return line.whole.text.startswith("#")


def _set_in(source: Source, line: Line) -> re.Match[bytes] | None:
    return _LINE.fullmatch(source.data[slice(*line.whole.span)])


def _parameter(source: Source, begin: int, found: re.Match[bytes]) -> Iterator[Fact]:
    """A value with or without quotes: a shell takes them off, `docker --env-file` leaves them on."""
    value = found[2].strip()
    start = begin + found.end(2) - len(found[2].lstrip())
    span: Span = (start, start + len(value))
    if len(value) > 1 and value[:1] == value[-1:] and value[:1] in b"\"'":
        span = (span[0] + 1, span[1] - 1)
    name = found[1].decode("ascii")
    setting = name.removeprefix(_INI).lower()
    path = f"serversetup.notesini.{setting}" if name.startswith(_INI) else name.lower().replace("_", ".")
    yield from parameter(path, source.text(*span), source, span, name, (begin + found.start(1), begin + found.end(1)))
