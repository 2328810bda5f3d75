"""Read `lsdev` of AIX: the state of the I/O completion ports."""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.transcript import Command, Damage, Line, first_printed, foreign, printed
from advisor.source import Source

_COMMAND = "lsdev"

_HEADER = re.compile(r"name\s+status\s+(location\s+|physloc\s+)?description")
_STATES = {"Available", "Defined", "Stopped"}
_NAME = re.compile(r"[A-Za-z][\w.]{0,30}")
_A_DEVICE = re.compile(
    r"(iocp|aio|hdisk|sys|sysplanar|mem|proc|en|et|ent|fcs|fscsi|scsi|vscsi|cd|rmt|pci|vio|inet|lo|tty)\d+"
)
_EVERYWHERE = ({"sys0"}, {"mem0", "proc0"}, {"inet0", "lo0", "rootvg"})  # one of each is in every complete listing
_MIN_COUNT = 10
_PORTS = "iocp0"
_SIGNS = (b"available", b"defined", b"stopped")
_BEGINS = (
    rb"name[ \t]+status[ \t]+(?:location|physloc|description)"
    rb"|(?-i:[a-z][\w.]{0,30}[ \t]+(?:Available|Defined|Stopped))[ \t]"
)


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the first lines are devices and states, with at least one name that is surely a device's."""
    lines = first_printed(head, _COMMAND, 10)
    rows = lines[1:] if lines and _HEADER.fullmatch(lines[0].text) else lines
    return bool(rows) and _row(rows[0]) and any(_row(row) and _A_DEVICE.fullmatch(row.words[0].text) for row in rows)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield `aix.iocp.state`: available, defined, or absent if a listing of all devices does not contain it."""
    damage = Damage()
    names: set[str] = set()
    some = False
    for line in damage.collect(printed(source, _COMMAND)):
        if isinstance(line, Command):
            some = some or bool(re.search(r"\s-\w*[clstp]|\|", line.text))
        elif _row(line):
            device, state = line.words[:2]
            names.add(device.text)
            if device.text == _PORTS:
                yield Fact("aix.iocp.state", state.text.lower(), source, state.span)
        elif not _HEADER.fullmatch(line.text):
            damage.add(foreign(line, _COMMAND))
    everything = not some and len(names) >= _MIN_COUNT and all(names & telling for telling in _EVERYWHERE)
    yield from damage.verdict(Complete("aix.iocp.", source) if everything else None)


def _row(line: Line) -> bool:
    """Return whether a line is a row, for example `iocp0 Available  I/O Completion Ports`."""
    words = [word.text for word in line.words]
    return len(words) > 2 and words[1] in _STATES and bool(_NAME.fullmatch(words[0]))


READER = Reader(__name__, "lsdev", recognises, read, signs=_SIGNS, begins=_BEGINS, command=_COMMAND)
