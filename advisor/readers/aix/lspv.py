"""Read `lspv` of AIX, also for one disk and with -l: the disks of volume groups and the logical volumes on them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.aix import _lvm
from advisor.readers.aix._lvm import Pair, Placement
from advisor.readers.interface import Reader
from advisor.readers.transcript import CUT, Command, Damage, Line, Word, foreign, printed
from advisor.source import Source

_COMMAND = "lspv"

_LISTED = re.compile(r"[A-Za-z]\w{0,30}\d\s+(?:[0-9a-f]{16}|none)\s+\S+(?:\s+[a-z]+)?")
_FIRST = re.compile(r"PHYSICAL VOLUME:\s+\S+\s+VOLUME GROUP:.*")
_HEADING = re.compile(r"([^\s:]+):")
_VOLUMES = re.compile(r"LV NAME\s+LPs\s+PPs\s+DISTRIBUTION\s+MOUNT POINT")
_PARTITIONS = re.compile(r"\d+(?:\.\.\d+){4}")
_OTHERS = re.compile(r"(?:LOGICAL VOLUME|VOLUME GROUP):.*")
_KEYS = _lvm.keys("PHYSICAL VOLUME", "VOLUME GROUP", "PV STATE", "STALE PARTITIONS", "ALLOCATABLE", "USED DISTRIBUTION")
_KEPT = {"VOLUME GROUP": "volume_group", "PV STATE": "state", "STALE PARTITIONS": "stale_partitions"}
_UNKNOWN = re.compile(r"\?+")
_SIGN_PATTERN = rb"(?s)\d\s+(?:[0-9a-f]{16}|none)\s|physical volume:|lv name\s+lps|0516-"
_BEGINS = (
    rb"PHYSICAL VOLUME: +\S{1,64} +VOLUME GROUP:|(?:[^\s:]{1,64}:[ \t]*[\r\n]{1,4})?LV NAME +LPs +PPs +DISTRIBUTION"
    rb"|[a-z]\w{0,30}\d[ \t]+(?:[0-9a-f]{16}|none)[ \t]+\S{1,64}(?:[ \t]+[a-z]+)?[ \t]*\r?$"
)


class Listed(NamedTuple):
    """A line of lspv without arguments. group: None if the disk belongs to no volume group."""

    disk: Word
    group: Word | None


Item = Listed | Pair | Placement


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether a disk, the first pairs of one or the header of -l comes first, or only an error of lspv."""
    texts, error = _lvm.opening(head, _COMMAND)
    if not texts:
        return _lvm.only_error(error, _COMMAND)
    below = len(texts) > 1 and _HEADING.fullmatch(texts[0]) and _VOLUMES.fullmatch(texts[1])
    return bool(_LISTED.fullmatch(texts[0]) or _FIRST.fullmatch(texts[0]) or below)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the facts of disks and logical volumes. Never complete: lspv alone does not print a disk's state."""
    damage = Damage()
    groups: dict[str, list[Word]] = {}
    items: Iterator[Item] = damage.collect(_items(source))
    for item in items:
        yield from _facts(source, item)
        if isinstance(item, Listed) and item.group:
            groups.setdefault(item.group.text, []).append(item.disk)
    for group, disks in groups.items() if not damage.first else ():
        texts = ",".join(sorted({disk.text for disk in disks}))
        yield Fact("volume_group.disks", texts, source, disks[0].span, Subject("volume_group", group))
    yield from damage.verdict()


def _facts(source: Source, item: Item) -> Iterator[Fact]:
    if isinstance(item, Listed) and item.group:
        yield Fact("disk.volume_group", item.group.text, source, item.group.span, Subject("disk", item.disk.text))
    elif isinstance(item, Pair) and item.key in _KEPT and not _UNKNOWN.fullmatch(item.value.text):
        subject = Subject("disk", item.of.text)
        yield Fact("disk." + _KEPT[item.key], item.value.text, source, item.value.span, subject)
    elif isinstance(item, Placement):
        subject = Subject("logical_volume", item.volume.text)
        yield Fact("logical_volume.disk", item.disk.text, source, item.disk.span, subject)


def _items(source: Source) -> Iterator[Item | Diagnostic]:
    """Yield an item for each line, interpreted by the last heading above it."""
    disk: Word | None = None
    table = False
    for line in printed(source, _COMMAND):
        if isinstance(line, Diagnostic):
            yield line
        elif isinstance(line, Command) or (table and _VOLUMES.fullmatch(line.text)):
            continue
        elif heading := _HEADING.fullmatch(line.text):
            disk, table = line.group(heading, 1), True
        elif _OTHERS.fullmatch(line.text):
            disk = None
            yield foreign(line, _COMMAND)
        else:
            if _FIRST.fullmatch(line.text):
                disk, table = dict(_lvm.pairs(line, _KEYS)).get("PHYSICAL VOLUME"), False
            yield from _row(line, disk, table)
        if isinstance(line, Line) and not line.ended:
            yield line.diagnostic(CUT)


def _row(line: Line, disk: Word | None, table: bool) -> Iterator[Item | Diagnostic]:
    text, words = line.text, line.words
    if _LISTED.fullmatch(text):
        yield Listed(words[0], None if words[2].text == "None" else words[2])
    elif disk and table and len(words) >= 5 and _PARTITIONS.fullmatch(words[3].text):
        yield Placement(disk, words[0])
    elif disk and not table and _lvm.PAIR.fullmatch(text):
        yield from (Pair(disk, key, value) for key, value in _lvm.pairs(line, _KEYS))
    else:
        yield foreign(line, _COMMAND)


READER = Reader(__name__, "lspv", recognises, read, sign_pattern=_SIGN_PATTERN, begins=_BEGINS, command=_COMMAND)
