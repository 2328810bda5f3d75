"""Read the table of `df` of Linux and AIX, with any options: size and free space of file systems.

The header names the columns. A mount point may contain blanks. A long device is on a line of its own.
"""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.transcript import CUT, NUL, TYPED, Damage, Line, Word, foreign, lines, typed
from advisor.source import Source
from advisor.values import dates

_HEADER = re.compile(r"Filesystem((?:\s+\S+){2,13})\s+Mounted on", re.IGNORECASE)
_KNOWN_COLUMN = re.compile(r"\S*blocks|Size|Inodes|Iused|Avail\w*|Use%|%used|Capacity", re.IGNORECASE)
_UNIT = re.compile(r"(\d{0,6})([kmg]?)(b?)-blocks", re.IGNORECASE)
_SEVERAL = set(";&|")
_TOTAL = "-"  # the mount point in the line of --total
_INODES = {"ifree": "inodes_free", "iuse%": "inodes_used_percent"}  # of `df -i`; AIX's %Iused is of those it has made
_POWERS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4, "p": 5, "e": 6, "z": 7, "y": 8}
_FREE = {"available": "free", "avail": "free", "free": "free"}
_PERCENT = re.compile(r"\d+%")
_COUNT = re.compile(r"(?P<none>-?)(?P<count>\d{1,18}(?:[.,]\d{1,3})?)(?P<unit>[kmgtpezy]?)i?b?", re.IGNORECASE)
_BEGINS = rb"Filesystem +\S[^\r\n]{1,100} Mounted on[ \t]*\r?$"


class Columns(Struct, frozen=True):
    """The columns of a header. names: of the figures. typed: whether Type precedes them. unit: in bytes.

    start: the offset of the header, which identifies the listing.
    """

    names: list[str]
    typed: bool
    unit: int | None
    start: int = 0


class Usage(Struct, frozen=True):
    """The line of a volume. kind: the file system's type, if any. figures: by column name."""

    device: Word
    mount: Word
    kind: list[Word]
    figures: dict[str, Word]
    columns: Columns


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the header comes first, or after errors, a date, or other commands on the same line."""
    is_other_output = False
    for index, line in enumerate(lines(Source.of("", head))):
        if _columns(line.text):
            return True
        is_other_output = is_other_output or _is_one_of_several(line.text)
        if not is_other_output and (index == TYPED or not (line.text.startswith("df: ") or _is_beside(line.text))):
            return False
    return False


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield size, free space and device of each volume. If a volume is listed twice, the later listing is used."""
    damage = Damage()
    rows = list(damage.collect(_rows(source)))
    volumes = _volumes(row for row in rows if isinstance(row, Usage) and row.mount.text != _TOTAL)
    yield from (
        Fact("listing.date", row.text, source, row.span) for row in [row for row in rows if isinstance(row, Word)][-1:]
    )
    for name, rows_of_volume in volumes.items():
        subject = Subject("volume", name)
        columns = {key: (text, word) for row in rows_of_volume for key, text, word in _values(row)}
        yield from (Fact("volume." + key, text, source, word.span, subject) for key, (text, word) in columns.items())
    everything = "/" in volumes and len(volumes) > 1  # else somebody asked for some of them
    yield from damage.verdict(Complete("volume.", source) if everything else None)


def _volumes(rows: Iterable[Usage]) -> dict[str, list[Usage]]:
    """Return the lines of each mount point from all listings, so that `df -i` complements `df -k`.

    If a mount point is listed twice, the later file system hides the earlier, also in a later listing with another
    device.
    """
    shown = {(row.columns.start, row.mount.text): row for row in rows}
    volumes: dict[str, list[Usage]] = {}
    for (_, mount), row in shown.items():
        before = volumes.setdefault(mount, [])  # all on one device
        if before and before[0].device.text != row.device.text:
            before.clear()
        before.append(row)
    return volumes


def _is_beside(text: str) -> bool:
    """Return whether a line is a prompt, a command typed or what `date` printed."""
    return typed(text, "(?:df|date)") or dates.printed(text) is not None


def _is_one_of_several(text: str) -> bool:
    """Return whether df was typed with other commands on a line, whose output may come before its own."""
    return not _SEVERAL.isdisjoint(text) and typed(text, "df")


