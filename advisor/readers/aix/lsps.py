"""Read `lsps -a` and `lsps -s` of AIX: the paging spaces, their size and the share in use."""

import re
from collections.abc import Iterator

from msgspec import Struct

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.aix import _lvm
from advisor.readers.interface import Reader
from advisor.readers.transcript import Command, Damage, Line, Word, first_printed, foreign, printed
from advisor.source import Source
from advisor.values.printing import decimal

_COMMAND = "lsps"

_ALL = re.compile(
    r"Page Space\s+Physical Volume\s+Volume Group\s+Size\s+%Used\s+Active\s+Auto(?:\s+Type)?(?:\s+Chksum)?"
)
_SUM = re.compile(r"Total Paging Space\s+Percent Used")
_SIZE = re.compile(r"(\d{1,9})([MG])B")
_PERCENT = re.compile(r"(\d{1,3})%")
_USED = re.compile(r"\d{1,3}")
_IN_MB = {"M": 1, "G": 1024}
_BEGINS = rb"Page Space +Physical Volume +Volume Group|Total Paging Space +Percent Used"


class Space(Struct, frozen=True):
    """A paging space. kind: lv or nfs, or "" in old formats."""

    name: Word
    disk: Word
    group: Word
    size: Word
    used: Word
    active: Word
    kind: str


class Total(Struct, frozen=True):
    """The total size and use that `lsps -s` prints."""

    size: Word
    used: Word


Item = Space | Total | Command


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the header of -a or of -s comes first."""
    return any(_ALL.fullmatch(line.text) or _SUM.fullmatch(line.text) for line in first_printed(head, _COMMAND, 1))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the facts of each paging space and of the total. If both -a and -s are present, -s provides the total."""
    damage = Damage()
    items: list[Item] = list(damage.collect(_items(source)))
    spaces = [item for item in items if isinstance(item, Space)]
    for space in spaces:
        yield from _space_facts(source, space)
    yield from _swap(source, spaces)
    totals = [item for item in items if isinstance(item, Total)]
    for total in totals:
        yield Fact("aix.paging.size_mb", str(_in_mb(total.size)), source, total.size.span)
        yield Fact("aix.paging.used_percent", total.used.text[:-1], source, total.used.span)
    some = any(isinstance(item, Command) and _asks_for_some(item.text) for item in items)
    if not (totals or damage.first or some):
        yield from _total_facts(source, spaces)
    yield from damage.verdict()


def _items(source: Source) -> Iterator[Item | Diagnostic]:
    header: re.Match[str] | None = None
    empty: Line | None = None  # a header with nothing below it so far
    for line in printed(source, _COMMAND):
        if isinstance(line, Diagnostic | Command):
            yield line
        elif match := _ALL.fullmatch(line.text) or _SUM.fullmatch(line.text):
            header, empty = match, line
        elif header and (item := _total(line) if header.re is _SUM else _space(line, len(header[0].split()) - 2 - 1)):
            empty = None
            yield item
        else:
            yield foreign(line, _COMMAND)
    if empty:
        yield empty.diagnostic("below this header nothing is told")


def _total(line: Line) -> Total | None:
    words = line.words
    fits = len(words) == 2 and _SIZE.fullmatch(words[0].text) and _PERCENT.fullmatch(words[1].text)
    return Total(*words) if fits else None


def _space(line: Line, columns: int) -> Space | None:
    """Return the paging space of a row such as `hd6  hdisk0  rootvg  512MB  3  yes  yes  lv  0`, or None."""
    words = line.words
    if len(words) != columns or not _SIZE.fullmatch(words[3].text):
        return None
    if not {word.text for word in words[5:7]} <= {"yes", "no"}:
        return None
    name, disk, group, size, used, active = words[:6]
    return Space(name, disk, group, size, used, active, words[7].text if columns > 7 else "")


def _space_facts(source: Source, space: Space) -> Iterator[Fact]:
    subject = Subject("paging_space", space.name.text)
    yield Fact("paging_space.size_mb", str(_in_mb(space.size)), source, space.size.span, subject)
    if _USED.fullmatch(space.used.text):  # of one on another machine it may be NaNQ
        yield Fact("paging_space.used_percent", space.used.text, source, space.used.span, subject)
    if space.kind != "nfs":
        yield Fact("paging_space.volume_group", space.group.text, source, space.group.span, subject)
    yield Fact("paging_space.active", space.active.text, source, space.active.span, subject)


def _swap(source: Source, spaces: list[Space]) -> Iterator[Fact]:
    """Yield the active paging volumes and their disks."""
    used = [space for space in spaces if space.active.text == "yes" and space.kind in {"lv", ""}]
    yield from _lvm.swap(source, list({space.name.text: space.name for space in used}.values()))
    if used:
        disks = ",".join(dict.fromkeys(space.disk.text for space in used))
        yield Fact("volume.disk", disks, source, used[0].disk.span, Subject("volume", "[SWAP]"))


def _total_facts(source: Source, spaces: list[Space]) -> Iterator[Fact]:
    """Yield the total of the active paging spaces. A space on two lines makes the total unknown."""
    active = [space for space in spaces if space.active.text == "yes"]
    size = sum(_in_mb(space.size) for space in active)
    if not size or len({space.name.text for space in active}) < len(active):
        return
    yield Fact("aix.paging.size_mb", str(size), source, active[0].size.span)
    if all(_USED.fullmatch(space.used.text) for space in active):
        used = sum(_in_mb(space.size) * int(space.used.text) for space in active) / size
        yield Fact("aix.paging.used_percent", decimal(used), source, active[0].used.span)


def _asks_for_some(command: str) -> bool:
    """Return whether a typed line asks for spaces by name or by kind, and not for all of them."""
    words = command.split()
    calls = [index for index, word in enumerate(words) if word.rpartition("/")[2] == _COMMAND]
    if not calls:
        return False
    arguments = words[calls[-1] + 1 :]
    if arguments[:1] == ["-t"] and len(arguments) > 1:
        del arguments[:2]
    return not any(word.startswith("-") for word in arguments)


def _in_mb(word: Word) -> int:
    match = _SIZE.fullmatch(word.text)
    return int(match[1]) * _IN_MB[match[2]] if match else 0


READER = Reader(
    __name__, "lsps", recognises, read, signs=(b"page space", b"paging space"), begins=_BEGINS, command=_COMMAND
)
