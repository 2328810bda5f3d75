"""Read `lslv` of AIX for a logical volume, also with -l: its copies, its mount point and its disks."""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.aix import _lvm
from advisor.readers.aix._lvm import LogicalVolume, Placement
from advisor.readers.interface import Reader
from advisor.readers.transcript import Command, Damage, Word, foreign, printed
from advisor.source import Source

_COMMAND = "lslv"

_FIRST = re.compile(r"LOGICAL VOLUME:\s+\S+\s+VOLUME GROUP:.*")
_HEADING = re.compile(r"([^\s:]+):(?:/.*|N/A|None)")  # of -l: name and mount point
_DISKS = re.compile(r"PV\s+COPIES\s+IN BAND\s+DISTRIBUTION")
_COPIES = re.compile(r"\d+:\d+:\d+")
_OTHER_LISTINGS = re.compile(r"(?:PHYSICAL VOLUME|VOLUME GROUP):.*")
_APART = "EACH LP COPY ON A SEPARATE PV ?"
_KEYS = _lvm.keys(
    *("LOGICAL VOLUME", "VOLUME GROUP", "VG STATE", "LV STATE", "TYPE", "WRITE VERIFY", "COPIES", "SCHED POLICY"),
    *("INTER-POLICY", "RELOCATABLE", "MOUNT POINT", "LABEL", _APART, "STRIPE WIDTH", "STRIPE SIZE"),
)
_NEEDED = {"LOGICAL VOLUME", "TYPE", "LV STATE", "COPIES", "MOUNT POINT", _APART}
_POLICIES = {"INTER-POLICY": "inter_policy", "WRITE VERIFY": "write_verify"}
_NUMBER = re.compile(r"\d{1,3}")

Pairs = dict[str, Word]
_SIGNS = (b"volume group", b"in band", b"0516-")
_BEGINS = rb"LOGICAL VOLUME: +\S{1,64} +VOLUME GROUP:|(?:[^\s:]{1,64}:\S{1,200}[ \t]*[\r\n]{1,4})?PV +COPIES +IN BAND"


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the first pairs of a logical volume or the header of -l come first, or only an error of lslv."""
    texts, error = _lvm.opening(head, _COMMAND)
    if not texts:
        return _lvm.only_error(error, _COMMAND)
    below = len(texts) > 1 and _HEADING.fullmatch(texts[0]) and _DISKS.fullmatch(texts[1])
    return bool(_FIRST.fullmatch(texts[0]) or below)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the facts of logical volumes. The listing is never complete, because other volumes may exist."""
    damage = Damage()
    blocks: list[Pairs] = []
    disks: dict[Word, list[Word]] = {}
    items: Iterator[Pairs | Placement] = damage.collect(_items(source))
    for item in items:
        if isinstance(item, Placement):
            disks.setdefault(item.volume, []).append(item.disk)
        else:
            blocks.append(item)
    complete_blocks = [block for block in blocks if block.keys() >= _NEEDED]
    cut = [block for block in blocks if not block.keys() >= _NEEDED]  # its mount point may be cut too
    yield from _lvm.facts(source, [_volume(block) for block in complete_blocks])
    yield from (fact for block in complete_blocks for fact in _policies(source, block))
    for volume, words in disks.items():
        texts = ",".join(sorted({disk.text for disk in words}))
        yield Fact("logical_volume.disk", texts, source, words[0].span, Subject("logical_volume", volume.text))
    for block in cut:
        begin = min((word.span[0] for word in block.values()), default=0)
        damage.add(Diagnostic(begin, "what lslv says of this logical volume ends early"))
    yield from damage.verdict()


def _items(source: Source) -> Iterator[Pairs | Placement | Diagnostic]:
    """Yield the pairs of each logical volume when they begin (later lines fill them), and each of its disks."""
    block: Pairs | None = None
    volume: Word | None = None  # of a table of disks
    for line in printed(source, _COMMAND):
        if isinstance(line, Diagnostic):
            yield line
        elif isinstance(line, Command) or (volume and _DISKS.fullmatch(line.text)):
            continue
        elif _FIRST.fullmatch(line.text):
            block, volume = dict(_lvm.pairs(line, _KEYS)), None
            yield block
        elif heading := _HEADING.fullmatch(line.text):
            block, volume = None, line.group(heading, 1)
        elif _OTHER_LISTINGS.fullmatch(line.text):
            block = None
            yield foreign(line, _COMMAND)
        elif block is not None and _lvm.PAIR.fullmatch(line.text):
            block.update(_lvm.pairs(line, _KEYS))
        elif volume and len(line.words) == 4 and _COPIES.fullmatch(line.words[1].text):
            yield Placement(line.words[0], volume)
        else:
            yield foreign(line, _COMMAND)


def _volume(block: Pairs) -> LogicalVolume:
    """Return the logical volume. The level is not set, because a volume may also be striped."""
    copies = block["COPIES"]
    return LogicalVolume(
        name=block["LOGICAL VOLUME"],
        group=block.get("VOLUME GROUP"),
        kind=block["TYPE"],
        state=block["LV STATE"],
        mount=block["MOUNT POINT"],
        copies=copies,
        times=int(copies.text) if _NUMBER.fullmatch(copies.text) else None,
        apart=block[_APART].text.startswith("yes") and "STRIPE WIDTH" not in block,
    )


def _policies(source: Source, block: Pairs) -> Iterator[Fact]:
    if block["MOUNT POINT"].text.startswith("/"):
        subject = Subject("logical_volume", block["LOGICAL VOLUME"].text)
        for key in [key for key in _POLICIES if key in block]:
            yield Fact("logical_volume." + _POLICIES[key], block[key].text, source, block[key].span, subject)


READER = Reader(__name__, "lslv", recognises, read, signs=_SIGNS, begins=_BEGINS, command=_COMMAND)
