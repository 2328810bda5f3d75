"""Read the text of lsblk: a tree or a list with any columns (`-f`, `-o`), and the pairs of `-P`.

It yields what is mounted and the disks below, as `lsblk -J` does. In a list the disk of a partition is known, but not
that of a volume group or an array. If only the last column may be empty, cells are separated by words, so a table that
lost its blanks is read too. In other tables the columns of characters that are blank in every line separate cells.
"""

import re
from collections.abc import Iterator
from itertools import groupby

from msgspec import Struct

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.json_tree import Scalar
from advisor.readers.transcript import CUT, NUL, Damage, Line, Word, foreign, lines, opening, typed
from advisor.readers.volumes.lsblk import UNLISTED, Device, device, facts
from advisor.source import Source

_FULL_COLUMNS = {
    "name",
    "kname",
    "path",
    "maj:min",
    "rm",
    "size",
    "ro",
    "type",
    "rota",
    "hotplug",
    "rand",
    "owner",
    "group",
}
_MOUNTS = {"mountpoint", "mountpoints"}
_KNOWN_COLUMNS = {"maj:min", "maj_min", "type", "fstype", "rota"} | _MOUNTS
_OTHER_COLUMNS = {
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
_BEGINS = (
    rb"(?-i:(?=[^\r\n]{0,400}\b(?:MAJ:MIN|FSTYPE|ROTA|MOUNTPOINTS?)\b)NAME(?: +[A-Z][-A-Z:_%]*){1,60}[ \t]*\r?$)"
    rb'|NAME="[^"\r\n]{1,200}" [A-Z][-A-Z:_%]*="'
)


class ListedRow(Struct, frozen=True):
    """A line. column: where its name begins, which shows its depth. cells: the filled ones by lower-case column.

    merged: `lsblk -M` lists a device on several devices once, so that the tree does not show its parents.
    """

    line: Line
    column: int
    cells: dict[str, Scalar]
    merged: bool = False


class Table(Struct, frozen=True):
    """A header and the lines below it."""

    header: Line
    names: list[str]
    lines: list[Line]


def header(line: Line) -> list[str]:
    """Return the columns of a header in lower case, or [] for another line."""
    names = line.text.lower().split() if _HEADER.fullmatch(line.text) else []
    is_lsblk = "name" in names and not _KNOWN_COLUMNS.isdisjoint(names)
    return names if is_lsblk and (_FULL_COLUMNS | _KNOWN_COLUMNS | _OTHER_COLUMNS).issuperset(names) else []


def _pair_row(line: Line) -> ListedRow | None:
    """Return the row of `lsblk -P`, or None for another line."""
    if not line.text.endswith('"') or not _PAIRS.fullmatch(line.text):
        return None
    pairs = ((match[1].lower(), line.group(match, 2)) for match in _PAIR.finditer(line.text))
    cells = {name: Scalar(_plain(word.text), word.span) for name, word in pairs if word.text}
    return ListedRow(line, 0, cells) if "name" in cells and not _KNOWN_COLUMNS.isdisjoint(cells) else None


def _table_rows(table: Table) -> Iterator[ListedRow | Line]:
    """Yield the rows of a table, and the other lines unchanged."""
    by_words = table.names[0] == "name" and _FULL_COLUMNS.issuperset(table.names[:-1])
    edges = None if by_words else _edges(table)
    if not by_words and not edges:
        yield table.header
        return
    for line in table.lines:
        match = _NAME.search(line.text)
        name_start = match.start() if match else 0
        words = _by_columns(line, table.names, edges) if edges else _by_words(line, name_start, table.names)
        cells = {name: Scalar(_plain(word.text), word.span) for name, word in words.items() if word.text}
        merged = not {">", "▶", "┈"}.isdisjoint(line.text[:name_start])
        yield ListedRow(line, line.indent + name_start, cells, merged) if _is_row(cells) else line


def _is_row(cells: dict[str, Scalar]) -> bool:
    numbers = cells.get("maj:min")
    return bool(cells) and (numbers is None or bool(re.fullmatch(r"\d+:\d+", numbers.text or "")))


def _by_words(line: Line, name_start: int, names: list[str]) -> dict[str, Word]:
    """Return the cells of `sda1 8:1 0 1G 0 part /boot`. Further mount points are on lines of their own."""
    last = names[-1]
    if last in _MOUNTS and re.match(r"\[SWAP\]$|/(?!dev/)", line.text[name_start:]):
        return {last: line.piece(name_start, len(line.text))}
    words = _words_from(line, line.piece(name_start, len(line.text)))
    if len(words) > 1 and _INNER.fullmatch(words[1].text):
        words[:2] = [line.joined(words[:2])]
    before = len(names) - 1
    if len(words) < before or (last not in _MOUNTS and len(words) > len(names)):
        return {}
    return dict(zip(names, [*words[:before], *([line.joined(words[before:])] if words[before:] else [])], strict=False))


def _words_from(line: Line, rest: Word) -> list[Word]:
    """Return the words after the tree characters, which may touch the first word."""
    begin = rest.span[0]
    words = [word for word in line.words if word.span[1] > begin]
    if words and words[0].span[0] < begin:
        words[0] = Word(line.source.text(begin, words[0].span[1]), (begin, words[0].span[1]))
    return words


def _edges(table: Table) -> list[int]:
    """Return the beginning of each column, or [] if two columns overlap."""
    filled: set[int] = set()
    for line in (table.header, *table.lines):
        filled.update(line.indent + match.start() for match in re.finditer(r"\S", line.text))
    runs = groupby(enumerate(sorted(filled)), lambda position: position[1] - position[0])
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


_COMMAND = "lsblk"

Listing = Table | list[ListedRow]

_DISK = re.compile(r"sd[a-z]+|hd[a-z]+|x?vd[a-z]+|nvme\d+n\d+|mmcblk\d+|dasd[a-z]+|cciss!c\d+d\d+|pmem\d+")
_PART = re.compile(
    r"((?:sd|hd|x?vd|dasd)[a-z]+(?=\d)|(?:nvme\d+n\d+|mmcblk\d+|cciss!c\d+d\d+|pmem\d+|md\d+)(?=p\d))p?\d+"
)
_ARRAY = re.compile(r"md_?d?\d+")
_RUN_TOGETHER = "the columns of this table run together; save what lsblk prints as it is, or use lsblk -J -O"


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether a header of lsblk's columns or its pairs come first, or follow errors of lsblk."""
    for line in opening(head):
        if not line.text.startswith("lsblk: ") and not typed(line.text, _COMMAND):
            return bool(header(line) or _pair_row(line))
    return False


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the facts of every volume. [SWAP] is the volume of all swap devices."""
    damage = Damage()
    found: list[Listing] = list(damage.collect(_listings(source)))
    listings = [list(damage.collect(_listed_rows(listing))) for listing in found]
    merged = any(row.merged for listing in listings for row in listing)
    mounted = [list(_mounted(listing)) for listing in listings]
    for listing in mounted:
        yield from facts(source, listing, whole=not damage.first and not merged)
    everything = any(mount == "/" for listing in mounted for _, mount in listing)
    yield from damage.verdict(Complete("volume.", source, UNLISTED) if everything else None)


def _listings(source: Source) -> Iterator[Listing | Diagnostic]:
    """Yield every table, and all pairs, in the order in which they begin."""
    table: Table | None = None
    listed: list[ListedRow] = []
    for line in lines(source):
        if line.holds_nul:
            yield line.diagnostic(NUL)
        elif names := header(line):
            table = Table(line, names, [])
            yield table
        elif row := _pair_row(line):
            if not listed:
                yield listed
            listed.append(row)
        elif table and not _is_no_row(line):
            table.lines.append(line)
        elif not typed(line.text, _COMMAND):
            table = None
            yield foreign(line, "lsblk")
        if not line.ended:
            yield line.diagnostic(CUT)


def _is_no_row(line: Line) -> bool:
    """Return whether a line below a header shows at its first sight that it is no row."""
    return line.text.startswith("lsblk:") or typed(line.text, _COMMAND) or bool(re.match(r"\S*[#$>%] \S", line.text))


def _listed_rows(listing: Listing) -> Iterator[ListedRow | Diagnostic]:
    if not isinstance(listing, Table):
        yield from listing
        return
    for row in _table_rows(listing):
        if isinstance(row, ListedRow):
            yield row
        elif row is listing.header:
            yield row.diagnostic(_RUN_TOGETHER)
        else:
            yield foreign(row, "lsblk")


def _mounted(listing: list[ListedRow]) -> Iterator[tuple[Device, str]]:
    """Yield every device with each of its mount points, in the order of the listing."""
    branch: list[tuple[int, Device]] = []
    by_name: dict[str, Device] = {}
    for row in listing:
        if "name" in row.cells:
            while branch and branch[-1][0] >= row.column:
                branch.pop()
            dev = _device(row.cells, branch[-1][1] if branch else None, by_name)
            branch.append((row.column, dev))
        if branch:
            yield from ((branch[-1][1], mount) for mount in _mounts(row.cells))


def _mounts(cells: dict[str, Scalar]) -> list[str]:
    texts = (cells[name].text or "" for name in ("mountpoints", "mountpoint") if name in cells)
    return list(dict.fromkeys(mount for text in texts for mount in text.split("\n") if mount))


def _device(cells: dict[str, Scalar], above: Device | None, by_name: dict[str, Device]) -> Device:
    name = (cells["name"].text or "").removeprefix("/dev/").removeprefix("mapper/")
    kind = (cells["type"].text or "").lower() if "type" in cells else _kind(name, above)
    if above is None and kind == "part":
        above = by_name.get(_disk_of_partition(name))
    dev = device({**cells, "type": Scalar(kind, cells["name"].span)}, above)
    by_name.setdefault(name, dev)
    return dev


def _kind(name: str, above: Device | None) -> str:
    """Return the kind of a device by its name, for a table without the column TYPE."""
    if _PART.fullmatch(name):
        return "part"
    if _ARRAY.fullmatch(name):
        return "raid"
    if above is None:
        return "disk" if _DISK.fullmatch(name) else ""
    return "part" if above.mapped and name.startswith((above.path.text or "").rpartition("/")[2]) else "dm"


def _disk_of_partition(name: str) -> str:
    """Return the disk of a partition: sda of sda1, nvme0n1 of nvme0n1p1, mpatha of mpatha1 and mpathap1."""
    match = _PART.fullmatch(name)
    return match[1] if match else re.sub(r"p?(?<!\d)\d++$", "", name)


READER = Reader(__name__, "lsblk text", recognises, read, signs=(b"name",), begins=_BEGINS, command=_COMMAND)
