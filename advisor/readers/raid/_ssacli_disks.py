"""The physical drives below a Smart Array's arrays: reads blocks and lines into which are members and of what kind."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from advisor.readers.blocks import Block, Row
from advisor.source import Span
from advisor.values import media

HEADING = r"physicaldrive (?P<id>[\w:.-]{1,40})"
_STATE = "ok|failed|predictive failure|rebuilding"
HEALTH = {"ok": "ok", "rebuilding": "ok", "failed": "failed", "predictive failure": "failing"}
_LINE = re.compile(HEADING + r" \((?P<details>.*)", re.IGNORECASE)
_SAID = re.compile(HEADING + rf" \((?:[^,]*,)*? *(?P<state>{_STATE}) *(?:,.*|\)*)", re.IGNORECASE)


class Drive(NamedTuple):
    """A physical drive. id: port:box:bay; media: hdd, ssd, nvme, or None where the tool does not tell.

    state: the tool's word for its health, in small letters; said: where it stands, else where the disk's name does.
    """

    id: str
    media: str | None
    spare: bool
    span: Span
    state: str = ""
    said: Span = (0, 0)


class Members(NamedTuple):
    """The disks that hold an array's data. media: hdd, ssd, nvme, mixed or None; span: the first disk's place.

    failed: the drives that the tool calls failed.
    """

    number: int
    media: str | None
    span: Span
    failed: tuple[Drive, ...] = ()


def of(block: Block) -> list[Drive]:
    """The disks of a block: itself, where it is one with details, else those listed in its lines."""
    if block.kind != "disk":
        return list(_listed(block.rows))
    values = {row.key: row.value.lower() for row in reversed(block.rows)}
    kind = media.of_words(values.get("interface type", "")) or ("hdd" if values.get("rotational speed") else None)
    name, span = block.group("id")
    said = next((row.span for row in block.rows if row.key == "status"), span)
    return [Drive(name.upper(), kind, "spare" in values.get("drive type", ""), span, values.get("status", ""), said)]


def below(block: Block) -> list[Drive]:
    """The disks that a logical drive names as its own, set in deeper than itself."""
    return list(_listed(row for row in block.rows if row.indent > block.row.indent))


def members(listed: list[Drive]) -> Members | None:
    """Each disk counted once, without spares; the tool names some in short and again with details."""
    spares = {disk.id for disk in listed if disk.spare}
    once: dict[str, Drive] = {}
    for disk in listed:
        if disk.id not in spares and (disk.id not in once or disk.media):
            once[disk.id] = disk
    if not once:
        return None
    failed = tuple(called(listed, "failed"))
    first = next(iter(once.values())).span
    return Members(len(once), media.together(disk.media for disk in once.values()), first, failed)


def called(listed: Iterable[Drive], word: str) -> list[Drive]:
    """The disks whose state begins with a word, each once."""
    return list({disk.id: disk for disk in listed if disk.state.startswith(word)}.values())


def _listed(rows: Iterable[Row]) -> Iterator[Drive]:
    for row in rows:
        if match := _LINE.fullmatch(row.text):
            name, span = row.line.group(match, "id")
            spare = "spare" in match["details"].lower()
            kind, said = media.of_words(match["details"]), _SAID.fullmatch(row.text)
            state, place = row.line.group(said, "state") if said else ("", span)
            yield Drive(name.upper(), kind, spare, span, state.lower(), place)
