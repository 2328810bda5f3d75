"""Read `prtconf` and `lsconf` of AIX: the memory of a machine, its serial number, partition and host name."""

import re
from collections.abc import Iterator

from advisor.facts import Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.transcript import Command, Line, first_printed, printed
from advisor.source import Source

_COMMAND = "(?:prtconf|lsconf)"
_BEGINS = rb"System Model: \S"

_KNOWN_LABEL = re.compile(r"(?:Machine Serial Number|Processor Type|LPAR Info|Memory Size): .*")
_MEMORY = re.compile(r"Memory Size: (\d{1,12}) ?MB")  # Good Memory Size is what of it is sound
_IDENTITY = {
    "serial": re.compile(r"Machine Serial Number: (\S{1,60})"),
    "lpar": re.compile(r"LPAR Info: (\S.{0,200})"),
    "host_name": re.compile(r"Host Name: (\S{1,255})"),
}


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the model comes first; with -m there is only one line."""
    lines = first_printed(head, _COMMAND, 10)
    if len(lines) == 1:
        return bool(_MEMORY.fullmatch(lines[0].text))
    return bool(lines) and lines[0].begins(_BEGINS) and any(_KNOWN_LABEL.fullmatch(line.text) for line in lines)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Diagnostic]:
    """Yield the memory in MB, serial number, logical partition and host name."""
    is_known = False
    for line in printed(source, _COMMAND):
        if isinstance(line, Diagnostic):
            yield line
        elif not isinstance(line, Command):
            for fact in _facts(line, source):
                is_known = is_known or fact.key == "machine.memory"
                yield fact
    if not is_known:
        yield Diagnostic(len(source.data), "it does not name the memory")


def _facts(line: Line, source: Source) -> Iterator[Fact]:
    for name, pattern in (("memory", _MEMORY), *_IDENTITY.items()):
        if (match := pattern.fullmatch(line.text)) and (line.ended or pattern is _MEMORY):
            word = line.group(match, 1)
            yield Fact(f"machine.{name}", word.text, source, word.span)


READER = Reader(
    __name__,
    "prtconf",
    recognises,
    read,
    signs=(b"memory size", b"system model"),
    begins=_BEGINS,
    command=_COMMAND,
    contains=("lsvg",),  # it ends with the disks of each volume group
)
