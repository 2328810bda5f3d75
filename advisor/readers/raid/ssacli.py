"""Read the output of ssacli, hpssacli and hpacucli: Smart Array controllers, logical drives and disks.

`ctrl all show`, `show config`, `show config detail`, `show status` and `ld all show` have one grammar: the heading of a
controller at the margin; below it its arrays, their logical drives and their disks.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice, takewhile

from msgspec import Struct

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.raid._listing import Block, PhysicalDisk, Row, Statement, blocks, disk_facts, facts, rows
from advisor.readers.transcript import CUT, before_nul, command_line, typed
from advisor.source import Source, Span
from advisor.values import media, raid

_UNNAMED_CONTROLLER = "controller"  # where the tool names neither slot nor chassis
_CONTROLLER_HEADING = (  # a box outside the server goes by the name of its chassis
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
_CONTROLLER_KEYS = {
    "accelerator ratio", "battery/capacitor count", "battery/capacitor status", "cache backup power source",
    "cache board present", "cache ratio", "cache serial number", "cache status", "configured drive write cache policy",
    "controller status",
    "degraded performance optimization", "drive write cache", "elevator sort", "expand priority",
    "inconsistency repair policy", "monitor and performance delay", "no-battery write cache", "post prompt timeout",
    "queue depth", "rebuild priority", "surface analysis inconsistency notification", "surface scan delay",
    "surface scan mode", "total cache memory available", "total cache size", "wait for cache room",
}  # fmt: skip

_BATTERY_STATUS = ("battery/capacitor status", "battery status")
_CONFIGURED = "configured drive write cache policy"  # of disks within an array; printed by Gen10
_DRIVE_CACHE = ("drive write cache", _CONFIGURED)
_CACHE_RATIOS = ("cache ratio", "accelerator ratio")
_BATTERY_COUNT = ("battery/capacitor count", "battery pack count")
_BEGINS = rb"(?:HPE? |Compaq )?(?:Dynamic )?Smart (?:Array|HBA) [^\r\n:()]{1,60} in Slot \w|" + command_line(
    rb"h?p?ssacli|hpacucli"
)


class NestedBlock(Struct, frozen=True):
    """A block with its parents. controller: its name. owner, array: the blocks of controller and array."""

    controller: str
    owner: Block | None
    array: Block | None
    block: Block

    @property
    def letter(self) -> str:
        """Return the array's letter, or "" outside of arrays."""
        return self.array.group("letter").text.upper() if self.array else ""

    @property
    def logical_drive(self) -> str:
        """Return the name of the logical drive that the block describes."""
        return f"{self.controller} logical drive {int(self.block.match['number'])}"


def _nested_blocks(blocks: list[Block]) -> Iterator[NestedBlock]:
    """Yield the blocks in the order of the file, each with its controller and array."""
    owner = array = None
    for block in blocks:
        if block.kind == "controller":
            owner, array = block, None
        elif block.kind in {"array", "other"}:
            array = block if block.kind == "array" else None
        yield NestedBlock(_controller_name(owner) if owner else _UNNAMED_CONTROLLER, owner, array, block)


def _controller_name(block: Block) -> str:
    """Return `slot 0`, or the chassis name of a controller outside the server."""
    slot = block.group("slot").text
    if slot:
        return _UNNAMED_CONTROLLER if slot.upper().startswith(_NO_SLOT) else f"slot {slot}"
    return f"controller {block.group('chassis').text}"


def _are_controller_rows(rows: list[Row]) -> bool:
    """Return whether lines without a heading are a controller's."""
    known_rows = sum(row.key in _CONTROLLER_KEYS for row in rows)
    return known_rows >= 3 and 2 * known_rows >= len(rows)


def _software_raid(owner: Block) -> str:
    """Return whether the server's own processor does the work of this controller."""
    return "yes" if _SOFTWARE.search(owner.group("model").text) else "no"


def _heading_statements(block: Block) -> Iterator[Statement]:
    """Yield the model from the heading, and in listings of controllers the serial number."""
    for key, group in (("controller.model", "model"), ("controller.serial", "serial")):
        text, span = block.group(group)
        yield Statement(key, text.strip(), span)


