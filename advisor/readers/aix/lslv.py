"""`lslv` of AIX with a logical volume's name, alone or with -l: logical volumes and the disks they lie on out."""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers._words import Line, Word, lines, typed
from advisor.readers.aix import _lvm
from advisor.readers.aix._lvm import LogicalVolume
from advisor.source import Source

FORMAT = "lslv"

_FIRST = re.compile(r"LOGICAL VOLUME:\s+\S+\s+VOLUME GROUP:.*")
_HEADING = re.compile(r"([^\s:]+):(?:/.*|N/A|None)")  # of -l: name and mount point
_DISKS = re.compile(r"PV\s+COPIES\s+IN BAND\s+DISTRIBUTION")
_COPIES = re.compile(r"\d+:\d+:\d+")
_OTHERS = re.compile(r"(?:PHYSICAL VOLUME|VOLUME GROUP):.*")
_APART = "EACH LP COPY ON A SEPARATE PV ?"
_KEYS = _lvm.keys(
    *("LOGICAL VOLUME", "VOLUME GROUP", "VG STATE", "LV STATE", "TYPE", "WRITE VERIFY", "COPIES", "SCHED POLICY"),
    *("INTER-POLICY", "RELOCATABLE", "MOUNT POINT", "LABEL", _APART, "STRIPE WIDTH", "STRIPE SIZE"),
)
_NEEDED = {"LOGICAL VOLUME", "TYPE", "LV STATE", "COPIES", "MOUNT POINT", _APART}
_POLICIES = {"INTER-POLICY": "inter_policy", "WRITE VERIFY": "write_verify"}
_NUMBER = re.compile(r"\d{1,3}")

Block = dict[str, Word]


def recognises(head: bytes, _: Catalogue) -> bool:
    """The first pairs of a logical volume; the header of -l below name and mount point; or nothing but its error."""
    told, error = _lvm.opening(head, "lslv")
    if not told:
        return _lvm.only_error(error, "lslv")
    below = len(told) > 1 and _HEADING.fullmatch(told[0]) and _DISKS.fullmatch(told[1])
    return bool(_FIRST.fullmatch(told[0]) or below)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """The facts of logical volumes; no Whole, for there may be others."""
    broken: Diagnostic | None = None
    blocks: list[Block] = []
    disks: dict[Word, list[Word]] = {}
    for item in _items(source):
        if isinstance(item, Diagnostic):
            broken = broken or item
        elif isinstance(item, dict):
            blocks.append(item)
        else:
            disks.setdefault(item[0], []).append(item[1])
    whole = [block for block in blocks if block.keys() >= _NEEDED]
    yield from _lvm.told(source, [_volume(block) for block in whole])
    yield from (fact for block in whole for fact in _policies(source, block))
    for name, found in disks.items():
        texts = ",".join(sorted({disk.text for disk in found}))
        yield Fact("logical_volume.disk", texts, source, found[0].span, Subject("logical volume", name.text))
    cut = next((block for block in blocks if not block.keys() >= _NEEDED), None)
    if broken:
        yield broken
    elif cut:  # its mount point may be cut too
        yield Diagnostic(min(word.span[0] for word in cut.values()), "what lslv says of this logical volume ends early")


def _items(source: Source) -> Iterator[Block | tuple[Word, Word] | Diagnostic]:
    """Each logical volume's pairs as they begin (they are filled as lines come), and each disk of one."""
    block: Block | None = None
    table: Word | None = None
    for line in lines(source):
        text, span = line.whole
        if typed(text, "lslv") or (table and _DISKS.fullmatch(text)):
            continue
        if _FIRST.fullmatch(text):
            block, table = {}, None
            yield block
        elif heading := _HEADING.fullmatch(text):
            block, table = None, Word(heading[1], (span[0], span[0] + len(heading[1].encode())))
            continue
        if reason := _trouble(line, block):
            block = None if _OTHERS.fullmatch(text) else block
            yield Diagnostic(span[0], reason)
        elif block is not None:
            block.update(_lvm.pairs(source, span, _KEYS))
        elif table and len(line.words) == 4 and _COPIES.fullmatch(line.words[1].text):
            yield table, line.words[0]
        else:
            yield Diagnostic(span[0], "this is no line of lslv")


def _trouble(line: Line, block: Block | None) -> str:
    text = line.whole.text
    if "\0" in text:
        return "the line holds NUL bytes and was not read"
    if _lvm.ERROR.fullmatch(text):
        return "lslv printed an error"
    strange = block is not None and not _lvm.PAIR.fullmatch(text)
    return "this is no line of lslv" if strange or _OTHERS.fullmatch(text) else ""


def _volume(block: Block) -> LogicalVolume:
    """What is striped as well is more than mirrored, and its level is not said here."""
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


def _policies(source: Source, block: Block) -> Iterator[Fact]:
    if block["MOUNT POINT"].text.startswith("/"):
        subject = Subject("logical volume", block["LOGICAL VOLUME"].text)
        for key in [key for key in _POLICIES if key in block]:
            yield Fact("logical_volume." + _POLICIES[key], block[key].text, source, block[key].span, subject)
