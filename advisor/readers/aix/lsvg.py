"""`lsvg` of AIX with a group's name, alone or with -l or -p: logical volumes, disks of volume groups out.

Several groups, and all three forms, may stand in one file. `lsvg` alone only lists names and is not taken.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers._words import Line, Word, joined, lines, typed
from advisor.readers.aix import _lvm
from advisor.readers.aix._lvm import LogicalVolume
from advisor.source import Source

FORMAT = "lsvg"

_HEADING = re.compile(r"([^\s:]+):")
_VOLUMES = re.compile(r"LV NAME\s+TYPE\s+LPs\s+PPs\s+PVs\s+LV STATE\s+MOUNT POINT")
_DISKS = re.compile(r"PV_NAME\s+PV STATE\s+TOTAL PPs\s+FREE PPs\s+FREE DISTRIBUTION")
_POOLS = re.compile(r"Physical Volume\s+Mirror Pool")  # -P; names of pools say nothing of where things lie
_PAIRS = re.compile(r"VOLUME GROUP:\s+\S+\s+VG IDENTIFIER:.*")
_KEYS = _lvm.keys("VOLUME GROUP", "VG IDENTIFIER", "TOTAL PVs", "VG DESCRIPTORS", "STALE PPs", "ACTIVE PVs", "AUTO ON")
_TOLD = {"TOTAL PVs": "total_disks", "ACTIVE PVs": "active_disks", "STALE PPs": "stale_partitions"}
_NUMBER = re.compile(r"\d{1,9}")
_CUT = "the file ends within this line: its mount point may be longer"


class Disk(NamedTuple):
    """A line of -p."""

    group: Word
    name: Word
    state: Word


class Pair(NamedTuple):
    """A figure of a group."""

    group: Word
    key: str
    value: Word


Item = LogicalVolume | Disk | Pair | Diagnostic


def recognises(head: bytes, _: Catalogue) -> bool:
    """A header of -l or -p, at most behind the group's name; the first pairs of a group; or nothing but an error."""
    told, error = _lvm.opening(head, "lsvg")
    if not told:
        return _lvm.only_error(error, "lsvg|")
    header = told[1] if len(told) > 1 and _HEADING.fullmatch(told[0]) else told[0]
    return bool(_VOLUMES.fullmatch(header) or _DISKS.fullmatch(header) or _PAIRS.fullmatch(told[0]))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """The facts of groups, disks and logical volumes; no Whole, for there may be other groups."""
    items = list(_items(source))
    broken = next((item for item in items if isinstance(item, Diagnostic)), None)
    yield from _lvm.told(source, [item for item in items if isinstance(item, LogicalVolume)])
    for pair in [item for item in items if isinstance(item, Pair) and item.key in _TOLD]:
        if _NUMBER.fullmatch(pair.value.text):
            subject = Subject("volume group", pair.group.text)
            yield Fact("volume_group." + _TOLD[pair.key], pair.value.text, source, pair.value.span, subject)
    yield from _disks(source, items)
    if broken:
        yield broken
    else:
        yield from _groups(source, items)


def _items(source: Source) -> Iterator[Item]:
    """Every line as what it says, by the last header above it."""
    group: Word | None = None
    form: re.Pattern[str] | None = None
    line: Line | None = None
    for line in lines(source):
        text, span = line.whole
        header = next((one for one in (_VOLUMES, _DISKS, _POOLS, _PAIRS) if one.fullmatch(text)), None)
        form = header or form
        if "\0" in text:
            yield Diagnostic(span[0], "the line holds NUL bytes and was not read")
        elif _lvm.ERROR.fullmatch(text):
            yield Diagnostic(span[0], "lsvg printed an error")
        elif _HEADING.fullmatch(text):
            group, form = Word(text[:-1], (span[0], span[1] - 1)), None
        elif header is _PAIRS:
            group = dict(_lvm.pairs(source, span, _KEYS))["VOLUME GROUP"]
        elif not (header or typed(text, "lsvg")):
            yield from _row(source, line, form, group)
    if line and form is _VOLUMES and not (source.data.endswith((b"\n", b"\r")) or typed(line.whole.text, "lsvg")):
        yield Diagnostic(line.whole.span[0], _CUT)


def _row(source: Source, line: Line, form: re.Pattern[str] | None, group: Word | None) -> Iterator[Item]:
    words = line.words
    if form is _VOLUMES and (volume := _volume(source, words, group)):
        yield volume
    elif form is _DISKS and group and len(words) == 5 and words[2].text.isdigit():
        yield Disk(group, words[0], words[1])
    elif form is _PAIRS and group and _lvm.PAIR.fullmatch(line.whole.text):
        yield from (Pair(group, key, value) for key, value in _lvm.pairs(source, line.whole.span, _KEYS))
    elif not (form is _POOLS and len(words) <= 2 and words[0].text[-1].isdigit()):
        yield Diagnostic(line.whole.span[0], "this is no line of lsvg")


def _volume(source: Source, words: list[Word], group: Word | None) -> LogicalVolume | None:
    """`notes  jfs2  64  128  2  open/syncd  /local/notesdata`; twice as many PPs as LPs are two copies."""
    if len(words) < 7 or not all(_NUMBER.fullmatch(word.text) for word in words[2:5]) or "/" not in words[5].text:
        return None
    logical, physical, disks = (int(word.text) for word in words[2:5])
    times = physical // logical if logical and physical % logical == 0 else None
    mount = joined(source, words[6:])
    return LogicalVolume(
        words[0], group, words[1], words[5], mount, words[3], times, bool(times and 1 < times <= disks), words[4]
    )


def _disks(source: Source, items: list[Item]) -> Iterator[Fact]:
    for disk in [item for item in items if isinstance(item, Disk)]:
        subject = Subject("disk", disk.name.text)
        yield Fact("disk.volume_group", disk.group.text, source, disk.group.span, subject)
        yield Fact("disk.state", disk.state.text, source, disk.state.span, subject)


def _groups(source: Source, items: list[Item]) -> Iterator[Fact]:
    """The disks of each group, unless the group itself says that it has more."""
    totals = {item.group.text: item.value.text for item in items if isinstance(item, Pair) and item.key == "TOTAL PVs"}
    of: dict[str, list[Word]] = {}
    for disk in [item for item in items if isinstance(item, Disk)]:
        of.setdefault(disk.group.text, []).append(disk.name)
    for group, names in of.items():
        texts = sorted({name.text for name in names})
        if totals.get(group, str(len(texts))) == str(len(texts)):
            yield Fact("volume_group.disks", ",".join(texts), source, names[0].span, Subject("volume group", group))
