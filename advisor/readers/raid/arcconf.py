"""Read the output of arcconf getconfig (Adaptec, IBM ServeRAID 8k): controllers, logical devices and disks.

Logical devices precede the physical ones. `Write Cache` below `Device #N` is the cache of the disk. Spelling and case
changed with the releases.
"""

import re
from collections.abc import Callable, Iterator

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.raid._listing import (
    ENDS_EARLY,
    Block,
    PhysicalDisk,
    Row,
    Statement,
    cut,
    disk_facts,
    facts,
    first_texts,
    health,
    number,
    readable_blocks,
)
from advisor.readers.transcript import command_line
from advisor.source import Source
from advisor.values import media, raid

_MEMBER = re.compile(r"(?:group \d+, ?)?segment \d+|device \d+")
_PLACE = re.compile(r"(enclosure|connector)\W{0,3}(\d+), ?(?:slot|device)\W{0,3}(\d+)", re.IGNORECASE)
_MOUNT = re.compile(r"/.*|[A-Za-z]:\\.*")
_STATUS = ("status of logical device", "status of logical drive")
_ARRAY_MEANINGS: dict[str, tuple[tuple[str, ...], Callable[[str], str | None]]] = {
    "array.level": (("raid level",), raid.level),
    "array.stripe": (("stripe-unit size",), raid.size),
    "array.health_said": (_STATUS, str),
    "array.device": (("disk name",), lambda value: next(iter(value.split()), None)),
    "array.mounts": (("mount points",), lambda value: ", ".join(filter(_MOUNT.fullmatch, value.split()))),
}
_SIGNS = (b"information", b"controllers found")
_BEGINS = rb"Controllers found: \d|Logical device number \d|" + command_line(rb"arcconf")
_ENDS = rb"Command completed successfully\."


Medium = tuple[str, Row]  # the kind of a disk, and the row with it


def _arrays(source: Source, controller: str, parts: list[Block], cut: Block | None) -> Iterator[Fact]:
    """Yield the facts of each logical device. cut: the truncated last block, whose members are not counted."""
    disks = _media_by_disk(parts)
    failed = _failed_disks(parts)
    share = next(filter(None, (part.row_of("write cache percentage") for part in parts if part.kind == "other")), None)
    for block, below in zip(parts, [*parts[1:], None], strict=True):
        if block.kind == "logical":
            listed = block.rows + (below.rows if below and below.kind == "members" else [])
            members = [row for row in listed if _MEMBER.fullmatch(row.key) and row.value]
            subject = Subject("array", f"{controller} logical drive {block.match[1]}")
            yield from facts(source, subject, _array_statements(controller, block))
            yield from facts(source, subject, _health_statements(block.row_of(*_STATUS), members))
            yield from facts(source, subject, _failed_statements(block, members, failed, parts))
            yield from facts(source, subject, _cache_statements(block, share))
            if members and not (cut and cut in (block, below)):
                yield Fact("array.disks", str(len(members)), source, members[0].span, subject)
            yield from facts(source, subject, _media_statements(block, members, disks))


def _array_statements(controller: str, block: Block) -> Iterator[Statement]:
    yield Statement("array.controller", controller, block.row.span)
    yield Statement("array.software", "no", block.row.span)
    yield Statement("array.tool", "arcconf", block.row.span)
    for key, (names, meaning) in _ARRAY_MEANINGS.items():
        if (row := block.row_of(*names)) and row.value:
            yield Statement(key, meaning(row.value), row.span)
    if (row := block.row_of("array")) and row.value:
        yield Statement("array.group", f"{controller} array {row.value}", row.span)


def _health_statements(status: Row | None, members: list[Row]) -> Iterator[Statement]:
    """Yield the health. A degraded array with a rebuilding member is rebuilding."""
    state = health(status.value) if status else None
    rebuilt = next((row for row in members if row.value.lower().startswith("rebuilding")), None)
    if state == "degraded" and rebuilt:
        state, status = "rebuilding", rebuilt
    if status:
        yield Statement("array.health", state, status.span)


