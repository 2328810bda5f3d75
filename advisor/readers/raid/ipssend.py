"""ipssend getconfig (IBM ServeRAID, SCSI): its output in, controllers and logical drives out."""

import re
from collections.abc import Callable, Iterator

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.blocks import Block, Row
from advisor.readers.raid._serveraid import cut, fact, health, number, policy, size, sound
from advisor.readers.transcript import command_line
from advisor.source import Source
from advisor.values import raid

FORMAT = "ipssend"
BEGINS = rb"Found \d{1,3} IBM ServeRAID|" + command_line(rb"ipssend")

_BEGINS = {
    "found": r"found (\d{1,3}) ibm serveraid controller\(s\)\.?",
    "controller": r"(?:read configuration has been initiated for controller|serveraid controller number) (\d{1,3})\b.*",
    "logicals": r"logical drive information",
    "logical": r"logical drive number (\d{1,5})",
    "devices": r"physical device information",
    "end": r"command completed successfully.*",
    "failed": r"command (?:aborted|failed).*|controller number is invalid.*",
    "other": r"[^:]*\binformation|channel #\d+:|target on scsi id \d+",
}
_TITLE = re.compile(rb"^[ \t]*Found \d{1,3} IBM ServeRAID Controller\(s\)", re.IGNORECASE | re.MULTILINE)
_DRIVE = re.compile(rb"^[ \t]*Logical drive number \d", re.IGNORECASE | re.MULTILINE)
_OURS = re.compile(rb"^[ \t]*(?:Part of merge group|Write cache status) ", re.IGNORECASE | re.MULTILINE)
_OPENING = re.compile(rb"found \d|read configuration|logical drive|[^\r\n]{0,200}\bipssend", re.IGNORECASE)
_FAILED = "ipssend printed an error in place of a configuration"
_STATUS = "status of logical drive"
_WRITE_CACHE = "write cache status"
_SIMPLE: dict[str, tuple[str, Callable[[str], str | None]]] = {
    "array.level": ("raid level", raid.level),
    "array.stripe": ("stripe-unit size", size),
    "array.write_cache_set": (_WRITE_CACHE, policy),
    "array.write_cache": (_WRITE_CACHE, policy),
    "array.health": (_STATUS, health),
    "array.health_said": (_STATUS, str),
}


def recognises(head: bytes, _: Catalogue) -> bool:
    """The count of controllers that the tool prints first, or logical drives with a row that only ipssend prints."""
    data = Source.of("", head).data
    bare = (line.strip(b" \t>*#=-_`") for line in data[:4000].splitlines())
    opening = next(filter(None, bare), b"")
    return bool(_OPENING.match(opening) and (_TITLE.search(data) or (_DRIVE.search(data) and _OURS.search(data))))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """The facts of each controller and of each logical drive on it."""
    found, damage = sound(source, _BEGINS)
    controllers = _controllers(found)
    for name, parts in controllers.items():
        orders = {row.key: row for block in parts for row in block.rows if "stripe order" in row.key}
        for block in parts:
            yield from fact(source, Subject("controller", name), "controller.model", *_value(block, "controller type"))
            if block.kind == "logical":
                yield from _array(source, name, block, orders)
    damage += [Diagnostic(block.row.span[0], _FAILED) for block in found if block.kind == "failed"]
    if not damage and (not found or cut(source, found, ("end", "devices"))):
        damage.append(Diagnostic(len(source.data), "the output ends before its last line"))
    yield from damage
    if not damage and _lists_all(found, controllers):
        yield Complete("array.", source)


def _controllers(found: list[Block]) -> dict[str, list[Block]]:
    """The blocks by controller; `controller` alone where an excerpt names none."""
    parts: dict[str, list[Block]] = {}
    name = "controller"
    for block in found:
        if block.kind == "controller":
            name = f"controller {block.found[1]}"
        if block.kind != "found":
            parts.setdefault(name, []).append(block)
    return parts


def _value(block: Block, key: str) -> tuple[str | None, Row | None]:
    row = block.row_of(key)
    return (row.value if row else None), row


def _array(source: Source, controller: str, block: Block, orders: dict[str, Row]) -> Iterator[Fact]:
    subject = Subject("array", f"{controller} logical drive {block.found[1]}")
    yield Fact("array.controller", controller, source, block.row.span, subject)
    yield Fact("array.software", "no", source, block.row.span, subject)
    for key, (name, meaning) in _SIMPLE.items():
        if row := block.row_of(name):
            yield from fact(source, subject, key, meaning(row.value), row)
    letter, row = _value(block, "part of array")
    if letter:
        yield from fact(source, subject, "array.group", f"{controller} array {letter}", row)
    yield from _disks(
        source, subject, block, orders.get(f"array {(letter or '').lower()} stripe order (channel/scsi id)")
    )


def _disks(source: Source, subject: Subject, block: Block, order: Row | None) -> Iterator[Fact]:
    """The footer names each member of an array; without it the number of chunks in a stripe tells as much."""
    if order and order.value:
        yield Fact("array.disks", str(len(order.value.split())), source, order.span, subject)
        return
    chunks, row = _value(block, "number of chunks")
    yield from fact(source, subject, "array.disks", number(chunks or ""), row)


def _lists_all(found: list[Block], controllers: dict[str, list[Block]]) -> bool:
    """Whether as many controllers as were found are here, each with its list of logical drives and its last line."""
    counts = {block.found[1] for block in found if block.kind == "found"}
    kinds = ({block.kind for block in parts} for parts in controllers.values())
    return counts == {str(len(controllers))} and all(kind >= {"logicals", "end"} for kind in kinds)
