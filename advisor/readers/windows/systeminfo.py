"""Read `systeminfo`: the machine's name, type and memory, and the drives of Windows and its page file.

Windows translates the output but keeps its order: five lines of memory in MB, then the location of the page file. Maker
and model are above the type `x64-based PC`.
"""

import re
from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from advisor.facts import SERVER, Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.transcript import CUT, TYPED, Command, Damage, Line, Word, printed, typed
from advisor.source import Source
from advisor.values import windows

_COMMAND = r"(?i:systeminfo(?:\.exe)?)"

_ROW = re.compile(r"([^:]{2,60}(?:: [^:]{2,40})?):\s+(\S.*)")
_MEGABYTES = re.compile(r"(.{4,80}):\s+(\d{1,3}(?:[^\d:]?\d{3}){0,4}) [M\u041c]\S{1,2}")  # MB, Mo, Russian
_TYPE = re.compile(r"(?:x64|x86|arm64)\b.*|.*\bx(?:64|86)", re.IGNORECASE)
_TYPE_OF_32_BITS = re.compile(r"x86-.*|.*[\s-]x86", re.IGNORECASE)
_WINDOWS = re.compile(r"Microsoft\S{0,5} Windows.*")
_FOLDER = re.compile(r"([A-Za-z]:)\\(?:WINDOWS|WINNT)", re.IGNORECASE)
_PAGE_FILE = re.compile(r"([A-Za-z]:)\\.*\.sys", re.IGNORECASE)
_MEMORY_LINES = 5  # physical: all, free; virtual: all, free, in use
_MEMORY_NAMES = {  # of a listing in which a line of these is missing
    "memory.total": re.compile(r"(?:Total Physical Memory|Gesamter physischer Speicher)", re.IGNORECASE),
    "memory.available": re.compile(
        r"(?:Available Physical Memory|Verf\S{1,2}gbarer physischer Speicher)", re.IGNORECASE
    ),
}
_MEGABYTE = 1024**2
NOTHING = "it does not name the memory"
_BEGINS = rb"[^\r\n:]{3,40}: {1,40}\S[^\r\n]*[\r\n]+[^\r\n:]{3,60}: {1,40}Microsoft[^\r\n]{1,6}Windows "


class SystemRow(Struct, frozen=True):
    """A line. name: the text before the sign, or "" for a line that continues the values above."""

    name: str
    value: Word


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the machine's name comes first, then that of the operating system."""
    lines = (line for line in printed(Source.of("", head), _COMMAND, TYPED) if isinstance(line, Line))
    first = (line for line in lines if not isinstance(line, Command) and not typed(line.text, "(?!)"))
    rows = [match for line in islice(first, 2) if (match := _ROW.fullmatch(line.text))]
    return len(rows) == 2 and bool(_WINDOWS.fullmatch(rows[1][2]))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the facts of the machine. Network cards and updates are skipped."""
    damage = Damage()
    rows = list(damage.collect(_rows(source)))
    memory = next((index for index in range(len(rows)) if _is_memory(rows[index : index + _MEMORY_LINES])), None)
    if rows:
        yield Fact("machine.host_name", rows[0].value.text.lower(), source, rows[0].value.span)
    yield from _machine(source, rows[:memory])
    if memory is not None:
        yield from _memory(source, dict(zip(_MEMORY_NAMES, rows[memory:], strict=False)))
        yield from _page_files(source, rows[memory + _MEMORY_LINES :])
    elif named := _named(rows):
        yield from _memory(source, named)
        after = rows.index(list(named.values())[-1]) + 1
        yield from _page_files(source, [row for row in rows[after:] if _megabytes(row) is None])
    elif rows:
        damage.add(Diagnostic(len(source.data), NOTHING))
    yield from damage.verdict()


def _rows(source: Source) -> Iterator[SystemRow | Diagnostic]:
    for line in printed(source, _COMMAND):
        if isinstance(line, Diagnostic):
            yield line
        elif isinstance(line, Command):
            continue
        elif match := _MEGABYTES.fullmatch(line.text) or _ROW.fullmatch(line.text):
            yield SystemRow(match[1], line.group(match, 2))
        elif line.indent:
            yield SystemRow("", Word(line.text, line.span))
        elif not line.ended:
            yield line.diagnostic(CUT)


def _is_memory(rows: list[SystemRow]) -> bool:
    """Return whether these are the lines of memory."""
    return len(rows) == _MEMORY_LINES and all(_megabytes(row) is not None for row in rows)


def _named(rows: list[SystemRow]) -> dict[str, SystemRow]:
    """Return the lines of physical memory, by their English or German names."""
    found = {key: row for key, name in _MEMORY_NAMES.items() for row in rows if name.fullmatch(row.name)}
    return {key: row for key, row in found.items() if _megabytes(row) is not None}


def _megabytes(row: SystemRow) -> int | None:
    match = _MEGABYTES.fullmatch(f"memory: {row.value.text} MB") if row.name else None
    return int(re.sub(r"\D", "", match[2])) if match else None


def _machine(source: Source, rows: list[SystemRow]) -> Iterator[Fact]:
    """Yield whether the machine is virtual, whether Windows has 32 bits, and the drive letter of Windows."""
    kind = next((index for index, row in enumerate(rows) if index > 1 and _TYPE.fullmatch(row.value.text)), None)
    if kind is not None:
        maker, model = rows[kind - 2].value, rows[kind - 1].value
        yield Fact("machine.virtual", windows.is_virtual(maker.text, model.text), source, model.span)
        if _TYPE_OF_32_BITS.fullmatch(rows[kind].value.text):
            yield Fact("machine.bits", "32", source, rows[kind].value.span)
    for row in rows:
        if match := _FOLDER.fullmatch(row.value.text):
            yield Fact("volume.holds", "os", source, row.value.span, Subject("volume", match[1].upper()))
            return


def _memory(source: Source, rows: dict[str, SystemRow]) -> Iterator[Fact]:
    for key, row in rows.items():
        yield Fact(key, str((_megabytes(row) or 0) * _MEGABYTE), source, row.value.span, SERVER)


def _page_files(source: Source, rows: list[SystemRow]) -> Iterator[Fact]:
    """Yield the page files: the first line after the memory, and its continuation lines."""
    for index, row in enumerate(rows):
        match = _PAGE_FILE.fullmatch(row.value.text)
        if not match or (index and row.name):
            return
        yield Fact("volume.holds", "swap", source, row.value.span, Subject("volume", match[1].upper()))


READER = Reader(__name__, "systeminfo", recognises, read, signs=(b"microsoft",), begins=_BEGINS, command=_COMMAND)