def _controller_statements(rows: list[Row]) -> Iterator[Statement]:
    """Yield the values in the lines of a controller."""
    for key, names, meaning in _CONTROLLER_MEANINGS:
        if row := _first_row(rows, names):
            yield Statement(key, meaning(row.value), row.span)
    count = _first_row(rows, _BATTERY_COUNT)
    if count and count.value == "0":
        yield Statement("controller.protection", "none", count.span)
        yield Statement("controller.protection_state", "missing", count.span)


def _write_through_row(rows: list[Row]) -> Row | None:
    """Return the line that proves that the controller never delays writes, whatever its drives are set to."""
    status, ratio = _first_row(rows, ("cache status",)), _first_row(rows, _CACHE_RATIOS)
    if status and (raid.cache_disabled(status.value) or status.value.lower() == "not configured"):
        return status
    if ratio and (share := _RATIO.match(ratio.value)) and int(share[2]) == 0:
        return ratio
    unprotected = _first_row(rows, ("no-battery write cache",))
    return _unprotected_cache_row(rows) if unprotected and raid.switch(unprotected.value) == "no" else None


def _unprotected_cache_row(rows: list[Row]) -> Row | None:
    """Return the line that proves that nothing protects the cache."""
    count, status = _first_row(rows, _BATTERY_COUNT), _first_row(rows, _BATTERY_STATUS)
    if count and count.value == "0":
        return count
    return status if status and raid.protection_state(status.value) in {"failed", "missing"} else None


def _first_row(rows: list[Row], keys: tuple[str, ...]) -> Row | None:
    return next((row for row in rows if row.key in keys and row.value), None)


def _read_share(value: str) -> str | None:
    match = _RATIO.match(value)
    return str(int(match[1])) if match else None


_CONTROLLER_MEANINGS: tuple[tuple[str, tuple[str, ...], Callable[[str], str | None]], ...] = (
    ("controller.serial", ("serial number",), str),
    ("controller.health", ("controller status",), raid.controller_health),
    ("controller.cache", ("cache board present",), raid.switch),
    ("controller.cache_read_percent", _CACHE_RATIOS, _read_share),
    ("controller.write_cache_disabled", ("cache status",), raid.cache_disabled),
    ("controller.no_battery_write_cache", ("no-battery write cache",), raid.switch),
    ("controller.drive_write_cache", _DRIVE_CACHE, raid.switch),
    ("controller.drive_write_cache_usage", (_CONFIGURED,), lambda _: "configured"),
    ("controller.protection", ("cache backup power source",), raid.protection),
    ("controller.protection_state", _BATTERY_STATUS, raid.protection_state),
)
_DISK_HEADING = r"physicaldrive (?P<id>[\w:.-]{1,40})"
_DISK_STATES = "ok|failed|predictive failure|rebuilding"
_DISK_HEALTH = {"ok": "ok", "rebuilding": "ok", "failed": "failed", "predictive failure": "failing"}
_DISK_LINE = re.compile(_DISK_HEADING + r" \((?P<details>.*)", re.IGNORECASE)
_DISK_STATE = re.compile(_DISK_HEADING + rf" \((?:[^,]*,)*? *(?P<state>{_DISK_STATES}) *(?:,.*|\)*)", re.IGNORECASE)


class PhysicalDrive(Struct, frozen=True):
    """A physical drive. id: port:box:bay. media: hdd, ssd, nvme, or None if not printed. spare: whether it is a spare.

    state: the tool's word for its health, in lower case. state_span: its location, else that of the disk's name.
    """

    id: str
    media: str | None
    spare: bool
    span: Span
    state: str = ""
    state_span: Span = (0, 0)


class ArrayMembers(Struct, frozen=True):
    """The disks that hold an array's data. media: hdd, ssd, nvme, mixed or None; span: the first disk's place.

    failed: the drives that the tool calls failed.
    """

    number: int
    media: str | None
    span: Span
    failed: tuple[PhysicalDrive, ...] = ()


