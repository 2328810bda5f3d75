"""`mdadm --detail`: what it says of one or more arrays in, arrays of Linux software RAID out.

Each array is a block: its device with a colon, `Key : value` lines, then the table of its devices as the last.
"""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers._words import lines, typed
from advisor.readers.blocks import Block, Row, blocks, rows
from advisor.readers.transcript import command_line
from advisor.source import Source
from advisor.values.media import of_names
from advisor.values.raid import level

FORMAT = "mdadm"
BEGINS = rb"/dev/md[\w/]{1,40}:[ \t]*\r?$|" + command_line(rb"mdadm")

_COMMAND = r"mdadm\s+(?:--misc\s+)?(?:--detail|-D)"
_DEVICE = r"(/dev/\S+):"
_FIRST_KEYS = ("version", "container", "creation time", "raid level")
_TABLE = re.compile(r"number\s+major\s+minor\s+raiddevice.*", re.IGNORECASE)
_MEMBER = re.compile(r"(?:\d+|-)\s+\d+\s+\d+\s+(?:\d+|-)(?:\s+(.*))?")
_NUMBER = re.compile(r"\d{1,6}")
_CHUNK = re.compile(r"(\d{1,9})\s*K", re.IGNORECASE)
_WAITING = re.compile(r"\((?:delayed|pending|remote)\)")
_HEALTH = {
    **dict.fromkeys(("clean", "active", "active-idle", "write-pending", "readonly", "read-auto", "dirty"), "ok"),
    **dict.fromkeys(("no-errors", "checking", "reshaping"), "ok"),  # neither takes redundancy away
    **dict.fromkeys(("failed", "inactive", "broken", "not started"), "failed"),
    "degraded": "degraded",
    "recovering": "rebuilding",
    "resyncing": "initializing",
}
_WORST_FIRST = ("failed", "rebuilding", "degraded", "initializing", "ok")


def recognises(head: bytes, _: Catalogue) -> bool:
    """A device with a colon and what --detail says first below it, or an error of mdadm's that names a device."""
    found = (line.whole.text for line in lines(Source.of("", head)))
    telling = (text for text in found if not typed(text, _COMMAND))
    first = next(telling, "")
    while error := re.match(r"mdadm: .*/dev/", first):
        first = next(telling, "")
        if not first:
            return bool(error)
    second = next(telling, "")
    key, colon, _value = second.partition(":")
    detail = bool(colon) and " ".join(key.lower().split()) in _FIRST_KEYS
    return bool(re.fullmatch(_DEVICE, first)) and (detail or bool(_TABLE.fullmatch(second)))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """The facts of every array; no Whole, for hardware may hold more."""
    for row in rows(source):
        if row.text.startswith("mdadm: "):
            yield Diagnostic(row.span[0], "mdadm printed an error")
    for block in blocks(source, {"array": _DEVICE}):
        yield from _array(source, block)


def health(said: str) -> str | None:
    """`clean, degraded, recovering` is rebuilding; a rebuild that waits is not one yet."""
    bare, waiting = _WAITING.subn("", said.lower())
    found = {_HEALTH.get(word.strip()) for word in bare.split(",")}
    if None in found:
        return None
    if waiting:
        found.discard("rebuilding")
    return next((word for word in _WORST_FIRST if word in found), None)


def _array(source: Source, block: Block) -> Iterator[Fact | Diagnostic]:
    if block.row_of("magic"):
        yield Diagnostic(block.row.span[0], "this is of mdadm --examine, which speaks of one member")
        return
    yield from _damage(block)
    whole = [row for row in block.rows if "\0" not in row.text]
    by_key = {row.key: row for row in reversed(whole) if row.value}
    if not by_key or _is_container(block):
        return
    subject = Subject("array", block.found[1])
    for key, text, row in _told(block, by_key, whole):
        yield Fact("array." + key, text, source, row.span, subject)


def _told(block: Block, by_key: dict[str, Row], whole: list[Row]) -> Iterator[tuple[str, str, Row]]:
    yield "software", "yes", block.row
    yield "device", block.found[1], block.row
    if (row := by_key.get("raid level")) and (of := level(row.value)):
        yield "level", of, row
    if (row := by_key.get("raid devices")) and _NUMBER.fullmatch(row.value):
        yield "disks", row.value, row
    if (row := by_key.get("chunk size")) and (chunk := _CHUNK.fullmatch(row.value)):
        yield "stripe", f"{chunk[1]} KB", row
    if row := by_key.get("state"):
        yield "health_said", row.value, row
        if state := health(row.value):
            yield "health", state, row
    members = [(found[1] or "", row) for row in whole if (found := _MEMBER.fullmatch(row.text))]
    names = [text.split()[-1] for text, _ in members if "/dev/" in text]
    if names:
        yield "members", ", ".join(names), next(row for text, row in members if "/dev/" in text)
    if of_names(names):
        yield "media", "nvme", next(row for text, row in members if "/dev/" in text)


def _damage(block: Block) -> Iterator[Diagnostic]:
    """What does not belong below this heading, or what is missing there."""
    in_table = False
    for row in block.rows:
        heads_table = bool(_TABLE.fullmatch(row.text))
        belongs = bool(_MEMBER.fullmatch(row.text)) if in_table else ":" in row.text
        in_table = in_table or heads_table
        if "\0" in row.text:
            yield Diagnostic(row.span[0], "the line holds NUL bytes and was not read")
        elif not (belongs or heads_table or row.text.startswith("mdadm: ") or typed(row.text, _COMMAND)):
            yield Diagnostic(row.span[0], "this is no line of mdadm --detail")
            break
    ended = in_table or block.row_of("events")  # the table is last; --no-devices leaves it out
    if not ended or not (block.row_of("state") or _is_container(block)):
        yield Diagnostic(block.row.span[0], f"what mdadm says of {block.found[1]} ends early")


def _is_container(block: Block) -> bool:
    """A container holds arrays and is none."""
    found = block.row_of("raid level")
    return found is not None and found.value == "container"
