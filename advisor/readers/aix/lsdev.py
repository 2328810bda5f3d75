"""`lsdev` of AIX: devices with their states in, the state of the I/O completion ports out."""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers._words import Line
from advisor.readers.aix._aix import Command, first_lines, printed, unread
from advisor.source import Source

FORMAT = "lsdev"

_COMMAND = "lsdev"
_HEADER = re.compile(r"name\s+status\s+(location\s+|physloc\s+)?description")
_STATES = {"Available", "Defined", "Stopped"}
_NAME = re.compile(r"[A-Za-z][\w.]{0,30}")
_TELLING = re.compile(
    r"(iocp|aio|hdisk|sys|sysplanar|mem|proc|en|et|ent|fcs|fscsi|scsi|vscsi|cd|rmt|pci|vio|inet|lo|tty)\d+"
)
_WHOLE = ({"sys0"}, {"mem0", "proc0"}, {"inet0", "lo0", "rootvg"})  # one of each is in every whole listing
_FEWEST = 10
_PORTS = "iocp0"


def recognises(head: bytes, _: Catalogue) -> bool:
    """Its first lines are devices and states, one of the names being a device's for certain."""
    told = first_lines(head, _COMMAND, 10)
    rows = told[1:] if told and _HEADER.fullmatch(told[0].whole.text) else told
    return bool(rows) and _row(rows[0]) and any(_row(row) and _TELLING.fullmatch(row.words[0].text) for row in rows)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """`aix.iocp.state`: available or defined, or absent where a listing of all devices does not have them."""
    broken: Diagnostic | None = None
    names: set[str] = set()
    some = False
    for item in printed(source, _COMMAND):
        if isinstance(item, Diagnostic):
            broken = broken or item
        elif isinstance(item, Command):
            some = some or bool(re.search(r"\s-\w*[clstp]|\|", item.text))
        elif _row(item):
            names.add(item.words[0].text)
            if item.words[0].text == _PORTS:
                yield Fact("aix.iocp.state", item.words[1].text.lower(), source, item.words[1].span)
        elif not _HEADER.fullmatch(item.whole.text):
            broken = broken or unread(item, _COMMAND)
    if broken:
        yield broken
    elif not some and len(names) >= _FEWEST and all(names & some_of for some_of in _WHOLE):
        yield Complete("aix.iocp.", source)


def _row(line: Line) -> bool:
    """`iocp0 Available  I/O Completion Ports`; some devices have a location before the description."""
    words = [word.text for word in line.words]
    return len(words) > 2 and words[1] in _STATES and bool(_NAME.fullmatch(words[0]))
