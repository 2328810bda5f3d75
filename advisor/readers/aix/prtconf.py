"""Reads `prtconf` and `lsconf` of AIX, a machine's description, into its memory."""

import re
from collections.abc import Iterator

from advisor.facts import Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.transcript import Command, first_printed, printed
from advisor.source import Source

FORMAT = "prtconf"
COMMAND = "(?:prtconf|lsconf)"
BEGINS = rb"System Model: \S"
HOLDS = ("lsvg",)  # it ends with the disks of each volume group

_TELLING = re.compile(r"(?:Machine Serial Number|Processor Type|LPAR Info|Memory Size): .*")
_MEMORY = re.compile(r"Memory Size: (\d{1,12}) ?MB")  # Good Memory Size is what of it is sound


def recognises(head: bytes, _: Catalogue) -> bool:
    """It begins with the model; with -m there is one line only."""
    lines = first_printed(head, COMMAND, 10)
    if len(lines) == 1:
        return bool(_MEMORY.fullmatch(lines[0].text))
    return bool(lines) and lines[0].begins(BEGINS) and any(_TELLING.fullmatch(line.text) for line in lines)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Diagnostic]:
    """The memory in MB. What else is there, disks and adapters, is passed over."""
    known = False
    for line in printed(source, COMMAND):
        if isinstance(line, Diagnostic):
            yield line
        elif not isinstance(line, Command) and (match := _MEMORY.fullmatch(line.text)):
            known = True
            memory = line.group(match, 1)
            yield Fact("machine.memory", memory.text, source, memory.span)
    if not known:
        yield Diagnostic(len(source.data), "it does not name the memory")
