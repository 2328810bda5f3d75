"""Read the output of ipssend getconfig (IBM ServeRAID, SCSI): controllers and logical drives."""

import re
from collections.abc import Callable, Iterator

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.raid._listing import (
    ENDS_EARLY,
    Block,
    Row,
    Statement,
    cut,
    facts,
    first_texts,
    health,
    number,
    readable_blocks,
)
from advisor.readers.transcript import command_line
from advisor.source import Source
from advisor.values import raid

_UP_TO_OWN_LINE = (
    rb"(?=(?:[\r\n]+(?![^\r\n]*(?:information|Write-cache))[^\r\n]*){1,20}?[\r\n]+[ \t]*Write cache status )"
)

_HEADINGS = {
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
_OWN_LINE = re.compile(rb"^[ \t]*(?:Part of merge group|Write cache status) ", re.IGNORECASE | re.MULTILINE)
_OPENING = re.compile(r"found \d|read configuration|logical drive|[^\r\n]{0,200}\bipssend", re.IGNORECASE)
_FAILED = "ipssend printed an error in place of a configuration"
_STATUS = "status of logical drive"
_WRITE_CACHE = "write cache status"
_OF_CONTROLLERS = {"controller.model": "controller type", "controller.bios": "bios version"}
_MEANINGS: dict[str, tuple[str, Callable[[str], str | None]]] = {
    "array.level": ("raid level", raid.level),
    "array.stripe": ("stripe-unit size", raid.size),
    "array.write_cache_set": (_WRITE_CACHE, raid.cache_policy),
    "array.write_cache": (_WRITE_CACHE, raid.cache_policy),
    "array.health": (_STATUS, health),
    "array.health_said": (_STATUS, str),
}
_BEGINS = (
    rb"Found \d{1,3} IBM ServeRAID|"
    + command_line(rb"ipssend")
    + rb"|Logical drive information[ \t]*\r?$"  # as arcconf has it, whose rows are called otherwise
    + _UP_TO_OWN_LINE
)


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the count of controllers comes first, or logical drives with a row that only ipssend prints."""
    source = Source.of("", head)
    match = _TITLE.search(source.data) or (_DRIVE.search(source.data) and _OWN_LINE.search(source.data))
    return bool(match and _OPENING.match(next(first_texts(source), "")))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the facts of each controller and of each logical drive on it."""
    listed, diagnostics = readable_blocks(source, _HEADINGS)
    controllers = _controllers(listed)
    for name, parts in controllers.items():
        orders = {row.key: row for block in parts for row in block.rows if "stripe order" in row.key}
        for block in parts:
            yield from facts(source, Subject("controller", name), _controller_statements(block))
            if block.kind == "logical":
                subject = Subject("array", f"{name} logical drive {block.match[1]}")
                yield from facts(source, subject, _array_statements(name, block, orders))
    diagnostics += [block.row.line.diagnostic(_FAILED) for block in listed if block.kind == "failed"]
    if not diagnostics and (not listed or cut(source, listed, ("end", "devices"))):
        diagnostics.append(Diagnostic(len(source.data), ENDS_EARLY))
    yield from diagnostics
    if not diagnostics and _lists_all(listed, controllers):
        yield Complete("array.", source)


def _controllers(listed: list[Block]) -> dict[str, list[Block]]:
    """Return the blocks by controller; the name is `controller` if an excerpt names none."""
    controllers: dict[str, list[Block]] = {}
    name = "controller"
    for block in listed:
        if block.kind == "controller":
            name = f"controller {block.match[1]}"
        if block.kind != "found":
            controllers.setdefault(name, []).append(block)
    return controllers


def _controller_statements(block: Block) -> Iterator[Statement]:
    for key, name in _OF_CONTROLLERS.items():
        if row := block.row_of(name):
            yield Statement(key, row.value, row.span)


def _array_statements(controller: str, block: Block, orders: dict[str, Row]) -> Iterator[Statement]:
    yield Statement("array.controller", controller, block.row.span)
    yield Statement("array.software", "no", block.row.span)
    yield Statement("array.tool", "ipssend", block.row.span)
    for key, (name, meaning) in _MEANINGS.items():
        if row := block.row_of(name):
            yield Statement(key, meaning(row.value), row.span)
    row = block.row_of("part of array")
    letter = row.value if row else ""
    if row and letter:
        yield Statement("array.group", f"{controller} array {letter}", row.span)
    yield from _disks(block, orders.get(f"array {letter.lower()} stripe order (channel/scsi id)"))


def _disks(block: Block, order: Row | None) -> Iterator[Statement]:
    """Yield the number of disks from the footer, else from the number of chunks in a stripe."""
    if order and order.value:
        yield Statement("array.disks", str(len(order.value.split())), order.span)
    elif row := block.row_of("number of chunks"):
        yield Statement("array.disks", number(row.value), row.span)


def _lists_all(listed: list[Block], controllers: dict[str, list[Block]]) -> bool:
    """Return whether as many controllers as were found are listed, each with its logical drives and its last line."""
    counts = {block.match[1] for block in listed if block.kind == "found"}
    kinds = ({block.kind for block in parts} for parts in controllers.values())
    return counts == {str(len(controllers))} and all(kind >= {"logicals", "end"} for kind in kinds)


READER = Reader(
    __name__, "ipssend", recognises, read, signs=(b"serveraid", b"logical drive"), needs_whole_head=True, begins=_BEGINS
)
