"""A logical drive of a Smart Array: its block in, short or with details, its facts out."""

import re
from collections.abc import Iterator

from advisor.facts import Fact, Subject
from advisor.readers.blocks import Block, Row
from advisor.readers.raid import _ssacli_controller as controllers
from advisor.readers.raid._ssacli_controller import Place
from advisor.readers.raid._ssacli_disks import Members, media_of
from advisor.source import Source, Span
from advisor.values import raid

ARRAY = r"array:? (?P<letter>[A-Z]{1,2})(?: \((?P<told>[^()]{0,120})\))?"
HEADING = (
    r"logical ?drive:? (?P<number>\d{1,4})"
    r"(?: \([^,()]{1,40}, (?P<level>[^,()]{1,20}(?:\([^()]{1,10}\))?)(?:, (?P<said>[^()]{1,60}))?\)"
    r"(?:: (?P<alone>[^()]{1,60}))?|(?: \(.*)?)"  # behind the sign: `show status`, maybe of one drive only
)
_STRIP = re.compile(r"(\d{1,9})(?:\.0*)? ?([KM])i?B", re.IGNORECASE)
_MOUNTS = re.compile(r"\bMount Points: *(.*)", re.IGNORECASE)
_PATH = re.compile(r"(?:(?<=[\s,])|^)(?:/[^\s,]*|[A-Z]:\\?[^\s,]*)(?=[\s,]|$)")
_HEALTH = {
    "ok": "ok",
    "interim recovery mode": "degraded",
    "ready for rebuild": "degraded",
    "ready rebuild": "degraded",
    "waiting for rebuild": "degraded",
    "multi-path access degraded": "degraded",
    "recovering": "rebuilding",
    "rebuilding": "rebuilding",
    "failed": "failed",
    "wrong drive": "failed",
    "bad connect": "failed",
}
_CACHING = {"enabled": "write-back", "disabled": "write-through"}
_ACCELERATION = {  # who speeds the drive up; only the first is the controller's cache
    "controller cache": "write-back",
    "ssd smart path": "write-through",
    "smart path": "write-through",
    "i/o bypass": "write-through",
    "none": "write-through",
}


Told = tuple[str, str | None, Span]


def facts(source: Source, drive: Place, members: Members | None, through: Row | None) -> Iterator[Fact]:
    """Everything that is told of a logical drive. through: the controller's line that rules out write-back."""
    subject = Subject("array", f"{drive.controller} logical drive {int(drive.block.found['number'])}")
    span = controllers.part(source, drive.block.row, drive.block.found, "number")
    told: list[Told] = [("controller", drive.controller, span)]
    if drive.array:
        place = controllers.part(source, drive.array.row, drive.array.found, "letter")
        told.append(("group", f"{drive.controller} array {drive.letter}", place))
    if drive.owner:
        place = controllers.part(source, drive.owner.row, drive.owner.found, "model")
        told.append(("software", controllers.software(drive.owner), place))
    told += [*_level(source, drive), *_layout(drive, members), *_cache(drive.block, through)]
    told += [*_health(source, drive), *_used(source, drive.block)]
    for key, text, place in told:
        if text:
            yield Fact(f"array.{key}", text, source, place, subject)


def _level(source: Source, drive: Place) -> Iterator[Told]:
    block = drive.block
    if row := block.row_of("fault tolerance"):
        yield "level", raid.level(row.value[:40]), row.span
    elif block.found["level"]:
        yield "level", raid.level(block.found["level"]), controllers.part(source, block.row, block.found, "level")


def _layout(drive: Place, members: Members | None) -> Iterator[Told]:
    """Disks, their kind and the strip: the part of a stripe that lies on one disk."""
    if members:
        yield "disks", str(members.number), members.span
    if members and members.media:
        yield "media", members.media, members.span
    elif array := drive.array:
        row = array.row_of("interface type")
        yield "media", media_of(row.value if row else array.found["told"] or ""), row.span if row else array.row.span
    row = drive.block.row_of("strip size", "stripe size")
    if row and (found := _STRIP.match(row.value)):
        yield "stripe", f"{int(found[1]) * (1024 if found[2].upper() == 'M' else 1)} KB", row.span


def _cache(block: Block, through: Row | None) -> Iterator[Told]:
    """What is set for the drive; in force is write-through, too, where its controller holds back no writes."""
    row = block.row_of("caching", "array accelerator")
    words = _CACHING
    if row is None:
        row, words = block.row_of("ld acceleration method"), _ACCELERATION
    policy = words.get(row.value.lower()) if row else None
    if row and policy:
        yield "write_cache_set", policy, row.span
        ruled_out = through is not None and policy == "write-back"
        yield (
            "write_cache",
            "write-through" if ruled_out else policy,
            through.span if through and ruled_out else row.span,
        )


def _health(source: Source, drive: Place) -> Iterator[Told]:
    """The drive's own word; a drive that is OK in an array called failed is degraded."""
    said, span = _said(source, drive.block, ("said", "alone"))
    health = _HEALTH.get(said.lower().split(",")[0])
    if health == "ok" and drive.array:
        word, place = _said(source, drive.array, ("told",))
        if word.lower().startswith("failed"):
            health, said, span = "degraded", word, place
    yield "health", health, span
    yield "health_said", said, span


def _said(source: Source, block: Block, groups: tuple[str, ...]) -> tuple[str, Span]:
    """The word for the state of a drive or an array: from its line `Status`, else from its heading."""
    if row := block.row_of("status"):
        return row.value, row.span
    group = next((group for group in groups if block.found[group]), None)
    return (
        (block.found[group], controllers.part(source, block.row, block.found, group)) if group else ("", block.row.span)
    )


def _used(source: Source, block: Block) -> Iterator[Told]:
    """The device and where it is mounted; old versions print both on one line."""
    device, mounts = block.row_of("disk name"), block.row_of("mount points")
    if device and device.value.startswith(("/", "\\")):
        word = device.value.split()[0]
        yield "device", word, (device.span[0], device.span[0] + len(word.encode()))
    line = mounts or device
    found = re.match("(.*)", mounts.value) if mounts else _MOUNTS.search(device.value) if device else None
    if line and found:
        yield "mounts", ", ".join(_PATH.findall(found[1])), line.span