def _failed_disks(parts: list[Block]) -> dict[str, Row]:
    """Return the channel and device, as `0,1`, of each disk that has failed, with the row of its state."""
    failed: dict[str, Row] = {}
    for block in parts:
        place, state = block.row_of(*_CHANNELS), block.row_of("state")
        channel = _CHANNEL.search(place.value) if place else None
        if block.kind == "device" and channel and state and state.value.split(",")[0].lower() == "failed":
            failed[channel[1]] = state
    return failed


def _failed_statements(
    block: Block, members: list[Row], failed: dict[str, Row], parts: list[Block]
) -> Iterator[Statement]:
    """Yield the failed disks of a logical device: those in its segments, or all if it is the only device."""
    listed_places = {match[1] for row in members if (match := _CHANNEL.search(row.value))}
    is_only_device = sum(part.kind == "logical" for part in parts) == 1
    lacks_member = any(row.value.lower().startswith("missing") for row in members)
    own = {place: row for place, row in failed.items() if place in listed_places or (is_only_device and lacks_member)}
    if own:
        names = [f"channel {place.replace(',', ' device ')}" for place in own]
        yield Statement("array.failed_disks", ", ".join(names), next(iter(own.values())).span)


def _cache_statements(block: Block, share: Row | None) -> Iterator[Statement]:
    """Yield the cache from setting and status (newer), setting and mode (older), or SmartRAID's single switch."""
    switch = block.row_of("caching")
    setting = block.row_of("write-cache setting") or switch
    if switch:
        yield Statement("array.cache_switch", "caching", switch.span)
    force = block.row_of("write-cache status", "write-cache mode") or switch
    for key, row in (("array.write_cache_set", setting or force), ("array.write_cache", force or setting)):
        if row:
            yield Statement(key, _policy(row, share), row.span)


def _policy(row: Row, share: Row | None) -> str | None:
    """Return the cache policy. share: the percentage of the controller's cache that is used for writing."""
    policy = raid.cache_policy(row.value)
    if row.key != "caching" or policy != "write-back":
        return policy
    return {None: None, "0": "write-through"}.get(number(share.value) if share else None, policy)


def _media_by_disk(parts: list[Block]) -> dict[str, Medium]:
    """Return the medium of each physical device, by serial number and by location."""
    disks: dict[str, Medium] = {}
    for block in parts:
        row = block.row_of("ssd") if block.kind == "device" else None
        kind = {"yes": "ssd", "no": "hdd"}.get(row.value.lower()) if row else None
        if row and kind:
            serial, location = block.row_of("serial number"), block.row_of("reported location")
            names = (serial.value if serial else "", _disk_place(location.value) if location else "")
            disks |= {name: (kind, row) for name in names if name}
    return disks


def _disk_place(text: str) -> str:
    """Return `Controller:1,Enclosure:0,Slot:3` or `Enclosure 0, Slot 3` as `enclosure 0 3`."""
    match = _PLACE.search(text)
    return " ".join(match.groups()).lower() if match else ""


def _media_statements(block: Block, members: list[Row], disks: dict[str, Medium]) -> Iterator[Statement]:
    """Yield the members' medium if known for all present members, else the medium of the logical drive."""
    present = [row for row in members if row.value.lower().startswith(("present", "rebuilding"))]
    known_media = [medium for row in present if (medium := _member_medium(row, disks))]
    if not known_media:
        row = block.row_of("device type")
        if row:
            yield Statement("array.media", media.of_words(row.value), row.span)
    elif len(known_media) == len(present):
        yield Statement("array.media", media.together(kind for kind, _ in known_media), known_media[0][1].span)


def _member_medium(member: Row, disks: dict[str, Medium]) -> Medium | None:
    if kind := media.of_words(member.value):
        return kind, member
    serial = member.value.rpartition(")")[2].strip()
    return disks.get(serial) or disks.get(_disk_place(member.value))


_HEALTHY = (
    "online",
    "optimal",
    "ready",
    "hot spare",
    "hot-spare",
    "global hot-spare",
    "dedicated hot-spare",
    "rebuilding",
    "raw",
)
_DISK_HEALTH = {**dict.fromkeys(_HEALTHY, "ok"), "failed": "failed", "missing": "failed"}
_CHANNELS = ("reported channel,device(t", "reported channel,device")  # the rest of "(T:L)" is behind the first colon
_CHANNEL = re.compile(r"(?<![\d,])(\d+,\d+)\b")
_DISK_PLACES = ("reported location", *_CHANNELS)


