"""MegaCli's logical drives: reads its blocks into what they say of each, and tells where a description is cut short.

A logical drive is named by its target id: the number before it is only its place in the listing.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.facts import Diagnostic
from advisor.readers.blocks import Block, Row
from advisor.readers.raid._megacli_sections import Owned
from advisor.readers.raid._statements import Statement
from advisor.values import media, raid

KINDS = ("array", "summary array")
_DRIVES = ("number of drives", "number of drives per span")
_STRIPE = ("strip size", "stripe size")
_NEEDED = {
    "array": (("raid level",), ("state",), _STRIPE, _DRIVES, ("span depth",), ("current cache policy",)),
    "summary array": (("state",), ("raid level",)),
}
_LEVEL = re.compile(r"Primary-[0-6], Secondary-(?P<second>[0-3]), .+|(?:RAID[ -]?)?[0-9]{1,2}", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]{1,4}")
_BAD_BATTERY = {"write cache ok if bad bbu": "yes", "no write cache if bad bbu": "no"}
_FAILED = {"failed", "offline"}
_GROUP = re.compile(r"DiskGroup: ([0-9]{1,4}),.*", re.IGNORECASE)


class DiskList(NamedTuple):
    """Logical drives and what the disks listed below them tell. media: each kind, and the row that tells it first.

    failed: enclosure and slot of each disk that has failed or is off-line, and the row that says so.
    """

    names: list[str]
    controller: str
    media: dict[str, Row]
    groups: list[Row]
    failed: dict[str, Row]


def statements(listed: list[Owned]) -> Iterator[tuple[str, Statement]]:
    """Name of a logical drive, and one thing said of it."""
    for place in listed:
        if place.kind in KINDS:
            name = place.logical_drive
            yield name, Statement("array.controller", place.controller, place.block.row.span)
            yield name, Statement("array.software", "no", place.block.row.span)
            yield name, Statement("array.tool", "megacli", place.block.row.span)
            if place.group:
                yield name, Statement("array.group", place.group[0], place.group[1].span)
            for statement in (*_layout(place.block), *_cache(place.block), *_health(place.block)):
                yield name, statement
    for members in _members(listed):
        for statement in _of_members(members):
            for name in members.names:
                yield name, statement


def cut_short(listed: list[Owned]) -> Iterator[Diagnostic]:
    """Where a logical drive lacks a row that every release prints of it."""
    for place in listed:
        block = place.block
        missing = [keys[0] for keys in _NEEDED.get(block.kind, ()) if not block.row_of(*keys)]
        if missing:
            last = [block.row, *block.rows][-1]
            yield Diagnostic(last.span[1], f"the description of this logical drive lacks: {', '.join(missing)}")


def _layout(block: Block) -> Iterator[Statement]:
    """Level, disks, stripe. The number of drives is that of one span, also where the row does not say so."""
    depth, drives, size = block.row_of("span depth"), block.row_of(*_DRIVES), block.row_of(*_STRIPE)
    spans = int(depth.value) if depth and _NUMBER.fullmatch(depth.value) else None
    if (row := block.row_of("raid level")) and (match := _LEVEL.fullmatch(row.value)):
        plain = match["second"] in (None, "3")
        if plain or spans:
            yield Statement("array.level", raid.level(row.value, spans or 1), row.span)
    if drives and spans and _NUMBER.fullmatch(drives.value):
        yield Statement("array.disks", str(int(drives.value) * spans), drives.span)
    if size:
        yield Statement("array.stripe", raid.size(size.value), size.span)


def _cache(block: Block) -> Iterator[Statement]:
    """The default policy is what was set, the current one what is in force; the disks have caches of their own."""
    if row := block.row_of("default cache policy"):
        yield Statement("array.write_cache_set", raid.cache_policy(row.value), row.span)
    if row := block.row_of("disk cache policy"):
        yield Statement("array.drive_write_cache", raid.switch(row.value), row.span)
    if row := block.row_of("current cache policy"):
        policy = raid.cache_policy(row.value)
        yield Statement("array.write_cache", policy, row.span)
        always = _BAD_BATTERY.get(row.value.rpartition(",")[2].strip().lower())
        if policy and always:
            yield Statement("array.always_write_back", always if policy == "write-back" else "no", row.span)


def _health(block: Block) -> Iterator[Statement]:
    if row := block.row_of("state"):
        yield Statement("array.health_said", row.value, row.span)
        yield Statement("array.health", raid.health(row.value), row.span)


def _members(listed: list[Owned]) -> Iterator[DiskList]:
    """-LdPdInfo and -CfgDsply list the disks behind the logical drives they belong to."""
    members: DiskList | None = None
    before = ""
    for place in listed:
        if members and (place.kind not in ("array", "disk") or (place.kind == "array" and before == "disk")):
            yield members
            members = None
        if place.kind == "array":
            members = members or DiskList([], place.controller, {}, [], {})
            members.names.append(place.logical_drive)
        elif place.kind == "disk" and members:
            _add(members, place)
        before = place.kind
    if members:
        yield members


def _add(members: DiskList, place: Owned) -> None:
    """Takes in a disk. In -CfgDsply the heading numbers the group; the disk's position may count otherwise."""
    block = place.block
    state = block.row_of("firmware state")
    spare = state and state.value.lower().startswith("hotspare")
    enclosure = block.row if block.row.key == "enclosure device id" else block.row_of("enclosure device id")
    slot = block.row_of("slot number")
    if enclosure and slot and state and state.value.split(",")[0].lower() in _FAILED:
        members.failed[f"{enclosure.value}:{slot.value}"] = state
    row = block.row_of("media type")
    if row and not spare and (kind := media.of_words(row.value)):
        members.media.setdefault(kind, row)
    if not place.group and (row := block.row_of("drive's position", "drive's postion")):
        members.groups.append(row)


def _of_members(members: DiskList) -> Iterator[Statement]:
    if members.media:
        yield Statement("array.media", media.together(members.media), next(iter(members.media.values())).span)
    if members.groups and (match := _GROUP.fullmatch(members.groups[0].value)):
        yield Statement("array.group", f"{members.controller} disk group {match[1]}", members.groups[0].span)
    if members.failed:
        yield Statement("array.failed_disks", ", ".join(members.failed), next(iter(members.failed.values())).span)
