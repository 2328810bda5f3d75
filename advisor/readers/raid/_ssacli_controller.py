"""A Smart Array controller: reads its heading and lines into what they say of its cache and of what protects it."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from advisor.readers.blocks import Block, Row
from advisor.readers.raid._statements import Statement
from advisor.values import raid

UNNAMED = "controller"  # where the tool names neither slot nor chassis
HEADING = (  # a box outside the server goes by the name of its chassis
    r"(?=(?:\w{2,6} )?(?:MSA|RAID Array)|.{1,90} in Slot )"
    r"(?P<model>(?:(?:HPE?|Compaq) )?(?:Dynamic Smart|Smart (?:Array|HBA)|SR\d|MSA ?\d|RAID Array)[^:()]{0,60}?) in "
    r"(?:Slot (?P<slot>[\w.-]{1,40})|(?P<chassis>[^:()]{1,60}?))(?: {1,3}\((?!sn:)[^()]{0,60}\)){0,3}"
    r"(?: {1,60}\(sn: ?(?P<serial>[^()]{0,60}?) {0,20}\))?"
)
_SOFTWARE = re.compile(
    r"dynamic smart|\bSW RAID\b|\b[BS]\d{3}i", re.IGNORECASE
)  # B110i … B320i, S100i: the driver does it
_NO_SLOT = "ATTR_VALUE"
_RATIO = re.compile(r"(\d{1,3})% Read / (\d{1,3})% Write", re.IGNORECASE)
_OF_A_CONTROLLER = {
    "accelerator ratio", "battery/capacitor count", "battery/capacitor status", "cache backup power source",
    "cache board present", "cache ratio", "cache serial number", "cache status", "configured drive write cache policy",
    "controller status",
    "degraded performance optimization", "drive write cache", "elevator sort", "expand priority",
    "inconsistency repair policy", "monitor and performance delay", "no-battery write cache", "post prompt timeout",
    "queue depth", "rebuild priority", "surface analysis inconsistency notification", "surface scan delay",
    "surface scan mode", "total cache memory available", "total cache size", "wait for cache room",
}  # fmt: skip

_STATUS = ("battery/capacitor status", "battery status")
_CONFIGURED = "configured drive write cache policy"  # of disks within an array; printed by Gen10
_DRIVE_CACHE = ("drive write cache", _CONFIGURED)
_RATIOS = ("cache ratio", "accelerator ratio")
_COUNT = ("battery/capacitor count", "battery pack count")


class Nested(NamedTuple):
    """A block and what it stands below. controller: its name; owner, array: the blocks of controller and array."""

    controller: str
    owner: Block | None
    array: Block | None
    block: Block

    @property
    def letter(self) -> str:
        """The array's, "" outside of arrays."""
        return self.array.group("letter").text.upper() if self.array else ""

    @property
    def logical_drive(self) -> str:
        """The name of the logical drive that the block is of."""
        return f"{self.controller} logical drive {int(self.block.match['number'])}"


def nested(blocks: list[Block]) -> Iterator[Nested]:
    """The blocks in the order of the file, each with the controller and the array that it belongs to."""
    owner = array = None
    for block in blocks:
        if block.kind == "controller":
            owner, array = block, None
        elif block.kind in {"array", "other"}:
            array = block if block.kind == "array" else None
        yield Nested(_name(owner) if owner else UNNAMED, owner, array, block)


def _name(block: Block) -> str:
    """`slot 0`; of a box outside the server the name of its chassis."""
    slot = block.group("slot").text
    if slot:
        return UNNAMED if slot.upper().startswith(_NO_SLOT) else f"slot {slot}"
    return f"controller {block.group('chassis').text}"


def are_its_lines(rows: list[Row]) -> bool:
    """Whether lines without a heading are a controller's."""
    known = sum(row.key in _OF_A_CONTROLLER for row in rows)
    return known >= 3 and 2 * known >= len(rows)


def software(owner: Block) -> str:
    """Whether the server's own processor does the work of this controller."""
    return "yes" if _SOFTWARE.search(owner.group("model").text) else "no"


def of_heading(block: Block) -> Iterator[Statement]:
    """What the heading says: the model, and in listings of controllers the serial number."""
    for key, group in (("controller.model", "model"), ("controller.serial", "serial")):
        text, span = block.group(group)
        yield Statement(key, text.strip(), span)


def of_rows(rows: list[Row]) -> Iterator[Statement]:
    """What the lines of a controller say."""
    for key, names, meaning in _MEANINGS:
        if row := _row(rows, names):
            yield Statement(key, meaning(row.value), row.span)
    count = _row(rows, _COUNT)
    if count and count.value == "0":
        yield Statement("controller.protection", "none", count.span)
        yield Statement("controller.protection_state", "missing", count.span)


def written_through(rows: list[Row]) -> Row | None:
    """The line that tells that the controller holds back no writes, whatever is set for its logical drives."""
    status, ratio = _row(rows, ("cache status",)), _row(rows, _RATIOS)
    if status and (raid.cache_disabled(status.value) or status.value.lower() == "not configured"):
        return status
    if ratio and (share := _RATIO.match(ratio.value)) and int(share[2]) == 0:
        return ratio
    unprotected = _row(rows, ("no-battery write cache",))
    return _unprotected(rows) if unprotected and raid.switch(unprotected.value) == "no" else None


def _unprotected(rows: list[Row]) -> Row | None:
    """The line that tells that nothing protects the cache."""
    count, status = _row(rows, _COUNT), _row(rows, _STATUS)
    if count and count.value == "0":
        return count
    return status if status and raid.protection_state(status.value) in {"failed", "missing"} else None


def _row(rows: list[Row], keys: tuple[str, ...]) -> Row | None:
    return next((row for row in rows if row.key in keys and row.value), None)


def _read_share(value: str) -> str | None:
    match = _RATIO.match(value)
    return str(int(match[1])) if match else None


_MEANINGS: tuple[tuple[str, tuple[str, ...], Callable[[str], str | None]], ...] = (
    ("controller.serial", ("serial number",), str),
    ("controller.health", ("controller status",), raid.controller_health),
    ("controller.cache", ("cache board present",), raid.switch),
    ("controller.cache_read_percent", _RATIOS, _read_share),
    ("controller.write_cache_disabled", ("cache status",), raid.cache_disabled),
    ("controller.no_battery_write_cache", ("no-battery write cache",), raid.switch),
    ("controller.drive_write_cache", _DRIVE_CACHE, raid.switch),
    ("controller.drive_write_cache_usage", (_CONFIGURED,), lambda _: "configured"),
    ("controller.protection", ("cache backup power source",), raid.protection),
    ("controller.protection_state", _STATUS, raid.protection_state),
)
