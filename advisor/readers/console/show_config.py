"""Read `show configuration` of a server's console: settings of NOTES.INI as they are in memory.

It lists only requested settings, so no setting becomes absent. NOTES.INI has the same lines: only the typed command, a
process or a date makes a file this format.
"""

import re
from collections.abc import Iterator
from itertools import islice

from advisor.facts import MAYBE_CUT, Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.console import _console
from advisor.readers.console._console import lines, typed
from advisor.readers.interface import ConsoleListing, Reader
from advisor.readers.transcript import Damage, Line
from advisor.source import Source

_COMMAND = rb"sh(?:o|ow)?\s+co\w*(?:\s.*)?"
_SETTING = re.compile(rb"(?P<name>[A-Za-z$][^\s=:;,\[\](){}<>\"']{0,254}) {0,4}=[ \t]*(?P<value>.*)")
_PROCESS = re.compile(rb"\s*\[[0-9A-Fa-f]{2,8}:[0-9A-Fa-f]{2,8}(?:-[0-9A-Fa-f]{2,16})?\]")
_HEAD_LINES = 20  # lines of a head that are looked at


def recognises(head: bytes, catalogue: Catalogue) -> bool:
    """Return whether settings follow the command, or lines with a process or date are mostly known settings."""
    source = Source.of("", head)
    first = list(islice(lines(source), _HEAD_LINES))
    content = [line for line in first if not typed(line, _COMMAND)]
    if not content or not begins(content[0]):
        return False
    if first[0] is not content[0]:
        fits = all(begins(line) or line.dated for line in content)
        fits = fits and any(map(_console.shown, first[: first.index(content[0])]))  # after # it may be a comment
    else:
        before = content[0].dated or _PROCESS.match(source.data.lstrip())
        fits = bool(before) and all(map(begins, content)) and _known(content, catalogue)
    return fits and not _console.captured(source, _COMMAND)


def begins(line: Line) -> bool:
    """Return whether the output can begin with this line: a setting."""
    return not line.holds_nul and bool(_SETTING.fullmatch(line.data))


def read(source: Source, catalogue: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield a fact for every setting. If a setting is printed twice, the later value is used."""
    damage = Damage()
    latest: dict[str, Fact] = {}
    inside, dated = True, None  # dated: whether the settings bear a date; messages do
    for line in lines(source):
        if typed(line, _COMMAND) or _console.other_command(line, _COMMAND):
            inside = bool(typed(line, _COMMAND))
            damage.add(_console.another_shown(line, _COMMAND))
        elif inside and begins(line) and dated in (None, line.dated):
            dated = line.dated
            fact = _setting(line)
            latest[fact.key] = fact
        elif inside:
            damage.add(_console.foreign(line, "setting"))
    yield from latest.values()
    yield from damage.verdict()


def _setting(line: Line) -> Fact:
    match = _SETTING.fullmatch(line.data)
    assert match  # noqa: S101  begins() has looked
    text, span = line.group(match, "value")
    key = "ini." + line.group(match, "name").text.lower()
    return Fact(key, text, line.source, span, doubt="" if line.ended else MAYBE_CUT)


def _known(content: list[Line], catalogue: Catalogue) -> bool:
    names = [line.data.partition(b"=")[0].decode("ascii", "replace").lower() for line in content]
    return 2 * sum(map(catalogue.knows, names)) >= len(names)


READER = Reader(
    __name__,
    "show config",
    recognises,
    read,
    signs=(b"=",),
    open_ended=True,
    console=ConsoleListing(("co",), begins, has_heading=False, depends_on_argument=True),
)
