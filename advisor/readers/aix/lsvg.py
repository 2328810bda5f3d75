"""Read `lsvg` of AIX for a volume group, also with -l or -p: its logical volumes and disks.

One file may contain several groups and all three forms. `lsvg` without a group prints only names and is not accepted.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.aix import _lvm
from advisor.readers.aix._lvm import LogicalVolume, Pair
from advisor.readers.interface import Reader
from advisor.readers.transcript import CUT, Command, Damage, Line, Word, foreign, printed
from advisor.source import Source

_COMMAND = "lsvg"

_HEADING = re.compile(r"([^\s:]+):")
_VOLUMES = re.compile(r"LV NAME\s+TYPE\s+LPs\s+PPs\s+PVs\s+LV STATE\s+MOUNT POINT")
_DISKS = re.compile(r"PV_NAME\s+PV STATE\s+TOTAL PPs\s+FREE PPs\s+FREE DISTRIBUTION")
_POOLS = re.compile(r"Physical Volume\s+Mirror Pool")  # -P; names of pools say nothing of where things lie
_PAIRS = re.compile(r"VOLUME GROUP:\s+\S+\s+VG IDENTIFIER:.*")
_KEYS = _lvm.keys("VOLUME GROUP", "VG IDENTIFIER", "TOTAL PVs", "VG DESCRIPTORS", "STALE PPs", "ACTIVE PVs", "AUTO ON")
_FACT_NAMES = {"TOTAL PVs": "total_disks", "ACTIVE PVs": "active_disks", "STALE PPs": "stale_partitions"}
_NUMBER = re.compile(r"\d{1,9}")
_SIGNS = (b"volume group", b"lv name", b"pv_name", b"0516-")
_BEGINS = (
    rb"(?:[^\s:]{1,64}:[ \t]*[\r\n]{1,4})?(?:LV NAME +TYPE +LPs +PPs|PV_NAME +PV STATE +TOTAL)"
    rb"|VOLUME GROUP: +\S{1,64} +VG IDENTIFIER:"
)


class Disk(Struct, frozen=True):
    """A line of -p."""

    group: Word
    name: Word
    state: Word


Item = LogicalVolume | Disk | Pair


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether a header of -l or -p, a group's name or its first pairs come first, or only an error."""
    texts, error = _lvm.opening(head, _COMMAND)
    if not texts:
        return _lvm.only_error(error, "lsvg|")
    header = texts[1] if len(texts) > 1 and _HEADING.fullmatch(texts[0]) else texts[0]
    return bool(_VOLUMES.fullmatch(header) or _DISKS.fullmatch(header) or _PAIRS.fullmatch(texts[0]))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the facts of groups, disks and logical volumes. Never complete: there may be other groups."""
    damage = Damage()
    items: list[Item] = list(damage.collect(_items(source)))
    yield from _lvm.facts(source, [item for item in items if isinstance(item, LogicalVolume)])
    for pair in [item for item in items if isinstance(item, Pair) and item.key in _FACT_NAMES]:
        if _NUMBER.fullmatch(pair.value.text):
            subject = Subject("volume_group", pair.of.text)
            yield Fact("volume_group." + _FACT_NAMES[pair.key], pair.value.text, source, pair.value.span, subject)
    yield from _disks(source, items)
    if not damage.first:
        yield from _groups(source, items)
    yield from damage.verdict()


def _items(source: Source) -> Iterator[Item | Diagnostic]:
    """Yield an item for each line, interpreted by the last header above it."""
    group: Word | None = None
    form: re.Pattern[str] | None = None
    for line in printed(source, _COMMAND):
        if isinstance(line, Diagnostic):
            yield line
            continue
        header = next((form for form in (_VOLUMES, _DISKS, _POOLS, _PAIRS) if form.fullmatch(line.text)), None)
        form = header or form
        if heading := _HEADING.fullmatch(line.text):
            group, form = line.group(heading, 1), None
        elif header is _PAIRS:
            group = dict(_lvm.pairs(line, _KEYS)).get("VOLUME GROUP")
        elif not (header or isinstance(line, Command)):
            yield from _row(line, form, group)
            if form is _VOLUMES and not line.ended:
                yield line.diagnostic(CUT)


def _row(line: Line, form: re.Pattern[str] | None, group: Word | None) -> Iterator[Item | Diagnostic]:
    words = line.words
    if form is _VOLUMES and (volume := _volume(line, group)):
        yield volume
    elif form is _DISKS and group and len(words) == 5 and words[2].text.isdigit():
        yield Disk(group, words[0], words[1])
    elif form is _PAIRS and group and _lvm.PAIR.fullmatch(line.text):
        yield from (Pair(group, key, value) for key, value in _lvm.pairs(line, _KEYS))
    elif not (form is _POOLS and len(words) <= 2 and words[0].text[-1].isdigit()):
        yield foreign(line, _COMMAND)


def _volume(line: Line, group: Word | None) -> LogicalVolume | None:
    """Return the logical volume of a row such as `notes  jfs2  64  128  2  open/syncd  /local/notesdata`.

    Two copies have twice as many physical as logical partitions.
    """
    words = line.words
    if len(words) < 7 or not all(_NUMBER.fullmatch(word.text) for word in words[2:5]) or "/" not in words[5].text:
        return None
    logical, physical, disks = (int(word.text) for word in words[2:5])
    times = physical // logical if logical and physical % logical == 0 else None
    mount = line.joined(words[6:])
    return LogicalVolume(
        words[0], group, words[1], words[5], mount, words[3], times, bool(times and 1 < times <= disks), words[4]
    )


def _disks(source: Source, items: list[Item]) -> Iterator[Fact]:
    for disk in [item for item in items if isinstance(item, Disk)]:
        subject = Subject("disk", disk.name.text)
        yield Fact("disk.volume_group", disk.group.text, source, disk.group.span, subject)
        yield Fact("disk.state", disk.state.text, source, disk.state.span, subject)


def _groups(source: Source, items: list[Item]) -> Iterator[Fact]:
    """Yield the disks of each volume group, unless the group has more disks than listed."""
    totals = {item.of.text: item.value.text for item in items if isinstance(item, Pair) and item.key == "TOTAL PVs"}
    disks: dict[str, list[Word]] = {}
    for disk in [item for item in items if isinstance(item, Disk)]:
        disks.setdefault(disk.group.text, []).append(disk.name)
    for group, names in disks.items():
        texts = sorted({name.text for name in names})
        if totals.get(group, str(len(texts))) == str(len(texts)):
            yield Fact("volume_group.disks", ",".join(texts), source, names[0].span, Subject("volume_group", group))


READER = Reader(__name__, "lsvg", recognises, read, signs=_SIGNS, begins=_BEGINS, command=_COMMAND)
