r"""Read wmic of drives, disks, the machine and its memory: its table, /format:list and /format:csv.

It writes UTF-16 and ends lines with `\r\r\n`. One file may contain `wmic logicaldisk`, `diskdrive`, `volume`,
`computersystem`, `os`, `pagefile`, and Win32_LogicalDiskToPartition, which maps letters to disks.
"""

import re
from collections.abc import Iterator
from itertools import chain, pairwise

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.transcript import (
    ANOTHER_COMMAND,
    CUT,
    NUL,
    Damage,
    Line,
    Word,
    lines,
    opening,
    typed,
    typed_another,
)
from advisor.readers.windows._records import FIRST_NAMES, Fields, Record, column_name, kind_of, record_facts
from advisor.source import Source

_COMMAND = r"(?i:wmic(?:\.exe)?)"

_SHELL = re.compile(r"wmic:root\\\S*>.*", re.IGNORECASE)
_HEADING = re.compile(r"[A-Z][A-Za-z0-9]+(?: {2,}[A-Z][A-Za-z0-9]+)*")
_CSV = re.compile(r"Node(?:,\w+)+")
_COMMA = re.compile(r'"[^"]*"|,')
_ROW = re.compile(r"([A-Z]\w{0,60})=(.*)")
_ERROR = re.compile(r"(?:ERROR:|Node - |Invalid |No Instance|Description = |Code = 0x).*", re.IGNORECASE)
FAILED = "wmic printed an error"
ELSE = "this is no line that wmic prints of drives, disks or the machine"
UNEVEN = "the line has not as many values as its heading has names"
_BEGINS = (
    rb"(?=[^\r\n]*\b(?:FreeSpace|DriveType|InterfaceType|Model|TotalPhysicalMemory|TotalVisibleMemorySize|Antecedent"
    rb"|AllocatedBaseSize|CurrentUsage)\b)(?:Node(?:,\w+)+|[A-Z]\w+(?: {2,}[A-Z]\w+)+)[ \t]*\r*$(?!\s+--)"
    rb"|(?:Access|Availability|Manufacturer|DeviceID|DriveType|FileSystem|FreeSpace|Model|InterfaceType|TotalPhysicalMemory"
    rb"|Antecedent|AllocatedBaseSize|TotalVisibleMemorySize|FreePhysicalMemory)=[^\r\n]*\r*$"
)


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the first line is a known heading, or the first block of `Name=value` lines is known."""
    names: set[str] = set()
    printed = (line for line in opening(head) if not _is_typed(line.text))
    for line, below in pairwise(chain(printed, (None,))):
        if line is None or (below and below.text.startswith("--")):  # the ruler of a table of PowerShell's
            return False
        if match := _ROW.fullmatch(line.text):
            if column_name(match[1]) in names:
                return False
            names.add(column_name(match[1]))
            if kind_of(frozenset(names)):
                return True
        else:
            return not names and _heading(line) is not None
    return False


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the facts of volumes, disks and the machine."""
    damage = Damage()
    yield from record_facts(source, damage.collect(_records(source)))
    yield from damage.verdict()


def _is_typed(text: str) -> bool:
    return typed(text, _COMMAND) or bool(_SHELL.fullmatch(text))


def _records(source: Source) -> Iterator[Record | Diagnostic]:
    heading: tuple[Line, str] | None = None
    fields: Fields = {}
    for line in lines(source):
        row = _ROW.fullmatch(line.text)
        if fields and (not row or column_name(row[1]) in fields):
            yield from _list_records(fields)
            fields = {}
        if line.holds_nul:
            yield line.diagnostic(NUL)
        elif _is_typed(line.text):
            heading = None
        elif found := _heading(line):
            heading = found
        elif row:
            word = line.group(row, 2)
            fields[column_name(row[1])] = [word]
        elif heading:
            yield _table_record(line, *heading)
        elif typed_another(line.text, _COMMAND):
            yield line.diagnostic(ANOTHER_COMMAND)
        else:
            yield line.diagnostic(FAILED if _ERROR.fullmatch(line.text) else ELSE if line.ended else CUT)
    yield from _list_records(fields)


def _heading(line: Line) -> tuple[Line, str] | None:
    """Return the header line of a table or CSV and the kind of its rows, or None for another line."""
    csv = _CSV.fullmatch(line.text)
    if not (csv or _HEADING.fullmatch(line.text)):
        return None
    names = line.text.split(",") if csv else line.text.split()
    kind = kind_of(frozenset(map(column_name, names)))
    return (line, kind) if kind else None


def _list_records(fields: Fields) -> Iterator[Record]:
    kind = kind_of(frozenset(fields))
    if kind:
        yield Record(kind, fields)


def _table_record(line: Line, heading: Line, kind: str) -> Record | Diagnostic:
    if _CSV.fullmatch(heading.text):
        words = _between_commas(line)
        names = heading.text.split(",")
        if len(words) != len(names):
            return line.diagnostic(UNEVEN if line.ended else CUT)
    else:
        starts = [match.start() + heading.indent - line.indent for match in re.finditer(r"\S+", heading.text)]
        if any(0 < start < len(line.text) and line.text[start - 1] != " " for start in starts):
            return line.diagnostic(FAILED if _ERROR.fullmatch(line.text) else ELSE)
        words = [line.cell(max(begin, 0), max(end, 0)) for begin, end in pairwise([*starts, len(line.text)])]
        names = heading.text.split()
    return Record(kind, {column_name(name): [word] for name, word in zip(names, words, strict=True) if word.text})


def _between_commas(line: Line) -> list[Word]:
    """Return the values of a CSV line. wmic quotes only values that contain a quote."""
    commas = (match.start() for match in _COMMA.finditer(line.text) if match[0] == ",")
    edges = [-1, *commas, len(line.text)]
    return [line.cell(begin + 1, end) for begin, end in pairwise(edges)]


READER = Reader(__name__, "wmic", recognises, read, signs=tuple(sorted(FIRST_NAMES)), begins=_BEGINS, command=_COMMAND)
