"""arcconf's logical devices: reads the blocks of one controller into what they say of each of its arrays."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from advisor.facts import Fact, Subject
from advisor.readers.blocks import Block, Row
from advisor.readers.raid._serveraid import health, number
from advisor.readers.raid._statements import Statement, facts
from advisor.source import Source
from advisor.values import media, raid

_MEMBER = re.compile(r"(?:group \d+, ?)?segment \d+|device \d+")
_PLACE = re.compile(r"(enclosure|connector)\W{0,3}(\d+), ?(?:slot|device)\W{0,3}(\d+)", re.IGNORECASE)
_MOUNT = re.compile(r"/.*|[A-Za-z]:\\.*")
_STATUS = ("status of logical device", "status of logical drive")
_MEANINGS: dict[str, tuple[tuple[str, ...], Callable[[str], str | None]]] = {
    "array.level": (("raid level",), raid.level),
    "array.stripe": (("stripe-unit size",), raid.size),
    "array.health_said": (_STATUS, str),
    "array.device": (("disk name",), lambda value: next(iter(value.split()), None)),
    "array.mounts": (("mount points",), lambda value: ", ".join(filter(_MOUNT.fullmatch, value.split()))),
}


class Medium(NamedTuple):
    """What a disk is made of, and the row that says so."""

    kind: str
    row: Row


def arrays(source: Source, controller: str, parts: list[Block], cut: Block | None) -> Iterator[Fact]:
    """The facts of each logical device. cut: the block where the output breaks off; its members are not counted."""
    disks = _disks(parts)
    share = next(filter(None, (part.row_of("write cache percentage") for part in parts if part.kind == "other")), None)
    for block, below in zip(parts, [*parts[1:], None], strict=True):
        if block.kind == "logical":
            listed = block.rows + (below.rows if below and below.kind == "members" else [])
            members = [row for row in listed if _MEMBER.fullmatch(row.key) and row.value]
            subject = Subject("array", f"{controller} logical drive {block.match[1]}")
            yield from facts(source, subject, _of_array(controller, block))
            yield from facts(source, subject, _health(block.row_of(*_STATUS), members))
            yield from facts(source, subject, _write_cache(block, share))
            if members and not (cut and cut in (block, below)):
                yield Fact("array.disks", str(len(members)), source, members[0].span, subject)
            yield from facts(source, subject, _media(block, members, disks))


def _of_array(controller: str, block: Block) -> Iterator[Statement]:
    yield Statement("array.controller", controller, block.row.span)
    yield Statement("array.software", "no", block.row.span)
    yield Statement("array.tool", "arcconf", block.row.span)
    for key, (names, meaning) in _MEANINGS.items():
        if (row := block.row_of(*names)) and row.value:
            yield Statement(key, meaning(row.value), row.span)
    if (row := block.row_of("array")) and row.value:
        yield Statement("array.group", f"{controller} array {row.value}", row.span)


def _health(status: Row | None, members: list[Row]) -> Iterator[Statement]:
    """A degraded array of which a member is being rebuilt is on its way back."""
    state = health(status.value) if status else None
    rebuilt = next((row for row in members if row.value.lower().startswith("rebuilding")), None)
    if state == "degraded" and rebuilt:
        state, status = "rebuilding", rebuilt
    if status:
        yield Statement("array.health", state, status.span)


def _write_cache(block: Block, share: Row | None) -> Iterator[Statement]:
    """Setting and status (newer), setting and mode (older), or SmartRAID's one switch for reading and writing."""
    switch = block.row_of("caching")
    asked = block.row_of("write-cache setting") or switch
    force = block.row_of("write-cache status", "write-cache mode") or switch
    for key, row in (("array.write_cache_set", asked or force), ("array.write_cache", force or asked)):
        if row:
            yield Statement(key, _policy(row, share), row.span)


def _policy(row: Row, share: Row | None) -> str | None:
    """share: how much of the cache that SmartRAID switches on the controller gives to writing."""
    policy = raid.cache_policy(row.value)
    if row.key != "caching" or policy != "write-back":
        return policy
    return {None: None, "0": "write-through"}.get(number(share.value) if share else None, policy)


def _disks(parts: list[Block]) -> dict[str, Medium]:
    """What each physical device is made of, by its serial number and by its place."""
    disks: dict[str, Medium] = {}
    for block in parts:
        row = block.row_of("ssd") if block.kind == "device" else None
        kind = {"yes": "ssd", "no": "hdd"}.get(row.value.lower()) if row else None
        if row and kind:
            serial, location = block.row_of("serial number"), block.row_of("reported location")
            names = (serial.value if serial else "", _place(location.value) if location else "")
            disks |= {name: Medium(kind, row) for name in names if name}
    return disks


def _place(text: str) -> str:
    """`Controller:1,Enclosure:0,Slot:3` and `Enclosure 0, Slot 3`: enclosure 0 3."""
    match = _PLACE.search(text)
    return " ".join(match.groups()).lower() if match else ""


def _media(block: Block, members: list[Row], disks: dict[str, Medium]) -> Iterator[Statement]:
    """What the members are made of, where that is known of all that are there; else what the drive as a whole is."""
    present = [row for row in members if row.value.lower().startswith(("present", "rebuilding"))]
    known = [medium for row in present if (medium := _medium(row, disks))]
    if not known:
        row = block.row_of("device type")
        if row:
            yield Statement("array.media", media.of_words(row.value), row.span)
    elif len(known) == len(present):
        yield Statement("array.media", media.together(medium.kind for medium in known), known[0].row.span)


def _medium(member: Row, disks: dict[str, Medium]) -> Medium | None:
    if kind := media.of_words(member.value):
        return Medium(kind, member)
    serial = member.value.rpartition(")")[2].strip()
    return disks.get(serial) or disks.get(_place(member.value))
