"""The common parts of lsvg, lslv and lspv of AIX: their first lines, their pairs and the logical volumes."""

import re
from collections.abc import Iterator

from msgspec import Struct

from advisor.facts import Fact, Subject
from advisor.readers import transcript
from advisor.readers.transcript import Line, Word, typed
from advisor.source import Source

ERROR = re.compile(r"0516-\d{1,4}\b.*")  # the LVM's message catalogue; its numbers are the same in every language
PAIR = re.compile(r"[A-Z][\w ()?/-]{0,50}:.*")
_COPIES = {2, 3}


class LogicalVolume(Struct, frozen=True):
    """A logical volume. apart: whether its copies are on different disks. disks: the number of its disks."""

    name: Word
    group: Word | None
    kind: Word
    state: Word
    mount: Word
    copies: Word
    times: int | None
    apart: bool
    disks: Word | None = None


class Pair(Struct, frozen=True):
    """The value of one key for a volume group or a disk."""

    of: Word
    key: str
    value: Word


class Placement(Struct, frozen=True):
    """A disk that stores a part of a logical volume."""

    disk: Word
    volume: Word


def opening(head: bytes, command: str) -> tuple[list[str], str]:
    """Return the first two lines that are neither typed nor an error, and the first error. A long error is indented."""
    texts: list[str] = []
    error, in_error = "", False
    for line in transcript.opening(head):
        in_error = bool(ERROR.fullmatch(line.text)) or (in_error and line.indent > 0)
        if in_error:
            error = error or line.text
        elif not typed(line.text, command):
            texts.append(line.text)
        if len(texts) == 2:
            break
    return texts, error


def only_error(error: str, names: str) -> bool:
    """Return whether a standalone error is from a command with one of these names (a pattern)."""
    return bool(re.match(rf"0516-\d{{1,4}}\s*(?:{names})\s*:", error))


def keys(*names: str) -> re.Pattern[bytes]:
    """Return a pattern for these keys with their colon. A longer key that ends like another must be in the list."""
    return re.compile(rb"(?<!\S)(" + b"|".join(re.escape(name.encode()) for name in names) + rb")\s{0,40}:")


def pairs(line: Line, key_pattern: re.Pattern[bytes]) -> Iterator[tuple[str, Word]]:
    """Yield the `KEY: value` pairs of a line. Two pairs may be one blank apart, and values may contain blanks."""
    data, source = line.source.data, line.source
    matches = list(key_pattern.finditer(data, *line.span))
    for match, end in zip(matches, [*(following.start() for following in matches[1:]), line.span[1]], strict=False):
        raw = data[match.end() : end]
        start = match.end() + len(raw) - len(raw.lstrip())
        value = (start, start + len(raw.strip()))
        if raw.strip():
            yield match[1].decode(), Word(source.text(*value), value)


def facts(source: Source, volumes: list[LogicalVolume]) -> Iterator[Fact]:
    """Yield the facts of logical volumes with file systems or paging spaces, but not of logs and the boot image."""
    for volume in volumes:
        if volume.mount.text.startswith("/") or _is_paging_space(volume):
            yield from _logical_volume_facts(source, volume)
            if volume.apart and volume.times in _COPIES:
                yield from _mirror_facts(source, volume)
        if volume.mount.text.startswith("/") and _is_open(volume):  # its mount point is there unmounted too
            subject = Subject("volume", volume.mount.text)
            yield Fact("volume.device", f"/dev/{volume.name.text}", source, volume.name.span, subject)
            if volume.group:
                yield Fact("volume.volume_group", volume.group.text, source, volume.group.span, subject)
    yield from swap(source, [volume.name for volume in volumes if _is_paging_space(volume)])


def swap(source: Source, names: list[Word]) -> Iterator[Fact]:
    """Yield the facts of all paging volumes together, as the volume `[SWAP]` that other readers use."""
    if names:
        subject, span = Subject("volume", "[SWAP]"), names[0].span
        yield Fact("volume.device", ",".join(f"/dev/{name.text}" for name in names), source, span, subject)
        yield Fact("volume.swap", "yes", source, span, subject)


def _logical_volume_facts(source: Source, volume: LogicalVolume) -> Iterator[Fact]:
    subject = Subject("logical_volume", volume.name.text)
    if volume.group:
        yield Fact("logical_volume.volume_group", volume.group.text, source, volume.group.span, subject)
    if volume.times:
        yield Fact("logical_volume.copies", str(volume.times), source, volume.copies.span, subject)
    if volume.disks:
        yield Fact("logical_volume.disk_count", volume.disks.text, source, volume.disks.span, subject)


def _mirror_facts(source: Source, volume: LogicalVolume) -> Iterator[Fact]:
    """Yield the facts of a mirrored logical volume as an array."""
    subject = Subject("array", f"logical volume {volume.name.text}")
    yield Fact("array.device", f"/dev/{volume.name.text}", source, volume.name.span, subject)
    yield Fact("array.level", "1", source, volume.copies.span, subject)
    if volume.state.text.endswith("/stale"):  # `syncd` alone does not say that no disk is missing
        yield Fact("array.health", "degraded", source, volume.state.span, subject)
        yield Fact("array.health_said", volume.state.text, source, volume.state.span, subject)


def _is_open(volume: LogicalVolume) -> bool:
    return volume.state.text.startswith("open")  # lsvg says open, lslv opened


def _is_paging_space(volume: LogicalVolume) -> bool:
    return volume.kind.text == "paging" and _is_open(volume)
