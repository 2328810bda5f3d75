"""Read `show tasks` of a server's console, with one subject for each running task.

The table has no end mark, so no task becomes absent. An old release prints the block of `show server` above the table.
"""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.console import _console, show_server
from advisor.readers.console._console import lines, typed
from advisor.readers.interface import ConsoleListing, Reader
from advisor.readers.transcript import Damage, Line
from advisor.source import Source

_HEADING = re.compile(rb"Task\s{2,}Description")
_COMMAND = rb"sh(?:o|ow)?\s+ta\w*(?:\s.*)?"
ANOTHER = "here another listing begins; it was not read, give it a file of its own"
_NAMED = rb"(?=[^\t:=]{0,40}[A-Za-z])"  # rulers and rows of figures are below other headings
_ROW = re.compile(_NAMED + rb"(?P<name>\S[^\t:=]{0,40}?)(?:\s{2,}|\t)[^\s:=].*")
_FULL = re.compile(_NAMED + rb"(?P<name>\S[^\t:=]{19}) [^\s:=].*")  # a name as wide as its column


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the table's heading comes first, below the command and the server's heading, then a row."""
    source = Source.of("", head)
    content = (line for line in _console.opening(source) if not typed(line, _COMMAND) and not show_server.begins(line))
    heading, row = next(content, None), next(content, None)
    if not heading or not row or not begins(heading) or not _ROW.fullmatch(row.data):
        return False
    return not _console.captured(source, _COMMAND)


def begins(line: Line) -> bool:
    """Return whether the output begins with this line."""
    return bool(_HEADING.fullmatch(line.data))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield a fact for each task, at its first row. Domino prints a row for each thread of a task."""
    damage = Damage()
    names: set[str] = set()
    inside = False
    for line in lines(source):
        inside = inside and not _console.other_command(line, _COMMAND)
        damage.add(_console.another_shown(line, _COMMAND))
        if inside and _begins_another(line):
            damage.add(line.diagnostic(ANOTHER))
            inside = False
        if begins(line):
            inside = True
        elif heading_facts := list(show_server.heading(line)):
            yield from heading_facts
        elif inside and (row := _row(line)):
            name, span = line.group(row, "name")
            if name.strip() and name not in names:  # what counts as a blank in text need not in bytes
                yield Fact("running_task.name", name, source, span, Subject("running task", name))
            names.add(name)
        elif inside and not typed(line, _COMMAND):
            damage.add(_console.foreign(line, "row of the table"))
    yield from damage.verdict()


def _begins_another(line: Line) -> bool:
    """Return whether the heading of another listing is on this line."""
    headings = (listing.begins for reader, listing in _console.listings() if listing.has_heading and reader != READER)
    return any(is_heading(line) for is_heading in headings)


def _row(line: Line) -> re.Match[bytes] | None:
    if line.holds_nul or line.dated:
        return None
    return _ROW.fullmatch(line.data) or _FULL.fullmatch(line.data)


READER = Reader(
    __name__,
    "show tasks",
    recognises,
    read,
    signs=(b"description",),
    open_ended=True,
    console=ConsoleListing(("ta",), begins),
)