def _disks_of(block: Block) -> list[PhysicalDrive]:
    """Return the disk that a detailed block describes, else the disks listed in its lines."""
    if block.kind != "disk":
        return list(_listed_disks(block.rows))
    values = {row.key: row.value.lower() for row in reversed(block.rows)}
    kind = media.of_words(values.get("interface type", "")) or ("hdd" if values.get("rotational speed") else None)
    name, span = block.group("id")
    state_span = next((row.span for row in block.rows if row.key == "status"), span)
    return [
        PhysicalDrive(
            name.upper(), kind, "spare" in values.get("drive type", ""), span, values.get("status", ""), state_span
        )
    ]


def _disks_below(block: Block) -> list[PhysicalDrive]:
    """Return the disks in the indented lines below a logical drive."""
    return list(_listed_disks(row for row in block.rows if row.indent > block.row.indent))


def _array_members(listed: list[PhysicalDrive]) -> ArrayMembers | None:
    """Return each disk once, without spares. The tool prints some both in short and in detail."""
    spares = {disk.id for disk in listed if disk.spare}
    once: dict[str, PhysicalDrive] = {}
    for disk in listed:
        if disk.id not in spares and (disk.id not in once or disk.media):
            once[disk.id] = disk
    if not once:
        return None
    failed = tuple(_disks_in_state(listed, "failed"))
    first = next(iter(once.values())).span
    return ArrayMembers(len(once), media.together(disk.media for disk in once.values()), first, failed)


def _disks_in_state(listed: Iterable[PhysicalDrive], word: str) -> list[PhysicalDrive]:
    """Return the disks whose state begins with a word, each once."""
    return list({disk.id: disk for disk in listed if disk.state.startswith(word)}.values())


def _listed_disks(rows: Iterable[Row]) -> Iterator[PhysicalDrive]:
    for row in rows:
        if match := _DISK_LINE.fullmatch(row.text):
            name, span = row.line.group(match, "id")
            spare = "spare" in match["details"].lower()
            kind, state_match = media.of_words(match["details"]), _DISK_STATE.fullmatch(row.text)
            state, state_span = row.line.group(state_match, "state") if state_match else ("", span)
            yield PhysicalDrive(name.upper(), kind, spare, span, state.lower(), state_span)


_ARRAY_HEADING = r"array:? (?P<letter>[A-Z]{1,2})(?: \((?P<details>[^()]{0,120})\))?"
_DRIVE_HEADING = (
    r"logical ?drive:? (?P<number>\d{1,4})"
    r"(?: \([^,()]{1,40}, (?P<level>[^,()]{1,20}(?:\([^()]{1,10}\))?)(?:, (?P<status>[^()]{1,60}))?\)"
    r"(?:: (?P<alone>[^()]{1,60}))?|(?: \(.*)?)"  # after the sign: `show status`, maybe of one drive only
)
_DEVICE = re.compile(r"[^:]*: *(?P<device>[/\\]\S*)")
_MOUNTS = re.compile(r"\bMount Points: *(.*)", re.IGNORECASE)
_PATH = re.compile(r"(?:(?<=[\s,])|^)(?:/[^\s,]*|[A-Z]:\\?[^\s,]*)(?=[\s,]|$)")
_SWITCHES = {"array accelerator": "arrayaccelerator"}  # what the tool that prints this calls it in a command
_ACCELERATION = {  # who speeds the drive up; only the first is the controller's cache
    "controller cache": "write-back",
    "ssd smart path": "write-through",
    "smart path": "write-through",
    "i/o bypass": "write-through",
    "none": "write-through",
}


def _drive_statements(drive: NestedBlock, members: ArrayMembers | None, through: Row | None) -> Iterator[Statement]:
    """Yield all values of a logical drive. through: the controller's line that excludes write-back."""
    yield from _parent_statements(drive)
    yield from _level_statements(drive.block)
    yield from _layout_statements(drive, members)
    yield from _cache_statements(drive.block, through)
    yield from _health_statements(drive, members)
    yield from _device_statements(drive.block)


