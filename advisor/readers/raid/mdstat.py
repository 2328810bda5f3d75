"""Read /proc/mdstat: arrays of Linux software RAID.

An array has a line `md0 : active raid1 sdb1[1] sda1[0]`, a line with its blocks, chunk and `[2/2] [UU]`, and possibly
lines for a bitmap and for a rebuild.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.raid._listing import Statement, facts
from advisor.readers.transcript import CUT, Line, Word, before_nul, first_printed, lines, typed
from advisor.source import Source
from advisor.values import media, raid

_COMMAND = r"cat\s+/proc/mdstat"
_ARRAY = re.compile(r"md\S* : (?:active|inactive|broken)(?: .*)?")
_BELOW = re.compile(
    r"\d+ blocks.*|bitmap:.*|\[[=>.]+\].*|(?:resync|recovery|reshape|check|repair)\s*=.*", re.IGNORECASE
)
_OTHER_LINES = re.compile(r"(?:personalities :|read_ahead |unused devices:).*", re.IGNORECASE)
_FIRST = re.compile(r"personalities :(?: ?\[\w+\])*", re.IGNORECASE)
_MEMBER = re.compile(r"([^\s\[\]]+)\[\d+\]((?:\([A-Z]\))*)")
_UP = re.compile(r"\[(\d{1,6})/(\d{1,6})\]")
_SHOWN = re.compile(r"\[[U_]+\]")
_WAITS = re.compile(r"(?:resync|recovery)\s*=(?:delayed|pending)", re.IGNORECASE)
_MAY_MISS = {"4": 1, "5": 1, "6": 2}  # 1 and 10 depend on which disks are gone
_REDUNDANT = {"1", "4", "5", "6", "10"}
_EARLY = "what the kernel says of this array ends early"
_BEGINS = rb"Personalities :|md\d{1,5} : (?:in)?active "


class Up(Struct, frozen=True):
    """How many disks an array has, how many of them are up, and the word `[UU_]` that shows which."""

    disks: int
    up: int
    shown: Word


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the line of personalities or of an array comes first."""
    first = next((line.text for line in first_printed(head, _COMMAND, 1)), "")
    return bool(_FIRST.fullmatch(first) or _ARRAY.fullmatch(first))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the facts of every array. Never complete: hardware may hold more."""
    readable, nul = before_nul(source)
    arrays: list[list[Line]] = []
    foreign: Line | None = None
    for line in lines(readable):
        if _ARRAY.fullmatch(line.text):
            arrays.append([line])
        elif arrays and _BELOW.fullmatch(line.text):
            arrays[-1].append(line)
        elif not (_OTHER_LINES.fullmatch(line.text) or typed(line.text, _COMMAND)):
            foreign = foreign or line
    if foreign:
        yield foreign.diagnostic("this is no line of /proc/mdstat" if foreign.ended else CUT)
    if nul:
        yield nul
    for head, *below in arrays:
        yield from _array(source, head, below)


def _array(source: Source, head: Line, below: list[Line]) -> Iterator[Fact | Diagnostic]:
    blocks = next((line.words for line in below if line.words[1:] and line.words[1].text == "blocks"), [])
    if any(word.text.startswith("external:") and "/" not in word.text for word in blocks):
        return  # a container: it holds arrays and is none
    name, kind = head.words[0], _kind(head)
    level = raid.level(kind.text) if kind else None
    up = _up(blocks)
    runs = head.words[2].text == "active"
    if not blocks or (runs and level in _REDUNDANT and not up):
        yield head.diagnostic(_EARLY)
    device = "/dev/" + name.text
    statements = [
        Statement("array.software", "yes", name.span),
        Statement("array.tool", "mdadm", name.span),
        Statement("array.device", device, name.span),
        *([Statement("array.level", level, kind.span)] if kind else []),
        *_disks(head, up, level),
        *_stripe(blocks),
        *_health(head, bool(blocks), up, below, level),
        *_pending(head, up, below),
    ]
    yield from facts(source, Subject("array", device), statements)


def _kind(head: Line) -> Word | None:
    """Return the word of the level, which may follow `(auto-read-only)`; None for a stopped array."""
    first = next((word for word in head.words[3:] if not word.text.startswith("(")), None)
    return first if first and not _MEMBER.fullmatch(first.text) else None


def _up(blocks: list[Word]) -> Up | None:
    for word, shown in pairwise(blocks):
        if (match := _UP.fullmatch(word.text)) and _SHOWN.fullmatch(shown.text):
            disks = int(match[1])
            if len(shown.text) == disks + 2:
                return Up(disks, int(match[2]), shown)
    return None


def _disks(head: Line, up: Up | None, level: str | None) -> Iterator[Statement]:
    """Yield the disks without spares. An array without redundancy has no `[2/2]`, so its members are counted."""
    members = [(match, word) for word in head.words[3:] if (match := _MEMBER.fullmatch(word.text))]
    first = members[0][1].span if members else head.span
    if up:
        yield Statement("array.disks", str(up.disks), up.shown.span)
    elif members and level in {"0", "JBOD"}:
        yield Statement("array.disks", str(sum("S" not in match[2] for match, _ in members)), first)
    names = [match[1] for match, _ in members]
    yield Statement("array.members", ", ".join(f"/dev/{name}" for name in names), first)
    yield Statement("array.media", media.of_names(names), first)
    faulty = [(match[1], word) for match, word in members if "(F)" in match[2]]
    if faulty:
        yield Statement("array.failed_disks", ", ".join(f"/dev/{name}" for name, _ in faulty), faulty[0][1].span)


def _stripe(blocks: list[Word]) -> Iterator[Statement]:
    for word, following in pairwise(blocks):
        if following.text.startswith("chunk"):
            yield Statement("array.stripe", raid.size(word.text), word.span)


def _health(head: Line, has_blocks: bool, up: Up | None, below: list[Line], level: str | None) -> list[Statement]:
    """Return the worst health that is proven. has_blocks: whether the line of its blocks is present."""
    state = head.words[2]
    if state.text != "active":
        return _health_statements("failed", state)
    if not up:
        return _health_statements("ok", state) if level in {"0", "JBOD"} and has_blocks else []
    missing = up.disks - up.up
    if not up.up or missing > _MAY_MISS.get(level or "", up.disks):
        return _health_statements("failed", up.shown)
    busy = next((word for line in below for word in line.words if word.text.startswith(("resync", "recovery"))), None)
    if busy and busy.text == "recovery":
        return _health_statements("rebuilding", busy)
    if missing > 0:
        return _health_statements("degraded", up.shown)
    return (
        _health_statements("initializing", busy)
        if busy and busy.text.startswith("resync")
        else _health_statements("ok", up.shown)
    )


def _pending(head: Line, up: Up | None, below: list[Line]) -> Iterator[Statement]:
    """Yield what the kernel does or will do with an array that lacks disks: a reshape, or a rebuild that waits."""
    if not up or up.up >= up.disks:
        return
    members = [match for word in head.words[3:] if (match := _MEMBER.fullmatch(word.text))]
    has_spare = any("(S)" in match[2] for match in members)
    has_new_disk = sum(not match[2] for match in members) > up.up
    for word in (word for line in below for word in line.words):
        if word.text.startswith("reshape"):
            yield Statement("array.pending", raid.RESHAPE_WITH_SPARE if has_spare else raid.RESHAPE, word.span)
        elif _WAITS.fullmatch(word.text) and (has_new_disk or has_spare):
            yield Statement("array.pending", raid.REBUILD, word.span)


def _health_statements(health: str, word: Word) -> list[Statement]:
    return [Statement("array.health", health, word.span), Statement("array.health_said", word.text, word.span)]


READER = Reader(
    __name__,
    "mdstat",
    recognises,
    read,
    signs=(b"personalities", b"md"),
    begins=_BEGINS,
    ends=rb"unused devices: <none>",
)
