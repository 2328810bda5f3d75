"""Sections of MegaCli's output in; what they tell of each logical drive out, and where its description is cut short.

A logical drive is named by its target id: the number before it is only its place in the listing.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.facts import Diagnostic
from advisor.readers.blocks import Block, Row
from advisor.readers.raid._megacli_sections import Section
from advisor.values import raid

Told = tuple[str, str, Row]  # the key's last part, the text, the row that tells it

KINDS = ("array", "summary array")
_DRIVES = ("number of drives", "number of drives per span")
_STRIPE = ("strip size", "stripe size")
_NEEDED = {
    "array": (("raid level",), ("state",), _STRIPE, _DRIVES, ("span depth",), ("current cache policy",)),
    "summary array": (("state",), ("raid level",)),
}
_LEVEL = re.compile(r"Primary-[0-6], Secondary-(?P<second>[0-3]), .+|(?:RAID[ -]?)?[0-9]{1,2}", re.IGNORECASE)
_SIZE = re.compile(r"([0-9]{1,6})(?:\.0+)? ?([KM])B", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]{1,4}")
_POLICIES = {"writeback": "write-back", "writethrough": "write-through"}
_BAD_BATTERY = {"write cache ok if bad bbu": "yes", "no write cache if bad bbu": "no"}
_HEALTH = {
    "optimal": "ok",
    "degraded": "degraded",
    "partially degraded": "degraded",
    "partial degraded": "degraded",
    "offline": "failed",
    "failed": "failed",
    "rebuilding": "rebuilding",
    "initializing": "initializing",
}
_MEDIA = {"hard disk device": "hdd", "solid state device": "ssd"}
_GROUP = re.compile(r"DiskGroup: ([0-9]{1,4}),.*", re.IGNORECASE)


class _Members(NamedTuple):
    """Logical drives and what the disks listed below them tell."""

    names: list[str]
    controller: str
    media: dict[str, Row]
    groups: list[Row]


def facts(sections: list[Section]) -> Iterator[tuple[str, Told]]:
    """Name of a logical drive, and one thing told of it."""
    for section in sections:
        if section.block.kind in KINDS:
            name = _name(section)
            yield name, ("controller", section.controller, section.block.row)
            yield name, ("software", "no", section.block.row)
            if section.group:
                yield name, ("group", *section.group)
            for told in (*_layout(section.block), *_cache(section.block), *_health(section.block)):
                yield name, told
    for members in _members(sections):
        for told in _of_members(members):
            for name in members.names:
                yield name, told


def cut_short(sections: list[Section]) -> Iterator[Diagnostic]:
    """Where a logical drive lacks a row that every release prints of it."""
    for section in sections:
        block = section.block
        missing = [keys[0] for keys in _NEEDED.get(block.kind, ()) if not block.row_of(*keys)]
        if missing:
            last = [block.row, *block.rows][-1]
            yield Diagnostic(last.span[1], f"the description of {_name(section)} lacks: {', '.join(missing)}")


def _name(section: Section) -> str:
    return f"{section.controller} logical drive {section.block.found['target']}"


def _layout(block: Block) -> Iterator[Told]:
    """Level, disks, stripe. The number of drives is that of one span, also where the row does not say so."""
    depth, drives, size = block.row_of("span depth"), block.row_of(*_DRIVES), block.row_of(*_STRIPE)
    spans = int(depth.value) if depth and _NUMBER.fullmatch(depth.value) else None
    if (row := block.row_of("raid level")) and (found := _LEVEL.fullmatch(row.value)):
        plain = found["second"] in (None, "3")
        if (plain or spans) and (level := raid.level(row.value, spans or 1)):
            yield "level", level, row
    if drives and spans and _NUMBER.fullmatch(drives.value):
        yield "disks", str(int(drives.value) * spans), drives
    if size and (found := _SIZE.fullmatch(size.value)):
        yield "stripe", f"{int(found[1]) * (1024 if found[2] in 'mM' else 1)} KB", size


def _cache(block: Block) -> Iterator[Told]:
    """The default policy is what was set, the current one what is in force."""
    for key, told in (("write_cache_set", "default cache policy"), ("write_cache", "current cache policy")):
        if (row := block.row_of(told)) and (word := _POLICIES.get(row.value.partition(",")[0].lower())):
            yield key, word, row
            bad = _BAD_BATTERY.get(row.value.rpartition(",")[2].strip().lower())
            if key == "write_cache" and bad:
                yield "always_write_back", bad if word == "write-back" else "no", row


def _health(block: Block) -> Iterator[Told]:
    if (row := block.row_of("state")) and row.value:
        yield "health_said", row.value, row
        if health := _HEALTH.get(row.value.lower()):
            yield "health", health, row


def _members(sections: list[Section]) -> Iterator[_Members]:
    """-LdPdInfo and -CfgDsply list the disks behind the logical drives they belong to."""
    current: _Members | None = None
    before = ""
    for section in sections:
        kind = section.block.kind
        if current and (kind not in ("array", "disk") or (kind == "array" and before == "disk")):
            yield current
            current = None
        if kind == "array":
            current = current or _Members([], section.controller, {}, [])
            current.names.append(_name(section))
        elif kind == "disk" and current:
            _add(current, section)
        before = kind
    if current:
        yield current


def _add(members: _Members, section: Section) -> None:
    """Takes in a disk. In -CfgDsply the heading numbers the group; the disk's position may count otherwise."""
    block = section.block
    state = block.row_of("firmware state")
    row = block.row_of("media type")
    if row and (media := _MEDIA.get(row.value.lower())) and not (state and state.value.lower().startswith("hotspare")):
        members.media.setdefault(media, row)
    if not section.group and (row := block.row_of("drive's position", "drive's postion")):
        members.groups.append(row)


def _of_members(members: _Members) -> Iterator[Told]:
    if members.media:
        yield (
            "media",
            "mixed" if len(members.media) > 1 else next(iter(members.media)),
            next(iter(members.media.values())),
        )
    if members.groups and (found := _GROUP.fullmatch(members.groups[0].value)):
        yield "group", f"{members.controller} disk group {found[1]}", members.groups[0]