def _parent_statements(drive: NestedBlock) -> Iterator[Statement]:
    """Yield the controller and the array of a logical drive."""
    yield Statement("array.controller", drive.controller, drive.block.group("number").span)
    yield Statement("array.tool", "ssacli", drive.block.group("number").span)
    if drive.array:
        yield Statement("array.group", f"{drive.controller} array {drive.letter}", drive.array.group("letter").span)
    if drive.owner:
        yield Statement("array.software", _software_raid(drive.owner), drive.owner.group("model").span)


def _level_statements(block: Block) -> Iterator[Statement]:
    row = block.row_of("fault tolerance")
    text, span = (row.value[:40], row.span) if row else block.group("level")
    yield Statement("array.level", raid.level(text), span)


def _layout_statements(drive: NestedBlock, members: ArrayMembers | None) -> Iterator[Statement]:
    """Yield the disks, their kind and the strip: the part of a stripe on one disk."""
    if members:
        yield Statement("array.disks", str(members.number), members.span)
    if members and members.failed:
        yield Statement("array.failed_disks", ", ".join(disk.id for disk in members.failed), members.failed[0].span)
    if members and members.media:
        yield Statement("array.media", members.media, members.span)
    elif array := drive.array:
        row = array.row_of("interface type")
        words, location = (row.value, row.span) if row else (array.group("details").text, array.row.span)
        yield Statement("array.media", media.of_words(words), location)
    if row := drive.block.row_of("strip size", "stripe size"):
        yield Statement("array.stripe", raid.size(row.value), row.span)


def _cache_statements(block: Block, through: Row | None) -> Iterator[Statement]:
    """Yield the set cache policy, and write-through as the one in force if the controller never delays writes."""
    if row := block.row_of("caching", "array accelerator"):
        policy = raid.cache_policy(row.value)
    elif row := block.row_of("ld acceleration method"):
        policy = _ACCELERATION.get(row.value.lower())
    else:
        return
    yield Statement("array.cache_switch", _SWITCHES.get(row.key, "caching"), row.span)
    yield Statement("array.write_cache_set", policy, row.span)
    if through and policy == "write-back":
        yield Statement("array.write_cache", "write-through", through.span)
    else:
        yield Statement("array.write_cache", policy, row.span)


def _health_statements(drive: NestedBlock, members: ArrayMembers | None) -> Iterator[Statement]:
    """Yield the health. An OK drive in a failed array is degraded, or the output contradicts itself."""
    word, span = _status(drive.block, "status", "alone")
    health = raid.health(word.split(",")[0])
    if health == "ok" and drive.array:
        of_array, location = _status(drive.array, "details")
        if of_array.lower().startswith("failed"):
            health, word, span = "degraded", f"{word}, in array {drive.letter} ({of_array})", location
            if not (members and members.failed):
                yield Statement("array.contradictory", "yes", location)
    yield Statement("array.health", health, span)
    yield Statement("array.health_said", word, span)


def _status(block: Block, *groups: str) -> tuple[str, Span]:
    """Return the state of a drive or an array, from its line `Status`, else from its heading."""
    if row := block.row_of("status"):
        return row.value, row.span
    return next((word for word in map(block.group, groups) if word.text), ("", block.row.span))


def _device_statements(block: Block) -> Iterator[Statement]:
    """Yield the device and its mount points. Old versions print both on one line."""
    device, mounts = block.row_of("disk name"), block.row_of("mount points")
    if device and (match := _DEVICE.match(device.text)):
        yield Statement("array.device", *device.line.group(match, "device"))
    if mounts:
        yield Statement("array.mounts", _paths(mounts.value), mounts.span)
    elif device and (match := _MOUNTS.search(device.value)):
        yield Statement("array.mounts", _paths(match[1]), device.span)


def _paths(text: str) -> str:
    return ", ".join(_PATH.findall(text))


