"""Read `free` of Linux, with any unit: the machine's memory and the share of swap in use.

The output does not name its unit. The kernel counts pages of 4 kB, so figures in bytes and kilobytes divide by four.
"""

import re
from collections.abc import Iterator

from advisor.facts import Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.transcript import CUT, Command, Line, Word, first_printed, foreign, printed
from advisor.source import Source
from advisor.values import whole

_COMMAND = "free"

_HEADER = re.compile(r"total\s+used\s+free\s+shared\s+buff.*")
_ROW = re.compile(r"(Mem|Swap|Low|High|Total|Comm|-/\+ buffers/cache):((?:\s+\d[\d.,]*[KMGTPE]?i?B?)+)")
_SIZED = re.compile(r"(\d{1,18}(?:[.,]\d{1,6})?)([KMGTPE]?)i?B?")
_OPTION = re.compile(r"\s(?:(free)\b|-[^\Wbkmg]*+([bkmg])\w*|--(bytes|kibi|mebi|gibi|kilo|mega|giga)\b)")
_POWERS = {"": 0, "b": 0, "k": 1, "m": 2, "g": 3, "t": 4, "p": 5, "e": 6}
_PLAIN = re.compile(r"(?!.*--)(?:.*\s)?free\b.*")
_ROUNDED = "rounded, as `free -h` prints it"
_GUESSED = "the unit is taken from the size of the figures: `free` does not print it"
_MEGABYTES = 2**22  # more of them has no machine: it may be `free --kilo`
_UNCLEAR = "the unit of these figures cannot be told; `free -b` prints bytes"
_BEGINS = rb"total {1,20}used {1,20}free {1,20}shared {1,20}buff"


Cells = dict[str, Word]  # of a row of the table, by the words of its header


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the header comes first and the line of memory follows."""
    first = first_printed(head, _COMMAND, 2)
    return len(first) == 2 and bool(_HEADER.fullmatch(first[0].text)) and first[1].text.startswith("Mem:")


def read(source: Source, _: Catalogue) -> Iterator[Fact | Diagnostic]:
    """Yield `memory.…` in bytes from the last table of the file."""
    rows: dict[str, Cells] = {}
    option, columns = "", list[str]()
    for line in printed(source, _COMMAND):
        if isinstance(line, Diagnostic):
            yield line
        elif isinstance(line, Command):
            option = _option(line)
        elif _HEADER.fullmatch(line.text):
            columns, rows = [word.text for word in line.words], {}
        elif not line.ended:
            yield line.diagnostic(CUT)
        elif match := _ROW.fullmatch(line.text):
            names = ["used", "free"] if match[1].startswith("-") else columns
            cells = line.words[len(match[1].split()) :]
            rows[match[1]] = dict(zip(names, cells, strict=False))
        else:
            yield foreign(line, _COMMAND)
    yield from _facts(source, rows, option)


def _option(line: Line) -> str:
    """Return the letter of the requested unit; k if none was given, which is the default."""
    unit, is_called = "", False
    for match in _OPTION.finditer(" " + line.text):
        if not match[1] and is_called:
            unit = (match[2] or match[3])[0]
        is_called = bool(match[1])  # the first option after it counts
    return unit or ("k" if _PLAIN.fullmatch(line.text) else "")


def _facts(source: Source, rows: dict[str, Cells], option: str) -> Iterator[Fact | Diagnostic]:
    words = [word for cells in rows.values() for word in cells.values()]
    unit = _unit([word.text for word in words], option)
    if words and unit is None:
        yield Diagnostic(words[0].span[0], _UNCLEAR)
        return
    for key, word in _memory_cells(rows):
        match = _SIZED.fullmatch(word.text)
        if match and unit:
            size = float(match[1].replace(",", ".")) * (1024 ** _POWERS[match[2].lower()] if match[2] else unit)
            note = _ROUNDED if match[2] else "" if option else _GUESSED
            yield Fact(key, str(int(size)), source, word.span, note=note)


def _memory_cells(rows: dict[str, Cells]) -> Iterator[tuple[str, Word]]:
    memory, swap, older = (rows.get(name, {}) for name in ("Mem", "Swap", "-/+ buffers/cache"))
    available = memory.get("available") or older.get("free")
    values = {
        "memory.total": memory.get("total"),
        "memory.available": available,
        "memory.swap_total": swap.get("total"),
        "memory.swap_used": swap.get("used"),
    }
    return ((key, word) for key, word in values.items() if word)


def _unit(texts: list[str], option: str) -> int | None:
    """Return the bytes of one unit; 1 if the figures have letters; None if unknown."""
    if any(text[-1].isalpha() for text in texts):
        return 1
    if option:
        return int(1024 ** _POWERS[option])
    figures = [figure for text in texts if (figure := whole(text)) is not None]
    largest = max(figures, default=0)
    if largest >= 2**28 and all(figure % 4096 == 0 for figure in figures):
        return 1
    if largest >= 2**16 and all(figure % 4 == 0 for figure in figures):
        return 1024
    if largest < 2**16 or any(figure % 4 for figure in figures):
        return 1024**2 if 2**10 <= largest < _MEGABYTES else None
    return None


READER = Reader(__name__, "free", recognises, read, signs=(b"mem:",), begins=_BEGINS, command=_COMMAND)
