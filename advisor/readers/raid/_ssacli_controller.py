"""A Smart Array controller: its heading and lines in, facts of its cache and of what protects it out."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from advisor.facts import Fact, Subject
from advisor.readers.blocks import Block, Row
from advisor.source import Source, Span

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
    "cache board present", "cache ratio", "cache serial number", "cache status", "controller status",
    "degraded performance optimization", "drive write cache", "elevator sort", "expand priority",
    "inconsistency repair policy", "monitor and performance delay", "no-battery write cache", "post prompt timeout",
    "queue depth", "rebuild priority", "surface analysis inconsistency notification", "surface scan delay",
    "surface scan mode", "total cache memory available", "total cache size", "wait for cache room",
}  # fmt: skip

_HEALTH = {"ok": "ok", "degraded": "degraded", "failed": "failed", "fail": "failed"}
_YES_NO = {"true": "yes", "false": "no", "enabled": "yes", "disabled": "no"}
_PROTECTION = {"batteries": "battery", "battery": "battery", "capacitors": "capacitor", "capacitor": "capacitor"}
_STATE = {"ok": "ok", "recharging": "charging", "charging": "charging", "not present": "missing"}
_DISABLED = {"temporarily disabled", "permanently disabled"}
_STATUS = ("battery/capacitor status", "battery status")
_COUNT = ("battery/capacitor count", "battery pack count")


class Place(NamedTuple):
    """A block and what it stands below. controller: its name; owner, array: the blocks of controller and array."""

    controller: str
    owner: Block | None
    array: Block | None
    block: Block

    @property
    def letter(self) -> str:
        """The array's, "" outside of arrays."""
        return self.array.found["letter"].upper() if self.array else ""


def places(found: list[Block]) -> Iterator[Place]:
    """The blocks in the order of the file, each with the controller and the array that it belongs to."""
    owner = array = None
    for block in found:
        if block.kind == "controller":
            owner, array = block, None
        elif block.kind in {"array", "other"}:
            array = block if block.kind == "array" else None
        yield Place(_name(owner) if owner else UNNAMED, owner, array, block)


def _name(block: Block) -> str:
    """`slot 0`; of a box outside the server the name of its chassis."""
    slot, chassis = block.found["slot"], block.found["chassis"]
    if slot:
        return UNNAMED if slot.upper().startswith(_NO_SLOT) else f"slot {slot}"
    return f"controller {chassis}"


def part(source: Source, row: Row, found: re.Match[str], group: str) -> Span:
    """The place of a part of a line; that of the whole line where its bytes are not its characters."""
    begin = max(row.span[1] - len(row.text), 0)
    span = (begin + found.start(group), begin + found.end(group))
    return span if source.text(*span) == found[group] else row.span


def are_its_lines(lines: list[Row]) -> bool:
    """Whether lines without a heading are a controller's."""
    known = sum(line.key in _OF_A_CONTROLLER for line in lines)
    return known >= 3 and 2 * known >= len(lines)


def software(owner: Block) -> str:
    """Whether the server's own processor does the work of this controller."""
    return "yes" if _SOFTWARE.search(owner.found["model"]) else "no"


def heading_facts(source: Source, subject: Subject, block: Block) -> Iterator[Fact]:
    """What the heading says: the model, and in listings of controllers the serial number."""
    for group in ("model", "serial"):
        if text := (block.found[group] or "").strip():
            yield Fact(f"controller.{group}", text, source, part(source, block.row, block.found, group), subject)


def facts(source: Source, subject: Subject, lines: list[Row]) -> Iterator[Fact]:
    """What the lines of a controller say."""
    for key, names, meaning in _LINES:
        line = _line(lines, names)
        if line and (text := meaning(line.value)):
            yield Fact(key, text, source, line.span, subject)
    count = _line(lines, _COUNT)
    if count and count.value == "0":
        yield Fact("controller.protection", "none", source, count.span, subject)
        yield Fact("controller.protection_state", "missing", source, count.span, subject)


def written_through(lines: list[Row]) -> Row | None:
    """The line that tells that the controller holds back no writes, whatever is set for its logical drives."""
    status, ratio = _line(lines, ("cache status",)), _line(lines, ("cache ratio", "accelerator ratio"))
    if status and status.value.lower() in _DISABLED | {"not configured"}:
        return status
    if ratio and (share := _RATIO.match(ratio.value)) and int(share[2]) == 0:
        return ratio
    without = _line(lines, ("no-battery write cache",))
    return _unprotected(lines) if without and without.value.lower() == "disabled" else None


def _unprotected(lines: list[Row]) -> Row | None:
    count, status = _line(lines, _COUNT), _line(lines, _STATUS)
    if count and count.value == "0":
        return count
    return status if status and _state(status.value) in {"failed", "missing"} else None


def _line(lines: list[Row], keys: tuple[str, ...]) -> Row | None:
    return next((line for line in lines if line.key in keys and line.value), None)


def _read_share(value: str) -> str | None:
    found = _RATIO.match(value)
    return str(int(found[1])) if found else None


def _state(value: str) -> str | None:
    """`Failed (Replace Batteries)` and the like are failed."""
    word = value.lower()
    return "failed" if word.startswith("failed") else _STATE.get(word)


_LINES: tuple[tuple[str, tuple[str, ...], Callable[[str], str | None]], ...] = (
    ("controller.serial", ("serial number",), str),
    ("controller.health", ("controller status",), lambda value: _HEALTH.get(value.lower())),
    ("controller.cache", ("cache board present",), lambda value: _YES_NO.get(value.lower())),
    ("controller.cache_read_percent", ("cache ratio", "accelerator ratio"), _read_share),
    ("controller.write_cache_disabled", ("cache status",), lambda value: "yes" if value.lower() in _DISABLED else None),
    ("controller.no_battery_write_cache", ("no-battery write cache",), lambda value: _YES_NO.get(value.lower())),
    ("controller.protection", ("cache backup power source",), lambda value: _PROTECTION.get(value.lower())),
    ("controller.protection_state", _STATUS, _state),
)
