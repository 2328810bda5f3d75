"""`lspv` of AIX, alone, with a disk's name, or with -l: which disks a volume group has, and what lies on them, out."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers._words import Line, Word, lines, typed
from advisor.readers.aix import _lvm
from advisor.source import Source

FORMAT = "lspv"

_LISTED = re.compile(r"[A-Za-z]\w{0,30}\d\s+(?:[0-9a-f]{16}|none)\s+\S+(?:\s+[a-z]+)?")
_FIRST = re.compile(r"PHYSICAL VOLUME:\s+\S+\s+VOLUME GROUP:.*")
_HEADING = re.compile(r"([^\s:]+):")
_VOLUMES = re.compile(r"LV NAME\s+LPs\s+PPs\s+DISTRIBUTION\s+MOUNT POINT")
_PARTITIONS = re.compile(r"\d+(?:\.\.\d+){4}")
_OTHERS = re.compile(r"(?:LOGICAL VOLUME|VOLUME GROUP):.*")
_KEYS = _lvm.keys("PHYSICAL VOLUME", "VOLUME GROUP", "PV STATE", "STALE PARTITIONS", "ALLOCATABLE", "USED DISTRIBUTION")
_TOLD = {"VOLUME GROUP": "volume_group", "PV STATE": "state", "STALE PARTITIONS": "stale_partitions"}
_UNTOLD = re.compile(r"\?+")


class Listed(NamedTuple):
    """A line of lspv alone. group: nothing where the disk is of none."""

    disk: Word
    group: Word | None


class Pair(NamedTuple):
    """What is said of one disk."""

    disk: Word
    key: str
    value: Word


class Lying(NamedTuple):
    """A logical volume that has a part on a disk."""

    disk: Word
    volume: Word


Item = Listed | Pair | Lying | Diagnostic


def recognises(head: bytes, _: Catalogue) -> bool:
    """A disk with its identifier and group; the first pairs of one; the header of -l; or nothing but its error."""
    told, error = _lvm.opening(head, "lspv")
    if not told:
        return _lvm.only_error(error, "lspv")
    below = len(told) > 1 and _HEADING.fullmatch(told[0]) and _VOLUMES.fullmatch(told[1])
    return bool(_LISTED.fullmatch(told[0]) or _FIRST.fullmatch(told[0]) or below)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """The facts of disks and logical volumes; no Whole, for lspv alone does not tell a disk's state."""
    items = list(_items(source))
    for item in items:
        yield from _told(source, item)
    groups: dict[str, list[Word]] = {}
    for listed in [item for item in items if isinstance(item, Listed) and item.group]:
        groups.setdefault(listed.group.text if listed.group else "", []).append(listed.disk)
    broken = next((item for item in items if isinstance(item, Diagnostic)), None)
    if broken:
        yield broken
        return
    for group, disks in groups.items():
        texts = ",".join(sorted({disk.text for disk in disks}))
        yield Fact("volume_group.disks", texts, source, disks[0].span, Subject("volume group", group))


def _told(source: Source, item: Item) -> Iterator[Fact]:
    if isinstance(item, Listed) and item.group:
        yield Fact("disk.volume_group", item.group.text, source, item.group.span, Subject("disk", item.disk.text))
    elif isinstance(item, Pair) and item.key in _TOLD and not _UNTOLD.fullmatch(item.value.text):
        subject = Subject("disk", item.disk.text)
        yield Fact("disk." + _TOLD[item.key], item.value.text, source, item.value.span, subject)
    elif isinstance(item, Lying):
        subject = Subject("logical volume", item.volume.text)
        yield Fact("logical_volume.disk", item.disk.text, source, item.disk.span, subject)


def _items(source: Source) -> Iterator[Item]:
    """Every line as what it says, by the last heading above it."""
    disk: Word | None = None
    table = False
    line: Line | None = None
    for line in lines(source):
        text, span = line.whole
        if heading := _HEADING.fullmatch(text):
            disk, table = Word(heading[1], (span[0], span[1] - 1)), True
        elif _OTHERS.fullmatch(text):
            disk = None
            yield Diagnostic(span[0], "this is no line of lspv")
        elif not (typed(text, "lspv") or (table and _VOLUMES.fullmatch(text))):
            if _FIRST.fullmatch(text):
                disk, table = dict(_lvm.pairs(source, span, _KEYS))["PHYSICAL VOLUME"], False
            yield from _row(source, line, disk, table)
    if line and not source.data.endswith((b"\n", b"\r")) and not typed(line.whole.text, "lspv"):
        yield Diagnostic(line.whole.span[0], "the file ends within this line")


def _row(source: Source, line: Line, disk: Word | None, table: bool) -> Iterator[Item]:
    text, span = line.whole
    words = line.words
    if "\0" in text:
        yield Diagnostic(span[0], "the line holds NUL bytes and was not read")
    elif _lvm.ERROR.fullmatch(text):
        yield Diagnostic(span[0], "lspv printed an error")
    elif _LISTED.fullmatch(text):
        yield Listed(words[0], None if words[2].text == "None" else words[2])
    elif disk and table and len(words) >= 5 and _PARTITIONS.fullmatch(words[3].text):
        yield Lying(disk, words[0])
    elif disk and not table and _lvm.PAIR.fullmatch(text):
        yield from (Pair(disk, key, value) for key, value in _lvm.pairs(source, span, _KEYS))
    else:
        yield Diagnostic(span[0], "this is no line of lspv")