_HEADINGS = {
    "controller": _CONTROLLER_HEADING,
    "array": _ARRAY_HEADING,
    "drive": _DRIVE_HEADING,
    "disk": _DISK_HEADING,
    "other": r"unassigned|hba drives|physical drives|port name:.*|expander \d.*|(?:enclosure )?sep .*"
    r"|[^:]{1,80} at port \w{1,8}, box .*",
}
_HEADING = re.compile(_CONTROLLER_HEADING, re.IGNORECASE)
_COMMAND = r"(?:hpacucli|hpssacli|ssacli)(?:\.exe)?"
_IN_CONSOLE = "=> "
_GREETING = re.compile(
    r'.{0,40}\b(?:Administrator|Configuration Utility) CLI\b|Detecting Controllers|Type "(?:help|exit)"'
)
_BANNER = "FIRMWARE UPGRADE REQUIRED"
_ERROR = re.compile(
    r"Error: (?:No controllers detected|The specified device does not have any|Invalid target syntax\."
    r"|The controller (?:must be )?identified by)"
)
_HEAD_LINES = 40  # lines in which the output must have begun
_FAILED = "the tool answered with an error"
_HEADLESS = "the output begins in the middle: no controller is named"


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether a controller's heading, lines of a controller or an error of the tool come first."""
    printed = list(_printed(Source.of("", head[:16384])))
    if not printed:
        return False
    first = printed[0].text
    if match := _HEADING.fullmatch(first):
        return bool(match["slot"]) or any(row.key.startswith(("array ", "controller status")) for row in printed[1:4])
    return bool(_ERROR.match(first)) or _are_controller_rows(printed[:8])


def _printed(source: Source) -> Iterator[Row]:
    """Yield the lines of the answer, after the prompt, the greeting and the warning of old firmware."""
    in_answer = warned = False
    for row in islice(rows(source), _HEAD_LINES):
        warned = row.text.startswith(_BANNER) or (warned and row.indent > 10)
        in_answer = in_answer or not (warned or _typed(row.text) or _GREETING.match(row.text))
        if in_answer:
            yield row


def _typed(text: str) -> bool:
    return text.startswith(_IN_CONSOLE) or typed(text, _COMMAND)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the controllers as `controller.…`, their logical drives as `array.…` and their disks as `disk.…`."""
    readable, nul = before_nul(source)
    listed = list(blocks(readable, _HEADINGS))
    before = _rows_above(readable, listed)
    nested = list(_nested_blocks(listed))
    end = nul or _cut(readable)
    diagnostics = [*_errors(readable, before), *([end] if end else [])]
    yield from _controllers(source, before, nested)
    yield from _drives(source, before, nested, nested[-1] if nested and end else None)
    yield from _disks(source, nested)
    yield from diagnostics
    if not diagnostics and _lists_all(nested):
        yield Complete("controller.", source)
        yield Complete("array.", source)


def _rows_above(source: Source, listed: list[Block]) -> list[Row]:
    """Return the lines above the first heading, which belong to a controller whose heading is missing."""
    end = listed[0].row.span[0] if listed else len(source.data)
    above = list(takewhile(lambda row: row.span[0] < end, rows(source)))
    return above if _are_controller_rows(above[:8]) else []


def _controllers(source: Source, before: list[Row], nested: list[NestedBlock]) -> Iterator[Fact]:
    yield from facts(source, Subject("controller", _UNNAMED_CONTROLLER), _controller_statements(before))
    for nested_block in nested:
        block = nested_block.block
        if block.kind == "controller":
            statements = chain(_heading_statements(block), _controller_statements(block.rows))
            yield from facts(source, Subject("controller", nested_block.controller), statements)


def _drives(
    source: Source, before: list[Row], nested: list[NestedBlock], unfinished: NestedBlock | None
) -> Iterator[Fact]:
    """Yield the logical drives. If an array's list of disks is truncated, its number of disks is unknown."""
    through = _written_through(before, nested)
    listed: dict[tuple[str, str], list[PhysicalDrive]] = {}
    for nested_block in nested:
        if nested_block.array:
            listed.setdefault((nested_block.controller, nested_block.letter), []).extend(_disks_of(nested_block.block))
    of_arrays = {array: _array_members(drives_of) for array, drives_of in listed.items()}
    failing = _failing(listed)
    cut = (unfinished.controller, unfinished.letter) if unfinished else None
    for nested_block in nested:
        array = (nested_block.controller, nested_block.letter)
        if nested_block.block.kind == "drive":
            drive_members = _array_members(_disks_below(nested_block.block)) or of_arrays.get(array)
            subject = Subject("array", nested_block.logical_drive)
            statements = _drive_statements(
                nested_block, None if array == cut else drive_members, through.get(nested_block.controller)
            )
            yield from facts(source, subject, chain(statements, failing.get(nested_block.controller, ())))


