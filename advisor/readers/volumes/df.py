"""`df` of Linux and AIX, with any of its options: the table in, mounted file systems with size and free space out.

Its header says which columns there are. A mount point may hold blanks, and a long device stands on a line of its own.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers._words import Line, Word, joined, lines, typed
from advisor.source import Source

FORMAT = "df"

_HEADER = re.compile(r"Filesystem((?:\s+\S+){2,13})\s+Mounted on", re.IGNORECASE)
_TELLING = re.compile(r"\S*blocks|Size|Inodes|Iused|Avail\w*|Use%|%used|Capacity", re.IGNORECASE)
_UNIT = re.compile(r"(\d{0,6})([kmg]?)(b?)-blocks", re.IGNORECASE)
_POWERS = {"": 0, "k": 1, "m": 2, "g": 3}
_PERCENT = re.compile(r"\d+%|-")
_FIGURE = re.compile(r"-|-?\d+(?:[.,]\d+)?[kmgtpezy]?i?b?", re.IGNORECASE)
_COUNT = re.compile(r"(\d{1,18})[kmgtpezy]?", re.IGNORECASE)  # -BM repeats the unit behind the number


class Columns(NamedTuple):
    """What a header says. names: of the columns of figures; typed: whether Type stands before them; unit: in bytes."""

    names: list[str]
    typed: bool
    unit: int | None


class Row(NamedTuple):
    """A volume's line. kind: the file system's type, or nothing. figures: by the name of the column."""

    device: Word
    mount: Word
    kind: list[Word]
    figures: dict[str, Word]
    unit: int | None


def recognises(head: bytes, _: Catalogue) -> bool:
    """The header comes first, or behind errors of df's own."""
    texts = (line.whole.text for line in lines(Source.of("", head)))
    return _columns(next((text for text in texts if not _passed_over(text)), "")) is not None


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """The facts of every volume; where a mount point comes twice, the later file system hides the earlier."""
    broken: Diagnostic | None = None
    volumes: dict[str, Row] = {}
    for item in _rows(source):
        if isinstance(item, Diagnostic):
            broken = broken or item
        elif item.mount.text != "-":  # the line of --total
            volumes[item.mount.text] = item
    for row in volumes.values():
        subject = Subject("volume", row.mount.text)
        yield from (Fact("volume." + key, text, source, word.span, subject) for key, text, word in _told(row))
    if broken:
        yield broken
    elif "/" in volumes and len(volumes) > 1:  # else somebody asked for some of them
        yield Complete("volume.", source)


def _rows(source: Source) -> Iterator[Row | Diagnostic]:
    """Every line below a header as what it says."""
    columns: Columns | None = None
    alone: list[Word] = []  # a device whose figures come on the next line
    line: Line | None = None
    for line in lines(source):
        text = line.whole.text
        if "\0" in text:
            yield Diagnostic(line.whole.span[0], "the line holds NUL bytes and was not read")
        elif found := _columns(text):
            columns = found
        elif columns and (row := _row(source, alone + line.words, columns)):
            alone = []
            yield row
        elif columns and len(line.words) == 1 and not (alone or typed(text, "df")):
            alone = line.words
        elif not typed(text, "df"):
            alone = []
            yield _foreign(line)
    if alone:
        yield Diagnostic(alone[0].span[0], "the line ends early")
    elif columns and line and not source.data.endswith((b"\n", b"\r")) and not typed(line.whole.text, "df"):
        yield Diagnostic(line.whole.span[0], "the file ends within this line: its mount point may be longer")


def _foreign(line: Line) -> Diagnostic:
    error = line.whole.text.startswith("df: ")
    return Diagnostic(
        line.whole.span[0], "df printed an error" if error else "the line has not the columns of its header"
    )


def _passed_over(text: str) -> bool:
    return text.startswith("df: ") or typed(text, "df")


def _columns(text: str) -> Columns | None:
    """The columns of a header, or None for another line."""
    found = _HEADER.fullmatch(text)
    if not found:
        return None
    names = re.sub(r"\b([MG]B) blocks", r"1\1-blocks", found[1]).lower().split()
    if not any(_TELLING.fullmatch(name) for name in names):
        return None
    with_type = names[0] == "type"
    return Columns(names[with_type:], with_type, _unit(names, "B blocks" in found[1]))


def _unit(names: list[str], binary: bool) -> int | None:
    """The bytes of a block; of `Size` nobody can say, for -h rounds and -H counts in thousands."""
    for found in filter(None, map(_UNIT.fullmatch, names)):
        thousand = 1000 if found[3] and not binary else 1024  # GNU's -B MB; AIX says MB and means 1024 by 1024
        return int(found[1] or 1) * int(thousand ** _POWERS[found[2]])
    return None


def _row(source: Source, words: list[Word], columns: Columns) -> Row | None:
    """A line with the figures of its header somewhere between the file system and the mount point, or None."""
    count = len(columns.names)
    for at in range(1 + columns.typed, min(len(words) - count, 8)):
        figures = dict(zip(columns.names, words[at : at + count], strict=True))
        if all(_fits(name, word.text) for name, word in figures.items()):
            kind = words[at - 1 : at] if columns.typed else []
            device = joined(source, words[: at - len(kind)])
            return Row(device, joined(source, words[at + count :]), kind, figures, columns.unit)
    return None


def _fits(name: str, text: str) -> bool:
    return bool((_PERCENT if "%" in name or name == "capacity" else _FIGURE).fullmatch(text))


def _told(row: Row) -> Iterator[tuple[str, str, Word]]:
    yield "device", row.device.text, row.device
    for kind in row.kind:
        yield "file_system", kind.text, kind
    for name, word in row.figures.items():
        key = "size" if name.endswith("-blocks") else {"available": "free", "avail": "free", "free": "free"}.get(name)
        count = _COUNT.fullmatch(word.text)
        if key and count and row.unit:
            yield key, str(int(count[1]) * row.unit), word
