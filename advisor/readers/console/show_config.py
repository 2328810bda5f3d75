"""`show configuration` of a server's console: lines `NAME=VALUE` in, settings of NOTES.INI as they run out.

It lists what was asked for, so nothing is ever absent. NOTES.INI itself looks alike: only a sign of the console, the
command as it was typed or what stands before a console's lines, makes a file this format.
"""

import re
from collections.abc import Iterator
from itertools import islice

from advisor.facts import Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.console import _console
from advisor.readers.console._console import Said, said, typed
from advisor.source import Source

FORMAT = "show config"

_COMMAND = rb"sh(?:o|ow)?\s+co\w*(?:\s.*)?"
_SETTING = re.compile(rb"(?P<name>[A-Za-z$][^\s=:;,\[\](){}<>\"']{0,254})=[ \t]*(?P<value>.*)")
_PROCESS = re.compile(rb"\s*\[[0-9A-Fa-f]{2,8}:[0-9A-Fa-f]{2,8}(?:-[0-9A-Fa-f]{2,16})?\]")
_LOOKED_AT = 20  # lines of a head that are looked at


def recognises(head: bytes, catalogue: Catalogue) -> bool:
    """Settings below the command; or with a process or a date before them, at least half of them known to Domino."""
    source = Source.of("", head)
    first = list(islice(said(source), _LOOKED_AT))
    content = [line for line in first if not typed(line, _COMMAND)]
    if not content or not begins(content[0]) or _console.captured(source, _COMMAND):
        return False
    if first[0] != content[0]:
        fits = all(begins(line) or line.dated for line in content)
        return fits and any(map(_console.shown, first[: first.index(content[0])]))  # behind # it may be a comment
    before = content[0].dated or _PROCESS.match(source.data.lstrip())
    return bool(before) and all(map(begins, content)) and _known(content, catalogue)


def begins(line: Said) -> bool:
    """Whether the output can begin with this line: a setting."""
    return b"\0" not in line.data and bool(_SETTING.fullmatch(line.data))


def read(source: Source, catalogue: Catalogue) -> Iterator[Fact | Diagnostic]:
    """A fact for every setting; of one that was asked for again, the later answer counts."""
    broken: Diagnostic | None = None
    latest: dict[str, Fact] = {}
    inside, dated = True, None  # dated: whether the settings bear a date; messages do
    for line in said(source):
        if typed(line, _COMMAND) or _console.other_command(line, _COMMAND):
            inside = bool(typed(line, _COMMAND))
            if not inside and _console.shown(line):
                broken = broken or Diagnostic(line.start, _console.UNREAD)
        elif inside and begins(line) and dated in (None, line.dated):
            dated = line.dated
            fact = _setting(source, line)
            latest[fact.key] = fact
        elif inside:
            broken = broken or _console.foreign(line, "setting")
    yield from latest.values()
    if broken:
        yield broken


def _setting(source: Source, line: Said) -> Fact:
    found = _SETTING.fullmatch(line.data)
    assert found  # noqa: S101  begins() has looked
    span = line.span(found, "value")
    key = "ini." + source.text(*line.span(found, "name")).lower()
    return Fact(key, source.text(*span), source, span, doubt="" if line.ended else _console.MAYBE_CUT)


def _known(content: list[Said], catalogue: Catalogue) -> bool:
    names = [line.data.partition(b"=")[0].decode("ascii", "replace").lower() for line in content]
    return 2 * sum(map(catalogue.knows, names)) >= len(names)
