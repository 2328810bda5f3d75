"""`lparstat -i` of AIX: what a partition has in, the machine's memory out."""

import re
from collections.abc import Iterator

from advisor.facts import Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.aix._aix import Command, cut, first_lines, part, printed, unread
from advisor.source import Source

FORMAT = "lparstat"

_COMMAND = "lparstat"
_FIRST = (re.compile(r"Node\s+Name\s*:.*"), re.compile(r"Partition\s+Name\s*:.*"))
_MEMORY = re.compile(r"Online\s+Memory\s*:\s*(\d{1,12}) MB")
_LINE = re.compile(r"[A-Za-z][^:]{0,80}:.*")


def recognises(head: bytes, _: Catalogue) -> bool:
    """Its first two lines name the node and the partition."""
    told = first_lines(head, _COMMAND, 2)
    return len(told) == 2 and all(
        pattern.fullmatch(line.whole.text) for pattern, line in zip(_FIRST, told, strict=True)
    )


def read(source: Source, _: Catalogue) -> Iterator[Fact | Diagnostic]:
    """The memory that is online, in MB."""
    for item in printed(source, _COMMAND):
        if isinstance(item, Diagnostic):
            yield item
        elif isinstance(item, Command):
            continue
        elif found := _MEMORY.fullmatch(item.whole.text):
            memory = part(item, *found.span(1))
            yield Fact("machine.memory", memory.text, source, memory.span)
        elif not _LINE.fullmatch(item.whole.text):
            yield unread(item, _COMMAND)
        elif broken := cut(source, item):
            yield broken
