"""MegaCli's physical disks: reads what -PDList and -LdPdInfo say of each into its health."""

import re
from collections.abc import Iterator

from advisor.facts import Fact
from advisor.readers.blocks import Block, Row
from advisor.readers.raid._megacli_sections import Owned
from advisor.readers.raid._physical import PhysicalDisk, facts_of
from advisor.source import Source

_HEALTH = re.compile(
    r"(?P<failed>failed|offline|unconfigured\(bad\)|missing)|(?P<ok>online|hotspare|unconfigured\(good\)|rebuild|jbod)"
    r"|copyback",
    re.IGNORECASE,
)
_POSITION = re.compile(r"DiskGroup: ([0-9]{1,4}),.*", re.IGNORECASE)
_ALERTS = ("predictive failure count", "drive has flagged a s.m.a.r.t alert")
_COUNT = re.compile(r"[0-9]{1,9}")


def disks(source: Source, listed: list[Owned]) -> Iterator[Fact]:
    """Each disk once: -LdPdInfo lists it again for every logical drive on it."""
    seen: set[tuple[str, str]] = set()
    for place in listed:
        if place.kind == "disk" and (disk := _disk(place)) and (disk.controller, disk.place) not in seen:
            seen.add((disk.controller, disk.place))
            yield from facts_of(source, disk)


def _disk(place: Owned) -> PhysicalDisk | None:
    block = place.block
    enclosure = block.row if block.row.key == "enclosure device id" else block.row_of("enclosure device id")
    slot, state = block.row_of("slot number"), block.row_of("firmware state")
    if not (enclosure and slot and state):
        return None
    match = _HEALTH.match(state.value)
    warns = next((row.span for row in map(block.row_of, _ALERTS) if row and _warns(row)), None)
    errors = block.row_of("media error count")
    counted = (errors.value, errors.span) if errors and _COUNT.fullmatch(errors.value) else None
    name = f"{'' if enclosure.value == 'N/A' else enclosure.value}:{slot.value}"
    health = match.lastgroup if match else None
    return PhysicalDisk(place.controller, name, _group(place, block), state.value, health, state.span, warns, counted)


def _group(place: Owned, block: Block) -> str:
    """The disk group of the heading above, else of the disk's own position."""
    if place.group:
        return place.group[0]
    row = block.row_of("drive's position", "drive's postion")
    match = _POSITION.fullmatch(row.value) if row else None
    return f"{place.controller} disk group {match[1]}" if match else ""


def _warns(row: Row) -> bool:
    return row.value.lower() == "yes" or bool(_COUNT.fullmatch(row.value) and int(row.value))
