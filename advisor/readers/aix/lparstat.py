"""Read `lparstat -i` of AIX: the memory of a partition and its host name."""

import re
from collections.abc import Iterator

from advisor.facts import Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.transcript import CUT, Command, first_printed, foreign, printed
from advisor.source import Source

_COMMAND = "lparstat"
_BEGINS = rb"Node[ \t]+Name[ \t]*:"

_SECOND = re.compile(r"Partition\s+Name\s*:.*")
_MEMORY = re.compile(r"Online\s+Memory\s*:\s*(\d{1,12}) MB")
_NODE = re.compile(r"Node\s+Name\s*:\s*(\S{1,255})")
_LINE = re.compile(r"[A-Za-z][^:]{0,80}:.*")


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the first two lines name the node and the partition."""
    lines = first_printed(head, _COMMAND, 2)
    return len(lines) == 2 and lines[0].begins(_BEGINS) and bool(_SECOND.fullmatch(lines[1].text))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Diagnostic]:
    """Yield the online memory in MB and the node's name."""
    for line in printed(source, _COMMAND):
        if isinstance(line, Diagnostic):
            yield line
        elif isinstance(line, Command):
            continue
        elif match := _MEMORY.fullmatch(line.text):
            memory = line.group(match, 1)
            yield Fact("machine.memory", memory.text, source, memory.span)
        elif line.ended and (match := _NODE.fullmatch(line.text)):
            node = line.group(match, 1)
            yield Fact("machine.host_name", node.text, source, node.span)
        elif not _LINE.fullmatch(line.text):
            yield foreign(line, _COMMAND)
        elif not line.ended:
            yield line.diagnostic(CUT)


READER = Reader(__name__, "lparstat", recognises, read, signs=(b"node",), begins=_BEGINS, command=_COMMAND)