def _disks(source: Source, nested: list[NestedBlock]) -> Iterator[Fact]:
    """Yield every disk with a state, from its first mention, in an array or not."""
    disks: set[tuple[str, str]] = set()
    for nested_block in nested:
        group = f"{nested_block.controller} array {nested_block.letter}" if nested_block.array else ""
        for disk in _disks_of(nested_block.block):
            if disk.state and (nested_block.controller, disk.id) not in disks:
                disks.add((nested_block.controller, disk.id))
                health = _DISK_HEALTH.get(disk.state)
                yield from disk_facts(
                    source, PhysicalDisk(nested_block.controller, disk.id, group, disk.state, health, disk.state_span)
                )


def _failing(listed: dict[tuple[str, str], list[PhysicalDrive]]) -> dict[str, list[Statement]]:
    """Return the disks that each controller expects to fail, in any array."""
    failing: dict[str, dict[str, PhysicalDrive]] = {}
    for (controller, _), of_array in listed.items():
        failing.setdefault(controller, {}).update((disk.id, disk) for disk in _disks_in_state(of_array, "predictive"))
    return {
        controller: [Statement("array.failing_disks", ", ".join(disks_by_id), next(iter(disks_by_id.values())).span)]
        for controller, disks_by_id in failing.items()
        if disks_by_id
    }


def _written_through(before: list[Row], nested: list[NestedBlock]) -> dict[str, Row | None]:
    """Return each controller's line that excludes write-back."""
    of_controllers = {_UNNAMED_CONTROLLER: list(before)}
    for nested_block in nested:
        if nested_block.block.kind == "controller":
            of_controllers.setdefault(nested_block.controller, []).extend(nested_block.block.rows)
    return {controller: _write_through_row(rows) for controller, rows in of_controllers.items()}


def _lists_all(nested: list[NestedBlock]) -> bool:
    """Return whether the listing is complete: short lines, or drives with disks. Details may be of one drive."""
    listed = [nested_block.block for nested_block in nested if nested_block.block.kind == "drive"]
    with_disks = any(nested_block.array and nested_block.block.kind == "disk" for nested_block in nested)
    return bool(listed) and (with_disks or any(block.match["level"] and not block.match["alone"] for block in listed))


def _errors(source: Source, before: list[Row]) -> Iterator[Diagnostic]:
    if before:
        yield Diagnostic(0, _HEADLESS)
    for row in rows(source):
        if _ERROR.match(row.text):
            yield Diagnostic(row.span[0], _FAILED, row.line.span)


def _cut(source: Source) -> Diagnostic | None:
    """Return a diagnostic if the last line is truncated."""
    last = next(iter(deque(rows(source), maxlen=1)), None)
    return Diagnostic(last.span[0], CUT) if last and _lacks_its_end(last) else None


def _lacks_its_end(row: Row) -> bool:
    """Return whether a line is truncated: an open bracket, a key without a value, or part of a key."""
    if row.text.count("(") > row.text.count(")") or row.text.endswith(":"):
        return True
    if row.value or row.text.endswith(".") or _typed(row.text):
        return False
    if "(" not in row.text and row.key.startswith(("physicaldrive", "logicaldrive", "logical drive")):
        return True  # its details follow
    return not any(re.fullmatch(heading, row.text, re.IGNORECASE) for heading in _HEADINGS.values())


READER = Reader(__name__, "ssacli", recognises, read, signs=(b":", b"slot", b"array"), begins=_BEGINS)
