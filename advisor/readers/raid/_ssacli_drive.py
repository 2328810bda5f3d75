"""A logical drive of a Smart Array: reads its block, short or with details, into what it says of it."""

import re
from collections.abc import Iterator

from advisor.readers.blocks import Block, Row
from advisor.readers.raid import _ssacli_controller as controllers
from advisor.readers.raid._ssacli_controller import Nested
from advisor.readers.raid._ssacli_disks import Members
from advisor.readers.raid._statements import Statement
from advisor.source import Span
from advisor.values import media, raid

ARRAY = r"array:? (?P<letter>[A-Z]{1,2})(?: \((?P<details>[^()]{0,120})\))?"
HEADING = (
    r"logical ?drive:? (?P<number>\d{1,4})"
    r"(?: \([^,()]{1,40}, (?P<level>[^,()]{1,20}(?:\([^()]{1,10}\))?)(?:, (?P<status>[^()]{1,60}))?\)"
    r"(?:: (?P<alone>[^()]{1,60}))?|(?: \(.*)?)"  # behind the sign: `show status`, maybe of one drive only
)
_DEVICE = re.compile(r"[^:]*: *(?P<device>[/\\]\S*)")
_MOUNTS = re.compile(r"\bMount Points: *(.*)", re.IGNORECASE)
_PATH = re.compile(r"(?:(?<=[\s,])|^)(?:/[^\s,]*|[A-Z]:\\?[^\s,]*)(?=[\s,]|$)")
_ACCELERATION = {  # who speeds the drive up; only the first is the controller's cache
    "controller cache": "write-back",
    "ssd smart path": "write-through",
    "smart path": "write-through",
    "i/o bypass": "write-through",
    "none": "write-through",
}


def statements(drive: Nested, members: Members | None, through: Row | None) -> Iterator[Statement]:
    """Everything that is said of a logical drive. through: the controller's line that rules out write-back."""
    yield from _above(drive)
    yield from _level(drive.block)
    yield from _layout(drive, members)
    yield from _cache(drive.block, through)
    yield from _health(drive, members)
    yield from _used(drive.block)


def _above(drive: Nested) -> Iterator[Statement]:
    """The controller and the array that it lies on."""
    yield Statement("array.controller", drive.controller, drive.block.group("number").span)
    yield Statement("array.tool", "ssacli", drive.block.group("number").span)
    if drive.array:
        yield Statement("array.group", f"{drive.controller} array {drive.letter}", drive.array.group("letter").span)
    if drive.owner:
        yield Statement("array.software", controllers.software(drive.owner), drive.owner.group("model").span)


def _level(block: Block) -> Iterator[Statement]:
    row = block.row_of("fault tolerance")
    text, span = (row.value[:40], row.span) if row else block.group("level")
    yield Statement("array.level", raid.level(text), span)


def _layout(drive: Nested, members: Members | None) -> Iterator[Statement]:
    """Disks, their kind and the strip: the part of a stripe that lies on one disk."""
    if members:
        yield Statement("array.disks", str(members.number), members.span)
    if members and members.failed:
        yield Statement("array.failed_disks", ", ".join(disk.id for disk in members.failed), members.failed[0].span)
    if members and members.media:
        yield Statement("array.media", members.media, members.span)
    elif array := drive.array:
        row = array.row_of("interface type")
        words, place = (row.value, row.span) if row else (array.group("details").text, array.row.span)
        yield Statement("array.media", media.of_words(words), place)
    if row := drive.block.row_of("strip size", "stripe size"):
        yield Statement("array.stripe", raid.size(row.value), row.span)


def _cache(block: Block, through: Row | None) -> Iterator[Statement]:
    """What is set for the drive; in force is write-through, too, where its controller holds back no writes."""
    if row := block.row_of("caching", "array accelerator"):
        policy = raid.cache_policy(row.value)
    elif row := block.row_of("ld acceleration method"):
        policy = _ACCELERATION.get(row.value.lower())
    else:
        return
    yield Statement("array.write_cache_set", policy, row.span)
    if through and policy == "write-back":
        yield Statement("array.write_cache", "write-through", through.span)
    else:
        yield Statement("array.write_cache", policy, row.span)


def _health(drive: Nested, members: Members | None) -> Iterator[Statement]:
    """The drive's own word; a drive that is OK in an array called failed is degraded, if it is not a contradiction."""
    word, span = _status(drive.block, "status", "alone")
    health = raid.health(word.split(",")[0])
    if health == "ok" and drive.array:
        of_array, place = _status(drive.array, "details")
        if of_array.lower().startswith("failed"):
            health, word, span = "degraded", f"{word}, in array {drive.letter} ({of_array})", place
            if not (members and members.failed):
                yield Statement("array.contradictory", "yes", place)
    yield Statement("array.health", health, span)
    yield Statement("array.health_said", word, span)


def _status(block: Block, *groups: str) -> tuple[str, Span]:
    """The word for the state of a drive or an array: from its line `Status`, else from its heading."""
    if row := block.row_of("status"):
        return row.value, row.span
    return next((word for word in map(block.group, groups) if word.text), ("", block.row.span))


def _used(block: Block) -> Iterator[Statement]:
    """The device and where it is mounted; old versions print both on one line."""
    device, mounts = block.row_of("disk name"), block.row_of("mount points")
    if device and (match := _DEVICE.match(device.text)):
        yield Statement("array.device", *device.line.group(match, "device"))
    if mounts:
        yield Statement("array.mounts", _paths(mounts.value), mounts.span)
    elif device and (match := _MOUNTS.search(device.value)):
        yield Statement("array.mounts", _paths(match[1]), device.span)


def _paths(text: str) -> str:
    return ", ".join(_PATH.findall(text))
