"""Reads the text of lsblk (a tree or a list with any columns, as `-f` and `-o` choose them, and the pairs of `-P`).

It tells what is mounted and the disks below it, as `lsblk -J` does. A list tells on which disk a partition lies, and of
what lies on a volume group or an array nothing.
"""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.json_tree import Scalar
from advisor.readers.prompts import typed
from advisor.readers.transcript import CUT, NUL, Damage, Line, foreign, lines, opening
from advisor.readers.volumes._block_devices import UNLISTED, Device, device, facts
from advisor.readers.volumes._lsblk_rows import Entered, Table, header, pairs, rows
from advisor.source import Source

FORMAT = "lsblk text"
SIGNS = (b"name",)
BEGINS = (
    rb"(?-i:(?=[^\r\n]{0,400}\b(?:MAJ:MIN|FSTYPE|ROTA|MOUNTPOINTS?)\b)NAME(?: +[A-Z][-A-Z:_%]*){1,60}[ \t]*\r?$)"
    rb'|NAME="[^"\r\n]{1,200}" [A-Z][-A-Z:_%]*="'
)
COMMAND = "lsblk"

Listing = Table | list[Entered]

_DISK = re.compile(r"sd[a-z]+|hd[a-z]+|x?vd[a-z]+|nvme\d+n\d+|mmcblk\d+|dasd[a-z]+|cciss!c\d+d\d+|pmem\d+")
_PART = re.compile(
    r"((?:sd|hd|x?vd|dasd)[a-z]+(?=\d)|(?:nvme\d+n\d+|mmcblk\d+|cciss!c\d+d\d+|pmem\d+|md\d+)(?=p\d))p?\d+"
)
_ARRAY = re.compile(r"md_?d?\d+")
_RUN_TOGETHER = "the columns of this table run together; save what lsblk prints as it is, or use lsblk -J -O"


def recognises(head: bytes, _: Catalogue) -> bool:
    """A header of lsblk's columns, or its pairs, comes first, or behind errors of its own."""
    for line in opening(head):
        if not line.text.startswith("lsblk: ") and not typed(line.text, COMMAND):
            return bool(header(line) or pairs(line))
    return False


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """The facts of every volume; under [SWAP] are all devices that are swapped to."""
    damage = Damage()
    found: list[Listing] = list(damage.sound(_listings(source)))
    listings = [list(damage.sound(_told(listing))) for listing in found]
    merged = any(row.merged for listing in listings for row in listing)
    mounted = [list(_mounted(listing)) for listing in listings]
    for listing in mounted:
        yield from facts(source, listing, whole=not damage.first and not merged)
    everything = any(mount == "/" for listing in mounted for _, mount in listing)
    yield from damage.verdict(Complete("volume.", source, UNLISTED) if everything else None)


def _listings(source: Source) -> Iterator[Listing | Diagnostic]:
    """Every table, and all pairs, in the order in which they begin."""
    table: Table | None = None
    listed: list[Entered] = []
    for line in lines(source):
        if line.holds_nul:
            yield line.diagnostic(NUL)
        elif names := header(line):
            table = Table(line, names, [])
            yield table
        elif row := pairs(line):
            if not listed:
                yield listed
            listed.append(row)
        elif table and not _strange(line):
            table.lines.append(line)
        elif not typed(line.text, COMMAND):
            table = None
            yield foreign(line, "lsblk")
        if not line.ended:
            yield line.diagnostic(CUT)


def _strange(line: Line) -> bool:
    """Whether a line below a header shows at its first sight that it is no row."""
    return line.text.startswith("lsblk:") or typed(line.text, COMMAND) or bool(re.match(r"\S*[#$>%] \S", line.text))


def _told(listing: Listing) -> Iterator[Entered | Diagnostic]:
    if not isinstance(listing, Table):
        yield from listing
        return
    for row in rows(listing):
        if isinstance(row, Entered):
            yield row
        elif row is listing.header:
            yield row.diagnostic(_RUN_TOGETHER)
        else:
            yield foreign(row, "lsblk")


def _mounted(listing: list[Entered]) -> Iterator[tuple[Device, str]]:
    """Every device with every place that it is mounted at, in the order of the listing."""
    branch: list[tuple[int, Device]] = []
    by_name: dict[str, Device] = {}
    for row in listing:
        if "name" in row.cells:
            while branch and branch[-1][0] >= row.column:
                branch.pop()
            own = _device(row.cells, branch[-1][1] if branch else None, by_name)
            branch.append((row.column, own))
        if branch:
            yield from ((branch[-1][1], mount) for mount in _mounts(row.cells))


def _mounts(cells: dict[str, Scalar]) -> list[str]:
    texts = (cells[name].text or "" for name in ("mountpoints", "mountpoint") if name in cells)
    return list(dict.fromkeys(mount for text in texts for mount in text.split("\n") if mount))


def _device(cells: dict[str, Scalar], above: Device | None, by_name: dict[str, Device]) -> Device:
    name = (cells["name"].text or "").removeprefix("/dev/").removeprefix("mapper/")
    kind = (cells["type"].text or "").lower() if "type" in cells else _kind(name, above)
    if above is None and kind == "part":
        above = by_name.get(_whole(name))
    own = device({**cells, "type": Scalar(kind, cells["name"].span)}, above)
    by_name.setdefault(name, own)
    return own


def _kind(name: str, above: Device | None) -> str:
    """What a device is, by its name, in a table without the column TYPE."""
    if _PART.fullmatch(name):
        return "part"
    if _ARRAY.fullmatch(name):
        return "raid"
    if above is None:
        return "disk" if _DISK.fullmatch(name) else ""
    return "part" if above.mapped and name.startswith((above.path.text or "").rpartition("/")[2]) else "dm"


def _whole(name: str) -> str:
    """The disk of a partition: sda of sda1, nvme0n1 of nvme0n1p1, mpatha of mpatha1 and mpathap1."""
    match = _PART.fullmatch(name)
    return match[1] if match else re.sub(r"p?(?<!\d)\d++$", "", name)
