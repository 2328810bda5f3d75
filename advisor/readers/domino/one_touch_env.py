"""Read One-Touch Setup as environment variables (lines `SERVERSETUP_…=value`).

The names are those of the JSON form, in upper case and with `_` between the levels. Variables of other programs in the
file are ignored.
"""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from advisor.facts import Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.domino.one_touch import parameter_facts, server_name
from advisor.readers.interface import Reader
from advisor.readers.transcript import NUL, Line, lines
from advisor.source import Source, Span

_LINE = re.compile(rb"(?:export[ \t]+)?(\w+)=(.*)", re.DOTALL)
_OURS = re.compile(rb"(?:SERVERSETUP|IDVAULT|AUTOCONFIGPREFERENCES)_[A-Z0-9$]\w*")
_INI = "SERVERSETUP_NOTESINI_"
GOES_ON = "a shell goes on behind a backslash at the end of a line, and Docker does not; this line was not read"
_SETS_NOTHING = "this line sets no variable"
_SIGNS = (b"serversetup_", b"idvault_", b"autoconfigpreferences_")


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether at least half of the lines set variables of One-Touch. A script is not accepted."""
    source = Source.of("", head)
    if source.data.startswith(b"#!") or not _OURS.search(source.data):
        return False
    matches = [_LINE.fullmatch(line.data) for line in lines(source) if not _is_comment(line)]
    setup_variables = [match for match in matches if match and _OURS.fullmatch(match[1])]
    return bool(setup_variables) and 2 * len(setup_variables) >= len(matches)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Diagnostic]:
    """Yield settings as `ini.…` and parameters as `one_touch.…`. Nothing is absent, as it may be set elsewhere."""
    facts: list[Fact] = []
    diagnostics: list[Diagnostic] = []
    goes_on = False
    for line in lines(source):
        match = _LINE.fullmatch(line.data)
        if _is_comment(line):
            continue
        continued, goes_on = goes_on, line.takes_the_next
        if line.holds_nul:
            diagnostics.append(Diagnostic(line.start, NUL))
        elif continued or line.goes_on:
            diagnostics.append(Diagnostic(line.start, GOES_ON))
        elif match is None:
            diagnostics.append(Diagnostic(line.start, _SETS_NOTHING))
        elif _OURS.fullmatch(match[1]):
            facts += _parameter(source, line.start, match)
    yield from _set_up(source, facts)
    yield from diagnostics


class SetupVariable(Struct, frozen=True):
    """A variable of an environment. span: the location of its value. at: the location of its name."""

    name: str
    value: str
    span: Span
    at: Span


def is_variable(name: str) -> bool:
    """Return whether a variable is One-Touch's."""
    return _OURS.fullmatch(name.encode()) is not None


def of_variables(source: Source, variables: Iterable[SetupVariable]) -> Iterator[Fact]:
    """Yield the facts of variables that are not lines of a file of their own."""
    return _set_up(source, [fact for variable in variables for fact in _named(source, variable)])


def _set_up(source: Source, facts: list[Fact]) -> Iterator[Fact]:
    if facts:
        yield Fact("one_touch.form", "environment", source, facts[0].span)
    yield from server_name(facts, source)
    yield from facts


def _is_comment(line: Line) -> bool:
    return line.text.startswith("#")


def _parameter(source: Source, begin: int, match: re.Match[bytes]) -> Iterator[Fact]:
    """Yield a parameter without its quotes. A shell removes them, but `docker --env-file` keeps them."""
    value = match[2].strip()
    start = begin + match.end(2) - len(match[2].lstrip())
    span: Span = (start, start + len(value))
    if len(value) > 1 and value[:1] == value[-1:] and value[:1] in b"\"'":
        span = (span[0] + 1, span[1] - 1)
    name_span = (begin + match.start(1), begin + match.end(1))
    yield from _named(source, SetupVariable(match[1].decode("ascii"), source.text(*span), span, name_span))


def _named(source: Source, variable: SetupVariable) -> Iterator[Fact]:
    setting = variable.name.removeprefix(_INI).lower()
    path = (
        f"serversetup.notesini.{setting}" if variable.name.startswith(_INI) else variable.name.lower().replace("_", ".")
    )
    yield from parameter_facts(path, variable.value, source, variable.span, variable.name, variable.at)


READER = Reader(__name__, "one-touch env", recognises, read, signs=_SIGNS, needs_whole_head=True, must_be_whole=True)
