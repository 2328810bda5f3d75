"""The physical drives below a Smart Array's arrays: blocks and lines in, which are members and of what kind out."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from advisor.readers.blocks import Block, Row
from advisor.readers.raid._ssacli_controller import part
from advisor.source import Source, Span

HEADING = r"physicaldrive (?P<id>[\w:.-]{1,40})"
_LINE = re.compile(HEADING + r" \((?P<told>.*)", re.IGNORECASE)


class Disk(NamedTuple):
    """A physical drive. id: port:box:bay; media: hdd, ssd, nvme or "" where the tool does not tell."""

    id: str
    media: str
    spare: bool
    span: Span


class Members(NamedTuple):
    """The disks that hold an array's data. media: hdd, ssd, nvme, mixed or ""; span: the first disk's place."""

    number: int
    media: str
    span: Span


def of(source: Source, block: Block) -> list[Disk]:
    """The disks of a block: itself, where it is one with details, else those listed in its lines."""
    if block.kind != "disk":
        return list(_listed(source, block.rows))
    told = {row.key: row.value.lower() for row in reversed(block.rows)}
    media = media_of(told.get("interface type", "")) or ("hdd" if told.get("rotational speed") else "")
    place = part(source, block.row, block.found, "id")
    return [Disk(block.found["id"].upper(), media, "spare" in told.get("drive type", ""), place)]


def below(source: Source, block: Block) -> list[Disk]:
    """The disks that a logical drive names as its own, set in deeper than itself."""
    return list(_listed(source, (row for row in block.rows if row.indent > block.row.indent)))


def members(found: list[Disk]) -> Members | None:
    """Each disk counted once, without spares; the tool names some in short and again with details."""
    spares = {disk.id for disk in found if disk.spare}
    once: dict[str, Disk] = {}
    for disk in found:
        if disk.id not in spares and (disk.id not in once or disk.media):
            once[disk.id] = disk
    if not once:
        return None
    kinds = {disk.media for disk in once.values()}
    media = "" if "" in kinds else kinds.pop() if len(kinds) == 1 else "mixed"
    return Members(len(once), media, next(iter(once.values())).span)


def media_of(text: str) -> str:
    """`SATA SSD`, `Solid State SAS`, `NVMe SSD`, `SAS HDD`; `SAS` alone tells nothing."""
    words = text.lower()
    if "nvme" in words:
        return "nvme"
    if "ssd" in words or "solid state" in words:
        return "ssd"
    return "hdd" if "hdd" in words else ""


def _listed(source: Source, lines: Iterable[Row]) -> Iterable[Disk]:
    for line in lines:
        if found := _LINE.fullmatch(line.text):
            told = found["told"]
            yield Disk(found["id"].upper(), media_of(told), "spare" in told.lower(), part(source, line, found, "id"))
