"""Read `list disk`, `list volume` and `detail disk` of diskpart: disks, volumes and mirrored volumes.

Windows translates the output, but the columns are the same in all languages: eight for volumes, six for disks.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.transcript import NUL, Damage, Line, Word, foreign, lines, opening, typed
from advisor.source import Source
from advisor.values import paths, raid, windows

_COMMAND = r"(?i:diskpart|(?:list|detail|select|rescan|exit|help)\b.*)"
_PROMPT = re.compile(r"DISKPART>\s*(.*)", re.IGNORECASE)
_HEADING = re.compile(r"\S[^#]{2,15} ###  \S.*")
_RULER = re.compile(r"-{3,}(?:  -{3,})+")
_SELECTED = re.compile(r"\D{0,40}(\d{1,4})\D{5,80}\.")  # `Disk 1 is now the selected disk.`
_OTHER_LINES = re.compile(
    r"Microsoft DiskPart .*|Copyright .*|On computer: .*|Leaving DiskPart.*|DiskPart .*|.{0,60}: .*|.*\."
)
_DETAIL = re.compile(r"[^:]{1,40}: .*")
_TYPE = re.compile(r"Typ[eo]?\s*: (\S.*)", re.IGNORECASE)
_FOLDER = re.compile(r"[A-Za-z]:\\\S.*")
_LETTER = re.compile(r"[A-Z]")
_NUMBER = re.compile(r"\D{1,15} (M?\d{1,4})")
_OF_DISKS, _OF_VOLUMES = 6, 8  # columns
_NO_DISKS = {"dvd-rom", "cd-rom", "removable"}
_ARRAY_TYPES = {"mirror", "raid-5", "stripe", "spanned"}
_HEALTH = {"healthy": "ok", "failed rd": "degraded", "at risk": "degraded", "rebuild": "rebuilding", "failed": "failed"}
_HOLDS = {"boot": "os", "pagefile": "swap"}
_BEGINS = rb"Microsoft DiskPart |DISKPART>|(?:Volume|\S{4,15}) ###  \S"


class Position(Struct, frozen=True):
    """The context of a line. columns: the beginnings of the table's columns. disk: the disk of the details."""

    columns: tuple[int, ...] = ()
    disk: str = ""
    details: bool = False
    row: "TableRow | None" = None


class TableRow(Struct, frozen=True):
    """A line of a table with its cells."""

    line: Line
    cells: list[Word]
    disk: str = ""


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether diskpart's name or one of its headings comes first."""
    for line in opening(head):
        if _PROMPT.fullmatch(line.text) or line.text.startswith("Microsoft DiskPart "):
            return True
        if not typed(line.text, _COMMAND):
            return bool(_HEADING.fullmatch(line.text))
    return False


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the facts of disks, and of volumes with a letter or a folder."""
    damage = Damage()
    known_facts: set[tuple[Subject, str, str]] = set()
    for fact in damage.collect(_facts(source)):
        if (content := (fact.subject, fact.key, fact.text)) not in known_facts:
            known_facts.add(content)
            yield fact
    yield from damage.verdict()


def _facts(source: Source) -> Iterator[Fact | Diagnostic]:
    position = Position()
    for line in lines(source):
        command = _PROMPT.fullmatch(line.text)
        if line.holds_nul:
            yield line.diagnostic(NUL)
        elif command:
            position = Position(disk=position.disk, details=command[1].lower().startswith("det"))
        elif _RULER.fullmatch(line.text):
            starts = [match.start() + line.indent for match in re.finditer("-+", line.text)]
            position = replace(position, columns=tuple(starts))
        elif _HEADING.fullmatch(line.text):
            position = replace(position, row=None)
        elif position.columns and (row := _row(line, position)):
            position = replace(position, row=row)
            yield from _row_facts(source, row)
        elif position.row and len(position.row.cells) == _OF_VOLUMES and _FOLDER.fullmatch(line.text):
            yield from _volume_facts(source, position.row, paths.named(line.text), Word(line.text, line.span))
        elif selected := _SELECTED.fullmatch(line.text):
            position = Position(disk=f"Disk {selected[1]}")
        elif position.details and position.disk:
            yield from _detail_facts(source, line, position.disk)
        elif not (_OTHER_LINES.fullmatch(line.text) or typed(line.text, _COMMAND)):
            yield foreign(line, "diskpart")


def _row(line: Line, position: Position) -> TableRow | None:
    """Return the row of a table by the number in its first column, or None."""
    if not re.match(r"\*? ?\D{2,15} M?\d{1,4}\b", line.text):
        return None
    edges = [max(start - line.indent, 0) for start in position.columns]
    cells = [line.cell(begin, end) for begin, end in pairwise([*edges, len(line.text)])]
    return TableRow(line, cells, position.disk if position.details else "")


def _row_facts(source: Source, row: TableRow) -> Iterator[Fact]:
    if len(row.cells) == _OF_VOLUMES and _LETTER.fullmatch(row.cells[1].text):
        yield from _volume_facts(source, row, f"{row.cells[1].text}:", row.cells[1])
    elif len(row.cells) == _OF_DISKS:
        number = _NUMBER.fullmatch(row.cells[0].text)
        state = windows.health([row.cells[1].text])
        if number and state:
            subject = Subject("disk", f"Disk {number[1]}")
            yield Fact("disk.health", state, source, row.cells[1].span, subject)
            yield Fact("disk.health_said", row.cells[1].text, source, row.cells[1].span, subject)


def _volume_facts(source: Source, row: TableRow, mount: str, word: Word) -> Iterator[Fact]:
    """Yield the volume of a letter or folder, and the array of a volume on several disks."""
    name, _, _, system, kind, _, state, info = row.cells
    if kind.text.lower() in _NO_DISKS:
        return
    subject = Subject("volume", mount)
    yield Fact("volume.mount", mount, source, word.span, subject)
    if system.text:
        yield Fact("volume.file_system", system.text.lower(), source, system.span, subject)
    if holds := _HOLDS.get(info.text.lower()):
        yield Fact("volume.holds", holds, source, info.span, subject)
    if row.disk:
        yield Fact("volume.disk", row.disk, source, name.span, subject)
    if kind.text.lower() in _ARRAY_TYPES:
        yield from _array_facts(source, Subject("array", name.text), mount, (name, kind, state))


def _array_facts(source: Source, array: Subject, mount: str, words: tuple[Word, Word, Word]) -> Iterator[Fact]:
    name, kind, state = words
    values = {
        "array.tool": ("diskpart", name),
        "array.software": ("yes", kind),
        "array.mounts": (mount, name),
        "array.level": (raid.level(kind.text) or "", kind),
        "array.health": (_HEALTH.get(state.text.lower(), ""), state),
        "array.health_said": (state.text, state),
    }
    yield from (Fact(key, text, source, word.span, array) for key, (text, word) in values.items() if text)


def _detail_facts(source: Source, line: Line, disk: str) -> Iterator[Fact]:
    """Yield the model, which is on a line of its own in `detail disk`, and the bus."""
    subject = Subject("disk", disk)
    if match := _TYPE.fullmatch(line.text):
        if bus := windows.bus(match[1]):
            yield Fact("disk.bus", bus, source, line.group(match, 1).span, subject)
    elif not _DETAIL.fullmatch(line.text) and not line.text.endswith("."):
        yield Fact("disk.model", line.text, source, line.span, subject)


READER = Reader(__name__, "diskpart", recognises, read, signs=(b"diskpart", b"###"), begins=_BEGINS)
