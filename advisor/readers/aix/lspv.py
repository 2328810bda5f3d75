"""Read `lspv` of AIX, also for one disk and with -l: the disks of volume groups and the logical volumes on them."""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.aix import _lvm
from advisor.readers.interface import Reader
from advisor.readers.transcript import CUT, Command, Damage, Line, Word, foreign, printed
from advisor.source import Source

_COMMAND = "lspv"

_LISTED = re.compile(r"[A-Za-z]\w{0,30}\d\s+(?:[0-9a-f]{16}|none)\s+\S+(?:\s+[a-z]+)?")
_FIRST = re.compile(r"PHYSICAL VOLUME:\s+\S+\s+VOLUME GROUP:.*")
_HEADING = re.compile(r"([^\s:]+):")
_VOLUMES = re.compile(r"LV NAME\s+LPs\s+PPs\s+DISTRIBUTION\s+MOUNT POINT")
_PARTITIONS = re.compile(r"\d+(?:\.\.\d+){4}")
_OTHER_LISTINGS = re.compile(r"(?:LOGICAL VOLUME|VOLUME GROUP):.*")
_KEYS = _lvm.keys("PHYSICAL VOLUME", "VOLUME GROUP", "PV STATE", "STALE PARTITIONS", "ALLOCATABLE", "USED DISTRIBUTION")
_FACT_NAMES = {"VOLUME GROUP": "volume_group", "PV STATE": "state", "STALE PARTITIONS": "stale_partitions"}
_UNKNOWN = re.compile(r"\?+")
_SIGN_PATTERN = rb"(?s)\d\s+(?:[0-9a-f]{16}|none)\s|physical volume:|lv name\s+lps|0516-"
_BEGINS = (
    rb"PHYSICAL VOLUME: +\S{1,64} +VOLUME GROUP:|(?:[^\s:]{1,64}:[ \t]*[\r\n]{1,4})?LV NAME +LPs +PPs +DISTRIBUTION"
    rb"|[a-z]\w{0,30}\d[ \t]+(?:[0-9a-f]{16}|none)[ \t]+\S{1,64}(?:[ \t]+[a-z]+)?[ \t]*\r?$"
)


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether a disk, the first pairs of one or the header of -l comes first, or only an error of lspv."""
    texts, error = _lvm.opening(head, _COMMAND)
    if not texts:
        return _lvm.only_error(error, _COMMAND)
    below = len(texts) > 1 and _HEADING.fullmatch(texts[0]) and _VOLUMES.fullmatch(texts[1])
    return bool(_LISTED.fullmatch(texts[0]) or _FIRST.fullmatch(texts[0]) or below)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the facts of disks and logical volumes. Never complete: lspv alone does not print a disk's state.

    Each line is interpreted by the last heading above it.
    """
    damage = Damage()
    disks_by_group: dict[str, list[Word]] = {}
    disk: Word | None = None
    table = False
    lines: Iterator[Line] = damage.collect(printed(source, _COMMAND))
    for line in lines:
        if isinstance(line, Command) or (table and _VOLUMES.fullmatch(line.text)):
            continue
        if heading := _HEADING.fullmatch(line.text):
            disk, table = line.group(heading, 1), True
        elif _LISTED.fullmatch(line.text):
            name, _id, group, *_state = line.words
            if group.text != "None":
                disks_by_group.setdefault(group.text, []).append(name)
                yield Fact("disk.volume_group", group.text, source, group.span, Subject("disk", name.text))
        else:
            if _FIRST.fullmatch(line.text):
                disk, table = dict(_lvm.pairs(line, _KEYS)).get("PHYSICAL VOLUME"), False
            elif _OTHER_LISTINGS.fullmatch(line.text):
                disk = None
            yield from damage.collect(_row(line, disk, table))
        if not line.ended:
            damage.add(line.diagnostic(CUT))
    for group_name, disks in disks_by_group.items() if not damage.first else ():
        texts = ",".join(sorted({word.text for word in disks}))
        yield Fact("volume_group.disks", texts, source, disks[0].span, Subject("volume_group", group_name))
    yield from damage.verdict()


def _row(line: Line, disk: Word | None, table: bool) -> Iterator[Fact | Diagnostic]:
    """Yield the facts of a line about a disk. table: it is a row of the disk's logical volumes."""
    if disk and table and len(line.words) >= 5 and _PARTITIONS.fullmatch(line.words[3].text):
        subject = Subject("logical_volume", line.words[0].text)
        yield Fact("logical_volume.disk", disk.text, line.source, disk.span, subject)
    elif disk and not table and _lvm.PAIR.fullmatch(line.text):
        for key, value in _lvm.pairs(line, _KEYS):
            if key in _FACT_NAMES and not _UNKNOWN.fullmatch(value.text):
                yield Fact("disk." + _FACT_NAMES[key], value.text, line.source, value.span, Subject("disk", disk.text))
    else:
        yield foreign(line, _COMMAND)


READER = Reader(__name__, "lspv", recognises, read, sign_pattern=_SIGN_PATTERN, begins=_BEGINS, command=_COMMAND)
