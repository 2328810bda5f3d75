"""/proc/mdstat: what the kernel says of its arrays in, arrays of Linux software RAID out.

An array is a line `md0 : active raid1 sdb1[1] sda1[0]`, one with its blocks, chunk and `[2/2] [UU]`, and at times one
of a bitmap and one of what is going on.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers._words import Line, Word, first_line, lines, typed
from advisor.source import Source
from advisor.values.media import of_names
from advisor.values.raid import level

FORMAT = "mdstat"
BEGINS = rb"Personalities :|md\d{1,5} : (?:in)?active "

Told = tuple[str, str, Word]  # key, text, and the word that tells it

_COMMAND = r"cat\s+/proc/mdstat"
_ARRAY = re.compile(r"md\S* : (?:active|inactive|broken)(?: .*)?")
_BELOW = re.compile(
    r"\d+ blocks.*|bitmap:.*|\[[=>.]+\].*|(?:resync|recovery|reshape|check|repair)\s*=.*", re.IGNORECASE
)
_AROUND = re.compile(r"(?:personalities :|read_ahead |unused devices:).*", re.IGNORECASE)
_FIRST = re.compile(r"personalities :(?: ?\[\w+\])*", re.IGNORECASE)
_MEMBER = re.compile(r"([^\s\[\]]+)\[\d+\]((?:\([A-Z]\))*)")
_CHUNK = re.compile(r"(\d{1,9})k")
_UP = re.compile(r"\[(\d{1,6})/(\d{1,6})\]")
_SHOWN = re.compile(r"\[[U_]+\]")
_MAY_MISS = {"4": 1, "5": 1, "6": 2}  # 1 and 10 depend on which disks are gone
_REDUNDANT = {"1", "4", "5", "6", "10"}


def recognises(head: bytes, _: Catalogue) -> bool:
    """The line of personalities, or the line of an array, comes first."""
    first = first_line(head, _COMMAND)
    return bool(_FIRST.fullmatch(first) or _ARRAY.fullmatch(first))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """The facts of every array; no Whole, for hardware may hold more."""
    arrays: list[list[Line]] = []
    foreign = False
    for line in lines(source):
        text = line.whole.text
        if "\0" in text:
            yield Diagnostic(line.whole.span[0], "the line holds NUL bytes; from here on nothing was read")
            break
        elif _ARRAY.fullmatch(text):
            arrays.append([line])
        elif arrays and _BELOW.fullmatch(text):
            arrays[-1].append(line)
        elif not (foreign or _AROUND.fullmatch(text) or typed(text, _COMMAND)):
            foreign = True
            yield Diagnostic(line.whole.span[0], "this is no line of /proc/mdstat")
    for head, *below in arrays:
        yield from _array(source, head, below)


def _array(source: Source, head: Line, below: list[Line]) -> Iterator[Fact | Diagnostic]:
    blocks = next((line.words for line in below if line.words[1:] and line.words[1].text == "blocks"), [])
    if any(word.text.startswith("external:") and "/" not in word.text for word in blocks):
        return  # a container: it holds arrays and is none
    name, kind = head.words[0], _kind(head)
    subject = Subject("array", "/dev/" + name.text)
    found = next((level(word.text) for word in kind), None)
    runs = head.words[2].text == "active"
    if not blocks or (runs and found in _REDUNDANT and not _up(blocks)):
        yield Diagnostic(head.whole.span[0], "what the kernel says of this array ends early")
    told = [("software", "yes", name), ("device", subject.name, name)]
    told += [("level", found, word) for word in kind if found]
    told += _disks(head, blocks, found)
    told += _stripe(blocks)
    told += _health(head, blocks, below, found)
    yield from (Fact("array." + key, text, source, word.span, subject) for key, text, word in told)


def _kind(head: Line) -> list[Word]:
    """The word of the level, behind `(auto-read-only)`; an array that does not run has none."""
    behind = [word for word in head.words[3:] if not word.text.startswith("(")]
    return [word for word in behind[:1] if not _MEMBER.fullmatch(word.text)]


def _up(blocks: list[Word]) -> list[tuple[int, int, Word]]:
    """Disks, disks that are up, and the word `[UU_]` that shows which."""
    pairs = ((_UP.fullmatch(word.text), shown) for word, shown in pairwise(blocks))
    told = [(int(found[1]), int(found[2]), shown) for found, shown in pairs if found]
    return [one for one in told if _SHOWN.fullmatch(one[2].text) and len(one[2].text) == one[0] + 2][:1]


def _disks(head: Line, blocks: list[Word], found: str | None) -> Iterator[Told]:
    """The disks without spares; of an array without redundancy there is no `[2/2]`, and its members are all."""
    members = [(match, word) for word in head.words[3:] if (match := _MEMBER.fullmatch(word.text))]
    if up := _up(blocks):
        yield "disks", str(up[0][0]), up[0][2]
    elif members and found in {"0", "JBOD"}:
        yield "disks", str(sum("S" not in match[2] for match, _ in members)), members[0][1]
    if members:
        yield "members", ", ".join(f"/dev/{match[1]}" for match, _ in members), members[0][1]
    if of_names([match[1] for match, _ in members]):
        yield "media", "nvme", members[0][1]


def _stripe(blocks: list[Word]) -> Iterator[Told]:
    for word, behind in pairwise(blocks):
        if behind.text.startswith("chunk") and (chunk := _CHUNK.fullmatch(word.text)):
            yield "stripe", f"{chunk[1]} KB", word


def _health(head: Line, blocks: list[Word], below: list[Line], found: str | None) -> list[Told]:
    state = head.words[2]
    if state.text != "active":
        return _said("failed", state)
    busy = next((word for line in below for word in line.words if word.text.startswith(("resync", "recovery"))), None)
    for disks, up, shown in _up(blocks):
        if not up or disks - up > _MAY_MISS.get(found or "", disks):
            return _said("failed", shown)
        if busy and busy.text == "recovery":
            return _said("rebuilding", busy)
        if up < disks:
            return _said("degraded", shown)
        return _said("initializing", busy) if busy and busy.text.startswith("resync") else _said("ok", shown)
    return _said("ok", state) if found in {"0", "JBOD"} and blocks else []


def _said(health: str, word: Word) -> list[Told]:
    return [("health", health, word), ("health_said", word.text, word)]
