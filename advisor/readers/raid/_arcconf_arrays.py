"""arcconf's logical devices: the blocks of one controller in, the facts of each of its arrays out."""

import re
from collections.abc import Callable, Iterator

from advisor.facts import Fact, Subject
from advisor.readers.blocks import Block, Row
from advisor.readers.raid._serveraid import fact, health, number, policy, size
from advisor.source import Source
from advisor.values import raid

_MEMBER = re.compile(r"(?:group \d+, ?)?segment \d+|device \d+")
_PLACE = re.compile(r"(enclosure|connector)\W{0,3}(\d+), ?(?:slot|device)\W{0,3}(\d+)", re.IGNORECASE)
_MEDIUM = re.compile(r"\b(HDD|SSD|NVMe)\b", re.IGNORECASE)
_MOUNT = re.compile(r"/.*|[A-Za-z]:\\.*")
_STATUS = ("status of logical device", "status of logical drive")
_SIMPLE: dict[str, tuple[tuple[str, ...], Callable[[str], str | None]]] = {
    "array.level": (("raid level",), raid.level),
    "array.stripe": (("stripe-unit size",), size),
    "array.health_said": (_STATUS, str),
    "array.device": (("disk name",), lambda said: next(iter(said.split()), None)),
    "array.mounts": (("mount points",), lambda said: ", ".join(filter(_MOUNT.fullmatch, said.split()))),
}


def arrays(source: Source, controller: str, parts: list[Block], cut: Block | None) -> Iterator[Fact]:
    """The facts of each logical device. cut: the block where the output breaks off; its members are not counted."""
    disks = _disks(parts)
    share = next(filter(None, (part.row_of("write cache percentage") for part in parts if part.kind == "other")), None)
    for block, below in zip(parts, [*parts[1:], None], strict=True):
        if block.kind != "logical":
            continue
        listed = block.rows + (below.rows if below and below.kind == "members" else [])
        members = [row for row in listed if _MEMBER.fullmatch(row.key) and row.value]
        subject = Subject("array", f"{controller} logical drive {block.found[1]}")
        yield Fact("array.controller", controller, source, block.row.span, subject)
        yield Fact("array.software", "no", source, block.row.span, subject)
        yield from _told(source, subject, controller, block)
        yield from _health(source, subject, block.row_of(*_STATUS), members)
        yield from _write_cache(source, subject, block, share)
        if members and not (cut and (cut is block or cut is below)):
            yield Fact("array.disks", str(len(members)), source, members[0].span, subject)
        yield from _media(source, subject, block, members, disks)


def _told(source: Source, subject: Subject, controller: str, block: Block) -> Iterator[Fact]:
    for key, (names, meaning) in _SIMPLE.items():
        if (row := block.row_of(*names)) and row.value:
            yield from fact(source, subject, key, meaning(row.value), row)
    if (row := block.row_of("array")) and row.value:
        yield Fact("array.group", f"{controller} array {row.value}", source, row.span, subject)


def _health(source: Source, subject: Subject, status: Row | None, members: list[Row]) -> Iterator[Fact]:
    """A degraded array of which a member is being rebuilt is on its way back."""
    state = health(status.value) if status else None
    rebuilt = next((row for row in members if row.value.lower().startswith("rebuilding")), None)
    if state == "degraded" and rebuilt:
        state, status = "rebuilding", rebuilt
    yield from fact(source, subject, "array.health", state, status)


def _write_cache(source: Source, subject: Subject, block: Block, share: Row | None) -> Iterator[Fact]:
    """Setting and status (newer), setting and mode (older), or SmartRAID's one switch for reading and writing."""
    switch = block.row_of("caching")
    asked = block.row_of("write-cache setting") or switch
    force = block.row_of("write-cache status", "write-cache mode") or switch
    for key, row in (("array.write_cache_set", asked or force), ("array.write_cache", force or asked)):
        yield from fact(source, subject, key, _policy(row, share) if row else None, row)


def _policy(row: Row, share: Row | None) -> str | None:
    """share: how much of the cache that SmartRAID switches on the controller gives to writing."""
    said = policy(row.value)
    if row.key != "caching" or said != "write-back":
        return said
    return {None: None, "0": "write-through"}.get(number(share.value) if share else None, said)


def _disks(parts: list[Block]) -> dict[str, tuple[str, Row]]:
    """What each physical device is made of, by its serial number and by its place."""
    found: dict[str, tuple[str, Row]] = {}
    for block in parts:
        row = block.row_of("ssd") if block.kind == "device" else None
        medium = {"yes": "ssd", "no": "hdd"}.get(row.value.lower()) if row else None
        if row and medium:
            serial, location = block.row_of("serial number"), block.row_of("reported location")
            names = (serial.value if serial else "", _place(location.value) if location else "")
            found |= {name: (medium, row) for name in names if name}
    return found


def _place(said: str) -> str:
    """`Controller:1,Enclosure:0,Slot:3` and `Enclosure 0, Slot 3`: enclosure 0 3."""
    found = _PLACE.search(said)
    return " ".join(found.groups()).lower() if found else ""


def _media(
    source: Source, subject: Subject, block: Block, members: list[Row], disks: dict[str, tuple[str, Row]]
) -> Iterator[Fact]:
    present = [row for row in members if row.value.lower().startswith(("present", "rebuilding"))]
    known = [medium for row in present if (medium := _medium(row, disks))]
    if not known:  # what is said of the drive as a whole; of its members is nearer the truth
        rows = (row for row in block.rows if row.key == "device type" and _MEDIUM.fullmatch(row.value))
        known, present = [(row.value.lower(), row) for row in rows], []
    if known and len(known) >= len(present):
        text = known[0][0] if len({medium for medium, _ in known}) == 1 else "mixed"
        yield Fact("array.media", text, source, known[0][1].span, subject)


def _medium(member: Row, disks: dict[str, tuple[str, Row]]) -> tuple[str, Row] | None:
    if found := _MEDIUM.search(member.value):
        return found[1].lower(), member
    serial = member.value.rpartition(")")[2].strip()
    return disks.get(serial) or disks.get(_place(member.value))