def _rows(source: Source) -> Iterator[Usage | Word | Diagnostic]:
    """Yield every line below a header, and the output of `date` anywhere."""
    columns: Columns | None = None
    device_words: list[Word] = []  # a device whose figures come on the next line
    is_other_output = False
    for line in lines(source):
        if line.holds_nul:
            yield line.diagnostic(NUL)
        elif header := _columns(line.text):
            columns = replace(header, start=line.start)
        elif columns and (row := _row(line, device_words, columns)):
            device_words = []
            yield row
            if not line.ended:
                yield line.diagnostic(CUT)
        elif dates.printed(line.text):
            yield line.joined(line.words)
        elif _is_beside(line.text):
            is_other_output = _is_one_of_several(line.text)
        elif is_other_output and not columns and not line.text.startswith("df: "):
            continue
        elif columns and len(line.words) == 1 and not device_words:
            device_words = line.words
        else:
            device_words = []
            yield foreign(line, "df")
    if device_words:
        yield Diagnostic(device_words[0].span[0], "the line ends early")


def _columns(text: str) -> Columns | None:
    """Return the columns of a header, or None for another line."""
    match = _HEADER.fullmatch(text)
    if not match:
        return None
    names = re.sub(r"\b([MG]B) blocks", r"1\1-blocks", match[1]).lower().split()
    if not any(_KNOWN_COLUMN.fullmatch(name) for name in names):
        return None
    with_type = names[0] == "type"
    return Columns(names[with_type:], with_type, _unit(names, "B blocks" in match[1]))


def _unit(names: list[str], binary: bool) -> int | None:
    """Return the bytes of a block; None for `Size`, where each number has its own unit."""
    for match in filter(None, map(_UNIT.fullmatch, names)):
        thousand = 1000 if match[3] and not binary else 1024  # GNU's -B MB; AIX says MB and means 1024 by 1024
        return int(match[1] or 1) * int(thousand ** _POWERS[match[2]])
    return None


def _row(line: Line, device_words: list[Word], columns: Columns) -> Usage | None:
    """Return the volume of a line, joined with a device name on the line above, or None."""
    words, count = device_words + line.words, len(columns.names)
    for index in range(1 + columns.typed, min(len(words) - count, 8)):
        figures = dict(zip(columns.names, words[index : index + count], strict=True))
        if all(_fits(name, word.text) for name, word in figures.items()):
            kind = words[index - 1 : index] if columns.typed else []
            device = line.joined(words[: index - len(kind)])
            return Usage(device, line.joined(words[index + count :]), kind, figures, columns)
    return None


def _fits(name: str, text: str) -> bool:
    return text == "-" or bool((_PERCENT if "%" in name or name == "capacity" else _COUNT).fullmatch(text))


def _values(row: Usage) -> Iterator[tuple[str, str, Word]]:
    yield "device", row.device.text, row.device
    for kind in row.kind:
        yield "file_system", kind.text, kind
    by_inodes = "inodes" in row.figures
    has_inodes = by_inodes and row.figures["inodes"].text not in {"0", "-"}  # btrfs and FAT count none
    for name, word in row.figures.items():
        key = "size" if name == "size" or name.endswith("-blocks") else _FREE.get(name)
        count = None if by_inodes or not key else _bytes(word.text, row.columns.unit)
        if key and count is not None:
            yield key, str(count), word
        elif name in _INODES and has_inodes:
            count = None if word.text.endswith("%") else _bytes(word.text, None)
            yield _INODES[name], word.text.rstrip("%") if count is None else str(count), word


def _bytes(text: str, unit: int | None) -> int | None:
    """Return the bytes of `20971520` blocks, or of `1.5G` of -h, which df rounds up. A comma may separate decimals.

    -BM repeats the header's unit after the number. A table does not show that -H uses powers of 1,000. A negative value
    means that root has used the reserve; for Domino, 0 is free.
    """
    match = _COUNT.fullmatch(text)
    if not match:
        return None
    if match["none"]:
        return 0
    each: int = unit or 1024 ** _POWERS[match["unit"].lower()]
    integer, _, decimals = match["count"].replace(",", ".").partition(".")
    return int(integer) * each + int(decimals or 0) * each // int("1" + "0" * len(decimals))


READER = Reader(__name__, "df", recognises, read, signs=(b"mounted on",), begins=_BEGINS)