def _disks(source: Source, controller: str, parts: list[Block]) -> Iterator[Fact]:
    """Yield each disk with a location and a state. `S.M.A.R.T. warnings` counts warnings of the drive itself."""
    for block in parts:
        place, state = block.row_of(*_DISK_PLACES), block.row_of("state")
        if block.kind == "device" and place and place.value and state and state.value:
            smart = block.row_of("s.m.a.r.t. warnings")
            warns = smart.span if smart and int(number(smart.value) or 0) else None
            health = _DISK_HEALTH.get(state.value.split(",")[0].lower())
            channel = _CHANNEL.search(place.value) if place.key in _CHANNELS else None
            name = f"channel {channel[1].replace(',', ' device ')}" if channel else place.value
            yield from disk_facts(source, PhysicalDisk(controller, name, "", state.value, health, state.span, warns))


_COMMAND = r".{0,200}?\barcconf(?:64|\.exe)?\s{1,3}getconfig\s{1,3}(\d{1,3})\b.*"
_FOUND = r"controllers found\s*:\s*(\d{1,3})"
_SECTION = r"(?:controller|logical (?:device|drive)|physical device) information"
_HEADINGS = {
    "command": _COMMAND,
    "found": _FOUND,
    "controller": r"controller information",
    "battery": r"controller battery information",
    "zmm": r"controller zmm information",
    "backup": r"controller cache backup unit information",
    "green": r"green backup information",
    "logicals": r"logical (?:device|drive) information",
    "logical": r"logical (?:device|drive) number (\d{1,5})",
    "members": r"logical (?:device|drive) segment information|array physical device information",
    "devices": r"physical device information",
    "device": r"device #\d+",
    "end": r"command (?:completed successfully|aborted|failed).*",
    "other": r"[^:]*\b(?:information|properties|settings|data|counters)|[^:]*(?:number |#)\d+:?",
}
_TITLES = ("command", "found")
_TITLE = re.compile(_COMMAND, re.IGNORECASE)
_OPENING = re.compile(f"{_FOUND}|{_SECTION}", re.IGNORECASE)
_ARCCONF_LINE = re.compile(
    rb"^[ \t>]*(?:Controller (?:Status|Model) |(?:Logical (?:device|drive) name|Status of logical (?:device|drive)) "
    rb"|No logical devices configured|Reported (?:Channel,Device|Location)|Command (?:aborted|failed))",
    re.IGNORECASE | re.MULTILINE,
)
_IPSSEND_LINE = re.compile(
    rb"^[ \t]*(?:Controller type|Part of merge group|Write cache status|IR volume \d)", re.IGNORECASE | re.MULTILINE
)
_NUMBER = re.compile(r"\bController:(\d{1,3}),")
_PROTECTED = {
    "battery": ("battery", "status"),
    "zmm": ("flash", "status"),  # Zero-Maintenance Module: flash, and a capacitor for as long as copying takes
    "backup": ("flash", "overall backup unit status"),
    "green": ("flash", "backup power status"),
}
_FAILED = "arcconf printed an error in place of a configuration"
_SHORT = "the controller counts more logical devices than are listed"
_CONTROLLER_MEANINGS: dict[str, tuple[str, Callable[[str], str | None]]] = {
    "controller.model": ("controller model", str),
    "controller.serial": ("controller serial number", str),
    "controller.health": ("controller status", lambda value: raid.controller_health(health(value) or "")),
    "controller.cache_read_percent": ("read cache percentage", number),
    "controller.no_battery_write_cache": ("no-battery write cache", raid.switch),
    "controller.cache": ("cache memory", lambda value: {None: None, "0": "no"}.get(number(value), "yes")),
    "controller.write_cache_disabled": ("cache status", raid.cache_disabled),
}


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the count of controllers or a section comes first, and a line that only arcconf prints follows."""
    source = Source.of("", head)
    begins = next((text for text in first_texts(source) if not _TITLE.fullmatch(text)), "")
    return bool(
        _OPENING.fullmatch(begins) and _ARCCONF_LINE.search(source.data) and not _IPSSEND_LINE.search(source.data)
    )


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the facts of each controller, its logical devices and its disks."""
    listed, diagnostics = readable_blocks(source, _HEADINGS)
    controllers: dict[str, list[Block]] = {}
    for output in _outputs(listed):
        controllers.setdefault(_name(output), []).extend(output)
    last = cut(source, listed, ("end", "devices", "device"))
    for name, parts in controllers.items():
        yield from facts(source, Subject("controller", name), _controller_statements(parts))
        yield from _arrays(source, name, parts, last)
        yield from _disks(source, name, parts)
        diagnostics += _errors(parts)
    if (last or not listed) and not diagnostics:
        diagnostics.append(Diagnostic(len(source.data), ENDS_EARLY))
    yield from diagnostics
    if not diagnostics and _lists_all(controllers):
        yield from (Complete("controller.", source), Complete("array.", source))


