"""Read the output of `mdadm --detail`: arrays of Linux software RAID.

Each array is a block: its device with a colon, `Key : value` lines, and the table of its devices.
"""

import re
from collections.abc import Iterator
from itertools import dropwhile

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.raid._listing import Block, Row, Statement, blocks, facts, rows
from advisor.readers.transcript import NUL, command_line, first_printed, typed
from advisor.source import Source
from advisor.values import media, raid

_COMMAND = r"mdadm\s+(?:--misc\s+)?(?:--detail|-D)"
_DEVICE = r"(/dev/\S+):"
_FIRST_KEYS = ("version", "container", "creation time", "raid level")
_TABLE = re.compile(r"number\s+major\s+minor\s+raiddevice.*", re.IGNORECASE)
_MEMBER = re.compile(r"(?:\d+|-)\s+\d+\s+\d+\s+(?:\d+|-)(?:\s+(.*))?")
_NUMBER = re.compile(r"\d{1,6}")
_ERROR = re.compile(r"mdadm: .*/dev/")
_WAITING = re.compile(r"\((?:delayed|pending|remote)\)")
_WORST_FIRST = ("failed", "rebuilding", "degraded", "initializing", "ok")
_HEAD_LINES = 100  # lines in which the first array must begin
_EARLY = "what mdadm says of this array ends early"
_BEGINS = rb"/dev/md[\w/]{1,40}:[ \t]*\r?$|" + command_line(rb"mdadm")


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether a device with the first keys of --detail comes first, or an error of mdadm that names a device."""
    texts = [line.text for line in first_printed(head, _COMMAND, _HEAD_LINES)]
    first, second, *_rest = [*dropwhile(_ERROR.match, texts), "", ""]
    if not first:
        return bool(texts)
    key, colon, _value = second.partition(":")
    detail = bool(colon) and " ".join(key.lower().split()) in _FIRST_KEYS
    return bool(re.fullmatch(_DEVICE, first)) and (detail or bool(_TABLE.fullmatch(second)))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the facts of every array. Never complete: hardware may hold more."""
    for row in rows(source):
        if row.text.startswith("mdadm: "):
            yield row.line.diagnostic("mdadm printed an error")
    for block in blocks(source, {"array": _DEVICE}):
        if block.row_of("magic"):
            yield block.row.line.diagnostic("this is of mdadm --examine, which speaks of one member")
        else:
            yield from _damage(block)
            yield from facts(source, Subject("array", block.match[1]), _array_statements(block))


def health(text: str) -> str | None:
    """Return the health: `clean, degraded, recovering` is rebuilding; a pending rebuild is still degraded."""
    without_waiting, waiting = _WAITING.subn("", text.lower())
    states = {raid.health(word) for word in without_waiting.split(",")}
    if None in states:
        return None
    if waiting:
        states.discard("rebuilding")
    return next((state for state in _WORST_FIRST if state in states), None)


def _array_statements(block: Block) -> Iterator[Statement]:
    readable = [row for row in block.rows if not row.line.holds_nul]
    by_key = {row.key: row for row in reversed(readable) if row.value}
    if not by_key or _is_container(block):
        return
    yield Statement("array.software", "yes", block.row.span)
    yield Statement("array.tool", "mdadm", block.row.span)
    yield Statement("array.device", block.match[1], block.row.span)
    if row := by_key.get("raid level"):
        yield Statement("array.level", raid.level(row.value), row.span)
    if (row := by_key.get("raid devices")) and _NUMBER.fullmatch(row.value):
        yield Statement("array.disks", row.value, row.span)
    if row := by_key.get("chunk size"):
        yield Statement("array.stripe", raid.size(row.value), row.span)
    if row := by_key.get("state"):
        yield Statement("array.health_said", row.value, row.span)
        yield Statement("array.health", health(row.value), row.span)
        yield from _pending(row, by_key.get("spare devices"))
    yield from _members(readable)


def _pending(state: Row, spares: Row | None) -> Iterator[Statement]:
    """Yield what an array that lacks disks does or waits for: a reshape, or a rebuild."""
    words = state.value.lower()
    if "degraded" not in words:
        return
    if "reshaping" in words:
        has_spare = spares is not None and spares.value != "0"
        yield Statement("array.pending", raid.RESHAPE_WITH_SPARE if has_spare else raid.RESHAPE, state.span)
    elif re.search(r"(?:recovering|resyncing) \((?:delayed|pending)\)", words):
        yield Statement("array.pending", raid.REBUILD, state.span)


def _members(readable: list[Row]) -> Iterator[Statement]:
    """Yield the devices in the table, and their medium by name."""
    listed = [row for row in readable if _MEMBER.fullmatch(row.text) and "/dev/" in row.text]
    names = [row.line.words[-1].text for row in listed]
    if listed:
        yield Statement("array.members", ", ".join(names), listed[0].span)
        yield Statement("array.media", media.of_names(names), listed[0].span)
    faulty = [row for row in listed if any(word.text == "faulty" for word in row.line.words)]
    if faulty:
        failed = ", ".join(row.line.words[-1].text for row in faulty)
        yield Statement("array.failed_disks", failed, faulty[0].span)


def _damage(block: Block) -> Iterator[Diagnostic]:
    """Yield diagnostics for foreign or missing lines below a heading."""
    in_table = False
    for row in block.rows:
        heads_table = bool(_TABLE.fullmatch(row.text))
        belongs = bool(_MEMBER.fullmatch(row.text)) if in_table else ":" in row.text
        in_table = in_table or heads_table
        if row.line.holds_nul:
            yield row.line.diagnostic(NUL)
        elif not (belongs or heads_table or row.text.startswith("mdadm: ") or typed(row.text, _COMMAND)):
            yield row.line.diagnostic("this is no line of mdadm --detail")
            break
    ended = in_table or block.row_of("events")  # the table is last; --no-devices leaves it out
    if not ended or not (block.row_of("state") or _is_container(block)):
        yield block.row.line.diagnostic(_EARLY)


def _is_container(block: Block) -> bool:
    """Return whether a block is a container, which contains arrays and is no array."""
    row = block.row_of("raid level")
    return row is not None and row.value == "container"


READER = Reader(__name__, "mdadm", recognises, read, signs=(b"/dev/",), begins=_BEGINS)
