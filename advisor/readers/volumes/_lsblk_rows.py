"""Rows of lsblk's text: tables, with or without a tree, and `NAME="sda"` pairs, into cells with their places.

Where only the last column may be empty, words tell the cells, and a table whose blanks were lost is read too. In any
other table they are told by the columns of characters that are blank in every line.
"""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from advisor.readers.json_tree import Scalar
from advisor.readers.transcript import Line, Word

_FILLED = {"name", "kname", "path", "maj:min", "rm", "size", "ro", "type", "rota", "hotplug", "rand", "owner", "group"}
_MOUNTS = {"mountpoint", "mountpoints"}
_TELLING = {"maj:min", "maj_min", "type", "fstype", "rota"} | _MOUNTS
_OTHERS = {
    "fsver", "label", "uuid", "fsavail", "fsuse%", "fsused", "fssize", "fsroots", "pttype", "ptuuid", "parttype",
    "parttypename", "partlabel", "partuuid", "partflags", "partn", "ra", "model", "serial", "state", "mode",
    "alignment", "min-io", "opt-io", "phy-sec", "log-sec", "sched", "rq-size", "disc-aln", "disc-gran", "disc-max",
    "disc-zero", "wwn", "wsame", "pkname", "hctl", "tran", "subsystems", "rev", "vendor", "zoned", "dax", "start", "mq",
    "id", "id-link", "diskseq", "disk-seq", "zone-sz", "zone-wgran", "zone-app", "zone-nr", "zone-omax", "zone-amax",
}  # fmt: skip
_HEADER = re.compile(r"[A-Z][-A-Z:_%]*(?:\s+[A-Z][-A-Z:_%]*)+")
_PAIR = re.compile(r'([A-Z][-A-Z:_%]*)="((?:[^"\\]|\\.)*)"')
_PAIRS = re.compile(rf"(?:{_PAIR.pattern}\s*)+")
_NAME = re.compile(r"[A-Za-z0-9/\[]")  # before it stands the tree, whatever became of its characters
_INNER = re.compile(r"\(dm-\d+\)")
_ESCAPE = re.compile(r"\\x([0-9a-fA-F]{2})")


class Entered(NamedTuple):
    """A line. column: where its name begins, which tells how deep it lies; cells: by column in lower case, if filled.

    merged: `lsblk -M` lists what lies on several devices once, so that the tree does not tell on which.
    """

    line: Line
    column: int
    cells: dict[str, Scalar]
    merged: bool = False


class Table(NamedTuple):
    """A header and the lines below it."""

    header: Line
    names: list[str]
    lines: list[Line]


def header(line: Line) -> list[str]:
    """The columns of a header in lower case, or nothing for another line."""
    names = line.text.lower().split() if _HEADER.fullmatch(line.text) else []
    telling = "name" in names and not _TELLING.isdisjoint(names)
    return names if telling and (_FILLED | _TELLING | _OTHERS).issuperset(names) else []


def pairs(line: Line) -> Entered | None:
    """A line of `lsblk -P`, or None for another."""
    if not line.text.endswith('"') or not _PAIRS.fullmatch(line.text):
        return None
    found = ((match[1].lower(), line.group(match, 2)) for match in _PAIR.finditer(line.text))
    cells = {name: Scalar(_plain(word.text), word.span) for name, word in found if word.text}
    return Entered(line, 0, cells) if "name" in cells and not _TELLING.isdisjoint(cells) else None


def rows(table: Table) -> Iterator[Entered | Line]:
    """The rows of a table; as it stands a line that is none."""
    by_words = table.names[0] == "name" and _FILLED.issuperset(table.names[:-1])
    edges = None if by_words else _edges(table)
    if not by_words and not edges:
        yield table.header
        return
    for line in table.lines:
        match = _NAME.search(line.text)
        at = match.start() if match else 0
        words = _by_columns(line, table.names, edges) if edges else _by_words(line, at, table.names)
        cells = {name: Scalar(_plain(word.text), word.span) for name, word in words.items() if word.text}
        merged = not {">", "▶", "┈"}.isdisjoint(line.text[:at])
        yield Entered(line, line.indent + at, cells, merged) if _fits(cells) else line


def _fits(cells: dict[str, Scalar]) -> bool:
    numbers = cells.get("maj:min")
    return bool(cells) and (numbers is None or bool(re.fullmatch(r"\d+:\d+", numbers.text or "")))


def _by_words(line: Line, at: int, names: list[str]) -> dict[str, Word]:
    """`sda1 8:1 0 1G 0 part /boot`; a further place that a device is mounted at stands on a line of its own."""
    last = names[-1]
    if last in _MOUNTS and re.match(r"\[SWAP\]$|/(?!dev/)", line.text[at:]):
        return {last: line.piece(at, len(line.text))}
    found = _words_from(line, line.piece(at, len(line.text)))
    if len(found) > 1 and _INNER.fullmatch(found[1].text):
        found[:2] = [line.joined(found[:2])]
    before = len(names) - 1
    if len(found) < before or (last not in _MOUNTS and len(found) > len(names)):
        return {}
    return dict(zip(names, [*found[:before], *([line.joined(found[before:])] if found[before:] else [])], strict=False))


def _words_from(line: Line, rest: Word) -> list[Word]:
    """The words of a line behind the tree, which may touch the first of them."""
    begin = rest.span[0]
    found = [word for word in line.words if word.span[1] > begin]
    if found and found[0].span[0] < begin:
        found[0] = Word(line.source.text(begin, found[0].span[1]), (begin, found[0].span[1]))
    return found


def _edges(table: Table) -> list[int]:
    """Where each column begins; nothing where two run together."""
    filled: set[int] = set()
    for line in (table.header, *table.lines):
        filled.update(line.indent + match.start() for match in re.finditer(r"\S", line.text))
    runs = groupby(enumerate(sorted(filled)), lambda place: place[1] - place[0])
    begins = [next(run)[1] for _, run in runs]
    heads = [table.header.indent + match.start() for match in re.finditer(r"\S+", table.header.text)]
    edges = [max((begin for begin in begins if begin <= head), default=0) for head in heads]
    return edges if len(set(edges)) == len(edges) else []


def _by_columns(line: Line, names: list[str], edges: list[int]) -> dict[str, Word]:
    ends = [*edges[1:], line.indent + len(line.text)]
    cells = {}
    for name, begin, end in zip(names, edges, ends, strict=True):
        text = line.text[max(begin - line.indent, 0) : max(end - line.indent, 0)]
        skipped = len(text) - len(text.lstrip())
        if name == "name":
            match = _NAME.search(text)
            skipped = match.start() if match else len(text)
        start = max(begin - line.indent, 0) + skipped
        cells[name] = line.piece(start, start + len(text[skipped:].rstrip()))
    return cells


def _plain(text: str) -> str:
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)