def _outputs(listed: list[Block]) -> Iterator[list[Block]]:
    """Yield the blocks of each output; a file may contain several."""
    output: list[Block] = []
    for block in listed:
        if block.kind in (*_TITLES, "controller") and output and output[-1].kind not in _TITLES:
            yield output
            output = []
        output.append(block)
    if output:
        yield output


def _name(output: list[Block]) -> str:
    """Return the controller's name. Its number, counted from 1, is in the typed command or in the members."""
    titles = {block.kind: block.match[1] for block in output if block.kind in _TITLES}
    if number_typed := titles.get("command") or (titles.get("found") == "1" and "1"):
        return f"controller {number_typed}"
    members = (row.value for block in output if block.kind in ("logical", "members") for row in block.rows)
    if match := next(filter(None, map(_NUMBER.search, members)), None):
        return f"controller {match[1]}"
    slot = _controller_row(output, "physical slot")
    return f"slot {slot.value}" if slot else "controller"


def _controller_row(parts: list[Block], *keys: str) -> Row | None:
    """Return the first row about the controller with a value and one of these keys."""
    with_key = (block.row_of(*keys) for block in parts if block.kind in ("controller", "other"))
    return next((row for row in with_key if row and row.value), None)


def _controller_statements(parts: list[Block]) -> Iterator[Statement]:
    for key, (name, meaning) in _CONTROLLER_MEANINGS.items():
        if row := _controller_row(parts, name):
            yield Statement(key, meaning(row.value), row.span)
    for block in parts:
        if block.kind in _PROTECTED:
            yield from _protection(block)


def _protection(block: Block) -> Iterator[Statement]:
    """Yield the protection of the cache against power failure, and its state."""
    kind, key = _PROTECTED[block.kind]
    row = block.row_of(key)
    if row and row.value.lower() == "not ready":
        row = block.row_of("supercap status") or row  # which tells why
    if not row or not row.value:
        return
    state = raid.protection_state(row.value.lower().removeprefix("zmm "))
    yield Statement("controller.protection", "none" if state == "missing" else kind, row.span)
    yield Statement("controller.protection_state", state, row.span)


def _errors(parts: list[Block]) -> Iterator[Diagnostic]:
    """Yield an error message instead of a configuration, or fewer logical devices than the controller counts."""
    kinds = {block.kind for block in parts}
    if kinds <= {*_TITLES, "end"}:
        yield Diagnostic(parts[-1].row.span[0], _FAILED)
    count = _controller_row(parts, "logical devices/failed/degraded", "logical drives/offline/critical")
    counted = number(count.value) if count else None
    listed = len({block.match[1] for block in parts if block.kind == "logical"})
    if count and counted and "logicals" in kinds and int(counted) > listed:
        yield Diagnostic(count.span[0], _SHORT)


def _lists_all(controllers: dict[str, list[Block]]) -> bool:
    """Return whether all controllers are present, each with the complete list of its logical devices."""
    return all(_is_listed(parts, len(controllers)) for parts in controllers.values())


def _is_listed(parts: list[Block], controllers: int) -> bool:
    kinds = {block.kind for block in parts}
    counts = {block.match[1] for block in parts if block.kind == "found"}
    return kinds >= {"controller", "logicals"} and bool(kinds & {"end", "devices"}) and counts == {str(controllers)}


READER = Reader(__name__, "arcconf", recognises, read, signs=_SIGNS, needs_whole_head=True, begins=_BEGINS, ends=_ENDS)
